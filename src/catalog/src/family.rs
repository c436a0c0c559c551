//! Families 図式: which pieces take part besides the king.

use std::fmt;
use std::str::FromStr;

use super::kind_names::plural;
use shogi::{Kind, packed};

/// A family of problems, and equally the material of one problem: how many pieces of each kind take part
/// besides the king, on the board (either side's, promoted or not) or in the attacker's hand.
///
/// Written as its code: `N4` (桂図式), `G2P1` (金2歩1), `R1B1` (飛角図式); kinds in the order R B L G S N P.
///
/// A problem belongs to a family when it uses *at most* the family's pieces, because a piece that is
/// not used is in the defender's hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Family([u8; 7]);

/// Why counts or a code are no family.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FamilyError {
    /// More pieces of a kind than a set has.
    #[error("{wanted} {}, but a set has only {}", plural(*kind), kind.total())]
    TooManyOfKind {
        /// The kind.
        kind: Kind,
        /// The count that was asked for.
        wanted: u64,
    },
    /// No piece at all.
    #[error("no piece at all: a mate takes at least one")]
    Empty,
    /// More pieces in all than the engine's types hold.
    #[error("{0} pieces in all, but at most {max} are supported", max = Family::MAX_PIECES)]
    TooMany(u64),
    /// The same with sliding pieces.
    #[error("{0} pieces in all, but with R, B or L at most {max} are supported", max = Family::MAX_WITH_SLIDING)]
    TooManyWithSliding(u64),
    /// Text that is no code.
    #[error(
        "{0:?} is not the code of a family, such as N4, G2P1 or R1B1 (kinds in the order R B L G S N P)"
    )]
    Code(String),
}

impl Family {
    /// The kinds a family counts, in the order of its counts.
    pub const KINDS: [Kind; 7] = {
        let [a, b, c, d, e, f, g, _] = packed::KINDS;
        [a, b, c, d, e, f, g]
    };

    /// The most pieces a family may have.
    pub const MAX_PIECES: u64 = 11;

    /// The most pieces a family with sliding pieces may have.
    pub const MAX_WITH_SLIDING: u64 = 8;

    /// The material of a problem, of which there may be more than an enumeration takes: counts of gold, silver,
    /// knight, pawn, lance, bishop and rook.
    pub fn of_problem(counts: [u64; 7]) -> Result<Self, FamilyError> {
        let mut family = [0; 7];
        for ((slot, kind), wanted) in family.iter_mut().zip(Self::KINDS).zip(counts) {
            if wanted > u64::from(kind.total()) {
                return Err(FamilyError::TooManyOfKind { kind, wanted });
            }
            *slot = wanted as u8;
        }
        match counts.iter().sum() {
            0u64 => Err(FamilyError::Empty),
            _ => Ok(Self(family)),
        }
    }

    /// The family with these counts of gold, silver, knight, pawn, lance, bishop and rook.
    pub fn new(counts: [u64; 7]) -> Result<Self, FamilyError> {
        let family = Self::of_problem(counts)?;
        match counts.iter().sum() {
            pieces if pieces > Self::MAX_PIECES => Err(FamilyError::TooMany(pieces)),
            pieces if family.slides() && pieces > Self::MAX_WITH_SLIDING => {
                Err(FamilyError::TooManyWithSliding(pieces))
            }
            _ => Ok(family),
        }
    }

    /// The material that a code says, of [any number](Self::of_problem) of pieces.
    pub fn of_problem_code(code: &str) -> Result<Self, FamilyError> {
        Self::of_problem(counts_of(code)?)
    }

    /// The counts of gold, silver, knight, pawn, lance, bishop and rook.
    pub const fn counts(self) -> [u8; 7] {
        self.0
    }

    /// Whether there are sliding pieces in it: rooks, bishops or lances.
    pub fn slides(self) -> bool {
        let mut counts = Self::KINDS.into_iter().zip(self.0);
        counts.any(|(kind, count)| count > 0 && kind.slides())
    }

