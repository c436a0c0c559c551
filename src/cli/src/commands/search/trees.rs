//! Solving the trees of the problems that a search finds, many at a time.

use std::io;
use std::sync::Arc;

use crate::Failure;
use crate::arguments::amounts::Bytes;
use crate::arguments::policy::PolicyName;
use crate::arguments::solver::memory_of_each;
use crate::arguments::sql::about_option;
use crate::arguments::trees::TreeArgs;
use crate::running::searchers::Searchers;
use crate::running::stop::stop_on_signal;
use crate::running::working::watched;
use ask::{TreeEffort, TreeQueries};
use store::{AskedTree, FoundByTrees, QueryLimits, Search, Store};

/// The memory of a solver: the questions are small ones.
const MEMORY: Bytes = Bytes(64 << 20);

/// Finds the problems of a search whose trees have what is asked; gives the database back.
pub fn find(
    store: Store,
    mut search: Search,
    queries: TreeQueries,
    args: &TreeArgs,
    limits: &QueryLimits,
) -> Result<(Store, FoundByTrees), Failure> {
    search.narrow(&queries);
    let effort = TreeEffort {
        nodes: args.nodes(),
        policy: PolicyName::of(&store)?.into(),
    };
    let jobs = args.jobs();
    let memory = memory_of_each(Some(MEMORY), jobs).map_err(Failure::Usage)?;
    let stop = stop_on_signal()?;
    let stopped = Arc::clone(&stop);
    let queries = Arc::new(queries);
    let mut searchers = Searchers::start(jobs, memory, &stop, move |asked: AskedTree, solver| {
        asked.ask(&queries, solver, effort, &stopped)
    })?;
    let limits = limits.clone();
    let (store, found) = watched(Some(1), None, false, move |monitor| {
        let found = store.search_trees(&search, &limits, monitor, |asked| {
            let answers = searchers.each(asked.iter().cloned());
            answers.map_err(io::Error::other)
        });
        (store, found)
    })?;
    Ok((store, found.map_err(about_option("--where"))?))
}
