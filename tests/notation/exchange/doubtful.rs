//! What may be meant in two ways, and what a line alone does not tell.

use super::wild::{found, one};
use notation::exchange::{FileError, Lost, head, to_bytes};
use notation::record::{Comment, Ending, Header, keys};
use notation::{Format, Oddity, Record};
use shogi::Position;

const GOLD: &str = "8k/9/8P/9/9/9/9/9/9 b G";

/// Everyday words, each of which alone might be in another encoding, or UTF-8.
const WORDS: [&str; 14] = [
    "夢",
    "龍",
    "年",
    "式",
    "玉",
    "詰",
    "の",
    "発表年月",
    "反則負け",
    "詰みの表",
    "と打てるよう",
    "のにはもれが",
    "ｶﾅ",
    "①",
];

fn titles(format: Format, bytes: &[u8]) -> Vec<Option<String>> {
    let all = found(Some(format), bytes).into_iter();
    let records = all.map(|is| is.unwrap_or_else(|error| panic!("{error}")).record);
    records
        .map(|record| record.told(keys::TITLE).map(str::to_owned))
        .collect()
}

#[test]
fn a_list_is_in_one_encoding() {
    let list: String = WORDS
        .iter()
        .map(|word| format!("{GOLD} 1\t1\tG*1b\t{word}\n"))
        .collect();
    let rows: String = WORDS
        .iter()
        .map(|word| format!("{GOLD} 1,{word}\n"))
        .collect();
    let table = format!("sfen,作品名\n{rows}");
    let plain: String = (0..30)
        .map(|_| format!("{GOLD} 1\t1\tG*1b\tplain\n"))
        .collect();
    let expected: Vec<_> = WORDS.iter().map(|word| Some((*word).to_owned())).collect();
    for tables in [
        encoding_rs::SHIFT_JIS,
        encoding_rs::EUC_JP,
        encoding_rs::UTF_8,
    ] {
        let bytes = |text: &str| tables.encode(text).0.into_owned();
        assert_eq!(
            titles(Format::Sfen, &bytes(&list)),
            expected,
            "{}",
            tables.name()
        );
        assert_eq!(
            titles(Format::Csv, &bytes(&table)),
            expected,
            "{}",
            tables.name()
        );
        // Nor does it depend on where the first doubtful line stands.
        let late = [bytes(&plain), bytes(&list)].concat();
        assert_eq!(
            titles(Format::Sfen, &late)[30..],
            expected,
            "{}",
            tables.name()
        );
    }
    // Files that were put together.
    let both = [list.as_bytes(), &encoding_rs::SHIFT_JIS.encode(&list).0].concat();
    assert_eq!(titles(Format::Sfen, &both).len(), 2 * WORDS.len());
    assert_eq!(titles(Format::Sfen, &both)[..WORDS.len()], expected);
}

#[test]
fn the_wrong_byte_is_named_however_long_the_line_is() {
    // Bytes of two that Shift_JIS does not give a character.
    let line = b"\x85\x40".repeat(100_000);
    let text = [&encoding_rs::SHIFT_JIS.encode("作品名：龍\n").0, &line[..]].concat();
    let error = found(Some(Format::Kif), &text).remove(0).unwrap_err();
    assert_eq!(
        error.to_string(),
        "x:2: byte 1 of the line is not Shift_JIS"
    );
}

#[test]
fn a_column_that_begins_with_a_move_is_moves() {
    for (line, reason) in [
        (format!("{GOLD} 1\tG*1b x\ttitle"), "x"),
        (format!("{GOLD} 1\tG*1b,1a1b\ttitle"), "G*1b,1a1b"),
        (format!("{GOLD} 1\tG*1b 1a1z"), "1a1z"),
    ] {
        let error = found(Some(Format::Sfen), line.as_bytes()).remove(0);
        assert!(error.unwrap_err().to_string().contains(reason), "{line}");
    }
    let odd = one(
        Some(Format::Sfen),
        &format!("{GOLD} 1\t7\tsomebody\tG*1b\ttitle"),
    );
    assert_eq!(odd.record.told(keys::TITLE), Some("title"));
    assert_eq!(odd.record.main.moves.len(), 1);
    let aside = Oddity::LeftAside("somebody".to_owned());
    assert!(
        odd.notices.iter().any(|is| is.what == aside),
        "{:?}",
        odd.notices
    );
}

#[test]
fn several_columns_for_one_thing_lose_nothing() {
    let table = format!("sfen,line,moves,title,作品名,作者,author\n{GOLD} 1,,G*1b,A,B,C,C\n");
    let record = one(Some(Format::Csv), &table).record;
    assert_eq!(record.main.moves.len(), 1);
    let header = |key: &str, value: &str| Header {
        key: key.to_owned(),
        value: value.to_owned(),
    };
    let expected = [
        header("作品名", "A"),
        header("作品名", "B"),
        header("作者", "C"),
    ];
    let told: Vec<_> = record
        .headers
        .into_iter()
        .filter(|is| is.key != keys::PLIES)
        .collect();
    assert_eq!(told, expected);
}

