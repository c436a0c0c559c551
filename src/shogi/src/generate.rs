//! Legal moves, checks and evasions.

use super::attacks::{attacks, between, line, steps};
use super::{Bitboard, Color, Kind, Move, Piece, Position, Square};
use std::ops::ControlFlow;

/// The squares on which an unpromoted piece of `kind` may stand (no 行き所のない駒), by `Color`
/// and `Kind`.
static STANDABLE: [[Bitboard; 8]; 2] = {
    let mut table = [[Bitboard::EMPTY; 8]; 2];
    let mut index = 0;
    while index < 81 {
        let square = Square::from_index(index);
        let mut kind = 0;
        while kind < 8 {
            let letter = if kind == 7 {
                Kind::King
            } else {
                Kind::HAND[kind]
            };
            if Piece::plain(Color::Black, letter).may_stand(square) {
                table[0][kind] = table[0][kind].with(square);
            }
            if Piece::plain(Color::White, letter).may_stand(square) {
                table[1][kind] = table[1][kind].with(square);
            }
            kind += 1;
        }
        index += 1;
    }
    table
};

/// Each side's promotion zone: its three farthest ranks.
static ZONE: [Bitboard; 2] = {
    let mut table = [Bitboard::EMPTY; 2];
    let mut index = 0;
    while index < 81 {
        let square = Square::from_index(index);
        if Color::Black.relative_rank(square.rank()) <= 3 {
            table[0] = table[0].with(square);
        }
        if Color::White.relative_rank(square.rank()) <= 3 {
            table[1] = table[1].with(square);
        }
        index += 1;
    }
    table
};

/// The squares from which a piece that goes one step at a time, promoted or not, may come to attack the
/// square of the index with one move: those at most two files and ranks away. Knights have [`KNIGHTS_NEAR`].
static NEAR: [Bitboard; 81] = {
    let mut table = [Bitboard::EMPTY; 81];
    let mut index = 0;
    while index < 81 {
        table[index] = around(Square::from_index(index), -2, 2);
        index += 1;
    }
    table
};

/// The same for unpromoted knights, by `Color`: one to four ranks behind, at most two files away.
static KNIGHTS_NEAR: [[Bitboard; 81]; 2] = {
    let mut table = [[Bitboard::EMPTY; 81]; 2];
    let mut index = 0;
    while index < 81 {
        let square = Square::from_index(index);
        table[0][index] = around(square, 1, 4);
        table[1][index] = around(square, -4, -1);
        index += 1;
    }
    table
};

/// The squares at most two files away from `square` and from `least` to `most` ranks below it.
const fn around(square: Square, least: i8, most: i8) -> Bitboard {
    let mut found = Bitboard::EMPTY;
    let mut files = -2;
    while files <= 2 {
        let mut ranks = least;
        while ranks <= most {
            if let Some(near) = square.offset(files, ranks) {
                found = found.with(near);
            }
            ranks += 1;
        }
        files += 1;
    }
    found
}

/// The squares from which a piece of `color` may promote, whatever its target; and to which it may,
/// whatever its origin.
pub(super) fn promotion_zone(color: Color) -> Bitboard {
    ZONE[color as usize]
}

/// Which moves count: all of them, or only those that give check.
enum Aim {
    Any,
    Check {
        king: Square,
        /// Own pieces that open a line on the king when they leave it (空き王手).
        openers: Bitboard,
        /// The squares from which sliding pieces attack the king.
        lines: Lines,
    },
}

/// The squares from which sliding pieces of one side attack a king; their single steps left aside. Found
/// once for all moves, and only for pieces that the side has.
struct Lines {
    rook: Bitboard,
    bishop: Bitboard,
    lance: Bitboard,
}

