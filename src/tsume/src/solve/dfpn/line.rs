//! The main line 作意: the best play of both sides, read from what the searches left in the table.

use hashbrown::HashSet;

use super::glance::glance;
use super::known::{distance, known_in, seen, shown};
use super::slot::recaptures;
use super::traditional::Traditional;
use super::work::{LONGEST, Within, Work};
use crate::solve::{Reached, Task, WinningCheck};
use shogi::{Move, Position};

/// A line of play as far as the table knows it.
pub(super) struct TableLine {
    /// Its moves.
    pub moves: Vec<Move>,
    /// The positions from which these were made, and the last one, with their lengths in plies.
    pub nodes: Vec<(Task, u16)>,
}

/// A line of best play, as far as the table knows it, from a mate within `plies`.
pub(super) fn table_line(work: &Work, task: &Task, plies: u16) -> TableLine {
    let mut line = TableLine {
        moves: Vec::new(),
        nodes: vec![(task.clone(), plies)],
    };
    while let Some((here, plies)) = line.nodes.last() {
        let attack = here.attacker_to_move();
        let mut moves = if attack {
            here.position.checks()
        } else {
            here.position.legal_moves()
        };
        moves.sort_unstable();
        // Of replies that last as long the direct ones come first: an interposition may be futile.
        let king = here.position.king(here.position.side());
        moves.sort_by_key(|&mv| !attack && distance(here, king, mv) > 0);
        let mut next: Option<(Move, Task, u16)> = None;
        for mv in moves {
            let after = here.play(mv);
            let Some(left) = shown(work, &after)
                .map(|lengths| lengths.free)
                .filter(|left| left < plies)
            else {
                continue;
            };
            let better = |best: u16| if attack { left < best } else { left > best };
            if next.as_ref().is_none_or(|next| better(next.2)) {
                next = Some((mv, after, left));
            }
        }
        let Some((mv, after, left)) = next else {
            break;
        };
        line.moves.push(mv);
        line.nodes.push((after, left));
    }
    line
}

/// The line of best play that the table tells; where it does not lead to the mate, that of [`main_line`].
/// The last move is the [`finest`].
pub(super) fn known_line(work: &mut Work, task: &Task, plies: u16) -> Vec<Move> {
    let line = table_line(work, task, plies);
    let mut moves = if line.nodes.last().is_some_and(|last| last.1 == 0) {
        line.moves
    } else {
        main_line(work, task, plies)
    };
    if let Some(last) = moves.pop() {
        let before = moves.iter().fold(task.clone(), |task, &mv| task.play(mv));
        moves.push(finest(&before, last));
    }
    moves
}

/// Of the checks that mate as `last` does, and leave nothing if that does, one after which nothing can be
/// interposed; `last` if there is none.
fn finest(before: &Task, last: Move) -> Move {
    let leaves_nothing = |mv: Move| {
        let after = before.play(mv).position;
        after.hand(before.attacker).is_empty()
    };
    if before.play(last).position.is_checkmate() {
        return last;
    }
    let mut checks = before.position.checks();
    checks.sort_unstable();
    let plain = |mv: &Move| {
        before.play(*mv).position.is_checkmate() && (leaves_nothing(*mv) || !leaves_nothing(last))
    };
    checks.into_iter().find(plain).unwrap_or(last)
}

/// A main line from a position that is a mate within `plies`, recaptures for free. At each node of
/// the attacker a move that keeps to the length; at each of the defender a reply that lasts longest,
/// futile interpositions left aside.
///
/// What the table does not tell is searched, as long as the limits allow; when they are reached, replies of
/// which it tells nothing are left aside. The line is empty if it does not come to the mate.
fn main_line(work: &mut Work, task: &Task, plies: u16) -> Vec<Move> {
    let mut line = Vec::new();
    let mut task = task.clone();
    let mut plies = plies;
    loop {
        let attack = task.attacker_to_move();
        let step = if attack {
            Ok(check(work, &task, plies))
        } else {
            reply(work, &task, plies)
        };
        match step {
            Ok(Some((mv, left))) => {
                line.push(mv);
                task = task.play(mv);
                plies = left;
            }
            Ok(None) if !attack => return line,
            _ => return Vec::new(),
        }
    }
}

/// A check that mates, within `within`, if given. What the table does not tell is searched.
///
/// A table of two games, from which records are thrown out, does not lead to the mate by itself: it
/// is the promise of so many plies, kept from check to check, that does.
pub(super) fn winning_check(
    work: &mut Work,
    task: &Task,
    within: Option<u32>,
) -> Result<Option<WinningCheck>, Reached> {
    let most = within.unwrap_or(LONGEST);
    let shown = shortest_check(work, task).filter(|shown| shown.plies <= most);
    if shown.is_some() {
        return Ok(shown);
    }
    let found = match within {
        Some(plies) => work.within(task, plies, false)?,
        None => work.ever(task)?,
    };
    if !matches!(found, Within::Mate(_)) {
        return Ok(None);
    }
    Ok(shortest_check(work, task).filter(|shown| shown.plies <= most))
}

