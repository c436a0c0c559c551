//! Files of other programs and of people: what they write otherwise than we do.

use notation::exchange::{Format, Records, to_bytes};
use notation::record::keys;
use notation::{Ending, Record};
use shogi::HandReading;

/// The record of a file, and what is said of it; or what is wrong with it.
fn read(format: Option<Format>, text: &str) -> Result<(Record, Vec<String>), String> {
    let input = Box::new(std::io::Cursor::new(text.as_bytes().to_vec()));
    let found = Records::read("x", input, format, HandReading::Listed)
        .and_then(|mut records| records.next().unwrap())
        .map_err(|error| error.to_string())?;
    let notices = found.notices.iter().map(ToString::to_string).collect();
    Ok((found.record, notices))
}

/// The moves of the main line and of the variations, the latter with their first numbers.
fn lines(record: &Record) -> Vec<String> {
    let usi = |moves: &[shogi::Move]| {
        let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
        moves.join(" ")
    };
    let variations = record.variations.iter().map(|is| &is.line);
    let main = std::iter::once(usi(&record.main.moves));
    main.chain(variations.map(|line| format!("{}: {}", line.first_ply, usi(&line.moves))))
        .collect()
}

/// Each file gives these lines and notices.
fn all_read(format: Format, cases: &[(&str, &[&str], &[&str])]) {
    for (text, expected, notices) in cases {
        let (record, told) = read(Some(format), text).unwrap_or_else(|why| panic!("{why}\n{text}"));
        assert_eq!(lines(&record), *expected, "{text}");
        assert_eq!(told, *notices, "{text}");
    }
}

fn refused(format: Format, cases: &[(&str, &str)]) {
    for (text, message) in cases {
        assert_eq!(read(Some(format), text).unwrap_err(), *message, "{text}");
    }
}

const GOLD: &str = "手合割：詰将棋\n後手の持駒：飛二　角二　金三　銀四　桂四　香四　歩十七\n\
    | ・ ・ ・ ・ ・ ・ ・ ・v玉|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n| ・ ・ ・ ・ ・ ・ ・ ・ 歩|三\n\
    | ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n\
    | ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|九\n\
    先手の持駒：金\n";
const TITLE: &str = "手数----指手---------消費時間--\n";

/// A rook in hand besides the gold.
fn rook() -> String {
    let rook = GOLD.replace("飛二", "飛").replace("駒：金", "駒：飛　金");
    rook.replace(" ・ 歩|三", " 歩 ・|三")
}

#[test]
fn a_variation_before_the_first_move_is_left_aside() {
    for begin in [
        "変化：3手\n手合割：平手\n",
        "手合割：平手\n変化：1手\n先手：甲\n",
    ] {
        let text =
            format!("{begin}{TITLE}1 ７六歩(77)\n2 ３四歩(33)\n3 中断\n変化：2手\n2 ８四歩(83)\n");
        let (record, told) = read(Some(Format::Kifu), &text).unwrap();
        assert_eq!(lines(&record), ["7g7f 3c3d", "2: 8c8d"], "{text}");
        assert_eq!(told.len(), 1, "{told:?}");
        assert!(told[0].contains("skipped: 変化"), "{told:?}");
    }
    let text = format!("手合割：平手\n{TITLE}変化：3手\n1 ７六歩(77)\n2 中断\n");
    all_read(
        Format::Kifu,
        &[(&text, &["7g7f"], &["line 3: skipped: 変化：3手"])],
    );
    let text = "変化：3手\n手合割：平手\n▲７六歩\nまで1手で中断\n";
    all_read(
        Format::Ki2u,
        &[(text, &["7g7f"], &["line 1: skipped: 変化：3手"])],
    );
    // A record without a main line has its variations at once.
    let text = "手合割：平手\n変化：1手\n▲７六歩\nまで1手で中断\n";
    all_read(
        Format::Ki2u,
        &[(text, &["", "1: 7g7f"], &["line 2: no moves follow"])],
    );
}

