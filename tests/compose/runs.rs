//! Composing: the same problems whatever the threads, all of them sound, searches that miss nothing.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use compose::around::Around;
use compose::conditions::Span;
use compose::generate::{Backwards, Generate, Mutate, Sample, Uniform};
use compose::pipeline::{Cost, plain_solver};
use compose::points::Points;
use compose::run::{Band, Hands, Kept, Progress, Run, Watch};
use compose::{Archive, Category, CompleteProblem, Conditions, Examiner};
use features::Pattern;
use features::Solution;
use features::idea::{finish, outline_words};
use features::signature::line_text;
use hashbrown::{HashMap, HashSet};
use shogi::{Color, Kind, Position, Setup, Square};
use testkit::cases;
use tsume::judge::{self, Effort, Options};
use tsume::solve::{Solver, Task};

const MUSOU: &str = include_str!("../../examples/works/musou.tsv");
const SHORT: &str = include_str!("../data/short_1_to_11.tsv");

pub fn works() -> Vec<Position> {
    let sfens = MUSOU.lines().map(|line| line.split('\t').next().unwrap());
    let read = |sfen| Position::from_tsume_sfen(sfen, true).unwrap();
    sfens.map(read).collect()
}

/// Problems of five and seven plies: of their mutations many are sound.
fn parents() -> Vec<Position> {
    let rows = SHORT.lines().map(|line| line.split('\t').collect());
    let read = |row: Vec<&str>| match row[..] {
        [sfen, "5" | "7", ..] => Some(Position::from_tsume_sfen(sfen, true).unwrap()),
        _ => None,
    };
    rows.filter_map(read).take(40).collect()
}

/// What those and their mutations satisfy.
fn short_ones() -> Conditions {
    let mut wanted = Conditions::none();
    wanted.board = span(2, 10);
    wanted.hand = span(0, 5);
    wanted.plies = span(5, u32::MAX);
    wanted.bare_attacker = false;
    wanted
}

fn span(low: u32, high: u32) -> Span {
    Span { low, high }
}

/// The conditions of the published yardstick.
pub fn yardstick() -> Conditions {
    let mut wanted = Conditions::none();
    let at = |file, rank, piece: &str| {
        let pattern: Pattern = piece.parse().unwrap();
        (Square::new(file, rank).unwrap(), pattern)
    };
    wanted.contains = vec![at(1, 1, "l"), at(2, 1, "n"), at(2, 2, "K")];
    wanted.board = span(3, 7);
    wanted.hand = span(0, 5);
    wanted.bare_attacker = false;
    wanted
}

/// A short look at each candidate, as an evolution has.
const QUICK: Cost = Cost {
    verdict: 50,
    offspring: 50,
    length: 10_000,
    other_check: 150,
    judge: Effort {
        nodes: Some(100_000),
        stage: 100_000,
        ..Effort::QUICK
    },
};

pub fn run<'a>(generator: &'a dyn Generate, wanted: &'a Conditions, candidates: u64) -> Run<'a> {
    Run {
        generator,
        wanted,
        cost: Cost::default(),
        new_solver: &plain_solver,
        weights: Arc::default(),
        every_line: false,
        seed: 5,
        hands: Hands::Minimal,
        band: None,
        polish: false,
        evolve: false,
        count: None,
        candidates: Some(candidates),
    }
}

pub fn around() -> Around<'static> {
    Around {
        cost: Cost::default(),
        new_solver: &plain_solver,
        stop: Arc::default(),
        follow: &(),
    }
}

/// Keeps everything; interrupts the run after so many blocks, or cuts it off after some time.
#[derive(Default)]
struct Keeper {
    all: Vec<Kept>,
    blocks: Option<u32>,
    time: Option<Duration>,
}

impl Watch for Keeper {
    type Error = ();

    fn wants(&mut self, _: &CompleteProblem) -> Result<bool, ()> {
        Ok(true)
    }

    fn time_left(&self) -> Option<Duration> {
        self.time
    }

