//! What a program says to an engine.

use std::time::Duration;

use shogi::moves::MoveError;
use shogi::{Color, Position};
use tsume::solve::{Task, TaskError};

/// A line of USI, understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Who are you, and what can be set?
    Usi,
    /// Get ready, and say so.
    IsReady,
    /// An option is set.
    SetOption {
        /// Its name.
        name: String,
        /// What it is set to; empty where nothing is said.
        value: String,
    },
    /// The position that the next `go` is about, and who is to mate whom.
    Position(Box<Task>),
    /// Search.
    Go(Go),
    /// Answer now.
    Stop,
    /// The game is over, or another begins, or nothing is said: there is nothing to do.
    Nothing,
    /// The conversation is over.
    Quit,
}

/// What to search for, and how long.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Go {
    /// A mate (`go mate`), for so long; without a limit until it is stopped.
    Mate(Option<Duration>),
    /// A move of a game.
    Move(Clock),
}

/// How long a move of a game may take.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// No answer before it is asked for (`infinite`, `ponder`).
    pub until_stopped: bool,
    /// Time left, by `Color`.
    pub left: [Option<Duration>; 2],
    /// Time added for each move, by `Color`.
    pub added: [Option<Duration>; 2],
    /// Time for this move when nothing else is left (秒読み).
    pub each: Option<Duration>,
    /// Time for this move, whatever the clock says (`movetime`).
    pub exactly: Option<Duration>,
    /// Nodes to expand.
    pub nodes: Option<u64>,
    /// How many plies to look ahead.
    pub plies: Option<u32>,
}

/// The share of the time left that one move may take.
const SHARE: u32 = 20;

impl Clock {
    /// The time for a move of `side`; `None` where no clock runs.
    pub fn time(&self, side: Color) -> Option<Duration> {
        if self.until_stopped {
            return None;
        }
        if self.exactly.is_some() {
            return self.exactly;
        }
        let index = side as usize;
        let share = self.left[index].map(|left| left / SHARE);
        [share, self.added[index], self.each]
            .into_iter()
            .flatten()
            .reduce(Duration::saturating_add)
    }
}

/// A line that cannot be obeyed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CommandError {
    /// Another language, or a newer one.
    #[error("unknown command {0:?}")]
    Unknown(String),
    /// `setoption` without a name.
    #[error("setoption: no name is given")]
    NoName,
    /// There is no such position.
    #[error("position: {0}")]
    Position(#[from] TaskError),
    /// A move that cannot be read.
    #[error("position: move {number}: {error}")]
    Move {
        /// Which move, counted from 1.
        number: usize,
        /// What is wrong.
        error: MoveError,
    },
    /// A move that is not legal where it stands.
    #[error("position: move {number}: {usi} is not legal in {sfen}")]
    Illegal {
        /// Which move, counted from 1.
        number: usize,
        /// The move.
        usi: String,
        /// Where it should be played.
        sfen: String,
    },
    /// `go` with a limit that is none.
    #[error("go {word}: expected a number, found {found:?}")]
    BadGo {
        /// Whether a mate was to be searched for.
        mate: bool,
        /// Which limit.
        word: &'static str,
        /// What stands there.
        found: String,
    },
}

const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

/// Understands a line.
///
/// # Errors
/// If it is no command, or one with something wrong in it.
pub fn read(line: &str) -> Result<Command, CommandError> {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    match word {
        "usi" => Ok(Command::Usi),
        "isready" => Ok(Command::IsReady),
        "setoption" => read_option(rest),
        "position" => read_position(rest),
        "go" => read_go(rest).map(Command::Go),
        // While the opponent thinks the engine has searched all along: it answers with what it has.
        "stop" | "ponderhit" => Ok(Command::Stop),
        // What is searched for at the end of a game is wanted no longer.
        "gameover" => Ok(Command::Stop),
        "usinewgame" | "" => Ok(Command::Nothing),
        "quit" => Ok(Command::Quit),
        _ => Err(CommandError::Unknown(word.to_owned())),
    }
}

