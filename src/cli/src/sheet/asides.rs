//! The variations 変化 and tries 紛れ of a main line that are worth a line on paper.

use std::cmp::Reverse;
use std::sync::atomic::AtomicBool;

use picture::paper::Aside;
use shogi::Move;
use tsume::judge::source::same;
use tsume::refute::{End, Try, refute_checks};
use tsume::solve::{Goal, Limits, Solve, Task};

/// Nodes for a variation.
const NODES: u64 = 20_000;

/// Nodes for all variations of a problem, and for all its tries.
const ALL: u64 = 500_000;

/// A try is shown with so many moves at most.
const SHOWN: usize = 6;

/// The variations that last longest and the tries that come nearest, of each so many at most, in the order of the
/// main line.
pub fn asides(
    task: &Task,
    line: &[Move],
    most: usize,
    solver: &mut dyn Solve,
    stop: &AtomicBool,
) -> (Vec<Aside>, Vec<Aside>) {
    let (mut variations, mut tries) = (Vec::new(), Vec::<(Aside, Try)>::new());
    let mut here = task.clone();
    if !here.attacker_to_move() {
        return (variations, Vec::new());
    }
    let mut left = ALL;
    for (at, &mv) in line.iter().enumerate() {
        if at % 2 == 1 {
            let found = variations_at(&here, line, at, &mut left, solver, stop);
            variations.extend(found);
        } else {
            let nodes = ALL / (line.len() as u64).div_ceil(2);
            tries.extend(tries_at(&here, mv, at, nodes, solver, stop));
        }
        here = here.play(mv);
    }
    variations.sort_by_key(|aside| (Reverse(aside.ply + aside.moves.len()), aside.ply));
    variations.truncate(most);
    variations.sort_by_key(|aside| (aside.ply, Reverse(aside.moves.len())));
    tries.sort_by_key(|(aside, is)| (!is.is_near(), Reverse(is.moves.len()), aside.ply));
    tries.truncate(most);
    tries.sort_by_key(|(aside, is)| (aside.ply, Reverse(is.moves.len())));
    (
        variations,
        tries.into_iter().map(|(aside, _)| aside).collect(),
    )
}

/// The other replies, each with its mate. Of drops on the same square one is told; interpositions that would last
/// as long as the main line or longer are left out: they are futile 無駄合, or the check tells of them.
fn variations_at(
    here: &Task,
    line: &[Move],
    at: usize,
    left: &mut u64,
    solver: &mut dyn Solve,
    stop: &AtomicBool,
) -> Vec<Aside> {
    let between = here.position.interposing_squares();
    let mut found: Vec<Aside> = Vec::new();
    let replies = here.position.legal_moves().into_iter();
    for reply in replies.filter(|&reply| reply != line[at]) {
        let after = here.play(reply);
        let limits = Limits {
            nodes: Some(NODES.min(*left)),
            ..Limits::default()
        };
        let outcome = solver.solve(&after, Goal::Lengths, &limits, stop);
        *left = left.saturating_sub(outcome.nodes);
        let Some(mate) = outcome.best_line().filter(|mate| !mate.is_empty()) else {
            continue;
        };
        let whole = at + 1 + mate.len();
        if whole > line.len() || whole == line.len() && between.has(reply.to()) {
            continue;
        }
        let moves: Vec<Move> = std::iter::once(reply).chain(mate.iter().copied()).collect();
        let last = moves
            .iter()
            .fold(here.position.clone(), |position, &mv| position.play(mv));
        let over = match last.hand(here.attacker).is_empty() {
            true => "",
            false => "駒余り",
        };
        let aside = Aside {
            ply: at + 1,
            moves,
            end: format!("まで{whole}手{over}"),
        };
        let is_same_square = |other: &&mut Aside| {
            other.moves[0].is_drop() && reply.is_drop() && other.moves[0].to() == reply.to()
        };
        match found.iter_mut().find(is_same_square) {
            Some(other) if other.moves.len() < aside.moves.len() => *other = aside,
            Some(_) => {}
            None => found.push(aside),
        }
    }
    found
}

/// The other checks that do not mate.
fn tries_at(
    here: &Task,
    main: Move,
    at: usize,
    nodes: u64,
    solver: &mut dyn Solve,
    stop: &AtomicBool,
) -> Vec<(Aside, Try)> {
    let mut checks = here.position.checks();
    checks.retain(|&check| !same(check, main));
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    let why = refute_checks(here, &checks, solver, &limits, stop);
    let told = why.tries.into_iter().map(|is| {
        let end = match (is.pawn_drop_mate, is.end) {
            (Some((ply, _)), _) if ply <= SHOWN + 1 => "打歩詰",
            (_, End::Repetition) if is.moves.len() <= SHOWN => "千日手",
            _ => "以下不詰",
        };
        let shown = match is.pawn_drop_mate {
            Some((ply, _)) if ply <= SHOWN + 1 => ply - 1,
            _ => SHOWN.min(is.moves.len()),
        };
        let aside = Aside {
            ply: at + 1,
            moves: is.moves[..shown].to_vec(),
            end: end.to_owned(),
        };
        (aside, is)
    });
    told.collect()
}
