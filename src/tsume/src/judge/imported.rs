//! A line that somebody gave: what is wrong with it.

use super::play::{Play, PositionReplies, has};
use super::record::LineKind;
use super::report::{Departure, Fault, Finding, GivenLine, Open, Relation, Remark};
use super::source::Source;
use super::tally::Tally;
use super::tree::Judge;
use shogi::{Move, Position};

/// A given line as far as it can be played.
pub struct Played {
    /// What there is to say so far.
    pub line: GivenLine,
    /// The positions before each move, and the last one.
    positions: Vec<Position>,
}

impl Played {
    /// Plays the line.
    pub fn new(play: &mut Play<'_>, position: &Position, moves: &[Move]) -> Self {
        let mut line = GivenLine {
            moves: moves.to_vec(),
            ..GivenLine::default()
        };
        let mut positions = vec![position.clone()];
        let mut now = position.clone();
        for (ply, &mv) in (1..).zip(moves) {
            let next = now.try_play(mv);
            let fault = |what| Some(Remark { ply, mv, what });
            let Some(next) = next else {
                line.fault = fault(Fault::Illegal);
                break;
            };
            if play.attacks(&now) && !next.is_in_check() {
                line.fault = fault(Fault::NoCheck);
                break;
            }
            now = next;
            positions.push(now.clone());
        }
        line.mates = line.fault.is_none() && !play.attacks(&now) && play.ask.is_mated(&now);
        Self { line, positions }
    }

    /// Makes the line the main line, as far as it is as good as others.
    pub fn prefer(&self, judge: &mut Judge<Play<'_>>) {
        for (position, &mv) in self.positions.iter().zip(&self.line.moves) {
            judge.prefer(position.clone(), mv);
        }
    }

    /// Compares the line with best play from its first position, of length `plies`: where it leaves
    /// best play; 変長, replies that last longer than the line; 早詰, checks that mate sooner.
    pub fn compare(
        &mut self,
        play: &mut Play<'_>,
        plies: u32,
        tally: &mut Tally,
        open: &mut Open,
    ) -> Vec<Finding> {
        let given = self.line.moves.len() as u32;
        self.line.exact_length =
            (self.line.fault.is_none()).then_some(self.line.mates && given == plies);
        let mut findings = Vec::new();
        // The exact length of the position before the move.
        let mut length = plies;
        for index in 0..self.positions.len() - 1 {
            let (position, next) = (&self.positions[index], &self.positions[index + 1]);
            let mv = self.line.moves[index];
            let ply = index as u32 + 1;
            if length == 0 {
                // Mated, but for interpositions that change nothing.
                let what = Departure::Futile;
                self.line.leaves.get_or_insert(Remark { ply, mv, what });
                break;
            }
            let left = given - index as u32;
            let attacks = play.attacks(position);
            // Only a line that mates has a length to compare with.
            if self.line.mates {
                let path = &self.line.moves[..index];
                let found = if attacks {
                    sooner(play, position, left, path, mv, open)
                } else {
                    later(play, position, (length, left), path, mv, open)
                };
                let count = if attacks {
                    &mut tally.shorter_than_given
                } else {
                    &mut tally.longer_variations
                };
                *count = count.saturating_add(found.len() as u16);
                findings.extend(found);
            }
            let (departure, now) = if attacks {
                after_check(play, next, length)
            } else {
                let replies = play.replies(position, length);
                after_reply(play, &replies, next, mv, length)
            };
            if let Some(what) = departure {
                self.line.leaves.get_or_insert(Remark { ply, mv, what });
            }
            match now {
                Some(now) => length = now,
                None => {
                    if departure != Some(Departure::LosesMate) {
                        open.given_line += 1;
                    }
                    break;
                }
            }
        }
        findings
    }
}

/// What is the matter with a check from a position of length `plies`, and the length after it.
fn after_check(
    play: &mut Play<'_>,
    next: &Position,
    plies: u32,
) -> (Option<Departure>, Option<u32>) {
    match play.ask.within(next, plies - 1) {
        Some(true) => (None, Some(plies - 1)),
        Some(false) => match play.ask.mates(next) {
            Some(false) => (Some(Departure::LosesMate), None),
            Some(true) => (Some(Departure::Longer), play.ask.length(next)),
            None => (None, None),
        },
        None => (None, None),
    }
}

/// What is the matter with a reply in a position of length `plies`, and the length after it.
fn after_reply(
    play: &mut Play<'_>,
    replies: &PositionReplies,
    next: &Position,
    mv: Move,
    plies: u32,
) -> (Option<Departure>, Option<u32>) {
    if has(&replies.longest, mv) {
        (None, Some(plies - 1))
    } else if has(&replies.shorter, mv) {
        (Some(Departure::Shorter), play.ask.length(next))
    } else if has(&replies.unsure, mv) {
        (None, None)
    } else {
        (Some(Departure::Futile), play.ask.length(next))
    }
}

/// Checks other than `given` that mate sooner than a line with `left` plies to go.
fn sooner(
    play: &mut Play<'_>,
    position: &Position,
    left: u32,
    path: &[Move],
    given: Move,
    open: &mut Open,
) -> Vec<Finding> {
    let Some(most) = left.checked_sub(3) else {
        return Vec::new();
    };
    let mut findings = Vec::new();
    let mut moves = position.checks();
    moves.sort_unstable();
    moves.retain(|&mv| mv != given);
    for mv in moves {
        let next = position.play(mv);
        match play.ask.within(&next, most) {
            Some(true) => findings.push(finding(
                play,
                LineKind::SecondSolution,
                Relation::Shorter,
                path,
                mv,
                &next,
            )),
            Some(false) => {}
            None => open.given_line += 1,
        }
    }
    findings
}

/// Replies other than `given` after which the mate takes longer than a line with `left` plies to go, in
/// a position of length `plies`. Behind the given one the line goes on: what lasts longer there is met
/// where it leaves the line.
fn later(
    play: &mut Play<'_>,
    position: &Position,
    (plies, left): (u32, u32),
    path: &[Move],
    given: Move,
    open: &mut Open,
) -> Vec<Finding> {
    if plies <= left {
        return Vec::new();
    }
    let replies = play.replies(position, plies);
    let mut findings = Vec::new();
    let lasting = replies.longest.iter().chain(&replies.shorter);
    for reply in lasting.filter(|reply| reply.mv != given) {
        match play.ask.within(&reply.next, left - 1) {
            Some(false) => findings.push(finding(
                play,
                LineKind::LongerVariation,
                Relation::Longer,
                path,
                reply.mv,
                &reply.next,
            )),
            Some(true) => {}
            None => open.given_line += 1,
        }
    }
    let unsure = replies.unsure.iter().filter(|reply| reply.mv != given);
    open.given_line += unsure.count() as u16;
    findings
}

fn finding(
    play: &mut Play<'_>,
    kind: LineKind,
    relation: Relation,
    path: &[Move],
    mv: Move,
    next: &Position,
) -> Finding {
    let mut moves = path.to_vec();
    moves.push(mv);
    let ply = moves.len() as u32;
    let line = play
        .ask
        .length(next)
        .map(|left| (left, play.best_line(next, left)));
    // Where a limit cut it off it shows nothing.
    let line = line.filter(|(left, line)| line.len() as u32 == *left);
    let plies = line.as_ref().map(|(left, _)| ply + left);
    moves.extend(line.into_iter().flat_map(|(_, line)| line));
    Finding {
        kind,
        also: Vec::new(),
        ply,
        relation: Some(relation),
        plies,
        moves,
    }
}
