//! What editors' folders hold beside plain files: tables of a spreadsheet, several records in one, names that do not fit.

use super::wild::{found, one, refused};
use notation::exchange::ReadProblem;
use notation::record::{Ending, keys};
use notation::{Format, Oddity};

const GOLD: &str = "8k/9/8P/9/9/9/9/9/9 b G";
const EVEN: &str = "手合割：平手\n手数----指手---------消費時間--\n";

fn odd(found: &ReadProblem) -> Vec<Oddity> {
    found.notices.iter().map(|is| is.what.clone()).collect()
}

#[test]
fn a_table_is_parted_as_its_line_of_names_is() {
    for (format, sign) in [
        (Some(Format::Csv), ","),
        (Some(Format::Csv), ";"),
        (Some(Format::Csv), "\t"),
        (Some(Format::Sfen), "\t"),
        (None, "\t"),
        (None, ";"),
        (None, ","),
    ] {
        let table = format!(
            "SFEN,Plies,line,作品名,Author\n\"{GOLD} 1\",1,G*1b,夏,山田\n,,,,\n{GOLD} 1,3.0,,\"a,b\",\n"
        );
        let table = table
            .replace("a,b", "a@b")
            .replace(',', sign)
            .replace('@', ",");
        let all = found(format, table.as_bytes());
        let records: Vec<_> = all.into_iter().map(|is| is.unwrap().record).collect();
        let told = |at: usize, key: &str| records[at].told(key);
        assert_eq!(records.len(), 2, "{sign:?}");
        assert_eq!(told(0, keys::TITLE), Some("夏"));
        assert_eq!(told(0, keys::AUTHOR), Some("山田"));
        assert_eq!(told(0, keys::PLIES), None);
        assert_eq!(records[0].main.moves.len(), 1);
        assert_eq!(told(1, keys::TITLE), Some("a,b"));
        assert_eq!(records[1].plies(), Some(3));
    }
    let error = refused(Some(Format::Csv), "局面,手数\nx,1\n".as_bytes());
    assert!(error.contains("give this name"), "{error}");
}

#[test]
fn a_list_stays_one_whatever_its_titles_are() {
    for start in [
        &format!("{GOLD} 1"),
        "startpos",
        "position startpos",
        "sfen startpos",
    ] {
        for format in [None, Some(Format::Sfen)] {
            for title in ["a,sfen,\"b", "sfen", "x;sfen"] {
                let found = one(format, &format!("{start}\t1\t{title}"));
                assert_eq!(
                    found.record.told(keys::TITLE),
                    Some(title),
                    "{start} {title}"
                );
            }
        }
    }
}

#[test]
fn a_length_in_a_cell_is_kept_whatever_it_is() {
    for (cell, stated, plies) in [
        ("５", "5", Some(5)),
        ("5手", "5", Some(5)),
        ("5.0", "5", Some(5)),
        ("五手", "五手", None),
        ("?", "?", None),
    ] {
        let record = one(Some(Format::Csv), &format!("sfen,plies\n{GOLD} 1,{cell}\n")).record;
        assert_eq!(record.told(keys::PLIES), Some(stated));
        assert_eq!(record.plies(), plies);
    }
}

#[test]
fn a_second_record_is_refused_where_it_begins() {
    let board = "９ ８ ７ ６ ５ ４ ３ ２ １\n";
    for (format, text, line) in [
        (
            Format::Kifu,
            format!("{EVEN}1 ７六歩(77)\n2 ３四歩(33)\n{EVEN}1 ２六歩(27)\n"),
            5,
        ),
        (
            Format::Kifu,
            "手合割：平手\n先手：a\n1 ７六歩(77)\n先手：b\n手数----指手--\n1 ２六歩(27)\n"
                .to_owned(),
            5,
        ),
        (
            Format::Kifu,
            format!("{EVEN}1 ７六歩(77)\n2 中断\n{board}"),
            5,
        ),
        (
            Format::Ki2u,
            "手合割：平手\n▲７六歩\n手合割：平手\n▲２六歩\n".to_owned(),
            3,
        ),
    ] {
        let error = refused(Some(format), text.as_bytes());
        assert!(
            error.starts_with(&format!("x:{line}: a second record")),
            "{error}"
        );
    }
    // A header may stand late.
    let late = format!("{EVEN}1 ７六歩(77)\n2 中断\n備考：late\n");
    assert_eq!(
        one(Some(Format::Kifu), &late).record.header("備考"),
        Some("late")
    );
}

#[test]
fn a_file_is_what_is_in_it_where_its_name_says_otherwise() {
    let csa = "V2.2\nPI\n+\n+7776FU\n%CHUDAN\n";
    let ki2 = "手合割：平手\n▲７六歩\nまで1手で中断\n";
    let kif = format!("{EVEN}1 ７六歩(77)\n2 中断\n");
    for (told, text, is) in [
        (Format::Kif, csa, "CSA"),
        (Format::Ki2, csa, "CSA"),
        (Format::Kifu, ki2, "KI2"),
        (Format::Csa, ki2, "KI2"),
        (Format::Csa, &kif, "KIF"),
        (Format::Ki2u, &kif, "KIF"),
    ] {
        let found = one(Some(told), text);
        assert_eq!(odd(&found), [Oddity::OtherFormat(is)], "{told:?} {text}");
        assert_eq!(found.record.main.moves.len(), 1);
        assert_eq!(found.record.main.ending, Some(Ending::Interrupted));
    }
    // What is wrong with a file is told of the format that its name says.
    let error = refused(Some(Format::Csa), b"V2.2\nPI\n+\n+7775FU\n%TORYO\n");
    assert!(error.starts_with("x:4: "), "{error}");
}

#[test]
fn zeros_and_the_sign_of_dos_at_the_end_are_nothing() {
    let text = format!("{EVEN}1 ７六歩(77)\n2 中断\n");
    for end in ["\u{1a}", &"\0".repeat(500)] {
        let found = one(Some(Format::Kifu), &format!("{text}{end}"));
        assert_eq!(odd(&found), []);
    }
}

#[test]
fn moves_in_print_end_with_the_last_line_at_once() {
    let text = "手合割：平手\n▲７六歩、△３四歩▲２二角生まで3手で中断\n";
    let found = one(Some(Format::Ki2u), text);
    assert_eq!(odd(&found), []);
    assert_eq!(shogi::usi_line(&found.record.main.moves), "7g7f 3c3d 8h2b");
    assert_eq!(found.record.main.ending, Some(Ending::Interrupted));
}

#[test]
fn kings_that_are_missing_are_told() {
    let line = |sfen: &str| odd(&one(Some(Format::Sfen), sfen));
    assert_eq!(
        line("9/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1"),
        [Oddity::NoKing]
    );
    let turned = line("8K/9/8p/9/9/9/9/9/9 b 2r2b4g4s4n4l17p 1");
    assert_eq!(turned, [Oddity::DefenderMoves]);
    assert_eq!(line("8k/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1"), []);
    assert_eq!(line("8k/9/8P/9/9/9/9/9/8K b G2r2b3g4s4n4l17p 1"), []);
}

#[test]
fn what_stands_behind_the_end_is_a_variation() {
    let text = format!("{EVEN}1 ７六歩(77)\nまで1手で中断\n2 ３四歩(33)\n3 中断\n");
    let found = one(Some(Format::Kifu), &text);
    assert_eq!(found.record.variations.len(), 1);
    let said = found.notices[0].what.to_string();
    assert_eq!(said, "move 2 follows the end: read as a variation");
}
