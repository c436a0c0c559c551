//! Lists of SFENs.

use std::io::{BufReader, Read};
use std::path::Path;

use gyakusan::notation::{ListError, SfenList};

/// Line, name and position of a problem, or an error's words.
type Item = Result<(usize, Option<String>, String), String>;

fn read(bytes: &[u8]) -> Vec<Item> {
    SfenList::new("x.sfen", bytes, false)
        .map(|item| match item {
            Ok(entry) => Ok((entry.line, entry.id, entry.position.to_string())),
            Err(error) => Err(error.to_string()),
        })
        .collect()
}

const GOLD: &str = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";

#[test]
fn problems_come_with_line_and_name() {
    let text = "\u{FEFF}# a list\n\
                4k4/9/4P4/9/9/9/9/9/9 b G\n\
                \n\
                sfen 4k4/9/4P4/9/9/9/9/9/9 b G 1\t1\tgold 一\r\n\
                \t  \n  # more\n\
                4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1\tonly\n\
                4k4/9/4P4/9/9/9/9/9/9 b G 1\tcomment\t";
    let entry = |line, id: Option<&str>| Ok((line, id.map(str::to_owned), GOLD.to_owned()));
    assert_eq!(
        read(text.as_bytes()),
        [
            entry(2, None),
            entry(4, Some("gold 一")),
            entry(7, Some("only")),
            entry(8, None),
        ]
    );
    assert_eq!(read(b""), []);
    assert_eq!(read(b"\n\n"), []);
}

#[test]
fn wrong_lines_are_told_and_the_rest_goes_on() {
    let mut bytes = format!("{GOLD}\ta\nx\tb\n4k4/4G4/9/9/9/9/9/9/9 b - 1\n").into_bytes();
    bytes.extend(b"4k4/9/9\xFF\tc\n");
    bytes.extend(b"4k4/9/9/9/9/9/9/9/9 b Gg 1\td\n");
    bytes.extend([b'x'; 70_000]);
    bytes.extend(format!("\n{GOLD}\te").into_bytes());
    let entry = |line, id: &str| Ok((line, Some(id.to_owned()), GOLD.to_owned()));
    let wrong = |message: &str| Err(format!("x.sfen:{message}"));
    assert_eq!(
        read(&bytes),
        [
            entry(1, "a"),
            wrong(
                "2: SFEN, character 1: expected a piece, a number of empty squares, + or /, \
                 found 'x'"
            ),
            wrong("3: White is in check, but it is the other side's move"),
            wrong("4: byte 8 of the line is no UTF-8 text"),
            wrong(
                "5: the defender's hand is not the rest of the set: 2 R missing, 2 B missing, \
                 2 G missing, 4 S missing, 4 N missing, 4 L missing, 18 P missing"
            ),
            wrong("6: the line is longer than 65536 bytes"),
            entry(7, "e"),
        ]
    );
    let second = SfenList::new("x", &bytes[..], false).nth(1).unwrap();
    assert!(matches!(second, Err(ListError::Wrong { id: Some(id), .. }) if id == "b"));
    // 駒不足
    let short = SfenList::new("x", &b"4k4/9/9/9/9/9/9/9/9 b Gg 1"[..], true);
    assert!(short.into_iter().all(|entry| entry.is_ok()));
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
    let start = format!("{GOLD}\n");
    let reader = BufReader::new(start.as_bytes().chain(Broken));
    let items: Vec<_> = SfenList::new("x", reader, false).collect();
    assert_eq!(items.len(), 2);
    assert!(items[0].is_ok());
    assert_eq!(
        items[1].as_ref().unwrap_err().to_string(),
        "x: cannot be read: the disk is gone"
    );
    let missing = SfenList::open(Path::new("nowhere/x.sfen"), false).unwrap_err();
    assert_eq!(missing.to_string(), "nowhere/x.sfen: no such file");
}
