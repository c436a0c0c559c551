//! Why there is no mate: every check is answered, the answers are proved, and the lines end as they say.

use std::sync::atomic::AtomicBool;

use shogi::{Move, Position};
use tsume::refute::{End, Refutation, Try, refute, refute_checks};
use tsume::solve::{Goal, Limits, Solve, Solver, Task, Verdict};

/// The king gets away; a pawn's drop would mate after the reply; at once; the checks come again and again; no
/// check at all; the defender begins.
const ESCAPE: &str = "8k/9/8P/9/9/9/9/9/9 b S 1";
const PAWN_DROP: &str = "7p1/8k/5G3/9/9/9/9/9/9 b SP 1";
const PAWN_DROP_AT_ONCE: &str = "7lk/9/8K/9/9/9/9/9/9 b P 1";
const PERPETUAL: &str = "6k2/9/9/9/9/9/9/9/9 b RN 1";
const NO_CHECK: &str = "8k/9/9/9/9/9/9/9/8P b - 1";
const DEFENDER_BEGINS: &str = "8k/9/7PG/9/9/9/9/9/9 w P 1";

fn task(sfen: &str) -> Task {
    Task::from_tsume_sfen(sfen, true).unwrap()
}

fn verdict(position: &Position) -> Verdict {
    let mut solver = Solver::new(16 << 20);
    let task = Task {
        position: position.clone(),
        attacker: shogi::Color::Black,
    };
    let never = AtomicBool::new(false);
    solver
        .solve(&task, Goal::Verdict, &Limits::default(), &never)
        .verdict
}

fn why(task: &Task, limits: &Limits) -> Refutation {
    let mut solver = Solver::new(16 << 20);
    let never = AtomicBool::new(false);
    let outcome = solver.solve(task, Goal::Verdict, &Limits::default(), &never);
    assert_eq!(outcome.verdict, Verdict::NoMate);
    refute(task, &mut solver, limits, &never)
}

/// Plays a try through: what it says of its replies and of its end is true.
fn verify(task: &Task, is: &Try) {
    let attacks = task.attacker_to_move();
    let first = match attacks {
        true => task.position.play(is.moves[0]),
        false => task.position.clone(),
    };
    assert!(is.replies.contains(&is.moves[usize::from(attacks)]));
    for reply in first.legal_moves() {
        let found = verdict(&first.play(reply));
        match is.replies.contains(&reply) {
            true => assert_eq!(found, Verdict::NoMate, "{reply} in {first}"),
            false if is.unsure == 0 => assert_eq!(found, Verdict::Mate, "{reply} in {first}"),
            false => {}
        }
    }
    let mut before: Vec<Position> = Vec::new();
    let mut here = task.position.clone();
    for &mv in &is.moves {
        if here.side() == task.attacker {
            assert!(here.checks().contains(&mv), "{mv} in {here}");
            assert_eq!(verdict(&here), Verdict::NoMate);
        }
        before.push(here.clone());
        here = here.try_play(mv).unwrap();
    }
    let attackers = before.iter().chain([&here]).enumerate().skip(1);
    let mut drops = attackers.filter(|(_, node)| node.side() == task.attacker);
    let forbidden = drops.find_map(|(ply, node)| Some((ply + 1, node.pawn_drop_mate()?)));
    assert_eq!(is.pawn_drop_mate, forbidden);
    assert_eq!(is.king, here.king(task.attacker.flip()));
    assert_eq!(here.side(), task.attacker);
    match is.end {
        End::NoCheck => assert_eq!(here.checks(), []),
        End::Repetition => assert!(before.contains(&here)),
        End::Further => {}
    }
}

fn moves(text: &str) -> Vec<Move> {
    text.split(' ').map(|mv| mv.parse().unwrap()).collect()
}

#[test]
fn every_check_is_answered_and_every_answer_is_right() {
    for sfen in [ESCAPE, PAWN_DROP, PAWN_DROP_AT_ONCE, PERPETUAL, NO_CHECK] {
        let task = task(sfen);
        let why = why(&task, &Limits::default());
        assert_eq!(why.open, []);
        let mut first: Vec<Move> = why.tries.iter().map(|is| is.moves[0]).collect();
        first.sort();
        let mut checks = task.position.checks();
        checks.sort();
        assert_eq!(first, checks, "{sfen}");
        for is in &why.tries {
            verify(&task, is);
        }
    }
}

