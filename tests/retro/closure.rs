//! Five pieces, for which no plain table can be: changed critical nodes solved again by the plain
//! search.

use referee::literal::exact_length;
use retro::node::{Material, Node};
use retro::unit::{STEP_KINDS, Unit};
use shogi::{Color, Kind, Square};
use testkit::cases;

use crate::family::{FOUR_KINDS, Random, Run, UNITS, contains, enumerate, position, sfen};

/// v of an attacker node by the plain search: mates of at most `most` moves.
fn value(node: &Node, most: u8) -> Option<u8> {
    let position = position(node).expect("a legal position stays one without a unit");
    let plies = exact_length(&position, 2 * u32::from(most) - 1)?;
    Some(plies.div_ceil(2) as u8)
}

/// The value of a node if it is critical, by the plain search.
fn critical_value(node: &Node, most: u8) -> Option<u8> {
    let n = value(node, most)?;
    let same = |&unit: &Unit| value(&node.without(unit), n) == Some(n);
    (!node.units().iter().any(same)).then_some(n)
}

/// A node with one thing changed, `None` if the change makes no legal position of the family.
fn changed(random: &mut Random, node: &Node, family: Material) -> Option<Node> {
    let mut other = *node;
    let unit = *random.choice(node.units());
    let near = |random: &mut Random, square: Square| -> Option<Square> {
        let file = random.below(3) as i8 - 1;
        square.offset(file, random.below(3) as i8 - 1)
    };
    match random.below(8) {
        0 => other.king = near(random, node.king())?,
        1 => other.remove(unit),
        2 => other.add(*random.choice(&UNITS)),
        3 => other.replace(unit, *random.choice(&UNITS)),
        4 => {
            let to = *random.choice(&STEP_KINDS);
            let board = |square| Unit::on_board(to, Color::Black, false, square);
            let same = if unit.is_hand() {
                Unit::in_hand(to)
            } else {
                board(unit.square())
            };
            other.replace(unit, same);
        }
        5 if !unit.is_hand() => {
            let turned = if unit.is_promoted() {
                unit.demote()
            } else {
                unit.promote()
            };
            other.replace(unit, turned);
        }
        _ if !unit.is_hand() => other.replace(unit, unit.at(near(random, unit.square())?)),
        _ => other.replace(unit, *random.choice(&UNITS)),
    }
    let gold_promoted = other
        .units()
        .iter()
        .any(|unit| unit.kind() == Kind::Gold && unit.is_promoted());
    let legal = contains(family, other.material()) && !gold_promoted;
    (legal && position(&other).is_some()).then_some(other)
}

/// Changes critical nodes of a family and compares the table with the plain search on what comes
/// out; returns how many were critical and how many not.
fn check(run: &Run<u64>, family: Material, count: usize) -> [usize; 2] {
    let most = run.levels.attackers.len() as u8 + 1;
    let mut random = Random(7);
    let mut seen = [0; 2];
    while seen.iter().sum::<usize>() < count {
        let (node, _) = random.critical(&run.levels);
        let Some(other) = changed(&mut random, &node, family) else {
            continue;
        };
        let critical = critical_value(&other, most);
        let listed = run.table.critical_value(&other);
        assert_eq!(listed, critical, "{}", sfen(&other));
        seen[usize::from(critical.is_none())] += 1;
    }
    seen
}

/// Guards pruning: at five pieces it can lose nodes that it keeps in every smaller family.
#[test]
fn changed_nodes_of_five_pawns_are_critical_where_the_plain_search_says_so() {
    let family = [0, 0, 0, 5];
    let seen = check(&enumerate(&[family]), family, cases(400, 6_000));
    assert!(
        seen.iter().all(|&count| count > cases(60, 1_000)),
        "{seen:?}"
    );
}

/// The same with four kinds at once.
#[test]
#[ignore = "many seconds: .ci/long"]
fn changed_nodes_of_gold_silver_knight_and_pawn_are_critical_where_the_plain_search_says_so() {
    let seen = check(&FOUR_KINDS, [1, 1, 1, 1], cases(400, 10_000));
    assert!(
        seen.iter().all(|&count| count > cases(40, 1_000)),
        "{seen:?}"
    );
}

/// The same with four knights and a pawn.
#[test]
#[ignore = "a minute: .ci/long"]
fn changed_nodes_of_four_knights_and_a_pawn_are_critical_where_the_plain_search_says_so() {
    let family = [0, 0, 4, 1];
    let seen = check(&enumerate(&[family]), family, 30_000);
    assert!(seen.iter().all(|&count| count > 5_000), "{seen:?}");
}
