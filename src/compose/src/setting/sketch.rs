//! The fewest pieces from which a line can be played, and the squares that have to be empty for it.
//!
//! The line is played move by move on a board of which nothing is known but what the moves need: which piece comes from
//! where, what is captured, which line has to be open for a check. A square of which nothing is needed stays free for
//! more pieces; whatever is put there stays there as long as the line lasts.

use super::replay::{replay, replay_but_last_check};
use super::wanted::{Wanted, on_board, pieces};
use crate::vary::all_pieces;
use notation::open_line::OpenMove;
use shogi::attacks::{attacks, between, line};
use shogi::{Bitboard, Color, Kind, Move, Piece, Position, Setup, Square};

/// A setup from which a line can be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sketch {
    /// The board, and what the attacker needs in hand; the defender's hand is left empty.
    pub setup: Setup,
    /// The squares that hold what they have to.
    pub fixed: Bitboard,
    /// The line.
    pub moves: Vec<Move>,
    /// Pieces captured by the attacker and not yet dropped, by `Kind`.
    stock: [u8; 8],
}

impl Sketch {
    /// Whether it has the whole line, and nothing is left over.
    pub fn is_whole(&self, wanted: &Wanted) -> bool {
        self.moves.len() == wanted.line.0.len() && self.stock.iter().all(|&count| count == 0)
    }
}

/// The sketches without a move, for a king on one of these squares.
pub(super) fn beginnings(wanted: &Wanted, kings: &[Square]) -> Vec<Sketch> {
    let known: Bitboard = wanted.known().collect();
    let begun = kings.iter().map(|&king| Sketch {
        setup: wanted.given(king),
        fixed: known.with(king),
        moves: Vec::new(),
        stock: [0; 8],
    });
    begun
        .filter(|sketch| replay(&sketch.setup, &[]).is_some())
        .collect()
}

/// The sketches with one move of the line more, of at most so many pieces; none if it has all moves.
pub(super) fn successors(sketch: &Sketch, wanted: &Wanted, most: u32) -> Vec<Sketch> {
    let mut step = Step {
        wanted,
        most,
        found: Vec::new(),
    };
    let positions = replay(&sketch.setup, &sketch.moves);
    if let Some(now) = positions.as_ref().and_then(|all| all.last())
        && sketch.moves.len() < wanted.line.0.len()
    {
        match sketch.moves.len() % 2 {
            0 => step.attack(sketch, now),
            _ => step.defend(sketch, now),
        }
    }
    step.found
}

/// One move more.
struct Step<'a> {
    wanted: &'a Wanted,
    most: u32,
    found: Vec<Sketch>,
}

