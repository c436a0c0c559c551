//! The values of a column as JSON, as short as it goes.

use serde_json::json;

use features::Value;

/// The values of a column: one where all are the same; else a list, or `{"runs":[…]}` with each value
/// that comes several times in a row written once, its count behind it, where that is shorter.
#[derive(Clone, Default)]
pub struct Cells {
    runs: Vec<(Box<str>, u32)>,
}

impl Cells {
    /// Adds a value of a database.
    pub fn add(&mut self, value: &Value) {
        let json = match value {
            Value::Integer(number) => json!(number),
            Value::Real(number) => json!(number),
            Value::Text(text) => json!(text),
            Value::Null | Value::Bytes(_) => json!(null),
        };
        let json = json.to_string();
        match self.runs.last_mut() {
            Some((last, count)) if **last == *json => *count += 1,
            _ => self.runs.push((json.into(), 1)),
        }
    }

    /// The value of all, as JSON, if there is no other and at least one.
    pub fn only(&self) -> Option<&str> {
        match &*self.runs {
            [(value, _)] => Some(value),
            _ => None,
        }
    }

    /// The least and the greatest of the numbers, as JSON, if there are any.
    pub fn range(&self) -> Option<(&str, &str)> {
        let number = |value: &str| value.parse::<f64>().ok();
        let numbers = (self.runs.iter()).filter_map(|(value, _)| Some((number(value)?, &**value)));
        let least = numbers.clone().min_by(|a, b| a.0.total_cmp(&b.0))?;
        let greatest = numbers.max_by(|a, b| a.0.total_cmp(&b.0))?;
        Some((least.1, greatest.1))
    }

    /// All values as JSON.
    pub fn json(&self) -> String {
        if let Some(only) = self.only() {
            return only.to_owned();
        }
        let runs = self.runs.iter();
        let runs: Vec<String> = runs.map(|(value, n)| format!("{value},{n}")).collect();
        let runs = format!("{{\"runs\":[{}]}}", runs.join(","));
        let lengths = self.runs.iter().map(|(value, n)| {
            let times = usize::try_from(*n).unwrap_or(usize::MAX);
            times.saturating_mul(value.len() + 1)
        });
        let length = lengths.fold(1, usize::saturating_add);
        if runs.len() < length {
            return runs;
        }
        let all = self.runs.iter().flat_map(|(value, n)| {
            let times = usize::try_from(*n).unwrap_or(usize::MAX);
            std::iter::repeat_n(&**value, times)
        });
        format!("[{}]", all.collect::<Vec<_>>().join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn json(values: &[Value]) -> String {
        let mut cells = Cells::default();
        values.iter().for_each(|value| cells.add(value));
        cells.json()
    }

    #[test]
    fn the_shortest_form_is_chosen() {
        let integers = |numbers: &[i64]| -> Vec<Value> {
            let numbers = numbers.iter().copied();
            numbers.map(Value::Integer).collect()
        };
        assert_eq!(json(&[]), "[]");
        assert_eq!(json(&integers(&[7; 5])), "7");
        assert_eq!(json(&integers(&[1, 2, 2])), "[1,2,2]");
        let long = [vec![0; 9], vec![12; 9]].concat();
        assert_eq!(json(&integers(&long)), "{\"runs\":[0,9,12,9]}");
        let mut cells = Cells::default();
        let some = [Value::Null, Value::Integer(12), Value::Real(-0.5)];
        some.iter().for_each(|value| cells.add(value));
        assert_eq!(cells.range(), Some(("-0.5", "12")));
        assert_eq!(Cells::default().range(), None);
        let mixed = [Value::Null, Value::Real(0.5), Value::Text("5\"a".into())];
        assert_eq!(json(&mixed), "[null,0.5,\"5\\\"a\"]");
    }
}
