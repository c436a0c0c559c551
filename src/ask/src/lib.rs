//! A language that asks what happens in the solution of a problem: which moves follow one another, what becomes of
//! their pieces.
//!
//! A query is read into a [tree](query::Tree) ([`parse`]), with the place of whatever is wrong ([`error`]). Its words
//! are English or Japanese ([`vocabulary`]). Made ready ([`program`]), it is matched from the end of a line to its
//! start with sets of plies ([`matching`]): exact, in time proportional to query times line, whatever gaps it has; what
//! is repeated is asked again until nothing changes. A [`Line`] tells what is cheap of each move at once, and the rest when it is asked for
//! ([`facts`]). `src/referee` has the same language as it is defined, move by move; tests compare the two.
//!
//! A [`TryQuery`] asks about checks beside the line as well ([`tries`]), a [`TreeQueries`] about variations, too: both
//! need a solver, whose limits may leave the answer open, or a tree that is [kept](keep).
//!
//! ```
//! use ask::{Line, Query};
//!
//! let query: Query = "drop G sacrifice ; K ; 2.. ; drop G".parse()?;
//! let mut line = Line::default();
//! let sfen = "7pk/9/9/8P/8N/9/9/9/9 b 2G2r2b2g4s3n4l16p 1";
//! assert!(line.read(sfen, false, "G*1b 1a1b G*1c 1b1a 1e2c"));
//! assert!(!query.matches(&line));
//! let query: Query = "打:金 捨駒 ; 玉 ; 打:金".parse()?;
//! assert!(query.matches(&line));
//! # Ok::<(), ask::AskError>(())
//! ```

pub mod error;
mod facts;
mod implied;
mod kept;
mod lazy;
mod line;
mod matching;
pub mod motif;
mod names;
pub mod parse;
pub mod pieces;
mod plies;
mod position;
mod program;
pub mod query;
pub mod range;
mod token;
mod trace;
mod tree;
mod tries;
pub mod vocabulary;

use std::fmt;
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering};

pub use error::{AskError, AskReason, Expected};
pub use line::Line;
pub use tree::{TreeEffort, TreeQueries, keep};
pub use tries::{Answer, Leaving, Verdicts};

use matching::Matcher;
use plies::Plies;
use program::Op;
use query::Tree;
use tries::{Beside, Tries};

/// A query, ready to be matched.
#[derive(Debug)]
pub struct Query {
    text: String,
    tree: Tree,
    /// It and, if that is another one, its mirror image.
    programs: Vec<Op>,
    /// What the text of a line in USI has if the query holds.
    in_text: Vec<String>,
    /// The least plies that the line has.
    plies: usize,
}

impl FromStr for Query {
    type Err = AskError;

    fn from_str(text: &str) -> Result<Self, AskError> {
        Ok(Self::new(text, parse::parse(text)?))
    }
}

/// A query that asks about checks beside the line, too: whether they mate.
#[derive(Debug)]
pub struct TryQuery(Query);

impl FromStr for TryQuery {
    type Err = AskError;

    fn from_str(text: &str) -> Result<Self, AskError> {
        Ok(Self(Query::new(text, parse::parse_tries(text)?)))
    }
}

/// As it was typed.
impl fmt::Display for TryQuery {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl TryQuery {
    /// The query as it was read.
    pub const fn tree(&self) -> &Tree {
        self.0.tree()
    }

    /// The least that columns of a problem hold if the query holds of its main line.
    pub fn least(&self) -> Vec<(&'static str, u32)> {
        self.0.least()
    }

