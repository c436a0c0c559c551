//! Tables beside the referee, and as files.

use std::collections::{BTreeMap, BTreeSet};

use referee::small::{Solved, solve};
use small::build::{BuildError, Request, build};
use small::checkpoint::{self, State};
use small::dense::Dense;
use small::exact::{self, alike};
use small::game::Game;
use small::plain::{Board, Plain};
use small::rank::Ranking;
use small::reach::Search;
use small::rules::Rules;
use small::solve::{Question, Value, Values};
use small::study::{Start, starts};
use small::table::{NotCovered, Table, TableError, write};
use small::text::{Position, Side, read_move, read_position, write_position};
use small::verify::verify;
use system::monitor::{Monitor, Stopped};
use testkit::Rng;

/// The rules, the numbering and the values of a game.
pub fn solved(game: Game) -> (Rules, Ranking, Values) {
    let rules = Rules::new(game).unwrap();
    let ranking = Ranking::new(&rules).unwrap();
    let monitor = Monitor::default();
    let mut search = Search::new(&rules, &ranking, &[*rules.start()], false);
    search.run(&rules, &ranking, &monitor).unwrap();
    let dense = Dense::new(search.into_bits());
    let mut values = Values::new(&rules, &ranking, dense, Question::Game, &monitor).unwrap();
    values.run(&rules, &ranking, &monitor).unwrap();
    (rules, ranking, values)
}

fn plies(value: Value) -> Option<u32> {
    match value {
        Value::Draw => None,
        Value::Won(plies) | Value::Lost(plies) => Some(plies.into()),
    }
}

/// A small game of each kind: few pieces, all rules.
fn small_games() -> Vec<Game> {
    [
        ("dobutsu", "1l1/1c1/1C1/1L1", 1),
        ("3x3", "1k1/p2/2P/1K1", 1),
        ("3x3", "k2/3/1KP/2N", 2),
        ("3x3", "kb1/3/3/1KL", 1),
        ("3x3", "k2/s2/2R/1K1", 1),
    ]
    .into_iter()
    .map(|(name, start, zone)| {
        let mut game = Game::known(name).unwrap().with_zone(zone);
        start.clone_into(&mut game.start);
        game.height = start.split('/').count() as u8;
        game
    })
    .collect()
}

fn bytes_of(values: &Values) -> Vec<u8> {
    values.bytes().collect()
}

/// How many positions are lost for the side to move, but would not be if it could pass; mirror images and exchanged sides, which
/// have one number, count once.
fn zugzwangs(
    plain: &Plain,
    start: &Board,
    referee: &Solved,
    number: impl Fn(&Board) -> u64,
) -> u64 {
    let all: Vec<(Board, Option<u32>)> = referee.positions(start).collect();
    let values: BTreeMap<u64, Option<u32>> = all
        .iter()
        .map(|(board, value)| (number(board), *value))
        .collect();
    let is = |value: &Option<u32>, odd: u32| value.is_some_and(|plies| plies % 2 == odd);
    let found: BTreeSet<u64> = all
        .iter()
        .filter(|(board, value)| is(value, 0) && !plain.is_in_check(board, board.is_blacks_turn))
        .filter(|(board, _)| {
            let passed = Board {
                is_blacks_turn: !board.is_blacks_turn,
                ..board.clone()
            };
            let known = values.get(&number(&passed));
            known.is_some_and(|value| !is(value, 1))
        })
        .map(|(board, _)| number(board))
        .collect();
    found.len() as u64
}

#[test]
fn values_are_those_of_the_referee() {
    for game in small_games() {
        let (rules, ranking, values) = solved(game.clone());
        let plain = Plain::new(game.clone()).unwrap();
        let start = plain.read(&format!("{} b -", game.start)).unwrap();
        let referee = solve(&plain, &start);
        let mut numbers = BTreeSet::new();
        for (board, expected) in referee.positions(&start) {
            let text = plain.write(&board);
            let position = read_position(&rules, &text).unwrap();
            let value = values.value(&rules, &ranking, &position.state).unwrap();
            assert_eq!(plies(value), expected, "{}: {text}", game.start);
            numbers.insert(ranking.rank(&rules, &position.state).number);
        }
        let counted = verify(
            &rules,
            &ranking,
            &values.dense,
            &bytes_of(&values),
            &Monitor::default(),
        );
        let zugzwangs = zugzwangs(&plain, &start, &referee, |board| {
            let position = read_position(&rules, &plain.write(board)).unwrap();
            ranking.rank(&rules, &position.state).number
        });
        assert_eq!(counted.unwrap().zugzwangs, zugzwangs, "{}", game.start);
        // Nothing else is in the table.
        assert_eq!(numbers.len() as u64, values.dense.len(), "{}", game.start);
        // Seen by either side it is one position.
        assert!(referee.len() as u64 > values.dense.len());
    }
}