/// 直 goes straight forwards: a piece that would come back is not meant.
#[test]
fn straight_is_forwards() {
    let golds = GOLD
        .replace("飛二　角二　金三", "なし")
        .replace("　銀四　桂四　香四　歩十七", "");
    let golds = golds.replace("先手の持駒：金", "先手の持駒：なし");
    let square = |text: &str, rank: &str| {
        let empty = format!("| ・ ・ ・ ・ ・ ・ ・ ・ ・|{rank}");
        text.replace(&empty, &format!("| ・ ・ ・ ・ 金 ・ ・ ・ ・|{rank}"))
    };
    let golds = square(&square(&golds, "五"), "七");
    for (mv, usi) in [("直", "5g5f"), ("上", "5g5f"), ("引", "5e5f")] {
        let text = format!("{golds}▲５六金{mv}\nまで1手で中断\n");
        let (record, told) = read(Some(Format::Ki2u), &text).unwrap();
        assert_eq!(lines(&record), [usi]);
        assert!(
            !told.iter().any(|is| is.contains("fits several")),
            "{told:?}"
        );
    }
    let text = format!("{golds}▲５四金直\nまで1手で中断\n");
    assert_eq!(lines(&read(Some(Format::Ki2u), &text).unwrap().0), ["5e5d"]);
}

#[test]
fn an_interposition_is_a_drop() {
    let rook = rook();
    let expected: &[&str] = &["R*1e P*1b 1e1b+"];
    for moves in [
        "▲１五飛 △１二歩合 ▲同飛成 まで3手詰",
        "▲15飛、△12歩合、▲同飛成まで3手詰。",
    ] {
        all_read(
            Format::Ki2u,
            &[(&format!("{rook}{moves}\n"), expected, &[])],
        );
    }
    let kif = format!("{rook}1 １五飛打\n2 １二歩合\n3 同　飛成(15)\n4 詰み\n");
    all_read(Format::Kifu, &[(&kif, expected, &[])]);
    refused(
        Format::Ki2u,
        &[(
            &format!("{rook}▲１五飛 △１二合\n"),
            "x:13: １二合: 合 needs the piece that is dropped, as in １二歩合",
        )],
    );
    refused(
        Format::Kifu,
        &[(
            &format!("{rook}1 １五飛打\n2 １二合\n"),
            "x:14: １二合: 合 needs the piece that is dropped, as in １二歩合",
        )],
    );
}

#[test]
fn the_same_square_may_be_named_as_well() {
    let expected: &[&str] = &["7g7f 3c3d 8h2b+ 3a2b"];
    all_read(
        Format::Ki2u,
        &[(
            "手合割：平手\n▲７六歩△３四歩▲２二角成△２二同銀\nまで4手で中断\n",
            expected,
            &[],
        )],
    );
    let kif =
        "手合割：平手\n1 ７六歩(77)\n2 ３四歩(33)\n3 ２二角成(88)\n4 ２二同　銀(31)\n5 中断\n";
    all_read(Format::Kifu, &[(kif, expected, &[])]);
    let wrong = "x:2: 同 stands behind 2b, but the move before went elsewhere";
    refused(
        Format::Ki2u,
        &[("手合割：平手\n▲７六歩△３四歩▲２二同角成\n", wrong)],
    );
}

#[test]
fn what_begins_with_a_number_is_no_move_by_that_alone() {
    for line in [
        "3手詰",
        "１　頭金",
        "1. 頭金",
        "2024年1月1日",
        "7手詰 作者：甲",
        "第1番",
    ] {
        for text in [
            format!("{line}\n{GOLD}{TITLE}1 １二金打\n2 詰み\n"),
            format!("{GOLD}{line}\n1 １二金打\n2 詰み\n"),
        ] {
            let (record, told) =
                read(Some(Format::Kifu), &text).unwrap_or_else(|why| panic!("{why}\n{text}"));
            assert_eq!(lines(&record), ["G*1b"], "{text}");
            assert_eq!(told.len(), 1, "{told:?}");
            assert!(told[0].ends_with(&format!("skipped: {line}")), "{told:?}");
        }
        let text = format!("{line}\n{GOLD}▲１二金\nまで1手で詰み\n");
        assert_eq!(lines(&read(Some(Format::Ki2u), &text).unwrap().0), ["G*1b"]);
        let text = format!("{GOLD}{line}\n");
        assert!(read(Some(Format::Bod), &text).is_ok());
    }
    // What may be a move is read as one, or refused.
    for line in ["1 １二", "1. １二金打", "1. 12金打"] {
        let text = format!("{GOLD}{line}\n");
        assert!(read(Some(Format::Kifu), &text).is_err(), "{line}");
    }
}

