//! What is said of two problems that are alike, compared with a slow and obvious comparison of their boards.

use std::collections::BTreeSet;

use features::alike::{
    Arrangement, ComparedProblem, DifferenceKind, Gathered, Likeness, LineSigns, Shared,
};
use features::key::key;
use shogi::{Color, Hand, Kind, Piece, Position, Setup, Square};
use testkit::{Crowd, Rng, cases, random_position};
use tsume::solve::Task;

type Stone = (i8, i8, char, Color, bool);

/// What stands where, Black attacking.
fn stones(task: &Task) -> BTreeSet<Stone> {
    let position = match task.attacker {
        Color::Black => task.position.clone(),
        Color::White => task.position.rotate(),
    };
    let squares = Square::all().filter_map(|square| {
        let is = position.piece_at(square)?;
        let letter = is.kind.letter();
        Some((square.file(), square.rank(), letter, is.color, is.promoted))
    });
    squares.collect()
}

fn attackers_hand(task: &Task) -> Hand {
    task.position.hand(task.attacker)
}

fn defender_moves(task: &Task) -> bool {
    task.position.side() != task.attacker
}

/// One board laid on the other in every way, mirrored or not: how many pieces differ, the kind of the difference where
/// it is one, whether it was moved, whether mirrored; in the order of nearness.
fn laid(here: &Task, there: &Task) -> Vec<(usize, u8, bool, bool)> {
    let (ours, theirs) = (stones(here), stones(there));
    let king = |all: &BTreeSet<Stone>| {
        let king = all
            .iter()
            .find(|is| is.2 == 'K' && is.3 == Color::White)
            .unwrap();
        (king.0, king.1)
    };
    let mut ways = Vec::new();
    for mirrored in [false, true] {
        for files in -8..=8 {
            for ranks in -8..=8 {
                let moved: BTreeSet<Stone> = ours
                    .iter()
                    .map(|&(file, rank, letter, color, promoted)| {
                        let file = if mirrored { 10 - file } else { file };
                        (file + files, rank + ranks, letter, color, promoted)
                    })
                    .collect();
                let here: Vec<&Stone> = moved.difference(&theirs).collect();
                let there: Vec<&Stone> = theirs.difference(&moved).collect();
                let count = here.len().max(there.len());
                let alike = moved.intersection(&theirs).count();
                let is_moved = (files, ranks) != (0, 0);
                let kind = match (&here[..], &there[..]) {
                    ([], []) => 0,
                    _ if alike < 3 || count > 1 => 100,
                    ([one], [other]) if (one.0, one.1) == (other.0, other.1) => {
                        1 + u8::from((one.2, one.4) != (other.2, other.4))
                    }
                    ([_], []) => 3,
                    ([], [_]) => 4,
                    ([one], [other]) if (one.2, one.3, one.4) == (other.2, other.3, other.4) => {
                        match (one.2, one.3) {
                            ('K', Color::White) => 6,
                            _ => 5,
                        }
                    }
                    _ => 7,
                };
                // Else only what stands around the king counts.
                if king(&moved) == king(&theirs) || kind == 6 {
                    ways.push((count, kind, is_moved, mirrored));
                }
            }
        }
    }
    ways.sort_unstable();
    ways
}

fn hands_apart(here: &Task, there: &Task) -> u32 {
    let (ours, theirs) = (attackers_hand(here), attackers_hand(there));
    let lacks = |one: Hand, other: Hand| -> u32 {
        let kinds = Kind::HAND.into_iter();
        kinds
            .map(|kind| u32::from(one.count(kind).saturating_sub(other.count(kind))))
            .sum()
    };
    lacks(ours, theirs).max(lacks(theirs, ours))
}

/// The likeness of two positions, the set being whole.
fn slow_likeness(here: &Task, there: &Task) -> Option<Likeness> {
    if defender_moves(here) != defender_moves(there) {
        return None;
    }
    if here == there {
        return Some(Likeness::Same);
    }
    let (count, kind, moved, _) = laid(here, there)[0];
    let in_hand = hands_apart(here, there);
    match (count, moved, in_hand) {
        (0, false, 0) => Some(Likeness::Image),
        (0, true, 0) => Some(Likeness::Shifted),
        (0, false, _) => Some(Likeness::OtherHand),
        (0, true, _) => Some(Likeness::ShiftedOtherHand),
        (1, _, 0 | 1) if kind < 100 => Some(Likeness::OnePiece),
        _ => None,
    }
}

