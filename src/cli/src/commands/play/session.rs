//! The conversation about one problem.

use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use super::input::Input;
use super::order::Order;
use super::posed::Posed;
use super::told::{help, named, no_mate, opening, piece_to_move};
use crate::Failure;
use crate::running::batch::cannot_start;
use crate::screen::limits::reached_in_words;
use crate::screen::text::counted;
use crate::screen::why;
use answers::InWords;
use notation::Japanese;
use notation::diagram::{draw, draw_ascii};
use notation::typed::one_move;
use shogi::{Move, Position, Setup, usi_line};
use system::BrokenDown;
use tsume::game::{Defence, Game, Played, Slower};
use tsume::refute::Try;
use tsume::solve::{Limits, Solve, Verdict};
use words::{say, word};

/// The stack of a thread that solves, in bytes.
const STACK: usize = 16 << 20;

/// How a problem is left.
pub enum End {
    /// For the next one.
    Next,
    /// For good.
    Quit,
}

/// The reader and the defender.
pub struct Session<'a> {
    pub out: &'a mut dyn Write,
    pub input: Input,
    pub solver: Box<dyn Solve + Send>,
    /// What a question may cost.
    pub limits: Limits,
    /// What it may cost to show why a check does not mate.
    pub refuting: Limits,
    pub stop: Arc<AtomicBool>,
    /// Whether boards are drawn in letters.
    pub ascii: bool,
}

/// A problem while it is played.
struct Table {
    game: Game,
    /// The plies of the whole mate, where that is proved.
    whole: Option<u32>,
    /// Whether it is proved that there is no mate (不詰).
    no_mate: bool,
    /// The hints since the last move.
    hints: u32,
    /// Whether there is nothing more to find.
    done: bool,
}

