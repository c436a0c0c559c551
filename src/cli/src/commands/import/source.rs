//! What a file says of a problem, as the database keeps it.

use std::collections::BTreeMap;

use features::registry;
use notation::Format;
use notation::exchange::to_json;
use notation::record::{Header, Record, keys};
use shogi::usi_line;
use store::Source;

/// The key under which the lines of a file that leave its main line are kept, all moves from the
/// start in USI, one line each. No file has a header of this name: the word begins a variation.
pub const VARIATIONS: &str = "変化";

/// Bytes of such lines of a problem; where they would be more, only its record has them.
const LONGEST: usize = 1 << 20;

/// Where a problem comes from and what is said of it there; `file` and `number` tell the place.
pub fn source(file: &str, number: u32, format: Format, record: &Record) -> Source {
    let told = |key| record.told(key).map(str::to_owned);
    let whole = format.has_variations();
    let moves = &record.main.moves;
    let comments: Vec<&str> = record
        .main
        .comments
        .iter()
        .map(|comment| comment.text.as_str())
        .collect();
    Source {
        file: file.to_owned(),
        number,
        title: told(keys::TITLE),
        author: told(keys::AUTHOR),
        publication: told(keys::SOURCE),
        published: told(keys::DATE),
        stated_plies: stated_plies(record),
        stated_line: (!moves.is_empty()).then(|| moves.clone()),
        comment: (!comments.is_empty()).then(|| comments.join("\n")),
        headers: others(record, format),
        record: (whole || !comments.is_empty()).then(|| {
            let mut line = to_json(record);
            line.truncate(line.trim_end().len());
            line
        }),
        whole,
    }
}

/// The length in plies as 手数 states it, else that of the line.
fn stated_plies(record: &Record) -> Option<u32> {
    let of_line = || u32::try_from(record.main.moves.len()).ok();
    match record.told(keys::PLIES).map(plies) {
        Some(stated) => stated,
        None => of_line().filter(|&plies| plies > 0),
    }
}

/// A number of plies as headers have it: `7`, `7手`.
fn plies(text: &str) -> Option<u32> {
    let text = text.trim();
    text.strip_suffix('手')
        .unwrap_or(text)
        .trim_end()
        .parse()
        .ok()
}

/// The headers that have no column of their own, the values of one that comes twice one a line; and
/// the variations. A table's columns of measures are those of `export --columns`: import measures by itself.
fn others(record: &Record, format: Format) -> BTreeMap<String, String> {
    let mut others = BTreeMap::new();
    for Header { key, value } in &record.headers {
        let own = match key.as_str() {
            keys::HANDICAP => true,
            keys::TITLE | keys::AUTHOR | keys::SOURCE | keys::DATE => {
                record.told(key) == Some(value)
            }
            // Words that are no number are kept as they are.
            keys::PLIES => plies(value).is_some(),
            key if format == Format::Csv => registry::place(key).is_some(),
            _ => false,
        };
        if !own && !value.is_empty() {
            add(&mut others, key, value);
        }
    }
    // Each is told from the start: many that leave each other are longer so than the file.
    let mut room = LONGEST;
    for index in 0..record.variations.len() {
        let line = usi_line(&record.moves_with(index).unwrap_or_default());
        let Some(left) = room.checked_sub(line.len()) else {
            others.remove(VARIATIONS);
            break;
        };
        room = left;
        add(&mut others, VARIATIONS, &line);
    }
    others
}

fn add(others: &mut BTreeMap<String, String>, key: &str, value: &str) {
    let text = others.entry(key.to_owned()).or_default();
    if !text.is_empty() {
        text.push('\n');
    }
    text.push_str(value);
}

#[cfg(test)]
mod tests {
    use super::*;
    use shogi::Position;

    fn record(headers: &[(&str, &str)], moves: &[&str]) -> Record {
        let start = Position::from_tsume_sfen("8k/9/8P/9/9/9/9/9/9 b G 1", false).unwrap();
        let moves = moves.iter().map(|word| word.parse().unwrap()).collect();
        let mut record = Record::new(start, moves);
        record.headers = headers
            .iter()
            .map(|(key, value)| Header {
                key: (*key).to_owned(),
                value: (*value).to_owned(),
            })
            .collect();
        record
    }

    #[test]
    fn every_header_goes_to_its_column_or_to_the_others() {
        let headers = [
            ("手合割", "詰将棋"),
            ("作品名", "金"),
            ("作者", "甲"),
            ("作者", "乙"),
            ("発表誌", "丙"),
            ("発表年月", "1999年1月"),
            ("手数", "3手"),
            ("完全性", "完全"),
            ("備考", ""),
        ];
        let source = source("a.kif", 2, Format::Kif, &record(&headers, &["G*1b"]));
        assert_eq!((source.file.as_str(), source.number), ("a.kif", 2));
        assert_eq!(source.title.as_deref(), Some("金"));
        assert_eq!(source.author.as_deref(), Some("甲"));
        assert_eq!(source.publication.as_deref(), Some("丙"));
        assert_eq!(source.published.as_deref(), Some("1999年1月"));
        assert_eq!(source.stated_plies, Some(3), "stated goes before counted");
        assert_eq!(source.stated_line.unwrap().len(), 1);
        let others: Vec<_> = source.headers.iter().collect();
        assert_eq!(
            others,
            [
                (&"作者".to_owned(), &"乙".to_owned()),
                (&"完全性".to_owned(), &"完全".to_owned())
            ]
        );
    }

    #[test]
    fn a_length_comes_from_the_header_or_the_line() {
        let plies = |headers: &[(&str, &str)], moves: &[&str]| {
            source("x", 1, Format::Sfen, &record(headers, moves)).stated_plies
        };
        assert_eq!(plies(&[], &[]), None);
        assert_eq!(plies(&[], &["G*1b"]), Some(1));
        assert_eq!(plies(&[("手数", "17")], &[]), Some(17));
        let words = record(&[("手数", "七手")], &[]);
        let source = source("x", 1, Format::Sfen, &words);
        assert_eq!(source.stated_plies, None);
        assert_eq!(source.headers["手数"], "七手");
    }
}
