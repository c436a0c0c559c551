//! What a cook (余詰) is, beside the line that it leaves: which further steps many editors let pass.
//!
//! - *Exchange* 非限定: the same piece goes to another square, or the same kind is dropped on another one, or
//!   another piece of the same kind goes to the same square; and then the very same continuation of the line
//!   mates.
//! - *Move order* 手順前後: a mate as short, of which some best play comes to a position of the line, or plays
//!   the line's attacker moves in another order.
//! - *Detour* 迂回手順: a longer mate, of which some best play comes back to a position of the line, the one
//!   it left included.
//!
//! A cook that is several of these counts as the first of them. The positions of a line are those with the
//! attacker to move.

use hashbrown::{HashMap, HashSet};

use super::cooks::{Cook, Winning};
use super::record::LineKind;
use super::report::Relation;
use super::source::{Played, Source, either, not_if};
use super::tree::Judge;
use crate::length::{AttackerLength, DefenderLength};
use shogi::Move;

/// So many positions of best play are looked into for a way back to a line; then it is left undecided.
const MOST_POSITIONS: u32 = 20_000;

/// What a cook is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CookKind {
    /// 余詰 by every rule.
    Plain,
    /// 非限定.
    Exchange,
    /// 手順前後.
    MoveOrder,
    /// 迂回手順.
    Detour,
}

impl CookKind {
    /// As lines are called; nothing for a plain one.
    pub const fn line_kind(self) -> Option<LineKind> {
        match self {
            Self::Plain => None,
            Self::Exchange => Some(LineKind::ExchangeDual),
            Self::MoveOrder => Some(LineKind::MoveOrderDual),
            Self::Detour => Some(LineKind::Detour),
        }
    }
}

/// A search for a way back to a line.
struct WayBack<K> {
    /// The positions of the line, and how many of its moves go before each.
    targets: HashMap<K, usize>,
    seen: HashSet<K>,
    /// The moves so far.
    line: Vec<Move>,
}

/// What came of a search for a way back.
enum Way {
    /// It leads to the position of the line after so many of its moves.
    To(usize),
    /// There is none.
    None,
    /// A limit was reached.
    Open,
}

/// What a cook is, and the moves after its check that show it.
pub(super) struct Classed {
    /// What it is; `None` where a limit was reached.
    pub kind: Option<CookKind>,
    /// Which of its checks it was shown for.
    pub mv: Move,
    /// The moves after that check, to the mate.
    pub line: Option<Vec<Move>>,
}

impl<S: Source> Judge<S> {
    /// Whether rule F lets a cook pass beside this line.
    pub fn is_blemish(
        &mut self,
        node: &S::Attacker,
        length: AttackerLength,
        line: &[Move],
        cook: &Cook<S::Defender>,
    ) -> Option<bool> {
        let classed = self.classed(node, length, line, cook);
        classed.kind.map(|kind| kind != CookKind::Plain)
    }

    /// What a cook is at a node, beside a line from there.
    pub(super) fn classed(
        &mut self,
        node: &S::Attacker,
        length: AttackerLength,
        line: &[Move],
        cook: &Cook<S::Defender>,
    ) -> Classed {
        for winning in &cook.checks {
            if self.is_exchange(node, line, winning) {
                return Classed {
                    kind: Some(CookKind::Exchange),
                    mv: winning.check.mv,
                    line: Some(line[1..].to_vec()),
                };
            }
        }
        let mut open = false;
        // A step that is as short with one choice of promotion is no detour with the other.
        let equal = cook.checks[0].relation == Some(Relation::Equal);
        for winning in &cook.checks {
            if equal && winning.relation != Some(Relation::Equal) {
                continue;
            }
            let left = match winning.relation {
                Some(Relation::Equal) => Some(length.after_check()),
                _ => self.source.length(&winning.check.next),
            };
            let Some(left) = left else {
                open = true;
                continue;
            };
            let is_as_short = left == length.after_check();
            let mut back = Vec::new();
            let comes = if is_as_short {
                self.changes_order(node, length, line, &winning.check, &mut back)
            } else {
                self.comes_back(node, line, &winning.check.next, left, &mut back)
            };
            match comes {
                Some(true) => {
                    return Classed {
                        kind: Some(if is_as_short {
                            CookKind::MoveOrder
                        } else {
                            CookKind::Detour
                        }),
                        mv: winning.check.mv,
                        line: Some(back),
                    };
                }
                Some(false) => {}
                None => open = true,
            }
        }
        Classed {
            kind: (!open).then_some(CookKind::Plain),
            mv: cook.checks[0].check.mv,
            line: None,
        }
    }

    /// 非限定: whether a check exchanges one move of the line, and its very same continuation mates.
    fn is_exchange(
        &mut self,
        node: &S::Attacker,
        line: &[Move],
        winning: &Winning<S::Defender>,
    ) -> bool {
        let end = self.exchanged(node, line, winning);
        end.is_some_and(|end| self.source.is_mated(&end))
    }

