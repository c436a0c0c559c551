//! The order in which problems come that differ, and those that the overview shows.

use std::collections::HashMap;

use features::idea::{finish, opening};
use features::{Solution, Value};
use picture::{escape, page_board};
use shogi::{Color, Move, Setup};
use store::{Entry, Exported};
use tsume::solve::Task;

use super::page::both;

/// So many are shown: a row where it is wide, whole rows where it is not.
const MOST: usize = 6;

/// A problem to show.
pub struct Shown {
    id: i64,
    setup: Setup,
    both_hands: bool,
    plies: i64,
    /// Title and author.
    told: String,
}

impl Shown {
    /// Its card: the board, a link to its page.
    pub fn card(&self) -> String {
        let plies = self.plies;
        let en = if plies == 1 { "ply" } else { "plies" };
        let length = both(&format!("{plies}手詰"), &format!("{plies} {en}"));
        let work = match self.told.is_empty() {
            true => String::new(),
            false => format!("<span class=\"work\">{}</span>", escape(&self.told)),
        };
        format!(
            "<li><a class=\"card\" href=\"problem.html#{id}\">\n{}\
             <span><span class=\"length\">{length}</span> № {id}{work}</span></a></li>\n",
            page_board(self.setup.clone(), self.both_hands),
            id = self.id,
        )
    }
}

/// Problems that come in the order of their beauty, sorted into rounds: within a round no two begin alike or end alike, and
/// each is in the first round that has room for it. One of each idea (筋) takes part, the most beautiful; those that are
/// complete come before the others.
#[derive(Default)]
pub struct Rounds {
    complete: Taken,
    others: Taken,
}

/// So many rounds are told apart; the last one takes in what no other has room for.
const ROUNDS: u32 = 32;

/// Where those come that take no part.
pub const LAST: u32 = 2 * ROUNDS;

#[derive(Default)]
struct Taken {
    /// The rounds that have a problem that begins like this, a bit each.
    openings: HashMap<i64, u32>,
    /// The same of how they end.
    finishes: HashMap<i64, u32>,
    /// The first ones of the first round.
    shown: Vec<Shown>,
}

impl Rounds {
    /// The round of the next problem, which is the first of its idea.
    pub fn add(&mut self, entry: &Entry, told: &Exported) -> u32 {
        let is_complete = entry.get("rule_e").integer() == Some(1);
        let (taken, before) = match is_complete {
            true => (&mut self.complete, 0),
            false => (&mut self.others, ROUNDS),
        };
        let round = taken.add(entry, told);
        round.map_or(LAST, |round| before + round)
    }

    /// Those to show.
    pub fn shown(&self) -> &[Shown] {
        match self.complete.shown.is_empty() {
            true => &self.others.shown,
            false => &self.complete.shown,
        }
    }
}

impl Taken {
    /// Nothing of a problem without a length or a line.
    fn add(&mut self, entry: &Entry, told: &Exported) -> Option<u32> {
        let plies = entry.get("plies").integer()?;
        let attacker = match entry.get("attacker") {
            Value::Text(side) if side == "white" => Color::White,
            _ => Color::Black,
        };
        let task = Task {
            position: told.sfen.parse().ok()?,
            attacker,
        };
        let line = told.main_line.split_whitespace().map(str::parse);
        let line: Vec<Move> = line.collect::<Result<_, _>>().ok()?;
        if line.is_empty() {
            return None;
        }
        let solution = Solution::new(&task, &line, None)?;
        let opening = self.openings.entry(opening(&solution)).or_default();
        let finish = self.finishes.entry(finish(&solution)).or_default();
        let round = (*opening | *finish).trailing_ones().min(ROUNDS - 1);
        *opening |= 1 << round;
        *finish |= 1 << round;
        if round == 0 && self.shown.len() < MOST {
            let source = told.sources.first().map(|row| &row.source);
            let title = source.and_then(|source| source.title.as_ref());
            let author = source.and_then(|source| source.author.as_ref());
            let words = [title.map(|title| format!("「{title}」")), author.cloned()];
            self.shown.push(Shown {
                id: told.id,
                setup: Setup::from(&task.position),
                both_hands: attacker == Color::White,
                plies,
                told: words.into_iter().flatten().collect::<Vec<_>>().join(" "),
            });
        }
        Some(round)
    }
}
