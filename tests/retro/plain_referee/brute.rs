//! A forward AND/OR search without a table, on an array board, moves found by trying every piece on
//! every square: nothing in common with the plain engine but the names of squares and kinds.

use referee::retrograde::{Place, PlainPosition};
use shogi::{Color, Kind, Square};

/// A piece on the board, the defender's king included.
#[derive(Clone, Copy)]
struct Man {
    color: Color,
    kind: Kind,
    promoted: bool,
}

impl Man {
    /// Whether the piece attacks the square so many files and ranks away.
    fn reaches(self, files: i8, ranks: i8) -> bool {
        let forward = match self.color {
            Color::Black => -ranks,
            Color::White => ranks,
        };
        let side = files.abs();
        let near = side <= 1 && forward.abs() <= 1 && (side, forward) != (0, 0);
        match self.kind {
            Kind::King => near,
            Kind::Silver if !self.promoted => near && forward != 0 && (side, forward) != (0, -1),
            Kind::Knight if !self.promoted => (side, forward) == (1, 2),
            Kind::Pawn if !self.promoted => (side, forward) == (0, 1),
            _ => near && (side, forward) != (1, -1),
        }
    }

    /// Whether the piece could still move from such a square of an empty board.
    fn lives_on(self, square: usize) -> bool {
        (0..81).any(|to| self.reaches(files(square, to), ranks(square, to)))
    }
}

fn files(from: usize, to: usize) -> i8 {
    (to / 9) as i8 - (from / 9) as i8
}

fn ranks(from: usize, to: usize) -> i8 {
    (to % 9) as i8 - (from % 9) as i8
}

/// How many ranks a side's farthest rank is away: 0 to 8.
fn ranks_left(color: Color, square: usize) -> usize {
    match color {
        Color::Black => square % 9,
        Color::White => 8 - square % 9,
    }
}

/// A position; hands are counted per kind in the order of `Kind::HAND`.
#[derive(Clone)]
pub struct Board {
    men: [Option<Man>; 81],
    hands: [[u8; 7]; 2],
}

impl Board {
    /// The board of a position, all pieces not in play in the defender's hand.
    pub fn new(position: &PlainPosition) -> Self {
        let mut board = Self {
            men: [None; 81],
            hands: [[0; 7], Kind::HAND.map(Kind::total)],
        };
        board.men[position.king().index()] = Some(Man {
            color: Color::White,
            kind: Kind::King,
            promoted: false,
        });
        for &(kind, place) in position.units() {
            board.hands[1][kind as usize] -= 1;
            match place {
                Place::AttackerHand => board.hands[0][kind as usize] += 1,
                Place::Board {
                    square,
                    color,
                    promoted,
                } => {
                    board.men[square.index()] = Some(Man {
                        color,
                        kind,
                        promoted,
                    });
                }
            }
        }
        board
    }

    /// The position with the units this board has in play.
    pub fn position(&self) -> PlainPosition {
        let mut king = Square::from_index(0);
        let mut units = Vec::new();
        for (square, man) in Square::all().zip(self.men) {
            match man {
                Some(man) if man.kind == Kind::King => king = square,
                Some(man) => units.push((
                    man.kind,
                    Place::Board {
                        square,
                        color: man.color,
                        promoted: man.promoted,
                    },
                )),
                None => {}
            }
        }
        for (kind, count) in Kind::HAND.into_iter().zip(self.hands[0]) {
            units.extend((0..count).map(|_| (kind, Place::AttackerHand)));
        }
        PlainPosition::new(king, units)
    }

    /// Whether the pieces may stand as they do with the attacker to move.
    pub fn is_legal(&self) -> bool {
        !self.in_check()
            && (0..81).all(|square| {
                self.men[square].is_none_or(|man| {
                    man.lives_on(square) && !(is_pawn(man) && self.pawns(man.color, square) > 1)
                })
            })
    }

    /// How many unpromoted pawns of a side stand on the file of a square.
    fn pawns(&self, color: Color, square: usize) -> usize {
        let file = &self.men[square / 9 * 9..][..9];
        let own = |man: &&Man| man.color == color && is_pawn(**man);
        file.iter().flatten().filter(own).count()
    }

