//! What became of a run's candidates.

use std::io::{self, Write};
use std::time::Duration;

use super::super::text::thousands;
use compose::Category;
use compose::pipeline::Cost;
use compose::run::Progress;

/// Writes the categories of the yardstick: how many, in 10,000 candidates, in a second; and what the limits were
/// that left some open.
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
    if counts.of(Category::TimeOut) > 0 {
        writeln!(
            out,
            "time out: no verdict with --nodes {} or --offspring-nodes {} (more decide more), or no length with {} nodes",
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
