//! Reading a query.

mod moves;
mod position;
mod tries;

use shogi::{Bitboard, Square};

use super::error::{AskError, AskReason, Expected};
use super::names::Names;
use super::pieces::Pieces;
use super::query::{Base, MOST_REPEATS, Node, Sort, Squares, Term, Tree};
use super::range::Range;
use super::token::{Lexeme, Token, lexemes};
use super::vocabulary::{Meaning, like, meaning};

/// At most so many brackets within one another.
const DEEPEST: usize = 32;

/// Reads a query.
///
/// # Errors
/// What is wrong with it, and where.
pub fn parse(text: &str) -> Result<Tree, AskError> {
    let (tree, tried) = read(text)?;
    match tried {
        None => Ok(tree),
        Some((at, word)) => Err(AskError {
            at,
            reason: AskReason::OfTries(word),
        }),
    }
}

/// Reads a query about checks beside the line.
///
/// # Errors
/// What is wrong with it, and where.
pub fn parse_tries(text: &str) -> Result<Tree, AskError> {
    let (tree, tried) = read(text)?;
    match tried {
        Some(_) => Ok(tree),
        None => Err(AskError {
            at: text.chars().count() + 1,
            reason: AskReason::NoTries,
        }),
    }
}

/// A query, and the first word of it about tries.
fn read(text: &str) -> Result<(Tree, Option<(usize, String)>), AskError> {
    let mut parser = Parser {
        lexemes: lexemes(text)?,
        next: 0,
        end: text.chars().count() + 1,
        names: Names::default(),
        depth: 0,
        tried: None,
    };
    let root = parser.any()?;
    match parser.peek() {
        None => {}
        Some(Token::Sign(')')) => return Err(parser.error(AskReason::Close)),
        Some(_) => return Err(parser.expected(Expected::Separator)),
    }
    Ok((parser.names.finish(float(root))?, parser.tried))
}

/// Reads what holds of one move.
///
/// # Errors
/// What is wrong with it, and where.
pub(super) fn terms(text: &str) -> Result<Vec<Term>, AskError> {
    match parse(text)?.root {
        Node::Then(mut nodes) => match nodes.pop() {
            Some(Node::Ply(terms)) if nodes.len() == 1 => Ok(terms),
            _ => Err(one_move()),
        },
        _ => Err(one_move()),
    }
}

const fn one_move() -> AskError {
    AskError {
        at: 1,
        reason: AskReason::Expected(Expected::Element),
    }
}

/// What stands for itself may hold anywhere on the line.
fn float(node: Node) -> Node {
    let all = |nodes: Vec<Node>| nodes.into_iter().map(float).collect();
    match node {
        Node::Any(nodes) => Node::Any(all(nodes)),
        Node::All(nodes) => Node::All(all(nodes)),
        Node::Not(node) => Node::Not(Box::new(float(*node))),
        Node::Count(..) => node,
        Node::Then(mut nodes) => {
            nodes.insert(0, Node::Gap(Range::ANY));
            Node::Then(nodes)
        }
        other => Node::Then(vec![Node::Gap(Range::ANY), other]),
    }
}

struct Parser {
    lexemes: Vec<Lexeme>,
    next: usize,
    /// One past the last character.
    end: usize,
    names: Names,
    depth: usize,
    /// The first word about tries, and where it stands.
    tried: Option<(usize, String)>,
}

impl Parser {
    fn peek(&self) -> Option<&Token> {
        self.lexemes.get(self.next).map(|lexeme| &lexeme.token)
    }

    fn at(&self) -> usize {
        self.lexemes.get(self.next).map_or(self.end, |is| is.at)
    }

    fn error(&self, reason: AskReason) -> AskError {
        AskError {
            at: self.at(),
            reason,
        }
    }

    fn expected(&self, what: Expected) -> AskError {
        self.error(AskReason::Expected(what))
    }

    /// Whether the next token is this sign; then it is taken.
    fn takes(&mut self, sign: char) -> bool {
        let is_it = self.peek() == Some(&Token::Sign(sign));
        self.next += usize::from(is_it);
        is_it
    }

    /// What the next word means, if it is one of the language.
    fn word(&self) -> Option<Meaning> {
        match self.peek() {
            Some(Token::Word(word)) => meaning(word),
            _ => None,
        }
    }

