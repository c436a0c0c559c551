//! Every format against itself, and KIF, KI2 and CSA against an independent converter.

mod converter;
mod csa;
mod damage;
mod diagrams;
mod doubtful;
mod folder;
mod form;
mod jkf;
mod list;
mod losses;
mod others;
mod random;
mod starts;
mod wild;

use std::fs;
use std::io::Read;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use flate2::read::GzDecoder;
use notation::Encoding;
use notation::Format;
use notation::exchange::{FileError, Lost, Records, head, separator, to_bytes};
use notation::record::{Comment, Ending, Header, Record, RecordLine, keys};
use random::{CROWD, random_record};
use shogi::{Color, HandReading, Position};
use shogi_kifu_converter::converter::ToKif;
use shogi_kifu_converter::parser::parse_kif_str;
use testkit::{Rng, cases};
use tsume::solve::{Goal, Limits, Solve, Solver, Task};

fn data(name: &str) -> PathBuf {
    testkit::data(name)
}

fn read(format: Format, bytes: &[u8]) -> Vec<Result<Record, FileError>> {
    let input = Box::new(std::io::Cursor::new(bytes.to_vec()));
    match Records::read("x", input, Some(format), HandReading::Listed) {
        Ok(records) => records.map(|item| item.map(|found| found.record)).collect(),
        Err(error) => vec![Err(error)],
    }
}

/// What a format has no place for, taken out; what it writes of itself, put in.
fn as_kept(format: Format, record: &Record) -> Record {
    let mut kept = record.clone();
    match format {
        Format::Kif | Format::Kifu | Format::Jsonl => {}
        Format::Ki2 | Format::Ki2u => {
            let variations = kept.variations.iter_mut().map(|is| &mut is.line);
            variations
                .chain([&mut kept.main])
                .for_each(|line| line.times.clear());
        }
        Format::Jkf => {
            let variations = kept.variations.iter_mut().map(|is| (true, &mut is.line));
            for (is_variation, line) in variations.chain([(false, &mut kept.main)]) {
                // What CSA files have no word for comes back as an interruption.
                let has_word = |is: &Ending| is.csa_word(Color::Black).is_some();
                if line.ending.as_ref().is_some_and(|is| !has_word(is)) {
                    line.ending = Some(Ending::Interrupted);
                }
                // Before the first move of a variation there is no place.
                for comment in line.comments.iter_mut().filter(|_| is_variation) {
                    comment.ply = comment.ply.max(line.first_ply);
                }
            }
        }
        Format::Csa => {
            kept.variations.clear();
            // What CSA files have a place for comes first.
            kept.headers
                .sort_by_key(|h| !["先手", "後手"].contains(&h.key.as_str()));
        }
        Format::Bod => {
            kept.variations.clear();
            kept.main = RecordLine::main(Vec::new());
        }
        Format::Sfen | Format::Csv => {
            kept.variations.clear();
            kept.main.comments.clear();
            kept.main.times.clear();
            kept.main.foul = None;
            kept.main.ending = None;
            let moves = kept.main.moves.len().to_string();
            let stated = kept.header(keys::PLIES).map(str::to_owned);
            let told: &[&str] = match format {
                Format::Sfen => &[keys::TITLE],
                _ => &[
                    keys::TITLE,
                    keys::AUTHOR,
                    keys::SOURCE,
                    keys::DATE,
                    keys::SOUNDNESS,
                ],
            };
            let mut headers = Vec::new();
            headers.extend(stated.filter(|s| *s != moves).map(|value| Header {
                key: keys::PLIES.to_owned(),
                value,
            }));
            for key in told {
                headers.extend(kept.told(key).map(|value| Header {
                    key: (*key).to_owned(),
                    value: value.to_owned(),
                }));
            }
            kept.headers = headers;
        }
    }
    kept
}

/// Written and read again, a record is what the format can keep of it; written once more, the
/// bytes are the same.
fn round_trip(format: Format, record: &Record) {
    let bytes = to_bytes(format, record).unwrap();
    let file = [&head(format)[..], &bytes].concat();
    let text = || String::from_utf8_lossy(&bytes).into_owned();
    let again = read(format, &file).remove(0);
    let again = again.unwrap_or_else(|error| panic!("{format:?}: {error}\n{}", text()));
    assert_eq!(again, as_kept(format, record), "{format:?}\n{}", text());
    assert_eq!(to_bytes(format, &again).unwrap(), bytes, "{format:?}");
}

