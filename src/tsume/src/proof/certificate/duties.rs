//! What has to be proved of a line, by the rules alone.

use crate::solve::Task;
use shogi::Move;

/// What has to be proved of a line.
#[derive(Default)]
pub(super) struct Duties {
    /// That the attacker mates within so many plies.
    pub(super) mates: Vec<(Task, u32)>,
    /// That he does not mate within so many plies, if there is a limit, or ever.
    pub(super) no_mates: Vec<(Task, Option<u32>)>,
}

/// A check with the other choice of promotion.
pub(super) const fn twin(mv: Move) -> Option<Move> {
    match mv {
        Move::Board { from, to, promote } => Some(Move::Board {
            from,
            to,
            promote: !promote,
        }),
        Move::Drop { .. } => None,
    }
}

impl Duties {
    /// What has to be proved first: that there is a mate of this length.
    pub(super) fn of(root: &Task, plies: u32) -> Self {
        Self {
            mates: vec![(root.clone(), plies)],
            no_mates: Vec::new(),
        }
    }

    /// Adds what has to be proved where the attacker is to move, has these checks in their order, plays `check`, and the
    /// line has `left` plies to go; `may_mate` tells whether the other choice of promotion may mate.
    pub(super) fn add(
        &mut self,
        here: &Task,
        checks: &[Move],
        check: Move,
        left: u32,
        may_mate: bool,
    ) {
        if left == 1 {
            return;
        }
        for &other in checks.iter().filter(|&&other| other != check) {
            let is_twin = twin(check) == Some(other);
            let within = (is_twin && may_mate).then(|| left - 3);
            self.no_mates.push((here.play(other), within));
        }
        if may_mate {
            self.mates.push((here.play(check), left - 1));
        }
    }
}
