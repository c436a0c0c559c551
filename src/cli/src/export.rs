//! `gyakusan export`: problems of a database in the formats of the field.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashSet};
use std::io::{self, Write};
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use serde::Deserialize;

use super::Failure;
use super::convert::add;
use super::import::VARIATIONS;
use super::look::LookArgs;
use super::output::{CellArgs, Output, Target};
use super::screen;
use super::sql::SqlArgs;
use super::text::counted;
use notation::exchange::from_json;
use notation::record::{Comment, Ending, Header, Line, Record, Variation, keys};
use shogi::{Move, Position};
use store::{QueryError, QueryLimits, Sink, Store, Value};
use tsume::judge::record::LineKind;

/// Write problems of a database as KIF, CSA, pictures …
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  gyakusan export keima.db --where \"rule_d and plies >= 9\" --format kif --out works/
  gyakusan export keima.db --format sfen --out all.sfen
  gyakusan export keima.db --where \"plies = 11\" --format html --out page.html")]
pub struct ExportArgs {
    /// The database
    db: PathBuf,
    /// Only problems of which this is true: SQL over the columns of problems
    #[arg(long, value_name = "SQL")]
    r#where: Option<String>,
    /// At most so many, the longest first
    #[arg(long, value_name = "N")]
    limit: Option<u32>,
    /// What to make of them: see gyakusan convert --help
    #[arg(long, value_name = "FORMAT", value_parser = Target::parse)]
    format: Target,
    /// The file to write, or a folder; without it, text goes to the standard output
    #[arg(short, long, value_name = "FILE|FOLDER")]
    out: Option<PathBuf>,
    /// Which variations and comments: those of the file a problem came from, if it had a place for any,
    /// or those that the check found
    #[arg(long, value_enum, default_value = "file")]
    lines: Lines,
    #[command(flatten)]
    look: LookArgs,
    #[command(flatten)]
    cells: CellArgs,
    #[command(flatten)]
    limits: SqlArgs,
}

/// Which lines beside the main line are exported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Lines {
    /// Those of its file; those of the check where it has no file, or one without a place for them
    File,
    /// Those that the check found
    Judge,
}

/// Exports the problems.
pub fn run(args: &ExportArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let store = Store::open_read_only(&args.db)?;
    let title = args.db.file_stem().unwrap_or_default().to_string_lossy();
    let to_file = args.out.is_some();
    let mut output = Output::new(
        args.format,
        (args.look.look(), args.cells.cells()),
        args.out.as_deref(),
        vec![args.db.clone()],
        &title,
        out,
    )?;
    let mut failed = None;
    let mut refused = 0_u64;
    let limits = args.limits.limits()?;
    let condition = args.r#where.as_deref();
    let listed = list(&store, condition, args.limit, &limits, |problem| {
        let record = match record(&problem, args.lines) {
            Ok((record, notes)) => {
                for note in notes {
                    let _ = writeln!(screen::stderr(), "gyakusan: problem {}: {note}", problem.id);
                }
                record
            }
            Err(error) => {
                let db = args.db.display();
                failed = Some(Failure::Usage(format!(
                    "{db}: problem {}: {error}",
                    problem.id
                )));
                return false;
            }
        };
        match add(&mut output, &format!("{:06}", problem.id), &record) {
            Ok(Ok(())) => true,
            Ok(Err(error)) => {
                refused += 1;
                let _ = writeln!(
                    screen::stderr(),
                    "gyakusan: problem {}: {error}",
                    problem.id
                );
                true
            }
            Err(failure) => {
                failed = Some(failure);
                false
            }
        }
    });
    if let Some(failure) = failed {
        return Err(failure);
    }
    listed?;
    let (written, _) = output.finish()?;
    if to_file {
        let problems = counted(written as u64, "problem", "problems");
        writeln!(out, "{problems} written")?;
    }
    match refused {
        0 => Ok(()),
        _ => Err(Failure::Reported),
    }
}

/// What of a problem is exported.
struct Row {
    id: i64,
    sfen: String,
    /// Of the mate, if there is one and its length is known.
    plies: Option<i64>,
    main_line: String,
    /// 完全作; `None` where a limit left it open.
    complete: Option<bool>,
    /// Its sources, the first one first.
    sources: Vec<Source>,
    /// The lines that leave the main line, one a line: the kind's name, a tab, all moves from the
    /// start. A move of which nobody knows where it leads is no variation.
    lines: String,
}

