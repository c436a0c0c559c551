//! One question being worked on: whether there is a mate, at all or within some plies, under its limits.

use std::sync::atomic::AtomicBool;

use super::bound::Bound;
use super::frame::Order;
use super::record::Lengths;
use super::search::{Search, check_clock};
use super::together::Together;
use super::value::Value;
use crate::clock::Instant;
use crate::length::plies_within;
use crate::solve::{Limits, LookedUp, Reached, Task};
use shogi::Color;

/// The longest mate looked for, in plies.
pub const LONGEST: u32 = 30_000;

/// What the proof of the shortest length may cost at least, in nodes; a mate that took longer to find
/// may take as long again.
const SHORTENING: u64 = 3_000_000;

/// From so many plies on a mate is seldom proved to be the shortest, and less is spent on it.
pub(super) const LONG_MATE: u16 = 80;

/// From so many plies on a limited search is guided by the numbers of the one without a limit.
const LONG: Bound = Bound::within(40);

/// After so many nodes of a search without a limit the first interlude comes, after ten times as many the
/// next: short mates are looked for.
const FIRST_INTERLUDE: u64 = 2_000;

/// After so many nodes of a search without a limit the first checks are searched one by one for the first time, with a
/// [`SHARE`]th as many nodes in all; then whenever twice and a [`SHARE`]th as many are spent.
const FIRST_SHARES: u64 = 200_000;

/// See [`FIRST_SHARES`].
const SHARE: u64 = 4;

/// What an interlude may cost at most, in nodes.
const LONGEST_INTERLUDE: u64 = 100_000;

/// What a search within some plies has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Within {
    /// A mate, with its lengths.
    Mate(Lengths),
    /// No mate within so many plies.
    Longer,
    /// No mate ever.
    Never,
}

/// One question being worked on.
pub(super) struct Work<'a> {
    pub together: &'a mut Together,
    pub limits: Limits,
    pub started: Instant,
    pub stop: &'a AtomicBool,
    /// No mate of the question is shorter by the policy `traditional`, in plies of the parity of its side to move.
    pub least: u16,
    /// The node count at which the present phase gives up.
    pub phase_limit: Option<u64>,
}

