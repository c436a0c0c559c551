//! Rule F: whether some longest line that leaves nothing over has no second solution (余詰) before its last move
//! but exchanges, changes of order and detours.

use super::source::{Source, both, not_if, yes_if};
use super::tree::{Judge, preferred_first};
use crate::length::AttackerLength;
use shogi::Move;

/// So many lines are looked at for one that is sound by rule F; then it is left undecided.
const MOST_LINES: u32 = 6_000;

/// So many are looked at by what a look tells of cooks alone, which refutes most of them.
const MOST_LOOKS: u32 = 500;

/// What rule F says of a node.
#[derive(Clone, Debug, Default)]
pub(super) struct LenientLine {
    /// Whether it holds.
    pub sound: Option<bool>,
    /// The first line by which it does, or else may.
    pub line: Option<Vec<Move>>,
    /// Whether a limit left open if it does by one before that.
    pub may_be_another: bool,
}

/// A search for lines that are sound by rule F, over the nodes of a source.
type Search<S> = Lenient<<S as Source>::Attacker>;

/// The same, attacker nodes being `N`.
struct Lenient<N> {
    /// The attacker's nodes on the way to the one that was reached.
    nodes: Vec<(N, AttackerLength)>,
    /// The line from the node on that was reached, the last move first.
    reversed: Vec<Move>,
    /// Whether a look at the cooks must do before a line is whole.
    by_looks: bool,
    /// How many lines, and ends of them, have been looked at.
    lines: u32,
    /// How many may be.
    most: u32,
    /// Whether a limit left open if there are more.
    open: bool,
    /// The first line that is sound, or else that may be.
    best: Option<(bool, Vec<Move>)>,
}

impl<N> Lenient<N> {
    /// Counts a line, and says whether these are too many.
    const fn is_over(&mut self) -> bool {
        self.lines += 1;
        self.open |= self.lines > self.most;
        self.lines > self.most
    }
}

impl<S: Source> Judge<S> {
    /// Rule F at an attacker node.
    pub(super) fn lenient(&mut self, node: &S::Attacker, length: AttackerLength) -> LenientLine {
        if S::LOOKS {
            let found = self.lenient_among(node, length, true, MOST_LOOKS);
            if found.sound.is_some() {
                return found;
            }
        }
        self.lenient_among(node, length, false, MOST_LINES)
    }

    /// Rule F as far as so many lines tell.
    fn lenient_among(
        &mut self,
        node: &S::Attacker,
        length: AttackerLength,
        by_looks: bool,
        most: u32,
    ) -> LenientLine {
        let mut search = Lenient {
            nodes: Vec::with_capacity(length.attacker_moves() as usize),
            reversed: Vec::with_capacity(length.plies() as usize),
            by_looks,
            lines: 0,
            most,
            open: false,
            best: None,
        };
        let mut may_be_another = false;
        self.each_lenient(node, length, &mut search, &mut |judge, sure, search| {
            let lenient = match sure {
                false if search.by_looks => judge.is_line_lenient(&search.nodes, &search.reversed),
                _ => yes_if(sure),
            };
            if lenient == Some(false) {
                return false;
            }
            let sure = lenient == Some(true);
            may_be_another = sure && search.best.is_some();
            let better = search
                .best
                .as_ref()
                .is_none_or(|(is_sure, _)| sure && !is_sure);
            if better {
                let moves = search.reversed.iter().rev().copied().collect();
                search.best = Some((sure, moves));
            }
            sure
        });
        match search.best {
            Some((true, line)) => LenientLine {
                sound: Some(true),
                line: Some(line),
                may_be_another,
            },
            Some((false, line)) => LenientLine {
                line: Some(line),
                ..LenientLine::default()
            },
            None => LenientLine {
                sound: not_if(search.open),
                ..LenientLine::default()
            },
        }
    }

    /// Calls `visit` with every line from an attacker node that is sound by rule F, or may be, in their order,
    /// until it returns true; says whether it did.
    /// `visit` is told whether the line surely is.
    fn each_lenient(
        &mut self,
        node: &S::Attacker,
        length: AttackerLength,
        search: &mut Search<S>,
        visit: &mut dyn FnMut(&mut Self, bool, &mut Search<S>) -> bool,
    ) -> bool {
        search.nodes.push((node.clone(), length));
        let stop = self.each_lenient_from(node, length, search, visit);
        search.nodes.pop();
        stop
    }

    fn each_lenient_from(
        &mut self,
        node: &S::Attacker,
        length: AttackerLength,
        search: &mut Search<S>,
        visit: &mut dyn FnMut(&mut Self, bool, &mut Search<S>) -> bool,
    ) -> bool {
        let after_check = length.after_check();
        let checks = self.source.checks(node, length);
        search.open |= !checks.unsure.is_empty();
        let preferred = self.preferred(node);
        for check in preferred_first(&checks.shortest, preferred) {
            let Some(left) = after_check.after_reply() else {
                if search.is_over() {
                    return true;
                }
                if self.source.in_hand(&check.next) > 0 {
                    continue;
                }
                search.reversed.push(check.mv);
                let stop = visit(self, true, search);
                search.reversed.pop();
                if stop {
                    return true;
                }
                continue;
            };
            let replies = self.source.replies(&check.next, after_check);
            search.open |= !replies.unsure.is_empty();
            let preferred = self.preferred_reply(&check.next);
            for reply in preferred_first(&replies.longest, preferred) {
                let mut here = |judge: &mut Self, sure: bool, search: &mut Lenient<_>| {
                    if search.is_over() {
                        return true;
                    }
                    search.reversed.push(reply.mv);
                    search.reversed.push(check.mv);
                    let lenient = judge.is_lenient(node, length, &search.reversed, search.by_looks);
                    let stop = lenient != Some(false)
                        && visit(judge, sure && lenient == Some(true), search);
                    search.reversed.truncate(search.reversed.len() - 2);
                    stop
                };
                if self.each_lenient(&reply.next, left, search, &mut here) {
                    return true;
                }
            }
        }
        false
    }

    /// Whether a line, its last move first, is sound by rule F; a look left that open.
    fn is_line_lenient(
        &mut self,
        nodes: &[(S::Attacker, AttackerLength)],
        reversed: &[Move],
    ) -> Option<bool> {
        let mut lenient = Some(true);
        for (at, (node, length)) in nodes.iter().enumerate().rev().skip(1) {
            let from_here = &reversed[..reversed.len() - 2 * at];
            lenient = both(lenient, self.is_lenient(node, *length, from_here, false));
            if lenient == Some(false) {
                break;
            }
        }
        lenient
    }

    /// Whether each cook at a node is one of the three kinds that rule F allows, beside the line whose moves
    /// from here stand the last one first; on demand as far as a look tells.
    fn is_lenient(
        &mut self,
        node: &S::Attacker,
        length: AttackerLength,
        reversed: &[Move],
        by_looks: bool,
    ) -> Option<bool> {
        let line: Vec<Move> = reversed.iter().rev().copied().collect();
        let cooks = if by_looks {
            self.cooks_at_a_look(node, length, line[0])
        } else {
            self.cooks(node, length, line[0])
        };
        let mut lenient = yes_if(cooks.open == 0);
        for cook in &cooks.steps {
            lenient = both(lenient, self.is_blemish(node, length, &line, cook));
            if lenient == Some(false) {
                break;
            }
        }
        lenient
    }
}
