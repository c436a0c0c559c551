//! The most beautiful of what a run keeps, one of each finish.

use std::io::{self, Write};

use super::super::compose::{summary, write_judged};
use super::super::text::{cut, width};
use compose::{Judged, Marks};
use features::solution::Solution;
use notation::Japanese;

/// So many are shown.
const SHOWN: usize = 10;

/// One of them.
struct Place {
    beauty: f64,
    finish: i64,
    judged: Judged,
}

/// The ten most beautiful problems; of those that end alike (収束) the first that is the most beautiful.
#[derive(Default)]
pub struct Top(Vec<Place>);

impl Top {
    /// Takes in a problem that was kept.
    pub fn add(&mut self, judged: &Judged) {
        let solution = Solution::new(&judged.task, &judged.report.main_line, None);
        let Some(Marks { finish, .. }) = solution.as_ref().map(Marks::of) else {
            return;
        };
        let beauty = judged.columns.number("beauty").unwrap_or(f64::MIN);
        let place = Place {
            beauty,
            finish,
            judged: judged.clone(),
        };
        match self.0.iter_mut().find(|place| place.finish == finish) {
            Some(known) if known.beauty >= beauty => return,
            Some(known) => *known = place,
            None => self.0.push(place),
        }
        self.0
            .sort_by(|one, other| other.beauty.total_cmp(&one.beauty));
        // What falls out has ten above it that only grow better.
        self.0.truncate(SHOWN);
    }

    /// The first of them.
    pub fn best(&self) -> Option<&Judged> {
        self.0.first().map(|place| &place.judged)
    }

    /// One line for each but the first, no wider than `columns`.
    pub fn lines(&self, columns: usize) -> Vec<String> {
        let line = |place: &Place| {
            let plies = place.judged.report.length.unwrap_or(0);
            let head = format!("  {:>6.2} {plies:>3}  ", place.beauty);
            let moves = cut(&line(&place.judged), columns.saturating_sub(width(&head)));
            format!("{head}{moves}")
        };
        self.0.iter().skip(1).map(line).collect()
    }

    /// Writes them all: the boards, or where only a list is wanted one line for each.
    pub fn write(&self, out: &mut dyn Write, brief: bool) -> io::Result<()> {
        if self.0.is_empty() {
            return Ok(());
        }
        let one = "one of each finish 収束";
        writeln!(out, "\nthe most beautiful, {one}:")?;
        for (number, place) in (1..).zip(&self.0) {
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