    fn block(&mut self, _: &Progress, kept: &[Kept]) -> Result<bool, ()> {
        self.all.extend_from_slice(kept);
        self.blocks = self.blocks.map(|left| left - 1);
        Ok(self.blocks != Some(0))
    }
}

fn pool(threads: usize) -> rayon::ThreadPool {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
    pool.build().unwrap()
}

pub fn go(run: &Run, threads: usize, blocks: Option<u32>) -> (Progress, Vec<Kept>) {
    let pool = pool(threads);
    let (mut progress, mut known) = (Progress::default(), Archive::default());
    let mut keeper = Keeper::default();
    let stop = AtomicBool::new(false);
    loop {
        // Interrupted after so many blocks, and begun again from what a file would have kept.
        keeper.blocks = blocks;
        let before = progress.next;
        run.go(&pool, &mut progress, &mut known, &stop, &mut keeper)
            .unwrap();
        if progress.next == before {
            return (progress, keeper.all);
        }
        let file = serde_json::to_string(&progress).unwrap();
        progress = serde_json::from_str(&file).unwrap();
    }
}

/// Cut off in the middle of a candidate, again and again, and begun again.
#[test]
fn what_is_cut_off_is_judged_the_next_time() {
    let wanted = short_ones();
    let mutate = Mutate::new(&parents());
    let run = Run {
        cost: QUICK,
        evolve: true,
        ..run(&mutate, &wanted, 600)
    };
    let (whole, all) = go(&run, 2, None);
    assert!(!all.is_empty());
    let pool = pool(2);
    let (mut progress, mut known) = (Progress::default(), Archive::default());
    let mut keeper = Keeper::default();
    let stop = AtomicBool::new(false);
    let mut cuts = 0;
    while progress.next < 600 {
        // Longer each time, so that it comes to its end on any machine.
        keeper.time = Some(Duration::from_millis(20 + 5 * cuts));
        run.go(&pool, &mut progress, &mut known, &stop, &mut keeper)
            .unwrap();
        cuts += 1;
    }
    assert!(cuts > 1);
    assert_eq!(sfens(&keeper.all), sfens(&all));
    assert_eq!(progress.counts, whole.counts);
}

/// Candidates that would take for ever: the time ends the run, and so does whoever stops it.
#[test]
fn a_candidate_without_an_end_is_cut_off() {
    let wanted = short_ones();
    let run = Run {
        cost: Cost::of_nodes(u64::MAX),
        ..run(&Uniform, &wanted, 60)
    };
    let pool = pool(1);
    let stop = AtomicBool::new(false);
    for is_stopped in [false, true] {
        let (mut progress, mut known) = (Progress::default(), Archive::default());
        let mut keeper = Keeper {
            time: (!is_stopped).then_some(Duration::from_millis(300)),
            ..Keeper::default()
        };
        std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(300));
                stop.store(is_stopped, Ordering::Relaxed);
            });
            run.go(&pool, &mut progress, &mut known, &stop, &mut keeper)
                .unwrap();
        });
        assert!(progress.next < 60, "{}", progress.next);
    }
}

pub fn sfens(kept: &[Kept]) -> Vec<(u64, String)> {
    let sfen = |one: &Kept| (one.candidate, one.judged.report.sfen.clone());
    kept.iter().map(sfen).collect()
}

/// The judge's verdict from the SFEN alone.
pub fn is_complete(sfen: &str) -> bool {
    let task = Task::new(sfen.parse().unwrap());
    let mut solver = Solver::new(64 << 20);
    let stop = AtomicBool::new(false);
    judge::check(&task, &mut solver, &Options::default(), &stop)
        .soundness
        .complete
        == Some(true)
}

fn kept_problems_are_sound(kept: &[Kept], wanted: &Conditions) {
    for one in kept.iter().step_by(cases(5, 1)) {
        let report = &one.judged.report;
        assert!(is_complete(&report.sfen), "{}", report.sfen);
        assert!(wanted.admit(&report.sfen.parse().unwrap()));
        assert!(report.plies >= Some(5));
    }
}

