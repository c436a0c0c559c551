//! The tree of a problem: what best play leaves over, the moves that keep to it, and the other checks.
//!
//! The *tree* follows, after the main step of each attacker node, every longest reply that leaves as little
//! over as can be (nothing, in a sound problem). The main step is that of the first shortest check, in the
//! order of [`order`], that leaves as little; where a line is preferred that is best
//! play, it is that line's.

use std::rc::Rc;

use hashbrown::HashMap;

use super::score::Score;
use super::source::{Memo, Played, Source, order, same};
use crate::length::{AttackerLength, DefenderLength};
use shogi::Move;

/// What best play leaves in the attacker's hand (駒余り).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leftover {
    /// The least number of pieces at the end of the lines that are known; `None` if none is.
    pub least: Option<u32>,
    /// Whether a limit left open if there is a line that leaves less.
    pub open: bool,
}

impl Leftover {
    /// The number, where it is decided.
    pub const fn decided(self) -> Option<u32> {
        if self.open { None } else { self.least }
    }

    fn take(&mut self, other: Self) {
        self.least = match (self.least, other.least) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        };
        self.open |= other.open;
    }

    /// Nothing is less.
    fn settled(mut self) -> Self {
        self.open &= self.least != Some(0);
        self
    }
}

/// The moves of a tree at a node.
pub(super) struct Kept<N> {
    /// Those that belong to it.
    pub moves: Vec<Played<N>>,
    /// How many more may, because a limit left open what they leave over.
    pub open: u16,
}

/// The checks of an attacker node that are not known to be shortest, by what comes of them.
pub struct Wins<N> {
    /// Those that mate in more plies.
    pub longer: Vec<Played<N>>,
    /// Those that mate; whether in more plies is undecided.
    pub unmeasured: Vec<Played<N>>,
    /// Those of which it is undecided whether they mate; if so, in more plies.
    pub undecided: Vec<Move>,
    /// Those of which it is undecided whether they mate, and in how many plies.
    pub undecided_equal: Vec<Move>,
}

impl<N> Wins<N> {
    /// There are none.
    const NONE: Self = Self {
        longer: Vec::new(),
        unmeasured: Vec::new(),
        undecided: Vec::new(),
        undecided_equal: Vec::new(),
    };

    fn is_empty(&self) -> bool {
        self.mating().next().is_none() && self.open().next().is_none()
    }

    /// The checks that mate, but are not known to be shortest.
    pub fn mating(&self) -> impl Iterator<Item = &Played<N>> {
        self.longer.iter().chain(&self.unmeasured)
    }

    /// The checks of which it is undecided whether they mate.
    pub fn open(&self) -> impl Iterator<Item = &Move> {
        self.undecided.iter().chain(&self.undecided_equal)
    }
}

/// The judge: reads off a source what is to be said of a problem, each position looked into once.
pub struct Judge<S: Source> {
    /// Where it has exact lengths from.
    pub source: S,
    leftover: S::Memo<Leftover>,
    /// Whether trees have other steps as short.
    pub(super) equal: S::Memo<bool>,
    pub(super) scores: S::Memo<Score>,
    wins: S::Memo<Rc<Wins<S::Defender>>>,
    /// That no other check mates, of which there is but one.
    no_wins: Rc<Wins<S::Defender>>,
    pub(super) clean: S::Memo<Option<bool>>,
    preferred: HashMap<S::Key, Move>,
}

impl<S: Source> Judge<S> {
    /// A judge that reads off `source`.
    pub fn new(source: S) -> Self {
        Self {
            source,
            leftover: S::Memo::default(),
            equal: S::Memo::default(),
            scores: S::Memo::default(),
            wins: S::Memo::default(),
            no_wins: Rc::new(Wins::NONE),
            clean: S::Memo::default(),
            preferred: HashMap::new(),
        }
    }

    /// Forgets the last problem.
    pub fn forget(&mut self) {
        self.leftover.clear();
        self.equal.clear();
        self.preferred.clear();
        self.ask_again();
    }

    /// Forgets what depends on whether other checks mate, for questions that are to be asked again.
    pub fn ask_again(&mut self) {
        self.scores.clear();
        self.wins.clear();
        self.clean.clear();
    }

    /// Lets `mv` come first at a node, wherever it is as good as others; what was preferred there before
    /// stays.
    pub fn prefer(&mut self, key: S::Key, mv: Move) {
        self.preferred.entry(key).or_insert(mv);
    }

    /// Lets the moves of a line from an attacker node come first.
    pub fn prefer_line(&mut self, node: &S::Attacker, line: &[Move]) {
        let mut node = node.clone();
        for moves in line.chunks(2) {
            self.prefer(self.source.key(&node), moves[0]);
            let Some(after) = self.source.play_check(&node, moves[0]) else {
                return;
            };
            let Some(&reply) = moves.get(1) else {
                return;
            };
            self.prefer(self.source.defender_key(&after), reply);
            let Some(next) = self.source.play_reply(&after, reply) else {
                return;
            };
            node = next;
        }
    }

    /// The check that comes first at a node, if one is preferred.
    pub(super) fn preferred(&self, node: &S::Attacker) -> Option<Move> {
        if self.preferred.is_empty() {
            return None;
        }
        self.preferred.get(&self.source.key(node)).copied()
    }

    /// The reply that comes first at a node, if one is preferred.
    pub(super) fn preferred_reply(&self, node: &S::Defender) -> Option<Move> {
        if self.preferred.is_empty() {
            return None;
        }
        self.preferred.get(&self.source.defender_key(node)).copied()
    }

