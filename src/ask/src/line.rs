//! The line of a problem, read once: each move with what can be told without a position.

use std::cell::OnceCell;

use shogi::{Color, Kind, Move, Piece, Position, Square};
use tsume::solve::Task;

use super::lazy::Lazy;
use super::query::Flag;

/// One of the pieces of a line: the square where it stood at the start, or 81 and the place of the move that
/// dropped it.
pub type PieceId = u16;

/// No piece.
const NOBODY: PieceId = PieceId::MAX;

/// A move of a line. Black attacks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub mv: Move,
    pub piece: Piece,
    pub after: Piece,
    pub captured: Option<Piece>,
    pub id: PieceId,
    pub captured_id: PieceId,
    /// Where the defender's king stands before the move.
    pub king: Square,
    /// Pieces on the board before the move, by side, kings included.
    pub men: [u8; 2],
    /// A bit for each [`Flag`] that needs no position.
    pub flags: u32,
    /// Plies until the piece is captured; 0 if it never is.
    pub taken: u16,
}

/// The bit of a property.
pub(super) const fn bit(flag: Flag) -> u32 {
    1 << flag as u32
}

impl Step {
    pub const fn has(&self, flag: Flag) -> bool {
        self.flags & bit(flag) != 0
    }
}

/// A line (作意, or any other line) from a position, turned so that Black attacks. It is meant to be read into
/// again and again.
#[derive(Debug, Default)]
pub struct Line {
    pub(super) steps: Vec<Step>,
    sfen: String,
    turned: bool,
    pub(super) lazy: Vec<Lazy>,
    positions: OnceCell<Vec<Position>>,
}

/// The beginning of a line.
pub(super) struct Stem<'l> {
    main: &'l Line,
    place: usize,
    board: Board,
}

impl Stem<'_> {
    /// Where it ends.
    pub const fn place(&self) -> usize {
        self.place
    }

    /// The line that goes on, and ends, with these moves, as Black attacks; `None` if they cannot be played.
    pub fn with(&self, moves: &[Move]) -> Option<Line> {
        let mut board = self.board.clone();
        let mut line = Line {
            steps: self.main.steps[..self.place].to_vec(),
            sfen: self.main.sfen.clone(),
            turned: self.main.turned,
            ..Line::default()
        };
        for (place, &mv) in (self.place..).zip(moves) {
            let mut step = board.play(mv, side_at(place), place)?;
            line.look_back(&mut step, place);
            line.steps.push(step);
        }
        let mut pairs = line.steps.iter().zip(&self.main.steps);
        let departs = pairs.position(|(step, main)| step.mv != main.mv);
        line.depart(departs);
        line.end();
        Some(line)
    }
}

/// The side that moves at a place.
const fn side_at(place: usize) -> Color {
    if place.is_multiple_of(2) {
        Color::Black
    } else {
        Color::White
    }
}

/// A board on which pieces have names.
#[derive(Clone)]
struct Board {
    pieces: [Option<(Piece, PieceId)>; Square::COUNT],
    king: Option<Square>,
    /// How many pieces each side has.
    men: [u8; 2],
}

impl Line {
    /// The line of a task; `None` if it cannot be played.
    pub fn new(task: &Task, moves: &[Move]) -> Option<Self> {
        let mut line = Self::default();
        let white = task.attacker == Color::White;
        let moves = moves.iter().copied().map(Some);
        let sfen = task.position.to_string();
        line.read_moves(&sfen, white, moves).then_some(line)
    }

    /// A line of a task that leaves its main line somewhere; `None` if it cannot be played.
    pub fn leaving(task: &Task, main: &[Move], moves: &[Move]) -> Option<Self> {
        let mut line = Self::new(task, moves)?;
        let mut pairs = moves.iter().zip(main);
        line.depart(pairs.position(|(mv, main)| mv != main));
        Some(line)
    }

