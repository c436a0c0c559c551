//! `gyakusan probe`: what a kept table tells of positions.

mod answer;

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::Failure;
use crate::arguments::solver::table;
use crate::reading::problems::{BadLine, Item, Sources};
use crate::screen;
use answer::{Printer, ProbedProblem};
use answers::InWords;
use retro::mates::kept::KeptTable;
use shogi::HandReading;
use words::say;

/// Look up positions in a table of mates
///
/// `gyakusan table` and `gyakusan enumerate --keep-table` write such tables. A table has every mate of its families,
/// so nothing is searched: a position of these families that is not in the table does not mate. The table covers
/// positions with the attacker to move and without a king of the attacker, if the pieces on the board and in the
/// attacker's hand fit into one of its families. All other pieces are in the defender's hand.
///
/// Lengths are in plies; futile interpositions (無駄合) do not count. The length after a check includes the check. A
/// single position is shown with diagram and all checks, best ones first. For lists and the standard input (-), each
/// position is one line: id, length, best checks. `solve` reads the same positions.
///
/// A line of JSON has id, sfen, status (mate or no_mate; error if the table does not cover the position), plies, and
/// checks, best ones first: check (USI), japanese, status (mate, no_mate, or pawn_drop_mate: 打ち歩詰め, illegal), plies.
///
/// Exit code 2: the table does not cover a position, or a line is not a position; the others were answered.
#[derive(Debug, Args)]
#[command(verbatim_doc_comment)]
#[command(after_help = "\
Examples:
  gyakusan enumerate catalogs/sliding/hisha1kin1.toml --db x.db --keep-table x.table
  gyakusan probe \"7k1/9/6G2/9/9/9/9/9/9 b R 1\" --table x.table
  gyakusan probe positions.sfen --table x.table --format jsonl > out.jsonl")]
pub struct ProbeArgs {
    /// SFENs in quotes, files of positions, folders, or - for the standard input
    #[arg(required = true, value_name = "SFEN|FILE|-")]
    positions: Vec<String>,
    /// A table written by gyakusan table or enumerate --keep-table
    #[arg(long, value_name = "FILE")]
    table: PathBuf,
    /// Text for people, or a line of JSON for each position
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Jsonl,
}

/// Looks all positions up and prints what the table tells.
pub fn run(args: &ProbeArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let table = table(&args.table)?;
    // What lacks pieces is named like all else that the table cannot tell of.
    let for_programs = args.format == Format::Jsonl;
    let mut sources = Sources::new_for(for_programs, &args.positions, HandReading::Listed)?;
    let mut printer = match args.format {
        Format::Jsonl => Printer::Json,
        Format::Text if sources.any_list => Printer::Short,
        Format::Text => Printer::Long { any: false },
    };
    let mut bad = false;
    while let Some(item) = sources.next_for(for_programs) {
        let told = item.and_then(|item| match for_programs {
            true => words::in_english(|| look_up(&table, item)),
            false => look_up(&table, item),
        });
        match told {
            Ok(told) => printer.print(out, &told)?,
            Err(line) => {
                bad = true;
                printer.print_error(out, &line)?;
                screen::complain(&line.error);
            }
        }
        out.flush()?;
    }
    if bad { Err(Failure::Reported) } else { Ok(()) }
}

fn look_up(table: &KeptTable, item: Item) -> Result<ProbedProblem, BadLine> {
    let problem = item.problem;
    match table.position(&problem.task) {
        Ok(probed) => Ok(ProbedProblem {
            end: probed.end(),
            checks: probed.checks(),
            problem,
        }),
        Err(why) => Err(BadLine {
            error: say!(
                "position {id}: not covered by the table: {why}",
                id = screen::one_line(&problem.id),
                why = why.in_words()
            ),
            text: problem.task.position.to_string(),
            id: problem.id,
        }),
    }
}
