//! The names of a query: what they stand for, and where each is bound.

use super::error::{AskError, AskReason};
use super::query::MOST_NAMES;
use super::query::{Base, Clause, Name, Named, Node, Sort, Term, Tree};

/// The names that a query has mentioned so far.
#[derive(Debug, Default)]
pub(super) struct Names {
    found: Vec<Named>,
    /// Where each was mentioned first.
    mentions: Vec<usize>,
}

impl Names {
    /// Notes that a name stands here for something of this sort.
    pub(super) fn mention(&mut self, name: &str, sort: Sort, at: usize) -> Result<Name, AskError> {
        let error = |reason| Err(AskError { at, reason });
        if let Some(known) = self.found.iter().position(|is| is.name == name) {
            if self.found[known].sort != sort {
                return error(AskReason::TwoSorts(name.to_owned()));
            }
            return Ok(known);
        }
        if self.found.len() == MOST_NAMES {
            return error(AskReason::Names);
        }
        self.found.push(Named {
            name: name.to_owned(),
            sort,
        });
        self.mentions.push(at);
        Ok(self.found.len() - 1)
    }

    /// The query with its names bound: each around all places where it stands, or inside the one negation or count
    /// that has all of these.
    pub(super) fn finish(self, root: Node) -> Result<Tree, AskError> {
        for (name, (named, &at)) in self.found.iter().zip(&self.mentions).enumerate() {
            if uses(&root, name) < 2 {
                let reason = AskReason::UsedOnce(named.name.clone());
                return Err(AskError { at, reason });
            }
        }
        Ok(Tree {
            root: bind(root, &mut Vec::new()),
            names: self.found,
        })
    }
}

/// In how many places a name stands; one that comes several times in a row is more than one.
fn uses(node: &Node, name: Name) -> usize {
    match node {
        Node::Then(nodes) | Node::Any(nodes) | Node::All(nodes) => {
            nodes.iter().map(|node| uses(node, name)).sum()
        }
        Node::Repeat(node, range) => {
            let times = if range.high == Some(1) { 1 } else { 2 };
            times * uses(node, name)
        }
        Node::Not(node) | Node::Count(node, _) | Node::Exists(_, node) => uses(node, name),
        Node::Position(facts) => facts.iter().filter(|fact| fact.names(name)).count(),
        Node::Tries(clauses) => {
            let terms = clauses.iter().flat_map(Clause::terms);
            terms.map(|term| uses_in(term, name)).sum()
        }
        Node::Ply(terms) => terms.iter().map(|term| uses_in(term, name)).sum(),
        Node::Gap(_) | Node::Start | Node::End => 0,
    }
}

fn uses_in(term: &Term, name: Name) -> usize {
    match term {
        Term::Piece(is) | Term::CapturesPiece(is) => usize::from(*is == name),
        Term::At(_, squares) => usize::from(squares.base == Base::Name(name)),
        Term::Not(terms) => terms.iter().map(|term| uses_in(term, name)).sum(),
        _ => 0,
    }
}

/// Binds the names of a node that are not bound further out.
fn bind(node: Node, bound: &mut Vec<Name>) -> Node {
    let depth = bound.len();
    let mut here = Vec::new();
    for name in 0..MOST_NAMES {
        if !bound.contains(&name) && belongs_here(&node, name) {
            here.push(name);
        }
    }
    bound.extend(&here);
    let inner = inside(node, bound);
    bound.truncate(depth);
    let around = |node, name: &Name| Node::Exists(*name, Box::new(node));
    here.iter().rev().fold(inner, around)
}

/// The same further inside: where a negation or a count begins, names may be bound anew.
fn inside(node: Node, bound: &mut Vec<Name>) -> Node {
    let mut all = |nodes: Vec<Node>| nodes.into_iter().map(|node| inside(node, bound)).collect();
    match node {
        Node::Then(nodes) => Node::Then(all(nodes)),
        Node::Any(nodes) => Node::Any(all(nodes)),
        Node::All(nodes) => Node::All(all(nodes)),
        Node::Repeat(node, range) => Node::Repeat(Box::new(inside(*node, bound)), range),
        Node::Not(node) => Node::Not(Box::new(bind(*node, bound))),
        Node::Count(node, range) => Node::Count(Box::new(bind(*node, bound)), range),
        Node::Exists(name, node) => Node::Exists(name, Box::new(inside(*node, bound))),
        Node::Gap(_)
        | Node::Start
        | Node::End
        | Node::Position(_)
        | Node::Tries(_)
        | Node::Ply(_) => node,
    }
}

/// Whether a name stands outside negations and counts, or in several of them.
fn belongs_here(node: &Node, name: Name) -> bool {
    let (outside, closed) = places(node, name);
    outside || closed > 1
}

/// Whether a name stands outside negations and counts, and in how many of them it does.
fn places(node: &Node, name: Name) -> (bool, usize) {
    let sum = |nodes: &[Node]| {
        let each = nodes.iter().map(|node| places(node, name));
        each.fold((false, 0), |sum, is| (sum.0 || is.0, sum.1 + is.1))
    };
    match node {
        Node::Then(nodes) | Node::Any(nodes) | Node::All(nodes) => sum(nodes),
        Node::Repeat(node, _) | Node::Exists(_, node) => places(node, name),
        Node::Not(node) | Node::Count(node, _) => {
            let (outside, closed) = places(node, name);
            (false, usize::from(outside || closed > 0))
        }
        Node::Position(facts) => (facts.iter().any(|fact| fact.names(name)), 0),
        Node::Tries(clauses) => {
            let mut terms = clauses.iter().flat_map(Clause::terms);
            (terms.any(|term| uses_in(term, name) > 0), 0)
        }
        Node::Ply(terms) => (terms.iter().any(|term| uses_in(term, name) > 0), 0),
        Node::Gap(_) | Node::Start | Node::End => (false, 0),
    }
}
