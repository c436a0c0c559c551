//! The weights of beauty (美しさ), which can be replaced.

use std::collections::BTreeMap;
use std::fmt;

use serde::Deserialize;
use sha2::{Digest, Sha256};

use super::column::{Kind, Source};
use super::registry;

/// The weights this program comes with.
pub const DEFAULT: &str = include_str!("beauty.toml");

/// SHA-256 of the weights that earlier versions came with, its first eight bytes; that of [`DEFAULT`] joins them when
/// the numbers in it change.
const EARLIER_DEFAULTS: [&str; 3] = ["b97f96e7636c0490", "69532153d63dff40", "8c1be3846c35e4a2"];

/// No weight is further from 0, so that no sum of them gets lost among the numbers that a computer
/// knows: columns hold counts below 2⁶⁴.
pub const HEAVIEST: f64 = 1e9;

/// What a column adds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weight {
    /// The place of the column in the registry.
    pub column: usize,
    /// How much each unit adds.
    pub weight: f64,
    /// No more units than this count.
    pub most: f64,
}

impl Weight {
    /// How many units count of a problem whose value in each column of the registry is given.
    pub fn units(&self, value: impl Fn(usize) -> Option<f64>) -> f64 {
        value(self.column).map_or(0.0, |units| units.min(self.most))
    }
}

/// Weights for `beauty`.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// In the order of the registry, so that sums do not depend on the order of the file.
    weights: Vec<Weight>,
    text: String,
    version: String,
}

/// Why a text gives no weights.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct WeightsError {
    /// What the text is called.
    pub file: String,
    /// The line, counted from 1, if one is to blame.
    pub line: Option<usize>,
    /// What is wrong.
    pub reason: WeightsReason,
}

impl WeightsError {
    /// The file, and the line if it is known: `w.toml:3`.
    pub fn place(&self) -> String {
        match self.line {
            Some(line) => format!("{}:{line}", self.file),
            None => self.file.clone(),
        }
    }
}

impl fmt::Display for WeightsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place(), self.reason)
    }
}

/// What is wrong with weights.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WeightsReason {
    /// What the TOML reader complains of.
    #[error("{0}")]
    Syntax(String),
    /// No column has this name.
    #[error("there is no column {0:?}")]
    NoColumn(String),
    /// A column that counts nothing, or is not measured.
    #[error("the column {0:?} cannot have a weight")]
    NotWeighable(String),
    /// An infinite weight, or a negative number of units.
    #[error("{0}: the weight must be finite, and most must be 0 or more")]
    Numbers(String),
    /// A weight too far from 0.
    #[error("{0}: weights range from -{HEAVIEST} to {HEAVIEST}")]
    TooHeavy(String),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    weights: BTreeMap<toml::Spanned<String>, Entry>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Entry {
    Plain(f64),
    Capped(Capped),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Capped {
    weight: f64,
    most: f64,
}

impl Weights {
    /// Reads weights: a table `[weights]` in which a column has a number, or
    /// `{ weight = 3, most = 6 }`: so much for each unit, and no more than so many units. `file` is what
    /// errors call it.
    ///
    /// # Errors
    /// If it is no TOML of this form, or names what is no column to weigh.
    pub fn parse(file: &str, text: &str) -> Result<Self, WeightsError> {
        let line_of = |at: usize| text[..at.min(text.len())].matches('\n').count() + 1;
        let fail = |at: Option<usize>, reason: WeightsReason| WeightsError {
            file: file.to_owned(),
            line: at.map(line_of),
            reason,
        };
        let read: File = toml::from_str(text).map_err(|error| {
            let at = error.span().map(|span| span.start);
            let message = error.message().replace('\n', " ");
            fail(at, WeightsReason::Syntax(message))
        })?;
        let mut weights = Vec::new();
        for (name, entry) in &read.weights {
            let at = Some(name.span().start);
            let name = name.get_ref();
            let column = weighable(name).map_err(|reason| fail(at, reason))?;
            let (weight, most) = match *entry {
                Entry::Plain(weight) => (weight, f64::INFINITY),
                Entry::Capped(Capped { weight, most }) => (weight, most),
            };
            if !weight.is_finite() || most.is_nan() || most < 0.0 {
                return Err(fail(at, WeightsReason::Numbers(name.clone())));
            }
            if weight.abs() > HEAVIEST {
                return Err(fail(at, WeightsReason::TooHeavy(name.clone())));
            }
            weights.push(Weight {
                column,
                weight,
                most,
            });
        }
        weights.sort_by_key(|weight| weight.column);
        let version = version(&weights);
        Ok(Self {
            weights,
            text: text.to_owned(),
            version,
        })
    }

    /// Whether these are the weights that an earlier version came with, chosen by nobody.
    pub fn is_earlier_default(&self) -> bool {
        let digest = Sha256::digest(self.text.as_bytes());
        let digest: String = digest[..8]
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        EARLIER_DEFAULTS.contains(&&*digest)
    }

    /// The beauty of a problem, whose value in each column of the registry is given. What is NULL adds
    /// nothing.
    pub fn beauty<'a>(&self, value: impl Fn(usize) -> Option<f64> + 'a) -> f64 {
        let parts = self.weights.iter();
        let parts = parts.map(|weight| weight.weight * weight.units(&value));
        // In hundredths, so that what is shown and stored is the same number.
        (parts.sum::<f64>() * 100.0).round() / 100.0
    }

    /// The columns that are weighed, by their place in the registry.
    pub fn columns(&self) -> impl Iterator<Item = usize> + '_ {
        self.weights.iter().map(|weight| weight.column)
    }

    /// What each column adds, in the order of the registry.
    pub fn parts(&self) -> impl Iterator<Item = Weight> + '_ {
        self.weights.iter().copied()
    }

    /// The same columns with the same limits and other weights, rounded to thousandths, in the order of
    /// [`Weights::parts`].
    pub fn with(&self, weights: &[f64]) -> Self {
        let weights: Vec<Weight> = (self.weights.iter().zip(weights))
            .map(|(&weight, new)| Weight {
                // 0 is added for there to be no -0.
                weight: (new * 1000.0).round().clamp(-HEAVIEST, HEAVIEST) / 1000.0 + 0.0,
                ..weight
            })
            .collect();
        let mut text = "[weights]\n".to_owned();
        for Weight {
            column,
            weight,
            most,
        } in &weights
        {
            let name = registry::at(*column).name;
            text += &match most.is_finite() {
                true => format!("{name} = {{ weight = {weight:?}, most = {most} }}\n"),
                false => format!("{name} = {weight:?}\n"),
            };
        }
        Self {
            version: version(&weights),
            weights,
            text,
        }
    }

    /// The text they were read from.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Equal for equal weights, however they are written: 16 hexadecimal digits of a SHA-256.
    pub fn version(&self) -> &str {
        &self.version
    }
}

