//! A folder as somebody else keeps it: files by the conventions of three programs, some of them damaged.

use std::fs;

use gyakusan::notation::exchange::{Format, Records, to_bytes};
use gyakusan::notation::record::{Record, Time, keys};
use gyakusan::notation::{Ending, Japanese};
use gyakusan::shogi::{Color, HandReading, Setup};
use tempfile::TempDir;

use crate::typed::{data, done, run, texts};

/// Problems with their lines, no two of them images of each other, an ending and times.
fn problems(count: usize) -> Vec<Record> {
    let gz = fs::File::open(data("families_S2P1.csv.gz")).unwrap();
    let input = std::io::BufReader::new(flate2::read::GzDecoder::new(gz));
    let input = Box::new(input);
    let read = Records::read("list", input, Some(Format::Csv), HandReading::Whole).unwrap();
    let long = read.map(|found| found.unwrap().record);
    let mut seen = std::collections::HashSet::new();
    let new = long.filter(|record| {
        seen.insert(record.mirror().start.to_string());
        record.main.moves.len() > 2 && seen.insert(record.start.to_string())
    });
    let mut records: Vec<Record> = new.take(count).collect();
    for (number, record) in (1..).zip(&mut records) {
        record.headers.clear();
        record.set_header(keys::TITLE, &format!("第{number}番"));
        record.main.ending = Some(Ending::Mate);
        let plies = 1..=record.main.moves.len();
        let ms = |ply| 1000 * (ply as u64 + number);
        record.main.times = plies.map(|ply| Time { ply, ms: ms(ply) }).collect();
    }
    assert_eq!(records.len(), count);
    records
}

/// As 柿木将棋 and Kifu for Windows write: Shift_JIS, Windows line ends, remarks, two clocks, the last line in words.
fn kakinoki(record: &Record) -> Vec<u8> {
    let text = to_bytes(Format::Kif, record).unwrap();
    let text = encoding_rs::SHIFT_JIS.decode(&text).0.into_owned();
    let mut lines = vec!["# ----  Kifu for Windows V7 V7.70 棋譜ファイル  ----".to_owned()];
    for line in text.lines().skip(1) {
        match line.split_once(" ( ") {
            Some(_) => lines.push(format!("{line} ( 0:00/00:00:00)")),
            None if line.starts_with("手数-") => {
                lines.extend(["先手番", "先手：", "後手："].map(str::to_owned));
                lines.push("手数----指手---------消費時間--".to_owned());
            }
            None => lines.push(line.replace("：詰将棋", "：詰将棋　")),
        }
    }
    lines.push(format!("まで{}手で詰み", record.main.moves.len()));
    let text = lines.join("\r\n") + "\r\n";
    encoding_rs::SHIFT_JIS.encode(&text).0.into_owned()
}

/// As ShogiHome writes: no name of a start, pawns first in the hands, who is to move, a time for everything.
fn shogihome(record: &Record) -> Vec<u8> {
    let setup = Setup::from(&record.start);
    let hand = |color: Color| -> String {
        let mut words: Vec<String> = setup.hands[color]
            .iter()
            .map(|(kind, count)| {
                let one = gyakusan::notation::names::piece_char(kind, false);
                let count = gyakusan::notation::names::count_text(count);
                format!("{one}{}　", if count == "一" { "" } else { &count })
            })
            .collect();
        words.reverse();
        match words.is_empty() {
            true => "なし".to_owned(),
            false => words.concat(),
        }
    };
    let mut text = format!(
        "作品名：{}\n後手の持駒：{}\n{}\n先手の持駒：{}\n先手番\n手数----指手---------消費時間--\n",
        record.told(keys::TITLE).unwrap(),
        hand(Color::White),
        gyakusan::notation::diagram::board_rows(&setup),
        hand(Color::Black)
    );
    let (mut position, mut last) = (record.start.clone(), None);
    for (ply, &mv) in (1..).zip(&record.main.moves) {
        let words = Japanese::KIF.write(&position, mv, last).unwrap();
        text.push_str(&format!("{ply:4} {words}   ( 0:{:02}/00:00:00)\n", ply + 1));
        position = position.play(mv);
        last = Some(mv.to());
    }
    let end = record.main.moves.len() + 1;
    text.push_str(&format!("{end:4} 詰み         ( 0:00/00:00:00)\n"));
    text.into_bytes()
}

/// As Kifu for JS keeps it: JSON over many lines.
fn kifu_for_js(record: &Record) -> Vec<u8> {
    let text = to_bytes(Format::Jkf, record).unwrap();
    let json: serde_json::Value = serde_json::from_slice(&text).unwrap();
    serde_json::to_vec_pretty(&json).unwrap()
}

