//! A person's condition in SQL, where it is as simple as most are: comparisons joined by AND.

use super::condition::Condition;
use crate::features::column::Kind;
use crate::features::registry;

/// The conditions that `sql` is made of, `None` if it is not only such as `plies >= 7 AND sound AND
/// captures = 0 AND NOT promoted`: columns of counts and flags, compared with whole numbers.
pub(super) fn understood(sql: &str) -> Option<Vec<Condition>> {
    let words = words(sql)?;
    let parts = words.split(|word| word.eq_ignore_ascii_case("and"));
    parts.map(part).collect()
}

fn part(words: &[&str]) -> Option<Condition> {
    let range = |name: &str, low, high| {
        let column = registry::columns().find(|is| is.name.eq_ignore_ascii_case(name))?;
        // They have no fractions, and none is below 0.
        let whole = matches!(column.kind, Kind::Count | Kind::Flag);
        let column = column.name;
        whole.then_some(Condition::Range { column, low, high })
    };
    match *words {
        [name] => range(name, Some(1.0), None),
        [not, name] if not.eq_ignore_ascii_case("not") => range(name, Some(0.0), Some(0.0)),
        [name, sign, number] => {
            let number = f64::from(number.parse::<u32>().ok()?);
            let (low, high) = match sign {
                "=" | "==" => (Some(number), Some(number)),
                ">=" => (Some(number), None),
                "<=" => (None, Some(number)),
                ">" => (Some(number + 1.0), None),
                "<" => (None, Some(number - 1.0)),
                _ => return None,
            };
            range(name, low, high)
        }
        _ => None,
    }
}

/// Names, numbers and signs of comparison; `None` if there is anything else.
fn words(sql: &str) -> Option<Vec<&str>> {
    let class = |c: char| match c {
        c if c.is_ascii_alphanumeric() || c == '_' => Some(1),
        '<' | '>' | '=' => Some(2),
        c if c.is_ascii_whitespace() => Some(0),
        _ => None,
    };
    let mut words = Vec::new();
    let mut rest = sql;
    while let Some(first) = rest.chars().next() {
        let first = class(first)?;
        let end = rest.find(|c| class(c) != Some(first));
        let (word, after) = rest.split_at(end.unwrap_or(rest.len()));
        if first > 0 {
            words.push(word);
        }
        rest = after;
    }
    Some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn simple_conditions_are_understood() {
        let range = |column, low: Option<u8>, high: Option<u8>| Condition::Range {
            column,
            low: low.map(f64::from),
            high: high.map(f64::from),
        };
        assert_eq!(
            understood("plies>=7 AND sound and captures = 0\n AND NOT promoted AND Tries < 9"),
            Some(vec![
                range("plies", Some(7), None),
                range("sound", Some(1), None),
                range("captures", Some(0), Some(0)),
                range("promoted", Some(0), Some(0)),
                range("tries", None, Some(8)),
            ])
        );
        assert_eq!(
            understood("king_travel > 20"),
            Some(vec![range("king_travel", Some(21), None)])
        );
    }

    #[test]
    fn others_are_left_to_sql() {
        for sql in [
            "plies = 7 OR sound",
            "plies BETWEEN 3 AND 7",
            "king = '5e'",
            "beauty > 3",
            "plies = 7 -- AND sound",
            "(plies = 7)",
            "plies = 7.5",
            "plies = -1",
            "plies <> 7",
            "7 = plies",
            "rowid = 7",
            "NOT plies = 7",
            "plies = 7 AND",
            "plies = captures",
            "plies >= 1e3",
            "signature = 5",
            "plies = 99999999999",
            "",
        ] {
            assert_eq!(understood(sql), None, "{sql}");
        }
    }
}
