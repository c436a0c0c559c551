//! What the literature says of well-known works in the public domain, beside what the motifs find on their recorded
//! lines.

use std::collections::{BTreeMap, HashSet};
use std::fs;

use ask::Line;
use ask::motif;
use shogi::Move;
use tsume::solve::Task;

use super::query;

/// A sentence of the literature: this problem has this motif.
struct Claim {
    problem: String,
    motif: String,
    /// The square `$x` of the motif, if it is named.
    square: String,
    /// Whether the motif is found on the line.
    seen: bool,
    source: String,
    /// Why it is not.
    why: String,
}

fn rows(name: &str) -> Vec<Vec<String>> {
    let text = fs::read_to_string(testkit::data(name)).unwrap();
    let cells = |row: &str| row.split('\t').map(str::to_owned).collect();
    text.lines().map(cells).collect()
}

fn claims() -> Vec<Claim> {
    let claim = |row: Vec<String>| Claim {
        problem: row[0].clone(),
        motif: row[1].clone(),
        square: row[2].clone(),
        seen: match row[3].as_str() {
            "yes" => true,
            "no" => false,
            other => panic!("{other}"),
        },
        source: row[4].clone(),
        why: row.get(5).cloned().unwrap_or_default(),
    };
    rows("claims.tsv").into_iter().map(claim).collect()
}

/// The recorded lines, by the name of the problem: each is played to its mate.
fn lines() -> BTreeMap<String, Line> {
    let line = |row: Vec<String>| {
        let task = Task::from_tsume_sfen(&row[1], false).unwrap();
        let moves: Vec<Move> = row[2].split(' ').map(|mv| mv.parse().unwrap()).collect();
        let mut position = task.position.clone();
        for (ply, &mv) in moves.iter().enumerate() {
            let after = position.try_play(mv);
            position = after.unwrap_or_else(|| panic!("{}: {mv} at {}", row[0], ply + 1));
            assert!(ply % 2 == 1 || position.is_in_check(), "{}: {mv}", row[0]);
        }
        assert!(position.is_checkmate(), "{}", row[0]);
        (row[0].clone(), Line::new(&task, &moves).unwrap())
    };
    rows("classics.tsv").into_iter().map(line).collect()
}

#[test]
fn what_the_literature_says_is_found_or_said_why_not() {
    let lines = lines();
    let claims = claims();
    let mut wrong = Vec::new();
    for claim in &claims {
        let motif = motif::named(&claim.motif);
        let motif = motif.unwrap_or_else(|| panic!("{} is no motif", claim.motif));
        let asked = match claim.square.as_str() {
            "" => motif.file.line.clone(),
            square => motif.file.line.replace("$x", square),
        };
        assert!(claim.square.is_empty() || asked != motif.file.line);
        if query(&asked).matches(&lines[&claim.problem]) != claim.seen {
            wrong.push(format!("{} {}", claim.problem, claim.motif));
        }
        assert!(!claim.source.is_empty(), "{}", claim.problem);
        assert_eq!(claim.seen, claim.why.is_empty(), "{}", claim.problem);
    }
    assert!(wrong.is_empty(), "{wrong:?}");
    let pairs: HashSet<_> = claims.iter().map(|is| (&is.problem, &is.motif)).collect();
    assert_eq!(pairs.len(), claims.len(), "a claim that stands twice");
    assert!(claims.len() >= 15);
}

/// The chapter says how many there are, and how many of them are found.
#[test]
fn the_book_counts_the_claims() {
    let claims = claims();
    let seen = claims.iter().filter(|claim| claim.seen).count();
    for (page, said) in [
        (
            "docs/ask.md",
            format!("{seen} of {} such statements", claims.len()),
        ),
        (
            "docs/ja/ask.md",
            format!("{}件のうち{seen}件", claims.len()),
        ),
    ] {
        let text = fs::read_to_string(testkit::root().join(page)).unwrap();
        assert!(text.contains(&said), "{page}: {said}");
    }
}
