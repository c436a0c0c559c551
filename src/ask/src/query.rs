//! The syntax tree of a query: what a line must have, in the order of its plies.

use shogi::Bitboard;

use super::pieces::Pieces;
use super::range::Range;

/// A name in a query (`$x`): its place in [`Tree::names`].
pub type Name = usize;

/// At most so many names in a query: all that they may stand for is tried.
pub const MOST_NAMES: usize = 4;

/// At most so many repetitions within one another: each asks what is within it again for each ply.
pub const MOST_REPEATS: usize = 2;

/// A query as it was read.
#[derive(Clone, Debug, PartialEq)]
pub struct Tree {
    /// What must hold from the start of the line.
    pub root: Node,
    /// The names it binds.
    pub names: Vec<Named>,
}

/// What a name stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// Without its `$`.
    pub name: String,
    /// What it is.
    pub sort: Sort,
}

/// What can have a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// A piece on its way over the board.
    Piece,
    /// A square.
    Square,
}

/// What can hold from a ply on. Each holds from some plies and leads to others, where the next one goes on.
#[derive(Clone, Debug, PartialEq)]
pub enum Node {
    /// One after the other.
    Then(Vec<Node>),
    /// One of these.
    Any(Vec<Node>),
    /// All of these; the last one says where it goes on.
    All(Vec<Node>),
    /// That this does not hold from here; goes on here.
    Not(Box<Node>),
    /// So many plies, whichever they are.
    Gap(Range),
    /// The start of the line.
    Start,
    /// Its end.
    End,
    /// That all of these hold of the position here; goes on here.
    Position(Vec<Fact>),
    /// That the attacker is to move here, and has checks, on the line or beside it, of which these hold; goes on here.
    Tries(Vec<Clause>),
    /// One ply, of which all of these hold.
    Ply(Vec<Term>),
    /// This, so many times in a row.
    Repeat(Box<Node>, Range),
    /// That this holds from so many plies, here or later; goes on here.
    Count(Box<Node>, Range),
    /// That there is something, bound to this name, with which this holds.
    Exists(Name, Box<Node>),
}

/// A check, and what comes of it. Of several the first is what the others are compared with.
#[derive(Clone, Debug, PartialEq)]
pub struct Clause {
    /// That there is no such check.
    pub negated: bool,
    /// 別の升: the piece of the first check goes to another square, or one of its kind is dropped there. Otherwise the
    /// check goes to the square of the first one, and from the same square if both are moves on the board.
    pub elsewhere: bool,
    /// What holds of the check; that of later moves is not known.
    pub check: Vec<Term>,
    /// What comes of it.
    pub ending: Ending,
}

/// What comes of a check.
#[derive(Clone, Debug, PartialEq)]
pub enum Ending {
    /// 詰む: a mate, in any number of plies.
    Mates,
    /// 詰まず: there is a reply after which there is no mate.
    Fails {
        /// What holds of that reply.
        reply: Vec<Term>,
        /// Whether it is the only one.
        only: bool,
    },
}

/// What holds of a move.
#[derive(Clone, Debug, PartialEq)]
pub enum Term {
    /// A property.
    Is(Flag),
    /// That not all of these hold.
    Not(Vec<Term>),
    /// The moving piece, as it stood before, is one of these.
    Before(Pieces),
    /// The moving piece, as it stands after, is one of these.
    After(Pieces),
    /// It captures one of these.
    Captures(Pieces),
    /// One of these pieces of the other side attacks the square it goes to.
    AttackedBy(Pieces),
    /// The moving piece is the one with this name.
    Piece(Name),
    /// It captures the piece with this name.
    CapturesPiece(Name),
    /// A square of the move is one of these.
    At(Place, Squares),
    /// A number of the move lies within a range.
    Number(Number, Range),
}

/// A property of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flag {
    /// 攻方: the attacker's.
    Attack,
    /// 玉方: the defender's.
    Reply,
    /// 打: a drop.
    Drop,
    /// 移動: a move on the board.
    Move,
    /// 成: promotes.
    Promote,
    /// 不成: could promote, and does not.
    Unpromote,
    /// 取: captures.
    Capture,
    /// 同: to the square to which the move before went.
    Same,
    /// 直接王手: the moved piece gives check.
    Direct,
    /// 空き王手: a piece other than the moved one gives check.
    Discovered,
    /// 両王手: two pieces give check.
    Double,
    /// 捨駒: an attacker's move whose piece the reply captures.
    Sacrifice,
    /// 取られる: the piece is captured later on the line.
    Taken,
    /// 合駒: not with the king, to an empty square between it and the one sliding piece that gives check.
    Interpose,
    /// 最終手: the last one of the line.
    Last,
    /// 打歩詰: an attacker's move where a pawn in its hand would mate by a drop.
    PawnDropMate,
    /// 最遠打: a drop of a slider that checks from as far as its line goes: beyond it is a piece or the edge.
    Farthest,
    /// 戻る: to a square where the piece has stood before.
    Returns,
    /// 初形の駒: the piece stood on the board at the start.
    Original,
    /// 上: farther ahead.
    Forward,
    /// 引: farther back.
    Back,
    /// 寄: on its rank.
    Sideways,
    /// 斜め: on a diagonal.
    Diagonal,
    /// 分岐: leaves the main line: the first move that is not one of it.
    Departs,
}

