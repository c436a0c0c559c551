//! Files as other programs write them, beside the plain form.

use notation::exchange::{FileError, ReadProblem, Records, to_bytes};
use notation::record::{Ending, keys};
use notation::{Format, Oddity};
use shogi::HandReading;

pub fn found(format: Option<Format>, bytes: &[u8]) -> Vec<Result<ReadProblem, FileError>> {
    let input = Box::new(std::io::Cursor::new(bytes.to_vec()));
    match Records::read("x", input, format, HandReading::Listed) {
        Ok(records) => records.collect(),
        Err(error) => vec![Err(error)],
    }
}

pub fn one(format: Option<Format>, text: &str) -> ReadProblem {
    let mut all = found(format, text.as_bytes());
    assert_eq!(all.len(), 1, "{text}");
    all.remove(0)
        .unwrap_or_else(|error| panic!("{error}\n{text}"))
}

pub fn refused(format: Option<Format>, bytes: &[u8]) -> String {
    let all = found(format, bytes);
    assert_eq!(all.len(), 1);
    all[0].as_ref().unwrap_err().to_string()
}

fn usi(found: &ReadProblem) -> String {
    shogi::usi_line(&found.record.main.moves)
}

const GOLD: &str = "8k/9/8P/9/9/9/9/9/9 b G";

#[test]
fn lines_of_lists_are_read_as_they_are_met() {
    for (line, moves, title) in [
        (format!("{GOLD} 1\t1"), "", None),
        (
            format!("{GOLD} 1\t1\tG*1b resign\tgold"),
            "G*1b",
            Some("gold"),
        ),
        (format!("{GOLD}\t12"), "", None),
        (format!("position sfen {GOLD} 1 moves G*1b"), "G*1b", None),
        (
            format!("sfen {GOLD} moves G*1b\tgold"),
            "G*1b",
            Some("gold"),
        ),
        (
            format!("{}_1_moves_G*1b", GOLD.replace(' ', "_")),
            "G*1b",
            None,
        ),
        (
            "position startpos moves 7g7f 3c3d".to_owned(),
            "7g7f 3c3d",
            None,
        ),
        ("startpos moves 7g7f resign".to_owned(), "7g7f", None),
        ("moves 7g7f".to_owned(), "7g7f", None),
        ("startpos".to_owned(), "", None),
    ] {
        // By its name, and by its looks.
        for format in [Some(Format::Sfen), None] {
            let read = one(format, &format!("{line}\n"));
            assert_eq!(
                (usi(&read).as_str(), read.record.header(keys::TITLE)),
                (moves, title),
                "{line}"
            );
        }
    }
    let plies = one(None, &format!("{GOLD} 1\t12\n")).record.plies();
    assert_eq!(plies, Some(12));
    let ending = one(None, "startpos moves 7g7f resign\n").record.main.ending;
    assert_eq!(ending, Some(Ending::Resigned));
}

#[test]
fn columns_in_english_are_the_headers_of_files() {
    let table = format!("title,author,publication,published,sfen\n甲,乙,丙,丁,{GOLD}\n");
    let record = one(None, &table).record;
    let told = [keys::TITLE, keys::AUTHOR, keys::SOURCE, keys::DATE].map(|key| record.header(key));
    assert_eq!(told, [Some("甲"), Some("乙"), Some("丙"), Some("丁")]);
}

#[test]
fn lists_are_read_in_every_encoding_and_with_every_end_of_a_line() {
    let text = format!("{GOLD} 1\t1\tG*1b\t金の手筋\n{GOLD} 1\t1\tG*1b\t二番\n");
    let units: Vec<u16> = std::iter::once(0xFEFF).chain(text.encode_utf16()).collect();
    let little: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
    for bytes in [
        text.clone().into_bytes(),
        text.replace('\n', "\r\n").into_bytes(),
        text.replace('\n', "\r").into_bytes(),
        [b"\xEF\xBB\xBF", text.as_bytes()].concat(),
        little,
        encoding_rs::SHIFT_JIS.encode(&text).0.into_owned(),
        encoding_rs::EUC_JP.encode(&text).0.into_owned(),
        encoding_rs::ISO_2022_JP.encode(&text).0.into_owned(),
    ] {
        for format in [Some(Format::Sfen), None] {
            let all = found(format, &bytes);
            let titles: Vec<String> = all
                .into_iter()
                .map(|found| {
                    found
                        .unwrap()
                        .record
                        .header(keys::TITLE)
                        .unwrap()
                        .to_owned()
                })
                .collect();
            assert_eq!(titles, ["金の手筋", "二番"], "{bytes:?}");
        }
    }
}

