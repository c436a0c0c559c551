//! A game against best defence: every reply is one of best play, wrong tries are refuted, and all can be taken back.

use std::sync::atomic::AtomicBool;

use shogi::Move;
use tsume::game::{AnswerToCheck, Defence, Game, Played, Slower};
use tsume::solve::{Goal, Limits, Outcome, Solve, Solver, Task, Verdict};

/// A mate in 7; one in 3 that can take longer; one in 5 with replies that last as long; no mate; one in 1 to which
/// nothing but futile interpositions can be replied.
const SEVEN: &str = "6k2/7+n1/6+N2/6NN1/9/9/9/9/9 b - 1";
const NO_MATE: &str = "8k/9/8P/9/9/9/9/9/9 b S 1";
const LONGER: &str = "8k/9/6+P+sG/9/8N/9/9/9/9 b 2r2b3g3s3n4l17p 1";
const EQUAL: &str = "4k4/4s4/4+N4/4+P4/9/9/9/9/9 b G2r2b3g3s3n4l17p 1";
const FUTILE: &str = "3+R3nk/8p/7P1/9/9/9/9/9/8B b 16p4l3n4s4gbr 1";

fn task(sfen: &str) -> Task {
    Task::from_tsume_sfen(sfen, true).unwrap()
}

fn line(moves: &str) -> Vec<Move> {
    moves
        .split_whitespace()
        .map(|mv| mv.parse().unwrap())
        .collect()
}

