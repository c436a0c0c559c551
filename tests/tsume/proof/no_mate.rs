//! Proofs that there is no mate: what is proved is true, and what is not is refused.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use sha2::{Digest, Sha256};
use shogi::{Color, Hand, Move, Position};
use testkit::{Crowd, Rng, cases, random_position};
use tsume::proof::{Claim, Escape, Proof, Reason, WriteError, check, prove_no_mate};
use tsume::solve::dfpn::Solver;
use tsume::solve::{Goal, Limits, Reached, Solve, Task, Verdict};

use super::strategy::{black_attacks, mates, problems, prove_within, turned};

/// Bytes before the SFEN in files of version 2.
const HEADER: usize = 51;

static NEVER: AtomicBool = AtomicBool::new(false);

/// The first reply after which the plain search finds no mate within the plies; where there is no limit, after which
/// the solver proves that there is none.
struct First(Solver);

impl First {
    fn new() -> Self {
        Self(Solver::new(1 << 20))
    }
}

impl Escape for First {
    fn saving_reply(&mut self, position: &Position, plies: Option<u32>) -> Option<Move> {
        let mut replies = position.legal_moves();
        replies.sort_unstable();
        let attacker = position.side().flip();
        replies.into_iter().find(|&reply| {
            let position = position.play(reply);
            let task = Task { position, attacker };
            match plies {
                Some(plies) => !mates(&task, plies),
                None => is_safe(&mut self.0, &task) == Some(true),
            }
        })
    }
}

/// Whether there is no mate, if a search of some nodes tells.
fn is_safe(solver: &mut Solver, task: &Task) -> Option<bool> {
    let limits = Limits {
        nodes: Some(2_000),
        ..Limits::default()
    };
    let outcome = solver.solve(task, Goal::Verdict, &limits, &NEVER);
    match outcome.verdict {
        Verdict::Mate => Some(false),
        Verdict::NoMate => Some(true),
        Verdict::Unknown => None,
    }
}

fn prove(root: &Task, plies: Option<u32>) -> Result<Proof, WriteError> {
    prove_no_mate(
        root,
        plies,
        &mut First::new(),
        &Limits::default(),
        None,
        &NEVER,
    )
}

/// A file as the documentation has it.
fn file(root: &Task, plies: Option<u32>, nodes: u64, stream: &[u8]) -> Vec<u8> {
    let sfen = root.position.to_string();
    let mut bytes = b"gyakusan proof\n\x02".to_vec();
    bytes.push(if root.attacker == Color::Black {
        b'b'
    } else {
        b'w'
    });
    bytes.extend(u32::MAX.to_be_bytes());
    bytes.extend(plies.unwrap_or(u32::MAX).to_be_bytes());
    bytes.extend(nodes.to_be_bytes());
    bytes.extend(0_u64.to_be_bytes());
    bytes.extend((stream.len() as u64).to_be_bytes());
    bytes.extend((sfen.len() as u16).to_be_bytes());
    bytes.extend(sfen.as_bytes());
    bytes.extend(stream);
    bytes.extend(Sha256::digest(&bytes));
    bytes
}

fn stream(proof: &Proof) -> Vec<u8> {
    let bytes = proof.to_bytes();
    bytes[HEADER + proof.root.position.to_string().len()..bytes.len() - 32].to_vec()
}

/// A second checker: it collects the members, then looks at each of them anew.
mod naive {
    use super::*;

    /// By the text of the board: hands and plies.
    type Members = HashMap<String, Vec<(Hand, u32)>>;

    fn board(position: &Position) -> String {
        position.to_string().split(' ').next().unwrap().to_owned()
    }

    fn serves(members: &Members, position: &Position, plies: u32) -> bool {
        let hand = position.hand(position.side());
        members.get(&board(position)).is_some_and(|all| {
            all.iter()
                .any(|&(with, within)| with.contains(hand) && within >= plies)
        })
    }

    /// No limit is so many plies that nobody counts them down.
    const EVER: u32 = 1_000_000;