#[test]
fn what_is_of_no_format_is_refused_in_one_line() {
    let many: String = (0..2_000).map(|n| format!("  \"{n}\": {n},\n")).collect();
    let json = format!("{{\n{many}  \"a\": 1\n}}\n");
    assert_eq!(
        refused(None, json.as_bytes()),
        "x: cannot be read: it is JSON, but neither JSON Kifu Format nor one problem per line"
    );
    for (text, is_json) in [
        ("[1, 2]\n", true),
        ("[\n  {\"a\": 1}\n]\n", true),
        ("[[\"a\"]]\n", true),
        ("[pieces]\nG = 2\n", false),
        ("[[families]]\nname = \"two golds\"\n", false),
    ] {
        for found in found(None, text.as_bytes()) {
            let why = found.unwrap_err().to_string();
            assert_eq!(why.contains("it is JSON"), is_json, "{text}: {why}");
        }
    }
    assert!(refused(Some(Format::Jsonl), json.as_bytes()).starts_with("x:1: "));
    assert!(refused(Some(Format::Jkf), json.as_bytes()).contains("neither moves nor a position"));
    let prose = "これは棋譜ではない。\nただの文章\n".repeat(500);
    for format in [
        None,
        Some(Format::Sfen),
        Some(Format::Kifu),
        Some(Format::Csa),
        Some(Format::Csv),
    ] {
        let why = refused(format, prose.as_bytes());
        assert_eq!(why.lines().count(), 1, "{format:?}: {why}");
    }
}

/// The line of a file is told once, and not again as the first one of its own text.
#[test]
fn a_line_of_json_tells_its_place_once() {
    let why = refused(Some(Format::Jsonl), b"{\"sfen\": 5}\n");
    assert!(why.starts_with("x:1: character 10: "), "{why}");
}

/// A king, a promoted piece, and one that is told by how it moves come from the board.
#[test]
fn what_is_dropped_is_not_told_by_its_movement() {
    let board = format!("position sfen {GOLD} 1\n");
    let start = found(None, board.as_bytes())
        .remove(0)
        .unwrap()
        .record
        .start;
    let record = notation::Record::new(start, Vec::new());
    let setup = String::from_utf8(to_bytes(Format::Ki2u, &record).unwrap()).unwrap();
    for text in [
        "▲１二玉打",
        "▲１二と打",
        "▲１二金左打",
        "▲１二金上打",
        "▲１二金打",
    ] {
        let read = found(Some(Format::Ki2u), format!("{setup}\n{text}\n").as_bytes()).remove(0);
        assert_eq!(read.is_ok(), text == "▲１二金打", "{text}: {read:?}");
    }
}

/// What is told by law alone is read with a word; what is ambiguous either way is not read.
#[test]
fn ki2_is_read_by_movement_and_by_law() {
    let board = "  ９ ８ ７ ６ ５ ４ ３ ２ １\n\
        | ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|三\n\
        | ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n|v飛 ・ ・ 金 玉 金 ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n\
        | ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|九\n先手の持駒：金\n";
    // To 5d the gold on 6e could also go by its movement, but it is pinned.
    let read =
        |moves: &str| found(Some(Format::Ki2u), format!("{board}\n{moves}\n").as_bytes()).remove(0);
    for (text, mv, is_told) in [
        ("▲５四金右", "4e5d", false),
        ("▲５四金右上", "4e5d", false),
        ("▲５四金", "4e5d", true),
        ("▲５四金上", "4e5d", true),
        ("▲５四金打", "G*5d", false),
        ("▲６四金打", "G*6d", false),
        // Only a drop is legal there.
        ("▲６四金", "G*6d", true),
        ("▲４四金", "4e4d", false),
        ("▲５四金(45)", "4e5d", false),
        ("▲１一金", "G*1a", false),
    ] {
        let found = read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(usi(&found), mv, "{text}");
        let told = found
            .notices
            .iter()
            .any(|is| matches!(is.what, Oddity::Ambiguous(_)));
        assert_eq!(told, is_told, "{text}: {:?}", found.notices);
    }
    for wrong in [
        "▲５六金左",
        "▲５六金引",
        "▲５六金(65)",
        "▲９九金寄",
        "▲６五金",
    ] {
        assert!(read(wrong).is_err(), "{wrong}");
    }
}
