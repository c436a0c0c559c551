//! `gyakusan check --repair`: the changes of one piece that make a problem sound, in words and as JSON.

use std::io::{self, Write};

use super::words::spot;
use crate::Failure;
use crate::arguments::solver::Tables;
use crate::composing::around::Watch;
use crate::composing::cannot_work;
use crate::reading::problems::Problem;
use crate::screen::pieces::{name, owned};
use crate::screen::text::{counted, thousands};
use crate::screen::why::both;
use answers::json::{self, Repaired};
use compose::change::Change;
use compose::repair::{Repair, Repairs, repairs};
use notation::Japanese;
use shogi::{Move, Square, usi_line};
use tsume::judge::report::Status;
use tsume::judge::{Effort, Report};
use words::{in_english, mark, say, word};

/// What came of it.
pub enum RepairSearch {
    /// The search, and what limits it left open, in words.
    Searched {
        /// What was found.
        repairs: Repairs,
        /// What was left open, for the end of a sentence.
        left_open: String,
        /// How many positions that were.
        open: u64,
        /// Whether it came to its end.
        whole: bool,
    },
    /// Why there was none.
    Nothing(&'static str),
}

/// Looks for repairs of a problem that was judged, with the same effort for each changed position.
pub fn find(
    problem: &Problem,
    report: &Report,
    effort: Effort,
    tables: &Tables,
) -> Result<RepairSearch, Failure> {
    let line = line_to_keep(report);
    let nothing = match (report.status, report.soundness.complete) {
        (Status::NoMate, _) => Some(mark!("there is no mate to keep")),
        (Status::Unknown, _) => Some(mark!("the length is not known")),
        (Status::Mate, Some(true)) => Some(mark!("it is complete 完全作")),
        _ if line.is_empty() => Some(mark!("the main line is not known")),
        _ => cannot_work(problem),
    };
    if let Some(nothing) = nothing {
        return Ok(RepairSearch::Nothing(nothing));
    }
    let watch = Watch::with(effort, tables.clone(), &problem.task)?;
    let repairs = watch.search(|around| repairs(&problem.task.position, line, around));
    watch.clear();
    Ok(RepairSearch::Searched {
        repairs,
        left_open: watch.left_open(),
        open: watch.open(),
        whole: !watch.stopped(),
    })
}

/// The line that repairs are to keep: the given one, where it mates, else the main line.
fn line_to_keep(report: &Report) -> &[Move] {
    match &report.given_line {
        Some(given) if given.fault.is_none() && given.mates => &given.moves,
        _ => report.known_line().unwrap_or_default(),
    }
}

/// An answer as JSON, the best `most` repairs.
pub fn answer_line(answer: &RepairSearch, most: usize) -> Repaired {
    match answer {
        RepairSearch::Nothing(nothing) => Repaired {
            nothing: Some((*nothing).to_owned()),
            ..Repaired::default()
        },
        RepairSearch::Searched { repairs, open, .. } => Repaired {
            changes: repairs.changes,
            playable: repairs.playable,
            found: repairs.found.len(),
            open: *open,
            nothing: None,
            repairs: repairs.found.iter().take(most).map(repair_line).collect(),
        },
    }
}

fn repair_line(repair: &Repair) -> json::Repair {
    let report = &repair.judged.report;
    let line = &report.main_line;
    json::Repair {
        sfen: report.sfen.clone(),
        change: match repair.change {
            Change::Removed { .. } => json::Change::Removed,
            Change::Exchanged { .. } => json::Change::Exchanged,
            Change::Moved { .. } => json::Change::Moved,
            Change::Added { .. } => json::Change::Added,
        },
        words: in_english(|| in_words(repair.change)),
        main_line: line.iter().map(Move::to_string).collect(),
        main_line_japanese: Japanese::OFFICIAL.line(&repair.judged.task.position, line),
        same_moves: repair.same_moves,
        irredundant: report.soundness.irredundant,
    }
}

/// Writes the best repairs for a person to read.
pub fn write(out: &mut dyn Write, answer: &RepairSearch, most: usize) -> io::Result<()> {
    let (repairs, left_open, whole) = match answer {
        RepairSearch::Nothing(why) => {
            let text = say!("nothing to repair: {why}", why = words::of(why));
            return writeln!(out, "{text}");
        }
        RepairSearch::Searched {
            repairs,
            left_open,
            whole,
            ..
        } => (repairs, left_open, *whole),
    };
    for (number, repair) in (1..).zip(repairs.found.iter().take(most)) {
        let report = &repair.judged.report;
        let change = in_words(repair.change);
        let text = say!("repair {number}: {change}", number, change);
        writeln!(out, "{text}")?;
        writeln!(out, "  {}", report.sfen)?;
        if !repair.same_line {
            let line = &report.main_line;
            let japanese = Japanese::OFFICIAL.line(&repair.judged.task.position, line);
            let name = word!("main line 作意");
            writeln!(out, "  {name}: {}\n  {japanese}", usi_line(line))?;
        }
        if report.soundness.irredundant != Some(true) {
            let pieces = report.superfluous_pieces.iter().map(|is| spot(&is.spot));
            let pieces: Vec<String> = pieces.collect();
            let spare = match report.soundness.irredundant {
                Some(_) => say!(
                    "complete, but superfluous 余剰駒: {pieces}",
                    pieces = pieces.join(word!(", "))
                ),
                None => say!("complete; whether all pieces are needed is undecided"),
            };
            writeln!(out, "  {spare}")?;
        }
    }
    let more = match repairs.found.len().saturating_sub(most) {
        0 => String::new(),
        more => say!(
            "; {more} more (--most shows them)",
            more = thousands(more as u64)
        ),
    };
    let stopped = if whole { "" } else { word!(", interrupted") };
    let text = say!(
        "{changes}: {playable} keep the main line playable, {found} are complete 完全作{more}{left_open}{stopped}",
        changes = counted(
            repairs.changes,
            "change of one piece",
            "changes of one piece"
        ),
        playable = thousands(repairs.playable),
        found = thousands(repairs.found.len() as u64),
        more,
        left_open,
        stopped,
    );
    writeln!(out, "{text}")
}

/// A change in words: `the defender's pawn 歩 added on 2c ２三`.
fn in_words(change: Change) -> String {
    match change {
        Change::Removed { piece, from } => {
            let (piece, place) = (owned(piece), place(from));
            say!("{piece} {place} removed", piece, place)
        }
        Change::Exchanged { piece, by, at } => {
            let by = match by.color == piece.color {
                true => say!("a {piece}", piece = name(by)),
                false => owned(by),
            };
            let (piece, place) = (owned(piece), place(at));
            say!("{piece} {place} replaced by {by}", piece, place, by)
        }
        Change::Moved { piece, from, to } => {
            let (piece, from, to) = (owned(piece), both(from), both(to));
            say!("{piece} moved from {from} to {to}", piece, from, to)
        }
        Change::Added { piece, to } => {
            let (piece, place) = (owned(piece), place(to));
            say!("{piece} added {place}", piece, place)
        }
    }
}

fn place(square: Option<Square>) -> String {
    match square {
        Some(square) => say!("on {square}", square = both(square)),
        None => say!("in hand 持駒"),
    }
}
