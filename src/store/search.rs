//! Finding problems by their columns, near copies once.

use std::collections::HashSet;

use rusqlite::functions::FunctionFlags;
use rusqlite::{Connection, OptionalExtension, Row, params_from_iter};

use super::entry;
use super::error::At;
use super::guard::Patience;
use super::query::{QueryError, words};
use super::{Entry, Store, index};
use crate::features::registry;
use crate::shogi::{Color, Kind, Piece, Square};

/// What a square must hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pattern {
    /// This piece.
    Piece(Piece),
    /// A king, whichever side's.
    King,
    /// Nothing.
    Empty,
}

/// What is looked for.
#[derive(Clone, Debug, Default)]
pub struct Search {
    /// Conditions over columns, all of which must hold; made by the program, not by a person.
    pub conditions: Vec<String>,
    /// Values for the parameters of the conditions, in their order.
    pub values: Vec<String>,
    /// A person's condition in SQL over columns of `problems`.
    pub condition: Option<String>,
    /// What stands on these squares, or on their mirror images, all on the same side.
    pub contains: Vec<(Square, Pattern)>,
    /// The column to sort by and whether the largest come first; by number if `None`, and among
    /// equals.
    pub sort: Option<(&'static str, bool)>,
    /// Shows every problem, not one of each line (similar ones, 類作).
    pub all: bool,
    /// At most so many.
    pub limit: usize,
}

/// A problem that was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// The problem.
    pub entry: Entry,
    /// How many problems of the database have its line, itself included; 1 where there is no line.
    pub group: u64,
}

impl Store {
    /// Finds problems; where several have one line, the first of them.
    ///
    /// # Errors
    /// If the person's condition is wrong, or the search comes to a limit.
    pub fn search(&self, search: &Search, patience: &Patience) -> Result<Vec<Found>, QueryError> {
        let pattern = search.contains.clone();
        self.conn
            .create_scalar_function(
                "contains_pieces",
                1,
                FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC,
                move |context| Ok(contains(context.get_raw(0).as_str()?, &pattern)),
            )
            .map_err(words)?;
        patience.spend(&self.conn, || {
            if let Some(condition) = &search.condition {
                examine(&self.conn, condition)?;
            }
            let ids = find(&self.conn, search).map_err(words)?;
            ids.into_iter()
                .map(|(id, signature)| {
                    let entry = self.read_entry(id)?;
                    let group = match signature {
                        Some(signature) => self.group_size(signature)?,
                        None => 1,
                    };
                    Ok(Found { entry, group })
                })
                .collect()
        })
    }

    fn read_entry(&self, id: i64) -> Result<Entry, QueryError> {
        let sql = format!("SELECT {} FROM problems p WHERE p.id = ?", entry::select());
        let read = || self.conn.prepare_cached(&sql)?.query_row([id], entry::read);
        Ok(read().at(&self.path)?)
    }

    /// How many problems have this line.
    pub(super) fn group_size(&self, signature: i64) -> Result<u64, QueryError> {
        let count = || {
            self.conn
                .prepare_cached("SELECT count(*) FROM problems WHERE signature = ?")?
                .query_row([signature], |row| row.get::<_, i64>(0))
        };
        Ok(count().at(&self.path)?.unsigned_abs())
    }
}

/// Whether a person's condition can be understood; what is wrong with it is told by its place in it.
pub(super) fn examine(conn: &Connection, condition: &str) -> Result<(), QueryError> {
    const BEFORE: &str = "SELECT 1 FROM problems WHERE (";
    if condition.trim().is_empty() {
        return Err(QueryError::Nothing);
    }
    let sql = format!("{BEFORE}{condition}\n)");
    match conn.prepare(&sql) {
        Ok(statement) if statement.parameter_count() > 0 => Err(QueryError::Parameters),
        Ok(_) => Ok(()),
        Err(rusqlite::Error::SqlInputError {
            error, msg, offset, ..
        }) => {
            let offset = offset - BEFORE.len() as i32;
            Err(words(rusqlite::Error::SqlInputError {
                error,
                msg,
                sql: condition.to_owned(),
                offset: offset.clamp(0, condition.len() as i32),
            }))
        }
        Err(other) => Err(words(other)),
    }
}

/// How many of the most beautiful problems are looked through before all others: what most searches
/// show is among them.
const FIRST: i64 = 10_000;

