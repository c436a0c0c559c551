//! Files that are cut short, damaged or lie.

use proptest::prelude::*;
use shogi::{Move, Position};
use tsume::proof::{Checked, Reason, Rejected, check};
use tsume::solve::Task;

use super::file::{File, HEADER};
use super::naive::walk;
use super::strategy::{black_attacks, mates, problems, prove_within};

const LONG: &[u8] = include_bytes!("../../data/proofs/musou_014.proof");

/// Proofs of 1 to 9 plies with and without references, one with the defender to move. The problems
/// of those with references are two of tests/data/short_1_to_5.tsv's source.
fn files() -> Vec<File> {
    let mut files = vec![
        referring(
            "9/9/6S1k/5R3/9/9/9/9/9 b Brb4g3s4n4l18p 1",
            "01 03 01 0a 01 0a 01 06 01 04 01 02 01 02 01 02 02 04 01 04 02 05 00",
        ),
        referring(
            "7k1/9/9/7B1/5BR2/9/9/9/9 b Lr4g4s4n3l18p 1",
            "01 04 01 01 01 01 01 01 08 04 01 02 02 06 00",
        ),
    ];
    for (root, plies) in problems().iter().step_by(5) {
        files.push(File::of(&prove_within(root, *plies).unwrap()));
    }
    let (root, plies) = problems().pop().unwrap();
    let first = referee::literal::shortest_first_moves(&root.position, plies)[0];
    files.push(File::of(
        &prove_within(&root.play(first), plies - 1).unwrap(),
    ));
    files
}

/// A proof with references, given by its numbers in hexadecimal digits.
fn referring(sfen: &str, numbers: &str) -> File {
    let stream: Vec<u8> = numbers
        .split(' ')
        .map(|number| u8::from_str_radix(number, 16).unwrap())
        .collect();
    let file = File::new(&black_attacks(sfen), &stream);
    let checked = file.check_stream().unwrap();
    assert_eq!(checked.claim.mate_within().unwrap(), 9);
    File {
        plies: checked.claim.mate_within().unwrap(),
        nodes: checked.nodes,
        ..file
    }
}

fn root(file: &File) -> Task {
    black_attacks(&file.sfen)
}

/// Checks a stream by both checkers, which have to agree; what is accepted has to be true.
fn check_twice(file: &File) -> Result<Checked, Rejected> {
    let result = file.check_stream();
    let naive = walk(&root(file), &file.stream);
    match (&result, &naive) {
        (Ok(checked), Some(naive)) => {
            assert_eq!(
                (checked.claim.mate_within().unwrap(), checked.nodes),
                (naive.plies, naive.nodes)
            );
            assert!(
                mates(&checked.root, checked.claim.mate_within().unwrap()),
                "{file:?}"
            );
        }
        (Err(_), None) => {}
        _ => panic!("{result:?} {naive:?} {file:?}"),
    }
    result
}

fn reason(bytes: &[u8]) -> Reason {
    check(bytes).unwrap_err().reason
}

#[test]
fn every_bit_flipped_is_noticed() {
    let mut all: Vec<Vec<u8>> = files().iter().map(File::bytes).collect();
    all.push(LONG.to_vec());
    for bytes in all {
        assert!(check(&bytes).is_ok());
        for at in 0..bytes.len() {
            for bit in 0..8 {
                let mut damaged = bytes.clone();
                damaged[at] ^= 1 << bit;
                let rejected = check(&damaged).unwrap_err();
                let expected = match at {
                    0..15 => rejected.reason == Reason::NoProof,
                    15 => matches!(rejected.reason, Reason::Version(_)),
                    // Lengths of parts.
                    29..39 => matches!(
                        rejected.reason,
                        Reason::CutShort | Reason::Trailing | Reason::Damaged
                    ),
                    _ => rejected.reason == Reason::Damaged,
                };
                assert!(expected, "{at}: {rejected}");
                assert!(rejected.at <= bytes.len());
            }
        }
    }
}

#[test]
fn every_truncation_is_noticed() {
    let mut all: Vec<Vec<u8>> = files().iter().map(File::bytes).collect();
    all.push(LONG.to_vec());
    for bytes in all {
        assert_eq!(reason(&[]), Reason::NoProof);
        for length in 1..bytes.len() {
            let rejected = check(&bytes[..length]).unwrap_err();
            assert_eq!(rejected.reason, Reason::CutShort);
            assert_eq!(rejected.at, length);
        }
        let longer = [&bytes[..], b"\n"].concat();
        let rejected = check(&longer).unwrap_err();
        assert_eq!(
            (rejected.at, rejected.reason),
            (bytes.len(), Reason::Trailing)
        );
    }
}

