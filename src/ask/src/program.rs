//! A query made ready to be matched: what is quick to ask of a move comes first.

use shogi::Bitboard;

use super::line::{Line, Step, bit};
use super::pieces::Pieces;
use super::query::{
    Base, Clause, Ending, Fact, Flag, Name, Node, Number, Place, Sort, Squares, Term, Tree,
};
use super::range::Range;

/// A node of a program; see [`Node`].
#[derive(Debug)]
pub(super) enum Op {
    Then(Vec<Op>),
    Any(Vec<Op>),
    All(Vec<Op>),
    Not(Box<Op>),
    Gap(Range),
    Start,
    End,
    Position(Vec<Fact>),
    Tries(Vec<Compared>),
    Ply(Pattern),
    Repeat(Box<Op>, Range),
    Count(Box<Op>, Range),
    Exists(Name, Domain, Box<Op>),
}

/// A check and what comes of it; see [`Clause`].
#[derive(Debug)]
pub(super) struct Compared {
    pub negated: bool,
    pub elsewhere: bool,
    pub check: Pattern,
    pub ending: Comes,
}

/// What comes of a check; see [`Ending`].
#[derive(Debug)]
pub(super) enum Comes {
    Mates,
    /// By a reply like this, by any if `None`.
    Fails {
        reply: Option<Pattern>,
        only: bool,
    },
}

impl Compared {
    fn of(clause: &Clause) -> Self {
        Self {
            negated: clause.negated,
            elsewhere: clause.elsewhere,
            check: Pattern::of(&clause.check),
            ending: match &clause.ending {
                Ending::Mates => Comes::Mates,
                Ending::Fails { reply, only } => Comes::Fails {
                    reply: (!reply.is_empty()).then(|| Pattern::of(reply)),
                    only: *only,
                },
            },
        }
    }
}

/// What a name may stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Domain {
    /// Pieces that move or are captured.
    Pieces,
    /// All pieces: those beside the line may move, too.
    AllPieces,
    /// Squares to or from which pieces go, and any other one: whatever is asked does not tell the others apart.
    Touched,
    /// All squares.
    Squares,
}

/// What holds of a move.
#[derive(Debug)]
pub(super) struct Pattern {
    /// Properties that need no position: those that hold, those that do not.
    has: u32,
    lacks: u32,
    piece: Pieces,
    to: Bitboard,
    /// What needs more, the dear at the end.
    rest: Vec<Term>,
}

/// What the names stand for; a square by its index.
pub(super) type Bindings = [u16; super::query::MOST_NAMES];

/// The properties that need positions.
const SLOW: u32 = bit(Flag::Direct)
    | bit(Flag::Discovered)
    | bit(Flag::Double)
    | bit(Flag::Interpose)
    | bit(Flag::Farthest)
    | bit(Flag::PawnDropMate);

impl Op {
    /// Makes a tree ready.
    pub fn of(tree: &Tree) -> Self {
        Self::of_node(&tree.root, tree)
    }

    fn of_node(node: &Node, tree: &Tree) -> Self {
        let all = |nodes: &[Node]| nodes.iter().map(|node| Self::of_node(node, tree)).collect();
        let inner = |node: &Node| Box::new(Self::of_node(node, tree));
        match node {
            Node::Then(nodes) => Self::Then(all(nodes)),
            Node::Any(nodes) => Self::Any(all(nodes)),
            Node::All(nodes) => Self::All(all(nodes)),
            Node::Not(node) => Self::Not(inner(node)),
            Node::Gap(range) => Self::Gap(*range),
            Node::Start => Self::Start,
            Node::End => Self::End,
            Node::Position(facts) => {
                let mut facts = facts.clone();
                facts.sort_by_key(Fact::cost);
                Self::Position(facts)
            }
            Node::Tries(clauses) => Self::Tries(clauses.iter().map(Compared::of).collect()),
            Node::Ply(terms) => Self::Ply(Pattern::of(terms)),
            Node::Repeat(node, range) => Self::Repeat(inner(node), *range),
            Node::Count(node, range) => Self::Count(inner(node), *range),
            Node::Exists(name, node) => {
                let domain = match tree.names[*name].sort {
                    Sort::Piece if tree.root.has_tries() => Domain::AllPieces,
                    Sort::Piece => Domain::Pieces,
                    Sort::Square if is_plain(node, *name) => Domain::Touched,
                    Sort::Square => Domain::Squares,
                };
                Self::Exists(*name, domain, inner(node))
            }
        }
    }

    /// Whether a line has a move for each pattern without which this cannot hold; names are left aside.
    pub fn may_hold(&self, line: &Line) -> bool {
        match self {
            Self::Then(ops) | Self::All(ops) => ops.iter().all(|op| op.may_hold(line)),
            Self::Any(ops) => ops.iter().any(|op| op.may_hold(line)),
            Self::Exists(_, _, op) => op.may_hold(line),
            Self::Repeat(op, range) | Self::Count(op, range) => range.low == 0 || op.may_hold(line),
            Self::Ply(pattern) => line.steps.iter().any(|step| pattern.may_hold(step)),
            Self::Not(_)
            | Self::Gap(_)
            | Self::Start
            | Self::End
            | Self::Position(_)
            | Self::Tries(_) => true,
        }
    }
}

/// Whether a square with this name is asked for only where pieces come from and go to.
fn is_plain(node: &Node, name: Name) -> bool {
    let all = |nodes: &[Node]| nodes.iter().all(|node| is_plain(node, name));
    match node {
        Node::Then(nodes) | Node::Any(nodes) | Node::All(nodes) => all(nodes),
        Node::Not(node) | Node::Repeat(node, _) | Node::Count(node, _) | Node::Exists(_, node) => {
            is_plain(node, name)
        }
        Node::Position(facts) => !facts.iter().any(|fact| fact.names(name)),
        // Moves beside the line go to other squares.
        Node::Tries(_) => false,
        Node::Ply(terms) => terms.iter().all(|term| is_plain_in(term, name)),
        Node::Gap(_) | Node::Start | Node::End => true,
    }
}

