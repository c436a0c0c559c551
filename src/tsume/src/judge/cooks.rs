//! 余詰 along a line: the further steps that mate at its attacker nodes, and which of them many editors let
//! pass.
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

use super::record::LineKind;
use super::report::Relation;
use super::source::{Played, Source, either};
use super::tree::{Judge, same};
use shogi::Move;

/// So many positions of best play are looked into for a way back to a line; then it is left undecided.
const MOST_POSITIONS: u32 = 20_000;

/// A further check that mates.
#[derive(Clone, Debug)]
pub struct Winning<N> {
    /// The check, and where it leads.
    pub check: Played<N>,
    /// Whether the mate is as short as the line or longer; `None` where that is undecided.
    pub relation: Option<Relation>,
}

/// A further step that mates, with or without promotion.
pub struct Cook<N> {
    /// Its checks, the shortest first.
    pub checks: Vec<Winning<N>>,
}

/// The further steps at a node.
pub struct Further<N> {
    /// Those that mate.
    pub steps: Vec<Cook<N>>,
    /// Checks of further steps of which it is undecided whether they mate.
    pub open: u16,
}

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

/// A cook of the main line.
#[derive(Clone, Debug)]
pub struct Shown {
    /// How many moves of the line go before it.
    pub at: usize,
    /// The check.
    pub mv: Move,
    /// Whether it is as short.
    pub relation: Option<Relation>,
    /// What it is; `None` where a limit was reached.
    pub kind: Option<CookKind>,
    /// The moves after it that show what it is, to the mate; `None` where there are none to show.
    pub line: Option<Vec<Move>>,
}

/// The cooks of a line, counted by step.
#[derive(Clone, Debug, Default)]
pub struct Cooks {
    /// All of them.
    pub count: u16,
    /// 非限定.
    pub exchanges: u16,
    /// 手順前後.
    pub move_orders: u16,
    /// 迂回手順.
    pub detours: u16,
    /// Those of which a limit left open what they are.
    pub unknown: u16,
    /// Checks of which it is undecided whether they mate.
    pub open: u16,
    /// Each of them; one that mates with and without promotion twice.
    pub shown: Vec<Shown>,
}

impl Cooks {
    /// There are none.
    pub const NONE: Self = Self {
        count: 0,
        exchanges: 0,
        move_orders: 0,
        detours: 0,
        unknown: 0,
        open: 0,
        shown: Vec::new(),
    };

