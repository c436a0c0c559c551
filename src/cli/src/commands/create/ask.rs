//! What a composer asks of a problem, as options.

use clap::{ArgMatches, Args, Command, FromArgMatches};

use crate::Failure;
use crate::arguments::read;
use crate::commands::search::filters::Filters;
use answers::InWords;
use compose::Conditions;
use compose::ask::{self, AskError, InAll, InHand, Kinds, OnBoard, Region};
use compose::families::Family;
use features::column_filters::Range;
use features::pattern::Contains;
use features::registry;
use words::word;

/// Conditions on board, hand, length and columns.
#[derive(Clone, Debug, Args)]
pub struct Ask {
    /// Families of problems: "kanso:5 kogoma" (簡素図式 小駒図式); see the list below
    #[arg(long, value_name = "NAME …")]
    family: Option<String>,
    /// Which pieces are on which squares: "1a:l 2a:n 2b:K" (letters of SFEN, or １一:☖香; K for the king, - for an empty
    /// square)
    #[arg(long, value_name = "SQUARE:PIECE …", value_parser = read::<Contains>)]
    contains: Option<Contains>,
    /// Pieces on the board, including the king; 3..8 by default
    #[arg(long, value_name = "RANGE", value_parser = read::<Range>)]
    board: Option<Range>,
    /// Only these kinds of pieces besides the king: "GS"
    #[arg(long, value_name = "LETTERS", value_parser = read::<Kinds>)]
    only: Option<Kinds>,
    /// How many pieces of a kind on the board and in the attacker's hand together, of both sides, promoted or not:
    /// "G1..2 P..3 R0"
    #[arg(long, value_name = "LETTER AND RANGE …", value_parser = read::<InAll>)]
    in_all: Option<InAll>,
    /// How many of each piece on the board, in letters of SFEN: "+R1.. p2" (dragons of the attacker, pawns of the
    /// defender)
    #[arg(long, value_name = "PIECE AND RANGE …", value_parser = read::<OnBoard>)]
    on_board: Option<OnBoard>,
    /// How many pieces of a kind in the attacker's hand: "P..1 G1.."
    #[arg(long, value_name = "LETTER AND RANGE …", value_parser = read::<InHand>)]
    in_hand: Option<InHand>,
    /// Where pieces may be, from corner to corner: 1a-5e
    #[arg(long, value_name = "SQUARE-SQUARE", value_parser = read::<Region>)]
    region: Option<Region>,
    /// Allow problems without an attacker's piece on the board (無仕掛)
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "true", default_value = "false", hide_default_value = true, hide_possible_values = true, value_name = "BOOL", action = clap::ArgAction::Set)]
    bare_attacker: bool,
    #[command(flatten)]
    filters: KnownColumns,
}

/// Options for columns, those hidden of which nothing is known when a problem is judged.
#[derive(Clone, Debug)]
struct KnownColumns(Filters);

impl Args for KnownColumns {
    fn augment_args(command: Command) -> Command {
        let asked = |id: &str| match registry::place(id).map(registry::at) {
            Some(column) => ask::can_ask(column),
            None => true,
        };
        Filters::augment_args(command).mut_args(|arg| {
            let hidden = arg.is_hide_set() || !asked(arg.get_id().as_str());
            arg.hide(hidden)
        })
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for KnownColumns {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        Filters::from_arg_matches(matches).map(Self)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        self.0.update_from_arg_matches(matches)
    }
}

/// The families, for the help.
pub fn families_help() -> String {
    let lines = Family::ALL.map(|family| {
        format!(
            "  {:<11} {} {}",
            family.name(),
            family.ja(),
            family.in_words()
        )
    });
    let head = word!("Families, by either name:");
    format!("{head}\n{}", lines.join("\n"))
}

impl Ask {
    /// The conditions that are meant.
    ///
    /// # Errors
    /// What is wrong with an option, or that nothing satisfies all.
    pub fn conditions(&self) -> Result<Conditions, Failure> {
        let asked = ask::Ask {
            family: self.family.as_deref(),
            contains: self.contains.as_ref(),
            board: self.board,
            only: self.only.as_ref(),
            in_all: self.in_all.as_ref(),
            on_board: self.on_board.as_ref(),
            in_hand: self.in_hand.as_ref(),
            region: self.region,
            bare_attacker: self.bare_attacker,
            columns: &self.filters.0.0,
        };
        asked.conditions().map_err(|error| {
            Failure::Usage(match error {
                AskError::Family(why) => format!("--family: {}", why.with_hint()),
                AskError::Column { column, why } => {
                    format!("--{}: {}", column.replace('_', "-"), why.with_hint())
                }
                AskError::Nothing(_) => error.with_hint(),
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use features::column;

    fn conditions(words: &[&str]) -> Result<Conditions, String> {
        let command = Ask::augment_args(Command::new("create"));
        let matches = command.try_get_matches_from([&["create"], words].concat());
        let matches = matches.map_err(|error| error.to_string())?;
        let ask = Ask::from_arg_matches(&matches).map_err(|error| error.to_string())?;
        ask.conditions().map_err(|error| error.to_string())
    }

    /// Each option that the help shows changes what is asked, with every value that it takes.
    #[test]
    fn every_option_of_the_help_is_obeyed() {
        let nothing = format!("{:?}", conditions(&[]).unwrap());
        let mut columns = 0;
        for arg in Ask::augment_args(Command::new("create")).get_arguments() {
            let (Some(long), false) = (arg.get_long(), arg.is_hide_set()) else {
                continue;
            };
            let column = registry::place(arg.get_id().as_str()).map(registry::at);
            let values: &[&str] = match (long, column.map(|column| column.kind)) {
                ("family", _) => &["=kanso"],
                ("contains", _) => &["=2b:K"],
                ("board", _) => &["=..5"],
                ("only", _) => &["=GS"],
                ("in-all" | "in-hand" | "on-board", _) => &["=G1"],
                ("region", _) => &["=1a-5e"],
                ("bare-attacker", _) => &["", "=true"],
                ("king", _) => &["=2b", "=1a-3c"],
                ("plies", _) => &["=7..", "=..9"],
                // A complete problem has no such flaw, and is sound.
                ("leftover" | "cooks" | "exchange-duals" | "move-order-duals" | "detours", _) => {
                    &["=0"]
                }
                ("rule-e" | "complete-lenient", _) => &["", "=true"],
                (_, Some(column::Kind::Flag)) => &["", "=true", "=false"],
                (_, Some(_)) => &["=1..", "=..2"],
                _ => panic!("--{long}: what does it take?"),
            };
            let mut asked = vec![nothing.clone()];
            for value in values {
                let word = format!("--{long}{value}");
                let wanted = conditions(&[&word]).unwrap_or_else(|why| panic!("{word}: {why}"));
                let wanted = format!("{wanted:?}");
                assert!(wanted != nothing, "{word} is ignored");
                asked.push(wanted);
            }
            if column.is_some_and(|column| column.kind == column::Kind::Flag) && values.len() == 3 {
                assert!(asked[1] == asked[2] && asked[2] != asked[3], "--{long}");
            }
            if column.is_some() {
                columns += 1;
                let any = conditions(&[&format!("--{long}=any")]).unwrap();
                assert_eq!(format!("{any:?}"), nothing, "--{long}=any");
            }
        }
        assert!(columns > 70, "{columns}");
    }
}
