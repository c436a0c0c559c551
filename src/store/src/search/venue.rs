//! Problems that a venue does not send back, by what their columns tell.

use super::condition::Condition;
use super::find::Search;
use features::column_filters::Range;
use features::venue::{Derived, Rule, Ruling, Subject, Venue};

impl Search {
    /// Adds that a venue does not send a problem back: that is known, or hangs on what no column tells alone, such as
    /// which piece an exchange 非限定 drops. Its opinion about each that is found tells which.
    pub fn submit_to(&mut self, venue: &Venue) {
        self.conditions.push(range("plies", None, None));
        if !venue.classes.is_empty() {
            let classes = venue.classes.iter();
            let classes = classes.map(|class| within("plies", &class.plies));
            self.conditions.push(Condition::Any(classes.collect()));
        }
        for subject in venue.subjects() {
            let rules: Vec<&Rule> = venue.about(subject).collect();
            self.conditions.extend(not_returned(&rules));
        }
    }
}

/// That the first of these rules about one subject that holds does not send a problem back; `None` if none of them
/// ever does.
fn not_returned(rules: &[&Rule]) -> Option<Condition> {
    let (rule, rest) = rules.split_first()?;
    let rest = not_returned(rest);
    match (rule.ruling, rest) {
        (Ruling::Return, None) => Some(does_not_hold(rule)),
        (Ruling::Return, Some(rest)) => Some(Condition::All(vec![does_not_hold(rule), rest])),
        (_, rest) => rest.map(|rest| Condition::Any(vec![holds(rule), rest])),
    }
}

/// That a rule applies to the length and holds.
fn holds(rule: &Rule) -> Condition {
    let there = match rule.about {
        Subject::Column(column) => within(column.name, &rule.when),
        Subject::Derived(derived) => is_there(derived),
    };
    match &rule.plies {
        Some(plies) => Condition::All(vec![within("plies", plies), there]),
        None => there,
    }
}

/// That a rule does not apply to the length, or does not hold, or that the columns do not tell it.
fn does_not_hold(rule: &Rule) -> Condition {
    let there = match rule.about {
        Subject::Column(column) => outside(column.name, &rule.when),
        Subject::Derived(derived) => may_be_missing(derived),
    };
    match &rule.plies {
        Some(plies) => Condition::Any(vec![outside("plies", plies), there]),
        None => there,
    }
}

/// That there is some of what no column has by itself.
fn is_there(derived: Derived) -> Condition {
    match derived {
        Derived::PlainCooks => {
            Condition::All(vec![some("cooks"), no("rule_e"), no("complete_lenient")])
        }
        // Which of the exchanges it is no column tells.
        Derived::SliderDropDuals | Derived::OtherExchangeDuals => some("exchange_duals"),
        Derived::MirrorSolutions => some("cooks"),
        // The columns go over all lines that are best play.
        Derived::FinalDuals => Condition::All(vec![
            Condition::Any(vec![some("equal_at_last"), some("longer_at_last")]),
            no("equal_variations"),
            no("interposition_choices"),
        ]),
    }
}

/// That there is none of it, or that no column tells it.
fn may_be_missing(derived: Derived) -> Condition {
    match derived {
        Derived::PlainCooks => {
            Condition::Any(vec![no("cooks"), some("rule_e"), some("complete_lenient")])
        }
        // A problem without second solutions has none of any kind, whether they were counted or not.
        Derived::SliderDropDuals | Derived::OtherExchangeDuals => Condition::Any(vec![
            range("exchange_duals", None, None),
            no("cooks"),
            some("rule_e"),
        ]),
        Derived::MirrorSolutions => {
            Condition::Any(vec![range("cooks", None, None), some("rule_e")])
        }
        Derived::FinalDuals => Condition::Any(vec![
            Condition::All(vec![no("equal_at_last"), no("longer_at_last")]),
            some("equal_variations"),
            some("interposition_choices"),
        ]),
    }
}

const fn range(column: &'static str, low: Option<f64>, high: Option<f64>) -> Condition {
    Condition::Range { column, low, high }
}

const fn some(column: &'static str) -> Condition {
    range(column, Some(1.0), None)
}

const fn no(column: &'static str) -> Condition {
    range(column, Some(0.0), Some(0.0))
}

const fn within(column: &'static str, wanted: &Range) -> Condition {
    range(column, wanted.low, wanted.high)
}

