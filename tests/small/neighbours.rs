//! Moves there and back, and the numbers of the positions a move away.

use small::moves::Moves;
use small::neighbours::Neighbours;
use small::rank::{Ranking, total};
use small::rules::Rules;
use small::state::{MINE, Move, State, THEIRS};
use testkit::Rng;

use crate::rules::games;

/// How many pieces of a kind are neither on the board nor in a hand.
fn spare(rules: &Rules, state: &State, kind: usize) -> u8 {
    let mut known = state.hands[MINE][kind] + state.hands[THEIRS][kind];
    for (man, spec) in rules.men().iter().enumerate() {
        if spec.kind == kind {
            known += (state.men[MINE][man] | state.men[THEIRS][man]).count_ones() as u8;
        }
    }
    total(rules, kind) - known
}

/// The moves that can have led to a position, each with what it took.
fn unmoves(rules: &Rules, state: &State) -> Vec<(Move, Option<usize>)> {
    let mut unmoves = Vec::new();
    let spare = |kind| spare(rules, state, kind);
    rules.unmoves(&rules.flip(state), spare, |mv, taken| {
        unmoves.push((mv, taken));
    });
    unmoves
}

/// Calls for random arrangements of all games that can be numbered, none of which is over.
fn each(seed: u64, mut visit: impl FnMut(&Rules, &Ranking, &mut Neighbours<'_>, &State)) {
    let mut random = Rng(seed);
    let mut visited = 0;
    for game in games() {
        let rules = Rules::new(game).unwrap();
        let Ok(ranking) = Ranking::new(&rules) else {
            continue;
        };
        let mut neighbours = Neighbours::new(&rules, &ranking);
        for _ in 0..testkit::cases(400, 20_000) {
            let number = random.below(ranking.size() as usize) as u64;
            let state = ranking.unrank(number);
            if !rules.is_over(&state) {
                visited += 1;
                visit(&rules, &ranking, &mut neighbours, &state);
            }
        }
    }
    assert!(visited > 1000);
}

#[test]
fn positions_a_move_away_are_numbered_as_those_that_were_played() {
    let mut moves = Moves::new();
    each(70, |rules, ranking, neighbours, state| {
        let seen = rules.flip(state);
        neighbours.go_to(&seen);
        rules.legal_moves(state, &mut moves);
        for &mv in &moves {
            let after = ranking.rank(rules, &rules.play(state, mv)).number;
            assert_eq!(u64::from(neighbours.after(mv)), after, "{state:?} {mv:?}");
        }
        for (mv, taken) in unmoves(rules, state) {
            let before = rules.unplayed(&seen, mv, taken);
            assert!(ranking.covers(&before), "{state:?} {mv:?} {taken:?}");
            let number = ranking.rank(rules, &before).number;
            let found = u64::from(neighbours.before(mv, taken));
            assert_eq!(found, number, "{state:?} {mv:?} {taken:?}");
        }
    });
}

#[test]
fn who_plays_a_move_can_take_it_back() {
    let mut moves = Moves::new();
    each(71, |rules, _, _, state| {
        rules.legal_moves(state, &mut moves);
        for &mv in moves.iter().filter(|mv| !rules.tries(**mv)) {
            let after = rules.play(state, mv);
            let seen = rules.flip(&after);
            let back = |&(unmove, taken): &(Move, Option<usize>)| {
                unmove == mv && rules.unplayed(&seen, unmove, taken) == *state
            };
            let ways = unmoves(rules, &after)
                .iter()
                .filter(|way| back(way))
                .count();
            assert_eq!(ways, 1, "{state:?} {mv:?}");
        }
        // And what was taken back leads there again.
        let seen = rules.flip(state);
        for (mv, taken) in unmoves(rules, state) {
            let before = rules.unplayed(&seen, mv, taken);
            assert_eq!(rules.play(&before, mv), *state, "{mv:?} {taken:?}");
        }
    });
}
