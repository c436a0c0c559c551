//! `gyakusan search`: problems by what makes them worth looking at.

pub(super) mod filters;
mod trees;

use std::ffi::OsString;
use std::io::{self, Write};
use std::iter;
use std::path::PathBuf;
use std::sync::Arc;

use clap::{Args, Parser};

use self::filters::FiltersAndTries;
use super::columns::by_name;
use crate::arguments::lines::LineArgs;
use crate::arguments::sql::{SqlArgs, about_option};
use crate::arguments::trees::TreeArgs;
use crate::arguments::venue::venues;
use crate::arguments::{presets, read};
use crate::reading::database::open_to_read;
use crate::screen::text::{counted, thousands, width};
use crate::screen::{self, board, called, opinion, printable};
use crate::{Failure, language};
use answers::json;
use features::column_filters::Fits;
use features::pattern::Contains;
use features::registry;
use features::venue::{Opinion, Row, Venue};
use notation::Japanese;
use shogi::Setup;
use store::{Entry, FoundByTrees, Search, SourceField, Store};
use words::{Language, say, word};

const EXAMPLES: &str = "\
Every column has an option. A RANGE is 3, 2.., ..5 or 7..11; --no-X means no X. A BOOL is true (the default if no
value is given) or false. SQUARES are 2b, \"1a 2b\" or 1a-3c. The value `any` removes a condition that a preset sets.
docs/columns.md defines all columns.

Examples:
  gyakusan search all.db --plies 7..11 --sacrifices 2.. --no-promoted --box 4x4 --limit 20
  gyakusan search all.db --preset publishable --plies 9..
  gyakusan search all.db --contains \"1a:l 2a:n 2b:K\" --hand ..3
  gyakusan search works.db --author 伊藤看寿 --publication 将棋図巧 --plies 99..
  gyakusan search all.db --line \"drop R far=2.. ; K ; .. ; sacrifice\"
  gyakusan search all.db --tries \"promote fails, unpromote mates\" --limit 5
  gyakusan search works.db --for 詰将棋パラダイス --plies 7..
  gyakusan search all.db --complete --where \"king_returns > 0 AND captures = 0\" --sort tries";

/// What stands at the end of the help.
fn ending() -> String {
    format!("{EXAMPLES}\n\n{}", presets::help())
}

/// Find the problems that meet your conditions, the most beautiful first
#[derive(Clone, Debug, Args)]
#[command(after_help = ending())]
pub struct SearchArgs {
    /// The database
    db: PathBuf,
    /// Conditions by name, such as publishable 発表図; see the list below. Other options override them
    #[arg(long, value_name = "NAME …")]
    preset: Option<String>,
    /// All pieces, including the kings, fit into a box of this many files and ranks, either way round: 4x4
    #[arg(long = "box", value_name = "WxH", value_parser = read::<Fits>)]
    fits: Option<Fits>,
    /// Which pieces are on which squares, mirrored or not: "1a:l 2a:n 2b:K" (letters as in SFEN, or １一:☖香; K for either
    /// king, - for an empty square)
    #[arg(long, value_name = "SQUARE:PIECE …", value_parser = read::<Contains>)]
    contains: Option<Contains>,
    #[command(flatten)]
    lines: LineArgs,
    #[command(flatten)]
    trees: TreeArgs,
    /// Only problems that a magazine, a contest or a site does not send back, shown with what its editor has to decide:
    /// a name that `gyakusan venues` lists, or the file of a venue. May be given several times
    #[arg(long = "for", value_name = "VENUE")]
    venues: Vec<String>,
    /// Only imported problems with this text in the title
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    /// Only imported problems with this text in the author's name
    #[arg(long, value_name = "TEXT")]
    author: Option<String>,
    /// Only imported problems with this text in the publication (発表誌)
    #[arg(long, value_name = "TEXT")]
    publication: Option<String>,
    /// A condition in SQL over the columns
    #[arg(long = "where", value_name = "SQL")]
    condition: Option<String>,
    /// Sort by this column, given by name or Japanese term, largest first
    #[arg(long, value_name = "COLUMN", default_value = "beauty", value_parser = column)]
    sort: &'static str,
    /// Sort smallest first
    #[arg(long)]
    ascending: bool,
    /// Show at most this many
    #[arg(long, value_name = "N", default_value_t = 20)]
    limit: usize,
    /// Show all problems, not only the first of each line
    #[arg(long)]
    all: bool,
    /// Show only the first problem of each idea 筋 (the column `idea`)
    #[arg(long, conflicts_with = "all")]
    ideas: bool,
    /// One JSON object per line, with every column
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    limits: SqlArgs,
    #[command(flatten)]
    filters: FiltersAndTries,
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
    let store = open_to_read(&args.db)?;
    let mut search = Search {
        condition: args.condition.clone(),
        contains: args.contains.clone().map_or(Vec::new(), |is| is.0),
        lines: args.lines.queries(),
        sort: Some((args.sort, !args.ascending)),
        all: args.all,
        ideas: args.ideas,
        limit: args.limit,
        ..Search::default()
    };
    search.ask(&args.filters.columns);
    let of_source = [
        (SourceField::Title, &args.title),
        (SourceField::Author, &args.author),
        (SourceField::Publication, &args.publication),
    ];
    let of_source = of_source.into_iter();
    let of_source = of_source.filter_map(|(field, text)| Some((field, text.clone()?)));
    search.from(of_source.collect());
    if let Some(fits) = args.fits {
        search.fit(fits);
    }
    let venues = venues(&args.venues)?;
    for venue in &venues {
        search.submit_to(venue);
    }
    let (store, found) = find(store, search, args)?;
    for found in &found.problems {
        let opinions = opinions(&venues, &found.entry);
        if args.json {
            let group = json::Found {
                line_group: found.group,
                venues: opinions.iter().map(json::VenueOpinion::new).collect(),
            };
            let line = found.entry.to_json(&group).map_err(io::Error::other)?;
            writeln!(out, "{line}")?;
        } else {
            let mut words = title(&found.entry);
            if found.group > 1 {
                words.push_str(&say!(" · {n} with this line", n = found.group));
            }
            let mut more = origins(&store, &found.entry)?;
            for opinion in &opinions {
                more.push(opinion::headline(opinion));
                let lines = opinion::against(opinion).into_iter();
                more.extend(lines.map(|line| format!("  {line}")));
            }
            write_problem(out, &found.entry, &words, &more)?;
        }
    }
    if !args.json && found.problems.is_empty() {
        writeln!(out, "{}", word!("nothing found"))?;
    }
    if found.undecided > 0 {
        let open = say!(
            "{problems} undecided within {nodes} nodes for each question; a larger --nodes may find more",
            problems = counted(found.undecided, "problem", "problems"),
            nodes = thousands(args.trees.nodes())
        );
        if args.json {
            // Each line is a problem.
            screen::complain(&open);
        } else {
            writeln!(out, "{open}")?;
        }
    }
    if found.stopped {
        out.flush()?;
        return Err(Failure::Interrupted);
    }
    Ok(())
}

