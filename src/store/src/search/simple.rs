//! A person's condition in SQL, where it is one that bitmaps answer: columns of counts, flags and words
//! compared with constants, joined by AND, OR, NOT and parentheses.
//!
//! SQL knows three truths. A comparison with NULL is neither true nor false, and NOT does not make it
//! true; so a negation is carried down to the comparisons (De Morgan's laws hold with three truths as
//! well), and each of these is negated among the problems that have a value.

use crate::search::condition::Condition;
use features::column::Kind;
use features::registry;

/// How deep parentheses and negations may stand in each other; SQL takes what goes deeper.
const DEEPEST: u32 = 50;

/// What `sql` says, `None` if it says anything but such as `plies >= 7 AND NOT (captures OR king = '5e')`.
/// Whatever is understood is the same in SQL, provided SQL takes it at all.
pub(crate) fn understood(sql: &str) -> Option<Condition> {
    let words = words(sql)?;
    let mut parser = Parser { rest: &words };
    let condition = parser.any(true, 0)?;
    parser.rest.is_empty().then_some(condition)
}

/// A word of SQL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Word<'a> {
    /// A name or a keyword.
    Name(&'a str),
    /// A whole number.
    Number(u32),
    /// Text between apostrophes.
    Text(&'a str),
    /// A comparison, a parenthesis or a comma.
    Sign(&'a str),
}

/// The words; `None` if there is anything else.
fn words(sql: &str) -> Option<Vec<Word<'_>>> {
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut words = Vec::new();
    let mut rest = sql.trim_ascii_start();
    while let Some(first) = rest.chars().next() {
        let length = match first {
            // An apostrophe inside a text is doubled: two texts here, which mean nothing.
            '\'' => rest[1..].find('\'')? + 2,
            '(' | ')' | ',' => 1,
            '<' | '>' | '=' | '!' => rest.find(|c| !"<>=!".contains(c)).unwrap_or(rest.len()),
            c if is_name(c) => rest.find(|c| !is_name(c)).unwrap_or(rest.len()),
            _ => return None,
        };
        let (word, after) = rest.split_at(length);
        words.push(match first {
            '\'' => Word::Text(&word[1..length - 1]),
            c if c.is_ascii_digit() => Word::Number(word.parse().ok()?),
            c if is_name(c) => Word::Name(word),
            _ => Word::Sign(word),
        });
        rest = after.trim_ascii_start();
    }
    Some(words)
}

struct Parser<'a> {
    rest: &'a [Word<'a>],
}

/// Each method reads a part of a condition, negated where it is not `wanted`, `depth` parentheses and
/// negations deep.
impl<'a> Parser<'a> {
    /// Parts joined by OR.
    fn any(&mut self, wanted: bool, depth: u32) -> Option<Condition> {
        let mut parts = vec![self.all(wanted, depth)?];
        while self.takes("or") {
            parts.push(self.all(wanted, depth)?);
        }
        Some(joined(parts, !wanted))
    }

    /// Parts joined by AND.
    fn all(&mut self, wanted: bool, depth: u32) -> Option<Condition> {
        let mut parts = vec![self.part(wanted, depth)?];
        while self.takes("and") {
            parts.push(self.part(wanted, depth)?);
        }
        Some(joined(parts, wanted))
    }

    fn part(&mut self, wanted: bool, depth: u32) -> Option<Condition> {
        if depth == DEEPEST {
            return None;
        }
        if self.takes("not") {
            return self.part(!wanted, depth + 1);
        }
        if self.takes("(") {
            let inside = self.any(wanted, depth + 1)?;
            return self.takes(")").then_some(inside);
        }
        self.comparison(wanted)
    }

    /// A column, or what it is compared with.
    fn comparison(&mut self, wanted: bool) -> Option<Condition> {
        let Word::Name(name) = self.next()? else {
            return None;
        };
        let column = registry::columns().find(|is| is.name.eq_ignore_ascii_case(name))?;
        match column.kind {
            Kind::Count | Kind::Flag => self.of_number(column.name, wanted),
            Kind::Text => self.of_word(column.name, wanted),
            Kind::Real | Kind::Hash | Kind::Bytes => None,
        }
    }

