//! Moves in Japanese notation (棋譜の表記): `☗１二金 ☖同　玉`.
//!
//! The official style follows the rules of the Japan Shogi Association (日本将棋連盟, 棋譜の表記方法),
//! which name a piece no closer than needed to tell it from the others of its kind. In short:
//!
//! - 打 stands only where a piece of the same kind on the board could also move to the square.
//! - Where several pieces of the same kind can, the motion tells which one: 上 (one rank or more
//!   forwards), 寄 (sideways), 引 (backwards).
//! - Where the motion does not, the place does, seen from the target: 右 or 左, and 直 for a gold,
//!   a silver or a promoted small piece that moves straight forwards.
//! - Where neither does alone, both do, the place first: 右上, 左引.
//! - There are only two rooks and two bishops in a set: those, promoted or not, are called 右 and
//!   左 as they stand to one another, and 直 is not used.
//! - 不成 is written where the piece could have promoted.
//!
//! A piece is told apart from every one of its kind that could go there by its movement, also from one that may not,
//! because it is pinned or because that does not end a check: this is how the Association's rules are read by other programs.

use super::names::{digit, move_name, numeral};
use shogi::attacks::attacks;
use shogi::{Color, Kind, Move, Piece, Position, Square};

/// How the sides are marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Marks {
    /// ☗ and ☖.
    Pieces,
    /// ▲ and △.
    Triangles,
    /// Not at all.
    None,
}

impl Marks {
    /// The mark of a side.
    pub const fn of(self, color: Color) -> &'static str {
        match (self, color) {
            (Self::Pieces, Color::Black) => "☗",
            (Self::Pieces, Color::White) => "☖",
            (Self::Triangles, Color::Black) => "▲",
            (Self::Triangles, Color::White) => "△",
            (Self::None, _) => "",
        }
    }
}

/// How a move tells which piece makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// As the Japan Shogi Association has it: `２二桂右不成`, `１二金`.
    Official,
    /// As KIF files have it: the origin in brackets, every drop with 打, 不成 left out:
    /// `２二桂(14)`, `１二金打`.
    Kif,
}

/// A way to write moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Japanese {
    /// The marks of the sides.
    pub marks: Marks,
    /// How a move tells which piece makes it.
    pub style: Style,
}

impl Japanese {
    /// `☗１二金`.
    pub const OFFICIAL: Self = Self {
        marks: Marks::Pieces,
        style: Style::Official,
    };
    /// `１二金打`, as a line of a KIF file has it behind the number.
    pub const KIF: Self = Self {
        marks: Marks::None,
        style: Style::Kif,
    };

    /// One move of the side to move; `None` if it is not legal. `last` is the square that the move
    /// before it went to: there the target is called 同.
    pub fn write(self, position: &Position, mv: Move, last: Option<Square>) -> Option<String> {
        match position.is_legal(mv) {
            true => self.text(position, mv, last),
            false => None,
        }
    }

    /// The same of a move of the side to move that may be against the rules, with its origin in brackets; `None` if there is
    /// no piece to make it.
    pub fn write_foul(self, position: &Position, mv: Move, last: Option<Square>) -> Option<String> {
        let style = Style::Kif;
        Self { style, ..self }.text(position, mv, last)
    }

    /// One move of the side to move, legal or not; nothing if there is no piece to make it.
    pub(crate) fn told(self, position: &Position, mv: Move) -> String {
        self.text(position, mv, None).unwrap_or_default()
    }

    fn text(self, position: &Position, mv: Move, last: Option<Square>) -> Option<String> {
        let color = position.side();
        let to = mv.to();
        let mut text = self.marks.of(color).to_owned();
        if last == Some(to) {
            text.push_str("同　");
        } else {
            text.extend(digit(to.file()));
            text.extend(numeral(to.rank()));
        }
        match mv {
            Move::Drop { kind, .. } => {
                text.push_str(&move_name(kind, false));
                let piece = Piece::plain(color, kind);
                if self.style == Style::Kif || !origins(position, piece, to).is_empty() {
                    text.push('打');
                }
            }
            Move::Board { from, promote, .. } => {
                let piece = position.piece_at(from)?;
                text.push_str(&move_name(piece.kind, piece.promoted));
                if self.style == Style::Official {
                    let rivals = origins(position, piece, to);
                    text.push_str(&qualifier(piece, from, to, &rivals));
                }
                if promote {
                    text.push('成');
                } else if self.style == Style::Official && piece.could_promote(from, to) {
                    text.push_str("不成");
                }
                if self.style == Style::Kif {
                    text.push_str(&format!("({}{})", from.file(), from.rank()));
                }
            }
        }
        Some(text)
    }

    /// A line of moves, separated by spaces. A move that is not legal, and all after it, are left
    /// in USI.
    pub fn line(self, start: &Position, moves: &[Move]) -> String {
        self.line_from(start, None, moves)
    }

    /// A line of moves from a position to which a move to the square `last` led, likewise.
    pub fn line_from(self, start: &Position, last: Option<Square>, moves: &[Move]) -> String {
        let moves = moves.iter().map(|&mv| (Some(mv), mv.to_string()));
        self.words(start, last, moves)
    }

    /// A line of moves in USI, separated by spaces, likewise. Words that are no moves are left as
    /// they are.
    pub fn usi_line(self, start: &Position, line: &str) -> String {
        let words = line.split_whitespace();
        self.words(
            start,
            None,
            words.map(|usi| (usi.parse().ok(), usi.to_owned())),
        )
    }

