//! CSA files with what is easily misread.

use notation::exchange::{Lost, ReadProblem, Records, to_bytes};
use notation::record::{Ending, Header};
use notation::{Format, Oddity};
use shogi::HandReading;

/// The one problem of a file, or the error.
pub fn found(format: Format, text: &str) -> Result<ReadProblem, String> {
    let input = Box::new(std::io::Cursor::new(text.as_bytes().to_vec()));
    let mut all = Records::read("x", input, Some(format), HandReading::Listed)
        .map_err(|error| error.to_string())?;
    let found = all.next().unwrap().map_err(|error| error.to_string());
    assert!(all.next().is_none(), "{text}");
    found
}

fn one(text: &str) -> ReadProblem {
    found(Format::Csa, text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn skipped(found: &ReadProblem) -> Vec<&str> {
    let notices = found.notices.iter();
    let skipped = notices.filter_map(|notice| match &notice.what {
        Oddity::LeftAside(what) => Some(what.as_str()),
        _ => None,
    });
    skipped.collect()
}

#[test]
fn a_remark_goes_on_to_the_end_of_its_line() {
    let found = one(
        "PI,+\n+7776FU,'*a comment, with comma \n  '*indented, with comma\n\
        -3334FU,T5,'*said, too\n+2726FU 'a remark, with comma\n-8384FU'*close, by\n%TORYO\n",
    );
    let comments = found.record.main.comments.iter();
    let comments: Vec<(usize, &str)> = comments.map(|is| (is.ply, is.text.as_str())).collect();
    let expected = [
        (1, "a comment, with comma "),
        (1, "indented, with comma"),
        (2, "said, too"),
        (4, "close, by"),
    ];
    assert_eq!(comments, expected);
    assert_eq!(found.record.main.moves.len(), 4);
    assert_eq!(found.record.main.ending, Some(Ending::Resigned));
    assert_eq!(found.record.main.time(2), Some(5_000));
    assert!(found.notices.is_empty(), "{:?}", found.notices);
}

#[test]
fn words_that_begin_like_a_time_or_a_version_are_told() {
    let found = one("V2.2\nVersion\nPI\n+\n+7776FU\nT12\nTORYO\nT\n%CHUDAN\n");
    assert_eq!(skipped(&found), ["Version", "TORYO", "T"]);
    assert_eq!(found.record.main.time(1), Some(12_000));
    let found = one("PI\n+\n+7776FU,T12.5,%TORYO,T3\n");
    assert!(found.notices.is_empty(), "{:?}", found.notices);
    assert_eq!(found.record.main.time(2), Some(3_000));
    // It may be a move that was damaged.
    found_error("PI\n+\nT7776FU\n", "x:3: expected a CSA statement");
}

fn found_error(text: &str, expected: &str) {
    let error = found(Format::Csa, text).unwrap_err();
    assert!(error.starts_with(expected), "{error}");
}

#[test]
fn the_even_game_does_not_replace_what_was_read() {
    for text in [
        "P+00KI\nPI\n+\n",
        "P-55FU\nPI\n+\n",
        "PI\nPI82HI\n+\n",
        "P1 *  *  *  *  *  *  *  * -OU\nPI\n+\n",
    ] {
        found_error(text, "x:2: expected PI before any other pieces, found \"PI");
    }
    // Whose hands are told as empty loses nothing.
    one("P+\nP-\nPI\n+\n");
}

/// A remark would not be read back as such a header.
#[test]
fn headers_without_a_name_become_comments() {
    let mut record = one("PI\n+\n'*said\n+7776FU\n%TORYO\n").record;
    for (key, value) in [("", "v"), ("*", "w"), ("**a：b", ""), ("作者", "甲")] {
        let (key, value) = (key.to_owned(), value.to_owned());
        record.headers.push(Header { key, value });
    }
    assert_eq!(Lost::by(Format::Csa, &record), Lost::default());
    let bytes = to_bytes(Format::Csa, &record).unwrap();
    let again = one(&String::from_utf8(bytes.clone()).unwrap()).record;
    let comments = again.main.comments.iter();
    let comments: Vec<(usize, &str)> = comments.map(|is| (is.ply, is.text.as_str())).collect();
    assert_eq!(
        comments,
        [(0, "：v"), (0, "*：w"), (0, "**a：b："), (0, "said")]
    );
    assert_eq!(again.headers.len(), 1);
    assert_eq!(to_bytes(Format::Csa, &again).unwrap(), bytes);
}

#[test]
fn what_is_wrong_is_told_with_its_square() {
    for (text, error) in [
        ("PI\n+\n+5545FU\n", "x:3: \"+5545FU\": 5e is empty"),
        ("PI\n+\n+3334FU\n", "x:3: \"+3334FU\": -FU is on 3c"),
        ("PI55FU\n+\n", "x:1: there is no such piece on 5e"),
        ("PI\nP+33KI\n+\n", "x:2: a second piece on 3c"),
    ] {
        assert_eq!(found(Format::Csa, text).unwrap_err(), error);
    }
}

/// Its headers say what it is, as in every other format, also where both sides have a king.
#[test]
fn a_position_with_two_kings_and_a_title_is_a_problem() {
    let board = "P-11OU\nP+99OU13FU00KI\n+\n";
    let problem = one(&format!("'作品名：例題\n{board}")).record;
    assert!(
        problem.start.to_string().ends_with(" b G2r2b3g4s4n4l17p 1"),
        "{}",
        problem.start
    );
    let game = one(board).record;
    assert!(game.start.to_string().ends_with(" b G 1"), "{}", game.start);
    // Nothing of the set hides in a game's start.
    let handicap = one("'作品名：例題\nPI82HI22KA\n-\n").record;
    assert!(
        handicap.start.to_string().ends_with(" w - 1"),
        "{}",
        handicap.start
    );
}

#[test]
fn a_damaged_statement_is_not_left_out() {
    let error = found(Format::Csa, "PI\n+\n+7776FU\n＋２７２６ＦＵ\n%TORYO\n").unwrap_err();
    assert!(
        error.starts_with("x:4: expected a CSA statement"),
        "{error}"
    );
    let said = one("PI\n+\n+7776FU\n%\n%TORYO\n");
    assert_eq!(
        said.record.main.ending,
        Some(notation::record::Ending::Resigned)
    );
    assert_eq!(said.notices.len(), 1, "{:?}", said.notices);
}
