//! Reading what is asked of a position: `[2b=k K(0,1)=empty G>1b hand=P(2..)]`.

use shogi::{Color, Kind, Piece};

use super::{AskError, AskReason, Expected, Meaning, Parser, Pieces, Token, like, meaning};
use crate::query::{Fact, Flag, Number, State, Tally};
use crate::range::Range;

impl Parser {
    /// What stands in square brackets; the next token opens them.
    pub(super) fn position(&mut self) -> Result<Vec<Fact>, AskError> {
        let open = self.at();
        self.next += 1;
        let mut facts = Vec::new();
        loop {
            let negated = self.takes_either('!', Meaning::Not);
            match self.peek() {
                Some(Token::Sign(']')) if !negated && !facts.is_empty() => {
                    self.next += 1;
                    return Ok(facts);
                }
                None => {
                    return Err(AskError {
                        at: open,
                        reason: AskReason::Open,
                    });
                }
                _ => {}
            }
            let fact = self.fact()?;
            facts.push(match negated {
                true => Fact::Not(Box::new(fact)),
                false => fact,
            });
        }
    }

    fn fact(&mut self) -> Result<Fact, AskError> {
        if self.is_at_squares() {
            return self.standing();
        }
        let Some(Token::Word(word)) = self.peek().cloned() else {
            return Err(self.expected(Expected::Fact));
        };
        let Some(meaning) = meaning(&word) else {
            if Pieces::named(&word).is_none() {
                let like = like(&word).map(str::to_owned);
                return Err(self.error(AskReason::Unknown { word, like }));
            }
            let pieces = self.pieces()?;
            if !self.takes('>') {
                return Err(self.expected(Expected::Guarded));
            }
            return Ok(Fact::Guards(pieces, self.squares()?));
        };
        self.next += 1;
        let tally = match meaning {
            Meaning::State(state) => {
                self.no_value(word)?;
                return Ok(Fact::Is(state));
            }
            Meaning::Flag(Flag::PawnDropMate) => {
                self.no_value(word)?;
                return Ok(Fact::Is(State::PawnDropMate));
            }
            Meaning::Pinned => {
                self.takes('=');
                return Ok(Fact::Pinned(self.pieces()?));
            }
            Meaning::Tally(Tally::Hand) if !self.has_range() => {
                self.takes('=');
                return self.held();
            }
            Meaning::Tally(tally) => tally,
            Meaning::Number(Number::Men) => Tally::Men,
            Meaning::Number(Number::Attackers) => Tally::Attackers,
            Meaning::Number(Number::Defenders) => Tally::Defenders,
            _ => {
                self.next -= 1;
                return Err(self.error(AskReason::OfMove(word)));
            }
        };
        self.takes('=');
        Ok(Fact::Number(tally, self.range()?))
    }

    /// Whether squares come next: `K` alone may be a piece, too.
    fn is_at_squares(&self) -> bool {
        match self.peek() {
            Some(Token::Square(_) | Token::Name(_)) => true,
            Some(Token::Word(word)) if matches!(word.as_str(), "K" | "k" | "玉" | "王") => {
                let behind = self.lexemes.get(self.next + 1).map(|is| &is.token);
                matches!(behind, Some(Token::Sign('(' | '=')))
            }
            _ => self.word() == Some(Meaning::Previous),
        }
    }

    fn standing(&mut self) -> Result<Fact, AskError> {
        let squares = self.squares()?;
        if !self.takes('=') {
            return Err(self.expected(Expected::Standing));
        }
        if self.word() == Some(Meaning::Empty) {
            self.next += 1;
            return Ok(Fact::Empty(squares));
        }
        if !matches!(self.peek(), Some(Token::Word(word)) if Pieces::named(word).is_some()) {
            return Err(self.expected(Expected::Standing));
        }
        Ok(Fact::Stands(squares, self.pieces()?))
    }

    /// Pieces in hand, and how many of them in brackets. A name that is either side's means the attacker's.
    fn held(&mut self) -> Result<Fact, AskError> {
        let expected = self.expected(Expected::Held);
        if !matches!(self.peek(), Some(Token::Word(word)) if Pieces::named(word).is_some()) {
            return Err(expected);
        }
        let named = self.pieces()?;
        let holdable = |piece: Piece| !piece.promoted && piece.kind != Kind::King;
        let pieces = named.and(Pieces::all(holdable));
        if pieces.is_empty() {
            return Err(expected);
        }
        let own = pieces.and(Pieces::of_side(Color::Black));
        let pieces = if own.is_empty() { pieces } else { own };
        let some = Range { low: 1, high: None };
        let range = match self.takes('(') {
            false => some,
            true => {
                let range = self.range()?;
                if !self.takes(')') {
                    return Err(self.expected(Expected::Range));
                }
                range
            }
        };
        Ok(Fact::Hand(pieces, range))
    }
}
