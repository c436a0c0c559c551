//! What an import puts into its database, and the count it keeps.

use std::time::{Duration, Instant};

use indicatif::ProgressBar;

use super::pool::{Job, JudgedImport};
use crate::Failure;
use crate::commands::check::verdict_in_words;
use crate::screen;
use crate::screen::text::thousands;
use store::{ImportId, ImportInfo, Store, StoreError, Work};
use tsume::judge::report::{Report, Status};
use words::say;

/// At most so many problems are written at a time: what a killed import loses.
const BATCH: usize = 1000;
/// Problems do not wait longer than this to be written.
const PATIENCE: Duration = Duration::from_secs(1);

/// What became of the problems of an import.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Not in the database before.
    pub new: u64,
    /// Of the new ones: 完全作.
    pub complete: u64,
    /// A mate, but not complete.
    pub flawed: u64,
    /// 不詰.
    pub no_mate: u64,
    /// A limit was reached.
    pub undecided: u64,
    /// In the database before, now with this source, too.
    pub known: u64,
    /// In the database before with this source.
    pub there: u64,
    /// In the database before with this source, something of it undecided, and judged again: decided now,
    /// and still not wholly decided.
    pub again: [u64; 2],
    /// No problem, or one that contradicts the database.
    pub refused: u64,
    /// Not complete, or with a line that is not best play; counted above as well.
    pub unsound: u64,
    /// Of which something was written; counted above as well.
    pub stored: u64,
}

impl Tally {
    fn count(&mut self, status: Status, complete: Option<bool>) {
        self.new += 1;
        match (status, complete) {
            (Status::NoMate, _) => self.no_mate += 1,
            (_, Some(true)) => self.complete += 1,
            (_, Some(false)) => self.flawed += 1,
            (_, None) => self.undecided += 1,
        }
    }

    /// The tally in words.
    pub fn in_words(&self) -> String {
        let n = thousands;
        let kinds = [
            (
                self.complete,
                say!("{n} complete 完全作", n = n(self.complete)),
            ),
            (self.flawed, say!("{n} with flaws", n = n(self.flawed))),
            (
                self.no_mate,
                say!("{n} without mate 不詰", n = n(self.no_mate)),
            ),
            (self.undecided, say!("{n} undecided", n = n(self.undecided))),
        ];
        let kinds: Vec<String> = kinds
            .into_iter()
            .filter_map(|(count, words)| (count > 0).then_some(words))
            .collect();
        let new = n(self.new);
        let mut words = vec![match kinds.is_empty() {
            true => say!("{new} new", new),
            false => say!("{new} new ({kinds})", new, kinds = words::list(&kinds)),
        }];
        let [decided, open] = self.again;
        for (count, what) in [
            (
                self.known,
                say!("{n} known, source added", n = n(self.known)),
            ),
            (self.there, say!("{n} imported before", n = n(self.there))),
            (
                decided,
                say!("{n} judged again, now decided", n = n(decided)),
            ),
            (
                open,
                say!("{n} judged again, still undecided in part", n = n(open)),
            ),
            (self.refused, say!("{n} refused", n = n(self.refused))),
        ] {
            if count > 0 {
                words.push(what);
            }
        }
        words.join(" · ")
    }
}

/// At most so many are named of those that were in the database before, and of those with something to be said of
/// them.
const NAMED: usize = 20;

/// A problem that was in the database before, with another source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AlreadyStored {
    /// File and line.
    place: String,
    /// Its number in the database.
    id: i64,
    /// The first file it came from, and its number there; none where it was enumerated.
    first: Option<(String, u32)>,
}

impl AlreadyStored {
    fn in_words(&self) -> String {
        let place = &self.place;
        match &self.first {
            Some((file, number)) => say!(
                "{place}: the same problem as number {number} of {file}",
                place,
                number,
                file
            ),
            None => say!(
                "{place}: the same as problem {id} of the database",
                place,
                id = self.id
            ),
        }
    }
}

/// What came of an import.
pub struct Taken {
    pub tally: Tally,
    /// The first of those that were in the database before, with another source.
    known: Vec<AlreadyStored>,
    /// What is to be said of the first that are not complete, or whose lines are not best play.
    unsound: Vec<String>,
}

impl Taken {
    /// The tally in words; which problems are not sound, and which were known, a line for each.
    pub fn in_words(&self) -> String {
        let Tally { unsound, known, .. } = self.tally;
        let mut lines = vec![self.tally.in_words()];
        list(&mut lines, self.unsound.iter().cloned(), unsound);
        list(
            &mut lines,
            self.known.iter().map(AlreadyStored::in_words),
            known,
        );
        lines.join("\n")
    }
}

/// Adds the first of so many lines, and how many more there are.
fn list(lines: &mut Vec<String>, first: impl ExactSizeIterator<Item = String>, all: u64) {
    let more = all - first.len() as u64;
    lines.extend(first.map(|line| format!("  {line}")));
    if more > 0 {
        lines.push(format!("  {}", say!("{n} more", n = thousands(more))));
    }
}

/// Where problems are written.
pub struct Intake<'a> {
    store: Store,
    info: ImportInfo<'a>,
    /// The manifest, once there is a problem to go with it.
    import: Option<ImportId>,
    pending: Vec<(String, Work)>,
    since: Instant,
    bar: &'a ProgressBar,
    tally: Tally,
    /// The first of those that were in the database before.
    known: Vec<AlreadyStored>,
    /// What is to be said of the first that are not sound.
    unsound: Vec<String>,
    /// Whether Ctrl-C came before a problem was judged to the end.
    is_cut: bool,
}