    /// Whether the next token is this sign or word; then it is taken.
    fn takes_either(&mut self, sign: char, word: Meaning) -> bool {
        let is_word = self.word() == Some(word);
        self.next += usize::from(is_word);
        is_word || self.takes(sign)
    }

    fn any(&mut self) -> Result<Node, AskError> {
        let mut nodes = vec![self.all()?];
        while self.takes_either('|', Meaning::Or) {
            nodes.push(self.all()?);
        }
        Ok(one_or(nodes, Node::Any))
    }

    fn all(&mut self) -> Result<Node, AskError> {
        let mut nodes = vec![self.sequence()?];
        while self.takes_either('&', Meaning::And) {
            nodes.push(self.sequence()?);
        }
        Ok(one_or(nodes, Node::All))
    }

    fn sequence(&mut self) -> Result<Node, AskError> {
        let mut nodes = vec![self.element()?];
        // Moves as in a record follow each other as they do there.
        while self.takes(';') || self.mark().is_some() {
            nodes.push(self.element()?);
        }
        Ok(one_or(nodes, Node::Then))
    }

    fn element(&mut self) -> Result<Node, AskError> {
        let start = self.next;
        let negated = self.takes_either('!', Meaning::Not);
        let node = match self.peek() {
            Some(Token::Sign('(')) => {
                let inside = self.group()?;
                match negated {
                    true => return Ok(Node::Not(Box::new(inside))),
                    false => inside,
                }
            }
            Some(Token::Word(_)) if self.word() == Some(Meaning::Count) => {
                self.next += 1;
                if self.peek() != Some(&Token::Sign('(')) {
                    return Err(self.expected(Expected::Bracket));
                }
                let inside = self.group()?;
                self.takes('=');
                let count = Node::Count(Box::new(inside), self.range()?);
                if count.repeats() > MOST_REPEATS {
                    return Err(self.error(AskReason::Repeats));
                }
                return Ok(match negated {
                    true => Node::Not(Box::new(count)),
                    false => count,
                });
            }
            Some(Token::Number(_) | Token::Dots) if !negated => Node::Gap(self.range()?),
            Some(Token::Sign('[')) => {
                let inside = Node::Position(self.position()?);
                return Ok(match negated {
                    true => Node::Not(Box::new(inside)),
                    false => inside,
                });
            }
            Some(Token::Sign('^')) if !negated => {
                self.next += 1;
                return Ok(Node::Start);
            }
            Some(Token::Sign('$')) if !negated => {
                self.next += 1;
                return Ok(Node::End);
            }
            _ => {
                self.next = start;
                self.ply()?
            }
        };
        self.repeated(node)
    }