impl Work<'_> {
    fn run(&mut self, task: &Task, plies: Bound, free: bool) -> Result<Value, Reached> {
        let order = Order {
            attacker: task.attacker,
            plies,
            free,
            guided: plies >= LONG,
            salt: task_salt(task, free),
        };
        let limits = Limits {
            nodes: [self.limits.nodes, self.phase_limit]
                .into_iter()
                .flatten()
                .min(),
            ..self.limits
        };
        self.together
            .run(&task.position, &order, &limits, self.started, self.stop)
    }

    /// The first thread's search, whose nodes are those of all.
    pub fn search(&self) -> &Search {
        &self.together.first
    }

    /// What the oracle knows of a task.
    pub fn looked_up(&self, task: &Task) -> Option<LookedUp> {
        self.search().look_up(&task.position, task.attacker)
    }

    /// Takes over what the caller and the oracle know of the least length of `task`, which is the question from now on.
    pub fn take_up(&mut self, task: &Task) {
        let looked_up = match self.looked_up(task) {
            Some(LookedUp::Mate { plies }) => plies,
            Some(LookedUp::NoMate) | None => 0,
        };
        let least = self.limits.at_least.unwrap_or(0).max(looked_up);
        let least = least.min(LONGEST) as u16;
        let parity = u16::from(task.attacker_to_move());
        self.least = least + (least + parity) % 2;
    }

    /// Whether the work may go on: for what takes no nodes.
    ///
    /// # Errors
    /// That somebody asked to stop, or that the time is up.
    pub fn may_go_on(&self) -> Result<(), Reached> {
        check_clock(&self.limits, self.started, &[self.stop])
    }

    /// Whether the limit of nodes that the question came with is reached.
    pub fn is_over(&self) -> bool {
        let nodes = self.search().nodes;
        self.limits.nodes.is_some_and(|limit| nodes >= limit)
    }

    /// The node count at which the search for a shorter mate, or the proof that there is none, gives up: a
    /// long mate is not proved to be the shortest at any price, unless the limits say so.
    pub fn shortening_limit(&self, plies: u16) -> Option<u64> {
        let spent = self.search().nodes;
        let more = if plies < LONG_MATE {
            SHORTENING.max(spent)
        } else {
            SHORTENING / 20 + spent / 4
        };
        (!self.limits.until_shortest).then_some(spent + more)
    }

    /// Whether there is a mate at all. Where that is not soon decided, short mates are looked for in
    /// between: a search without a limit can lose itself in long lines beside one.
    pub fn ever(&mut self, task: &Task) -> Result<Within, Reached> {
        let begun = self.search().nodes;
        let (mut short, mut shares) = (FIRST_INTERLUDE, FIRST_SHARES);
        loop {
            let next = short.min(shares);
            let unlimited = |work: &mut Self| work.decide(task, Bound::UNLIMITED, true);
            if let Some(decided) = self.until(begun.saturating_add(next), unlimited) {
                return decided;
            }
            // Numbers too great to count on with: no share helps, and a short mate may still be found.
            let gives_up = self.search().nodes < begun.saturating_add(next);
            if next == shares && !gives_up {
                self.share(task, shares / SHARE)?;
                shares = shares.saturating_add(self.search().nodes - begun);
                continue;
            }
            if short == u64::MAX {
                return unlimited(self);
            }
            let end = self.search().nodes + (short / 4).min(LONGEST_INTERLUDE);
            for plies in (3..LONGEST).step_by(2) {
                let short = |work: &mut Self| work.within(task, plies, true);
                match self.until(end, short) {
                    Some(Ok(Within::Longer)) => {}
                    Some(decided) => return decided,
                    None => break,
                }
            }
            short = short.saturating_mul(10);
        }
    }

    /// Searches each first check by itself, for a share of `nodes`, but for the one that the search goes on with
    /// anyway: a check that is soon a mate can wait for long behind one whose numbers stay low.
    ///
    /// # Errors
    /// The limit of the question that was reached. That a line of one of these checks is too long is none.
    fn share(&mut self, task: &Task, nodes: u64) -> Result<(), Reached> {
        let checks = self.search().open_checks();
        let Some((_, others)) = checks.split_first() else {
            return Ok(());
        };
        for &check in others {
            let after = task.play(check);
            let end = self.search().nodes + nodes / others.len() as u64;
            let alone = |work: &mut Self| work.decide(&after, Bound::UNLIMITED, true);
            match self.until(end, alone) {
                Some(Ok(Within::Mate(_))) => break,
                Some(Ok(Within::Never | Within::Longer) | Err(Reached::Depth)) | None => {}
                Some(Err(reached)) => return Err(reached),
            }
        }
        Ok(())
    }

    /// What comes out of work up to a node count; `None` where that alone ended it.
    fn until(
        &mut self,
        nodes: u64,
        work: impl Fn(&mut Self) -> Result<Within, Reached>,
    ) -> Option<Result<Within, Reached>> {
        let outer = self.phase_limit;
        self.phase_limit = Some(outer.map_or(nodes, |outer| outer.min(nodes)));
        let found = work(self);
        self.phase_limit = outer;
        let before_its_time = outer.is_none_or(|outer| nodes < outer);
        match found {
            Err(Reached::Nodes) if before_its_time && !self.is_over() => None,
            found => Some(found),
        }
    }

    /// Whether there is a mate within `plies`, recaptures for free or not.
    pub fn within(&mut self, task: &Task, plies: u32, free: bool) -> Result<Within, Reached> {
        // The search counts down to 0 at a defender's position.
        match plies_within(plies, task.attacker_to_move()) {
            Some(plies) => self.decide(task, Bound::within(plies), free),
            None => Ok(Within::Longer),
        }
    }

    /// The same for a bound of the parity of the side to move, or none.
    fn decide(&mut self, task: &Task, bound: Bound, free: bool) -> Result<Within, Reached> {
        let value = self.run(task, bound, free)?;
        if value.proof == 0 {
            Ok(Within::Mate(value.lengths))
        } else if value.disproof > 0 {
            // Numbers too great to count on with.
            Err(Reached::Nodes)
        } else if value.plies.is_unlimited() {
            Ok(Within::Never)
        } else {
            Ok(Within::Longer)
        }
    }
}

/// Mixed into the keys: tasks of other attackers, sets of pieces and games share no records.
pub(super) fn task_salt(task: &Task, free: bool) -> u64 {
    let position = &task.position;
    let mut set = position.hands().black.joined(position.hands().white);
    for square in position.occupied() {
        if let Some(piece) = position.piece_at(square) {
            set = set.plus(piece.kind);
        }
    }
    let odd = 2 * u64::from(free) + u64::from(task.attacker == Color::White);
    (u64::from(set.bits()) << 2 | odd)
        .wrapping_mul(0xA24B_AED4_963E_E407)
        .rotate_left(31)
}
