//! Conditions that nothing can satisfy, told before a run looks for it in vain.

use super::pieces::Counted;
use super::{Conditions, Contradiction, Room, Span, wishes};
use shogi::{Color, Kind, Piece, Square};

impl Conditions {
    /// Why no position satisfies the conditions on pieces; `None` where that is not seen. Each kind is
    /// counted by itself: what only whole positions show, such as 二歩, is not looked for.
    pub fn contradiction(&self) -> Option<Contradiction> {
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
    fn squares(&self) -> Option<Contradiction> {
        for (place, (square, _)) in self.contains.iter().enumerate() {
            if self.contains[..place]
                .iter()
                .any(|(other, _)| other == square)
            {
                return Some(Contradiction::SquareTwice(*square));
            }
        }
        let squares = self.contains.iter().map(|(square, _)| *square);
        let fixed = squares.filter_map(|square| Some((square, self.fixed(square)??)));
        let fixed: Vec<(Square, Piece)> = fixed.collect();
        let king = Piece::plain(Color::White, Kind::King);
        if fixed.iter().filter(|(_, piece)| *piece == king).count() > 1 {
            return Some(Contradiction::SeveralKings);
        }
        if !self.king.is_empty() {
            let given = fixed.iter().find(|(_, piece)| *piece == king);
            match given {
                Some((at, _)) if !self.king.contains(at) => {
                    return Some(Contradiction::KingElsewhere(*at));
                }
                None if !self.king.iter().any(|&at| self.in_region(at)) => {
                    return Some(Contradiction::KingOutside);
                }
                _ => {}
            }
        }
        let pawn = |piece: Piece| piece.kind == Kind::Pawn && !piece.promoted;
        for (place, &(square, piece)) in fixed.iter().enumerate() {
            if !piece.may_stand(square) {
                return Some(Contradiction::DeadEnd(square));
            }
            let same_file =
                |&(other, is): &(Square, Piece)| is == piece && other.file() == square.file();
            if pawn(piece) && fixed[..place].iter().any(same_file) {
                return Some(Contradiction::Nifu(square.file()));
            }
        }
        None
    }

    /// Ranges that hold no number, or no odd one where plies are meant.
    fn spans(&self) -> Option<Contradiction> {
        let sizes = [(Room::Board, self.board), (Room::Hand, self.hand)];
        let empty = sizes.iter().find(|(_, span)| span.low > span.high);
        if let Some(&(room, _)) = empty {
            return Some(Contradiction::NoNumber(room));
        }
        let odd = self.plies.low | 1;
        if odd > self.plies.high {
            return Some(Contradiction::NoLength);
        }
        None
    }

    /// Promoted pieces that are asked for, and not.
    fn promoted(&self, fixed: &[Piece]) -> Option<Contradiction> {
        let most = self.most_promoted()?;
        let given = fixed.iter().filter(|piece| piece.promoted).count() as u32;
        let counted = self.counts.iter().map(|&(what, span)| match what {
            Counted::OnBoard(piece) if piece.promoted => span.low,
            _ => 0,
        });
        let least = given.max(counted.sum());
        (least > most).then_some(Contradiction::Promoted { least, most })
    }

    /// The pieces that stand on fixed squares, kings left out.
    fn fixed_pieces(&self) -> Vec<Piece> {
        let fixed = self.contains.iter();
        let fixed = fixed.filter_map(|&(square, _)| self.fixed(square).flatten());
        fixed.filter(|piece| piece.kind != Kind::King).collect()
    }

    fn outside(&self, fixed: &[Piece]) -> Option<Contradiction> {
        let squares = self.contains.iter().map(|(square, _)| *square);
        for square in squares {
            if self.fixed(square).flatten().is_some() && !self.in_region(square) {
                return Some(Contradiction::OutsideRegion(square));
            }
        }
        let attackers = fixed.iter().any(|piece| piece.color == Color::Black);
        let none = |what| self.most_of(what) == 0;
        if !self.bare_attacker && none(Counted::Side(Color::Black)) && !attackers {
            return Some(Contradiction::Bare);
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

    fn empty_counts(&self) -> Option<Contradiction> {
        self.counts.iter().find_map(|&(what, _)| {
            let (least, most) = (self.span_of(what).low, self.most_of(what));
            (least > most).then_some(Contradiction::Count { what, least, most })
        })
    }

    fn fixed_too_many(&self, fixed: &[Piece]) -> Option<Contradiction> {
        let all = fixed.iter().flat_map(|&piece| {
            let mine = Counted::Side(piece.color);
            [Counted::Kind(piece.kind), Counted::OnBoard(piece), mine]
        });
        for what in all {
            let count = fixed.iter().filter(|&&piece| what.has(piece)).count() as u32;
            let most = self.most_of(what);
            if count > most {
                return Some(Contradiction::Given { what, count, most });
            }
        }
        if self.one_kind && fixed.iter().any(|piece| piece.kind != fixed[0].kind) {
            return Some(Contradiction::KindsGiven);
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

    fn sizes(&self, fixed: &[Piece]) -> Option<Contradiction> {
        let (mut all, mut board, mut hand, mut most) = (0, 0, 0, 0);
        let mut kinds = 0;
        for kind in Kind::HAND {
            let (least, on_board, in_hand) = self.least(kind, fixed);
            let can = self.most_of(Counted::Kind(kind));
            if least > can {
                return Some(Contradiction::Count {
                    what: Counted::Kind(kind),
                    least,
                    most: can,
                });
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
        for (color, least) in colors.into_iter().zip(sides) {
            let (what, most) = (Counted::Side(color), self.most_of(Counted::Side(color)));
            if least > most {
                return Some(Contradiction::Count { what, least, most });
            }
        }
        let board = 1 + board.max(sides[0] + sides[1]);
        let sides_can = colors.map(|color| self.most_of(Counted::Side(color)));
        let can = most.min(sides_can[0].saturating_add(sides_can[1])) + 1;
        let more = |room, least, most| Some(Contradiction::Pieces { room, least, most });
        match () {
            () if self.one_kind && kinds > 1 => Some(Contradiction::Kinds),
            () if board > self.board.high => more(Room::Board, board, self.board.high),
            () if hand > self.hand.high => more(Room::Hand, hand, self.hand.high),
            () if 1 + all > self.board.high.saturating_add(self.hand.high) => {
                let room = self.board.high.saturating_add(self.hand.high);
                more(Room::Both, 1 + all, room)
            }
            () if self.board.low > can => more(Room::Board, self.board.low, can),
            () if self.hand.low > most => more(Room::Hand, self.hand.low, most),
            () => None,
        }
    }
}
