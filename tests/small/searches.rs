//! The search beside whole tables, and proofs beside the plain rules.

use small::game::Game;
use small::rules::Rules;
use small::search::{Proof, ProofError, check};
use small::solve::Value;
use small::study::{Outcome, Purse, ZONES, starts, study};
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

fn proof() -> Proof {
    let start = small::study::Start {
        army: "KNNG".to_owned(),
        zone: 2,
    };
    let game = start.game(&Game::known("4x4").unwrap()).unwrap();
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

/// A line that wins is found sooner where it is given.
#[test]
fn a_guide_helps() {
    let game = Game::known("4x4").unwrap().with_army("RKSG").unwrap();
    let rules = Rules::new(game).unwrap();
    let root = Position::start(&rules);
    let monitor = Monitor::default();
    let alone = study(&rules, &root, &[], PURSE, &monitor);
    let line = alone.proof.as_ref().unwrap().line.clone();
    let mut guide = Vec::new();
    let mut position = root;
    for mv in &line[..line.len() - 4] {
        position = position.play(&rules, read_move(&rules, &position, mv).unwrap());
        guide.push(position);
    }
    let guided = study(&rules, &root, &guide, PURSE, &monitor);
    assert!(matches!(guided.outcome, Outcome::First(_)), "{guided:?}");
    assert!(check(&guided.proof.unwrap()).is_ok());
    assert!(
        guided.nodes < alone.nodes,
        "{} {}",
        guided.nodes,
        alone.nodes
    );
}
