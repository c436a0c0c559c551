//! `gyakusan export`: problems of a database in the formats of the field.

mod headers;
#[cfg(feature = "parquet")]
mod parquet;
mod puzzle;

use std::cmp::Reverse;
use std::io::Write;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use self::headers::add_headers;
use super::columns::by_name;
use super::convert::add;
use crate::Failure;
use crate::arguments::amounts::Count;
use crate::arguments::look::LookArgs;
use crate::arguments::sql::{SqlArgs, about_option};
use crate::reading::database::open_to_read;
use crate::reading::problems::Inputs;
use crate::screen;
use crate::screen::text::counted;
use crate::writing::files::is_standard_output;
use crate::writing::output::{CellArgs, Output, Style, Target};
use answers::InWords;
use features::{Column, registry};
use notation::Format;
use notation::exchange::from_json;
use notation::record::{Comment, Ending, Record, RecordLine, Variation};
use shogi::moves::MoveError;
use shogi::{HandReading, Move, Position, ReadError};
use store::{Exported, Source, Store};
use tsume::judge;
use words::{say, word};

/// Write problems of a database as KIF, CSA, pictures and more
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  gyakusan export keima.db --where \"rule_d and plies >= 9\" --format kif --out works/
  gyakusan export keima.db --format sfen --out all.sfen
  gyakusan export keima.db --format csv --columns id,beauty,sacrifices --bom --out keima.csv
  gyakusan export keima.db --where \"plies = 11\" --format html --out page.html
  gyakusan export keima.db --where \"plies = 7\" --format puzzle --out puzzles.jsonl
  gyakusan export keima.db --format parquet --out keima/")]
pub struct ExportArgs {
    /// The database
    db: PathBuf,
    /// Only problems that satisfy this condition: SQL over the columns of problems
    #[arg(long, value_name = "SQL")]
    r#where: Option<String>,
    /// At most this many problems, the longest first
    #[arg(long, value_name = "N")]
    limit: Option<u32>,
    /// The format to write: one of those in gyakusan convert --help; puzzle, lines of JSON with every right answer at
    /// each of the attacker's moves; or parquet, a folder of files by family and length with every column, if the
    /// program was built with --features parquet
    #[arg(long, value_name = "FORMAT", value_parser = Wanted::parse)]
    format: Wanted,
    /// With --format puzzle: node limit for deciding whether a check mates; 1M by default. Checks left open are listed
    /// as undecided
    #[arg(long, value_name = "NODES")]
    nodes: Option<Count>,
    /// The file to write, or a folder; by default text on the standard output
    #[arg(short, long, value_name = "FILE|FOLDER")]
    out: Option<PathBuf>,
    /// Which variations and comments to write
    #[arg(long, value_enum, default_value = "file")]
    lines: Lines,
    #[command(flatten)]
    look: LookArgs,
    #[command(flatten)]
    cells: CellArgs,
    /// More columns of the database for CSV: names as in gyakusan columns, or all
    #[arg(long, value_name = "COLUMN,…", value_delimiter = ',', value_parser = named)]
    columns: Vec<Named>,
    #[command(flatten)]
    limits: SqlArgs,
}

/// Columns that are asked for.
#[derive(Clone, Copy, Debug)]
enum Named {
    One(&'static Column),
    All,
}

fn named(name: &str) -> Result<Named, String> {
    match name.trim() {
        "all" => Ok(Named::All),
        name => by_name(name).map(Named::One),
    }
}

/// The columns that are asked for, each once, without those that every table of problems has.
fn columns(named: &[Named]) -> Vec<&'static str> {
    let mut names = Vec::new();
    for named in named {
        let columns: Vec<&Column> = match named {
            Named::One(column) => vec![column],
            Named::All => registry::columns().collect(),
        };
        for column in columns {
            if !["sfen", "plies"].contains(&column.name) && !names.contains(&column.name) {
                names.push(column.name);
            }
        }
    }
    names
}

