//! `gyakusan small study`: all starts of a board.

mod tables;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use clap::Args;
use rayon::prelude::*;

use super::game::{GameArgs, rules_of};
use super::proof::replayed;
use super::solve::STACK;
use crate::Failure;
use crate::arguments::amounts::{Bytes, Count};
use crate::running::working::watched;
use crate::screen::text::{thousands, write_json_line};
use crate::writing::files::{LISTS, read_text, save};
use answers::InWords;
use answers::json::SmallSolved;
use small::exact::alike;
use small::game::Game;
use small::phase::Phase;
use small::rules::Rules;
use small::study::{Outcome, Purse, Start, Studied, ZONES, starts, study};
use small::text::Position;
use store::{SmallStart, SmallStore};
use system::monitor::Monitor;
use words::say;

/// Solve all starts of a board: a king and other pieces on the back rank, against the same turned around
///
/// On 4×4 there are 1,806: 301 armies of three pieces from one set, two squares for the king, one to three ranks of
/// promotion. Each is a row of the table `starts`. A start that is decided, or was searched with at least as many
/// nodes, is not searched again. The same command therefore resumes where it was stopped, and with more nodes it
/// continues with the open starts. On 3×3 and 3×4, --tables finds the exact value of every start.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  gyakusan small study 4x4 --db small.db
  gyakusan small study 4x4 --db small.db --nodes 10M --proofs proofs
  gyakusan small study 3x4 --db small.db --tables
  gyakusan small study 4x4 --db part3.db --part 3/8
  gyakusan small study 4x4 --db small.db --from part1.db part2.db
  gyakusan small study 4x4 --db small.db --from catalogs/small-4x4.jsonl --nodes 20M")]
pub struct StudyArgs {
    /// The name of a game, or a file that describes one
    #[arg(value_name = "GAME")]
    game: String,
    /// Only starts with a promotion zone of this many ranks (default: all from one to three)
    #[arg(long, value_name = "RANKS", value_parser = clap::value_parser!(u8).range(0..=3))]
    zone: Option<u8>,
    /// The database to write; created if it does not exist
    #[arg(long, value_name = "DB")]
    db: PathBuf,
    /// Solve by tables instead of searching: exact values. One table, which is not kept, serves all armies of the same
    /// pieces
    #[arg(long, conflicts_with_all = ["nodes", "proofs"])]
    tables: bool,
    /// Nodes for each start: 5000, 10k, 5M
    #[arg(long, default_value = "200k")]
    nodes: Count,
    /// Memory for each start that is searched at the same time, or for each table, e.g. 256M or 2G
    #[arg(long, value_name = "SIZE", default_value = "512M")]
    memory: Bytes,
    /// Threads (default: one for each core)
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Search only one part of the starts: 3/8 is the third of eight parts
    #[arg(long, value_name = "PART/OF", value_parser = part)]
    part: Option<(usize, usize)>,
    /// Write the proof of each win into this folder; a start whose proof is not there yet is searched again
    #[arg(long, value_name = "FOLDER")]
    proofs: Option<PathBuf>,
    /// First take over the results in these files: databases, such as those of the parts, or output of --json (.jsonl)
    #[arg(long, value_name = "FILE", num_args = 1..)]
    from: Vec<PathBuf>,
    /// One JSON object per line for every start, including those known before
    #[arg(long)]
    json: bool,
    /// Print only errors
    #[arg(long, conflicts_with = "json")]
    quiet: bool,
}

fn part(text: &str) -> Result<(usize, usize), String> {
    let bad = || say!("expected a part such as 3/8");
    let (part, of) = text.split_once('/').ok_or_else(bad)?;
    match (part.parse(), of.parse()) {
        (Ok(part), Ok(of)) if 1 <= part && part <= of => Ok((part, of)),
        _ => Err(bad()),
    }
}

/// Studies what is left.
pub fn run(args: &StudyArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let game = GameArgs {
        game: args.game.clone(),
        army: None,
        zone: None,
    };
    let board = game.read()?;
    let all = starts(&board, args.zone.map_or(ZONES, |zone| zone..=zone));
    // What does not fit on this board shows at the first.
    if let Some(start) = all.first() {
        let game = start
            .game(&board)
            .map_err(|error| Failure::Usage(error.in_words()))?;
        rules_of(game, &args.game)?;
    }
    let mut store = SmallStore::create(&args.db)?;
    for other in &args.from {
        match other.extension().is_some_and(|ending| ending == "jsonl") {
            true => store.take_starts(&starts_of_file(other, &board)?)?,
            false => store.take_over(other, &board.name)?,
        };
    }
    let store = Mutex::new(store);
    let groups = match args.tables {
        true => part_of(args.part, alike(all)),
        false => vec![part_of(args.part, all)],
    };
    let done = match args.tables {
        true => tables::run(args, &board, &groups, &store),
        false => search(args, &board, &groups.concat(), &store),
    };
    if let Err(failure) = &done
        && !matches!(failure, Failure::Interrupted)
    {
        return done;
    }
    if args.json {
        write_json(out, &board, &groups.concat(), &open(&store))?;
    } else if !args.quiet {
        let [first, second, draw, open] = open(&store).tally(&board.name)?.map(thousands);
        writeln!(
            out,
            "{}",
            say!(
                "first player wins: {first}, second player wins: {second}, draws: {draw}, open: {open}",
                first,
                second,
                draw,
                open
            )
        )?;
    }
    done
}

