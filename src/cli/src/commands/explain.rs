//! `gyakusan explain`: which motifs the solution of a problem has, and at which moves.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use super::motifs::definition;
use super::search::{title, write_problem};
use super::show::stored;
use crate::Failure;
use crate::reading::database::open_to_read;
use crate::screen::called;
use crate::screen::text::write_json_line;
use answers::json::{Explained, ExplainedMotif};
use ask::Line;
use ask::motif::{self, Motif};
use notation::Japanese;
use store::Entry;
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
    /// One JSON object
    #[arg(long)]
    json: bool,
}

/// Prints the problem, and each motif with its moves.
pub fn run(args: &ExplainArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let store = open_to_read(&args.db)?;
    let (stored, task) = stored(&store, &args.db, &args.problem)?;
    let entry = &stored.entry;
    let mut line = Line::default();
    let white = entry.get("attacker").text() == Some("white");
    // One that cannot be played has no moves, and no motif.
    line.read(entry.sfen(), white, entry.main_line());
    let found = motif::all().iter();
    let found = found.filter_map(|motif| Some((motif, motif.query.find(&line)?)));
    let found: Vec<(&Motif, Vec<usize>)> = found.collect();
    if args.json {
        write_json_line(out, &answer(entry, &found))?;
        return Ok(());
    }
    write_problem(out, entry, &title(entry), &[])?;
    let written = Japanese::OFFICIAL.usi_line(&task.position, entry.main_line());
    let moves: Vec<&str> = written.split(' ').collect();
    for (motif, plies) in &found {
        writeln!(out, "{}\n  {}", called::motif(motif), definition(motif))?;
        let numbered = plies.iter().filter_map(|&ply| {
            let written = moves.get(ply)?;
            Some(format!("{}. {written}", ply + 1))
        });
        let numbered: Vec<String> = numbered.collect();
        if !numbered.is_empty() {
            writeln!(out, "  {}", numbered.join("  "))?;
        }
    }
    if found.is_empty() {
        writeln!(out, "{}", word!("no motif found"))?;
    }
    Ok(())
}

/// The motifs of a problem, for programs.
fn answer(entry: &Entry, found: &[(&Motif, Vec<usize>)]) -> Explained {
    let motifs = found.iter().map(|(motif, plies)| ExplainedMotif {
        name: motif.file.name.clone(),
        term: motif.file.term.clone(),
        plies: plies.iter().map(|ply| ply + 1).collect(),
    });
    let line = entry.main_line().split_whitespace();
    Explained {
        id: entry.id(),
        sfen: entry.sfen().to_owned(),
        main_line: line.map(str::to_owned).collect(),
        motifs: motifs.collect(),
    }
}
