//! KIF files, read.

use notation::exchange::Records;
use notation::kif::Encoding;
use notation::{Ending, KifError, Record};
use shogi::{Move, Position};
use testkit::cases;

fn path(name: &str) -> std::path::PathBuf {
    testkit::data("kif").join(name)
}

fn read(name: &str) -> Record {
    let bytes = std::fs::read(path(name)).unwrap();
    Record::from_bytes(name, &bytes, false).unwrap_or_else(|error| panic!("{error}"))
}

fn from_text(text: &str) -> Result<Record, KifError> {
    Record::from_bytes("x.kifu", text.as_bytes(), false)
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
            (variation.parent, line.first_ply, moves, line.ending)
        })
        .collect();
    let expected = |parent, ply, moves: &str, ending| (parent, ply, moves.to_owned(), ending);
    assert_eq!(
        variations,
        [
            expected(None, 5, "2d3b+ 2a1a", Some(Ending::Interrupted)),
            expected(None, 4, "2a1a 3b2b", None),
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
    assert_eq!(Record::from_bytes("x", &marked, false), Ok(utf8));
}

#[test]
fn a_file_tells_where_its_main_line_ends() {
    let found = |name| Records::open(&path(name), None, false).unwrap().next();
    let found = |name| found(name).unwrap().unwrap();
    assert_eq!(found("keima.kifu").record, read("keima.kifu"));
    let end = |name| found(name).end.map(|end| (end.line, end.is_said));
    // 8 詰み stands there, before the variations.
    assert_eq!(end("keima.kifu"), Some((35, true)));
    assert_eq!(end("keima.kif"), Some((34, true)));
}

#[test]
fn a_diagram_alone_is_whole_a_title_without_moves_is_not() {
    let folder = tempfile::tempdir().unwrap();
    let is_said = |record: &Record, title: &str| {
        let path = folder.path().join("x.kifu");
        let text = record.to_kif(Encoding::Utf8) + title;
        std::fs::write(&path, text).unwrap();
        let found = Records::open(&path, None, false).unwrap().next().unwrap();
        let found = found.unwrap();
        assert_eq!(found.record.start, record.start);
        found.end.unwrap().is_said
    };
    let mut record = read("keima.kifu");
    record.main.moves.clear();
    record.main.ending = None;
    record.variations.clear();
    record.main.comments.retain(|comment| comment.ply == 0);
    assert!(is_said(&record, ""));
    assert!(!is_said(&record, "手数----指手---------消費時間--\n"));
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
    let text = format!("# x\n後手の持駒：金二\n先手の持駒：歩\n後手番\n{board}");
    assert_eq!(
        from_text(&text).unwrap_err().to_string(),
        "x.kifu:5: the defender's hand is not the rest of the set: 1 R missing, 2 B missing, \
         2 G missing, 4 S missing, 4 N missing, 4 L missing, 17 P missing"
    );
    let short = Record::from_bytes("x.kifu", text.as_bytes(), true).unwrap();
    assert_eq!(short.start.to_string(), "+R7k/9/9/9/9/9/9/9/9 w P2g 1");
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
            "4: there is no board diagram before this, and 手合割 is not 平手",
        ),
        (
            "手合割：香落ち\n1 ３四歩(33)",
            "2: there is no board diagram before this, and 手合割 is not 平手",
        ),
        (
            "手合割：平手\n手合割：詰将棋\n",
            "2: there is no board diagram before this, and 手合割 is not 平手",
        ),
        (
            "手合割：平手\n先手の持駒：金\n",
            "2: hands or the side to move are given, but no board diagram",
        ),
        (
            "詰将棋",
            "1: expected a header, the board, a move or a comment, found \"詰将棋\"",
        ),
        (
            "this is a long line that is nothing which a file of this kind would have",
            "1: expected a header, the board, a move or a comment, found \"this is a long line that is no…\"",
        ),
        (
            "９ ８ ７ ６ ５ ４ ３ ２\n",
            "1: expected a square, 同 or the end of a game, found \"８ ７ ６ ５ ４ ３ ２\"",
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
            "11: the side to move a second time",
        ),
        (
            &format!("先手の持駒：\n攻方の持駒：金\n{board}"),
            "2: a hand of the same side a second time",
        ),
        (
            &format!("先手の持駒：金五\n{board}"),
            "1: the hand has 5 金, a set only 4",
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
        (&with("2 １二金打"), "11: move 2 where move 1 is due"),
        (&with("1 同　金打"), "11: 同 at the first move"),
        (
            &with("1 １二"),
            "11: expected the name of a piece, found \"\"",
        ),
        (
            &with("1 １二金"),
            "11: expected 成, 打 or the origin in brackets, like (23), found \"\"",
        ),
        (
            &with("1 １二金(1)"),
            "11: expected 成, 打 or the origin in brackets, like (23), found \"(1)\"",
        ),
        (&with("1 １二と打"), "11: １二と打 is not a legal move here"),
        (
            &with("1 １一金打 (0:00/0:00:00)"),
            "11: １一金打 is not a legal move here",
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
            &with("1 １二金打 (0:00"),
            "11: expected ) behind the elapsed time, found \"(0:00\"",
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
            &with("1 １二金打\n変化：1手\n"),
            "12: the variation has no move",
        ),
        (
            &with("1 １二金打\n変化：1手\n変化：1手\n"),
            "13: the variation has no move",
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
            &with("1 １二金打\n作者：x\n"),
            "12: expected a move, まで, 変化 or a comment, found \"作者：x\"",
        ),
    ] {
        let error = from_text(text).unwrap_err();
        assert_eq!(error.to_string(), format!("x.kifu:{message}"), "{text}");
    }
    let missing = Records::open(&path("missing.kif"), None, false).err();
    assert!(missing.is_some_and(|error| error.to_string().ends_with("missing.kif: no such file")));
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
        let mut check = |bytes: &[u8]| match Record::from_bytes(name, bytes, false) {
            Ok(record) => {
                outcomes[0] += 1;
                check_moves(&record);
            }
            Err(KifError::Wrong { line, .. }) => {
                outcomes[1] += 1;
                assert!((1..=last).contains(&line));
            }
            Err(error) => panic!("{error}"),
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
    let written = record.to_kif(notation::kif::Encoding::Utf8);
    assert_eq!(from_text(&written), Ok(record));
}