fn kind_number(kind: Option<DifferenceKind>) -> u8 {
    match kind {
        None => 0,
        Some(DifferenceKind::Side) => 1,
        Some(DifferenceKind::Piece) => 2,
        Some(DifferenceKind::Removed) => 3,
        Some(DifferenceKind::Added) => 4,
        Some(DifferenceKind::Moved) => 5,
        Some(DifferenceKind::King) => 6,
        Some(DifferenceKind::Exchanged) => 7,
    }
}

/// A random problem with few pieces.
fn problem(rng: &mut Rng) -> Task {
    let crowd = Crowd {
        board: 5,
        black_hand: 2,
        two_kings_one_in: 5,
        full_set: true,
        black_to_move: false,
    };
    let position = random_position(rng, &crowd);
    Task {
        attacker: Color::Black,
        position,
    }
}

/// A problem made from another: moved, mirrored, turned, pieces and hand changed, or nothing of it.
fn changed(rng: &mut Rng, from: &Task) -> Option<Task> {
    let mut setup = Setup::from(&from.position);
    if rng.one_in(2) {
        setup = setup.mirror();
    }
    if rng.one_in(2) {
        let (files, ranks) = (rng.below(5) as i8 - 2, rng.below(5) as i8 - 2);
        let mut board = [None; Square::COUNT];
        for square in Square::all() {
            if let Some(piece) = setup.board[square.index()] {
                board[square.offset(files, ranks)?.index()] = Some(piece);
            }
        }
        setup.board = board;
    }
    for _ in 0..rng.below(3) {
        let one = rng.below(Square::COUNT);
        let pieces: Vec<usize> = (0..Square::COUNT)
            .filter(|&square| setup.board[square].is_some())
            .collect();
        let other = pieces[rng.below(pieces.len())];
        let is_king = setup.board[other].is_some_and(|is| is.kind == Kind::King);
        match rng.below(5) {
            0 => setup.board.swap(one, other),
            1 if !is_king => setup.board[other] = None,
            2 if !is_king => {
                let piece = setup.board[other].as_mut()?;
                piece.color = piece.color.flip();
            }
            3 if !is_king => {
                let kind = Kind::HAND[rng.below(7)];
                setup.board[other] = Some(Piece::plain(Color::Black, kind));
            }
            4 if setup.board[one].is_none() => {
                let kind = Kind::HAND[rng.below(7)];
                setup.board[one] = Some(Piece::plain(Color::White, kind));
            }
            _ => {}
        }
    }
    if rng.one_in(3) {
        let kind = Kind::HAND[rng.below(7)];
        let count = rng.below(3) as u32;
        let _ = setup.hands[Color::Black].set(kind, count);
    }
    setup.hands[Color::White] = Hand::EMPTY;
    setup.complete_defender_hand(false).ok()?;
    let position = Position::try_from(&setup).ok()?;
    Some(match rng.one_in(4) {
        true => Task {
            position: position.rotate(),
            attacker: Color::White,
        },
        false => Task {
            position,
            attacker: Color::Black,
        },
    })
}

