//! The rules once more, slow and plain: a board of squares as the file of a game has it, and every move tried. It shares
//! with [`Rules`](crate::rules::Rules) the file and how its moves are read, and nothing else. Proofs are checked by it.

use crate::error::GameError;
use crate::game::{Game, Goal, Promotion};
use crate::rules::{Leap, read_leaps};

/// A man on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece {
    /// Whether it is Black's, who moves upwards.
    pub is_black: bool,
    /// Which of the game's kinds.
    pub kind: usize,
    /// Whether it is promoted.
    pub is_promoted: bool,
}

/// A position; ranks from above, files from the left.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Board {
    /// What stands where.
    pub squares: Vec<Vec<Option<Piece>>>,
    /// What Black and White have in hand, a number for each kind.
    pub hands: [Vec<u8>; 2],
    /// Whether Black is to move.
    pub is_blacks_turn: bool,
}

/// A place: rank from above, file from the left.
pub type Place = (usize, usize);

/// A move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Step {
    /// From one square to another.
    Board {
        /// From where.
        from: Place,
        /// To where.
        to: Place,
        /// Whether it promotes.
        promotes: bool,
    },
    /// From the hand.
    Drop {
        /// Which kind.
        kind: usize,
        /// To where.
        to: Place,
    },
}

/// The rules of a game.
pub struct Plain {
    game: Game,
    /// How each kind moves, and how when promoted.
    leaps: Vec<[Vec<Leap>; 2]>,
}

impl Plain {
    /// Those of a game.
    ///
    /// # Errors
    /// If the moves of a piece cannot be read.
    pub fn new(game: Game) -> Result<Self, GameError> {
        let mut leaps = Vec::new();
        for spec in &game.kinds {
            let letter = spec.letter;
            let read =
                |text: &str| read_leaps(text).map_err(|word| GameError::Moves { letter, word });
            let promoted = spec
                .promoted
                .as_ref()
                .map_or("", |promoted| &promoted.moves);
            leaps.push([read(&spec.moves)?, read(promoted)?]);
        }
        Ok(Self { game, leaps })
    }

    /// The position that a text describes; `None` if it is none.
    pub fn read(&self, text: &str) -> Option<Board> {
        let mut fields = text.split_whitespace();
        let (board, side, hand) = (fields.next()?, fields.next()?, fields.next()?);
        let kind_of = |sign: char| {
            let letter = sign.to_ascii_uppercase();
            self.game
                .kinds
                .iter()
                .position(|kind| kind.letter == letter)
        };
        let mut squares = Vec::new();
        for rank in board.split('/') {
            let mut row = Vec::new();
            let mut is_promoted = false;
            for sign in rank.chars() {
                if sign == '+' {
                    is_promoted = true;
                } else if let Some(empty) = sign.to_digit(10) {
                    row.extend((0..empty).map(|_| None));
                } else {
                    let kind = kind_of(sign)?;
                    row.push(Some(Piece {
                        is_black: sign.is_ascii_uppercase(),
                        kind,
                        is_promoted,
                    }));
                    is_promoted = false;
                }
            }
            if row.len() != usize::from(self.game.width) {
                return None;
            }
            squares.push(row);
        }
        if squares.len() != usize::from(self.game.height) {
            return None;
        }
        let mut hands: [Vec<u8>; 2] = [
            vec![0; self.game.kinds.len()],
            vec![0; self.game.kinds.len()],
        ];
        let mut number = 0_u8;
        for sign in hand.chars().filter(|sign| *sign != '-') {
            if let Some(digit) = sign.to_digit(10) {
                number = number.checked_mul(10)?.checked_add(digit as u8)?;
                continue;
            }
            let held = &mut hands[usize::from(sign.is_ascii_lowercase())][kind_of(sign)?];
            *held = held.checked_add(number.max(1))?;
            number = 0;
        }
        Some(Board {
            squares,
            hands,
            is_blacks_turn: side == "b",
        })
    }

