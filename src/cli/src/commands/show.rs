//! `gyakusan show`: one problem.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::Failure;
use crate::reading::database::open_to_read;
use crate::screen::text::{counted, name_of};
use crate::screen::{called, printable};
use answers::InWords;
use features::column::Kind;
use features::registry;
use notation::Japanese;
use notation::diagram::{draw, draw_ascii};
use shogi::Setup;
use store::{Entry, SourceRow, Store, Stored};
use tsume::judge::record::Flaws;
use tsume::solve::{Task, TaskError};
use words::{Language, say, word};

/// Show one problem: diagram, main line, other solutions, flaws
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  gyakusan show keima.db 11000
  gyakusan show keima.db \"6k2/7+n1/6+N2/6NN1/9/9/9/9/9 b - 1\" --ascii")]
pub struct ShowArgs {
    /// The database
    db: PathBuf,
    /// The number of the problem, or its SFEN (either mirror image)
    #[arg(value_name = "ID")]
    problem: String,
    /// Draw the board with letters, for terminals without Japanese characters
    #[arg(long)]
    ascii: bool,
}

/// Prints the problem.
pub fn run(args: &ShowArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let store = open_to_read(&args.db)?;
    let (stored, task) = stored(&store, &args.db, &args.problem)?;
    write_problem(out, &stored, &task, args.ascii)
}

/// The problem of a database that a number or an SFEN stands for, with its position.
///
/// # Errors
/// If there is no such problem.
pub fn stored(store: &Store, db: &Path, asked: &str) -> Result<(Stored, Task), Failure> {
    let text = asked.trim();
    let id = match text.parse() {
        Ok(id) => Some(id),
        Err(_) => find(store, text)?,
    };
    let stored = match id {
        Some(id) => store.problem(id)?,
        None => None,
    };
    let stored = stored
        .ok_or_else(|| Failure::Usage(say!("{db}: no problem {text}", db = db.display(), text)))?;
    let task = stored.entry.task().ok_or_else(|| {
        let sfen = stored.entry.sfen();
        Failure::Usage(say!(
            "{db}: {sfen:?} is not a position",
            db = db.display(),
            sfen
        ))
    })?;
    Ok((stored, task))
}

/// The number of the problem with this SFEN, or whose mirror image has it.
fn find(store: &Store, text: &str) -> Result<Option<i64>, Failure> {
    let sfen = text.strip_prefix("sfen ").unwrap_or(text);
    let refuse = |error: TaskError| {
        Failure::Usage(say!(
            "{text:?} is neither a problem's number nor an SFEN: {error}",
            text,
            error = error.in_words()
        ))
    };
    let task = Task::from_tsume_sfen(sfen, true).map_err(refuse)?;
    Ok(store.with_task(&task)?)
}

fn write_problem(
    out: &mut dyn Write,
    stored: &Stored,
    task: &Task,
    ascii: bool,
) -> Result<(), Failure> {
    let position = &task.position;
    let problem = &stored.entry;
    let length = match (problem.plies(), problem.get("status").text()) {
        (Some(plies), _) => counted(plies.unsigned_abs(), "ply", "plies"),
        (None, Some("no_mate")) => say!("no mate 不詰"),
        (None, Some("mate")) => say!("a mate of unknown length"),
        _ => say!("unknown whether there is a mate"),
    };
    let id = problem.id();
    writeln!(out, "{} · {length}", say!("problem {id}", id))?;
    for family in &stored.families {
        let name = name_of(&family.name_ja, &family.name_en);
        write!(out, "{} · {}", say!("family: {name}", name), family.code)?;
        if !family.options.is_empty() {
            write!(out, " · {}", answers::kept_options(&family.options))?;
        }
        writeln!(out)?;
    }
    for source in &stored.sources {
        let source = printable(&describe_source(source));
        writeln!(out, "{}", say!("source: {source}", source))?;
    }
    let in_japanese = |line: &str| Japanese::OFFICIAL.usi_line(position, line);
    let setup = Setup::from(position);
    let diagram = if ascii {
        draw_ascii(&setup, task.attacker)
    } else {
        draw(&setup, task.attacker)
    };
    writeln!(out, "{}\n\n{diagram}\n", problem.sfen())?;
    let main_line = problem.main_line();
    if !main_line.is_empty() {
        let what = match problem.plies() {
            Some(_) => word!("main line 作意"),
            None => word!("a line that mates, perhaps not the main line"),
        };
        writeln!(out, "{what}: {main_line}")?;
        writeln!(out, "  {}", in_japanese(main_line))?;
    }
    for line in &stored.lines {
        writeln!(out, "{}: {}", line.kind.in_words(), line.moves)?;
        writeln!(out, "  {}", in_japanese(&line.moves))?;
    }
    let Some(flaws) = problem.flaws() else {
        return Ok(());
    };
    let flaws = describe(&flaws);
    let is_open =
        problem.get("rule_a").integer().is_none() || problem.get("rule_e").integer().is_none();
    if !flaws.is_empty() {
        writeln!(out, "{}", word!("flaws:"))?;
        for flaw in flaws {
            writeln!(out, "  {flaw}")?;
        }
    } else if !is_open {
        writeln!(out, "{}", word!("no flaws"))?;
    }
    if let Some(verdict) = verdict(problem) {
        writeln!(out, "{verdict}")?;
    }
    if is_open {
        let open = word!("not everything is decided: `gyakusan check` can go further");
        writeln!(out, "{open}")?;
    }
    write_measures(out, problem)
}