/// All records in one file.
fn whole_file(format: Format, records: &[Record]) {
    let parts: Vec<Vec<u8>> = records
        .iter()
        .map(|record| to_bytes(format, record).unwrap())
        .collect();
    let file = [head(format), parts.join(separator(format))].concat();
    let again: Vec<Record> = read(format, &file)
        .into_iter()
        .map(Result::unwrap)
        .collect();
    let kept: Vec<Record> = records.iter().map(|r| as_kept(format, r)).collect();
    assert_eq!(again, kept, "{format:?}");
}

/// The problems of a file of the test data, compressed or not.
fn problems(name: &str) -> Vec<Record> {
    let path = data(name);
    let mut bytes = fs::read(&path).unwrap();
    if name.ends_with(".gz") {
        let mut text = Vec::new();
        GzDecoder::new(&bytes[..]).read_to_end(&mut text).unwrap();
        bytes = text;
    }
    let format = match name.contains(".csv") {
        true => Format::Csv,
        false => Format::Sfen,
    };
    read(format, &bytes)
        .into_iter()
        .map(Result::unwrap)
        .collect()
}

#[test]
fn the_test_data_survives_every_format() {
    let mut count = 0;
    for name in [
        "musou.tsv",
        "zukou_99_100.tsv",
        "short_1_to_11.tsv",
        "short_1_to_5.tsv",
        "short_5_7.tsv",
        "confirmed_lengths.tsv",
        "futile_cases.tsv",
        "families_G2P1.csv.gz",
        "families_S2P1.csv.gz",
        "families_N4.csv.gz",
    ] {
        let mut records = problems(name);
        for record in &mut records {
            // The lists of the families have a line each; what else they have are numbers.
            record.headers.retain(|h| !h.key.is_ascii());
            if !record.main.moves.is_empty() {
                record.main.ending = Some(Ending::Mate);
            }
        }
        // Of the long lists some are enough for the slow formats.
        let long = if records.len() < 1000 { 100 } else { 1000 };
        for record in records.iter().step_by(cases(long / 10, long / 100)) {
            for format in Format::ALL {
                round_trip(format, record);
            }
            count += 1;
        }
        records.truncate(cases(500, usize::MAX));
        for format in Format::ALL.into_iter().filter(|f| f.holds_many()) {
            whole_file(format, &records);
        }
    }
    println!("{count} problems");
    assert!(count > cases(400, 4_500), "{count}");
}

/// Problems of 将棋無双 with main lines from the solver, those it finds quickly.
#[test]
fn solved_problems_survive_every_format() {
    let mut solver = Solver::new(64 << 20);
    let limits = Limits {
        nodes: Some(120_000),
        ..Limits::default()
    };
    let stop = AtomicBool::new(false);
    let (mut solved, mut longest) = (Vec::new(), 0);
    for mut record in problems("musou.tsv").into_iter().take(cases(15, 100)) {
        let task = Task::new(record.start.clone());
        solver.forget();
        let outcome = solver.solve(&task, Goal::Lengths, &limits, &stop);
        if outcome.main_line.is_empty() {
            continue;
        }
        longest = longest.max(outcome.main_line.len());
        record.main.moves = outcome.main_line;
        record.main.ending = Some(Ending::Mate);
        record.set_header(keys::AUTHOR, "三代伊藤宗看");
        record.set_header(keys::SOURCE, "将棋無双");
        record.check().unwrap();
        for format in Format::ALL {
            round_trip(format, &record);
        }
        let kif = record.to_kif(Encoding::Utf8);
        let theirs = parse_kif_str(&kif).unwrap().to_kif_owned();
        let again = read(Format::Kifu, theirs.as_bytes()).remove(0).unwrap();
        assert_eq!(again.main, record.main, "{kif}");
        solved.push(record);
    }
    for format in Format::ALL.into_iter().filter(|f| f.holds_many()) {
        whole_file(format, &solved);
    }
    println!("{} solved, at most {longest} plies", solved.len());
    assert!(solved.len() >= cases(3, 20), "{}", solved.len());
}

#[test]
fn a_file_with_everything_survives() {
    let bytes = std::fs::read(data("kif/keima.kif")).unwrap();
    let record = Record::from_bytes("x", &bytes, HandReading::Whole).unwrap();
    for format in Format::ALL {
        round_trip(format, &record);
    }
    let lost = |format| Lost::by(format, &record).to_string();
    assert_eq!(lost(Format::Kif), "");
    assert_eq!(lost(Format::Jsonl), "");
    let words = "3 variations, 1 comment, 1 ending";
    assert_eq!(lost(Format::Csa), words);
    let words = "1 main line, 3 variations, 3 comments, 1 ending, 6 elapsed times";
    assert_eq!(lost(Format::Bod), words);
    // The title, 作品名, is kept.
    let words = "3 variations, 3 comments, 3 headers, 1 ending, 6 elapsed times";
    assert_eq!(lost(Format::Sfen), words);
}

