//! Any piece on any square.

use super::{Draft, Generate, board};
use crate::conditions::Conditions;
use crate::pipeline::Examiner;
use crate::random::Random;
use shogi::{Color, Kind, Piece, Setup, Square};

const TRIES: u32 = 60;

/// Draws squares of the region, kinds, sides and promotion, all alike.
pub struct Uniform;

impl Generate for Uniform {
    fn candidate(
        &self,
        wanted: &Conditions,
        random: &mut Random,
        _examiner: &mut Examiner,
    ) -> Option<Draft> {
        let mut setup = board::start(wanted);
        let squares: Vec<Square> = Square::all().filter(|&at| wanted.in_region(at)).collect();
        if board::king(&setup).is_none() {
            let squares = squares.iter().copied();
            let squares: Vec<Square> = squares.filter(|&at| wanted.in_king_region(at)).collect();
            let at = *random.of(&squares)?;
            if setup.board[at.index()].is_some() || wanted.fixed(at).is_some() {
                return None;
            }
            setup.board[at.index()] = Some(Piece::plain(Color::White, Kind::King));
        }
        let mut place = |_: &Setup, _, random: &mut Random| random.of(&squares).copied();
        board::put_required(&mut setup, wanted, random, &mut place)?;
        let size = board::board_size(&setup, wanted, random);
        let mut tries = TRIES * size;
        while board::count(&setup) < size {
            tries = tries.checked_sub(1)?;
            let piece = board::any_piece(&setup, wanted, random)?;
            if board::has_to_wait(&setup, wanted, piece) {
                continue;
            }
            let square = *random.of(&squares)?;
            board::put(&mut setup, wanted, piece, square);
        }
        board::fill_hand(&mut setup, wanted, random, &mut |setup, random| {
            board::any_kind(setup, wanted, random)
        })?;
        Some(board::finished(setup, wanted)?.into())
    }
}