    /// The least that best play from an attacker node leaves over: of equally short checks and equally long
    /// replies the best is chosen.
    pub fn leftover(&mut self, node: &S::Attacker, length: AttackerLength) -> Leftover {
        if length > AttackerLength::ONE
            && let Some(&leftover) = self.leftover.get(node)
        {
            return leftover;
        }
        let checks = self.source.checks(node, length);
        let mut leftover = Leftover {
            least: None,
            open: !checks.unsure.is_empty(),
        };
        for check in &checks.shortest {
            leftover.take(self.leftover_after(&check.next, length.after_check()));
            if leftover.least == Some(0) {
                break;
            }
        }
        let leftover = leftover.settled();
        if length > AttackerLength::ONE {
            self.leftover.insert(node, leftover);
        }
        leftover
    }

    /// The same from a defender node.
    pub fn leftover_after(&mut self, node: &S::Defender, length: DefenderLength) -> Leftover {
        let Some(left) = length.after_reply() else {
            return Leftover {
                least: Some(self.source.in_hand(node)),
                open: false,
            };
        };
        let replies = self.source.replies(node, length);
        let mut leftover = Leftover {
            least: None,
            open: !replies.unsure.is_empty(),
        };
        for reply in &replies.longest {
            leftover.take(self.leftover(&reply.next, left));
            if leftover.least == Some(0) {
                break;
            }
        }
        leftover.settled()
    }

    /// The checks of the tree at an attacker node: the shortest of its main step that leave as little over as
    /// can be; at the last move those of any step. A preferred one comes first.
    pub fn tree_checks(
        &mut self,
        node: &S::Attacker,
        length: AttackerLength,
    ) -> Vec<Played<S::Defender>> {
        self.kept_checks(node, length).moves
    }

    /// The same, and what may belong to them.
    pub(super) fn kept_checks(
        &mut self,
        node: &S::Attacker,
        length: AttackerLength,
    ) -> Kept<S::Defender> {
        let mut kept: Vec<Played<S::Defender>> = Vec::new();
        let mut open = 0;
        let Some(least) = self.leftover(node, length).least else {
            return Kept { moves: kept, open };
        };
        let checks = self.source.checks(node, length);
        let first = self.preferred(node);
        let first = checks.shortest.iter().filter(|is| Some(is.mv) == first);
        for check in first.chain(&checks.shortest) {
            let main = kept.first().map(|main| main.mv);
            let is_other_step = main.is_some_and(|main| !same(main, check.mv));
            if main == Some(check.mv) || length > AttackerLength::ONE && is_other_step {
                continue;
            }
            let leftover = self.leftover_after(&check.next, length.after_check());
            if leftover.least == Some(least) {
                kept.push(check.clone());
            } else {
                open += u16::from(leftover.open);
            }
        }
        Kept { moves: kept, open }
    }

    /// The replies of the tree at a defender node: the longest that leave as little over as can be. A
    /// preferred one comes first.
    pub fn tree_replies(
        &mut self,
        node: &S::Defender,
        length: DefenderLength,
    ) -> Vec<Played<S::Attacker>> {
        self.kept_replies(node, length).moves
    }

    /// The same, and what may belong to them.
    pub(super) fn kept_replies(
        &mut self,
        node: &S::Defender,
        length: DefenderLength,
    ) -> Kept<S::Attacker> {
        let mut kept: Vec<Played<S::Attacker>> = Vec::new();
        let mut open = 0;
        let least = self.leftover_after(node, length).least;
        let (Some(left), Some(least)) = (length.after_reply(), least) else {
            return Kept { moves: kept, open };
        };
        let replies = self.source.replies(node, length);
        for reply in &replies.longest {
            let leftover = self.leftover(&reply.next, left);
            if leftover.least == Some(least) {
                kept.push(reply.clone());
            } else {
                open += u16::from(leftover.open);
            }
        }
        if let Some(first) = self.preferred_reply(node)
            && let Some(place) = kept.iter().position(|reply| reply.mv == first)
        {
            kept[..=place].rotate_right(1);
        }
        Kept { moves: kept, open }
    }

    /// The checks of an attacker node that are not among its shortest, decided.
    pub fn wins(&mut self, node: &S::Attacker, length: AttackerLength) -> Rc<Wins<S::Defender>> {
        if let Some(wins) = self.wins.get(node) {
            return Rc::clone(wins);
        }
        let checks = self.source.checks(node, length);
        let mut wins = Wins::NONE;
        for check in &checks.rest {
            match self.source.mates(&check.next) {
                Some(true) => wins.longer.push(check.clone()),
                Some(false) => {}
                None => wins.undecided.push(check.mv),
            }
        }
        for check in &checks.unsure {
            match self.source.mates(&check.next) {
                Some(true) => wins.unmeasured.push(check.clone()),
                Some(false) => {}
                None => wins.undecided_equal.push(check.mv),
            }
        }
        wins.longer.sort_by_key(|check| order(check.mv));
        let wins = if wins.is_empty() {
            Rc::clone(&self.no_wins)
        } else {
            Rc::new(wins)
        };
        self.wins.insert(node, Rc::clone(&wins));
        wins
    }

    /// How many checks that were looked at are undecided.
    pub fn undecided(&self) -> u64 {
        self.wins
            .values()
            .map(|wins| wins.open().count() as u64)
            .sum()
    }
}

/// The moves in their order, a preferred one before the others.
pub(super) fn preferred_first<N>(
    moves: &[Played<N>],
    preferred: Option<Move>,
) -> impl Iterator<Item = &Played<N>> {
    let is_preferred = move |is: &&Played<N>| Some(is.mv) == preferred;
    let others = moves.iter().filter(move |is| !is_preferred(is));
    moves.iter().filter(is_preferred).chain(others)
}
