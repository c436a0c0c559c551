//! Positions and moves as they are written: as in SFEN and USI, on a smaller board.
//!
//! A position is a board, ranks from above, a side to move (`b` moves upwards), and what is in hand: `gle/1c1/1C1/ELG b -`.

use std::fmt::Write;

use crate::error::{MoveError, PositionError};
use crate::moves::Moves;
use crate::rules::Rules;
use crate::state::{HAND, KINDS, MINE, Move, State, THEIRS};

/// Who is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// 先手, who moves upwards.
    Black,
    /// 後手.
    White,
}

impl Side {
    /// The other one.
    pub const fn other(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }
}

/// A position as people write it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// Seen by the side to move.
    pub state: State,
    /// The side to move.
    pub side: Side,
}

impl Position {
    /// The start of a game.
    pub const fn start(rules: &Rules) -> Self {
        Self {
            state: *rules.start(),
            side: Side::Black,
        }
    }

    /// The position seen by Black, who need not be to move.
    pub fn by_black(&self, rules: &Rules) -> State {
        match self.side {
            Side::Black => self.state,
            Side::White => rules.flip(&self.state),
        }
    }

    /// The position after a move.
    #[must_use]
    pub fn play(&self, rules: &Rules, mv: Move) -> Self {
        Self {
            state: rules.play(&self.state, mv),
            side: self.side.other(),
        }
    }
}

/// Reads a position, the number of the move behind it or not.
///
/// # Errors
/// If it is not written as one, or breaks the rules.
pub fn read_position(rules: &Rules, text: &str) -> Result<Position, PositionError> {
    let position = read_arrangement(rules, text)?;
    match rules.is_in_check(&position.state, THEIRS) {
        true => Err(PositionError::Check),
        false => Ok(position),
    }
}

/// The same where the side that moved last may be in check: some starts are like that, and over at once.
///
/// # Errors
/// As [`read_position`], but for the check.
pub fn read_arrangement(rules: &Rules, text: &str) -> Result<Position, PositionError> {
    let fields: Vec<&str> = text.split_whitespace().collect();
    let (board, side, hand) = match fields[..] {
        [board, side, hand] | [board, side, hand, _] => (board, side, hand),
        _ => return Err(PositionError::Fields),
    };
    let mut state = State::default();
    let ranks: Vec<&str> = board.split('/').collect();
    if ranks.len() != rules.height() {
        return Err(PositionError::Ranks {
            found: ranks.len(),
            expected: rules.height() as u8,
        });
    }
    for (y, rank) in ranks.iter().enumerate() {
        read_rank(rules, rank, y, &mut state)?;
    }
    read_hand(rules, hand, &mut state)?;
    let side = match side {
        "b" => Side::Black,
        "w" => Side::White,
        other => return Err(PositionError::Side(other.to_owned())),
    };
    if side == Side::White {
        state = rules.flip(&state);
    }
    check(rules, &state)?;
    Ok(Position { state, side })
}

fn kind_of(rules: &Rules, sign: char) -> Option<(usize, usize)> {
    let side = if sign.is_ascii_uppercase() {
        MINE
    } else {
        THEIRS
    };
    let letter = sign.to_ascii_uppercase();
    let kind = rules
        .game()
        .kinds
        .iter()
        .position(|kind| kind.letter == letter)?;
    Some((side, kind))
}

fn read_rank(rules: &Rules, rank: &str, y: usize, state: &mut State) -> Result<(), PositionError> {
    let mut x = 0;
    let mut promoted = false;
    for sign in rank.chars() {
        if sign == '+' && !promoted {
            promoted = true;
            continue;
        }
        if let (Some(empty), false) = (sign.to_digit(10), promoted) {
            x += empty as usize;
            continue;
        }
        let (side, kind) = kind_of(rules, sign).ok_or(PositionError::Piece(sign))?;
        let man = match promoted {
            false => kind,
            true => rules.men()[kind]
                .promoted
                .ok_or(PositionError::Promoted(sign))?,
        };
        promoted = false;
        if x < rules.width() {
            state.men[side][man] |= 1 << (y * rules.width() + x);
        }
        x += 1;
    }
    if x != rules.width() || promoted {
        return Err(PositionError::Squares {
            rank: y + 1,
            found: x,
            expected: rules.width() as u8,
        });
    }
    Ok(())
}

fn read_hand(rules: &Rules, hand: &str, state: &mut State) -> Result<(), PositionError> {
    if hand == "-" {
        return Ok(());
    }
    let wrong = || PositionError::Hand(hand.to_owned());
    let mut number = None;
    for sign in hand.chars() {
        if let Some(digit) = sign.to_digit(10) {
            let so_far = number.unwrap_or(0);
            number = Some(so_far * 10 + digit as u8).filter(|number| (1..=18).contains(number));
            if number.is_none() {
                return Err(wrong());
            }
            continue;
        }
        let (side, kind) = kind_of(rules, sign).ok_or_else(wrong)?;
        if kind == 0 {
            return Err(wrong());
        }
        let held = &mut state.hands[side][kind];
        *held += number.take().unwrap_or(1);
        if *held > 18 {
            return Err(wrong());
        }
    }
    if number.is_some() {
        Err(wrong())
    } else {
        Ok(())
    }
}

