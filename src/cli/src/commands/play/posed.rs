//! The problems to solve, one after the other.

use std::collections::VecDeque;
use std::path::PathBuf;

use crate::Failure;
use crate::arguments::sql::about_option;
use crate::commands::show;
use crate::reading::database::open_to_read;
use crate::reading::problems::{BadLine, Item, Sources};
use crate::screen::printable;
use notation::record::keys;
use shogi::Move;
use store::{QueryLimits, Store};
use tsume::solve::Task;
use words::say;

/// A problem to solve.
pub struct Posed {
    /// What stands above its board; empty if there is nothing to say.
    pub heading: String,
    pub task: Task,
    /// The line that its file or database has for it.
    pub line: Vec<Move>,
}

/// How many problems of a database are posed where nobody says which.
const MOST: u32 = 1000;

/// Where problems come from.
pub enum Problems {
    /// What was typed, files, folders.
    Sources(Sources),
    /// A database.
    Stored {
        store: Box<Store>,
        db: PathBuf,
        /// Numbers or SFENs, those that are left.
        asked: VecDeque<String>,
    },
}

impl Problems {
    /// Those of a database: these, or the most beautiful of which a condition holds.
    pub fn stored(
        db: PathBuf,
        asked: &[String],
        condition: Option<&str>,
        limits: &QueryLimits,
    ) -> Result<Self, Failure> {
        let store = Box::new(open_to_read(&db)?);
        let asked: VecDeque<String> = match asked {
            [] => {
                let ids = store.most_beautiful(condition, MOST, limits);
                let ids = ids.map_err(about_option("--where"))?;
                ids.iter().map(i64::to_string).collect()
            }
            asked => asked.iter().cloned().collect(),
        };
        if asked.is_empty() {
            let db = db.display();
            return Err(Failure::Usage(say!("{db}: no problem to play", db)));
        }
        Ok(Self::Stored { store, db, asked })
    }

    /// The next problem, or what stands in its place.
    pub fn next(&mut self) -> Option<Result<Posed, Failure>> {
        match self {
            Self::Sources(sources) => {
                let refused = |bad: BadLine| Failure::Usage(bad.error);
                Some(sources.next()?.map(of_file).map_err(refused))
            }
            Self::Stored { store, db, asked } => {
                let text = asked.pop_front()?;
                let found = show::stored(store, db, &text);
                Some(found.map(|(stored, task)| {
                    let id = stored.entry.id();
                    let source = stored.sources.first().map(|row| &row.source);
                    let title = source.and_then(|source| source.title.as_deref());
                    let author = source.and_then(|source| source.author.as_deref());
                    let line = stored.entry.main_line().split_whitespace();
                    Posed {
                        heading: heading([Some(&*say!("problem {id}", id)), title, author]),
                        line: line.map_while(|mv| mv.parse().ok()).collect(),
                        task,
                    }
                }))
            }
        }
    }
}

fn of_file(item: Item) -> Posed {
    let told = |key: &str| {
        let mut headers = item.headers.iter().filter(|header| header.key == key);
        let header = headers.find(|header| !header.value.is_empty())?;
        Some(header.value.as_str())
    };
    // What was typed stands below, and is quoted where a place is named.
    let place = Some(&*item.place).filter(|place| !place.starts_with('"'));
    Posed {
        heading: heading([place, told(keys::TITLE), told(keys::AUTHOR)]),
        task: item.problem.task,
        line: item.line.unwrap_or_default(),
    }
}

fn heading(parts: [Option<&str>; 3]) -> String {
    let parts: Vec<&str> = parts.into_iter().flatten().collect();
    printable(&parts.join(" · ")).replace(char::is_control, " ")
}
