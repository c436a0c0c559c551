//! `gyakusan explain`: which motifs the solution of a problem has, and at which moves.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use super::motifs::{called, definition};
use super::search::{title, write_problem};
use super::show::stored;
use crate::Failure;
use crate::reading::database::open_to_read;
use ask::Line;
use ask::motif;
use notation::Japanese;
use words::word;

/// Explain which motifs 手筋 the solution of a problem has, and at which moves
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  gyakusan explain works.db 4711
  gyakusan explain works.db \"6k2/7+n1/6+N2/6NN1/9/9/9/9/9 b - 1\"")]
pub struct ExplainArgs {
    /// The database
    db: PathBuf,
    /// The number of the problem, or its SFEN (either mirror image)
    #[arg(value_name = "ID")]
    problem: String,
}

/// Prints the problem, and each motif with its moves.
pub fn run(args: &ExplainArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let store = open_to_read(&args.db)?;
    let (stored, task) = stored(&store, &args.db, &args.problem)?;
    let entry = &stored.entry;
    write_problem(out, entry, &title(entry), &[])?;
    let mut line = Line::default();
    let white = entry.get("attacker").text() == Some("white");
    // One that cannot be played has no moves, and no motif.
    line.read(entry.sfen(), white, entry.main_line());
    let written = Japanese::OFFICIAL.usi_line(&task.position, entry.main_line());
    let moves: Vec<&str> = written.split(' ').collect();
    let mut is_any = false;
    for motif in motif::all() {
        let Some(plies) = motif.query.find(&line) else {
            continue;
        };
        is_any = true;
        writeln!(out, "{}\n  {}", called(motif), definition(motif))?;
        let numbered = plies.iter().filter_map(|&ply| {
            let written = moves.get(ply)?;
            Some(format!("{}. {written}", ply + 1))
        });
        let numbered: Vec<String> = numbered.collect();
        if !numbered.is_empty() {
            writeln!(out, "  {}", numbered.join("  "))?;
        }
    }
    if !is_any {
        writeln!(out, "{}", word!("no motif found"))?;
    }
    Ok(())
}
