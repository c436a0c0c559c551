//! What keeps a setting from being a sound problem with its line, the latest in the line first: late in a line
//! everything is soon told.

use super::asker::{Asker, Care};
use super::replay::escapes;
use shogi::{Move, Position};
use tsume::judge::source::same;

/// What is wrong with a setting from which a line can be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Defect {
    /// The line does not end in mate: a reply.
    Escape(Move),
    /// A reply after so many moves that lasts longer than the line, or saves the king.
    Defence {
        /// The moves of the line before it.
        at: usize,
        /// The reply.
        reply: Move,
    },
    /// Another check (余詰) after so many moves.
    Cook {
        /// The moves of the line before it.
        at: usize,
        /// The check.
        check: Move,
    },
}

/// What was found of a setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fault {
    /// The defect: in later positions of the line nothing else was found.
    pub defect: Defect,
    /// How many such there are in that position.
    pub count: u32,
}

/// The latest defect of a line; `positions` are those of the line, `moves` its moves.
pub(super) fn latest(positions: &[Position], moves: &[Move], asker: &mut Asker) -> Option<Fault> {
    let plies = moves.len();
    let end = &positions[plies];
    let replies = escapes(end);
    if let Some(&reply) = replies.first() {
        return Some(Fault {
            defect: Defect::Escape(reply),
            count: replies.len() as u32,
        });
    }
    if let Some(&reply) = end.legal_moves().first()
        && asker.takes_at_most(end, 0, Care::Look) == Some(false)
    {
        let defect = Defect::Defence { at: plies, reply };
        return Some(Fault { defect, count: 1 });
    }
    (0..plies.saturating_sub(1)).rev().find_map(|at| {
        let (position, main) = (&positions[at], moves[at]);
        let faults = match at % 2 {
            0 => cooks(position, main, at, asker),
            _ => defences(position, main, at, plies, asker),
        };
        let &defect = faults.first()?;
        Some(Fault {
            defect,
            count: faults.len() as u32,
        })
    })
}

/// Replies to a check that last longer than the line, or save the king.
fn defences(
    position: &Position,
    main: Move,
    at: usize,
    plies: usize,
    asker: &mut Asker,
) -> Vec<Defect> {
    let between = position.interposing_squares();
    let (interposed, others): (Vec<Move>, Vec<Move>) = (position.legal_moves().into_iter())
        .filter(|&mv| mv != main)
        .partition(|mv| between.has(mv.to()));
    let mut found = Vec::new();
    for reply in others {
        let after = position.play(reply);
        if asker.mates_within(&after, left(at, plies) - 1, Care::Look) == Some(false) {
            found.push(Defect::Defence { at, reply });
        }
    }
    // Which of them are futile shows the length of the whole.
    if found.is_empty()
        && let Some(&reply) = interposed.first()
        && asker.takes_at_most(position, left(at, plies), Care::Look) == Some(false)
    {
        let lasting = interposed.iter().copied().find(|&reply| {
            let after = position.play(reply);
            asker.mates_within(&after, left(at, plies) - 1, Care::Look) == Some(false)
        });
        let reply = lasting.unwrap_or(reply);
        found.push(Defect::Defence { at, reply });
    }
    found
}

/// The plies of the line after so many moves.
const fn left(at: usize, plies: usize) -> u32 {
    (plies - at) as u32
}

/// Other checks that mate.
fn cooks(position: &Position, main: Move, at: usize, asker: &mut Asker) -> Vec<Defect> {
    let mut found = Vec::new();
    for check in position.checks() {
        if !same(check, main) && asker.mates_after(&position.play(check)) {
            found.push(Defect::Cook { at, check });
        }
    }
    found
}

impl Defect {
    /// How many moves of a line of so many plies come before it.
    pub const fn ply(self, plies: usize) -> usize {
        match self {
            Self::Escape(_) => plies,
            Self::Defence { at, .. } | Self::Cook { at, .. } => at,
        }
    }

    /// The move that should not be there.
    pub const fn obstacle(self) -> Move {
        match self {
            Self::Escape(mv) => mv,
            Self::Defence { reply, .. } => reply,
            Self::Cook { check, .. } => check,
        }
    }

    /// Whether the defect is gone from a line of so many plies that is played on another board, as far as limits tell.
    pub fn is_gone(self, positions: &[Position], asker: &mut Asker) -> bool {
        let plies = positions.len() - 1;
        match self {
            Self::Escape(reply) => !escapes(&positions[plies]).contains(&reply),
            Self::Defence { at, reply } => {
                let position = &positions[at];
                if !position.is_legal(reply) {
                    return true;
                }
                match at == plies || position.interposing_squares().has(reply.to()) {
                    true => {
                        asker.takes_at_most(position, left(at, plies), Care::Glance) == Some(true)
                    }
                    false => {
                        let after = position.play(reply);
                        asker.mates_within(&after, left(at, plies) - 1, Care::Glance) == Some(true)
                    }
                }
            }
            Self::Cook { at, check } => {
                let position = &positions[at];
                if !position.is_legal(check) {
                    return true;
                }
                let after = position.play(check);
                !after.is_in_check() || asker.is_refuted(&after)
            }
        }
    }
}