#[test]
fn threads_and_interruptions_change_nothing() {
    let wanted = short_ones();
    let mutate = Mutate::new(&parents());
    for (hands, evolve, candidates) in [
        (Hands::Minimal, false, cases(120, 500)),
        (Hands::Minimal, true, cases(600, 1500)),
        (Hands::Drawn, false, cases(300, 1500)),
    ] {
        let candidates = candidates as u64;
        let run = Run {
            hands,
            evolve,
            ..run(&mutate, &wanted, candidates)
        };
        let (progress, one) = go(&run, 1, None);
        let (other_progress, two) = go(&run, 2, None);
        let (interrupted_progress, interrupted) = go(&run, 2, Some(2));
        assert_eq!(progress, other_progress);
        assert_eq!(progress, interrupted_progress);
        assert_eq!(progress.next, candidates);
        assert_eq!(sfens(&one), sfens(&two));
        assert_eq!(sfens(&one), sfens(&interrupted));
        assert!(one.len() >= 2, "{progress:?}");
        kept_problems_are_sound(&one, &wanted);
        // Made from what was given, or from what an evolution kept.
        let given = parents();
        let mut bred = 0;
        for parent in one.iter().flat_map(|kept| &kept.parents) {
            let parent = Position::from_tsume_sfen(parent, false).unwrap();
            // Some of the given ones come with fewer pieces than a whole set.
            let board = |position| Setup::from(position).without_hand(Color::White);
            if given.iter().any(|given| board(given) == board(&parent)) {
                continue;
            }
            bred += 1;
            if one.iter().all(|kept| kept.judged.task.position != parent) {
                // As good as what is kept, but no more beautiful.
                let judged = Examiner::new(Cost::default()).judge_position(parent);
                let judged = idea(&judged.unwrap());
                assert!(one.iter().any(|kept| idea(&kept.judged) == judged));
            }
        }
        assert_eq!(evolve, bred > 0);
    }
}

/// An evolution builds on what misses the wishes, too, and is the same however it is run.
#[test]
#[ignore = "many seconds: .ci/long"]
fn what_is_nearly_so_becomes_a_parent() {
    let mut wanted = short_ones();
    wanted.columns = vec![("sacrifices", Some(2.0), None)];
    let mutate = Mutate::new(&parents());
    let run = Run {
        evolve: true,
        cost: Cost {
            offspring: 300,
            ..QUICK
        },
        ..run(&mutate, &wanted, cases(2500, 4000) as u64)
    };
    let (progress, one) = go(&run, 1, None);
    let (interrupted_progress, interrupted) = go(&run, 2, Some(3));
    assert_eq!(progress, interrupted_progress);
    assert_eq!(sfens(&one), sfens(&interrupted));
    assert!(progress.counts.of(Category::Unwanted) > 0);
    assert!(progress.counts.of(Category::Copy) > 0);
    kept_problems_are_sound(&one, &wanted);
    let (given, mut nearly) = (parents(), 0);
    for kept in &one {
        let report = &kept.judged.report;
        let distance = |judged: &CompleteProblem| {
            let plies = judged.report.length.unwrap();
            wanted.distance(plies, &judged.columns)
        };
        assert_eq!(distance(&kept.judged), 0.0, "{}", report.sfen);
        for parent in &kept.parents {
            let position = Position::from_tsume_sfen(parent, false).unwrap();
            if given.contains(&position) || one.iter().any(|is| is.judged.task.position == position)
            {
                continue;
            }
            let judged = Examiner::new(Cost::default()).judge_position(position);
            let judged = judged.unwrap();
            match distance(&judged) {
                // As good as what is kept, but no more beautiful.
                0.0 => assert!(one.iter().any(|is| idea(&is.judged) == idea(&judged))),
                missing => {
                    assert!(missing > 0.0, "{parent}");
                    nearly += 1;
                }
            }
        }
    }
    assert!(nearly > 0 && one.len() > 1, "{} {nearly}", one.len());
    lines_are_new_and_ideas_get_better(&one);
}

fn idea(judged: &CompleteProblem) -> Vec<String> {
    outline_words(&Solution::new(&judged.task, &judged.report.main_line, None).unwrap())
}

