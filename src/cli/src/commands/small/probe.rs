//! `gyakusan small probe`: what a table tells of positions.

use std::io::{self, BufRead, Write};
use std::path::PathBuf;

use clap::Args;

use super::game::{open_table, position};
use super::words_of::value;
use crate::Failure;
use crate::screen;
use crate::screen::text::{Side, widths, write_json_line, write_row};
use answers::InWords;
use answers::json::SmallProbed;
use small::rules::Rules;
use small::solve::Value;
use small::table::{Answer, Table};
use small::text::{Position, draw, write_japanese, write_move, write_position};
use system::input;
use words::say;

/// Look up positions in a table of a small board
///
/// A single position is shown with its diagram and the value of every move, best ones first. On the standard input (-),
/// each line is a position. Each answer is one line: position, value in plies (win +, loss -, draw 0), best moves.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  gyakusan small probe dobutsu.gst
  gyakusan small probe dobutsu.gst \"gle/1C1/3/EL1 w Gc\"
  gyakusan small probe dobutsu.gst - < positions.txt
  gyakusan small probe dobutsu.gst - --json < positions.txt")]
pub struct ProbeArgs {
    /// A table written by gyakusan small table
    #[arg(value_name = "TABLE")]
    table: PathBuf,
    /// The position, or - for the standard input; by default the start of the game
    #[arg(value_name = "POSITION|-")]
    position: Option<String>,
    /// One JSON object per line
    #[arg(long)]
    json: bool,
}

/// Looks up and says what the table tells.
pub fn run(args: &ProbeArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let table = open_table(&args.table)?;
    if args.position.as_deref() == Some("-") {
        return of_input(args, &table, out);
    }
    let at = match &args.position {
        Some(text) => position(table.rules(), text)?,
        None => Position::start(table.rules()),
    };
    let answer = look_up(args, &table, &at)?;
    let rules = table.rules();
    if args.json {
        return Ok(write_json_line(
            out,
            &SmallProbed::new(rules, &at, &answer),
        )?);
    }
    writeln!(
        out,
        "{}\n\n{}\n",
        write_position(rules, &at),
        draw(rules, &at)
    )?;
    writeln!(out, "{}", value(answer.value))?;
    let rows: Vec<Vec<String>> = answer
        .moves
        .iter()
        .map(|&(mv, after)| {
            vec![
                String::new(),
                write_move(rules, at.side, mv),
                write_japanese(rules, &at, mv),
                value(after),
            ]
        })
        .collect();
    let widths = widths(&rows);
    for row in &rows {
        write_row(out, row, &widths, &[Side::Left; 4])?;
    }
    Ok(())
}

fn look_up(args: &ProbeArgs, table: &Table, at: &Position) -> Result<Answer, Failure> {
    let found = table.probe(&at.state).map_err(|error| {
        Failure::Usage(format!("{}: {}", args.table.display(), error.in_words()))
    })?;
    found.map_err(|why| {
        let text = write_position(table.rules(), at);
        Failure::Usage(say!("position {text:?}: {why}", text, why = why.in_words()))
    })
}

fn of_input(args: &ProbeArgs, table: &Table, out: &mut dyn Write) -> Result<(), Failure> {
    let mut bad = false;
    for line in input::standard()?.lines() {
        let line = line?;
        if line.trim().is_empty() {
            continue;
        }
        let told = position(table.rules(), line.trim())
            .and_then(|at| Ok((at, look_up(args, table, &at)?)));
        let rules = table.rules();
        match told {
            Ok((at, answer)) if args.json => {
                write_json_line(out, &SmallProbed::new(rules, &at, &answer))?;
            }
            Ok((at, answer)) => write_short(out, rules, &at, &answer)?,
            Err(failure) => {
                bad = true;
                if args.json {
                    let error = failure.to_string();
                    write_json_line(out, &SmallProbed::error(rules, line.trim(), error))?;
                }
                screen::complain(&failure);
            }
        }
    }
    if bad { Err(Failure::Reported) } else { Ok(()) }
}

/// One line: position, value, best moves.
fn write_short(
    out: &mut dyn Write,
    rules: &Rules,
    at: &Position,
    answer: &Answer,
) -> io::Result<()> {
    let best = answer
        .moves
        .iter()
        .filter(|(_, after)| *after == answer.value);
    let best: Vec<String> = best
        .map(|(mv, _)| write_move(rules, at.side, *mv))
        .collect();
    let number = match answer.value {
        Value::Draw => "0".to_owned(),
        Value::Won(plies) => format!("+{plies}"),
        Value::Lost(plies) => format!("-{plies}"),
    };
    let position = write_position(rules, at);
    writeln!(out, "{position}\t{number}\t{}", best.join(" "))
}
