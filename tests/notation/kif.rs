//! KIF files, read.

use notation::Encoding;
use notation::exchange::{Format, Records};
use notation::record::{RecordLine, Time};
use notation::{Ending, KifError, Record};
use shogi::{HandReading, Move, Position};
use testkit::cases;

fn path(name: &str) -> std::path::PathBuf {
    testkit::data("kif").join(name)
}

fn read(name: &str) -> Record {
    let bytes = std::fs::read(path(name)).unwrap();
    Record::from_bytes(name, &bytes, HandReading::Whole).unwrap_or_else(|error| panic!("{error}"))
}

fn from_text(text: &str) -> Result<Record, KifError> {
    Record::from_bytes("x.kifu", text.as_bytes(), HandReading::Whole)
}

fn usi(moves: &[Move]) -> String {
    let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
    moves.join(" ")
}

fn comments(record: &Record) -> Vec<(usize, &str)> {
    let lines = record.variations.iter().map(|variation| &variation.line);
    std::iter::once(&record.main)
        .chain(lines)
        .flat_map(|line| &line.comments)
        .map(|comment| (comment.ply, comment.text.as_str()))
        .collect()
}

#[test]
fn a_file_is_read_with_all_that_it_tells() {
    let record = read("keima.kifu");
    assert_eq!(
        record.start.to_string(),
        "6k2/7+n1/6+N2/6NN1/9/9/9/9/9 b 2r2b4g4s4l18p 1"
    );
    for (key, value) in [
        ("作品名", Some("四桂")),
        ("作者", Some("逆算")),
        ("発表誌", Some("例題集:2")),
        ("手数", Some("7")),
        ("完全性", Some("完全")),
        ("手合割", Some("詰将棋")),
        ("先手", Some("")),
        ("備考", None),
    ] {
        assert_eq!(record.header(key), value, "{key}");
    }
    assert_eq!(record.headers.len(), 8);
    assert_eq!(
        usi(&record.main.moves),
        "3d4b+ 3a2a 4b3b 2b3b 3c3b 2a1a N*2c"
    );
    assert_eq!(record.main.ending, Some(Ending::Mate));
    assert_eq!(
        comments(&record),
        [(0, "初形は四桂"), (3, "捨てる"), (5, "こちらで取ると")]
    );

    let variations: Vec<_> = record
        .variations
        .iter()
        .map(|variation| {
            let line = &variation.line;
            let moves = usi(&line.moves);
            (variation.parent, line.first_ply, moves, line.ending.clone())
        })
        .collect();
    let expected = |parent, ply, moves: &str, ending| (parent, ply, moves.to_owned(), ending);
    assert_eq!(
        variations,
        [
            expected(None, 5, "2d3b+ 2a1a", Some(Ending::Interrupted)),
            // まで alone says so.
            expected(None, 4, "2a1a 3b2b", Some(Ending::Mate)),
            expected(Some(1), 5, "3c2b", Some(Ending::Mate)),
        ]
    );
    let whole = |variation| record.moves_with(variation).map(|moves| usi(&moves));
    assert_eq!(whole(0).as_deref(), Some("3d4b+ 3a2a 4b3b 2b3b 2d3b+ 2a1a"));
    assert_eq!(whole(1).as_deref(), Some("3d4b+ 3a2a 4b3b 2a1a 3b2b"));
    assert_eq!(whole(2).as_deref(), Some("3d4b+ 3a2a 4b3b 2a1a 3c2b"));
    assert_eq!(whole(3), None);
}

#[test]
fn both_encodings_and_both_colons_tell_the_same() {
    let utf8 = read("keima.kifu");
    assert_eq!(read("keima.kif"), utf8);
    let is_utf8 = |name| std::str::from_utf8(&std::fs::read(path(name)).unwrap()).is_ok();
    assert!(is_utf8("keima.kifu") && !is_utf8("keima.kif"));
    let marked = [
        b"\xEF\xBB\xBF",
        &std::fs::read(path("keima.kifu")).unwrap()[..],
    ]
    .concat();
    assert_eq!(
        Record::from_bytes("x", &marked, HandReading::Whole),
        Ok(utf8)
    );
}

