//! Where it begins: problems of one ply that end with a king and two pieces.

use rayon::prelude::*;

use super::Options;
use super::growth::Growth;
use super::stage::with_emptied;
use crate::around::Around;
use crate::random::Random;
use crate::vary::all_pieces;
use shogi::attacks::attacks;
use shogi::{Bitboard, Color, Kind, Move, Piece, Position, Setup, Square};

/// So many times as many finishes are drawn as a stage has places for: the hand is emptied in some, and of mirror images one
/// is kept.
const DRAWN: usize = 3;

/// Pairs of pieces that are tried for each square of the king, at most.
const MOST: u32 = 4_000;

/// The first stage: complete problems of one ply with a king and two pieces, drawn by lot for each square of the king. `None`
/// if the search was stopped.
pub fn finishes(options: &Options, around: &Around) -> Option<Vec<Growth>> {
    let right_half = Square::all().filter(|square| square.file() <= 5);
    let kings: Vec<Square> = right_half.collect();
    let enough = (DRAWN * options.width).div_ceil(kings.len());
    let found: Vec<Growth> = (kings.par_iter())
        .flat_map_iter(|&king| before_ends(king, enough, options, around))
        .collect();
    if around.stopped() {
        return None;
    }
    with_emptied(found, options, around)
}

/// At least so many finishes with this king, if there are as many.
fn before_ends(king: Square, enough: usize, options: &Options, around: &Around) -> Vec<Growth> {
    let mut examiner = around.examiner();
    let mut random = Random::new(options.seed, king.index() as u64);
    let mut found = Vec::new();
    let (checkers, others) = places(king, &options.kinds);
    for _ in 0..MOST {
        if found.len() >= enough || around.stopped() {
            break;
        }
        let (Some(&checker), Some(&other)) = (random.of(&checkers), random.of(&others)) else {
            break;
        };
        if checker.0 == other.0 {
            continue;
        }
        let Some(end) = end(king, &[checker, other]) else {
            continue;
        };
        for check in end.retractions() {
            let growth = Growth {
                position: end.undo(check),
                line: vec![check.mv],
            };
            if !is_the_only_end(&growth.position, check.mv) {
                continue;
            }
            let judged = examiner.complete_with(growth.task(), &growth.line);
            if around
                .tell(judged)
                .is_some_and(|is| is.report.length == Some(1))
            {
                found.push(growth);
            }
        }
    }
    found
}

/// A piece and where it stands.
type Placed = (Square, Piece);

/// Pieces that give check to this king, and pieces that reach a square beside him.
fn places(king: Square, kinds: &[Kind]) -> (Vec<Placed>, Vec<Placed>) {
    let steps = attacks(
        Piece::plain(Color::White, Kind::King),
        king,
        Bitboard::EMPTY,
    );
    let is_ours = |piece: &Piece| piece.color == Color::Black && kinds.contains(&piece.kind);
    let pieces = || all_pieces().filter(is_ours);
    let reach = |touched: Bitboard| {
        let all = pieces().flat_map(|piece| Square::all().map(move |square| (square, piece)));
        all.filter(|&(square, piece)| {
            let reach = attacks(piece, square, Bitboard::EMPTY);
            square != king && piece.may_stand(square) && !(reach & touched).is_empty()
        })
        .collect()
    };
    (reach(Bitboard::of(king)), reach(steps))
}

/// The position of this king and these pieces, White to move, if the king is in check and nothing but drops is left.
fn end(king: Square, men: &[Placed]) -> Option<Position> {
    let mut setup = Setup::empty(Color::White);
    setup.board[king.index()] = Some(Piece::plain(Color::White, Kind::King));
    for &(square, piece) in men {
        setup.board[square.index()] = Some(piece);
    }
    setup.complete_defender_hand(false).ok()?;
    let position = Position::try_from(&setup).ok()?;
    is_end(&position).then_some(position)
}

/// Whether White is in check and has nothing but drops.
fn is_end(position: &Position) -> bool {
    position.is_in_check() && position.legal_moves().into_iter().all(Move::is_drop)
}

/// Whether no other check leaves White nothing but drops, the other choice of promotion aside: quicker than the judge, who
/// would call most others mates, too.
fn is_the_only_end(position: &Position, check: Move) -> bool {
    let step = |mv: Move| (mv.from(), mv.to(), mv.is_drop().then_some(mv));
    let mut others = position.checks().into_iter();
    !others.any(|other| step(other) != step(check) && is_end(&position.play(other)))
}
