//! A line that somebody gave: what is wrong with it.

use super::lines::Node;
use super::play::{Play, PositionReplies, has};
use super::record::LineKind;
use super::report::{Departure, Fault, Finding, GivenLine, Open, Relation, Remark};
use super::source::Source;
use super::tally::Tally;
use super::tree::Judge;
use crate::length::{AttackerLength, DefenderLength};
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

    /// Compares the line with best play from its first position, the node `start`: where it leaves best play; 変長, replies that last longer than the line; 早詰, checks that mate sooner.
    pub fn compare<'p>(
        &mut self,
        play: &mut Play<'p>,
        start: Node<Play<'p>>,
        tally: &mut Tally,
        open: &mut Open,
    ) -> Vec<Finding> {
        let given = self.line.moves.len() as u32;
        self.line.exact_length =
            (self.line.fault.is_none()).then_some(self.line.mates && given == start.plies());
        let mut findings = Vec::new();
        // The position before the move with its exact length.
        let mut node = start;
        for (index, next) in self.positions.iter().skip(1).enumerate() {
            let mv = self.line.moves[index];
            let ply = index as u32 + 1;
            let left = given - index as u32;
            let path = &self.line.moves[..index];
            let (departure, now) = match &node {
                Node::Attacker(position, length) => {
                    // Only a line that mates has a length to compare with.
                    if self.line.mates {
                        let found = sooner(play, position, left, path, mv, open);
                        add(&mut tally.shorter_than_given, &found);
                        findings.extend(found);
                    }
                    let (departure, now) = after_check(play, next, *length);
                    (departure, now.map(|now| Node::Defender(next.clone(), now)))
                }
                Node::Defender(_, DefenderLength::MATED) => {
                    // Mated, but for interpositions that change nothing.
                    let what = Departure::Futile;
                    self.line.leaves.get_or_insert(Remark { ply, mv, what });
                    break;
                }
                Node::Defender(position, length) => {
                    if self.line.mates {
                        let found = later(play, position, (*length, left), path, mv, open);
                        add(&mut tally.longer_variations, &found);
                        findings.extend(found);
                    }
                    let replies = play.replies(position, *length);
                    let (departure, now) = after_reply(play, &replies, next, mv, *length);
                    (departure, now.map(|now| Node::Attacker(next.clone(), now)))
                }
            };
            if let Some(what) = departure {
                self.line.leaves.get_or_insert(Remark { ply, mv, what });
            }
            match now {
                Some(now) => node = now,
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

/// Counts what was found.
fn add(count: &mut u16, found: &[Finding]) {
    *count = count.saturating_add(found.len() as u16);
}

/// What is the matter with a check from a position of this length, and the length after it.
fn after_check(
    play: &mut Play<'_>,
    next: &Position,
    length: AttackerLength,
) -> (Option<Departure>, Option<DefenderLength>) {
    let after = length.after_check();
    match play.ask.within(next, after.plies()) {
        Some(true) => (None, Some(after)),
        Some(false) => match play.ask.mates(next) {
            Some(false) => (Some(Departure::LosesMate), None),
            Some(true) => (Some(Departure::Longer), play.length(next)),
            None => (None, None),
        },
        None => (None, None),
    }
}

/// What is the matter with a reply in a position of this length, and the length after it.
fn after_reply(
    play: &mut Play<'_>,
    replies: &PositionReplies,
    next: &Position,
    mv: Move,
    length: DefenderLength,
) -> (Option<Departure>, Option<AttackerLength>) {
    let mut asked = || play.ask.length(next).and_then(AttackerLength::new);
    if has(&replies.longest, mv) {
        (None, length.after_reply())
    } else if has(&replies.shorter, mv) {
        (Some(Departure::Shorter), asked())
    } else if has(&replies.unsure, mv) {
        (None, None)
    } else {
        (Some(Departure::Futile), asked())
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
/// a position of exact length `length`. Behind the given one the line goes on: what lasts longer there is met
/// where it leaves the line.
fn later(
    play: &mut Play<'_>,
    position: &Position,
    (length, left): (DefenderLength, u32),
    path: &[Move],
    given: Move,
    open: &mut Open,
) -> Vec<Finding> {
    if length.plies() <= left {
        return Vec::new();
    }
    let replies = play.replies(position, length);
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
        .map(|left| (left, play.best_line(play.node(next, left))));
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
