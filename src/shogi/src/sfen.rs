//! SFEN, the text form of positions.
//!
//! Written always in one canonical form: hands in the order `R B G S N L P`, White's hand written
//! out, move counter 1. Read more liberally: `sfen ` or `position sfen ` may lead, `_` may stand for a blank as in
//! addresses of pages, the move counter may be missing, hands may come in any order, and what is listed twice adds up.
//! `startpos` is the start of the game. A piece may be listed with the count 0: so a problem says that the defender holds
//! nothing though pieces of the set are missing ([`Position::tsume_sfen`]).

use super::defender_hand::{DefenderHandError, HandReading};
use super::{Color, Handicap, Hands, Kind, Piece, Position, PositionError, Setup, Square};
use std::fmt::{self, Write};
use std::str::FromStr;

/// Text that is no SFEN.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("SFEN, character {at}: {reason}")]
pub struct SfenError {
    /// The offending character, counted from 1 over the text as given; one past the end if the text
    /// is too short.
    pub at: usize,
    /// What is wrong there.
    pub reason: SfenReason,
}

/// What is wrong with an SFEN.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SfenReason {
    /// A part is missing.
    #[error("expected {0}")]
    Missing(Expected),
    /// A character that means nothing here.
    #[error("expected {expected}, found {found:?}")]
    Unexpected {
        /// The character.
        found: char,
        /// What should have stood there.
        expected: Expected,
    },
    /// A side to move other than `b` and `w`.
    #[error("the side to move is {0:?}, neither b nor w")]
    BadSide(String),
    /// A `+` before a piece that does not promote.
    #[error("{0} has no promoted side")]
    NotPromotable(char),
    /// A rank whose squares are not nine.
    #[error("rank {rank} has {squares} squares instead of 9")]
    RankLength {
        /// The rank, `a` to `i`.
        rank: char,
        /// How many squares were written, or as many as were read when the tenth came.
        squares: u32,
    },
    /// A board of fewer than nine ranks.
    #[error("the board has {0} ranks instead of 9")]
    RankCount(u32),
    /// A tenth rank.
    #[error("the board has more than 9 ranks")]
    TooManyRanks,
    /// More pieces of one kind in hand than a set has.
    #[error("{count} {letter} in hand, but a set has only {total}")]
    TooManyInHand {
        /// The letter as written.
        letter: char,
        /// How many were listed.
        count: u32,
        /// How many a set has.
        total: u8,
    },
    /// A count without a piece behind it.
    #[error("a count must be followed by a piece")]
    BadCount,
}

/// What an SFEN has at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// Nine ranks.
    Board,
    /// The word `sfen`, behind `position`.
    Word,
    /// `b` or `w`.
    Side,
    /// The hands, or `-`.
    Hands,
    /// The move number.
    MoveNumber,
    /// Nothing more.
    End,
    /// The letter behind a `+`.
    PromotedPiece,
    /// Something of a rank.
    Square,
    /// A letter of a piece that can be in hand.
    HandPiece,
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Board => "a board of nine ranks",
            Self::Word => "sfen",
            Self::Side => "the side to move (b or w)",
            Self::Hands => "the pieces in hand (or -)",
            Self::MoveNumber => "a move number",
            Self::End => "the end of the SFEN",
            Self::PromotedPiece => "a piece after +",
            Self::Square => "a piece, a number of empty squares, + or /",
            Self::HandPiece => "a piece that can be in hand",
        })
    }
}

