//! 余詰消し: changes of one piece that make an unsound problem sound and keep its main line.

use std::cmp::Reverse;
use std::collections::HashMap;

use rayon::prelude::*;

use super::around::Around;
use super::change::Change;
use super::counts::Category;
use super::pipeline::{CompleteProblem, Examiner};
use super::vary::all_pieces;
use shogi::{Color, Kind, Move, Piece, Position, Setup, Square};
use tsume::solve::Task;

impl Change {
    /// The change without its squares.
    const fn idea(self) -> Idea {
        let (what, piece, by) = match self {
            Self::Removed { piece, .. } => (0, piece, None),
            Self::Exchanged { piece, by, .. } => (1, piece, Some(by)),
            Self::Moved { piece, .. } => (2, piece, None),
            Self::Added { piece, .. } => (3, piece, None),
        };
        Idea { what, piece, by }
    }

    /// The square on which the board has changed to what it is; `None` in hand.
    const fn square(self) -> Option<Square> {
        match self {
            Self::Removed { from, .. } => from,
            Self::Exchanged { at, .. } => at,
            Self::Moved { to, .. } => Some(to),
            Self::Added { to, .. } => to,
        }
    }
}

/// What is done with which piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Idea {
    /// The kind of change, in the order of [`Change`].
    what: u8,
    piece: Piece,
    /// The piece that comes in its place.
    by: Option<Piece>,
}

impl Idea {
    /// The same with all pieces unpromoted.
    fn plain(self) -> Self {
        let plain = |piece: Piece| Piece::plain(piece.color, piece.kind);
        Self {
            piece: plain(self.piece),
            by: self.by.map(plain),
            ..self
        }
    }
}

/// A change that repairs a problem.
#[derive(Clone, Debug)]
pub struct Repair {
    /// The change.
    pub change: Change,
    /// The sound problem.
    pub judged: CompleteProblem,
    /// Whether its main line has the very same moves before the last; else the changed piece makes one of them
    /// from elsewhere, or another piece is dropped in its place.
    pub same_moves: bool,
    /// Whether it has the same last move, too.
    pub same_line: bool,
}

/// What came of the search for repairs.
#[derive(Clone, Debug, Default)]
pub struct Repairs {
    /// The sound problems, the best first: those with the fewest superfluous pieces, then those with the very same
    /// moves before the last, then those with fewer blemishes, another last move being one. Of those that are as
    /// good, those with no more pieces, with small ones and near the king; changes of one idea not next to each
    /// other.
    pub found: Vec<Repair>,
    /// How many changes leave a legal position.
    pub changes: u64,
    /// In how many of these the moves of the line can still be played, to the mate: those that were judged.
    pub playable: u64,
}

/// A thread takes so many at a time.
const SHARE: usize = 4;

/// Every change of one piece after which a problem that Black attacks is sound (完全作), with `line` as its main
/// line, move by move but for what the changed piece makes otherwise. At the last move any mate will do.
pub fn repairs(start: &Position, line: &[Move], around: &Around) -> Repairs {
    let mut all = Repairs::default();
    let mut playable: Vec<(Change, Position, Vec<Move>)> = Vec::new();
    for (change, setup) in changes(&Setup::from(start).without_hand(Color::White)) {
        let Some(position) = completed(setup) else {
            continue;
        };
        all.changes += 1;
        let line = changed_line(line, change);
        if mates(&position, &line) {
            playable.push((change, position, line));
        }
    }
    all.playable = playable.len() as u64;
    let found = playable
        .par_chunks(SHARE)
        .flat_map_iter(|share| {
            let mut examiner = around.examiner();
            let going = share.iter().take_while(|_| !around.stopped());
            let judged = going.map(|(change, position, wanted)| {
                let judged = around.tell(judge(position, wanted, &mut examiner))?;
                Some(Repair {
                    change: *change,
                    same_moves: before_last(wanted) == before_last(line),
                    same_line: judged.report.main_line == line,
                    judged,
                })
            });
            judged.flatten().collect::<Vec<_>>()
        })
        .collect();
    all.found = rank(found);
    all
}

