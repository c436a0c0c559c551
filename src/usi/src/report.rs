//! What came out of a search, in the words of USI.

use std::time::Duration;

use shogi::usi_line;
use tsume::solve::{Outcome, Progress, Reached, Task, Verdict};

/// What the other side waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Awaited {
    /// `go mate`: a line that begins with `checkmate`.
    Mate,
    /// `go`: one that begins with `bestmove`.
    Move,
}

impl Awaited {
    /// The answer where there is nothing to search.
    pub fn nothing(self) -> &'static str {
        match self {
            Self::Mate => "checkmate notimplemented",
            Self::Move => "bestmove resign",
        }
    }

    /// The answer after a search.
    pub fn answer(self, outcome: &Outcome) -> String {
        let line = &outcome.main_line;
        match (self, outcome.verdict, line.first()) {
            (Self::Mate, Verdict::Mate, Some(_)) => format!("checkmate {}", usi_line(line)),
            // The side to move is mated already: nothing that can be said of moves.
            (Self::Mate, Verdict::Mate, None) if outcome.plies == Some(0) => {
                self.nothing().to_owned()
            }
            (Self::Mate, Verdict::NoMate, _) => "checkmate nomate".to_owned(),
            (Self::Mate, Verdict::Mate | Verdict::Unknown, _) => "checkmate timeout".to_owned(),
            (Self::Move, Verdict::Mate, Some(first)) => format!("bestmove {first}"),
            (Self::Move, ..) => self.nothing().to_owned(),
        }
    }
}

/// A line about a search that goes on.
pub fn working(progress: Option<&Progress>, time: Duration) -> String {
    let mut line = String::from("info");
    if let Some(plies) = progress.map(Progress::plies).filter(|&plies| plies > 0) {
        line.push_str(&format!(" depth {plies}"));
    }
    line.push_str(&format!(" time {}", time.as_millis()));
    if let Some(nodes) = progress.map(Progress::nodes) {
        line.push_str(&counted(nodes, time));
    }
    line
}

/// The lines about a search that has ended.
pub fn ended(task: &Task, outcome: &Outcome, time: Duration) -> Vec<String> {
    let mut line = format!(
        "info time {}{}",
        time.as_millis(),
        counted(outcome.nodes, time)
    );
    let words = match (outcome.verdict, outcome.plies) {
        (Verdict::Mate, Some(plies)) => {
            // From the point of view of the side to move.
            let sign = if task.attacker_to_move() { "" } else { "-" };
            line = format!("info depth {plies}{} score mate {sign}{plies}", &line[4..]);
            if !outcome.main_line.is_empty() {
                line.push_str(" pv");
                for mv in &outcome.main_line {
                    line.push_str(&format!(" {mv}"));
                }
            }
            let (about, bound) = match outcome.plies_exact {
                true => ("", ""),
                false => ("about ", ", length not proved"),
            };
            let raw = outcome.raw_plies.filter(|&raw| raw != plies);
            let raw = raw.map_or_else(String::new, |raw| {
                format!(", {raw} with futile interpositions")
            });
            format!("mate in {about}{plies}{raw}{bound}")
        }
        (Verdict::Mate, None) => "mate".to_owned(),
        (Verdict::NoMate, _) => "no mate".to_owned(),
        (Verdict::Unknown, _) => format!(
            "not decided: {}",
            match outcome.reached {
                Some(Reached::Time) => "the time is over",
                Some(Reached::Nodes) => "NodesLimit was reached",
                Some(Reached::Plies) => "there is no mate within DepthLimit",
                Some(Reached::Memory) => "USI_Hash is too small",
                Some(Reached::Depth) => "a line of the search is too long",
                Some(Reached::Solver) => "the solver's own limit was reached",
                Some(Reached::Stop) | None => "stopped",
            }
        ),
    };
    vec![line, format!("info string {words}")]
}

fn counted(nodes: u64, time: Duration) -> String {
    let rate = nodes as f64 / time.as_secs_f64().max(1e-6);
    format!(" nodes {nodes} nps {}", rate as u64)
}