impl Default for Weights {
    /// [`DEFAULT`].
    ///
    /// # Panics
    /// Never: a test reads them.
    fn default() -> Self {
        Self::parse("beauty.toml", DEFAULT).expect("the default weights are right")
    }
}

fn weighable(name: &str) -> Result<usize, WeightsReason> {
    let Some(place) = registry::place(name) else {
        return Err(WeightsReason::NoColumn(name.to_owned()));
    };
    let column = registry::at(place);
    let known = matches!(
        column.source,
        Source::Judge(_) | Source::Line(_) | Source::Start(_)
    );
    let counted = matches!(column.kind, Kind::Count | Kind::Flag);
    if known && counted && name != "id" && name != "material_id" {
        Ok(place)
    } else {
        Err(WeightsReason::NotWeighable(name.to_owned()))
    }
}

fn version(weights: &[Weight]) -> String {
    let mut sha = Sha256::new();
    for weight in weights {
        let name = registry::at(weight.column).name;
        sha.update(format!("{name} {:?} {:?}\n", weight.weight, weight.most));
    }
    let digest = sha.finalize();
    digest[..8]
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str) -> String {
        Weights::parse("w.toml", text).unwrap_err().to_string()
    }

    #[test]
    fn weights_are_summed_up_to_their_limit() {
        let text = "[weights]\nsacrifices = { weight = 3, most = 2 }\ncaptures = -1.5\n";
        let weights = Weights::parse("w.toml", text).unwrap();
        let sacrifices = registry::place("sacrifices");
        let captures = registry::place("captures");
        let beauty = |s: Option<f64>, c: Option<f64>| {
            weights.beauty(|place| {
                if Some(place) == sacrifices {
                    s
                } else if Some(place) == captures {
                    c
                } else {
                    panic!("column {place} has no weight")
                }
            })
        };
        assert_eq!(beauty(Some(1.0), Some(2.0)), 0.0);
        assert_eq!(beauty(Some(5.0), None), 6.0);
        assert_eq!(beauty(None, None), 0.0);
    }

    #[test]
    fn the_version_knows_the_weights_and_not_their_order() {
        let version = |text| {
            let weights = Weights::parse("w.toml", text).unwrap();
            weights.version().to_owned()
        };
        let one = version("[weights]\nsacrifices = 3\ncaptures = -1\n");
        assert_eq!(one.len(), 16);
        assert_eq!(
            one,
            version("# x\n[weights]\ncaptures=-1.0\nsacrifices=3.0")
        );
        assert_ne!(one, version("[weights]\nsacrifices = 3\ncaptures = -2\n"));
        assert_ne!(
            one,
            version("[weights]\nsacrifices = { weight = 3, most = 9 }\ncaptures = -1\n")
        );
        assert_ne!(one, Weights::default().version());
    }

    #[test]
    fn wrong_weights_are_refused_with_their_line() {
        for (text, words) in [
            (
                "[weights]\n\nnice = 1",
                "w.toml:3: there is no column \"nice\"",
            ),
            (
                "[weights]\nsfen = 1",
                "w.toml:2: the column \"sfen\" cannot have a weight",
            ),
            ("[weights]\nbeauty = 1", "cannot have a weight"),
            (
                "[weights]\nsacrifices = inf",
                "w.toml:2: sacrifices: the weight must be finite",
            ),
            ("[weights]\nsacrifices = \"3\"", "w.toml:2: "),
            (
                "[weights]\nplies = 1e308\ntries = 1e308",
                "w.toml:2: plies: weights range from -1000000000 to 1000000000",
            ),
            (
                "[weights]\ntries = { weight = -1.1e9, most = 2 }",
                "w.toml:2: tries: weights range from",
            ),
            (
                "[weight]\nsacrifices = 3",
                "w.toml:1: unknown field `weight`",
            ),
            ("weights = 3", "w.toml:1: "),
            ("[weights", "w.toml:1: "),
        ] {
            let text = refused(text);
            assert!(text.contains(words), "{words} is not in {text}");
        }
    }
}
