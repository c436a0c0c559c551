//! `gyakusan small mates`: the problems of a solved game.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use super::game::open_table;
use super::page;
use super::words_of::plies;
use crate::Failure;
use crate::running::working::watched;
use crate::screen::text::{Side, thousands, widths, write_json_line, write_row};
use crate::writing::files::{may_write, save};
use crate::writing::output::cannot_write;
use answers::InWords;
use answers::json::SmallProblem;
use small::dense::Dense;
use small::mates::{Mates, Problem};
use small::solve::SolveError;
use small::state::MINE;
use small::table::Table;
use small::text::{Position, Side as Colour, write_japanese, write_move, write_position};
use store::{SmallMate, SmallStore};
use words::{say, word};

/// List the tsume problems of a table: positions won by checks alone, with one solution
///
/// A problem is sound if its main line leaves nothing in hand and, at each of the attacker's moves before the last,
/// exactly one check wins (rule E). The longest come first.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  gyakusan small mates dobutsu.gst --db dobutsu.db
  gyakusan small mates dobutsu.gst --db dobutsu.db --least 15 --most 1000000
  gyakusan small mates dobutsu.gst --db dobutsu.db --most 300 --page mates.html
  gyakusan small mates dobutsu.gst --db dobutsu.db --least 17 --json")]
pub struct MatesArgs {
    /// A table written by gyakusan small table
    #[arg(value_name = "TABLE")]
    table: PathBuf,
    /// The database to write; created if it does not exist. Its problems of this game are replaced
    #[arg(long, value_name = "DB")]
    db: PathBuf,
    /// Only problems of at least this many plies
    #[arg(long, value_name = "PLIES", default_value_t = 3)]
    least: u8,
    /// At most this many problems, the longest first
    #[arg(long, value_name = "NUMBER", default_value_t = 100_000)]
    most: usize,
    /// Also write the problems as a web page on which you solve them by moving the pieces; the solutions stay hidden
    /// until you ask for them
    #[arg(long, value_name = "FILE")]
    page: Option<PathBuf>,
    /// Threads (default: one for each core)
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// One JSON object per line: each of the problems
    #[arg(long)]
    json: bool,
    /// Print only errors
    #[arg(long, conflicts_with = "json")]
    quiet: bool,
}

/// Finds the problems and writes them.
pub fn run(args: &MatesArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let table = open_table(&args.table)?;
    let name = args.table.display();
    if let Some(path) = &args.page {
        may_write(path).map_err(|error| cannot_write(path, &error))?;
    }
    let (words_of_bits, _) = table
        .load()
        .map_err(|error| Failure::Usage(format!("{name}: {}", error.in_words())))?;
    let mut store = SmallStore::create(&args.db)?;
    let (rules, ranking) = (table.rules(), table.ranking());
    let mut rows = Vec::new();
    let mates = watched(args.threads, None, args.quiet, |monitor| {
        let mates = Mates::find(rules, ranking, Dense::new(words_of_bits), monitor)?;
        mates.problems(rules, ranking, args.least, args.most, monitor, |problem| {
            rows.push(row(&table, &problem));
        })?;
        Ok(mates)
    })?;
    let mates = mates.map_err(|error: SolveError| match error {
        SolveError::Stopped(_) => Failure::Interrupted,
        error => Failure::Usage(error.in_words()),
    })?;
    let (won, sound) = (mates.counts(), mates.sound_counts());
    let lengths: Vec<(u8, u64, u64)> = (1..=253)
        .step_by(2)
        .map(|plies: u8| {
            (
                plies,
                won[usize::from(plies) + 1],
                sound[usize::from(plies)],
            )
        })
        .filter(|(_, won, _)| *won > 0)
        .collect();
    store.keep_mates(&table.header().game.name, &rows, &lengths)?;
    if let Some(path) = &args.page {
        let page = page::of_problems(table.rules(), &rows)?;
        save(path, page.as_bytes()).map_err(|error| cannot_write(path, &error))?;
    }
    if args.json {
        let game = &table.header().game.name;
        for row in &rows {
            write_json_line(out, &SmallProblem::new(game, row))?;
        }
    } else if !args.quiet {
        let mut lines = vec![vec![
            String::new(),
            word!("won by checks").to_owned(),
            word!("sound").to_owned(),
        ]];
        for &(length, won, sound) in &lengths {
            lines.push(vec![plies(length.into()), thousands(won), thousands(sound)]);
        }
        let sum = |of: fn(&(u8, u64, u64)) -> u64| thousands(lengths.iter().map(of).sum());
        lines.push(vec![
            word!("total").to_owned(),
            sum(|line| line.1),
            sum(|line| line.2),
        ]);
        let widths = widths(&lines);
        for line in &lines {
            write_row(out, line, &widths, &[Side::Left, Side::Right, Side::Right])?;
        }
        let (count, db) = (thousands(rows.len() as u64), args.db.display());
        writeln!(out, "{}", say!("{count} problems in {db}", count, db))?;
    }
    Ok(())
}

fn row(table: &Table, problem: &Problem) -> SmallMate {
    let rules = table.rules();
    let start = Position {
        state: problem.state,
        side: Colour::Black,
    };
    let mut position = start;
    let (mut line, mut japanese) = (Vec::new(), String::new());
    for &mv in &problem.line {
        line.push(write_move(rules, position.side, mv));
        japanese.push_str(&write_japanese(rules, &position, mv));
        position = position.play(rules, mv);
    }
    let state = &problem.state;
    SmallMate {
        position: write_position(rules, &start),
        plies: problem.plies,
        line: line.join(" "),
        japanese,
        board: (state.side(0) | state.side(1)).count_ones(),
        hand: state.hands[MINE]
            .iter()
            .map(|count| u32::from(*count))
            .sum(),
        sacrifices: problem.sacrifices,
        drops: problem.drops,
        variations: problem.variations,
        tries: problem.tries,
    }
}