    /// A position as text.
    pub fn write(&self, board: &Board) -> String {
        let letter = |is_black: bool, kind: usize| {
            let letter = self.game.kinds[kind].letter;
            if is_black {
                letter
            } else {
                letter.to_ascii_lowercase()
            }
        };
        let ranks: Vec<String> = board
            .squares
            .iter()
            .map(|row| {
                let mut text = String::new();
                for square in row {
                    match square {
                        Some(piece) => {
                            if piece.is_promoted {
                                text.push('+');
                            }
                            text.push(letter(piece.is_black, piece.kind));
                        }
                        None => match text.pop() {
                            Some(digit) if digit.is_ascii_digit() => {
                                text.push(char::from(digit as u8 + 1));
                            }
                            other => {
                                text.extend(other);
                                text.push('1');
                            }
                        },
                    }
                }
                text
            })
            .collect();
        let mut hand = String::new();
        for (side, is_black) in [(0, true), (1, false)] {
            for (kind, &count) in board.hands[side].iter().enumerate() {
                if count > 1 {
                    hand.push_str(&count.to_string());
                }
                if count > 0 {
                    hand.push(letter(is_black, kind));
                }
            }
        }
        if hand.is_empty() {
            hand.push('-');
        }
        let side = if board.is_blacks_turn { "b" } else { "w" };
        format!("{} {side} {hand}", ranks.join("/"))
    }

    /// A move as text.
    pub fn write_step(&self, step: Step) -> String {
        let square = |(y, x): Place| {
            let rank = char::from(b'a' + y as u8);
            format!("{}{rank}", usize::from(self.game.width) - x)
        };
        match step {
            Step::Board { from, to, promotes } => {
                let promotes = if promotes { "+" } else { "" };
                format!("{}{}{promotes}", square(from), square(to))
            }
            Step::Drop { kind, to } => format!("{}*{}", self.game.kinds[kind].letter, square(to)),
        }
    }

    fn places(&self) -> impl Iterator<Item = Place> + use<> {
        let (width, height) = (usize::from(self.game.width), usize::from(self.game.height));
        (0..height).flat_map(move |y| (0..width).map(move |x| (y, x)))
    }

    /// Where a man goes.
    fn targets(&self, board: &Board, (y, x): Place, piece: Piece) -> Vec<Place> {
        let mut targets = Vec::new();
        for leap in &self.leaps[piece.kind][usize::from(piece.is_promoted)] {
            let (down, right) = match piece.is_black {
                true => (-leap.forwards, leap.right),
                false => (leap.forwards, -leap.right),
            };
            let (mut at_y, mut at_x) = (y as i8, x as i8);
            loop {
                at_y += down;
                at_x += right;
                let on = (0..self.game.height as i8).contains(&at_y)
                    && (0..self.game.width as i8).contains(&at_x);
                if !on {
                    break;
                }
                let place = (at_y as usize, at_x as usize);
                let there = board.squares[place.0][place.1];
                if there.is_some_and(|there| there.is_black == piece.is_black) {
                    break;
                }
                if self.may_stand(piece, (y, x), place) {
                    targets.push(place);
                }
                if there.is_some() || !leap.slides {
                    break;
                }
            }
        }
        targets
    }

    /// Whether a side's king can be taken.
    pub fn is_in_check(&self, board: &Board, is_black: bool) -> bool {
        self.places().any(|(y, x)| {
            let Some(piece) = board.squares[y][x] else {
                return false;
            };
            piece.is_black != is_black
                && self
                    .targets(board, (y, x), piece)
                    .iter()
                    .any(|&(y, x)| board.squares[y][x].is_some_and(|taken| taken.kind == 0))
        })
    }

    /// Whether it can be played from a position: each side has a king, and that of the side that moved last cannot be taken.
    pub fn can_go_on(&self, board: &Board) -> bool {
        let kings = |is_black: bool| {
            let is_king = |square: &&Option<Piece>| {
                square.is_some_and(|piece| piece.kind == 0 && piece.is_black == is_black)
            };
            board.squares.iter().flatten().filter(is_king).count()
        };
        kings(true) == 1 && kings(false) == 1 && !self.is_in_check(board, !board.is_blacks_turn)
    }

    fn in_zone(&self, is_black: bool, (y, _): Place) -> bool {
        let (zone, height) = (usize::from(self.game.zone), usize::from(self.game.height));
        if is_black {
            y < zone
        } else {
            y + zone >= height
        }
    }

    /// Whether a man may go from one place to another: it can move on from there, or promote. Where it may not go it threatens
    /// nothing.
    fn may_stand(&self, piece: Piece, from: Place, to: Place) -> bool {
        let promotes = !piece.is_promoted
            && self.game.kinds[piece.kind].promoted.is_some()
            && (self.in_zone(piece.is_black, from) || self.in_zone(piece.is_black, to));
        self.game.may_be_stuck || promotes || !self.is_stuck(to, piece)
    }

