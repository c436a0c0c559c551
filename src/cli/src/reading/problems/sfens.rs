//! SFENs typed, and lists of them: lines as [`from_list`] reads them.

use std::collections::VecDeque;
use std::fs;
use std::io;
use std::path::Path;

use super::Item;
use crate::Failure;
use answers::InWords;
use notation::Record;
use notation::exchange::{self, from_list};
use notation::lines::Lines;
use notation::record::keys;
use shogi::defender_hand::DefenderHandError;
use shogi::{HandReading, ReadError};
use tsume::solve::{Task, TaskError};
use words::{say, word};

/// A problem.
pub struct Problem {
    /// What the user calls it, else the number of its line.
    pub id: String,
    pub task: Task,
    /// The set lacks pieces (駒不足).
    pub short_set: bool,
}

/// A line that is no problem.
pub struct BadLine {
    pub id: String,
    /// What stands where the SFEN should be.
    pub text: String,
    /// File, line and character, and what is wrong there.
    pub error: String,
}

impl BadLine {
    /// A file, or the standard input, without a problem in it.
    pub fn nothing_in(name: String) -> Self {
        let error = say!("{name}: it contains no problem", name);
        Self::without_text(name, error)
    }

    /// What is wrong where no SFEN stands.
    pub fn without_text(id: String, error: String) -> Self {
        Self {
            id,
            text: String::new(),
            error,
        }
    }
}

/// A list that is being read.
struct List {
    name: String,
    lines: Lines<exchange::Input>,
    hands: HandReading,
    /// Whether a problem, or a line that is none, was found.
    any: bool,
}

/// Problems as SFENs; those of a list are read when they are asked for.
pub struct Sfens {
    typed: VecDeque<Result<Item, BadLine>>,
    list: Option<List>,
    /// Line numbers alone would not tell the problems of several sources apart.
    several: bool,
}

impl Sfens {
    /// The problems that arguments stand for that name no file; the first of them is argument `number` of
    /// the call.
    ///
    /// # Errors
    /// If one is a single word that is no SFEN of a problem, and was not meant as the name of a file.
    pub fn typed(arguments: &[String], number: usize, hands: HandReading) -> Result<Self, Failure> {
        let typed = (number..).zip(arguments).map(|(number, argument)| {
            let (text, id) = split(argument);
            match Task::read_tsume_sfen(text, hands) {
                Ok(task) => Ok(Ok(Item {
                    problem: Problem {
                        id: id.map_or_else(|| number.to_string(), str::to_owned),
                        short_set: task.position.lacks_pieces(),
                        task,
                    },
                    place: format!("{argument:?}"),
                    line: None,
                    headers: Vec::new(),
                    notices: Vec::new(),
                })),
                Err(_)
                    if [" moves ", "_moves_"]
                        .iter()
                        .any(|word| argument.contains(word)) =>
                {
                    Ok(with_moves(argument, number, hands))
                }
                // Files that are there are opened where arguments are told apart.
                Err(_) if looks_like_a_file(argument) => Ok(Err(match fs::metadata(argument) {
                    Err(error) if error.kind() != io::ErrorKind::NotFound => {
                        unreadable(argument, &error)
                    }
                    _ => {
                        let error = say!("{path}: no such file", path = argument);
                        BadLine::without_text(argument.clone(), error)
                    }
                })),
                Err(error) => {
                    let is_whole = argument.contains(' ');
                    let hint = if is_whole || !argument.contains('/') {
                        hint(&error)
                    } else {
                        word!(" (put an SFEN, which has spaces, in quotes)")
                    };
                    let error = say!(
                        "{argument:?} is neither a file nor the SFEN of a problem: {error}{hint}",
                        argument,
                        error = error.in_words(),
                        hint
                    );
                    if is_whole {
                        return Ok(Err(BadLine {
                            id: number.to_string(),
                            text: text.to_owned(),
                            error,
                        }));
                    }
                    // The words of one SFEN, perhaps: one complaint is enough.
                    Err(Failure::Usage(error))
                }
            }
        });
        Ok(Self {
            typed: typed.collect::<Result<_, _>>()?,
            list: None,
            several: false,
        })
    }

    /// The problems of a list that was opened; `several` says whether there are other sources.
    pub fn of_list(name: &str, input: exchange::Input, several: bool, hands: HandReading) -> Self {
        Self {
            typed: VecDeque::new(),
            list: Some(List {
                name: name.to_owned(),
                lines: Lines::new(input),
                hands,
                any: false,
            }),
            several,
        }
    }