fn is_plain_in(term: &Term, name: Name) -> bool {
    match term {
        Term::Not(terms) => terms.iter().all(|term| is_plain_in(term, name)),
        Term::At(place, squares) if squares.base == Base::Name(name) => {
            matches!(place, Place::To | Place::From | Place::King) && squares.offset == (0, 0)
        }
        _ => true,
    }
}

impl Pattern {
    pub(super) fn of(terms: &[Term]) -> Self {
        let mut pattern = Self {
            has: 0,
            lacks: 0,
            piece: Pieces::all(|_| true),
            to: Bitboard::ALL,
            rest: Vec::new(),
        };
        for term in terms {
            match term {
                Term::Is(flag) if bit(*flag) & SLOW == 0 => pattern.has |= bit(*flag),
                Term::Before(pieces) => pattern.piece = pattern.piece.and(*pieces),
                Term::At(
                    Place::To,
                    Squares {
                        base: Base::Set(set),
                        offset: (0, 0),
                    },
                ) => pattern.to &= *set,
                Term::Not(terms) => match terms[..] {
                    [Term::Is(flag)] if bit(flag) & SLOW == 0 => pattern.lacks |= bit(flag),
                    _ => pattern.rest.push(term.clone()),
                },
                _ => pattern.rest.push(term.clone()),
            }
        }
        // Only one side makes such a move: a quick thing to ask.
        for term in &pattern.rest {
            pattern.has |= match term {
                Term::Is(Flag::Interpose) => bit(Flag::Reply),
                Term::Is(flag) if bit(*flag) & SLOW != 0 => bit(Flag::Attack),
                _ => 0,
            };
        }
        pattern.rest.sort_by_key(cost);
        pattern
    }

    /// Whether what is quick to ask holds.
    fn may_hold(&self, step: &Step) -> bool {
        step.flags & self.has == self.has
            && step.flags & self.lacks == 0
            && self.piece.has(step.piece)
            && self.to.has(step.mv.to())
    }

    /// Whether it holds of the move at this place.
    pub fn holds(&self, line: &Line, ply: usize, names: &Bindings) -> bool {
        self.may_hold(&line.steps[ply])
            && self.rest.iter().all(|term| holds(term, line, ply, names))
    }
}

/// How dear a term is.
fn cost(term: &Term) -> u32 {
    match term {
        Term::Is(Flag::PawnDropMate) | Term::Number(Number::Choices, _) => 3,
        Term::Is(flag) if bit(*flag) & SLOW != 0 => 2,
        Term::Number(Number::Supported | Number::Attacked, _) | Term::AttackedBy(_) => 2,
        Term::At(Place::Ray | Place::Attacks, _) => 2,
        Term::Not(terms) => terms.iter().map(cost).max().unwrap_or(0),
        _ => 1,
    }
}

/// Whether a term holds of the move at this place.
fn holds(term: &Term, line: &Line, ply: usize, names: &Bindings) -> bool {
    let step = &line.steps[ply];
    match term {
        Term::Is(flag) => line.is(ply, *flag),
        Term::Not(terms) => !terms.iter().all(|term| holds(term, line, ply, names)),
        Term::Before(pieces) => pieces.has(step.piece),
        Term::After(pieces) => pieces.has(step.after),
        Term::Captures(pieces) => step.captured.is_some_and(|is| pieces.has(is)),
        Term::AttackedBy(pieces) => !line.attackers(ply).and(*pieces).is_empty(),
        Term::Piece(name) => step.id == names[*name],
        Term::CapturesPiece(name) => step.captured_id == names[*name],
        Term::At(place, squares) => {
            let asked = resolve(*squares, line, ply, names);
            let there = match place {
                Place::To => Bitboard::of(step.mv.to()),
                Place::From => step.mv.from().map_or(Bitboard::EMPTY, Bitboard::of),
                Place::Over => step.over(),
                Place::Ray => line.ray(ply),
                Place::Attacks => line.attacks(ply),
                Place::King => Bitboard::of(step.king),
            };
            !(asked & there).is_empty()
        }
        Term::Number(number, range) => {
            let number = match number {
                Number::Ply => Some(ply as u32 + 1),
                Number::Far => Some(step.far()),
                Number::Length => step.length(),
                Number::Choices => Some(line.choices(ply)),
                Number::Supported => Some(line.supported(ply)),
                Number::Attacked => Some(line.attacked(ply)),
                Number::Taken => Some(step.taken.into()).filter(|&taken| taken > 0),
                Number::Men => Some(u32::from(step.men[0]) + u32::from(step.men[1])),
                Number::Attackers => Some(line.attackers_on_board(ply)),
                Number::Defenders => Some(u32::from(step.men[1]).saturating_sub(1)),
            };
            number.is_some_and(|number| range.has(number))
        }
    }
}

/// The squares that are meant at this place.
fn resolve(squares: Squares, line: &Line, ply: usize, names: &Bindings) -> Bitboard {
    let base = match squares.base {
        Base::Set(set) => set,
        Base::King => Bitboard::of(line.steps[ply].king),
        Base::Name(name) => Bitboard::of(shogi::Square::from_index(names[name].into())),
        Base::Previous => match ply.checked_sub(1) {
            Some(before) => Bitboard::of(line.steps[before].mv.to()),
            None => Bitboard::EMPTY,
        },
    };
    squares.moved(base)
}
