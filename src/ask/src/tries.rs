//! What becomes of checks of the attacker's, on a line or beside it: which mate, which do not, and which reply saves the
//! king.

use std::cell::{Cell, OnceCell};

use shogi::{Color, Kind, Move, Position};
use tsume::judge::source::{both, either};

use super::line::{Line, Stem};
use super::program::{Bindings, Comes, Compared};

/// Who knows whether there is a mate.
pub trait Verdicts {
    /// Whether Black, who attacks, mates in a position with either side to move; `None` where a limit left that open.
    fn mates(&mut self, position: &Position) -> Option<bool>;

    /// The same of a position that is known by where it leaves a line: after a check beside it, or after that and a reply.
    /// Whoever keeps a tree looks it up.
    fn mates_beside(&mut self, leaving: &Leaving, position: &Position) -> Option<bool> {
        let _ = leaving;
        self.mates(position)
    }
}

/// Where a position leaves a line, as Black attacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leaving {
    /// The place of the check in the line.
    pub place: usize,
    /// The check.
    pub check: Move,
    /// The reply to it, if that is made.
    pub reply: Option<Move>,
}

/// What is known of a question that limits may leave open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It is so.
    Yes,
    /// It is not so.
    No,
    /// A limit left it open.
    Undecided,
}

impl Answer {
    /// Whether both are so.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::No, _) | (_, Self::No) => Self::No,
            (Self::Yes, Self::Yes) => Self::Yes,
            _ => Self::Undecided,
        }
    }
}

/// The moves beside a line, each place looked at once.
pub(super) struct Beside<'l> {
    line: &'l Line,
    places: Vec<OnceCell<Vec<Branch>>>,
}

/// A line that leaves another one with its last move.
struct Branch {
    mv: Move,
    line: Line,
    leaving: Leaving,
    /// The position after it.
    after: Position,
    /// What was found out; `None` if nobody has asked.
    mates: Cell<Option<Option<bool>>>,
    replies: OnceCell<Vec<Branch>>,
}

impl Branch {
    /// The branches of some moves, which are made after a beginning and perhaps a check.
    fn all(stem: &Stem<'_>, made: Option<Move>, here: &Position, moves: Vec<Move>) -> Vec<Self> {
        let branch = |mv: Move| {
            let all: Vec<Move> = made.into_iter().chain([mv]).collect();
            Some(Self {
                mv,
                line: stem.with(&all)?,
                leaving: Leaving {
                    place: stem.place(),
                    check: all[0],
                    reply: all.get(1).copied(),
                },
                after: here.play(mv),
                mates: Cell::new(None),
                replies: OnceCell::new(),
            })
        };
        moves.into_iter().filter_map(branch).collect()
    }
}

impl<'l> Beside<'l> {
    pub fn new(line: &'l Line) -> Self {
        let mut places = Vec::new();
        places.resize_with(line.len(), OnceCell::new);
        Self { line, places }
    }

    /// The checks at a place: all of them, that of the line included. None where the defender is to move.
    fn checks(&self, place: usize) -> &[Branch] {
        self.places[place].get_or_init(|| {
            let here = self.line.positions().get(place);
            let here = here.filter(|here| here.side() == Color::Black);
            match (here, self.line.up_to(place)) {
                (Some(here), Some(stem)) => Branch::all(&stem, None, here, here.checks()),
                _ => Vec::new(),
            }
        })
    }

    /// The replies to a check at a place.
    fn replies<'b>(&self, place: usize, check: &'b Branch) -> &'b [Branch] {
        check.replies.get_or_init(|| match self.line.up_to(place) {
            Some(stem) => {
                let here = &check.after;
                Branch::all(&stem, Some(check.mv), here, here.evasions())
            }
            None => Vec::new(),
        })
    }

    fn is_main(&self, place: usize, check: &Branch) -> bool {
        self.line.steps[place].mv == check.mv
    }
}

/// Asks what becomes of the moves beside a line.
pub(super) struct Tries<'a> {
    beside: &'a Beside<'a>,
    /// Nothing is known of any move if `None`: what is so then is so whatever mates.
    verdicts: Option<&'a mut dyn Verdicts>,
    /// Whether what is open counts as so.
    pub generous: bool,
    open: bool,
}

impl<'a> Tries<'a> {
    pub fn new(
        beside: &'a Beside<'a>,
        verdicts: Option<&'a mut dyn Verdicts>,
        generous: bool,
    ) -> Self {
        Self {
            beside,
            verdicts,
            generous,
            open: false,
        }
    }

    /// Whether something was open that was asked for.
    pub const fn is_open(&self) -> bool {
        self.open
    }

    /// Whether there are such checks at a place.
    pub fn hold(&mut self, compared: &[Compared], place: usize, names: &Bindings) -> bool {
        let found = self.are_there(compared, place, names);
        self.open |= found.is_none();
        found.unwrap_or(self.generous)
    }

