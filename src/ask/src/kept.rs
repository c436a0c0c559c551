//! A tree that was solved once and is kept: which checks beside the main line mate, which replies to the others save the
//! king, and the variations. Queries that ask about trees need a solver then only for what a limit left open.
//!
//! It is a few bytes, and makes sense with its main line alone: moves beside the line are not written, but counted in the
//! order of [`Move`].

use std::cell::OnceCell;

use shogi::{Kind, Move, Position, Square};

use super::line::Line;
use super::tries::Leaving;

/// The first byte: how the others are to be read.
const FORMAT: u8 = 1;

/// What a kept tree tells.
#[derive(Debug)]
pub struct KeptTree<'l> {
    line: &'l Line,
    /// Of each position of the line in which the attacker is to move.
    places: Vec<Place>,
    /// The variations, all moves from the start; `None` where not all are known.
    variations: Option<Vec<Vec<Move>>>,
}

/// The checks in one position.
#[derive(Debug, Default)]
struct Place {
    /// What becomes of each.
    checks: Vec<Found>,
    /// The checks, once somebody asks.
    moves: OnceCell<Vec<Move>>,
}

/// What becomes of a check.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Found {
    /// Whether it mates; `None` where a limit left that open.
    pub mates: Option<bool>,
    /// If it is not known to mate: whether the attacker mates after each reply.
    pub replies: Vec<Option<bool>>,
}

/// The checks in a position, in the order in which they are counted.
pub(super) fn checks(position: &Position) -> Vec<Move> {
    let mut moves = position.checks();
    moves.sort_unstable();
    moves
}

/// The replies to a check, likewise.
pub(super) fn replies(position: &Position) -> Vec<Move> {
    let mut moves = position.evasions();
    moves.sort_unstable();
    moves
}

impl<'l> KeptTree<'l> {
    /// Reads what was [written](write) for the tree of this line; `None` if it is none of this line, or none at all.
    pub fn read(bytes: &[u8], line: &'l Line, main: &[Move]) -> Option<Self> {
        let mut bytes = Bytes(bytes);
        if bytes.byte()? != FORMAT || bytes.four()? != mark(line) {
            return None;
        }
        let mut places = Vec::new();
        for _ in (0..line.len()).step_by(2) {
            let mut checks: Vec<Found> = bytes
                .verdicts()?
                .into_iter()
                .map(|mates| Found {
                    mates,
                    ..Found::default()
                })
                .collect();
            for check in &mut checks {
                if check.mates != Some(true) {
                    check.replies = bytes.verdicts()?;
                }
            }
            let moves = OnceCell::new();
            places.push(Place { checks, moves });
        }
        let variations = match bytes.number()? {
            0 => None,
            more => {
                let variation = |_| {
                    let shared = bytes.number()?;
                    let rest = bytes.number()?;
                    let mut moves = main.get(..shared)?.to_vec();
                    for _ in 0..rest {
                        moves.push(bytes.mv()?);
                    }
                    Some(moves)
                };
                Some((1..more).map(variation).collect::<Option<Vec<_>>>()?)
            }
        };
        bytes.0.is_empty().then_some(Self {
            line,
            places,
            variations,
        })
    }

    /// Whether there is a mate where a line leaves; `None` where that is not known.
    pub(super) fn mates(&self, leaving: &Leaving) -> Option<bool> {
        let place = self.places.get(leaving.place / 2)?;
        let here = self.line.positions().get(leaving.place)?;
        let moves = place.moves.get_or_init(|| checks(here));
        let check = moves.binary_search(&leaving.check).ok()?;
        let found = place
            .checks
            .get(check)
            .filter(|_| moves.len() == place.checks.len())?;
        let Some(reply) = leaving.reply else {
            return found.mates;
        };
        if found.mates == Some(true) {
            return Some(true);
        }
        let moves = replies(&here.play(leaving.check));
        let reply = moves.binary_search(&reply).ok()?;
        let all = &found.replies;
        all.get(reply)
            .filter(|_| moves.len() == all.len())
            .copied()?
    }

    /// The variations, all moves from the start; `None` where not all are known.
    pub(super) fn variations(&self) -> Option<&[Vec<Move>]> {
        self.variations.as_deref()
    }
}

/// What is kept of a tree: its checks for each position of the main line in which the attacker is to move, and its
/// variations, if all of them are known.
pub(super) fn write(
    line: &Line,
    places: &[Vec<Found>],
    main: &[Move],
    variations: Option<&[Vec<Move>]>,
) -> Vec<u8> {
    let mut bytes = vec![FORMAT];
    bytes.extend(mark(line));
    for checks in places {
        write_verdicts(&mut bytes, checks.iter().map(|check| check.mates));
        for check in checks.iter().filter(|check| check.mates != Some(true)) {
            write_verdicts(&mut bytes, check.replies.iter().copied());
        }
    }
    let Some(variations) = variations else {
        write_number(&mut bytes, 0);
        return bytes;
    };
    write_number(&mut bytes, variations.len() + 1);
    for moves in variations {
        let mut pairs = moves.iter().zip(main);
        let shared = pairs.position(|(mv, main)| mv != main);
        let shared = shared.unwrap_or(moves.len().min(main.len()));
        write_number(&mut bytes, shared);
        write_number(&mut bytes, moves.len() - shared);
        for &mv in &moves[shared..] {
            bytes.extend(packed(mv).to_le_bytes());
        }
    }
    bytes
}