impl Flag {
    /// All of them.
    pub const ALL: [Self; 24] = [
        Self::Attack,
        Self::Reply,
        Self::Drop,
        Self::Move,
        Self::Promote,
        Self::Unpromote,
        Self::Capture,
        Self::Same,
        Self::Direct,
        Self::Discovered,
        Self::Double,
        Self::Sacrifice,
        Self::Taken,
        Self::Interpose,
        Self::Last,
        Self::PawnDropMate,
        Self::Farthest,
        Self::Returns,
        Self::Original,
        Self::Forward,
        Self::Back,
        Self::Sideways,
        Self::Diagonal,
        Self::Departs,
    ];
}

/// Which squares of a move are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Where the piece goes.
    To,
    /// Where it comes from.
    From,
    /// Those that it passes over.
    Over,
    /// Those between the moved piece and the king, along which it gives check.
    Ray,
    /// Those that the moved piece attacks from where it goes.
    Attacks,
    /// Where the defender's king stands before the move.
    King,
}

/// A number of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    /// Its place in the line, counted from 1.
    Ply,
    /// King's steps between the square it goes to and the defender's king, before the move.
    Far,
    /// King's steps that it covers; no number for drops.
    Length,
    /// Legal moves of its side: checks of the attacker, replies of the defender.
    Choices,
    /// Other pieces of its side that attack the square it goes to, after the move.
    Supported,
    /// Pieces of the other side that attack it.
    Attacked,
    /// Plies until the piece is captured; no number if it never is.
    Taken,
    /// Pieces on the board before the move, kings included.
    Men,
    /// Those of the attacker, the king left aside.
    Attackers,
    /// Those of the defender, the king left aside.
    Defenders,
}

/// What holds of a position. Black attacks.
#[derive(Clone, Debug, PartialEq)]
pub enum Fact {
    /// A property.
    Is(State),
    /// That this does not hold.
    Not(Box<Fact>),
    /// One of these pieces stands on one of these squares.
    Stands(Squares, Pieces),
    /// One of these squares is empty.
    Empty(Squares),
    /// One of these pieces attacks one of these squares, whatever stands there.
    Guards(Pieces, Squares),
    /// One of these pieces may not leave the line between its king and a slider.
    Pinned(Pieces),
    /// So many pieces of these kinds are in hand, of each side those that are its own.
    Hand(Pieces, Range),
    /// A number lies within a range.
    Number(Tally, Range),
}

/// A property of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// 王手: the defender's king is in check.
    Check,
    /// 打歩詰: the attacker is to move, and a pawn in its hand would mate by a drop.
    PawnDropMate,
    /// 対称: what stands on the board is its own image in a mirror on the file of the defender's king.
    Symmetric,
}

/// A number of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tally {
    /// Pieces on the board, kings included.
    Men,
    /// Those of the attacker, the king left aside.
    Attackers,
    /// Those of the defender, the king left aside.
    Defenders,
    /// Pieces in the attacker's hand.
    Hand,
    /// 逃げ道: squares beside the defender's king that it could go to: no piece of its own there, and no attack.
    Escapes,
}

/// Some squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Squares {
    /// The squares, or where they are seen from.
    pub base: Base,
    /// Added to each: files to the left, ranks down. What falls off the board is no square.
    pub offset: (i8, i8),
}

/// Where squares are seen from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Base {
    /// Squares of the board.
    Set(Bitboard),
    /// That of the defender's king before the move.
    King,
    /// That with a name.
    Name(Name),
    /// That to which the move before went.
    Previous,
}

impl Squares {
    /// These squares from where they are seen: each with the offset added.
    pub(super) fn moved(self, base: Bitboard) -> Bitboard {
        let (files, ranks) = self.offset;
        if (files, ranks) == (0, 0) {
            return base;
        }
        let moved = base
            .into_iter()
            .filter_map(|square| square.offset(files, ranks));
        moved.collect()
    }

    /// Whether left and right matter.
    pub fn has_sides(self) -> bool {
        let lopsided = match self.base {
            Base::Set(set) => mirrored(set) != set,
            Base::King | Base::Name(_) | Base::Previous => false,
        };
        lopsided || self.offset.0 != 0
    }

