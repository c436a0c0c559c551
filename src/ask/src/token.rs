//! A query cut into words and signs, each with its place.

use notation::names::{digit_value, side_of_mark};
use shogi::{Piece, Square};

use super::error::{AskError, AskReason};
use super::pieces::kind_named;
use super::range::LARGEST;
use super::vocabulary::{CLASSES, LONGEST, meaning};

/// What a query is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token {
    /// A word or a piece.
    Word(String),
    /// A number.
    Number(u32),
    /// A square.
    Square(Square),
    /// A name, without its `$`.
    Name(String),
    /// `..`
    Dots,
    /// One of `; | & ! ( ) { } [ ] = , / - * + ? ^ $ >`.
    Sign(char),
}

/// A token and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lexeme {
    /// What stands there.
    pub token: Token,
    /// Its first character, counted from 1.
    pub at: usize,
    /// The first character behind it.
    pub end: usize,
}

/// Cuts a query.
///
/// # Errors
/// The first character that belongs to nothing.
pub fn lexemes(text: &str) -> Result<Vec<Lexeme>, AskError> {
    let signs: Vec<char> = text.chars().map(narrow).collect();
    let mut found = Vec::new();
    let mut at = 0;
    while at < signs.len() {
        if signs[at].is_whitespace() {
            at += 1;
            continue;
        }
        let (token, length) = one(&signs, at).map_err(|reason| AskError { at: at + 1, reason })?;
        found.push(Lexeme {
            token,
            at: at + 1,
            end: at + 1 + length,
        });
        at += length;
    }
    Ok(found)
}

/// Full-width signs as those of ASCII.
fn narrow(sign: char) -> char {
    match sign {
        '、' | '，' => ',',
        '：' | ':' => '=',
        '…' | '‥' => '…',
        '・' => '/',
        '\u{ff01}'..='\u{ff5e}' => {
            let plain = char::from_u32(sign as u32 - 0xfee0).unwrap_or(sign);
            if plain == ':' { '=' } else { plain }
        }
        _ => sign,
    }
}

/// The token that begins at a place, and its length.
fn one(signs: &[char], at: usize) -> Result<(Token, usize), AskReason> {
    let next = |ahead: usize| signs.get(at + ahead).copied().unwrap_or(' ');
    let run = |from: usize, is_it: fn(char) -> bool| {
        let tail = &signs[(at + from).min(signs.len())..];
        tail.iter().take_while(|&&sign| is_it(sign)).count()
    };
    match signs[at] {
        '.' if next(1) == '.' => Ok((Token::Dots, 2)),
        // In print there are two of them.
        '…' if next(1) == '…' => Ok((Token::Dots, 2)),
        '…' => Ok((Token::Dots, 1)),
        '0'..='9' => {
            if let Some(square) = square_at(signs, at) {
                return Ok((Token::Square(square), 2));
            }
            let length = run(0, |sign| sign.is_ascii_digit());
            let text: String = signs[at..at + length].iter().collect();
            match text.parse() {
                Ok(number) if number <= LARGEST => Ok((Token::Number(number), length)),
                _ => Err(AskReason::TooLarge),
            }
        }
        '+' if is_promoted(signs, at) => Ok((Token::Word(format!("+{}", next(1))), 2)),
        '$' => match run(1, char::is_alphanumeric) {
            0 => Ok((Token::Sign('$'), 1)),
            length => {
                let name = signs[at + 1..at + 1 + length].iter().collect();
                Ok((Token::Name(name), 1 + length))
            }
        },
        sign @ (';' | '|' | '&' | '!' | '(' | ')' | '{' | '}' | '[' | ']' | '=' | ',' | '/'
        | '-' | '*' | '+' | '?' | '^' | '>') => Ok((Token::Sign(sign), 1)),
        sign if sign.is_ascii_alphabetic() => {
            let length = run(0, |sign| sign.is_ascii_alphabetic());
            Ok((Token::Word(signs[at..at + length].iter().collect()), length))
        }
        sign if sign.is_alphabetic() || side_of_mark(sign).is_some() => {
            let length = japanese(&signs[at..]);
            Ok((Token::Word(signs[at..at + length].iter().collect()), length))
        }
        sign => Err(AskReason::Sign(sign)),
    }
}

/// The square at a place: `2b`, `2二`.
fn square_at(signs: &[char], at: usize) -> Option<Square> {
    let rank = match *signs.get(at + 1)? {
        letter @ 'a'..='i' => letter as i8 - 'a' as i8 + 1,
        digit if digit.is_ascii_digit() => return None,
        sign => digit_value(sign)?,
    };
    let behind = signs.get(at + 2);
    if behind.is_some_and(char::is_ascii_alphanumeric) {
        return None;
    }
    Square::new(digit_value(signs[at])?, rank)
}