    /// How many pieces take part.
    pub fn pieces(self) -> u8 {
        self.0.iter().sum()
    }

    /// Whether a problem with this material belongs to the family.
    pub fn contains(self, material: [u8; 7]) -> bool {
        self.0.iter().zip(material).all(|(&has, uses)| uses <= has)
    }
}

impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        packed::write_material(f, self.0)
    }
}

impl FromStr for Family {
    type Err = FamilyError;

    fn from_str(code: &str) -> Result<Self, FamilyError> {
        Self::new(counts_of(code)?)
    }
}

/// The counts that a code says.
fn counts_of(code: &str) -> Result<[u64; 7], FamilyError> {
    let bad = || FamilyError::Code(code.to_owned());
    let mut counts = [0; 7];
    let mut rest = code;
    for kind in packed::WRITTEN {
        let Some(digits_on) = rest.strip_prefix(kind.letter()) else {
            continue;
        };
        let end = digits_on
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(digits_on.len());
        let (digits, after) = digits_on.split_at(end);
        if digits.starts_with('0') {
            return Err(bad());
        }
        counts[packed::place(kind)] = digits.parse().map_err(|_| bad())?;
        rest = after;
    }
    if rest.is_empty() && !code.is_empty() {
        Ok(counts)
    } else {
        Err(bad())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(code: &str) -> [u8; 7] {
        code.parse::<Family>().unwrap().counts()
    }

    #[test]
    fn codes_are_read_and_written() {
        for code in [
            "N4", "G2P1", "S1N1P1", "G4S4N3", "P11", "R1B1", "R1G1S1P1", "L2N2", "R2B2L4",
        ] {
            assert_eq!(code.parse::<Family>().unwrap().to_string(), code);
        }
        assert_eq!(counts("G2P1"), [2, 0, 0, 1, 0, 0, 0]);
        assert_eq!(counts("R1L2P1"), [0, 0, 0, 1, 2, 0, 1]);
    }

    #[test]
    fn text_that_is_no_code_is_refused() {
        for text in [
            "", "Q4", "N", "P1G2", "G1R1", "L1B1", "N4 ", "N0", "N04", "N1N1", "桂4",
        ] {
            assert_eq!(
                text.parse::<Family>(),
                Err(FamilyError::Code(text.to_owned()))
            );
        }
    }

    #[test]
    fn a_set_is_not_exceeded() {
        let error = Family::new([0, 0, 9, 0, 0, 0, 0]).unwrap_err();
        assert_eq!(error.to_string(), "9 knights, but a set has only 4");
        let error = Family::new([0, 0, 0, 0, 0, 0, 3]).unwrap_err();
        assert_eq!(error.to_string(), "3 rooks, but a set has only 2");
        let twelve = [4, 4, 4, 0, 0, 0, 0];
        assert_eq!(Family::new(twelve), Err(FamilyError::TooMany(12)));
        let nine = [4, 4, 0, 0, 0, 0, 1];
        assert_eq!(Family::new(nine), Err(FamilyError::TooManyWithSliding(9)));
        assert_eq!(Family::new([0; 7]), Err(FamilyError::Empty));
    }

    #[test]
    fn a_problem_may_have_more_pieces_than_a_family() {
        let code = "R2B1L4G4S4N4P9";
        assert_eq!(code.parse::<Family>(), Err(FamilyError::TooMany(28)));
        assert_eq!(Family::of_problem_code(code).unwrap().to_string(), code);
        assert!(Family::of_problem_code("G5").is_err());
        assert_eq!(Family::of_problem([0; 7]), Err(FamilyError::Empty));
    }

    #[test]
    fn a_problem_may_use_less_than_the_family_has() {
        let family: Family = "R1G2P1".parse().unwrap();
        assert!(family.contains(counts("R1G2P1")));
        assert!(family.contains(counts("G1")));
        assert!(!family.contains(counts("G1S1")));
        assert!(!family.contains(counts("R2")));
    }
}
