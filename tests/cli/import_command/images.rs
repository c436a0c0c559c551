//! What is exported of problems that came from several files, or as several images.

use std::fs;

use gyakusan::notation::exchange::from_json;
use gyakusan::notation::record::Record;
use gyakusan::shogi::HandReading;
use tempfile::TempDir;

use super::{done, import, write};
use crate::typed::{data, run};

/// A problem with comments and variations, and its line.
const KNIGHTS: &str = "6k2/7+n1/6+N2/6NN1/9/9/9/9/9 b 2r2b4g4s4l18p 1";
const KNIGHTS_LINE: &str = "3d4b+ 3a2a 4b3b 2b3b 3c3b 2a1a N*2c";

/// The only problem of a database as a record, and what is said beside it.
fn exported(folder: &TempDir, db: &str) -> (Record, Vec<String>) {
    let output = run(folder, &["export", db, "--format", "jsonl"]);
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    let record = from_json(&text, HandReading::Listed).unwrap().unwrap();
    (record, said.lines().map(str::to_owned).collect())
}

#[test]
fn what_a_file_says_goes_out_with_the_image_that_stands_there() {
    let folder = TempDir::new().unwrap();
    let kifu = data("kif/keima.kifu");
    done(&folder, &import(&[&kifu], "alone.db"));
    let (alone, said) = exported(&folder, "alone.db");
    assert!(said.is_empty());
    assert_eq!(alone.variations.len(), 3);
    assert_eq!(alone.main.comments.len(), 2);
    let images: [fn(&Record) -> Record; 3] = [Record::mirror, Record::rotate, |record| {
        record.mirror().rotate()
    }];
    let plain = Record::new(
        KNIGHTS.parse().unwrap(),
        KNIGHTS_LINE
            .split(' ')
            .map(|mv| mv.parse().unwrap())
            .collect(),
    );
    for (number, image) in images.into_iter().enumerate() {
        let first = image(&plain);
        let line: Vec<String> = first.main.moves.iter().map(ToString::to_string).collect();
        let list = format!("{number}.sfen");
        write(
            &folder,
            &list,
            &format!("{}\t7\t{}\n", first.start, line.join(" ")),
        );
        let db = format!("{number}.db");
        done(&folder, &import(&[&list, &kifu], &db));
        let (record, said) = exported(&folder, &db);
        assert_eq!(record.start, first.start);
        let back = image(&record);
        assert_eq!(back.start, alone.start);
        assert_eq!(back.main, alone.main);
        assert_eq!(back.variations, alone.variations);
        let about = format!(
            "gyakusan: problem 1: the comments of {kifu} 1 refer to a mirrored or turned position: \
             they name other squares"
        );
        assert_eq!(said, [about]);
    }
}

#[test]
fn what_is_left_out_of_an_export_is_told() {
    let folder = TempDir::new().unwrap();
    let text = fs::read_to_string(data("kif/keima.kifu")).unwrap();
    write(&folder, "a.kifu", &text);
    write(&folder, "b.kifu", &text);
    write(&folder, "c.kifu", &text.replace("*捨てる", "*捨てない"));
    let short = format!(
        "{{\"sfen\":\"{KNIGHTS}\",\"moves\":\"3d4b+\",\"comments\":[{{\"ply\":1,\"text\":\"?\"}}]}}\n"
    );
    write(&folder, "d.jsonl", &short);
    done(
        &folder,
        &import(&["d.jsonl", "a.kifu", "b.kifu", "c.kifu"], "x.db"),
    );
    let (record, said) = exported(&folder, "x.db");
    assert_eq!(record.main.comments[1].text, "捨てる");
    let left_out = "gyakusan: problem 1: variations and comments of";
    assert_eq!(
        said,
        [
            format!("{left_out} d.jsonl 1 are left out: its line is not the main line"),
            format!("{left_out} c.kifu 1 are left out: another file of the problem was used"),
        ]
    );
}