/// What tells a line from others: FNV-1a over its position and its moves.
fn mark(line: &Line) -> [u8; 4] {
    let moves = line
        .steps
        .iter()
        .flat_map(|step| packed(step.mv).to_le_bytes());
    let all = line.start().bytes().chain(moves);
    let step = |hash: u32, byte: u8| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    all.fold(0x811c_9dc5, step).to_le_bytes()
}

/// Four verdicts to a byte, after their number.
fn write_verdicts(bytes: &mut Vec<u8>, verdicts: impl ExactSizeIterator<Item = Option<bool>>) {
    write_number(bytes, verdicts.len());
    for (at, verdict) in verdicts.enumerate() {
        let bits = match verdict {
            None => 0,
            Some(true) => 1,
            Some(false) => 2,
        };
        match at % 4 {
            0 => bytes.push(bits),
            place => {
                if let Some(last) = bytes.last_mut() {
                    *last |= bits << (2 * place);
                }
            }
        }
    }
}

/// Seven bits to a byte, the lowest first; the eighth says that more follow.
fn write_number(bytes: &mut Vec<u8>, mut number: usize) {
    while number > 0x7f {
        bytes.push(number as u8 & 0x7f | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// The first number of a piece from the hand, where a square would stand.
const HAND: u16 = Square::COUNT as u16;

/// Where the bits of the square begin that a piece comes from.
const FROM: u32 = 7;

/// The bit of a promotion.
const PROMOTES: u16 = 1 << 14;

fn packed(mv: Move) -> u16 {
    let from = match mv {
        Move::Board { from, .. } => from.index() as u16,
        Move::Drop { kind, .. } => HAND + kind as u16,
    };
    let promotes = if mv.promotes() { PROMOTES } else { 0 };
    mv.to().index() as u16 | from << FROM | promotes
}

fn unpacked(bits: u16) -> Option<Move> {
    let square = |index: u16| (index < HAND).then(|| Square::from_index(index.into()));
    let to = square(bits & 0x7f)?;
    let from = bits >> FROM & 0x7f;
    let promote = bits & PROMOTES != 0;
    if let Some(kind) = from.checked_sub(HAND) {
        let kind = Kind::HAND.into_iter().find(|&is| is as u16 == kind)?;
        return (!promote).then_some(Move::Drop { kind, to });
    }
    Some(Move::Board {
        from: square(from)?,
        to,
        promote,
    })
}

/// What is left to read.
struct Bytes<'b>(&'b [u8]);

impl Bytes<'_> {
    fn byte(&mut self) -> Option<u8> {
        let (&first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(first)
    }

    fn four(&mut self) -> Option<[u8; 4]> {
        let (&first, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(first)
    }

    fn number(&mut self) -> Option<usize> {
        let mut number = 0;
        for place in (0..28).step_by(7) {
            let byte = self.byte()?;
            number |= usize::from(byte & 0x7f) << place;
            if byte & 0x80 == 0 {
                return Some(number);
            }
        }
        None
    }

    fn verdicts(&mut self) -> Option<Vec<Option<bool>>> {
        let count = self.number()?;
        let (bits, rest) = self.0.split_at_checked(count.div_ceil(4))?;
        self.0 = rest;
        let verdict = |at: usize| match bits[at / 4] >> (2 * (at % 4)) & 3 {
            0 => Some(None),
            1 => Some(Some(true)),
            2 => Some(Some(false)),
            _ => None,
        };
        (0..count).map(verdict).collect()
    }

    fn mv(&mut self) -> Option<Move> {
        let bits = u16::from_le_bytes([self.byte()?, self.byte()?]);
        unpacked(bits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_come_back() {
        let squares = (0..Square::COUNT).map(Square::from_index);
        for to in squares.clone() {
            for kind in Kind::HAND {
                let mv = Move::Drop { kind, to };
                assert_eq!(unpacked(packed(mv)), Some(mv));
            }
            for from in squares.clone() {
                for promote in [false, true] {
                    let mv = Move::Board { from, to, promote };
                    assert_eq!(unpacked(packed(mv)), Some(mv));
                }
            }
        }
    }

    #[test]
    fn damaged_bytes_are_no_tree() {
        let line = Line::default();
        let whole = write(&line, &[], &[], Some(&[]));
        assert!(KeptTree::read(&whole, &line, &[]).is_some());
        for end in 0..whole.len() {
            assert!(KeptTree::read(&whole[..end], &line, &[]).is_none());
        }
        for (at, byte) in [(0, 2), (1, whole[1] ^ 1), (5, 2), (5, 0x81)] {
            let mut bytes = whole.clone();
            bytes[at] = byte;
            assert!(KeptTree::read(&bytes, &line, &[]).is_none(), "{bytes:?}");
        }
        let longer = [&whole[..], &[0]].concat();
        assert!(KeptTree::read(&longer, &line, &[]).is_none());
    }
}