/// Why a text gives no legal position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// It is no SFEN.
    #[error(transparent)]
    Sfen(#[from] SfenError),
    /// The defender's hand does not fit a tsume problem.
    #[error(transparent)]
    DefenderHand(#[from] DefenderHandError),
    /// The position is illegal.
    #[error(transparent)]
    Position(#[from] PositionError),
}

/// The words of a text with the place of their first character, counted from 0.
struct Words<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Words<'a> {
    /// The next word and its place; the place after the text and an empty word at its end.
    fn next(&mut self) -> (usize, &'a str) {
        let is_blank = |sign: char| sign.is_whitespace() || sign == '_';
        let rest = self.text.trim_start_matches(is_blank);
        self.at += self.text[..self.text.len() - rest.len()].chars().count();
        let start = self.at;
        let end = rest.find(is_blank).unwrap_or(rest.len());
        let word = &rest[..end];
        self.text = &rest[end..];
        self.at += word.chars().count();
        (start, word)
    }

    /// The next word, which must be there.
    fn expect(&mut self, what: Expected) -> Result<(usize, &'a str), SfenError> {
        match self.next() {
            (at, "") => Err(error(at, SfenReason::Missing(what))),
            found => Ok(found),
        }
    }
}

fn error(at: usize, reason: SfenReason) -> SfenError {
    SfenError { at: at + 1, reason }
}

impl FromStr for Setup {
    type Err = SfenError;

    fn from_str(text: &str) -> Result<Self, SfenError> {
        Ok(read(text)?.0)
    }
}

/// A setup, and whose hands have a piece listed, by `Color`, be it with the count 0.
fn read(text: &str) -> Result<(Setup, [bool; 2]), SfenError> {
    let mut words = Words { text, at: 0 };
    let (mut at, mut word) = words.expect(Expected::Board)?;
    if word == "position" {
        (at, word) = words.expect(Expected::Word)?;
    }
    if word == "sfen" {
        (at, word) = words.expect(Expected::Board)?;
    }
    if word == "startpos" {
        return nothing_more(&mut words).map(|()| (Handicap::Even.setup(), [false; 2]));
    }
    let mut setup = Setup::empty(Color::Black);
    read_board(at, word, &mut setup)?;
    let (at, word) = words.expect(Expected::Side)?;
    setup.side = read_side(at, word)?;
    let (at, word) = words.expect(Expected::Hands)?;
    let listed;
    (setup.hands, listed) = read_hands(at, word)?;
    let (at, word) = words.next();
    if let Some((i, found)) = word.char_indices().find(|(_, c)| !c.is_ascii_digit()) {
        let expected = Expected::MoveNumber;
        return Err(error(at + i, SfenReason::Unexpected { found, expected }));
    }
    nothing_more(&mut words)?;
    Ok((setup, listed))
}

fn nothing_more(words: &mut Words<'_>) -> Result<(), SfenError> {
    let (at, word) = words.next();
    match word.chars().next() {
        None => Ok(()),
        Some(found) => {
            let expected = Expected::End;
            Err(error(at, SfenReason::Unexpected { found, expected }))
        }
    }
}

fn read_board(start: usize, word: &str, setup: &mut Setup) -> Result<(), SfenError> {
    let (mut file, mut rank) = (9_i8, 1_i8);
    let rank_letter = |rank: i8| (b'a' + rank as u8 - 1) as char;
    let mut promoted = false;
    let mut at = start;
    for c in word.chars() {
        let unexpected = |expected| error(at, SfenReason::Unexpected { found: c, expected });
        let piece = Kind::from_letter(c.to_ascii_uppercase());
        if promoted && piece.is_none() {
            return Err(unexpected(Expected::PromotedPiece));
        }
        let wide = match c {
            '/' => {
                if file != 0 {
                    let (rank, squares) = (rank_letter(rank), (9 - file) as u32);
                    return Err(error(at, SfenReason::RankLength { rank, squares }));
                }
                if rank == 9 {
                    return Err(error(at, SfenReason::TooManyRanks));
                }
                (file, rank) = (9, rank + 1);
                at += 1;
                continue;
            }
            '+' => {
                promoted = true;
                at += 1;
                continue;
            }
            '1'..='9' => c as i8 - '0' as i8,
            _ if piece.is_some() => 1,
            _ => {
                return Err(unexpected(Expected::Square));
            }
        };
        if wide > file {
            let (rank, squares) = (rank_letter(rank), (9 - file + wide) as u32);
            return Err(error(at, SfenReason::RankLength { rank, squares }));
        }
        if let (Some(kind), Some(square)) = (piece, Square::new(file, rank)) {
            if promoted && !kind.promotes() {
                return Err(error(at, SfenReason::NotPromotable(c)));
            }
            let color = color_of(c);
            setup.board[square.index()] = Some(Piece {
                color,
                kind,
                promoted,
            });
            promoted = false;
        }
        file -= wide;
        at += 1;
    }
    if promoted {
        return Err(error(at, SfenReason::Missing(Expected::PromotedPiece)));
    }
    if file != 0 {
        let (rank, squares) = (rank_letter(rank), (9 - file) as u32);
        return Err(error(at, SfenReason::RankLength { rank, squares }));
    }
    if rank != 9 {
        return Err(error(at, SfenReason::RankCount(rank as u32)));
    }
    Ok(())
}

fn read_side(at: usize, word: &str) -> Result<Color, SfenError> {
    match word {
        "b" => Ok(Color::Black),
        "w" => Ok(Color::White),
        _ => Err(error(at, SfenReason::BadSide(word.to_owned()))),
    }
}

fn read_hands(start: usize, word: &str) -> Result<(Hands, [bool; 2]), SfenError> {
    let mut hands = Hands::default();
    let mut listed = [false; 2];
    if word == "-" {
        return Ok((hands, listed));
    }
    let mut count: Option<u32> = None;
    let mut at = start;
    for c in word.chars() {
        if let Some(digit) = c.to_digit(10) {
            // No set has a hundred pieces: more digits change nothing.
            count = Some(count.unwrap_or(0).min(99) * 10 + digit);
        } else {
            let kind = Kind::from_letter(c.to_ascii_uppercase())
                .filter(|&kind| kind != Kind::King)
                .ok_or_else(|| {
                    let expected = Expected::HandPiece;
                    error(at, SfenReason::Unexpected { found: c, expected })
                })?;
            let color = color_of(c);
            listed[color as usize] = true;
            let hand = &mut hands[color];
            let count = u32::from(hand.count(kind)) + count.take().unwrap_or(1);
            hand.set(kind, count).map_err(|_| {
                error(
                    at,
                    SfenReason::TooManyInHand {
                        letter: c,
                        count,
                        total: kind.total(),
                    },
                )
            })?;
        }
        at += 1;
    }
    match count {
        Some(_) => Err(error(at, SfenReason::BadCount)),
        None => Ok((hands, listed)),
    }
}

fn color_of(letter: char) -> Color {
    if letter.is_ascii_uppercase() {
        Color::Black
    } else {
        Color::White
    }
}

/// As SFEN has it: `p`, `+R`.
impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.promoted {
            f.write_char('+')?;
        }
        f.write_char(self.kind.letter_of(self.color))
    }
}