#[test]
fn the_deepest_try_comes_first_and_ends_where_the_king_is_safe() {
    let why = why(&task(ESCAPE), &Limits::default());
    let first = &why.tries[0];
    assert_eq!(first.moves, moves("S*1b 1a2b 1b1a 2b1a 1c1b+ 1a1b"));
    assert!(first.is_near());
    assert_eq!(first.end, End::NoCheck);
    assert_eq!(first.king.unwrap().to_string(), "1b");
    assert_eq!(first.pawn_drop_mate, None);
    let lengths: Vec<usize> = why.tries.iter().map(|is| is.moves.len()).collect();
    assert!(lengths.is_sorted_by(|one, next| one >= next), "{lengths:?}");
}

#[test]
fn forbidden_pawn_drops_are_told() {
    let at_once = why(&task(PAWN_DROP_AT_ONCE), &Limits::default());
    assert_eq!(at_once.pawn_drop_mate.unwrap().to_string(), "1b");
    assert_eq!(at_once.tries, []);
    let later = why(&task(PAWN_DROP), &Limits::default());
    assert_eq!(later.pawn_drop_mate, None);
    let told = |is: &&Try| is.moves.starts_with(&moves("S*2c 1b1a"));
    let is = later.tries.iter().find(told).unwrap();
    let (ply, square) = is.pawn_drop_mate.unwrap();
    assert_eq!((ply, square.to_string().as_str()), (3, "1b"));
}

#[test]
fn checks_without_end_come_back_to_a_position() {
    let why = why(&task(PERPETUAL), &Limits::default());
    assert_eq!(why.tries[0].end, End::Repetition);
}

#[test]
fn a_defender_who_begins_is_told_one_reply() {
    let task = task(DEFENDER_BEGINS);
    let why = why(&task, &Limits::default());
    let [is] = &why.tries[..] else {
        panic!("{why:?}");
    };
    verify(&task, is);
}

#[test]
fn what_a_limit_leaves_open_is_named() {
    let task = task(PERPETUAL);
    let limits = Limits {
        nodes: Some(1),
        ..Limits::default()
    };
    let why = why(&task, &limits);
    assert_eq!(why.tries, []);
    assert_eq!(why.open.len(), task.position.checks().len());
}

#[test]
fn the_checks_that_fail_are_told_of_a_task_with_a_mate_too() {
    // Mate with the gold on 1b; on 2b or 2a the king takes it.
    let task = task("8k/9/8P/9/9/9/9/9/9 b G 1");
    let mate: Move = "G*1b".parse().unwrap();
    let mut solver = Solver::new(16 << 20);
    let never = AtomicBool::new(false);
    let checks = task.position.checks();
    let told = refute_checks(&task, &checks, &mut solver, &Limits::default(), &never);
    assert_eq!(told.open, []);
    assert_eq!(told.tries.len() + 1, checks.len());
    for is in &told.tries {
        assert_ne!(is.moves[0], mate);
        assert_eq!(
            verdict(&task.position.play(is.moves[0]).play(is.moves[1])),
            Verdict::NoMate
        );
    }
    // What is not asked about is not told.
    let one = [told.tries[0].moves[0]];
    let told = refute_checks(&task, &one, &mut solver, &Limits::default(), &never);
    assert_eq!((told.open.len(), told.tries.len()), (0, 1));
}

#[test]
fn a_check_that_mates_is_open_only_where_a_limit_kept_the_solver_from_seeing_it() {
    // Mate in three.
    let task = task("8k/6S2/9/7LB/9/9/9/9/9 b - 1");
    let mut solver = Solver::new(16 << 20);
    let never = AtomicBool::new(false);
    let mut told = |nodes| {
        let limits = Limits {
            nodes,
            ..Limits::default()
        };
        refute_checks(&task, &moves("2d2a+"), &mut solver, &limits, &never)
    };
    let few = told(Some(1));
    assert_eq!((few.tries, few.open), (vec![], moves("2d2a+")));
    let enough = told(None);
    assert_eq!((enough.tries, enough.open), (vec![], vec![]));
}

#[test]
fn a_reply_promotes_where_that_does_no_harm() {
    // The knight guards the gold from the king, so that the rook has to take it.
    let why = why(&task("8k/9/9/8N/9/9/7r1/9/9 b G 1"), &Limits::default());
    let is = why.tries.iter().find(|is| is.moves[0] == moves("G*2b")[0]);
    assert_eq!(is.unwrap().moves[1], moves("2g2b+")[0]);
}
