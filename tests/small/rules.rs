//! The fast rules beside the plain ones.

use small::game::Game;
use small::moves::Moves;
use small::plain::Plain;
use small::rank::Ranking;
use small::rules::Rules;
use small::text::{Position, read_move, read_position, write_move, write_position};
use testkit::Rng;

/// The games of the tests: those that are known, and armies on several boards.
pub fn games() -> Vec<Game> {
    let mut games: Vec<Game> = Game::names().filter_map(Game::known).collect();
    for (board, army) in [
        ("3x3", "KPN"),
        ("3x3", "LKP"),
        ("3x4", "GKS"),
        ("3x4", "PPK"),
        ("4x4", "NKLP"),
        ("4x4", "PKPP"),
        ("4x4", "BNKR"),
    ] {
        for zone in 0..=3 {
            let game = Game::known(board).unwrap().with_army(army).unwrap();
            games.push(game.with_zone(zone));
        }
    }
    // Where a king can be taken at once there is nothing to play.
    games.retain(|game| {
        let rules = Rules::new(game.clone()).unwrap();
        !rules.is_over(rules.start())
    });
    assert!(games.len() > 20);
    games
}

#[test]
fn random_games_have_the_same_moves() {
    let mut random = Rng(67);
    for game in games() {
        let rules = Rules::new(game.clone()).unwrap();
        let plain = Plain::new(game.clone()).unwrap();
        for _ in 0..testkit::cases(12, 300) {
            let mut position = Position::start(&rules);
            for _ in 0..60 {
                let text = write_position(&rules, &position);
                assert_eq!(read_position(&rules, &text), Ok(position), "{text}");
                let board = plain.read(&text).unwrap();
                assert_eq!(plain.write(&board), text);
                let mut moves = Moves::new();
                rules.legal_moves(&position.state, &mut moves);
                let mut fast: Vec<(String, bool)> = moves
                    .iter()
                    .map(|mv| (write_move(&rules, position.side, *mv), rules.tries(*mv)))
                    .collect();
                let mut slow: Vec<(String, bool)> = plain
                    .steps(&board)
                    .iter()
                    .map(|step| (plain.write_step(*step), plain.wins_by_try(&board, *step)))
                    .collect();
                fast.sort();
                slow.sort();
                assert_eq!(fast, slow, "{}: {text}", game.name);
                moves.retain(|mv| !rules.tries(*mv));
                if moves.is_empty() {
                    break;
                }
                let mv = moves[random.below(moves.len())];
                let name = write_move(&rules, position.side, mv);
                assert_eq!(read_move(&rules, &position, &name), Ok(mv));
                position = position.play(&rules, mv);
            }
        }
    }
}

#[test]
fn numbers_stand_for_one_position_and_its_mirror_image() {
    let mut random = Rng(68);
    for game in games() {
        let rules = Rules::new(game).unwrap();
        let Ok(ranking) = Ranking::new(&rules) else {
            continue;
        };
        for _ in 0..testkit::cases(3000, 100_000) {
            let number = random.below(ranking.size() as usize) as u64;
            let state = ranking.unrank(number);
            assert!(ranking.covers(&state));
            let rank = ranking.rank(&rules, &state);
            let mirrored = rules.mirror(&state);
            assert_eq!(ranking.rank(&rules, &mirrored), rank);
            assert_eq!(rank.is_symmetric, state == mirrored);
            let back = ranking.unrank(rank.number);
            assert!(back == state || back == mirrored);
            assert!(rank.number <= number);
        }
    }
}