    /// The end of a line's very same continuation after a check that exchanges one move of it; `None` where
    /// it does not, or the continuation cannot be played.
    pub fn exchanged(
        &mut self,
        node: &S::Attacker,
        line: &[Move],
        winning: &Winning<S::Defender>,
    ) -> Option<S::Defender> {
        let exchanged = match (line[0], winning.check.mv) {
            (Move::Drop { kind, .. }, Move::Drop { kind: other, .. }) => kind == other,
            (
                Move::Board { from, to, .. },
                Move::Board {
                    from: other_from,
                    to: other_to,
                    ..
                },
            ) => {
                let kind = |square| {
                    let piece = self.source.piece_at(node, square);
                    piece.map(|piece| (piece.kind, piece.promoted))
                };
                from == other_from || to == other_to && kind(from) == kind(other_from)
            }
            _ => false,
        };
        if !exchanged {
            return None;
        }
        let mut now = winning.check.next.clone();
        for moves in line[1..].chunks(2) {
            let [reply, check] = moves else {
                return None;
            };
            let next = self.source.play_reply(&now, *reply)?;
            now = self.source.play_check(&next, *check)?;
        }
        Some(now)
    }

    /// 手順前後: whether some best play after a check as short as the line comes to one of its positions, or plays
    /// its checks in another order. The moves after the check go to `back`.
    fn changes_order(
        &mut self,
        node: &S::Attacker,
        length: AttackerLength,
        line: &[Move],
        check: &Played<S::Defender>,
        back: &mut Vec<Move>,
    ) -> Option<bool> {
        let after = length.after_check();
        let comes = self.comes_back(node, line, &check.next, after, back);
        if comes == Some(true) {
            return comes;
        }
        let mut remaining: Vec<Move> = line.iter().step_by(2).copied().collect();
        let Some(place) = remaining.iter().position(|&mv| mv == check.mv) else {
            return comes;
        };
        remaining.remove(place);
        back.clear();
        let mut left = MOST_POSITIONS;
        let permutes = self.permutes(&check.next, after, &mut remaining, back, &mut left);
        either(comes, permutes)
    }

    /// Whether some best play from a defender node plays these checks and no others.
    fn permutes(
        &mut self,
        node: &S::Defender,
        length: DefenderLength,
        remaining: &mut Vec<Move>,
        line: &mut Vec<Move>,
        left: &mut u32,
    ) -> Option<bool> {
        let Some(after) = length.after_reply() else {
            return Some(remaining.is_empty());
        };
        *left = left.checked_sub(1)?;
        let replies = self.source.replies(node, length);
        let mut found = not_if(!replies.unsure.is_empty());
        for reply in &replies.longest {
            let checks = self.source.checks(&reply.next, after);
            if checks
                .unsure
                .iter()
                .any(|check| remaining.contains(&check.mv))
            {
                found = None;
            }
            for check in &checks.shortest {
                let Some(place) = remaining.iter().position(|&mv| mv == check.mv) else {
                    continue;
                };
                remaining.remove(place);
                line.extend([reply.mv, check.mv]);
                let below = self.permutes(&check.next, after.after_check(), remaining, line, left);
                if below == Some(true) {
                    return below;
                }
                found = either(found, below);
                line.truncate(line.len() - 2);
                remaining.insert(place, check.mv);
            }
        }
        found
    }

    /// Whether some best play from a defender node comes to a position of a line. The moves to the mate go to
    /// `back`.
    fn comes_back(
        &mut self,
        node: &S::Attacker,
        line: &[Move],
        from: &S::Defender,
        length: DefenderLength,
        back: &mut Vec<Move>,
    ) -> Option<bool> {
        let mut way = WayBack {
            targets: HashMap::new(),
            seen: HashSet::new(),
            line: Vec::new(),
        };
        let mut position = node.clone();
        for at in (0..line.len()).step_by(2) {
            way.targets.insert(self.source.key(&position), at);
            let Some(reply) = line.get(at + 1) else {
                break;
            };
            let after = self.source.play_check(&position, line[at])?;
            position = self.source.play_reply(&after, *reply)?;
        }
        match self.find_way(from, length, &mut way) {
            Way::To(at) => {
                back.extend(way.line);
                back.extend(&line[at..]);
                Some(true)
            }
            Way::None => Some(false),
            Way::Open => None,
        }
    }

    /// Where best play from a defender node comes to the line, if it does.
    fn find_way(
        &mut self,
        node: &S::Defender,
        length: DefenderLength,
        way: &mut WayBack<S::Key>,
    ) -> Way {
        let replies = self.source.replies(node, length);
        let mut open = !replies.unsure.is_empty();
        let longest = replies.longest.iter();
        let keys: Vec<S::Key> = longest.map(|is| self.source.key(&is.next)).collect();
        for (reply, key) in replies.longest.iter().zip(&keys) {
            if let Some(&at) = way.targets.get(key) {
                way.line.push(reply.mv);
                return Way::To(at);
            }
        }
        let before_last = length
            .after_reply()
            .filter(|&left| left > AttackerLength::ONE);
        let Some(left) = before_last else {
            return if open { Way::Open } else { Way::None };
        };
        for (reply, key) in replies.longest.iter().zip(keys) {
            if way.seen.len() as u32 >= MOST_POSITIONS {
                return Way::Open;
            }
            if !way.seen.insert(key) {
                continue;
            }
            let checks = self.source.checks(&reply.next, left);
            open |= !checks.unsure.is_empty();
            way.line.push(reply.mv);
            for check in &checks.shortest {
                way.line.push(check.mv);
                match self.find_way(&check.next, left.after_check(), way) {
                    Way::To(at) => return Way::To(at),
                    Way::Open => open = true,
                    Way::None => {}
                }
                way.line.pop();
            }
            way.line.pop();
        }
        if open { Way::Open } else { Way::None }
    }
}