    /// The line up to a place, from where others leave it; `None` if it cannot be played.
    pub(super) fn up_to(&self, place: usize) -> Option<Stem<'_>> {
        let mut board = Board::read(&self.sfen, self.turned)?;
        for (place, step) in self.steps.iter().enumerate().take(place) {
            board.play(step.mv, side_at(place), place)?;
        }
        Some(Stem {
            main: self,
            place,
            board,
        })
    }

    /// Notes at which move it leaves the main line.
    fn depart(&mut self, place: Option<usize>) {
        if let Some(step) = place.and_then(|place| self.steps.get_mut(place)) {
            step.flags |= bit(Flag::Departs);
        }
    }

    /// Reads a line in USI from a position in SFEN; whether it can be played. One that cannot has no moves afterwards.
    pub fn read(&mut self, sfen: &str, white_attacks: bool, usi: &str) -> bool {
        let moves = usi.split_ascii_whitespace().map(read_move);
        self.read_moves(sfen, white_attacks, moves)
    }

    fn read_moves(
        &mut self,
        sfen: &str,
        turned: bool,
        moves: impl Iterator<Item = Option<Move>>,
    ) -> bool {
        let can_be_played = self.play(sfen, turned, moves);
        if !can_be_played {
            self.steps.clear();
        }
        self.end();
        can_be_played
    }

    /// Notes that it ends here.
    fn end(&mut self) {
        if let Some(last) = self.steps.last_mut() {
            last.flags |= bit(Flag::Last);
        }
        self.lazy.clear();
        self.lazy.resize_with(self.steps.len(), Lazy::default);
    }

    /// Plays the moves; whether all of them can be.
    fn play(
        &mut self,
        sfen: &str,
        turned: bool,
        moves: impl Iterator<Item = Option<Move>>,
    ) -> bool {
        self.steps.clear();
        self.positions.take();
        self.sfen.clear();
        self.sfen.push_str(sfen);
        self.turned = turned;
        let Some(mut board) = Board::read(sfen, turned) else {
            return false;
        };
        for (place, mv) in moves.enumerate() {
            let played = mv.and_then(|mv| {
                let mv = if turned { mv.rotate() } else { mv };
                board.play(mv, side_at(place), place)
            });
            let Some(mut step) = played else {
                return false;
            };
            self.look_back(&mut step, place);
            self.steps.push(step);
        }
        true
    }

    /// What earlier moves say of a move, and it of them.
    fn look_back(&mut self, step: &mut Step, place: usize) {
        let to = step.mv.to();
        if let Some(before) = self.steps.last_mut()
            && before.mv.to() == to
        {
            step.flags |= bit(Flag::Same);
            if !step.has(Flag::Attack) {
                before.flags |= bit(Flag::Sacrifice);
            }
        }
        if step.captured.is_some() {
            for (at, earlier) in self.steps.iter_mut().enumerate() {
                if earlier.id == step.captured_id {
                    earlier.flags |= bit(Flag::Taken);
                    earlier.taken = (place - at) as u16;
                }
            }
        }
        let stood = |earlier: &Step| earlier.id == step.id && earlier.mv.from() == Some(to);
        if step.has(Flag::Move) && self.steps.iter().any(stood) {
            step.flags |= bit(Flag::Returns);
        }
    }

    /// How many plies it has.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// The positions before each move, and the last one.
    /// The first position as it was read, in SFEN.
    pub(super) fn start(&self) -> &str {
        &self.sfen
    }

    pub(super) fn positions(&self) -> &[Position] {
        self.positions.get_or_init(|| {
            let Ok(start) = self.sfen.parse::<Position>() else {
                return Vec::new();
            };
            let mut positions = vec![if self.turned { start.rotate() } else { start }];
            for step in &self.steps {
                positions.push(positions[positions.len() - 1].play(step.mv));
            }
            positions
        })
    }
}

impl Board {
    /// The board of an SFEN.
    fn read(sfen: &str, turned: bool) -> Option<Self> {
        let mut board = Self {
            pieces: [None; Square::COUNT],
            king: None,
            men: [0; 2],
        };
        let (mut file, mut rank, mut promoted) = (9_i8, 1_i8, false);
        for sign in sfen.bytes().take_while(|&sign| sign != b' ') {
            match sign {
                b'/' => (file, rank) = (9, rank + 1),
                b'1'..=b'9' => file -= (sign - b'0') as i8,
                b'+' => promoted = true,
                letter => {
                    let kind = Kind::from_letter(letter.to_ascii_uppercase() as char)?;
                    let black = letter.is_ascii_uppercase() != turned;
                    let color = if black { Color::Black } else { Color::White };
                    let square = Square::new(file, rank)?;
                    let square = if turned { square.rotate() } else { square };
                    let piece = Piece {
                        color,
                        kind,
                        promoted,
                    };
                    board.pieces[square.index()] = Some((piece, square.index() as PieceId));
                    if kind == Kind::King && color == Color::White {
                        board.king = Some(square);
                    }
                    board.men[color as usize] += 1;
                    file -= 1;
                    promoted = false;
                }
            }
        }
        Some(board)
    }