    /// The next problem, or what stands in its place.
    pub fn next(&mut self) -> Option<Result<Item, BadLine>> {
        if let Some(item) = self.typed.pop_front() {
            return Some(item);
        }
        let list = self.list.as_mut()?;
        loop {
            let line = match list.lines.next_line() {
                Ok(Some(line)) => line,
                Ok(None) => {
                    let List { name, any, .. } = self.list.take()?;
                    return (!any).then(|| Err(BadLine::nothing_in(name)));
                }
                Err(error) => {
                    let bad = unreadable(&list.name, &error);
                    self.list = None;
                    return Some(Err(bad));
                }
            };
            let item = match line {
                Ok(line) => read(&line, list, self.several),
                Err(error) => Some(Err(BadLine {
                    id: list.id(self.several),
                    text: String::new(),
                    error: format!(
                        "{}:{}: {}",
                        list.name,
                        list.lines.number(),
                        error.in_words()
                    ),
                })),
            };
            if item.is_some() {
                list.any = true;
                return item;
            }
        }
    }
}

impl List {
    /// What the problem of the line read last is called if its line does not say.
    fn id(&self, several: bool) -> String {
        let number = self.lines.number();
        match several {
            true => format!("{}:{number}", self.name),
            false => number.to_string(),
        }
    }

    /// What is wrong with the line read last.
    fn bad(&self, line: &str, several: bool, error: &dyn InWords) -> BadLine {
        let (text, id) = split(line.trim_end_matches('\r'));
        BadLine {
            id: id.map_or_else(|| self.id(several), str::to_owned),
            text: text.to_owned(),
            error: format!(
                "{}:{}: {}",
                self.name,
                self.lines.number(),
                error.in_words()
            ),
        }
    }
}

/// Whether an argument that names no file was meant to: by its extension, or because it is one word
/// with signs that no SFEN has.
fn looks_like_a_file(argument: &str) -> bool {
    let extension = Path::new(argument).extension();
    let has_extension = extension.is_some_and(|extension| {
        let name = extension.to_string_lossy();
        (1..=5).contains(&name.len()) && name.chars().all(|sign| sign.is_ascii_alphabetic())
    });
    let foreign = |sign: char| !"123456789/+KRBGSNLPkrbgsnlp".contains(sign);
    has_extension || !argument.contains(char::is_whitespace) && argument.contains(foreign)
}

/// A problem that was typed with moves behind it, as USI writes positions.
fn with_moves(argument: &str, number: usize, hands: HandReading) -> Result<Item, BadLine> {
    let bad = |error: &dyn InWords| BadLine {
        id: number.to_string(),
        text: split(argument).0.to_owned(),
        error: format!("{argument:?}: {}", error.in_words()),
    };
    let record = from_list(argument, hands).map_err(|error| bad(&error))?;
    let nothing = || BadLine::nothing_in(format!("{argument:?}"));
    let place = format!("{argument:?}");
    item(record.ok_or_else(nothing)?, number.to_string(), place).map_err(|error| bad(&error))
}

/// The problem of a record from a list; it is called by `number` if it has no name.
fn item(record: Record, number: String, place: String) -> Result<Item, TaskError> {
    let id = record.told(keys::TITLE).map(str::to_owned);
    let task = Task::with_king(record.start)?;
    Ok(Item {
        problem: Problem {
            id: id.unwrap_or(number),
            short_set: task.position.lacks_pieces(),
            task,
        },
        place,
        headers: record.headers,
        line: (!record.main.moves.is_empty()).then_some(record.main.moves),
        notices: Vec::new(),
    })
}

/// The SFEN and the id of a line: the first and the last of its tab-separated columns.
fn split(line: &str) -> (&str, Option<&str>) {
    let (sfen, rest) = line.split_once('\t').unwrap_or((line, ""));
    let id = rest.rsplit('\t').next().unwrap_or_default().trim();
    (sfen, (!id.is_empty()).then_some(id))
}

/// What a line says; nothing, if it is blank or a comment.
fn read(line: &str, list: &List, several: bool) -> Option<Result<Item, BadLine>> {
    let record = match from_list(line, list.hands) {
        Ok(record) => record?,
        Err(error) => return Some(Err(list.bad(line, several, &error))),
    };
    let place = format!("{}:{}", list.name, list.lines.number());
    let item = item(record, list.id(several), place);
    Some(item.map_err(|error| list.bad(line, several, &error)))
}

/// The option that would accept what was refused.
fn hint(error: &TaskError) -> &'static str {
    match error {
        TaskError::Read(ReadError::DefenderHand(DefenderHandError::NotTheRest { difference }))
            if difference.surplus.is_empty() =>
        {
            word!(" (--short-set reads it as it is, --full-set adds what is missing)")
        }
        _ => "",
    }
}

/// What stands in the place of a file that cannot be read.
pub fn unreadable(name: &str, error: &dyn InWords) -> BadLine {
    let error = error.in_words();
    let words = say!("cannot read {name}: {error}", name, error);
    BadLine::without_text(name.to_owned(), words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_column_is_the_id() {
        for (line, sfen, id) in [
            ("8k b - 1", "8k b - 1", None),
            ("8k b - 1\tx", "8k b - 1", Some("x")),
            ("8k b - 1\t5\tx y ", "8k b - 1", Some("x y")),
            ("8k b - 1\t5\t", "8k b - 1", None),
            ("8k b - 1\t", "8k b - 1", None),
        ] {
            assert_eq!(split(line), (sfen, id));
        }
    }
}
