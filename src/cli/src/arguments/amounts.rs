//! Amounts as they are typed: bytes, times, numbers.

use std::str::FromStr;
use std::time::Duration;
use words::say;

/// Splits an amount into its number and its unit.
fn split(text: &str) -> (&str, &str) {
    let digits = text.trim_end_matches(|c: char| !c.is_ascii_digit());
    text.split_at(digits.len())
}

/// A whole number of more than nothing with one of these units, in whatever case. `bad` says what is expected, `too_large`
/// that it is more than can be counted.
fn whole(
    text: &str,
    units: &[(&str, u64)],
    bad: fn() -> String,
    too_large: fn() -> String,
) -> Result<u64, String> {
    let (number, unit) = split(text);
    let unit = unit.to_ascii_uppercase();
    let unit = units.iter().find(|(name, _)| *name == unit);
    let &(_, unit) = unit.ok_or_else(bad)?;
    if number.is_empty() || number.contains(|c: char| !c.is_ascii_digit()) {
        return Err(bad());
    }
    let number: Option<u64> = number.parse().ok();
    match number.and_then(|number| number.checked_mul(unit)) {
        Some(0) => Err(bad()),
        Some(amount) => Ok(amount),
        None => Err(too_large()),
    }
}

/// A number of bytes, written with K, M, G or T for powers of 1024.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Bytes(pub u64);

impl FromStr for Bytes {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let units = [
            ("", 1),
            ("K", 1 << 10),
            ("M", 1 << 20),
            ("G", 1 << 30),
            ("T", 1 << 40),
        ];
        let bad = || say!("expected a size such as 800M or 2G");
        whole(text, &units, bad, || say!("this size is too large")).map(Self)
    }
}

/// A time: `500ms`, `30s`, `1.5s`, `2m`, `1h`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Time(pub Duration);

impl FromStr for Time {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let bad = || say!("expected a time such as 500ms, 30s, 2m or 1h");
        let (number, unit) = split(text);
        let unit = match unit {
            "ms" => 0.001,
            "s" => 1.0,
            "m" => 60.0,
            "h" => 3600.0,
            _ => return Err(bad()),
        };
        // Nothing but digits and a point: numbers in other spellings are no times.
        if number.contains(|c: char| !c.is_ascii_digit() && c != '.') {
            return Err(bad());
        }
        let number: f64 = number.parse().map_err(|_| bad())?;
        match Duration::try_from_secs_f64(number * unit) {
            Ok(time) if !time.is_zero() => Ok(Self(time)),
            _ => Err(bad()),
        }
    }
}

/// How long a query may take: a [`Time`], or a number of seconds, of which 0 is without end (`None`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeLimit(pub Option<Duration>);

impl FromStr for TimeLimit {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text.is_empty() || text.contains(|c: char| !c.is_ascii_digit()) {
            return text.parse().map(|Time(time)| Self(Some(time)));
        }
        let seconds = text.parse().map_err(|_| say!("this time is too long"))?;
        Ok(Self((seconds > 0).then(|| Duration::from_secs(seconds))))
    }
}

/// A number of things, written with k, M or G for powers of 1000.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Count(pub u64);

impl FromStr for Count {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let units = [
            ("", 1),
            ("K", 1_000),
            ("M", 1_000_000),
            ("G", 1_000_000_000),
        ];
        let bad = || say!("expected a number such as 5000, 10k or 5M");
        whole(text, &units, bad, || say!("this number is too large")).map(Self)
    }
}

/// The same, or 0 for none of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct CountOrZero(pub u64);

impl FromStr for CountOrZero {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "0" => Ok(Self(0)),
            text => text.parse().map(|Count(count)| Self(count)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_read() {
        assert_eq!("2G".parse(), Ok(Bytes(2 << 30)));
        assert_eq!("512k".parse(), Ok(Bytes(512 << 10)));
        assert_eq!("30s".parse(), Ok(Time(Duration::from_secs(30))));
        assert_eq!("500ms".parse(), Ok(Time(Duration::from_millis(500))));
        assert_eq!("1.5s".parse(), Ok(Time(Duration::from_millis(1500))));
        assert_eq!("2m".parse(), Ok(Time(Duration::from_secs(120))));
        assert_eq!("1h".parse(), Ok(Time(Duration::from_secs(3600))));
        assert_eq!("2s".parse(), Ok(TimeLimit(Some(Duration::from_secs(2)))));
        assert_eq!("90".parse(), Ok(TimeLimit(Some(Duration::from_secs(90)))));
        assert_eq!("0".parse(), Ok(TimeLimit(None)));
        assert_eq!("5000".parse(), Ok(Count(5000)));
        assert_eq!("10k".parse(), Ok(Count(10_000)));
        assert_eq!("5M".parse(), Ok(Count(5_000_000)));
        assert_eq!("5M".parse(), Ok(CountOrZero(5_000_000)));
        assert_eq!("0".parse(), Ok(CountOrZero(0)));
    }

    #[test]
    fn amounts_without_sense_are_refused() {
        for text in ["", "much", "0", "99999999999T", "2桁", "-1", "1.5G"] {
            assert!(text.parse::<Bytes>().is_err(), "{text}");
        }
        for text in [
            "",
            "s",
            "30",
            "0s",
            "-1s",
            "1e9s",
            "infs",
            "NaNs",
            "1..5s",
            "5 s",
            "9999999999999999999999h",
            "5桁",
        ] {
            assert!(text.parse::<Time>().is_err(), "{text}");
            assert!(text == "30" || text.parse::<TimeLimit>().is_err(), "{text}");
        }
        for text in ["soon", "1.5", "99999999999999999999"] {
            assert!(text.parse::<TimeLimit>().is_err(), "{text}");
        }
        for text in ["", "k", "0", "5T", "-1", "99999999999999999999", "1.5M"] {
            assert!(text.parse::<Count>().is_err(), "{text}");
            assert!(text == "0" || text.parse::<CountOrZero>().is_err());
        }
    }
}