    /// Whether it holds of a line, or of its mirror image, where `verdicts` tells which moves mate. Nobody is asked where
    /// it cannot hold whatever mates. Once `left` is set the answer is none.
    pub fn ask(&self, line: &Line, verdicts: &mut dyn Verdicts, left: &AtomicBool) -> Answer {
        if line.is_empty() {
            return Answer::No;
        }
        let beside = Beside::new(line);
        let mut open = Vec::new();
        for program in &self.0.programs {
            let mut blind = Matcher::among(line, Tries::new(&beside, None, true), left);
            if !holds(program, line, &mut blind) {
                continue;
            }
            let tries = Tries::new(&beside, Some(&mut *verdicts), false);
            let mut matcher = Matcher::among(line, tries, left);
            if holds(program, line, &mut matcher) {
                return Answer::Yes;
            }
            if matcher.is_open() {
                open.push(program);
            }
        }
        for program in open {
            let tries = Tries::new(&beside, Some(&mut *verdicts), true);
            if holds(program, line, &mut Matcher::among(line, tries, left)) {
                return Answer::Undecided;
            }
        }
        Answer::No
    }
}

impl Query {
    fn new(text: &str, tree: Tree) -> Self {
        let mirrored = tree.mirror();
        let programs = std::iter::once(&tree)
            .chain(&mirrored)
            .map(Op::of)
            .collect();
        Self {
            text: text.to_owned(),
            in_text: implied::in_text(&tree),
            plies: implied::plies(&tree) as usize,
            tree,
            programs,
        }
    }
}

/// As it was typed.
impl fmt::Display for Query {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Query {
    /// The query in Japanese words; pieces and squares stay as they were written.
    pub fn in_japanese(&self) -> String {
        let signs: Vec<char> = self.text.chars().collect();
        let mut text = String::new();
        let mut at = 0;
        // What was read once can be cut again.
        for lexeme in token::lexemes(&self.text).unwrap_or_default() {
            text.extend(&signs[at..lexeme.at - 1]);
            at = lexeme.end - 1;
            let japanese = match &lexeme.token {
                token::Token::Word(word) => vocabulary::in_japanese(word),
                _ => None,
            };
            match japanese {
                Some(word) => text.push_str(word),
                None => text.extend(&signs[lexeme.at - 1..at]),
            }
        }
        text.extend(&signs[at..]);
        text
    }

    /// The query as it was read.
    pub const fn tree(&self) -> &Tree {
        &self.tree
    }

    /// Whether it holds of a line, or of its mirror image. Nothing holds of a line without moves.
    pub fn matches(&self, line: &Line) -> bool {
        let mut holds = |program| holds(program, line, &mut Matcher::new(line));
        !line.is_empty() && self.programs.iter().any(&mut holds)
    }

    /// The same for a caller who may give up: `false` once `left` is set, whatever is so.
    pub fn matches_until(&self, line: &Line, left: &AtomicBool) -> bool {
        let mut holds = |program| holds(program, line, &mut Matcher::until(line, left));
        !line.is_empty() && self.programs.iter().any(&mut holds) && !left.load(Ordering::Relaxed)
    }

    /// The moves that it is about, by their place in the line counted from 0: of one way in which it holds, if it
    /// does.
    pub fn find(&self, line: &Line) -> Option<Vec<usize>> {
        let mut matcher = Matcher::new(line);
        let mut programs = self.programs.iter();
        let program = programs.find(|program| holds(program, line, &mut matcher));
        let program = program.filter(|_| !line.is_empty())?;
        let mut plies = Vec::new();
        match line.len() {
            ..=63 => matcher.trace(program, 0, &u64::all(line.len()), &mut plies),
            len => matcher.trace(program, 0, &<Vec<u64>>::all(len), &mut plies),
        };
        plies.sort_unstable();
        plies.dedup();
        Some(plies)
    }

    /// Whether it may hold of a line in USI: told from the text alone, and quick.
    pub fn may_match(&self, usi: &str) -> bool {
        // A move has four letters or five, and a space before the next.
        usi.len() + 1 >= 5 * self.plies
            && self.in_text.iter().all(|part| usi.contains(part.as_str()))
    }

    /// The least that columns of a problem (`drops`, `sacrifices` …) hold if the query holds of its main line.
    pub fn least(&self) -> Vec<(&'static str, u32)> {
        implied::least(&self.tree)
    }
}

fn holds(program: &Op, line: &Line, matcher: &mut Matcher<'_>) -> bool {
    if !program.may_hold(line) {
        return false;
    }
    match line.len() {
        ..=63 => matcher.back(program, u64::all(line.len())).has(0),
        plies => matcher.back(program, <Vec<u64>>::all(plies)).has(0),
    }
}
