//! What comes of checks beside the line: every one of them is tried, with every reply.

use ::ask::query::{Clause, Ending, Term};
use shogi::{Color, Move};

use super::Walk;

impl Walk<'_> {
    /// Whether there are such checks at a place.
    pub(super) fn tries(&self, clauses: &[Clause], place: usize) -> bool {
        let here = &self.positions[place];
        if here.side() != Color::Black {
            return false;
        }
        let (first, others) = clauses.split_first().unwrap();
        let mut checks = here.legal_moves();
        checks.retain(|&mv| here.play(mv).is_in_check());
        let fits = |clause: &Clause, mv: Move| {
            let path = self.after(place, &[mv]);
            path.all(&clause.check, place) && path.comes_of(clause, place)
        };
        let mut firsts = checks.iter().filter(|&&mv| fits(first, mv));
        firsts.any(|&one| {
            others.iter().all(|clause| {
                let mut compared = checks.iter().filter(|&&mv| is_compared(clause, one, mv));
                compared.any(|&mv| fits(clause, mv)) != clause.negated
            })
        })
    }

    /// The line to a place, and other moves after it.
    fn after(&self, place: usize, others: &[Move]) -> Self {
        let mut positions = self.positions[..=place].to_vec();
        for &mv in others {
            positions.push(positions.last().unwrap().play(mv));
        }
        Self {
            tree: self.tree,
            positions,
            moves: [&self.moves[..place], others].concat(),
            bound: self.bound.clone(),
            main: self.main.clone(),
            mates: self.mates,
        }
    }

    fn all(&self, terms: &[Term], ply: usize) -> bool {
        terms.iter().all(|term| self.term(term, ply))
    }

    /// Whether what comes of the check at a place, the last move, is what is asked.
    fn comes_of(&self, clause: &Clause, place: usize) -> bool {
        let after = &self.positions[place + 1];
        match &clause.ending {
            Ending::Mates => (self.mates)(after),
            Ending::Fails { reply, only } => {
                let mut saving = after.legal_moves();
                saving.retain(|&mv| !(self.mates)(&after.play(mv)));
                let mut asked = saving.iter().filter(|&&mv| {
                    let path = self.after(place, &[self.moves[place], mv]);
                    path.all(reply, place + 1)
                });
                asked.next().is_some() && (!only || saving.len() == 1)
            }
        }
    }
}

/// Whether a check is one that is compared with another one.
fn is_compared(clause: &Clause, one: Move, mv: Move) -> bool {
    let same_square = one.to() == mv.to();
    match (one, mv) {
        (Move::Board { from, .. }, Move::Board { from: other, .. }) => {
            from == other && same_square != clause.elsewhere
        }
        (Move::Drop { kind, .. }, Move::Drop { kind: other, .. }) if clause.elsewhere => {
            kind == other && !same_square
        }
        _ => same_square && !clause.elsewhere,
    }
}