/// With many control characters in it a file that was written would be read as no text.
#[test]
fn control_characters_are_left_out() {
    let record = |title: &str, author: &str| {
        let start = "8k/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1".parse().unwrap();
        let mut record = Record::new(start, vec!["G*1b".parse().unwrap()]);
        record.set_header(keys::TITLE, title);
        record.set_header(author, "甲");
        let text = title.to_owned();
        record.main.comments.push(Comment { ply: 1, text });
        record
    };
    let damaged = record(&"\0\u{1}a\u{1f}".repeat(90), "\u{2}作者");
    let whole = record(&"a".repeat(90), keys::AUTHOR);
    for format in Format::ALL {
        let written = to_bytes(format, &damaged).unwrap();
        assert_eq!(written, to_bytes(format, &whole).unwrap(), "{format:?}");
        let file = [head(format), written].concat();
        assert!(read(format, &file)[0].is_ok(), "{format:?}");
    }
}

/// Excel in Japanese saves tables in Shift_JIS: 題名, and ソ表, whose second bytes are backslashes. A mark says that all
/// is UTF-8.
#[test]
fn tables_in_shift_jis_are_read() {
    const TITLE: &[u8] =
        b"sfen,\x91\xe8\x96\xbc\n8k/9/8P/9/9/9/9/9/9 b G 1,\"\x83\x5c,\x95\x5c\"\n";
    let found = read(Format::Csv, TITLE).remove(0).unwrap();
    assert_eq!(found.header("題名"), Some("ソ,表"));
    for wrong in [
        &[b"\xEF\xBB\xBF", TITLE].concat(),
        &[TITLE, b"k, \x83\n"].concat(),
    ] {
        let errors = read(Format::Csv, wrong);
        let errors: Vec<String> = errors
            .into_iter()
            .filter_map(|item| item.err().map(|error| error.to_string()))
            .collect();
        assert!(errors.len() == 1, "{errors:?}");
        assert!(
            errors[0].contains(": column 2 is not text in any known encoding"),
            "{errors:?}"
        );
    }
}

#[test]
fn random_trees_survive_every_format() {
    let mut rng = Rng(11);
    let (records, mut variations) = (cases(60, 300), 0);
    for _ in 0..records {
        let record = random_record(&mut rng, &CROWD);
        record.check().unwrap();
        variations += record.variations.len();
        for format in Format::ALL {
            round_trip(format, &record);
        }
    }
    println!("{variations} variations");
    assert!(variations > 3 * records, "{variations}");
}

/// Headers and comments that a format cannot have as they are come back as something, and then
/// stay.
#[test]
fn odd_words_settle() {
    let start = Position::from_tsume_sfen("8k/9/8P/9/9/9/9/9/9 b G 1", false).unwrap();
    let mut record = Record::new(start, vec!["G*1b".parse().unwrap()]);
    for (key, value) in [
        ("", "x"),
        ("a:b", "c"),
        ("後手の持駒", "金"),
        ("手数＝3", ""),
        ("変化", "2手"),
        ("7", "x"),
        ("作者", " 二\n行 "),
        ("*", ""),
        ("手合割", "平手"),
        ("▲", "△"),
        ("まで", "x"),
        ("$EVENT", "x"),
        ("a：b", "c\td"),
    ] {
        let (key, value) = (key.to_owned(), value.to_owned());
        record.headers.push(Header { key, value });
    }
    for text in ["", "a\n\nb ", "*x", "\n"] {
        let text = text.to_owned();
        record.main.comments.push(Comment { ply: 1, text });
    }
    for format in Format::ALL {
        let write = |record: &Record| {
            let bytes = to_bytes(format, record).unwrap();
            [head(format), bytes].concat()
        };
        let first = read(format, &write(&record)).remove(0).unwrap();
        assert_eq!(first.start, record.start, "{format:?}");
        let second = read(format, &write(&first)).remove(0).unwrap();
        assert_eq!(write(&first), write(&second), "{format:?}");
        if format != Format::Bod {
            assert_eq!(first.main.moves, record.main.moves, "{format:?}");
        }
    }
}
