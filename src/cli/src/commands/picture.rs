//! `gyakusan picture`: a position as books print it.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::Failure;
use crate::arguments::hands::HandArgs;
use crate::arguments::look::LookArgs;
use crate::reading::problems;
use crate::reading::problems::{Inputs, Item};
use crate::writing::files::{is_standard_output, save};
use crate::writing::output::cannot_write;
use answers::InWords;
use notation::typed;
use picture::{Diagram, Look, PngError, Sheet, png};
use shogi::{Kind, Move, Position, Setup};
use tsume::solve::Task;
use words::say;

/// Draw diagrams as SVG or PNG
///
/// The picture needs no fonts. --line draws the position after the line (詰上り図), --strip every position from the start
/// to the end. Several problems are drawn on one sheet.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  gyakusan picture \"8k/9/8P/9/9/9/9/9/9 b G 1\" -o problem.svg
  gyakusan picture \"8k/9/8P/9/9/9/9/9/9 b G 1\" -o solution.png --line \"G*1b\" --strip --size print
  gyakusan picture work.kif -o solution.svg --strip
  gyakusan picture works/ -o sheet.svg --columns 5")]
pub struct PictureArgs {
    /// SFENs in quotes, files of problems, folders of them, or - for the standard input; an SFEN without a defender's
    /// hand gets all remaining pieces
    #[arg(required = true, value_name = "SFEN|FILE|-")]
    problems: Vec<String>,
    /// The file to write, .svg or .png; by default SVG on the standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Mark the square that this move went to, the move that led to the position; in USI or in Japanese. Not with
    /// --line or --strip
    #[arg(long, value_name = "MOVE", value_parser = read_last, conflicts_with = "line")]
    last: Option<Move>,
    /// Play this line first, in USI or in Japanese, and mark its last move. Not with --last
    #[arg(long, value_name = "MOVES")]
    line: Option<String>,
    /// Draw every position of the line: that of --line, otherwise that of the file. Not with --last
    #[arg(long, conflicts_with = "last")]
    strip: bool,
    /// Positions in a row, of a strip or of several problems
    #[arg(long, value_name = "N", default_value_t = 4,
          value_parser = clap::value_parser!(u8).range(1..=20))]
    columns: u8,
    #[command(flatten)]
    look: LookArgs,
    #[command(flatten)]
    hands: HandArgs,
}

/// Draws the picture.
pub fn run(args: &PictureArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let mut given = Vec::new();
    let read = problems::each(&args.problems, args.hands.reading(), |item, _| {
        given.push(item);
        Ok(())
    });
    let Some(first) = given.first() else {
        return read;
    };
    let words = first.problem.task.position.to_string();
    let look = args.look.look();
    let sheet = match &given[..] {
        [one] => sheet_of(args, one, look)?,
        _ if args.strip || args.line.is_some() || args.last.is_some() => {
            return Err(Failure::Usage(say!(
                "--line, --strip and --last are for a single problem"
            )));
        }
        all => Sheet {
            diagrams: all.iter().map(|item| diagram(&item.problem.task)).collect(),
            columns: args.columns.into(),
            look,
        },
    };
    save_sheet(args, &sheet, &words, out)?;
    // What could be drawn is drawn.
    read
}

/// The diagram of a problem's position.
fn diagram(task: &Task) -> Diagram {
    Diagram::new(Setup::from(&task.position))
}

/// The picture of a single problem.
fn sheet_of(args: &PictureArgs, item: &Item, look: Look) -> Result<Sheet, Failure> {
    let task = &item.problem.task;
    let position = &task.position;
    let moves = match (&args.line, &item.line) {
        (Some(line), _) => read_line(line, position)?,
        (None, Some(line)) => line.clone(),
        (None, None) if args.strip => {
            let place = &item.place;
            return Err(Failure::Usage(say!(
                "{place}: --strip needs a line; give one with --line",
                place
            )));
        }
        (None, None) => Vec::new(),
    };
    Ok(if args.strip {
        Sheet {
            diagrams: Diagram::strip(position, &moves),
            columns: args.columns.into(),
            look,
        }
    } else if args.line.is_some() {
        Sheet::single(Diagram::after(position, &moves), look)
    } else {
        let mut diagram = diagram(task);
        diagram.last = args.last;
        if let Some(mv) = args.last.filter(|mv| position.piece_at(mv.to()).is_none()) {
            let to = mv.to().in_words();
            return Err(Failure::Usage(say!("--last: no piece is on {to}", to)));
        }
        Sheet::single(diagram, look)
    })
}

/// Writes the sheet; `words` is what it is called.
fn save_sheet(
    args: &PictureArgs,
    sheet: &Sheet,
    words: &str,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let file = args.output.as_ref();
    let Some(path) = file.filter(|path| !is_standard_output(path)) else {
        out.write_all(sheet.svg(words).as_bytes())?;
        return Ok(());
    };
    Inputs::of_arguments(&args.problems).spare(path)?;
    let bytes = match ending(path).as_deref() {
        Some("svg") => sheet.svg(words).into_bytes(),
        Some("png") => png(sheet)?,
        _ => {
            let name = path.display();
            return Err(Failure::Usage(say!(
                "{name}: the name of a picture must end in .svg or .png",
                name
            )));
        }
    };
    save(path, &bytes).map_err(|error| cannot_write(path, &error))
}

impl From<PngError> for Failure {
    fn from(error: PngError) -> Self {
        Self::Usage(error.in_words())
    }
}

fn ending(path: &Path) -> Option<String> {
    Some(path.extension()?.to_str()?.to_ascii_lowercase())
}

fn read_line(text: &str, start: &Position) -> Result<Vec<Move>, Failure> {
    typed::line(text, start).map_err(|(ply, why)| {
        let why = why.in_words();
        Failure::Usage(say!("--line, move {ply}: {why}", ply, why))
    })
}

/// A move whose squares are marked. What moved is of no account, so that a move in Japanese without its origin will
/// do: as a drop it has none.
fn read_last(text: &str) -> Result<Move, String> {
    let (to, from) = typed::ways(text)
        .ok_or_else(|| say!("{text:?}: expected a move such as 2d2a+ or ２一香成", text))?;
    Ok(match from {
        Some(from) => Move::Board {
            from,
            to,
            promote: false,
        },
        None => Move::Drop {
            kind: Kind::Pawn,
            to,
        },
    })
}