    struct Walk<'a> {
        stream: &'a [u8],
        nodes: u64,
        members: Members,
        positions: Vec<(Position, u32)>,
    }

    /// The nodes of a stream that proves that there is no mate; `None` if it does not.
    pub fn walk(root: &Task, plies: Option<u32>, stream: &[u8]) -> Option<u64> {
        let mut walk = Walk {
            stream,
            nodes: 0,
            members: Members::new(),
            positions: Vec::new(),
        };
        let endless = plies.is_none();
        let plies = plies.unwrap_or(EVER + u32::from(!root.attacker_to_move()));
        if root.attacker_to_move() {
            walk.attacker(&root.position, plies, endless)?;
        } else {
            walk.root_of_defender(&root.position, plies, endless)?;
        }
        // Every member once more: each check has a reply to where a member serves, or no ply is left.
        for (position, plies) in &walk.positions {
            for check in position.checks() {
                let after = position.play(check);
                let left = if endless { *plies } else { plies - 1 };
                let saved = after.legal_moves().into_iter().any(|reply| {
                    let next = after.play(reply);
                    let left = if endless {
                        left
                    } else {
                        left.saturating_sub(1)
                    };
                    let odd = if left.is_multiple_of(2) && !endless {
                        left.saturating_sub(1)
                    } else {
                        left
                    };
                    odd == 0
                        || next.checks().is_empty()
                        || serves(&walk.members, &next, odd)
                        || (odd == 1
                            && !mates(
                                &Task {
                                    position: next.clone(),
                                    attacker: next.side(),
                                },
                                1,
                            ))
                });
                if !saved {
                    return None;
                }
            }
        }
        walk.stream.is_empty().then_some(walk.nodes)
    }

    impl Walk<'_> {
        fn root_of_defender(
            &mut self,
            position: &Position,
            plies: u32,
            endless: bool,
        ) -> Option<()> {
            if position.legal_moves().is_empty() {
                self.nodes += 1;
                return (!position.is_in_check()).then_some(());
            }
            if plies == 0 {
                self.nodes += 1;
                return Some(());
            }
            self.defender(position, plies, endless)
        }

        fn attacker(&mut self, position: &Position, plies: u32, endless: bool) -> Option<()> {
            self.nodes += 1;
            let plies = match endless {
                true => EVER,
                false if plies.is_multiple_of(2) => plies.saturating_sub(1),
                false => plies,
            };
            if plies == 0 {
                return Some(());
            }
            if plies == 1 {
                let task = Task {
                    position: position.clone(),
                    attacker: position.side(),
                };
                return (!mates(&task, 1)).then_some(());
            }
            if serves(&self.members, position, plies) {
                return Some(());
            }
            let hand = position.hand(position.side());
            self.members
                .entry(board(position))
                .or_default()
                .push((hand, plies));
            self.positions.push((position.clone(), plies));
            let mut checks = position.checks();
            checks.sort();
            for check in checks {
                self.defender(&position.play(check), plies - 1, endless)?;
            }
            Some(())
        }

        fn defender(&mut self, position: &Position, plies: u32, endless: bool) -> Option<()> {
            self.nodes += 1;
            let mut replies = position.legal_moves();
            replies.sort();
            let (&number, rest) = self.stream.split_first()?;
            let reply = *replies.get(usize::from(number).checked_sub(1)?)?;
            self.stream = rest;
            self.attacker(&position.play(reply), plies - 1, endless)
        }
    }
}

/// The same claim by both checkers, written and read, is accepted.
fn is_proved(proof: &Proof, plies: Option<u32>) {
    let bytes = proof.to_bytes();
    let stream = stream(proof);
    assert_eq!(file(&proof.root, plies, proof.nodes, &stream), bytes);
    let checked = check(&bytes).unwrap();
    assert_eq!(checked.root, proof.root);
    assert_eq!(checked.claim, Claim::NoMate { within: plies });
    assert_eq!(checked.nodes, proof.nodes);
    if stream.iter().all(|&byte| byte < 128) {
        let nodes = naive::walk(&proof.root, plies, &stream);
        assert_eq!(nodes, Some(proof.nodes), "{}", proof.root.position);
    }
}

fn crowd() -> Crowd {
    Crowd {
        board: 14,
        black_hand: 4,
        two_kings_one_in: 3,
        full_set: false,
        black_to_move: false,
    }
}

#[test]
fn within_some_plies_there_is_a_mate_or_a_proof_that_there_is_none() {
    let mut rng = Rng(21);
    // With the attacker to move, the defender in check, and the defender free.
    let mut proved = [0; 3];
    let (mut kings, mut refused) = (0, 0);
    for _ in 0..cases(600, 20_000) {
        let position = random_position(&mut rng, &crowd());
        for attacker in [Color::Black, Color::White] {
            let root = Task {
                position: position.clone(),
                attacker,
            };
            if position.king(attacker.flip()).is_none() {
                continue;
            }
            for plies in 0..=4 {
                let proof = prove(&root, Some(plies));
                match (mates(&root, plies), proof) {
                    (false, Ok(proof)) => is_proved(&proof, Some(plies)),
                    (true, Err(WriteError::NoEscape { .. })) => {
                        refused += 1;
                        continue;
                    }
                    (_, other) => panic!("{position} {plies} {other:?}"),
                }
                let kind = match root.attacker_to_move() {
                    true => 0,
                    false => 1 + usize::from(!position.is_in_check()),
                };
                proved[kind] += 1;
                kings += u32::from(position.king(attacker).is_some());
            }
        }
    }
    assert!(proved.iter().all(|&count| count > 100), "{proved:?}");
    assert!(kings > 100 && refused > 100, "{kings} {refused}");
}

