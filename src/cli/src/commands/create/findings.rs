//! What a run finds: asked for the last conditions, written to the database, shown on the screen.

use std::collections::HashMap;
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::live::Live;
use super::run_record::RunRecord;
use super::top;
use crate::Failure;
use crate::arguments::amounts::Time;
use crate::composing::precedents::{Precedent, Precedents};
use crate::composing::{write_brief, write_judged};
use ::ask::{Line, Query};
use compose::CompleteProblem;
use compose::run::{Kept, Progress, Watch};
use features::venue::{Checked, Venue, Verdict};
use store::WhereClause;
use words::say;

/// Where what a run finds goes: the database, the screen.
pub struct Findings<'a> {
    pub record: RunRecord,
    pub condition: Option<WhereClause>,
    /// What happens on the main line.
    pub lines: Vec<Arc<Query>>,
    /// Who has to accept it.
    pub venues: Vec<Arc<Venue>>,
    /// Where precedents are looked for.
    pub precedents: Option<Precedents>,
    /// What is nearest to the problems of this block, by their SFENs.
    pub nearest: HashMap<String, Precedent>,
    pub brief: bool,
    pub time: Option<Time>,
    /// Time spent before this call.
    pub spent: Duration,
    pub live: Live,
    /// Whether nobody waits for the run any more.
    pub stop: Arc<AtomicBool>,
    pub out: &'a mut dyn Write,
}

impl Findings<'_> {
    /// Time spent on the run, by this call and those that it goes on with.
    pub fn spent(&self) -> Duration {
        self.spent + self.live.elapsed()
    }
}

impl Watch for Findings<'_> {
    type Error = Failure;

    fn wants(&mut self, judged: &CompleteProblem) -> Result<bool, Failure> {
        if !self.lines.is_empty() {
            let line = Line::new(&judged.task, &judged.report.main_line);
            let holds = |line: &Line| {
                let mut queries = self.lines.iter();
                queries.all(|query| query.matches_until(line, &self.stop))
            };
            if !line.as_ref().is_some_and(holds) {
                // Whether one that was given up holds is not known: this block of candidates is tried again.
                return match self.stop.load(Ordering::Relaxed) {
                    true => Err(Failure::Interrupted),
                    false => Ok(false),
                };
            }
        }
        if !self.venues.is_empty() {
            let known = Checked::new(&judged.task, &judged.report);
            let mut venues = self.venues.iter();
            if venues.any(|venue| venue.opinion(&known).verdict() != Verdict::Accepted) {
                return Ok(false);
            }
        }
        match &self.condition {
            None => Ok(true),
            Some(condition) => Ok(condition.holds(&judged.task, &judged.report)?),
        }
    }

    fn is_known(&mut self, judged: &CompleteProblem) -> Result<bool, Failure> {
        let Some(precedents) = &self.precedents else {
            return Ok(false);
        };
        let nearest = precedents.nearest(judged)?;
        let refused = precedents.refuses(&nearest);
        if !refused {
            self.nearest.insert(judged.report.sfen.clone(), nearest);
        }
        Ok(refused)
    }

    fn time_left(&self) -> Option<Duration> {
        let Time(time) = self.time?;
        Some(time.saturating_sub(self.live.elapsed()))
    }

    fn block(&mut self, progress: &Progress, kept: &[Kept]) -> Result<bool, Failure> {
        let mut progress = progress.clone();
        progress.spent_ms = self.spent().as_millis() as u64;
        let nearest = std::mem::take(&mut self.nearest);
        self.record.add(&progress, kept, &nearest)?;
        for one in kept {
            let nearest = nearest.get(&one.judged.report.sfen);
            let remarks = top::remarks(&one.judged, nearest.map(Precedent::in_words));
            self.live.kept(&one.judged, &remarks);
            let (live, out, brief) = (&self.live, &mut self.out, self.brief);
            live.aside(|| match brief {
                true => write_brief(*out, &one.judged),
                false => write_judged(
                    *out,
                    &format!(
                        "{} · ",
                        say!("candidate {number}", number = one.candidate + 1)
                    ),
                    &one.judged,
                    nearest,
                ),
            })?;
        }
        // Whoever reads the list from a pipe sees what there is, and nothing of it is lost.
        self.out.flush()?;
        self.live.show(&progress);
        Ok(self.time_left().is_none_or(|left| !left.is_zero()))
    }
}