/// The check with the shortest mate that the table or a glance shows, in either game.
fn shortest_check(work: &Work, task: &Task) -> Option<WinningCheck> {
    let mut checks = task.position.checks();
    checks.sort_unstable();
    let literal = |mv: Move| {
        let after = task.play(mv);
        // A record may be of a smaller hand, against which there are more interpositions: what the
        // position itself shows is looked at, too.
        let shown = glance(&after.position, false);
        let shown = (shown.proof == 0).then_some(shown.lengths);
        let counted = known_in(work, &after, false);
        let lengths = seen(work, &after).into_iter().chain(counted).chain(shown);
        let plies = lengths.map(|lengths| lengths.literal).min()?;
        Some((u32::from(plies) + 1, mv))
    };
    let best = checks.iter().filter_map(|&mv| literal(mv)).min();
    best.map(|(plies, check)| WinningCheck { check, plies })
}

/// What is known of a task, or found out: its length, if that is within `plies`.
fn length(work: &mut Work, task: &Task, plies: u16) -> Result<Option<u16>, Reached> {
    if let Some(lengths) = shown(work, task).filter(|lengths| lengths.free <= plies) {
        return Ok(Some(lengths.free));
    }
    Ok(match work.within(task, plies.into(), true)? {
        Within::Mate(lengths) => Some(lengths.free),
        _ => None,
    })
}

/// A check that mates within `plies`, with the plies left after it.
fn check(work: &mut Work, task: &Task, plies: u16) -> Option<(Move, u16)> {
    let mut checks = task.position.checks();
    checks.sort_unstable();
    let mut best: Option<(Move, u16)> = None;
    for &mv in &checks {
        let after = task.play(mv);
        let left = seen(work, &after).map(|lengths| lengths.free);
        if let Some(left) = left.filter(|&left| left < plies)
            && best.is_none_or(|(_, least)| left < least)
        {
            best = Some((mv, left));
        }
    }
    if best.is_some() || plies == 0 {
        return best;
    }
    // What the table had was thrown out.
    for &mv in &checks {
        if let Ok(Some(left)) = length(work, &task.play(mv), plies - 1) {
            return Some((mv, left));
        }
    }
    None
}

/// The reply that lasts longest, with the plies left after it; `None` at the end of the line, where
/// there is at most a futile interposition.
///
/// # Errors
/// The limit that was reached before anything was known of any reply.
fn reply(work: &mut Work, task: &Task, plies: u16) -> Result<Option<(Move, u16)>, Reached> {
    if plies == 0 {
        return Ok(None);
    }
    let king = task.position.king(task.position.side());
    let mut replies = task.position.legal_moves();
    // Nearer interpositions come first: the farther ones are measured by them.
    replies.sort_unstable_by_key(|mv| (distance(task, king, *mv), *mv));
    let mut longest: Option<(Move, u16)> = None;
    let mut limit = Ok(());
    for mv in replies {
        let most = longest.map_or(0, |(_, left)| left + 1);
        if distance(task, king, mv) > 0 && is_futile(work, task, mv, most) {
            continue;
        }
        match length(work, &task.play(mv), plies - 1) {
            Ok(Some(left)) if longest.is_none() || left + 1 > most => longest = Some((mv, left)),
            // A reply that is not mate in time is answered by a recapture without use of the piece.
            Ok(_) => {}
            Err(reached) => limit = Err(reached),
        }
    }
    if longest.is_none() {
        limit?;
    }
    Ok(longest)
}

/// Whether an interposition is futile (無駄合): the checker captures it and mates, without use of the
/// piece, within the `plies` that other replies last.
fn is_futile(work: &mut Work, task: &Task, mv: Move, plies: u16) -> bool {
    recaptures(&task.position, mv.to()).any(|(checker, promote)| {
        let after = task.position.recaptured(mv, checker, promote);
        after.is_some_and(|position| {
            let attacker = task.attacker;
            let mate = length(work, &Task { position, attacker }, plies);
            mate.is_ok_and(|mate| mate.is_some())
        })
    })
}

/// A search among the lines of best play for one that leaves nothing in the attacker's hand.
struct Emptying<'a> {
    lengths: &'a mut Traditional,
    /// The first line found, whatever it leaves.
    first: Option<Vec<Move>>,
    /// From here nothing ends with an empty hand.
    hopeless: HashSet<Position>,
}

/// The positions after which that search is content with what it has.
const PATIENCE: usize = 2_000;

/// The main line of a task whose traditional length is exactly `plies`: of all lines of best play one
/// that leaves nothing over, if such a one is found in time.
///
/// # Errors
/// The limit that was reached before any line was found.
pub(super) fn exact_line(
    work: &mut Work,
    lengths: &mut Traditional,
    task: &Task,
    plies: u16,
) -> Result<Vec<Move>, Reached> {
    let mut search = Emptying {
        lengths,
        first: None,
        hopeless: HashSet::new(),
    };
    let mut line = Vec::new();
    match (search.from(work, task, plies, &mut line), search.first) {
        (Ok(true), _) => Ok(line),
        (_, Some(line)) => Ok(line),
        (Ok(false), None) => Ok(Vec::new()),
        (Err(reached), None) => Err(reached),
    }
}