fn lines_are_new_and_ideas_get_better(kept: &[Kept]) {
    let (mut lines, mut best) = (HashSet::new(), HashMap::new());
    for one in kept {
        let report = &one.judged.report;
        let solution = Solution::new(&one.judged.task, &report.main_line, None).unwrap();
        assert!(lines.insert(line_text(&solution)), "{}", report.sfen);
        let beauty = one.judged.columns.number("beauty").unwrap();
        let before = best.insert(outline_words(&solution), beauty);
        assert!(
            before.is_none_or(|before| before < beauty),
            "{}",
            report.sfen
        );
    }
}

/// Near copies are left out by default, and by that alone less is kept.
#[test]
fn of_an_idea_only_what_is_better_is_kept() {
    let wanted = short_ones();
    let mutate = Mutate::new(&parents());
    let few = Run {
        cost: QUICK,
        ..run(&mutate, &wanted, cases(600, 2500) as u64)
    };
    let (progress, some) = go(&few, 2, None);
    let every = Run {
        every_line: true,
        ..few
    };
    let (whole, all) = go(&every, 2, None);
    lines_are_new_and_ideas_get_better(&some);
    let solution =
        |one: &Kept| Solution::new(&one.judged.task, &one.judged.report.main_line, None).unwrap();
    let ideas: HashSet<_> = some
        .iter()
        .map(|one| outline_words(&solution(one)))
        .collect();
    let finishes: HashSet<_> = some.iter().map(|one| finish(&solution(one))).collect();
    assert_eq!(progress.ideas, ideas.len() as u64);
    assert_eq!(progress.finishes, finishes.len() as u64);
    assert!(finishes.len() < ideas.len() && ideas.len() < some.len());
    let near = progress.counts.of(Category::Near);
    assert!(near > 0 && whole.counts.of(Category::Near) == 0);
    assert_eq!(progress.counts.complete(), whole.counts.complete());
    // The line of what is kept, near or not, is known when it comes again.
    let known = |progress: &Progress| progress.counts.of(Category::Known) as usize;
    let left_out = near as usize + known(&progress);
    assert_eq!(all.len() + known(&whole), some.len() + left_out);
    // Which problem with a line is kept may differ, not which lines are.
    let line = |one: &Kept| line_text(&solution(one));
    let all: HashSet<_> = all.iter().map(line).collect();
    assert!(some.iter().all(|one| all.contains(&line(one))));
}

#[test]
#[ignore = "many seconds: .ci/long"]
fn every_generator_keeps_to_the_conditions_and_to_its_seed() {
    let works = works();
    let sound = Position::from_tsume_sfen("6k2/7+n1/6+N2/6NN1/9/9/9/9/9 b - 1", true).unwrap();
    let mut wanted = Conditions::none();
    wanted.board = span(2, 6);
    wanted.hand = span(0, 3);
    wanted.only(&[Kind::Gold, Kind::Silver, Kind::Knight]);
    wanted.plies = span(5, 7);
    wanted.bare_attacker = false;
    let finish = Position::from_tsume_sfen("7k1/9/7P1/9/9/9/9/9/9 b G 1", true).unwrap();
    let backwards = Backwards::new(vec![finish], Sample::new(&works), 100);
    let parents = [sound];
    let mut any_kind = Conditions::none();
    any_kind.board = span(2, 8);
    any_kind.hand = span(0, 4);
    any_kind.plies = span(5, 7);
    let generators: [(&dyn Generate, Hands, &Conditions, usize); 3] = [
        (&Uniform, Hands::Minimal, &wanted, cases(900, 1500)),
        (
            &Mutate::new(&parents),
            Hands::Drawn,
            &wanted,
            cases(600, 1500),
        ),
        (&backwards, Hands::Drawn, &any_kind, cases(30, 60)),
    ];
    for (at, (generator, hands, wanted, candidates)) in generators.into_iter().enumerate() {
        let run = Run {
            hands,
            ..run(generator, wanted, candidates as u64)
        };
        let (progress, one) = go(&run, 1, None);
        let (_, two) = go(&run, 2, None);
        assert_eq!(sfens(&one), sfens(&two));
        assert_eq!(progress.next, candidates as u64);
        assert!(!one.is_empty(), "{at}: {progress:?}");
        kept_problems_are_sound(&one, wanted);
    }
}

