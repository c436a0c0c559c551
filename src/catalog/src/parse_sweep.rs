//! From the text of a file to a [`Sweep`], with errors that name line and field.

use std::path::Path;

use serde::Deserialize;
use toml::Spanned;

use super::parse::{RawExpected, RawRegion, check_names, expected, length, region};
use super::source::Source;
use super::sweep::{InHand, OnBoard, Range};
use super::{CatalogError, CatalogReason, Family, FamilyError, Region, Sweep};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    name_ja: Option<Spanned<String>>,
    name_en: Option<Spanned<String>>,
    king: Option<RawRegion>,
    attacker_king: Option<RawRegion>,
    pieces: Option<RawPieces>,
    #[serde(default)]
    board: RawBoard,
    #[serde(default)]
    hand: RawHand,
    #[serde(default)]
    options: RawOptions,
    expected: Option<RawExpected>,
}

/// A number of pieces, or the least and the most.
#[derive(Deserialize)]
#[serde(untagged, expecting = "neither a whole number nor two, [least, most]")]
enum RawRange {
    One(i64),
    Both(Vec<i64>),
}

type Number = Option<Spanned<RawRange>>;

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(non_snake_case)] // the letters of the kinds
struct RawPieces {
    total: Number,
    majors: Number,
    R: Number,
    B: Number,
    L: Number,
    G: Number,
    S: Number,
    N: Number,
    P: Number,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(non_snake_case)] // the letters of the kinds
struct RawBoard {
    pieces: Number,
    region: Option<RawRegion>,
    block: Option<Spanned<Vec<i64>>>,
    side: Option<Spanned<String>>,
    promoted: Option<bool>,
    R: Number,
    B: Number,
    L: Number,
    G: Number,
    S: Number,
    N: Number,
    P: Number,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(non_snake_case)] // the letters of the kinds