impl Step<'_> {
    fn open_move(&self, sketch: &Sketch) -> OpenMove {
        self.wanted.line.0[sketch.moves.len()]
    }

    /// Whether a sketch may still become one that is wanted.
    fn fits(&self, sketch: &Sketch) -> bool {
        let hand = sketch.setup.hands.black.len();
        let all = pieces(&sketch.setup);
        all <= self.most
            && hand <= self.wanted.hand.high
            && on_board(all, hand) <= self.wanted.board.high
    }

    /// The attacker's next move.
    fn attack(&mut self, sketch: &Sketch, now: &Position) {
        let open = self.open_move(sketch);
        let last = sketch.moves.last().map(|mv| mv.to());
        for to in Square::all().filter(|&to| open.goes_to(to, last)) {
            let there = now.piece_at(to);
            if there.is_some_and(|is| is.color == Color::Black || is.kind == Kind::King) {
                continue;
            }
            if there.is_none() {
                self.attack_with_drops(sketch, open, to);
            }
            for piece in all_pieces().filter(|piece| piece.color == Color::Black) {
                if open.is_of(piece.kind, piece.promoted) {
                    self.attack_with(sketch, now, open, piece, to);
                }
            }
        }
    }

    fn attack_with_drops(&mut self, sketch: &Sketch, open: OpenMove, to: Square) {
        for kind in Kind::HAND.into_iter().filter(|&kind| open.drops(kind)) {
            if !Piece::plain(Color::Black, kind).may_stand(to) {
                continue;
            }
            let mut next = sketch.clone();
            next.fixed = next.fixed.with(to);
            if next.stock[kind as usize] > 0 {
                next.stock[kind as usize] -= 1;
            } else if next.setup.hands.black.count(kind) < kind.total() {
                next.setup.hands.black = next.setup.hands.black.plus(kind);
            } else {
                continue;
            }
            next.moves.push(Move::Drop { kind, to });
            self.after_attack(next);
        }
    }

    /// The attacker's next move with such a piece of the board.
    fn attack_with(
        &mut self,
        sketch: &Sketch,
        now: &Position,
        open: OpenMove,
        piece: Piece,
        to: Square,
    ) {
        for (from, begun) in origins(sketch, now, open, piece, to) {
            for promote in [true, false] {
                let goes = match promote {
                    true => piece.could_promote(from, to),
                    false => piece.may_stand(to),
                };
                if !goes || !open.may(promote) {
                    continue;
                }
                let mut next = begun.clone();
                let is_free = !sketch.fixed.has(to);
                next.fixed = next.fixed.with(to);
                next.moves.push(Move::Board { from, to, promote });
                if let Some(captured) = now.piece_at(to) {
                    next.stock[captured.kind as usize] += 1;
                    if self.drops_later(&next, captured.kind) {
                        self.after_attack(next);
                    }
                    continue;
                }
                self.after_attack(next.clone());
                if is_free {
                    self.capture_of_unknown(&next, to);
                }
            }
        }
    }

    /// The same move where it captures a piece of which the line tells nothing, for a drop later on.
    fn capture_of_unknown(&mut self, plain: &Sketch, to: Square) {
        for piece in all_pieces().filter(|piece| piece.color == Color::White) {
            if !piece.may_stand(to) || !self.drops_later(plain, piece.kind) {
                continue;
            }
            let mut next = plain.clone();
            next.setup.board[to.index()] = Some(piece);
            next.stock[piece.kind as usize] += 1;
            self.after_attack(next);
        }
    }

    /// Whether a captured piece may be dropped later: whatever is captured must be, or it is left over.
    fn drops_later(&self, sketch: &Sketch, kind: Kind) -> bool {
        let later = self.wanted.line.0.iter().enumerate();
        later
            .skip(sketch.moves.len())
            .any(|(ply, open)| ply % 2 == 0 && open.drops(kind))
    }

    /// What follows an attacker's move: lines that have to be open for its check, or a piece behind it that gives check.
    fn after_attack(&mut self, next: Sketch) {
        let Some(last) = self.played(&next) else {
            return;
        };
        let Some(king) = last.king(Color::White) else {
            return;
        };
        if last.is_in_check() {
            self.found.push(with_open_lines(next, king, &last));
            return;
        }
        let Some(Move::Board { from, .. }) = next.moves.last().copied() else {
            return;
        };
        for (square, piece) in behind(&next, &last, king, from) {
            let mut next = next.clone();
            next.setup.board[square.index()] = Some(piece);
            next.fixed = next.fixed.with(square);
            if let Some(last) = self.played(&next)
                && last.is_in_check()
            {
                self.found.push(with_open_lines(next, king, &last));
            }
        }
    }

    /// The defender's next move.
    fn defend(&mut self, sketch: &Sketch, now: &Position) {
        let open = self.open_move(sketch);
        let last = sketch.moves.last().map(|mv| mv.to());
        let Some(king) = now.king(Color::White) else {
            return;
        };
        let interposing = now.interposing_squares();
        for to in Square::all().filter(|&to| open.goes_to(to, last)) {
            let there = now.piece_at(to);
            if there.is_some_and(|is| is.color == Color::White) {
                continue;
            }
            self.king_moves(sketch, open, king, to, there.is_some());
            if interposing.has(to) {
                for kind in Kind::HAND.into_iter().filter(|&kind| open.drops(kind)) {
                    let mut next = sketch.clone();
                    next.fixed = next.fixed.with(to);
                    next.moves.push(Move::Drop { kind, to });
                    self.after_defence(next);
                }
            }
            if !interposing.has(to) && there.is_none() {
                continue;
            }
            for piece in all_pieces().filter(|piece| piece.color == Color::White) {
                if !open.is_of(piece.kind, piece.promoted) {
                    continue;
                }
                for (from, begun) in origins(sketch, now, open, piece, to) {
                    for promote in [true, false] {
                        let goes = match promote {
                            true => piece.could_promote(from, to),
                            false => piece.may_stand(to),
                        };
                        if goes && open.may(promote) {
                            let mut next = begun.clone();
                            next.fixed = next.fixed.with(to);
                            next.moves.push(Move::Board { from, to, promote });
                            self.after_defence(next);
                        }
                    }
                }
            }
        }
    }

    fn king_moves(
        &mut self,
        sketch: &Sketch,
        open: OpenMove,
        king: Square,
        to: Square,
        captures: bool,
    ) {
        let piece = Piece::plain(Color::White, Kind::King);
        let steps = attacks(piece, king, Bitboard::EMPTY).has(to);
        if !steps
            || !open.is_of(Kind::King, false)
            || !open.may(false)
            || !open.comes_from(Color::White, Kind::King, king, to)
        {
            return;
        }
        let is_free = !sketch.fixed.has(to);
        let mut next = sketch.clone();
        next.fixed = next.fixed.with(to);
        next.moves.push(Move::Board {
            from: king,
            to,
            promote: false,
        });
        self.after_defence(next.clone());
        if captures || !is_free || pieces(&next.setup) >= self.most {
            return;
        }
        for piece in all_pieces().filter(|piece| piece.color == Color::Black) {
            if piece.may_stand(to) {
                let mut next = next.clone();
                next.setup.board[to.index()] = Some(piece);
                self.after_defence(next);
            }
        }
    }

    fn after_defence(&mut self, next: Sketch) {
        if self.played(&next).is_some() {
            self.found.push(next);
        }
    }

    /// Where the moves so far lead; `None` where they cannot be played, or there are too many pieces.
    fn played(&self, sketch: &Sketch) -> Option<Position> {
        match self.fits(sketch) {
            true => replay_but_last_check(&sketch.setup, &sketch.moves)?.pop(),
            false => None,
        }
    }
}

