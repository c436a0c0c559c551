//! Lists of SFENs.

use std::io::{BufReader, Cursor, Read};

use notation::exchange::{Format, Input, Lost, Records, to_bytes};
use notation::record::{Record, keys};
use shogi::{HandReading, Position};

/// Line, title, plies and line of moves, and position of a problem; or an error's words.
type Item = Result<(usize, [String; 3], String), String>;

fn records(input: Input, hands: HandReading) -> Vec<Item> {
    Records::read("x.sfen", input, Some(Format::Sfen), hands)
        .unwrap()
        .map(|item| match item {
            Ok(found) => {
                let record = found.record;
                let told = |key| record.told(key).unwrap_or_default().to_owned();
                let moves: Vec<String> =
                    (record.main.moves.iter().map(ToString::to_string)).collect();
                let told = [told("作品名"), told("手数"), moves.join(" ")];
                Ok((found.line, told, record.start.to_string()))
            }
            Err(error) => Err(error.to_string()),
        })
        .collect()
}

fn read(bytes: &[u8]) -> Vec<Item> {
    records(Box::new(Cursor::new(bytes.to_vec())), HandReading::Whole)
}

const GOLD: &str = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";

fn entry(line: usize, told: [&str; 3]) -> Item {
    Ok((line, told.map(str::to_owned), GOLD.to_owned()))
}

#[test]
fn problems_come_with_line_title_and_moves() {
    let text = "\u{FEFF}# a list\n\
                4k4/9/4P4/9/9/9/9/9/9 b G\n\
                \n\
                sfen 4k4/9/4P4/9/9/9/9/9/9 b G 1\t1\tgold 一\r\n\
                \t  \n  # more\n\
                4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1\tonly\n\
                4k4/9/4P4/9/9/9/9/9/9 b G 1\tcomment\t\n\
                4k4/9/4P4/9/9/9/9/9/9 b G 1\t1\tG*5b\tgold\n\
                4k4/9/4P4/9/9/9/9/9/9 b G 1\t1\tG*5b\n\
                4k4/9/4P4/9/9/9/9/9/9 b G 1 moves G*5b\n";
    assert_eq!(
        read(text.as_bytes()),
        [
            entry(2, ["", "", ""]),
            entry(4, ["gold 一", "1", ""]),
            entry(7, ["only", "", ""]),
            entry(8, ["", "", ""]),
            entry(9, ["gold", "", "G*5b"]),
            // Programs drop what is empty at the end of a row.
            entry(10, ["", "", "G*5b"]),
            entry(11, ["", "", "G*5b"]),
        ]
    );
    for nothing in [&b""[..], b"\n\n"] {
        let told = Err("x.sfen: it contains no problem".to_owned());
        assert_eq!(read(nothing), [told]);
    }
}

/// A title that looks like moves would come back as the main line.
#[test]
fn a_title_like_moves_is_lost() {
    let start: Position = "8k/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1".parse().unwrap();
    let mut record = Record::new(start, Vec::new());
    for (title, lost) in [("G*1b", "1 header"), ("G*1b!", "")] {
        record.set_header(keys::TITLE, title);
        assert_eq!(Lost::by(Format::Sfen, &record).to_string(), lost);
        let written = to_bytes(Format::Sfen, &record).unwrap();
        let again = super::read(Format::Sfen, &written).remove(0).unwrap();
        assert_eq!(again.main.moves, []);
        assert_eq!(again.told(keys::TITLE).is_none(), !lost.is_empty());
    }
}

#[test]
fn wrong_lines_are_told_and_the_rest_goes_on() {
    let mut bytes = format!("{GOLD}\ta\nx\tb\n4k4/4G4/9/9/9/9/9/9/9 b - 1\n").into_bytes();
    bytes.extend(b"4k4/9/9\xFF\tc\n");
    bytes.extend(b"4k4/9/9/9/9/9/9/9/9 b Gg 1\td\n");
    bytes.extend([b'x'; 70_000]);
    bytes.extend(format!("\n{GOLD}\te").into_bytes());
    let wrong = |message: &str| Err(format!("x.sfen:{message}"));
    assert_eq!(
        read(&bytes),
        [
            entry(1, ["a", "", ""]),
            wrong(
                "2: SFEN, character 1: expected a piece, a number of empty squares, + or /, \
                 found 'x'"
            ),
            wrong("3: White is in check, but it is the other side's move"),
            wrong("4: byte 8 of the line is not UTF-8"),
            wrong(
                "5: the defender's hand is not the rest of the set: 2 R missing, 2 B missing, \
                 2 G missing, 4 S missing, 4 N missing, 4 L missing, 18 P missing"
            ),
            wrong("6: the line is longer than 65536 bytes"),
            entry(7, ["e", "", ""]),
        ]
    );
    // 駒不足
    let short = Box::new(&b"4k4/9/9/9/9/9/9/9/9 b Gg 1"[..]);
    assert!(
        records(short, HandReading::Listed)
            .iter()
            .all(Result::is_ok)
    );
}

/// A reader that breaks off.
struct Broken;

impl Read for Broken {
    fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
        Err(std::io::Error::other("the disk is gone"))
    }
}

#[test]
fn unreadable_lists_end_with_the_reason() {
    let start = Cursor::new(format!("{GOLD}\n"));
    let items = records(
        Box::new(BufReader::new(start.chain(Broken))),
        HandReading::Whole,
    );
    let broken = "x.sfen: cannot be read: the disk is gone".to_owned();
    assert_eq!(items, [entry(1, ["", "", ""]), Err(broken)]);
}

/// A record with long comments has a long line of JSON.
#[test]
fn lines_of_json_are_as_long_as_they_have_to_be() {
    let comment = "長い解説。".repeat(10_000);
    let line = format!(r#"{{"sfen": "{GOLD}", "comments": [{{"ply": 0, "text": "{comment}"}}]}}"#);
    assert!(line.len() > 100_000);
    let input: Input = Box::new(Cursor::new(line));
    let mut records =
        Records::read("x.jsonl", input, Some(Format::Jsonl), HandReading::Whole).unwrap();
    let record = records.next().unwrap().unwrap().record;
    assert_eq!(record.main.comments[0].text, comment);
}

#[test]
fn a_comment_has_a_move_to_stand_behind() {
    let read = |ply: u64| {
        let line = format!(
            r#"{{"sfen": "{GOLD}", "moves": "G*5b", "comments": [{{"ply": {ply}, "text": "x"}}]}}"#
        );
        let input: Input = Box::new(Cursor::new(line));
        let mut records =
            Records::read("x", input, Some(Format::Jsonl), HandReading::Whole).unwrap();
        records.next().unwrap().map_err(|error| error.to_string())
    };
    assert!(read(0).is_ok() && read(1).is_ok());
    let words = "x:1: a comment follows move 2 of the main line, which does not exist";
    assert_eq!(read(2), Err(words.to_owned()));
}

#[test]
fn a_database_is_no_list() {
    let input: Input = Box::new(Cursor::new(b"SQLite format 3\0\x10\0".to_vec()));
    let error = Records::read("x.db", input, None, HandReading::Whole)
        .err()
        .unwrap();
    let words = "x.db: cannot be read: it is a database: export its problems first";
    assert_eq!(error.to_string(), words);
}
