//! What is wrong with a query, and where.

use std::fmt;

/// Why a text is no query.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("character {at}: {reason}")]
pub struct AskError {
    /// The offending character, counted from 1; one past the end if the text is too short.
    pub at: usize,
    /// What is wrong there.
    pub reason: AskReason,
}

/// What is wrong at a place of a query.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AskReason {
    /// A word that the language does not have.
    #[error("{word:?} is not a word of the language{}", Meant(.like.as_deref()))]
    Unknown {
        /// The word.
        word: String,
        /// One that is written alike.
        like: Option<String>,
    },
    /// A character that means nothing.
    #[error("{0:?} means nothing here")]
    Sign(char),
    /// Something else is expected.
    #[error("expected {0}")]
    Expected(Expected),
    /// A word about positions where a move is asked for.
    #[error("{0:?} is about a position; write it in square brackets")]
    OfPosition(String),
    /// A word about moves where a position is asked for.
    #[error("{0:?} is about a move; it cannot be in square brackets")]
    OfMove(String),
    /// A word about tries in a query about lines.
    #[error("{0:?} is about tries; this query is about moves that are played")]
    OfTries(String),
    /// A query about tries without any.
    #[error("this says nothing of a try; write `fails` or `mates` after a check")]
    NoTries,
    /// A word about later moves, of a try.
    #[error(
        "{0:?} is about later moves; a try ends with its check, or with the reply after `fails`"
    )]
    LooksAhead(String),
    /// A comparison without anything to compare with.
    #[error("{0:?} compares a check with the first one of a list; write it after a comma")]
    Compares(String),
    /// A word that takes no value.
    #[error("{0:?} takes no value")]
    NoValue(String),
    /// A range that ends before it begins.
    #[error("no number lies within this range; write the smaller one first")]
    EmptyRange,
    /// A number that is too large.
    #[error("the number is too large; the largest is {}", super::range::LARGEST)]
    TooLarge,
    /// A bracket without its other half.
    #[error("this bracket is never closed")]
    Open,
    /// A closing bracket that nothing opens.
    #[error("nothing opens this bracket")]
    Close,
    /// Pieces of the side that does not make the move.
    #[error("the move is one of the {}, but these are pieces of the other side; capital letters are the attacker's, small ones the defender's", if *.0 { "attacker" } else { "defender" })]
    OtherSide(bool),
    /// A name for a piece here, for a square there.
    #[error("${0} is a piece in one place and a square in another")]
    TwoSorts(String),
    /// A name that is used once: it says nothing.
    #[error("${0} is used only once; a name joins two places")]
    UsedOnce(String),
    /// More names than can be tried.
    #[error("at most {} names", super::query::MOST_NAMES)]
    Names,
    /// Brackets within brackets within brackets.
    #[error("brackets are nested too deep")]
    Deep,
    /// Repetitions within repetitions within repetitions.
    #[error(
        "repetitions are nested too deep; at most {} within one another",
        super::query::MOST_REPEATS
    )]
    Repeats,
}

/// What is expected at a place of a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// A move, a gap, or something in brackets.
    Element,
    /// What separates two moves, or the end.
    Separator,
    /// Pieces.
    Pieces,
    /// Squares.
    Squares,
    /// A range.
    Range,
    /// A name.
    Name,
    /// `(files,ranks)`.
    Offset,
    /// An opening bracket.
    Bracket,
    /// What is asked of a position, or the end of it.
    Fact,
    /// Pieces on squares.
    Standing,
    /// What pieces attack.
    Guarded,
    /// What can be held in hand.
    Held,
    /// What comes of a check.
    Ending,
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Element => "a move such as `drop R`, a gap such as `..`, or a bracket",
            Self::Separator => "`;`, `|`, `&` or the end",
            Self::Pieces => "pieces such as R, +R or R/B",
            Self::Squares => "squares such as 2b, 1a-3c, K, prev or $x",
            Self::Range => "a range such as 3, 2.., ..5 or 7..11",
            Self::Name => "a name such as $x",
            Self::Offset => "files to the left and ranks down, as in (0,1)",
            Self::Bracket => "`(`",
            Self::Fact => "what holds of the position, such as `2b=k`, `G>1b` or `hand=P`, or `]`",
            Self::Standing => "`=` and pieces such as R or R/B, or `=empty`",
            Self::Guarded => "`>` and squares such as 2b, 1a-3c or K(0,1)",
            Self::Ending => "`fails` or `mates`",
            Self::Held => {
                "a number such as 0 or 2.., or pieces that can be in hand, such as P or G/S"
            }
        })
    }
}

/// A word that may have been meant.
struct Meant<'a>(Option<&'a str>);

impl fmt::Display for Meant<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(word) => write!(f, "; did you mean {word:?}?"),
            None => Ok(()),
        }
    }
}
