//! All mates of families with sliding pieces: moves and retractions against the rules, lengths against df-pn.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

use retro::by_king::by_king;
use retro::mates::ground::Ground;
use retro::mates::key::{LongKey, ShortKey, join};
use retro::mates::known::{OutsideNodes, State};
use retro::mates::levels::Levels;
use retro::mates::pieces::{Scope, pieces};
use retro::mates::play::{
    any_arrival, any_check, any_direct_reply, checker_on, droppable, interposing_squares,
};
use retro::mates::scan::Scan;
use retro::mates::unplay::{each_before_check, each_before_reply, each_checker_farther};
use retro::mates::values::{Outside, Values};
use retro::node::{Key, Node};
use retro::unit::{KINDS, Pieces, Unit};
use shogi::{Color, Kind, Piece, Position, Setup, Square, packed};
use system::monitor::Monitor;
use testkit::{Rng, cases};
use tsume::solve::{Goal, Limits, Solve, Solver, Task, Verdict};

/// The position of a node, with either side to move.
pub fn position(node: &Node, side: Color) -> Option<Position> {
    let mut setup = Setup::empty(side);
    setup.board[node.king().index()] = Some(Piece::plain(Color::White, Kind::King));
    for unit in node.units() {
        match unit.piece() {
            Some(piece) => setup.board[unit.square().index()] = Some(piece),
            None => setup.hands.black = setup.hands.black.plus(unit.kind()),
        }
    }
    setup.complete_defender_hand(false).ok()?;
    Position::try_from(&setup).ok()
}

fn node(position: &Position) -> Node {
    let mut node = Node::new(position.king(Color::White).unwrap());
    for square in Square::all() {
        if let Some(piece) = position.piece_at(square)
            && piece.kind != Kind::King
        {
            node.add(Unit::on_board(
                piece.kind,
                piece.color,
                piece.promoted,
                square,
            ));
        }
    }
    for kind in KINDS {
        for _ in 0..position.hand(Color::Black).count(kind) {
            node.add(Unit::in_hand(kind));
        }
    }
    node
}

/// A node near a corner, so that units meet.
pub fn random_node(rng: &mut Rng) -> Node {
    let near = |rng: &mut Rng, most: usize| {
        Square::new(1 + rng.below(most) as i8, 1 + rng.below(most) as i8).unwrap()
    };
    let mut node = Node::new(near(rng, 9));
    for _ in 0..2 + rng.below(4) {
        let kind = KINDS[rng.below(KINDS.len())];
        let side = if rng.one_in(3) {
            Color::White
        } else {
            Color::Black
        };
        let promoted = kind.promotes() && rng.one_in(3);
        let unit = if rng.one_in(5) {
            Unit::in_hand(kind)
        } else {
            let most = if rng.one_in(2) { 5 } else { 9 };
            let square = near(rng, most);
            Unit::on_board(kind, side, promoted, square)
        };
        let is_there = pieces(&node)[packed::place(kind)] < kind.total();
        if is_there && unit.is_state() && retro::node::fits(&node, unit) {
            node.add(unit);
        }
    }
    node
}

/// The keys of nodes.
pub fn keys(nodes: impl IntoIterator<Item = Node>) -> BTreeSet<LongKey> {
    nodes.into_iter().map(|node| LongKey::pack(&node)).collect()
}

/// The nodes after all checks.
pub fn after_checks(p: &Node) -> Vec<Node> {
    let mut nodes = Vec::new();
    any_check(p, &Scan::of(p), |check| {
        let q = check.apply(p);
        if !check.is_pawn_drop() || !after_replies(&q).0.is_empty() {
            nodes.push(q);
        }
        false
    });
    nodes
}

/// The nodes after the direct replies to a check, and after all.
pub fn after_replies(q: &Node) -> (Vec<Node>, Vec<Node>) {
    let scan = Scan::of(q);
    let mut direct = Vec::new();
    any_direct_reply(q, &scan, |reply| {
        direct.push(reply.apply(q));
        false
    });
    let mut all = direct.clone();
    if let Some(checker) = scan.sole_checker() {
        for square in interposing_squares(q.king(), checker) {
            all.extend(droppable(q, square).map(|unit| q.with(unit)));
            any_arrival(q, &scan, square, |before, after| {
                all.push(q.without(before).with(after));
                false
            });
        }
    }
    (direct, all)
}

