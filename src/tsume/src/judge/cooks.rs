//! 余詰: the further steps that mate at an attacker node. What each of them is: [`super::cook_kind`].

use super::report::Relation;
use super::source::{Played, Source, same};
use super::tree::Judge;
use crate::length::AttackerLength;
use shogi::Move;

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

impl<S: Source> Judge<S> {
    /// The further steps that mate at an attacker node whose line goes on with `main`.
    pub fn cooks(
        &mut self,
        node: &S::Attacker,
        length: AttackerLength,
        main: Move,
    ) -> Further<S::Defender> {
        let checks = self.source.checks(node, length);
        let wins = self.wins(node, length);
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
}
