//! Searches around one problem: 持駒サーチ, 置き駒サーチ, 駒位置サーチ.

use std::ops::ControlFlow;

use rayon::prelude::*;

use super::around::Around;
use super::conditions::Span;
use super::counts::Category;
use super::pipeline::{CompleteProblem, Examiner};
use shogi::{Color, Hand, Kind, Piece, Position, Setup, Square};
use tsume::solve::Task;

/// What is varied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variation {
    /// 持駒サーチ: every hand of at most so many pieces.
    Hand(u32),
    /// 置き駒サーチ: at most so many pieces more on the board.
    Place(u32),
    /// 駒位置サーチ: each piece, the king too, on each other square.
    Move,
}

/// Hands every variation of `setup`, itself left out, to `visit`, in a fixed order, until it breaks. The
/// defender's hand is left empty; not all are legal positions.
pub fn vary(
    setup: &Setup,
    variation: Variation,
    visit: &mut impl FnMut(Setup) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut setup = setup.clone().without_hand(Color::White);
    match variation {
        Variation::Hand(most) => {
            let old = setup.hands.black;
            let mut visit = |varied: Setup| match varied.hands.black == old {
                true => ControlFlow::Continue(()),
                false => visit(varied),
            };
            setup.hands.black = Hand::EMPTY;
            hands(&setup, most, &Kind::HAND, &mut visit)
        }
        Variation::Place(most) => place(&setup, most, 0, visit),
        Variation::Move => {
            for (from, piece) in setup.pieces().collect::<Vec<_>>() {
                for to in Square::all().filter(|to| setup.board[to.index()].is_none()) {
                    let mut varied = setup.clone();
                    varied.board[from.index()] = None;
                    varied.board[to.index()] = Some(piece);
                    if piece.may_stand(to) {
                        visit(varied)?;
                    }
                }
            }
            ControlFlow::Continue(())
        }
    }
}

/// A thread takes so many at a time.
const SHARE: usize = 8;

/// The 完全作 of so many plies among setups, in their order; their defender's hands are completed here.
pub fn sound_ones(setups: &[Setup], plies: Span, around: &Around) -> Vec<CompleteProblem> {
    setups
        .par_chunks(SHARE)
        .flat_map_iter(|share| {
            let mut examiner = around.examiner();
            let going = share.iter().take_while(|_| !around.stopped());
            let judged = going.map(|setup| around.tell(judge(setup, plies, &mut examiner)));
            judged.flatten().collect::<Vec<_>>()
        })
        .collect()
}

fn judge(setup: &Setup, plies: Span, examiner: &mut Examiner) -> Result<CompleteProblem, Category> {
    let mut setup = setup.clone();
    setup
        .complete_defender_hand(false)
        .map_err(|_| Category::Misplaced)?;
    let task = Task {
        position: Position::try_from(&setup).map_err(|_| Category::Misplaced)?,
        attacker: Color::Black,
    };
    match plies.has(examiner.sound_so_far(&task, None)?) {
        true => examiner.complete(task),
        false => Err(Category::Unwanted),
    }
}

/// Every hand with at most `most` pieces of these kinds more.
fn hands(
    setup: &Setup,
    most: u32,
    kinds: &[Kind],
    visit: &mut impl FnMut(Setup) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let Some((&kind, rest)) = kinds.split_first() else {
        return visit(setup.clone());
    };
    let left = u32::from(kind.total()).saturating_sub(setup.count_on_board(kind));
    let mut varied = setup.clone();
    for count in 0..=left.min(most) {
        hands(&varied, most - count, rest, visit)?;
        varied.hands.black = varied.hands.black.plus(kind);
    }
    ControlFlow::Continue(())
}

/// At most `most` pieces more on squares from `from` on.
fn place(
    setup: &Setup,
    most: u32,
    from: usize,
    visit: &mut impl FnMut(Setup) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if most == 0 {
        return ControlFlow::Continue(());
    }
    for square in Square::all().skip(from) {
        if setup.board[square.index()].is_some() {
            continue;
        }
        for piece in all_pieces().filter(|piece| piece.may_stand(square)) {
            let used =
                setup.count_on_board(piece.kind) + u32::from(setup.hands.black.count(piece.kind));
            if used >= u32::from(piece.kind.total()) {
                continue;
            }
            let mut varied = setup.clone();
            varied.board[square.index()] = Some(piece);
            visit(varied.clone())?;
            place(&varied, most - 1, square.index() + 1, visit)?;
        }
    }
    ControlFlow::Continue(())
}

/// Every piece but the kings.
pub fn all_pieces() -> impl Iterator<Item = Piece> {
    Kind::HAND.into_iter().flat_map(|kind| {
        [Color::Black, Color::White]
            .into_iter()
            .flat_map(move |color| {
                [false, true]
                    .into_iter()
                    .filter(move |&promoted| !promoted || kind.promotes())
                    .map(move |promoted| Piece {
                        color,
                        kind,
                        promoted,
                    })
            })
    })
}
