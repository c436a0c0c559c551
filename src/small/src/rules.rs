//! A game made ready to be played fast: what each man reaches from each square.

use crate::game::{Game, Goal, Promotion};
use crate::state::{HAND, MEN, MINE, Move, SQUARES, Squares, State, THEIRS};

/// One way a man moves: files to the right, ranks forwards, and whether it goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leap {
    /// Files to the right.
    pub right: i8,
    /// Ranks forwards.
    pub forwards: i8,
    /// Whether it goes on until something stands in the way.
    pub slides: bool,
}

/// The moves of a man as the file of a game writes them.
///
/// # Errors
/// The word that cannot be read.
pub fn read_leaps(text: &str) -> Result<Vec<Leap>, String> {
    text.split_whitespace()
        .map(|word| leap(word).ok_or_else(|| word.to_owned()))
        .collect()
}

fn leap(word: &str) -> Option<Leap> {
    if let Some((right, forwards)) = word.split_once(',') {
        let (right, forwards) = (right.parse().ok()?, forwards.parse().ok()?);
        let near = |way: i8| (-5..=5).contains(&way);
        return (near(right) && near(forwards) && (right, forwards) != (0, 0)).then_some(Leap {
            right,
            forwards,
            slides: false,
        });
    }
    let (direction, slides) = match word.strip_suffix('*') {
        Some(direction) => (direction, true),
        None => (word, false),
    };
    let (right, forwards) = match direction {
        "N" => (0, 1),
        "NE" => (1, 1),
        "E" => (1, 0),
        "SE" => (1, -1),
        "S" => (0, -1),
        "SW" => (-1, -1),
        "W" => (-1, 0),
        "NW" => (-1, 1),
        _ => return None,
    };
    Some(Leap {
        right,
        forwards,
        slides,
    })
}

/// What a man reaches from a square.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Reach {
    /// By steps and jumps.
    pub(crate) steps: u32,
    /// Slides, each with whether its squares go upwards in number.
    pub(crate) slides: [(u32, bool); 4],
    pub(crate) slides_len: u8,
    /// Whether a move from here can be one at all.
    pub(crate) any: bool,
}

impl Reach {
    /// The squares, where these are occupied.
    #[inline]
    fn squares(&self, occupied: u32) -> u32 {
        let mut squares = self.steps;
        for &(way, up) in &self.slides[..usize::from(self.slides_len)] {
            let blockers = way & occupied;
            squares |= if blockers == 0 {
                way
            } else if up {
                way & (blockers ^ (blockers - 1))
            } else {
                way & (u32::MAX << (31 - blockers.leading_zeros()))
            };
        }
        squares
    }
}

/// A kind of man.
#[derive(Clone, Copy, Debug)]
pub struct Man {
    /// Its kind of piece, as it is in hand.
    pub kind: usize,
    /// Whether it is promoted.
    pub is_promoted: bool,
    /// What it promotes to.
    pub promoted: Option<usize>,
    /// Whether it slides.
    pub slides: bool,
}

/// A game made ready.
pub struct Rules {
    pub(crate) game: Game,
    pub(crate) width: usize,
    pub(crate) height: usize,
    /// Men: the unpromoted ones in the order of the pieces, then the promoted ones.
    pub(crate) men: Vec<Man>,
    pub(crate) kinds: usize,
    /// What each man reaches from each square.
    pub(crate) reach: Vec<[[Reach; SQUARES]; 2]>,
    /// The same with the squares where it could not move any more.
    pub(crate) ways: Vec<[[Reach; SQUARES]; 2]>,
    /// The ranks that promote, for each side.
    pub(crate) zones: [u32; 2],
    /// Where a man of a side could not move any more, and may only go if it promotes.
    pub(crate) stuck: [[u32; MEN]; 2],
    /// The far rank, for the side to move.
    pub(crate) far: u32,
    /// The file on the left.
    pub(crate) first_file: u32,
    pub(crate) sliders: Vec<usize>,
    pub(crate) start: State,
}