/// What is said of a file that can be read.
fn notices(text: &str) -> Vec<String> {
    let input = Box::new(std::io::Cursor::new(text.to_owned().into_bytes()));
    let records = Records::read("x", input, Some(Format::Kifu), HandReading::Whole).unwrap();
    let notices = records.flat_map(|found| found.unwrap().notices);
    notices
        .map(|is| format!("{}: {}", is.line, is.what))
        .collect()
}

#[test]
fn a_record_that_stops_is_a_record() {
    let whole = read("keima.kifu");
    assert_eq!(notices(&whole.to_kif(Encoding::Utf8)), [""; 0]);
    let mut record = whole.clone();
    record.variations.clear();
    record.main.comments.clear();
    record.main.moves.truncate(3);
    record.main.ending = None;
    let text = record.to_kif(Encoding::Utf8);
    let last = text.lines().count();
    let stops = format!("{last}: the record stops after move 3, without an ending");
    assert_eq!(notices(&text), [stops]);
    // まで alone says that it ends; so does mate.
    assert_eq!(notices(&(text + "まで3手\n")), [""; 0]);
    record.main = RecordLine::main(whole.main.moves);
    assert_eq!(notices(&record.to_kif(Encoding::Utf8)), [""; 0]);
    // A diagram alone announces no moves.
    record.main.moves.clear();
    let diagram = record.to_kif(Encoding::Utf8);
    assert_eq!(notices(&diagram), [""; 0]);
    let title = diagram + "手数----指手---------消費時間--\n";
    let last = title.lines().count();
    assert_eq!(notices(&title), [format!("{last}: no moves follow")]);
}

/// A diagram with the given pieces on its first rank.
fn diagram(first_rank: &str) -> String {
    let mut text = format!("|{first_rank}|一\n");
    for label in "二三四五六七八九".chars() {
        text.push_str(&format!("| ・ ・ ・ ・ ・ ・ ・ ・ ・|{label}\n"));
    }
    text
}

#[test]
fn the_defenders_hand_is_completed_and_checked() {
    let board = diagram(" 龍 ・ ・ ・ ・ ・ ・ ・v王");
    for (text, sfen) in [
        (board.clone(), "+R7k/9/9/9/9/9/9/9/9 w r2b4g4s4n4l18p 1"),
        (
            format!(
                "手合割：平手\n玉方の持駒：飛　角二　金３　銀四　桂四　香四　歩18\n{board}攻方の持駒:金\n"
            ),
            "+R7k/9/9/9/9/9/9/9/9 w Gr2b3g4s4n4l18p 1",
        ),
    ] {
        let record = from_text(&format!("{text}後手番\n")).unwrap();
        assert_eq!(record.start.to_string(), sfen);
        assert!(record.main.moves.is_empty() && record.variations.is_empty());
    }
}

