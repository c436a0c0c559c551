//! What a query implies of the problem as a whole: asked first, as a column or the text of a line is quicker to look
//! at than its moves.

use shogi::{Color, Kind, Piece};

use super::pieces::Pieces;
use super::query::{Flag, Node, Number, Term, Tree};

/// Columns that count moves with all of these properties.
const COUNTED: &[(&str, &[Flag])] = &[
    ("sacrifices", &[Flag::Sacrifice]),
    ("drop_sacrifices", &[Flag::Sacrifice, Flag::Drop]),
    ("board_sacrifices", &[Flag::Sacrifice, Flag::Move]),
    ("drops", &[Flag::Attack, Flag::Drop]),
    ("board_moves", &[Flag::Attack, Flag::Move]),
    ("promotions", &[Flag::Attack, Flag::Promote]),
    ("captures", &[Flag::Attack, Flag::Capture]),
    ("losses", &[Flag::Reply, Flag::Capture]),
    ("double_checks", &[Flag::Double]),
    ("discovered_checks", &[Flag::Discovered]),
    ("interpositions", &[Flag::Interpose]),
    ("moved_interpositions", &[Flag::Interpose, Flag::Move]),
    ("pawn_drop_mates", &[Flag::PawnDropMate]),
];

/// The least that columns hold.
pub(super) fn least(tree: &Tree) -> Vec<(&'static str, u32)> {
    let mut found: Vec<(&'static str, u32)> = Vec::new();
    let mut needed = Vec::new();
    needed_plies(&tree.root, &mut needed);
    for terms in needed {
        let is_mover = |color| all_of(terms, color);
        let has = |flag: &Flag| match flag {
            Flag::Attack => is_mover(Color::Black),
            Flag::Reply => is_mover(Color::White),
            _ => terms.contains(&Term::Is(*flag)),
        };
        for (column, flags) in COUNTED {
            let is_new = !found.iter().any(|(known, _)| known == column);
            if is_new && flags.iter().all(has) {
                found.push((column, 1));
            }
        }
        let king = Term::Before(Pieces::all(|is| is.kind == Kind::King));
        if terms.contains(&king) && is_mover(Color::White) {
            found.push(("king_moves", 1));
        }
    }
    found
}

/// Whether only this side makes such a move.
fn all_of(terms: &[Term], color: Color) -> bool {
    let side = Pieces::of_side(color);
    terms.iter().any(|term| match term {
        Term::Before(pieces) => !pieces.is_empty() && pieces.and(side) == *pieces,
        Term::Is(flag) => {
            let of_attacker = matches!(
                flag,
                Flag::Attack
                    | Flag::Sacrifice
                    | Flag::Direct
                    | Flag::Discovered
                    | Flag::Double
                    | Flag::Farthest
                    | Flag::PawnDropMate
            );
            let of_defender = matches!(flag, Flag::Reply | Flag::Interpose);
            match color {
                Color::Black => of_attacker,
                Color::White => of_defender,
            }
        }
        _ => false,
    })
}

/// What the text of a line has: `R*` where a rook is dropped, `+` where something promotes.
pub(super) fn in_text(tree: &Tree) -> Vec<String> {
    let mut needed = Vec::new();
    needed_plies(&tree.root, &mut needed);
    let mut found: Vec<String> = Vec::new();
    for terms in needed {
        let has = |flag| terms.contains(&Term::Is(flag));
        if has(Flag::Promote) {
            found.push("+".to_owned());
        }
        if has(Flag::Drop) {
            let pieces = terms.iter().filter_map(|term| match term {
                Term::Before(pieces) => Some(*pieces),
                _ => None,
            });
            let kinds = pieces.flat_map(single_kind);
            found.push(
                kinds
                    .last()
                    .map_or("*".to_owned(), |kind| format!("{}*", kind.letter())),
            );
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// The one kind that pieces in hand of this set have.
fn single_kind(pieces: Pieces) -> Option<Kind> {
    let has = |kind: &Kind| {
        let colors = [Color::Black, Color::White];
        colors
            .iter()
            .any(|&color| pieces.has(Piece::plain(color, *kind)))
    };
    let mut kinds = Kind::HAND.into_iter().filter(has);
    kinds.next().filter(|_| kinds.next().is_none())
}

/// The moves without which a node cannot hold.
fn needed_plies<'a>(node: &'a Node, found: &mut Vec<&'a [Term]>) {
    match node {
        Node::Then(nodes) | Node::All(nodes) => {
            nodes.iter().for_each(|node| needed_plies(node, found));
        }
        Node::Repeat(node, range) | Node::Count(node, range) if range.low > 0 => {
            needed_plies(node, found);
        }
        Node::Exists(_, node) => needed_plies(node, found),
        Node::Ply(terms) => found.push(terms),
        Node::Any(_)
        | Node::Not(_)
        | Node::Gap(_)
        | Node::Start
        | Node::End
        | Node::Position(_)
        | Node::Tries(_)
        | Node::Repeat(..)
        | Node::Count(..) => {}
    }
}

/// The least plies that a line has of which a query holds.
pub(super) fn plies(tree: &Tree) -> u32 {
    let mut needed = Vec::new();
    needed_plies(&tree.root, &mut needed);
    let named = needed.into_iter().flatten().filter_map(|term| match term {
        Term::Number(Number::Ply, range) => Some(range.low),
        _ => None,
    });
    named
        .max()
        .unwrap_or(0)
        .max(extent(&tree.root).reach)
        .max(1)
}

/// The least plies of a node: those that it takes before what follows it, and those that must be there.
#[derive(Clone, Copy, Default)]
struct Extent {
    taken: u32,
    reach: u32,
}

fn extent(node: &Node) -> Extent {
    match node {
        Node::Then(nodes) => nodes
            .iter()
            .map(extent)
            .fold(Extent::default(), |sum, is| Extent {
                taken: sum.taken.saturating_add(is.taken),
                reach: sum.reach.max(sum.taken.saturating_add(is.reach)),
            }),
        Node::Any(nodes) => {
            let each = || nodes.iter().map(extent);
            Extent {
                taken: each().map(|is| is.taken).min().unwrap_or(0),
                reach: each().map(|is| is.reach).min().unwrap_or(0),
            }
        }
        // Whatever holds besides looks ahead and takes nothing.
        Node::All(nodes) => Extent {
            taken: nodes.last().map_or(0, |last| extent(last).taken),
            reach: nodes
                .iter()
                .map(|node| extent(node).reach)
                .max()
                .unwrap_or(0),
        },
        Node::Gap(range) => Extent {
            taken: range.low,
            reach: range.low,
        },
        Node::Repeat(node, range) => {
            let once = extent(node);
            let before = once.taken.saturating_mul(range.low.saturating_sub(1));
            match range.low {
                0 => Extent::default(),
                _ => Extent {
                    taken: before.saturating_add(once.taken),
                    reach: before.saturating_add(once.reach),
                },
            }
        }
        Node::Count(node, range) if range.low > 0 => Extent {
            taken: 0,
            reach: extent(node).reach,
        },
        Node::Exists(_, node) => extent(node),
        // The attacker is to move.
        Node::Tries(_) => Extent { taken: 0, reach: 1 },
        Node::Ply(_) => Extent { taken: 1, reach: 1 },
        Node::Not(_) | Node::Start | Node::End | Node::Position(_) | Node::Count(..) => {
            Extent::default()
        }
    }
}
