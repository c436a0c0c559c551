//! What a composer asks of a problem, as options.

use std::str::FromStr;

use clap::{ArgMatches, Args, Command, FromArgMatches};

use super::super::Failure;
use super::super::compose::{Kinds, Region, span};
use super::super::search::Contains;
use super::super::search::filters::{Filters, Range};
use super::run_record::is_known;
use compose::Conditions;
use compose::conditions::Span;
use compose::conditions::pieces::Counted;
use compose::families::{self, FAMILIES};
use features::column;
use features::{Column, registry};
use notation::typed;
use shogi::{Color, Kind, Piece};
use words::say;

/// The pieces on the board where nothing is said, the king among them.
const BOARD: Span = Span { low: 3, high: 8 };

/// Conditions on board, hand, length and columns.
#[derive(Clone, Debug, Args)]
pub struct Ask {
    /// Families of problems: "kanso:5 kogoma" (簡素図式 小駒図式); the list stands below
    #[arg(long, value_name = "NAME …")]
    family: Option<String>,
    /// What stands where: "1a:l 2a:n 2b:K" (SFEN letters, or １一:☖香; K the king, - nothing)
    #[arg(long, value_name = "SQUARE:PIECE …")]
    contains: Option<Contains>,
    /// Pieces on the board, the king among them; 3..8 if not given
    #[arg(long, value_name = "RANGE")]
    board: Option<Range>,
    /// No other kinds than these, besides the king: "GS"
    #[arg(long, value_name = "LETTERS")]
    only: Option<Kinds>,
    /// How many of a kind on the board, either side's, promoted or not, and in hand: "G1..2 P..3 R0"
    #[arg(long, value_name = "LETTER AND RANGE …")]
    in_all: Option<InAll>,
    /// How many of a piece on the board, letters as in SFEN: "+R1.. p2" (dragons of the attacker, pawns of the
    /// defender)
    #[arg(long, value_name = "PIECE AND RANGE …")]
    on_board: Option<OnBoard>,
    /// How many of a kind in the attacker's hand: "P..1 G1.."
    #[arg(long, value_name = "LETTER AND RANGE …")]
    in_hand: Option<InHand>,
    /// Pieces stand within these corners only: 1a-5e
    #[arg(long, value_name = "SQUARE-SQUARE")]
    region: Option<Region>,
    /// Allow 無仕掛: no piece of the attacker on the board
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "true", default_value = "false", hide_default_value = true, hide_possible_values = true, value_name = "BOOL", action = clap::ArgAction::Set)]
    bare_attacker: bool,
    #[command(flatten)]
    filters: Known,
}

/// Options for columns, those hidden of which nothing is known when a problem is judged.
#[derive(Clone, Debug)]
struct Known(Filters);