/// The sketch with the squares empty over which the last move gives check.
fn with_open_lines(mut next: Sketch, king: Square, last: &Position) -> Sketch {
    let checkers = last.checkers(Color::White);
    // Of two checks either may be stopped by what comes to stand between.
    if checkers.count() == 1
        && let Some(checker) = checkers.first()
    {
        next.fixed |= between(king, checker);
    }
    next
}

/// Where such a piece may come from, and the sketch with it and with an open way.
fn origins(
    sketch: &Sketch,
    now: &Position,
    open: OpenMove,
    piece: Piece,
    to: Square,
) -> Vec<(Square, Sketch)> {
    // A piece goes from exactly those squares that the same piece of the other side attacks.
    let reversed = Piece {
        color: piece.color.flip(),
        ..piece
    };
    let mut found = Vec::new();
    for from in attacks(reversed, to, Bitboard::EMPTY) {
        let way = between(from, to);
        if !open.comes_from(piece.color, piece.kind, from, to)
            || !piece.may_stand(from)
            || !(way & now.occupied()).is_empty()
        {
            continue;
        }
        let mut next = sketch.clone();
        match now.piece_at(from) {
            Some(is) if is == piece => {}
            None if !sketch.fixed.has(from) => {
                next.setup.board[from.index()] = Some(piece);
            }
            _ => continue,
        }
        next.fixed = next.fixed.with(from) | way;
        found.push((from, next));
    }
    found
}

/// The pieces that give check from behind a square that has become empty, and their squares.
fn behind(sketch: &Sketch, last: &Position, king: Square, opened: Square) -> Vec<(Square, Piece)> {
    let occupied = last.occupied();
    let ray = line(king, opened);
    let mut found = Vec::new();
    for square in ray - sketch.fixed - occupied {
        if !between(king, square).has(opened) || !(between(king, square) & occupied).is_empty() {
            continue;
        }
        for piece in all_pieces().filter(|is| is.color == Color::Black && is.kind.slides()) {
            if piece.may_stand(square) && attacks(piece, square, occupied).has(king) {
                found.push((square, piece));
            }
        }
    }
    found
}
