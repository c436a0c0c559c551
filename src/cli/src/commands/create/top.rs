//! The most beautiful of what a run keeps, as lines on the screen.

use std::io::{self, Write};

use crate::composing::{summary, write_judged};
use crate::screen::text::{cut, width};
use compose::CompleteProblem;
use features::best::Best;
use notation::Japanese;
use words::word;

/// So many are shown.
const SHOWN: usize = 10;

/// The ten most beautiful problems, no two of which begin or end alike.
#[derive(Default)]
pub struct Top(Best<CompleteProblem>);

impl Top {
    /// Takes in a problem that was kept.
    pub fn add(&mut self, judged: &CompleteProblem) {
        let beauty = judged.columns.number("beauty").unwrap_or(f64::MIN);
        let line = &judged.report.main_line;
        self.0.add(&judged.task, line, beauty, || judged.clone());
    }

    /// The first of them.
    pub fn best(&self) -> Option<&CompleteProblem> {
        self.0.places(1).first().map(|(_, judged)| *judged)
    }

    /// One line for each but the first, no wider than `columns`.
    pub fn lines(&self, columns: usize) -> Vec<String> {
        let line = |(beauty, judged): (f64, &CompleteProblem)| {
            let plies = judged.report.length.unwrap_or(0);
            let head = format!("  {beauty:>6.2} {plies:>3}  ");
            let moves = cut(&line(judged), columns.saturating_sub(width(&head)));
            format!("{head}{moves}")
        };
        self.0.places(SHOWN).into_iter().skip(1).map(line).collect()
    }

    /// Writes them all: the boards, or where only a list is wanted one line for each.
    pub fn write(&self, out: &mut dyn Write, brief: bool) -> io::Result<()> {
        if self.0.is_empty() {
            return Ok(());
        }
        writeln!(
            out,
            "\n{}",
            word!("the most beautiful, no two with the same opening or finish 収束:")
        )?;
        for (number, (_, judged)) in (1..).zip(self.0.places(SHOWN)) {
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

fn line(judged: &CompleteProblem) -> String {
    Japanese::OFFICIAL.line(&judged.task.position, &judged.report.main_line)
}
