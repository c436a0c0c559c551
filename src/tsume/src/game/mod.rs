//! A game against best defence: the reader gives check, the defender holds out for as long as he can. A check that does
//! not mate is answered by its refutation, and can be taken back.

mod answer;

pub use answer::{AnswerToCheck, Defence};

use crate::refute::Try;
use crate::solve::{Outcome, Reached, Task, Verdict};
use shogi::{Move, Position, Square};

/// Lines that are longer are not compared with best play: each move of theirs is a question to the solver.
const LONGEST_COMPARED: usize = 99;

/// A position of the game in which the attacker is to move.
#[derive(Clone, Debug)]
struct Turn {
    task: Task,
    /// How many moves lead to it.
    made: usize,
    /// The plies to the mate, where that is proved.
    left: Option<u32>,
    /// Best play from here, if it is known.
    line: Vec<Move>,
}

/// What came of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Played {
    /// Mate.
    Mated,
    /// The defender has replied.
    Reply {
        /// So.
        reply: Move,
        /// Where the mate takes longer than it could.
        slower: Option<Slower>,
    },
    /// It does not mate; the reply that shows it was made, if one is known. Before anything else is played the check is to
    /// be taken back.
    Refuted(Option<Try>),
    /// The limits leave open whether it mates: it was not made.
    Open(Option<Reached>),
}

/// A mate that takes longer than it could.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slower {
    /// The plies that it takes with the check.
    pub plies: u32,
    /// Those that were left before.
    pub best: u32,
}

/// A game against best defence.
#[derive(Clone, Debug)]
pub struct Game {
    start: Position,
    moves: Vec<Move>,
    /// The attacker's turns so far, the one that is on included.
    turns: Vec<Turn>,
    /// After the check of the last turn.
    ended: Option<Ended>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ended {
    Mated,
    Refuted,
}

impl Game {
    /// A game from a position, and what the solver says of it. Of lines that are as good `known` is followed. Where the
    /// defender is to move, he begins.
    pub fn begin(task: &Task, known: &[Move], defence: &mut Defence<'_>) -> (Self, Outcome) {
        let outcome = defence.best(task);
        let exact = outcome.plies.filter(|_| outcome.plies_exact);
        let comparable =
            exact == Some(known.len() as u32) && (1..=LONGEST_COMPARED).contains(&known.len());
        let line = match outcome.best_line() {
            Some(best) if outcome.verdict == Verdict::Mate => {
                if comparable && best != known && defence.is_best(task, known) {
                    known
                } else {
                    best
                }
            }
            _ => &[],
        };
        let mut game = Self {
            start: task.position.clone(),
            moves: Vec::new(),
            turns: vec![Turn {
                task: task.clone(),
                made: 0,
                left: exact,
                line: line.to_vec(),
            }],
            ended: None,
        };
        if let ([reply, rest @ ..], false) = (line, task.attacker_to_move()) {
            game.moves.push(*reply);
            game.turns = vec![Turn {
                task: task.play(*reply),
                made: 1,
                left: exact.map(|plies| plies - 1),
                line: rest.to_vec(),
            }];
        }
        (game, outcome)
    }

    fn turn(&self) -> &Turn {
        // There is always one: that of the beginning is never taken back.
        &self.turns[self.turns.len() - 1]
    }

    /// The position in which it began.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// All moves so far, those of a wrong try and its refutation among them.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The position now.
    pub fn now(&self) -> Task {
        let turn = self.turn();
        let since = &self.moves[turn.made..];
        since
            .iter()
            .fold(turn.task.clone(), |task, &mv| task.play(mv))
    }

    /// Where the last move went.
    pub fn last(&self) -> Option<Square> {
        self.moves.last().map(|mv| mv.to())
    }

    /// Whether the defender is mated.
    pub fn is_mated(&self) -> bool {
        self.ended == Some(Ended::Mated)
    }

    /// Whether a wrong try is to be taken back first.
    pub fn is_refuted(&self) -> bool {
        self.ended == Some(Ended::Refuted)
    }

    /// Gives a check, which must be one, in a position that is neither mate nor to be taken back.
    pub fn play(&mut self, check: Move, defence: &mut Defence<'_>) -> Played {
        let turn = self.turn().clone();
        let answer = match &turn.line[..] {
            // Best play that is known needs no search.
            [known] if *known == check && turn.left.is_some() => AnswerToCheck::Mated,
            [known, reply, line @ ..] if *known == check && turn.left.is_some() => {
                AnswerToCheck::Reply {
                    reply: *reply,
                    line: line.to_vec(),
                    plies: line.len() as u32,
                    exact: true,
                }
            }
            _ => defence.answer(&turn.task, check),
        };
        match answer {
            AnswerToCheck::Mated => {
                self.moves.push(check);
                self.ended = Some(Ended::Mated);
                Played::Mated
            }
            AnswerToCheck::Reply {
                reply,
                line,
                plies,
                exact,
            } => {
                self.moves.extend([check, reply]);
                let task = turn.task.play(check).play(reply);
                self.turns.push(Turn {
                    task,
                    made: self.moves.len(),
                    left: Some(plies).filter(|_| exact),
                    line,
                });
                let slower = turn.left.filter(|_| exact).and_then(|best| {
                    let plies = plies + 2;
                    (plies > best).then_some(Slower { plies, best })
                });
                Played::Reply { reply, slower }
            }
            AnswerToCheck::Refuted(shown) => {
                self.moves.push(check);
                let reply = shown.as_ref().and_then(|shown| shown.moves.get(1));
                self.moves.extend(reply);
                self.ended = Some(Ended::Refuted);
                Played::Refuted(shown)
            }
            AnswerToCheck::Open(reached) => Played::Open(reached),
        }
    }

    /// Takes the last check back, and what it was answered with. Whether there was one.
    pub fn back(&mut self) -> bool {
        if self.ended.take().is_none() {
            if self.turns.len() == 1 {
                return false;
            }
            self.turns.pop();
        }
        self.moves.truncate(self.turn().made);
        true
    }

    /// Best play from the last of the attacker's turns, if it is known. A wrong try is not followed.
    pub fn solution(&self) -> Option<&[Move]> {
        let line = &self.turn().line;
        (!line.is_empty()).then_some(line)
    }

    /// The last of the attacker's turns: where [`Game::solution`] begins. With the square of the move before.
    pub fn last_turn(&self) -> (&Task, Option<Square>) {
        let turn = self.turn();
        let before = turn.made.checked_sub(1).map(|at| self.moves[at].to());
        (&turn.task, before)
    }

    /// The moves up to there.
    pub fn made(&self) -> &[Move] {
        &self.moves[..self.turn().made]
    }
}
