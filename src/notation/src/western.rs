//! Moves in western notation, as English books have it: `P-7f`, `Sx2c+`, `G4a-5b`, `P*5e`.
//!
//! - `-` moves, `x` captures, `*` drops.
//! - `+` before the letter is a promoted piece; behind the square, `+` promotes and `=` declines to.
//! - The origin stands behind the letter if another piece of the kind could go there by its movement. This is the rule of
//!   [Japanese notation](super::japanese), too.

use super::japanese::origins;
use shogi::{Kind, Move, Piece, Position};

/// The letter of a kind.
const fn letter(kind: Kind) -> char {
    match kind {
        Kind::King => 'K',
        Kind::Rook => 'R',
        Kind::Bishop => 'B',
        Kind::Gold => 'G',
        Kind::Silver => 'S',
        Kind::Knight => 'N',
        Kind::Lance => 'L',
        Kind::Pawn => 'P',
    }
}

/// One move of the side to move; `None` if it is not legal.
pub fn western(position: &Position, mv: Move) -> Option<String> {
    if !position.is_legal(mv) {
        return None;
    }
    let to = mv.to();
    match mv {
        Move::Drop { kind, .. } => Some(format!("{}*{to}", letter(kind))),
        Move::Board { from, promote, .. } => {
            let piece: Piece = position.piece_at(from)?;
            let plus = if piece.promoted { "+" } else { "" };
            let origin = match origins(position, piece, to).len() {
                0 | 1 => String::new(),
                _ => from.to_string(),
            };
            let way = match position.piece_at(to) {
                Some(_) => 'x',
                None => '-',
            };
            let end = match promote {
                true => "+",
                false if piece.could_promote(from, to) => "=",
                false => "",
            };
            Some(format!(
                "{plus}{}{origin}{way}{to}{end}",
                letter(piece.kind)
            ))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(sfen: &str, usi: &str) -> Option<String> {
        western(&sfen.parse().unwrap(), usi.parse().unwrap())
    }

    #[test]
    fn a_move_a_capture_a_drop() {
        let start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
        assert_eq!(named(start, "7g7f").as_deref(), Some("P-7f"));
        let taken = "8k/9/7s1/9/6N2/9/9/9/8K b P 1";
        assert_eq!(named(taken, "3e2c").as_deref(), Some("Nx2c="));
        assert_eq!(named(taken, "3e2c+").as_deref(), Some("Nx2c+"));
        // A knight on the second rank has to promote: there is nothing to decline.
        let last = "8k/7s1/9/6N2/9/9/9/9/8K b - 1";
        assert_eq!(named(last, "3d2b"), None);
        assert_eq!(named(last, "3d2b+").as_deref(), Some("Nx2b+"));
        assert_eq!(named(taken, "P*5e").as_deref(), Some("P*5e"));
        assert_eq!(named(taken, "P*2c"), None);
    }

    #[test]
    fn several_of_a_kind_have_their_origin() {
        let golds = "k8/9/9/9/9/3GG4/9/9/8K b - 1";
        assert_eq!(named(golds, "6f5e").as_deref(), Some("G6f-5e"));
        assert_eq!(named(golds, "6f7e").as_deref(), Some("G-7e"));
        // A promoted silver is another kind than a gold.
        let mixed = "k8/9/9/9/9/3+SG4/9/9/8K b - 1";
        assert_eq!(named(mixed, "6f5e").as_deref(), Some("+S-5e"));
    }

    #[test]
    fn only_who_could_promote_declines() {
        let silver = "k8/9/6S2/4S4/9/9/9/9/8K b - 1";
        assert_eq!(named(silver, "5d5c").as_deref(), Some("S-5c="));
        assert_eq!(
            named("k8/9/9/9/4S4/9/9/9/8K b - 1", "5e5d").as_deref(),
            Some("S-5d")
        );
    }
}
