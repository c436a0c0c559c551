//! What the commands of a composer share: their conditions as options, problems on the screen.

use std::io::{self, Write};
use std::path::Path;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::Failure;
use super::problems::{Item, Problem, Sources};
use super::search::board::{hand, small_board};
use super::search::filters::{Range, corners};
use super::sql::about_option;
use super::text::counted;
use compose::Judged;
use compose::conditions::Span;
use notation::names::piece_of;
use notation::{Japanese, typed};
use shogi::{Color, Kind, Position, Setup, Square, usi_line};
use store::{Condition, QueryLimits, Search, Store};
use tsume::solve::Task;
use words::{mark, say};

/// The span of whole numbers that a range means.
pub fn span(range: Range) -> Span {
    let whole = |number: f64| number.max(0.0) as u32;
    Span {
        low: range.low.map_or(0, |low| whole(low.ceil())),
        high: range.high.map_or(u32::MAX, |high| whole(high.floor())),
    }
}

/// Kinds by their letters or their names: `GS`, `G S`, `金銀`.
#[derive(Clone, Debug)]
pub struct Kinds(pub Vec<Kind>);

impl std::str::FromStr for Kinds {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let letters = text.chars().filter(|letter| *letter != ' ');
        let kinds: Option<Vec<Kind>> = letters
            .map(|letter| Kind::from_letter(letter).or_else(|| kind_of(letter)))
            .map(|kind| kind.filter(|&kind| kind != Kind::King))
            .collect();
        match kinds {
            Some(kinds) if !kinds.is_empty() => Ok(Self(kinds)),
            _ => Err(say!("letters out of R B G S N L P are wanted")),
        }
    }
}

/// The kind of an unpromoted piece's name.
fn kind_of(sign: char) -> Option<Kind> {
    let (kind, promoted) = piece_of(sign)?;
    (!promoted).then_some(kind)
}

/// Two corners: `1a-5e`.
#[derive(Clone, Copy, Debug)]
pub struct Region(pub Square, pub Square);

impl std::str::FromStr for Region {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        corners(text)
            .and_then(|(one, other)| Some(Self(typed::square(one)?, typed::square(other)?)))
            .ok_or_else(|| say!("two corners such as 1a-5e are wanted"))
    }
}

/// The task of a problem that composers' commands work on: Black attacks, and the set is whole.
pub fn task(item: Item) -> Result<Task, Failure> {
    let Some(why) = cannot_work(&item.problem) else {
        return Ok(item.problem.task);
    };
    let place = item.place;
    let why = words::of(why);
    Err(Failure::Usage(say!(
        "{place} is no problem to work on: {why}",
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
        Some(mark!("the set lacks pieces (駒不足)"))
    } else if task.attacker != Color::Black || !task.attacker_to_move() || !one_king {
        Some(mark!("Black has to attack and to move, without a king"))
    } else {
        None
    }
}

/// 将棋無双 (1734, 伊藤宗看), public domain: the works to learn from where no others are given.
const WORKS: &str = include_str!("../../../examples/works/musou.tsv");

/// The works that this program comes with.
pub fn shipped_works() -> Result<Vec<Position>, Failure> {
    positions("musou.tsv", Sources::of_text("musou.tsv", WORKS))
}

/// The positions of problems, without those that White attacks and 双玉.
fn positions(name: &str, mut sources: Sources) -> Result<Vec<Position>, Failure> {
    let mut found = Vec::new();
    while let Some(item) = sources.next() {
        let item = item.map_err(|bad| Failure::Usage(bad.error))?;
        let position = item.problem.task.position;
        if position.side() == Color::Black && position.king(Color::Black).is_none() {
            found.push(position);
        }
    }
    match found.is_empty() {
        true => Err(Failure::Usage(format!(
            "{name}: there is no position in it that Black attacks without a king"
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
    if path.extension().is_some_and(|end| end == "db") {
        return from_database(path, condition, limits);
    }
    if condition.is_some() {
        let why = "a file has no columns to ask: a condition needs a database (.db)";
        return Err(Failure::Usage(format!("{}: {why}", path.display())));
    }
    let name = path.display().to_string();
    let sources = Sources::new(std::slice::from_ref(&name), true)?;
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
    let store = Store::open_read_only(path)?;
    let (option, _) = condition.unwrap_or_default();
    let found = store.search(&search, limits);
    let found = found.map_err(about_option(option))?;
    let tasks = found.iter().filter_map(|one| one.entry.task());
    let found: Vec<Position> = tasks.map(|task| task.position).collect();
    match found.is_empty() {
        true => Err(Failure::Usage(format!(
            "{}: no problem to learn from is found in it",
            path.display()
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
pub fn summary(judged: &Judged) -> String {
    let plies = counted(judged.report.length.unwrap_or(0).into(), "ply", "plies");
    let number = |column| judged.columns.number(column).unwrap_or(0.0);
    let (sacrifices, beauty) = (number("sacrifices"), number("beauty"));
    format!("{plies} · sacrifices {sacrifices} · beauty {beauty:.2}")
}

/// The lines of a problem's small board, the attacker's hand the last of them.
pub fn board_lines(judged: &Judged) -> Vec<String> {
    let setup = Setup::from(&judged.task.position);
    let mut lines = small_board(&setup);
    lines.push(format!("持駒 {}", hand(&setup, Color::Black)));
    lines
}

/// Prints a problem in one line that `gyakusan import` reads: SFEN, tab, plies.
pub fn write_brief(out: &mut dyn Write, judged: &Judged) -> io::Result<()> {
    let report = &judged.report;
    writeln!(out, "{}\t{}", report.sfen, report.length.unwrap_or(0))
}

/// Prints a problem: a heading, its small board, its line.
pub fn write_judged(out: &mut dyn Write, heading: &str, judged: &Judged) -> io::Result<()> {
    writeln!(out, "{heading}{}", summary(judged))?;
    writeln!(out, "{}", judged.report.sfen)?;
    for line in board_lines(judged) {
        writeln!(out, "  {line}")?;
    }
    writeln!(out, "  {}", usi_line(&judged.report.main_line))?;
    let line = Japanese::OFFICIAL.line(&judged.task.position, &judged.report.main_line);
    writeln!(out, "  {line}")?;
    writeln!(out)
}