    fn in_check(&self) -> bool {
        let king = |man: &Option<Man>| man.is_some_and(|man| man.kind == Kind::King);
        let king = self.men.iter().position(king).expect("a king");
        (0..81).any(|from| {
            self.men[from].is_some_and(|man| {
                man.color == Color::Black && man.reaches(files(from, king), ranks(from, king))
            })
        })
    }

    /// The legal moves of the attacker (checks) or of the defender: the boards after them, and whether
    /// a pawn was dropped.
    fn moves(&self, color: Color, drops: bool) -> Vec<(Self, bool)> {
        let mut found = Vec::new();
        let mut try_board = |after: Self, pawn_drop: bool| {
            if after.in_check() == (color == Color::Black) {
                found.push((after, pawn_drop));
            }
        };
        let own = |&from: &usize| self.men[from].is_some_and(|man| man.color == color);
        let squares = (0..81).filter(own).filter(|_| !drops);
        for (from, to) in squares.flat_map(|from| (0..81).map(move |to| (from, to))) {
            let Some(man) = self.men[from] else { continue };
            let blocked = self.men[to].is_some_and(|m| m.color == color || m.kind == Kind::King);
            if blocked || !man.reaches(files(from, to), ranks(from, to)) {
                continue;
            }
            let may_turn = !man.promoted
                && !matches!(man.kind, Kind::Gold | Kind::King)
                && ranks_left(color, from).min(ranks_left(color, to)) < 3;
            for promoted in [man.promoted, true] {
                let moved = Man { promoted, ..man };
                if (promoted != man.promoted && !may_turn) || !moved.lives_on(to) {
                    continue;
                }
                let mut after = self.clone();
                after.men[from] = None;
                if let Some(taken) = after.men[to].replace(moved) {
                    after.hands[color as usize][taken.kind as usize] += 1;
                }
                try_board(after, false);
            }
        }
        for (index, kind) in Kind::HAND.into_iter().enumerate().filter(|_| drops) {
            for to in 0..81 {
                let man = Man {
                    color,
                    kind,
                    promoted: false,
                };
                let held = self.hands[color as usize][index] > 0;
                if !held || self.men[to].is_some() {
                    continue;
                }
                let slides = matches!(kind, Kind::Rook | Kind::Bishop | Kind::Lance);
                let lives = match kind {
                    Kind::Lance => ranks_left(color, to) > 0,
                    _ => slides || man.lives_on(to),
                };
                let two_pawns = kind == Kind::Pawn && self.pawns(color, to) > 0;
                if !lives || two_pawns {
                    continue;
                }
                let mut after = self.clone();
                after.hands[color as usize][index] -= 1;
                after.men[to] = Some(man);
                try_board(after, kind == Kind::Pawn);
            }
        }
        found
    }

    /// Every check that is a legal move, 打ち歩詰め left out.
    pub fn checks(&self) -> Vec<Self> {
        let mut checks = self.moves(Color::Black, false);
        checks.extend(self.moves(Color::Black, true));
        checks
            .into_iter()
            .filter(|(after, pawn_drop)| !(*pawn_drop && after.is_lost(0)))
            .map(|(after, _)| after)
            .collect()
    }

    /// Whether the attacker, to move, mates in at most so many of his moves.
    fn is_won(&self, moves: u32) -> bool {
        moves > 0 && self.checks().iter().any(|after| after.is_lost(moves - 1))
    }

    /// Whether the defender, to move and in check, is mated after at most so many attacker moves.
    fn is_lost(&self, moves: u32) -> bool {
        [false, true].into_iter().all(|drops| {
            let replies = self.moves(Color::White, drops);
            replies.iter().all(|(after, _)| after.is_won(moves))
        })
    }

    /// After how many attacker moves the defender, to move and in check, is mated, if at most `limit`.
    pub fn mated_length(&self, limit: u32) -> Option<u32> {
        (0..=limit).find(|&moves| self.is_lost(moves))
    }
}

fn is_pawn(man: Man) -> bool {
    man.kind == Kind::Pawn && !man.promoted
}