/// Whether a position keeps to the rules.
fn check(rules: &Rules, state: &State) -> Result<(), PositionError> {
    for side in [MINE, THEIRS] {
        if state.men[side][0].count_ones() != 1 {
            return Err(PositionError::Kings);
        }
    }
    for seen in [*state, rules.flip(state)] {
        for (man, &squares) in seen.men[MINE].iter().enumerate().take(rules.men().len()) {
            for square in crate::state::Squares(squares) {
                if !rules.game().may_be_stuck && !rules.could_move(man, square) {
                    return Err(PositionError::Stuck);
                }
                let one = man < rules.kinds() && rules.game().kinds[man].one_a_file;
                if one && (squares & rules.file(square)).count_ones() > 1 {
                    return Err(PositionError::TwoOnFile);
                }
            }
        }
    }
    Ok(())
}

/// Writes a position.
pub fn write_position(rules: &Rules, position: &Position) -> String {
    let state = position.by_black(rules);
    let mut text = String::new();
    for y in 0..rules.height() {
        let mut empty = 0;
        for x in 0..rules.width() {
            match man_at(rules, &state, y * rules.width() + x) {
                None => empty += 1,
                Some((side, man)) => {
                    if empty > 0 {
                        // Writing into a string does not fail.
                        let _ = write!(text, "{empty}");
                        empty = 0;
                    }
                    text.push_str(&letters(rules, side, man));
                }
            }
        }
        if empty > 0 {
            let _ = write!(text, "{empty}");
        }
        if y + 1 < rules.height() {
            text.push('/');
        }
    }
    text.push_str(match position.side {
        Side::Black => " b ",
        Side::White => " w ",
    });
    let before = text.len();
    for side in [MINE, THEIRS] {
        for kind in 1..rules.kinds().min(KINDS) {
            match state.hands[side][kind] {
                0 => {}
                1 => text.push_str(&letters(rules, side, kind)),
                several => {
                    let _ = write!(text, "{several}{}", letters(rules, side, kind));
                }
            }
        }
    }
    if text.len() == before {
        text.push('-');
    }
    text
}

/// What stands on a square: whose, and which man.
pub fn man_at(rules: &Rules, state: &State, square: usize) -> Option<(usize, usize)> {
    let stands =
        |side: usize| (0..rules.men().len()).find(|man| state.men[side][*man] & 1 << square != 0);
    stands(MINE)
        .map(|man| (MINE, man))
        .or_else(|| stands(THEIRS).map(|man| (THEIRS, man)))
}

/// A man in letters.
pub fn letters(rules: &Rules, side: usize, man: usize) -> String {
    let Some(known) = rules.men().get(man) else {
        return String::new();
    };
    let letter = rules.game().kinds[known.kind].letter;
    let letter = match side {
        MINE => letter,
        _ => letter.to_ascii_lowercase(),
    };
    match known.is_promoted {
        true => format!("+{letter}"),
        false => letter.to_string(),
    }
}

/// A square as the side to move sees it, seen by Black.
const fn seen_by_black(rules: &Rules, side: Side, square: u8) -> usize {
    match side {
        Side::Black => square as usize,
        Side::White => rules.turned(square as usize),
    }
}

fn write_square(rules: &Rules, square: usize) -> String {
    let file = rules.width() - square % rules.width();
    let rank = char::from(b'a' + (square / rules.width()) as u8);
    format!("{file}{rank}")
}

/// Writes a move of a side: `2c2b+`, `P*2b`.
pub fn write_move(rules: &Rules, side: Side, mv: Move) -> String {
    let to = write_square(rules, seen_by_black(rules, side, mv.to));
    if mv.is_drop() {
        return format!("{}*{to}", letters(rules, MINE, usize::from(mv.man)));
    }
    let from = write_square(rules, seen_by_black(rules, side, mv.from));
    let promotes = if mv.promotes { "+" } else { "" };
    format!("{from}{to}{promotes}")
}

/// Reads a legal move.
///
/// # Errors
/// If it is none.
pub fn read_move(rules: &Rules, position: &Position, text: &str) -> Result<Move, MoveError> {
    let mut moves = Moves::new();
    rules.legal_moves(&position.state, &mut moves);
    let written = |mv: &&Move| write_move(rules, position.side, **mv) == text;
    if let Some(mv) = moves.iter().find(written) {
        return Ok(*mv);
    }
    match is_move(rules, text) {
        true => Err(MoveError::Illegal(text.to_owned())),
        false => Err(MoveError::Unreadable(text.to_owned())),
    }
}

