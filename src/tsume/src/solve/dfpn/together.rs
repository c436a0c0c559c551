//! Several threads at one problem, with one shared table.
//!
//! The first thread searches as it would alone. The others take the same ways by the same numbers, but
//! stay away from where somebody is: at a defender's node they search another reply, which has to be
//! searched some day if the first one is a mate; at an attacker's node another check of the same number.
//!
//! The answer to a question, mate within so many plies or none, is the same whoever finds it, so verdicts and
//! lengths that are proved do not depend on the number of threads.

use std::iter;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::beside::beside;
use super::frame::Order;
use super::search::Search;
use super::value::Value;
use crate::clock::Instant;
use crate::solve::{Limits, Oracle, Reached};
use shogi::{Hand, Position};

/// What each search does alone before it is worth the threads, in nodes.
const ALONE: u64 = 20_000;

/// Searches for one problem that share their memory.
pub(super) struct Together {
    /// The first one; alone if there are no others.
    pub first: Search,
    others: Vec<Search>,
    /// How many searches there were, round and round.
    numbers: u8,
    /// The root of the last search without a limit, and its number: it may go on.
    unlimited: Option<((u64, Hand), u8)>,
}

impl Together {
    /// Searches for `threads` threads, with a table of at most `bytes` bytes.
    pub fn new(bytes: usize, threads: usize) -> Self {
        let first = match threads {
            0 | 1 => Search::new(bytes),
            _ => Search::shared(bytes),
        };
        let others = (1..threads)
            .filter_map(|_| first.for_another_thread())
            .collect();
        Self {
            first,
            others,
            numbers: 0,
            unlimited: None,
        }
    }

    /// Asks an oracle from now on.
    pub fn set_oracle(&mut self, oracle: &Arc<dyn Oracle>) {
        for search in iter::once(&mut self.first).chain(&mut self.others) {
            search.set_oracle(oracle);
        }
    }

    /// Forgets everything.
    pub fn forget(&mut self) {
        self.first.table.clear();
        self.numbers = 0;
        self.unlimited = None;
    }

    /// Decides a position; the nodes of all threads are those of the first.
    ///
    /// # Errors
    /// The limit that was reached first.
    pub fn run(
        &mut self,
        root: &Position,
        order: &Order,
        limits: &Limits,
        started: Instant,
        stop: &AtomicBool,
    ) -> Result<Value, Reached> {
        let place = (root.board_key() ^ order.salt, root.hand(order.attacker));
        let unlimited = order.plies.is_unlimited();
        self.first.number = match self.unlimited {
            Some((was, number)) if unlimited && was == place => number,
            _ => {
                self.numbers = self.numbers.wrapping_add(1);
                self.numbers
            }
        };
        if unlimited {
            self.unlimited = Some((place, self.first.number));
        }
        for other in &mut self.others {
            other.number = self.first.number;
        }
        if self.others.is_empty() {
            return self.first.run(root, order, limits, started, &[stop]);
        }
        let used = self.first.nodes;
        let all = limits.nodes.unwrap_or(u64::MAX);
        let alone = Limits {
            nodes: Some(all.min(used + ALONE)),
            ..*limits
        };
        match self.first.run(root, order, &alone, started, &[stop]) {
            Err(Reached::Nodes) if self.first.nodes < all => {}
            decided => return decided,
        }
        let used = self.first.nodes;
        let threads = 1 + self.others.len() as u64;
        let (share, rest) = ((all - used) / threads, (all - used) % threads);
        // The first thread takes what cannot be shared, so that together they come to the limit.
        let within = |search: &Search| Limits {
            nodes: limits.nodes.map(|_| match search.stays_away {
                true => search.nodes + share.max(1),
                false => search.nodes + share + rest,
            }),
            ..*limits
        };
        let done = AtomicBool::new(false);
        let stops = [stop, &done];
        let work = |search: &mut Search| {
            let limits = within(search);
            let found = search.run(root, order, &limits, started, &stops);
            if found.is_ok() {
                done.store(true, Ordering::Relaxed);
            }
            found
        };
        let (first, others) = (&mut self.first, &mut self.others);
        for other in others.iter_mut() {
            other.count_anew();
        }
        let found = beside(first, others, work);
        first.nodes += others.iter().map(|search| search.nodes).sum::<u64>();
        first.progress.take_together(first.nodes);
        let limit = found[0];
        found.into_iter().find(Result::is_ok).unwrap_or(limit)
    }
}
