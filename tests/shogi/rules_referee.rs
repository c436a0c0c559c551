//! Move generation against an independent implementation of the rules.

use std::collections::BTreeSet;

use shogi::{Color, Kind, Move, Position, Square};
use shogi_core::{PartialPosition, ToUsi};
use shogi_legality_lite as referee;
use shogi_usi_parser::FromUsi;
use testkit::{Crowd, Rng, cases, random_position};

fn partial(position: &Position) -> PartialPosition {
    PartialPosition::from_usi(&format!("sfen {position}")).unwrap()
}

/// The referee's moves as sorted USI text.
fn texts(moves: impl IntoIterator<Item = shogi_core::Move>) -> Vec<String> {
    let mut texts: Vec<String> = moves.into_iter().map(|mv| mv.to_usi_owned()).collect();
    texts.sort();
    texts
}

fn our_texts(moves: &[Move]) -> Vec<String> {
    let mut texts: Vec<String> = moves.iter().map(ToString::to_string).collect();
    texts.sort();
    texts
}

/// The referee's legal moves that give check. Its own list of checks leaves it open whether a drop
/// ends a check on the attacker's king, and is used where Black has no king.
fn referee_checks(position: &PartialPosition) -> Vec<String> {
    if position.king_position(position.side_to_move()).is_none() {
        return texts(referee::all_checks_partial(position));
    }
    texts(
        referee::all_legal_moves_partial(position)
            .into_iter()
            .filter(|&mv| {
                let mut next = position.clone();
                next.make_move(mv).unwrap();
                referee::is_in_check_partial_lite(&next)
            }),
    )
}

/// Random tsume positions with all kinds of pieces, defender pieces, hands and now and then
/// two kings: the checks, and the replies to each of them, are the referee's.
fn checks_and_replies_are_the_referees(seed: u64) {
    let mut rng = Rng(seed);
    let crowd = Crowd {
        board: 9,
        black_hand: 1,
        two_kings_one_in: 8,
        full_set: true,
        black_to_move: true,
    };
    let (mut checks, mut mates, mut replies, mut double) = (0, 0, 0, 0);
    let count = cases(1_500, 10_000);
    for _ in 0..count {
        let position = random_position(&mut rng, &crowd);
        let ours = position.checks();
        let theirs = partial(&position);
        assert_eq!(our_texts(&ours), referee_checks(&theirs), "{position}");
        for &mv in &ours {
            let next = position.play(mv);
            let evasions = next.evasions();
            assert_eq!(
                our_texts(&evasions),
                texts(referee::all_legal_moves_partial(&partial(&next))),
                "{position} after {mv}"
            );
            assert!(next.is_in_check());
            assert_eq!(next.is_checkmate(), evasions.is_empty());
            checks += 1;
            replies += evasions.len();
            mates += usize::from(evasions.is_empty());
            double += usize::from(next.checkers(Color::White).count() > 1);
        }
    }
    println!("{checks} checks ({double} double), {replies} replies, {mates} mates");
    let seen = [checks / 2, mates * 60, double * 30, replies / 20];
    assert!(seen.iter().all(|&seen| seen > count), "{seen:?}");
}

/// Together with its twin, 20,000 positions in `.ci/long`; two tests, so that they can run side by side.
#[test]
fn checks_and_replies_of_random_tsume_positions_are_the_referees() {
    checks_and_replies_are_the_referees(1);
}

/// See its twin.
#[test]
fn checks_and_replies_of_further_tsume_positions_are_the_referees() {
    checks_and_replies_are_the_referees(5);
}

/// All legal moves of both sides, in check or not, short sets and two kings more often.
///
/// The referee also forbids a pawn drop that leaves the other side without a move but not in check;
/// 打ち歩詰め is about mates, and such a drop is legal.
#[test]
fn legal_moves_of_random_positions_are_the_referees() {
    let mut rng = Rng(2);
    let crowd = Crowd {
        board: 16,
        black_hand: 4,
        two_kings_one_in: 2,
        full_set: false,
        black_to_move: false,
    };
    for _ in 0..4_000 {
        let position = random_position(&mut rng, &crowd);
        let mut ours = position.legal_moves();
        ours.retain(|&mv| {
            let pawn_drop = matches!(mv, Move::Drop { kind, .. } if kind == Kind::Pawn);
            let next = position.play(mv);
            let has_king = next.king(next.side()).is_some();
            !pawn_drop || !has_king || next.is_in_check() || next.has_legal_move()
        });
        assert_eq!(
            our_texts(&ours),
            texts(referee::all_legal_moves_partial(&partial(&position))),
            "{position}"
        );
    }
}

/// Every move that can be written is legal, or there is a reason why not.
#[test]
fn what_is_not_legal_has_a_reason() {
    let mut rng = Rng(11);
    let crowd = Crowd {
        board: 12,
        black_hand: 3,
        two_kings_one_in: 2,
        full_set: false,
        black_to_move: false,
    };
    let mut reasons = BTreeSet::new();
    for _ in 0..cases(150, 2_000) {
        let position = random_position(&mut rng, &crowd);
        let legal: BTreeSet<Move> = position.legal_moves().into_iter().collect();
        for mv in all_moves() {
            let foul = position.foul(mv);
            assert_eq!(
                foul.is_none(),
                legal.contains(&mv),
                "{position} {mv} {foul:?}"
            );
            reasons.extend(
                foul.map(|foul| std::mem::discriminant(&foul))
                    .map(|is| format!("{is:?}")),
            );
        }
    }
    // A pawn that would mate is rare.
    assert!(reasons.len() >= 10, "{reasons:?}");
}

fn all_moves() -> impl Iterator<Item = Move> {
    let drops = Kind::HAND
        .into_iter()
        .flat_map(|kind| Square::all().map(move |to| Move::Drop { kind, to }));
    let ways = Square::all().flat_map(|from| Square::all().map(move |to| (from, to)));
    let board =
        ways.flat_map(|(from, to)| [false, true].map(|promote| Move::Board { from, to, promote }));
    drops.chain(board)
}