/// Whether it is sound; `None` where that is not decided.
pub fn verdict(problem: &Entry) -> Option<&'static str> {
    let holds = |column| problem.get(column).integer().map(|value| value != 0);
    match (holds("rule_e")?, holds("complete_lenient")) {
        (true, _) => Some(word!("complete 完全作")),
        (false, Some(true)) => Some(word!(
            "not complete 不完全作; complete under the lenient rule F"
        )),
        (false, _) => Some(word!("not complete 不完全作")),
    }
}

/// The measures that are there to see: counts and flags other than 0.
fn write_measures(out: &mut dyn Write, problem: &Entry) -> Result<(), Failure> {
    let shown = registry::measured().filter(|(_, column)| {
        let value = problem.get(column.name);
        column.is_number() && value.number().is_some_and(|number| number != 0.0)
    });
    let words: Vec<String> = shown
        .map(|(_, column)| match column.kind {
            Kind::Flag => called::column(column),
            _ => format!("{} {}", called::column(column), problem.get(column.name)),
        })
        .collect();
    if !words.is_empty() {
        let measures = say!("measures: {measures}", measures = words.join(" · "));
        writeln!(out, "{measures}")?;
    }
    if let Some(beauty) = problem.get("beauty").number() {
        writeln!(out, "{}", say!("beauty 美しさ: {beauty}", beauty))?;
    }
    Ok(())
}

/// Where a problem comes from, in one line.
fn describe_source(row: &SourceRow) -> String {
    let source = &row.source;
    let mut words = vec![format!("{} {}", source.file, source.number)];
    words.extend(source.title.clone());
    words.extend(source.author.clone());
    words.extend(source.publication.clone());
    words.extend(source.published.clone());
    words.extend(row.sfen.as_ref().map(|_| say!("mirrored or turned")));
    words.join(" · ")
}

/// Each flaw in words.
pub(super) fn describe(flaws: &Flaws) -> Vec<String> {
    let counted = |count: Option<u16>, one: &str, many: &str, term: &str| {
        let count = count.filter(|count| *count > 0)?;
        let said = words::counted(&count.to_string(), count == 1, one, many);
        Some(match words::language() {
            Language::English => format!("{said} {term}"),
            Language::Japanese => said,
        })
    };
    let there = |is_there: Option<bool>, words: &str| is_there?.then(|| words.to_owned());
    [
        counted(
            flaws.cooks,
            "second solution before the last move of the main line",
            "second solutions before the last move of the main line",
            "(余詰)",
        ),
        counted(
            flaws.exchange_duals,
            "of these exchanges one move, with the same continuation",
            "of these exchange one move, with the same continuation",
            "(非限定)",
        ),
        counted(
            flaws.move_order_duals,
            "of these plays the moves of the line in another order",
            "of these play the moves of the line in another order",
            "(手順前後)",
        ),
        counted(
            flaws.detours,
            "of these makes a detour back into the line",
            "of these make a detour back into the line",
            "(迂回手順)",
        ),
        counted(
            flaws.equal_before_last,
            "second solution as short, over all longest lines",
            "second solutions as short, over all longest lines",
            "(余詰・変同の余詰)",
        ),
        counted(
            flaws.longer_before_last,
            "longer second solution, over all longest lines",
            "longer second solutions, over all longest lines",
            "(余詰・変同の余詰)",
        ),
        counted(
            flaws.equal_at_last,
            "last-move dual",
            "last-move duals",
            "(最終手余詰)",
        ),
        counted(
            flaws.longer_at_last,
            "longer last-move dual",
            "longer last-move duals",
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
            word!("the last move mates with and without promotion"),
        ),
        there(
            flaws.final_drop_choice,
            word!("the last drop mates on several squares (打点非限定)"),
        ),
        counted(
            flaws.equal_variations,
            "equal variation",
            "equal variations",
            "(変同)",
        ),
        counted(
            flaws.leftover.map(u16::from),
            "piece left over",
            "pieces left over",
            "(駒余り)",
        ),
        counted(
            flaws.superfluous.map(u16::from),
            "superfluous piece",
            "superfluous pieces",
            "(余剰駒)",
        ),
    ]
    .into_iter()
    .flatten()
    .collect()
}