#[test]
fn moves_are_those_of_the_rules_and_are_taken_back() {
    let mut rng = Rng(20_261_122);
    let everything: Pieces = [4, 4, 4, 6, 4, 2, 2];
    let scope = Scope::new(&[everything]);
    let (mut checks, mut replies, mut interposed) = (0, 0, 0);
    for _ in 0..cases(3_000, 100_000) {
        let p = random_node(&mut rng);
        let Some(before) = position(&p, Color::Black) else {
            continue;
        };
        let ours = after_checks(&p);
        let theirs = before.checks().into_iter().map(|mv| node(&before.play(mv)));
        assert_eq!(keys(ours.clone()), keys(theirs), "checks of {before}");
        for q in ours {
            checks += 1;
            let at = position(&q, Color::White).unwrap();
            let (direct, all) = after_replies(&q);
            let theirs = at.legal_moves().into_iter().map(|mv| node(&at.play(mv)));
            assert_eq!(keys(all.clone()), keys(theirs), "replies of {at}");
            interposed += all.len() - direct.len();
            let mut back = Vec::new();
            each_before_check(&q, all.is_empty(), |p| back.push(*p));
            assert!(
                keys(back.clone()).contains(&LongKey::pack(&p)),
                "{before} from {at}"
            );
            for p in back {
                assert!(position(&p, Color::Black).is_some());
                assert!(keys(after_checks(&p)).contains(&LongKey::pack(&q)));
            }
            for r in direct {
                replies += 1;
                if !scope.contains(pieces(&q)) {
                    continue;
                }
                let mut back = Vec::new();
                each_before_reply(&r, &scope, |q| back.push(*q));
                assert!(keys(back.clone()).contains(&LongKey::pack(&q)), "{at}");
                if rng.one_in(50) {
                    for q in back {
                        assert!(position(&q, Color::White).is_some());
                        assert!(keys(after_replies(&q).0).contains(&LongKey::pack(&r)));
                    }
                }
            }
        }
    }
    assert!(
        checks > 1_000 && replies > 2_000 && interposed > 2_000,
        "{checks} {replies} {interposed}"
    );
}

/// The kinds that can be dropped on a square, of a position with the defender in check.
fn to_interpose(sfen: &str, file: i8, rank: i8) -> BTreeSet<Kind> {
    let position = Position::from_tsume_sfen(sfen, false).unwrap();
    let square = Square::new(file, rank).unwrap();
    let kinds: BTreeSet<Kind> = droppable(&node(&position), square)
        .map(|unit| unit.kind())
        .collect();
    let drops = position.legal_moves().into_iter();
    let drops = drops.filter(|mv| mv.is_drop() && mv.to() == square);
    let legal: BTreeSet<Kind> = drops
        .filter_map(|mv| position.play(mv).piece_at(square))
        .map(|piece| piece.kind)
        .collect();
    assert_eq!(kinds, legal, "{sfen}");
    kinds
}