/// What is made of the problems.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wanted {
    /// What single problems can be made into, too.
    Records(Target),
    /// Their right answers.
    Puzzle,
    /// All their columns.
    Parquet,
}

impl Wanted {
    const PARQUET: &str = "parquet";
    const PUZZLE: &str = "puzzle";

    fn parse(name: &str) -> Result<Self, String> {
        if name.eq_ignore_ascii_case(Self::PARQUET) {
            return match cfg!(feature = "parquet") {
                true => Ok(Self::Parquet),
                false => Err(say!("this gyakusan was built without --features parquet")),
            };
        }
        if name.eq_ignore_ascii_case(Self::PUZZLE) {
            return Ok(Self::Puzzle);
        }
        let target = Target::parse(name).map(Self::Records);
        target.map_err(|why| {
            let why = format!("{why}{}{}", word!(", "), Self::PUZZLE);
            match cfg!(feature = "parquet") {
                true => format!("{why}{}{}", word!(", "), Self::PARQUET),
                false => why,
            }
        })
    }
}

/// Which lines beside the main line are exported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Lines {
    /// Those of the file that the problem came from; those of the check if there is no file, or its format has no place for them
    File,
    /// Those that the check found
    Judge,
}

/// Exports the problems.
pub fn run(args: &ExportArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let columns = columns(&args.columns);
    if !columns.is_empty() && args.format != Wanted::Records(Target::Problems(Format::Csv)) {
        return Err(Failure::Usage(say!("--columns needs --format csv")));
    }
    if args.nodes.is_some() && args.format != Wanted::Puzzle {
        return Err(Failure::Usage(say!("--nodes needs --format puzzle")));
    }
    let store = open_to_read(&args.db)?;
    let target = match args.format {
        Wanted::Records(target) => target,
        Wanted::Puzzle => return write_puzzles(args, &store, out),
        Wanted::Parquet => return write_parquet(args, &store, out),
    };
    let title = args.db.file_stem().unwrap_or_default().to_string_lossy();
    let to_file = args.out.is_some();
    let mut output = Output::new(
        target,
        Style {
            look: args.look.look(),
            cells: args.cells,
            more: columns.clone(),
        },
        args.out.as_deref(),
        Inputs::of([&args.db]),
        &title,
        out,
    )?;
    let mut refused = 0_u64;
    let limits = args.limits.limits()?;
    let ids = store.ids_where(args.r#where.as_deref(), args.limit, &limits);
    for id in ids.map_err(about_option("--where"))? {
        // Another program may have taken it out meanwhile.
        let Some(problem) = store.exported(id)? else {
            continue;
        };
        let (record, notes) = record(&problem, args.lines, names_of(target)).map_err(|error| {
            let db = args.db.display();
            Failure::Usage(say!("{db}: problem {id}: {error}", db, id, error))
        })?;
        for note in notes {
            screen::complain(&say!("problem {id}: {what}", id, what = note));
        }
        let more = match columns.is_empty() {
            true => Vec::new(),
            false => {
                let Some(entry) = store.entry(id)? else {
                    continue;
                };
                let values = columns.iter().map(|name| entry.get(name).clone());
                values.collect()
            }
        };
        if let Err(error) = add(&mut output, &format!("{id:06}"), &record, &more)? {
            refused += 1;
            screen::complain(&say!("problem {id}: {what}", id, what = error.in_words()));
        }
    }
    let (written, lost) = output.finish()?;
    if !lost.is_nothing() {
        let (format, lost) = (target.name(), lost.in_words());
        screen::complain(&say!("{format} has no place for {lost}", format, lost));
    }
    if to_file {
        let problems = counted(written as u64, "problem", "problems");
        writeln!(out, "{}", say!("{problems} written", problems))?;
    }
    match refused {
        0 => Ok(()),
        _ => Err(Failure::Reported),
    }
}

fn write_puzzles(args: &ExportArgs, store: &Store, out: &mut dyn Write) -> Result<(), Failure> {
    let limits = args.limits.limits()?;
    let ids = store.ids_where(args.r#where.as_deref(), args.limit, &limits);
    let ids = ids.map_err(about_option("--where"))?;
    let nodes = args.nodes.map_or(puzzle::USUAL_NODES, |nodes| nodes.0);
    let places = (&args.db, args.out.as_deref());
    let written = puzzle::write(store, ids, nodes, places, out)?;
    let to = args.out.as_deref();
    if to.is_some_and(|path| !is_standard_output(path)) {
        let problems = counted(written.problems, "problem", "problems");
        writeln!(out, "{}", say!("{problems} written", problems))?;
    }
    match written.left_out {
        0 => Ok(()),
        _ => Err(Failure::Reported),
    }
}

#[cfg(feature = "parquet")]
fn write_parquet(args: &ExportArgs, store: &Store, out: &mut dyn Write) -> Result<(), Failure> {
    let Some(folder) = &args.out else {
        return Err(Failure::Usage(say!(
            "parquet is written to a folder: -o FOLDER"
        )));
    };
    let limits = args.limits.limits()?;
    let problems = store.placed_where(args.r#where.as_deref(), args.limit, &limits);
    let problems = problems.map_err(about_option("--where"))?;
    let written = parquet::write(store, &problems, folder)?;
    let problems = counted(written, "problem", "problems");
    writeln!(out, "{}", say!("{problems} written", problems))?;
    Ok(())
}

#[cfg(not(feature = "parquet"))]
fn write_parquet(_: &ExportArgs, _: &Store, _: &mut dyn Write) -> Result<(), Failure> {
    unreachable!("the word is refused")
}

/// How the kinds of lines are called in comments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Names {
    /// In the language of the run, for people who read the file.
    Spoken,
    /// In the same words in every language, for programs that do.
    Fixed,
}

/// The names that a target has.
const fn names_of(target: Target) -> Names {
    match target {
        Target::Problems(Format::Kif | Format::Kifu | Format::Ki2 | Format::Ki2u) => Names::Spoken,
        _ => Names::Fixed,
    }
}

/// What is written of a problem: what a file said of it, where that is known and its line is the main
/// line, with the judge's variations if the file had no place for any; else what the judge says; with the headers
/// of all its sources. And what there is to say about that.
fn record(row: &Exported, lines: Lines, names: Names) -> Result<(Record, Vec<String>), String> {
    let start = row.sfen.parse();
    let start: Position =
        start.map_err(|error: ReadError| format!("{:?}: {}", row.sfen, error.in_words()))?;
    let main = moves(&row.main_line)?;
    let mut notes = Vec::new();
    let mut as_told = None;
    let sources = row.sources.iter().map(|row| &row.source);
    for source in sources.filter(|_| lines == Lines::File) {
        let Some((image, other)) = told(source).and_then(|told| fit(told, &start)) else {
            continue;
        };
        let says_more = says_more(&image);
        let about = format!("{} {}", source.file, source.number);
        let left_out = |why: &str| {
            say!(
                "variations and comments of {about} are left out: {why}",
                about,
                why
            )
        };
        match &as_told {
            _ if image.main.moves != main && !main.is_empty() => {
                notes.extend(says_more.then(|| left_out(word!("its line is not the main line"))));
            }
            None => {
                if other && has_comments(&image) {
                    notes.push(say!(
                        "the comments of {about} refer to a mirrored or turned position: they name other squares",
                        about
                    ));
                }
                as_told = Some((source, image));
            }
            Some((_, first)) if says_more && !says_the_same(first, &image) => {
                notes.push(left_out(word!("another file of the problem was used")));
            }
            Some(_) => {}
        }
    }
    // Whose record it is first, then the others in their order.
    let first = as_told.as_ref().map(|(source, _)| *source);
    let others = row.sources.iter().map(|row| &row.source);
    let others = others.filter(|other| !first.is_some_and(|first| std::ptr::eq(first, *other)));
    let sources: Vec<&Source> = first.into_iter().chain(others).collect();
    let mut record = match as_told {
        Some((source, record)) if source.whole => record,
        Some((_, record)) => Record {
            variations: judged(row, start, record.main.moves.clone(), names)?.variations,
            ..record
        },
        None => judged(row, start, main, names)?,
    };
    record.check().map_err(|error| error.in_words())?;
    add_headers(&mut record, row, &sources);
    // A file that ends behind the board without a word may have been cut off.
    if record.main.moves.is_empty() && record.main.ending.is_none() {
        record.main.ending = Some(Ending::Interrupted);
    }
    Ok((record, notes))
}

/// The image of a record that starts from this position, and whether it is another than the record.
fn fit(told: Record, start: &Position) -> Option<(Record, bool)> {
    if told.start == *start {
        return Some((told, false));
    }
    let turned = told.rotate();
    let images = [told.mirror(), turned.mirror(), turned];
    let image = images.into_iter().find(|image| image.start == *start)?;
    Some((image, true))
}

fn has_comments(record: &Record) -> bool {
    let lines = record.variations.iter().map(|is| &is.line);
    let mut lines = lines.chain([&record.main]);
    lines.any(|line| !line.comments.is_empty())
}

/// Whether a record has what no column of the database has.
fn says_more(record: &Record) -> bool {
    !record.variations.is_empty() || has_comments(record)
}

fn says_the_same(one: &Record, other: &Record) -> bool {
    (&one.variations, &one.main.comments) == (&other.variations, &other.main.comments)
}

/// What a file says of a problem, where it can be read.
fn told(source: &Source) -> Option<Record> {
    from_json(source.record.as_ref()?, HandReading::Listed)
        .ok()
        .flatten()
}

/// What the judge says of a problem.
fn judged(
    row: &Exported,
    start: Position,
    main: Vec<Move>,
    names: Names,
) -> Result<Record, String> {
    let mut record = Record::new(start, main);
    let end = play(&record.start, &record.main.moves);
    record.main.ending = end.is_some_and(is_mated).then_some(Ending::Mate);
    for line in &row.lines {
        record.variations.extend(variation(&record, line, names)?);
    }
    // Those that leave the main line last come first, as files have them.
    let first_ply = |variation: &Variation| variation.line.first_ply;
    record
        .variations
        .sort_by_key(|variation| Reverse(first_ply(variation)));
    Ok(record)
}

/// A line of all moves from the start as a variation of the main line, from where it leaves that;
/// its kind, 変同 or 余詰 or another, is its comment. `None` if it never leaves.
fn variation(
    record: &Record,
    line: &judge::record::OtherLine,
    names: Names,
) -> Result<Option<Variation>, String> {
    let kind = line.kind;
    let mut moves = moves(&line.moves)?;
    let main = &record.main.moves;
    let common = moves.iter().zip(main).take_while(|(a, b)| a == b).count();
    let rest = moves.split_off(common);
    if rest.is_empty() {
        return Ok(None);
    }
    let end = play(&record.start, main[..common].iter().chain(&rest));
    let mut line = RecordLine::main(rest);
    line.first_ply = common + 1;
    line.ending = end.is_some_and(is_mated).then_some(Ending::Mate);
    line.comments.push(Comment {
        ply: common,
        text: match names {
            Names::Spoken => kind.in_words(),
            Names::Fixed => kind.to_string(),
        },
    });
    Ok(Some(Variation { parent: None, line }))
}

/// The position after some moves, if they can be played.
fn play<'a>(start: &Position, moves: impl IntoIterator<Item = &'a Move>) -> Option<Position> {
    let mut moves = moves.into_iter();
    moves.try_fold(start.clone(), |position, &mv| position.try_play(mv))
}

fn is_mated(end: Position) -> bool {
    end.is_in_check() && !end.has_legal_move()
}

fn moves(line: &str) -> Result<Vec<Move>, String> {
    let words = line.split_whitespace();
    words
        .map(|word| word.parse().map_err(|error: MoveError| error.in_words()))
        .collect()
}
