//! 逆算: what is grown goes on with what it was grown from, and nothing of it is missed.

use std::collections::BTreeSet;

use compose::backwards::{Sound, checks_before, extend};
use compose::conditions::{Conditions, Span};
use compose::generate::{Backwards, Generate, Sample};
use compose::random::Random;
use compose::run::{Hands, OTHER_FINISH, Run};
use shogi::{Color, Move, Position, Setup};
use testkit::cases;

use crate::runs::{around, go, run, sfens};
use crate::{GOLDS, examiner, position, task};

/// The last move of [`GOLDS`], which a knight makes.
const LAST: &str = "7pk/9/8G/8P/8N/9/9/9/9 b - 1";

/// Little more than that.
fn small() -> Conditions {
    let mut wanted = Conditions::none();
    wanted.board.high = 5;
    wanted.hand.high = 2;
    wanted
}

/// Board and attacker's hand.
fn bare(position: &Position) -> String {
    Setup::from(position).without_hand(Color::White).to_string()
}

/// Whether a check and a reply lead from one to the other.
fn leads_to(before: &Position, after: &Position) -> bool {
    before.checks().into_iter().any(|check| {
        let checked = before.play(check);
        let mut replies = checked.evasions().into_iter();
        replies.any(|reply| bare(&checked.play(reply)) == bare(after))
    })
}

/// Grown from a mate in one: mates in three that lead to it, one ply pair at a time, up to the length asked for.
#[test]
fn what_grows_from_a_mate_leads_to_it() {
    let (start, mut examiner) = (position(LAST), examiner());
    let backwards = Backwards::new(vec![start.clone()], Sample::new([]), 300);
    let mut wanted = small();
    for high in [1, 3, 5] {
        wanted.plies.high = high;
        let mut lengths = BTreeSet::new();
        let mut grown = 0;
        for number in 0..12 {
            let mut random = Random::new(1, number);
            let Some(draft) = backwards.candidate(&wanted, &mut random, &mut examiner) else {
                continue;
            };
            grown += 1;
            assert_eq!(draft.parents, [bare(&start)]);
            let mut full = draft.setup.clone();
            full.complete_defender_hand(false).unwrap();
            let found = Position::try_from(&full).unwrap();
            assert!(wanted.admit(&found));
            let plies = examiner.length(&task(found.clone())).unwrap();
            assert!(plies > 1 && plies <= high, "{found}");
            assert!(plies > 3 || leads_to(&found, &start), "{found}");
            lengths.insert(plies);
        }
        let expected: &[u32] = match high {
            1 => &[],
            3 => &[3],
            _ => &[3, 5],
        };
        assert!(lengths.iter().eq(expected), "{high}: {lengths:?}");
        assert_eq!(
            grown > 5,
            high > 1,
            "a given problem is nothing new: {grown}"
        );
    }
}

/// Without a mate to begin with they begin with mates drawn as works are.
#[test]
fn mates_to_begin_with_are_drawn() {
    let works = compose::works::shipped();
    let backwards = Backwards::new(Vec::new(), Sample::new(&works), 60);
    let mut examiner = examiner();
    let mut wanted = Conditions::none();
    wanted.board.high = 6;
    wanted.hand.high = 2;
    wanted.plies.high = 3;
    let mut mates = 0;
    for number in 0..6 {
        let mut random = Random::new(1, number);
        if let Some(draft) = backwards.candidate(&wanted, &mut random, &mut examiner) {
            let mut full = draft.setup;
            full.complete_defender_hand(false).unwrap();
            let found = task(Position::try_from(&full).unwrap());
            assert!(examiner.length(&found).unwrap() <= 3);
            mates += 1;
        }
    }
    assert!(mates >= 3, "{mates}");
}

