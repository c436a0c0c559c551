//! Rule E, 完全作: whether some longest line that leaves nothing over has no second solution (余詰) before its
//! last move. That line is the main line 作意; where there is none, that of rule F (see `lenient.rs`).

use super::cook_list::Cooks;
use super::lenient::LenientLine;
use super::source::{Memo, Played, Source, both, either, not_if, same, yes_if};
use super::tree::{Judge, preferred_first};
use crate::length::{AttackerLength, DefenderLength};
use shogi::Move;

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
    /// Whether a limit left open if a line before it is as sound: that would be the main line.
    pub may_be_another: bool,
}

impl MainLine {
    /// Whether a limit left open what rule F says, or what the cooks are.
    pub const fn is_open(&self) -> bool {
        self.complete_lenient.is_none() || self.cooks.open > 0 || self.cooks.unknown > 0
    }
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

/// The first move of a clean line.
struct First<N> {
    /// The move, and where it leads.
    played: Played<N>,
    /// Whether a limit left open if one before it is.
    may_be_another: bool,
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
        let lenient = if leaves.least > Some(0) && !leaves.open {
            LenientLine {
                sound: Some(false),
                ..LenientLine::default()
            }
        } else {
            self.lenient(node, length)
        };
        Verdict {
            complete,
            complete_lenient: lenient.sound,
            lenient_line: lenient.line,
            may_be_another: lenient.may_be_another,
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
            mut may_be_another,
        } = verdict;
        let mut moves = Vec::with_capacity(length.plies() as usize);
        match (complete, lenient_line) {
            (Some(true) | None, _) => {
                may_be_another = self.follow_clean(node, length, &mut moves);
            }
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
        let mut may_be_another = false;
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
                let undecided = |line: &MainLine| line.complete.or(line.complete_lenient).is_none();
                may_be_another |= best.as_ref().is_some_and(undecided);
                best = Some(line);
            }
        }
        let mut best = best.unwrap_or_default();
        [best.complete, best.complete_lenient] = sound;
        best.may_be_another |= may_be_another;
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

    /// The first line that is clean, or may be, from a node where rule E is not refuted; whether a limit left open
    /// if there is a clean one before it.
    fn follow_clean(
        &mut self,
        node: &S::Attacker,
        length: AttackerLength,
        line: &mut Vec<Move>,
    ) -> bool {
        let checks = self.source.checks(node, length);
        let preferred = self.preferred(node);
        let after_check = length.after_check();
        let Some(left) = after_check.after_reply() else {
            let ends = checks.shortest.iter();
            let mut ends = ends.filter(|end| self.source.in_hand(&end.next) == 0);
            let first = ends.clone().find(|end| Some(end.mv) == preferred);
            line.extend(first.or(ends.next()).map(|end| end.mv));
            return false;
        };
        let Some(check) = self.first_clean(&checks.shortest, preferred, |judge, next| {
            judge.clean_after(next, after_check)
        }) else {
            self.follow(node, length, line);
            return false;
        };
        line.push(check.played.mv);
        let replies = self.source.replies(&check.played.next, after_check);
        let preferred = self.preferred_reply(&check.played.next);
        let reply = self.first_clean(&replies.longest, preferred, |judge, next| {
            judge.clean(next, left)
        });
        let Some(reply) = reply else {
            return check.may_be_another;
        };
        line.push(reply.played.mv);
        let further = self.follow_clean(&reply.played.next, left, line);
        check.may_be_another || reply.may_be_another || further
    }

    /// The first move after which rule E holds, or else may hold; a preferred one goes before others.
    fn first_clean<N: Clone>(
        &mut self,
        moves: &[Played<N>],
        preferred: Option<Move>,
        mut clean: impl FnMut(&mut Self, &N) -> Option<bool>,
    ) -> Option<First<N>> {
        let mut may_be = None;
        for played in preferred_first(moves, preferred) {
            match clean(self, &played.next) {
                Some(true) => {
                    return Some(First {
                        played: played.clone(),
                        may_be_another: may_be.is_some(),
                    });
                }
                None if may_be.is_none() => {
                    may_be = Some(First {
                        played: played.clone(),
                        may_be_another: false,
                    });
                }
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
}