impl Emptying<'_> {
    /// Whether a line of best play from here, a node of exactly `plies`, leaves nothing; then `line`
    /// has it.
    fn from(
        &mut self,
        work: &mut Work,
        task: &Task,
        plies: u16,
        line: &mut Vec<Move>,
    ) -> Result<bool, Reached> {
        if plies == 0 {
            if self.first.is_none() {
                self.first = Some(line.clone());
            }
            return Ok(task.position.hand(task.attacker).is_empty());
        }
        if self.hopeless.len() > PATIENCE || self.hopeless.contains(&task.position) {
            return Ok(false);
        }
        let moves = if task.attacker_to_move() {
            let mut checks = task.position.checks();
            checks.sort_unstable();
            // What the table knows comes first; often nothing else is needed. Of last moves one after which
            // nothing can be interposed is the finer one.
            checks.sort_by_cached_key(|&mv| {
                let after = task.play(mv);
                let known = seen(work, &after).is_some_and(|lengths| lengths.free < plies);
                (!known, plies == 1 && after.position.has_legal_move())
            });
            checks
        } else {
            self.lengths.longest_replies(work, task, plies)?
        };
        for mv in moves {
            let after = task.play(mv);
            if task.attacker_to_move() && !self.lengths.at_most(work, &after, plies - 1)? {
                continue;
            }
            line.push(mv);
            if self.from(work, &after, plies - 1, line)? {
                return Ok(true);
            }
            line.pop();
        }
        self.hopeless.insert(task.position.clone());
        Ok(false)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::solve::Limits;
    use crate::solve::dfpn::Solver;
    use crate::solve::dfpn::record::Lengths;
    use crate::solve::dfpn::work::task_salt;
    use shogi::{Hand, Kind};

    /// The check that the table shows, and within how many plies, after it was told of mates behind the
    /// checks: with which hand, and within how many plies with every interposition counted.
    fn shown(sfen: &str, told: &[(&str, Hand, u16)]) -> Option<(String, u32)> {
        let task = Task::from_tsume_sfen(sfen, false).unwrap();
        let mut solver = Solver::new(1 << 20);
        let stop = AtomicBool::new(false);
        let work = solver.begin(&Limits::default(), &stop);
        for &(check, hand, literal) in told {
            let after = task.play(check.parse().unwrap());
            let key = after.position.board_key() ^ task_salt(&after, true);
            let lengths = Lengths { free: 0, literal };
            work.together.first.table.keep_mate(key, hand, lengths, 1);
        }
        let WinningCheck { check, plies } = shortest_check(&work, &task)?;
        Some((check.to_string(), plies))
    }

    /// What `last` becomes as the last move.
    fn finest_for(sfen: &str, last: &str) -> String {
        let task = Task::from_tsume_sfen(sfen, false).unwrap();
        finest(&task, last.parse().unwrap()).to_string()
    }

    #[test]
    fn a_plain_mate_comes_before_one_with_futile_interpositions() {
        let none = "8k/6G1p/9/9/4R4/9/9/9/9 b - 1";
        assert_eq!(finest_for(none, "5e5a"), "5e5a");
        let plain = "8k/6G1p/7G1/9/4R4/9/9/9/9 b - 1";
        assert_eq!(finest_for(plain, "5e5a"), "2c2b");
        // The plain ones capture a pawn, which is left over.
        let captures = "8k/6Gpp/7G1/9/4R4/9/9/9/9 b - 1";
        assert_eq!(finest_for(captures, "5e5a"), "5e5a");
        let left_anyway = "8k/6Gpp/7G1/9/4R4/9/9/9/9 b N 1";
        assert_eq!(finest_for(left_anyway, "5e5a"), "2c2b");
    }

    #[test]
    fn what_is_remembered_with_fewer_pieces_hides_no_shorter_mate() {
        let mates_at_once = "8k/9/8P/9/9/9/9/9/9 b G 1";
        assert_eq!(shown(mates_at_once, &[]), Some(("G*1b".to_owned(), 1)));
        let told = [("G*1b", Hand::EMPTY, 20)];
        assert_eq!(shown(mates_at_once, &told), Some(("G*1b".to_owned(), 1)));
        let pawn = Hand::EMPTY.plus(Kind::Pawn);
        let silver = Hand::EMPTY.plus(Kind::Silver);
        let goes_on = "6k2/9/9/9/9/9/9/9/9 b GSP 1";
        let told = [("G*3b", pawn, 8), ("G*3b", silver, 4)];
        let expected = Some(("G*3b".to_owned(), 5));
        assert_eq!(shown(goes_on, &told), expected);
        assert_eq!(shown(goes_on, &[told[1], told[0]]), expected);
    }
}