#[test]
fn numbers_may_go_on_from_the_moves_before_the_diagram() {
    let moves = "35 １二金打\n36 詰み\nまで35手で詰み\n\n変化：35手\n35 ２二金打\n36 同　玉(11)\n";
    let text = format!("{GOLD}手数＝34\n{TITLE}{moves}");
    all_read(Format::Kifu, &[(&text, &["G*1b", "1: G*2b 1a2b"], &[])]);
    let from_one = format!("{GOLD}手数＝34  ▲１三歩  まで\n1 １二金打\n2 詰み\n");
    all_read(Format::Kifu, &[(&from_one, &["G*1b"], &[])]);
    refused(
        Format::Kifu,
        &[
            (&format!("{GOLD}{moves}"), "x:13: move 35 instead of move 1"),
            (
                &format!("{GOLD}手数＝34\n35 １二金打\n37 同　玉(11)\n"),
                "x:15: move 37 instead of move 36",
            ),
            (
                &format!("{GOLD}手数＝34\n35 １二金打\n変化：37手\n"),
                "x:15: a variation from move 37, but the line it leaves ends with move 35",
            ),
            (
                &format!("{GOLD}手数＝34\n35 １二金打\n変化：34手\n"),
                "x:15: a variation from move 34, but the line it leaves ends with move 35",
            ),
            (
                &format!("{GOLD}手数＝99999999999999999999\n99999999999999999999 １二金打\n"),
                "x:14: move 18446744073709551615 instead of move 1",
            ),
        ],
    );
}

#[test]
fn fouls_and_lost_time_are_told_in_more_words() {
    let foul = "手合割：平手\n1 ７六歩(77)\n2 ３四歩(33)\n3 ２二角成(88)\n4 ９九香打\n";
    let legal = "手合割：平手\n1 ７六歩(77)\n";
    for (text, ending) in [
        (format!("{foul}5 反則手\n"), Ending::WonByFoul),
        (
            format!("{foul}まで4手で反則により先手の勝ち\n"),
            Ending::WonByFoul,
        ),
        (format!("{foul}まで4手で反則手\n"), Ending::WonByFoul),
        (format!("{legal}2 反則手\n"), Ending::LostByFoul),
        (
            format!("{legal}まで1手で反則により先手の勝ち\n"),
            Ending::LostByFoul,
        ),
        (format!("{legal}2 Time-up   ( 0:0/)\n"), Ending::OutOfTime),
    ] {
        let (record, told) =
            read(Some(Format::Kifu), &text).unwrap_or_else(|why| panic!("{why}\n{text}"));
        assert_eq!(record.main.ending, Some(ending), "{text}");
        assert_eq!(record.main.foul.is_some(), text.starts_with(foul), "{text}");
        assert!(told.is_empty(), "{told:?}");
    }
    let ki2 = "手合割：平手\n▲７六歩 △３四歩 ▲２二角成 △９九香\nまで4手で反則により先手の勝ち\n";
    let (record, _) = read(Some(Format::Ki2u), ki2).unwrap();
    assert_eq!(record.main.ending, Some(Ending::WonByFoul));
    assert!(record.main.foul.is_some());
}