/// The best first. Changes that differ in the square alone, or in which side of the piece is up, are one idea: the
/// second of each comes after the first of all that are as good.
fn rank(mut found: Vec<Repair>) -> Vec<Repair> {
    found.sort_by_cached_key(|repair| (worth(repair), simplicity(repair)));
    let mut ideas: HashMap<_, usize> = HashMap::new();
    let mut numbered: Vec<(usize, Repair)> = found
        .into_iter()
        .map(|repair| {
            let number = ideas
                .entry((worth(&repair), repair.change.idea().plain()))
                .or_default();
            *number += 1;
            (*number, repair)
        })
        .collect();
    numbered.sort_by_cached_key(|(number, repair)| (worth(repair), *number));
    numbered.into_iter().map(|(_, repair)| repair).collect()
}

/// How good a repair is, the best the least: how many pieces are superfluous (that need not be known), whether the
/// moves are the very same, how many blemishes there are, another last move being one.
fn worth(repair: &Repair) -> (u16, bool, u32) {
    let report = &repair.judged.report;
    let flaws = report.flaws.as_ref().map(|counts| counts.flaws);
    let blemishes = flaws.map_or(0, |flaws| {
        let counts = [
            flaws.equal_at_last,
            flaws.longer_at_last,
            flaws.promotion_duals,
            flaws.equal_variations,
        ];
        counts.iter().flatten().map(|&count| u32::from(count)).sum()
    });
    let superfluous = match report.soundness.irredundant {
        Some(true) => 0,
        _ => (report.superfluous_pieces.len() as u16).max(1),
    };
    let other_end = u32::from(!repair.same_line);
    (superfluous, !repair.same_moves, blemishes + other_end)
}

/// Of changes as good the simplest is the least: no more pieces, plain ones, small ones, near the king.
fn simplicity(repair: &Repair) -> impl Ord + use<> {
    let Idea { what, piece, by } = repair.change.idea();
    let new = by.unwrap_or(piece);
    let king = repair.judged.task.position.king(Color::White);
    let distance = king.zip(repair.change.square()).map(|(king, square)| {
        let (files, ranks) = (square.file() - king.file(), square.rank() - king.rank());
        files.abs().max(ranks.abs())
    });
    let small = Reverse(new.kind as usize);
    (what, new.promoted, small, distance, repair.change)
}

/// A setup with the rest of the set in the defender's hand, if it is legal.
fn completed(mut setup: Setup) -> Option<Position> {
    setup.complete_defender_hand(false).ok()?;
    Position::try_from(&setup).ok()
}

/// Every change of one piece of a setup whose defender's hand is left empty, in a fixed order; not all are legal
/// positions.
fn changes(setup: &Setup) -> Vec<(Change, Setup)> {
    let mut all = Vec::new();
    let on_board: Vec<(Square, Piece)> = setup.pieces().collect();
    for &(from, piece) in &on_board {
        let mut without = setup.clone();
        without.board[from.index()] = None;
        for to in Square::all().filter(|to| setup.board[to.index()].is_none()) {
            if piece.may_stand(to) {
                let mut moved = without.clone();
                moved.board[to.index()] = Some(piece);
                all.push((Change::Moved { piece, from, to }, moved));
            }
        }
        if piece.kind == Kind::King {
            continue;
        }
        for by in all_pieces().filter(|&by| by != piece && by.may_stand(from)) {
            let mut exchanged = without.clone();
            exchanged.board[from.index()] = Some(by);
            let at = Some(from);
            all.push((Change::Exchanged { piece, by, at }, exchanged));
        }
        let from = Some(from);
        all.push((Change::Removed { piece, from }, without));
    }
    for to in Square::all().filter(|to| setup.board[to.index()].is_none()) {
        for piece in all_pieces().filter(|piece| piece.may_stand(to)) {
            let mut added = setup.clone();
            added.board[to.index()] = Some(piece);
            let to = Some(to);
            all.push((Change::Added { piece, to }, added));
        }
    }
    let hand = setup.hands.black;
    for kind in Kind::HAND {
        let piece = Piece::plain(Color::Black, kind);
        let mut added = setup.clone();
        added.hands.black = hand.plus(kind);
        // Of a kind that is all in hand there is none to add.
        if added.hands.black != hand {
            all.push((Change::Added { piece, to: None }, added));
        }
        if hand.count(kind) == 0 {
            continue;
        }
        let mut without = setup.clone();
        without.hands.black = hand.minus(kind);
        for other in Kind::HAND.into_iter().filter(|&other| other != kind) {
            let mut exchanged = without.clone();
            exchanged.hands.black = exchanged.hands.black.plus(other);
            let by = Piece::plain(Color::Black, other);
            if exchanged.hands.black != without.hands.black {
                all.push((
                    Change::Exchanged {
                        piece,
                        by,
                        at: None,
                    },
                    exchanged,
                ));
            }
        }
        all.push((Change::Removed { piece, from: None }, without));
    }
    all
}

