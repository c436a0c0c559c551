//! The tables of sweeps.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::Path;

use crate::Failure;
use crate::screen::text::{Side, clock, counted, megabytes, name_of, thousands, widths, write_row};
use enumerate::sweep::SweepReport;
use store::{SweepRow, SweptLevel, Undecided};
use words::{say, word};

/// Prints what came of a sweep: its positions, its mates and its problems by length.
pub fn write_table(out: &mut dyn Write, sweep: &SweepRow) -> Result<(), Failure> {
    let name = name_of(&sweep.name_ja, &sweep.name_en);
    let catalog = &sweep.catalog;
    write!(
        out,
        "{}",
        say!("{name} · sweep of {catalog}", name, catalog)
    )?;
    if !sweep.part.is_empty() {
        write!(out, " · {}", answers::kept_part(&sweep.part))?;
    }
    let done = sweep.tally.numbers;
    if !sweep.complete {
        let all = thousands(sweep.numbers);
        let done = thousands(done);
        write!(out, "{}", say!(" · unfinished, {done} of {all}", done, all))?;
    }
    writeln!(out)?;
    let tally = &sweep.tally;
    let mates: u64 = tally.mates.values().map(|&(positions, _)| positions).sum();
    let n = thousands;
    let met = [
        (tally.illegal, say!("{n} illegal", n = n(tally.illegal))),
        (tally.images, say!("{n} mirror images", n = n(tally.images))),
        (
            tally.no_check,
            say!("{n} without a check", n = n(tally.no_check)),
        ),
        (
            tally.no_mate,
            say!("{n} without a mate", n = n(tally.no_mate)),
        ),
        (mates, say!("{n} mate", n = n(mates))),
        (
            tally.larger,
            say!(
                "{n} mate, but also with fewer pieces in hand",
                n = n(tally.larger)
            ),
        ),
        (
            sweep.undecided,
            say!("{n} undecided", n = n(sweep.undecided)),
        ),
    ];
    let met = met.into_iter().filter(|&(count, _)| count > 0);
    let met: Vec<String> = met.map(|(_, words)| words).collect();
    let choices = counted(done, "choice", "choices");
    writeln!(out, "{choices}: {}", words::list(&met))?;
    let lengths: BTreeSet<u16> = tally
        .mates
        .keys()
        .chain(sweep.levels.keys())
        .copied()
        .collect();
    if lengths.is_empty() {
        writeln!(out)?;
        return Ok(());
    }
    let line = |label: &str, cell: &dyn Fn(u16) -> u64| -> Vec<String> {
        let cells = lengths.iter().map(|&plies| match cell(plies) {
            0 => "-".to_owned(),
            count => thousands(count),
        });
        std::iter::once(label.to_owned()).chain(cells).collect()
    };
    let level = |plies: u16| sweep.levels.get(&plies).copied().unwrap_or_default();
    let of = |read: fn(SweptLevel) -> u64| move |plies| read(level(plies));
    let mates = |plies: u16| tally.mates.get(&plies).copied().unwrap_or_default();
    let mut rows = vec![
        std::iter::once(say!("plies"))
            .chain(lengths.iter().map(u16::to_string))
            .collect(),
        line(word!("mates, images once"), &|plies| mates(plies).0),
        line(word!("mates, both images"), &|plies| mates(plies).1),
        line(&say!("rule {rule}", rule = "A"), &of(|level| level.rule_a)),
        line(&say!("rule {rule}", rule = "E"), &of(|level| level.rule_e)),
        line(&say!("rule {rule}", rule = "F"), &of(|level| level.rule_f)),
    ];
    if sweep.levels.values().any(|level| level.open > 0) {
        rows.push(line(word!("open"), &of(|level| level.open)));
    }
    let widths = widths(&rows);
    let mut sides = vec![Side::Right; widths.len()];
    sides[0] = Side::Left;
    for row in &rows {
        write_row(out, row, &widths, &sides)?;
    }
    writeln!(out)?;
    Ok(())
}

/// What limits left open.
pub struct Left<'a> {
    /// How many positions.
    pub positions: u64,
    /// The limit, in nodes.
    pub nodes: u64,
    /// The file with their list, if there is one.
    pub list: Option<&'a Path>,
}

impl<'a> Left<'a> {
    /// These positions. The limit is the greatest, where some were asked again.
    pub fn of(open: &[Undecided], list: Option<&'a Path>) -> Self {
        Self {
            positions: open.len() as u64,
            nodes: open.iter().map(|one| one.nodes).max().unwrap_or(0),
            list,
        }
    }
}

/// Prints what stands below the table of a sweep: what is undecided, how many problems, what it took, the digest.
pub fn write_end(
    out: &mut dyn Write,
    report: &SweepReport,
    left: &Left<'_>,
) -> Result<(), Failure> {
    if left.positions > 0 {
        let positions = counted(left.positions, "position", "positions");
        let list = match left.list {
            Some(path) => say!("listed in {path}", path = path.display()),
            None => say!("listed in the table undecided"),
        };
        let nodes = thousands(left.nodes);
        let text = say!(
            "{positions} undecided within {nodes} nodes (--nodes): {list}",
            positions,
            nodes,
            list
        );
        writeln!(out, "{text}")?;
    }
    writeln!(
        out,
        "{} · {} · {} · {}",
        counted(report.problems, "problem", "problems"),
        clock(report.seconds),
        say!(
            "peak memory {memory}",
            memory = megabytes(report.peak_memory_kb)
        ),
        say!("digest {digest}", digest = &report.digest)
    )?;
    Ok(())
}
