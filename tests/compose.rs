//! Composing: the same problems whatever the threads, all of them sound, searches that miss nothing.

use std::collections::BTreeSet;
use std::io::Read;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use assert_cmd::Command;
use gyakusan::compose::backwards::{Sound, extend};
use gyakusan::compose::conditions::Span;
use gyakusan::compose::generate::{Backwards, Generate, Mutate, Sample, Uniform};
use gyakusan::compose::pipeline::Cost;
use gyakusan::compose::polish::polish;
use gyakusan::compose::run::{Kept, Progress, Run};
use gyakusan::compose::vary::{Variation, vary};
use gyakusan::compose::{Bench, Category, Conditions};
use gyakusan::judge::{self, Options};
use gyakusan::shogi::{Color, Hand, Kind, Position, Setup, Square};
use gyakusan::solve::{Solver, Task};
use gyakusan::store::Pattern;
use hashbrown::HashSet;

const MUSOU: &str = include_str!("../examples/works/musou.tsv");

fn works() -> Vec<Position> {
    let sfens = MUSOU.lines().map(|line| line.split('\t').next().unwrap());
    let read = |sfen| Position::from_tsume_sfen(sfen, true).unwrap();
    sfens.map(read).collect()
}

fn span(low: u32, high: u32) -> Span {
    Span { low, high }
}

