//! Files of any format, and what one format cannot hold of another.

use notation::exchange::{Cause, FileError, JsonFault, Lost, Reason, TableFault, Unreadable};
use notation::jkf::JkfReason;

use super::because;
use crate::InWords;

impl InWords for FileError {
    fn in_japanese(&self) -> String {
        let (file, cause) = (self.file(), self.cause().in_japanese());
        match self.line() {
            Some(line) => format!("{file}:{line}: {cause}"),
            None => format!("{file}: {cause}"),
        }
    }
}

impl InWords for Cause<'_> {
    fn in_japanese(&self) -> String {
        match self {
            Self::Unreadable(reason) if reason.is_not_found() => "ファイルがありません".to_owned(),
            Self::Unreadable(reason) => format!("読めません: {}", reason.in_japanese()),
            Self::Nothing => "作品がありません".to_owned(),
            Self::Wrong(reason) => reason.in_japanese(),
        }
    }
}

impl InWords for Unreadable {
    fn in_japanese(&self) -> String {
        match self {
            Self::System(error) => error.in_japanese(),
            Self::Database => "データベースです。先に作品を書き出してください".to_owned(),
            Self::NoText => "テキストではないので、作品がありません".to_owned(),
            Self::WrongByte(error) => error.in_japanese(),
            Self::OtherJson => {
                "JSONですが、JSON棋譜フォーマットでも、一行一題のJSONでもありません".to_owned()
            }
            Self::TagPairs => {
                "PSNかPGNですが、この形式は読みません。KIF、KI2、CSAのどれかで保存してください"
                    .to_owned()
            }
            Self::NoProblem => "作品の行がありません".to_owned(),
            Self::TooLarge(most) => format!("{most}バイトより大きいファイルです"),
        }
    }
}

impl InWords for Reason {
    fn in_japanese(&self) -> String {
        match self {
            Self::Kif(error) => error.in_japanese(),
            Self::Csa(error) => error.in_japanese(),
            Self::NoLine(error) => error.in_japanese(),
            Self::Position(error) => error.in_japanese(),
            Self::NoMove { ply, error } => format!("{ply}手目: {}", error.in_japanese()),
            Self::Illegal { ply, text, why } => {
                format!("{ply}手目の{text}は指せません{}", because(*why))
            }
            Self::AtMove { ply, reason } => format!("{ply}手目: {}", reason.in_japanese()),
            Self::NotText(error) => error.in_japanese(),
            Self::Lines(error) => error.in_japanese(),
            Self::PartOfJson => {
                "JSONがこの行で終わっていません。一題を一行に書いてください".to_owned()
            }
            Self::Json(error) => error.in_japanese(),
            Self::Jkf(error) => error.in_japanese(),
            Self::Table(error) => error.in_japanese(),
        }
    }
}

impl InWords for JsonFault {
    fn in_japanese(&self) -> String {
        let line = self
            .line
            .map_or_else(String::new, |line| format!("{line}行"));
        let what = words::reader(&self.message);
        format!("{line}{}文字目: {what}", self.character)
    }
}

impl InWords for TableFault {
    fn in_japanese(&self) -> String {
        match self {
            Self::NoPositions => {
                "sfenという列がありません。図の列にこの名を付けてください".to_owned()
            }
            Self::NotText(column) => format!("{column}列目の文字コードが分かりません"),
            Self::Unclosed => "ここで始まる引用符が閉じていません".to_owned(),
            Self::Columns { expected, found } => {
                format!("列が{found}あります({expected}のはず)")
            }
        }
    }
}

impl InWords for JkfReason {
    fn in_japanese(&self) -> String {
        match self {
            Self::Nothing => "指し手も局面もありません".to_owned(),
            Self::Preset(name) => format!(
                "preset「{name}」からは局面が決まりません。決まった名を使うか、OTHERにしてdataを書いてください"
            ),
            Self::Hand { piece, count } => format!("持駒に{piece}を{count}枚は持てません"),
            Self::Color(number) => {
                format!("colorが{number}です。0(先手)か1(後手)で書いてください")
            }
            Self::Piece(name) => {
                format!("「{name}」という駒はありません(FU KY KE GI KI KA HI OU TO NY NK NG UM RY)")
            }
            Self::Square { file, rank } => {
                format!("x {file}、y {rank}という升はありません(どちらも1〜9)")
            }
            Self::NoPiece => "指し手にfromもpieceもありません".to_owned(),
            Self::Relative(letter) => {
                format!("relativeの「{letter}」はL C R U M D Hのどれでもありません")
            }
        }
    }
}

impl InWords for Lost {
    fn in_japanese(&self) -> String {
        let counted = [
            (self.lines, "作意"),
            (self.variations, "変化"),
            (self.comments, "注釈"),
            (self.headers, "ヘッダ"),
            (self.endings, "終局"),
            (self.times, "消費時間"),
        ];
        let lost = counted.iter().filter(|(count, _)| *count > 0);
        let lost = lost.map(|(count, what)| format!("{what} {count}"));
        lost.collect::<Vec<_>>().join("、")
    }
}
