//! Legal moves, checks and evasions.

use super::attacks::{self, attacks, between, line, steps};
use super::men::Men;
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
            let letter = Kind::ALL[kind];
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
        /// Own pieces that may give check with their next move.
        movers: Bitboard,
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

/// What threatens the king of the side to move, see [`Position::threat`].
pub struct Threat<'a> {
    position: &'a Position,
    /// The king, if there is one.
    king: Option<OwnKing>,
}

struct OwnKing {
    square: Square,
    checkers: Bitboard,
    enemies: Men,
}

impl Threat<'_> {
    /// Where a piece dropped by the side to move would interpose (合駒): the empty squares between
    /// its king and a lone checker that slides; whether it has a piece to drop there is left aside.
    pub fn interposing_squares(&self) -> Bitboard {
        let lone = |king: &OwnKing| Some(between(king.square, king.checkers.only()?));
        self.king.as_ref().and_then(lone).unwrap_or_default()
    }

    /// The moves of [`Position::visit_legal_moves`] without the drops.
    pub fn visit_board_moves<B>(
        &self,
        visit: &mut impl FnMut(Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.position
            .visit(self.king.as_ref(), &Aim::Any, false, visit)
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
        self.visit(self.own_king().as_ref(), &Aim::Any, true, visit)
    }

    /// The king of the side to move and what threatens it, found once for all that is asked about it.
    pub fn threat(&self) -> Threat<'_> {
        Threat {
            position: self,
            king: self.own_king(),
        }
    }

    fn own_king(&self) -> Option<OwnKing> {
        let square = self.king(self.side())?;
        let enemies = self.men(self.side().flip());
        Some(OwnKing {
            square,
            checkers: enemies.attacking(square, self.occupied()),
            enemies,
        })
    }

    /// Where a piece dropped by the side to move would interpose (合駒), see [`Threat::interposing_squares`].
    pub fn interposing_squares(&self) -> Bitboard {
        self.threat().interposing_squares()
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
                let squares = self.attacking_squares(Piece::plain(us, kind), king);
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
                let men = self.men(us);
                let openers = men.lone_blockers(king, self.occupied()) & self.of(us);
                let aim = Aim::Check {
                    king,
                    openers,
                    movers: openers | men.near_to_check(king),
                    lines: self.lines_on(king, &men),
                };
                self.visit(self.own_king().as_ref(), &aim, true, visit)
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
        king: Option<&OwnKing>,
        aim: &Aim,
        drops: bool,
        visit: &mut impl FnMut(Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let us = self.side();
        let mut men = self.of(us);
        let mut pinned = Bitboard::EMPTY;
        // Where a man other than the king may go, and where a piece may be dropped.
        let (mut landing, mut dropping) = (Bitboard::ALL, !self.occupied());
        if let Some(king) = king {
            self.visit_king(king, aim, visit)?;
            if let Some(from) = king.checkers.only() {
                // Onto the checker, or between it and the king.
                dropping = between(king.square, from);
                landing = dropping.with(from);
            } else if !king.checkers.is_empty() {
                return ControlFlow::Continue(());
            }
            men = men.without(king.square);
            pinned = (king.enemies).lone_blockers(king.square, self.occupied()) & men;
        }
        match *aim {
            // Who can go there at all is soon told where there are few squares.
            Aim::Any if landing.into_iter().nth(3).is_none() => {
                let (occupied, own) = (self.occupied(), self.men(us));
                men &= landing
                    .into_iter()
                    .fold(Bitboard::EMPTY, |all, to| all | own.attacking(to, occupied));
            }
            Aim::Any => {}
            Aim::Check { movers, .. } => men &= movers,
        }
        for from in men {
            let mut targets = landing;
            if let (true, Some(king)) = (pinned.has(from), king) {
                targets &= line(king.square, from);
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
        king: &OwnKing,
        aim: &Aim,
        visit: &mut impl FnMut(Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let us = self.side();
        let (piece, from) = (Piece::plain(us, Kind::King), king.square);
        let targets = (steps(piece, from) - self.of(us)) & self.aimed(aim, piece, from);
        if targets.is_empty() {
            return ControlFlow::Continue(());
        }
        for to in king.enemies.unattacked(targets, from, self.occupied()) {
            let promote = false;
            visit(Move::Board { from, to, promote })?;
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
        let reached = if piece.kind.slides() {
            self.slides_to(piece, from, targets, aim)
        } else {
            steps(piece, from)
        };
        let targets = targets & reached & !self.of(us);
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

    /// Squares that a sliding piece attacks from `from`, promoted or not: of those among `targets` to which a move
    /// counts, none is missing.
    fn slides_to(&self, piece: Piece, from: Square, targets: Bitboard, aim: &Aim) -> Bitboard {
        let occupied = self.occupied();
        match *aim {
            Aim::Check {
                king,
                openers,
                ref lines,
                ..
            } if !openers.has(from) => {
                let turned = Piece {
                    promoted: true,
                    ..piece
                };
                let checking =
                    lines.checking_squares(piece, king) | lines.checking_squares(turned, king);
                let mut reached = steps(piece, from);
                if piece.promoted && piece.kind == Kind::Lance {
                    return reached;
                }
                let far = attacks::lines(piece.color, piece.kind, from) & targets & checking;
                for to in far & !self.of(piece.color) {
                    if (between(from, to) & occupied).is_empty() {
                        reached = reached.with(to);
                    }
                }
                reached
            }
            _ => attacks(piece, from, occupied),
        }
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
                    for to in targets & self.attacking_squares(piece, king) {
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

    /// The squares from which sliding pieces of the side to move would attack a king on this square.
    fn lines_on(&self, king: Square, men: &Men) -> Lines {
        let us = self.side();
        let hand = self.hand(us);
        let along = |kind: Kind, men: Bitboard| {
            if hand.has(kind) || !men.is_empty() {
                attacks(Piece::plain(us.flip(), kind), king, self.occupied())
            } else {
                Bitboard::EMPTY
            }
        };
        Lines {
            rook: along(Kind::Rook, men.rooks),
            bishop: along(Kind::Bishop, men.bishops),
            lance: along(Kind::Lance, men.lances),
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
                ..
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

    /// The squares from which `piece` attacks `king` as the board is, by no lines found before.
    fn attacking_squares(&self, piece: Piece, king: Square) -> Bitboard {
        let reversed = Piece {
            color: piece.color.flip(),
            ..piece
        };
        attacks(reversed, king, self.occupied())
    }
}