/// What a file writes of hands is what they are; an option takes the other reading.
#[test]
fn hands_that_are_written_are_what_they_are() {
    let board = diagram(" 龍 ・ ・ ・ ・ ・ ・ ・v王");
    let hands = |reading, text: &str| {
        let record = Record::from_bytes("x.kifu", text.as_bytes(), reading).unwrap();
        let start = record.start.to_string();
        start.split(' ').nth(2).unwrap().to_owned()
    };
    for (hand, whole, rest) in [
        ("金二", "P2g", "Pr2b4g4s4n4l17p"),
        ("なし", "P", "Pr2b4g4s4n4l17p"),
        ("", "P", "Pr2b4g4s4n4l17p"),
        ("残り全部", "Pr2b4g4s4n4l17p", "Pr2b4g4s4n4l17p"),
        ("金 金、銀2 歩　十", "P2g2s10p", "Pr2b4g4s4n4l17p"),
    ] {
        let text = format!("後手の持駒：{hand}\n先手の持駒：歩\n後手番\n{board}");
        for reading in [
            HandReading::Whole,
            HandReading::Listed,
            HandReading::Written,
        ] {
            assert_eq!(hands(reading, &text), whole, "{hand} {reading:?}");
        }
        assert_eq!(hands(HandReading::Rest, &text), rest, "{hand}");
        let is_said = notices(&text)
            .iter()
            .any(|is| is.contains("missing from the set"));
        assert_eq!(is_said, whole != rest, "{hand}");
    }
    // Nothing is written.
    let text = format!("先手の持駒：歩\n後手番\n{board}");
    assert_eq!(hands(HandReading::Whole, &text), "Pr2b4g4s4n4l17p");
    assert_eq!(hands(HandReading::Written, &text), "P");
    // A game from a diagram hides nothing.
    let game = diagram(" 玉 ・ ・ ・ ・ ・ ・ ・v王");
    let text = format!("後手の持駒：なし\n{game}先手の持駒：なし\n");
    assert_eq!(hands(HandReading::Whole, &text), "-");
    let too_many = format!("後手の持駒：飛二\n{board}");
    let error = Record::from_bytes("x.kifu", too_many.as_bytes(), HandReading::Whole);
    let error = error.unwrap_err().to_string();
    assert!(error.starts_with("x.kifu:2: 3 R"), "{error}");
}

/// Each name with a move of the side that moves first.
#[test]
fn starting_positions_are_known_by_name() {
    for (name, sfen, mv) in [
        ("平手", "lnsgkgsnl/1r5b1/", "７六歩(77)"),
        ("香落ち", "lnsgkgsn1/1r5b1/", "３四歩(33)"),
        ("右香落ち", "1nsgkgsnl/1r5b1/", "３四歩(33)"),
        ("角落ち", "lnsgkgsnl/1r7/", "３四歩(33)"),
        ("飛車落ち", "lnsgkgsnl/7b1/", "３四歩(33)"),
        ("飛香落ち", "lnsgkgsn1/7b1/", "３四歩(33)"),
        ("二枚落ち", "lnsgkgsnl/9/", "３四歩(33)"),
        ("三枚落ち", "lnsgkgsn1/9/", "３四歩(33)"),
        ("四枚落ち", "1nsgkgsn1/9/", "３四歩(33)"),
        ("五枚落ち", "2sgkgsn1/9/", "３四歩(33)"),
        ("左五枚落ち", "1nsgkgs2/9/", "３四歩(33)"),
        ("六枚落ち", "2sgkgs2/9/", "３四歩(33)"),
        ("左七枚落ち", "2sgkg3/9/", "３四歩(33)"),
        ("右七枚落ち", "3gkgs2/9/", "３四歩(33)"),
        ("八枚落ち", "3gkg3/9/", "３四歩(33)"),
        ("十枚落ち", "4k4/9/", "３四歩(33)"),
    ] {
        let text = format!("手合割：{name}　\n下手：甲\n1 {mv}\n2 中断\n");
        let record = from_text(&text).unwrap();
        let start = record.start.to_string();
        assert!(
            start.starts_with(sfen) && start.contains(" - "),
            "{name}: {start}"
        );
        assert_eq!(record.main.moves.len(), 1);
        // It is written with its diagram and read as the same.
        let again = from_text(&record.to_kif(Encoding::Utf8)).unwrap();
        assert_eq!(again, record);
    }
    let no_name = from_text("先手：甲\n1 ７六歩(77)\n2 投了\n").unwrap();
    let even = from_text("手合割：平手\n1 ７六歩(77)\n2 投了\n").unwrap();
    assert_eq!((no_name.start, no_name.main), (even.start, even.main));
}

#[test]
fn a_game_begins_at_the_start_position() {
    let text = "手合割：平手　　\n盤面回転\n1 ７六歩(77)\n2 3四歩(33) (0:01/0:00:01)\n3 ▲２二角成（88）\n4 △同銀(31)\n5 投了\n";
    let record = from_text(text).unwrap();
    assert_eq!(usi(&record.main.moves), "7g7f 3c3d 8h2b+ 3a2b");
    assert_eq!(record.main.ending, Some(Ending::Resigned));
}