impl Piece {
    /// A piece as SFEN has it; `None` for any other text.
    pub fn from_sfen(text: &str) -> Option<Self> {
        let (promoted, letter) = match text.strip_prefix('+') {
            Some(letter) => (true, letter),
            None => (false, text),
        };
        let letter: char = letter.parse().ok()?;
        let kind = Kind::from_letter(letter.to_ascii_uppercase())?;
        (!promoted || kind.promotes()).then_some(Self {
            color: color_of(letter),
            kind,
            promoted,
        })
    }
}

/// A text of signs that take a byte each, gathered before it is handed on.
struct Signs {
    /// No SFEN is longer: 81 promoted pieces, eight slashes, both hands with all there is.
    bytes: [u8; 256],
    len: usize,
}

impl Signs {
    fn push(&mut self, sign: char) {
        self.bytes[self.len] = sign as u8;
        self.len += 1;
    }

    /// A number below a hundred, unless it is `unsaid`.
    fn number(&mut self, number: u8, unsaid: u8) {
        if number == unsaid {
            return;
        }
        if number > 9 {
            self.push((b'0' + number / 10) as char);
        }
        self.push((b'0' + number % 10) as char);
    }
}

/// The canonical SFEN.
impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Enumerations write millions of these.
        let mut signs = Signs {
            bytes: [0; 256],
            len: 0,
        };
        for rank in 0..9 {
            if rank > 0 {
                signs.push('/');
            }
            let mut empty = 0;
            for file in (0..9).rev() {
                let Some(piece) = self.board[9 * file + rank] else {
                    empty += 1;
                    continue;
                };
                signs.number(empty, 0);
                empty = 0;
                if piece.promoted {
                    signs.push('+');
                }
                signs.push(piece.kind.letter_of(piece.color));
            }
            signs.number(empty, 0);
        }
        let side = match self.side {
            Color::Black => 'b',
            Color::White => 'w',
        };
        for sign in [' ', side, ' '] {
            signs.push(sign);
        }
        if self.hands == Hands::default() {
            signs.push('-');
        }
        for color in [Color::Black, Color::White] {
            for (kind, count) in self.hands[color].iter() {
                signs.number(count, 1);
                signs.push(kind.letter_of(color));
            }
        }
        for sign in [' ', '1'] {
            signs.push(sign);
        }
        let text = std::str::from_utf8(&signs.bytes[..signs.len]).map_err(|_| fmt::Error)?;
        f.write_str(text)
    }
}

