//! Reading what is asked of checks and what comes of them: `promote fails, unpromote mates`.

use shogi::Color;

use super::moves::{Asked, Comparing};
use super::{AskError, AskReason, Expected, Meaning, Parser, Token};
use crate::query::{Clause, Ending, Node, Term};

impl Parser {
    /// Whether the next word says what comes of a check.
    pub(super) fn is_at_ending(&self) -> bool {
        matches!(self.word(), Some(Meaning::Mates | Meaning::Fails))
    }

    /// A list of checks, of which the first is read, and what comes of each.
    pub(super) fn tries(&mut self, first: Asked) -> Result<Node, AskError> {
        if self.tried.is_none()
            && let Some(Token::Word(word)) = self.peek().cloned()
        {
            self.tried = Some((self.at(), word));
        }
        let mut clauses = vec![self.clause(first)?];
        while self.takes(',') {
            let open = self.negated_bracket();
            let asked = self.asked(Comparing::WithFirst)?;
            let clause = self.clause(asked)?;
            clauses.push(match open {
                None => clause,
                Some(at) if self.peek().is_none() => {
                    let reason = AskReason::Open;
                    return Err(AskError { at, reason });
                }
                Some(_) if !self.takes(')') => {
                    return Err(self.expected(Expected::Separator));
                }
                Some(_) => Clause {
                    negated: true,
                    ..clause
                },
            });
        }
        Ok(Node::Tries(clauses))
    }

    /// Takes `!(`; where its bracket stands.
    fn negated_bracket(&mut self) -> Option<usize> {
        let negates = self.peek() == Some(&Token::Sign('!')) || self.word() == Some(Meaning::Not);
        let behind = self.lexemes.get(self.next + 1).filter(|_| negates)?;
        if behind.token != Token::Sign('(') {
            return None;
        }
        let at = behind.at;
        self.next += 2;
        Some(at)
    }

    /// What comes of a check of which this is asked.
    fn clause(&mut self, asked: Asked) -> Result<Clause, AskError> {
        let elsewhere = asked.elsewhere;
        let check = of_try(asked, Color::Black)?;
        let ending = match self.word() {
            Some(Meaning::Mates) => {
                self.next += 1;
                Ending::Mates
            }
            Some(Meaning::Fails) => {
                self.next += 1;
                let before = self.takes_word(Meaning::Only);
                let reply = match self.is_at_move() {
                    true => of_try(self.asked(Comparing::Nothing)?, Color::White)?,
                    false => Vec::new(),
                };
                let only = self.takes_word(Meaning::Only) || before;
                Ending::Fails { reply, only }
            }
            _ => return Err(self.expected(Expected::Ending)),
        };
        Ok(Clause {
            negated: false,
            elsewhere,
            check,
            ending,
        })
    }

    /// Whether the next token is this word; then it is taken.
    fn takes_word(&mut self, word: Meaning) -> bool {
        let is_it = self.word() == Some(word);
        self.next += usize::from(is_it);
        is_it
    }

    /// Whether a move comes next.
    fn is_at_move(&self) -> bool {
        match self.word() {
            Some(
                Meaning::And
                | Meaning::Or
                | Meaning::Count
                | Meaning::Mates
                | Meaning::Fails
                | Meaning::Only,
            ) => false,
            _ => matches!(self.peek(), Some(Token::Word(_) | Token::Sign('!'))),
        }
    }
}

/// What is asked of a move of a try.
fn of_try(asked: Asked, side: Color) -> Result<Vec<Term>, AskError> {
    if let Some((at, word)) = &asked.ahead {
        return Err(AskError {
            at: *at,
            reason: AskReason::LooksAhead(word.clone()),
        });
    }
    asked.of_side(Some(side))?;
    Ok(asked.terms)
}
