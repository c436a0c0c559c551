//! KIF and KI2.

use notation::KifError;
use notation::kif::{Expected, KifReason, Repeated};

use super::because;
use crate::InWords;

impl InWords for Expected {
    fn in_japanese(&self) -> String {
        match self {
            Self::MoveNumber => "手数",
            Self::TimeOrEnd => "括弧に入った消費時間か行の終わり",
            Self::SquareSameOrEnding => "升、同、終局のどれか",
            Self::SquareOrSame => "升か同",
            Self::Piece => "駒の名",
            Self::PromotionDropOrOrigin => "成、打、または(23)のような元の升",
            Self::MotionOrNextMove => "右 左 直 上 寄 引 成 不成 打(一度ずつ)か次の手",
            Self::MoveUntilVariationOrComment => "指し手、まで、変化、注釈のどれか",
            Self::HeaderBoardMoveOrComment => "ヘッダ、図面、指し手、注釈のどれか",
            Self::EndOfRank => "段の終わりの|",
            Self::BoardSign => "駒、vの付いた駒、・のどれか",
            Self::PieceAfterV => "vのあとの駒",
            Self::HandPiece => "持駒になる駒",
            Self::HandCount => "持駒の枚数",
            Self::FirstMoveOfVariation => "変化の最初の手数",
            Self::MoveSignOrEnd => "手か行の終わり",
        }
        .to_owned()
    }
}

impl InWords for Repeated {
    fn in_japanese(&self) -> String {
        match self {
            Self::Hand => "同じ側の持駒が二度あります",
            Self::Side => "手番が二度あります",
            Self::Handicap => "違う名の手合割が二つあります",
        }
        .to_owned()
    }
}

impl InWords for KifReason {
    fn in_japanese(&self) -> String {
        match self {
            Self::Empty => "ファイルが空です".to_owned(),
            Self::NotText(error) => error.in_japanese(),
            Self::Unexpected { expected, found } => {
                super::unexpected(&expected.in_japanese(), found)
            }
            Self::Twice(what) => what.in_japanese(),
            Self::RankLength { rank, squares } => {
                format!("盤の{rank}段目が{squares}升あります(9升のはず)")
            }
            Self::RankLabel { rank, label } => {
                format!("盤の{rank}段目に「{label}」と書いてあります")
            }
            Self::RankCount(ranks) => format!("盤が{ranks}段です(9段のはず)"),
            Self::TooManyInHand {
                piece,
                count,
                total,
            } => format!("持駒の{piece}が{count}枚あります(一組に{total}枚)"),
            Self::NoBoard => {
                "この行より前に局面がありません。図面か、平手などの手合割を書いてください".to_owned()
            }
            Self::NoBoardFor(name) => format!(
                "この行より前に局面がありません。手合割が「{name}」のときは図面を書いてください"
            ),
            Self::HandsWithoutBoard => {
                "持駒があるのに図面がありません。図面を加えるか、持駒の行を消してください".to_owned()
            }
            Self::UnknownHand(key) => format!(
                "「{key}」は誰の持駒か分かりません。「先手の持駒：…」か「後手の持駒：…」と書いてください"
            ),
            Self::HandWithoutColon(line) => format!(
                "持駒のあとにコロンがありません(「{line}」)。「先手の持駒：金」のように書いてください"
            ),
            Self::UnknownSide(value) => format!(
                "手番「{value}」が先手か後手か分かりません。「手番：先手」か「手番：後手」と書いてください"
            ),
            Self::DefenderHand(error) => error.in_japanese(),
            Self::Position(error) => error.in_japanese(),
            Self::MoveNumber { expected, found } => {
                format!("{expected}手目のはずが{found}手目になっています")
            }
            Self::NothingBefore => "初手が「同」になっています".to_owned(),
            Self::NotSame(to) => format!(
                "{}のあとに「同」とありますが、直前の手の行き先は別の升です",
                to.in_japanese()
            ),
            Self::NothingDropped(text) => {
                format!("{text}: 合駒の名がありません。１二歩合のように書いてください")
            }
            Self::NoSuchPiece { piece, from } => {
                format!("{}に手番の側の{piece}がありません", from.in_japanese())
            }
            Self::Illegal { text, why } => format!("{text}は指せません{}", because(*why)),
            Self::Ambiguous(text) => format!("{text}に当たる手が二つ以上あります"),
            Self::SecondRecord => {
                "ここから二つめの棋譜が始まりますが、この形式には一つしか入りません。ファイルを分けてください"
                    .to_owned()
            }
            Self::AfterTheEnd => super::AFTER_THE_END.to_owned(),
            Self::VariationTooLate { ply, plies } => {
                format!("{ply}手目からの変化ですが、もとの手順は{plies}手目で終わっています")
            }
        }
    }
}

impl InWords for KifError {
    fn in_japanese(&self) -> String {
        let Self::Wrong { file, line, reason } = self;
        format!("{file}:{line}: {}", reason.in_japanese())
    }
}
