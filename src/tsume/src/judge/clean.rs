//! Rule E, 完全作, and rule F: whether some longest line that leaves nothing over has no second solution (余詰)
//! before its last move. That line is the main line 作意.

use super::cooks::Cooks;
use super::source::{Memo, Played, Source, both, either};
use super::tree::{Judge, same};
use crate::length::{AttackerLength, DefenderLength};
use shogi::Move;

/// So many lines are looked at for one that is sound by rule F; then it is left undecided.
const MOST_LINES: u32 = 4_000;

/// What the main line is and how sound.
#[derive(Clone, Debug, Default)]
pub struct MainLine {
    /// Its moves; they stop before the mate where a limit left no play to follow.
    pub moves: Vec<Move>,
    /// Rule E.
    pub complete: Option<bool>,
    /// Rule F.
    pub complete_lenient: Option<bool>,
    /// What further steps mate along it.
    pub cooks: Cooks,
    /// Whether a limit left open if a line before it is sound by rule F as well: that would be the main line.
    pub may_be_another: bool,
}

/// What rules E and F say of a node.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// Rule E.
    pub complete: Option<bool>,
    /// Rule F.
    pub complete_lenient: Option<bool>,
    /// The first line that is sound by rule F, or may be; not looked for where rule E holds.
    lenient_line: Option<Vec<Move>>,
    /// Whether a limit left open if there is one before it.
    may_be_another: bool,
}

/// A search for lines that are sound by rule F.
struct Lenient {
    /// The line from the node on that was reached, the last move first.
    reversed: Vec<Move>,
    /// How many lines have been looked at.
    lines: u32,
    /// Whether a limit left open if there are more.
    open: bool,
    /// The first line that is sound, or else that may be.
    best: Option<(bool, Vec<Move>)>,
}

impl<S: Source> Judge<S> {
    /// Rules E and F at an attacker node.
    pub fn verdict(&mut self, node: &S::Attacker, length: AttackerLength) -> Verdict {
        let complete = self.clean(node, length);
        if complete == Some(true) {
            return Verdict {
                complete,
                complete_lenient: complete,
                lenient_line: None,
                may_be_another: false,
            };
        }
        // Where there surely is something left over, no line is sound.
        let leaves = self.leftover(node, length);
        let (complete_lenient, lenient_line, may_be_another) =
            if leaves.least > Some(0) && !leaves.open {
                (Some(false), None, false)
            } else {
                self.lenient(node, length)
            };
        Verdict {
            complete,
            complete_lenient,
            lenient_line,
            may_be_another,
        }
    }

    /// The main line from an attacker node, and what it decides.
    pub fn main_line(&mut self, node: &S::Attacker, length: AttackerLength) -> MainLine {
        let verdict = self.verdict(node, length);
        self.line_of(node, length, verdict)
    }

    /// The main line from an attacker node of which rules E and F say this.
    pub(super) fn line_of(
        &mut self,
        node: &S::Attacker,
        length: AttackerLength,
        verdict: Verdict,
    ) -> MainLine {
        let Verdict {
            complete,
            complete_lenient,
            lenient_line,
            may_be_another,
        } = verdict;
        let mut moves = Vec::with_capacity(length.plies() as usize);
        match (complete, lenient_line) {
            (Some(true) | None, _) => self.follow_clean(node, length, &mut moves),
            (_, Some(line)) => moves = line,
            (_, None) => self.follow(node, length, &mut moves),
        }
        let cooks = if complete == Some(true) {
            Cooks::NONE
        } else {
            self.cooks_along(node, length, &moves)
        };
        MainLine {
            moves,
            complete,
            complete_lenient,
            cooks,
            may_be_another,
        }
    }