#[test]
fn errors_name_the_line_and_what_is_wrong() {
    let board = diagram(" ・ ・ ・ ・ ・ ・ ・v香v玉");
    let with = |moves: &str| format!("先手の持駒：金 桂\n{board}{moves}\n");
    for (text, message) in [
        ("", "1: the file is empty"),
        ("\n \r\n", "1: the file is empty"),
        (
            "\n\n作者：x\n\n",
            "4: no position comes before this: add a board diagram, or a 手合割 such as 平手",
        ),
        (
            "手合割：一枚落ち\n1 ３四歩(33)",
            "2: no position comes before this: the 手合割 \"一枚落ち\" needs a board diagram",
        ),
        (
            "手合割：平手\n手合割：詰将棋\n",
            "2: 手合割 with different names: given twice",
        ),
        (
            "手合割：平手\n先手の持駒：金\n",
            "2: hands are given without a board diagram: add the diagram, or remove the hands",
        ),
        (
            "詰将棋",
            "1: no position comes before this: add a board diagram, or a 手合割 such as 平手",
        ),
        (
            "this is a long line that is nothing which a file of this kind would have",
            "1: no position comes before this: add a board diagram, or a 手合割 such as 平手",
        ),
        (
            "| ・ ・ ・ ・ ・ ・ ・ ・ 金|一\nthis is a long line that is nothing which a file of this kind would have",
            "2: expected a header, the board, a move or a comment, found \"this is a long line that is no…\"",
        ),
        (
            "９ ８ ７ ６ ５ ４ ３ ２\n",
            "1: no position comes before this: add a board diagram, or a 手合割 such as 平手",
        ),
        (
            "| ・ ・\n",
            "1: expected | at the end of the rank, found \"・ ・\"",
        ),
        (
            "| ・ ・|\n",
            "1: rank 1 of the board has 2 squares instead of 9",
        ),
        (
            "| ・ ・ ・ ・ ・ ・ ・ ・ ・ ・ ・|一\n",
            "1: rank 1 of the board has 10 squares instead of 9",
        ),
        (
            "| ・ ・ ・ ・ ・ ・ ・ ・v・|一\n",
            "1: expected a piece, v before a piece, or ・, found \"・\"",
        ),
        (
            "| ・ ・ ・ ・ ・ ・ ・ ・ ・v|一\n",
            "1: expected a piece behind v, found \"\"",
        ),
        (
            "| ・ ・ ・ ・ ・ ・ ・ ・ 金|二\n",
            "1: rank 1 of the board is labelled 二",
        ),
        (
            "| ・ ・ ・ ・ ・ ・ ・ ・ 金|一\n1 １二金打",
            "2: the board has 1 ranks instead of 9",
        ),
        (
            &format!("{board}{board}"),
            "10: the board has 10 ranks instead of 9",
        ),
        (
            &format!("先手番\n{board}後手番\n"),
            "11: the side to move: given twice",
        ),
        (
            &format!("先手の持駒：\n攻方の持駒：金\n{board}"),
            "2: a hand of the same side: given twice",
        ),
        (
            &format!("先手の持駒：金五\n{board}"),
            "1: the hand has 5 金, but a set has only 4",
        ),
        (
            &format!("先手の持駒：香四\n{board}"),
            "2: 5 L on the board and in the attacker's hand, but a set has only 4",
        ),
        (
            &diagram(" ・ ・ ・ ・ ・ ・ ・ 歩v玉"),
            "1: Black's P on 2a has nowhere to go",
        ),
        (
            &with("1 １二金打\n2 同　桂(21)"),
            "12: there is no 桂 of the side to move on 2a",
        ),
        (&with("2 １二金打"), "11: move 2 instead of move 1"),
        (&with("1 同　金打"), "11: 同 at the first move"),
        (
            &with("1 １二"),
            "11: expected the name of a piece, found \"\"",
        ),
        (
            &with("1 １二金(1)"),
            "11: expected 成, 打 or the origin in brackets, like (23), found \"(1)\"",
        ),
        (&with("1 １二と打"), "11: １二と打 is not a legal move here"),
        (
            &with("1 １一金打 (0:00/0:00:00)"),
            "11: １一金打 is not a legal move here: 1a is occupied",
        ),
        (
            &with("1 １二金(13)"),
            "11: there is no 金 of the side to move on 1c",
        ),
        (
            &with("1 １二金打 x"),
            "11: expected the elapsed time in brackets or the end of the line, found \"x\"",
        ),
        (
            &with("1 中断\n2 １二金打"),
            "12: a move after the end of the line",
        ),
        (
            &with("1 １二金打\nまで1手\n2 同　玉(11)"),
            "13: a move after the end of the line",
        ),
        (
            &with("1 １二金打\n変化：3手"),
            "12: a variation from move 3, but the line it leaves ends with move 1",
        ),
        (
            &with("1 １二金打\n変化：0手\n"),
            "12: expected the number of the variation's first move, found \"0手\"",
        ),
        (
            &with("1 １二金打\n変化：1て\n"),
            "12: expected 手 or the end of the line, found \"て\"",
        ),
        (
            &with("1 １二金打\n２一玉(11)\n"),
            "12: expected a square, 同 or the end of a game, found \"一玉(11)\"",
        ),
        (
            &with("1 １二金打\n*\n△２一玉(11)\n"),
            "13: expected a move, まで, 変化 or a comment, found \"△２一玉(11)\"",
        ),
    ] {
        let error = from_text(text).unwrap_err();
        assert_eq!(error.to_string(), format!("x.kifu:{message}"), "{text}");
    }
    let here = Records::open(&path("keima.kif"), None, HandReading::Whole).unwrap();
    assert_eq!(here.filter(Result::is_ok).count(), 1);
    let missing = Records::open(&path("missing.kif"), None, HandReading::Whole).err();
    assert!(missing.is_some_and(|error| error.to_string().ends_with("missing.kif: no such file")));
}