    /// What stands in brackets.
    fn group(&mut self) -> Result<Node, AskError> {
        let open = self.at();
        self.next += 1;
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(self.error(AskReason::Deep));
        }
        let inside = self.any()?;
        self.depth -= 1;
        match self.peek() {
            Some(Token::Sign(')')) => {
                self.next += 1;
                Ok(inside)
            }
            Some(_) => Err(self.expected(Expected::Separator)),
            None => Err(AskError {
                at: open,
                reason: AskReason::Open,
            }),
        }
    }

    /// How often it comes in a row.
    fn repeated(&mut self, node: Node) -> Result<Node, AskError> {
        let at = self.at();
        let range = if self.takes('*') {
            Range::ANY
        } else if self.takes('+') {
            Range { low: 1, high: None }
        } else if self.takes('?') {
            Range {
                low: 0,
                high: Some(1),
            }
        } else if self.takes('{') {
            let range = self.range()?;
            if !self.takes('}') {
                return Err(self.expected(Expected::Range));
            }
            range
        } else {
            return Ok(node);
        };
        let repeated = Node::Repeat(Box::new(node), range);
        match repeated.repeats() > MOST_REPEATS {
            true => Err(AskError {
                at,
                reason: AskReason::Repeats,
            }),
            false => Ok(repeated),
        }
    }

    /// Whether a range follows, with or without `=`.
    fn has_range(&self) -> bool {
        let equals = usize::from(self.peek() == Some(&Token::Sign('=')));
        let next = self.lexemes.get(self.next + equals);
        matches!(
            next.map(|is| &is.token),
            Some(Token::Number(_) | Token::Dots)
        )
    }

    /// Pieces with `/` between them.
    fn pieces(&mut self) -> Result<Pieces, AskError> {
        let mut set = Pieces::NONE;
        loop {
            let named = match self.peek() {
                Some(Token::Word(word)) => Pieces::named(word),
                _ => None,
            };
            set = set.with(named.ok_or_else(|| self.expected(Expected::Pieces))?);
            self.next += 1;
            if !self.takes('/') {
                return Ok(set);
            }
        }
    }

    fn piece_name(&mut self) -> Result<usize, AskError> {
        self.name(Sort::Piece)
    }

    fn name(&mut self, sort: Sort) -> Result<usize, AskError> {
        let at = self.at();
        let Some(Token::Name(name)) = self.peek().cloned() else {
            return Err(self.expected(Expected::Name));
        };
        self.next += 1;
        self.names.mention(&name, sort, at)
    }

    /// A range; the number behind `..` stands directly behind it.
    fn range(&mut self) -> Result<Range, AskError> {
        let at = self.at();
        let number = |parser: &mut Self| match parser.peek() {
            Some(&Token::Number(number)) => {
                parser.next += 1;
                Some(number)
            }
            _ => None,
        };
        let low = number(self);
        let dots = self.lexemes.get(self.next).map(|is| (&is.token, is.end));
        let range = match (low, dots) {
            (low, Some((Token::Dots, end))) => {
                self.next += 1;
                let high = if self.at() == end { number(self) } else { None };
                Range {
                    low: low.unwrap_or(0),
                    high,
                }
            }
            (Some(low), _) => Range::exactly(low),
            (None, _) => return Err(self.expected(Expected::Range)),
        };
        if range.high.is_some_and(|high| high < range.low) {
            let reason = AskReason::EmptyRange;
            return Err(AskError { at, reason });
        }
        Ok(range)
    }

    fn squares(&mut self) -> Result<Squares, AskError> {
        let base = match self.peek() {
            Some(Token::Square(_)) => Base::Set(self.set()?),
            Some(Token::Name(_)) => Base::Name(self.name(Sort::Square)?),
            Some(Token::Word(word)) if matches!(word.as_str(), "K" | "k" | "玉" | "王") => {
                self.next += 1;
                Base::King
            }
            _ if self.word() == Some(Meaning::Previous) => {
                self.next += 1;
                Base::Previous
            }
            _ => return Err(self.expected(Expected::Squares)),
        };
        let offset = match self.takes('(') {
            false => (0, 0),
            true => {
                let files = self.signed()?;
                let comma = self.takes(',');
                let ranks = self.signed()?;
                if !comma || !self.takes(')') {
                    return Err(self.expected(Expected::Offset));
                }
                (files, ranks)
            }
        };
        Ok(Squares { base, offset })
    }

    fn signed(&mut self) -> Result<i8, AskError> {
        let minus = self.takes('-');
        match self.peek() {
            Some(&Token::Number(number)) if number <= 8 => {
                self.next += 1;
                let number = number as i8;
                Ok(if minus { -number } else { number })
            }
            _ => Err(self.expected(Expected::Offset)),
        }
    }

    /// Squares with commas between them, and rectangles by two corners.
    fn set(&mut self) -> Result<Bitboard, AskError> {
        let mut set = Bitboard::EMPTY;
        loop {
            let corner = self.square()?;
            let other = match self.takes('-') {
                true => self.square()?,
                false => corner,
            };
            set |= rectangle(corner, other);
            let next = self.lexemes.get(self.next + 1).map(|is| &is.token);
            if !matches!(next, Some(Token::Square(_))) || !self.takes(',') {
                return Ok(set);
            }
        }
    }

    fn square(&mut self) -> Result<Square, AskError> {
        match self.peek() {
            Some(&Token::Square(square)) => {
                self.next += 1;
                Ok(square)
            }
            _ => Err(self.expected(Expected::Squares)),
        }
    }
}

fn one_or(mut nodes: Vec<Node>, several: fn(Vec<Node>) -> Node) -> Node {
    match nodes.len() {
        1 => nodes.remove(0),
        _ => several(nodes),
    }
}

fn rectangle(a: Square, b: Square) -> Bitboard {
    let within = |one: i8, other: i8, at: i8| (one.min(other)..=one.max(other)).contains(&at);
    let inside = |square: &Square| {
        within(a.file(), b.file(), square.file()) && within(a.rank(), b.rank(), square.rank())
    };
    Square::all().filter(inside).collect()
}
