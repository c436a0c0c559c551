//! Squares copied from works, as the published yardstick did.

use super::{Draft, Generate, board};
use crate::conditions::Conditions;
use crate::pipeline::Examiner;
use crate::random::Random;
use shogi::{Color, Kind, Piece, Position, Square};

/// How often a place is looked for before the candidate is given up, for each piece.
const TRIES: u32 = 40;

/// Copies each piece from a random piece of the works. With the king on a given square, a piece keeps its
/// place as seen from the king of its work, mirrored or not, so that what stands around a king does so
/// again; a piece in hand is one of a work's hand.
pub struct Sample {
    /// Each piece of each work: files and ranks from its king.
    pieces: Vec<(i8, i8, Piece)>,
    kings: Vec<Square>,
    hand: Vec<Kind>,
}

/// Pieces farther than this from the king in files or ranks take part in few short mates.
const NEAR: i8 = 4;

impl Sample {
    /// Learns from works; those without a defender's king teach nothing.
    pub fn new<'a>(works: impl IntoIterator<Item = &'a Position>) -> Self {
        let mut new = Self {
            pieces: Vec::new(),
            kings: Vec::new(),
            hand: Vec::new(),
        };
        for work in works {
            let Some(king) = work.king(Color::White) else {
                continue;
            };
            new.kings.push(king);
            for square in work.occupied() {
                let files = square.file() - king.file();
                let ranks = square.rank() - king.rank();
                let near = files.abs().max(ranks.abs()) <= NEAR;
                match work.piece_at(square) {
                    Some(piece) if piece.kind != Kind::King && near => {
                        new.pieces.push((files, ranks, piece));
                    }
                    _ => {}
                }
            }
            for (kind, count) in work.hand(Color::Black).iter() {
                new.hand.extend((0..count).map(|_| kind));
            }
        }
        new
    }
}

impl Generate for Sample {
    fn candidate(
        &self,
        wanted: &Conditions,
        random: &mut Random,
        _examiner: &mut Examiner,
    ) -> Option<Draft> {
        let mut setup = board::start(wanted);
        if board::king(&setup).is_none() {
            let kings = self
                .kings
                .iter()
                .flat_map(|&at| match wanted.king.is_empty() {
                    true => vec![at],
                    // Where kings are asked for in one corner, those of the other one are as good.
                    false => vec![at, at.mirror()],
                });
            let known: Vec<Square> = kings.filter(|&at| wanted.in_king_region(at)).collect();
            let asked = wanted.king.iter().copied();
            let asked: Vec<Square> = asked.filter(|&at| wanted.in_region(at)).collect();
            let at = *random.of(if known.is_empty() { &asked } else { &known })?;
            if wanted.fixed(at).is_some() {
                return None;
            }
            setup.board[at.index()] = Some(Piece::plain(Color::White, Kind::King));
        }
        let king = board::king(&setup)?;
        board::put_required(&mut setup, wanted, random, &mut |_, piece, random| {
            let known = self.pieces.iter().filter(|is| is.2 == piece);
            let known: Vec<(i8, i8)> = known.map(|is| (is.0, is.1)).collect();
            // A piece that is in no work stands anywhere near.
            let any = (
                random.between(0, 6) as i8 - 3,
                random.between(0, 6) as i8 - 3,
            );
            let (files, ranks) = random.of(&known).copied().unwrap_or(any);
            let side = if random.once_in(2) { 1 } else { -1 };
            king.offset(side * files, ranks)
        })?;
        let size = board::board_size(&setup, wanted, random);
        let mut tries = TRIES * size;
        while board::count(&setup) < size {
            tries = tries.checked_sub(1)?;
            let &(files, ranks, piece) = match board::sole_kind(&setup, wanted) {
                None => random.of(&self.pieces)?,
                Some(kind) => {
                    let same = self.pieces.iter().filter(|is| is.2.kind == kind);
                    *random.of(&same.collect::<Vec<_>>())?
                }
            };
            if board::has_to_wait(&setup, wanted, piece) {
                continue;
            }
            let side = if random.once_in(2) { 1 } else { -1 };
            if let Some(square) = king.offset(side * files, ranks) {
                board::put(&mut setup, wanted, piece, square);
            }
        }
        board::fill_hand(&mut setup, wanted, random, &mut |setup, random| {
            let kind = random.of(&self.hand).copied();
            // Works without a hand say nothing of hands.
            board::sole_kind(setup, wanted)
                .or(kind)
                .or_else(|| board::any_kind(setup, wanted, random))
        })?;
        Some(board::finished(setup, wanted)?.into())
    }
}
