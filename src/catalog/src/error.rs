//! What can be wrong with the files of catalogs and sweeps.

use std::io;
use std::path::PathBuf;

use super::FamilyError;

/// What is wrong with a catalog or a sweep, and where.
#[derive(Debug)]
pub struct CatalogError {
    /// The file or folder.
    pub path: PathBuf,
    /// The line, counted from 1, if one is to blame.
    pub line: Option<usize>,
    /// The field, if one is to blame.
    pub field: Option<String>,
    /// What is wrong.
    pub reason: CatalogReason,
}

impl CatalogError {
    /// The file, the line and the field, as far as they are known: `x.toml:4: pieces.N`.
    pub fn place(&self) -> String {
        let mut place = self.path.display().to_string();
        if let Some(line) = self.line {
            place.push_str(&format!(":{line}"));
        }
        if let Some(field) = &self.field {
            place.push_str(&format!(": {field}"));
        }
        place
    }
}

impl std::error::Error for CatalogError {}

impl std::fmt::Display for CatalogError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.place(), self.reason)
    }
}

/// What is wrong there.
#[derive(Debug, thiserror::Error)]
pub enum CatalogReason {
    /// There is no such file.
    #[error("no such file")]
    NoFile,
    /// There is no such file, and what was given is not the code of a family.
    #[error("no such file, and {0}")]
    NeitherFileNorCode(FamilyError),
    /// There is no such file, and what was given is a code, but no family has it.
    #[error("no such file, and not a family: {0}")]
    NeitherFileNorFamily(FamilyError),
    /// The file must not be read.
    #[error("cannot be read: permission denied")]
    Denied,
    /// The file cannot be read.
    #[error("cannot be read: {}", system::plain(.0))]
    Unreadable(io::Error),
    /// The file has more bytes than any catalog.
    #[error("too large to be a catalog")]
    TooLarge,
    /// The bytes are not UTF-8.
    #[error("is not UTF-8 text")]
    NotUtf8,
    /// A folder without catalogs.
    #[error("no catalog (*.toml) in this folder")]
    EmptyFolder,
    /// A sweep, but a family was asked for.
    #[error("describes a set of positions, not a family")]
    IsSweep,
    /// A family, but a sweep was asked for.
    #[error("describes a family, not a set of positions")]
    IsFamily,
    /// What the TOML reader complains of.
    #[error("{0}")]
    Syntax(String),
    /// A name without letters.
    #[error("the name is empty")]
    EmptyName,
    /// A name that would break a line.
    #[error("the name has a line break or another control character")]
    ControlInName,
    /// A letter of no kind.
    #[error(
        "unknown piece {0:?}; known are R (rook), B (bishop), L (lance), G (gold), S (silver), N (knight), P (pawn)"
    )]
    UnknownPiece(String),
    /// The king among the pieces.
    #[error("K: the defender's king always takes part; do not list it")]
    KingListed,
    /// A kind of which there is none.
    #[error("0 pieces: leave the kind out")]
    NoneOfKind,
    /// A number of pieces that is negative or more than there are.
    #[error("{0} is not a possible number of pieces")]
    Count(i64),
    /// Pieces that are not a family.
    #[error(transparent)]
    Family(#[from] FamilyError),
    /// The option of earlier versions.
    #[error("problems with superfluous pieces (余剰駒) are no longer listed; leave this line out")]
    Superfluous,
    /// A number that is not the length of a mate.
    #[error("{0} is not the length of a mate: write an odd number of plies")]
    Length(i64),
    /// Published counts for what is not the length of a mate.
    #[error("{0:?} is not the length of a mate in plies")]
    PublishedLength(String),
    /// Files or ranks of a region that are not two.
    #[error("write two, the first and the last")]
    FirstAndLast,
    /// A file that the board does not have.
    #[error("there is no file {0}; files are 1 to 9")]
    OffBoardFile(i64),
    /// Files the wrong way round.
    #[error("[{first}, {last}] is empty: the smaller file comes first")]
    EmptyFiles {
        /// As written.
        first: i64,
        /// As written.
        last: i64,
    },
    /// A rank that the board does not have.
    #[error("there is no rank {0:?}; ranks are \"a\" to \"i\"")]
    OffBoardRank(String),
    /// Ranks the wrong way round.
    #[error("[{first:?}, {last:?}] is empty: the upper rank comes first")]
    EmptyRanks {
        /// As written.
        first: String,
        /// As written.
        last: String,
    },
    /// A time that is negative or not a number.
    #[error("{0} is not a time")]
    Time(f64),
    /// A longest mate that is shorter than the shortest.
    #[error("{longest} is less than the shortest, {shortest}")]
    LongestBelowShortest {
        /// The longest mate, in plies.
        longest: u16,
        /// The shortest mate, in plies.
        shortest: u16,
    },
    /// A side that is neither.
    #[error("{0:?} is not a side; write \"attacker\", \"defender\" or \"both\"")]
    Side(String),
    /// A block without width and height.
    #[error("write a width and a height, each from 1 to 9")]
    BlockSize,
    /// A number of pieces beside a block, which has its own.
    #[error("the block says how many pieces: leave this out")]
    BlockCounts,
    /// A block of one square, or of more squares than there are pieces.
    #[error("no number of pieces fills this block")]
    Unfillable,
    /// A number of kinds that is 0 or more than there are.
    #[error("{0} is not a possible number of kinds: write 1 to 7")]
    Kinds(i64),
    /// A range that is not two numbers.
    #[error("write two, the least and the most")]
    LeastAndMost,
    /// A range the wrong way round.
    #[error("[{least}, {most}] is empty: the smaller number comes first")]
    EmptyRange {
        /// As written.
        least: i64,
        /// As written.
        most: i64,
    },
    /// A sweep that leaves too much open.
    #[error("there are millions of ways to choose pieces: [pieces] must say which take part")]
    OpenPieces,
    /// A sweep of more positions than can be numbered.
    #[error("the set is too large to count")]
    TooManyPositions,
    /// A sweep whose numbers of pieces contradict each other.
    #[error(
        "the set is empty: no pieces have the numbers that [pieces], [board] and [hand] ask for together"
    )]
    NoPieces,
    /// A sweep whose king has no place.
    #[error("the set is empty: the king of [king] has no place in the block or region of [board]")]
    NoKing,
    /// A sweep whose pieces have no place.
    #[error(
        "the set is empty: the pieces on the board do not fit into the block or region of [board]"
    )]
    NoRoom,
}