impl Session<'_> {
    /// Poses a problem and plays until it is left.
    pub fn pose(&mut self, posed: &Posed) -> Result<End, Failure> {
        if !posed.heading.is_empty() {
            writeln!(self.out, "{}", posed.heading)?;
        }
        writeln!(self.out, "{}", posed.task.position)?;
        self.out.flush()?;
        let (game, outcome) = self.ask(|defence| Game::begin(&posed.task, &posed.line, defence))?;
        let mut table = Table {
            whole: outcome.plies.filter(|_| outcome.plies_exact),
            no_mate: outcome.verdict == Verdict::NoMate,
            done: !game.now().attacker_to_move() || outcome.plies == Some(0),
            game,
            hints: 0,
        };
        if let [reply] = table.game.moves() {
            let reply = named(&posed.task.position, *reply, None);
            writeln!(self.out, "{}", say!("the defender begins: {reply}", reply))?;
        }
        self.board(&table)?;
        writeln!(self.out, "{}", opening(&outcome))?;
        while let Some(typed) = self.hear(&table)? {
            if let Some(end) = self.take(&mut table, &typed)? {
                return Ok(end);
            }
        }
        Ok(End::Quit)
    }

    /// What is typed next; `None` at the end of the input.
    fn hear(&mut self, table: &Table) -> Result<Option<String>, Failure> {
        // What comes from a pipe nobody waits for.
        let asks = io::stdin().is_terminal();
        if asks {
            let ply = table.game.moves().len() + 1;
            match table.done || table.game.is_refuted() {
                true => write!(self.out, "> ")?,
                false => write!(self.out, "{}", say!("move {ply}> ", ply))?,
            }
        }
        self.out.flush()?;
        let typed = self.input.next(&self.stop);
        if asks && !matches!(typed, Ok(Some(_))) {
            writeln!(self.out)?;
            self.out.flush()?;
        }
        typed
    }

    /// Does what was typed.
    fn take(&mut self, table: &mut Table, typed: &str) -> Result<Option<End>, Failure> {
        let order = match typed {
            "" if table.game.is_refuted() => Some(Order::Back),
            "" if table.done => Some(Order::Next),
            "" => return Ok(None),
            typed => Order::read(typed),
        };
        match order {
            Some(Order::Quit) => return Ok(Some(End::Quit)),
            Some(Order::Next) => return Ok(Some(End::Next)),
            Some(Order::Help) => writeln!(self.out, "{}", help())?,
            Some(Order::Board) => self.recall(table)?,
            Some(Order::Hint) => self.hint(table)?,
            Some(Order::GiveUp) => self.give_up(table)?,
            Some(Order::Back) => self.back(table)?,
            None => self.play(table, typed)?,
        }
        Ok(None)
    }

    fn play(&mut self, table: &mut Table, typed: &str) -> Result<(), Failure> {
        let now = table.game.now();
        if table.game.is_refuted() {
            let text = word!("first take back the wrong check: back");
            return Ok(writeln!(self.out, "{text}")?);
        }
        if table.game.is_mated() || !now.attacker_to_move() {
            let text = word!("there is nothing left to play: back, next or quit");
            return Ok(writeln!(self.out, "{text}")?);
        }
        let position = &now.position;
        let last = table.game.last();
        let check = match one_move(typed, position, last) {
            Ok(mv) => mv,
            Err(why) => {
                let text = say!(
                    "{typed:?}: {why} (help lists the words)",
                    typed,
                    why = why.in_words()
                );
                return Ok(writeln!(self.out, "{text}")?);
            }
        };
        let check_name = named(position, check, last);
        if !position.checks().contains(&check) {
            let text = say!("{check} gives no check", check = check_name);
            return Ok(writeln!(self.out, "{text}")?);
        }
        let game = &mut table.game;
        let played = self.ask(|defence| game.play(check, defence))?;
        table.hints = 0;
        match played {
            Played::Mated => {
                table.done = true;
                writeln!(self.out, "{check_name}")?;
                self.mated(table)
            }
            Played::Reply { reply, slower } => {
                let after = position.play(check);
                let reply = named(&after, reply, Some(check.to()));
                writeln!(self.out, "{check_name} {reply}")?;
                if let Some(Slower { plies, best }) = slower {
                    let plies = counted(plies.into(), "ply", "plies");
                    let text = say!(
                        "this mates, too, but in {plies}; {best} are enough",
                        plies,
                        best
                    );
                    writeln!(self.out, "{text}")?;
                }
                self.board(table)
            }
            Played::Refuted(shown) => {
                self.refuted(position, &check_name, check, shown.as_ref())?;
                self.board(table)?;
                writeln!(
                    self.out,
                    "{}",
                    word!("back, or an empty line, takes it back")
                )?;
                Ok(())
            }
            Played::Open(reached) => {
                let text = say!(
                    "it is undecided whether {check} mates: {why}",
                    check = check_name,
                    why = reached_in_words(reached)
                );
                Ok(writeln!(self.out, "{text}")?)
            }
        }
    }

    fn mated(&mut self, table: &Table) -> Result<(), Failure> {
        let took = table.game.moves().len() as u32;
        let plies = counted(took.into(), "ply", "plies");
        let text = match table.whole.filter(|best| *best < took) {
            Some(best) => say!("mate in {plies}; {best} are enough", plies, best),
            None => say!("mate in {plies}: solved", plies),
        };
        writeln!(self.out, "{text}")?;
        Ok(())
    }

    /// Why a check does not mate.
    fn refuted(
        &mut self,
        position: &Position,
        check_name: &str,
        check: Move,
        shown: Option<&Try>,
    ) -> Result<(), Failure> {
        let Some(shown) = shown else {
            let text = say!(
                "{check} does not mate; the limits are too low to show why",
                check = check_name
            );
            return Ok(writeln!(self.out, "{text}")?);
        };
        let after = position.play(check);
        let reply = shown.moves.get(1);
        let reply = reply.map(|&reply| named(&after, reply, Some(check.to())));
        let text = say!(
            "{check} does not mate: {reply} saves the king",
            check = check_name,
            reply = reply.unwrap_or_default()
        );
        writeln!(self.out, "{text}")?;
        if shown.moves.len() > 2 {
            writeln!(
                self.out,
                "  {}",
                Japanese::OFFICIAL.line(position, &shown.moves)
            )?;
        }
        writeln!(self.out, "  {}", why::end(shown))?;
        Ok(())
    }

    /// First which piece, then where to.
    fn hint(&mut self, table: &mut Table) -> Result<(), Failure> {
        if table.game.is_mated() || table.game.is_refuted() {
            let text = word!("no hint: there is no move to find here; back takes one back");
            return Ok(writeln!(self.out, "{text}")?);
        }
        let (task, last) = table.game.last_turn();
        let Some([mv, ..]) = table.game.solution() else {
            let text = match table.no_mate {
                true => no_mate(),
                false => say!("no hint: no mate is known"),
            };
            return Ok(writeln!(self.out, "{text}")?);
        };
        table.hints += 1;
        let text = match table.hints {
            1 => piece_to_move(&task.position, *mv),
            _ => say!("hint: {mv}", mv = named(&task.position, *mv, last)),
        };
        Ok(writeln!(self.out, "{text}")?)
    }

    fn give_up(&mut self, table: &mut Table) -> Result<(), Failure> {
        table.done = true;
        let Some(line) = table.game.solution() else {
            let text = match table.no_mate {
                true => no_mate(),
                false => say!("no solution is known"),
            };
            return Ok(writeln!(self.out, "{text}")?);
        };
        let (task, last) = table.game.last_turn();
        let title = match table.game.made() {
            [] => word!("main line 作意"),
            _ => word!("the rest of the solution"),
        };
        writeln!(self.out, "{title}: {}", usi_line(line))?;
        let line = Japanese::OFFICIAL.line_from(&task.position, last, line);
        writeln!(self.out, "  {line}")?;
        Ok(())
    }

    fn back(&mut self, table: &mut Table) -> Result<(), Failure> {
        if !table.game.back() {
            return Ok(writeln!(
                self.out,
                "{}",
                word!("there is nothing to take back")
            )?);
        }
        table.done = false;
        table.hints = 0;
        self.board(table)
    }

    /// The position again, and the moves that lead to it.
    fn recall(&mut self, table: &Table) -> Result<(), Failure> {
        self.board(table)?;
        let moves = table.game.moves();
        if !moves.is_empty() {
            let line = Japanese::OFFICIAL.line(table.game.start(), moves);
            writeln!(self.out, "{line}")?;
        }
        Ok(())
    }

    /// The position now.
    fn board(&mut self, table: &Table) -> Result<(), Failure> {
        let now = table.game.now();
        let setup = Setup::from(&now.position);
        let diagram = match self.ascii {
            true => draw_ascii(&setup, now.attacker),
            false => draw(&setup, now.attacker),
        };
        writeln!(self.out, "\n{diagram}\n")?;
        Ok(())
    }

    /// Asks the defender, on a stack that is large enough.
    fn ask<T: Send>(
        &mut self,
        question: impl FnOnce(&mut Defence<'_>) -> T + Send,
    ) -> Result<T, Failure> {
        let Self {
            solver,
            limits,
            refuting,
            stop,
            ..
        } = self;
        let work = || {
            question(&mut Defence {
                solver: &mut **solver,
                limits: *limits,
                refuting: *refuting,
                stop,
            })
        };
        let answer = thread::scope(|scope| {
            let thread = thread::Builder::new()
                .stack_size(STACK)
                .spawn_scoped(scope, work)
                .map_err(cannot_start)?;
            let broken = |_| Failure::from(BrokenDown { piece: 1 });
            thread.join().map_err(broken)
        })?;
        match self.stop.load(Ordering::SeqCst) {
            true => Err(Failure::Interrupted),
            false => Ok(answer),
        }
    }
}
