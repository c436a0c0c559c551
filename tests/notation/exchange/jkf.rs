//! JKF as other programs write it.

use notation::exchange::{Lost, to_bytes, to_json};
use notation::record::{Header, LineName, RecordFault, Variation};
use notation::{Format, Oddity, Record};

use super::csa::found;
use super::read;
use shogi::Move;

/// Where tsshogi has no word for the ending of a variation that has no moves, it leaves an empty list.
#[test]
fn a_variation_that_says_nothing_is_none() {
    let text = r#"{"header":{},"initial":{"preset":"HIRATE"},"moves":[{},
        {"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6}},
         "forks":[[],[{"comments":["言"]}],[{"move":{"from":{"x":2,"y":7},"to":{"x":2,"y":6}}}]]},
        {"special":"TORYO"}]}"#;
    let record = read(Format::Jkf, text.as_bytes()).remove(0).unwrap();
    record.check().unwrap();
    assert_eq!(record.variations.len(), 1);
    let line = to_json(&record);
    let again = read(Format::Jsonl, line.as_bytes()).remove(0).unwrap();
    assert_eq!(again, record);
}

#[test]
fn a_move_marked_as_one_of_the_other_side_is_told() {
    let text = r#"{"header":{},"initial":{"preset":"HIRATE"},"moves":[{},
        {"move":{"color":1,"from":{"x":7,"y":7},"to":{"x":7,"y":6}}},
        {"move":{"color":1,"from":{"x":3,"y":3},"to":{"x":3,"y":4}}},
        {"special":"TORYO"}]}"#;
    let found = found(Format::Jkf, text).unwrap();
    assert_eq!(found.record.main.moves.len(), 2);
    let notices: Vec<&Oddity> = found.notices.iter().map(|is| &is.what).collect();
    assert_eq!(notices, [&Oddity::OtherSide("7g7f".to_owned())]);
    let said = "7g7f is marked as a move of the other side";
    assert_eq!(notices[0].to_string(), said);
}

/// A gold goes to 5e, or is dropped there: each letter says which one.
#[test]
fn a_move_without_its_origin_is_told_by_a_letter() {
    for (golds, letter, wanted) in [
        (&["6f", "4f"][..], "L", "6f5e"),
        (&["6f", "4f"], "R", "4f5e"),
        (&["6f", "5f"], "C", "5f5e"),
        (&["5f", "6e"], "U", "5f5e"),
        (&["5f", "6e"], "M", "6e5e"),
        (&["5d", "6e"], "D", "5d5e"),
        (&["5f"], "H", "G*5e"),
        (&["6f", "4f", "6e"], "LU", "6f5e"),
    ] {
        let piece = |file: u32, rank: u32| {
            let name = format!("{file}{}", char::from(b'a' + rank as u8 - 1));
            match name.as_str() {
                "9a" => r#"{"color":1,"kind":"OU"}"#,
                "1i" => r#"{"color":0,"kind":"OU"}"#,
                _ if golds.contains(&name.as_str()) => r#"{"color":0,"kind":"KI"}"#,
                _ => "{}",
            }
        };
        let file = |file| {
            (1..=9)
                .map(|rank| piece(file, rank))
                .collect::<Vec<_>>()
                .join(",")
        };
        let board = (1..=9)
            .map(|number| format!("[{}]", file(number)))
            .collect::<Vec<_>>();
        let text = format!(
            r#"{{"header":{{}},"initial":{{"preset":"OTHER","data":{{"color":0,"board":[{}],"hands":[{{"KI":1}},{{}}]}}}},
            "moves":[{{}},{{"move":{{"color":0,"to":{{"x":5,"y":5}},"piece":"KI","relative":"{letter}"}}}}]}}"#,
            board.join(",")
        );
        let record = read(Format::Jkf, text.as_bytes()).remove(0).unwrap();
        assert_eq!(
            shogi::usi_line(&record.main.moves),
            wanted,
            "{golds:?} {letter}"
        );
    }
}

#[test]
fn what_is_null_or_missing_is_nothing() {
    let text = r#"{"header":{"作者":null,"作品名":"例題"},"initial":{"preset":"HIRATE"},"moves":[{},
        {"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6}},"time":{"total":{"h":0,"m":1,"s":2}}},
        {"move":{"from":{"x":3,"y":3},"to":{"x":3,"y":4}},"time":{"now":{"m":0,"s":5}}},
        {"special":"TORYO"}]}"#;
    let record = found(Format::Jkf, text).unwrap().record;
    let headers: Vec<&str> = record.headers.iter().map(|is| is.value.as_str()).collect();
    assert_eq!(headers, ["例題"]);
    assert_eq!(
        (record.main.time(1), record.main.time(2)),
        (None, Some(5_000))
    );
}

/// A line that goes to and fro, left at each move, and each time once more by what left it.
fn bush(plies: usize) -> Record {
    let cycle = ["5i5h", "5a5b", "5h5i", "5b5a"].map(|mv| mv.parse::<Move>().unwrap());
    let others = ["1g1f", "1c1d"].map(|mv| mv.parse::<Move>().unwrap());
    let start = shogi::Handicap::Even.setup();
    let moves = (0..plies).map(|ply| cycle[ply % 4]).collect();
    let mut record = Record::new((&start).try_into().unwrap(), moves);
    // In the order of files: the last to leave first.
    for ply in (1..plies).rev() {
        let line = |moves, first_ply| notation::record::RecordLine {
            first_ply,
            ..notation::record::RecordLine::main(moves)
        };
        let parent = record.variations.len();
        let first = line(vec![others[(ply - 1) % 2], others[ply % 2]], ply);
        let second = line(vec![cycle[ply % 4]], ply + 1);
        record.variations.extend([
            Variation {
                parent: None,
                line: first,
            },
            Variation {
                parent: Some(parent),
                line: second,
            },
        ]);
    }
    record.check().unwrap();
    record
}

/// It takes time with what the file holds: a copy of the way to each variation would take minutes.
#[test]
fn variations_by_the_thousand() {
    for plies in [9, 60_000] {
        let record = bush(plies);
        let bytes = to_bytes(Format::Jkf, &record).unwrap();
        let again = read(Format::Jkf, &bytes).remove(0).unwrap();
        assert!(again == record, "{plies} plies");
    }
}

#[test]
fn headers_and_comments_by_the_thousand() {
    let many = 100_000;
    let mut record = bush(2);
    let header = |at: usize| Header {
        key: (at % many).to_string(),
        value: "v".to_owned(),
    };
    record.headers = (0..many + 3).map(header).collect();
    assert_eq!(Lost::by(Format::Jkf, &record).headers, 3);
    let bytes = to_bytes(Format::Jkf, &record).unwrap();
    let again = read(Format::Jkf, &bytes).remove(0).unwrap();
    record.headers.truncate(many);
    assert!(again == record);
}

/// The number of a comment may be any that JSON can write.
#[test]
fn a_comment_behind_no_move_is_refused() {
    let start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
    let text = format!(
        r#"{{"sfen":"{start}","moves":"7g7f","comments":[{{"ply":18446744073709551615,"text":"x"}}]}}"#
    );
    let error = read(Format::Jsonl, text.as_bytes()).remove(0).unwrap_err();
    let (ply, of) = (usize::MAX, LineName::Main);
    let fault = RecordFault::Comment { ply, of }.to_string();
    assert!(error.to_string().ends_with(&fault), "{error}");
}