#[test]
fn sides_and_numbers_that_contradict_the_moves_are_told() {
    let even = "手合割：平手\n";
    let notices = |format, text: &str| {
        let found = one(Some(format), text);
        found
            .notices
            .into_iter()
            .map(|is| is.what)
            .collect::<Vec<_>>()
    };
    let other = |text: &str| Oddity::OtherSide(text.to_owned());
    let told = notices(
        Format::Ki2u,
        &format!("{even}▲７六歩 ▲３四歩 △２六歩 △８四歩\nまで4手で中断\n"),
    );
    assert_eq!(told, [other("３四歩")]);
    let told = notices(
        Format::Kifu,
        &format!("{even}1 ▲７六歩(77)\n2 ▲３四歩(33)\n3 中断\n"),
    );
    assert_eq!(told, [other("2 ▲３四歩(33)")]);
    let plies = Oddity::Plies { told: 9, played: 2 };
    let told = notices(
        Format::Ki2u,
        &format!("{even}▲７六歩 △３四歩\nまで9手で投了\n"),
    );
    assert_eq!(told, [plies]);
    for right in [
        "▲７六歩 △３四歩\nまで2手で投了\n",
        "▲７六歩 △３四歩\nまで3手で投了\n",
    ] {
        assert_eq!(notices(Format::Ki2u, &format!("{even}{right}")), []);
    }
}

fn gold() -> Record {
    let start = Position::from_tsume_sfen(&format!("{GOLD} 1"), true).unwrap();
    Record::new(start, vec!["G*1b".parse().unwrap()])
}

fn back(format: Format, record: &Record) -> Result<Record, FileError> {
    let bytes = [head(format), to_bytes(format, record).unwrap()].concat();
    found(Some(format), &bytes).remove(0).map(|is| is.record)
}

#[test]
fn a_comment_keeps_its_lines_to_itself() {
    let mut record = gold();
    record.main.comments.push(Comment {
        ply: 1,
        text: "good\r   2 中断\r\n+1122FU\r%TORYO".to_owned(),
    });
    for format in [Format::Kifu, Format::Ki2u, Format::Csa] {
        let read = back(format, &record).unwrap();
        let comments: Vec<&str> = read.main.comments.iter().map(|is| &*is.text).collect();
        assert_eq!(
            comments,
            ["good", "   2 中断", "+1122FU", "%TORYO"],
            "{format:?}"
        );
        assert!(
            matches!(read.main.ending, None | Some(Ending::Mate)),
            "{format:?}"
        );
    }
}

#[test]
fn a_title_does_not_change_the_encoding() {
    let mut record = gold();
    record.set_header(keys::TITLE, "\u{1b}$B!!");
    for format in Format::ALL {
        let read = back(format, &record).unwrap();
        assert_eq!(read.told(keys::TITLE), Some("$B!!"), "{format:?}");
    }
}

#[test]
fn endings_come_back_or_are_counted() {
    for word in [
        "foo bar",
        "１２foo。",
        "で詰み",
        "打ち 掛け",
        "時間切れの疑い",
        "7手",
        "先手の勝ち",
        "後手の入玉勝ち",
    ] {
        for moves in [0, 1] {
            let mut record = gold();
            record.main.moves.truncate(moves);
            record.main.ending = Some(Ending::of_word(word));
            for format in [Format::Kifu, Format::Ki2u] {
                let read = back(format, &record).unwrap();
                let is_counted = Lost::by(format, &record).endings > 0;
                assert_eq!(
                    read.main.ending == record.main.ending,
                    !is_counted,
                    "{word} {format:?}"
                );
            }
        }
    }
    let json = format!("{{\"sfen\":\"{GOLD} 1\",\"moves\":\"G*1b\",\"ending\":\" \"}}\n");
    assert_eq!(one(Some(Format::Jsonl), &json).record.main.ending, None);
}

#[test]
fn a_header_may_begin_like_the_last_line() {
    let text = "作品名：x\nまでの出典：本\n手合割：平手\n1 ７六歩(77)\n2 中断\n";
    let read = one(Some(Format::Kifu), text);
    assert_eq!(read.notices, []);
    assert_eq!(read.record.header("までの出典"), Some("本"));
    assert_eq!(read.record.main.moves.len(), 1);
    let mut record = gold();
    for (key, value) in [
        ("\u{FEFF}", "７六歩　~"),
        ("\u{FEFF}+成", "x"),
        ("までの出典", "本"),
    ] {
        record.set_header(key, value);
    }
    for format in [Format::Kifu, Format::Ki2u] {
        assert!(back(format, &record).is_ok(), "{format:?}");
    }
}

#[test]
fn stated_lengths_are_numbers() {
    for (stated, plies) in [
        ("7", "7"),
        ("７手", "7"),
        ("7手詰", "7"),
        ("手", ""),
        ("+7", ""),
        ("長い", ""),
    ] {
        let mut record = gold();
        record.main.moves.clear();
        record.set_header(keys::PLIES, stated);
        let line = String::from_utf8(to_bytes(Format::Sfen, &record).unwrap()).unwrap();
        assert_eq!(line.split('\t').nth(1), Some(plies), "{stated}");
        let lost = usize::from(plies.is_empty());
        assert_eq!(Lost::by(Format::Sfen, &record).headers, lost, "{stated}");
    }
}

#[test]
fn shift_jis_writes_no_sign_that_is_read_as_another() {
    for sign in ['¥', '‾'] {
        let mut record = gold();
        record.set_header(keys::TITLE, &format!("{sign}100"));
        let error = to_bytes(Format::Kif, &record).unwrap_err();
        assert_eq!(error.sign, sign);
    }
}
