//! What can be wrong with a file of JSON Kifu Format.

/// What is wrong with JSON that has the members of JSON Kifu Format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JkfReason {
    /// Neither moves nor a position.
    #[error("it contains neither moves nor a position")]
    Nothing,
    /// A preset that is not known, or OTHER without data.
    #[error("the preset {0:?} gives no position: use a known one, or OTHER with data")]
    Preset(String),
    /// A hand that nobody can have.
    #[error("a hand cannot hold {count} {piece}")]
    Hand {
        /// The piece, as it is written.
        piece: String,
        /// How many.
        count: u32,
    },
    /// A number that is no side.
    #[error("the color is {0}, neither 0 (先手) nor 1 (後手)")]
    Color(u8),
    /// A name that is no piece.
    #[error("{0:?} is not a piece (FU KY KE GI KI KA HI OU TO NY NK NG UM RY)")]
    Piece(String),
    /// A square outside the board.
    #[error("there is no square x {file}, y {rank}: both go from 1 to 9")]
    Square {
        /// `x`.
        file: i8,
        /// `y`.
        rank: i8,
    },
    /// A move that tells neither its piece nor its origin.
    #[error("the move has neither from nor piece")]
    NoPiece,
    /// A letter that tells no piece apart.
    #[error("{0:?} in relative is not one of L C R U M D H")]
    Relative(char),
}
