//! Whether a query holds of a line, as the language is defined: every way to go through the line is tried, and
//! everything that a name may stand for.

mod facts;
mod tries;

use std::collections::BTreeSet;

use ::ask::query::{Base, Flag, Node, Number, Place, Sort, Squares, Term, Tree};
use shogi::attacks::{attacks, between};
use shogi::{Color, Kind, Move, Piece, Position, Square};
use tsume::solve::Task;

/// One of the pieces of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Who {
    /// Stood there at the start.
    Start(Square),
    /// Was dropped by this move.
    Dropped(usize),
}

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Value {
    Piece(Who),
    Square(Square),
}

struct Walk<'a> {
    tree: &'a Tree,
    positions: Vec<Position>,
    moves: Vec<Move>,
    bound: Vec<Option<Value>>,
    /// The main line.
    main: Vec<Move>,
    /// Whether the attacker mates in a position.
    mates: &'a dyn Fn(&Position) -> bool,
}

/// Whether a query holds of a line from a position, or its mirror image of it; the line can be played.
pub fn holds(tree: &Tree, task: &Task, line: &[Move]) -> bool {
    holds_among(tree, task, line, line, &|_| {
        panic!("nobody asks about tries")
    })
}

/// The same of a line that may leave the main line, where `mates` tells whether Black mates in a position, turned so that
/// Black attacks.
pub fn holds_among(
    tree: &Tree,
    task: &Task,
    main: &[Move],
    line: &[Move],
    mates: &dyn Fn(&Position) -> bool,
) -> bool {
    let turned = task.attacker == Color::White;
    let start = if turned {
        task.position.rotate()
    } else {
        task.position.clone()
    };
    let as_black = |moves: &[Move]| -> Vec<Move> {
        let moves = moves.iter();
        moves
            .map(|mv| if turned { mv.rotate() } else { *mv })
            .collect()
    };
    let mirror = |moves: &[Move]| -> Vec<Move> { moves.iter().map(|mv| mv.mirror()).collect() };
    let (moves, main) = (as_black(line), as_black(main));
    // A mirror image mates where the position does.
    let of_mirror = |position: &Position| mates(&position.mirror());
    let image = (start.mirror(), mirror(&moves), mirror(&main));
    !line.is_empty()
        && (holds_as_it_is(tree, start, moves, main, mates)
            || holds_as_it_is(tree, image.0, image.1, image.2, &of_mirror))
}

/// The same of the line alone, Black attacking.
fn holds_as_it_is(
    tree: &Tree,
    start: Position,
    moves: Vec<Move>,
    main: Vec<Move>,
    mates: &dyn Fn(&Position) -> bool,
) -> bool {
    let mut positions = vec![start];
    for &mv in &moves {
        positions.push(positions.last().unwrap().play(mv));
    }
    let bound = vec![None; tree.names.len()];
    let mut walk = Walk {
        tree,
        positions,
        moves,
        bound,
        main,
        mates,
    };
    !walk.ends(&tree.root, 0).is_empty()
}

