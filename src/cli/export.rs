//! `gyakusan export`: problems of a database in the formats of the field.

use std::cmp::Reverse;
use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;

use super::Failure;
use super::convert::add;
use super::look::LookArgs;
use super::output::{Output, Target};
use super::text::thousands;
use crate::judge::record::LineKind;
use crate::notation::record::{Comment, Ending, Line, Record, Variation, keys};
use crate::shogi::{Move, Position};
use crate::store::{Patience, Sink, Store, Value};

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
    #[command(flatten)]
    look: LookArgs,
}

/// Exports the problems.
pub fn run(args: &ExportArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let store = Store::open_read_only(&args.db)?;
    let title = args.db.file_stem().unwrap_or_default().to_string_lossy();
    let to_file = args.out.is_some();
    let mut output = Output::new(
        args.format,
        args.look.look(),
        args.out.as_deref(),
        vec![args.db.clone()],
        &title,
        out,
    )?;
    let mut failed = None;
    let mut refused = 0_u64;
    let listed = list(&store, args.r#where.as_deref(), args.limit, |problem| {
        let record = match record(&problem) {
            Ok(record) => record,
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
                let _ = writeln!(io::stderr(), "gyakusan: problem {}: {error}", problem.id);
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
        writeln!(out, "{} problems written", thousands(written as u64))?;
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
    /// 完全作
    sound: bool,
    /// What it is called, who composed it, where and when it appeared, as far as its first source says.
    title: Option<String>,
    author: Option<String>,
    publication: Option<String>,
    published: Option<String>,
    /// The lines that leave the main line, one a line: the kind's name, a tab, all moves from the
    /// start. A move of which nobody knows where it leads is no variation.
    lines: String,
}

/// Calls `visit` with the problems of a database until it says `false`: all that exporting knows of
/// its schema.
fn list(
    store: &Store,
    condition: Option<&str>,
    limit: Option<u32>,
    visit: impl FnMut(Row) -> bool,
) -> Result<(), Failure> {
    struct Rows<F>(F);
    impl<F: FnMut(Row) -> bool> Sink for Rows<F> {
        fn header(&mut self, _names: &[&str]) -> io::Result<()> {
            Ok(())
        }

        fn row(&mut self, values: &[Value]) -> io::Result<()> {
            let [id, sfen, plies, main_line, sound, lines, told @ ..] = values else {
                return Err(io::ErrorKind::InvalidData.into());
            };
            let [title, author, publication, published] = told else {
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
                sound: *sound == Value::Integer(1),
                title: text(title),
                author: text(author),
                publication: text(publication),
                published: text(published),
                lines: text(lines).unwrap_or_default(),
            };
            match (self.0)(row) {
                true => Ok(()),
                false => Err(io::ErrorKind::Interrupted.into()),
            }
        }
    }
    let condition = condition.unwrap_or("true");
    // The line break ends a comment in the condition.
    let before = "SELECT id, sfen, plies, main_line, sound,
            (SELECT group_concat(l.kind || char(9) || l.moves, char(10) ORDER BY l.kind, l.moves)
             FROM lines l WHERE l.problem_id = problems.id AND l.kind <> 'undecided'),
            (SELECT s.title FROM sources s WHERE s.problem_id = problems.id ORDER BY s.id LIMIT 1),
            (SELECT s.author FROM sources s WHERE s.problem_id = problems.id ORDER BY s.id LIMIT 1),
            (SELECT s.publication FROM sources s WHERE s.problem_id = problems.id
             ORDER BY s.id LIMIT 1),
            (SELECT s.published FROM sources s WHERE s.problem_id = problems.id
             ORDER BY s.id LIMIT 1)
        FROM problems WHERE (";
    let mut sql = format!("{before}{condition}\n) ORDER BY plies DESC, id");
    if let Some(limit) = limit {
        sql.push_str(&format!(" LIMIT {limit}"));
    }
    store
        .query(&sql, &Patience::default(), &mut Rows(visit))
        .map_err(|error| match error.in_condition(before) {
            Some(what) => Failure::Usage(format!("--where: {what}")),
            None => error.into(),
        })
}

fn record(row: &Row) -> Result<Record, String> {
    let start = row.sfen.parse();
    let start: Position = start.map_err(|error| format!("{:?}: {error}", row.sfen))?;
    let mut record = Record::new(start, moves(&row.main_line)?);
    if row.plies.is_some() {
        record.main.ending = Some(Ending::Mate);
    }
    for line in row.lines.lines() {
        let (kind, line) = line.split_once('\t').unwrap_or(("", line));
        record.variations.extend(variation(&record, kind, line)?);
    }
    // Those that leave the main line last come first, as files have them.
    let first_ply = |variation: &Variation| variation.line.first_ply;
    record
        .variations
        .sort_by_key(|variation| Reverse(first_ply(variation)));
    record.check().map_err(|error| error.to_string())?;
    for (key, value) in [
        (keys::TITLE, &row.title),
        (keys::AUTHOR, &row.author),
        (keys::SOURCE, &row.publication),
        (keys::DATE, &row.published),
    ] {
        if let Some(value) = value {
            record.set_header(key, value);
        }
    }
    if let Some(plies) = row.plies {
        record.set_header(keys::PLIES, &plies.to_string());
    }
    if row.sound {
        record.set_header(keys::SOUNDNESS, "完全");
    }
    Ok(record)
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
    let end = main[..common]
        .iter()
        .chain(&rest)
        .try_fold(record.start.clone(), |position, &mv| position.try_play(mv));
    let mut line = Line::main(rest);
    line.first_ply = common + 1;
    let mated = |end: Position| end.is_in_check() && end.legal_moves().is_empty();
    line.ending = end.is_some_and(mated).then_some(Ending::Mate);
    let text = LineKind::from_name(kind).map_or(kind, |kind| kind.words());
    line.comments.push(Comment {
        ply: common,
        text: text.to_owned(),
    });
    Ok(Some(Variation { parent: None, line }))
}

fn moves(line: &str) -> Result<Vec<Move>, String> {
    let words = line.split_whitespace();
    words
        .map(|word| word.parse().map_err(|error| format!("{error}")))
        .collect()
}