#[test]
fn false_claims_are_rejected() {
    for file in files() {
        for plies in [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11, u32::MAX] {
            let claim = File {
                plies,
                ..file.clone()
            };
            let (claimed, proved) = (plies, file.plies);
            if claimed != proved {
                assert_eq!(reason(&claim.bytes()), Reason::Plies { claimed, proved });
            }
        }
        for nodes in [0, file.nodes - 1, file.nodes + 1, u64::MAX] {
            let claim = File {
                nodes,
                ..file.clone()
            };
            let (claimed, walked) = (nodes, file.nodes);
            assert_eq!(reason(&claim.bytes()), Reason::Nodes { claimed, walked });
        }
    }
}

/// Each number replaced by each other one: the two checkers agree, and what is accepted is true.
#[test]
fn wrong_moves_and_forged_references_are_rejected() {
    let (mut accepted, mut rejected) = (0, 0);
    for file in files() {
        for at in 0..file.stream.len() {
            for number in 0..60 {
                let mut other = file.clone();
                other.stream[at] = number;
                if other == file {
                    continue;
                }
                match check_twice(&other) {
                    Ok(_) => accepted += 1,
                    Err(error) => {
                        rejected += 1;
                        let sort = matches!(
                            error.reason,
                            Reason::NoSuchCheck { .. }
                                | Reason::Unproved(_)
                                | Reason::Unfinished(_)
                                | Reason::Surplus
                        );
                        assert!(sort, "{error}");
                        assert!(error.at >= file.place(at), "{error}");
                        if number == 59 {
                            assert_eq!(error.at, file.place(at));
                        }
                    }
                }
            }
        }
    }
    // Second solutions are proofs, too.
    assert!(accepted > 5 && rejected > 1000, "{accepted} {rejected}");
}

#[test]
fn missing_replies_and_surplus_numbers_are_rejected() {
    for file in files() {
        for from in 0..file.stream.len() {
            for to in from + 1..=file.stream.len() {
                let mut shorter = file.clone();
                shorter.stream.drain(from..to);
                assert!(check_twice(&shorter).is_err());
            }
        }
        for at in 0..=file.stream.len() {
            for number in 0..12 {
                let mut longer = file.clone();
                longer.stream.insert(at, number);
                let error = check_twice(&longer).unwrap_err();
                if at == file.stream.len() {
                    assert_eq!(error.reason, Reason::Surplus);
                    assert_eq!(error.at, file.place(at));
                }
            }
        }
    }
}

#[test]
fn a_proof_of_another_position_is_rejected() {
    let files = files();
    for file in &files {
        for other in &files {
            let lie = File {
                sfen: other.sfen.clone(),
                ..file.clone()
            };
            // Where it is accepted it is true.
            let accepted = check_twice(&lie).is_ok();
            assert!(accepted || lie != *file);
        }
        let mirrored = root(file).position.mirror().to_string();
        if mirrored != file.sfen {
            let sfen = mirrored;
            let _ = check_twice(&File {
                sfen,
                ..file.clone()
            });
        }
    }
}

#[test]
fn a_root_that_is_no_position_is_rejected() {
    let file = files().remove(0);
    let with = |sfen: &str| {
        let sfen = sfen.to_owned();
        let bytes = File {
            sfen,
            ..file.clone()
        }
        .bytes();
        let rejected = check(&bytes).unwrap_err();
        assert_eq!(rejected.at, HEADER);
        rejected.reason
    };
    assert!(matches!(with(""), Reason::Root(_)));
    assert!(matches!(with("9/9/9 b - 1"), Reason::Root(_)));
    // In check without having the move; two pawns on a file.
    assert!(matches!(with("8k/8G/9/9/9/9/9/9/9 b - 1"), Reason::Root(_)));
    assert!(matches!(
        with("8k/9/8P/8P/9/9/9/9/9 b - 1"),
        Reason::Root(_)
    ));
    assert_eq!(
        with(&file.sfen[..file.sfen.len() - 2]),
        Reason::NotCanonical
    );
    assert_eq!(with(&format!("sfen {}", file.sfen)), Reason::NotCanonical);
    assert_eq!(with("8K/9/9/9/9/9/9/9/9 b - 1"), Reason::NoKing);
    assert_eq!(with("9/9/9/9/9/9/9/9/9 b - 1"), Reason::NoKing);
    let mut bytes = file.bytes();
    let at = bytes.len() - 32;
    bytes[HEADER] = 0xff;
    let digest = <sha2::Sha256 as sha2::Digest>::digest(&bytes[..at]);
    bytes[at..].copy_from_slice(&digest);
    assert_eq!(reason(&bytes), Reason::NotCanonical);
    let other = File {
        attacker: b'x',
        ..file.clone()
    };
    let rejected = other.check().unwrap_err();
    assert_eq!((rejected.at, rejected.reason), (16, Reason::Attacker(b'x')));
    // White, whose king is alone, is not the one that attacks.
    let other = File {
        attacker: b'w',
        ..file
    };
    assert_eq!(other.check().unwrap_err().reason, Reason::NoKing);
}