/// The line after a change: the changed piece's first move begins where it stands now, and the first drop of a
/// piece that was exchanged in hand drops the other one.
fn changed_line(line: &[Move], change: Change) -> Vec<Move> {
    let mut line = line.to_vec();
    let other = |mv: Move| match (change, mv) {
        (Change::Moved { from, to, .. }, Move::Board { from: origin, .. }) if origin == from => {
            let mut other = mv;
            if let Move::Board { from, .. } = &mut other {
                *from = to;
            }
            Some(other)
        }
        (
            Change::Exchanged {
                piece,
                by,
                at: None,
            },
            Move::Drop { kind, to },
        ) if kind == piece.kind => Some(Move::Drop { kind: by.kind, to }),
        _ => None,
    };
    let first = (0..line.len()).find_map(|at| Some((at, other(line[at])?)));
    if let Some((at, other)) = first {
        line[at] = other;
    }
    line
}

/// The moves of a line before its last one.
fn before_last(line: &[Move]) -> &[Move] {
    &line[..line.len().saturating_sub(1)]
}

/// Whether a line can be played, every attacker's move a check, and some check, the last, leaves no reply but
/// interpositions.
fn mates(start: &Position, line: &[Move]) -> bool {
    let mut position = start.clone();
    for (ply, &mv) in before_last(line).iter().enumerate() {
        let legal = match ply % 2 {
            0 => position.checks().contains(&mv),
            _ => position.is_legal(mv),
        };
        if !legal {
            return false;
        }
        position = position.play(mv);
    }
    position.checks().into_iter().any(|mv| {
        let last = position.play(mv);
        let between = last.interposing_squares();
        let mut replies = last.legal_moves().into_iter();
        replies.all(|mv| between.has(mv.to()))
    })
}

/// The verdict on a position that is to be a 完全作 with this main line.
fn judge(
    position: &Position,
    line: &[Move],
    examiner: &mut Examiner,
) -> Result<CompleteProblem, Category> {
    let task = Task {
        position: position.clone(),
        attacker: Color::Black,
    };
    examiner.sound_so_far(&task, Some(line.len() as u32))?;
    let judged = examiner.complete_with(task, line)?;
    match before_last(&judged.report.main_line) == before_last(line) {
        true => Ok(judged),
        false => Err(Category::Unwanted),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(file: i8, rank: i8) -> Square {
        Square::new(file, rank).unwrap()
    }

    fn moves(text: &str) -> Vec<Move> {
        text.split(' ').map(|mv| mv.parse().unwrap()).collect()
    }

    #[test]
    fn the_line_follows_the_changed_piece() {
        let line = moves("2d2a+ 1a1b 1d2c+");
        let lance = Piece::plain(Color::Black, Kind::Lance);
        let moved = Change::Moved {
            piece: lance,
            from: square(2, 4),
            to: square(2, 6),
        };
        assert_eq!(changed_line(&line, moved), moves("2f2a+ 1a1b 1d2c+"));
        let line = moves("G*1b 1a1b G*1c");
        let gold = Piece::plain(Color::Black, Kind::Gold);
        let exchanged = Change::Exchanged {
            piece: gold,
            by: Piece::plain(Color::Black, Kind::Silver),
            at: None,
        };
        assert_eq!(changed_line(&line, exchanged), moves("S*1b 1a1b G*1c"));
        let removed = Change::Removed {
            piece: gold,
            from: None,
        };
        assert_eq!(changed_line(&line, removed), line);
    }

    #[test]
    fn a_line_ends_in_mate_or_is_none() {
        let start = Position::from_tsume_sfen("8k/6S2/9/7LB/9/9/9/9/9 b - 1", false).unwrap();
        assert!(mates(&start, &moves("2d2a+ 1a1b 1d2c+")));
        assert!(mates(&start, &moves("2d2a+ 1a1b 1d2c")));
        // No mate, no check, no move of this position.
        assert!(!mates(&start, &moves("2d2a+")));
        assert!(!mates(&start, &moves("2d2b 1a1b 1d2c+")));
        assert!(!mates(&start, &moves("2f2a+ 1a1b 1d2c+")));
    }
}