/// Numbers and lines of the problems looked for.
fn find(conn: &Connection, search: &Search) -> rusqlite::Result<Vec<(i64, Option<i64>)>> {
    if search.sort == Some(("beauty", true)) && index::are_made(conn)? {
        let bound: Option<Option<f64>> = conn
            .query_row(
                "SELECT beauty FROM problems ORDER BY beauty DESC LIMIT 1 OFFSET ?",
                [FIRST],
                |row| row.get(0),
            )
            .optional()?;
        if let Some(Some(bound)) = bound {
            let bound = format!("beauty >= {bound:?}");
            let found = find_among(conn, search, index::BY_BEAUTY, Some(bound))?;
            if found.len() == search.limit {
                return Ok(found);
            }
        }
    }
    find_among(conn, search, "", None)
}

/// The same among the problems for which a condition holds, by an index if one is named.
fn find_among(
    conn: &Connection,
    search: &Search,
    index: &str,
    bound: Option<String>,
) -> rusqlite::Result<Vec<(i64, Option<i64>)>> {
    let mut conditions: Vec<String> = bound.into_iter().collect();
    conditions.extend(search.conditions.iter().cloned());
    conditions.extend(search.condition.iter().map(|own| format!("({own}\n)")));
    conditions.extend(kings(&search.contains));
    if !search.contains.is_empty() {
        conditions.push("contains_pieces(sfen)".to_owned());
    }
    let conditions = match conditions.is_empty() {
        true => String::new(),
        false => format!("WHERE {}", conditions.join(" AND ")),
    };
    let by = match index {
        "" => String::new(),
        index => format!("INDEXED BY {index}"),
    };
    let order = match search.sort {
        None => String::new(),
        // NULL is less than any number, so it comes last where the largest come first.
        Some((column, true)) => format!("{column} DESC, "),
        Some((column, false)) => format!("{column} IS NULL, {column}, "),
    };
    let sql = format!("SELECT id, signature FROM problems {by} {conditions} ORDER BY {order}id");
    let mut statement = conn.prepare(&sql)?;
    let mut rows = statement.query(params_from_iter(&search.values))?;
    let mut seen = HashSet::new();
    let mut found = Vec::new();
    while found.len() < search.limit {
        let Some(row) = rows.next()? else {
            break;
        };
        let (id, signature) = numbers(row)?;
        if search.all || signature.is_none_or(|signature| seen.insert(signature)) {
            found.push((id, signature));
        }
    }
    Ok(found)
}

/// What a pattern says of the defender's king, as a condition that an index knows. A king of either
/// side may be the attacker's only where there are two.
fn kings(pattern: &[(Square, Pattern)]) -> Vec<String> {
    let king = Pattern::Piece(Piece::plain(Color::White, Kind::King));
    let kings = pattern
        .iter()
        .filter(|(_, is)| *is == king || *is == Pattern::King);
    let condition = |(square, is): &(Square, Pattern)| {
        let stands = format!("king IN ('{square}', '{}')", square.mirror());
        match *is {
            Pattern::King => format!("({stands} OR two_kings)"),
            _ => stands,
        }
    };
    kings.map(condition).collect()
}

fn numbers(row: &Row<'_>) -> rusqlite::Result<(i64, Option<i64>)> {
    Ok((row.get(0)?, row.get(1)?))
}

/// Whether the board of an SFEN, or its mirror image, has everything of a pattern.
fn contains(sfen: &str, pattern: &[(Square, Pattern)]) -> bool {
    let Some(board) = board(sfen) else {
        return false;
    };
    let holds = |image: fn(Square) -> Square| {
        pattern.iter().all(|&(square, wanted)| {
            let is = board[image(square).index()];
            match wanted {
                Pattern::Piece(piece) => is == sign(piece),
                Pattern::King => is.eq_ignore_ascii_case(&b'k'),
                Pattern::Empty => is == 0,
            }
        })
    };
    holds(|square| square) || holds(Square::mirror)
}

/// Marks the letter of a promoted piece.
const PROMOTED: u8 = 0x80;

/// The letter of a piece in SFEN, marked if it is promoted.
fn sign(piece: Piece) -> u8 {
    let letter = piece.kind.letter() as u8;
    let letter = match piece.color {
        Color::Black => letter,
        Color::White => letter.to_ascii_lowercase(),
    };
    letter | if piece.promoted { PROMOTED } else { 0 }
}

