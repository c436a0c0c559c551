//! Precedents: what in given databases is nearest to a problem that was made.

use std::cell::OnceCell;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::Failure;
use crate::arguments::against::AgainstArgs;
use crate::reading::database::{each_once, open_to_read};
use crate::screen::alike::why;
use crate::screen::{called, printable};
use ask::Line;
use ask::motif::{self, Motif};
use compose::CompleteProblem;
use features::alike::{ComparedProblem, Likeness, LineSigns, Near, Relation};
use store::{FirstByMotifs, Store};
use words::say;

/// Two motifs in their order are a plan; one is in many problems.
const PLAN: usize = 2;

/// Databases in which precedents are looked for.
pub struct Precedents {
    databases: Vec<(PathBuf, Store)>,
    /// What has the same motifs, in each database: only read if nothing nearer is there.
    by_motifs: OnceCell<Vec<FirstByMotifs>>,
    /// What is as near as this is left out.
    refused: Option<Likeness>,
    stop: Arc<AtomicBool>,
}

/// What is nearest to a problem.
pub enum Precedent {
    /// Nothing in the databases is like it.
    None,
    /// A problem with a like position or line.
    Like {
        /// Where it is.
        origin: String,
        /// How near it is.
        near: Near,
        /// How the positions stand to each other.
        relation: Option<Box<Relation>>,
    },
    /// A problem of another idea with the same motifs in the same order.
    Motifs {
        /// Where it is.
        origin: String,
        /// The motifs.
        motifs: Vec<&'static Motif>,
    },
}

impl Precedents {
    /// Opens the databases, if there are any; each is looked into once. What is as near as `refused` is left out, unless the
    /// options have it otherwise.
    pub fn open(
        args: &AgainstArgs,
        refused: Option<Likeness>,
        stop: &Arc<AtomicBool>,
    ) -> Result<Option<Self>, Failure> {
        args.together()?;
        let paths = each_once(args.databases());
        let open = |path: PathBuf| open_to_read(&path).map(|store| (path, store));
        let databases: Vec<_> = paths.into_iter().map(open).collect::<Result<_, _>>()?;
        Ok((!databases.is_empty()).then(|| Self {
            databases,
            by_motifs: OnceCell::new(),
            refused: args.refused().or(refused),
            stop: Arc::clone(stop),
        }))
    }

    /// What is nearest to a problem: the nearest of all databases; of several as near the first in the first of these.
    pub fn nearest(&self, judged: &CompleteProblem) -> Result<Precedent, Failure> {
        let (task, line) = (&judged.task, &judged.report.main_line);
        let compared = ComparedProblem::new(task, LineSigns::of(task, line).into_iter().collect());
        let mut nearest: Option<(Near, usize, i64)> = None;
        for (database, (_, store)) in self.databases.iter().enumerate() {
            let first = store
                .same(&compared, Likeness::SameIdea)?
                .into_iter()
                .next();
            let found = first.map(|like| (like.near, database, like.id));
            nearest = nearest.into_iter().chain(found).min();
        }
        let Some((near, database, id)) = nearest else {
            return self.with_the_motifs(judged);
        };
        let store = &self.databases[database].1;
        let entry = store.entry(id)?;
        let other = entry.and_then(|entry| entry.task());
        let relation = other.and_then(|other| compared.compare(&other));
        Ok(Precedent::Like {
            origin: self.origin(database, id)?,
            near,
            relation: relation.map(Box::new),
        })
    }

    /// The first problem with the same motifs in the same order, if there are enough of them.
    fn with_the_motifs(&self, judged: &CompleteProblem) -> Result<Precedent, Failure> {
        let line = Line::new(&judged.task, &judged.report.main_line);
        let motifs = line.as_ref().map_or_else(Vec::new, motif::sequence);
        if motifs.len() < PLAN {
            return Ok(Precedent::None);
        }
        let names: Vec<&str> = motifs
            .iter()
            .map(|motif| motif.file.name.as_str())
            .collect();
        let by_motifs = match self.by_motifs.get() {
            Some(known) => known,
            None => {
                let read = |(_, store): &(_, Store)| store.first_by_motifs(PLAN, &self.stop);
                let all: Vec<_> = self.databases.iter().map(read).collect::<Result<_, _>>()?;
                self.by_motifs.get_or_init(|| all)
            }
        };
        let mut found = by_motifs.iter().enumerate();
        let found = found.find_map(|(database, first)| Some((database, *first.get(&names)?)));
        Ok(match found {
            Some((database, id)) => Precedent::Motifs {
                origin: self.origin(database, id)?,
                motifs,
            },
            None => Precedent::None,
        })
    }

    /// Where a problem is: its database and its number there, and what its sources say of it.
    fn origin(&self, database: usize, id: i64) -> Result<String, Failure> {
        let (path, store) = &self.databases[database];
        let mut said = store.sources(id)?.into_iter().map(|row| {
            let source = row.source;
            let words = [source.title, source.author, source.publication];
            let words: Vec<String> = words.into_iter().flatten().collect();
            words.join(" · ")
        });
        let said = said.find(|said| !said.is_empty());
        let name = path.file_name().unwrap_or(path.as_os_str());
        let name = format!("{}#{id}", name.to_string_lossy());
        Ok(printable(&match said {
            Some(said) => format!("{name} ({said})"),
            None => name,
        }))
    }

    /// Whether a problem with this precedent is left out.
    pub fn refuses(&self, precedent: &Precedent) -> bool {
        match precedent {
            Precedent::Like { near, .. } => {
                self.refused.is_some_and(|refused| near.likeness <= refused)
            }
            Precedent::None | Precedent::Motifs { .. } => false,
        }
    }
}

impl Precedent {
    /// Where it is, if there is one.
    pub fn origin(&self) -> Option<&str> {
        match self {
            Self::None => None,
            Self::Like { origin, .. } | Self::Motifs { origin, .. } => Some(origin),
        }
    }

    /// In a line.
    pub fn in_words(&self) -> String {
        match self {
            Self::None => say!("nearest: none"),
            Self::Like {
                origin,
                near,
                relation,
            } => say!(
                "nearest: {problem} · {why}",
                problem = origin,
                why = why(near, relation.as_deref())
            ),
            Self::Motifs { origin, motifs } => {
                let motifs: Vec<String> = motifs.iter().map(|motif| called::motif(motif)).collect();
                say!(
                    "nearest: {problem} · the same motifs in the same order 手筋の順: {motifs}",
                    problem = origin,
                    motifs = words::list(&motifs)
                )
            }
        }
    }
}
