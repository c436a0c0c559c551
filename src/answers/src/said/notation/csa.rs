//! CSA.

use notation::csa::{CsaReason, Expected};
use notation::names::move_name;

use super::super::shogi::name;
use crate::InWords;

impl InWords for Expected {
    fn in_japanese(&self) -> String {
        match self {
            Self::Statement => "CSAの行(V N $ P + - % T ')",
            Self::MoveAfterPosition => "指し手(局面は手番より前に書く)",
            Self::Header => "N+、N-、またはコロンのある$の行",
            Self::Move => "+3342NKのような手",
            Self::PositionLine => "PI、P1〜P9、P+、P-のどれか",
            Self::EvenFirst => "ほかの駒より前のPI",
            Self::Square => "升",
            Self::HandPiece => "持駒になる駒",
            Self::PieceOrStar => "+FUのような駒か「 * 」",
            Self::NineSquares => "3字ずつ9升",
            Self::SquaresAndPieces => "33KIのような、2字ずつの升と駒",
            Self::SquareAndPiece => "33KIのような升と駒",
        }
        .to_owned()
    }
}

impl InWords for CsaReason {
    fn in_japanese(&self) -> String {
        match self {
            Self::Unexpected { expected, found } => {
                super::unexpected(&expected.in_japanese(), found)
            }
            Self::Occupied(square) => {
                format!("{}に駒が二枚あります", square.in_japanese())
            }
            Self::NotThere(square) => {
                format!("{}にその駒がありません", square.in_japanese())
            }
            Self::Rank { expected, found } => {
                format!("盤の{expected}段目のはずが{found}段目になっています")
            }
            Self::TooManyInHand(kind) => format!("持駒の{}が多すぎます", name(*kind)),
            Self::SecondSide => "手番が二度あります".to_owned(),
            Self::NoPosition => "この行より前に局面も手番もありません".to_owned(),
            Self::DefenderHand(error) => error.in_japanese(),
            Self::Position(error) => error.in_japanese(),
            Self::OutOfTurn(text) => format!("「{text}」は手番が違います"),
            Self::NoSuchPiece { text, from, stands } => {
                let from = from.in_japanese();
                match stands {
                    Some(piece) => format!(
                        "「{text}」と動ける駒がありません。{from}にあるのは{}の{}です",
                        piece.color.in_japanese(),
                        move_name(piece.kind, piece.promoted)
                    ),
                    None => format!("「{text}」と動ける駒がありません。{from}には何もありません"),
                }
            }
            Self::Illegal(text) => format!("「{text}」は指せません"),
            Self::AfterTheEnd => super::AFTER_THE_END.to_owned(),
        }
    }
}
