//! `gyakusan show`: one problem.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use super::Failure;
use super::text::counted;
use crate::judge::record::Flaws;
use crate::notation::Japanese;
use crate::notation::diagram::draw;
use crate::shogi::{Position, Setup};
use crate::store::{Store, Stored};

/// Show one problem: diagram, main line, variations, flaws
#[derive(Debug, Args)]
pub struct ShowArgs {
    /// The database
    db: PathBuf,
    /// The problem's number, or its SFEN (either mirror image)
    #[arg(value_name = "ID")]
    problem: String,
}

/// Prints the problem.
pub fn run(args: &ShowArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let store = Store::open_read_only(&args.db)?;
    let text = args.problem.trim();
    let id = match text.parse() {
        Ok(id) => Some(id),
        Err(_) => find(&store, text)?,
    };
    let stored = match id {
        Some(id) => store.problem(id)?,
        None => None,
    };
    let stored = stored
        .ok_or_else(|| Failure::Usage(format!("{}: no problem {text}", args.db.display())))?;
    let position = stored.problem.sfen.parse().map_err(|error| {
        let sfen = &stored.problem.sfen;
        Failure::Usage(format!("{}: {sfen:?}: {error}", args.db.display()))
    })?;
    write_problem(out, &stored, &position)
}

/// The number of the problem with this SFEN, or whose mirror image has it.
fn find(store: &Store, text: &str) -> Result<Option<i64>, Failure> {
    let sfen = text.strip_prefix("sfen ").unwrap_or(text);
    let refuse = |error: &dyn std::fmt::Display| {
        Failure::Usage(format!(
            "{text:?} is neither a problem's number nor an SFEN: {error}"
        ))
    };
    let mut setup: Setup = sfen.parse().map_err(|error| refuse(&error))?;
    setup
        .complete_defender_hand(false)
        .map_err(|error| refuse(&error))?;
    Ok(store.with_sfen(&setup.to_string(), &setup.mirror().to_string())?)
}

fn write_problem(out: &mut dyn Write, stored: &Stored, position: &Position) -> Result<(), Failure> {
    let problem = &stored.problem;
    let plies = counted(problem.plies.into(), "ply", "plies");
    writeln!(out, "problem {} · {plies}", stored.id)?;
    for family in &stored.families {
        write!(
            out,
            "family: {} · {} · {}",
            family.name_ja, family.name_en, family.code
        )?;
        if !family.options.is_empty() {
            write!(out, " · {}", family.options)?;
        }
        writeln!(out)?;
    }
    let in_japanese = |line: &str| Japanese::OFFICIAL.usi_line(position, line);
    let diagram = draw(&Setup::from(position));
    writeln!(out, "{}\n\n{diagram}\n", problem.sfen)?;
    writeln!(out, "main line 作意: {}", problem.main_line)?;
    writeln!(out, "  {}", in_japanese(&problem.main_line))?;
    for line in &stored.lines {
        writeln!(out, "{}: {}", line.kind.words(), line.moves)?;
        writeln!(out, "  {}", in_japanese(&line.moves))?;
    }
    let flaws = describe(&problem.flaws);
    if flaws.is_empty() {
        writeln!(out, "no flaws")?;
    } else {
        writeln!(out, "flaws:")?;
        for flaw in flaws {
            writeln!(out, "  {flaw}")?;
        }
    }
    Ok(())
}

/// Each flaw in words.
pub(super) fn describe(flaws: &Flaws) -> Vec<String> {
    let counted = |count: u16, one: &str, many: &str, term: &str| match count {
        0 => None,
        1 => Some(format!("1 {one} {term}")),
        count => Some(format!("{count} {many} {term}")),
    };
    let there = |is_there: bool, words: &str| is_there.then(|| words.to_owned());
    [
        counted(
            flaws.equal_before_last,
            "second solution as short before the last move",
            "second solutions as short before the last move",
            "(余詰)",
        ),
        counted(
            flaws.longer_before_last,
            "longer second solution before the last move",
            "longer second solutions before the last move",
            "(余詰)",
        ),
        counted(
            flaws.equal_at_last,
            "other mating last move",
            "other mating last moves",
            "(最終手余詰)",
        ),
        counted(
            flaws.longer_at_last,
            "longer mate in place of the last move",
            "longer mates in place of the last move",
            "(最終手余詰)",
        ),
        counted(
            flaws.promotion_duals,
            "move that mates with and without promotion",
            "moves that mate with and without promotion",
            "(成不成非限定)",
        ),
        there(
            flaws.final_promotion_choice,
            "the last move mates with and without promotion",
        ),
        there(
            flaws.final_drop_choice,
            "the last drop mates on several squares (打点非限定)",
        ),
        counted(
            flaws.equal_variations,
            "equal variation",
            "equal variations",
            "(変同)",
        ),
        counted(
            flaws.leftover.into(),
            "piece left over",
            "pieces left over",
            "(駒余り)",
        ),
        counted(
            flaws.superfluous.into(),
            "superfluous piece",
            "superfluous pieces",
            "(余剰駒)",
        ),
        there(
            flaws.final_superfluous,
            "the final position has a piece that the mate does not need",
        ),
    ]
    .into_iter()
    .flatten()
    .collect()
}