impl Rules {
    /// The game.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// Files.
    pub const fn width(&self) -> usize {
        self.width
    }

    /// Ranks.
    pub const fn height(&self) -> usize {
        self.height
    }

    /// Squares.
    pub const fn squares(&self) -> usize {
        self.width * self.height
    }

    /// The kinds of men.
    pub fn men(&self) -> &[Man] {
        &self.men
    }

    /// How many kinds of pieces there are; a man of this number or higher is promoted.
    pub const fn kinds(&self) -> usize {
        self.kinds
    }

    /// The start, seen by who moves first.
    pub const fn start(&self) -> &State {
        &self.start
    }

    /// The plies that are left where a side has no move that keeps its king: none where it is mated, two where it has to
    /// let the king be taken.
    pub const fn mated(&self) -> u8 {
        match self.game.goal {
            Goal::Mate => 0,
            Goal::Capture => 2,
        }
    }

    /// A square seen by the other side.
    #[inline]
    pub const fn turned(&self, square: usize) -> usize {
        self.squares() - 1 - square
    }

    /// A square in the mirror.
    #[inline]
    pub const fn mirrored(&self, square: usize) -> usize {
        let x = square % self.width;
        square - x + self.width - 1 - x
    }

    /// The same position seen by the other side, which is to move now.
    #[inline]
    pub fn flip(&self, state: &State) -> State {
        let mut flipped = State {
            men: [[0; MEN]; 2],
            hands: [state.hands[THEIRS], state.hands[MINE]],
        };
        let shift = 32 - self.squares();
        for man in 0..self.men.len() {
            flipped.men[MINE][man] = state.men[THEIRS][man].reverse_bits() >> shift;
            flipped.men[THEIRS][man] = state.men[MINE][man].reverse_bits() >> shift;
        }
        flipped
    }

    /// Squares in the mirror.
    #[inline]
    pub fn mirror_squares(&self, squares: u32) -> u32 {
        let mut mirrored = 0;
        for x in 0..self.width {
            let file = squares >> x & self.first_file;
            mirrored |= file << (self.width - 1 - x);
        }
        mirrored
    }

    /// A position in the mirror.
    #[inline]
    pub fn mirror(&self, state: &State) -> State {
        let mut mirrored = *state;
        for side in &mut mirrored.men {
            for men in side.iter_mut().take(self.men.len()) {
                *men = self.mirror_squares(*men);
            }
        }
        mirrored
    }

    /// A move in the mirror.
    pub const fn mirror_move(&self, mv: Move) -> Move {
        Move {
            from: match mv.from {
                HAND => HAND,
                from => self.mirrored(from as usize) as u8,
            },
            to: self.mirrored(mv.to as usize) as u8,
            ..mv
        }
    }

    /// The squares a man of a side reaches.
    #[inline]
    pub fn reaches(&self, side: usize, man: usize, square: usize, occupied: u32) -> u32 {
        self.reach[man][side][square].squares(occupied)
    }

    /// Whether a man of the side to move could ever move from a square of an empty board.
    #[inline]
    pub fn could_move(&self, man: usize, square: usize) -> bool {
        self.reach[man][MINE][square].any
    }

    /// The squares that a side's men reach.
    #[inline]
    pub fn threatened(&self, state: &State, side: usize, occupied: u32) -> u32 {
        let mut found = 0;
        for man in 0..self.men.len() {
            for square in Squares(state.men[side][man]) {
                found |= self.reaches(side, man, square, occupied);
            }
        }
        found
    }

    /// The men of a side that reach a square.
    #[inline]
    pub fn attackers(&self, state: &State, side: usize, square: usize, occupied: u32) -> u32 {
        let mut found = 0;
        for man in 0..self.men.len() {
            let men = state.men[side][man];
            if men != 0 {
                found |= men & self.sources(side, man, square, occupied);
            }
        }
        found
    }

