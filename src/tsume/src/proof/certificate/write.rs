//! The writer of certificates: asks a solver what each check leads to, and has it proved. The solver is not trusted.

use std::sync::atomic::AtomicBool;

use super::duties::{Duties, twin};
use super::file::Certificate;
use crate::proof::ends::Ends;
use crate::proof::no_mate::write::{Escape, prove_each as prove_no_mates};
use crate::proof::no_proof::WriteError;
use crate::proof::numbers;
use crate::proof::write::{Strategy, prove_each as prove_mates};
use crate::solve::{Limits, Reached, Task};
use shogi::Move;

/// Somebody who knows which checks mate, and how.
pub trait Oracle: Strategy + Escape {
    /// Whether the attacker mates from here, within so many plies if given; futile interpositions do not delay the mate
    /// itself, but all others count.
    ///
    /// # Errors
    /// The limit that was reached first.
    fn mates(&mut self, task: &Task, within: Option<u32>) -> Result<bool, Reached>;
}

/// Why there is no certificate.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotComplete {
    /// The defender is to move, or a move of the line is no legal check or reply.
    #[error("move {ply} of the line cannot be played")]
    Line {
        /// The ply, counted from 1.
        ply: usize,
    },
    /// The defender can play on, and not only by futile interpositions.
    #[error("the line does not end in mate")]
    NoMate,
    /// 駒余り.
    #[error("the line ends with pieces in the attacker's hand: {0}")]
    Leftover(u32),
    /// 余詰.
    #[error("at move {ply}, {check} mates, too")]
    Cook {
        /// The ply, counted from 1.
        ply: usize,
        /// The check.
        check: Move,
    },
    /// There is a shorter mate, or a reply that lasts longer when every interposition before the mate counts.
    #[error("the line is not best play if every interposition before the mate counts")]
    NotBest,
    /// There is no proof.
    #[error(transparent)]
    Proof(#[from] WriteError),
}

impl From<Reached> for NotComplete {
    fn from(reached: Reached) -> Self {
        Self::Proof(WriteError::Reached(reached))
    }
}

/// Makes a certificate for a problem with this main line, until a limit of time or nodes is reached, a writer would take
/// more than `memory` bytes, or `stop` is set. Nodes are those of the proofs.
///
/// # Errors
/// If there is none, for the reason given.
pub fn certify(
    root: &Task,
    line: &[Move],
    oracle: &mut dyn Oracle,
    limits: &Limits,
    memory: Option<u64>,
    stop: &AtomicBool,
) -> Result<Certificate, NotComplete> {
    if line.len().is_multiple_of(2) {
        return Err(NotComplete::NoMate);
    }
    let plies = line.len() as u32;
    let mut duties = Duties::of(root, plies);
    let mut stream = Vec::new();
    let mut here = root.clone();
    for (at, &mv) in line.iter().enumerate() {
        let attacks = at % 2 == 0;
        let mut moves = match attacks {
            true => here.position.checks(),
            false => here.position.legal_moves(),
        };
        moves.sort_unstable();
        let wrong = NotComplete::Line { ply: at + 1 };
        if here.attacker_to_move() != attacks {
            return Err(wrong);
        }
        let place = moves.binary_search(&mv).map_err(|_| wrong)?;
        numbers::push(&mut stream, place + 1);
        let left = plies - at as u32;
        if attacks && left > 1 {
            let may_mate = examine(&here, &moves, mv, (at, left), oracle)?;
            if let Some(may_mate) = may_mate {
                numbers::push(&mut stream, may_mate.into());
            }
            duties.add(&here, &moves, mv, left, may_mate == Some(true));
        }
        here = here.play(mv);
        // The checker ends the line where the defender is mated.
        if attacks && left > 1 && Ends::WithoutUse.is_mated(&here.position) {
            return Err(NotComplete::NotBest);
        }
    }
    let end = &here.position;
    if !end.is_in_check() || !Ends::WithoutUse.is_mated(end) {
        return Err(NotComplete::NoMate);
    }
    match end.hand(root.attacker).len() {
        0 => {}
        pieces => return Err(NotComplete::Leftover(pieces)),
    }
    let mates = prove_mates(&duties.mates, &mut *oracle, limits, memory, stop);
    let mates = mates.map_err(|error| match error {
        WriteError::Reached(Reached::Plies) => NotComplete::NotBest,
        error => error.into(),
    })?;
    let no_mates = prove_no_mates(&duties.no_mates, oracle, limits, memory, stop)?;
    Ok(Certificate {
        root: root.clone(),
        line: line.to_vec(),
        nodes: mates.nodes + no_mates.nodes,
        line_stream: stream,
        mates: mates.stream,
        no_mates: no_mates.stream,
    })
}

/// Asks what the other checks lead to where `left` plies are left after `at` of them: whether the other choice of
/// promotion may mate, if it gives check.
fn examine(
    here: &Task,
    checks: &[Move],
    check: Move,
    (at, left): (usize, u32),
    oracle: &mut dyn Oracle,
) -> Result<Option<bool>, NotComplete> {
    let mut may_mate = None;
    for &other in checks.iter().filter(|&&other| other != check) {
        let after = here.play(other);
        let mates = oracle.mates(&after, None)?;
        if twin(check) == Some(other) {
            if mates && oracle.mates(&after, Some(left - 3))? {
                return Err(NotComplete::NotBest);
            }
            may_mate = Some(mates);
        } else if mates {
            return Err(NotComplete::Cook {
                ply: at + 1,
                check: other,
            });
        }
    }
    Ok(may_mate)
}
