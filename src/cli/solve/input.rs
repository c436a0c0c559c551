//! Where problems come from: SFENs typed, files of lines, the standard input.

use std::collections::VecDeque;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use crate::cli::Failure;
use crate::shogi::ReadError;
use crate::shogi::setup::DefenderHandError;
use crate::solve::{Task, TaskError};

/// A problem to solve.
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
        Self {
            error: format!("{name}: there is no problem in it"),
            id: name,
            text: String::new(),
        }
    }

    /// An argument that was meant as a file.
    fn no_file(name: &str, error: String) -> Source {
        Source::Bad(Self {
            id: name.to_owned(),
            text: String::new(),
            error,
        })
    }
}

/// One problem, or what stands in its place.
pub type Item = Result<Problem, BadLine>;

enum Source {
    Typed(Box<Problem>),
    /// What was meant as a file, and is none that can be read.
    Bad(BadLine),
    File(PathBuf),
    StandardInput,
}

/// A source of lines that is being read.
struct Lines {
    name: String,
    reader: Box<dyn BufRead + Send>,
    /// Whether a problem, or a line that is none, was found.
    any: bool,
    /// How many lines have been read.
    read: u64,
}

/// The problems of a call, read when they are asked for.
pub struct Input {
    sources: VecDeque<Source>,
    now: Option<Lines>,
    /// Line numbers alone would not tell the problems of several sources apart.
    several: bool,
}

impl Input {
    /// The problems that the arguments of a call stand for: `-` for the standard input, the name of
    /// an existing file, or an SFEN.
    ///
    /// A file that cannot be read is told when its turn comes.
    ///
    /// # Errors
    /// If an argument is none of these.
    pub fn new(arguments: &[String], short_set: bool) -> Result<Self, Failure> {
        let sources = arguments.iter().enumerate().map(|(index, argument)| {
            let path = Path::new(argument);
            if argument == "-" {
                return Ok(Source::StandardInput);
            }
            let missing = match fs::metadata(path) {
                Ok(data) if data.is_dir() => {
                    let error = io::ErrorKind::IsADirectory.into();
                    return Ok(Source::Bad(unreadable(argument, &error)));
                }
                Ok(_) if is_kif(argument) => {
                    let error = "a KIF file, which `gyakusan check` reads, not a list of SFENs";
                    return Ok(BadLine::no_file(argument, format!("{argument}: {error}")));
                }
                Ok(_) => return Ok(Source::File(path.to_owned())),
                Err(error) => error,
            };
            let (text, id) = split(argument);
            match Task::from_tsume_sfen(text, short_set) {
                Ok(task) => Ok(Source::Typed(Box::new(Problem {
                    id: id.map_or_else(|| (index + 1).to_string(), str::to_owned),
                    short_set: short_set && is_short(text),
                    task,
                }))),
                Err(_) if looks_like_a_file(argument) => Ok(match missing.kind() {
                    io::ErrorKind::NotFound => {
                        BadLine::no_file(argument, format!("{argument}: no such file"))
                    }
                    _ => Source::Bad(unreadable(argument, &missing)),
                }),
                Err(error) => Err(Failure::Usage(format!(
                    "{argument:?} is no file, and no SFEN of a problem: {error}{}",
                    if argument.contains(' ') || !argument.contains('/') {
                        hint(&error)
                    } else {
                        " (an SFEN with its spaces wants quotes)"
                    }
                ))),
            }
        });
        let sources: VecDeque<Source> = sources.collect::<Result<_, _>>()?;
        Ok(Self {
            several: sources.len() > 1,
            sources,
            now: None,
        })
    }

    /// The problems of a list that was opened; `several` says whether there are other sources.
    pub fn of_reader(name: &str, reader: Box<dyn BufRead + Send>, several: bool) -> Self {
        Self {
            sources: VecDeque::new(),
            now: Some(Lines::new(name.to_owned(), reader)),
            several,
        }
    }

    /// Whether every problem was typed as an argument.
    pub fn all_typed(&self) -> bool {
        let typed = |source| matches!(source, &(Source::Typed(_) | Source::Bad(_)));
        self.sources.iter().all(typed)
    }

