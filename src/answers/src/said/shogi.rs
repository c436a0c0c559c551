//! Squares and pieces, and why a text is no position or move.

use shogi::defender_hand::{DefenderHandError, HandDifference};
use shogi::hand::HandError;
use shogi::moves::{MoveError, MovePart};
use shogi::names::{piece_char, square_name};
use shogi::sfen::{Expected, SfenReason};
use shogi::{Color, Foul, Kind, PositionError, ReadError, SfenError, Square};

use crate::InWords;

impl InWords for Square {
    fn in_japanese(&self) -> String {
        square_name(*self)
    }
}

impl InWords for Color {
    fn in_japanese(&self) -> String {
        match self {
            Self::Black => "先手",
            Self::White => "後手",
        }
        .to_owned()
    }
}

/// A kind of piece in Japanese: 金.
pub(super) fn name(kind: Kind) -> char {
    piece_char(kind, false)
}

impl InWords for HandError {
    fn in_japanese(&self) -> String {
        match *self {
            Self::King => "玉は持駒になりません".to_owned(),
            Self::TooMany { kind, count } => format!(
                "持駒の{}が{count}枚あります(一組に{}枚)",
                name(kind),
                kind.total()
            ),
        }
    }
}

impl InWords for HandDifference {
    fn in_japanese(&self) -> String {
        let missing = self.missing.iter();
        let missing = missing.map(|(kind, count)| format!("{}が{count}枚不足", name(kind)));
        let surplus = self.surplus.iter();
        let surplus = surplus.map(|(kind, count)| format!("{}が{count}枚超過", name(kind)));
        missing.chain(surplus).collect::<Vec<_>>().join("、")
    }
}

impl InWords for DefenderHandError {
    fn in_japanese(&self) -> String {
        match self {
            Self::TooMany { kind, count } => format!(
                "盤上と攻方の持駒に{}が{count}枚あります(一組に{}枚)",
                name(*kind),
                kind.total()
            ),
            Self::NotTheRest { difference } => format!(
                "玉方の持駒が残り全部と合いません({})",
                difference.in_japanese()
            ),
        }
    }
}

impl InWords for PositionError {
    fn in_japanese(&self) -> String {
        match *self {
            Self::TooMany { kind, count } => format!(
                "盤上と持駒に{}が{count}枚あります(一組に{}枚)",
                name(kind),
                kind.total()
            ),
            Self::TwoKings { color } => format!("{}の玉が2枚あります", color.in_japanese()),
            Self::Nifu { color, file } => {
                format!("{}の歩が{file}筋に2枚あります(二歩)", color.in_japanese())
            }
            Self::DeadEnd { piece, square } => format!(
                "{}の{}{}は行き所のない駒です",
                piece.color.in_japanese(),
                square_name(square),
                name(piece.kind)
            ),
            Self::CannotPromote { piece, square } => {
                format!("{}の{}は成れません", square_name(square), name(piece.kind))
            }
            Self::SideNotToMoveInCheck { color } => format!(
                "手番でない{}の玉に王手がかかっています",
                color.in_japanese()
            ),
        }
    }
}

impl InWords for Foul {
    fn in_japanese(&self) -> String {
        match *self {
            Self::NoPiece(square) => format!("{}に駒がありません", square_name(square)),
            Self::OtherSide(square) => format!("{}の駒は相手の駒です", square_name(square)),
            Self::NotInHand(kind) => format!("持駒に{}がありません", name(kind)),
            Self::Occupied(square) => format!("{}には駒があります", square_name(square)),
            Self::OwnPiece(square) => format!("{}に味方の駒があります", square_name(square)),
            Self::Unreachable { kind, from, to } => format!(
                "{}の{}は{}へ動けません",
                square_name(from),
                name(kind),
                square_name(to)
            ),
            Self::NoPromotion => "成れない手です".to_owned(),
            Self::NowhereToGo { kind, to } => {
                format!("{}の{}は行き所のない駒です", square_name(to), name(kind))
            }
            Self::Nifu(file) => format!("{file}筋の二歩です"),
            Self::InCheck => "王手を放置する手です".to_owned(),
            Self::PawnDropMate => "打歩詰です".to_owned(),
        }
    }
}

impl InWords for Expected {
    fn in_japanese(&self) -> String {
        match self {
            Self::Board => "9段の盤面",
            Self::Word => "sfen",
            Self::Side => "手番(bかw)",
            Self::Hands => "持駒(なければ-)",
            Self::MoveNumber => "手数",
            Self::End => "SFENの終わり",
            Self::PromotedPiece => "+の後の駒",
            Self::Square => "駒、空き升の数、+、/のどれか",
            Self::HandPiece => "持駒になる駒",
        }
        .to_owned()
    }
}

impl InWords for SfenReason {
    fn in_japanese(&self) -> String {
        match self {
            Self::Missing(expected) => format!("{}がありません", expected.in_japanese()),
            Self::Unexpected { found, expected } => format!(
                "{}が来るはずのところに「{found}」があります",
                expected.in_japanese()
            ),
            Self::BadSide(side) => format!("手番が「{side}」です。bかwで書いてください"),
            Self::NotPromotable(letter) => format!("{letter}は成れない駒です"),
            Self::RankLength { rank, squares } => {
                format!("{rank}段が{squares}升あります(9升のはず)")
            }
            Self::RankCount(ranks) => format!("盤が{ranks}段です(9段のはず)"),
            Self::TooManyRanks => "盤が9段より多くあります".to_owned(),
            Self::TooManyInHand {
                letter,
                count,
                total,
            } => format!("持駒の{letter}が{count}枚あります(一組に{total}枚)"),
            Self::BadCount => "枚数は駒の前に書いてください".to_owned(),
        }
    }
}

impl InWords for SfenError {
    fn in_japanese(&self) -> String {
        format!("SFENの{}文字目: {}", self.at, self.reason.in_japanese())
    }
}

impl InWords for ReadError {
    fn in_japanese(&self) -> String {
        match self {
            Self::Sfen(error) => error.in_japanese(),
            Self::DefenderHand(error) => error.in_japanese(),
            Self::Position(error) => error.in_japanese(),
        }
    }
}

impl InWords for MovePart {
    fn in_japanese(&self) -> String {
        match self {
            Self::File => "1から9の筋",
            Self::Rank => "aからiの段",
            Self::FileOrPiece => "1から9の筋か、RBGSNLPの駒",
            Self::DroppedPiece => "打てる駒",
            Self::Star => "打つ駒の後の*",
            Self::PlusOrEnd => "+か指し手の終わり",
            Self::End => "指し手の終わり",
        }
        .to_owned()
    }
}

impl InWords for MoveError {
    fn in_japanese(&self) -> String {
        format!(
            "指し手「{}」を読めません({}文字目に{}が必要です)",
            self.text,
            self.at,
            self.expected.in_japanese()
        )
    }
}
