//! What is said of a problem once it was worked on.

use std::io::{self, Write};
use std::time::Duration;

use crate::reading::problems::{BadLine, Problem};
use crate::screen::limits::reached_in_words;
use crate::screen::notices::ProblemNotice;
use crate::screen::one_line;
use crate::screen::text::{counted, thousands, write_json_line};
use crate::screen::why;
use answers::json;
use notation::diagram::draw;
use notation::japanese::Japanese;
use shogi::{Setup, usi_line};
use tsume::refute::Refutation;
use tsume::solve::{Outcome, Verdict};
use words::{say, word};

/// A problem that was worked on.
pub struct Solved {
    pub problem: Problem,
    pub outcome: Outcome,
    pub time: Duration,
    /// Why there is no mate, where that was asked.
    pub why: Option<Refutation>,
    /// What is to be said of its file.
    pub notices: Vec<ProblemNotice>,
}

/// Writes a solved problem as a line of JSON.
pub fn write_json(out: &mut dyn Write, solved: &Solved) -> io::Result<()> {
    let Solved {
        problem,
        outcome,
        time,
        why,
        ..
    } = solved;
    let answer = json::Solved::new(&problem.task, None, outcome, *time, why.as_ref());
    let id = &problem.id;
    write_json_line(out, &json::Named { id, answer })
}

/// Writes what is wrong with a line as a line of JSON.
pub fn write_json_error(out: &mut dyn Write, bad: &BadLine) -> io::Result<()> {
    let answer = json::Solved::error(&bad.text, &bad.error);
    let id = &bad.id;
    write_json_line(out, &json::Named { id, answer })
}

/// Writes a solved problem as one line of text: id, verdict, main line.
pub fn write_short(out: &mut dyn Write, solved: &Solved) -> io::Result<()> {
    let Solved {
        problem, outcome, ..
    } = solved;
    write!(out, "{}\t{}", one_line(&problem.id), verdict(outcome))?;
    if let Some(line) = outcome.best_line() {
        write!(out, "\t{}", usi_line(line))?;
    }
    writeln!(out)
}

/// Writes everything about a solved problem for a person to read: of what does not mate the deepest tries,
/// or all of them.
pub fn write_long(out: &mut dyn Write, solved: &Solved, all_tries: bool) -> io::Result<()> {
    let Solved {
        problem,
        outcome,
        time,
        why,
        ..
    } = solved;
    let setup = Setup::from(&problem.task.position);
    writeln!(out, "{setup}\n\n{}\n", draw(&setup, problem.task.attacker))?;
    if problem.short_set {
        writeln!(out, "{}", word!("pieces are missing from the set (駒不足)"))?;
    }
    writeln!(out, "{}", verdict(outcome))?;
    if outcome.verdict == Verdict::Mate {
        let plies = match outcome.plies {
            Some(plies) if outcome.plies_exact => plies.to_string(),
            Some(plies) => say!("about {plies}, not proved", plies),
            None => say!("not known"),
        };
        let text = say!(
            "plies 手数, futile interpositions 無駄合 left out: {plies}",
            plies
        );
        writeln!(out, "{text}")?;
        let raw = outcome.raw_plies.map(|plies| plies.to_string());
        let plies = raw.unwrap_or_else(|| say!("not proved"));
        let text = say!("raw plies, every interposition counted: {plies}", plies);
        writeln!(out, "{text}")?;
    }
    if outcome.plies == Some(0) {
        let text = say!("main line 作意: none, the king is already mated");
        writeln!(out, "{text}")?;
    } else if !outcome.main_line.is_empty() {
        let line = &outcome.main_line;
        writeln!(
            out,
            "{}: {}\n  {}",
            match outcome.plies_exact && outcome.best_line().is_some() {
                true => word!("main line 作意"),
                false => word!("a line that mates, perhaps not the main line"),
            },
            usi_line(line),
            Japanese::OFFICIAL.line(&problem.task.position, line)
        )?;
    } else if outcome.plies.is_some() && outcome.reached.is_some() {
        let why = reached_in_words(outcome.reached);
        writeln!(out, "{}", say!("main line 作意: not known, {why}", why))?;
    }
    if let Some(why) = why {
        why::write(out, &problem.task.position, why, all_tries)?;
    }
    let seconds = time.as_secs_f64();
    let rate = (outcome.nodes as f64 / seconds.max(1e-6)) as u64;
    writeln!(
        out,
        "{} · {} · {}",
        counted(outcome.nodes, "node", "nodes"),
        say!("{time} s", time = format_args!("{seconds:.3}")),
        say!("{rate} nodes/s", rate = thousands(rate))
    )
}

/// The verdict in a few words.
fn verdict(outcome: &Outcome) -> String {
    match (outcome.verdict, outcome.plies) {
        (Verdict::NoMate, _) => say!("no mate 不詰"),
        (Verdict::Unknown, _) => say!("unknown: {why}", why = reached_in_words(outcome.reached)),
        (Verdict::Mate, None) => match outcome.raw_plies {
            Some(raw) => say!("mate 詰み (raw {raw})", raw),
            None => say!("mate 詰み"),
        },
        (Verdict::Mate, Some(plies)) => {
            let raw = match outcome.raw_plies {
                Some(raw) if raw != plies => say!(" (raw {raw})", raw),
                _ => String::new(),
            };
            if outcome.plies_exact {
                return say!("mate 詰み in {plies}{raw}", plies, raw);
            }
            let bound = match outcome.reached {
                // Nobody asked for the length.
                None => say!(", length not proved"),
                reached => say!(
                    ", length not proved: {why}",
                    why = reached_in_words(reached)
                ),
            };
            say!("mate 詰み in about {plies}{raw}{bound}", plies, raw, bound)
        }
    }
}
