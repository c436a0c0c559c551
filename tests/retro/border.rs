//! Replies by the side of a scope's border they lead to, against what the pieces after each of them are.

use std::collections::BTreeSet;

use crate::mates::{after_checks, after_replies, keys, random_node};
use retro::mates::ground::{Next, any_reply, any_reply_of_stage, is_inside, stages};
use retro::mates::key::LongKey;
use retro::mates::pieces::{Border, Scope, Side, pieces};
use retro::mates::scan::Scan;
use retro::node::{Key, Node};
use retro::unit::{KINDS, Pieces, Unit};
use shogi::Square;
use testkit::{Rng, cases};

/// A node of so many of each kind, all of them in hand.
fn in_hand(counts: Pieces) -> Node {
    let mut node = Node::new(Square::from_index(0));
    for (kind, count) in KINDS.into_iter().zip(counts) {
        (0..count).for_each(|_| node.add(Unit::in_hand(kind)));
    }
    node
}

#[test]
fn the_side_follows_from_the_pieces() {
    let scope = Scope::new(&[[1, 0, 0, 2, 0, 0, 1], [0, 1, 1, 0, 4, 0, 0]]);
    let side = |node: &Node| match scope.contains(pieces(node)) {
        true => Side::Inside,
        false => Side::Outside,
    };
    let mut seen = [0; 2];
    for number in 0..3_usize.pow(KINDS.len() as u32) {
        let digit = |place: usize| (number / 3_usize.pow(place as u32) % 3) as u8;
        let counts: Pieces = std::array::from_fn(digit);
        if usize::from(counts.iter().sum::<u8>()) > scope.units() + 1 {
            continue;
        }
        let mut node = in_hand(counts);
        seen[usize::from(side(&node) == Side::Inside)] += 1;
        assert_eq!(is_inside(&scope, &node), side(&node) == Side::Inside);
        let border = Border::of(&scope, &node);
        assert_eq!(border.side(), side(&node), "{counts:?}");
        assert!(border.may_reply_to(border.side()));
        for (kind, count) in KINDS.into_iter().zip(counts) {
            let unit = Unit::in_hand(kind);
            if count < kind.total() {
                let with = side(&node.with(unit));
                assert_eq!(border.side_with(kind), with, "{counts:?} and {kind:?}");
                assert!(border.may_drop_to(with));
            }
            if count > 0 {
                let without = side(&node.without(unit));
                assert_eq!(border.side_without(kind), without, "{counts:?}, {kind:?}");
                assert!(border.may_reply_to(without));
            }
        }
        node.add(Unit::aside(KINDS[3]));
        assert!(!is_inside(&scope, &node));
        assert_eq!(Border::of(&scope, &node).side(), Side::Outside);
    }
    assert!(seen[1] > 20 && seen[0] > 100, "{seen:?}");
}

#[test]
fn replies_are_told_apart_by_where_they_lead() {
    let mut rng = Rng(20_261_130);
    // What is inside has no kind twice.
    let scope = Scope::new(&[[1; KINDS.len()]]);
    let mut seen = [[0; 2]; 2];
    for _ in 0..cases(2_000, 50_000) {
        let p = random_node(&mut rng);
        if crate::mates::position(&p, shogi::Color::Black).is_none() {
            continue;
        }
        for q in after_checks(&p) {
            let scan = Scan::of(&q);
            let border = Border::of(&scope, &q);
            let (direct, all) = after_replies(&q);
            for side in [Side::Inside, Side::Outside] {
                let is_there = |next: &&Node| is_inside(&scope, next) == (side == Side::Inside);
                let expected = |nodes: &[Node]| keys(nodes.iter().filter(is_there).copied());
                let mut found: BTreeSet<LongKey> = BTreeSet::new();
                let mut visit = |next: Next<LongKey>, node: &Node| {
                    let key = match (next, side) {
                        (Next::Inside(key), Side::Inside) => key,
                        (Next::Outside(key), Side::Outside) => key,
                        _ => panic!("{q:?}: a reply to the other side of {side:?}"),
                    };
                    assert_eq!(key, node.canonical_key());
                    found.insert(LongKey::pack(node));
                    false
                };
                for stage in 0..stages(&q, &scan) {
                    any_reply_of_stage(&border, side, &q, &scan, stage, &mut visit);
                }
                assert_eq!(found, expected(&all), "{q:?}");
                let of_stage = [
                    expected(&direct).len(),
                    found.len() - expected(&direct).len(),
                ];
                for (seen, count) in seen[side as usize].iter_mut().zip(of_stage) {
                    *seen += count;
                }
            }
            let mut sides = Vec::new();
            any_reply::<LongKey>(&scope, &q, &scan, &mut |next, _| {
                sides.push(matches!(next, Next::Outside(_)));
                false
            });
            assert!(sides.is_sorted() && sides.len() == all.len(), "{sides:?}");
        }
    }
    assert!(
        seen.as_flattened().iter().all(|&count| count > 200),
        "{seen:?}"
    );
}
