//! 余詰: the further steps that mate at an attacker node. What each of them is: [`super::cook_kind`].

use super::report::Relation;
use super::source::{Played, Source, order, same};
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
        let unmeasured = wins.unmeasured.iter().map(|is| (is, None));
        let mating = with_relations(&checks.shortest, &wins.longer).chain(unmeasured);
        let steps = by_steps(mating, main);
        let open = wins.open().filter(|&&mv| !same(mv, main));
        Further {
            steps,
            open: open.count() as u16,
        }
    }
    /// The further steps whose checks a look decides, all of them, and how many other checks there are.
    pub(super) fn cooks_at_a_look(
        &mut self,
        node: &S::Attacker,
        length: AttackerLength,
        main: Move,
    ) -> Further<S::Defender> {
        let checks = self.source.checks(node, length);
        let mut longer = Vec::new();
        let mut open: Vec<Move> = checks.unsure.iter().map(|check| check.mv).collect();
        for check in &checks.rest {
            match self.source.mates_at_a_look(&check.next) {
                Some(true) => longer.push(check.clone()),
                Some(false) => {}
                None => open.push(check.mv),
            }
        }
        longer.sort_by_key(|check| order(check.mv));
        let mut steps = by_steps(with_relations(&checks.shortest, &longer), main);
        steps.retain(|cook| !open.iter().any(|&mv| same(mv, cook.checks[0].check.mv)));
        open.retain(|&mv| !same(mv, main));
        Further {
            steps,
            open: open.len() as u16,
        }
    }
}

/// Checks that mate as fast as can be, and others that take longer.
fn with_relations<'a, N>(
    equal: &'a [Played<N>],
    longer: &'a [Played<N>],
) -> impl Iterator<Item = (&'a Played<N>, Option<Relation>)> {
    let equal = equal.iter().map(|is| (is, Some(Relation::Equal)));
    equal.chain(longer.iter().map(|is| (is, Some(Relation::Longer))))
}

/// The steps other than that of `main` among checks that mate.
fn by_steps<'a, N: Clone + 'a>(
    mating: impl Iterator<Item = (&'a Played<N>, Option<Relation>)>,
    main: Move,
) -> Vec<Cook<N>> {
    let mut steps: Vec<Cook<N>> = Vec::new();
    for (check, relation) in mating.filter(|(check, _)| !same(check.mv, main)) {
        let winning = Winning {
            check: check.clone(),
            relation,
        };
        let known = |cook: &&mut Cook<N>| same(cook.checks[0].check.mv, check.mv);
        match steps.iter_mut().find(known) {
            Some(cook) => cook.checks.push(winning),
            None => steps.push(Cook {
                checks: vec![winning],
            }),
        }
    }
    steps
}