/// That a column of whole numbers lies outside a range.
fn outside(column: &'static str, wanted: &Range) -> Condition {
    let below = wanted
        .low
        .map(|low| range(column, None, Some(low.ceil() - 1.0)));
    let above = wanted
        .high
        .map(|high| range(column, Some(high.floor() + 1.0), None));
    Condition::Any(below.into_iter().chain(above).collect())
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::collections::HashMap;

    use features::venue::{self, Row, Verdict};
    use proptest::prelude::*;
    use rusqlite::{Connection, params_from_iter};

    use super::*;

    /// What conditions and opinions look at.
    fn columns(venue: &Venue) -> Vec<&'static str> {
        let mut columns = vec![
            "plies",
            "rule_e",
            "complete_lenient",
            "cooks",
            "exchange_duals",
            "move_order_duals",
            "detours",
            "equal_at_last",
            "longer_at_last",
            "equal_variations",
            "interposition_choices",
        ];
        for subject in venue.subjects() {
            if let Subject::Column(column) = subject {
                columns.push(column.name);
            }
        }
        columns.sort_unstable();
        columns.dedup();
        columns
    }

    /// Whether the search finds a problem with these columns.
    fn is_found(venue: &Venue, values: &HashMap<&'static str, Option<i64>>) -> bool {
        let mut search = Search::default();
        search.submit_to(venue);
        let conn = Connection::open_in_memory().unwrap();
        let named = values.iter().map(|(name, value)| match value {
            Some(value) => format!("{value} AS {name}"),
            None => format!("NULL AS {name}"),
        });
        let named: Vec<String> = named.collect();
        let mut bound = Vec::new();
        let condition = Condition::All(search.conditions).to_sql(&mut bound);
        let sql = format!(
            "SELECT count(*) FROM (SELECT {}) WHERE {condition}",
            named.join(", ")
        );
        conn.query_row(&sql, params_from_iter(&bound), |row| row.get::<_, i64>(0))
            .unwrap()
            == 1
    }

    /// A venue with every kind of rule, guards and ranges.
    const OF_EVERY_KIND: &str = r#"
name = "test"
term = "試験"
en = "a test"
ja = "試験"
[[class]]
name = "short"
term = "短"
plies = "..5"
[[class]]
name = "long"
term = "長"
plies = "9.."
[[rule]]
about = "equal_variations"
when = "1"
plies = "3..5"
verdict = "accept"
[[rule]]
about = "equal_variations"
when = "1..2"
plies = "3.."
verdict = "return"
[[rule]]
about = "equal_variations"
verdict = "ask"
[[rule]]
about = "leftover"
verdict = "ask"
[[rule]]
about = "leftover"
when = "2.."
verdict = "return"
[[rule]]
about = "final_duals"
plies = "..1"
verdict = "return"
[[rule]]
about = "mirror_solutions"
verdict = "return"
[[rule]]
about = "plain_cooks"
plies = "3"
verdict = "accept"
[[rule]]
about = "plain_cooks"
verdict = "return"
[[rule]]
about = "slider_drop_duals"
verdict = "return"
"#;

    #[test]
    fn what_is_found_is_what_is_not_returned() {
        let own = Venue::read(OF_EVERY_KIND).unwrap();
        let venues: Vec<&Venue> = venue::all().iter().chain([&own]).collect();
        let (found, returned) = (Cell::new(0), Cell::new(0));
        let amount = prop_oneof![2 => Just(0), 1 => 1..4_i64];
        let value = prop::option::weighted(0.9, amount);
        let plies = prop::option::weighted(0.95, (0..30_i64).prop_map(|half| 2 * half + 1));
        let cases = (plies, prop::collection::vec(value, 24), 0..venues.len());
        proptest!(ProptestConfig { cases: 3000, failure_persistence: None, ..Default::default() },
            |((plies, amounts, place) in cases)| {
            let venue = venues[place];
            let columns = columns(venue);
            let mut values: HashMap<&'static str, Option<i64>> =
                columns.iter().copied().zip(amounts).collect();
            prop_assert_eq!(values.len(), columns.len());
            values.insert("plies", plies);
            for flag in ["rule_e", "complete_lenient"] {
                let flag = values.get_mut(flag).unwrap();
                *flag = flag.map(|is| is.min(1));
            }
            let verdict = venue.opinion(&Row(|name: &str| values[name])).verdict();
            match is_found(venue, &values) {
                true => {
                    found.set(found.get() + 1);
                    prop_assert_ne!(verdict, Verdict::Returned, "{} {:?}", venue.name, values);
                }
                false => {
                    returned.set(returned.get() + 1);
                    let is_so = matches!(verdict, Verdict::Returned | Verdict::Undecided);
                    prop_assert!(is_so, "{} {:?}", venue.name, values);
                }
            }
        });
        let (found, returned) = (found.get(), returned.get());
        assert!(found > 100 && returned > 100, "{found} {returned}");
    }
}
