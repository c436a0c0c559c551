//! `gyakusan search`: problems by what makes them worth looking at.

pub(super) mod filters;

use std::ffi::OsString;
use std::io::{self, Write};
use std::iter;
use std::path::PathBuf;

use clap::{Args, Parser};

use self::filters::Filters;
use super::columns::by_name;
use crate::arguments::sql::{SqlArgs, about_option};
use crate::arguments::{presets, read};
use crate::screen::board;
use crate::screen::text::{counted, width};
use crate::{Failure, language};
use answers::json;
use features::asked::Fits;
use features::pattern::Contains;
use features::registry;
use notation::Japanese;
use shogi::Setup;
use store::{Entry, Search, Store};
use words::{say, word};

const EXAMPLES: &str = "\
Every column has an option: a RANGE is 3, 2.., ..5 or 7..11, and --no-X asks for none of X; a BOOL is true (if
nothing is said) or false; SQUARES are 2b, \"1a 2b\" or 1a-3c. The value any asks for nothing and takes back what a
preset asks for. docs/columns.md defines all columns.

Examples:
  gyakusan search all.db --plies 7..11 --sacrifices 2.. --no-promoted --box 4x4 --limit 20
  gyakusan search all.db --preset publishable --plies 9..
  gyakusan search all.db --contains \"1a:l 2a:n 2b:K\" --hand ..3
  gyakusan search all.db --complete --where \"king_returns > 0 AND captures = 0\" --sort tries";

/// What stands at the end of the help.
fn ending() -> String {
    format!("{EXAMPLES}\n\n{}", presets::help())
}

/// Find problems by their columns, the most beautiful first
#[derive(Clone, Debug, Args)]
#[command(after_help = ending())]
pub struct SearchArgs {
    /// The database
    db: PathBuf,
    /// Conditions by name, such as publishable 発表図; the list stands below. What is typed wins
    #[arg(long, value_name = "NAME …")]
    preset: Option<String>,
    /// Kings and pieces fit into a box of this many files and ranks, either way round: 4x4
    #[arg(long = "box", value_name = "WxH", value_parser = read::<Fits>)]
    fits: Option<Fits>,
    /// What stands where, or at the mirror images: "1a:l 2a:n 2b:K" (SFEN letters, or １一:☖香; K any king, - nothing)
    #[arg(long, value_name = "SQUARE:PIECE …", value_parser = read::<Contains>)]
    contains: Option<Contains>,
    /// A condition in SQL over the columns
    #[arg(long = "where", value_name = "SQL")]
    condition: Option<String>,
    /// Sort by this column, the largest first
    #[arg(long, value_name = "COLUMN", default_value = "beauty", value_parser = column)]
    sort: &'static str,
    /// The smallest first
    #[arg(long)]
    ascending: bool,
    /// Show at most this many
    #[arg(long, value_name = "N", default_value_t = 20)]
    limit: usize,
    /// Show every problem, not one of those that share their line
    #[arg(long)]
    all: bool,
    /// One problem of each idea 筋 (the column `idea`), the first in the order
    #[arg(long, conflicts_with = "all")]
    ideas: bool,
    /// One JSON object a line, with every column
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    limits: SqlArgs,
    #[command(flatten)]
    filters: Filters,
}

fn column(name: &str) -> Result<&'static str, String> {
    by_name(name).map(|column| column.name)
}

/// A search whose options are read anew.
#[derive(Parser)]
#[command(name = "search", args_override_self = true)]
struct Again {
    #[command(flatten)]
    args: SearchArgs,
}

impl SearchArgs {
    /// The same with the options that its preset stands for.
    fn with_preset(&self, names: &str) -> Result<Self, Failure> {
        let preset = presets::words(names, |preset| &preset.search);
        let preset = preset.map_err(|why| Failure::Usage(format!("--preset: {why}")))?;
        let typed = language::typed()
            .into_iter()
            .skip_while(|word| word != "search");
        let words = presets::layered(vec![preset, typed.skip(1).collect()]);
        let words = iter::once(OsString::from("search")).chain(words);
        match Again::try_parse_from(words) {
            Ok(again) => Ok(again.args),
            Err(error) => Err(Failure::Usage(language::complaint(&error))),
        }
    }
}