    fn add(&mut self, kind: Option<CookKind>) {
        self.count += 1;
        match kind {
            Some(CookKind::Plain) => {}
            Some(CookKind::Exchange) => self.exchanges += 1,
            Some(CookKind::MoveOrder) => self.move_orders += 1,
            Some(CookKind::Detour) => self.detours += 1,
            None => self.unknown += 1,
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
struct Classed {
    kind: Option<CookKind>,
    /// Which of its checks it was shown for.
    mv: Move,
    line: Option<Vec<Move>>,
}

impl<S: Source> Judge<S> {
    /// The further steps that mate at an attacker node whose line goes on with `main`.
    pub(super) fn cooks(
        &mut self,
        node: &S::Attacker,
        plies: u32,
        main: Move,
    ) -> Further<S::Defender> {
        let checks = self.source.checks(node, plies);
        let wins = self.wins(node, plies);
        let equal = checks.shortest.iter().map(|is| (is, Some(Relation::Equal)));
        let longer = wins.longer.iter().map(|is| (is, Some(Relation::Longer)));
        let unmeasured = wins.unmeasured.iter().map(|is| (is, None));
        let mut steps: Vec<Cook<S::Defender>> = Vec::new();
        for (check, relation) in equal.chain(longer).chain(unmeasured) {
            if same(check.mv, main) {
                continue;
            }
            let winning = Winning {
                check: check.clone(),
                relation,
            };
            match steps
                .iter_mut()
                .find(|cook| same(cook.checks[0].check.mv, check.mv))
            {
                Some(cook) => cook.checks.push(winning),
                None => steps.push(Cook {
                    checks: vec![winning],
                }),
            }
        }
        let open = wins.open().filter(|&&mv| !same(mv, main));
        Further {
            steps,
            open: open.count() as u16,
        }
    }

    /// The cooks of a line from an attacker node of length `plies`, counted and shown.
    pub(super) fn cooks_along(&mut self, node: &S::Attacker, plies: u32, line: &[Move]) -> Cooks {
        let mut cooks = Cooks::NONE;
        let mut node = node.clone();
        for at in (0..line.len().saturating_sub(2)).step_by(2) {
            let left = plies - at as u32;
            let further = self.cooks(&node, left, line[at]);
            cooks.open += further.open;
            for cook in &further.steps {
                let classed = self.classed(&node, left, &line[at..], cook);
                cooks.add(classed.kind);
                for winning in &cook.checks {
                    cooks.shown.push(Shown {
                        at,
                        mv: winning.check.mv,
                        relation: winning.relation,
                        kind: classed.kind,
                        line: classed
                            .line
                            .clone()
                            .filter(|_| winning.check.mv == classed.mv),
                    });
                }
            }
            let after = self.source.play_check(&node, line[at]);
            let Some(next) = after.and_then(|after| self.source.play_reply(&after, line[at + 1]))
            else {
                break;
            };
            node = next;
        }
        cooks
    }

    /// Whether rule F lets a cook pass beside this line.
    pub(super) fn is_blemish(
        &mut self,
        node: &S::Attacker,
        plies: u32,
        line: &[Move],
        cook: &Cook<S::Defender>,
    ) -> Option<bool> {
        let classed = self.classed(node, plies, line, cook);
        classed.kind.map(|kind| kind != CookKind::Plain)
    }

    /// What a cook is at a node of length `plies`, beside a line from there.
    fn classed(
        &mut self,
        node: &S::Attacker,
        plies: u32,
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
            let length = match winning.relation {
                Some(Relation::Equal) => Some(plies - 1),
                _ => self.source.length(&winning.check.next),
            };
            let Some(length) = length else {
                open = true;
                continue;
            };
            let mut back = Vec::new();
            let comes = if length + 1 == plies {
                self.changes_order(node, line, &winning.check, &mut back)
            } else {
                self.comes_back(node, line, &winning.check.next, length, &mut back)
            };
            match comes {
                Some(true) => {
                    return Classed {
                        kind: Some(if length + 1 == plies {
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
            return false;
        }
        let mut now = winning.check.next.clone();
        for moves in line[1..].chunks(2) {
            let [reply, check] = moves else {
                return false;
            };
            let Some(next) = self.source.play_reply(&now, *reply) else {
                return false;
            };
            let Some(next) = self.source.play_check(&next, *check) else {
                return false;
            };
            now = next;
        }
        self.source.is_mated(&now)
    }

    /// 手順前後: whether some best play after a check as short as the line comes to one of its positions, or plays
    /// its checks in another order. The moves after the check go to `back`.
    fn changes_order(
        &mut self,
        node: &S::Attacker,
        line: &[Move],
        check: &Played<S::Defender>,
        back: &mut Vec<Move>,
    ) -> Option<bool> {
        let plies = line.len() as u32 - 1;
        let comes = self.comes_back(node, line, &check.next, plies, back);
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
        let permutes = self.permutes(&check.next, plies, &mut remaining, back, &mut left);
        either(comes, permutes)
    }

    /// Whether some best play from a defender node plays these checks and no others.
    fn permutes(
        &mut self,
        node: &S::Defender,
        plies: u32,
        remaining: &mut Vec<Move>,
        line: &mut Vec<Move>,
        left: &mut u32,
    ) -> Option<bool> {
        if plies == 0 {
            return Some(remaining.is_empty());
        }
        *left = left.checked_sub(1)?;
        let replies = self.source.replies(node, plies);
        let mut found = undecided_if(!replies.unsure.is_empty());
        for reply in &replies.longest {
            let checks = self.source.checks(&reply.next, plies - 1);
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
                let below = self.permutes(&check.next, plies - 2, remaining, line, left);
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

    /// Whether some best play from a defender node of length `plies` comes to a position of a line. The
    /// moves to the mate go to `back`.
    fn comes_back(
        &mut self,
        node: &S::Attacker,
        line: &[Move],
        from: &S::Defender,
        plies: u32,
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
        match self.find_way(from, plies, &mut way) {
            Way::To(at) => {
                back.extend(way.line);
                back.extend(&line[at..]);
                Some(true)
            }
            Way::None => Some(false),
            Way::Open => None,
        }
    }

    /// Where best play from a defender node of length `plies` comes to the line, if it does.
    fn find_way(&mut self, node: &S::Defender, plies: u32, way: &mut WayBack<S::Key>) -> Way {
        let replies = self.source.replies(node, plies);
        let mut open = !replies.unsure.is_empty();
        let longest = replies.longest.iter();
        let keys: Vec<S::Key> = longest.map(|is| self.source.key(&is.next)).collect();
        for (reply, key) in replies.longest.iter().zip(&keys) {
            if let Some(&at) = way.targets.get(key) {
                way.line.push(reply.mv);
                return Way::To(at);
            }
        }
        if plies <= 2 {
            return if open { Way::Open } else { Way::None };
        }
        for (reply, key) in replies.longest.iter().zip(keys) {
            if way.seen.len() as u32 >= MOST_POSITIONS {
                return Way::Open;
            }
            if !way.seen.insert(key) {
                continue;
            }
            let checks = self.source.checks(&reply.next, plies - 1);
            open |= !checks.unsure.is_empty();
            way.line.push(reply.mv);
            for check in &checks.shortest {
                way.line.push(check.mv);
                match self.find_way(&check.next, plies - 2, way) {
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

/// No, unless it is undecided.
const fn undecided_if(undecided: bool) -> Option<bool> {
    if undecided { None } else { Some(false) }
}
