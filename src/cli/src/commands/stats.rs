//! `gyakusan stats`: the tables of a database.

mod imports;
pub mod sweeps;

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use crate::Failure;
use crate::reading::database::open_to_read;
use crate::screen::text::{Side, counted, megabytes, name_of, thousands, widths, write_row};
use catalog::Catalog;
use enumerate::sweep::nodes_of;
use store::{FamilyRow, PublishedCost, RunRow, Store, TableRow};
use words::{say, word};

const RULES: &str = "\
Families are counted with both mirror images of a problem; a problem that is its own image counts once. Rule E
counts complete problems (完全作) without a superfluous piece. For a family that an earlier version enumerated, only
minimal problems are counted; ? means that they are not judged yet.
Rules A to D count minimal problems, for comparison with published numbers. Their longest lines without leftover
pieces have no second solution before the last move that is
  A: as short as the main line;
  B: as short as the main line, and no longer mate replaces the last move (nearest to the published numbers);
  C: of any length, where promoting or not counts as two moves, and the last move is as under B;
  D: of any length.

Problems from files are counted once each: how many are complete, complete under the lenient rule F, irredundant,
and undecided because of a limit. The column ? has those of unknown length.

For a sweep, the table counts all positions that mate (mirror images once, then both), minimal problems under rule
A, irredundant ones under rules E and F, and those for which a limit left one of these open.

Examples:
  gyakusan stats keima.db
  gyakusan stats works.db";

/// Show how many problems a database has: by family and length, from sweeps and from files
#[derive(Debug, Args)]
#[command(after_help = RULES)]
pub struct StatsArgs {
    /// The database
    db: PathBuf,
}

/// Prints the table of every family and of the problems from files, then the runs and imports.
pub fn run(args: &StatsArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let store = open_to_read(&args.db)?;
    write_families(&store, out, |_| true)?;
    for sweep in store.sweeps()? {
        sweeps::write_table(out, &sweep)?;
    }
    let imported = store.imported()?;
    if !imported.is_empty() {
        imports::write_table(out, &imported)?;
    }
    let (runs, imports) = (store.runs()?, store.imports()?);
    for run in &runs {
        writeln!(out, "{}", describe_run(run))?;
    }
    for import in &imports {
        writeln!(out, "{}", imports::describe(import))?;
    }
    if runs.is_empty() && imports.is_empty() {
        writeln!(out, "{}", word!("no runs and no imports"))?;
    }
    Ok(())
}

/// Prints the tables of the families of some catalogs.
pub fn write_tables(
    store: &Store,
    catalogs: &[Catalog],
    out: &mut dyn Write,
) -> Result<(), Failure> {
    write_families(store, out, |family| {
        catalogs.iter().any(|catalog| {
            catalog.family.to_string() == family.code
                && catalog.options.to_string() == family.options
        })
    })
}

fn write_families(
    store: &Store,
    out: &mut dyn Write,
    wanted: impl Fn(&FamilyRow) -> bool,
) -> Result<(), Failure> {
    let table = store.table()?;
    for family in store.families()?.iter().filter(|family| wanted(family)) {
        let rows: Vec<&TableRow> = table.iter().filter(|row| row.family == family.id).collect();
        write_family(out, family, &rows)?;
    }
    Ok(())
}

