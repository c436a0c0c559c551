//! How a problem looks at first sight, and how like another it looks: where its king stands, which men stand around
//! it, and how the attacker begins.

use features::solution::{Solution, king};
use shogi::{Color, Kind, Move, Piece, Square};

/// Men farther from the king than this, in files or ranks, are no part of the frame.
const NEAR: i8 = 2;

/// What one square of the king is worth of a likeness. The three parts make 1.
const KING: f64 = 0.3;

/// What one frame is worth.
const FRAME: f64 = 0.45;

/// What one first move is worth.
const FIRST: f64 = 0.25;

/// A man of the frame: files and ranks from the king.
type Man = (i8, i8, Piece);

/// How a problem looks. Of its two mirror images the one is looked at that has the king on the first of the two squares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Look {
    king: Square,
    /// The men within [`NEAR`] of the king, kings left aside; sorted.
    frame: Vec<Man>,
    first: String,
}

impl Look {
    /// That of a problem and its main line.
    pub fn of(solution: &Solution) -> Self {
        let at = king(solution.first());
        let mirrored = at.mirror();
        let image = |side| Self {
            king: at.min(mirrored),
            frame: frame(solution, side),
            first: first(solution, side),
        };
        match at.cmp(&mirrored) {
            std::cmp::Ordering::Less => image(1),
            std::cmp::Ordering::Greater => image(-1),
            // On the middle file either image has it there.
            std::cmp::Ordering::Equal => {
                let (one, other) = (image(1), image(-1));
                match (&one.frame, &one.first) <= (&other.frame, &other.first) {
                    true => one,
                    false => other,
                }
            }
        }
    }

    /// The square of the king: of mirror images the first.
    pub const fn king(&self) -> Square {
        self.king
    }

    /// The defender's men around the king, as text.
    pub fn guard(&self) -> String {
        let men = self.frame.iter();
        let men = men.filter(|(.., piece)| piece.color == Color::White);
        let men: Vec<String> = men
            .map(|(files, ranks, piece)| format!("{files},{ranks}{piece}"))
            .collect();
        men.join(" ")
    }

    /// The attacker's first move, as text: kind of piece, whether it is dropped, and its square seen from the king.
    pub fn first(&self) -> &str {
        &self.first
    }

    /// How like another it looks, from 0 to 1: kings on one square, or half as much beside each other; the men that stand
    /// alike as a share of those of the fuller frame; one first move.
    pub fn likeness(&self, other: &Self) -> f64 {
        let files = (self.king.file() - other.king.file()).abs();
        let ranks = (self.king.rank() - other.king.rank()).abs();
        let king = match files.max(ranks) {
            0 => 1.0,
            1 => 0.5,
            _ => 0.0,
        };
        let first = f64::from(u8::from(self.first == other.first));
        KING * king + FRAME * self.men_alike(other) + FIRST * first
    }

    /// Which share of the men of the fuller frame stand alike; all where there are none.
    fn men_alike(&self, other: &Self) -> f64 {
        let most = self.frame.len().max(other.frame.len());
        let alike = self.frame.iter().filter(|man| other.frame.contains(man));
        match most {
            0 => 1.0,
            _ => alike.count() as f64 / most as f64,
        }
    }
}

fn frame(solution: &Solution, side: i8) -> Vec<Man> {
    let start = solution.first();
    let king = king(start);
    let man = |square: Square| {
        let piece = start.piece_at(square)?;
        let files = side * (square.file() - king.file());
        let ranks = square.rank() - king.rank();
        let near = files.abs().max(ranks.abs()) <= NEAR;
        (near && piece.kind != Kind::King).then_some((files, ranks, piece))
    };
    let mut men: Vec<Man> = start.occupied().into_iter().filter_map(man).collect();
    men.sort_unstable();
    men
}

fn first(solution: &Solution, side: i8) -> String {
    let Some(step) = solution.moves.first() else {
        return String::new();
    };
    let king = king(solution.first());
    let kind = match step.piece.kind {
        // All that moves like a gold.
        Kind::Silver | Kind::Knight | Kind::Lance | Kind::Pawn if step.piece.promoted => Kind::Gold,
        kind => kind,
    };
    let drop = match step.mv {
        Move::Drop { .. } => "*",
        Move::Board { .. } => "",
    };
    let files = side * (step.to().file() - king.file());
    let ranks = step.to().rank() - king.rank();
    format!("{}{drop}{files},{ranks}", kind.letter())
}

#[cfg(test)]
mod tests {
    use super::*;
    use tsume::solve::Task;

    fn look(sfen: &str, line: &str) -> Look {
        let task = Task::from_tsume_sfen(sfen, true).unwrap();
        let line: Vec<Move> = line.split(' ').map(|mv| mv.parse().unwrap()).collect();
        Look::of(&Solution::new(&task, &line, None).unwrap())
    }

    const ROOK: &str = "7nl/7k1/5R3/6P2/9/9/9/9/9 b GS 1";

    #[test]
    fn images_look_the_same() {
        let one = look(ROOK, "S*3c 2b3a 4c4a 3a4a G*4b");
        let other = look(
            "ln7/1k7/3R5/2P6/9/9/9/9/9 b GS 1",
            "S*7c 8b7a 6c6a 7a6a G*6b",
        );
        assert_eq!(one, other);
        assert_eq!(one.likeness(&other), 1.0);
        assert_eq!(one.king().to_string(), "2b");
        // Lance and knight beside the king; the attacker's men are no guards.
        assert_eq!(one.guard(), "-1,-1l 0,-1n");
        assert_eq!(one.first(), "S*1,1");
        // In the middle it is of no matter either.
        let one = look("9/9/9/3p5/4k4/9/9/9/9 b 2G 1", "G*6f");
        let other = look("9/9/9/5p3/4k4/9/9/9/9 b 2G 1", "G*4f");
        assert_eq!(one, other);
    }

    #[test]
    fn what_differs_is_less_alike_the_more_it_does() {
        let one = look(ROOK, "S*3c 2b3a 4c4a 3a4a G*4b");
        // Another man far away, and one more beside the king.
        let far = look("7nl/7k1/5R3/6P2/9/9/9/9/P8 b GS 1", "S*3c 2b3a");
        let more = look("7nl/6pk1/5R3/6P2/9/9/9/9/9 b GS 1", "S*3c 2b3a");
        let begins = look("7nl/6pk1/5R3/6P2/9/9/9/9/9 b GS 1", "S*1c 2b3a");
        let beside = look("8l/8k/9/8P/9/9/9/9/9 b GS 1", "G*1c");
        let elsewhere = look("9/9/9/9/4k4/9/9/9/9 b 2G 1", "G*5f");
        assert_eq!(one.likeness(&far), 1.0);
        let all = [&far, &more, &begins, &beside, &elsewhere].map(|other| one.likeness(other));
        assert!(all.is_sorted_by(|a, b| a > b), "{all:?}");
        assert_eq!(all[4], 0.0);
        for other in [&far, &more, &begins, &beside, &elsewhere] {
            assert_eq!(one.likeness(other), other.likeness(&one));
        }
    }
}
