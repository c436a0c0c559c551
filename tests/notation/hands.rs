//! Whose hands and whose turn a diagram tells, in the words of many programs and in our own.

use notation::diagram::draw;
use notation::exchange::{Format, Records};
use shogi::{Color, HandReading, Position, Setup};
use testkit::{Crowd, Rng, cases, random_position};

/// The position of a file, or what is wrong with it.
fn start(format: Format, text: &str) -> Result<String, String> {
    let input = Box::new(std::io::Cursor::new(text.as_bytes().to_vec()));
    let records = Records::read("x", input, Some(format), HandReading::Listed);
    let found = records.and_then(|mut records| records.next().unwrap());
    found
        .map(|found| found.record.start.tsume_sfen())
        .map_err(|error| error.to_string())
}

/// A king of White on 1a, a pawn of Black on 1c.
fn board() -> String {
    let mut rows = String::from("| ・ ・ ・ ・ ・ ・ ・ ・v玉|一\n");
    for (label, last) in "二三四五六七八九".chars().zip("・歩・・・・・・".chars())
    {
        rows.push_str(&format!("| ・ ・ ・ ・ ・ ・ ・ ・ {last}|{label}\n"));
    }
    rows
}

const PROBLEM: &str = "8k/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";
const REST: &str = "飛二　角二　金三　銀四　桂四　香四　歩十七";

#[test]
fn hands_are_those_of_the_sides_they_name() {
    let board = board();
    for [white, black] in [
        ["後手の持駒：", "先手の持駒："],
        ["△持駒：", "▲持駒："],
        ["☖の持駒：", "☗の持駒："],
        ["△後手の持ち駒：", "▲先手の持ち駒："],
        ["後手（玉方）の持駒：", "先手（攻方）の持駒："],
        ["上手の手駒:", "下手の手駒:"],
        ["守方持ちゴマ：", "詰方持ちゴマ："],
        ["持駒（玉方）：", "持駒（攻方）："],
        ["\u{200B}後手の持駒：", "\u{200B}先手の持駒："],
        ["<pre>後手の持駒：", "</pre><br>先手の持駒："],
        ["後⼿の持駒：", "先⼿の持駒："],
        ["玉方の持駒：", "持駒："],
    ] {
        for format in [Format::Bod, Format::Kifu, Format::Ki2u] {
            for gold in ["金", "⾦一", "\u{A0}金"] {
                let text = format!("{white}{REST}\n{board}{black}{gold}\n");
                assert_eq!(start(format, &text).as_deref(), Ok(PROBLEM), "{text}");
            }
        }
    }
}

#[test]
fn a_hand_of_nobody_is_told() {
    let board = board();
    for (line, message) in [
        (
            "自分の持駒：金",
            "\"自分の持駒\" does not say whose hand it is: write 先手の持駒：… or 後手の持駒：…",
        ),
        (
            "▲後手の持駒：金",
            "\"▲後手の持駒\" does not say whose hand it is: write 先手の持駒：… or 後手の持駒：…",
        ),
        (
            "先手の持駒　金",
            "a hand needs a colon, as in 先手の持駒：金, but here is \"先手の持駒 金\"",
        ),
    ] {
        for format in [Format::Bod, Format::Kifu, Format::Ki2u] {
            let text = format!("手合割：詰将棋\n{line}\n{board}");
            let error = start(format, &text).unwrap_err();
            assert_eq!(error, format!("x:2: {message}"), "{text}");
        }
    }
    // Where both hands are told it is something else.
    let hands = format!("後手の持駒：{REST}\n先手の持駒：金\n");
    let text = format!("{hands}{board}持駒の金をどう使うか\n自分の持駒：金\n");
    assert!(start(Format::Bod, &text).unwrap().contains(" b G"));
    // Where there is no diagram there are no hands, either.
    assert!(start(Format::Kifu, "手合割：平手\n自分の持駒：金\n").is_ok());
}

/// 攻方 and 玉方 are no sides of the board.
#[test]
fn whoever_has_no_king_attacks() {
    let turned = board().replace('v', "w").replace(" 歩", "v歩");
    let turned = turned.replace("w玉", " 玉");
    let text = format!("攻方の持駒：金\n{turned}玉方の持駒：{REST}\n手番：攻方\n");
    let expected = "8K/9/8p/9/9/9/9/9/9 w 2R2B3G4S4N4L17Pg 1";
    assert_eq!(start(Format::Bod, &text).as_deref(), Ok(expected));
}

#[test]
fn the_turn_is_told_in_many_words() {
    let board = board();
    let hands = format!("後手の持駒：{REST}\n先手の持駒：金\n");
    let white = PROBLEM.replace(" b ", " w ");
    for turn in [
        "後手番",
        "（後手番）",
        "手番：△",
        "手番：△後手",
        "手番：後手（玉方）",
        "手番：玉方（☖）",
        "手番：玉方",
        "手番＝後手",
        "手番：上手番",
        "受方番",
        "後手番\n手番：後手",
        "手番：玉方\n後手番",
    ] {
        for format in [Format::Bod, Format::Kifu, Format::Ki2u] {
            let text = format!("{hands}{board}{turn}\n");
            assert_eq!(start(format, &text), Ok(white.clone()), "{text}");
        }
    }
    for turn in ["先手番", "手番：▲", "手番：攻方（☗）", ""] {
        let text = format!("{hands}{board}{turn}\n");
        assert_eq!(start(Format::Kifu, &text).as_deref(), Ok(PROBLEM), "{text}");
    }
    for (turn, message) in [
        (
            "手番：乙",
            "x:12: \"乙\" is no side to move: write 手番：先手 or 手番：後手",
        ),
        ("先手番\n手番：後手", "x:13: the side to move: given twice"),
    ] {
        let text = format!("{hands}{board}{turn}\n");
        assert_eq!(start(Format::Kifu, &text), Err(message.to_owned()));
    }
}

/// What `solve` and `show` print, copied into a file.
#[test]
fn our_own_drawings_are_read_back() {
    let mut rng = Rng(11);
    let mut seen = [0; 4];
    for _ in 0..cases(300, 2_000) {
        let crowd = Crowd {
            board: 12,
            black_hand: 3,
            two_kings_one_in: 3,
            full_set: true,
            black_to_move: false,
        };
        let mut start_position = random_position(&mut rng, &crowd);
        if rng.one_in(2) {
            start_position = start_position.rotate();
        }
        let setup = Setup::from(&start_position);
        let attackers = match setup.has_one_king() {
            true => vec![setup.attacker()],
            false => vec![Color::Black, Color::White],
        };
        for attacker in attackers {
            seen[2 * attacker as usize + setup.side as usize] += 1;
            let text = draw(&setup, attacker) + "\n";
            let read = start(Format::Kifu, &text).unwrap_or_else(|why| panic!("{why}\n{text}"));
            let expected: &Position = &start_position;
            assert_eq!(read, expected.tsume_sfen(), "{text}");
        }
    }
    assert!(seen.iter().all(|&count| count > 20), "{seen:?}");
}
