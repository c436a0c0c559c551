//! The key of a problem: its position packed, equal for images of one problem.

use crate::solution::{attacked_by_black, king};
use shogi::{Color, Hand, Position, Setup, Square, packed};
use tsume::solve::Task;

/// Begins the key of a problem that is not usual: no king stands on a square of this number.
const UNUSUAL: u8 = 0x80;
/// The defender is to move.
const REPLIES: u8 = 1;
/// The set lacks pieces (駒不足).
const SHORT: u8 = 2;

/// The key: equal for a problem, its mirror image, and both with the sides exchanged; different for
/// all others.
///
/// The defender's king's square, then the other pieces in play, sorted, as [`packed`] has them; of the mirror
/// images that with the king on files 1 to 5, and on file 5 the smaller. The defender's hand is what is
/// left of the set. Where it is not, or the defender is to move, a byte that says so comes first, and
/// the missing pieces.
pub fn key(task: &Task) -> Vec<u8> {
    let (position, _) = attacked_by_black(task);
    let file = king(&position).file();
    let right = (file <= 5).then(|| bytes(&position));
    let left = (file >= 5).then(|| bytes(&position.mirror()));
    match (right, left) {
        (Some(one), Some(other)) => one.min(other),
        (one, other) => one.or(other).unwrap_or_default(),
    }
}

/// What a key says.
pub(crate) struct Read<'a> {
    /// Where the defender's king stands.
    pub king: Square,
    /// The other pieces in play, as [`packed`] has them.
    pub units: &'a [[u8; 2]],
    /// Whether the defender is to move.
    pub replies: bool,
    /// The pieces of the set that are nowhere.
    pub missing: Hand,
}

/// Reads a key; `None` if it is none.
pub(crate) fn read(key: &[u8]) -> Option<Read<'_>> {
    let (&first, after) = key.split_first()?;
    let flags = if first & UNUSUAL == 0 { 0 } else { first };
    let mut rest = if flags == 0 { key } else { after };
    let mut missing = Hand::EMPTY;
    if flags & SHORT != 0 {
        let (bits, after) = rest.split_first_chunk()?;
        missing = Hand::from_bits(u32::from_be_bytes(*bits));
        rest = after;
    }
    let (&king, units) = rest.split_first()?;
    let king = usize::from(king);
    let (units, []) = units.as_chunks() else {
        return None;
    };
    (king < Square::COUNT).then(|| Read {
        king: Square::from_index(king),
        units,
        replies: flags & REPLIES != 0,
        missing,
    })
}

/// Whether the position is its own mirror image.
pub fn is_symmetric(position: &Position) -> bool {
    *position == position.mirror()
}

fn bytes(position: &Position) -> Vec<u8> {
    let home = king(position);
    let mut units: Vec<u16> = position
        .occupied()
        .into_iter()
        .filter(|&square| square != home)
        .filter_map(|square| position.piece_at(square).map(|piece| (square, piece)))
        .map(|(square, piece)| packed::on_board(piece, square))
        .collect();
    for (kind, count) in position.hand(Color::Black).iter() {
        let unit = packed::in_hand(kind);
        units.extend(std::iter::repeat_n(unit, count.into()));
    }
    units.sort_unstable();
    let mut key = Vec::with_capacity(6 + 2 * units.len());
    let missing = missing(position);
    let replies = position.side() == Color::White;
    if replies || !missing.is_empty() {
        let flags = u8::from(replies) * REPLIES + u8::from(!missing.is_empty()) * SHORT;
        key.push(UNUSUAL | flags);
        if !missing.is_empty() {
            key.extend(missing.bits().to_be_bytes());
        }
    }
    packed::write_key(home, units, &mut key);
    key
}

/// The pieces of the set that are nowhere.
pub(crate) fn missing(position: &Position) -> Hand {
    let rest = Setup::from(position).rest_of_the_set();
    let mut missing = Hand::EMPTY;
    for (kind, count) in rest.unwrap_or_default().iter() {
        let there = position.hand(Color::White).count(kind);
        // No more than a set has, so there is room.
        let _ = missing.set(kind, u32::from(count.saturating_sub(there)));
    }
    missing
}

#[cfg(test)]
mod tests {
    use super::*;
    use retro::node::Node;
    use retro::unit::Unit;
    use shogi::Kind;

    fn of(sfen: &str) -> Vec<u8> {
        key(&Task::from_tsume_sfen(sfen, true).unwrap())
    }

    #[test]
    fn images_share_a_key_and_others_do_not() {
        let problem = of("6k2/7+n1/6+N2/6NN1/9/9/9/9/9 b - 1");
        assert_eq!(problem, of("2k6/1+n7/2+N6/1NN6/9/9/9/9/9 b - 1"));
        // The sides exchanged, the board turned.
        assert_eq!(problem, of("9/9/9/9/9/1nn6/2+n6/1+N7/2K6 w - 1"));
        let mut all = vec![
            problem,
            of("7k1/8+n/7+N1/7NN/9/9/9/9/9 b - 1"),
            of("6k2/7+n1/6+N2/6NN1/9/9/9/9/9 b G 1"),
            of("6k2/7+n1/6N2/6NN1/9/9/9/9/9 b - 1"),
            of("6k2/7+n1/6+N2/6NN1/9/9/9/9/9 b 2r2b4g4s4l17p 1"),
            of("6k2/7+n1/6+N2/6NN1/9/9/9/9/9 b 2r2b4g4s3l18p 1"),
            of("6k2/4+N2+n1/9/6NN1/9/9/9/9/9 w - 1"),
            of("6k2/4+N2+n1/9/6NN1/9/9/9/9/9 b - 1"),
            of("6k2/7+n1/6+N2/6NN1/9/9/9/9/4K4 b - 1"),
            of("6k2/7+b1/5+R3/6lN1/9/9/9/9/9 b - 1"),
        ];
        let count = all.len();
        all.sort();
        all.dedup();
        assert_eq!(all.len(), count);
    }

    #[test]
    fn nodes_of_the_retrograde_engine_have_the_same_keys() {
        let square = |file, rank| Square::new(file, rank).unwrap();
        let mut node = Node::new(square(3, 1));
        node.add(Unit::on_board(
            Kind::Knight,
            Color::White,
            true,
            square(2, 2),
        ));
        node.add(Unit::on_board(
            Kind::Knight,
            Color::Black,
            true,
            square(3, 3),
        ));
        node.add(Unit::on_board(
            Kind::Pawn,
            Color::Black,
            false,
            square(3, 4),
        ));
        node.add(Unit::in_hand(Kind::Gold));
        let mut bytes = Vec::new();
        let units = node.units().iter().map(|unit| unit.0);
        packed::write_key(node.king(), units, &mut bytes);
        assert_eq!(of("6k2/7+n1/6+N2/6P2/9/9/9/9/9 b G 1"), bytes);
    }
}
