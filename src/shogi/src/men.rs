//! One side's men by how they move, and which of them attack a square.

use super::attacks::{between, lines, steps};
use super::{Bitboard, Color, Kind, Piece, Position, Square};

/// The squares from which a piece that goes one step at a time, promoted or not, may come to attack the
/// square of the index with one move, or attacks a square next to it: those at most two files and ranks away. Knights
/// have [`KNIGHTS_NEAR`].
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

/// The squares of one side's men by how they move. A promoted rook or bishop is there twice.
pub(super) struct Men {
    color: Color,
    /// All that step as a gold: the small promoted ones, too.
    pub golds: Bitboard,
    /// All that step as a king: promoted rooks and bishops, too.
    pub kings: Bitboard,
    /// Unpromoted silvers.
    pub silvers: Bitboard,
    /// Unpromoted knights.
    pub knights: Bitboard,
    /// Unpromoted pawns.
    pub pawns: Bitboard,
    /// Rooks, promoted or not.
    pub rooks: Bitboard,
    /// Bishops, promoted or not.
    pub bishops: Bitboard,
    /// Unpromoted lances.
    pub lances: Bitboard,
}

impl Men {
    /// Those that slide.
    pub fn sliding(&self) -> Bitboard {
        self.rooks | self.bishops | self.lances
    }

    /// Those that attack `square`, if exactly the squares of `occupied` were occupied.
    pub fn attacking(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let mut found = self.stepping_to(square);
        for from in self.sliding_towards(square) {
            if (between(square, from) & occupied).is_empty() {
                found = found.with(from);
            }
        }
        found
    }

    /// Those that attack `square` by a single step.
    fn stepping_to(&self, square: Square) -> Bitboard {
        // A piece attacks `square` from exactly where the same piece of the other colour, standing
        // on `square`, would attack it.
        let from = |kind| steps(Piece::plain(self.color.flip(), kind), square);
        from(Kind::Gold) & self.golds
            | from(Kind::King) & self.kings
            | from(Kind::Silver) & self.silvers
            | from(Kind::Knight) & self.knights
            | from(Kind::Pawn) & self.pawns
    }

    /// Those that would attack `square` along their lines on an empty board.
    fn sliding_towards(&self, square: Square) -> Bitboard {
        let along = |kind| lines(self.color.flip(), kind, square);
        along(Kind::Rook) & self.rooks
            | along(Kind::Bishop) & self.bishops
            | along(Kind::Lance) & self.lances
    }

    /// The squares of `occupied` that alone stand between `square` and a sliding man that would otherwise
    /// attack it.
    pub fn lone_blockers(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let mut found = Bitboard::EMPTY;
        for from in self.sliding_towards(square) {
            if let Some(blocker) = (between(square, from) & occupied).only() {
                found = found.with(blocker);
            }
        }
        found
    }

    /// Those that may give check to a king on this square with their next move, lines that they open left aside:
    /// all that slide, and others near enough.
    pub fn near_to_check(&self, king: Square) -> Bitboard {
        let stepping = self.golds | self.kings | self.silvers | self.pawns;
        let knights = self.knights & KNIGHTS_NEAR[self.color as usize][king.index()];
        stepping & NEAR[king.index()] | knights | self.sliding()
    }

    /// Of the squares to which the other side's king can step from `from` those that no man attacks.
    pub fn unattacked(
        &self,
        steps_of_king: Bitboard,
        from: Square,
        occupied: Bitboard,
    ) -> Bitboard {
        // The king hides no square behind itself from the piece that checks it.
        let occupied = occupied.without(from);
        let near = NEAR[from.index()];
        let knights_near = KNIGHTS_NEAR[self.color as usize][from.index()];
        let mut safe = steps_of_king;
        for (kind, men) in [
            (Kind::Gold, self.golds & near),
            (Kind::King, self.kings & near),
            (Kind::Silver, self.silvers & near),
            (Kind::Knight, self.knights & knights_near),
            (Kind::Pawn, self.pawns & near),
        ] {
            for from in men {
                safe -= steps(Piece::plain(self.color, kind), from);
            }
        }
        for (kind, men) in [
            (Kind::Rook, self.rooks),
            (Kind::Bishop, self.bishops),
            (Kind::Lance, self.lances),
        ] {
            for from in men {
                for to in lines(self.color, kind, from) & safe {
                    if (between(from, to) & occupied).is_empty() {
                        safe = safe.without(to);
                    }
                }
            }
        }
        safe
    }
}

impl Position {
    /// One side's men.
    pub(super) fn men(&self, color: Color) -> Men {
        let all = self.of(color);
        let promoted = self.promoted() & all;
        let [first, second, third] = self.kind_bits();
        let (low, high) = (all - third, all & third);
        // The kinds by the bits of their numbers, as `Kind` counts them.
        let rooks = low - second - first;
        let bishops = (low - second) & first;
        let golds = (low & second) - first;
        let silvers = low & second & first;
        let knights = high - second - first;
        let lances = (high - second) & first;
        let pawns = (high & second) - first;
        let king = high & second & first;
        Men {
            color,
            golds: golds | promoted & (silvers | high),
            kings: king | promoted & (rooks | bishops),
            silvers: silvers - promoted,
            knights: knights - promoted,
            pawns: pawns - promoted,
            rooks,
            bishops,
            lances: lances - promoted,
        }
    }

    /// The pieces of `by` that attack `square`, if exactly the squares of `occupied` were occupied.
    pub fn attackers(&self, square: Square, by: Color, occupied: Bitboard) -> Bitboard {
        self.men(by).attacking(square, occupied)
    }

    /// The pieces that give check to the king of `color`; none if it has no king.
    pub fn checkers(&self, color: Color) -> Bitboard {
        self.king(color).map_or(Bitboard::EMPTY, |king| {
            self.attackers(king, color.flip(), self.occupied())
        })
    }
}