/// 品切れ: what is all in play cannot be interposed. 歩合が利かない: nor a pawn on the file of another one.
#[test]
fn what_is_sold_out_or_a_second_pawn_is_not_interposed() {
    let all: BTreeSet<Kind> = KINDS.into_iter().collect();
    let but = |kind: Kind| {
        let mut kinds = all.clone();
        kinds.remove(&kind);
        kinds
    };
    for (sfen, rank, kinds) in [
        // One piece checks; then there is another one, or the last.
        ("4k4/9/9/4R4/9/9/9/9/9 w - 1", 2, all.clone()),
        ("4k4/9/9/4R4/9/9/9/9/8R w - 1", 2, but(Kind::Rook)),
        ("4k4/9/9/4R4/9/9/9/9/9 w R 1", 2, but(Kind::Rook)),
        ("4k4/9/9/4L4/9/9/9/9/8L w 2L 1", 3, but(Kind::Lance)),
        // A pawn of the defender's stands on the file; a promoted one, or one of the attacker's, does no harm.
        ("4k4/9/9/4R4/9/4p4/9/9/9 w - 1", 2, but(Kind::Pawn)),
        ("4k4/9/9/4R4/9/4+p4/9/9/9 w - 1", 2, all.clone()),
        ("4k4/9/9/4R4/9/4P4/9/9/9 w - 1", 2, all.clone()),
    ] {
        assert_eq!(to_interpose(sfen, 5, rank), kinds, "{sfen}");
    }
    // Taken away, a piece is the defender's to interpose again.
    let position = Position::from_tsume_sfen("4k4/9/9/4R4/9/9/9/9/8R w - 1", false).unwrap();
    let both = node(&position);
    let corner = both.at(Square::new(1, 9).unwrap()).unwrap();
    let square = Square::new(5, 2).unwrap();
    let kinds = |node: &Node| {
        droppable(node, square)
            .map(|unit| unit.kind())
            .collect::<Vec<_>>()
    };
    assert!(!kinds(&both).contains(&Kind::Rook));
    assert!(kinds(&both.without(corner)).contains(&Kind::Rook));
}

#[test]
fn a_checker_that_goes_nearer_comes_from_farther_away() {
    let mut rng = Rng(20_261_123);
    let mut nearer = 0;
    for _ in 0..cases(3_000, 100_000) {
        let p = random_node(&mut rng);
        if position(&p, Color::Black).is_none() {
            continue;
        }
        for q in after_checks(&p) {
            let mut back = Vec::new();
            each_checker_farther(&q, |farther| back.push(*farther));
            for farther in back {
                let checker = Scan::of(&farther).sole_checker().unwrap();
                let goes_there = interposing_squares(farther.king(), checker)
                    .any(|square| checker_on(&farther, checker, square).any(|node| node == q));
                assert!(goes_there, "{farther:?}");
            }
            let Some(checker) = Scan::of(&q).sole_checker() else {
                continue;
            };
            for square in interposing_squares(q.king(), checker) {
                for without in checker_on(&q, checker, square) {
                    nearer += 1;
                    let mut found = false;
                    each_checker_farther(&without, |farther| found |= *farther == q);
                    assert!(found, "{q:?} from {without:?}");
                }
            }
        }
    }
    assert!(nearer > 1_000, "{nearer}");
}

#[test]
fn board_and_hand_make_the_node_again() {
    let mut rng = Rng(20_261_124);
    for _ in 0..cases(3_000, 100_000) {
        let node = random_node(&mut rng);
        let (board, hand) = LongKey::pack(&node).split();
        assert_eq!(join(board, hand), node);
    }
}

/// All mates of families.
pub fn find<'a>(families: &[Pieces], monitor: &'a Monitor) -> Levels<'a, ShortKey> {
    let mut levels = Levels::start(Scope::new(families), monitor);
    while !levels.is_complete() {
        levels.advance().unwrap();
    }
    levels
}

fn solved(solver: &mut Solver, p: &Node) -> Option<u8> {
    let task = Task::new(position(p, Color::Black)?);
    let outcome = solver.solve(
        &task,
        Goal::Lengths,
        &Limits::default(),
        &AtomicBool::new(false),
    );
    match outcome.verdict {
        Verdict::NoMate => None,
        Verdict::Mate => {
            assert!(outcome.plies_exact, "{}", task.position);
            Some((outcome.plies.unwrap() as u8).div_ceil(2))
        }
        Verdict::Unknown => panic!("{} is not decided", task.position),
    }
}

/// Two of the seven kinds, in the order of [`KINDS`].
pub fn two(one: usize, other: usize) -> Pieces {
    let mut pieces = [0; KINDS.len()];
    pieces[one] += 1;
    pieces[other] += 1;
    pieces
}

const GOLD: usize = 0;
const SILVER: usize = 1;
const PAWN: usize = 3;
const LANCE: usize = 4;
pub const BISHOP: usize = 5;
pub const ROOK: usize = 6;

