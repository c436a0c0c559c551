//! Problems, the kinds of lines that the judge finds, and proofs.

use tsume::judge::record::LineKind;
use tsume::proof::certificate::NotComplete;
use tsume::proof::{Reason, Rejected, WriteError};
use tsume::solve::{Reached, TaskError};

use crate::InWords;

impl InWords for TaskError {
    fn in_japanese(&self) -> String {
        match self {
            Self::Read(error) => error.in_japanese(),
            Self::NoKing => "盤上に玉がありません".to_owned(),
        }
    }
}

impl InWords for Reached {
    fn in_japanese(&self) -> String {
        match self {
            Self::Time => "時間切れ",
            Self::Nodes => "局面数の上限に達しました",
            Self::Solver => "内部の制限に達しました",
            Self::Plies => "その手数までには詰みません",
            Self::Memory => "メモリが一杯になりました",
            Self::Depth => "読み筋が長すぎます",
            Self::Stop => "中断しました",
        }
        .to_owned()
    }
}

impl InWords for LineKind {
    fn in_japanese(&self) -> String {
        match self {
            Self::EqualVariation => "変同",
            Self::SecondSolution => "余詰",
            Self::PromotionDual => "成不成非限定",
            Self::FinalDual => "最終手余詰",
            Self::ExchangeDual => "非限定",
            Self::DropDual => "打点非限定",
            Self::MoveOrderDual => "手順前後",
            Self::Detour => "迂回手順",
            Self::InterpositionChoice => "合駒非限定",
            Self::LongerVariation => "変長",
            Self::VariationDual => "変別",
            Self::Undecided => "未確定",
        }
        .to_owned()
    }
}

impl InWords for WriteError {
    fn in_japanese(&self) -> String {
        let why = match self {
            Self::Reached(limit) => limit.in_japanese(),
            Self::NobodyToMate => "詰ますべき玉がありません".to_owned(),
            Self::Unknown { plies, sfen } => {
                format!("{plies}手進めた{sfen}で、詰ます王手が分かりません")
            }
            Self::NoCheck { check, plies, sfen } => {
                format!("{plies}手進めた{sfen}で、{check}は王手として指せません")
            }
            Self::NoEscape { sfen } => format!("{sfen}で、玉の逃れる応手が分かりません"),
            Self::NoReply { reply, sfen } => format!("{sfen}で、{reply}は指せません"),
            Self::Cycle { plies, sfen } => {
                format!("詰ます王手をたどると、{plies}手で{sfen}に戻ります")
            }
        };
        format!("証明を作れません: {why}")
    }
}

impl InWords for NotComplete {
    fn in_japanese(&self) -> String {
        match self {
            Self::Line { ply } => format!("手順の{ply}手目が指せません"),
            Self::NoMate => "手順が詰みで終わっていません".to_owned(),
            Self::Leftover(pieces) => format!("攻方の持駒が{pieces}枚余ります"),
            Self::Cook { ply, check } => format!("{ply}手目は{check}でも詰みます(余詰)"),
            Self::NotBest => "詰みまでの合駒をすべて数えると、手順が最善ではありません".to_owned(),
            Self::Proof(error) => error.in_japanese(),
        }
    }
}

impl InWords for Rejected {
    fn in_japanese(&self) -> String {
        format!("{}バイト目: {}", self.at, self.reason.in_japanese())
    }
}

impl InWords for Reason {
    fn in_japanese(&self) -> String {
        match self {
            Self::NoProof => "gyakusanの証明ではありません".to_owned(),
            Self::Version(version) => format!("形式の版{version}は読めません"),
            Self::CutShort => "ファイルが途中で切れています".to_owned(),
            Self::Trailing => "証明は終わりましたが、ファイルが続いています".to_owned(),
            Self::Damaged => "ファイルが壊れています(SHA-256が中身と合いません)".to_owned(),
            Self::Attacker(byte) => {
                format!("攻方のバイトが{byte}で、bでもwでもありません")
            }
            Self::Root(error) => format!("初形: {}", error.in_japanese()),
            Self::NotCanonical => "初形が正規のSFENではありません".to_owned(),
            Self::NoKing => "玉方に玉がありません".to_owned(),
            Self::NoMate => {
                "玉方に指す手がありませんが、王手もかかっていないので詰みではありません".to_owned()
            }
            Self::Unfinished(sfen) => {
                format!("証明が途中で終わっています。{sfen}の手がありません")
            }
            Self::Overlong => "数が余分な桁で書かれています".to_owned(),
            Self::NoSuchCheck {
                number,
                checks,
                sfen,
            } => format!("{sfen}に{number}番目の王手はありません(王手は{checks})"),
            Self::NoSuchReply {
                number,
                replies,
                sfen,
            } => format!("{sfen}に{number}番目の応手はありません(応手は{replies})"),
            Self::Mated(sfen) => format!("玉が詰んでいます: {sfen}"),
            Self::Unproved(sfen) => format!("{sfen}の証明を引いていますが、それが前にありません"),
            Self::Surplus => "証明は終わりましたが、データが続いています".to_owned(),
            Self::Plies { claimed, proved } => {
                format!("{claimed}手詰とありますが、証明は{proved}手です")
            }
            Self::NoCertificate => "gyakusanの完全性の証明ではありません".to_owned(),
            Self::DefenderToMove => "玉方の手番です".to_owned(),
            Self::Leftover(pieces) => format!("攻方の持駒が{pieces}枚余ります"),
            Self::Mark(mark) => format!("成・不成の印が{mark}で、0でも1でもありません"),
            Self::TooLong { most, proved } => {
                format!("{most}手以内の詰みが要りますが、証明は{proved}手です")
            }
            Self::Nodes { claimed, walked } => {
                format!("{claimed}局面とありますが、実際は{walked}局面です")
            }
        }
    }
}
