//! Tasks from SFEN.

use super::Task;
use shogi::{HandReading, Position, PositionError, ReadError, Setup, SfenError};

/// Why a text gives no task.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TaskError {
    /// It gives no legal position.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// There is nobody to mate.
    #[error("there is no king on the board")]
    NoKing,
}

impl From<SfenError> for TaskError {
    fn from(error: SfenError) -> Self {
        Self::Read(error.into())
    }
}

impl From<PositionError> for TaskError {
    fn from(error: PositionError) -> Self {
        Self::Read(error.into())
    }
}

impl Task {
    /// Reads the SFEN of a tsume problem. The defender's hand is completed as
    /// [`Setup::complete_defender_hand`] says (there also `short_set`), whichever side defends.
    ///
    /// # Errors
    /// If the text is no SFEN, the position is illegal, there is no king, or the defender's hand is
    /// not the rest of the set.
    pub fn from_tsume_sfen(text: &str, short_set: bool) -> Result<Self, TaskError> {
        Self::with_king(Position::from_tsume_sfen(text, short_set)?)
    }

    /// The same with the defender's hand as `reading` says.
    ///
    /// # Errors
    /// As there.
    pub fn read_tsume_sfen(text: &str, reading: HandReading) -> Result<Self, TaskError> {
        Self::with_king(Position::read_tsume_sfen(text, reading)?)
    }

    /// The same as [`Task::new`], of a position in which there is somebody to mate.
    ///
    /// # Errors
    /// [`TaskError::NoKing`] if there is nobody.
    pub fn with_king(position: Position) -> Result<Self, TaskError> {
        let task = Self::new(position);
        match task.position.king(task.attacker.flip()) {
            Some(_) => Ok(task),
            None => Err(TaskError::NoKing),
        }
    }

    /// Reads an SFEN as programs that play send it: the hands as they stand, only that an empty hand of
    /// the defender's is completed where the attacker is to move, as in [`Task::from_tsume_sfen`], unless a piece is listed
    /// in it with the count 0.
    ///
    /// # Errors
    /// If the text is no SFEN, the position is illegal, or there is no king.
    pub fn from_game_sfen(text: &str) -> Result<Self, TaskError> {
        let setup: Setup = text.parse()?;
        let task = Self::with_king(Position::try_from(&setup)?)?;
        if !task.attacker_to_move() || !task.position.hand(task.attacker.flip()).is_empty() {
            return Ok(task);
        }
        let position = Position::read_tsume_sfen(text, HandReading::Listed)?;
        Ok(Self { position, ..task })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tsume(sfen: &str) -> String {
        match Task::from_tsume_sfen(sfen, false) {
            Ok(task) => task.position.to_string(),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn the_defender_gets_the_rest_of_the_set() {
        let rest = "8k/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";
        assert_eq!(tsume("8k/9/8P/9/9/9/9/9/9 b G 1"), rest);
        assert_eq!(tsume(rest), rest);
        // The same with the sides exchanged, and with the defender to move.
        let other = "9/9/9/9/9/9/p8/9/K8 w 2R2B3G4S4N4L17Pg 1";
        assert_eq!(tsume("9/9/9/9/9/9/p8/9/K8 w g 1"), other);
        assert_eq!(tsume(other), other);
        assert_eq!(
            tsume("8k/8G/8P/9/9/9/9/9/9 w - 1"),
            "8k/8G/8P/9/9/9/9/9/9 w 2r2b3g4s4n4l17p 1"
        );
        assert_eq!(
            tsume("9/9/9/9/9/9/p8/9/K8 w Gg 1"),
            "the defender's hand is not the rest of the set: 2 R missing, 2 B missing, \
             2 G missing, 4 S missing, 4 N missing, 4 L missing, 17 P missing"
        );
    }

    #[test]
    fn games_keep_their_hands() {
        let game = |sfen: &str| {
            let task = Task::from_game_sfen(sfen);
            task.map(|task| task.position.to_string())
                .map_err(|error| error.to_string())
        };
        let short = "8k/9/8P/9/9/9/9/9/9 b Gp 1";
        assert_eq!(game(short).as_deref(), Ok(short));
        assert_eq!(
            game("8k/9/8P/9/9/9/9/9/9 b G0p 1").as_deref(),
            Ok("8k/9/8P/9/9/9/9/9/9 b G 1")
        );
        let replying = "8k/8G/8P/9/9/9/9/9/9 w - 1";
        assert_eq!(game(replying).as_deref(), Ok(replying));
        assert_eq!(
            game("8k/9/8P/9/9/9/9/9/9 b G 1").as_deref(),
            Ok("8k/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1")
        );
        let start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
        assert_eq!(game(start).as_deref(), Ok(start));
        let nobody = game("9/9/8P/9/9/9/9/9/9 b G 1").unwrap_err();
        assert_eq!(nobody, "there is no king on the board");
    }
}