/// A start that has a name, and another side to move than it has.
#[test]
fn the_side_to_move_is_told_beside_a_named_start() {
    for (handicap, side, first) in [
        ("平手", "後手番", "３四歩(33)"),
        ("平手", "先手番", "７六歩(77)"),
        ("二枚落ち", "下手番", "７六歩(77)"),
        ("二枚落ち", "上手番", "３四歩(33)"),
    ] {
        let text =
            format!("手合割：{handicap}\n{side}\n手数----指手---------消費時間--\n1 {first}\n");
        let record = from_text(&text).unwrap_or_else(|error| panic!("{text}{error}"));
        let wanted = if first.starts_with('３') {
            shogi::Color::White
        } else {
            shogi::Color::Black
        };
        assert_eq!(record.start.side(), wanted, "{text}");
        assert_eq!(record.main.moves.len(), 1, "{text}");
    }
}

/// What stands between the lines of other programs, and what of that is told.
#[test]
fn lines_of_other_programs_are_read() {
    let board = diagram(" ・ ・ ・ ・ ・ ・ ・v桂v玉");
    let with = |moves: &str| format!("先手の持駒：金 桂\n{board}先手番\n手数＝0  まで\n{moves}\n");
    let plain = from_text(&with("1 １二金打\n2 同　玉(11)\n変化：2手\n2 同　玉(11)")).unwrap();
    for moves in [
        "　１　１二金打\n　２　同玉(11)\n変化2手\n2 同 玉(11)",
        "手数----指手---------消費時間--\n1 １二 金 打 ( 0:00/00:00:00) ( 0:00/00:00:00)+\n2 ▽同玉上（１１） (0:00\n変化：　２手\n2 同　玉(11)",
        "1 １二金打 (x)\n---------\n2 同　玉(11)\n変化 2\n#x\n2 同　玉(11)\n&しおり\n",
        "1 １二金打\n2 同　玉(11)\n変化：2手\n2 同　玉(11)\n変化：1手\n",
        "1 １二金打\n2 同　玉(11)\n2 同　玉(11)",
        "1 １二金打\n1 同　玉(11)\n2 同　玉(11)",
        "1 １二金打\nここは余談\n2 同　玉(11)\n変化：2手\n2 同　玉(11)",
    ] {
        let mut record = from_text(&with(moves)).unwrap();
        record.main.times.clear();
        assert_eq!(record, plain, "{moves}");
    }
    let told = |moves: &str| notices(&with(moves))[0].clone();
    assert_eq!(told("1 １二金打\nここは余談"), "14: skipped: ここは余談");
    assert_eq!(
        told("1 １二金打\n1 同　玉(11)"),
        "14: move 1 instead of move 2"
    );
    assert_eq!(
        told("1 １二金打\n2 ほげ"),
        "14: unknown ending \"ほげ\": kept as it is"
    );
    assert_eq!(told("1 中断\n2 投了"), "14: skipped: 2 投了");
    // A header may stand late, a comment behind a move.
    let record = from_text(&with("1 １二金打 *ここ\n作者：甲")).unwrap();
    assert_eq!(record.header("作者"), Some("甲"));
    assert_eq!(record.main.comments[0].text, "ここ");
}