#[test]
fn where_there_is_no_mate_ever_that_is_proved() {
    let mut rng = Rng(22);
    let (mut proved, mut walked) = (0, 0);
    let mut solver = Solver::new(1 << 20);
    for _ in 0..cases(160, 3_000) {
        let position = random_position(&mut rng, &crowd());
        let root = Task::new(position);
        if root.position.king(root.attacker.flip()).is_none()
            || is_safe(&mut solver, &root) != Some(true)
        {
            continue;
        }
        let limits = Limits {
            nodes: Some(1_000),
            ..Limits::default()
        };
        match prove_no_mate(&root, None, &mut First::new(), &limits, None, &NEVER) {
            Ok(proof) => {
                is_proved(&proof, None);
                proved += 1;
                walked += u32::from(proof.nodes > 30);
                assert!(!mates(&root, 3), "{}", root.position);
            }
            Err(WriteError::Reached(Reached::Nodes) | WriteError::NoEscape { .. }) => {}
            Err(other) => panic!("{} {other:?}", root.position),
        }
    }
    assert!(
        proved > cases(25, 50) && walked > cases(5, 10) as u32,
        "{proved} {walked}"
    );
}

#[test]
fn a_length_is_proved_by_both_halves() {
    for (root, plies) in problems().into_iter().step_by(2) {
        for root in [root.clone(), turned(&root)] {
            let mate = prove_within(&root, plies).unwrap();
            let none = prove(&root, Some(plies - 1)).unwrap();
            let nodes = mate.nodes + none.nodes;
            let both = mate.clone().and_no_shorter(none.clone()).unwrap();
            let checked = check(&both.to_bytes()).unwrap();
            let claim = Claim::Length {
                within: plies,
                longer_than: plies - 1,
            };
            assert_eq!((checked.claim, checked.nodes), (claim, nodes));
            // Neither half is taken for the other, nor one of another position.
            assert_eq!(none.clone().and_no_shorter(mate.clone()), None);
            let elsewhere = prove(&turned(&root), Some(plies - 1)).unwrap();
            assert_eq!(mate.clone().and_no_shorter(elsewhere), None);
            assert!(matches!(
                prove(&root, Some(plies)),
                Err(WriteError::NoEscape { .. })
            ));
        }
    }
}

/// Changed streams are accepted by both checkers or by neither, and only if there is no mate.
#[test]
fn changed_streams_prove_nothing_false() {
    let mut rng = Rng(23);
    let (mut accepted, mut rejected) = (0, 0);
    for (root, plies) in problems() {
        let within = plies.saturating_sub(1);
        let proof = prove(&root, Some(within)).unwrap();
        let good = stream(&proof);
        for _ in 0..cases(20, 200) {
            let mut changed = good.clone();
            if !changed.is_empty() {
                let at = rng.below(changed.len());
                match rng.below(4) {
                    0 => drop(changed.remove(at)),
                    1 => changed.insert(at, rng.below(12) as u8),
                    _ => changed[at] = rng.below(12) as u8,
                }
            }
            // What is true of fewer plies is claimed of as many as the mate takes, too.
            for claimed in [within, plies] {
                let nodes = naive::walk(&root, Some(claimed), &changed);
                let result = check(&file(&root, Some(claimed), nodes.unwrap_or(0), &changed));
                match (nodes, result) {
                    (Some(_), Ok(_)) => {
                        assert!(!mates(&root, claimed), "{} {changed:?}", root.position);
                        accepted += 1;
                    }
                    (None, Err(_)) => rejected += 1,
                    other => panic!("{} {claimed} {changed:?} {other:?}", root.position),
                }
            }
        }
    }
    assert!(accepted > 50 && rejected > 500, "{accepted} {rejected}");
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    let root = black_attacks("4k4/9/9/9/9/9/9/9/9 b G2r2b3g4s4n4l18p 1");
    let proof = prove(&root, None).unwrap();
    let good = stream(&proof);
    let start = HEADER + root.position.to_string().len();
    let reason = |stream: &[u8]| {
        let rejected = check(&file(&root, None, proof.nodes, stream)).unwrap_err();
        (rejected.at - start, rejected.reason)
    };
    assert!(matches!(
        reason(&good[1..]),
        (_, Reason::Unfinished(_) | Reason::NoSuchReply { .. })
    ));
    assert_eq!(
        reason(&[&good[..], &[1]].concat()),
        (good.len(), Reason::Surplus)
    );
    assert!(matches!(
        reason(&[0]),
        (0, Reason::NoSuchReply { number: 0, .. })
    ));
    assert!(matches!(
        reason(&[99]),
        (0, Reason::NoSuchReply { number: 99, .. })
    ));
    assert!(matches!(reason(&[128, 1]), (0, Reason::Overlong)));
    let (claimed, walked) = (proof.nodes + 1, proof.nodes);
    let wrong = check(&file(&root, None, claimed, &good)).unwrap_err();
    assert_eq!(wrong.reason, Reason::Nodes { claimed, walked });
    let mated = black_attacks("4k4/4G4/4P4/9/9/9/9/9/9 w 2r2b3g4s4n4l17p 1");
    let wrong = check(&file(&mated, None, 1, &[])).unwrap_err();
    assert!(matches!(wrong.reason, Reason::Mated(_)), "{wrong}");
    let in_one = black_attacks("4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1");
    for plies in [Some(1), Some(2)] {
        let wrong = check(&file(&in_one, plies, 1, &[])).unwrap_err();
        assert!(matches!(wrong.reason, Reason::Mated(_)), "{wrong}");
    }
    // There is no mate in none, and the file says no more.
    assert!(check(&file(&in_one, Some(0), 1, &[])).is_ok());
    // A mate is claimed by its stream alone, where its plies say that there is none.
    let mut bytes = file(&root, None, proof.nodes, &good);
    bytes.truncate(bytes.len() - 32);
    let at = 17 + 4 + 4 + 8;
    bytes[at..at + 8].copy_from_slice(&1_u64.to_be_bytes());
    let length = good.len() as u64 - 1;
    bytes[at + 8..at + 16].copy_from_slice(&length.to_be_bytes());
    bytes.extend(Sha256::digest(&bytes));
    assert_eq!(check(&bytes).unwrap_err().reason, Reason::Surplus);
}

