//! `gyakusan probe`: what a kept table tells of positions.

mod answer;

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::Failure;
use crate::arguments::solver::table;
use crate::reading::problems::{BadLine, Item, Sources};
use crate::screen;
use answer::{Printer, Told};
use answers::InWords;
use retro::mates::kept::KeptTable;
use shogi::HandReading;
use words::say;

/// Look positions up in a table of all mates: the length, and what comes of each check.
///
/// `gyakusan table` and `gyakusan enumerate --keep-table` write such tables. Nothing is searched: the table knows every
/// mate of its families, so that what is not in it does not mate. It tells of positions where the attacker is to move,
/// has no king, and no more is in play than one of the families has; all other pieces are in the defender's hand.
///
/// Lengths are in plies, the check counted, and traditional: futile interpositions (無駄合) do not count. A
/// position that is typed, or of a file that has one, is shown with diagram and all checks, best first; of lists,
/// and of the standard input (-), a line tells the id, the length and the best checks. `solve` reads the same
/// positions.
///
/// Lines of JSON have: id, sfen, status (mate, no_mate; error where the table cannot tell), plies, checks (best
/// first: check in USI, japanese, status (mate, no_mate, pawn_drop_mate: 打ち歩詰め, forbidden), plies).
///
/// Exit code 2: a position is none that the table tells of, or a line is no position; the others were answered.
#[derive(Debug, Args)]
#[command(verbatim_doc_comment)]
#[command(after_help = "\
Examples:
  gyakusan enumerate catalogs/sliding/hisha1kin1.toml --db x.db --keep-table x.table
  gyakusan probe \"7k1/9/6G2/9/9/9/9/9/9 b R 1\" --table x.table
  gyakusan probe positions.sfen --table x.table --format jsonl > out.jsonl")]
pub struct ProbeArgs {
    /// SFENs in quotes, files of positions, folders of them, or - for the standard input
    #[arg(required = true, value_name = "SFEN|FILE|-")]
    positions: Vec<String>,
    /// The table, as gyakusan table or enumerate --keep-table wrote it
    #[arg(long, value_name = "FILE")]
    table: PathBuf,
    /// Text to read, or a line of JSON for each position
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
                // The exit code tells it, too, where this cannot be written.
                let _ = writeln!(screen::stderr(), "gyakusan: {}", line.error);
            }
        }
        out.flush()?;
    }
    if bad { Err(Failure::Reported) } else { Ok(()) }
}

fn look_up(table: &KeptTable, item: Item) -> Result<Told, BadLine> {
    let problem = item.problem;
    match table.position(&problem.task) {
        Ok(probed) => Ok(Told {
            end: probed.end(),
            checks: probed.checks(),
            problem,
        }),
        Err(why) => Err(BadLine {
            error: say!(
                "position {id}: the table cannot tell: {why}",
                id = screen::one_line(&problem.id),
                why = why.in_words()
            ),
            text: problem.task.position.to_string(),
            id: problem.id,
        }),
    }
}
