//! Reading what is asked of a move: `drop R far=2.. !capture`.

use notation::names::side_of_mark;
use shogi::{Bitboard, Color};

use super::{
    AskError, AskReason, Base, Expected, Meaning, Node, Parser, Pieces, Squares, Term, Token, like,
    meaning, terms,
};
use crate::query::{Flag, Number, Place};

const PROMOTES: Term = Term::Is(Flag::Promote);

/// The side that terms say a move is of.
fn side_of(terms: &[Term]) -> Option<Color> {
    terms.iter().find_map(|term| match term {
        Term::Is(
            Flag::Attack
            | Flag::Sacrifice
            | Flag::Direct
            | Flag::Discovered
            | Flag::Double
            | Flag::Farthest
            | Flag::PawnDropMate,
        ) => Some(Color::Black),
        Term::Is(Flag::Reply | Flag::Interpose) => Some(Color::White),
        _ => None,
    })
}

/// Whether a move is compared with another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Comparing {
    Nothing,
    WithFirst,
}

/// What is asked of one move.
#[derive(Debug, Default)]
pub(super) struct Asked {
    pub terms: Vec<Term>,
    /// Where the moving piece is named first.
    pub pieces: Option<usize>,
    /// The first word about later moves, and where it stands.
    pub ahead: Option<(usize, String)>,
    /// Whether it goes elsewhere than the first move of a list.
    pub elsewhere: bool,
}

impl Asked {
    /// Whether the pieces that are named may be those of the side that makes the move, if that is known.
    pub fn of_side(&self, side: Option<Color>) -> Result<(), AskError> {
        let (Some(at), Some(side)) = (self.pieces, side) else {
            return Ok(());
        };
        let whose = Pieces::of_side(side);
        let foreign = |term: &Term| matches!(term, Term::Before(is) if is.and(whose).is_empty());
        match self.terms.iter().any(foreign) {
            true => Err(AskError {
                at,
                reason: AskReason::OtherSide(side == Color::Black),
            }),
            false => Ok(()),
        }
    }
}

impl Parser {
    /// What holds of one move, or of checks and what comes of them.
    pub(super) fn ply(&mut self) -> Result<Node, AskError> {
        let asked = self.asked(Comparing::Nothing)?;
        if self.is_at_ending() {
            return self.tries(asked);
        }
        let side = side_of(&asked.terms);
        asked.of_side(side)?;
        Ok(Node::Ply(asked.terms))
    }

    /// What is asked of one move.
    pub(super) fn asked(&mut self, comparing: Comparing) -> Result<Asked, AskError> {
        let mut asked = Asked::default();
        let start = self.next;
        let written = self.mark();
        if let Some(side) = written {
            asked.terms = self.written(side)?;
        }
        loop {
            let negated = self.takes_either('!', Meaning::Not);
            let at = self.at();
            let word = match self.peek() {
                Some(Token::Word(word)) => word.clone(),
                _ => String::new(),
            };
            let is_term = match self.word() {
                Some(Meaning::Elsewhere) => {
                    if negated || comparing == Comparing::Nothing {
                        return Err(self.error(AskReason::Compares(word)));
                    }
                    self.next += 1;
                    asked.elsewhere = true;
                    continue;
                }
                Some(
                    Meaning::And
                    | Meaning::Or
                    | Meaning::Count
                    | Meaning::Mates
                    | Meaning::Fails
                    | Meaning::Only,
                ) => false,
                _ => !word.is_empty() && self.mark().is_none(),
            };
            if !is_term {
                if negated || self.next == start {
                    return Err(self.expected(Expected::Element));
                }
                if written.is_some() && !asked.terms.contains(&PROMOTES) {
                    asked.terms.push(Term::Not(vec![PROMOTES]));
                }
                return Ok(asked);
            }
            let terms = self.term()?;
            if asked.ahead.is_none() && terms.iter().any(Term::looks_ahead) {
                asked.ahead = Some((at, word));
            }
            if negated {
                asked.terms.push(Term::Not(terms));
            } else {
                if terms.iter().any(|term| matches!(term, Term::Before(_))) {
                    asked.pieces = asked.pieces.or(Some(at));
                }
                asked.terms.extend(terms);
            }
        }
    }