    /// The next problem, or what stands in its place.
    pub fn next(&mut self) -> Option<Item> {
        loop {
            if let Some(lines) = &mut self.now {
                match lines.next() {
                    Ok(Some(line)) => {
                        if let Some(item) = read(&line, lines, self.several) {
                            lines.any = true;
                            return Some(item);
                        }
                    }
                    Ok(None) => {
                        let (name, any) = (lines.name.clone(), lines.any);
                        self.now = None;
                        if !any {
                            return Some(Err(BadLine::nothing_in(name)));
                        }
                    }
                    Err(error) => {
                        let bad = unreadable(&lines.name, &error);
                        self.now = None;
                        return Some(Err(bad));
                    }
                }
                continue;
            }
            match self.sources.pop_front()? {
                Source::Typed(problem) => return Some(Ok(*problem)),
                Source::Bad(bad) => return Some(Err(bad)),
                Source::StandardInput => {
                    let reader = Box::new(BufReader::new(io::stdin()));
                    self.now = Some(Lines::new("standard input".to_owned(), reader));
                }
                Source::File(path) => {
                    let name = path.display().to_string();
                    match File::open(&path) {
                        Ok(file) => {
                            self.now = Some(Lines::new(name, Box::new(BufReader::new(file))))
                        }
                        Err(error) => return Some(Err(unreadable(&name, &error))),
                    }
                }
            }
        }
    }
}

impl Lines {
    /// Nothing is read yet.
    fn new(name: String, reader: Box<dyn BufRead + Send>) -> Self {
        Self {
            name,
            reader,
            any: false,
            read: 0,
        }
    }

    /// The next line without its end; bytes that are no text become `U+FFFD`, which no SFEN has.
    fn next(&mut self) -> io::Result<Option<String>> {
        let mut bytes = Vec::new();
        self.reader.read_until(b'\n', &mut bytes)?;
        if bytes.is_empty() {
            return Ok(None);
        }
        self.read += 1;
        let line = String::from_utf8_lossy(&bytes);
        let line = line.trim_end_matches(['\n', '\r']);
        // The mark with which some editors begin a file.
        let marked = (self.read == 1).then(|| line.strip_prefix('\u{feff}'));
        Ok(Some(marked.flatten().unwrap_or(line).to_owned()))
    }
}

/// Whether an argument names a KIF file.
fn is_kif(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    name.ends_with(".kif") || name.ends_with(".kifu")
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

/// The SFEN and the id of a line: the first and the last of its tab-separated columns.
fn split(line: &str) -> (&str, Option<&str>) {
    let (sfen, rest) = line.split_once('\t').unwrap_or((line, ""));
    let id = rest.rsplit('\t').next().unwrap_or_default().trim();
    (sfen, (!id.is_empty()).then_some(id))
}

/// What a line says; nothing, if it is blank or a comment.
fn read(line: &str, lines: &Lines, several: bool) -> Option<Item> {
    if line.trim().is_empty() || line.trim_start().starts_with('#') {
        return None;
    }
    let (text, id) = split(line);
    let id = match id {
        Some(id) => id.to_owned(),
        None if several => format!("{}:{}", lines.name, lines.read),
        None => lines.read.to_string(),
    };
    // A list is not lost for a problem of a short set: the answer says that it is one.
    let short_set = is_short(text);
    Some(match Task::from_tsume_sfen(text, true) {
        Ok(task) => Ok(Problem {
            id,
            task,
            short_set,
        }),
        Err(error) => Err(BadLine {
            id,
            text: text.to_owned(),
            error: format!("{}:{}: {error}{}", lines.name, lines.read, hint(&error)),
        }),
    })
}

/// Whether a set of pieces that is not whole is all that is wrong with a problem.
pub fn is_short(text: &str) -> bool {
    Task::from_tsume_sfen(text, false).is_err() && Task::from_tsume_sfen(text, true).is_ok()
}

/// The option that would accept what was refused.
fn hint(error: &TaskError) -> &'static str {
    match error {
        TaskError::Read(ReadError::DefenderHand(DefenderHandError::NotTheRest { difference }))
            if difference.surplus.is_empty() =>
        {
            " (--short-set allows that)"
        }
        _ => "",
    }
}

/// What stands in the place of a file that cannot be read.
pub fn unreadable(name: &str, error: &io::Error) -> BadLine {
    BadLine {
        id: name.to_owned(),
        text: String::new(),
        error: format!("cannot read {name}: {error}"),
    }
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