    fn words(
        self,
        start: &Position,
        mut last: Option<Square>,
        moves: impl Iterator<Item = (Option<Move>, String)>,
    ) -> String {
        let mut position = Some(start.clone());
        let words: Vec<String> = moves
            .map(|(mv, usi)| {
                let written = position.take().zip(mv).and_then(|(before, mv)| {
                    let text = self.write(&before, mv, last)?;
                    position = Some(before.play(mv));
                    last = Some(mv.to());
                    Some(text)
                });
                written.unwrap_or(usi)
            })
            .collect();
        words.join(" ")
    }
}

/// Where the pieces equal to `piece` stand that can go to `to` by their movement, whether that is legal or not.
pub(crate) fn origins(position: &Position, piece: Piece, to: Square) -> Vec<Square> {
    let occupied = position.occupied();
    let goes = |from: &Square| attacks(piece, *from, occupied).has(to);
    position
        .squares_of(piece)
        .into_iter()
        .filter(goes)
        .collect()
}

/// The direction of a move as its side sees it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Motion {
    /// 上
    Up,
    /// 寄
    Sideways,
    /// 引
    Down,
}

impl Motion {
    fn of(color: Color, from: Square, to: Square) -> Self {
        let (from, to) = (
            color.relative_rank(from.rank()),
            color.relative_rank(to.rank()),
        );
        match to.cmp(&from) {
            std::cmp::Ordering::Less => Self::Up,
            std::cmp::Ordering::Equal => Self::Sideways,
            std::cmp::Ordering::Greater => Self::Down,
        }
    }

    const fn word(self) -> &'static str {
        match self {
            Self::Up => "上",
            Self::Sideways => "寄",
            Self::Down => "引",
        }
    }
}

/// On which side of `reference` a square lies as `color` sees it, 左 or 右; nothing on the same
/// file.
fn place(color: Color, square: Square, reference: Square) -> &'static str {
    let (left, right) = match color {
        Color::Black => ("左", "右"),
        Color::White => ("右", "左"),
    };
    match square.file().cmp(&reference.file()) {
        std::cmp::Ordering::Greater => left,
        std::cmp::Ordering::Less => right,
        std::cmp::Ordering::Equal => "",
    }
}

/// What tells the piece on `from` from the others on `origins` that can also move to `to`.
fn qualifier(piece: Piece, from: Square, to: Square, origins: &[Square]) -> String {
    let color = piece.color;
    let motion = Motion::of(color, from, to);
    let others = || origins.iter().copied().filter(|&other| other != from);
    if others().next().is_none() {
        return String::new();
    }
    let Some(alike) = others().find(|&other| Motion::of(color, other, to) == motion) else {
        return motion.word().to_owned();
    };
    if matches!(piece.kind, Kind::Rook | Kind::Bishop) {
        // On one file the nearer one of two that move the same way would block the other.
        return place(color, from, alike).to_owned();
    }
    // Of those that move straight, only one that moves forwards shares its motion with others.
    let side = place(color, from, to);
    if side.is_empty() {
        return "直".to_owned();
    }
    if others().any(|other| place(color, other, to) == side) {
        format!("{side}{}", motion.word())
    } else {
        side.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SFEN: &str = "7kg/9/8+P/9/9/9/9/9/9 b G2N2r2b2g4s2n4l17p 1";

    fn position(sfen: &str) -> Position {
        sfen.parse().unwrap()
    }

    #[test]
    fn a_line_is_written_in_every_style() {
        let start = position(SFEN);
        let line = "G*1b 1a1b 1c1b";
        assert_eq!(
            Japanese::OFFICIAL.usi_line(&start, line),
            "☗１二金 ☖同　金 ☗同　と"
        );
        assert_eq!(
            Japanese::KIF.usi_line(&start, line),
            "１二金打 同　金(11) 同　と(13)"
        );
        let printed = Japanese {
            marks: Marks::Triangles,
            style: Style::Official,
        };
        assert_eq!(printed.usi_line(&start, line), "▲１二金 △同　金 ▲同　と");
        let moves: Vec<Move> = line.split(' ').map(|usi| usi.parse().unwrap()).collect();
        assert_eq!(printed.line(&start, &moves), printed.usi_line(&start, line));
    }

    #[test]
    fn moves_that_do_not_fit_stay_as_they_are() {
        let start = position(SFEN);
        for line in ["5e5d", "1a2b 1c1b", "x", "金金金", ""] {
            assert_eq!(Japanese::OFFICIAL.usi_line(&start, line), line);
        }
        assert_eq!(
            Japanese::OFFICIAL.usi_line(&start, "G*1b 5e5d 1c1b"),
            "☗１二金 5e5d 1c1b"
        );
        let illegal = "9i9h".parse().unwrap();
        assert_eq!(Japanese::KIF.write(&start, illegal, None), None);
        assert_eq!(Japanese::KIF.line(&start, &[illegal]), "9i9h");
    }

    #[test]
    fn a_foul_tells_its_origin_in_every_style() {
        let start = position(SFEN);
        // A promoted pawn does not go two squares.
        let foul = "1c1a".parse().unwrap();
        assert_eq!(Japanese::OFFICIAL.write(&start, foul, None), None);
        let told = Japanese::OFFICIAL.write_foul(&start, foul, None);
        assert_eq!(told.as_deref(), Some("☗１一と(13)"));
        let told = Japanese::KIF.write_foul(&start, foul, Some(foul.to()));
        assert_eq!(told.as_deref(), Some("同　と(13)"));
        let nobody = "5e5d".parse().unwrap();
        assert_eq!(Japanese::OFFICIAL.write_foul(&start, nobody, None), None);
    }
}
