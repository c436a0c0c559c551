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
        (3, "a remark, with comma"),
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

#[test]
fn remarks_without_a_star_are_comments_unless_a_server_wrote_them() {
    let found = one(
        "N+a\nPI\n'before\n+\n'start\n+7776FU,T5\n'good move\n'45\n-3334FU\n'\n'Max_Moves:256\n\
        'black_rate:a:1\n'rating:x\n%TORYO\n'the end\n'summary:toryo:a win:b lose\n'$END_TIME:2020/01/01\n",
    );
    let comments = found.record.main.comments.iter();
    let comments: Vec<(usize, &str)> = comments.map(|is| (is.ply, is.text.as_str())).collect();
    assert_eq!(comments, [(1, "good move"), (1, "45"), (3, "the end")]);
    assert!(found.notices.is_empty(), "{:?}", found.notices);
}

/// A board with a gold in hand; `side` is the line of the side to move.
fn gold(side: &str) -> String {
    let mut text = String::from("N+a\n$SITE:x\n");
    for rank in 1..=9 {
        let last = [" * ", "-OU", "+FU"][match rank {
            1 => 1,
            3 => 2,
            _ => 0,
        }];
        text.push_str(&format!("P{rank}{}{last}\n", " * ".repeat(8)));
    }
    text + "P+00KI\nP-00AL\n" + side
}

#[test]
fn blank_lines_part_records() {
    let records = |text: &str| {
        let input = Box::new(std::io::Cursor::new(text.as_bytes().to_vec()));
        Records::read("x", input, Some(Format::Csa), HandReading::Listed)
            .unwrap()
            .map(|found| found.map(|found| (found.line, found.record.main.moves.len())))
            .collect::<Result<Vec<_>, _>>()
            .unwrap()
    };
    let one = gold("+\n+0012KI\n%TSUMI\n");
    let length = one.lines().count();
    let [first, second] = [(1, 1), (length + 3, 1)];
    assert_eq!(records(&format!("{one}\n\n{one}")), [first, second]);
    assert_eq!(
        records(&format!("{one}/\n\n{one}\n")),
        [first, (length + 2, 1)]
    );
    // Within a record they part nothing.
    let blanks = one.replace('\n', "\n\n") + "$END_TIME:2020/01/01\n";
    assert_eq!(records(&blanks), [first]);
}

#[test]
fn black_moves_where_nothing_is_said() {
    let found = one(&gold("+0012KI\n%TSUMI\n"));
    assert_eq!(found.record.main.moves.len(), 1);
    let found = one("PI\n+7776FU\n-3334FU\n%TORYO\n");
    assert_eq!(found.record.main.moves.len(), 2);
    found_error(&gold("-1112OU\n"), "x:14: \"-1112OU\" moves out of turn");
}

#[test]
fn a_time_below_nothing_is_left_aside() {
    let found = one("PI\n+\n+7776FU,T-1600\n-3334FU,T2\n%TORYO\n");
    assert_eq!(skipped(&found), ["T-1600"]);
    assert_eq!(found.record.main.time(1), None);
    assert_eq!(found.record.main.time(2), Some(2_000));
}