#[test]
fn columns_that_are_asked_for_are_had() {
    let mut wanted = yardstick();
    wanted.columns = vec![("sacrifices", Some(1.0), None)];
    let sample = Sample::new(&works());
    let run = run(&sample, &wanted, 400);
    let (progress, kept) = go(&run, 2, None);
    assert!(progress.counts.of(Category::Unwanted) > 0);
    assert!(!kept.is_empty());
    assert_eq!(progress.counts.of(Category::Kept) as usize, kept.len());
    for one in &kept {
        assert!(one.judged.columns.number("sacrifices") >= Some(1.0));
    }
}

/// A run that polishes keeps what has nothing superfluous, with the lines of one that does not.
#[test]
fn a_run_polishes_what_it_keeps() {
    let wanted = short_ones();
    let mutate = Mutate::new(&parents());
    let plain = Run {
        cost: QUICK,
        every_line: true,
        ..run(&mutate, &wanted, cases(300, 1500) as u64)
    };
    let (progress, rough) = go(&plain, 2, None);
    let polished = Run {
        polish: true,
        ..plain
    };
    let (polished_progress, smooth) = go(&polished, 2, None);
    assert_eq!(progress, polished_progress);
    kept_problems_are_sound(&smooth, &wanted);
    let number = |one: &Kept, column| one.judged.columns.number(column).unwrap();
    let mut fewer = 0;
    for (rough, smooth) in rough.iter().zip(&smooth) {
        let (was, is) = (&rough.judged.report, &smooth.judged.report);
        assert_eq!(was.main_line, is.main_line);
        fewer += (number(rough, "pieces") - number(smooth, "pieces")) as i32;
        if was.sfen == is.sfen {
            continue;
        }
        assert!(number(smooth, "pieces") < number(rough, "pieces"));
    }
    assert!(fewer > 0);
    // What would lose a wish by it stays as it is.
    let mut many = short_ones();
    many.columns = vec![("pieces", Some(6.0), None)];
    let plain = Run {
        cost: QUICK,
        ..run(&mutate, &many, cases(300, 1500) as u64)
    };
    let (_, rough) = go(&plain, 2, None);
    let polished = Run {
        polish: true,
        ..plain
    };
    let (_, smooth) = go(&polished, 2, None);
    assert_eq!(rough.len(), smooth.len());
    assert!(!rough.is_empty());
    for one in &smooth {
        assert!(number(one, "pieces") >= 6.0);
    }
}

/// Ten points for each piece in hand, one or two of them wanted: what is outside the band is counted, and not looked into.
#[test]
fn only_what_has_the_points_is_looked_into() {
    let points = "frame = \"king\"\n[hand]\n".to_owned()
        + &"RBGSNLP"
            .chars()
            .map(|kind| format!("{kind} = 10.0\n"))
            .collect::<String>();
    let band = Band {
        points: Points::from_toml(&points).unwrap(),
        low: 10.0,
        high: 20.0,
    };
    let wanted = short_ones();
    let mutate = Mutate::new(&parents());
    let all = Run {
        hands: Hands::Drawn,
        every_line: true,
        ..run(&mutate, &wanted, 300)
    };
    let (_, every) = go(&all, 2, None);
    let (progress, kept) = go(
        &Run {
            band: Some(band),
            ..all
        },
        2,
        None,
    );
    let size = |one: &&Kept| one.judged.task.position.hand(Color::Black).len();
    let within = every.iter().filter(|one| (1..=2).contains(&size(one)));
    let within: Vec<u64> = within.map(|one| one.candidate).collect();
    assert!(kept.iter().map(|one| one.candidate).eq(within));
    let out = progress.counts.of(Category::OutOfBand);
    assert!(out > 30 && out < 270, "{out}");
}