    /// What follows on a column of whole numbers.
    fn of_number(&mut self, column: &'static str, wanted: bool) -> Option<Condition> {
        let range = |low: Option<i64>, high: Option<i64>| Condition::Range {
            column,
            low: low.map(|low| low as f64),
            high: high.map(|high| high as f64),
        };
        let outside = |low: i64, high: i64| {
            Condition::Any(vec![
                range(None, Some(low - 1)),
                range(Some(high + 1), None),
            ])
        };
        let between = |low: i64, high: i64, wanted: bool| match wanted {
            true => range(Some(low), Some(high)),
            false if low > high => range(None, None),
            false => outside(low, high),
        };
        if self.takes("is") {
            // That there is none is not what bitmaps say.
            let there = self.takes("not") && self.takes("null") && wanted;
            return there.then(|| range(None, None));
        }
        let negated = self.takes("not");
        let among = wanted != negated;
        if self.takes("between") {
            let low = self.number()?;
            let high = self.takes("and").then(|| self.number())??;
            return Some(between(low, high, among));
        }
        if self.takes("in") {
            let numbers = self.list(Self::number)?;
            let each = numbers.into_iter().map(|is| between(is, is, among));
            return Some(joined(each.collect(), !among));
        }
        if negated {
            return None;
        }
        let Some(&Word::Sign(sign @ ("=" | "==" | "<>" | "!=" | "<" | "<=" | ">" | ">="))) =
            self.rest.first()
        else {
            // Alone it holds where it is not 0.
            return Some(between(0, 0, !wanted));
        };
        self.next();
        let number = self.number()?;
        Some(match (sign, wanted) {
            ("=" | "==", wanted) => between(number, number, wanted),
            ("<>" | "!=", wanted) => between(number, number, !wanted),
            ("<", true) | (">=", false) => range(None, Some(number - 1)),
            ("<=", true) | (">", false) => range(None, Some(number)),
            (">", true) | ("<=", false) => range(Some(number + 1), None),
            _ => range(Some(number), None),
        })
    }

    /// What follows on a column of words.
    fn of_word(&mut self, column: &'static str, wanted: bool) -> Option<Condition> {
        let negated = self.takes("not");
        let (words, among) = if self.takes("in") {
            (self.list(Self::text)?, wanted != negated)
        } else if negated {
            return None;
        } else if self.takes("=") || self.takes("==") {
            (vec![self.text()?], wanted)
        } else if self.takes("<>") || self.takes("!=") {
            (vec![self.text()?], !wanted)
        } else {
            return None;
        };
        Some(match among {
            true => Condition::Words { column, words },
            false => Condition::OtherWords { column, words },
        })
    }