    /// Whether each way a man moves leads off the board.
    fn is_stuck(&self, (y, x): Place, piece: Piece) -> bool {
        let leaps = &self.leaps[piece.kind][usize::from(piece.is_promoted)];
        !leaps.iter().any(|leap| {
            let turn = if piece.is_black { 1 } else { -1 };
            let (y, x) = (y as i8 - turn * leap.forwards, x as i8 + turn * leap.right);
            (0..self.game.height as i8).contains(&y) && (0..self.game.width as i8).contains(&x)
        })
    }

    /// All legal moves. Where the game is won by taking the king, leaving it to be taken is no move here, either.
    pub fn steps(&self, board: &Board) -> Vec<Step> {
        let mut steps = self.steps_but_pawns(board);
        if !self.game.pawn_drop_mate {
            steps.retain(|&step| {
                let Step::Drop { kind, .. } = step else {
                    return true;
                };
                if !self.game.kinds[kind].one_a_file {
                    return true;
                }
                let after = self.play(board, step);
                !self.is_in_check(&after, after.is_blacks_turn)
                    || !self.steps_but_pawns(&after).is_empty()
            });
        }
        steps
    }

    /// The moves that leave the king safe, pawn drops that mate among them.
    fn steps_but_pawns(&self, board: &Board) -> Vec<Step> {
        let is_black = board.is_blacks_turn;
        let mut steps = Vec::new();
        for from in self.places() {
            let Some(piece) = board.squares[from.0][from.1] else {
                continue;
            };
            if piece.is_black != is_black {
                continue;
            }
            for to in self.targets(board, from, piece) {
                let may = !piece.is_promoted
                    && self.game.kinds[piece.kind].promoted.is_some()
                    && (self.in_zone(is_black, from) || self.in_zone(is_black, to));
                let has_to = match self.game.promotion {
                    Promotion::Compulsory => may,
                    Promotion::Optional => !self.game.may_be_stuck && self.is_stuck(to, piece),
                };
                if may {
                    steps.push(Step::Board {
                        from,
                        to,
                        promotes: true,
                    });
                }
                if !has_to {
                    steps.push(Step::Board {
                        from,
                        to,
                        promotes: false,
                    });
                }
            }
        }
        if self.game.drops {
            let hand = &board.hands[usize::from(!is_black)];
            for kind in (0..hand.len()).filter(|kind| hand[*kind] > 0) {
                for to in self.places() {
                    if self.may_drop(board, kind, to) {
                        steps.push(Step::Drop { kind, to });
                    }
                }
            }
        }
        steps.retain(|step| !self.is_in_check(&self.play(board, *step), is_black));
        steps
    }

    fn may_drop(&self, board: &Board, kind: usize, to: Place) -> bool {
        let piece = Piece {
            is_black: board.is_blacks_turn,
            kind,
            is_promoted: false,
        };
        let on_file = board.squares.iter().any(|row| row[to.1] == Some(piece));
        board.squares[to.0][to.1].is_none()
            && (self.game.may_be_stuck || !self.is_stuck(to, piece))
            && !(self.game.kinds[kind].one_a_file && on_file)
    }

    /// The position after a move.
    pub fn play(&self, board: &Board, step: Step) -> Board {
        let mut after = board.clone();
        let side = usize::from(!board.is_blacks_turn);
        match step {
            Step::Board { from, to, promotes } => {
                let piece = after.squares[from.0][from.1].take();
                let piece = piece.map(|piece| Piece {
                    is_promoted: piece.is_promoted || promotes,
                    ..piece
                });
                if let Some(taken) = after.squares[to.0][to.1]
                    && self.game.drops
                {
                    after.hands[side][taken.kind] += 1;
                }
                after.squares[to.0][to.1] = piece;
            }
            Step::Drop { kind, to } => {
                after.hands[side][kind] -= 1;
                after.squares[to.0][to.1] = Some(Piece {
                    is_black: board.is_blacks_turn,
                    kind,
                    is_promoted: false,
                });
            }
        }
        after.is_blacks_turn = !board.is_blacks_turn;
        after
    }

    /// Whether a move wins at once because the king comes to the far rank, and is safe there.
    pub fn wins_by_try(&self, board: &Board, step: Step) -> bool {
        let Step::Board { from, to, .. } = step else {
            return false;
        };
        let king = board.squares[from.0][from.1].is_some_and(|piece| piece.kind == 0);
        let far = match board.is_blacks_turn {
            true => 0,
            false => usize::from(self.game.height) - 1,
        };
        self.game.king_may_try && king && to.0 == far
    }

    /// How many plies are left where a side has no legal move.
    pub const fn mated(&self) -> u8 {
        match self.game.goal {
            Goal::Mate => 0,
            Goal::Capture => 2,
        }
    }
}
