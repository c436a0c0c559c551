//! `gyakusan small play`: a game against a table.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;

use super::game::{open_table, position};
use super::page;
use super::words_of::value;
use crate::Failure;
use crate::commands::play::input::Input;
use crate::commands::play::order::Order;
use crate::running::stop::stop_on_signal;
use crate::writing::files::{may_write, read_bounded, save};
use crate::writing::output::cannot_write;
use answers::InWords;
use small::solve::Value;
use small::table::{Answer, Table};
use small::text::{Position, Side, draw, read_move, write_japanese, write_move};
use words::{say, word};

/// Play a solved game against its table
///
/// The table plays one of the best moves. Type moves in USI (2c2b) or as they are listed in Japanese. Besides moves: hint, back, give up (the
/// best line), board, help, quit; in Japanese ヒント, 待った, 投了, 盤面, ヘルプ, 終了.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  gyakusan small play dobutsu.gst
  gyakusan small play dobutsu.gst --white
  gyakusan small play dobutsu.gst --page play.html")]
pub struct PlayArgs {
    /// A table written by gyakusan small table
    #[arg(value_name = "TABLE")]
    table: PathBuf,
    /// The position to begin with; by default the start of the game
    #[arg(value_name = "POSITION")]
    position: Option<String>,
    /// You are the second player
    #[arg(long)]
    white: bool,
    /// Write a page to play on in a browser, instead of playing here. A table of at most 4 MB is included in the page;
    /// if it is larger, you choose its file there
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "white"])]
    page: Option<PathBuf>,
}

/// The largest table that is put into a page, in bytes.
const IN_PAGE: u64 = 4_000_000;

/// How the game stands.
struct Game<'a> {
    args: &'a PlayArgs,
    table: &'a Table,
    /// The positions of the game, the present one last.
    positions: Vec<Position>,
}

/// Plays until somebody has won or has enough.
pub fn run(args: &PlayArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let table = open_table(&args.table)?;
    if let Some(path) = &args.page {
        return write_page(args, &table, path);
    }
    let rules = table.rules();
    let start = match &args.position {
        Some(text) => position(rules, text)?,
        None => Position::start(rules),
    };
    let you = if args.white { Side::White } else { Side::Black };
    let mut game = Game {
        args,
        table: &table,
        positions: vec![start],
    };
    let input = Input::listen()?;
    let stop = stop_on_signal()?;
    writeln!(out, "{}", draw(rules, &start))?;
    while let Some(at) = game.positions.last().copied() {
        let answer = game.look_up(&at)?;
        if answer.moves.is_empty() {
            let words = if at.side == you {
                word!("you have lost")
            } else {
                word!("you have won")
            };
            writeln!(out, "{words}")?;
            return Ok(());
        }
        if game
            .positions
            .iter()
            .filter(|before| **before == at)
            .count()
            >= 4
        {
            writeln!(
                out,
                "{}",
                word!("the position has occurred for the fourth time: a draw")
            )?;
            return Ok(());
        }
        let mv = if at.side == you {
            write!(out, "> ")?;
            out.flush()?;
            let Some(text) = input.next(&stop)? else {
                return Ok(());
            };
            match Order::read(&text) {
                Some(Order::Quit) => return Ok(()),
                Some(Order::Board) => {
                    writeln!(out, "{}", draw(rules, &at))?;
                    continue;
                }
                Some(Order::Back) => {
                    let kept = game.positions.len().saturating_sub(2).max(1);
                    game.positions.truncate(kept);
                    let at = game.positions[kept - 1];
                    writeln!(out, "{}", draw(rules, &at))?;
                    continue;
                }
                Some(Order::Hint) => {
                    for (mv, after) in &answer.moves {
                        let name = write_japanese(rules, &at, *mv);
                        writeln!(
                            out,
                            "  {}  {name}  {}",
                            write_move(rules, at.side, *mv),
                            value(*after)
                        )?;
                    }
                    continue;
                }
                Some(Order::GiveUp) => {
                    game.write_best(out, at)?;
                    return Ok(());
                }
                Some(Order::Help | Order::Next) => {
                    writeln!(
                        out,
                        "{}",
                        word!("a move such as 2c2b, or hint, back, give up, board, quit")
                    )?;
                    continue;
                }
                None => {}
            }
            let named = answer.moves.iter().find(|(mv, _)| {
                let name = write_japanese(rules, &at, *mv);
                name == text || name.chars().skip(1).eq(text.chars())
            });
            match (named, read_move(rules, &at, &text)) {
                (Some((mv, _)), _) => *mv,
                (None, Ok(mv)) => mv,
                (None, Err(why)) => {
                    writeln!(out, "{}", why.in_words())?;
                    continue;
                }
            }
        } else {
            answer.moves[0].0
        };
        if at.side != you {
            let name = write_japanese(rules, &at, mv);
            writeln!(out, "{name} ({})", write_move(rules, at.side, mv))?;
        }
        if rules.tries(mv) {
            let words = if at.side == you {
                word!("you have won")
            } else {
                word!("you have lost")
            };
            writeln!(out, "{words}")?;
            return Ok(());
        }
        let next = at.play(rules, mv);
        if at.side != you {
            writeln!(out, "{}", draw(rules, &next))?;
        }
        game.positions.push(next);
    }
    Ok(())
}

/// Writes the page to play on.
fn write_page(args: &PlayArgs, table: &Table, path: &Path) -> Result<(), Failure> {
    may_write(path).map_err(|error| cannot_write(path, &error))?;
    let name = args.table.display();
    let read = || -> io::Result<Option<Vec<u8>>> {
        match fs::metadata(&args.table)?.len() <= IN_PAGE {
            true => read_bounded(&args.table, IN_PAGE).map(Some),
            false => Ok(None),
        }
    };
    let bytes = read().map_err(|error| Failure::Usage(format!("{name}: {}", words::io(&error))))?;
    let page = page::of_table(table, bytes.as_deref())?;
    save(path, page.as_bytes()).map_err(|error| cannot_write(path, &error))
}

impl Game<'_> {
    fn look_up(&self, at: &Position) -> Result<Answer, Failure> {
        let name = self.args.table.display();
        let found = self.table.probe(&at.state);
        let found =
            found.map_err(|error| Failure::Usage(format!("{name}: {}", error.in_words())))?;
        found.map_err(|why| Failure::Usage(say!("{name}: {why}", name, why = why.in_words())))
    }

    /// Best play from here on, as long as it is none to a draw.
    fn write_best(&self, out: &mut dyn Write, from: Position) -> Result<(), Failure> {
        let rules = self.table.rules();
        let mut at = from;
        let mut line = String::new();
        loop {
            let answer = self.look_up(&at)?;
            let Some(&(mv, after)) = answer.moves.first() else {
                break;
            };
            line.push_str(&write_japanese(rules, &at, mv));
            if rules.tries(mv) || after == Value::Draw {
                break;
            }
            at = at.play(rules, mv);
        }
        let told = value(self.look_up(&from)?.value);
        writeln!(out, "{told}: {line}")?;
        Ok(())
    }
}