/// What stands on each square, 0 for nothing: a reading of SFENs for one question asked a million
/// times.
fn board(sfen: &str) -> Option<[u8; Square::COUNT]> {
    let mut board = [0; Square::COUNT];
    let (mut file, mut rank, mut promoted) = (9, 1, 0);
    for &byte in sfen.as_bytes() {
        match byte {
            b' ' => break,
            b'/' => (file, rank) = (9, rank + 1),
            b'+' => promoted = PROMOTED,
            b'1'..=b'9' => file -= (byte - b'0') as i8,
            letter => {
                board[Square::new(file, rank)?.index()] = letter | promoted;
                (file, promoted) = (file - 1, 0);
            }
        }
    }
    Some(board)
}

impl std::str::FromStr for Pattern {
    type Err = String;

    /// A piece as in SFEN (`p` the defender's pawn, `+R` the attacker's dragon), `K` a king, `-` nothing.
    fn from_str(text: &str) -> Result<Self, String> {
        let bad = || format!("{text:?} is no piece as in SFEN, K or -");
        let (promoted, letter) = match text.strip_prefix('+') {
            Some(letter) => (true, letter),
            None => (false, text),
        };
        let mut letters = letter.chars();
        let (Some(letter), None) = (letters.next(), letters.next()) else {
            return Err(bad());
        };
        if !promoted && letter == 'K' {
            return Ok(Self::King);
        }
        if !promoted && letter == '-' {
            return Ok(Self::Empty);
        }
        let kind = Kind::from_letter(letter.to_ascii_uppercase()).ok_or_else(bad)?;
        if promoted && !kind.promotes() {
            return Err(bad());
        }
        let color = if letter.is_ascii_uppercase() {
            Color::Black
        } else {
            Color::White
        };
        Ok(Self::Piece(Piece {
            color,
            kind,
            promoted,
        }))
    }
}

impl Search {
    /// Adds that a column of numbers lies between two bounds, both included.
    ///
    /// # Panics
    /// If the registry has no such column.
    pub fn range(&mut self, column: &str, low: Option<f64>, high: Option<f64>) {
        let name = registry::at(registry::place(column).expect("a column")).name;
        match (low, high) {
            (Some(low), Some(high)) if low == high => {
                self.conditions.push(format!("{name} = {low}"));
            }
            _ => {
                self.conditions
                    .extend(low.map(|low| format!("{name} >= {low}")));
                let high = high.map(|high| format!("{name} <= {high}"));
                self.conditions.extend(high);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_are_read_as_in_sfen() {
        let piece = |color, kind, promoted| {
            Ok(Pattern::Piece(Piece {
                color,
                kind,
                promoted,
            }))
        };
        assert_eq!("p".parse(), piece(Color::White, Kind::Pawn, false));
        assert_eq!("+R".parse(), piece(Color::Black, Kind::Rook, true));
        assert_eq!("k".parse(), piece(Color::White, Kind::King, false));
        assert_eq!("K".parse(), Ok(Pattern::King));
        assert_eq!("-".parse(), Ok(Pattern::Empty));
        for text in ["", "+", "+G", "+K", "+-", "x", "pp", "歩"] {
            assert!(text.parse::<Pattern>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_pattern_is_found_on_either_side_but_not_on_both() {
        let square = |file, rank| Square::new(file, rank).unwrap();
        let lance: Pattern = "l".parse().unwrap();
        let knight: Pattern = "n".parse().unwrap();
        let pattern = [
            (square(1, 1), lance),
            (square(2, 1), knight),
            (square(3, 1), Pattern::Empty),
        ];
        assert!(contains("7nl/8k/9/9/9/9/9/9/9 b G 1", &pattern));
        assert!(contains("ln7/k8/9/9/9/9/9/9/9 b G 1", &pattern));
        assert!(!contains("l6n1/k8/9/9/9/9/9/9/9 b G 1", &pattern));
        assert!(!contains("lnk6/9/9/9/9/9/9/9/9 b G 1", &pattern));
        assert!(!contains("lnk7/k8/9", &pattern));
    }

    #[test]
    fn boards_are_read_as_setups_are() {
        for sfen in [
            "6k2/7+n1/6+N2/6NN1/9/9/9/9/9 b 2r2b4g4s4l18p 1",
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
            "g3p3+r/3lPG3/1s4ppp/1l1B4P/L2b1kPl1/3+p3+R+p/3+p2+s1S/+NP+p1gS3/1g+p2P3 b 4P3n 1",
        ] {
            let setup: crate::shogi::Setup = sfen.parse().unwrap();
            let plain = setup.board.map(|piece| piece.map_or(0, sign));
            assert_eq!(board(sfen), Some(plain));
        }
        assert_eq!(board("k9k b - 1"), None);
    }
}