/// Every position two plies before, asked one by one.
#[test]
fn nothing_two_plies_before_is_missed() {
    let start = position(LAST);
    let wanted = small();
    let mut examiner = examiner();
    let (mut long, mut sound) = (BTreeSet::new(), BTreeSet::new());
    let mut before = BTreeSet::new();
    for reply in start.retractions() {
        for (check, found) in checks_before(&start, reply) {
            assert!(leads_to(&found, &start));
            assert_eq!(found.play(check).play(reply.mv), start);
            if wanted.admit(&found) {
                before.insert(found.to_string());
            }
        }
    }
    for sfen in before {
        let found = position(&sfen);
        // Of the replies to a check that leads there this one must be of the longest.
        let reply_is_best = found.checks().into_iter().any(|check| {
            let checked = task(found.play(check));
            let leads = checked.position.evasions().into_iter();
            let mut leads =
                leads.filter(|&reply| bare(&checked.position.play(reply)) == bare(&start));
            leads.next().is_some() && examiner.length(&checked) == Ok(2)
        });
        if !reply_is_best || examiner.length(&task(found.clone())) != Ok(3) {
            continue;
        }
        let report = examiner.report(&task(found));
        let leftover = report.flaws.as_ref().and_then(|is| is.flaws.leftover);
        if leftover == Some(0) {
            long.insert(sfen.clone());
        }
        if report.soundness.complete == Some(true) {
            sound.insert(sfen);
        }
    }
    assert!(
        long.len() > sound.len() && !sound.is_empty(),
        "{long:?} {sound:?}"
    );
    for (rule, plain) in [(Sound::Length, long), (Sound::Complete, sound)] {
        let found = extend(&start, 1, &wanted, rule, &around());
        let found: Vec<String> = found.into_iter().map(|is| is.report.sfen).collect();
        assert!(found.is_sorted());
        assert_eq!(found, plain.into_iter().collect::<Vec<_>>(), "{rule:?}");
    }
}

/// A problem that is known grows from the position after two plies of it.
#[test]
fn a_known_problem_is_found_again() {
    let after_two = position("7p1/8k/9/8P/8N/9/9/9/9 b G 1");
    let found = extend(&after_two, 3, &small(), Sound::Complete, &around());
    let golds = position(GOLDS).to_string();
    assert!(found.iter().any(|is| is.report.sfen == golds));
    assert!(found.iter().all(|is| is.report.length == Some(5)));
}

/// Whether a main line goes through a position.
fn goes_through(line: &[Move], start: &Position, finish: &Position) -> bool {
    let mut now = start.clone();
    let mut positions = vec![bare(&now)];
    for &mv in line {
        now = now.play(mv);
        positions.push(bare(&now));
    }
    positions.contains(&bare(finish))
}

/// A candidate comes with the line back to where it began: best play, which the judge takes for the main line.
#[test]
fn what_grows_has_the_given_end() {
    let (start, mut examiner) = (position(LAST), examiner());
    let backwards = Backwards::new(vec![start.clone()], Sample::new([]), 300);
    let mut wanted = small();
    wanted.plies.high = 5;
    let mut grown = 0;
    for number in 0..12 {
        let mut random = Random::new(1, number);
        let Some(draft) = backwards.candidate(&wanted, &mut random, &mut examiner) else {
            continue;
        };
        let line = draft.line.unwrap();
        let mut full = draft.setup.clone();
        full.complete_defender_hand(false).unwrap();
        let found = Position::try_from(&full).unwrap();
        assert_eq!(examiner.length(&task(found.clone())), Ok(line.len() as u32));
        assert!(goes_through(&line, &found, &start), "{found}");
        grown += 1;
    }
    assert!(grown > 5, "{grown}");
    assert_eq!(backwards.finishes(), [start]);
}

/// Everything that a run backwards keeps ends in a finish that was given, whether it grew or was bred from what grew, and
/// although pieces are taken away; what ends otherwise is counted.
#[test]
fn what_a_run_backwards_keeps_has_the_given_end() {
    let finishes = [LAST, "7k1/9/7P1/9/9/9/9/9/9 b G 1"].map(position);
    let backwards = Backwards::new(finishes.to_vec(), Sample::new([]), 100);
    let mut wanted = Conditions::none();
    wanted.board.high = 8;
    wanted.hand.high = 3;
    wanted.plies = Span { low: 5, high: 7 };
    for (evolve, few) in [(false, 100), (true, 300)] {
        let candidates = cases(few, 1000) as u64;
        let run = Run {
            evolve,
            polish: true,
            hands: Hands::Drawn,
            ..run(&backwards, &wanted, candidates)
        };
        let (progress, one) = go(&run, 1, None);
        let (other_progress, two) = go(&run, 2, None);
        assert_eq!(progress, other_progress);
        assert_eq!(sfens(&one), sfens(&two));
        assert!(!one.is_empty(), "{progress:?}");
        for kept in &one {
            let (line, start) = (&kept.judged.report.main_line, &kept.judged.task.position);
            let mut ends = finishes.iter();
            assert!(
                ends.any(|finish| goes_through(line, start, finish)),
                "{start}"
            );
        }
        let missed = progress.missed.get(OTHER_FINISH).copied();
        assert!(!evolve || missed > Some(0), "{progress:?}");
    }
}
