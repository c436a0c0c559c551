//! What the commands of a composer share: their conditions as options, problems on the screen.

pub mod around;
pub mod blemishes;
pub mod precedents;

use std::io::{self, Write};
use std::path::Path;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use self::blemishes::Blemishes;
use self::precedents::Precedent;
use super::Failure;
use super::arguments::sql::about_option;
use super::reading::database::open_to_read;
use super::reading::problems::{Item, Problem, Sources};
use super::screen::board::{hand, small_board};
use super::screen::text::counted;
use compose::{CompleteProblem, works};
use notation::Japanese;
use shogi::{Color, HandReading, Position, Setup, usi_line};
use store::{Condition, QueryLimits, Search, is_database};
use tsume::solve::Task;
use words::{mark, say};

/// The task of a problem that composers' commands work on: Black attacks, and the set is whole.
pub fn task(item: Item) -> Result<Task, Failure> {
    let Some(why) = cannot_work(&item.problem) else {
        return Ok(item.problem.task);
    };
    let place = item.place;
    let why = words::of(why);
    Err(Failure::Usage(say!(
        "{place}: this position cannot be used: {why}",
        place,
        why
    )))
}

/// Why no search can go around a problem, if none can.
pub fn cannot_work(problem: &Problem) -> Option<&'static str> {
    let Problem {
        task, short_set, ..
    } = problem;
    let one_king = task.position.king(Color::Black).is_none();
    if *short_set {
        Some(mark!("pieces are missing from the set (駒不足)"))
    } else if task.attacker != Color::Black || !task.attacker_to_move() || !one_king {
        Some(mark!(
            "Black must be the attacker and to move, and have no king"
        ))
    } else {
        None
    }
}

/// The positions of problems, without those that White attacks and 双玉.
fn positions(name: &str, mut sources: Sources) -> Result<Vec<Position>, Failure> {
    let mut found = Vec::new();
    while let Some(item) = sources.next() {
        let item = item.map_err(|bad| Failure::Usage(bad.error))?;
        let position = item.problem.task.position;
        if works::teaches(&position) {
            found.push(position);
        }
    }
    match found.is_empty() {
        true => Err(Failure::Usage(say!(
            "{name}: contains no position in which Black attacks and has no king",
            name
        ))),
        false => Ok(found),
    }
}

/// Reads problems as all commands do, or those of a database for which a condition in SQL holds, if one is given
/// with the option it came from.
/// Problems that White attacks, and 双玉, teach nothing and are left out.
pub fn read_positions(
    path: &Path,
    condition: Option<(&str, &str)>,
    limits: &QueryLimits,
) -> Result<Vec<Position>, Failure> {
    // One that is not there is named as what it would be.
    if path.extension().is_some_and(|end| end == "db") || is_database(path).unwrap_or(false) {
        return from_database(path, condition, limits);
    }
    if condition.is_some() {
        let path = path.display();
        return Err(Failure::Usage(say!(
            "{path}: a condition needs a database (.db); files have no columns",
            path
        )));
    }
    let name = path.display().to_string();
    let sources = Sources::new(std::slice::from_ref(&name), HandReading::Listed)?;
    positions(&name, sources)
}

fn from_database(
    path: &Path,
    condition: Option<(&str, &str)>,
    limits: &QueryLimits,
) -> Result<Vec<Position>, Failure> {
    let search = Search {
        condition: condition.map(|(_, sql)| sql.to_owned()),
        conditions: vec![
            Condition::Words {
                column: "attacker",
                words: vec!["black".to_owned()],
            },
            Condition::at_most("two_kings", 0.0),
        ],
        all: true,
        limit: usize::MAX,
        ..Search::default()
    };
    let store = open_to_read(path)?;
    let (option, _) = condition.unwrap_or_default();
    let found = store.search(&search, limits);
    let found = found.map_err(about_option(option))?;
    let tasks = found.iter().filter_map(|one| one.entry.task());
    let found: Vec<Position> = tasks.map(|task| task.position).collect();
    match found.is_empty() {
        true => Err(Failure::Usage(say!(
            "{path}: contains no problem to learn from",
            path = path.display()
        ))),
        false => Ok(found),
    }
}

/// The lines at the bottom of a terminal while work goes on; nothing where standard error is none.
pub fn live_line() -> ProgressBar {
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    let style = ProgressStyle::with_template("{spinner} {elapsed} · {msg}");
    bar.set_style(style.expect("the template is right"));
    bar
}

/// A problem in a few words: its length, its sacrifices, its beauty.
pub fn summary(judged: &CompleteProblem) -> String {
    let plies = counted(judged.report.length.unwrap_or(0).into(), "ply", "plies");
    let number = |column| judged.columns.number(column).unwrap_or(0.0);
    let sacrifices = number("sacrifices");
    // What is a little less than nothing is written without a sign.
    let beauty = (100.0 * number("beauty")).round() / 100.0 + 0.0;
    say!(
        "{plies} · sacrifices {sacrifices} · beauty {beauty}",
        plies,
        sacrifices,
        beauty = format_args!("{beauty:.2}")
    )
}

/// The lines of a problem's small board, the attacker's hand the last of them.
pub fn board_lines(judged: &CompleteProblem) -> Vec<String> {
    let setup = Setup::from(&judged.task.position);
    let mut lines = small_board(&setup);
    lines.push(format!("持駒 {}", hand(&setup, Color::Black)));
    lines
}

/// Prints a problem in one line that `gyakusan import` reads: SFEN, tab, plies.
pub fn write_brief(out: &mut dyn Write, judged: &CompleteProblem) -> io::Result<()> {
    let report = &judged.report;
    writeln!(out, "{}\t{}", report.sfen, report.length.unwrap_or(0))
}

/// Prints a problem: a heading, its small board, its line; its blemishes, if it has any; what is nearest to it, if that
/// was looked for.
pub fn write_judged(
    out: &mut dyn Write,
    heading: &str,
    judged: &CompleteProblem,
    nearest: Option<&Precedent>,
) -> io::Result<()> {
    let blemishes = Blemishes::of(judged);
    let some = (!blemishes.is_empty()).then(|| blemishes.in_words());
    let nearest = nearest.map(Precedent::in_words);
    let remarks: Vec<String> = some.into_iter().chain(nearest).collect();
    write_with(out, heading, judged, &remarks)
}

/// Prints a problem: a heading, its small board, its line, and what else there is to say of it.
pub fn write_with(
    out: &mut dyn Write,
    heading: &str,
    judged: &CompleteProblem,
    remarks: &[String],
) -> io::Result<()> {
    writeln!(out, "{heading}{}", summary(judged))?;
    writeln!(out, "{}", judged.report.sfen)?;
    for line in board_lines(judged) {
        writeln!(out, "  {line}")?;
    }
    writeln!(out, "  {}", usi_line(&judged.report.main_line))?;
    let line = Japanese::OFFICIAL.line(&judged.task.position, &judged.report.main_line);
    writeln!(out, "  {line}")?;
    for remark in remarks {
        writeln!(out, "  {remark}")?;
    }
    writeln!(out)
}
