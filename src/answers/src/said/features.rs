//! What is asked of columns, presets, weights, and how like two problems are.

use features::alike::Likeness;
use features::column_filters::AskedError;
use features::presets::{self, PresetError};
use features::venue::{VenueError, VenueReason};
use features::weights::HEAVIEST;
use features::{PatternError, WeightsError, WeightsReason};

use crate::InWords;

impl InWords for AskedError {
    fn in_japanese(&self) -> String {
        match self {
            Self::NoColumn => "この名前の項目では絞り込めません".to_owned(),
            Self::Flag => "true、false、anyのどれかを書いてください".to_owned(),
            Self::Kinds => "駒種はRBGSNLPの文字で、GS(金銀図式)のように書いてください".to_owned(),
            Self::Word(words) => format!("{}のどれかを書いてください", words.join("、")),
            Self::NoWholeNumber(text) => {
                format!("整数で数える項目ですが、{text}の範囲に整数はありません")
            }
            Self::Squares => {
                "升を２二、\"１一 ２二\"、１一-３三(2b、\"1a 2b\"、1a-3c)のように書いてください"
                    .to_owned()
            }
            Self::Range => "範囲を3、2..、..5、7..11のように書いてください".to_owned(),
            Self::EmptyRange(text) => {
                format!("{text}の範囲に入る数はありません。小さい数を先に書いてください")
            }
            Self::Box => "枠の大きさを4x4、3x5のように書いてください".to_owned(),
        }
    }
}

impl InWords for PatternError {
    fn in_japanese(&self) -> String {
        match self {
            Self::Piece(text) => {
                format!(
                    "「{text}」は駒ではありません。SFENの駒か、K(玉)、-(空き升)で書いてください"
                )
            }
            Self::Part(text) => {
                format!("「{text}」は読めません。升と駒を１一:☖香(1a:l)のように書いてください")
            }
            Self::Nothing => "升と駒を１一:☖香(1a:l)のように書いてください".to_owned(),
        }
    }
}

impl InWords for PresetError {
    fn in_japanese(&self) -> String {
        match self {
            Self::Unknown(name) => format!(
                "「{name}」という条件一式はありません。使えるのは{}です",
                presets::names().join("、")
            ),
            Self::NoName => "条件一式の名前を書いてください".to_owned(),
        }
    }
}

impl InWords for VenueError {
    fn in_japanese(&self) -> String {
        format!("{}: {}", self.place, self.reason.in_japanese())
    }
}

impl InWords for VenueReason {
    fn in_japanese(&self) -> String {
        match self {
            Self::Toml(message) => format!("TOMLとして読めません: {message}"),
            Self::NoSubject(name) => {
                format!("「{name}」という名前の、数えられる項目はありません")
            }
            Self::Range(error) => error.in_japanese(),
            Self::When => "whenは書けません。この項目は有無だけを問います".to_owned(),
            Self::NoSource(key) => format!("出典「{key}」は[[source]]にありません"),
            Self::NoDate => "発表日をdateに、分からなければ閲覧日をreadに書いてください".to_owned(),
            Self::OneLanguage => "注記はenとjaの両方に書いてください".to_owned(),
        }
    }
}

impl InWords for WeightsReason {
    fn in_japanese(&self) -> String {
        match self {
            Self::Syntax(message) => words::reader(message),
            Self::NoColumn(name) => format!("「{name}」という列はありません"),
            Self::NotWeighable(name) => format!("列「{name}」に重みは付けられません"),
            Self::Numbers(name) => {
                format!("{name}: 重みは有限の数、上限(most)は0以上の数で書いてください")
            }
            Self::TooHeavy(name) => {
                format!("{name}: 重みは-{HEAVIEST}〜{HEAVIEST}の数で書いてください")
            }
        }
    }
}

impl InWords for WeightsError {
    fn in_japanese(&self) -> String {
        format!("{}: {}", self.place(), self.reason.in_japanese())
    }
}

impl InWords for Likeness {
    fn in_japanese(&self) -> String {
        match self {
            Self::Same => "同一",
            Self::Image => "左右反転・先後反転",
            Self::Shifted => "平行移動",
            Self::OtherHand => "持駒違い",
            Self::ShiftedOtherHand => "平行移動・持駒違い",
            Self::OnePiece => "一枚違い",
            Self::SameLine => "同手順",
            Self::SameIdea => "同じ筋",
        }
        .to_owned()
    }
}
