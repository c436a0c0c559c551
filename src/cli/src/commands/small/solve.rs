//! `gyakusan small solve`: who wins from a position, by search.

use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use clap::Args;

use super::game::{GameArgs, position};
use super::proof::replayed;
use super::words_of::plies;
use crate::Failure;
use crate::arguments::amounts::{Bytes, Count, Time};
use crate::running::working::watched;
use crate::screen::text::{counted, write_json_line};
use crate::writing::files::{may_write, save};
use crate::writing::output::cannot_write;
use answers::InWords;
use answers::json::SmallSolved;
use small::rules::Rules;
use small::search::{Proof, Reached};
use small::study::{Outcome, Purse, Studied, study};
use small::text::{Position, draw, line_in_japanese, read_move, write_position};
use words::{say, word};

/// The stack of the thread that searches, in bytes.
pub const STACK: usize = 256 << 20;

/// Find out who wins from a position by searching
///
/// The search looks for a win of either side in turn. A win is proved, and a checker that shares no code with the
/// search replays the proof. The number of plies is that of the longest line of the proof; there may be a quicker win.
/// A repeated position is a draw.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  gyakusan small solve 4x4 --army \"R K S G\" --zone 1
  gyakusan small solve 4x4 \"gskr/4/4/RKSG b -\" --proof rksg.proof
  gyakusan small solve dobutsu --nodes 10M --memory 4G
  gyakusan small solve 4x4 --army \"K N N G\" --zone 2 --json")]
pub struct SolveArgs {
    #[command(flatten)]
    game: GameArgs,
    /// The position; by default the start of the game
    #[arg(value_name = "POSITION", conflicts_with = "army")]
    position: Option<String>,
    /// A line to try first, as moves from the position on, e.g. "3d3c 2a2b": helps if one of the sides wins by it
    #[arg(long, value_name = "MOVES")]
    guide: Option<String>,
    /// Node limit of both searches together: 5000, 10k, 5M
    #[arg(long, default_value = "5M")]
    nodes: Count,
    /// Time limit: 500ms, 30s, 2m, 1h
    #[arg(long)]
    time: Option<Time>,
    /// Memory for both searches together, e.g. 256M or 2G
    #[arg(long, value_name = "SIZE", default_value = "1G")]
    memory: Bytes,
    /// Write the proof to this file; gyakusan small verify checks it
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,
    /// The answer as a line of JSON
    #[arg(long)]
    json: bool,
    /// Print only the answer
    #[arg(long)]
    quiet: bool,
}

/// Searches and says what was found.
pub fn run(args: &SolveArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let rules = args.game.rules()?;
    let root = match &args.position {
        Some(text) => position(&rules, text)?,
        None => Position::start(&rules),
    };
    if let Some(path) = &args.proof {
        may_write(path).map_err(|error| cannot_write(path, &error))?;
    }
    let guide = match &args.guide {
        Some(line) => positions(&rules, &root, line)?,
        None => Vec::new(),
    };
    let purse = Purse {
        nodes: args.nodes.0,
        until: args
            .time
            .and_then(|time| Instant::now().checked_add(time.0)),
        memory: args.memory.0,
    };
    let began = Instant::now();
    let studied = watched(Some(1), Some(STACK), args.quiet, |monitor| {
        study(&rules, &root, &guide, purse, monitor)
    })?;
    let time = began.elapsed();
    if let Some(proof) = &studied.proof {
        replayed(proof)?;
    }
    match args.json {
        true => write_json_line(out, &SmallSolved::new(&rules, &root, &studied, time))?,
        false => write_text(out, args, &rules, &root, &studied)?,
    }
    if matches!(studied.outcome, Outcome::Open(Reached::Stop)) {
        return Err(Failure::Interrupted);
    }
    if let Some(path) = &args.proof {
        let Some(proof) = &studied.proof else {
            let name = path.display();
            return Err(Failure::Usage(say!(
                "{name}: there is no proof to write",
                name
            )));
        };
        let text = proof
            .write()
            .map_err(|error| Failure::Usage(error.in_words()))?;
        save(path, text.as_bytes()).map_err(|error| cannot_write(path, &error))?;
    }
    Ok(())
}

/// The answer for people.
fn write_text(
    out: &mut dyn Write,
    args: &SolveArgs,
    rules: &Rules,
    root: &Position,
    studied: &Studied,
) -> Result<(), Failure> {
    if !args.quiet {
        writeln!(
            out,
            "{}\n\n{}\n",
            write_position(rules, root),
            draw(rules, root)
        )?;
    }
    writeln!(out, "{}", in_words(studied))?;
    if let Some(proof) = &studied.proof {
        write_proof(out, rules, root, proof)?;
    }
    writeln!(out, "{}", counted(studied.nodes, "node", "nodes"))?;
    Ok(())
}

/// The positions of a line.
fn positions(rules: &Rules, root: &Position, line: &str) -> Result<Vec<Position>, Failure> {
    let mut at = *root;
    let mut positions = Vec::new();
    for mv in line.split_whitespace() {
        let known = read_move(rules, &at, mv).map_err(|error| {
            let position = write_position(rules, &at);
            let why = error.in_words();
            Failure::Usage(say!("guide, at {position}: {why}", position, why))
        })?;
        if rules.tries(known) {
            break;
        }
        at = at.play(rules, known);
        positions.push(at);
    }
    Ok(positions)
}

fn write_proof(
    out: &mut dyn Write,
    rules: &Rules,
    root: &Position,
    proof: &Proof,
) -> Result<(), Failure> {
    writeln!(out, "{}", line_in_japanese(rules, root, &proof.line))?;
    writeln!(out, "{}", proof.line.join(" "))?;
    let positions = counted(proof.moves.len() as u64, "position", "positions");
    writeln!(out, "{}", say!("proof: {positions}, replayed", positions))?;
    Ok(())
}

/// What was found, in words.
pub fn in_words(studied: &Studied) -> String {
    if studied.is_over {
        return say!("game over: the king of the side that moved last can be taken");
    }
    match studied.outcome {
        Outcome::First(number) => {
            say!(
                "the side to move wins within {plies}",
                plies = plies(number.into())
            )
        }
        Outcome::Second(number) => say!(
            "the side that is not to move wins within {plies}",
            plies = plies(number.into())
        ),
        Outcome::Draw => say!("draw: neither side can force a win"),
        Outcome::Open(reached) => {
            let why = match reached {
                Reached::Nodes => word!("the node limit was reached"),
                Reached::Time => word!("the time limit was reached"),
                Reached::Stop => word!("the search was stopped"),
            };
            match studied.cannot {
                [true, false] => say!("open: {why}; the side to move cannot force a win", why),
                [false, true] => {
                    say!(
                        "open: {why}; the side that is not to move cannot force a win",
                        why
                    )
                }
                _ => say!("open: {why}", why),
            }
        }
    }
}