/// What a source of a problem says, in the order in which SQL gives it.
#[derive(Deserialize)]
struct Source {
    file: String,
    number: u32,
    title: Option<String>,
    author: Option<String>,
    publication: Option<String>,
    published: Option<String>,
    /// Other headers, an object in JSON.
    headers: String,
    /// All of it, in JSON, where that is more.
    record: Option<String>,
    /// Whether its format has a place for variations; 0 or 1.
    whole: u8,
}

/// Calls `visit` with the problems of a database until it says `false`: all that exporting knows of
/// its schema.
fn list(
    store: &Store,
    condition: Option<&str>,
    limit: Option<u32>,
    limits: &QueryLimits,
    visit: impl FnMut(Row) -> bool,
) -> Result<(), Failure> {
    struct Rows<F>(F);
    impl<F: FnMut(Row) -> bool> Sink for Rows<F> {
        fn header(&mut self, _names: &[&str]) -> io::Result<()> {
            Ok(())
        }

        fn row(&mut self, values: &[Value]) -> io::Result<()> {
            let [id, sfen, plies, main_line, complete, lines, sources] = values else {
                return Err(io::ErrorKind::InvalidData.into());
            };
            let text = |value: &Value| match value {
                Value::Text(text) => Some(text.clone()),
                _ => None,
            };
            let (Value::Integer(id), Value::Text(sfen)) = (id, sfen) else {
                return Err(io::ErrorKind::InvalidData.into());
            };
            let row = Row {
                id: *id,
                sfen: sfen.clone(),
                plies: match plies {
                    Value::Integer(plies) => Some(*plies),
                    _ => None,
                },
                main_line: text(main_line).unwrap_or_default(),
                complete: match complete {
                    Value::Integer(complete) => Some(*complete == 1),
                    _ => None,
                },
                sources: serde_json::from_str(&text(sources).unwrap_or_default())?,
                lines: text(lines).unwrap_or_default(),
            };
            match (self.0)(row) {
                true => Ok(()),
                false => Err(io::ErrorKind::Interrupted.into()),
            }
        }
    }
    let wrong = |error: QueryError, before| match error.in_condition(before) {
        Some(what) => Failure::Usage(format!("--where: {what}")),
        None => error.into(),
    };
    if let Some(condition) = condition {
        let examined = store.examine(condition, limits);
        examined.map_err(|error| wrong(error, ""))?;
    }
    let condition = condition.unwrap_or("true");
    // The line break ends a comment in the condition.
    let before = "SELECT id, sfen, plies, main_line, rule_e,
            (SELECT group_concat(l.kind || char(9) || l.moves, char(10) ORDER BY l.kind, l.moves)
             FROM lines l WHERE l.problem_id = problems.id AND l.kind <> 'undecided'),
            (SELECT json_group_array(json(source)) FROM
                (SELECT json_array(s.file, s.number, s.title, s.author, s.publication, s.published,
                    s.headers, s.record, s.whole) AS source
                 FROM sources s WHERE s.problem_id = problems.id ORDER BY s.id))
        FROM problems WHERE (";
    let mut sql = format!("{before}{condition}\n) ORDER BY plies DESC, id");
    if let Some(limit) = limit {
        sql.push_str(&format!(" LIMIT {limit}"));
    }
    store
        .query(&sql, limits, &mut Rows(visit))
        .map_err(|error| wrong(error, before))
}

/// What is written of a problem: what a file said of it, where that is known and its line is the main
/// line, with the judge's variations if the file had no place for any; else what the judge says, with
/// the headers of its first source. And what there is to say about that.
fn record(row: &Row, lines: Lines) -> Result<(Record, Vec<String>), String> {
    let start = row.sfen.parse();
    let start: Position = start.map_err(|error| format!("{:?}: {error}", row.sfen))?;
    let main = moves(&row.main_line)?;
    let mut notes = Vec::new();
    let mut as_told = None;
    for source in row.sources.iter().filter(|_| lines == Lines::File) {
        let Some((image, other)) = told(source).and_then(|told| fit(told, &start)) else {
            continue;
        };
        let says_more = says_more(&image);
        let about = format!("{} {}", source.file, source.number);
        let left_out = |why| format!("variations and comments of {about} are left out: {why}");
        match &as_told {
            _ if image.main.moves != main && !main.is_empty() => {
                notes.extend(says_more.then(|| left_out("its line is not the main line")));
            }
            None => {
                if other && has_comments(&image) {
                    notes.push(format!(
                        "the comments of {about} are about an image of it: squares in them are others"
                    ));
                }
                as_told = Some((source, image));
            }
            Some((_, first)) if says_more && !says_the_same(first, &image) => {
                notes.push(left_out("there is another file of it"));
            }
            Some(_) => {}
        }
    }
    let source = as_told.as_ref().map(|(source, _)| *source);
    let source = source.or(row.sources.first());
    let mut record = match as_told {
        Some((source, record)) if source.whole > 0 => record,
        Some((_, record)) => Record {
            variations: judged(row, start, record.main.moves.clone())?.variations,
            ..record
        },
        None => judged(row, start, main)?,
    };
    record.check().map_err(|error| error.to_string())?;
    add_headers(&mut record, row, source);
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

/// 完全性 of a problem without flaws.
const SOUND: &str = "完全";

/// What a file says of a problem, where it can be read.
fn told(source: &Source) -> Option<Record> {
    from_json(source.record.as_ref()?, true).ok().flatten()
}

/// What the judge says of a problem.
fn judged(row: &Row, start: Position, main: Vec<Move>) -> Result<Record, String> {
    let mut record = Record::new(start, main);
    let end = play(&record.start, &record.main.moves);
    record.main.ending = end.is_some_and(is_mated).then_some(Ending::Mate);
    for line in row.lines.lines() {
        let (kind, line) = line.split_once('\t').unwrap_or(("", line));
        record.variations.extend(variation(&record, kind, line)?);
    }
    // Those that leave the main line last come first, as files have them.
    let first_ply = |variation: &Variation| variation.line.first_ply;
    record
        .variations
        .sort_by_key(|variation| Reverse(first_ply(variation)));
    Ok(record)
}

/// Adds what the file said and what the judge says, in the order in which files have it.
fn add_headers(record: &mut Record, row: &Row, source: Option<&Source>) {
    let there: HashSet<String> = record.headers.iter().map(|is| is.key.clone()).collect();
    if let Some(source) = source {
        for (key, value) in [
            (keys::TITLE, &source.title),
            (keys::AUTHOR, &source.author),
            (keys::SOURCE, &source.publication),
            (keys::DATE, &source.published),
        ] {
            if let Some(value) = value.as_ref().filter(|_| !there.contains(key)) {
                record.set_header(key, value);
            }
        }
    }
    if let Some(plies) = row.plies {
        record.main.ending = Some(Ending::Mate);
        record.set_header(keys::PLIES, &plies.to_string());
    }
    if row.complete == Some(true) {
        record.set_header(keys::SOUNDNESS, SOUND);
    }
    let others = source.map(|source| &source.headers);
    let others: BTreeMap<String, String> = others
        .and_then(|others| serde_json::from_str(others).ok())
        .unwrap_or_default();
    for (key, values) in others {
        let judged =
            [keys::PLIES, keys::SOUNDNESS].contains(&&*key) && record.header(&key).is_some();
        if key != VARIATIONS && !there.contains(&key) && !judged {
            // One that comes twice has its values one a line.
            record.headers.extend(values.lines().map(|value| Header {
                key: key.clone(),
                value: value.to_owned(),
            }));
        }
    }
    if row.complete == Some(false) {
        // The file says what is not so.
        let claims = |is: &Header| is.key == keys::SOUNDNESS && is.value == SOUND;
        record.headers.retain(|is| !claims(is));
    }
}

/// A line of all moves from the start as a variation of the main line, from where it leaves that;
/// its kind, 変同 or 余詰 or another, is its comment. `None` if it never leaves.
fn variation(record: &Record, kind: &str, line: &str) -> Result<Option<Variation>, String> {
    let mut moves = moves(line)?;
    let main = &record.main.moves;
    let common = moves.iter().zip(main).take_while(|(a, b)| a == b).count();
    let rest = moves.split_off(common);
    if rest.is_empty() {
        return Ok(None);
    }
    let end = play(&record.start, main[..common].iter().chain(&rest));
    let mut line = Line::main(rest);
    line.first_ply = common + 1;
    line.ending = end.is_some_and(is_mated).then_some(Ending::Mate);
    let text = LineKind::from_name(kind).map_or(kind, |kind| kind.words());
    line.comments.push(Comment {
        ply: common,
        text: text.to_owned(),
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
        .map(|word| word.parse().map_err(|error| format!("{error}")))
        .collect()
}