/// Does something with a defender who may spend so many nodes on each question.
fn with<T>(nodes: Option<u64>, play: impl FnOnce(&mut Defence<'_>) -> T) -> T {
    let limits = Limits {
        nodes,
        ..Limits::default()
    };
    play(&mut Defence {
        solver: &mut Solver::new(16 << 20),
        limits,
        refuting: limits,
        stop: &AtomicBool::new(false),
    })
}

fn solve(task: &Task) -> Outcome {
    let never = AtomicBool::new(false);
    Solver::new(16 << 20).solve(task, Goal::Lengths, &Limits::default(), &never)
}

/// Whatever checks mate, in whatever order they are played, the replies last as long as they can.
#[test]
fn the_defender_plays_a_longest_reply_wherever_the_game_goes() {
    with(None, |defence| {
        let begin = |sfen| Game::begin(&task(sfen), &[], defence).0;
        let (mut games, mut met, mut longer) = ([SEVEN, LONGER].map(begin).to_vec(), 0, 0);
        while let Some(game) = games.pop() {
            let (before, _) = game.last_turn();
            let before = before.clone();
            let left = solve(&before).plies.unwrap();
            for check in before.position.checks() {
                let mut next = game.clone();
                let after = solve(&before.play(check));
                match next.play(check, defence) {
                    Played::Mated => assert_eq!(after.plies, Some(0), "{check}"),
                    Played::Refuted(Some(shown)) => {
                        assert_eq!(after.verdict, Verdict::NoMate, "{check}");
                        assert_eq!(solve(&next.now()).verdict, Verdict::NoMate);
                        assert_eq!(shown.moves[0], check);
                        assert!(next.is_refuted() && next.back());
                        assert_eq!(next.now(), before);
                    }
                    Played::Reply { slower, .. } => {
                        let plies = after.plies.unwrap();
                        assert_eq!(solve(&next.now()).plies, Some(plies - 1), "{check}");
                        let expected = (plies + 1 > left).then_some(Slower {
                            plies: plies + 1,
                            best: left,
                        });
                        assert_eq!(slower, expected, "{check}");
                        longer += u32::from(slower.is_some());
                        // Not every way round is walked.
                        if slower.is_none() {
                            games.push(next.clone());
                        }
                        assert!(next.back());
                        assert_eq!(next.now(), before);
                    }
                    other => panic!("{check}: {other:?}"),
                }
                met += 1;
            }
        }
        assert!(met > 10, "{met}");
        assert!(longer > 0);
    });
}

#[test]
fn a_mate_is_reached_along_the_solution() {
    with(None, |defence| {
        let (mut game, _) = Game::begin(&task(SEVEN), &[], defence);
        while !game.is_mated() {
            let check = game.solution().unwrap()[0];
            game.play(check, defence);
        }
        assert_eq!(game.moves().len(), 7);
        assert!(game.now().position.is_checkmate());
        // Back to the beginning, turn by turn.
        for made in [6, 4, 2, 0] {
            assert!(game.back());
            assert_eq!(game.moves().len(), made);
        }
        assert!(!game.back());
    });
}

/// Of lines that are as good the one that is known is played, and none that only says it is.
#[test]
fn the_line_of_a_file_is_followed_where_it_is_best_play() {
    let start = task(EQUAL);
    let best = solve(&start).best_line().unwrap().to_vec();
    with(None, |defence| {
        let known = line("5c5b 5a5b S*5c 5b6a G*6b");
        assert_ne!(known, best);
        let (mut game, _) = Game::begin(&start, &known, defence);
        assert_eq!(game.solution(), Some(&known[..]));
        game.play(known[0], defence);
        game.play(known[2], defence);
        assert_eq!(game.moves(), &known[..4]);
        // Five plies, but no mate.
        let wrong = line("5c5b 5a5b S*5c 5b4a G*3b");
        let end = wrong
            .iter()
            .try_fold(start.position.clone(), |at, &mv| at.try_play(mv));
        assert!(end.is_some_and(|end| !end.is_checkmate()));
        assert_eq!(wrong.len(), best.len());
        let (game, _) = Game::begin(&start, &wrong, defence);
        assert_eq!(game.solution(), Some(&best[..]));
        let (game, _) = Game::begin(&start, &best[..3], defence);
        assert_eq!(game.solution(), Some(&best[..]));
    });
}

#[test]
fn futile_interpositions_are_not_played() {
    with(None, |defence| {
        let start = task(FUTILE);
        let (mut game, outcome) = Game::begin(&start, &[], defence);
        assert_eq!(outcome.plies, Some(1));
        assert!(outcome.raw_plies > Some(1));
        let played = game.play("1i5e".parse().unwrap(), defence);
        assert_eq!(played, Played::Mated);
        assert!(game.now().position.has_legal_move());
        // So is it where the line is not known beforehand.
        let check = "1i5e".parse().unwrap();
        assert_eq!(defence.answer(&start, check), AnswerToCheck::Mated);
    });
}

#[test]
fn without_a_mate_every_check_is_refuted() {
    with(None, |defence| {
        let start = task(NO_MATE);
        let (game, outcome) = Game::begin(&start, &[], defence);
        assert_eq!(outcome.verdict, Verdict::NoMate);
        assert_eq!(game.solution(), None);
        for check in start.position.checks() {
            let mut game = game.clone();
            assert!(matches!(
                game.play(check, defence),
                Played::Refuted(Some(_))
            ));
        }
    });
}

#[test]
fn the_defender_begins_where_he_is_to_move() {
    let start = task(SEVEN);
    let best = solve(&start).best_line().unwrap().to_vec();
    let after = start.play(best[0]);
    with(None, |defence| {
        let (mut game, outcome) = Game::begin(&after, &[], defence);
        assert_eq!((outcome.plies, game.moves().len()), (Some(6), 1));
        assert!(game.now().attacker_to_move());
        assert!(!game.back());
        let check = game.solution().unwrap()[0];
        assert!(matches!(game.play(check, defence), Played::Reply { .. }));
        assert!(game.back());
        assert_eq!(game.moves().len(), 1);
    });
}

#[test]
fn what_the_limits_leave_open_is_not_played() {
    with(Some(1), |defence| {
        let start = task(SEVEN);
        let (mut game, outcome) = Game::begin(&start, &[], defence);
        assert_eq!(outcome.verdict, Verdict::Unknown);
        let check = start.position.checks()[0];
        assert!(matches!(game.play(check, defence), Played::Open(Some(_))));
        assert_eq!(game.moves(), []);
    });
}
