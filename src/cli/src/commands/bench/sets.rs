//! The sets of problems that are measured.

use std::path::Path;

use crate::Failure;
use crate::writing::files::{LISTS, read_text};
use answers::InWords;
use system::join;
use tsume::solve::{Outcome, Task, Verdict};
use words::{say, word};

/// Names of the sets, which are those of their files without `.tsv`, and how many seconds a
/// problem may take.
const SETS: [(&str, u64); 7] = [
    ("short_1_to_11", 30),
    ("short_5_7", 30),
    ("confirmed_lengths", 30),
    ("futile_cases", 30),
    ("musou", 30),
    ("zukou_99_100", 30),
    ("microcosmos", 120),
];

/// Problems with known answers.
pub struct Set {
    pub name: &'static str,
    pub seconds: u64,
    pub problems: Vec<Problem>,
}

/// A problem with its stated length.
pub struct Problem {
    pub name: String,
    pub task: Task,
    pub length: Length,
}

/// The length by the policy `traditional`, as far as somebody stated it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    Plies(u32),
    MoreThan(u32),
    Unstated,
}

impl Length {
    /// Whether an outcome is what was stated; `None` where nothing was, or nothing came out.
    pub fn agrees(self, outcome: &Outcome) -> Option<bool> {
        match (self, outcome.verdict) {
            (Self::Unstated, _) | (_, Verdict::Unknown) => None,
            (Self::Plies(plies), _) => Some(outcome.plies == Some(plies)),
            (Self::MoreThan(_), Verdict::NoMate) => Some(true),
            (Self::MoreThan(plies), Verdict::Mate) => Some(outcome.plies > Some(plies)),
        }
    }

    /// Whether an outcome leaves room for what was stated: a mate that was not proved to be the
    /// shortest, and is longer.
    pub fn is_within(self, outcome: &Outcome) -> bool {
        match self {
            Self::Plies(plies) => !outcome.plies_exact && outcome.plies > Some(plies),
            Self::MoreThan(_) | Self::Unstated => false,
        }
    }
}

impl std::fmt::Display for Length {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Plies(plies) => write!(f, "{plies}"),
            Self::MoreThan(plies) => f.write_str(&say!("more than {plies}", plies)),
            Self::Unstated => f.write_str(word!("nothing")),
        }
    }
}

/// The sets that stand in a folder.
///
/// # Errors
/// If there is none, or one cannot be read.
pub fn load(folder: &Path) -> Result<Vec<Set>, Failure> {
    let mut sets = Vec::new();
    for (name, seconds) in SETS {
        let path = join(folder, name).with_extension("tsv");
        if path.exists() {
            let text = read_text(&path, LISTS).map_err(|error| {
                Failure::Usage(format!("{}: {}", path.display(), words::io(&error)))
            })?;
            let problems = read(&text)
                .map_err(|error| Failure::Usage(format!("{}:{error}", path.display())))?;
            sets.push(Set {
                name,
                seconds,
                problems,
            });
        }
    }
    if sets.is_empty() {
        return Err(Failure::Usage(say!(
            "{folder}: none of the sets ({name}.tsv …) is in this folder; give their folder with --data",
            folder = folder.display(),
            name = SETS[0].0
        )));
    }
    Ok(sets)
}

/// Reads lines of SFEN, length and name in columns separated by tabs.
fn read(text: &str) -> Result<Vec<Problem>, String> {
    let lines = (1..).zip(text.lines());
    let lines = lines.filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
    lines
        .map(|(number, line)| {
            let mut columns = line.split('\t');
            let sfen = columns.next().unwrap_or_default();
            let length = columns.next().unwrap_or_default().trim();
            let name = columns.next().unwrap_or_default().trim();
            let task = Task::from_tsume_sfen(sfen, true)
                .map_err(|error| format!("{number}: {}", error.in_words()))?;
            let plies = |text: &str| {
                let bad = |_| {
                    say!(
                        "{number}: plies: expected a number, not {length:?}",
                        number,
                        length
                    )
                };
                text.parse().map_err(bad)
            };
            let length = match (length, length.strip_prefix('>')) {
                ("", _) => Length::Unstated,
                (_, Some(bound)) => Length::MoreThan(plies(bound)?),
                (exact, None) => Length::Plies(plies(exact)?),
            };
            Ok(Problem {
                name: match name {
                    "" => say!("line {number}", number),
                    name => name.to_owned(),
                },
                task,
                length,
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bound_that_was_not_proved_is_not_another_length() {
        let outcome = |plies, plies_exact| Outcome {
            verdict: Verdict::Mate,
            plies: Some(plies),
            plies_exact,
            raw_plies: None,
            main_line: Vec::new(),
            nodes: 0,
            reached: None,
        };
        for (plies, exact, agrees, within) in [
            (39, true, true, false),
            (41, false, false, true),
            (41, true, false, false),
            (37, false, false, false),
        ] {
            let outcome = outcome(plies, exact);
            assert_eq!(Length::Plies(39).agrees(&outcome), Some(agrees), "{plies}");
            assert_eq!(Length::Plies(39).is_within(&outcome), within, "{plies}");
        }
    }

    #[test]
    fn lengths_are_read_where_they_are_stated() {
        let sfen = "8k/9/8P/9/9/9/9/9/9 b G 1";
        let text = format!("# SFEN\tplies\tname\n{sfen}\t1\ta\n\n{sfen}\t>1\n{sfen}\t\tc\n");
        let found = read(&text).unwrap();
        let lengths: Vec<Length> = found.iter().map(|problem| problem.length).collect();
        assert_eq!(
            lengths,
            [Length::Plies(1), Length::MoreThan(1), Length::Unstated]
        );
        assert_eq!(found[0].name, "a");
        assert_eq!(found[1].name, "line 4");
        for (line, words) in [
            ("x\t1\ta", "1: SFEN"),
            (&*format!("{sfen}\tlong"), "1: plies"),
        ] {
            let error = read(line).err().unwrap();
            assert!(error.starts_with(words), "{error}");
        }
    }
}