    /// Plays a move; `None` if there is no such piece, or no king to mate.
    fn play(&mut self, mv: Move, side: Color, place: usize) -> Option<Step> {
        let to = mv.to();
        let mut flags = bit(match side {
            Color::Black => Flag::Attack,
            Color::White => Flag::Reply,
        });
        let (piece, id) = match mv {
            Move::Drop { kind, .. } => {
                flags |= bit(Flag::Drop);
                (Piece::plain(side, kind), (Square::COUNT + place) as PieceId)
            }
            Move::Board { from, promote, .. } => {
                let (piece, id) = self.pieces[from.index()].take()?;
                flags |= bit(Flag::Move) | way(side, from, to);
                if promote {
                    flags |= bit(Flag::Promote);
                } else if piece.could_promote(from, to) {
                    flags |= bit(Flag::Unpromote);
                }
                if id < Square::COUNT as PieceId {
                    flags |= bit(Flag::Original);
                }
                (piece, id)
            }
        };
        let captured = self.pieces[to.index()];
        let foreign = captured.is_none_or(|(is, _)| is.color != side && is.kind != Kind::King);
        if piece.color != side || !foreign || mv.is_drop() && captured.is_some() {
            return None;
        }
        if captured.is_some() {
            flags |= bit(Flag::Capture);
        }
        let king = self.king?;
        let after = Piece {
            promoted: piece.promoted || mv.promotes(),
            ..piece
        };
        self.pieces[to.index()] = Some((after, id));
        let men = self.men;
        self.men[side as usize] += u8::from(mv.is_drop());
        self.men[side.flip() as usize] -= u8::from(captured.is_some());
        if piece.kind == Kind::King && side == Color::White {
            self.king = Some(to);
        }
        Some(Step {
            mv,
            piece,
            after,
            captured: captured.map(|(piece, _)| piece),
            id,
            captured_id: captured.map_or(NOBODY, |(_, id)| id),
            king,
            men,
            flags,
            taken: 0,
        })
    }
}

/// The way a piece goes, seen from its side.
fn way(side: Color, from: Square, to: Square) -> u32 {
    let (files, ranks) = (to.file() - from.file(), to.rank() - from.rank());
    let ahead = if side == Color::Black { -ranks } else { ranks };
    let straight = bit(match ahead {
        0 => Flag::Sideways,
        1.. => Flag::Forward,
        _ => Flag::Back,
    });
    match files.abs() == ranks.abs() {
        true => straight | bit(Flag::Diagonal),
        false => straight,
    }
}

/// A move in USI; quicker than [`Move::from_str`](std::str::FromStr), which says what is wrong.
fn read_move(usi: &str) -> Option<Move> {
    let signs = usi.as_bytes();
    let square = |at: usize| {
        let (&file, &rank) = (signs.get(at)?, signs.get(at + 1)?);
        Square::new(
            file.wrapping_sub(b'0') as i8,
            rank.wrapping_sub(b'a' - 1) as i8,
        )
    };
    match signs {
        [letter, b'*', _, _] => {
            let kind = Kind::from_letter(*letter as char).filter(|&kind| kind != Kind::King)?;
            Some(Move::Drop {
                kind,
                to: square(2)?,
            })
        }
        [_, _, _, _] | [_, _, _, _, b'+'] => Some(Move::Board {
            from: square(0)?,
            to: square(2)?,
            promote: signs.len() == 5,
        }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_read_as_usi_says() {
        for text in [
            "7g7f", "8h2b+", "G*5b", "", "0a1a", "1j1a", "K*5b", "G*5", "1a2b-", "歩*5b",
        ] {
            assert_eq!(read_move(text), text.parse().ok(), "{text}");
        }
    }

    #[test]
    fn what_cannot_be_played_is_no_line() {
        let sfen = "8k/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";
        let mut line = Line::default();
        assert!(line.read(sfen, false, "G*1b") && line.len() == 1);
        for usi in ["G*1a", "1d1c", "1a1b", "1c1b 1a2c x", "1c1b G*1b"] {
            assert!(!line.read(sfen, false, usi), "{usi}");
        }
        assert!(!line.read("x", false, ""));
        assert!(
            !line.read("9/9/8P/9/9/9/9/9/9 b - 1", false, "1c1b"),
            "no king"
        );
    }
}