#[test]
fn likeness_is_that_of_boards_laid_on_each_other_in_every_way() {
    let mut rng = Rng(20_261_124);
    let mut seen = BTreeSet::new();
    let mut kinds = BTreeSet::new();
    for _ in 0..cases(3_000, 60_000) {
        let here = problem(&mut rng);
        let there = match rng.one_in(20) {
            true => problem(&mut rng),
            false => match changed(&mut rng, &here) {
                Some(there) => there,
                None => continue,
            },
        };
        let both = format!("{} {}", here.position, there.position);
        let asked = ComparedProblem::new(&here, Vec::new());
        let near = asked.near(&key(&there), Shared::default());
        let slow = slow_likeness(&here, &there);
        // Of a key it is not known which image it stands for.
        let same_as_image = |is: Likeness| match is {
            Likeness::Same => Likeness::Image,
            other => other,
        };
        assert_eq!(
            near.map(|is| is.likeness),
            slow.map(same_as_image),
            "{both}"
        );
        seen.insert(slow);
        let relation = asked.compare(&there);
        assert_eq!(
            relation.is_some(),
            defender_moves(&here) == defender_moves(&there)
        );
        let Some(relation) = relation else { continue };
        let (count, kind, moved, mirrored) = laid(&here, &there)[0];
        assert_eq!(relation.on_board, count as u32, "{both}");
        assert_eq!(relation.turned, there.attacker == Color::White);
        assert_eq!(relation.apart(), count as u32 + hands_apart(&here, &there));
        if kind < 100 {
            assert_eq!(
                kind_number(relation.difference.map(|is| is.kind)),
                kind,
                "{both}"
            );
            assert_eq!(relation.shift != (0, 0), moved, "{both}");
            assert_eq!(relation.mirrored, mirrored, "{both}");
            kinds.insert(kind);
        }
        // What is said to stand there stands there.
        if let Some(difference) = relation.difference {
            for (is, task) in [(difference.here, &here), (difference.there, &there)] {
                let Some(is) = is else { continue };
                assert_eq!(task.position.piece_at(is.square), Some(is.piece), "{both}");
            }
        }
        // By their numbers they are found.
        if count == 1 && kind < 100 || count == 0 && stones(&here).len() > 2 {
            let numbers = |task: &Task| -> BTreeSet<u64> {
                let of_key = Arrangement::of_key(&key(task)).unwrap();
                of_key.numbers().into_iter().collect()
            };
            assert!(!numbers(&here).is_disjoint(&numbers(&there)), "{both}");
        }
    }
    let all = [
        Likeness::Image,
        Likeness::Shifted,
        Likeness::OtherHand,
        Likeness::ShiftedOtherHand,
        Likeness::OnePiece,
    ];
    for likeness in all {
        assert!(seen.contains(&Some(likeness)), "{likeness:?}");
    }
    assert!(seen.contains(&None));
    assert_eq!(kinds.len(), 8, "{kinds:?}");
}

#[test]
fn a_collection_finds_what_comparing_all_finds() {
    let mut rng = Rng(7);
    let mut all: Vec<Task> = Vec::new();
    for _ in 0..cases(200, 1_000) {
        let from = match all.is_empty() || rng.one_in(4) {
            true => problem(&mut rng),
            false => all[rng.below(all.len())].clone(),
        };
        all.extend(changed(&mut rng, &from).filter(|task| task.attacker == Color::Black));
    }
    // Lines are of no matter here: any numbers that some share.
    let lines = |place: usize| {
        let idea = (place % 17) as i64;
        let signature = (place % 34) as i64;
        match place % 5 {
            0 => Vec::new(),
            _ => vec![LineSigns { signature, idea }],
        }
    };
    let mut gathered = Gathered::default();
    let mut found = 0;
    for (place, task) in all.iter().enumerate() {
        let asked = ComparedProblem::new(task, lines(place));
        for up_to in Likeness::ALL {
            let mut expected: Vec<_> = (0..place)
                .filter_map(|other| {
                    let shares = |of: fn(&LineSigns) -> i64| {
                        let (ours, theirs) = (lines(place), lines(other));
                        ours.iter()
                            .any(|one| theirs.iter().any(|two| of(one) == of(two)))
                    };
                    let (line, idea) = (shares(|is| is.signature), shares(|is| is.idea));
                    let near = asked.near(&key(&all[other]), Shared { line, idea })?;
                    assert_eq!((near.other_line, near.other_idea), (!line, !idea));
                    let near = near.told(all[other] == *task);
                    (near.likeness <= up_to).then_some((near, other))
                })
                .collect();
            expected.sort_unstable();
            let met = gathered.like(&asked, up_to);
            let met: Vec<_> = met.into_iter().map(|met| (met.near, met.place)).collect();
            assert_eq!(met, expected, "{}", task.position);
            found += met.len();
        }
        gathered.add(&asked);
    }
    assert!(found > 1_000);
}
