//! The best of what a run keeps, as lines on the screen.

use std::io::{self, Write};

use crate::composing::blemishes::Blemishes;
use crate::composing::{summary, write_with};
use crate::screen::called;
use crate::screen::text::{cut, width};
use compose::CompleteProblem;
use compose::appeal::Appeal;
use compose::various::Various;
use features::Solution;
use notation::Japanese;
use words::{say, word};

/// So many are shown.
const SHOWN: usize = 10;

/// A problem, and what is said of it.
struct Shown {
    judged: CompleteProblem,
    remarks: Vec<String>,
}

/// Ten of the problems: the best, and those that are good and differ from it and from each other.
#[derive(Default)]
pub struct Top(Various<Shown>);

/// What is said of a problem beside its board: its motifs, its blemishes, and what is nearest to it.
pub fn remarks(judged: &CompleteProblem, nearest: Option<String>) -> Vec<String> {
    let motifs = Appeal::of(judged).map_or_else(Vec::new, |appeal| appeal.motifs);
    let motifs: Vec<String> = motifs.into_iter().map(called::motif).collect();
    let motifs = (!motifs.is_empty()).then(|| {
        let motifs = words::list(&motifs);
        say!("motifs 手筋: {motifs}", motifs)
    });
    let blemishes = Blemishes::of(judged).in_words();
    motifs
        .into_iter()
        .chain([blemishes])
        .chain(nearest)
        .collect()
}

impl Top {
    /// Takes in a problem that was kept, and what is said of it.
    pub fn add(&mut self, judged: &CompleteProblem, remarks: &[String]) {
        let line = &judged.report.main_line;
        let solution = Solution::new(&judged.task, line, None);
        let (Some(solution), Some(appeal)) = (solution, Appeal::of(judged)) else {
            return;
        };
        self.0.add(&solution, appeal.points(), || Shown {
            judged: judged.clone(),
            remarks: remarks.to_vec(),
        });
    }

    /// The first of them, and a line for each of the others, no wider than `columns`.
    pub fn lines(&self, columns: usize) -> Option<(&CompleteProblem, Vec<String>)> {
        let line = |judged: &CompleteProblem| {
            let plies = judged.report.length.unwrap_or(0);
            let beauty = judged.columns.number("beauty").unwrap_or(0.0);
            let head = format!("  {beauty:>6.2} {plies:>3}  ");
            let moves = cut(&line(judged), columns.saturating_sub(width(&head)));
            format!("{head}{moves}")
        };
        let chosen = self.0.choose(SHOWN);
        let (first, others) = chosen.split_first()?;
        let others = others.iter().map(|shown| line(&shown.judged));
        Some((&first.judged, others.collect()))
    }

    /// Writes them all: the boards, or where only a list is wanted one line for each.
    pub fn write(&self, out: &mut dyn Write, brief: bool) -> io::Result<()> {
        if self.0.is_empty() {
            return Ok(());
        }
        writeln!(
            out,
            "\n{}",
            word!("the best, chosen to differ, no two with the same opening or finish 収束:")
        )?;
        for (number, shown) in (1..).zip(self.0.choose(SHOWN)) {
            let Shown { judged, remarks } = shown;
            match brief {
                true => writeln!(
                    out,
                    "{number}: {} · {} · {}",
                    judged.report.sfen,
                    summary(judged),
                    remarks.join(" · ")
                )?,
                false => write_with(out, &format!("{number}: "), judged, remarks)?,
            }
        }
        Ok(())
    }
}

fn line(judged: &CompleteProblem) -> String {
    Japanese::OFFICIAL.line(&judged.task.position, &judged.report.main_line)
}
