//! What we write against tsshogi and json-kifu-format, and what they write against us: `tests/referees` runs them.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::sync_channel;
use std::thread;

use notation::Format;
use notation::exchange::{head, to_bytes, to_json};
use notation::record::Record;
use serde::Deserialize;
use serde_json::{Value, json};

use super::form::Form;
use super::losses::{LOSSES, is_garbled};
use super::random::{Sort, record_from, words};
use super::read;
use super::starts::random_start;
use testkit::{Rng, cases, root};

/// Games and problems as files have them.
const GAMES: Sort = Sort {
    plies: |rng| rng.below(61),
    fork_one_in: 12,
    rival_one_in: 3,
    comment_one_in: 8,
    comment: |rng| {
        let lines = (0..=rng.below(4)).map(|_| words(rng) + ["", "", "  "][rng.below(3)]);
        lines.collect::<Vec<String>>().join("\n")
    },
    is_plain_tree: true,
};

/// What the judge says of a record.
#[derive(Deserialize)]
struct Answer {
    /// Where the programs read what we wrote otherwise.
    differences: Vec<String>,
    /// What is known to be otherwise.
    gaps: Vec<String>,
    /// What they write of it; nothing where json-kifu-format does not play a foul.
    texts: BTreeMap<String, Option<String>>,
}

fn judge() -> Child {
    let mut node = Command::new("node");
    node.arg("judge.mjs")
        .current_dir(root().join("tests/referees"));
    node.stdin(Stdio::piped()).stdout(Stdio::piped());
    node.spawn().expect("node is there")
}

fn question(record: &Record) -> Value {
    let text = |format| {
        let bytes = [head(format), to_bytes(format, record).unwrap()].concat();
        String::from_utf8(bytes).unwrap()
    };
    json!({
        "record": serde_json::from_str::<Value>(&to_json(record)).unwrap(),
        "texts": {
            "kif": text(Format::Kifu),
            "ki2": text(Format::Ki2u),
            "csa": text(Format::Csa),
            "jkf": text(Format::Jkf),
        },
    })
}

/// How often each thing was otherwise that is known to be.
type Seen = BTreeMap<String, usize>;

/// What is wrong with a record that another program wrote and we read.
fn difference(name: &str, text: &str, record: &Record, seen: &mut Seen) -> Option<String> {
    if let Some(why) = is_garbled(name, record) {
        *seen.entry(format!("{name}, written: {why}")).or_default() += 1;
        return None;
    }
    let format = match name.rsplit('.').next() {
        Some("kif") => Format::Kifu,
        Some("ki2") => Format::Ki2u,
        Some("csa") => Format::Csa,
        _ => Format::Jkf,
    };
    let mut expected = Form::of(record);
    for loss in LOSSES.iter().filter(|loss| loss.of == name) {
        let before = expected.clone();
        (loss.lose)(&mut expected);
        if expected != before {
            *seen
                .entry(format!("{name}, written: {}", loss.why))
                .or_default() += 1;
        }
    }
    let found = match read(format, text.as_bytes()).remove(0) {
        Ok(found) => found,
        Err(error) => return Some(format!("{name}: {error}\n{text}\nexpected:\n{expected}")),
    };
    if let Err(error) = found.check() {
        return Some(format!("{name}: {error}\n{text}"));
    }
    let found = Form::of(&found);
    let differs = found != expected;
    differs.then(|| format!("{name}:\n{text}\nexpected:\n{expected}\nfound:\n{found}"))
}

#[test]
#[ignore = "needs node and npm packages: .ci/long"]
fn other_programs_agree() {
    let records = cases(1_000, 20_000);
    let mut node = judge();
    let mut questions = node.stdin.take().unwrap();
    let answers = BufReader::new(node.stdout.take().unwrap());
    // While the judge is at work the next records are drawn.
    let (send, drawn) = sync_channel(64);
    let writer = thread::spawn(move || {
        let mut rng = Rng(31);
        for _ in 0..records {
            let start = random_start(&mut rng);
            let record = record_from(&mut rng, &GAMES, start);
            record.check().unwrap();
            writeln!(questions, "{}", question(&record)).unwrap();
            send.send(record).unwrap();
        }
    });
    let mut seen = Seen::new();
    let (mut judged, mut nodes, mut variations, mut fouls) = (0, 0, 0, 0);
    for (record, line) in drawn.iter().zip(answers.lines()) {
        let answer: Answer = serde_json::from_str(&line.unwrap()).unwrap();
        let mut differences = answer.differences;
        for (name, text) in &answer.texts {
            let text = text.as_deref();
            differences.extend(text.and_then(|text| difference(name, text, &record, &mut seen)));
        }
        assert!(differences.is_empty(), "{}", differences.join("\n\n"));
        for gap in answer.gaps {
            *seen.entry(gap).or_default() += 1;
        }
        judged += 1;
        nodes += Form::of(&record).nodes.len() - 1;
        variations += record.variations.len();
        fouls += usize::from(super::losses::has_foul(&record));
    }
    writer.join().unwrap();
    assert!(node.wait().unwrap().success());
    println!("{nodes} moves and endings, {variations} variations, {fouls} with fouls");
    for (what, count) in &seen {
        println!("{count:6} {what}");
    }
    assert_eq!(judged, records);
    assert!(nodes > 40 * records && variations > 3 * records);
    for loss in &LOSSES {
        let what = format!("{}, written: {}", loss.of, loss.why);
        assert!(seen.contains_key(&what), "not met: {what}");
    }
}