/// Ten files with something wrong, by name: their bytes, and what is said of each.
fn damaged(record: &Record) -> [(&'static str, Vec<u8>, &'static str); 10] {
    let kifu = String::from_utf8(to_bytes(Format::Kifu, record).unwrap()).unwrap();
    let first = kifu.lines().find(|line| line.starts_with("   1 ")).unwrap();
    let jkf = kifu_for_js(record);
    let many: String = (0..300).map(|n| format!("  \"{n}\": {n},\n")).collect();
    let changed = |from: &str, to: &str| kifu.replacen(from, to, 1).into_bytes();
    [
        (
            "d0.kifu",
            changed(first, "   1 ９九歩打"),
            "is not a legal move here",
        ),
        (
            "d1.kifu",
            changed("・ ・ ・ ・|九", "・ ・ ・|九"),
            "has 8 squares instead of 9",
        ),
        (
            "d2.kifu",
            kifu[..kifu.find(first).unwrap() + 8].into(),
            "found",
        ),
        ("d3.jkf", jkf[..jkf.len() / 2].into(), "EOF while parsing"),
        ("d4.kif", vec![0, 1, 2, 3, 255, 0, 7], "it is not text"),
        ("d5.kif", Vec::new(), "the file is empty"),
        ("d6.kifu", changed("金四", "金五"), "but a set has only 4"),
        (
            "d7.kifu",
            changed("・ ・ ・ ・|四", "・v玉 ・ ・|四"),
            "White has two kings",
        ),
        (
            "d8.kif",
            b"<!DOCTYPE html>\n<html lang=\"ja\">\n<p>kif</p>\n".to_vec(),
            "add a board diagram",
        ),
        (
            "d9.json",
            format!("{{\n{many}  \"a\": 1\n}}\n").into(),
            "it is JSON, but",
        ),
    ]
}

/// SFEN and line of each problem, in their order.
fn positions(jsonl: &str) -> Vec<(String, String)> {
    let mut all: Vec<(String, String)> = jsonl
        .lines()
        .map(|line| {
            let json: serde_json::Value = serde_json::from_str(line).unwrap();
            let text = |key: &str| json[key].as_str().unwrap_or_default().to_owned();
            (text("sfen"), text("moves"))
        })
        .collect();
    all.sort();
    all
}

#[test]
fn what_can_be_read_is_and_the_rest_is_named_in_a_line_each() {
    let folder = TempDir::new().unwrap();
    let works = folder.path().join("works");
    fs::create_dir(&works).unwrap();
    let records = problems(50);
    for (number, record) in records.iter().enumerate() {
        let (ending, bytes) = match number % 3 {
            0 => ("kif", kakinoki(record)),
            1 => ("kifu", shogihome(record)),
            _ => ("json", kifu_for_js(record)),
        };
        fs::write(works.join(format!("{number:02}.{ending}")), bytes).unwrap();
    }
    // One whose ranks are as empty as the damage wants them.
    let is_empty = |record: &&Record| {
        let text = String::from_utf8(to_bytes(Format::Kifu, record).unwrap()).unwrap();
        ["・ ・ ・ ・|九", "・ ・ ・ ・|四", "金四"]
            .iter()
            .all(|part| text.contains(part))
    };
    let whole = records.iter().find(is_empty).unwrap();
    let damaged = damaged(whole);
    for (name, bytes, _) in &damaged {
        fs::write(works.join(name), bytes).unwrap();
    }
    let args = ["import", "works", "--db", "x.db", "--memory", "64M"];
    let (said, complaints, code) = texts(run(&folder, &args));
    assert_eq!(code, 2, "{complaints}");
    assert!(
        said.starts_with("x.db: 50 new") && said.contains("· 10 refused"),
        "{said}"
    );
    let lines: Vec<&str> = complaints.lines().collect();
    assert_eq!(lines.len(), 10, "{complaints}");
    for (line, (name, _, why)) in lines.iter().zip(&damaged) {
        let place = format!("gyakusan: works/{name}");
        assert!(
            line.starts_with(&place) && line.contains(why),
            "{line}: {why}"
        );
    }
    // What was stored is what the files said.
    let mut expected: Vec<(String, String)> = records
        .iter()
        .map(|record| {
            let moves: Vec<String> = record.main.moves.iter().map(ToString::to_string).collect();
            (record.start.to_string(), moves.join(" "))
        })
        .collect();
    expected.sort();
    let stored = done(&folder, &["export", "x.db", "--format", "jsonl"]);
    assert_eq!(positions(&stored), expected);
    // And comes back from every format, a file for each problem.
    for format in Format::ALL
        .into_iter()
        .filter(|&format| format != Format::Bod)
    {
        let name = format.name();
        let out = format!("{name}/");
        done(
            &folder,
            &["export", "x.db", "--format", name, "--out", &out],
        );
        let files = fs::read_dir(folder.path().join(name)).unwrap().count();
        assert_eq!(files, 50, "{name}");
        let (back, complaints, code) = texts(run(&folder, &["convert", name, "--to", "jsonl"]));
        assert_eq!((complaints.as_str(), code), ("", 0), "{name}");
        assert_eq!(positions(&back), expected, "{name}");
    }
}
