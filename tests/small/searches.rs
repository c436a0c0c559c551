//! The search beside whole tables, and proofs beside the plain rules.

use std::collections::BTreeMap;

use referee::small::wins_by;
use small::game::Game;
use small::plain::{Board, Plain};
use small::rules::Rules;
use small::search::{Proof, ProofError, check};
use small::solve::Value;
use small::study::{Outcome, Purse, Start, ZONES, starts, study};
use small::text::{Position, Side, read_move};
use system::monitor::Monitor;
use testkit::Rng;

use crate::tables::solved;

const PURSE: Purse = Purse {
    nodes: 200_000,
    until: None,
    memory: 64 << 20,
};

#[test]
fn there_are_1806_starts_on_4x4() {
    let starts = starts(&Game::known("4x4").unwrap(), ZONES);
    assert_eq!(starts.len(), 1806);
    let mut different = starts.clone();
    different.sort();
    different.dedup();
    assert_eq!(different.len(), 1806);
}

#[test]
fn the_search_finds_what_tables_know() {
    let mut random = Rng(69);
    let mut refuted = 0;
    for (army, zone) in [("PKP", 1), ("KPP", 2), ("PKL", 1)] {
        let game = Game::known("3x3").unwrap().with_army(army).unwrap();
        let (rules, ranking, values) = solved(game.with_zone(zone));
        let monitor = Monitor::default();
        let places = values.dense.len() as usize;
        let numbers: Vec<u64> = (0..ranking.size())
            .filter(|number| values.dense.place(*number).is_some())
            .collect();
        for _ in 0..testkit::cases(60, 3000) {
            let state = ranking.unrank(numbers[random.below(places)]);
            let root = Position {
                state,
                side: Side::Black,
            };
            let value = values.value(&rules, &ranking, &state).unwrap();
            let studied = study(&rules, &root, &[], PURSE, &monitor);
            let wins = [
                matches!(value, Value::Won(_)),
                matches!(value, Value::Lost(_)),
            ];
            for (cannot, wins) in studied.cannot.into_iter().zip(wins) {
                refuted += u32::from(cannot);
                assert!(!(cannot && wins), "{army} {zone}: {value:?}");
            }
            match (studied.outcome, value) {
                (Outcome::First(found), Value::Won(plies))
                | (Outcome::Second(found), Value::Lost(plies)) => {
                    assert!(found >= plies.into(), "{found} {plies}");
                    let proof = studied.proof.unwrap();
                    assert_eq!(check(&proof), Ok(found));
                    assert_eq!(proof.line.len(), usize::from(found));
                }
                (Outcome::Draw, Value::Draw) | (Outcome::Open(_), _) => {}
                (found, known) => panic!("{army} {zone}: {found:?}, {known:?}"),
            }
        }
    }
    assert!(refuted > 20, "{refuted}");
}

/// A short win of the second player.
fn proof() -> Proof {
    proof_of("4x4", "KNNG", 2)
}

fn proof_of(board: &str, army: &str, zone: u8) -> Proof {
    let start = Start {
        army: army.to_owned(),
        zone,
    };
    let game = start.game(&Game::known(board).unwrap()).unwrap();
    let rules = Rules::new(game).unwrap();
    let root = Position::start(&rules);
    study(&rules, &root, &[], PURSE, &Monitor::default())
        .proof
        .unwrap()
}

#[test]
fn a_proof_is_read_as_it_was_written() {
    let proof = proof();
    let text = proof.write().unwrap();
    assert_eq!(Proof::read(&text), Ok(proof));
    assert_eq!(Proof::read("else"), Err(ProofError::Foreign));
    let damaged = text.replacen("b -", "w -", 1);
    assert_eq!(Proof::read(&damaged), Err(ProofError::Damaged));
}

#[test]
fn a_wrong_proof_does_not_hold() {
    let good = proof();
    assert!(check(&good).is_ok());
    for position in good.moves.keys() {
        let mut without = good.clone();
        without.moves.remove(position);
        let missing = ProofError::Missing(position.clone());
        assert_eq!(check(&without), Err(missing));
        let mut other = good.clone();
        other.moves.insert(position.clone(), "1a1a".to_owned());
        assert!(matches!(check(&other), Err(ProofError::Illegal { .. })));
    }
    let shorter = Proof {
        plies: good.plies - 1,
        ..good.clone()
    };
    assert!(matches!(check(&shorter), Err(ProofError::Longer { .. })));
    let other_winner = Proof {
        black_wins: true,
        ..good
    };
    assert!(check(&other_winner).is_err());
}

/// Whether the referee says the same of a proof as the checker does; and whether it holds.
#[track_caller]
fn judged_alike(proof: &Proof) -> bool {
    let plain = Plain::new(proof.game.clone()).unwrap();
    let root = plain.read(&proof.root).unwrap();
    let expected = wins_by(&plain, &root, proof.black_wins, &proof.moves);
    let found = match check(proof) {
        // Of a line the referee knows nothing.
        Err(ProofError::Line(_)) => expected,
        found => found.ok().map(u32::from),
    };
    let expected = expected.filter(|plies| *plies <= proof.plies.into());
    assert_eq!(found, expected, "{} {:?}", proof.root, check(proof));
    found.is_some()
}