/// A random node of all pieces of a family, a quarter of them in hand, with the king on one of the first `squares`.
pub fn random_of(family: Pieces, squares: usize, rng: &mut Rng) -> Node {
    let mut node = Node::new(Square::from_index(rng.below(squares)));
    for (kind, count) in KINDS.into_iter().zip(family) {
        for _ in 0..count {
            let unit = loop {
                let square = Square::from_index(rng.below(81));
                let promoted = kind.promotes() && rng.one_in(3);
                let unit = if rng.one_in(4) {
                    Unit::in_hand(kind)
                } else {
                    Unit::on_board(kind, Color::Black, promoted, square)
                };
                if unit.is_state() && retro::node::fits(&node, unit) {
                    break unit;
                }
            };
            node.add(unit);
        }
    }
    node
}

#[test]
fn mates_and_their_lengths_are_those_of_the_solver() {
    let monitor = Monitor::default();
    let mut solver = Solver::new(64 << 20);
    let mut rng = Rng(7);
    for (family, one_in) in [
        (two(ROOK, GOLD), cases(7, 1)),
        (two(BISHOP, SILVER), cases(9, 1)),
        (two(LANCE, LANCE), 1),
    ] {
        let levels = find(&[family], &monitor);
        let mut longest = 0;
        for (index, keys) in levels.attackers().iter().enumerate() {
            let value = index as u8 + 1;
            for key in keys.iter().filter(|_| rng.one_in(one_in)) {
                let node = key.unpack();
                assert_eq!(solved(&mut solver, &node), Some(value), "{node:?}");
                longest = value;
            }
        }
        assert!(longest > 1);
        // Elsewhere there is none.
        let mut others = 0;
        while others < cases(150, 20_000) {
            let node = random_of(family, 45, &mut rng);
            if levels.table().value(&node).is_some() || position(&node, Color::Black).is_none() {
                continue;
            }
            assert_eq!(solved(&mut solver, &node), None, "{node:?}");
            others += 1;
        }
    }
}

#[test]
fn threads_change_nothing() {
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        let monitor = Monitor::default();
        pool.build()
            .unwrap()
            .install(|| find(&[two(ROOK, GOLD)], &monitor).attackers().to_vec())
    };
    let one = run(1);
    assert_eq!(one, run(2));
    assert_eq!(one, run(8));
    let counts: Vec<usize> = one.iter().map(Vec::len).collect();
    assert_eq!(counts, [893, 373, 334, 99, 37, 60, 8, 3, 0]);
}

/// Guards the level that a node is found on where interpositions lead back into the scope: no check is shorter than
/// that, and one is as short. What the levels noted of a check is what a search through its replies finds.
fn levels_are_lengths(family: Pieces) {
    let monitor = Monitor::default();
    let found = find(&[family], &monitor).finish();
    let ground = Ground {
        table: &found.table,
        interposed: &found.interposed,
        scope: &found.scope,
        monitor: &monitor,
    };
    let mut checked = 0;
    for (value, keys) in (1..).zip(&found.attackers) {
        for keys in by_king(keys) {
            let mut outside = Outside::new();
            let mut values = Values::new(&ground, &mut outside);
            for key in keys {
                let p = key.unpack();
                let mut least = None;
                any_check(&p, &Scan::of(&p), |check| {
                    let q = check.apply(&p);
                    let scan = Scan::of(&q);
                    let searched = values
                        .direct(&q, &scan, value)
                        .and_then(|longest| values.interposed(&q, &scan, longest, value));
                    assert_eq!(values.defender(&q, value), searched, "{q:?}");
                    let is_illegal = searched == Some(0) && check.is_pawn_drop();
                    if let Some(searched) = searched.filter(|_| !is_illegal) {
                        least = Some(least.map_or(searched, |least: u8| least.min(searched)));
                    }
                    false
                });
                assert_eq!(least, Some(value - 1), "{p:?}");
                checked += 1;
            }
        }
    }
    assert!(checked > 1000);
}

#[test]
fn no_node_of_three_pieces_is_found_too_late() {
    let family = |kinds: [usize; 3]| {
        let mut family = [0; KINDS.len()];
        for kind in kinds {
            family[kind] += 1;
        }
        family
    };
    levels_are_lengths(family([LANCE, LANCE, PAWN]));
    for kinds in [
        [LANCE, LANCE, LANCE],
        [BISHOP, GOLD, SILVER],
        [ROOK, PAWN, PAWN],
    ]
    .into_iter()
    .take(cases(0, 3))
    {
        levels_are_lengths(family(kinds));
    }
}

