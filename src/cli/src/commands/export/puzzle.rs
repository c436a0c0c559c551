//! `gyakusan export --format puzzle`: problems with every right answer, for sites that let people solve them.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::Failure;
use crate::arguments::amounts::Bytes;
use crate::arguments::solver::{memory_of_each, new_solver};
use crate::reading::problems::Inputs;
use crate::running::stop::stop_on_signal;
use crate::screen;
use crate::screen::text::write_json_line;
use crate::writing::files::{create, is_standard_output, may_write};
use answers::json::Puzzle;
use store::{Entry, Store};
use system::pending::Pending;
use tsume::judge::answers::answers;
use tsume::solve::{Limits, Solve};
use words::{say, word};

/// The nodes of one question, if nobody says how many.
pub const USUAL_NODES: u64 = 1_000_000;

/// The memory of the solver: the questions are small ones.
const MEMORY: Bytes = Bytes(64 << 20);

/// Where the lines go.
enum Destination<'a> {
    File(Pending),
    Screen(&'a mut dyn Write),
}

impl Destination<'_> {
    fn write(&mut self, puzzle: &Puzzle) -> io::Result<()> {
        match self {
            Self::File(file) => write_json_line(file, puzzle),
            Self::Screen(out) => write_json_line(*out, puzzle),
        }
    }
}

/// How many problems were written, and how many were left out.
pub struct Written {
    pub problems: u64,
    pub left_out: u64,
}

/// Writes the problems with these numbers to a file, or else to the screen. Each question may cost so many nodes.
pub fn write(
    store: &Store,
    ids: Vec<i64>,
    nodes: u64,
    (db, to): (&PathBuf, Option<&Path>),
    out: &mut dyn Write,
) -> Result<Written, Failure> {
    let mut place = match to.filter(|path| !is_standard_output(path)) {
        Some(path) => {
            Inputs::of([db]).spare(path)?;
            let cannot = |error: io::Error| {
                let (name, error) = (path.display(), words::io(&error));
                Failure::Usage(say!("{name}: cannot be written: {error}", name, error))
            };
            may_write(path).map_err(cannot)?;
            Destination::File(create(path).map_err(cannot)?)
        }
        None => Destination::Screen(out),
    };
    let memory = memory_of_each(Some(MEMORY), 1).map_err(Failure::Usage)?;
    let mut solver = new_solver(memory);
    let stop = stop_on_signal()?;
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    let mut written = Written {
        problems: 0,
        left_out: 0,
    };
    for id in ids {
        // Another program may have taken it out meanwhile.
        let Some(entry) = store.entry(id)? else {
            continue;
        };
        let puzzle = puzzle(store, &entry, &mut *solver, &limits, &stop)?;
        if stop.load(Ordering::SeqCst) {
            return Err(Failure::Interrupted);
        }
        match puzzle {
            Some(puzzle) => {
                place.write(&puzzle)?;
                written.problems += 1;
            }
            None => {
                written.left_out += 1;
                let what = word!("it is left out: no main line to the mate is known");
                screen::complain(&say!("problem {id}: {what}", id, what));
            }
        }
    }
    if let Destination::File(file) = place {
        file.commit()?;
    }
    Ok(written)
}

/// The problem of a row with its answers; `None` if no line of its length is known that mates.
fn puzzle(
    store: &Store,
    entry: &Entry,
    solver: &mut dyn Solve,
    limits: &Limits,
    stop: &Arc<AtomicBool>,
) -> Result<Option<Puzzle>, Failure> {
    let Some(task) = entry.task() else {
        return Ok(None);
    };
    let line = super::moves(entry.main_line()).unwrap_or_default();
    if line.is_empty() || entry.plies() != Some(line.len() as i64) {
        return Ok(None);
    }
    let Some(steps) = answers(&task, &line, solver, limits, stop) else {
        return Ok(None);
    };
    let mut puzzle = Puzzle::new(entry.id(), &task, &line, &steps);
    for row in store.sources(entry.id())? {
        puzzle.title = puzzle.title.or(row.source.title);
        puzzle.author = puzzle.author.or(row.source.author);
    }
    Ok(Some(puzzle))
}
