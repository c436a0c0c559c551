//! Strategies to make proofs from, and problems to prove.

use std::sync::atomic::AtomicBool;

use referee::literal::{exact_length, shortest_first_moves};
use shogi::{Color, Move, Position};
use tsume::proof::{Proof, ProvedCheck, Strategy, WriteError, prove};
use tsume::solve::{Limits, Task};

/// The first of the shortest mates, found by the plain search.
pub struct Shortest {
    /// Longer mates are not looked for, in plies.
    pub most: u32,
}

impl Strategy for Shortest {
    fn winning_check(&mut self, position: &Position, _within: Option<u32>) -> Option<ProvedCheck> {
        let plies = exact_length(position, self.most)?;
        let check = *shortest_first_moves(position, plies).first()?;
        let plies = Some(plies);
        Some(ProvedCheck { check, plies })
    }
}

/// A strategy that is a function.
pub struct By<F>(pub F);

impl<F: FnMut(&Position) -> Option<Move>> Strategy for By<F> {
    fn winning_check(&mut self, position: &Position, _within: Option<u32>) -> Option<ProvedCheck> {
        self.0(position).map(ProvedCheck::from)
    }
}

/// Proves that the shortest mate takes no more than `plies`.
pub fn prove_within(root: &Task, plies: u32) -> Result<Proof, WriteError> {
    let limits = Limits {
        plies: Some(plies),
        ..Limits::default()
    };
    let mut strategy = Shortest { most: plies };
    prove(root, &mut strategy, &limits, None, &AtomicBool::new(false))
}

/// Problems with the attacker, Black, to move, and their lengths in plies.
pub fn problems() -> Vec<(Task, u32)> {
    include_str!("../../data/short_1_to_5.tsv")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let mut fields = line.split('\t');
            let sfen = fields.next().unwrap();
            let plies = fields.next().unwrap().parse().unwrap();
            let position = Position::from_tsume_sfen(sfen, true).unwrap();
            (Task::new(position), plies)
        })
        .collect()
}

/// The same with the sides exchanged.
pub fn turned(task: &Task) -> Task {
    Task {
        position: task.position.rotate(),
        attacker: task.attacker.flip(),
    }
}

/// Whether the attacker mates within `plies`, by the plain search.
pub fn mates(task: &Task, plies: u32) -> bool {
    if task.attacker_to_move() {
        return referee::literal::mate_within(&task.position, plies);
    }
    let replies = task.position.legal_moves();
    let mated = !replies.is_empty() || task.position.is_in_check();
    mated
        && replies
            .iter()
            .all(|&reply| plies > 0 && mates(&task.play(reply), plies - 1))
}

/// Black attacks from this position, which is taken as it stands.
pub fn black_attacks(sfen: &str) -> Task {
    Task {
        position: sfen.parse().unwrap(),
        attacker: Color::Black,
    }
}
