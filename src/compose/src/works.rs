//! Works to learn from.

use shogi::{Color, Position};

/// 将棋無双 (1734, 伊藤宗看), public domain: a problem a line, its SFEN first.
const WORKS: &str = include_str!("musou.tsv");

/// The works to learn from where no others are given: the problems of 将棋無双.
pub fn shipped() -> Vec<Position> {
    let sfens = WORKS.lines().filter_map(|line| line.split('\t').next());
    let read = |sfen| Position::from_tsume_sfen(sfen, true).expect("a test reads all of them");
    sfens.map(read).filter(teaches).collect()
}

/// Whether there is something to learn from a position: of what White attacks, and of 双玉, there is not.
pub fn teaches(position: &Position) -> bool {
    position.side() == Color::Black && position.king(Color::Black).is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_are_those_of_the_examples() {
        assert_eq!(WORKS, include_str!("../../../examples/works/musou.tsv"));
    }

    #[test]
    fn all_works_are_read() {
        assert_eq!(shipped().len(), WORKS.lines().count());
    }
}
