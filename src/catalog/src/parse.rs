//! From the text of a catalog file to a [`Catalog`], with errors that name line and field.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;
use toml::Spanned;

use super::source::Source;
use super::{Catalog, CatalogError, CatalogReason, Expected, Family, Options, Published, Region};
use shogi::Kind;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    name_ja: Option<Spanned<String>>,
    name_en: Option<Spanned<String>>,
    pieces: Spanned<BTreeMap<Spanned<String>, Spanned<i64>>>,
    #[serde(default)]
    options: RawOptions,
    published: Option<RawPublished>,
    expected: Option<RawExpected>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawOptions {
    longest: Option<Spanned<i64>>,
    region: Option<RawRegion>,
    defender_pieces: Option<bool>,
    superfluous: Option<Spanned<bool>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawRegion {
    files: Option<Spanned<Vec<i64>>>,
    ranks: Option<Spanned<Vec<String>>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawPublished {
    source: String,
    mated: Option<u64>,
    #[serde(default)]
    plies: BTreeMap<Spanned<String>, u64>,
    seconds: Option<f64>,
    memory_kb: Option<u64>,
    extended_positions: Option<u64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawExpected {
    seconds: Spanned<f64>,
    megabytes: u64,
}

/// The catalog in `text`, read from `path`.
pub(super) fn parse(path: &Path, text: String) -> Result<Catalog, CatalogError> {
    let source = Source { path, text: &text };
    let raw: Raw = toml::from_str(&text).map_err(|error| source.syntax(&error))?;
    check_names(&source, &raw.name_ja, &raw.name_en)?;
    let family = family(&source, &raw.pieces)?;
    let options = options(&source, raw.options)?;
    let published = raw
        .published
        .map(|raw| published(&source, raw))
        .transpose()?;
    let expected = raw.expected.map(|raw| expected(&source, raw)).transpose()?;
    Ok(Catalog {
        id: path
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned(),
        path: path.to_owned(),
        name_ja: raw
            .name_ja
            .map_or_else(|| family.name_ja(), Spanned::into_inner),
        name_en: raw
            .name_en
            .map_or_else(|| family.name_en(), Spanned::into_inner),
        family,
        options,
        published,
        expected,
        text,
    })
}

/// Refuses names that are empty or would break a line.
pub(super) fn check_names(
    source: &Source<'_>,
    ja: &Option<Spanned<String>>,
    en: &Option<Spanned<String>>,
) -> Result<(), CatalogError> {
    for (field, name) in [("name_ja", ja), ("name_en", en)] {
        let Some(name) = name else {
            continue;
        };
        if name.as_ref().trim().is_empty() {
            return Err(source.error(name.span(), field, CatalogReason::EmptyName));
        }
        if name.as_ref().contains(char::is_control) {
            return Err(source.error(name.span(), field, CatalogReason::ControlInName));
        }
    }
    Ok(())
}

fn family(
    source: &Source<'_>,
    pieces: &Spanned<BTreeMap<Spanned<String>, Spanned<i64>>>,
) -> Result<Family, CatalogError> {
    let mut counts = [0; 7];
    for (letter, count) in pieces.as_ref() {
        let at_letter = |reason| source.error(letter.span(), "pieces", reason);
        let mut chars = letter.as_ref().chars();
        let kind = match (chars.next().and_then(Kind::from_letter), chars.next()) {
            (Some(kind), None) => kind,
            _ => {
                return Err(at_letter(CatalogReason::UnknownPiece(
                    letter.as_ref().clone(),
                )));
            }
        };
        let Some(slot) = Family::KINDS.iter().position(|&known| known == kind) else {
            return Err(at_letter(CatalogReason::KingListed));
        };
        let at_count =
            |reason| source.error(count.span(), &format!("pieces.{}", letter.as_ref()), reason);
        counts[slot] = match u64::try_from(*count.as_ref()) {
            Ok(0) => return Err(at_count(CatalogReason::NoneOfKind)),
            Ok(count) => count,
            Err(_) => {
                return Err(at_count(CatalogReason::Count(*count.as_ref())));
            }
        };
        // Each kind apart first, so that the line of the kind that is too many can be named.
        let mut alone = [0; 7];
        alone[slot] = counts[slot];
        Family::new(alone).map_err(|error| at_count(error.into()))?;
    }
    Family::new(counts).map_err(|error| source.error(pieces.span(), "pieces", error.into()))
}

fn options(source: &Source<'_>, raw: RawOptions) -> Result<Options, CatalogError> {
    let default = Options::default();
    if let Some(superfluous) = raw.superfluous {
        let reason = CatalogReason::Superfluous;
        return Err(source.error(superfluous.span(), "options.superfluous", reason));
    }
    let longest = raw.longest;
    let longest = longest.map(|plies| length(source, "options.longest", plies));
    let longest = longest.transpose()?;
    Ok(Options {
        longest,
        region: raw.region.map_or(Ok(default.region), |raw| {
            region(source, "options.region", raw)
        })?,
        defender_pieces: raw.defender_pieces.unwrap_or(default.defender_pieces),
        superfluous: default.superfluous,
    })
}

/// The length of a mate in plies, which stands in `field`.
pub(super) fn length(
    source: &Source<'_>,
    field: &str,
    plies: Spanned<i64>,
) -> Result<u16, CatalogError> {
    let odd = u16::try_from(*plies.as_ref()).ok().filter(|n| n % 2 == 1);
    odd.ok_or_else(|| {
        let reason = CatalogReason::Length(*plies.as_ref());
        source.error(plies.span(), field, reason)
    })
}

/// A rectangle of the board, which stands in `field`.
pub(super) fn region(
    source: &Source<'_>,
    field: &str,
    raw: RawRegion,
) -> Result<Region, CatalogError> {
    let files = raw.files.map_or(Ok(Region::BOARD.files), |files| {
        let error = |reason| source.error(files.span(), &format!("{field}.files"), reason);
        let &[first, last] = files.as_ref().as_slice() else {
            return Err(error(CatalogReason::FirstAndLast));
        };
        for file in [first, last] {
            if !(1..=9).contains(&file) {
                return Err(error(CatalogReason::OffBoardFile(file)));
            }
        }
        if first > last {
            return Err(error(CatalogReason::EmptyFiles { first, last }));
        }
        Ok((first as u8, last as u8))
    })?;
    let ranks = raw.ranks.map_or(Ok(Region::BOARD.ranks), |ranks| {
        let error = |reason| source.error(ranks.span(), &format!("{field}.ranks"), reason);
        let [first, last] = ranks.as_ref().as_slice() else {
            return Err(error(CatalogReason::FirstAndLast));
        };
        let number = |rank: &String| match rank.as_bytes() {
            [letter @ b'a'..=b'i'] => Ok(letter - b'a' + 1),
            _ => Err(error(CatalogReason::OffBoardRank(rank.clone()))),
        };
        let (top, bottom) = (number(first)?, number(last)?);
        if top > bottom {
            return Err(error(CatalogReason::EmptyRanks {
                first: first.clone(),
                last: last.clone(),
            }));
        }
        Ok((top, bottom))
    })?;
    Ok(Region { files, ranks })
}

fn published(source: &Source<'_>, raw: RawPublished) -> Result<Published, CatalogError> {
    let mut plies = Vec::new();
    for (key, count) in raw.plies {
        let length = key.as_ref().parse::<u16>().ok().filter(|n| n % 2 == 1);
        let length = length.ok_or_else(|| {
            let reason = CatalogReason::PublishedLength(key.as_ref().clone());
            source.error(key.span(), "published.plies", reason)
        })?;
        plies.push((length, count));
    }
    plies.sort_unstable();
    Ok(Published {
        source: raw.source,
        mated: raw.mated,
        plies,
        seconds: raw.seconds,
        memory_kb: raw.memory_kb,
        extended_positions: raw.extended_positions,
    })
}

pub(super) fn expected(source: &Source<'_>, raw: RawExpected) -> Result<Expected, CatalogError> {
    let seconds = *raw.seconds.as_ref();
    if !(seconds.is_finite() && seconds >= 0.0) {
        let reason = CatalogReason::Time(seconds);
        return Err(source.error(raw.seconds.span(), "expected.seconds", reason));
    }
    Ok(Expected {
        seconds,
        megabytes: raw.megabytes,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Catalog, String> {
        parse(Path::new("catalogs/x.toml"), text.to_owned()).map_err(|error| error.to_string())
    }

    /// A catalog with `rest` after its names, which fill lines 1 and 2.
    fn refusal(rest: &str) -> String {
        read(&format!("name_ja = \"試\"\nname_en = \"trial\"\n{rest}")).unwrap_err()
    }

    #[test]
    fn everything_is_read() {
        let catalog = read(
            r#"
name_ja = "金2歩1"
name_en = "two golds and one pawn"
pieces = { P = 1, G = 2 }
[options]
longest = 7
region = { files = [1, 5], ranks = ["a", "e"] }
defender_pieces = false
[published]
source = "here"
mated = 1129
plies = { 3 = 529, 1 = 1750, 11 = 2 }
seconds = 286
[expected]
seconds = 0.5
megabytes = 20
"#,
        )
        .unwrap();
        assert_eq!(catalog.id, "x");
        assert_eq!(catalog.family.to_string(), "G2P1");
        assert_eq!(
            catalog.options,
            Options {
                longest: Some(7),
                region: Region {
                    files: (1, 5),
                    ranks: (1, 5)
                },
                defender_pieces: false,
                superfluous: false,
            }
        );
        let published = catalog.published.unwrap();
        assert_eq!(published.plies, [(1, 1750), (3, 529), (11, 2)]);
        assert_eq!(published.seconds, Some(286.0));
        assert_eq!(catalog.expected.unwrap().megabytes, 20);
    }

    #[test]
    fn a_catalog_needs_its_pieces_only() {
        let catalog = read("[pieces]\nG = 2\nP = 1\n").unwrap();
        assert_eq!(catalog.name_ja, "金2歩1");
        assert_eq!(catalog.name_en, "two golds and one pawn");
        assert_eq!(catalog.options, Options::default());
        let catalog = read("name_en = \"mine\"\n[pieces]\nG = 2\n").unwrap();
        assert_eq!(
            (&*catalog.name_ja, &*catalog.name_en),
            ("金2", "mine"),
            "one name is enough"
        );
    }

    #[test]
    fn wrong_pieces_are_refused_with_line_and_field() {
        for (rest, message) in [
            (
                "[pieces]\nG = 1\nQ = 1\n",
                "catalogs/x.toml:5: pieces: unknown piece \"Q\"; known are R (rook), B (bishop), L (lance), G (gold), \
                 S (silver), N (knight), P (pawn)",
            ),
            (
                "[pieces]\nGG = 1\n",
                "catalogs/x.toml:4: pieces: unknown piece \"GG\"; known are R (rook), B (bishop), L (lance), G (gold), \
                 S (silver), N (knight), P (pawn)",
            ),
            (
                "[pieces]\nN = 9\n",
                "catalogs/x.toml:4: pieces.N: 9 knights, but a set has only 4",
            ),
            (
                "[pieces]\nG = 1\nR = 3\n",
                "catalogs/x.toml:5: pieces.R: 3 rooks, but a set has only 2",
            ),
            (
                "[pieces]\nK = 1\n",
                "catalogs/x.toml:4: pieces: K: the defender's king always takes part; do not list it",
            ),
            (
                "[pieces]\nG = 0\n",
                "catalogs/x.toml:4: pieces.G: 0 pieces: leave the kind out",
            ),
            (
                "[pieces]\nG = -2\n",
                "catalogs/x.toml:4: pieces.G: -2 is not a possible number of pieces",
            ),
            (
                "[pieces]\n",
                "catalogs/x.toml:3: pieces: no piece at all: a mate takes at least one",
            ),
            (
                "[pieces]\nG = 4\nS = 4\nN = 4\n",
                "catalogs/x.toml:3: pieces: 12 pieces in all, but at most 11 are supported",
            ),
            (
                "[pieces]\nG = 1.5\n",
                "catalogs/x.toml:4: pieces.G: invalid type: floating point `1.5`, expected a whole number",
            ),
        ] {
            assert_eq!(refusal(rest), message);
        }
    }

    #[test]
    fn impossible_options_are_refused_with_line_and_field() {
        let with = |options: &str| refusal(&format!("[pieces]\nG = 1\n[options]\n{options}\n"));
        for (options, message) in [
            (
                "region = { files = [5, 12] }",
                "catalogs/x.toml:6: options.region.files: there is no file 12; files are 1 to 9",
            ),
            (
                "region = { files = [5, 1] }",
                "catalogs/x.toml:6: options.region.files: [5, 1] is empty: the smaller file comes first",
            ),
            (
                "region = { ranks = [\"e\", \"a\"] }",
                "catalogs/x.toml:6: options.region.ranks: [\"e\", \"a\"] is empty: the upper rank comes first",
            ),
            (
                "region = { ranks = [\"a\", \"j\"] }",
                "catalogs/x.toml:6: options.region.ranks: there is no rank \"j\"; ranks are \"a\" to \"i\"",
            ),
            (
                "region = { files = [1, 2, 3] }",
                "catalogs/x.toml:6: options.region.files: write two, the first and the last",
            ),
            (
                "region = { ranks = [\"a\"] }",
                "catalogs/x.toml:6: options.region.ranks: write two, the first and the last",
            ),
            (
                "region = \"small\"",
                "catalogs/x.toml:6: options.region: invalid type: string \"small\", expected { files = [first, last], ranks = [first, last] }",
            ),
            (
                "longest = 99999999999999999999",
                "catalogs/x.toml:6: options.longest: invalid type: integer `99999999999999999999`, expected a whole number",
            ),
            (
                "longest = 8",
                "catalogs/x.toml:6: options.longest: 8 is not the length of a mate: write an odd number of plies",
            ),
            (
                "longest = -1",
                "catalogs/x.toml:6: options.longest: -1 is not the length of a mate: write an odd number of plies",
            ),
            (
                "defender_pieces = \"no\"",
                "catalogs/x.toml:6: options.defender_pieces: invalid type: string \"no\", expected a boolean",
            ),
        ] {
            assert_eq!(with(options), message);
        }
    }

    #[test]
    fn unknown_and_missing_fields_are_refused() {
        let error = refusal("colour = 1\n[pieces]\nG = 1\n");
        assert!(
            error.starts_with("catalogs/x.toml:3: colour: unknown field `colour`"),
            "{error}"
        );
        let error = read("name_ja = \"金\"\n").unwrap_err();
        assert!(error.contains("missing field `pieces`"), "{error}");
        let error = refusal("[pieces\nG = 1\n");
        assert!(error.starts_with("catalogs/x.toml:3"), "{error}");
        assert!(!error.contains('\n'), "{error}");
        let error = refusal("[pieces]\nG = 1\n[published]\nsource = \"x\"\nplies = { 2 = 5 }\n");
        assert_eq!(
            error,
            "catalogs/x.toml:7: published.plies: \"2\" is not the length of a mate in plies"
        );
    }
}
