//! What is wrong with a game on a small board, its positions, tables and proofs.

use small::build::BuildError;
use small::error::{GameError, MoveError, PositionError};
use small::phase::Phase;
use small::rank::TooLarge;
use small::search::ProofError;
use small::solve::{LONGEST, SolveError};
use small::table::{NotCovered, TableError};

use crate::InWords;

impl InWords for Phase {
    fn in_japanese(&self) -> String {
        match self {
            Self::Reach { plies } => format!("{plies}手で到達する局面"),
            Self::Moves => "合法手の数え上げ".to_owned(),
            Self::Level { plies } => format!("{plies}手で決まる局面"),
            Self::Verify => "値の検証".to_owned(),
            Self::Checks { plies } => format!("王手だけで勝つ局面({plies}手)"),
            Self::Mates => "詰将棋の抽出".to_owned(),
            Self::Study => "初期配置の解析".to_owned(),
            Self::Proofs => "証明の検査".to_owned(),
            Self::Search => "探索した局面".to_owned(),
        }
    }
}

impl InWords for GameError {
    fn in_japanese(&self) -> String {
        match self {
            Self::File(why) => why.clone(),
            Self::Syntax { line, why } => format!("{line}行目: {}", words::reader(why)),
            Self::PiecesTwice => "駒が pieces と [[piece]] の両方で定められています".to_owned(),
            Self::PieceSet(name) => {
                format!("駒の組 {name:?} はありません。使えるのは \"shogi\" です")
            }
            Self::Army(army) => format!(
                "布陣 {army:?} は使えません。左から右へ、筋の数だけ駒を書いてください(玉は一枚)"
            ),
            Self::Size {
                width,
                height,
                zone,
            } => format!(
                "{width}×{height}、成れる段{zone}の盤は使えません。幅は3〜5、高さは3〜6、成れる段は0〜3(高さ以下)です"
            ),
            Self::Kinds(count) => {
                format!("駒の種類が{count}です。2〜8種類、成駒を含めて14種類までにしてください")
            }
            Self::Letter(letter) => {
                format!("駒 {letter:?}: ほかの駒と重ならない英大文字にしてください")
            }
            Self::Moves { letter, word } => format!(
                "駒{letter}の動き {word:?} を読めません。方向は N NE E SE S SW W NW、走りは * を付け、跳びは 1,2 のように書きます"
            ),
            Self::Name(letter) => format!("駒{letter}: 日本語の名前は一文字にしてください"),
            Self::King => "最初の駒は玉で、成れません".to_owned(),
            Self::Start(why) => format!("初期配置: {}", why.in_japanese()),
        }
    }
}

impl InWords for PositionError {
    fn in_japanese(&self) -> String {
        match self {
            Self::Ranks { found, expected } => {
                format!("{found}段あります。この盤は{expected}段です")
            }
            Self::Squares {
                rank,
                found,
                expected,
            } => format!("{rank}段目に{found}マスあります。この盤は{expected}マスです"),
            Self::Piece(sign) => format!("{sign:?} という駒はこのゲームにありません"),
            Self::Promoted(sign) => format!("{sign:?} は成れません"),
            Self::Kings => "玉は双方に一枚ずつ必要です".to_owned(),
            Self::Side(text) => format!("手番 {text:?} を読めません。b か w を書いてください"),
            Self::Hand(text) => {
                format!("持駒 {text:?} を読めません。R2p のように書くか、- を書いてください")
            }
            Self::Fields => "盤面、手番、持駒の順に書いてください".to_owned(),
            Self::Stuck => "行き所のない駒があります".to_owned(),
            Self::TwoOnFile => "二歩になっています".to_owned(),
            Self::Check => "手番でない側の玉に王手がかかっています".to_owned(),
        }
    }
}

impl InWords for MoveError {
    fn in_japanese(&self) -> String {
        match self {
            Self::Unreadable(text) => {
                format!("指し手 {text:?} を読めません。2c2b、2c2b+、P*2b のように書いてください")
            }
            Self::Illegal(text) => format!("{text} はここでは指せません"),
        }
    }
}

impl InWords for TooLarge {
    fn in_japanese(&self) -> String {
        match self {
            Self::Board => "表を作れるのは20マスまでの盤です".to_owned(),
            Self::Arrangements(count) => {
                format!("配置が{count}通りあり、表にするには多すぎます")
            }
        }
    }
}

impl InWords for TableError {
    fn in_japanese(&self) -> String {
        match self {
            Self::Io(error) => error.in_japanese(),
            Self::Foreign => "小さな盤の表ではありません".to_owned(),
            Self::Version => "別の版の形式の表で、この版では読めません".to_owned(),
            Self::Damaged => {
                "壊れているか、途中で切れています(チェックサムが合いません)".to_owned()
            }
            Self::Game(error) => error.in_japanese(),
            Self::TooLarge(error) => error.in_japanese(),
        }
    }
}

impl InWords for NotCovered {
    fn in_japanese(&self) -> String {
        match self {
            Self::Pieces => "表のゲームと駒の数が合いません",
            Self::Unreachable => "初期配置から到達できない局面です",
        }
        .to_owned()
    }
}

impl InWords for SolveError {
    fn in_japanese(&self) -> String {
        match self {
            Self::Stopped(why) => {
                words::translated(&why.to_string()).map_or_else(|| why.to_string(), str::to_owned)
            }
            Self::TooLong => format!("{LONGEST}手でも決まらない局面があります"),
        }
    }
}

impl InWords for BuildError {
    fn in_japanese(&self) -> String {
        match self {
            Self::TooLarge(error) => error.in_japanese(),
            Self::Over => "初形で後手玉を取れるため、始まる前に終わっています".to_owned(),
            Self::Memory { needed, allowed } => format!(
                "少なくとも {needed} バイトのメモリが必要ですが、使えるのは {allowed} バイトです"
            ),
            Self::Solve { error, .. } => error.in_japanese(),
            Self::Checkpoint(path) => format!(
                "{}: 途中経過のファイルが壊れているか、別の版のものです。消せば初めからやり直せます",
                path.display()
            ),
            Self::Io { path, error } => format!("{}: {}", path.display(), error.in_japanese()),
        }
    }
}

impl InWords for ProofError {
    fn in_japanese(&self) -> String {
        match self {
            Self::Foreign => "小さな盤の証明ではありません".to_owned(),
            Self::Version => "別の版の形式の証明で、この版では読めません".to_owned(),
            Self::Damaged => {
                "壊れているか、途中で切れています(チェックサムが合いません)".to_owned()
            }
            Self::Game(error) => error.in_japanese(),
            Self::Root(position) => {
                format!("{position} はこのゲームの局面でないか、すでに終局しています")
            }
            Self::Missing(position) => format!("{position} の指し手がありません"),
            Self::Illegal { position, mv } => format!("{position} で {mv} は指せません"),
            Self::Lost(position) => format!("{position} では勝つはずの側が負けています"),
            Self::Line(position) => format!("最長手順が {position} で証明から外れています"),
            Self::Repeats(position) => format!("手順が {position} に戻っています"),
            Self::Longer { found, told } => {
                format!("最長の手順は{found}手ですが、証明には{told}手とあります")
            }
        }
    }
}