#[test]
fn the_board_may_stand_below_the_title() {
    let (before, hand) = GOLD.split_once('\n').unwrap();
    let moves = "1 ▲１二金打\nまで1手で詰み\n";
    for text in [
        format!("{before}\n{TITLE}{hand}{moves}"),
        GOLD.replace("先手の", &format!("{TITLE}先手の")) + moves,
    ] {
        all_read(Format::Kifu, &[(&text, &["G*1b"], &[])]);
    }
}

#[test]
fn moves_are_read_in_other_orders_and_with_fewer_words() {
    let expected: &[&str] = &["7g7f 3c3d 8h2b+ 3a2b"];
    for moves in [
        "3 ▲２二角(88)成\n4 △同　銀(31)\n5 中断\n",
        "3 ２二角成\n4 同　銀\n5 中断\n",
        "3 ２二角成 ( 0:01/00:00:01)\n4 同銀+\n5 中断\n",
    ] {
        let text = format!("手合割：平手\n1 ７六歩\n2 ３四歩(33)\n{moves}");
        all_read(Format::Kifu, &[(&text, expected, &[])]);
    }
    let text = format!("{GOLD}1 １二金 (0:01/0:00:01)\n2 詰み\n");
    all_read(Format::Kifu, &[(&text, &["G*1b"], &[])]);
    refused(
        Format::Kifu,
        &[
            (
                "手合割：平手\n1 ５八金\n",
                "x:2: ５八金 is ambiguous: several legal moves fit",
            ),
            (
                "手合割：平手\n1 ７六歩(7\n",
                "x:2: expected 成, 打 or the origin in brackets, like (23), found \"(7\"",
            ),
        ],
    );
}

#[test]
fn variations_may_come_in_ascending_order() {
    let main = "1 ７六歩(77)\n2 ３四歩(33)\n3 ２六歩(27)\n4 ８四歩(83)\n5 ２五歩(26)\n6 ８五歩(84)\n7 中断\n";
    let text = format!(
        "手合割：平手\n{main}変化：2手\n2 ８四歩(83)\n3 ２六歩(27)\n変化：3手\n3 ５六歩(57)\n変化：6手\n6 ３二金(41)\n7 ７八金(69)\n"
    );
    let lines: &[&str] = &[
        "7g7f 3c3d 2g2f 8c8d 2f2e 8d8e",
        "2: 8c8d 2g2f",
        "3: 5g5f",
        "6: 4a3b 6i7h",
    ];
    let told: &[&str] =
        &["line 14: the line before has no move 6: read as a variation of an earlier line"];
    all_read(Format::Kifu, &[(&text, lines, told)]);
    let (record, _) = read(Some(Format::Kifu), &text).unwrap();
    let parents: Vec<_> = record.variations.iter().map(|is| is.parent).collect();
    assert_eq!(parents, [None, Some(0), None]);
    let way = record.moves_with(2).unwrap();
    assert_eq!(way.len(), 7);
    assert!(record.check().is_ok());
    // We write them as everybody reads them.
    let bytes = to_bytes(Format::Kifu, &record).unwrap();
    let (again, told) = read(Some(Format::Kifu), std::str::from_utf8(&bytes).unwrap()).unwrap();
    assert!(again.check().is_ok() && told.is_empty(), "{told:?}");
}

#[test]
fn marks_before_headers_begin_no_moves() {
    let text = "▲先手：甲\n△後手：乙\n▲７六歩 △３四歩\nまで2手で中断\n";
    let (record, told) = read(Some(Format::Ki2u), text).unwrap();
    assert_eq!(lines(&record), ["7g7f 3c3d"]);
    assert_eq!(
        (record.header("先手"), record.header("後手")),
        (Some("甲"), Some("乙"))
    );
    assert!(told.is_empty(), "{told:?}");
    let marked = GOLD.replace("先手の", "▲").replace("後手の", "△");
    for moves in ["▲１二金\n", "1 ▲１二金\n", "▲１二金 △投了\n"] {
        let text = format!("{marked}{moves}まで1手で詰み\n");
        for format in [Some(Format::Ki2u), None] {
            let (record, _) = read(format, &text).unwrap_or_else(|why| panic!("{why}\n{text}"));
            assert_eq!(lines(&record), ["G*1b"]);
            assert!(!record.start.hand(shogi::Color::Black).is_empty());
        }
    }
    refused(
        Format::Ki2u,
        &[(
            &format!("{GOLD}2 ▲１二金\n"),
            "x:13: move 2 instead of move 1",
        )],
    );
    // The marks make no KI2 of a KIF without a name.
    let text = format!("{marked}{TITLE}1 １二金打\n2 詰み\n");
    assert_eq!(lines(&read(None, &text).unwrap().0), ["G*1b"]);
}