    /// The same from a defender node: the first reply after which the line is sound, and the line from
    /// there.
    pub fn main_line_after(&mut self, node: &S::Defender, length: DefenderLength) -> MainLine {
        let Some(left) = length.after_reply() else {
            let sound = Some(self.source.in_hand(node) == 0);
            return MainLine {
                moves: Vec::new(),
                complete: sound,
                complete_lenient: sound,
                cooks: Cooks::NONE,
                may_be_another: false,
            };
        };
        let mut best: Option<MainLine> = None;
        let mut sound = [Some(false); 2];
        if !self.source.replies(node, length).unsure.is_empty() {
            sound = [None; 2];
        }
        for reply in self.tree_replies(node, length) {
            let mut line = self.main_line(&reply.next, left);
            line.moves.insert(0, reply.mv);
            for cook in &mut line.cooks.shown {
                cook.at += 1;
            }
            sound = [
                either(sound[0], line.complete),
                either(sound[1], line.complete_lenient),
            ];
            let rank = |line: &MainLine| {
                let rank = |holds| match holds {
                    Some(true) => 0,
                    None => 1,
                    Some(false) => 2,
                };
                (rank(line.complete), rank(line.complete_lenient))
            };
            if best.as_ref().is_none_or(|best| rank(&line) < rank(best)) {
                best = Some(line);
            }
        }
        let mut best = best.unwrap_or_default();
        [best.complete, best.complete_lenient] = sound;
        best
    }

    /// Rule E from an attacker node: whether some longest line from here leaves nothing
    /// over and has one mating step at each of the attacker's nodes before the last move.
    pub fn clean(&mut self, node: &S::Attacker, length: AttackerLength) -> Option<bool> {
        let checks = self.source.checks(node, length);
        if length == AttackerLength::ONE {
            let ends = checks.shortest.iter();
            let empty = ends.map(|end| self.source.in_hand(&end.next) == 0);
            return either(
                Some(empty.into_iter().any(|is| is)),
                not_if(!checks.unsure.is_empty()),
            );
        }
        if let Some(&clean) = self.clean.get(node) {
            return clean;
        }
        let clean = self.look_clean(node, length);
        self.clean.insert(node, clean);
        clean
    }

    fn look_clean(&mut self, node: &S::Attacker, length: AttackerLength) -> Option<bool> {
        let checks = self.source.checks(node, length);
        // A limit can have hidden the shortest check.
        let main = checks.shortest.first()?.mv;
        if checks.shortest.iter().any(|check| !same(check.mv, main)) {
            return Some(false);
        }
        let unsure = checks.unsure.iter().any(|check| same(check.mv, main));
        let mut below = not_if(unsure);
        for check in &checks.shortest {
            below = either(below, self.clean_after(&check.next, length.after_check()));
            if below == Some(true) {
                break;
            }
        }
        if below == Some(false) {
            return below;
        }
        both(below, self.is_only_step(node, length, main))
    }

    /// Rule E from a defender node: whether it holds after some longest reply; where the defender is mated,
    /// whether nothing is left over.
    pub(super) fn clean_after(
        &mut self,
        node: &S::Defender,
        length: DefenderLength,
    ) -> Option<bool> {
        let Some(left) = length.after_reply() else {
            return Some(self.source.in_hand(node) == 0);
        };
        let replies = self.source.replies(node, length);
        let mut clean = not_if(!replies.unsure.is_empty());
        for reply in &replies.longest {
            clean = either(clean, self.clean(&reply.next, left));
            if clean == Some(true) {
                break;
            }
        }
        clean
    }

    /// Whether no check of another step than `main`, the only shortest one, mates.
    fn is_only_step(
        &mut self,
        node: &S::Attacker,
        length: AttackerLength,
        main: Move,
    ) -> Option<bool> {
        let wins = self.wins(node, length);
        if wins.mating().any(|check| !same(check.mv, main)) {
            return Some(false);
        }
        yes_if(wins.open().all(|&mv| same(mv, main)))
    }

    /// The first line that is clean, or may be, from a node where rule E is not refuted.
    fn follow_clean(&mut self, node: &S::Attacker, length: AttackerLength, line: &mut Vec<Move>) {
        let checks = self.source.checks(node, length);
        let preferred = self.preferred(node);
        let after_check = length.after_check();
        let Some(left) = after_check.after_reply() else {
            let ends = checks.shortest.iter();
            let mut ends = ends.filter(|end| self.source.in_hand(&end.next) == 0);
            let first = ends.clone().find(|end| Some(end.mv) == preferred);
            line.extend(first.or(ends.next()).map(|end| end.mv));
            return;
        };
        let Some(check) = self.first_clean(&checks.shortest, preferred, |judge, next| {
            judge.clean_after(next, after_check)
        }) else {
            return self.follow(node, length, line);
        };
        line.push(check.mv);
        let replies = self.source.replies(&check.next, after_check);
        let preferred = self.preferred_reply(&check.next);
        let reply = self.first_clean(&replies.longest, preferred, |judge, next| {
            judge.clean(next, left)
        });
        if let Some(reply) = reply {
            line.push(reply.mv);
            self.follow_clean(&reply.next, left, line);
        }
    }