/// What a file with lines of `--json` knows of the starts of a board.
fn starts_of_file(path: &Path, board: &Game) -> Result<Vec<SmallStart>, Failure> {
    let name = path.display();
    let text = read_text(path, LISTS)
        .map_err(|error| Failure::Usage(format!("{name}: {}", words::io(&error))))?;
    let mut found = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let wrong = |error: String| Failure::Usage(format!("{name}:{}: {error}", number + 1));
        let known: SmallSolved = serde_json::from_str(line).map_err(|error| {
            let why = error.to_string();
            // The place within a line of JSON helps nobody.
            let why = why.split(" at line ").next().unwrap_or_default();
            wrong(words::reader(why))
        })?;
        if known.game != board.name {
            continue;
        }
        let Some(known) = known.to_start() else {
            return Err(wrong(say!("this is no start of a study: it has no army")));
        };
        let start = Start {
            army: known.army.clone(),
            zone: known.zone,
        };
        start.game(board).map_err(|error| wrong(error.in_words()))?;
        found.push(known);
    }
    Ok(found)
}

/// Only the part that was asked for.
fn part_of<T>(part: Option<(usize, usize)>, all: Vec<T>) -> Vec<T> {
    match part {
        Some((part, of)) => all.into_iter().skip(part - 1).step_by(of).collect(),
        None => all,
    }
}

/// The database, for one thread at a time.
fn open(store: &Mutex<SmallStore>) -> MutexGuard<'_, SmallStore> {
    store.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What is known of these starts, a line each.
fn write_json(
    out: &mut dyn Write,
    board: &Game,
    starts: &[Start],
    store: &SmallStore,
) -> Result<(), Failure> {
    for start in starts {
        if let Some(known) = store.start(&board.name, &start.army, start.zone)? {
            let rules = rules_at(board, start)?;
            write_json_line(out, &SmallSolved::of_start(&rules, &known))?;
        }
    }
    Ok(())
}

/// The rules of the game that begins with a start.
fn rules_at(board: &Game, start: &Start) -> Result<Rules, Failure> {
    let wrong = |error: small::error::GameError| Failure::Usage(error.in_words());
    Rules::new(start.game(board).map_err(wrong)?).map_err(wrong)
}

/// Searches those starts that are not decided and had fewer nodes, and those whose proof is asked for and not there.
fn search(
    args: &StudyArgs,
    board: &Game,
    all: &[Start],
    store: &Mutex<SmallStore>,
) -> Result<(), Failure> {
    let mut left = Vec::new();
    for start in all {
        let known = open(store).start(&board.name, &start.army, start.zone)?;
        if !is_done(args, board, start, known.as_ref()) {
            left.push((start, known));
        }
    }
    if let Some(folder) = &args.proofs {
        std::fs::create_dir_all(folder).map_err(|error| {
            Failure::Usage(format!("{}: {}", folder.display(), words::io(&error)))
        })?;
    }
    watched(args.threads, Some(STACK), args.quiet, |monitor| {
        monitor.begin(Phase::Study, left.len() as u64);
        left.par_iter().try_for_each(|(start, known)| {
            if monitor.go_on().is_err() {
                return Err(Failure::Interrupted);
            }
            let row = one(args, board, start, monitor)?;
            if monitor.go_on().is_err() {
                return Err(Failure::Interrupted);
            }
            // One that was searched again, for its proof, may have been known better.
            let is_known_better = known
                .as_ref()
                .is_some_and(|known| known.worth() > row.worth());
            if !is_known_better {
                open(store).keep_start(&row)?;
            }
            monitor.advance(1);
            Ok(())
        })
    })?
}

/// Whether nothing is left to do for a start.
fn is_done(args: &StudyArgs, board: &Game, start: &Start, known: Option<&SmallStart>) -> bool {
    let Some(known) = known else {
        return false;
    };
    if known.winner.is_none() {
        return known.nodes >= args.nodes.0;
    }
    let is_there = |folder: &PathBuf| proof_path(folder, board, start).exists();
    !known.is_win_to_prove() || args.proofs.as_ref().is_none_or(is_there)
}

/// Studies one start; its proof is replayed.
fn one(
    args: &StudyArgs,
    board: &Game,
    start: &Start,
    monitor: &Monitor,
) -> Result<SmallStart, Failure> {
    let rules = rules_at(board, start)?;
    let purse = Purse {
        nodes: args.nodes.0,
        until: None,
        memory: args.memory.0,
    };
    // Its own steps: those of the whole run are the starts.
    let inner = Monitor::stopped_by(monitor.shared_stop());
    let studied = study(&rules, &Position::start(&rules), &[], purse, &inner);
    if let Some(proof) = &studied.proof {
        replayed(proof)?;
        if let Some(folder) = &args.proofs {
            let text = proof
                .write()
                .map_err(|error| Failure::Usage(error.in_words()))?;
            let path = proof_path(folder, board, start);
            save(&path, text.as_bytes()).map_err(|error| {
                Failure::Usage(format!("{}: {}", path.display(), words::io(&error)))
            })?;
        }
    }
    Ok(row(board, start, &studied))
}

fn proof_path(folder: &Path, board: &Game, start: &Start) -> PathBuf {
    folder.join(format!(
        "{}-{}-{}.proof",
        board.name, start.army, start.zone
    ))
}

fn row(board: &Game, start: &Start, studied: &Studied) -> SmallStart {
    let (winner, plies) = match studied.outcome {
        Outcome::First(plies) => (Some("first"), Some(plies)),
        Outcome::Second(plies) => (Some("second"), Some(plies)),
        Outcome::Draw => (Some("draw"), None),
        Outcome::Open(_) => (None, None),
    };
    SmallStart {
        game: board.name.clone(),
        army: start.army.clone(),
        zone: start.zone,
        winner: winner.map(str::to_owned),
        plies,
        line: studied.proof.as_ref().map(|proof| proof.line.join(" ")),
        nodes: studied.nodes,
        proof_positions: studied.proof.as_ref().map(|proof| proof.moves.len() as u64),
        cannot: studied.cannot,
    }
}