impl Lines {
    /// The squares from which `piece`, of the side whose lines these are, attacks `king`. The square it
    /// comes from needs no care: were the piece itself what keeps it from attacking along that line, it
    /// would already be checking. No king gives check itself.
    fn checking_squares(&self, piece: Piece, king: Square) -> Bitboard {
        let reversed = Piece {
            color: piece.color.flip(),
            ..piece
        };
        let near = steps(reversed, king);
        match (piece.kind, piece.promoted) {
            (Kind::King, _) => Bitboard::EMPTY,
            (Kind::Rook, _) => near | self.rook,
            (Kind::Bishop, _) => near | self.bishop,
            (Kind::Lance, false) => near | self.lance,
            _ => near,
        }
    }
}

impl Position {
    /// All legal moves of the side to move.
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        let _ = self.visit_legal_moves(&mut |mv| {
            moves.push(mv);
            ControlFlow::<()>::Continue(())
        });
        moves
    }

    /// The legal moves of the side to move that give check: direct, discovered (空き王手) and double
    /// (両王手). None if the other side has no king.
    pub fn checks(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        let _ = self.visit_checks(&mut |mv| {
            moves.push(mv);
            ControlFlow::<()>::Continue(())
        });
        moves
    }

    /// The replies of a side in check: its legal moves, every one of which ends the check by a king
    /// move, a capture or an interposition (合駒, by a drop or by a move).
    pub fn evasions(&self) -> Vec<Move> {
        self.legal_moves()
    }

    /// Hands the moves of [`Position::legal_moves`] to `visit` one by one, until it breaks: moves of
    /// the king first, then those of other pieces on the board, drops last.
    pub fn visit_legal_moves<B>(
        &self,
        visit: &mut impl FnMut(Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.visit(&Aim::Any, true, visit)
    }

    /// The moves of [`Position::visit_legal_moves`] without the drops.
    pub fn visit_board_moves<B>(
        &self,
        visit: &mut impl FnMut(Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.visit(&Aim::Any, false, visit)
    }

    /// Where a piece dropped by the side to move would interpose (合駒): the empty squares between
    /// its king and a lone checker that slides; whether it has a piece to drop there is left aside.
    pub fn interposing_squares(&self) -> Bitboard {
        let us = self.side();
        let checkers = self.checkers(us);
        match (self.king(us), checkers.first()) {
            (Some(king), Some(from)) if checkers.count() == 1 => between(king, from),
            _ => Bitboard::EMPTY,
        }
    }

    /// The squares among `squares`, all of them empty, on which `color` might drop a piece of `kind`
    /// if it had one: no dead end, no 二歩. 打ち歩詰め is not looked at.
    pub fn droppable(&self, color: Color, kind: Kind, squares: Bitboard) -> Bitboard {
        let squares = squares & STANDABLE[color as usize][kind as usize];
        if kind == Kind::Pawn {
            squares & !self.pawn_files(color)
        } else {
            squares
        }
    }

    /// The squares from which a piece of `kind`, dropped by the side to move, would give check:
    /// empty ones on which it may be dropped, whether or not there is such a piece in hand;
    /// 打ち歩詰め is not looked at.
    pub fn checking_drops(&self, kind: Kind) -> Bitboard {
        let us = self.side();
        match self.king(us.flip()) {
            None => Bitboard::EMPTY,
            Some(king) => {
                let squares = self.checking_squares(Piece::plain(us, kind), king);
                self.droppable(us, kind, squares & !self.occupied())
            }
        }
    }

    /// Hands the moves of [`Position::checks`] to `visit` one by one, until it breaks, in the order
    /// of [`Position::visit_legal_moves`].
    pub fn visit_checks<B>(
        &self,
        visit: &mut impl FnMut(Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let us = self.side();
        match self.king(us.flip()) {
            None => ControlFlow::Continue(()),
            Some(king) => {
                let aim = Aim::Check {
                    king,
                    openers: self.blockers(king, us, us),
                    lines: self.lines_on(king),
                };
                self.visit(&aim, true, visit)
            }
        }
    }

    /// Whether `mv` is legal here.
    pub fn is_legal(&self, mv: Move) -> bool {
        self.visit_legal_moves(&mut |legal| {
            if legal == mv {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        })
        .is_break()
    }

    /// Whether the side to move has a legal move.
    pub fn has_legal_move(&self) -> bool {
        self.visit_legal_moves(&mut |_| ControlFlow::Break(()))
            .is_break()
    }

    /// Whether the side to move is mated (詰み): in check, without a legal move.
    pub fn is_checkmate(&self) -> bool {
        self.is_in_check() && !self.has_legal_move()
    }

    /// The square on which the side to move would mate with a pawn from its hand, which is forbidden
    /// (打ち歩詰め).
    pub fn pawn_drop_mate(&self) -> Option<Square> {
        let us = self.side();
        let kind = Kind::Pawn;
        if self.hand(us).count(kind) == 0 {
            return None;
        }
        let exposes = |to| self.play(Move::Drop { kind, to }).in_check(us);
        let mut squares = self.checking_drops(kind).into_iter();
        squares.find(|&to| self.pawn_drop_mates(to) && !exposes(to))
    }

    fn visit<B>(
        &self,
        aim: &Aim,
        drops: bool,
        visit: &mut impl FnMut(Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let (us, them) = (self.side(), self.side().flip());
        let king = self.king(us);
        let checkers = self.checkers(us);
        let pinned = king.map_or(Bitboard::EMPTY, |king| self.blockers(king, them, us));
        if let Some(from) = king {
            self.visit_king(from, aim, visit)?;
        }
        // Where a piece other than the king may go: onto the checker, or between it and the king.
        let (landing, dropping) = match (king, checkers.count()) {
            (Some(king), 1) => {
                let between = checkers
                    .first()
                    .map_or(Bitboard::EMPTY, |from| between(king, from));
                (checkers | between, between)
            }
            (Some(_), 2..) => return ControlFlow::Continue(()),
            _ => (Bitboard::ALL, !self.occupied()),
        };
        let mut men = king.map_or(self.of(us), |king| self.of(us).without(king));
        match *aim {
            // Who can go there at all is soon told where there are few squares.
            Aim::Any if landing.count() <= 3 => {
                let occupied = self.occupied();
                men &= landing.into_iter().fold(Bitboard::EMPTY, |all, to| {
                    all | self.attackers(to, us, occupied)
                });
            }
            Aim::Any => {}
            Aim::Check { king, openers, .. } => men &= openers | self.may_check(us, king),
        }
        for from in men {
            let mut targets = landing;
            if let (true, Some(king)) = (pinned.has(from), king) {
                targets &= line(king, from);
            }
            self.visit_piece(from, targets, aim, visit)?;
        }
        if drops {
            self.visit_drops(dropping, aim, visit)?;
        }
        ControlFlow::Continue(())
    }

    fn visit_king<B>(
        &self,
        from: Square,
        aim: &Aim,
        visit: &mut impl FnMut(Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let us = self.side();
        let king = Piece::plain(us, Kind::King);
        let occupied = self.occupied();
        let targets = attacks(king, from, occupied) & !self.of(us) & self.aimed(aim, king, from);
        for to in targets {
            // The king hides no square behind itself from the piece that checks it.
            if !self.is_attacked(to, us.flip(), occupied.without(from)) {
                let promote = false;
                visit(Move::Board { from, to, promote })?;
            }
        }
        ControlFlow::Continue(())
    }

    fn visit_piece<B>(
        &self,
        from: Square,
        targets: Bitboard,
        aim: &Aim,
        visit: &mut impl FnMut(Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let us = self.side();
        let Some(piece) = self.piece_at(from) else {
            return ControlFlow::Continue(());
        };
        let targets = targets & attacks(piece, from, self.occupied()) & !self.of(us);
        if targets.is_empty() {
            return ControlFlow::Continue(());
        }
        if piece.kind.promotes() && !piece.promoted {
            let zone = promotion_zone(us);
            let reached = if zone.has(from) {
                targets
            } else {
                targets & zone
            };
            let turned = Piece {
                promoted: true,
                ..piece
            };
            for to in reached & self.aimed(aim, turned, from) {
                let promote = true;
                visit(Move::Board { from, to, promote })?;
            }
        }
        let mut plain = targets & self.aimed(aim, piece, from);
        if !piece.promoted {
            plain &= STANDABLE[us as usize][piece.kind as usize];
        }
        for to in plain {
            let promote = false;
            visit(Move::Board { from, to, promote })?;
        }
        ControlFlow::Continue(())
    }

    fn visit_drops<B>(
        &self,
        targets: Bitboard,
        aim: &Aim,
        visit: &mut impl FnMut(Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let us = self.side();
        if targets.is_empty() {
            return ControlFlow::Continue(());
        }
        for (kind, _) in self.hand(us).iter() {
            let piece = Piece::plain(us, kind);
            let mut targets = targets & STANDABLE[us as usize][kind as usize];
            if let Aim::Check {
                king, ref lines, ..
            } = *aim
            {
                targets &= lines.checking_squares(piece, king);
            }
            if kind == Kind::Pawn && !targets.is_empty() {
                targets &= !self.pawn_files(us);
                if let Some(king) = self.king(us.flip()) {
                    for to in targets & self.checking_squares(piece, king) {
                        if self.pawn_drop_mates(to) {
                            targets = targets.without(to);
                        }
                    }
                }
            }
            for to in targets {
                visit(Move::Drop { kind, to })?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether the pawn that the side to move drops on `to`, giving check, mates (打ち歩詰め).
    fn pawn_drop_mates(&self, to: Square) -> bool {
        let kind = Kind::Pawn;
        !self.play(Move::Drop { kind, to }).has_legal_move()
    }

    /// The pieces of `us` that may give check to a king on this square with their next move, openers left
    /// aside: all that slide, and others near enough.
    fn may_check(&self, us: Color, king: Square) -> Bitboard {
        let of = |kind: Kind| self.of_kind(kind);
        let plain_knights = of(Kind::Knight) & !self.promoted();
        let sliders = of(Kind::Rook) | of(Kind::Bishop) | of(Kind::Lance);
        let near = NEAR[king.index()];
        let knights = plain_knights & KNIGHTS_NEAR[us as usize][king.index()];
        (near & !plain_knights | knights | sliders) & self.of(us)
    }

    /// The squares from which sliding pieces of the side to move would attack a king on this square.
    fn lines_on(&self, king: Square) -> Lines {
        let us = self.side();
        let hand = self.hand(us);
        let along = |kind: Kind| {
            if hand.has(kind) || !(self.of_kind(kind) & self.of(us)).is_empty() {
                attacks(Piece::plain(us.flip(), kind), king, self.occupied())
            } else {
                Bitboard::EMPTY
            }
        };
        Lines {
            rook: along(Kind::Rook),
            bishop: along(Kind::Bishop),
            lance: along(Kind::Lance),
        }
    }

    /// The squares onto which `piece`, coming from `from`, moves with a move that counts.
    fn aimed(&self, aim: &Aim, piece: Piece, from: Square) -> Bitboard {
        match *aim {
            Aim::Any => Bitboard::ALL,
            Aim::Check {
                king,
                openers,
                ref lines,
            } => {
                let direct = lines.checking_squares(piece, king);
                if openers.has(from) {
                    direct | !line(king, from)
                } else {
                    direct
                }
            }
        }
    }

    /// The squares from which `piece` attacks `king`.
    fn checking_squares(&self, piece: Piece, king: Square) -> Bitboard {
        let reversed = Piece {
            color: piece.color.flip(),
            ..piece
        };
        attacks(reversed, king, self.occupied())
    }
}