impl Args for Known {
    fn augment_args(command: Command) -> Command {
        let asked = |id: &str| match registry::place(id).map(registry::at) {
            Some(column) => column.name == "king" || holds_numbers(column) && is_known(id),
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

impl FromArgMatches for Known {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        Filters::from_arg_matches(matches).map(Self)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        self.0.update_from_arg_matches(matches)
    }
}

fn holds_numbers(column: &Column) -> bool {
    !matches!(column.kind, column::Kind::Text | column::Kind::Bytes)
}

/// The families, for the help.
pub fn families_help() -> String {
    let lines = FAMILIES.map(|family| {
        format!(
            "  {:<11} {} {}",
            family.name,
            family.ja,
            words::of(family.what)
        )
    });
    format!("Families, by either name:\n{}", lines.join("\n"))
}

impl Ask {
    /// The conditions that are meant.
    ///
    /// # Errors
    /// What is wrong with an option, or that nothing satisfies all.
    pub fn conditions(&self) -> Result<Conditions, Failure> {
        let usage = |option: &str, why: String| Failure::Usage(format!("--{option}: {why}"));
        let mut wanted = Conditions::none();
        wanted.contains = self.contains.clone().map_or(Vec::new(), |is| is.0);
        wanted.bare_attacker = self.bare_attacker;
        if let Some(Kinds(kinds)) = &self.only {
            wanted.only(kinds);
        }
        if let Some(Region(one, other)) = self.region {
            wanted.region = (one, other);
        }
        let families = self.family.as_deref().unwrap_or("");
        for name in families
            .split([' ', ',', '　', '、'])
            .filter(|name| !name.is_empty())
        {
            families::ask(name, &mut wanted).map_err(|why| usage("family", why))?;
        }
        if self.family.is_some() && families.trim().is_empty() {
            return Err(usage("family", "a name is wanted".to_owned()));
        }
        let counts = [
            self.in_all.as_ref().map(|is| &is.0),
            self.on_board.as_ref().map(|is| &is.0),
            self.in_hand.as_ref().map(|is| &is.0),
        ];
        for &(what, range) in counts.into_iter().flatten().flatten() {
            wanted.count(what, span(range));
        }
        let bare = |color| {
            let none = (Counted::Side(color), Span { low: 0, high: 0 });
            wanted.counts.contains(&none)
        };
        wanted.board = match self.board {
            Some(range) => span(range),
            None if bare(Color::Black) && bare(Color::White) => Span { low: 1, high: 1 },
            None => BOARD,
        };
        wanted.hand.high = 5;
        self.columns(&mut wanted)?;
        match wanted.contradiction() {
            Some(why) => Err(Failure::Usage(format!(
                "nothing satisfies the conditions: {why}"
            ))),
            None => Ok(wanted),
        }
    }

    fn columns(&self, wanted: &mut Conditions) -> Result<(), Failure> {
        let (ranges, king) = self.filters.0.ranges().map_err(|name| {
            let option = name.replace('_', "-");
            Failure::Usage(format!(
                "--{option} holds words, which create cannot ask for"
            ))
        })?;
        wanted.king = king.unwrap_or_default();
        for (name, low, high) in ranges {
            match name {
                "plies" => wanted.plies = span(Range { low, high }),
                "attacker_in_hand" => wanted.hand = span(Range { low, high }),
                _ if is_known(name) => wanted.columns.push((name, low, high)),
                _ => {
                    let option = name.replace('_', "-");
                    let why = "is made by SQL or a deep search: ask the database for it afterwards";
                    return Err(Failure::Usage(format!("--{option} {why}")));
                }
            }
        }
        if wanted.plies.high < 5 {
            let why = "create keeps mates of five plies or more";
            return Err(Failure::Usage(format!("--plies: {why}")));
        }
        Ok(())
    }
}

type Counts = Vec<(Counted, Range)>;

/// `G1..2 P..3`: kinds on the board and in hand.
#[derive(Clone, Debug)]
struct InAll(Counts);

/// `+R1.. p2`: pieces on the board.
#[derive(Clone, Debug)]
struct OnBoard(Counts);

/// `P..1`: kinds in hand.
#[derive(Clone, Debug)]
struct InHand(Counts);

/// Words of a piece, its letter or its name, and a range.
fn counts(text: &str, what: impl Fn(Piece) -> Option<Counted>) -> Result<Counts, String> {
    let mut found: Counts = Vec::new();
    for word in typed::words(text) {
        let bad = || {
            say!(
                "{word:?}: a piece and a range such as 2, 1.. or ..3 is wanted",
                word
            )
        };
        let range = word.find(|sign: char| sign.is_ascii_digit() || sign == '.');
        let (letters, range) = word.split_at(range.unwrap_or(word.len()));
        let range: Range = range.parse().map_err(|_| bad())?;
        let whole = |end: Option<f64>| end.is_none_or(|end| end >= 0.0 && end.fract() == 0.0);
        if !whole(range.low) || !whole(range.high) {
            return Err(bad());
        }
        let counted = piece(letters).and_then(&what).ok_or_else(bad)?;
        if found.iter().any(|(other, _)| *other == counted) {
            return Err(say!("{word:?}: {letters} is there twice", word, letters));
        }
        found.push((counted, range));
    }
    match found.is_empty() {
        true => Err(say!("a piece and a range are wanted")),
        false => Ok(found),
    }
}

/// As in SFEN, or by its name; no king.
fn piece(letters: &str) -> Option<Piece> {
    typed::piece(letters).filter(|piece| piece.kind != Kind::King)
}

/// The kind, written as that of an unpromoted piece of the attacker.
fn kind(piece: Piece) -> Option<Kind> {
    (piece == Piece::plain(Color::Black, piece.kind)).then_some(piece.kind)
}

impl FromStr for InAll {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        counts(text, |piece| kind(piece).map(Counted::Kind)).map(Self)
    }
}

impl FromStr for OnBoard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        counts(text, |piece| Some(Counted::OnBoard(piece))).map(Self)
    }
}

impl FromStr for InHand {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        counts(text, |piece| kind(piece).map(Counted::InHand)).map(Self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
