//! Motifs: each holds of its example, and not of the problem that nearly has it.

use std::collections::HashSet;
use std::fs;

use ask::Line;
use ask::motif::{self, Motif, Shown};
use tsume::solve::Task;

use super::query;

fn line_of(shown: &Shown, name: &str) -> Line {
    let task = Task::from_tsume_sfen(&shown.sfen, true).unwrap();
    let moves: Vec<shogi::Move> = shown
        .line
        .split(' ')
        .map(|mv| mv.parse().unwrap())
        .collect();
    let mut position = task.position.clone();
    for &mv in &moves {
        position = position
            .try_play(mv)
            .unwrap_or_else(|| panic!("{name}: {mv}"));
    }
    Line::new(&task, &moves).unwrap()
}

#[test]
fn examples_have_their_motif_and_counter_examples_nearly() {
    for motif in motif::all() {
        let name = &motif.file.name;
        let example = line_of(&motif.file.example, name);
        let counter = line_of(&motif.file.counter, name);
        assert!(motif.query.matches(&example), "{name}: its example");
        assert!(
            !motif.query.matches(&counter),
            "{name}: its counter-example"
        );
        assert!(
            query(&motif.file.near).matches(&counter),
            "{name}: what is near"
        );
    }
    assert!(motif::all().len() >= 50);
}

/// All motifs that hold of a line, and no others, those first that begin first.
#[test]
fn the_motifs_of_a_line_stand_in_the_order_of_their_moves() {
    let (mut all, mut several) = (0, 0);
    for shown in motif::all().iter().map(|motif| &motif.file.example) {
        let line = line_of(shown, &shown.source);
        let sequence = motif::sequence(&line);
        let begins = |motif: &Motif| {
            let plies = motif.query.find(&line).unwrap();
            plies.into_iter().min().unwrap_or(0)
        };
        assert!(sequence.is_sorted_by_key(|motif| begins(motif)));
        let held = motif::all()
            .iter()
            .filter(|motif| motif.query.matches(&line));
        let held: HashSet<&str> = held.map(|motif| &*motif.file.name).collect();
        let named: HashSet<&str> = sequence.iter().map(|motif| &*motif.file.name).collect();
        assert_eq!(named, held);
        assert_eq!(sequence.len(), held.len(), "each once");
        all += 1;
        several += usize::from(sequence.len() > 1);
    }
    assert!(several > all / 2, "{several} of {all}");
}

#[test]
fn queries_are_the_same_in_japanese() {
    for motif in motif::all() {
        let japanese = motif.query.in_japanese();
        assert_eq!(query(&japanese).tree(), motif.query.tree(), "{japanese}");
        // Only the letters of pieces and names are left.
        let letters = japanese.split(|sign: char| !sign.is_ascii_alphabetic());
        assert!(letters.into_iter().all(|word| word.len() < 2), "{japanese}");
    }
}

#[test]
fn every_file_is_a_motif_of_its_name() {
    let folder = testkit::root().join("src/ask/motifs");
    let mut files = HashSet::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let motif = Motif::read(&fs::read_to_string(&path).unwrap()).unwrap();
        assert_eq!(path.file_stem().unwrap().to_str().unwrap(), motif.file.name);
        files.insert(motif.file.name);
    }
    let known: HashSet<String> = motif::all().iter().map(|is| is.file.name.clone()).collect();
    assert_eq!(files, known);
    let terms: HashSet<&str> = motif::all()
        .iter()
        .map(|is| is.file.term.as_str())
        .collect();
    assert_eq!(terms.len(), known.len(), "a term that two motifs have");
}

#[test]
fn a_motif_has_two_names() {
    let found = motif::named("打換え").unwrap();
    assert_eq!(
        motif::named("replacement").unwrap().file.term,
        found.file.term
    );
    assert!(motif::named("打ち換え").is_none());
    assert_eq!(motif::like("打ち換え"), Some("打換え"));
}

#[test]
fn what_is_no_motif_says_why() {
    let error = |text: &str| Motif::read(text).unwrap_err().to_string();
    let path = testkit::root().join("src/ask/motifs/double-check.toml");
    let file = fs::read_to_string(path).unwrap();
    assert!(error("name = 1").contains("string"));
    assert!(error(&file.replace("near = ", "nearly = ")).contains("nearly"));
    let wrong = error(&file.replace("line = \"double\"", "line = \"doubel\""));
    assert_eq!(
        wrong,
        "character 1: \"doubel\" is not a word of the language; did you mean \"double\"?"
    );
}