    /// The first move after which rule E holds, or else may hold; a preferred one goes before others.
    fn first_clean<N: Clone>(
        &mut self,
        moves: &[Played<N>],
        preferred: Option<Move>,
        mut clean: impl FnMut(&mut Self, &N) -> Option<bool>,
    ) -> Option<Played<N>> {
        let mut may_be = None;
        let first = moves.iter().filter(|is| Some(is.mv) == preferred);
        for played in first.chain(moves) {
            match clean(self, &played.next) {
                Some(true) => return Some(played.clone()),
                None if may_be.is_none() => may_be = Some(played.clone()),
                _ => {}
            }
        }
        may_be
    }

    /// The first line of the tree, from an attacker node.
    pub fn follow(&mut self, node: &S::Attacker, length: AttackerLength, line: &mut Vec<Move>) {
        let Some(check) = self.tree_checks(node, length).into_iter().next() else {
            return;
        };
        line.push(check.mv);
        let after_check = length.after_check();
        let Some(left) = after_check.after_reply() else {
            return;
        };
        let replies = self.tree_replies(&check.next, after_check);
        if let Some(reply) = replies.into_iter().next() {
            line.push(reply.mv);
            self.follow(&reply.next, left, line);
        }
    }

    /// Rule F, the first line by which it holds, or else may hold, and whether it may hold by one before that.
    fn lenient(
        &mut self,
        node: &S::Attacker,
        length: AttackerLength,
    ) -> (Option<bool>, Option<Vec<Move>>, bool) {
        let mut search = Lenient {
            reversed: Vec::with_capacity(length.plies() as usize),
            lines: 0,
            open: false,
            best: None,
        };
        let mut may_be_another = false;
        self.each_lenient(node, length, &mut search, &mut |_, sure, search| {
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
            Some((true, line)) => (Some(true), Some(line), may_be_another),
            Some((false, line)) => (None, Some(line), false),
            None => (not_if(search.open), None, false),
        }
    }

    /// Calls `visit` with every line from an attacker node that is sound by rule F, or may be, in their order,
    /// until it returns true; says whether it did.
    /// `visit` is told whether the line surely is.
    fn each_lenient(
        &mut self,
        node: &S::Attacker,
        length: AttackerLength,
        search: &mut Lenient,
        visit: &mut dyn FnMut(&mut Self, bool, &mut Lenient) -> bool,
    ) -> bool {
        let after_check = length.after_check();
        let checks = self.source.checks(node, length);
        search.open |= !checks.unsure.is_empty();
        let preferred = self.preferred(node);
        let first = checks.shortest.iter().filter(|is| Some(is.mv) == preferred);
        let others = checks.shortest.iter().filter(|is| Some(is.mv) != preferred);
        for check in first.chain(others) {
            let Some(left) = after_check.after_reply() else {
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
            for reply in &replies.longest {
                let mut here = |judge: &mut Self, sure: bool, search: &mut Lenient| {
                    search.lines += 1;
                    if search.lines > MOST_LINES {
                        search.open = true;
                        return true;
                    }
                    search.reversed.push(reply.mv);
                    search.reversed.push(check.mv);
                    let lenient = judge.is_lenient(node, length, &search.reversed);
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

    /// Whether each cook at a node is one of the three kinds that rule F allows, beside the line whose moves
    /// from here stand the last one first.
    fn is_lenient(
        &mut self,
        node: &S::Attacker,
        length: AttackerLength,
        reversed: &[Move],
    ) -> Option<bool> {
        let line: Vec<Move> = reversed.iter().rev().copied().collect();
        let cooks = self.cooks(node, length, line[0]);
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

/// No, unless it is undecided.
const fn not_if(undecided: bool) -> Option<bool> {
    if undecided { None } else { Some(false) }
}

/// Yes, unless it is undecided.
const fn yes_if(decided: bool) -> Option<bool> {
    if decided { Some(true) } else { None }
}
