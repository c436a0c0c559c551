//! `gyakusan smoke`: 煙詰 by 逆算, from three pieces to a full board.

use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use clap::Args;

use crate::Failure;
use crate::arguments::amounts::Count;
use crate::arguments::read;
use crate::composing::around::Watch;
use crate::composing::write_judged;
use crate::screen::text::{counted, thousands};
use crate::writing::files;
use answers::InWords;
use compose::ask::Kinds;
use compose::smoke::{BadRecord, Growth, Options, Record, emptied, finishes, next, problem};
use shogi::Kind;
use words::say;

/// Grow smoke problems (煙詰) backwards: every solution ends with the king and two pieces
///
/// The search begins with complete problems (完全作) of one ply with the king and two pieces. Each stage has one piece
/// more than the one before: the search takes back a capture by the defender and the check before it, and keeps only
/// complete problems. It chooses them from each square of the king in turn. With --only, smoke problems have only some
/// kinds of pieces (小駒煙, 一色煙). The file holds all stages as a list of problems, which other commands read. The same
/// command continues where the file ends, even after Ctrl-C; the result depends only on the options.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  gyakusan smoke --output a.smoke
  gyakusan smoke --output b.smoke --seed 2 --pieces 12
  gyakusan smoke --output small.smoke --only GSNLP --width 100
  gyakusan import a.smoke --db smoke.db")]
pub struct SmokeArgs {
    /// The file of the stages. It is written after each stage
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,
    /// Stop at a stage with this many pieces, counting the king; by default with all pieces of the kinds in use (see
    /// --only)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(3..=39))]
    pieces: Option<u32>,
    /// Only these kinds of pieces on the board and in the attacker's hand: "GS"
    #[arg(long, value_name = "LETTERS", value_parser = read::<Kinds>)]
    only: Option<Kinds>,
    /// The most pieces that the attacker may hold on the way
    #[arg(long, value_name = "N", default_value_t = 2)]
    hand: u32,
    /// How many problems a stage keeps
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    width: u32,
    /// How many positions to judge at most for each problem of a stage
    #[arg(long, value_name = "N", default_value = "2k")]
    tries: Count,
    /// Node limit for the check of each position: 50k, 1M
    #[arg(long, value_name = "N", default_value = "200k")]
    nodes: Count,
    /// Seed of the random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Grows and writes.
pub fn run(args: &SmokeArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let options = Options {
        kinds: match &args.only {
            Some(Kinds(kinds)) => Kind::HAND
                .into_iter()
                .filter(|kind| kinds.contains(kind))
                .collect(),
            None => Kind::HAND.to_vec(),
        },
        hand: args.hand,
        width: args.width as usize,
        tries: u32::try_from(args.tries.0).unwrap_or(u32::MAX),
        nodes: args.nodes.0,
        seed: args.seed,
    };
    let goal = args.pieces.unwrap_or(options.full()).min(options.full());
    let mut record = open(&args.output, options)?;
    let watch = Watch::limited(args.nodes.0)?;
    loop {
        let reached = record.stages.last().and_then(|stage| stage.first());
        if reached.is_some_and(|growth| growth.pieces() >= goal) {
            break;
        }
        let options = &record.options;
        let stage = watch.search(|around| match record.stages.last() {
            Some(last) => next(last, options, around),
            None => finishes(options, around),
        });
        match stage {
            None => {
                watch.clear();
                report(&record, &watch, out)?;
                out.flush()?;
                return Err(Failure::Interrupted);
            }
            Some(stage) if stage.is_empty() => {
                let line =
                    say!("the next stage is empty; a larger --width or more --tries may fill it");
                watch.above(|| writeln!(out, "{line}"))?;
                break;
            }
            Some(stage) => {
                watch.above(|| told(&stage, out))?;
                record.stages.push(stage);
                save(&record, &args.output)?;
            }
        }
    }
    watch.clear();
    report(&record, &watch, out)
}

/// The record of a file; an empty one if there is none.
fn open(path: &Path, options: Options) -> Result<Record, Failure> {
    let name = path.display();
    files::may_write(path).map_err(|error| cannot_write(path, &error))?;
    if fs::metadata(path).is_err_and(|error| error.kind() == ErrorKind::NotFound) {
        let stages = Vec::new();
        return Ok(Record { options, stages });
    }
    let text = files::read_text(path, files::LISTS).map_err(|error| {
        let error = words::io(&error);
        Failure::Usage(say!("{name}: cannot be read: {error}", name, error))
    })?;
    let record = Record::parse(&text).map_err(|error: BadRecord| {
        let why = error.in_words();
        Failure::Usage(say!("{name}: {why}", name, why))
    })?;
    match record.options == options {
        true => Ok(record),
        false => Err(Failure::Usage(say!(
            "{name}: was grown with other options ({options}); use these, or another file",
            name,
            options = record.options.to_string()
        ))),
    }
}

fn save(record: &Record, path: &Path) -> Result<(), Failure> {
    let mut bytes = Vec::new();
    record.write(&mut bytes)?;
    files::save(path, &bytes).map_err(|error| cannot_write(path, &error))
}

fn cannot_write(path: &Path, error: &io::Error) -> Failure {
    let (name, error) = (path.display(), words::io(error));
    Failure::Usage(say!("{name}: cannot be written: {error}", name, error))
}

/// A line for each stage.
fn told(stage: &[Growth], out: &mut dyn Write) -> Result<(), Failure> {
    let Some(first) = stage.first() else {
        return Ok(());
    };
    let emptied = emptied(stage);
    let longest = emptied.first().map_or(0, |growth| growth.line.len());
    let line = say!(
        "{pieces}: {problems}, {emptied} of them with an empty hand, up to {plies}",
        pieces = counted(first.pieces().into(), "piece", "pieces"),
        problems = counted(stage.len() as u64, "problem", "problems"),
        emptied = thousands(emptied.len() as u64),
        plies = counted(longest as u64, "ply", "plies")
    );
    writeln!(out, "{line}")?;
    Ok(out.flush()?)
}

/// The problem with the most pieces, all of them on the board.
fn report(record: &Record, watch: &Watch, out: &mut dyn Write) -> Result<(), Failure> {
    let stages = record.stages.iter().rev();
    let Some(best) = stages
        .filter_map(|stage| emptied(stage).into_iter().next())
        .next()
    else {
        writeln!(out, "{}", say!("no problem with an empty hand was found"))?;
        return Ok(());
    };
    let pieces = counted(best.pieces().into(), "piece", "pieces");
    match watch.search(|around| problem(best, around)) {
        Ok(found) => write_judged(out, &format!("{pieces} · "), &found, None)?,
        // It was judged when it was found.
        Err(_) => writeln!(out, "{pieces} · {}", best.position)?,
    }
    Ok(())
}
