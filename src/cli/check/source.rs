//! Where the problems to check come from: what `solve` reads, and KIF files with their lines.

use std::collections::VecDeque;
use std::path::Path;

use crate::cli::Failure;
use crate::cli::solve::input::{BadLine, Input, Problem, is_kif, is_short};
use crate::notation::Record;
use crate::shogi::Move;
use crate::solve::Task;
use crate::solve::plain_traditional::{Counting, Lengths};

/// A problem to check.
pub struct Item {
    pub problem: Problem,
    /// The line that its file has for it.
    pub line: Option<Vec<Move>>,
    /// What is to be said of the file, though it can be read.
    pub warning: Option<Warning>,
}

/// A word about a file that may not be whole.
#[derive(Clone)]
pub struct Warning {
    /// File, line, and what is odd there.
    pub text: String,
    /// Whether its moves break off: what is said of them holds for a part only. Where there are none,
    /// it may be meant as a position alone.
    pub breaks_off: bool,
}

/// An argument, or several beside each other.
enum Source {
    /// A KIF file.
    Kif(Box<Item>),
    /// SFENs, typed or in lists.
    Sfens(Input),
}

/// What the arguments of a call stand for, in their order.
pub struct Sources {
    sources: VecDeque<Source>,
    /// Whether there are files, or the standard input, with any number of problems.
    pub any_list: bool,
}

impl Sources {
    /// Opens them.
    ///
    /// # Errors
    /// If an argument is nothing that can be read, or a KIF file is wrong.
    pub fn new(arguments: &[String], short_set: bool) -> Result<Self, Failure> {
        let groups = arguments.chunk_by(|a, b| !is_kif(a) && !is_kif(b));
        let sources = groups.map(|group| match group {
            [name] if is_kif(name) => Ok(Source::Kif(Box::new(read_kif(name, short_set)?))),
            group => Ok(Source::Sfens(Input::new(group, short_set)?)),
        });
        let sources: VecDeque<Source> = sources.collect::<Result<_, Failure>>()?;
        let is_list =
            |source: &Source| matches!(source, Source::Sfens(input) if !input.all_typed());
        Ok(Self {
            any_list: sources.iter().any(is_list),
            sources,
        })
    }

    /// The next problem, or what stands in its place.
    ///
    /// # Errors
    /// If a source cannot be read any further.
    pub fn next(&mut self) -> Result<Option<Result<Item, BadLine>>, Failure> {
        while let Some(source) = self.sources.pop_front() {
            match source {
                Source::Kif(item) => return Ok(Some(Ok(*item))),
                Source::Sfens(mut input) => {
                    if let Some(found) = input.next()? {
                        self.sources.push_front(Source::Sfens(input));
                        return Ok(Some(found.map(|problem| Item {
                            problem,
                            line: None,
                            warning: None,
                        })));
                    }
                }
            }
        }
        Ok(None)
    }
}

/// A KIF file: the position and the moves of its main line, if it has any.
fn read_kif(name: &str, short_set: bool) -> Result<Item, Failure> {
    let (record, ends) = Record::read_with_end(Path::new(name), short_set)
        .map_err(|error| Failure::Usage(error.to_string()))?;
    let line = &record.main;
    let task = Task::new(record.start);
    let end = (line.moves.iter()).fold(task.clone(), |task, &mv| task.play(mv));
    let is_mated = Lengths::new(Counting::Traditional).length(&end, 0) == Some(0);
    let what = match (ends.is_said || is_mated, line.moves.is_empty()) {
        (true, _) => None,
        (false, true) => Some("no moves follow: is the file cut off?"),
        (false, false) => Some("the moves break off before the mate: is the file cut off?"),
    };
    let warning = what.map(|what| Warning {
        text: format!("{name}:{}: {what}", ends.line),
        breaks_off: !line.moves.is_empty(),
    });
    Ok(Item {
        problem: Problem {
            id: name.to_owned(),
            short_set: is_short(&task.position.to_string()),
            task,
        },
        warning,
        line: (!record.main.moves.is_empty()).then_some(record.main.moves),
    })
}