fn write_family(
    out: &mut dyn Write,
    family: &FamilyRow,
    table: &[&TableRow],
) -> Result<(), Failure> {
    let name = name_of(&family.name_ja, &family.name_en);
    write!(out, "{name} · {}", family.code)?;
    if !family.options.is_empty() {
        write!(out, " · {}", answers::kept_options(&family.options))?;
    }
    writeln!(
        out,
        "{}",
        if family.complete {
            ""
        } else {
            word!(" · unfinished, counts so far")
        }
    )?;

    let line = |label: &str, cell: &dyn Fn(&TableRow) -> Option<u64>| -> Vec<String> {
        let cells = table
            .iter()
            .map(|row| cell(row).map_or_else(|| "-".to_owned(), thousands));
        std::iter::once(label.to_owned()).chain(cells).collect()
    };
    let mut rows = vec![
        std::iter::once(say!("plies"))
            .chain(table.iter().map(|row| match row.plies {
                0 => say!("mated"),
                plies => plies.to_string(),
            }))
            .collect(),
    ];
    for (index, label) in ["A", "B", "C", "D"].iter().enumerate() {
        rows.push(line(&say!("rule {rule}", rule = label), &|row| {
            row.rules.map(|rules| rules[index])
        }));
    }
    rows.push(match family.lists_irredundant {
        true => line(&say!("rule {rule}", rule = "E"), &|row| row.rule_e),
        false => {
            let minimal = table
                .iter()
                .map(|row| match (row.rules, row.minimal_by_rule_e) {
                    (None, _) => "-".to_owned(),
                    (Some(_), None) => "?".to_owned(),
                    (Some(_), Some(count)) => thousands(count),
                });
            std::iter::once(say!("rule {rule}", rule = "E"))
                .chain(minimal)
                .collect()
        }
    });
    if family.published.is_some() {
        rows.push(line(word!("published"), &|row| row.published));
    }
    let widths = widths(&rows);
    let mut sides = vec![Side::Right; widths.len()];
    sides[0] = Side::Left;
    for row in &rows {
        write_row(out, row, &widths, &sides)?;
    }
    if !family.lists_irredundant {
        let is_open = |row: &&TableRow| row.rules.is_some() && row.minimal_by_rule_e.is_none();
        let words = match table.iter().any(is_open) {
            true => say!(
                "rule E: not judged yet where it says ?; `gyakusan features FILE --judge` judges it"
            ),
            false => say!(
                "rule E: only minimal problems, all that an earlier version listed; `gyakusan enumerate` adds the others"
            ),
        };
        writeln!(out, "{words}")?;
    }
    if let Some(published) = &family.published {
        let published = describe_published(published);
        writeln!(out, "{}", say!("published: {published}", published))?;
    }
    writeln!(out)?;
    Ok(())
}

fn describe_published(published: &PublishedCost) -> String {
    let mut words = vec![published.source.clone()];
    words.extend(published.seconds.map(|time| say!("{time} s", time)));
    words.extend(
        published
            .memory_kb
            .map(|kb| format!("{} KB", thousands(kb))),
    );
    words.extend(
        published
            .extended_positions
            .map(|count| say!("{n} extended positions", n = thousands(count))),
    );
    words.join(word!("; "))
}

fn describe_run(run: &RunRow) -> String {
    let (id, state) = (run.id, state(run.complete));
    let mut words = vec![
        match run.swept_with {
            None => say!("run {id}: {state}", id, state),
            Some(_) => say!("sweep {id}: {state}", id, state),
        },
        format!("gyakusan {}", run.program),
        say!("started {time}", time = &run.started),
    ];
    let number = |count: Option<i64>| count.map(|count| thousands(count.unsigned_abs()));
    words.extend(
        run.seconds
            .map(|seconds| say!("{time} s", time = format_args!("{seconds:.2}"))),
    );
    words.extend(run.peak_memory_kb.map(|kb| megabytes(kb.unsigned_abs())));
    let problems = run.problems.map(i64::unsigned_abs);
    words.extend(problems.map(|count| counted(count, "problem", "problems")));
    match &run.swept_with {
        // Nothing is solved again.
        Some(options) => words.extend(nodes_of(options).map(|nodes| {
            let nodes = thousands(nodes);
            say!("{nodes} nodes for each position", nodes)
        })),
        None => {
            words.extend(number(run.verified).map(|n| say!("{n} solved again", n)));
            words.extend(number(run.differing).map(|n| say!("{n} of them differ", n)));
        }
    }
    let longer = run.longer.filter(|&longer| longer > 0);
    words.extend(number(longer).map(|n| say!("{n} longer mates of unknown length", n)));
    words.extend(
        run.digest
            .as_ref()
            .map(|digest| say!("digest {digest}", digest)),
    );
    words::list(&words)
}

/// Whether something came to its end, in words.
fn state(is_finished: bool) -> &'static str {
    match is_finished {
        true => word!("finished"),
        false => word!("not finished"),
    }
}