fn read_option(rest: &str) -> Result<Command, CommandError> {
    let mut words = rest.split_whitespace();
    if words.next() != Some("name") {
        return Err(CommandError::NoName);
    }
    let name: Vec<&str> = words.by_ref().take_while(|&word| word != "value").collect();
    if name.is_empty() {
        return Err(CommandError::NoName);
    }
    Ok(Command::SetOption {
        name: name.join(" "),
        value: words.collect::<Vec<_>>().join(" "),
    })
}

/// Reads what comes after the word `position`. Errors count characters from that word on.
fn read_position(rest: &str) -> Result<Command, CommandError> {
    let words: Vec<&str> = rest.split_whitespace().collect();
    let mut parts = words.splitn(2, |&word| word == "moves");
    let task = match parts.next() {
        Some(["startpos"]) => Task::from_game_sfen(START)?,
        start => {
            Task::from_game_sfen(&format!("position {}", start.unwrap_or_default().join(" ")))?
        }
    };
    let mut position = task.position;
    for (index, usi) in parts.next().unwrap_or_default().iter().enumerate() {
        position = play(&position, index + 1, usi)?;
    }
    Ok(Command::Position(Box::new(Task::new(position))))
}

fn play(position: &Position, number: usize, usi: &str) -> Result<Position, CommandError> {
    let mv = usi
        .parse()
        .map_err(|error| CommandError::Move { number, error })?;
    position.try_play(mv).ok_or_else(|| CommandError::Illegal {
        number,
        usi: usi.to_owned(),
        sfen: position.to_string(),
    })
}

fn read_go(rest: &str) -> Result<Go, CommandError> {
    let mut words = rest.split_whitespace().peekable();
    if words.next_if_eq(&"mate").is_some() {
        return match words.next() {
            None | Some("infinite") => Ok(Go::Mate(None)),
            Some(word) => number(true, "mate", word).map(|ms| Go::Mate(Some(milliseconds(ms)))),
        };
    }
    let mut clock = Clock::default();
    while let Some(word) = words.next() {
        let mut value = |word| number(false, word, words.next().unwrap_or_default());
        match word {
            "infinite" | "ponder" => clock.until_stopped = true,
            "btime" => clock.left[0] = Some(milliseconds(value("btime")?)),
            "wtime" => clock.left[1] = Some(milliseconds(value("wtime")?)),
            "binc" => clock.added[0] = Some(milliseconds(value("binc")?)),
            "winc" => clock.added[1] = Some(milliseconds(value("winc")?)),
            "byoyomi" => clock.each = Some(milliseconds(value("byoyomi")?)),
            "movetime" => clock.exactly = Some(milliseconds(value("movetime")?)),
            "nodes" => clock.nodes = Some(value("nodes")?),
            "depth" => clock.plies = Some(value("depth")?.try_into().unwrap_or(u32::MAX)),
            // Newer limits than these; the others still hold.
            _ => {}
        }
    }
    Ok(Go::Move(clock))
}

/// A number; a negative one, as of a clock that has run out, is 0.
fn number(mate: bool, word: &'static str, found: &str) -> Result<u64, CommandError> {
    match found.parse::<i64>() {
        Ok(number) => Ok(number.max(0).unsigned_abs()),
        Err(_) => Err(CommandError::BadGo {
            mate,
            word,
            found: found.to_owned(),
        }),
    }
}