/// What one node tells about another with the same board follows from what is in hand, kind by kind.
#[test]
fn a_hand_tells_of_greater_and_smaller_hands() {
    let mut rng = Rng(17);
    let mut told = [0; 3];
    for _ in 0..cases(3_000, 100_000) {
        let mut board = random_node(&mut rng);
        for unit in board.units().to_vec() {
            if unit.is_hand() {
                board.remove(unit);
            }
        }
        let mut hands = [[0; KINDS.len()]; 2];
        let [one, other] = [0, 1].map(|i| {
            let mut node = board;
            for _ in 0..rng.below(5) {
                let kind = rng.below(3);
                hands[i][kind] += 1;
                node.add(Unit::in_hand(KINDS[kind]));
            }
            node
        });
        let other = if rng.one_in(2) { other } else { other.mirror() };
        let contains = |i: usize, j: usize| (0..KINDS.len()).all(|k| hands[i][k] >= hands[j][k]);
        for (state, tells) in [
            (State::Holds, contains(0, 1)),
            (State::Mates, contains(1, 0)),
        ] {
            let mut known = OutsideNodes::default();
            known.set(one.canonical_key(), state);
            let expected = if tells { state } else { State::Fresh };
            let [found, elsewhere] = [
                other,
                one.with(Unit::on_board(Kind::Gold, Color::White, false, free(&one))),
            ]
            .map(|node| known.state(node.canonical_key()));
            assert_eq!(found, expected, "{one:?} {other:?}");
            assert_eq!(elsewhere, State::Fresh, "{one:?}");
            told[usize::from(tells)] += 1;
        }
        told[2] += usize::from(hands[0] != hands[1]);
    }
    assert!(told.iter().all(|&count| count > 1_000), "{told:?}");
}

/// A square on which nothing stands.
fn free(node: &Node) -> Square {
    let mut squares = Square::all();
    squares
        .find(|&square| square != node.king() && node.at(square).is_none())
        .unwrap()
}

/// The ground of that: with one more piece in hand a mate stays a mate.
#[test]
fn more_in_hand_still_mates() {
    let monitor = Monitor::default();
    let mut solver = Solver::new(64 << 20);
    let mut rng = Rng(23);
    for (family, count) in [
        (two(ROOK, GOLD), cases(30, 600)),
        (two(BISHOP, SILVER), cases(30, 600)),
        (two(LANCE, LANCE), cases(30, 600)),
    ] {
        let levels = find(&[family], &monitor);
        let mates: Vec<Node> = levels.attackers()[1..]
            .concat()
            .into_iter()
            .map(|key| key.unpack())
            .collect();
        for _ in 0..count {
            let mate = mates[rng.below(mates.len())];
            let kind = KINDS[rng.below(KINDS.len())];
            let more = mate.with(Unit::in_hand(kind));
            assert!(solved(&mut solver, &more).is_some(), "{more:?}");
        }
    }
}

#[test]
fn what_is_saved_after_any_level_ends_the_same() {
    let monitor = Monitor::default();
    let family = two(ROOK, GOLD);
    let what = |levels: Levels<'_, ShortKey>| {
        let found = levels.finish();
        let late: Vec<_> = (0..16)
            .map(|value| found.interposed.mates_in(value))
            .collect();
        (found.attackers, late)
    };
    let whole = what(find(&[family], &monitor));
    assert!(whole.1.iter().filter(|late| !late.is_empty()).count() > 3);
    let mut levels: Levels<'_, ShortKey> = Levels::start(Scope::new(&[family]), &monitor);
    while !levels.is_complete() {
        levels.advance().unwrap();
        let mut saved = Vec::new();
        levels.save(&mut saved).unwrap();
        let mut again: Levels<'_, ShortKey> =
            Levels::restore(Scope::new(&[family]), &saved, &monitor).unwrap();
        while !again.is_complete() {
            again.advance().unwrap();
        }
        assert_eq!(what(again), whole);
    }
}
