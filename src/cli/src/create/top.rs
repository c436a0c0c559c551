//! The most beautiful of what a run keeps, no two of them alike.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};

use super::super::compose::{summary, write_judged};
use super::super::text::{cut, width};
use compose::Judged;
use features::idea::{finish, outline_words};
use features::solution::Solution;
use notation::Japanese;

/// So many are shown.
const SHOWN: usize = 10;

/// Problems whose first moves of the attacker's are the same in so many words look alike; the mating move is
/// not one of them.
const OPENING: usize = 3;

/// One of them.
struct Place {
    beauty: f64,
    /// When it was found: of what is as beautiful the first stands in front.
    number: usize,
    judged: Judged,
}

/// What a problem begins and ends with, as words for where moves go and what is given away.
type Ends = (String, i64);

/// The ten most beautiful problems of which no two begin alike or end alike (収束). Six that play the same and
/// differ in the mating move are one to who looks at them, and so are six that come to one mate.
#[derive(Default)]
pub struct Top {
    /// The most beautiful of those that begin alike and end alike. All of them: what stands behind one of the
    /// ten comes forward when a better one takes that one's place.
    best: BTreeMap<Ends, Place>,
    added: usize,
}

impl Top {
    /// Takes in a problem that was kept.
    pub fn add(&mut self, judged: &Judged) {
        let Some(solution) = Solution::new(&judged.task, &judged.report.main_line, None) else {
            return;
        };
        let words = outline_words(&solution);
        let opening = words[..words.len().saturating_sub(1).min(OPENING)].join(" ");
        let ends = (opening, finish(&solution));
        let beauty = judged.columns.number("beauty").unwrap_or(f64::MIN);
        self.added += 1;
        if self.best.get(&ends).is_some_and(|is| is.beauty >= beauty) {
            return;
        }
        let place = Place {
            beauty,
            number: self.added,
            judged: judged.clone(),
        };
        self.best.insert(ends, place);
    }

    /// The ten, the most beautiful first.
    fn places(&self) -> Vec<&Place> {
        let mut all: Vec<(&Ends, &Place)> = self.best.iter().collect();
        all.sort_by(|(_, one), (_, other)| {
            let beauty = other.beauty.total_cmp(&one.beauty);
            beauty.then(one.number.cmp(&other.number))
        });
        let (mut openings, mut finishes) = (BTreeSet::new(), BTreeSet::new());
        let differs = |((opening, finish), _): &(&Ends, &Place)| {
            let differs = !openings.contains(opening) && !finishes.contains(finish);
            if differs {
                openings.insert(opening.clone());
                finishes.insert(*finish);
            }
            differs
        };
        let places = all.into_iter().filter(differs).map(|(_, place)| place);
        places.take(SHOWN).collect()
    }

    /// The first of them.
    pub fn best(&self) -> Option<&Judged> {
        self.places().first().map(|place| &place.judged)
    }

    /// One line for each but the first, no wider than `columns`.
    pub fn lines(&self, columns: usize) -> Vec<String> {
        let line = |place: &Place| {
            let plies = place.judged.report.length.unwrap_or(0);
            let head = format!("  {:>6.2} {plies:>3}  ", place.beauty);
            let moves = cut(&line(&place.judged), columns.saturating_sub(width(&head)));
            format!("{head}{moves}")
        };
        self.places().into_iter().skip(1).map(line).collect()
    }

    /// Writes them all: the boards, or where only a list is wanted one line for each.
    pub fn write(&self, out: &mut dyn Write, brief: bool) -> io::Result<()> {
        if self.best.is_empty() {
            return Ok(());
        }
        writeln!(
            out,
            "\nthe most beautiful, no two with the same opening or finish 収束:"
        )?;
        for (number, place) in (1..).zip(self.places()) {
            let judged = &place.judged;
            match brief {
                true => writeln!(
                    out,
                    "{number}: {} · {}",
                    judged.report.sfen,
                    summary(judged)
                )?,
                false => write_judged(out, &format!("{number}: "), judged)?,
            }
        }
        Ok(())
    }
}

fn line(judged: &Judged) -> String {
    Japanese::OFFICIAL.line(&judged.task.position, &judged.report.main_line)
}