/// Another move at one position, mostly one that is legal.
fn exchanged(proof: &Proof, random: &mut Rng) -> Proof {
    let plain = Plain::new(proof.game.clone()).unwrap();
    let mut changed = proof.clone();
    let place = random.below(proof.moves.len());
    let (position, known) = proof.moves.iter().nth(place).unwrap();
    let steps = plain.steps(&plain.read(position).unwrap());
    let others: Vec<String> = steps
        .iter()
        .map(|step| plain.write_step(*step))
        .filter(|mv| mv != known)
        .collect();
    let other = match others.is_empty() {
        true => "1a1b".to_owned(),
        false => others[random.below(others.len())].clone(),
    };
    changed.moves.insert(position.clone(), other);
    changed
}

#[test]
fn what_is_changed_in_a_proof_is_refused_unless_it_is_one_still() {
    let mut random = Rng(74);
    let (mut refused, mut held) = (0, 0);
    for (board, army, zone) in [("4x4", "KNNG", 2), ("3x3", "PKP", 1), ("4x4", "RKSG", 1)] {
        let good = proof_of(board, army, zone);
        assert!(judged_alike(&good));
        for nth in 0..testkit::cases(12, 400) {
            let mut changed = exchanged(&good, &mut random);
            match nth % 6 {
                0..=2 => {}
                3 => changed.game.zone = zone % 3 + 1,
                4 => changed.plies -= random.below(2) as u16 + 1,
                _ => {
                    // From a later position on.
                    changed = good.clone();
                    let place = random.below(good.moves.len());
                    let root = good.moves.keys().nth(place).unwrap();
                    root.clone_into(&mut changed.root);
                }
            }
            match judged_alike(&changed) {
                true => held += 1,
                false => refused += 1,
            }
        }
    }
    assert!(refused > 10 && held > 3, "{refused} {held}");
}

/// Where a player goes to and fro, nobody wins.
#[test]
fn what_comes_back_is_no_proof() {
    let mut game = Game::known("3x3").unwrap();
    "1k1/3/1K1".clone_into(&mut game.start);
    let rules = Rules::new(game.clone()).unwrap();
    let root = Position::start(&rules);
    // Black answers everything by going to the first square that is free.
    let mut moves = BTreeMap::new();
    let plain = Plain::new(game.clone()).unwrap();
    let mut open = vec![plain.read("1k1/3/1K1 b -").unwrap()];
    while let Some(board) = open.pop() {
        let steps = plain.steps(&board);
        if !board.is_blacks_turn {
            open.extend(steps.iter().map(|step| plain.play(&board, *step)));
            continue;
        }
        let known = moves.insert(plain.write(&board), plain.write_step(steps[0]));
        if known.is_none() {
            open.push(plain.play(&board, steps[0]));
        }
    }
    let proof = Proof {
        game,
        root: small::text::write_position(&rules, &root),
        black_wins: true,
        plies: 100,
        line: Vec::new(),
        moves,
    };
    assert!(matches!(check(&proof), Err(ProofError::Repeats(_))));
    assert!(!judged_alike(&proof));
}

#[test]
fn the_line_and_the_root_of_a_proof_are_checked() {
    let good = proof();
    assert!(check(&good).is_ok());
    // A move of the winner that is legal, but not the one of the proof.
    let plain = Plain::new(good.game.clone()).unwrap();
    let root = plain.read(&good.root).unwrap();
    let named = |board: &Board| {
        let steps = plain.steps(board).into_iter();
        steps.map(|step| (plain.write_step(step), step))
    };
    let (_, first) = named(&root).find(|(mv, _)| *mv == good.line[0]).unwrap();
    let next = plain.play(&root, first);
    let (other, _) = named(&next).find(|(mv, _)| *mv != good.line[1]).unwrap();
    let mut strays = good.line.clone();
    strays[1] = other;
    for line in [
        Vec::new(),
        good.line[..good.line.len() - 1].to_vec(),
        [&good.line[..], &["1a1b".to_owned()]].concat(),
        strays,
    ] {
        let changed = Proof {
            line,
            ..good.clone()
        };
        let refused = check(&changed);
        let is_the_line = matches!(refused, Err(ProofError::Line(_)));
        assert!(is_the_line, "{:?}: {refused:?}", changed.line);
    }
    for root in [
        "",
        "gnnk/4/4 b -",
        "gnn1/4/4/KNNG b -",
        "gnnk/4/4/KNNG b 99999N",
        "4/4/1kK1/4 b -",
    ] {
        let changed = Proof {
            root: root.to_owned(),
            ..good.clone()
        };
        let refused = Err(ProofError::Root(root.to_owned()));
        assert_eq!(check(&changed), refused);
    }
    let mut game = good.game.clone();
    game.width = 200;
    let refused = check(&Proof { game, ..good });
    assert!(matches!(refused, Err(ProofError::Game(_))), "{refused:?}");
}

/// A line that wins is found sooner where it is given.
#[test]
fn a_guide_helps() {
    let game = Game::known("4x4").unwrap().with_army("NKSR").unwrap();
    let rules = Rules::new(game).unwrap();
    let root = Position::start(&rules);
    let monitor = Monitor::default();
    let purse = Purse {
        nodes: 2_000_000,
        ..PURSE
    };
    let alone = study(&rules, &root, &[], purse, &monitor);
    let line = alone.proof.as_ref().unwrap().line.clone();
    let mut guide = Vec::new();
    let mut position = root;
    for mv in &line[..line.len() - 4] {
        position = position.play(&rules, read_move(&rules, &position, mv).unwrap());
        guide.push(position);
    }
    let guided = study(&rules, &root, &guide, purse, &monitor);
    assert!(matches!(guided.outcome, Outcome::First(_)), "{guided:?}");
    assert!(check(&guided.proof.unwrap()).is_ok());
    assert!(
        guided.nodes < alone.nodes,
        "{} {}",
        guided.nodes,
        alone.nodes
    );
}
