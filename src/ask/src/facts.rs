//! What can be told of a move only from the positions before and after it: found out when it is first asked for.

use shogi::attacks::{attacks, between};
use shogi::{Bitboard, Color, Kind, Piece, Position, Square};

use super::lazy::{Around, Checks};
use super::line::{Line, Step};
use super::pieces::Pieces;
use super::query::Flag;

impl Line {
    fn before(&self, ply: usize) -> Option<&Position> {
        self.positions().get(ply)
    }

    fn after(&self, ply: usize) -> Option<&Position> {
        self.positions().get(ply + 1)
    }

    fn checks(&self, ply: usize) -> Checks {
        *self.lazy[ply].checks.get_or_init(|| {
            let to = self.steps[ply].mv.to();
            let checkers = match self.after(ply) {
                Some(after) if self.steps[ply].has(Flag::Attack) => after.checkers(Color::White),
                _ => Bitboard::EMPTY,
            };
            Checks {
                direct: checkers.has(to),
                others: !checkers.without(to).is_empty(),
                count: checkers.count(),
            }
        })
    }

    fn around(&self, ply: usize) -> Around {
        *self.lazy[ply].around.get_or_init(|| {
            let (to, side) = (self.steps[ply].mv.to(), self.steps[ply].piece.color);
            let Some(after) = self.after(ply) else {
                return Around {
                    supported: 0,
                    attacked: 0,
                    attackers: Pieces::NONE,
                };
            };
            let own = after.attackers(to, side, after.occupied());
            let foreign = after.attackers(to, side.flip(), after.occupied());
            let pieces = foreign.into_iter().filter_map(|from| after.piece_at(from));
            Around {
                supported: own.count(),
                attacked: foreign.count(),
                attackers: pieces.fold(Pieces::NONE, |set, is| set.with(Pieces::of(is))),
            }
        })
    }

    /// Other pieces of its side that attack the square it goes to.
    pub(super) fn supported(&self, ply: usize) -> u32 {
        self.around(ply).supported
    }

    /// Pieces of the other side that do.
    pub(super) fn attacked(&self, ply: usize) -> u32 {
        self.around(ply).attacked
    }

    /// Which these are.
    pub(super) fn attackers(&self, ply: usize) -> Pieces {
        self.around(ply).attackers
    }

    /// Legal moves: of the attacker checks, of the defender replies.
    pub(super) fn choices(&self, ply: usize) -> u32 {
        *self.lazy[ply].choices.get_or_init(|| {
            let moves = self
                .before(ply)
                .map(|before| match self.steps[ply].has(Flag::Attack) {
                    true => before.checks().len(),
                    false => before.evasions().len(),
                });
            moves.unwrap_or(0) as u32
        })
    }

    /// Whether a property holds that needs positions.
    pub(super) fn is(&self, ply: usize, flag: Flag) -> bool {
        let step = &self.steps[ply];
        match flag {
            Flag::Direct => self.checks(ply).direct,
            Flag::Discovered => self.checks(ply).others,
            Flag::Double => self.checks(ply).count > 1,
            Flag::Interpose => *self.lazy[ply].interposes.get_or_init(|| {
                let squares = self.before(ply).map(Position::interposing_squares);
                step.has(Flag::Reply)
                    && step.piece.kind != Kind::King
                    && squares.is_some_and(|squares| squares.has(step.mv.to()))
            }),
            Flag::Farthest => self.is_farthest(ply),
            Flag::PawnDropMate => *self.lazy[ply].pawn_drop_mate.get_or_init(|| {
                let square = self.before(ply).and_then(Position::pawn_drop_mate);
                step.has(Flag::Attack) && square.is_some()
            }),
            _ => step.has(flag),
        }
    }

    /// The attacker's pieces on the board before the move, the king left aside.
    pub(super) fn attackers_on_board(&self, ply: usize) -> u32 {
        let men = u32::from(self.steps[ply].men[Color::Black as usize]);
        let king = self
            .before(ply)
            .and_then(|before| before.king(Color::Black));
        men.saturating_sub(u32::from(king.is_some()))
    }

    /// Whether a slider is dropped with check as far from the king as its line goes.
    fn is_farthest(&self, ply: usize) -> bool {
        let step = &self.steps[ply];
        let (to, king) = (step.mv.to(), step.king);
        if !step.has(Flag::Drop) || !slides(step.after) || !self.is(ply, Flag::Direct) {
            return false;
        }
        let away = |from: i8, to: i8| (to - from).signum();
        let beyond = to.offset(away(king.file(), to.file()), away(king.rank(), to.rank()));
        let occupied = self.before(ply).map_or(Bitboard::EMPTY, Position::occupied);
        beyond.is_none_or(|beyond| occupied.has(beyond))
    }

    /// The squares that the moved piece attacks from where it goes.
    pub(super) fn attacks(&self, ply: usize) -> Bitboard {
        let step = &self.steps[ply];
        let occupied = self.after(ply).map_or(Bitboard::EMPTY, Position::occupied);
        attacks(step.after, step.mv.to(), occupied)
    }

    /// The squares between the moved piece and the king, along which it gives check.
    pub(super) fn ray(&self, ply: usize) -> Bitboard {
        let step = &self.steps[ply];
        match self.is(ply, Flag::Direct) && slides(step.after) {
            true => between(step.mv.to(), step.king),
            false => Bitboard::EMPTY,
        }
    }
}

impl Step {
    /// The squares that the piece passes over.
    pub(super) fn over(&self) -> Bitboard {
        let from = self.mv.from();
        from.map_or(Bitboard::EMPTY, |from| between(from, self.mv.to()))
    }

    /// King's steps between the square it goes to and the king.
    pub(super) fn far(&self) -> u32 {
        steps(self.mv.to(), self.king)
    }

    /// King's steps that it covers.
    pub(super) fn length(&self) -> Option<u32> {
        self.mv.from().map(|from| steps(from, self.mv.to()))
    }
}

const fn slides(piece: Piece) -> bool {
    !Piece::black_slides(piece.kind, piece.promoted).is_empty()
}

/// How many steps a king needs from one square to another.
fn steps(a: Square, b: Square) -> u32 {
    let files = (a.file() - b.file()).unsigned_abs();
    files.max((a.rank() - b.rank()).unsigned_abs()).into()
}
