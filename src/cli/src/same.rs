//! `gyakusan same`: has somebody made this before?

use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::Ordering;

use clap::Args;

use super::Failure;
use super::amounts::CountOrZero;
use super::problems::{self, Problem};
use super::screen::{one_line, printable};
use super::search::{title, write_problem};
use super::solver::new_solver;
use super::stop::stop_on_signal;
use features::Solution;
use features::signature::signature;
use store::{Like, Likeness, Store};
use tsume::solve::{Goal, Limits, Task};
use words::{say, word};

/// Look for problems like one: the same, mirrored, shifted, with another hand, with the same line
///
/// What is shown first is nearest. With --json, "of" is the problem asked for where there are several. The line is that of the database, if the problem or an image of it
/// is there; else the solver is asked.
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  gyakusan same keima.db \"2k6/1+n7/2+N6/1NN6/9/9/9/9/9 b P 1\"
  gyakusan same all.db new/*.kif")]
pub struct SameArgs {
    /// The database
    db: PathBuf,
    /// SFENs in quotes, files of problems, folders of them, or - for the standard input
    #[arg(required = true, value_name = "SFEN|FILE|-")]
    problems: Vec<String>,
    /// Let the solver expand this many nodes to find the line; 0: do not look for lines
    #[arg(long, default_value = "200k")]
    nodes: CountOrZero,
    /// Show at most this many of those that only share the line
    #[arg(long, value_name = "N", default_value_t = 20)]
    limit: usize,
    /// One JSON object a line, with every column
    #[arg(long)]
    json: bool,
}

/// Prints the problems that are like it.
pub fn run(args: &SameArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let store = Store::open_read_only(&args.db)?;
    problems::each(&args.problems, true, |item, several| {
        let Problem { id, task, .. } = item.problem;
        let id = several.then_some(&*id);
        look_for(args, &store, &task, id, out)
    })
}

/// Prints what is like a problem; the problem is named if there may be several.
fn look_for(
    args: &SameArgs,
    store: &Store,
    task: &Task,
    id: Option<&str>,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let line = line_of(store, task, args.nodes.0)?;
    let found = store.same(task, line, args.limit)?;
    if let (Some(id), false) = (id, args.json) {
        writeln!(out, "{}", say!("problem {id}", id = one_line(id)))?;
    }
    for like in &found {
        if args.json {
            let likeness = ("likeness", format!("\"{}\"", like.likeness.name()));
            let of = id.map(|id| ("of", serde_json::Value::from(id).to_string()));
            let more: Vec<_> = [likeness].into_iter().chain(of).collect();
            writeln!(out, "{}", like.entry.to_json(&more))?;
        } else {
            write_like(store, out, like)?;
        }
    }
    if !args.json && found.is_empty() {
        writeln!(out, "{}", word!("nothing like it"))?;
    }
    if !args.json && line.is_none() {
        let text = word!("its line is not known: problems with the same line were not looked for");
        writeln!(out, "{text}")?;
    }
    Ok(())
}

fn write_like(store: &Store, out: &mut dyn Write, like: &Like) -> Result<(), Failure> {
    writeln!(out, "{}", like.likeness.words())?;
    if like.likeness != Likeness::SameLine {
        for row in store.sources(like.entry.id())? {
            let source = &row.source;
            let words = [&source.title, &source.author, &source.publication];
            let words: Vec<&str> = words.into_iter().flatten().map(String::as_str).collect();
            writeln!(
                out,
                "  {} {} {}",
                printable(&source.file),
                source.number,
                printable(&words.join(" · "))
            )?;
        }
    }
    write_problem(out, &like.entry, &title(&like.entry))
}

/// The signature of the main line of a task: that of the database, or of what the solver finds.
fn line_of(store: &Store, task: &Task, nodes: u64) -> Result<Option<i64>, Failure> {
    if nodes == 0 {
        return Ok(None);
    }
    if let Some(known) = store.line_of(task)? {
        return Ok(Some(known));
    }
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    let mut solver = new_solver(16 << 20);
    let stop = stop_on_signal()?;
    let outcome = solver.solve(task, Goal::Lengths, &limits, &stop);
    if stop.load(Ordering::SeqCst) {
        return Err(Failure::Interrupted);
    }
    let line = outcome.plies_exact.then_some(outcome.main_line);
    let solution = line.and_then(|line| Solution::new(task, &line, None));
    let moves = solution.filter(|solution| !solution.moves.is_empty());
    Ok(moves.map(|solution| signature(&solution)))
}
