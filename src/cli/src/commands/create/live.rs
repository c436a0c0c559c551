//! What a person sees while a run goes on: counts, rates, the best problems so far.

use std::cmp::Reverse;
use std::io;
use std::time::{Duration, Instant};

use indicatif::ProgressBar;

use super::table::row_in_words;
use super::top::Top;
use crate::composing::{board_lines, live_line, summary};
use crate::running::serve::show_judged;
use crate::screen::text::{counted, left, thousands};
use answers::InWords;
use compose::counts::Row;
use compose::run::Progress;
use compose::{Category, CompleteProblem, Counts};
use words::say;

/// Lines are no wider, so that none wraps.
const COLUMNS: usize = 79;

/// The lines at the bottom of a terminal; nothing where standard error is none.
pub struct Live {
    bar: ProgressBar,
    started: Instant,
    /// Candidates and kept problems before this call.
    before: (u64, u64),
    top: Top,
    /// The same in a browser.
    page: Option<live::Live>,
}

impl Live {
    /// Begins to count from what was there before; shows it on a page, too, if there is one.
    pub fn new(before: &Progress, page: Option<live::Live>) -> Self {
        Self {
            bar: live_line(),
            started: Instant::now(),
            before: (before.next, before.counts.of(Category::Kept)),
            top: Top::default(),
            page,
        }
    }

    /// How long this call has taken.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Takes the lines away for as long as something else is written.
    pub fn aside(&self, write: impl FnOnce() -> io::Result<()>) -> io::Result<()> {
        self.bar.suspend(write)
    }

    /// Told of a problem that is kept, and of what there is to say of it.
    pub fn kept(&mut self, judged: &CompleteProblem, remarks: &[String]) {
        self.top.add(judged, remarks);
        if let Some(page) = &self.page {
            show_judged(page, judged, remarks.to_vec());
        }
    }

    /// Shows how far the run is.
    pub fn show(&self, progress: &Progress) {
        if let Some(page) = &self.page {
            page.progress(&say!("candidates"), progress.next, 0);
            let rows = progress.counts.rows();
            let counts = rows.map(|(row, count)| (row_in_words(row), count));
            page.counts(counts.into());
            if let Some(why) = nothing_yet(progress) {
                page.nothing_yet(why);
            }
        }
        if self.bar.is_hidden() {
            return;
        }
        let seconds = self.elapsed().as_secs_f64().max(1e-3);
        let rate = |now: u64, before: u64| now.saturating_sub(before) as f64 / seconds;
        let kept = progress.counts.of(Category::Kept);
        let mut lines = vec![say!(
            "{candidates} · {rate} a second · {kept} kept a second",
            candidates = counted(progress.next, "candidate", "candidates"),
            rate = format_args!("{:.0}", rate(progress.next, self.before.0)),
            kept = format_args!("{:.1}", rate(kept, self.before.1)),
        )];
        lines.extend(count_lines(&progress.counts));
        if let Some((best, others)) = self.top.lines(COLUMNS) {
            lines.push(format!(
                "  {}",
                say!("best so far: {best}", best = summary(best))
            ));
            let board = board_lines(best);
            lines.extend(board.into_iter().map(|line| format!("    {line}")));
            lines.extend(others);
        }
        self.bar.set_message(lines.join("\n"));
        self.bar.tick();
    }

    /// Told that somebody has stopped the run.
    pub fn stopped(&self) {
        if let Some(page) = &self.page {
            page.stopped();
        }
    }

    /// Takes the lines away for good. Returns the best problems.
    pub fn finish(self) -> Top {
        self.bar.finish_and_clear();
        self.top
    }
}

/// Why nothing is kept yet: what became of most of the candidates, or, if some are complete, what these miss.
fn nothing_yet(progress: &Progress) -> Option<String> {
    /// So many reasons are told.
    const MOST: usize = 3;
    let counts = &progress.counts;
    if counts.of(Category::Kept) > 0 || counts.all() == 0 {
        return None;
    }
    let complete = counts.complete();
    let misses = complete > 0 && !progress.missed.is_empty();
    let mut reasons: Vec<(String, u64)> = if misses {
        let missed = progress.missed.iter();
        let option = |name: &str| format!("--{}", name.replace('_', "-"));
        missed.map(|(name, &count)| (option(name), count)).collect()
    } else {
        let leaves = counts.rows().into_iter();
        let leaves = leaves.filter(|(row, count)| matches!(row, Row::Of(_)) && *count > 0);
        leaves.map(|(row, count)| (row.in_words(), count)).collect()
    };
    reasons.sort_by_key(|(_, count)| Reverse(*count));
    let reasons = reasons.into_iter().take(MOST);
    let reasons = reasons.map(|(name, count)| format!("{name} ({})", thousands(count)));
    let reasons = words::list(&reasons.collect::<Vec<_>>());
    Some(if misses {
        say!(
            "Nothing kept yet, because none of the {problems} satisfies all conditions. Missed most often: {reasons}.",
            problems = counted(complete, "complete problem", "complete problems"),
            reasons
        )
    } else {
        say!(
            "Nothing kept yet, because none of the {positions} is wanted. Most of them: {reasons}.",
            positions = counted(counts.all(), "position judged", "positions judged"),
            reasons
        )
    })
}

/// The yardstick's categories, in three columns so that numbers that grow move nothing.
fn count_lines(counts: &Counts) -> [String; 3] {
    let of = |category| (Row::Of(category).in_words(), counts.of(category));
    let rows = [
        [
            of(Category::Misplaced),
            of(Category::Leftover),
            of(Category::Cooked),
        ],
        [
            of(Category::OutOfNodes),
            of(Category::Short),
            (Row::Complete.in_words(), counts.complete()),
        ],
        [
            of(Category::NoMate),
            (Row::FiveOrMore.in_words(), counts.five_or_more()),
            of(Category::Kept),
        ],
    ];
    rows.map(|row| {
        let cells = row.into_iter().zip([9, 19, 8]);
        cells.fold(String::new(), |line, ((name, count), width)| {
            format!("{line}  {}{:>11}", left(&name, width), thousands(count))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_fit_a_terminal() {
        let mut counts = Counts::default();
        counts.add(Category::Leftover);
        let lines = count_lines(&counts);
        assert!(
            lines[0].contains("leftover                     1"),
            "{lines:?}"
        );
        assert!(lines.iter().all(|line| line.len() < 80), "{lines:?}");
    }
}