fn is_move(rules: &Rules, text: &str) -> bool {
    let is_square = |text: &[u8]| {
        let [file, rank] = text else { return false };
        (b'1'..b'1' + rules.width() as u8).contains(file)
            && (b'a'..b'a' + rules.height() as u8).contains(rank)
    };
    let text = text.as_bytes();
    match text.len() {
        4 if text[1] == b'*' => text[0].is_ascii_uppercase() && is_square(&text[2..]),
        4 => is_square(&text[..2]) && is_square(&text[2..]),
        5 => text[4] == b'+' && is_square(&text[..2]) && is_square(&text[2..4]),
        _ => false,
    }
}

/// The full-width digit of a file and the kanji of a rank, as moves in Japanese have them.
const FILES: [char; 5] = ['１', '２', '３', '４', '５'];
const RANKS: [char; 6] = ['一', '二', '三', '四', '五', '六'];

/// Writes a move in Japanese: `☗２二角成`, with where the piece comes from where another could go there, too.
pub fn write_japanese(rules: &Rules, position: &Position, mv: Move) -> String {
    let mut text = String::new();
    text.push(match position.side {
        Side::Black => '☗',
        Side::White => '☖',
    });
    let square = seen_by_black(rules, position.side, mv.to);
    text.push(FILES[rules.width() - 1 - square % rules.width()]);
    text.push(RANKS[square / rules.width()]);
    text.push_str(japanese(rules, usize::from(mv.man)));
    let mut moves = Moves::new();
    rules.legal_moves(&position.state, &mut moves);
    let mut others = moves
        .iter()
        .filter(|other| (other.man, other.to) == (mv.man, mv.to) && other.from != mv.from);
    if mv.is_drop() {
        if others.next().is_some() {
            text.push('打');
        }
        return text;
    }
    if mv.promotes {
        text.push('成');
    } else if rules
        .promotion(usize::from(mv.man), mv.from.into(), mv.to.into())
        .1
    {
        text.push_str("不成");
    }
    if others.next().is_some_and(|other| !other.is_drop()) {
        let from = write_square(rules, seen_by_black(rules, position.side, mv.from));
        text.push_str(&format!("({from})"));
    }
    text
}

/// Moves in USI from a position on, in Japanese, as far as they are legal.
pub fn line_in_japanese(rules: &Rules, root: &Position, line: &[String]) -> String {
    let mut position = *root;
    let mut text = String::new();
    for mv in line {
        let Ok(mv) = read_move(rules, &position, mv) else {
            break;
        };
        text.push_str(&write_japanese(rules, &position, mv));
        position = position.play(rules, mv);
    }
    text
}

/// The diagram of a position as it is printed in Japan, White's men marked `v`, White's hand above and Black's below, with who
/// is to move. No line break stands at its end.
pub fn draw(rules: &Rules, position: &Position) -> String {
    let state = position.by_black(rules);
    let hand = |side: usize| {
        let mut words = String::new();
        for kind in 1..rules.kinds() {
            let count = state.hands[side][kind];
            if count > 0 {
                words.push_str(japanese(rules, kind));
            }
            if count > 1 {
                words.push(COUNTS[usize::from(count.min(18)) - 1]);
            }
        }
        if words.is_empty() {
            "なし".to_owned()
        } else {
            words
        }
    };
    let mut text = format!("☖：{}\n ", hand(THEIRS));
    for x in 0..rules.width() {
        text.extend([' ', FILES[rules.width() - 1 - x]]);
    }
    let edge = format!("\n+{}+\n", "-".repeat(3 * rules.width()));
    text.push_str(&edge);
    for (y, rank) in RANKS.iter().enumerate().take(rules.height()) {
        text.push('|');
        for x in 0..rules.width() {
            match man_at(rules, &state, y * rules.width() + x) {
                None => text.push_str(" ・"),
                Some((side, man)) => {
                    text.push(if side == MINE { ' ' } else { 'v' });
                    text.push_str(japanese(rules, man));
                }
            }
        }
        text.extend(['|', *rank, '\n']);
    }
    text.push_str(edge.trim_start());
    text.push_str(&format!("☗：{}\n", hand(MINE)));
    text.push_str(match position.side {
        Side::Black => "手番：☗",
        Side::White => "手番：☖",
    });
    text
}

/// Numbers of pieces in a hand.
const COUNTS: [char; 18] = [
    '一', '二', '三', '四', '五', '六', '七', '八', '九', '十', '⑪', '⑫', '⑬', '⑭', '⑮', '⑯', '⑰',
    '⑱',
];

/// A man in Japanese.
pub fn japanese(rules: &Rules, man: usize) -> &str {
    let Some(known) = rules.men().get(man) else {
        return "";
    };
    let kind = &rules.game().kinds[known.kind];
    match (&kind.promoted, known.is_promoted) {
        (Some(promoted), true) => &promoted.japanese,
        _ => &kind.japanese,
    }
}

/// `HAND` is a place of a move, too: it has no square.
const _: () = assert!(HAND as usize >= crate::state::SQUARES);
