//! `gyakusan motifs`: which motifs there are, and which of them a database has.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;

use crate::Failure;
use crate::reading::database::open_to_read;
use crate::running::working::watched;
use crate::screen::text::counted;
use ask::Query;
use ask::motif::{self, Motif};
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
  gyakusan search works.db --motif 打換え")]
pub struct MotifsArgs {
    /// A database to look through
    db: Option<PathBuf>,
    /// Show this many problems of each motif, by their numbers
    #[arg(long, value_name = "N", default_value_t = 3)]
    examples: usize,
}

/// A motif by the name that is given.
///
/// # Errors
/// That there is none, and which may be meant.
pub fn by_name(name: &str) -> Result<&'static Motif, String> {
    motif::named(name).ok_or_else(|| match motif::like(name) {
        Some(like) => say!(
            "there is no motif {name:?}; did you mean {like:?}? `gyakusan motifs` lists all",
            name,
            like
        ),
        None => say!(
            "there is no motif {name:?}; `gyakusan motifs` lists all",
            name
        ),
    })
}

/// What a motif is called: in Japanese by its term, in English by both.
pub fn called(motif: &Motif) -> String {
    match words::language() {
        Language::English => format!("{} {}", motif.file.name, motif.file.term),
        Language::Japanese => motif.file.term.clone(),
    }
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
        return Ok(list(out)?);
    };
    let store = open_to_read(db)?;
    let queries: Vec<&Query> = motif::all().iter().map(|motif| &motif.query).collect();
    let counts = watched(None, None, false, move |monitor| {
        store.count_lines(&queries, args.examples, monitor)
    })??;
    let all = motif::all().iter().zip(counts);
    let mut found: Vec<_> = all.filter(|(_, count)| count.problems > 0).collect();
    if found.is_empty() {
        writeln!(out, "{}", word!("no motif found"))?;
    }
    // Those that are equally frequent stay in the order of the list.
    found.sort_by_key(|(_, count)| std::cmp::Reverse(count.problems));
    for (motif, count) in found {
        let problems = counted(count.problems, "problem", "problems");
        let mut line = format!("{}: {problems}", called(motif));
        if !count.first.is_empty() {
            let ids: Vec<String> = count.first.iter().map(i64::to_string).collect();
            line.push_str(&say!(" · numbers {ids}", ids = ids.join(", ")));
        }
        writeln!(out, "{line}")?;
    }
    Ok(())
}

fn list(out: &mut dyn Write) -> io::Result<()> {
    for motif in motif::all() {
        writeln!(
            out,
            "{}\n  {}\n  {}",
            called(motif),
            definition(motif),
            written(&motif.query)
        )?;
    }
    Ok(())
}
