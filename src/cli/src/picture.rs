//! `gyakusan picture`: a position as books print it.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;

use super::Failure;
use super::files::{is_standard_output, save};
use super::look::LookArgs;
use picture::{Diagram, PngError, Sheet, png};
use shogi::{Move, Position, Setup};

/// Draw a position as books print it, in SVG or PNG
///
/// The picture needs no fonts where it is seen. With --line, the position after the line is drawn
/// (詰上り図), with --strip every position from the start to the end.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  gyakusan picture \"8k/9/8P/9/9/9/9/9/9 b G 1\" -o problem.svg
  gyakusan picture \"8k/9/8P/9/9/9/9/9/9 b G 1\" -o solution.png --line \"G*1b\" --strip --size print")]
pub struct PictureArgs {
    /// The position's SFEN, in quotes; the defender's hand is completed
    sfen: String,
    /// The file to write, .svg or .png; without it, SVG goes to the standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// The move (USI) that led to the position: the square it went to is marked
    #[arg(long, value_name = "MOVE", conflicts_with = "line")]
    last: Option<Move>,
    /// A line (USI) to play first
    #[arg(long, value_name = "MOVES")]
    line: Option<String>,
    /// Draw all positions of the line
    #[arg(long, requires = "line")]
    strip: bool,
    /// Positions in a row of the strip
    #[arg(long, value_name = "N", default_value_t = 4, requires = "strip",
          value_parser = clap::value_parser!(u8).range(1..=20))]
    columns: u8,
    #[command(flatten)]
    look: LookArgs,
    /// Let the defender's hand lack pieces of the set (駒不足)
    #[arg(long)]
    short_set: bool,
}

/// Draws the picture.
pub fn run(args: &PictureArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let position = Position::from_tsume_sfen(&args.sfen, args.short_set)
        .map_err(|error| Failure::Usage(format!("{:?}: {error}", args.sfen)))?;
    let moves = read_line(args.line.as_deref().unwrap_or_default(), &position)?;
    let look = args.look.look();
    let sheet = if args.strip {
        Sheet {
            diagrams: Diagram::strip(&position, &moves),
            columns: args.columns.into(),
            look,
        }
    } else if args.line.is_some() {
        Sheet::single(Diagram::after(&position, &moves), look)
    } else {
        let mut diagram = Diagram::new(Setup::from(&position));
        diagram.last = args.last;
        if let Some(mv) = args.last.filter(|mv| position.piece_at(mv.to()).is_none()) {
            let to = mv.to();
            return Err(Failure::Usage(format!(
                "--last {mv}: no piece stands on {to}"
            )));
        }
        Sheet::single(diagram, look)
    };
    let words = position.to_string();
    let file = args.output.as_ref();
    let Some(path) = file.filter(|path| !is_standard_output(path)) else {
        out.write_all(sheet.svg(&words).as_bytes())?;
        return Ok(());
    };
    let bytes = match ending(path).as_deref() {
        Some("svg") => sheet.svg(&words).into_bytes(),
        Some("png") => png(&sheet)?,
        _ => {
            let name = path.display();
            return Err(Failure::Usage(format!("{name}: pictures are .svg or .png")));
        }
    };
    save(path, &bytes)
        .map_err(|error| Failure::Usage(format!("{}: cannot be written: {error}", path.display())))
}

impl From<PngError> for Failure {
    fn from(error: PngError) -> Self {
        Self::Usage(error.to_string())
    }
}

fn ending(path: &Path) -> Option<String> {
    Some(path.extension()?.to_str()?.to_ascii_lowercase())
}

fn read_line(text: &str, start: &Position) -> Result<Vec<Move>, Failure> {
    let mut position = start.clone();
    let mut moves = Vec::new();
    for (ply, word) in (1..).zip(text.split_whitespace()) {
        let wrong =
            |what: &dyn std::fmt::Display| Failure::Usage(format!("--line, move {ply}: {what}"));
        let mv: Move = word.parse().map_err(|error| wrong(&error))?;
        position = position
            .try_play(mv)
            .ok_or_else(|| wrong(&format!("{mv} is not legal")))?;
        moves.push(mv);
    }
    Ok(moves)
}