#[test]
fn no_move_without_check_is_no_mate() {
    let root = black_attacks("k8/9/NP7/1N7/9/9/9/9/9 w - 1");
    assert!(!root.position.is_in_check() && root.position.legal_moves().is_empty());
    let rejected = check_twice(&File::new(&root, &[])).unwrap_err();
    assert_eq!(rejected.reason, Reason::NoMate);
}

/// Two checks and their only replies lead back to where they began.
fn perpetual() -> (Task, Vec<u8>) {
    let root = black_attacks("1+R7/9/k8/9/1R7/9/9/9/9 b 2b4g4s4n4l18p 1");
    let steps = |position: &Position| -> Vec<(u8, Position)> {
        let mut checks: Vec<Move> = position.checks();
        checks.sort();
        let numbered = (1..).zip(checks);
        numbered
            .filter_map(|(number, check)| {
                let after = position.play(check);
                let replies = after.legal_moves();
                (replies.len() == 1).then(|| (number, after.play(replies[0])))
            })
            .collect()
    };
    for (first, between) in steps(&root.position) {
        for (second, end) in steps(&between) {
            if end == root.position {
                return (root, vec![first, second]);
            }
        }
    }
    panic!("no perpetual check")
}

#[test]
fn a_cycle_proves_nothing() {
    let (root, round) = perpetual();
    let back = File::new(&root, &[&round[..], &[0]].concat());
    let rejected = check_twice(&back).unwrap_err();
    assert_eq!(rejected.reason, Reason::Unproved(back.sfen.clone()));
    assert_eq!(rejected.at, back.place(2));
    let at_once = File::new(&root, &[0]);
    let rejected = check_twice(&at_once).unwrap_err();
    assert_eq!(rejected.reason, Reason::Unproved(at_once.sfen));
}

/// The stack of the walk is the checker's own.
#[test]
fn a_line_of_a_million_plies_overflows_nothing() {
    let (root, round) = perpetual();
    let file = File::new(&root, &round.repeat(250_000));
    let rejected = file.check().unwrap_err();
    assert_eq!(rejected.reason, Reason::Unfinished(file.sfen.clone()));
    assert_eq!(rejected.at, file.place(500_000));
}

#[test]
fn numbers_have_one_form() {
    let (root, round) = perpetual();
    for (stream, at) in [
        (vec![128, round[0]], 0),
        (vec![round[0], 128, 0], 1),
        (vec![128, 127], 0),
    ] {
        let file = File::new(&root, &stream);
        let rejected = file.check().unwrap_err();
        assert_eq!(
            (rejected.at, rejected.reason),
            (file.place(at), Reason::Overlong)
        );
    }
    let file = File::new(&root, &[255, 255]);
    let rejected = file.check().unwrap_err();
    let number = 127 << 8 | 255;
    assert!(
        matches!(rejected.reason, Reason::NoSuchCheck { number: found, .. } if found == number)
    );
    let half = File::new(&root, &[200]);
    let rejected = half.check().unwrap_err();
    assert!(matches!(rejected.reason, Reason::Unfinished(_)));
}

proptest! {
    #[test]
    fn random_streams_are_judged_alike(
        which in 0..10_usize,
        numbers in proptest::collection::vec(0..12_u8, 0..40),
        keep in 0..40_usize,
    ) {
        let files = files();
        let file = &files[which % files.len()];
        let kept = &file.stream[..keep.min(file.stream.len())];
        let stream = [kept, &numbers].concat();
        let _ = check_twice(&File { stream, ..file.clone() });
    }

    #[test]
    fn random_bytes_never_panic(
        which in 0..10_usize,
        stream in proptest::collection::vec(any::<u8>(), 0..60),
        garbage in proptest::collection::vec(any::<u8>(), 0..120),
    ) {
        let files = files();
        let file = File { stream, ..files[which % files.len()].clone() };
        let _ = file.check();
        prop_assert!(check(&garbage).is_err());
        let bytes = [b"gyakusan proof\n\x01b", &garbage[..]].concat();
        prop_assert!(check(&bytes).is_err());
    }
}