/// What a search finds, trees solved if it asks for them; with the database.
fn find(store: Store, search: Search, args: &SearchArgs) -> Result<(Store, FoundByTrees), Failure> {
    let limits = args.limits.limits()?;
    let queries = args.trees.queries(&args.filters.tries);
    if !queries.is_empty() {
        return trees::find(store, search, queries, &args.trees, &limits);
    }
    let problems = store.search(&search, &limits);
    let found = FoundByTrees {
        problems: problems.map_err(about_option("--where"))?,
        ..FoundByTrees::default()
    };
    Ok((store, found))
}

/// What venues say of a problem, as far as its columns tell.
fn opinions<'v>(venues: &'v [Arc<Venue>], entry: &Entry) -> Vec<Opinion<'v>> {
    let known = Row(|name: &str| entry.get(name).integer());
    venues.iter().map(|venue| venue.opinion(&known)).collect()
}

/// Title, author and publication of a problem by each of its sources that says any of them.
fn origins(store: &Store, entry: &Entry) -> Result<Vec<String>, Failure> {
    let mut origins = Vec::new();
    for row in store.sources(entry.id())? {
        let source = row.source;
        let words = [source.title, source.author, source.publication];
        let words: Vec<String> = words.into_iter().flatten().collect();
        let origin = printable(&words.join(" · "));
        if !origin.is_empty() && !origins.contains(&origin) {
            origins.push(origin);
        }
    }
    Ok(origins)
}

/// Number, length and beauty of a problem.
pub(super) fn title(entry: &Entry) -> String {
    let mut words = vec![say!("problem {id}", id = entry.id())];
    words.push(match entry.plies() {
        Some(plies) => counted(plies.unsigned_abs(), "ply", "plies"),
        None => match entry.get("status").text() {
            Some("no_mate") => say!("no mate 不詰"),
            Some("mate") => say!("a mate of unknown length"),
            Some("unknown") => say!("unknown whether there is a mate"),
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

/// Prints a problem: a small board, and beside it its title, where it comes from, the hand, what it shows, and the line.
pub(super) fn write_problem(
    out: &mut dyn Write,
    entry: &Entry,
    title: &str,
    origins: &[String],
) -> Result<(), Failure> {
    let Some(task) = entry.task() else {
        writeln!(out, "{title}\n{}\n", entry.sfen())?;
        return Ok(());
    };
    let setup = Setup::from(&task.position);
    let board = board::small_board(&setup);
    let line = Japanese::OFFICIAL.usi_line(&task.position, entry.main_line());
    let mut beside = vec![title.to_owned()];
    beside.extend_from_slice(origins);
    beside.extend([
        entry.sfen().to_owned(),
        say!(
            "in hand 持駒 {pieces}",
            pieces = board::hand(&setup, task.attacker)
        ),
        measures(entry),
    ]);
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
    let mut shown = Vec::new();
    for name in SHOWN {
        let Some(column) = registry::place(name).map(registry::at) else {
            continue;
        };
        match entry.get(name).integer() {
            None | Some(0) => {}
            Some(1) => shown.push(called::column(column)),
            Some(count) => shown.push(match words::language() {
                Language::English => format!("{} {count}", called::column(column)),
                Language::Japanese => format!("{}{count}", called::column(column)),
            }),
        }
    }
    shown.join(match words::language() {
        Language::English => ", ",
        Language::Japanese => "・",
    })
}