    /// The side whose mark, `☗` or `☖`, stands next: it begins a move as in a record.
    pub(super) fn mark(&self) -> Option<Color> {
        let Some(Token::Word(word)) = self.peek() else {
            return None;
        };
        let mut signs = word.chars();
        let side = side_of_mark(signs.next()?)?;
        signs.next().is_none().then_some(side)
    }

    /// A move as in a record, up to its piece: `☗３二飛`, `☖同玉`.
    fn written(&mut self, side: Color) -> Result<Vec<Term>, AskError> {
        self.next += 1;
        let whose = match side {
            Color::Black => Flag::Attack,
            Color::White => Flag::Reply,
        };
        let target = match self.word() {
            Some(Meaning::FlagOfPieces(Flag::Same)) => {
                self.next += 1;
                Term::Is(Flag::Same)
            }
            _ => {
                let base = Base::Set(Bitboard::of(self.square()?));
                let offset = (0, 0);
                Term::At(Place::To, Squares { base, offset })
            }
        };
        Ok(vec![Term::Is(whose), target, Term::Before(self.pieces()?)])
    }

    /// A word with its value.
    fn term(&mut self) -> Result<Vec<Term>, AskError> {
        let Some(Token::Word(word)) = self.peek().cloned() else {
            return Err(self.expected(Expected::Element));
        };
        let Some(meaning) = meaning(&word) else {
            if Pieces::named(&word).is_none() {
                let like = like(&word).map(str::to_owned);
                return Err(self.error(AskReason::Unknown { word, like }));
            }
            return Ok(vec![Term::Before(self.pieces()?)]);
        };
        self.next += 1;
        let one = |term| Ok(vec![term]);
        match meaning {
            Meaning::Flag(Flag::Capture) if self.takes('=') => match self.peek() {
                Some(Token::Name(_)) => one(Term::CapturesPiece(self.piece_name()?)),
                _ => one(Term::Captures(self.pieces()?)),
            },
            Meaning::Flag(Flag::Taken) if self.has_range() => {
                self.takes('=');
                one(Term::Number(Number::Taken, self.range()?))
            }
            Meaning::Number(Number::Attacked) if !self.has_range() => {
                self.takes('=');
                one(Term::AttackedBy(self.pieces()?))
            }
            Meaning::FlagOfPieces(flag) if self.takes('=') => {
                let pieces = self.pieces()?;
                Ok(vec![Term::Is(flag), Term::Before(pieces)])
            }
            Meaning::Flag(flag) | Meaning::FlagOfPieces(flag) => {
                self.no_value(word)?;
                one(Term::Is(flag))
            }
            Meaning::After => {
                self.takes('=');
                one(Term::After(self.pieces()?))
            }
            Meaning::Piece => {
                self.takes('=');
                match self.peek() {
                    Some(Token::Name(_)) => one(Term::Piece(self.piece_name()?)),
                    Some(Token::Word(_)) => one(Term::Before(self.pieces()?)),
                    _ => Err(self.expected(Expected::Name)),
                }
            }
            Meaning::Place(place) => {
                self.takes('=');
                one(Term::At(place, self.squares()?))
            }
            Meaning::Number(number) => {
                self.takes('=');
                one(Term::Number(number, self.range()?))
            }
            Meaning::Short(long) => {
                self.no_value(word)?;
                terms(long)
            }
            Meaning::Any => Ok(Vec::new()),
            Meaning::State(_) | Meaning::Tally(_) | Meaning::Pinned | Meaning::Empty => {
                self.next -= 1;
                Err(self.error(AskReason::OfPosition(word)))
            }
            Meaning::And
            | Meaning::Or
            | Meaning::Not
            | Meaning::Count
            | Meaning::Previous
            | Meaning::Mates
            | Meaning::Fails
            | Meaning::Only
            | Meaning::Elsewhere => {
                self.next -= 1;
                Err(self.expected(Expected::Element))
            }
        }
    }

    pub(super) fn no_value(&self, word: String) -> Result<(), AskError> {
        match self.peek() {
            Some(Token::Sign('=')) => Err(self.error(AskReason::NoValue(word))),
            _ => Ok(()),
        }
    }
}