/// The same for 100,000 random positions of ten armies, whole games of the referee with 23,000 to 300,000 positions of a table: four
/// million of its own, in half a minute of CPU time.
#[test]
#[ignore = "minutes: .ci/long"]
fn the_referee_agrees_on_random_positions_of_armies() {
    let mut random = Rng(73);
    let armies = [
        ("3x3", "PKP", 2),
        ("3x3", "PKL", 1),
        ("3x3", "KLN", 1),
        ("3x3", "NKN", 2),
        ("3x3", "GKP", 1),
        ("3x3", "KGS", 1),
        ("3x3", "SKP", 0),
        ("3x4", "PKP", 0),
        ("3x4", "NKN", 0),
        ("3x4", "LKL", 0),
    ];
    let (mut asked, mut positions) = (0, 0);
    for (board, army, zone) in armies {
        let game = Game::known(board).unwrap().with_army(army).unwrap();
        let game = game.with_zone(zone);
        let plain = Plain::new(game.clone()).unwrap();
        let start = plain.read(&format!("{} b -", game.start)).unwrap();
        let referee = solve(&plain, &start);
        let (rules, ranking, values) = solved(game);
        let numbers: Vec<u64> = (0..ranking.size())
            .filter(|number| values.dense.place(*number).is_some())
            .collect();
        for _ in 0..10_000 {
            let state = ranking.unrank(numbers[random.below(numbers.len())]);
            let expected = values.value(&rules, &ranking, &state).unwrap();
            // One position of the table is up to four: mirror images, and either side to move.
            let mut met = 0;
            for state in [state, rules.mirror(&state)] {
                for side in [Side::Black, Side::White] {
                    let text = write_position(&rules, &Position { state, side });
                    if let Some(found) = referee.value(&plain.read(&text).unwrap()) {
                        assert_eq!(found, plies(expected), "{army} {zone}: {text}");
                        met += 1;
                    }
                }
            }
            assert!(met > 0, "{army} {zone}: {state:?}");
            asked += 1;
        }
        assert!(referee.len() >= numbers.len());
        positions += referee.len();
    }
    println!("{asked} of {positions} positions");
    assert_eq!(asked, 100_000);
}

/// All starts of 3×3 with a pawn beside the king, by one table for armies alike and by one for each.
#[test]
fn starts_have_the_values_of_their_own_tables() {
    let board = Game::known("3x3").unwrap();
    let mut groups = alike(starts(&board, 1..=2));
    assert_eq!(groups.len(), 2 * 26);
    assert_eq!(groups.iter().flatten().count(), 2 * 73);
    groups.retain(|group| ["KLP", "KPP"].contains(&&*sorted(&group[0].army)));
    assert_eq!(groups.len(), 4);
    let monitor = Monitor::default();
    for group in groups {
        let game = |start: &Start| Rules::new(start.game(&board).unwrap()).unwrap();
        let games: Vec<Rules> = group.iter().map(game).collect();
        let found = exact::solve(&games, 1 << 30, &monitor).unwrap();
        assert_eq!(found.len(), group.len());
        for (rules, exact) in games.iter().zip(found) {
            if rules.is_over(rules.start()) {
                assert_eq!((exact.value, exact.line.len()), (Value::Won(1), 0));
                continue;
            }
            let (rules, ranking, values) = solved(rules.game().clone());
            let value = values.value(&rules, &ranking, rules.start()).unwrap();
            assert_eq!(exact.value, value, "{}", rules.game().start);
            let length = plies(value).unwrap_or(0);
            assert_eq!(exact.line.len() as u32, length, "{}", rules.game().start);
            let mut position = Position::start(&rules);
            for mv in &exact.line {
                let mv = read_move(&rules, &position, mv).unwrap();
                position = position.play(&rules, mv);
            }
        }
    }
    let games = [Rules::new(board.with_army("PKP").unwrap()).unwrap()];
    let error = exact::solve(&games, 1000, &monitor).unwrap_err();
    assert!(matches!(error, BuildError::Memory { .. }), "{error}");
}

fn sorted(army: &str) -> String {
    let mut letters: Vec<char> = army.chars().collect();
    letters.sort_unstable();
    letters.into_iter().collect()
}

#[test]
fn a_table_is_read_as_it_was_written_and_damage_is_seen() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.gst");
    let game = Game::known("3x3").unwrap().with_army("PKP").unwrap();
    let (rules, ranking, values) = solved(game);
    let header = write(&path, &rules, &ranking, &values, None).unwrap();
    let table = Table::open(&path).unwrap();
    assert_eq!(table.header(), &header);
    let (words, bytes) = table.load().unwrap();
    let dense = Dense::new(words);
    let verified = verify(&rules, &ranking, &dense, &bytes, &Monitor::default()).unwrap();
    assert_eq!((verified.wrong, verified.open), (0, 0));
    for number in (0..ranking.size()).step_by(97) {
        let state = ranking.unrank(number);
        let value = table.value(&state).unwrap();
        match values.value(&rules, &ranking, &state) {
            Some(expected) => {
                assert_eq!(value, Ok(expected));
                let answer = table.probe(&state).unwrap().unwrap();
                let best = answer.moves.first().map(|(_, value)| *value);
                assert_eq!(best.unwrap_or(Value::Lost(0)), expected);
            }
            None => assert_eq!(value, Err(NotCovered::Unreachable)),
        }
    }
    let other = read_position(&rules, "1k1/3/1K1 b P").unwrap();
    assert_eq!(other.side, Side::Black);
    assert_eq!(table.value(&other.state).unwrap(), Err(NotCovered::Pieces));
    assert_eq!(write_position(&rules, &other), "1k1/3/1K1 b P");

    let whole = std::fs::read(&path).unwrap();
    for at in [0, 5, 20, whole.len() / 2, whole.len() - 1] {
        let mut bytes = whole.clone();
        bytes[at] ^= 1;
        std::fs::write(&path, &bytes).unwrap();
        let result = Table::open(&path).and_then(|table| table.load());
        assert!(
            matches!(result, Err(TableError::Foreign | TableError::Damaged)),
            "byte {at}"
        );
    }
    for length in [0, 16, 40, whole.len() / 3, whole.len() - 1] {
        std::fs::write(&path, &whole[..length]).unwrap();
        let result = Table::open(&path).and_then(|table| table.load());
        assert!(result.is_err(), "{length} bytes");
    }
}