#[test]
fn endings_are_kept_however_they_are_said() {
    let board = diagram(" ・ ・ ・ ・ ・ ・ ・v桂v玉");
    let ending = |moves: &str| {
        let text = format!("先手の持駒：金 桂\n{board}1 １二金打\n{moves}\n");
        let record = from_text(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let again = from_text(&record.to_kif(Encoding::Utf8)).unwrap();
        assert_eq!(again.main, record.main, "{text}");
        (record.main.ending, record.main.foul.is_some())
    };
    for (moves, word) in [
        ("2 詰", "詰み"),
        ("2 時間切れ (0:01)", "切れ負け"),
        ("2 勝ち宣言", "入玉勝ち"),
        ("2 最大手数", "最大手数"),
        ("2 封じ手", "封じ手"),
        ("2 ほげ", "ほげ"),
        ("まで1手で詰", "詰み"),
        ("まで1手で先手の勝ち", "投了"),
        ("まで1手で後手の勝ち", "後手の勝ち"),
        ("まで1手で千日手", "千日手"),
    ] {
        assert_eq!(
            ending(moves),
            (Some(Ending::of_word(word)), false),
            "{moves}"
        );
    }
    // The last move may be a foul where the file says so, and nowhere else.
    for (moves, word) in [
        ("2 同　玉(11)\n3 ２二金打\n4 反則勝ち", "反則勝ち"),
        (
            "2 同　玉(11)\n3 ２二金打\nまで3手で先手の反則負け",
            "反則勝ち",
        ),
        ("2 同　玉(11)\n3 １一桂打\n4 反則負け", "反則負け"),
    ] {
        assert_eq!(
            ending(moves),
            (Some(Ending::of_word(word)), true),
            "{moves}"
        );
    }
    for moves in [
        "2 同　玉(11)\n3 ２二金打",
        "2 同　玉(11)\n3 ２二金打\n4 中断",
        "2 同　玉(11)\n3 ２二金打\n4 同　玉(11)",
        "2 同　玉(11)\n3 ２二金打\n変化：2手\n2 同　玉(11)",
        "2 同　玉(11)\n3 ２二金打\nまで3手で詰み",
    ] {
        let text = format!("先手の持駒：金 桂\n{board}1 １二金打\n{moves}\n");
        let error = from_text(&text).unwrap_err().to_string();
        assert_eq!(
            error, "x.kifu:13: ２二金打 is not a legal move here: no gold is in hand",
            "{moves}"
        );
    }
}

/// The text of the two files with one line, or one bit, changed: a record or an error with a line
/// of the file; and a record's moves are legal.
#[test]
fn damaged_files_are_read_or_refused_with_a_line() {
    let mut outcomes = [0; 2];
    for name in ["keima.kifu", "keima.kif"] {
        let bytes = std::fs::read(path(name)).unwrap();
        let lines: Vec<&[u8]> = bytes.split_inclusive(|&byte| byte == b'\n').collect();
        let last = lines.len() + 1;
        let mut check = |bytes: &[u8]| match Record::from_bytes(name, bytes, HandReading::Whole) {
            Ok(record) => {
                outcomes[0] += 1;
                check_moves(&record);
            }
            Err(KifError::Wrong { line, .. }) => {
                outcomes[1] += 1;
                assert!((1..=last).contains(&line));
            }
        };
        for at in 0..lines.len() {
            let mut left = lines.clone();
            left.remove(at);
            check(&left.concat());
            let mut twice = lines.clone();
            twice.insert(at, lines[at]);
            check(&twice.concat());
        }
        let mut bytes = bytes.clone();
        for at in 0..bytes.len() {
            check(&bytes[..at]);
            for bit in (0..8).step_by(cases(4, 1)) {
                bytes[at] ^= 1 << bit;
                check(&bytes);
                bytes[at] ^= 1 << bit;
            }
        }
    }
    let [read, refused] = outcomes;
    println!("{read} read, {refused} refused");
    assert!(read > cases(300, 1_000) && refused > cases(3_000, 10_000));
}

fn check_moves(record: &Record) {
    let play = |moves: &[Move]| {
        moves
            .iter()
            .try_fold(record.start.clone(), |position, &mv| position.try_play(mv))
    };
    let end: Option<Position> = play(&record.main.moves);
    assert!(end.is_some());
    for variation in 0..record.variations.len() {
        assert!(play(&record.moves_with(variation).unwrap()).is_some());
    }
}

/// A header may begin with a number, as a move does.
#[test]
fn headers_may_begin_with_a_number() {
    let text = std::fs::read_to_string(path("keima.kifu")).unwrap();
    let dated = format!("2023年度：入選\n{text}");
    let record = from_text(&dated).unwrap();
    assert_eq!(record.told("2023年度"), Some("入選"));
    let written = record.to_kif(notation::Encoding::Utf8);
    assert_eq!(from_text(&written), Ok(record));
}

/// Other programs take the sign for a part of a move or a word, or refuse it, where no time stands between.
#[test]
fn the_sign_of_a_variation_stands_behind_a_time_only() {
    let text = "手合割：平手\n手数----指手---------消費時間--\n   1 ７六歩(77)+\n   2 不詰\n\n\
        変化：2手\n   2 ３四歩(33)\n\n変化：1手\n   1 ２六歩(27)\n";
    let record = from_text(text).unwrap();
    let written = record.to_kif(Encoding::Utf8);
    assert!(
        written.contains("\n   1 ７六歩(77)\n   2 不詰\n"),
        "{written}"
    );
    assert_eq!(from_text(&written).unwrap(), record);

    let mut timed = record;
    timed.main.times.push(Time { ply: 2, ms: 1000 });
    let written = timed.to_kif(Encoding::Utf8);
    assert!(
        written.contains("不詰          ( 0:01/00:00:01)+\n"),
        "{written}"
    );
    assert_eq!(from_text(&written).unwrap(), timed);
}

/// Other programs know no other 手合割 than those of starting positions.
#[test]
fn the_start_is_named_where_it_has_a_name_or_the_record_does() {
    let board = diagram(" ・ ・ ・ ・ ・ ・ ・v桂v玉");
    let plain = format!("先手の持駒：金\n{board}");
    for (text, name) in [
        (plain.clone(), None),
        (format!("手合割：詰将棋\n{plain}"), Some("詰将棋")),
        (format!("手合割：平手\n{plain}"), Some("詰将棋")),
        ("先手：甲\n".to_owned(), Some("平手")),
        ("手合割：香落ち\n".to_owned(), Some("香落ち")),
    ] {
        let record = from_text(&text).unwrap();
        let written = record.to_kif(Encoding::Utf8);
        let line = written.lines().find_map(|is| is.strip_prefix("手合割："));
        assert_eq!(line, name, "{text}");
        let again = from_text(&written).unwrap();
        assert_eq!(again.start, record.start, "{text}");
    }
}