impl Walk<'_> {
    /// The places to which a node leads from a place.
    fn ends(&mut self, node: &Node, place: usize) -> BTreeSet<usize> {
        let here = |holds| {
            if holds {
                BTreeSet::from([place])
            } else {
                BTreeSet::new()
            }
        };
        let last = self.moves.len();
        match node {
            Node::Then(nodes) => nodes.iter().fold(BTreeSet::from([place]), |places, node| {
                places
                    .into_iter()
                    .flat_map(|place| self.ends(node, place))
                    .collect()
            }),
            Node::Any(nodes) => nodes
                .iter()
                .flat_map(|node| self.ends(node, place))
                .collect(),
            Node::All(nodes) => {
                let each: Vec<_> = nodes.iter().map(|node| self.ends(node, place)).collect();
                match each.iter().all(|ends| !ends.is_empty()) {
                    true => each.last().unwrap().clone(),
                    false => BTreeSet::new(),
                }
            }
            Node::Not(node) => here(self.ends(node, place).is_empty()),
            Node::Gap(range) => (place..=last)
                .filter(|to| range.has((to - place) as u32))
                .collect(),
            Node::Start => here(place == 0),
            Node::End => here(place == last),
            Node::Position(facts) => here(facts.iter().all(|fact| self.fact(fact, place))),
            Node::Tries(clauses) => here(place < last && self.tries(clauses, place)),
            Node::Ply(terms) => {
                let holds = place < last && terms.iter().all(|term| self.term(term, place));
                if holds {
                    BTreeSet::from([place + 1])
                } else {
                    BTreeSet::new()
                }
            }
            Node::Repeat(node, range) => {
                // Where one comes to by so many times; then the times go on without anything new.
                let mut found = BTreeSet::new();
                let mut now = BTreeSet::from([place]);
                for times in 0..=range.high.unwrap_or(range.low + last as u32 + 1) {
                    if times >= range.low {
                        found.extend(&now);
                    }
                    now = now
                        .into_iter()
                        .flat_map(|place| self.ends(node, place))
                        .collect();
                    if now.is_empty() {
                        break;
                    }
                }
                found
            }
            Node::Count(node, range) => {
                let from = (place..=last).filter(|&from| !self.ends(node, from).is_empty());
                here(range.has(from.count() as u32))
            }
            Node::Exists(name, node) => {
                let mut found = BTreeSet::new();
                for value in self.values(self.tree.names[*name].sort) {
                    let before = self.bound[*name].replace(value);
                    found.extend(self.ends(node, place));
                    self.bound[*name] = before;
                }
                found
            }
        }
    }

    fn values(&self, sort: Sort) -> Vec<Value> {
        match sort {
            Sort::Square => Square::all().map(Value::Square).collect(),
            Sort::Piece if self.tree.root.has_tries() => {
                // Beside the line other pieces move.
                let board = Square::all().map(Who::Start);
                let dropped = (0..self.moves.len()).map(Who::Dropped);
                board.chain(dropped).map(Value::Piece).collect()
            }
            Sort::Piece => {
                let mut found: BTreeSet<Who> = BTreeSet::new();
                for ply in 0..self.moves.len() {
                    found.insert(self.mover(ply));
                    found.extend(self.captured(ply));
                }
                found.into_iter().map(Value::Piece).collect()
            }
        }
    }

    /// Who stands on a square before a move: its way is followed back.
    fn who(&self, ply: usize, mut square: Square) -> Who {
        for at in (0..ply).rev() {
            if self.moves[at].to() == square {
                match self.moves[at].from() {
                    None => return Who::Dropped(at),
                    Some(from) => square = from,
                }
            }
        }
        Who::Start(square)
    }

    fn mover(&self, ply: usize) -> Who {
        match self.moves[ply].from() {
            Some(from) => self.who(ply, from),
            None => Who::Dropped(ply),
        }
    }

    fn captured(&self, ply: usize) -> Option<Who> {
        let to = self.moves[ply].to();
        self.positions[ply].piece_at(to).map(|_| self.who(ply, to))
    }

    fn piece(&self, ply: usize) -> Piece {
        match self.moves[ply] {
            Move::Drop { kind, .. } => Piece::plain(self.positions[ply].side(), kind),
            Move::Board { from, .. } => self.positions[ply].piece_at(from).unwrap(),
        }
    }

    /// The squares of a side's pieces, the moved one left aside, that attack the square of a move after it.
    fn attackers(&self, ply: usize, side: Color) -> Vec<Square> {
        let (after, to) = (&self.positions[ply + 1], self.moves[ply].to());
        let attack = |&square: &Square| {
            let piece = after.piece_at(square).filter(|piece| piece.color == side);
            piece.is_some_and(|piece| attacks(piece, square, after.occupied()).has(to))
        };
        Square::all().filter(attack).collect()
    }

    /// The squares from which the defender's king is in check after a move of the attacker's.
    fn checkers(&self, ply: usize) -> Vec<Square> {
        let after = &self.positions[ply + 1];
        let king = after.king(Color::White).unwrap();
        let checks = |&square: &Square| {
            let piece = after
                .piece_at(square)
                .filter(|piece| piece.color == Color::Black);
            piece.is_some_and(|piece| attacks(piece, square, after.occupied()).has(king))
        };
        match self.attacks(ply) {
            true => Square::all().filter(checks).collect(),
            false => Vec::new(),
        }
    }

    fn attacks(&self, ply: usize) -> bool {
        self.positions[ply].side() == Color::Black
    }

    /// In how many moves the moved piece is captured.
    fn taken(&self, ply: usize) -> Option<usize> {
        let who = self.mover(ply);
        let later = (ply + 1..self.moves.len()).find(|&at| self.captured(at) == Some(who));
        later.map(|at| at - ply)
    }

    fn term(&self, term: &Term, ply: usize) -> bool {
        let (mv, piece) = (self.moves[ply], self.piece(ply));
        let after = self.positions[ply + 1].piece_at(mv.to()).unwrap();
        let captured = self.positions[ply].piece_at(mv.to());
        match term {
            Term::Is(flag) => self.is(*flag, ply),
            Term::Not(terms) => terms.iter().any(|term| !self.term(term, ply)),
            Term::Before(pieces) => pieces.has(piece),
            Term::After(pieces) => pieces.has(after),
            Term::Captures(pieces) => captured.is_some_and(|is| pieces.has(is)),
            Term::AttackedBy(pieces) => {
                let attackers = self.attackers(ply, piece.color.flip()).into_iter();
                attackers
                    .filter_map(|square| self.positions[ply + 1].piece_at(square))
                    .any(|is| pieces.has(is))
            }
            Term::Piece(name) => self.bound[*name] == Some(Value::Piece(self.mover(ply))),
            Term::CapturesPiece(name) => {
                let captured = self.captured(ply).map(Value::Piece);
                captured.is_some() && self.bound[*name] == captured
            }
            Term::At(place, squares) => {
                let is_it = |&square: &Square| {
                    self.meant(*squares, square, ply) && self.is_at(*place, square, ply)
                };
                Square::all().any(|square| is_it(&square))
            }
            Term::Number(number, range) => {
                let number = match number {
                    Number::Ply => Some(ply + 1),
                    Number::Far => Some(steps(mv.to(), self.king(ply))),
                    Number::Length => mv.from().map(|from| steps(from, mv.to())),
                    Number::Choices => Some(match self.attacks(ply) {
                        true => self.checks(ply),
                        false => self.positions[ply].legal_moves().len(),
                    }),
                    Number::Supported => Some(self.attackers(ply, piece.color).len()),
                    Number::Attacked => Some(self.attackers(ply, piece.color.flip()).len()),
                    Number::Taken => self.taken(ply),
                    Number::Men => Some(self.men(ply, |_| true)),
                    Number::Attackers => {
                        Some(self.men(ply, |is| is.color == Color::Black && is.kind != Kind::King))
                    }
                    Number::Defenders => {
                        Some(self.men(ply, |is| is.color == Color::White && is.kind != Kind::King))
                    }
                };
                number.is_some_and(|number| range.has(number as u32))
            }
        }
    }

    fn men(&self, ply: usize, is_it: impl Fn(Piece) -> bool) -> usize {
        let pieces = Square::all().filter_map(|square| self.positions[ply].piece_at(square));
        pieces.filter(|&piece| is_it(piece)).count()
    }

    fn checks(&self, ply: usize) -> usize {
        let moves = self.positions[ply].legal_moves().into_iter();
        let checks = moves.filter(|&mv| self.positions[ply].play(mv).is_in_check());
        checks.count()
    }

    fn king(&self, ply: usize) -> Square {
        self.positions[ply].king(Color::White).unwrap()
    }

    /// Whether a square is one of those that are meant.
    fn meant(&self, squares: Squares, square: Square, ply: usize) -> bool {
        let Some(base) = square.offset(-squares.offset.0, -squares.offset.1) else {
            return false;
        };
        match squares.base {
            Base::Set(set) => set.has(base),
            Base::King => base == self.king(ply),
            Base::Name(name) => self.bound[name] == Some(Value::Square(base)),
            Base::Previous => ply > 0 && self.moves[ply - 1].to() == base,
        }
    }

    /// Whether a square is one of these squares of a move.
    fn is_at(&self, place: Place, square: Square, ply: usize) -> bool {
        let (mv, after) = (self.moves[ply], &self.positions[ply + 1]);
        let piece = || after.piece_at(mv.to()).unwrap();
        match place {
            Place::To => mv.to() == square,
            Place::From => mv.from() == Some(square),
            Place::Over => mv
                .from()
                .is_some_and(|from| between(from, mv.to()).has(square)),
            Place::Ray => {
                // A knight that gives check has nothing between itself and the king.
                let knight = piece().kind == Kind::Knight && !piece().promoted;
                between(mv.to(), self.king(ply)).has(square)
                    && !knight
                    && self.checkers(ply).contains(&mv.to())
            }
            Place::Attacks => attacks(piece(), mv.to(), after.occupied()).has(square),
            Place::King => self.king(ply) == square,
        }
    }

    fn is(&self, flag: Flag, ply: usize) -> bool {
        let (before, mv, piece) = (&self.positions[ply], self.moves[ply], self.piece(ply));
        let attacks = self.attacks(ply);
        let way = mv.from().map(|from| {
            let ahead = from.rank() - mv.to().rank();
            let files = from.file() - mv.to().file();
            (if attacks { ahead } else { -ahead }, files)
        });
        match flag {
            Flag::Attack => attacks,
            Flag::Reply => !attacks,
            Flag::Drop => mv.is_drop(),
            Flag::Move => !mv.is_drop(),
            Flag::Promote => mv.promotes(),
            Flag::Unpromote => {
                let from = mv.from();
                !mv.promotes() && from.is_some_and(|from| piece.could_promote(from, mv.to()))
            }
            Flag::Capture => before.piece_at(mv.to()).is_some(),
            Flag::Same => ply > 0 && self.moves[ply - 1].to() == mv.to(),
            Flag::Direct => self.checkers(ply).contains(&mv.to()),
            Flag::Discovered => self.checkers(ply).iter().any(|&square| square != mv.to()),
            Flag::Double => self.checkers(ply).len() > 1,
            Flag::Sacrifice => attacks && self.taken(ply) == Some(1),
            Flag::Taken => self.taken(ply).is_some(),
            Flag::Interpose => {
                let checkers: Vec<Square> = match ply.checked_sub(1) {
                    Some(check) => self.checkers(check),
                    None => Vec::new(),
                };
                !attacks
                    && piece.kind != Kind::King
                    && checkers.len() == 1
                    && between(checkers[0], self.king(ply)).has(mv.to())
            }
            Flag::Last => ply + 1 == self.moves.len(),
            Flag::PawnDropMate => self.pawn_drop_mates(ply),
            Flag::Farthest => {
                let king = self.king(ply);
                // No empty square from which it would check over the square that it is dropped on.
                let farther = Square::all().any(|from| {
                    before.piece_at(from).is_none()
                        && between(from, king).has(mv.to())
                        && (between(from, mv.to()) & before.occupied()).is_empty()
                });
                let slider = !Piece::black_slides(piece.kind, false).is_empty();
                mv.is_drop() && slider && self.checkers(ply).contains(&mv.to()) && !farther
            }
            Flag::Returns => {
                let who = self.mover(ply);
                !mv.is_drop()
                    && (0..ply).any(|at| {
                        let from = self.moves[at].from();
                        self.mover(at) == who && from == Some(mv.to())
                    })
            }
            Flag::Original => matches!(self.mover(ply), Who::Start(_)),
            Flag::Forward => way.is_some_and(|(ahead, _)| ahead > 0),
            Flag::Back => way.is_some_and(|(ahead, _)| ahead < 0),
            Flag::Sideways => way.is_some_and(|(ahead, _)| ahead == 0),
            Flag::Departs => {
                let leaves = |at: usize| self.main.get(at) != Some(&self.moves[at]);
                leaves(ply) && !(0..ply).any(leaves)
            }
            Flag::Diagonal => way.is_some_and(|(ahead, files)| ahead.abs() == files.abs()),
        }
    }
}

fn steps(a: Square, b: Square) -> usize {
    let files = (a.file() - b.file()).unsigned_abs();
    files.max((a.rank() - b.rank()).unsigned_abs()).into()
}
