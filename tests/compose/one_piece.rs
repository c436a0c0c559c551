//! Changes of one piece: 余詰消し, 推敲.

use std::collections::BTreeSet;

use compose::Change;
use compose::conditions::Conditions;
use compose::polish::{Taken, polish};
use compose::repair::repairs;
use compose::strict::{Strictness, stricter};
use shogi::{Color, Kind, Piece, Position, Setup, Square};

use crate::runs::around;
use crate::{GOLDS, complete, examiner, piece, setup, square, task};

#[test]
fn changes_are_told_in_short() {
    let gold = Piece::plain(Color::Black, Kind::Gold);
    let (from, to) = (Some(square(9, 1)), square(4, 4));
    for (change, text) in [
        (
            Change::Removed {
                piece: piece("p"),
                from,
            },
            "p9a away",
        ),
        (
            Change::Removed {
                piece: gold,
                from: None,
            },
            "G* away",
        ),
        (
            Change::Moved {
                piece: gold,
                from: square(3, 4),
                to,
            },
            "G3d to 4d",
        ),
        (
            Change::Exchanged {
                piece: piece("s"),
                by: piece("l"),
                at: from,
            },
            "s9a becomes l",
        ),
        (
            Change::Added {
                piece: piece("+P"),
                to: Some(to),
            },
            "+P4d added",
        ),
        (
            Change::Added {
                piece: gold,
                to: None,
            },
            "G* added",
        ),
    ] {
        assert_eq!(change.to_string(), text);
    }
}

fn bare(position: &Position) -> Setup {
    Setup::from(position).without_hand(Color::White)
}

/// The board and hand that a change makes of another.
fn after(mut setup: Setup, change: Change) -> Setup {
    let mut put = |at: Option<Square>, old: Option<Piece>, new: Option<Piece>| match at {
        Some(at) => {
            assert_eq!(setup.board[at.index()], old);
            setup.board[at.index()] = new;
        }
        None => {
            let hand = &mut setup.hands.black;
            *hand = old.map_or(*hand, |old| hand.minus(old.kind));
            *hand = new.map_or(*hand, |new| hand.plus(new.kind));
        }
    };
    match change {
        Change::Removed { piece, from } => put(from, Some(piece), None),
        Change::Exchanged { piece, by, at } => put(at, Some(piece), Some(by)),
        Change::Added { piece, to } => put(to, None, Some(piece)),
        Change::Moved { piece, from, to } => {
            put(Some(from), Some(piece), None);
            put(Some(to), None, Some(piece));
        }
    }
    setup
}

/// A pawn taken from a sound problem lets another mate in; it is among what puts that right, and whatever else
/// is found is sound and differs by what it says.
#[test]
fn what_was_taken_away_is_found_again() {
    let sound = complete(GOLDS);
    let line = &sound.report.main_line;
    let mut spoilt = bare(&sound.task.position);
    spoilt.board[square(2, 1).index()] = None;
    spoilt.complete_defender_hand(false).unwrap();
    let spoilt = Position::try_from(&spoilt).unwrap();
    assert!(examiner().complete(task(spoilt.clone())).is_err());
    let all = repairs(&spoilt, line, &around());
    assert!(all.changes > all.playable && all.playable >= all.found.len() as u64);
    let pawn = Change::Added {
        piece: piece("p"),
        to: Some(square(2, 1)),
    };
    assert!(
        all.found
            .iter()
            .any(|is| is.change == pawn && is.same_line && is.same_moves)
    );
    let mut seen = BTreeSet::new();
    for repair in &all.found {
        let position = &repair.judged.task.position;
        assert_eq!(
            bare(position).to_string(),
            after(bare(&spoilt), repair.change).to_string()
        );
        assert!(seen.insert(repair.change), "{}", repair.change);
        let report = examiner().report(&task(position.clone()));
        assert_eq!(report.soundness.complete, Some(true));
        assert_eq!(report.length, Some(5));
        assert_eq!(repair.same_line, repair.judged.report.main_line == *line);
        assert_eq!(
            repair.same_moves,
            repair.judged.report.main_line[..4] == line[..4]
        );
    }
    // Those without superfluous pieces stand before those with.
    let redundant =
        |is: &compose::repair::Repair| is.judged.report.soundness.irredundant != Some(true);
    assert!(all.found.is_sorted_by_key(redundant));
}

/// A pawn far away has no part in it: both ways to a stricter problem take it away.
#[test]
fn a_piece_without_a_part_goes() {
    let golds = complete(GOLDS);
    let mut fuller = setup(GOLDS);
    fuller.board[square(8, 8).index()] = Some(piece("p"));
    let fuller = complete(&fuller.to_string());
    let wanted = Conditions::none();
    let (polished, taken) = polish(fuller.clone(), &wanted, &mut examiner());
    assert_eq!(taken, [Taken::FromBoard(piece("p"), square(8, 8))]);
    assert_eq!(taken[0].to_string(), "p8h");
    assert_eq!(polished.report.sfen, golds.report.sfen);
    let made = stricter(fuller.clone(), &wanted, &around());
    assert_eq!(
        made.changes.first(),
        Some(&Change::Removed {
            piece: piece("p"),
            from: Some(square(8, 8)),
        })
    );
    assert_eq!(made.problem.report.main_line, golds.report.main_line);
    // Where so many pieces are asked for it stays.
    let mut many = Conditions::none();
    many.board.low = setup(GOLDS).pieces().count() as u32 + 1;
    let (same, taken) = polish(fuller.clone(), &many, &mut examiner());
    assert!(taken.is_empty() && same.report.sfen == fuller.report.sfen);
    let strictness = |is: &compose::CompleteProblem| {
        Strictness::of(&is.report, &Setup::from(&is.task.position)).unwrap()
    };
    assert!(strictness(&golds) < strictness(&fuller));
    // The king aside: three on the board, two in hand.
    assert_eq!(strictness(&golds).pieces, 5);
}
