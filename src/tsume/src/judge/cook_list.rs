//! 余詰 along a line, counted and shown with what each of them is.

use super::cook_kind::CookKind;
use super::report::Relation;
use super::source::Source;
use super::tree::Judge;
use crate::length::AttackerLength;
use shogi::Move;

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

impl<S: Source> Judge<S> {
    /// The cooks of a line from an attacker node, counted and shown.
    pub(super) fn cooks_along(
        &mut self,
        node: &S::Attacker,
        length: AttackerLength,
        line: &[Move],
    ) -> Cooks {
        let mut cooks = Cooks::NONE;
        // Where a limit left no play to follow, there may be more.
        cooks.open += u16::from((line.len() as u32) < length.plies());
        let (mut node, mut length) = (node.clone(), length);
        for at in (0..line.len().saturating_sub(2)).step_by(2) {
            let further = self.cooks(&node, length, line[at]);
            cooks.open += further.open;
            for cook in &further.steps {
                let classed = self.classed(&node, length, &line[at..], cook);
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
            let next = after.and_then(|after| self.source.play_reply(&after, line[at + 1]));
            let (Some(next), Some(left)) = (next, length.after_check().after_reply()) else {
                break;
            };
            (node, length) = (next, left);
        }
        cooks
    }
}
