//! The starting positions of games by name (手合割): the even one, and those in which White (上手) plays without some of
//! the pieces and moves first.

use super::{Color, Hands, Kind, Piece, Setup, Square};

/// Which pieces White plays without.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Handicap {
    /// 平手
    Even,
    /// 香落ち: the lance at White's left
    Lance,
    /// 右香落ち
    RightLance,
    /// 角落ち
    Bishop,
    /// 飛車落ち
    Rook,
    /// 飛香落ち: the rook and the lance at White's left
    RookLance,
    /// 二枚落ち: rook and bishop
    Two,
    /// 三枚落ち: these and the lance at White's left
    Three,
    /// 四枚落ち: rook, bishop and both lances
    Four,
    /// 五枚落ち: these and the knight at White's right
    Five,
    /// 左五枚落ち: these and the knight at White's left
    FiveLeft,
    /// 六枚落ち: rook, bishop, lances and knights
    Six,
    /// 左七枚落ち: these and the silver at White's left
    SevenLeft,
    /// 右七枚落ち: these and the silver at White's right
    SevenRight,
    /// 八枚落ち: rook, bishop, lances, knights and silvers
    Eight,
    /// 十枚落ち: all but the king and the pawns
    Ten,
}

impl Handicap {
    /// All of them.
    pub const ALL: [Self; 16] = [
        Self::Even,
        Self::Lance,
        Self::RightLance,
        Self::Bishop,
        Self::Rook,
        Self::RookLance,
        Self::Two,
        Self::Three,
        Self::Four,
        Self::Five,
        Self::FiveLeft,
        Self::Six,
        Self::SevenLeft,
        Self::SevenRight,
        Self::Eight,
        Self::Ten,
    ];

    /// The squares that are empty, file and rank. White's left is at the lower files.
    const fn missing(self) -> &'static [(i8, i8)] {
        match self {
            Self::Even => &[],
            Self::Lance => &[(1, 1)],
            Self::RightLance => &[(9, 1)],
            Self::Bishop => &[(2, 2)],
            Self::Rook => &[(8, 2)],
            Self::RookLance => &[(8, 2), (1, 1)],
            Self::Two => &[(8, 2), (2, 2)],
            Self::Three => &[(8, 2), (2, 2), (1, 1)],
            Self::Four => &[(8, 2), (2, 2), (1, 1), (9, 1)],
            Self::Five => &[(8, 2), (2, 2), (1, 1), (9, 1), (8, 1)],
            Self::FiveLeft => &[(8, 2), (2, 2), (1, 1), (9, 1), (2, 1)],
            Self::Six => &[(8, 2), (2, 2), (1, 1), (9, 1), (8, 1), (2, 1)],
            Self::SevenLeft => &[(8, 2), (2, 2), (1, 1), (9, 1), (8, 1), (2, 1), (3, 1)],
            Self::SevenRight => &[(8, 2), (2, 2), (1, 1), (9, 1), (8, 1), (2, 1), (7, 1)],
            Self::Eight => &[
                (8, 2),
                (2, 2),
                (1, 1),
                (9, 1),
                (8, 1),
                (2, 1),
                (3, 1),
                (7, 1),
            ],
            Self::Ten => &[
                (8, 2),
                (2, 2),
                (1, 1),
                (9, 1),
                (8, 1),
                (2, 1),
                (3, 1),
                (7, 1),
                (4, 1),
                (6, 1),
            ],
        }
    }

    /// The position: Black moves first in the even game, White in all others. Nobody has a piece in hand.
    pub fn setup(self) -> Setup {
        let mut setup = even();
        if self != Self::Even {
            setup.side = Color::White;
        }
        for &(file, rank) in self.missing() {
            if let Some(square) = Square::new(file, rank) {
                setup.board[square.index()] = None;
            }
        }
        setup
    }

    /// The handicap whose position this is, whoever moves first.
    pub fn of(setup: &Setup) -> Option<Self> {
        if setup.hands != Hands::default() {
            return None;
        }
        let mut all = Self::ALL.into_iter();
        all.find(|handicap| handicap.setup().board == setup.board)
    }
}

fn even() -> Setup {
    let mut setup = Setup::empty(Color::Black);
    let back = [
        Kind::Lance,
        Kind::Knight,
        Kind::Silver,
        Kind::Gold,
        Kind::King,
        Kind::Gold,
        Kind::Silver,
        Kind::Knight,
        Kind::Lance,
    ];
    let mut put = |file: i8, rank: i8, kind: Kind| {
        if let Some(square) = Square::new(file, rank) {
            setup.board[square.index()] = Some(Piece::plain(Color::Black, kind));
            setup.board[square.rotate().index()] = Some(Piece::plain(Color::White, kind));
        }
    };
    for (file, kind) in (1..).zip(back) {
        put(file, 9, kind);
        put(file, 7, Kind::Pawn);
    }
    put(8, 8, Kind::Bishop);
    put(2, 8, Kind::Rook);
    setup
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_is_the_position_that_books_have() {
        let rest = "ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL";
        for (handicap, back, second) in [
            (Handicap::Even, "lnsgkgsnl", "1r5b1"),
            (Handicap::Lance, "lnsgkgsn1", "1r5b1"),
            (Handicap::RightLance, "1nsgkgsnl", "1r5b1"),
            (Handicap::Bishop, "lnsgkgsnl", "1r7"),
            (Handicap::Rook, "lnsgkgsnl", "7b1"),
            (Handicap::RookLance, "lnsgkgsn1", "7b1"),
            (Handicap::Two, "lnsgkgsnl", "9"),
            (Handicap::Three, "lnsgkgsn1", "9"),
            (Handicap::Four, "1nsgkgsn1", "9"),
            (Handicap::Five, "2sgkgsn1", "9"),
            (Handicap::FiveLeft, "1nsgkgs2", "9"),
            (Handicap::Six, "2sgkgs2", "9"),
            (Handicap::SevenLeft, "2sgkg3", "9"),
            (Handicap::SevenRight, "3gkgs2", "9"),
            (Handicap::Eight, "3gkg3", "9"),
            (Handicap::Ten, "4k4", "9"),
        ] {
            let side = match handicap {
                Handicap::Even => 'b',
                _ => 'w',
            };
            let sfen = format!("{back}/{second}/{rest} {side} - 1");
            assert_eq!(handicap.setup().to_string(), sfen);
            assert_eq!(Handicap::of(&handicap.setup()), Some(handicap));
        }
    }

    #[test]
    fn a_piece_in_hand_is_no_start() {
        let mut setup = Handicap::Lance.setup();
        setup.hands.black.give(Kind::Lance);
        assert_eq!(Handicap::of(&setup), None);
    }
}
