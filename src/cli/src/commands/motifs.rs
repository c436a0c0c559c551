//! `gyakusan motifs`: which motifs there are, and which of them a database has.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;

use crate::Failure;
use crate::reading::database::open_to_read;
use crate::reading::problems::Inputs;
use crate::running::working::watched;
use crate::screen::called;
use crate::screen::text::{counted, write_json_line};
use crate::writing::files::{create, may_write};
use answers::json::NamedMotif;
use ask::Query;
use ask::motif::{self, Motif};
use store::LineCount;
use words::{Language, say, word};

/// List the motifs 手筋, or those that the solutions of a database have
///
/// A motif is a named query about the main line. Without a database, the command prints what each motif means and the
/// query behind it. With a database, it prints how many problems have each motif, the most frequent first.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  gyakusan motifs
  gyakusan motifs works.db
  gyakusan motifs works.db --tags tags.csv
  gyakusan search works.db --motif 打換え")]
pub struct MotifsArgs {
    /// A database to look through
    db: Option<PathBuf>,
    /// Show this many problems of each motif, by their numbers
    #[arg(long, value_name = "N", default_value_t = 3)]
    examples: usize,
    /// Write to this file, as CSV, which problem has which motif: a line for each of both
    #[arg(long, value_name = "FILE", requires = "db")]
    tags: Option<PathBuf>,
    /// One JSON object per line
    #[arg(long)]
    json: bool,
}

/// What a motif is.
pub fn definition(motif: &Motif) -> &str {
    match words::language() {
        Language::English => &motif.file.en,
        Language::Japanese => &motif.file.ja,
    }
}

/// A query in the words of the run's language.
fn written(query: &Query) -> String {
    match words::language() {
        Language::English => query.to_string(),
        Language::Japanese => query.in_japanese(),
    }
}

/// Prints the motifs.
pub fn run(args: &MotifsArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let Some(db) = &args.db else {
        return Ok(list(args.json, out)?);
    };
    let store = open_to_read(db)?;
    let queries: Vec<&Query> = motif::all().iter().map(|motif| &motif.query).collect();
    if let Some(path) = &args.tags {
        Inputs::of([db]).spare(path)?;
        may_write(path).map_err(|error| cannot_write(path, &error))?;
    }
    let most = match args.tags {
        Some(_) => usize::MAX,
        None => args.examples,
    };
    let mut counts = watched(None, None, false, move |monitor| {
        store.count_lines(&queries, most, monitor)
    })??;
    if let Some(path) = &args.tags {
        write_tags(path, &counts).map_err(|error| cannot_write(path, &error))?;
        for count in &mut counts {
            count.first.truncate(args.examples);
        }
    }
    let all = motif::all().iter().zip(counts);
    let mut found: Vec<_> = all.filter(|(_, count)| count.problems > 0).collect();
    if found.is_empty() && !args.json {
        writeln!(out, "{}", word!("no motif found"))?;
    }
    // Those that are equally frequent stay in the order of the list.
    found.sort_by_key(|(_, count)| std::cmp::Reverse(count.problems));
    for (motif, count) in found {
        if args.json {
            let motif = NamedMotif::found(motif, count.problems, &count.first);
            write_json_line(out, &motif)?;
            continue;
        }
        let problems = counted(count.problems, "problem", "problems");
        let mut line = format!("{}: {problems}", called::motif(motif));
        if !count.first.is_empty() {
            let ids: Vec<String> = count.first.iter().map(i64::to_string).collect();
            line.push_str(&say!(" · numbers {ids}", ids = ids.join(", ")));
        }
        writeln!(out, "{line}")?;
    }
    Ok(())
}

fn cannot_write(path: &Path, error: &io::Error) -> Failure {
    let (name, error) = (path.display(), words::io(error));
    Failure::Usage(say!("{name}: cannot be written: {error}", name, error))
}

/// Writes the problems by their numbers, each with its motifs in the order of the list.
fn write_tags(path: &Path, counts: &[LineCount]) -> io::Result<()> {
    let of_motif = |(place, count): (usize, &LineCount)| {
        let ids = count.first.clone().into_iter();
        ids.map(move |id| (id, place))
    };
    let mut tags: Vec<(i64, usize)> = counts.iter().enumerate().flat_map(of_motif).collect();
    tags.sort_unstable();
    let mut file = create(path)?;
    writeln!(file, "id,motif,term")?;
    for (id, place) in tags {
        // No name of a motif has a comma or a quotation mark.
        let motif = &motif::all()[place].file;
        writeln!(file, "{id},{},{}", motif.name, motif.term)?;
    }
    file.commit()
}

fn list(json: bool, out: &mut dyn Write) -> io::Result<()> {
    for motif in motif::all() {
        if json {
            write_json_line(out, &NamedMotif::new(motif))?;
            continue;
        }
        writeln!(
            out,
            "{}\n  {}\n  {}",
            called::motif(motif),
            definition(motif),
            written(&motif.query)
        )?;
    }
    Ok(())
}