/// Whether a `+` belongs to the letter of a promoted piece behind it.
fn is_promoted(signs: &[char], at: usize) -> bool {
    let letter = signs.get(at + 1).copied().unwrap_or(' ');
    let apart = |sign: Option<&char>| sign.is_none_or(|sign| !sign.is_alphanumeric());
    let before = at.checked_sub(1).map(|before| &signs[before]);
    Piece::from_sfen(&format!("+{letter}")).is_some()
        && apart(signs.get(at + 2))
        && apart(before)
        && !matches!(before, Some(')' | '}'))
}

#[cfg(test)]
thread_local! {
    /// How many texts were looked up as Japanese words.
    static LOOKS: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// The length of the first Japanese word: of those that the language has, the longest; else all that follows. A mark that
/// begins a move as in a record stands alone: `☗同飛成`.
fn japanese(signs: &[char]) -> usize {
    let marks = usize::from(side_of_mark(signs[0]).is_some());
    if marks == 1 && signs.get(1) == Some(&'同') {
        return marks;
    }
    let known = |&length: &usize| {
        #[cfg(test)]
        LOOKS.set(LOOKS.get() + 1);
        let word: String = signs[..length].iter().collect();
        let piece = signs[marks..length].iter().collect::<String>();
        kind_named(&piece).is_some() || meaning(&word).is_some() || CLASSES.contains(&word.as_str())
    };
    let lengths = marks + 1..=marks + run(&signs[marks..], LONGEST);
    let longest = lengths.rev().find(known);
    longest.unwrap_or_else(|| (marks + run(&signs[marks..], usize::MAX)).max(1))
}

/// How many Japanese letters stand in a row: at most so many, as a long text must not be looked through again from each
/// of its signs.
fn run(signs: &[char], most: usize) -> usize {
    let letters = signs.iter().take(most);
    letters
        .take_while(|sign| sign.is_alphabetic() && !sign.is_ascii())
        .count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<Token> {
        let found = lexemes(text).unwrap();
        found.into_iter().map(|lexeme| lexeme.token).collect()
    }

    fn word(text: &str) -> Token {
        Token::Word(text.to_owned())
    }

    #[test]
    fn japanese_needs_no_spaces() {
        let sign = Token::Sign;
        let wanted = [
            word("打"),
            sign('='),
            word("飛"),
            word("遠"),
            Token::Number(2),
            Token::Dots,
            sign(';'),
            word("玉"),
            sign('*'),
            sign(';'),
            word("同"),
            word("捨駒"),
        ];
        assert_eq!(tokens("打：飛　遠２..；玉＊；同捨駒"), wanted);
        assert_eq!(tokens("☖成銀取"), [word("☖成銀"), word("取")]);
        assert_eq!(tokens("☖成銀取"), tokens("☖成銀 取"));
        let again = [word("☗"), word("同"), word("飛"), word("成")];
        assert_eq!(tokens("☗同飛成"), again);
    }

    #[test]
    fn a_long_text_is_looked_at_once() {
        let signs = ['打'; 5_000];
        let text: String = signs.iter().collect();
        LOOKS.set(0);
        assert_eq!(tokens(&text).len(), signs.len());
        assert!(LOOKS.get() <= signs.len() * LONGEST, "{}", LOOKS.get());
        assert_eq!(tokens(&"あ".repeat(5_000)).len(), 1);
        // Two signs are one in print.
        let dots = [Token::Number(2), Token::Dots, Token::Number(5)];
        assert_eq!(tokens("2……5"), dots);
        assert_eq!(tokens("2…5"), dots);
    }

    #[test]
    fn a_plus_is_a_promoted_piece_or_a_repetition() {
        assert_eq!(tokens("+R/+b"), [word("+R"), Token::Sign('/'), word("+b")]);
        assert_eq!(tokens("R+"), [word("R"), Token::Sign('+')]);
        let repeated = [word("R"), Token::Sign(')'), Token::Sign('+'), word("K")];
        assert_eq!(tokens("R)+K"), repeated);
    }

    #[test]
    fn squares_and_numbers_are_told_apart() {
        let square = |file, rank| Token::Square(Square::new(file, rank).unwrap());
        assert_eq!(
            tokens("2b 2二 ２二"),
            [square(2, 2), square(2, 2), square(2, 2)]
        );
        assert_eq!(
            tokens("2..5"),
            [Token::Number(2), Token::Dots, Token::Number(5)]
        );
        let named = [
            Token::Name("x".to_owned()),
            Token::Name("甲".to_owned()),
            Token::Sign('$'),
        ];
        assert_eq!(tokens("$x $甲 $"), named);
    }

    #[test]
    fn errors_name_the_character() {
        for (text, at) in [("drop #", 6), ("打 .", 3), ("12345", 1)] {
            assert_eq!(lexemes(text).unwrap_err().at, at, "{text}");
        }
    }
}
