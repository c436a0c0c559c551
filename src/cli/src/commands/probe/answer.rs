//! What a table tells of a position, in words and as JSON.

use std::io::{self, Write};

use crate::reading::problems::{BadLine, Problem};
use crate::screen::one_line;
use crate::screen::text::{Side, counted, widths, write_json_line, write_row};
use answers::json::{Named, ProbeStatus, Probed, ProbedCheck};
use notation::diagram::draw;
use notation::japanese::Japanese;
use notation::names::{digit, move_name, numeral};
use retro::mates::probe::{CheckOutcome, End};
use shogi::{Move, Position, Setup};
use words::say;

/// A position that was looked up.
pub struct ProbedProblem {
    pub problem: Problem,
    /// What comes of best play.
    pub end: End,
    /// All checks, best first.
    pub checks: Vec<CheckOutcome>,
}

/// How answers are written.
pub enum Printer {
    /// A line of JSON each.
    Json,
    /// A line of text each.
    Short,
    /// Everything, for a person to read.
    Long {
        /// Whether one was written.
        any: bool,
    },
}

impl Printer {
    /// Writes what the table tells of a position.
    pub fn print(&mut self, out: &mut dyn Write, told: &ProbedProblem) -> io::Result<()> {
        match self {
            Self::Json => write_json(out, told),
            Self::Short => write_short(out, told),
            Self::Long { any } => {
                if std::mem::replace(any, true) {
                    writeln!(out)?;
                }
                write_long(out, told)
            }
        }
    }

    /// Writes what is wrong, where the format has a place for it.
    pub fn print_error(&self, out: &mut dyn Write, bad: &BadLine) -> io::Result<()> {
        if !matches!(self, Self::Json) {
            return Ok(());
        }
        let answer = Probed {
            sfen: bad.text.clone(),
            error: Some(bad.error.clone()),
            ..Probed::default()
        };
        let id = &bad.id;
        write_json_line(out, &Named { id, answer })
    }
}

fn write_json(out: &mut dyn Write, told: &ProbedProblem) -> io::Result<()> {
    let position = &told.problem.task.position;
    let checks = told.checks.iter().map(|&CheckOutcome { check, end }| {
        let (status, plies) = in_json(end);
        ProbedCheck {
            check: check.to_string(),
            japanese: japanese(position, check),
            status,
            plies,
        }
    });
    let (status, plies) = in_json(told.end);
    let answer = Probed {
        sfen: position.to_string(),
        status,
        plies,
        checks: Some(checks.collect()),
        error: None,
    };
    let id = &told.problem.id;
    write_json_line(out, &Named { id, answer })
}

/// The status and the plies.
const fn in_json(end: End) -> (ProbeStatus, Option<u32>) {
    match end {
        End::Mate(plies) => (ProbeStatus::Mate, Some(plies)),
        End::LongerMate(_) => (ProbeStatus::Mate, None),
        End::NoMate => (ProbeStatus::NoMate, None),
        End::PawnDropMate => (ProbeStatus::PawnDropMate, None),
    }
}

/// One line: id, length, best checks.
fn write_short(out: &mut dyn Write, told: &ProbedProblem) -> io::Result<()> {
    let end = told.end;
    write!(out, "{}\t{}", one_line(&told.problem.id), words(end))?;
    if end < End::NoMate {
        let best = told.checks.iter().filter(|answer| answer.end == end);
        let best: Vec<String> = best.map(|answer| answer.check.to_string()).collect();
        write!(out, "\t{}", best.join(" "))?;
    }
    writeln!(out)
}

fn write_long(out: &mut dyn Write, told: &ProbedProblem) -> io::Result<()> {
    let task = &told.problem.task;
    let setup = Setup::from(&task.position);
    writeln!(out, "{setup}\n\n{}\n", draw(&setup, task.attacker))?;
    writeln!(out, "{}", words(told.end))?;
    let rows: Vec<Vec<String>> = told
        .checks
        .iter()
        .map(|&CheckOutcome { check, end }| {
            let name = japanese(&task.position, check);
            vec![String::new(), check.to_string(), name, words(end)]
        })
        .collect();
    let widths = widths(&rows);
    for row in &rows {
        write_row(out, row, &widths, &[Side::Left; 4])?;
    }
    Ok(())
}

fn words(end: End) -> String {
    match end {
        End::Mate(plies) => say!(
            "mate in {plies}",
            plies = counted(plies.into(), "ply", "plies")
        ),
        End::LongerMate(plies) => {
            say!(
                "mate in more than {plies}",
                plies = counted(plies.into(), "ply", "plies")
            )
        }
        End::NoMate => say!("no mate 不詰"),
        End::PawnDropMate => say!("pawn-drop mate 打ち歩詰め, forbidden"),
    }
}

/// A check in Japanese, be it forbidden.
fn japanese(position: &Position, check: Move) -> String {
    let style = Japanese::OFFICIAL;
    if let Some(text) = style.write(position, check, None) {
        return text;
    }
    let Move::Drop { kind, to } = check else {
        return check.to_string();
    };
    // No other pawn could go there: it would be a second one on its file.
    let mut text = style.marks.of(position.side()).to_owned();
    text.extend(digit(to.file()));
    text.extend(numeral(to.rank()));
    text.push_str(&move_name(kind, false));
    text
}
