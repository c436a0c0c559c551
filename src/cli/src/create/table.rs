//! What became of a run's candidates.

use std::cmp::Reverse;
use std::io::{self, Write};
use std::time::Duration;

use super::super::text::{counted, thousands};
use compose::Category;
use compose::pipeline::Cost;
use compose::run::Progress;

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
        "{:<26}{:>12}{:>12}{:>12}",
        "", "count", "of 10,000", "a second"
    )?;
    let rows = [("candidates", all), ("positions judged", counts.all())]
        .into_iter()
        .chain(counts.rows());
    for (name, count) in rows {
        let share = count as f64 * 1e4 / all.max(1) as f64;
        let rate = count as f64 / seconds;
        writeln!(
            out,
            "{name:<26}{:>12}{share:>12.2}{rate:>12.2}",
            thousands(count)
        )?;
    }
    let placed = counts.all() - counts.of(Category::Misplaced) - counts.of(Category::Outside);
    if placed == 0 && counts.all() > 0 {
        writeln!(
            out,
            "nothing was judged: no position that was drawn has the board and the hand asked for"
        )?;
    }
    write_missed(out, progress)?;
    let minutes = seconds / 60.0;
    writeln!(
        out,
        "kept: {} ({:.0} a minute) and {} 収束 ({:.0} a minute) that were not known",
        counted(progress.ideas, "idea 筋", "ideas 筋"),
        progress.ideas as f64 / minutes,
        counted(progress.finishes, "finish", "finishes"),
        progress.finishes as f64 / minutes,
    )?;
    if counts.of(Category::OutOfNodes) > 0 {
        writeln!(
            out,
            "out of nodes: no verdict with --nodes {} or --offspring-nodes {} (more decide more), or no length with {} nodes",
            cost.verdict,
            cost.offspring,
            thousands(cost.length)
        )?;
    }
    if counts.of(Category::Undecided) > 0 {
        let nodes = thousands(cost.judge);
        writeln!(
            out,
            "undecided: {nodes} nodes for all questions were not enough (no option raises that)"
        )?;
    }
    writeln!(out, "{seconds:.1} s")
}

/// Which condition kept how many complete problems away, the one that did so most often first.
fn write_missed(out: &mut dyn Write, progress: &Progress) -> io::Result<()> {
    if progress.missed.is_empty() {
        return Ok(());
    }
    writeln!(
        out,
        "{:<26}{:>12}{:>12}",
        "conditions missed", "by", "by it alone"
    )?;
    let mut missed: Vec<_> = progress.missed.iter().collect();
    missed.sort_by_key(|(_, count)| Reverse(**count));
    for (name, &count) in missed {
        let alone = progress.missed_alone.get(name).copied().unwrap_or(0);
        let option = format!("  --{}", name.replace('_', "-"));
        writeln!(
            out,
            "{option:<26}{:>12}{:>12}",
            thousands(count),
            thousands(alone)
        )?;
    }
    Ok(())
}