#[test]
fn every_bit_flipped_and_every_truncation_is_noticed() {
    let (root, plies) = problems().pop().unwrap();
    let mate = prove_within(&root, plies).unwrap();
    let none = prove(&root, Some(plies - 1)).unwrap();
    for proof in [none.clone(), mate.and_no_shorter(none).unwrap()] {
        let bytes = proof.to_bytes();
        for at in 0..bytes.len() {
            assert_eq!(
                check(&bytes[..at]).unwrap_err().at,
                at.min(bytes.len()) * usize::from(at > 0)
            );
            for bit in 0..8 {
                let mut damaged = bytes.clone();
                damaged[at] ^= 1 << bit;
                assert!(check(&damaged).is_err(), "{at} {bit}");
            }
        }
    }
}

#[test]
fn limits_end_the_work() {
    let root = black_attacks("4k4/9/9/9/9/9/9/9/9 b GS2r2b3g3s4n4l18p 1");
    let ask = |limits: &Limits, memory, stop: &AtomicBool| {
        prove_no_mate(&root, None, &mut First::new(), limits, memory, stop).unwrap_err()
    };
    let none = Limits::default();
    let few = Limits {
        nodes: Some(5),
        ..none
    };
    let no_time = Limits {
        time: Some(std::time::Duration::ZERO),
        ..none
    };
    assert_eq!(ask(&few, None, &NEVER), WriteError::Reached(Reached::Nodes));
    assert_eq!(
        ask(&no_time, None, &NEVER),
        WriteError::Reached(Reached::Time)
    );
    assert_eq!(
        ask(&none, Some(1), &NEVER),
        WriteError::Reached(Reached::Memory)
    );
    let stop = AtomicBool::new(true);
    assert_eq!(ask(&none, None, &stop), WriteError::Reached(Reached::Stop));
}

/// An escape that is a function.
struct By<F>(F);

impl<F: FnMut(&Position) -> Option<Move>> Escape for By<F> {
    fn saving_reply(&mut self, position: &Position, _plies: Option<u32>) -> Option<Move> {
        self.0(position)
    }
}

#[test]
fn nobody_is_trusted() {
    let root = black_attacks("4k4/9/9/9/9/9/9/9/9 b GS2r2b3g3s4n4l18p 1");
    let ask = |escape: &mut dyn Escape| {
        prove_no_mate(&root, None, escape, &Limits::default(), None, &NEVER)
    };
    let nothing = ask(&mut By(|_: &Position| None)).unwrap_err();
    assert!(matches!(nothing, WriteError::NoEscape { .. }));
    let illegal = "9i9h".parse::<Move>().unwrap();
    let wrong = ask(&mut By(|_: &Position| Some(illegal))).unwrap_err();
    assert!(matches!(wrong, WriteError::NoReply { .. }));
    // Replies that lose end in a mate.
    let root = black_attacks("4k4/9/4P4/9/9/9/9/9/9 b GS2r2b3g3s4n4l17p 1");
    let any = &mut By(|position: &Position| position.legal_moves().into_iter().min());
    let mated = prove_no_mate(&root, None, any, &Limits::default(), None, &NEVER).unwrap_err();
    assert!(matches!(mated, WriteError::NoEscape { .. }), "{mated:?}");
}
