//! Conditions that nothing can satisfy, told before a run looks for it in vain.

use super::pieces::Counted;
use super::{Conditions, Span, wishes};
use crate::in_words::{kind_in_words, piece_in_words, square_in_words};
use shogi::{Color, Kind, Piece, Square};
use words::{say, word};

impl Conditions {
    /// Why no position satisfies the conditions on pieces; `None` where that is not seen. Each kind is
    /// counted by itself: what only whole positions show, such as 二歩, is not looked for.
    pub fn contradiction(&self) -> Option<String> {
        let fixed = self.fixed_pieces();
        self.squares()
            .or_else(|| self.spans())
            .or_else(|| wishes::contradiction(self))
            .or_else(|| self.promoted(&fixed))
            .or_else(|| self.outside(&fixed))
            .or_else(|| self.empty_counts())
            .or_else(|| self.fixed_too_many(&fixed))
            .or_else(|| self.sizes(&fixed))
    }

    /// Squares that are given twice, a king on several, pieces that may not stand there.
    fn squares(&self) -> Option<String> {
        for (place, (square, _)) in self.contains.iter().enumerate() {
            if self.contains[..place]
                .iter()
                .any(|(other, _)| other == square)
            {
                return Some(say!(
                    "{square} is given twice",
                    square = square_in_words(*square)
                ));
            }
        }
        let squares = self.contains.iter().map(|(square, _)| *square);
        let fixed = squares.filter_map(|square| Some((square, self.fixed(square)??)));
        let fixed: Vec<(Square, Piece)> = fixed.collect();
        let king = Piece::plain(Color::White, Kind::King);
        if fixed.iter().filter(|(_, piece)| *piece == king).count() > 1 {
            return Some(say!("the king is to stand on several squares"));
        }
        if !self.king.is_empty() {
            let given = fixed.iter().find(|(_, piece)| *piece == king);
            match given {
                Some((at, _)) if !self.king.contains(at) => {
                    return Some(say!(
                        "the king is to stand on {at}, and elsewhere",
                        at = square_in_words(*at)
                    ));
                }
                None if !self.king.iter().any(|&at| self.in_region(at)) => {
                    return Some(say!("the king is to stand outside the region"));
                }
                _ => {}
            }
        }
        let pawn = |piece: Piece| piece.kind == Kind::Pawn && !piece.promoted;
        for (place, &(square, piece)) in fixed.iter().enumerate() {
            if !piece.may_stand(square) {
                return Some(say!(
                    "the piece on {square} could never move",
                    square = square_in_words(square)
                ));
            }
            let same_file =
                |&(other, is): &(Square, Piece)| is == piece && other.file() == square.file();
            if pawn(piece) && fixed[..place].iter().any(same_file) {
                let file = square.file();
                return Some(say!("two pawns of one side on file {file} 二歩", file));
            }
        }
        None
    }

    /// Ranges that hold no number, or no odd one where plies are meant.
    fn spans(&self) -> Option<String> {
        let sizes = [
            (word!("pieces on the board"), self.board),
            (word!("pieces in hand"), self.hand),
        ];
        let empty = sizes.iter().find(|(_, span)| span.low > span.high);
        if let Some((what, _)) = empty {
            return Some(say!("no whole number of {what} is in the range", what));
        }
        let odd = self.plies.low | 1;
        if odd > self.plies.high {
            return Some(say!("no odd number of plies is in the range"));
        }
        None
    }

    /// Promoted pieces that are asked for, and not.
    fn promoted(&self, fixed: &[Piece]) -> Option<String> {
        let most = self.most_promoted()?;
        let given = fixed.iter().filter(|piece| piece.promoted).count() as u32;
        let counted = self.counts.iter().map(|&(what, span)| match what {
            Counted::OnBoard(piece) if piece.promoted => span.low,
            _ => 0,
        });
        let asked = given.max(counted.sum());
        (asked > most).then(|| {
            say!(
                "promoted pieces on the board: at least {asked}, and --promoted at most {most}",
                asked,
                most
            )
        })
    }

    /// The pieces that stand on fixed squares, kings left out.
    fn fixed_pieces(&self) -> Vec<Piece> {
        let fixed = self.contains.iter();
        let fixed = fixed.filter_map(|&(square, _)| self.fixed(square).flatten());
        fixed.filter(|piece| piece.kind != Kind::King).collect()
    }

    fn outside(&self, fixed: &[Piece]) -> Option<String> {
        let squares = self.contains.iter().map(|(square, _)| *square);
        for square in squares {
            if self.fixed(square).flatten().is_some() && !self.in_region(square) {
                return Some(say!(
                    "what is to stand on {square} is outside the region",
                    square = square_in_words(square)
                ));
            }
        }
        let attackers = fixed.iter().any(|piece| piece.color == Color::Black);
        let none = |what| self.most_of(what) == 0;
        if !self.bare_attacker && none(Counted::Side(Color::Black)) && !attackers {
            return Some(say!(
                "the attacker is to have no piece on the board, and at least one"
            ));
        }
        None
    }

    /// The least and the most of what is counted by the counts alone.
    fn span_of(&self, what: Counted) -> Span {
        let same = self.counts.iter().filter(|(other, _)| *other == what);
        let all = Span {
            low: 0,
            high: u32::MAX,
        };
        same.fold(all, |a, (_, b)| Span {
            low: a.low.max(b.low),
            high: a.high.min(b.high),
        })
    }