    fn are_there(&mut self, compared: &[Compared], place: usize, names: &Bindings) -> Option<bool> {
        let beside = self.beside;
        let Some((first, others)) = compared.split_first() else {
            return Some(false);
        };
        let mut found = Some(false);
        for check in beside.checks(place) {
            if !first.check.holds(&check.line, place, names) {
                continue;
            }
            // Before anything is solved: without something to compare with, it is in vain.
            let to_compare: Vec<Vec<&Branch>> = others
                .iter()
                .map(|other| {
                    let fits = |is: &&Branch| {
                        other.is_compared(check.mv, is.mv)
                            && other.check.holds(&is.line, place, names)
                    };
                    beside.checks(place).iter().filter(fits).collect()
                })
                .collect();
            let mut pairs = others.iter().zip(&to_compare);
            if pairs.any(|(other, checks)| checks.is_empty() && !other.negated) {
                continue;
            }
            let mut here = self.comes(&first.ending, place, check, names);
            for (other, checks) in others.iter().zip(&to_compare) {
                if here == Some(false) {
                    break;
                }
                let there = self.one_comes(&other.ending, place, checks, names);
                here = both(here, if other.negated { not(there) } else { there });
            }
            found = either(found, here);
            if found == Some(true) {
                break;
            }
        }
        found
    }

    /// Whether this comes of one of some checks.
    fn one_comes(
        &mut self,
        ending: &Comes,
        place: usize,
        checks: &[&Branch],
        names: &Bindings,
    ) -> Option<bool> {
        let mut found = Some(false);
        for check in checks {
            found = either(found, self.comes(ending, place, check, names));
            if found == Some(true) {
                break;
            }
        }
        found
    }

    /// Whether this comes of a check.
    fn comes(
        &mut self,
        ending: &Comes,
        place: usize,
        check: &Branch,
        names: &Bindings,
    ) -> Option<bool> {
        // Of the main line it is known.
        let mates = match self.beside.is_main(place, check) {
            true => Some(true),
            false => check.mates.get().flatten(),
        };
        match ending {
            Comes::Mates => self.mates(check, mates),
            Comes::Fails { .. } if mates == Some(true) => Some(false),
            Comes::Fails { reply, only } => {
                if !only && reply.is_none() {
                    return not(self.mates(check, mates));
                }
                let beside = self.beside;
                let replies = beside.replies(place, check).iter();
                let is_asked = |is: &&Branch| match reply {
                    Some(reply) => reply.holds(&is.line, place + 1, names),
                    None => true,
                };
                let (asked, rest): (Vec<&Branch>, Vec<&Branch>) = replies.partition(is_asked);
                match only {
                    true => self.one_saves(&asked, &rest),
                    false => not(self.all_mate(&asked)),
                }
            }
        }
    }

    /// Whether all these moves lead to a mate.
    fn all_mate(&mut self, branches: &[&Branch]) -> Option<bool> {
        let mut found = Some(true);
        for branch in branches {
            found = both(found, self.mates(branch, None));
            if found == Some(false) {
                break;
            }
        }
        found
    }

    /// Whether a single one of some replies saves the king, and none of the rest does.
    fn one_saves(&mut self, asked: &[&Branch], rest: &[&Branch]) -> Option<bool> {
        if asked.is_empty() {
            return Some(false);
        }
        let (mut saving, mut open) = (0, 0);
        for reply in asked {
            match self.mates(reply, None) {
                Some(true) => {}
                Some(false) => saving += 1,
                None => open += 1,
            }
            if saving > 1 {
                return Some(false);
            }
        }
        if saving + open == 0 {
            return Some(false);
        }
        let none_besides = self.all_mate(rest);
        match (saving, open) {
            (1, 0) => none_besides,
            _ => both(None, none_besides),
        }
    }

    /// Whether there is a mate after the last move of a branch, of which this is known.
    fn mates(&mut self, branch: &Branch, known: Option<bool>) -> Option<bool> {
        if known.is_some() {
            return known;
        }
        if let Some(asked) = branch.mates.get() {
            return asked;
        }
        let verdicts = self.verdicts.as_mut()?;
        let found = verdicts.mates_beside(&branch.leaving, &branch.after);
        branch.mates.set(Some(found));
        found
    }
}

impl Compared {
    /// Whether a check is one that is compared with the first.
    fn is_compared(&self, first: Move, mv: Move) -> bool {
        let on_the_board = (first.from(), mv.from());
        match (self.elsewhere, on_the_board) {
            (false, (Some(from), Some(other))) => first.to() == mv.to() && from == other,
            (false, _) => first.to() == mv.to(),
            (true, (Some(from), Some(other))) => first.to() != mv.to() && from == other,
            (true, _) => first.to() != mv.to() && dropped(first) == dropped(mv),
        }
    }
}

const fn dropped(mv: Move) -> Option<Kind> {
    match mv {
        Move::Drop { kind, .. } => Some(kind),
        Move::Board { .. } => None,
    }
}

fn not(is: Option<bool>) -> Option<bool> {
    is.map(|is| !is)
}