    /// Constants in parentheses, one at least.
    fn list<T>(&mut self, one: fn(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        if !self.takes("(") {
            return None;
        }
        let mut list = vec![one(self)?];
        while self.takes(",") {
            list.push(one(self)?);
        }
        self.takes(")").then_some(list)
    }

    fn number(&mut self) -> Option<i64> {
        match self.next()? {
            Word::Number(number) => Some(number.into()),
            _ => None,
        }
    }

    fn text(&mut self) -> Option<String> {
        match self.next()? {
            Word::Text(text) => Some(text.to_owned()),
            _ => None,
        }
    }

    fn next(&mut self) -> Option<Word<'a>> {
        let (&first, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(first)
    }

    /// Goes past this keyword or sign if it comes next.
    fn takes(&mut self, what: &str) -> bool {
        let comes = match self.rest.first() {
            Some(Word::Name(word)) => word.eq_ignore_ascii_case(what),
            Some(Word::Sign(sign)) => *sign == what,
            _ => false,
        };
        if comes {
            self.next();
        }
        comes
    }
}

/// All of these, or one of these.
fn joined(mut parts: Vec<Condition>, all: bool) -> Condition {
    match (parts.len(), all) {
        (1, _) => parts.remove(0),
        (_, true) => Condition::All(parts),
        (_, false) => Condition::Any(parts),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rusqlite::{Connection, params_from_iter};

    use super::*;

    fn range(column: &'static str, low: Option<u8>, high: Option<u8>) -> Condition {
        Condition::Range {
            column,
            low: low.map(f64::from),
            high: high.map(f64::from),
        }
    }

    #[test]
    fn what_bitmaps_answer_is_understood() {
        let all = |parts: &[Condition]| Some(Condition::All(parts.to_vec()));
        let any = |parts: &[Condition]| Some(Condition::Any(parts.to_vec()));
        let seven = range("plies", Some(7), Some(7));
        let short = range("plies", None, Some(6));
        let long = range("plies", Some(8), None);
        let corner = |words: &[&str]| Condition::Words {
            column: "king",
            words: words.iter().map(|&word| word.to_owned()).collect(),
        };
        assert_eq!(
            understood("plies>=7 AND captures = 0\n and Tries < 9"),
            all(&[
                range("plies", Some(7), None),
                range("captures", Some(0), Some(0)),
                range("tries", None, Some(8)),
            ])
        );
        assert_eq!(understood("plies = 7"), Some(seven.clone()));
        assert_eq!(
            understood("plies=7 or plies < 7 and king = '1a'"),
            any(&[
                seven.clone(),
                Condition::All(vec![short.clone(), corner(&["1a"])])
            ])
        );
        // A negation goes to the comparisons.
        assert_eq!(
            understood("NOT (plies <> 7 OR NOT king IN ('1a', '9a'))"),
            all(&[seven.clone(), corner(&["1a", "9a"])])
        );
        assert_eq!(
            understood("plies != 7"),
            any(&[short.clone(), long.clone()])
        );
        assert_eq!(understood("not plies = 7"), any(&[short, long]));
        assert_eq!(
            understood("((tries IS NOT NULL))"),
            Some(range("tries", None, None))
        );
    }

    #[test]
    fn others_are_left_to_sql() {
        for sql in [
            "beauty > 3",
            "plies = 7 OR beauty > 3",
            "plies = 7 -- AND complete",
            "plies = 7 /* */",
            "(plies = 7",
            "plies = 7)",
            "plies = 7.5",
            "plies = -1",
            "7 = plies",
            "rowid = 7",
            "plies = 7 AND",
            "OR plies = 7",
            "plies = captures",
            "plies >= 1e3",
            "plies < 7 < 3",
            "plies NOT 7",
            "plies =! 7",
            "plies IN ()",
            "plies IN (7, '7')",
            "plies IN (select 7)",
            "plies IS NULL",
            "NOT plies IS NOT NULL",
            "plies IS 7",
            "plies BETWEEN 3 OR 7",
            "plies = '7'",
            "signature = 5",
            "king = 5",
            "king",
            "king > '5e'",
            "king = 'it''s'",
            "king = '5e",
            "king LIKE '5%'",
            "abs(plies) = 7",
            "plies = 99999999999",
            "plies IN (7); DROP TABLE problems",
            "",
        ] {
            assert_eq!(understood(sql), None, "{sql}");
        }
        let deep = |parentheses: usize| {
            let (open, close) = ("(".repeat(parentheses), ")".repeat(parentheses));
            understood(&format!("{open}complete{close}"))
        };
        assert!(deep(40).is_some());
        assert_eq!(deep(1_000_000), None);
    }

    /// Conditions as people write them, and odder ones, all of which should be understood.
    fn clause() -> impl Strategy<Value = String> {
        let pick = |from: &[&'static str]| prop::sample::select(from.to_vec());
        let column = || pick(&["plies", "tries", "Complete", "captures", "interpositions"]);
        let word_column = || pick(&["king", "status", "FINAL_KING"]);
        let word = || pick(&["'1a'", "'5e'", "'mate'", "''", "'5E'"]);
        let not = || pick(&["", "", "NOT "]);
        let signs = ["=", "==", "<>", "!=", "<", "<=", ">", ">="];
        let numbers = prop::collection::vec(0..9_u8, 1..4);
        let words = prop::collection::vec(word(), 1..4);
        let listed = |numbers: Vec<u8>| {
            let numbers: Vec<String> = numbers.iter().map(u8::to_string).collect();
            numbers.join(",")
        };
        let one = prop_oneof![
            column().prop_map(str::to_owned),
            (column(), pick(&signs), 0..9_u8).prop_map(|(is, sign, n)| format!("{is}{sign} {n}")),
            (column(), not(), 0..9_u8, 0..9_u8)
                .prop_map(|(is, not, low, high)| format!("{is} {not}BETWEEN {low} and {high}")),
            (column(), not(), numbers)
                .prop_map(move |(is, not, numbers)| format!("{is} {not}in({})", listed(numbers))),
            (word_column(), pick(&signs[..4]), word())
                .prop_map(|(is, sign, word)| format!("{is} {sign}{word}")),
            (word_column(), not(), words)
                .prop_map(|(is, not, words)| format!("{is} {not}IN ({})", words.join(" , "))),
        ];
        one.prop_recursive(5, 24, 3, move |inner| {
            let parts = || prop::collection::vec(inner.clone(), 2..4);
            prop_oneof![
                parts().prop_map(|parts| parts.join(" AND ")),
                parts().prop_map(|parts| parts.join(" or ")),
                inner.clone().prop_map(|part| format!("({part})")),
                inner.clone().prop_map(|part| format!("NOT {part}")),
                inner.clone().prop_map(|part| format!("not({part})")),
            ]
        })
    }

    /// Rows with all combinations of some values and NULL.
    fn rows() -> Connection {
        let conn = Connection::open_in_memory().unwrap();
        conn.execute_batch(
            "CREATE TABLE problems (plies INTEGER, tries INTEGER, complete INTEGER, captures INTEGER,
                interpositions INTEGER, king TEXT, status TEXT, final_king TEXT);
             WITH number(is_there) AS (VALUES (NULL), (0), (3), (8)),
                word(is_there) AS (VALUES (NULL), ('5e'), ('1a'))
             INSERT INTO problems SELECT a.is_there, b.is_there, c.is_there, d.is_there,
                a.is_there + 1, e.is_there, f.is_there, e.is_there
                FROM number a, number b, number c, number d, word e, word f;",
        )
        .unwrap();
        conn
    }

    fn found(conn: &Connection, condition: &str, values: &[String]) -> Vec<i64> {
        let sql = format!("SELECT rowid FROM problems WHERE ({condition}) ORDER BY rowid");
        let mut select = conn.prepare_cached(&sql).unwrap();
        let rows = select.query_map(params_from_iter(values), |row| row.get(0));
        rows.unwrap().collect::<rusqlite::Result<_>>().unwrap()
    }

    #[test]
    fn what_is_understood_is_what_sql_understands() {
        let conn = rows();
        proptest!(ProptestConfig { cases: 2000, failure_persistence: None, ..Default::default() },
            |(text in clause())| {
            let condition = understood(&text);
            prop_assert!(condition.is_some(), "{}", text);
            let mut values = Vec::new();
            let sql = condition.unwrap().to_sql(&mut values);
            prop_assert_eq!(found(&conn, &text, &[]), found(&conn, &sql, &values), "{}", text);
        });
    }
}