    fn most_of(&self, what: Counted) -> u32 {
        let most = self.span_of(what).high;
        match what {
            Counted::Kind(kind) | Counted::InHand(kind) => most
                .min(self.most[kind as usize].into())
                .min(kind.total().into()),
            Counted::OnBoard(piece) => most
                .min(self.most[piece.kind as usize].into())
                .min(piece.kind.total().into()),
            Counted::Side(_) => most,
        }
    }

    fn empty_counts(&self) -> Option<String> {
        let bad = self.counts.iter().find(|&&(what, _)| {
            let least = self.span_of(what).low;
            least > self.most_of(what)
        });
        bad.map(|&(what, _)| {
            let (least, most) = (self.span_of(what).low, self.most_of(what));
            say!(
                "{name}: at least {least} and at most {most}",
                name = name(what),
                least,
                most
            )
        })
    }

    fn fixed_too_many(&self, fixed: &[Piece]) -> Option<String> {
        let all = fixed.iter().flat_map(|&piece| {
            let mine = Counted::Side(piece.color);
            [Counted::Kind(piece.kind), Counted::OnBoard(piece), mine]
        });
        for what in all {
            let count = fixed.iter().filter(|&&piece| what.has(piece)).count() as u32;
            let most = self.most_of(what);
            if count > most {
                let name = name(what);
                return Some(say!(
                    "{name}: {count} on the squares that are given, and at most {most}",
                    name,
                    count,
                    most
                ));
            }
        }
        if self.one_kind && fixed.iter().any(|piece| piece.kind != fixed[0].kind) {
            return Some(say!(
                "one kind only, and several on the squares that are given"
            ));
        }
        None
    }

    /// The least number of pieces of a kind and side on the board.
    fn least_on_board(&self, kind: Kind, color: Color, fixed: &[Piece]) -> u32 {
        let least = [false, true].map(|promoted| {
            let piece = Piece {
                color,
                kind,
                promoted,
            };
            let given = fixed.iter().filter(|&&is| is == piece).count() as u32;
            given.max(self.span_of(Counted::OnBoard(piece)).low)
        });
        least.iter().sum()
    }

    fn least_of_side(&self, color: Color, fixed: &[Piece]) -> u32 {
        let kinds = Kind::HAND.into_iter();
        let pieces = kinds.map(|kind| self.least_on_board(kind, color, fixed));
        let asked = self.span_of(Counted::Side(color)).low;
        asked.max(pieces.sum())
    }

    /// The least number of pieces of a kind: in all, on the board, in hand.
    fn least(&self, kind: Kind, fixed: &[Piece]) -> (u32, u32, u32) {
        let on_board = [Color::Black, Color::White]
            .map(|color| self.least_on_board(kind, color, fixed))
            .iter()
            .sum();
        let in_hand = self.span_of(Counted::InHand(kind)).low;
        let all = self.span_of(Counted::Kind(kind)).low;
        (all.max(on_board + in_hand), on_board, in_hand)
    }

    fn sizes(&self, fixed: &[Piece]) -> Option<String> {
        let (mut all, mut board, mut hand, mut most) = (0, 0, 0, 0);
        let mut kinds = 0;
        for kind in Kind::HAND {
            let (least, on_board, in_hand) = self.least(kind, fixed);
            let can = self.most_of(Counted::Kind(kind));
            if least > can {
                let name = name(Counted::Kind(kind));
                return Some(say!(
                    "{name}: {asked} are asked for, and at most {most}",
                    name,
                    asked = least,
                    most = can
                ));
            }
            all += least;
            board += on_board;
            hand += in_hand;
            kinds += u32::from(least > 0);
            most = if self.one_kind {
                can.max(most)
            } else {
                most + can
            };
        }
        let colors = [Color::Black, Color::White];
        let sides = colors.map(|color| self.least_of_side(color, fixed));
        for (color, asked) in colors.into_iter().zip(sides) {
            let (what, most) = (Counted::Side(color), self.most_of(Counted::Side(color)));
            if asked > most {
                let name = name(what);
                return Some(say!(
                    "{name}: {asked} are asked for, and at most {most}",
                    name,
                    asked,
                    most
                ));
            }
        }
        let board = 1 + board.max(sides[0] + sides[1]);
        let sides_can = colors.map(|color| self.most_of(Counted::Side(color)));
        let can = most.min(sides_can[0].saturating_add(sides_can[1])) + 1;
        let more = |what: &str, asked: u32, can: u32| {
            Some(say!(
                "{asked} {what} are asked for, and at most {can}",
                asked,
                what,
                can
            ))
        };
        match () {
            () if self.one_kind && kinds > 1 => {
                Some(say!("one kind only, and several are asked for"))
            }
            () if board > self.board.high => {
                more(word!("pieces on the board"), board, self.board.high)
            }
            () if hand > self.hand.high => more(word!("pieces in hand"), hand, self.hand.high),
            () if 1 + all > self.board.high.saturating_add(self.hand.high) => {
                let room = self.board.high.saturating_add(self.hand.high);
                more(word!("pieces on the board and in hand"), 1 + all, room)
            }
            () if self.board.low > can => more(word!("pieces on the board"), self.board.low, can),
            () if self.hand.low > most => more(word!("pieces in hand"), self.hand.low, most),
            () => None,
        }
    }
}

fn name(what: Counted) -> String {
    match what {
        Counted::Kind(kind) => kind_in_words(kind).to_string(),
        Counted::OnBoard(piece) => say!("{piece} on the board", piece = piece_in_words(piece)),
        Counted::InHand(kind) => say!("{kind} in hand", kind = kind_in_words(kind)),
        Counted::Side(Color::Black) => say!("the attacker's pieces on the board"),
        Counted::Side(Color::White) => say!("the defender's pieces on the board"),
    }
}