/// The canonical SFEN.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Setup::from(self).fmt(f)
    }
}

/// Reads an SFEN as it stands: hands are not completed.
impl FromStr for Position {
    type Err = ReadError;

    fn from_str(text: &str) -> Result<Self, ReadError> {
        let setup: Setup = text.parse()?;
        Ok(Self::try_from(&setup)?)
    }
}

impl Position {
    /// Reads the SFEN of a tsume problem, completing the defender's hand, whichever side defends:
    /// [`HandReading::Whole`], or with `short_set` [`HandReading::Listed`].
    ///
    /// # Errors
    /// If the text is no SFEN, the hand is not the rest of the set, or the position is illegal.
    pub fn from_tsume_sfen(text: &str, short_set: bool) -> Result<Self, ReadError> {
        let reading = match short_set {
            true => HandReading::Listed,
            false => HandReading::Whole,
        };
        Self::read_tsume_sfen(text, reading)
    }

    /// The same with the defender's hand as `reading` says.
    ///
    /// # Errors
    /// As there.
    pub fn read_tsume_sfen(text: &str, reading: HandReading) -> Result<Self, ReadError> {
        let (mut setup, listed) = read(text)?;
        let attacker = setup.attacker();
        let defender = attacker.flip();
        let is_said = listed[defender as usize] && setup.hands[defender].is_empty();
        let reading = match reading {
            HandReading::Whole | HandReading::Listed if is_said => HandReading::Written,
            other => other,
        };
        setup.read_hand_against(attacker, reading)?;
        Ok(Self::try_from(&setup)?)
    }

    /// Whether the set lacks pieces (駒不足).
    pub fn lacks_pieces(&self) -> bool {
        !Setup::from(self).missing().is_empty()
    }

    /// The SFEN that [`from_tsume_sfen`](Self::from_tsume_sfen), with pieces missing, reads as this position: where the
    /// defender's hand is empty and would be taken for the rest of the set, a pawn is listed in it with the count 0.
    pub fn tsume_sfen(&self) -> String {
        let setup = Setup::from(self);
        let mut read = setup.clone();
        let attacker = read.attacker();
        // What cannot be read is written as it stands.
        let _ = read.read_hand_against(attacker, HandReading::Listed);
        if read == setup {
            return setup.to_string();
        }
        let pawn = match attacker {
            Color::Black => "0p",
            Color::White => "0P",
        };
        let text = setup.to_string();
        let (start, counter) = text.rsplit_once(' ').unwrap_or((&text, "1"));
        let start = start.strip_suffix('-').unwrap_or(start);
        format!("{start}{pawn} {counter}")
    }
}