#[test]
fn a_wide_star_is_a_comment() {
    let text = format!("＊はじめに\n{GOLD}＊＊＊\n1 １二金打 ＊ここ\n＊１二金が決め手\n2 詰み\n");
    let (record, told) = read(Some(Format::Kifu), &text).unwrap();
    let comments: Vec<_> = record
        .main
        .comments
        .iter()
        .map(|is| (is.ply, is.text.as_str()))
        .collect();
    assert_eq!(
        comments,
        [(0, "はじめに"), (1, "ここ"), (1, "１二金が決め手")]
    );
    assert!(told.is_empty(), "{told:?}");
}

#[test]
fn a_turned_board_is_a_line_about_the_screen() {
    let text = format!("盤面反転\n{GOLD}1 １二金打\n2 詰み\n");
    all_read(Format::Kifu, &[(&text, &["G*1b"], &[])]);
}

#[test]
fn rows_may_have_blanks_and_radicals_of_pages() {
    let text = GOLD.replace(" ・", "\u{A0}・").replace('金', "⾦") + "1 １⼆⾦打\n2 詰み\n";
    all_read(Format::Kifu, &[(&text, &["G*1b"], &[])]);
    // What people wrote stays as it is.
    let text = format!("作者：⾦⼦\n{GOLD}*⾦打\n1 １二金打\n2 詰み\n");
    let (record, _) = read(Some(Format::Kifu), &text).unwrap();
    assert_eq!(record.header("作者"), Some("⾦⼦"));
    assert_eq!(record.main.comments[0].text, "⾦打");
}

#[test]
fn shift_jis_writes_the_signs_that_windows_has() {
    let (mut record, _) = read(Some(Format::Kifu), GOLD).unwrap();
    record.set_header(keys::TITLE, "A—B‖〜−¢£¬");
    let bytes = to_bytes(Format::Kif, &record).unwrap();
    let input = Box::new(std::io::Cursor::new(bytes));
    let mut records = Records::read("x", input, Some(Format::Kif), HandReading::Listed).unwrap();
    let again = records.next().unwrap().unwrap().record;
    assert_eq!(again.header(keys::TITLE), Some("A―B∥～－￠￡￢"));
}

#[test]
fn a_line_of_sfen_may_have_a_remark() {
    let sfen = "8k/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";
    for text in [
        format!("{sfen} # 頭金：例"),
        format!("{sfen} // comment"),
        format!("{sfen} moves G*1b # comment\t\t例 # 1"),
    ] {
        for format in [Some(Format::Sfen), None] {
            let (record, told) = read(format, &text).unwrap_or_else(|why| panic!("{why}\n{text}"));
            assert_eq!(record.start.tsume_sfen(), sfen);
            assert!(told.is_empty(), "{told:?}");
            let title = record.header(keys::TITLE);
            assert_eq!(title, text.contains('\t').then_some("例 # 1"));
        }
    }
}

#[test]
fn psn_is_called_what_it_is() {
    let text = "[Name \"x\"]\n[Sente \"a\"]\n1. P7g-7f 2. P3c-3d\n";
    assert_eq!(
        read(None, text).unwrap_err(),
        "x: cannot be read: it is PSN or PGN, which is not read: save the game as KIF, KI2 or CSA"
    );
    assert!(read(None, "[\"x\"]\n").unwrap_err().contains("JSON"));
}