/// Prints what is found.
pub fn run(args: &SearchArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let args = &match args.preset.as_deref() {
        Some(presets::LIST) => return Ok(write!(out, "{}", presets::list())?),
        Some(names) => args.with_preset(names)?,
        None => args.clone(),
    };
    let store = Store::open_read_only(&args.db)?;
    let mut search = Search {
        condition: args.condition.clone(),
        contains: args.contains.clone().map_or(Vec::new(), |is| is.0),
        sort: Some((args.sort, !args.ascending)),
        all: args.all,
        ideas: args.ideas,
        limit: args.limit,
        ..Search::default()
    };
    search.ask(&args.filters.0);
    if let Some(fits) = args.fits {
        search.fit(fits);
    }
    let found = store.search(&search, &args.limits.limits()?);
    let found = found.map_err(about_option("--where"))?;
    for found in &found {
        if args.json {
            let group = json::Found {
                line_group: found.group,
            };
            let line = found.entry.to_json(&group).map_err(io::Error::other)?;
            writeln!(out, "{line}")?;
        } else {
            let mut words = title(&found.entry);
            if found.group > 1 {
                words.push_str(&say!(" · {n} with this line", n = found.group));
            }
            write_problem(out, &found.entry, &words)?;
        }
    }
    if !args.json && found.is_empty() {
        writeln!(out, "{}", word!("nothing found"))?;
    }
    Ok(())
}

/// Number, length and beauty of a problem.
pub(super) fn title(entry: &Entry) -> String {
    let mut words = vec![say!("problem {id}", id = entry.id())];
    words.push(match entry.plies() {
        Some(plies) => counted(plies.unsigned_abs(), "ply", "plies"),
        None => match entry.get("status").text() {
            Some("no_mate") => say!("no_mate"),
            Some("mate") => say!("mate"),
            Some("unknown") => say!("unknown"),
            _ => entry.get("status").to_string(),
        },
    });
    if let Some(beauty) = entry.get("beauty").number() {
        words.push(say!("beauty {beauty}", beauty));
    }
    if entry.get("rule_e").integer() == Some(0) {
        words.push(say!("not complete 不完全作"));
    }
    words.join(" · ")
}

/// Prints a problem: a small board, and beside it its title, the hand, what it shows, and the line.
pub(super) fn write_problem(
    out: &mut dyn Write,
    entry: &Entry,
    title: &str,
) -> Result<(), Failure> {
    let Some(task) = entry.task() else {
        writeln!(out, "{title}\n{}\n", entry.sfen())?;
        return Ok(());
    };
    let setup = Setup::from(&task.position);
    let board = board::small_board(&setup);
    let line = Japanese::OFFICIAL.usi_line(&task.position, entry.main_line());
    let mut beside = vec![
        title.to_owned(),
        entry.sfen().to_owned(),
        format!("持駒 {}", board::hand(&setup, task.attacker)),
        measures(entry),
    ];
    beside.extend(wrap(&line));
    beside.retain(|line| !line.is_empty());
    let widest = board.iter().map(|line| width(line)).max().unwrap_or(0);
    for index in 0..board.len().max(beside.len()) {
        let left = board.get(index).map_or("", String::as_str);
        let right = beside.get(index).map_or("", String::as_str);
        let space = " ".repeat(widest + 3 - width(left));
        writeln!(out, "{}", format!("{left}{space}{right}").trim_end())?;
    }
    writeln!(out)?;
    Ok(())
}

/// Moves that fit beside a board.
const MOVES_BESIDE: usize = 9;

/// The moves of a line in rows.
fn wrap(line: &str) -> Vec<String> {
    let moves: Vec<&str> = line.split(' ').collect();
    let rows = moves.chunks(MOVES_BESIDE);
    rows.map(|row| row.join(" ")).collect()
}

/// What is to be seen in a problem, the rarer things.
fn measures(entry: &Entry) -> String {
    const SHOWN: [&str; 24] = [
        "sacrifices",
        "unguarded_sacrifices",
        "non_promotions",
        "limited_drops",
        "far_drops",
        "pawn_drop_mates",
        "double_checks",
        "discovered_checks",
        "clearances",
        "replacements",
        "interpositions",
        "moved_interpositions",
        "unguarded_interpositions",
        "king_returns",
        "cycle_repeats",
        "bare_king",
        "no_attackers",
        "real_game",
        "symmetric_first",
        "smoke",
        "mated_in_centre",
        "contactless_mate",
        "model_mate",
        "symmetric_last",
    ];
    let mut words = Vec::new();
    for name in SHOWN {
        let Some(column) = registry::place(name).map(registry::at) else {
            continue;
        };
        match entry.get(name).integer() {
            None | Some(0) => {}
            Some(1) => words.push(column.term.to_owned()),
            Some(count) => words.push(format!("{}{count}", column.term)),
        }
    }
    words.join("・")
}