struct RawHand {
    pieces: Number,
    kinds: Option<Spanned<i64>>,
    R: Number,
    B: Number,
    L: Number,
    G: Number,
    S: Number,
    N: Number,
    P: Number,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawOptions {
    shortest: Option<Spanned<i64>>,
    longest: Option<Spanned<i64>>,
}

/// All pieces of a set but the kings.
const ALL: u8 = 38;

/// As many of a kind as there are.
const ALL_OF_KINDS: [Range; 7] = {
    let mut all = [Range { least: 0, most: 0 }; 7];
    let mut index = 0;
    while index < 7 {
        all[index].most = Family::KINDS[index].total();
        index += 1;
    }
    all
};

/// The sweep in `text`, read from `path`.
pub(super) fn parse_sweep(path: &Path, text: String) -> Result<Sweep, CatalogError> {
    let source = Source { path, text: &text };
    let raw: Raw = toml::from_str(&text).map_err(|error| source.syntax(&error))?;
    check_names(&source, &raw.name_ja, &raw.name_en)?;
    let id = path.file_stem().unwrap_or_default().to_string_lossy();
    let name = |name: Option<Spanned<String>>| {
        name.map_or_else(|| id.clone().into_owned(), Spanned::into_inner)
    };
    let Pieces {
        total,
        majors,
        kinds,
    } = pieces(&source, raw.pieces)?;
    let king = raw.king.map(|raw| region(&source, "king", raw));
    let attacker_king = raw.attacker_king;
    let attacker_king = attacker_king.map(|raw| region(&source, "attacker_king", raw));
    let expected = raw.expected.map(|raw| expected(&source, raw)).transpose()?;
    let (shortest, longest) = lengths(&source, raw.options)?;
    Ok(Sweep {
        name_ja: name(raw.name_ja),
        name_en: name(raw.name_en),
        king: king.unwrap_or(Ok(Region::BOARD))?,
        attacker_king: attacker_king.transpose()?,
        total,
        majors,
        kinds,
        board: board(&source, raw.board)?,
        hand: hand(&source, raw.hand)?,
        shortest,
        longest,
        expected,
        id: id.clone().into_owned(),
        path: path.to_owned(),
        text,
    })
}

/// The lengths that are judged: the shortest and the longest.
fn lengths(
    source: &Source<'_>,
    raw: RawOptions,
) -> Result<(Option<u16>, Option<u16>), CatalogError> {
    let place = raw.longest.as_ref().map(Spanned::span);
    let shortest = raw.shortest;
    let shortest = shortest.map(|plies| length(source, "options.shortest", plies));
    let longest = raw.longest;
    let longest = longest.map(|plies| length(source, "options.longest", plies));
    let (shortest, longest) = (shortest.transpose()?, longest.transpose()?);
    match (shortest, longest, place) {
        (Some(shortest), Some(longest), Some(place)) if longest < shortest => {
            let reason = CatalogReason::LongestBelowShortest { longest, shortest };
            Err(source.error(place, "options.longest", reason))
        }
        _ => Ok((shortest, longest)),
    }
}

/// How many pieces take part.
struct Pieces {
    total: Range,
    majors: Range,
    kinds: [Range; 7],
}

/// Two rooks and two bishops.
const ALL_MAJORS: u8 = 4;

fn pieces(source: &Source<'_>, raw: Option<RawPieces>) -> Result<Pieces, CatalogError> {
    let raw = raw.unwrap_or_default();
    let kinds = [raw.G, raw.S, raw.N, raw.P, raw.L, raw.B, raw.R];
    // Where kinds are named no others take part.
    let others = match kinds.iter().any(Option::is_some) {
        true => [Range { least: 0, most: 0 }; 7],
        false => ALL_OF_KINDS,
    };
    let total = range(source, "pieces.total", raw.total, ALL)?;
    let total = total.unwrap_or(Range {
        least: 1,
        most: ALL,
    });
    let majors = range(source, "pieces.majors", raw.majors, ALL_MAJORS)?;
    Ok(Pieces {
        total,
        majors: majors.unwrap_or(Range {
            least: 0,
            most: ALL_MAJORS,
        }),
        kinds: of_kinds(source, "pieces", kinds, others)?,
    })
}

fn board(source: &Source<'_>, raw: RawBoard) -> Result<OnBoard, CatalogError> {
    let kinds = [raw.G, raw.S, raw.N, raw.P, raw.L, raw.B, raw.R];
    let side = raw.side.as_ref().map(|side| side.as_ref().as_str());
    let (attacker, defender) = match side {
        None | Some("both") => (true, true),
        Some("attacker") => (true, false),
        Some("defender") => (false, true),
        Some(other) => {
            let reason = CatalogReason::Side(other.to_owned());
            let span = raw.side.map(|side| side.span()).unwrap_or_default();
            return Err(source.error(span, "board.side", reason));
        }
    };
    let region = raw
        .region
        .map(|raw| region(source, "board.region", raw))
        .unwrap_or(Ok(Region::BOARD))?;
    let mut block = None;
    let mut pieces = Range {
        least: 0,
        most: ALL,
    };
    if let Some(raw_block) = raw.block {
        let error = |reason| source.error(raw_block.span(), "board.block", reason);
        let &[width @ 1..=9, height @ 1..=9] = raw_block.as_ref().as_slice() else {
            return Err(error(CatalogReason::BlockSize));
        };
        let (width, height) = (width as u8, height as u8);
        if let Some(number) = raw.pieces {
            let reason = CatalogReason::BlockCounts;
            return Err(source.error(number.span(), "board.pieces", reason));
        }
        let filled = width * height - 1;
        if !(1..=ALL).contains(&filled) {
            return Err(error(CatalogReason::Unfillable));
        }
        pieces = Range {
            least: filled,
            most: filled,
        };
        block = Some((width, height));
    } else if let Some(number) = range(source, "board.pieces", raw.pieces, ALL)? {
        pieces = number;
    }
    Ok(OnBoard {
        pieces,
        kinds: of_kinds(source, "board", kinds, ALL_OF_KINDS)?,
        region,
        block,
        attacker,
        defender,
        promoted: raw.promoted,
    })
}

fn hand(source: &Source<'_>, raw: RawHand) -> Result<InHand, CatalogError> {
    let kinds = [raw.G, raw.S, raw.N, raw.P, raw.L, raw.B, raw.R];
    let most_kinds = raw.kinds.map(|number| {
        let count = u8::try_from(*number.as_ref()).ok();
        count
            .filter(|count| (1..=7).contains(count))
            .ok_or_else(|| {
                let reason = CatalogReason::Kinds(*number.as_ref());
                source.error(number.span(), "hand.kinds", reason)
            })
    });
    let pieces = range(source, "hand.pieces", raw.pieces, ALL)?;
    Ok(InHand {
        pieces: pieces.unwrap_or(Range {
            least: 0,
            most: ALL,
        }),
        kinds: of_kinds(source, "hand", kinds, ALL_OF_KINDS)?,
        most_kinds: most_kinds.transpose()?.unwrap_or(7),
    })
}

/// How many of each kind; of those that are not named `others`.
fn of_kinds(
    source: &Source<'_>,
    table: &str,
    numbers: [Number; 7],
    others: [Range; 7],
) -> Result<[Range; 7], CatalogError> {
    let mut kinds = others;
    for ((slot, kind), number) in kinds.iter_mut().zip(Family::KINDS).zip(numbers) {
        let field = format!("{table}.{}", kind.letter());
        let span = number.as_ref().map(Spanned::span);
        if let Some(range) = range(source, &field, number, u8::MAX)? {
            if range.most > kind.total() {
                let wanted = range.most.into();
                let reason = FamilyError::TooManyOfKind { kind, wanted };
                return Err(source.error(span.unwrap_or_default(), &field, reason.into()));
            }
            *slot = range;
        }
    }
    Ok(kinds)
}

/// The least and the most of a number of pieces, of which there are no more than `all`.
fn range(
    source: &Source<'_>,
    field: &str,
    number: Number,
    all: u8,
) -> Result<Option<Range>, CatalogError> {
    let Some(number) = number else {
        return Ok(None);
    };
    let error = |reason| source.error(number.span(), field, reason);
    let (least, most) = match number.as_ref() {
        RawRange::One(count) => (*count, *count),
        RawRange::Both(two) => match two.as_slice() {
            &[least, most] => (least, most),
            _ => return Err(error(CatalogReason::LeastAndMost)),
        },
    };
    for count in [least, most] {
        if !(0..=i64::from(all)).contains(&count) {
            return Err(error(CatalogReason::Count(count)));
        }
    }
    if least > most {
        return Err(error(CatalogReason::EmptyRange { least, most }));
    }
    Ok(Some(Range {
        least: least as u8,
        most: most as u8,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Sweep, String> {
        let read = parse_sweep(Path::new("sweeps/x.toml"), text.to_owned());
        read.map_err(|error| error.to_string())
    }

    const fn between(least: u8, most: u8) -> Range {
        Range { least, most }
    }

    #[test]
    fn everything_is_read() {
        let sweep = read(
            r#"
name_ja = "試"
[king]
files = [1, 5]
[pieces]
total = [1, 3]
R = 1
G = [0, 2]
[board]
pieces = [0, 2]
region = { ranks = ["a", "c"] }
side = "attacker"
promoted = false
R = 1
[hand]
pieces = 1
kinds = 1
G = [0, 1]
[options]
shortest = 3
longest = 9
[expected]
seconds = 2
megabytes = 20
"#,
        )
        .unwrap();
        assert_eq!(
            (&*sweep.id, &*sweep.name_ja, &*sweep.name_en),
            ("x", "試", "x")
        );
        assert_eq!((sweep.king.files, sweep.king.ranks), ((1, 5), (1, 9)));
        assert_eq!(sweep.total, between(1, 3));
        let none = between(0, 0);
        let kinds = [between(0, 2), none, none, none, none, none, between(1, 1)];
        assert_eq!(sweep.kinds, kinds);
        let OnBoard { pieces, kinds, .. } = sweep.board;
        assert_eq!((pieces, kinds[6]), (between(0, 2), between(1, 1)));
        assert_eq!(kinds[0], between(0, 4), "what is not named is not limited");
        assert_eq!(sweep.board.region.ranks, (1, 3));
        assert!(sweep.board.attacker && !sweep.board.defender);
        assert_eq!(sweep.board.promoted, Some(false));
        assert_eq!(
            (sweep.hand.pieces, sweep.hand.most_kinds),
            (between(1, 1), 1)
        );
        let judged = [1, 3, 9, 11].map(|plies| sweep.judges(plies));
        assert_eq!(judged, [false, true, true, false]);
    }

    #[test]
    fn what_is_left_out_is_not_limited() {
        let sweep = read("[board]\npieces = 0\n").unwrap();
        assert_eq!(sweep.kinds, ALL_OF_KINDS);
        assert_eq!(sweep.king, Region::BOARD);
        assert_eq!(sweep.total, between(1, 38));
        let block = read("[board]\nblock = [3, 2]\n").unwrap().board;
        assert_eq!((block.block, block.pieces), (Some((3, 2)), between(5, 5)));
    }

    #[test]
    fn what_is_wrong_is_refused_with_line_and_field() {
        for (text, message) in [
            (
                "[pieces]\nG = [0, 5]\n",
                "2: pieces.G: 5 golds, but a set has only 4",
            ),
            (
                "[pieces]\nG = [2, 1]\n",
                "2: pieces.G: [2, 1] is empty: the smaller number comes first",
            ),
            (
                "[pieces]\nG = -1\n",
                "2: pieces.G: -1 is not a possible number of pieces",
            ),
            (
                "[pieces]\nG = [1, 2, 3]\n",
                "2: pieces.G: write two, the least and the most",
            ),
            (
                "[hand]\npieces = \"all\"\n",
                "2: hand.pieces: neither a whole number nor two, [least, most]",
            ),
            (
                "[pieces]\ntotal = 39\n",
                "2: pieces.total: 39 is not a possible number of pieces",
            ),
            (
                "[king]\nfiles = [0, 2]\n",
                "2: king.files: there is no file 0; files are 1 to 9",
            ),
            (
                "[board]\nblock = [3]\n",
                "2: board.block: write a width and a height, each from 1 to 9",
            ),
            (
                "[board]\nblock = [7, 7]\n",
                "2: board.block: no number of pieces fills this block",
            ),
            (
                "[board]\nblock = [3, 3]\npieces = 8\n",
                "3: board.pieces: the block says how many pieces: leave this out",
            ),
            (
                "[board]\nside = \"white\"\n",
                "2: board.side: \"white\" is not a side; write \"attacker\", \"defender\" or \"both\"",
            ),
            (
                "[hand]\nkinds = 8\n",
                "2: hand.kinds: 8 is not a possible number of kinds: write 1 to 7",
            ),
            (
                "[options]\nshortest = 2\n",
                "2: options.shortest: 2 is not the length of a mate: write an odd number of plies",
            ),
            (
                "[options]\nshortest = 9\nlongest = 3\n",
                "3: options.longest: 3 is less than the shortest, 9",
            ),
        ] {
            let expected = format!("sweeps/x.toml:{message}");
            assert_eq!(read(text).unwrap_err(), expected);
        }
        let unknown = read("[pieces]\nQ = 1\n").unwrap_err();
        assert!(
            unknown.starts_with("sweeps/x.toml:2: pieces.Q: unknown field `Q`"),
            "{unknown}"
        );
    }
}