/// The conditions of the published yardstick.
fn yardstick() -> Conditions {
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

fn run<'a>(generator: &'a dyn Generate, wanted: &'a Conditions, candidates: u64) -> Run<'a> {
    Run {
        generator,
        wanted,
        cost: Cost::default(),
        seed: 5,
        count: None,
        candidates: Some(candidates),
    }
}

fn go(run: &Run, threads: usize, blocks: Option<u32>) -> (Progress, Vec<Kept>) {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
    let pool = pool.build().unwrap();
    let (mut progress, mut lines) = (Progress::default(), HashSet::new());
    let mut all = Vec::new();
    let stop = AtomicBool::new(false);
    loop {
        // Interrupted after so many blocks, and begun again.
        let mut left = blocks;
        stop.store(false, Ordering::Relaxed);
        let before = progress.next;
        run.go(&pool, &mut progress, &mut lines, &stop, |_, kept| {
            all.extend_from_slice(kept);
            left = left.map(|left| left - 1);
            Ok::<_, ()>(left != Some(0))
        })
        .unwrap();
        if progress.next == before {
            return (progress, all);
        }
    }
}

fn sfens(kept: &[Kept]) -> Vec<(u64, String)> {
    let sfen = |one: &Kept| (one.candidate, one.judged.report.sfen.clone());
    kept.iter().map(sfen).collect()
}

/// The judge's verdict from the SFEN alone.
fn is_complete(sfen: &str) -> bool {
    let task = Task::new(sfen.parse().unwrap());
    let mut solver = Solver::new(64 << 20);
    let stop = AtomicBool::new(false);
    judge::check(&task, &mut solver, &Options::default(), &stop).complete == Some(true)
}

#[test]
fn threads_and_interruptions_change_nothing() {
    let wanted = yardstick();
    let sample = Sample::new(&works());
    let run = run(&sample, &wanted, 4000);
    let (progress, one) = go(&run, 1, None);
    let (other_progress, two) = go(&run, 2, None);
    let (interrupted_progress, interrupted) = go(&run, 2, Some(2));
    assert_eq!(progress, other_progress);
    assert_eq!(progress, interrupted_progress);
    assert_eq!(progress.counts.all(), 4000);
    assert_eq!(sfens(&one), sfens(&two));
    assert_eq!(sfens(&one), sfens(&interrupted));
    assert!(one.len() >= 2, "{progress:?}");
    for kept in &one {
        let report = &kept.judged.report;
        assert!(is_complete(&report.sfen), "{}", report.sfen);
        assert!(wanted.admit(&report.sfen.parse().unwrap()));
        assert!(report.plies >= Some(5));
    }
}

#[test]
fn every_generator_keeps_to_the_conditions_and_to_its_seed() {
    let works = works();
    let sound = Position::from_tsume_sfen("6k2/7+n1/6+N2/6NN1/9/9/9/9/9 b - 1", true).unwrap();
    let mut wanted = Conditions::none();
    wanted.board = span(2, 6);
    wanted.hand = span(0, 3);
    wanted.only(&[Kind::Gold, Kind::Silver, Kind::Knight]);
    wanted.plies = span(5, 7);
    wanted.bare_attacker = false;
    let backwards = Backwards::new(vec![sound.clone()], Sample::new(&works), 20);
    let parents = [sound];
    let generators: [(&dyn Generate, u64); 3] = [
        (&Uniform, 3000),
        (&Mutate::new(&parents), 1500),
        (&backwards, 24),
    ];
    for (generator, candidates) in generators {
        let run = run(generator, &wanted, candidates);
        let (progress, one) = go(&run, 1, None);
        let (_, two) = go(&run, 2, None);
        assert_eq!(sfens(&one), sfens(&two));
        assert_eq!(progress.counts.all(), candidates);
        for kept in &one {
            let report = &kept.judged.report;
            assert!(is_complete(&report.sfen), "{}", report.sfen);
            assert!(wanted.admit(&report.sfen.parse().unwrap()));
        }
    }
}

#[test]
fn columns_that_are_asked_for_are_had() {
    let mut wanted = yardstick();
    wanted.columns = vec![("sacrifices", Some(1.0), None)];
    let sample = Sample::new(&works());
    let run = run(&sample, &wanted, 4000);
    let (progress, kept) = go(&run, 2, None);
    assert!(progress.counts.of(Category::Kept) as usize == kept.len());
    for one in &kept {
        assert!(one.judged.columns.number("sacrifices") >= Some(1.0));
    }
}

/// 桂図式: every 11-ply problem of the list goes on with a 9-ply one that `extend` comes from.
#[test]
fn all_longest_knight_problems_grow_from_the_list() {
    let file = std::fs::File::open("tests/data/families_N4.csv.gz").unwrap();
    let mut text = String::new();
    flate2::read::MultiGzDecoder::new(file)
        .read_to_string(&mut text)
        .unwrap();
    let of = |plies: &str| -> BTreeSet<String> {
        let rows = text.lines().skip(1);
        let mut fields = rows.map(|row| row.split(','));
        fields
            .by_ref()
            .filter_map(|mut row| Some((row.next()?, row.next()?)))
            .filter(|(_, length)| *length == plies)
            .map(|(sfen, _)| sfen.to_owned())
            .collect()
    };
    let (nine, eleven) = (of("9"), of("11"));
    assert_eq!((nine.len(), eleven.len()), (100, 32));
    let mut wanted = Conditions::none();
    wanted.only(&[Kind::Knight]);
    let mut found = BTreeSet::new();
    for sfen in &nine {
        let position: Position = sfen.parse().unwrap();
        let longer = extend(&position, 9, &wanted, Sound::RuleA, Cost::default());
        found.extend(longer.into_iter().map(|is| is.report.sfen));
    }
    let missing: Vec<_> = eleven.difference(&found).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// Every hand of at most one piece, judged one by one.
#[test]
fn no_hand_is_missed() {
    let sfen = "6k2/7+n1/6+N2/6NN1/9/9/9/9/9 b - 1";
    let setup = Setup::from(&Position::from_tsume_sfen(sfen, true).unwrap());
    let mut hands = Vec::new();
    let _ = vary(&setup, Variation::Hand(2), &mut |varied| {
        hands.push(varied.hands.black);
        ControlFlow::Continue(())
    });
    let mut plain = BTreeSet::new();
    for one in Kind::HAND {
        for other in Kind::HAND {
            // All four knights stand on the board.
            if one != Kind::Knight && other != Kind::Knight {
                plain.insert(Hand::EMPTY.plus(one).plus(other));
                plain.insert(Hand::EMPTY.plus(one));
            }
        }
    }
    assert_eq!(hands.len(), plain.len());
    assert_eq!(hands.into_iter().collect::<BTreeSet<_>>(), plain);
}

#[test]
fn pieces_are_placed_and_moved_everywhere() {
    let setup = Setup::from(&Position::from_tsume_sfen("8k/9/9/9/9/9/9/9/9 b G 1", true).unwrap());
    let count = |variation| {
        let mut count = 0;
        let _ = vary(&setup, variation, &mut |_| {
            count += 1;
            ControlFlow::Continue(())
        });
        count
    };
    assert_eq!(count(Variation::Move), 80);
    // The plain count: every piece on every empty square on which it may stand.
    let mut plain = 0;
    for piece in gyakusan::compose::vary::all_pieces() {
        let squares = Square::all().filter(|at| setup.board[at.index()].is_none());
        plain += squares.filter(|&at| piece.may_stand(at)).count();
    }
    assert_eq!(count(Variation::Place(1)), plain);
}

#[test]
fn a_superfluous_piece_is_taken_away() {
    let bare = "6k2/7+n1/6+N2/6NN1/9/9/9/9/9 b - 1";
    let crowded = "p5k2/7+n1/6+N2/6NN1/9/9/9/9/9 b - 1";
    let task = |sfen: &str| Task {
        position: Position::from_tsume_sfen(sfen, false).unwrap(),
        attacker: Color::Black,
    };
    let mut bench = Bench::new(Cost::default());
    let (polished, removed) = polish(&task(crowded), &mut bench).unwrap();
    assert_eq!(polished.task, task(bare));
    assert_eq!(removed, ["9a"]);
    let (polished, removed) = polish(&task(bare), &mut bench).unwrap();
    assert_eq!(polished.task, task(bare));
    assert!(removed.is_empty());
}

fn gyakusan(args: &[&str]) -> std::process::Output {
    let mut command = Command::cargo_bin("gyakusan").unwrap();
    command.args(args).output().unwrap()
}

#[test]
fn a_run_goes_on_where_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("run.toml");
    let text =
        "contains = \"1a:l 2a:n 2b:K\"\nboard = \"..7\"\nhand = \"..5\"\nseed = 5\nbrief = true\n";
    std::fs::write(&file, text).unwrap();
    let file = file.to_str().unwrap();
    let database = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (whole, parts) = (database("whole.db"), database("parts.db"));
    let create = |db: &str, candidates: &str, threads: &str| {
        let args = [
            "create",
            file,
            "--db",
            db,
            "--candidates",
            candidates,
            "--threads",
            threads,
        ];
        let output = gyakusan(&args);
        assert!(output.status.success(), "{output:?}");
    };
    create(&whole, "3000", "1");
    create(&parts, "1100", "2");
    create(&parts, "3000", "2");
    let list = |db: &str| {
        let sql = "select sfen, main_line, plies from problems order by sfen";
        gyakusan(&["query", db, sql, "--format", "csv"]).stdout
    };
    assert!(list(&whole).len() > 100);
    assert_eq!(list(&whole), list(&parts));
}

#[test]
fn wrong_run_files_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("run.toml");
    for (text, word) in [
        ("borad = 7\n", "borad"),
        ("seed = 1\nboard = [1]\n", "board"),
        ("seed = 1\nx", "run.toml:2"),
        ("board = \"x\"\n", "range"),
        ("seed = 1\n", "--time"),
    ] {
        std::fs::write(&file, text).unwrap();
        let output = gyakusan(&["create", file.to_str().unwrap()]);
        assert_eq!(output.status.code(), Some(2), "{text}: {output:?}");
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(error.lines().count(), 1, "{error}");
        assert!(error.contains(word), "{text}: {error}");
    }
}