    /// From where a man of a side reaches a square.
    #[inline]
    pub fn sources(&self, side: usize, man: usize, square: usize, occupied: u32) -> u32 {
        // Who reaches whom is the same backwards, seen by the other side.
        let from = self.ways[man][1 - side][square].squares(occupied);
        match self.stuck[side][man] & 1 << square {
            0 => from,
            // It may go there only from where it promotes.
            _ if self.men[man].promoted.is_some() => from & self.zones[side],
            _ => 0,
        }
    }

    /// Whether the king of a side could be taken.
    #[inline]
    pub fn is_in_check(&self, state: &State, side: usize) -> bool {
        let occupied = state.side(MINE) | state.side(THEIRS);
        self.attackers(state, 1 - side, state.king(side), occupied) != 0
    }

    /// Whether a position is decided before its move: the king of the side that moved last can be taken, or came to the
    /// far rank.
    pub fn is_over(&self, state: &State) -> bool {
        self.is_in_check(state, THEIRS) || self.has_tried(state)
    }

    /// Whether the side that moved last has brought its king to the far rank.
    #[inline]
    pub fn has_tried(&self, state: &State) -> bool {
        let near = self.far << (self.squares() - self.width);
        self.game.king_may_try && state.men[THEIRS][0] & near != 0
    }

    /// Whether a move brings the king to the far rank, where that wins.
    #[inline]
    pub const fn tries(&self, mv: Move) -> bool {
        self.game.king_may_try && mv.man == 0 && self.far & (1 << mv.to) != 0
    }

    /// Whether a man may go from one square to another without and with promotion.
    #[inline]
    pub fn promotion(&self, man: usize, from: usize, to: usize) -> (bool, bool) {
        let may = self.men[man].promoted.is_some() && self.zones[MINE] & (1 << from | 1 << to) != 0;
        let plain = match self.game.promotion {
            Promotion::Compulsory => !may,
            Promotion::Optional => self.game.may_be_stuck || self.could_move(man, to),
        };
        (plain, may)
    }

    /// Where a piece may be dropped on an empty square: not where it could never move, and not on a file that has one.
    #[inline]
    pub fn may_drop(&self, state: &State, kind: usize, square: usize) -> bool {
        self.may_drop_beside(state.men[MINE][kind], kind, square)
    }

    /// The same, where the side's unpromoted pieces of the kind stand on these squares.
    #[inline]
    pub fn may_drop_beside(&self, others: u32, kind: usize, square: usize) -> bool {
        if !self.game.may_be_stuck && !self.could_move(kind, square) {
            return false;
        }
        !self.game.kinds[kind].one_a_file || others & self.file(square) == 0
    }

    /// The squares of the file of a square.
    #[inline]
    pub const fn file(&self, square: usize) -> u32 {
        self.first_file << (square % self.width)
    }

    /// The men that slide.
    pub fn sliders(&self) -> &[usize] {
        &self.sliders
    }

    /// The position after a move, given what [`flip`](Self::flip) makes of the position.
    #[inline]
    pub fn play_flipped(&self, flipped: &State, mv: Move) -> State {
        let mut after = *flipped;
        let man = usize::from(mv.man);
        let to = 1 << self.turned(usize::from(mv.to));
        if mv.is_drop() {
            after.hands[THEIRS][man] -= 1;
            after.men[THEIRS][man] |= to;
            return after;
        }
        after.men[THEIRS][man] &= !(1 << self.turned(usize::from(mv.from)));
        for taken in 1..self.men.len() {
            if after.men[MINE][taken] & to != 0 {
                after.men[MINE][taken] &= !to;
                if self.game.drops {
                    after.hands[THEIRS][self.men[taken].kind] += 1;
                }
                break;
            }
        }
        after.men[THEIRS][self.stands(mv)] |= to;
        after
    }

    /// The position after a move.
    pub fn play(&self, state: &State, mv: Move) -> State {
        self.play_flipped(&self.flip(state), mv)
    }
}