#[test]
fn a_wrong_value_is_found() {
    let game = Game::known("3x3").unwrap().with_army("PKP").unwrap();
    let (rules, ranking, values) = solved(game);
    let mut bytes: Vec<u8> = values.bytes().collect();
    bytes[1000] ^= 2;
    let monitor = Monitor::default();
    let verified = verify(&rules, &ranking, &values.dense, &bytes, &monitor).unwrap();
    assert!(verified.wrong >= 1);
}

#[test]
fn a_stopped_run_goes_on_to_the_same_table() {
    let folder = tempfile::tempdir().unwrap();
    let (whole, resumed) = (folder.path().join("a.gst"), folder.path().join("b.gst"));
    let game = Game::known("3x3").unwrap().with_army("PKP").unwrap();
    let rules = Rules::new(game).unwrap();
    let monitor = Monitor::default();
    let request = |out| Request {
        out,
        counts_over: true,
        memory: 1 << 30,
    };
    build(&rules, request(&whole), &monitor).unwrap();

    let stopped = Monitor::default();
    stopped.stop(Stopped::Interrupted);
    let error = build(&rules, request(&resumed), &stopped).unwrap_err();
    assert!(
        matches!(
            error,
            BuildError::Solve {
                checkpoint: Some(_),
                ..
            }
        ),
        "{error}"
    );
    let path = checkpoint::beside(&resumed);
    let Some(State::Reach(mut search)) = checkpoint::read(&path, &rules).unwrap() else {
        panic!("nothing was kept");
    };
    // On to the values, of which only those at the ends are known, and from there by the file.
    let ranking = Ranking::new(&rules).unwrap();
    search.run(&rules, &ranking, &monitor).unwrap();
    let over = search.over_count();
    let dense = Dense::new(search.into_bits());
    let values = Values::new(&rules, &ranking, dense, Question::Game, &monitor).unwrap();
    let state = State::Values(Box::new(values), Some(over));
    checkpoint::write(&path, &rules, &state).unwrap();
    build(&rules, request(&resumed), &monitor).unwrap();
    assert!(std::fs::read(&whole).unwrap() == std::fs::read(&resumed).unwrap());
    assert!(!path.exists());

    // That of another game is none of this one's, and a damaged one is refused.
    checkpoint::write(&path, &rules, &state_of_start(&rules, &ranking)).unwrap();
    let other = Rules::new(rules.game().clone().with_zone(2)).unwrap();
    assert!(checkpoint::read(&path, &other).unwrap().is_none());
    let mut bytes = std::fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    let refused = |bytes: &[u8]| {
        std::fs::write(&path, bytes).unwrap();
        let error = build(&rules, request(&resumed), &monitor).unwrap_err();
        assert!(matches!(error, BuildError::Checkpoint(_)), "{error}");
        assert!(std::fs::read(&path).unwrap() == bytes);
    };
    refused(&bytes);
    refused(&bytes[..middle]);
    // So is one of another version.
    bytes[middle] ^= 1;
    let version = bytes.iter().position(|&byte| byte == b'1').unwrap();
    bytes[version] = b'2';
    refused(&bytes);
}

fn state_of_start(rules: &Rules, ranking: &Ranking) -> State {
    State::Reach(Search::new(rules, ranking, &[*rules.start()], false))
}

#[test]
fn dobutsu_without_drops_is_a_draw() {
    let (rules, ranking, values) = solved(Game::known("dobutsu-no-drops").unwrap());
    assert_eq!(values.dense.len(), 387_715);
    let start = values.value(&rules, &ranking, rules.start());
    assert_eq!(start, Some(Value::Draw));
}

/// Takes minutes and half a gigabyte.
#[test]
#[ignore = "minutes"]
fn dobutsu_has_the_published_numbers() {
    let (rules, ranking, values) = solved(Game::known("dobutsu").unwrap());
    assert_eq!(values.dense.len(), 99_485_568);
    let start = values.value(&rules, &ranking, rules.start());
    assert_eq!(start, Some(Value::Lost(78)));
    assert_eq!(values.plies, 174);
}
