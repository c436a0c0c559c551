//! 図式 and other families of problems, as conditions.

use super::conditions::pieces::Counted;
use super::conditions::{Conditions, Span};
use super::in_words::{piece_in_words, square_in_words};
use features::Pattern;
use shogi::{Color, Kind, Piece, Square};
use words::say;

/// A family by name.
#[derive(Clone, Copy, Debug)]
pub struct Family {
    /// Its name in Latin letters.
    pub name: &'static str,
    /// Its Japanese name.
    pub ja: &'static str,
    /// What it is.
    pub what: &'static str,
    ask: Ask,
}

/// How a family becomes conditions.
#[derive(Clone, Copy, Debug)]
enum Ask {
    /// No other kinds.
    Only(&'static [Kind]),
    /// None of these kinds.
    Without(&'static [Kind]),
    /// One kind, the one that is given or any.
    OneKind,
    /// 実戦型.
    Corner,
    /// All in a corner of so many files and ranks, 4 if not given.
    Small,
    /// No pieces of these sides on the board.
    Bare(&'static [Color]),
    /// A column that holds 1.
    Column(&'static str),
}

/// What is known by name.
pub const FAMILIES: [Family; 15] = {
    use Kind::{Bishop, Gold, Knight, Pawn, Rook, Silver};
    const fn family(name: &'static str, ja: &'static str, what: &'static str, ask: Ask) -> Family {
        Family {
            name,
            ja,
            what,
            ask,
        }
    }
    [
        family(
            "jissen",
            "実戦型",
            "the defender's lance on 1a and knight on 2a",
            Ask::Corner,
        ),
        family(
            "kanso",
            "簡素図式",
            "all pieces in a corner of 4×4; kanso:5 of 5×5",
            Ask::Small,
        ),
        family(
            "isshoku",
            "一色図式",
            "one kind, any; isshoku:S silvers",
            Ask::OneKind,
        ),
        family("kin", "金図式", "golds only", Ask::Only(&[Gold])),
        family("gin", "銀図式", "silvers only", Ask::Only(&[Silver])),
        family("kei", "桂図式", "knights only", Ask::Only(&[Knight])),
        family("fu", "歩図式", "pawns only", Ask::Only(&[Pawn])),
        family(
            "kin-gin",
            "金銀図式",
            "golds and silvers only",
            Ask::Only(&[Gold, Silver]),
        ),
        family(
            "hisha-kaku",
            "飛角図式",
            "rooks and bishops only",
            Ask::Only(&[Rook, Bishop]),
        ),
        family(
            "kogoma",
            "小駒図式",
            "no rook or bishop",
            Ask::Without(&[Rook, Bishop]),
        ),
        family(
            "mushikake",
            "無仕掛",
            "no attacker's piece on the board",
            Ask::Bare(&[Color::Black]),
        ),
        family(
            "mubobi",
            "無防備",
            "no defender's piece but the king",
            Ask::Bare(&[Color::White]),
        ),
        family(
            "hadaka",
            "裸玉",
            "the king alone on the board",
            Ask::Bare(&[Color::Black, Color::White]),
        ),
        family(
            "miyako",
            "都詰",
            "mated on 5e",
            Ask::Column("mated_in_centre"),
        ),
        family(
            "settsuin",
            "雪隠詰",
            "mated in a corner",
            Ask::Column("mated_in_corner"),
        ),
    ]
};

/// Adds what a family asks for, written as its name, `name:parameter` where it takes one.
///
/// # Errors
/// What is wrong with the name or the parameter, or why it contradicts what is asked for already.
pub fn ask(text: &str, wanted: &mut Conditions) -> Result<(), String> {
    let (name, parameter) = match text.split_once(':') {
        Some((name, parameter)) => (name, Some(parameter)),
        None => (text, None),
    };
    let family = FAMILIES
        .iter()
        .find(|family| family.name == name || family.ja == name)
        .ok_or_else(|| {
            let names = words::list(&FAMILIES.map(|family| family.name));
            say!("{name:?} is no family: {names} are known", name, names)
        })?;
    if parameter.is_some() && !matches!(family.ask, Ask::OneKind | Ask::Small) {
        return Err(say!("{name} takes no parameter", name));
    }
    match family.ask {
        Ask::Only(kinds) => wanted.only(kinds),
        Ask::Without(kinds) => {
            for &kind in kinds {
                wanted.most[kind as usize] = 0;
            }
        }
        Ask::OneKind => match parameter {
            None => wanted.one_kind = true,
            Some(letter) => {
                let kind = letter.parse().ok().and_then(Kind::from_letter);
                let kind = kind.filter(|&kind| kind != Kind::King);
                let bad = || say!("{text}: a letter out of R B G S N L P is wanted", text);
                wanted.only(&[kind.ok_or_else(bad)?]);
            }
        },
        Ask::Corner => {
            for (file, kind) in [(1, Kind::Lance), (2, Kind::Knight)] {
                let square = square(file, 1);
                let piece = Pattern::Piece(Piece::plain(Color::White, kind));
                match wanted.contains.iter().find(|(at, _)| *at == square) {
                    Some((_, other)) if *other != piece => {
                        return Err(say!(
                            "{name} wants {piece} on {square}",
                            name,
                            piece = piece_in_words(Piece::plain(Color::White, kind)),
                            square = square_in_words(square)
                        ));
                    }
                    Some(_) => {}
                    None => wanted.contains.push((square, piece)),
                }
            }
        }
        Ask::Small => {
            let size = parameter.map_or(Ok(4), str::parse::<i8>);
            let size = size.ok().filter(|size| (2..=8).contains(size));
            let size = size.ok_or_else(|| say!("{text}: a number from 2 to 8 is wanted", text))?;
            wanted.narrow(square(1, 1), square(size, size))?;
        }
        Ask::Bare(colors) => {
            for &color in colors {
                wanted.count(Counted::Side(color), Span { low: 0, high: 0 });
                wanted.bare_attacker |= color == Color::Black;
            }
        }
        Ask::Column(column) => wanted.columns.push((column, Some(1.0), Some(1.0))),
    }
    Ok(())
}

fn square(file: i8, rank: i8) -> Square {
    Square::new(file, rank).expect("it is on the board")
}