impl<'a> Intake<'a> {
    pub fn new(store: Store, info: ImportInfo<'a>, bar: &'a ProgressBar) -> Self {
        Self {
            store,
            info,
            import: None,
            pending: Vec::new(),
            since: Instant::now(),
            bar,
            tally: Tally::default(),
            known: Vec::new(),
            unsound: Vec::new(),
            is_cut: false,
        }
    }

    /// Tells why a problem is not taken in.
    pub fn refuse(&mut self, why: &str) {
        self.tally.refused += 1;
        self.bar.set_message(thousands(self.tally.refused));
        self.complain(why);
    }

    /// Says something, above the progress.
    pub fn complain(&self, what: &str) {
        self.bar.suspend(|| {
            screen::complain(&what);
        });
    }

    /// Whether a problem is in the database already, judged to the end, with this source.
    pub fn has(&mut self, job: &Job) -> Result<bool, StoreError> {
        let has = self.store.has_source(&job.task, &job.source)?;
        self.tally.there += u64::from(has);
        Ok(has)
    }

    /// Takes in a problem that was judged to the end. Once one was not, those after it are left for the next time: the
    /// numbers in a database follow the files, however often an import is interrupted.
    pub fn add(&mut self, judged: JudgedImport) -> Result<(), StoreError> {
        let JudgedImport { job, report } = judged;
        let Some(report) = report.filter(|_| !self.is_cut) else {
            self.is_cut = true;
            return Ok(());
        };
        self.bar.inc(1);
        let work = Work {
            task: job.task,
            report,
            source: job.source,
        };
        self.pending.push((job.place, work));
        self.write_in_time()
    }

    /// Writes the problems that wait, if they are many or have waited long.
    pub fn write_in_time(&mut self) -> Result<(), StoreError> {
        let late = !self.pending.is_empty() && self.since.elapsed() >= PATIENCE;
        if late || self.pending.len() >= BATCH {
            self.write()?;
        }
        Ok(())
    }

    /// Writes the problems that wait.
    pub fn write(&mut self) -> Result<(), StoreError> {
        self.since = Instant::now();
        let pending = std::mem::take(&mut self.pending);
        match self.write_all(&pending) {
            Err(StoreError::Differs { .. }) => {}
            other => return other,
        }
        // One of them contradicts the database: which, and the others all the same.
        for one in pending.chunks(1) {
            match self.write_all(one) {
                Err(StoreError::Differs { sfen, .. }) => {
                    let place = &one[0].0;
                    let db = self.store.path().display().to_string();
                    self.refuse(&say!(
                        "{place}: {sfen} is in {db} with a different verdict or length",
                        place,
                        sfen,
                        db
                    ));
                }
                other => other?,
            }
        }
        Ok(())
    }

    /// Writes all of these, or none.
    fn write_all(&mut self, works: &[(String, Work)]) -> Result<(), StoreError> {
        if works.is_empty() {
            return Ok(());
        }
        // Until problems go with it, a manifest is taken back with them.
        let import = match self.import {
            Some(import) => import,
            None => self.store.begin_import(&self.info)?,
        };
        let verdict = |report: &Report| (report.status, report.soundness.complete);
        let added = self
            .store
            .add_problems(import, works.iter().map(|(_, work)| work.clone()));
        self.import = (added.is_ok() || self.tally.stored > 0).then_some(import);
        let added = added?;
        let written = added.iter().filter(|one| one.is_written());
        self.tally.stored += written.count() as u64;
        for (one, (place, work)) in added.into_iter().zip(works) {
            let (status, complete) = verdict(&work.report);
            let is_decided = status == Status::NoMate || complete.is_some();
            let is_new = !one.known || one.source;
            let is_unsound = complete != Some(true) || work.report.given_leaves_best_play();
            if is_new && is_unsound {
                self.tally.unsound += 1;
                if self.unsound.len() < NAMED {
                    let verdict = verdict_in_words(&work.report);
                    self.unsound.push(format!("{place}: {verdict}"));
                }
            }
            match (one.known, one.source) {
                (false, _) => self.tally.count(status, complete),
                (true, true) => {
                    self.tally.known += 1;
                    if self.known.len() < NAMED {
                        let first = self.store.first_source(one.id)?;
                        let own = (work.source.file.clone(), work.source.number);
                        self.known.push(AlreadyStored {
                            place: place.clone(),
                            id: one.id,
                            first: first.filter(|first| *first != own),
                        });
                    }
                }
                (true, false) => {
                    let decided_now = is_decided && one.changed;
                    self.tally.again[usize::from(!decided_now)] += 1;
                }
            }
        }
        Ok(())
    }

    /// Writes what waits; closes the manifest if all files were read to their ends.
    pub fn finish(mut self, whole: bool) -> Result<Taken, Failure> {
        self.write()?;
        let tally = self.tally;
        match self.import {
            Some(import) if tally.stored > 0 => {
                if whole {
                    self.store.finish_import(import, tally.refused)?;
                }
            }
            import => {
                if import.is_some() {
                    self.store.take_back_import()?;
                }
                // An import that was interrupted may have written all there was.
                if whole && tally.there + tally.again[1] > 0 {
                    self.store.make_indexes()?;
                }
            }
        }
        // Nothing is left where nothing was stored.
        self.store.discard_if_unused();
        Ok(Taken {
            tally,
            known: self.known,
            unsound: self.unsound,
        })
    }
}