/// A time, a little of it kept for the way of the answer.
fn milliseconds(number: u64) -> Duration {
    Duration::from_millis(number - (number / 10).min(50))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn task(line: &str) -> Result<String, String> {
        match read(line) {
            Ok(Command::Position(task)) => Ok(format!("{:?} {}", task.attacker, task.position)),
            Ok(other) => panic!("{other:?}"),
            Err(error) => Err(error.to_string()),
        }
    }

    #[test]
    fn positions_are_read() {
        assert_eq!(task("position startpos").unwrap(), format!("Black {START}"));
        assert_eq!(
            task("position startpos moves 7g7f 3c3d 8h2b+").unwrap(),
            "White lnsgkgsnl/1r5+B1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL w B 1"
        );
        let sfen = "8k/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";
        assert_eq!(
            task(&format!("position sfen {sfen}")).unwrap(),
            format!("Black {sfen}")
        );
        assert_eq!(
            task("position sfen 8k/9/8P/9/9/9/9/9/9 b G 1 moves").unwrap(),
            format!("Black {sfen}")
        );
        // A tab is a blank, too.
        assert_eq!(
            task(&format!("position\tsfen\t{sfen}")).unwrap(),
            format!("Black {sfen}")
        );
        assert_eq!(
            task("position startpos\tmoves\t7g7f").unwrap(),
            task("position startpos moves 7g7f").unwrap()
        );
        assert!(task("position startpos and more").is_err());
        // The king alone defends, whoever is to move.
        assert_eq!(
            task("position sfen 8k/9/8P/9/9/9/9/9/9 b Gr 7 moves G*1b").unwrap(),
            "Black 8k/8G/8P/9/9/9/9/9/9 w r 1"
        );
    }

    #[test]
    fn broken_positions_say_what_is_wrong() {
        for (line, words) in [
            ("position", "expected sfen"),
            ("position sfen", "expected a board"),
            (
                "position sfen 8k/9/8X b - 1",
                "character 21: expected a piece",
            ),
            ("position sfen 8k/8P/8P/9/9/9/9/9/9 w - 1", "nifu"),
            ("position sfen 9/9/9/9/9/9/9/9/9 b - 1", "no king"),
            (
                "position startpos moves 7g7f 7g7e",
                "move 2: 7g7e is not legal in lnsg",
            ),
            ("position startpos moves 7g7f x", "move 2: character 1"),
            ("position nowhere", "character 11: expected a piece"),
        ] {
            let error = task(line).unwrap_err();
            assert!(error.contains(words), "{line}: {error}");
        }
    }

    #[test]
    fn limits_are_read() {
        let mate = |ms| Ok(Command::Go(Go::Mate(Some(Duration::from_millis(ms)))));
        assert_eq!(read("go mate infinite"), Ok(Command::Go(Go::Mate(None))));
        assert_eq!(read("go mate"), Ok(Command::Go(Go::Mate(None))));
        assert_eq!(read("go mate 5000"), mate(4950));
        assert_eq!(read("go mate 100"), mate(90));
        assert_eq!(read("go mate -5"), mate(0));
        let error = read("go mate soon").unwrap_err();
        assert_eq!(
            error.to_string(),
            "go mate: expected a number, found \"soon\""
        );
        let clock = |line: &str| match read(line) {
            Ok(Command::Go(Go::Move(clock))) => clock,
            other => panic!("{other:?}"),
        };
        let time = clock("go btime 200000 wtime 0 byoyomi 1000");
        // 199,950 / 20 and 950.
        assert_eq!(
            time.time(Color::Black),
            Some(Duration::from_micros(10_947_500))
        );
        assert_eq!(time.time(Color::White), Some(Duration::from_millis(950)));
        let added = clock("go btime 20050 wtime 40050 binc 100 winc 300 byoyomi 0");
        assert_eq!(
            added.time(Color::Black),
            Some(Duration::from_millis(1_000 + 90))
        );
        assert_eq!(
            added.time(Color::White),
            Some(Duration::from_millis(2_000 + 270))
        );
        let exactly = clock("go btime 60000 wtime 60000 byoyomi 1000 movetime 300");
        let time = exactly.time(Color::Black);
        assert_eq!(time, Some(Duration::from_millis(270)));
        assert_eq!(clock("go infinite").time(Color::Black), None);
        assert_eq!(clock("go").time(Color::Black), None);
        assert!(clock("go ponder btime 1 wtime 1").until_stopped);
        let limited = clock("go nodes 10 depth 99999999999 movetime 10");
        assert_eq!((limited.nodes, limited.plies), (Some(10), Some(u32::MAX)));
        assert!(read("go btime").is_err());
    }

    #[test]
    fn options_are_read() {
        let option = |name: &str, value: &str| {
            Ok(Command::SetOption {
                name: name.to_owned(),
                value: value.to_owned(),
            })
        };
        assert_eq!(
            read("setoption name USI_Hash value 256"),
            option("USI_Hash", "256")
        );
        assert_eq!(
            read(" setoption  name Two Words value a b"),
            option("Two Words", "a b")
        );
        assert_eq!(read("setoption name Clear"), option("Clear", ""));
        assert_eq!(read("setoption value 1"), Err(CommandError::NoName));
        assert_eq!(read("setoption name"), Err(CommandError::NoName));
    }
}
