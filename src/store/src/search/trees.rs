//! Problems whose trees have what is asked: all other conditions first, then one tree after the other is solved, until as
//! many are found as are wanted.

use std::collections::HashSet;
use std::fmt;
use std::io;
use std::sync::atomic::AtomicBool;

use ask::{Answer, TreeEffort, TreeQueries};
use system::monitor::Monitor;
use tsume::solve::Solve;

use crate::error::At;
use crate::file::upgrade::go_on;
use crate::problems::trees::{kept_tree, tree};
use crate::search::find::{FoundProblem, Search, group_size};
use crate::sql::guard::QueryLimits;
use crate::sql::query_error::QueryError;
use crate::{Entry, Store};

/// What was found by asking trees.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FoundByTrees {
    /// The problems, in the order of the search.
    pub problems: Vec<FoundProblem>,
    /// How many trees were asked.
    pub asked: u64,
    /// Of these, how many a limit left open.
    pub undecided: u64,
    /// Whether it was stopped before its end: there may be more.
    pub stopped: bool,
}

/// That trees are asked, of which one problem is a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TreesAsked;

impl fmt::Display for TreesAsked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("solving variations and tries")
    }
}

/// A problem whose tree is asked.
#[derive(Clone, Debug)]
pub struct AskedTree {
    /// The problem.
    pub entry: Entry,
    /// Its tree, if it is kept.
    pub kept: Option<Vec<u8>>,
}

/// How many trees are asked together: what is asked in vain at the end of a search is not much.
const BATCH: usize = 32;

impl Store {
    /// Finds problems that meet all conditions of a search and whose trees have what `ask` asks of some problems at a
    /// time: it says so of each, `None` of those that it was stopped before. Problems are asked in the order of the
    /// search, and no more of them than it takes; where several have one line, the first that has what is asked is found.
    /// `monitor` hears how far that is.
    ///
    /// # Errors
    /// As [`search`](Self::search); if `ask` fails.
    pub fn search_trees(
        &self,
        search: &Search,
        limits: &QueryLimits,
        monitor: &Monitor,
        mut ask: impl FnMut(&[AskedTree]) -> io::Result<Vec<Option<Answer>>>,
    ) -> Result<FoundByTrees, QueryError> {
        let candidates = Search {
            all: true,
            ideas: false,
            limit: usize::MAX,
            ..search.clone()
        };
        let candidates = self.found(&candidates, limits, |_, ids| Ok(ids))?;
        monitor.begin(TreesAsked, candidates.len() as u64);
        let mut found = FoundByTrees::default();
        let mut shown = Shown::default();
        let mut waiting = candidates.into_iter();
        while found.problems.len() < search.limit && !found.stopped {
            let mut batch = Vec::new();
            let mut lines = Vec::new();
            let mut passed = 0;
            for (id, line) in waiting.by_ref() {
                passed += 1;
                // One with the same line, or the same idea, need not be asked any more.
                if shown.has_line(search, line) {
                    continue;
                }
                let Some(entry) = self.entry(id)? else {
                    continue;
                };
                if shown.has_idea(search, &entry) {
                    continue;
                }
                let kept = kept_tree(&self.conn, id).at(&self.path)?;
                batch.push(AskedTree { entry, kept });
                lines.push(line);
                if batch.len() == BATCH {
                    break;
                }
            }
            if batch.is_empty() {
                break;
            }
            let answers = ask(&batch)?;
            let entries = batch.into_iter().map(|asked| asked.entry);
            for ((entry, line), answer) in entries.zip(lines).zip(answers) {
                if found.problems.len() == search.limit {
                    break;
                }
                if shown.has_line(search, line) || shown.has_idea(search, &entry) {
                    continue;
                }
                let Some(answer) = answer else {
                    found.stopped = true;
                    break;
                };
                found.asked += 1;
                match answer {
                    Answer::No => {}
                    Answer::Undecided => found.undecided += 1,
                    Answer::Yes => {
                        shown.note(line, &entry);
                        let group = match line {
                            Some(line) => group_size(&self.conn, line).at(&self.path)?,
                            None => 1,
                        };
                        found.problems.push(FoundProblem { entry, group });
                    }
                }
            }
            monitor.advance(passed);
            found.stopped |= go_on(monitor).is_err();
        }
        Ok(found)
    }
}

impl AskedTree {
    /// Whether the tree of a problem has what is asked; see [`TreeQueries::ask`]. A problem without a main line has none,
    /// and of one whose line may not be best play no variation is known.
    pub fn ask(
        &self,
        queries: &TreeQueries,
        solver: &mut dyn Solve,
        effort: TreeEffort,
        stop: &AtomicBool,
    ) -> Answer {
        let Some((task, line, is_best)) = tree(&self.entry) else {
            return Answer::No;
        };
        if queries.ask_variations() && !is_best && !line.is_empty() {
            return Answer::Undecided;
        }
        let kept = self.kept.as_deref();
        queries.ask(&task, &line, kept, solver, effort, stop)
    }
}

impl Search {
    /// Adds what queries about trees imply of columns.
    pub fn narrow(&mut self, queries: &TreeQueries) {
        for (column, low) in queries.least() {
            self.range(column, Some(low.into()), None);
        }
    }
}

/// Lines and ideas of the problems that were found.
#[derive(Default)]
struct Shown {
    lines: HashSet<i64>,
    ideas: HashSet<i64>,
}

impl Shown {
    /// Whether a problem with this line was found, and no other is wanted.
    fn has_line(&self, search: &Search, line: Option<i64>) -> bool {
        !search.all && line.is_some_and(|line| self.lines.contains(&line))
    }

    /// The same of its idea.
    fn has_idea(&self, search: &Search, entry: &Entry) -> bool {
        let idea = entry.get("idea").integer();
        search.ideas && idea.is_some_and(|idea| self.ideas.contains(&idea))
    }

    fn note(&mut self, line: Option<i64>, entry: &Entry) {
        self.lines.extend(line);
        self.ideas.extend(entry.get("idea").integer());
    }
}
