//! What became of a run's candidates.

use std::cmp::Reverse;
use std::io::{self, Write};
use std::time::Duration;

use crate::screen::text::{counted, left, right, thousands};
use answers::InWords;
use compose::Category;
use compose::counts::Row;
use compose::pipeline::Cost;
use compose::run::Progress;
use words::{say, word};

/// Writes the categories of the yardstick: how many, in 10,000 candidates, in a second; which conditions complete
/// problems missed; how different what is kept is; and what the limits were that left some open.
pub fn write_table(
    out: &mut dyn Write,
    progress: &Progress,
    cost: &Cost,
    spent: Duration,
) -> io::Result<()> {
    let (all, counts) = (progress.next, &progress.counts);
    let seconds = spent.as_secs_f64().max(1e-3);
    writeln!(
        out,
        "{:<26}{}{}{}",
        "",
        right(word!("count"), 12),
        right(word!("per 10,000"), 12),
        right(word!("a second"), 12)
    )?;
    let of_all = [
        (word!("candidates").to_owned(), all),
        (word!("positions judged").to_owned(), counts.all()),
    ];
    let rows = counts.rows().map(|(row, count)| (row_in_words(row), count));
    let rows = of_all.into_iter().chain(rows);
    for (place, (name, count)) in rows.enumerate() {
        // Of candidates there are always 10,000 in 10,000.
        let share = match place {
            0 => String::new(),
            _ => in_ten_thousand(count, all),
        };
        let row = format!(
            "{}{:>12}{share:>12}{:>12}",
            left(&name, 26),
            thousands(count),
            rate(count as f64 / seconds)
        );
        writeln!(out, "{}", row.trim_end())?;
    }
    let placed = counts.all() - counts.of(Category::Misplaced) - counts.of(Category::Outside);
    if placed == 0 && counts.all() > 0 {
        writeln!(
            out,
            "{}",
            word!(
                "nothing was judged: no generated position satisfies the conditions on board and hand"
            )
        )?;
    }
    write_missed(out, progress)?;
    let minutes = seconds / 60.0;
    writeln!(
        out,
        "{}",
        say!(
            "new: {ideas} ({rate} a minute) and {finishes} 収束 ({finish_rate} a minute)",
            ideas = counted(progress.ideas, "idea 筋", "ideas 筋"),
            rate = format_args!("{:.0}", progress.ideas as f64 / minutes),
            finishes = counted(progress.finishes, "finish", "finishes"),
            finish_rate = format_args!("{:.0}", progress.finishes as f64 / minutes),
        )
    )?;
    if counts.of(Category::OutOfNodes) > 0 {
        writeln!(
            out,
            "{}",
            say!(
                "out of nodes: no verdict within --nodes {nodes} or --offspring-nodes {offspring} (higher limits decide more), or no length within {length} nodes",
                nodes = cost.verdict,
                offspring = cost.offspring,
                length = thousands(cost.length)
            )
        )?;
    }
    if counts.of(Category::Undecided) > 0 {
        let nodes = thousands(cost.judge.nodes.unwrap_or(u64::MAX));
        writeln!(
            out,
            "{}",
            say!(
                "undecided: no verdict within {nodes} nodes, the fixed limit of a check in create",
                nodes
            )
        )?;
    }
    let time = format_args!("{seconds:.1}");
    writeln!(out, "{}", say!("{time} s", time))
}

/// How many that is in 10,000; nothing for none.
fn in_ten_thousand(count: u64, all: u64) -> String {
    let share = u128::from(count) * 10_000;
    let all = u128::from(all.max(1));
    match (count, (share + all / 2) / all) {
        (0, _) => String::new(),
        (_, 0) => "<1".to_owned(),
        (_, share) => thousands(u64::try_from(share).unwrap_or(u64::MAX)),
    }
}

/// A rate, with as many digits as say something; nothing for none.
fn rate(rate: f64) -> String {
    match rate {
        0.0 => String::new(),
        10.0.. => thousands(rate.round() as u64),
        _ => format!("{rate:.1}"),
    }
}

/// What a row counts, indented below what it is a part of.
pub fn row_in_words(row: Row) -> String {
    format!("{}{}", "  ".repeat(row.depth()), row.in_words())
}

/// Which condition kept how many complete problems away, the one that did so most often first.
fn write_missed(out: &mut dyn Write, progress: &Progress) -> io::Result<()> {
    if progress.missed.is_empty() {
        return Ok(());
    }
    writeln!(
        out,
        "{}{}{}",
        left(word!("condition"), 26),
        right(word!("missed"), 12),
        right(word!("missed alone"), 14)
    )?;
    let mut missed: Vec<_> = progress.missed.iter().collect();
    missed.sort_by_key(|(_, count)| Reverse(**count));
    for (name, &count) in missed {
        let alone = progress.missed_alone.get(name).copied().unwrap_or(0);
        let option = format!("  --{}", name.replace('_', "-"));
        writeln!(
            out,
            "{option:<26}{:>12}{:>14}",
            thousands(count),
            thousands(alone)
        )?;
    }
    Ok(())
}
