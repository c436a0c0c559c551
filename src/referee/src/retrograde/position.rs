//! A position of a family, unpacked.

use std::fmt::Write;

use shogi::{Color, Kind, Square};

use super::layout::{HAND, Layout, MAX_UNITS, OUT, Packed, on_board, placed};

/// Where a unit in play is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// On the board.
    Board {
        /// The square it stands on.
        square: Square,
        /// Whose piece it is.
        color: Color,
        /// Whether its promoted side is up.
        promoted: bool,
    },
    /// In the attacker's hand.
    AttackerHand,
}

/// A position: the defender's king and the units in play. All other pieces of the set are in the
/// defender's hand.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlainPosition {
    king: Square,
    units: Vec<(Kind, Place)>,
}

impl PlainPosition {
    pub(super) fn unpack(layout: &Layout, position: &Packed) -> Self {
        let mut units = Vec::new();
        for (&kind, &state) in layout.kinds.iter().zip(&position.units) {
            let place = match (placed(state), state) {
                (Some((square, color, promoted)), _) => Place::Board {
                    square: Square::from_index(square),
                    color,
                    promoted,
                },
                (None, HAND) => Place::AttackerHand,
                (None, _) => continue,
            };
            units.push((kind, place));
        }
        Self {
            king: Square::from_index(position.king.into()),
            units,
        }
    }

    /// A position of given units.
    pub fn new(king: Square, units: Vec<(Kind, Place)>) -> Self {
        Self { king, units }
    }

    /// The square of the defender's king.
    pub fn king(&self) -> Square {
        self.king
    }

    /// The units in play, on the board or in the attacker's hand.
    pub fn units(&self) -> &[(Kind, Place)] {
        &self.units
    }

    /// The image in the left-right mirror.
    pub fn mirror(&self) -> Self {
        let mirrored = |&(kind, place)| match place {
            Place::Board {
                square,
                color,
                promoted,
            } => {
                let square = square.mirror();
                let place = Place::Board {
                    square,
                    color,
                    promoted,
                };
                (kind, place)
            }
            Place::AttackerHand => (kind, place),
        };
        Self {
            king: self.king.mirror(),
            units: self.units.iter().map(mirrored).collect(),
        }
    }

    /// Whether the position is its own mirror image.
    pub fn is_symmetric(&self) -> bool {
        let sorted = |position: Self| {
            let mut units = position.units;
            units.sort_unstable();
            (position.king, units)
        };
        sorted(self.clone()) == sorted(self.mirror())
    }

    /// The packed position, or `None` if the family has too few pieces of some kind.
    pub(super) fn pack(&self, layout: &Layout) -> Option<Packed> {
        let mut packed = Packed {
            king: self.king.index() as u8,
            units: [OUT; MAX_UNITS],
        };
        for &(kind, place) in &self.units {
            let slot = (0..layout.len())
                .find(|&slot| layout.kinds[slot] == kind && packed.units[slot] == OUT)?;
            packed.units[slot] = match place {
                Place::Board {
                    square,
                    color,
                    promoted,
                } => on_board(square.index(), color, promoted),
                Place::AttackerHand => HAND,
            };
        }
        Some(packed)
    }

    /// The SFEN with this side to move, both hands written out and the move counter 1.
    pub fn to_sfen(&self, to_move: Color) -> String {
        let mut board = [const { String::new() }; Square::COUNT];
        board[self.king.index()].push('k');
        let mut hands = [[0; 7]; 2];
        for (held, kind) in hands[1].iter_mut().zip(Kind::HAND) {
            *held = kind.total();
        }
        for &(kind, place) in &self.units {
            let index = kind as usize;
            hands[1][index] -= 1;
            match place {
                Place::AttackerHand => hands[0][index] += 1,
                Place::Board {
                    square,
                    color,
                    promoted,
                } => {
                    let text = &mut board[square.index()];
                    if promoted {
                        text.push('+');
                    }
                    text.push(side(kind.letter(), color));
                }
            }
        }
        let ranks: Vec<String> = (1..=9).map(|rank| rank_text(&board, rank)).collect();
        let mut sfen = ranks.join("/");
        sfen.push_str(match to_move {
            Color::Black => " b ",
            Color::White => " w ",
        });
        let mut held = String::new();
        for (hand, color) in hands.iter().zip([Color::Black, Color::White]) {
            for (&count, kind) in hand.iter().zip(Kind::HAND) {
                if count > 1 {
                    let _ = write!(held, "{count}");
                }
                if count > 0 {
                    held.push(side(kind.letter(), color));
                }
            }
        }
        // The defender holds at least the rooks: the hands are never both empty.
        sfen + &held + " 1"
    }
}

/// A letter in the case of a side.
fn side(letter: char, color: Color) -> char {
    match color {
        Color::Black => letter,
        Color::White => letter.to_ascii_lowercase(),
    }
}

/// One rank of an SFEN board.
fn rank_text(board: &[String; Square::COUNT], rank: usize) -> String {
    let mut text = String::new();
    let mut empty = 0;
    for file in (0..9).rev() {
        let piece = &board[file * 9 + rank - 1];
        if piece.is_empty() {
            empty += 1;
            continue;
        }
        if empty > 0 {
            let _ = write!(text, "{empty}");
        }
        empty = 0;
        text.push_str(piece);
    }
    if empty > 0 {
        let _ = write!(text, "{empty}");
    }
    text
}