    /// Their image in the mirror.
    pub fn mirror(self) -> Self {
        Self {
            base: match self.base {
                Base::Set(set) => Base::Set(mirrored(set)),
                other => other,
            },
            offset: (-self.offset.0, self.offset.1),
        }
    }
}

fn mirrored(set: Bitboard) -> Bitboard {
    set.into_iter().map(|square| square.mirror()).collect()
}

impl Tree {
    /// The image of the query in the mirror, if it is another one: databases keep one of two mirror images.
    pub fn mirror(&self) -> Option<Self> {
        let mirrored = Self {
            root: self.root.mirror(),
            names: self.names.clone(),
        };
        (mirrored != *self).then_some(mirrored)
    }
}

impl Node {
    /// How many repetitions it has within one another; what comes at most once is none.
    pub(super) fn repeats(&self) -> usize {
        match self {
            Self::Then(nodes) | Self::Any(nodes) | Self::All(nodes) => {
                nodes.iter().map(Self::repeats).max().unwrap_or(0)
            }
            Self::Repeat(node, range) => {
                usize::from(range.high.is_none_or(|high| high > 1)) + node.repeats()
            }
            // What limits leave open is counted twice: as the least, and as the most there can be.
            Self::Count(node, _) => usize::from(node.has_tries()) + node.repeats(),
            Self::Not(node) | Self::Exists(_, node) => node.repeats(),
            Self::Gap(_)
            | Self::Start
            | Self::End
            | Self::Position(_)
            | Self::Tries(_)
            | Self::Ply(_) => 0,
        }
    }

    /// Whether it asks about checks beside the line.
    pub fn has_tries(&self) -> bool {
        match self {
            Self::Then(nodes) | Self::Any(nodes) | Self::All(nodes) => {
                nodes.iter().any(Self::has_tries)
            }
            Self::Not(node)
            | Self::Repeat(node, _)
            | Self::Count(node, _)
            | Self::Exists(_, node) => node.has_tries(),
            Self::Tries(_) => true,
            Self::Gap(_) | Self::Start | Self::End | Self::Position(_) | Self::Ply(_) => false,
        }
    }

    fn mirror(&self) -> Self {
        let all = |nodes: &[Self]| nodes.iter().map(Self::mirror).collect();
        let inner = |node: &Self| Box::new(node.mirror());
        match self {
            Self::Then(nodes) => Self::Then(all(nodes)),
            Self::Any(nodes) => Self::Any(all(nodes)),
            Self::All(nodes) => Self::All(all(nodes)),
            Self::Not(node) => Self::Not(inner(node)),
            Self::Gap(_) | Self::Start | Self::End => self.clone(),
            Self::Position(facts) => Self::Position(facts.iter().map(Fact::mirror).collect()),
            Self::Tries(clauses) => Self::Tries(clauses.iter().map(Clause::mirror).collect()),
            Self::Ply(terms) => Self::Ply(mirror_all(terms)),
            Self::Repeat(node, range) => Self::Repeat(inner(node), *range),
            Self::Count(node, range) => Self::Count(inner(node), *range),
            Self::Exists(name, node) => Self::Exists(*name, inner(node)),
        }
    }
}

impl Clause {
    /// All that it asks of moves.
    pub(super) fn terms(&self) -> impl Iterator<Item = &Term> {
        let reply: &[Term] = match &self.ending {
            Ending::Mates => &[],
            Ending::Fails { reply, .. } => reply,
        };
        self.check.iter().chain(reply)
    }

    fn mirror(&self) -> Self {
        Self {
            check: mirror_all(&self.check),
            ending: match &self.ending {
                Ending::Mates => Ending::Mates,
                Ending::Fails { reply, only } => Ending::Fails {
                    reply: mirror_all(reply),
                    only: *only,
                },
            },
            ..*self
        }
    }
}

fn mirror_all(terms: &[Term]) -> Vec<Term> {
    terms.iter().map(Term::mirror).collect()
}

impl Term {
    /// Whether it looks at moves after the one that it is about.
    pub(super) fn looks_ahead(&self) -> bool {
        match self {
            Self::Is(Flag::Sacrifice | Flag::Taken | Flag::Last) => true,
            Self::Number(Number::Taken, _) => true,
            Self::Not(terms) => terms.iter().any(Self::looks_ahead),
            _ => false,
        }
    }

    fn mirror(&self) -> Self {
        match self {
            Self::Not(terms) => Self::Not(mirror_all(terms)),
            Self::At(place, squares) => Self::At(*place, squares.mirror()),
            other => other.clone(),
        }
    }
}
