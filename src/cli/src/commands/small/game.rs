//! Which game, and which position of it.

use std::path::Path;

use clap::Args;

use crate::Failure;
use crate::screen;
use crate::writing::files::{SETTINGS, read_text};
use answers::InWords;
use small::game::Game;
use small::rules::Rules;
use small::table::Table;
use small::text::{Position, read_position};
use words::say;

/// A game, and what is different in it.
#[derive(Clone, Debug, Args)]
pub struct GameArgs {
    /// The name of a game, or a file that describes one
    #[arg(value_name = "GAME")]
    pub game: String,
    /// The army of the first player from left to right, e.g. "K S B R"; the second player has the same, turned around
    #[arg(long, value_name = "PIECES")]
    pub army: Option<String>,
    /// How many ranks the promotion zone has; by default as many as the game defines
    #[arg(long, value_name = "RANKS", value_parser = clap::value_parser!(u8).range(0..=3))]
    pub zone: Option<u8>,
}

impl GameArgs {
    /// The game.
    pub fn read(&self) -> Result<Game, Failure> {
        let wrong = |error: small::error::GameError| {
            Failure::Usage(format!(
                "{}: {}",
                screen::one_line(&self.game),
                error.in_words()
            ))
        };
        let mut game = match Game::known(&self.game) {
            Some(game) => game,
            None => {
                let path = Path::new(&self.game);
                if !path.exists() {
                    let names: Vec<&str> = Game::names().collect();
                    return Err(Failure::Usage(say!(
                        "{game}: no such game or file; known games are {names}",
                        game = screen::one_line(&self.game),
                        names = words::list(&names)
                    )));
                }
                let text = read_text(path, SETTINGS).map_err(|error| {
                    Failure::Usage(format!("{}: {}", path.display(), words::io(&error)))
                })?;
                Game::read(&text).map_err(wrong)?
            }
        };
        if let Some(army) = &self.army {
            game = game.with_army(army).map_err(wrong)?;
        }
        if let Some(zone) = self.zone {
            game = game.with_zone(zone);
        }
        Ok(game)
    }

    /// Its rules.
    pub fn rules(&self) -> Result<Rules, Failure> {
        rules_of(self.read()?, &self.game)
    }
}

/// The rules of a game.
pub fn rules_of(game: Game, name: &str) -> Result<Rules, Failure> {
    Rules::new(game).map_err(|error| {
        Failure::Usage(format!("{}: {}", screen::one_line(name), error.in_words()))
    })
}

/// A position as it was typed: whole, or a board alone, with Black to move and nothing in hand.
pub fn position(rules: &Rules, text: &str) -> Result<Position, Failure> {
    let whole = match text.split_whitespace().count() {
        1 => format!("{text} b -"),
        _ => text.to_owned(),
    };
    read_position(rules, &whole).map_err(|error| {
        let text = screen::one_line(text);
        let why = error.in_words();
        Failure::Usage(say!("position {text:?}: {why}", text, why))
    })
}

/// A table.
pub fn open_table(path: &Path) -> Result<Table, Failure> {
    Table::open(path)
        .map_err(|error| Failure::Usage(format!("{}: {}", path.display(), error.in_words())))
}
