//! What is wrong with a query about lines.

use ask::query::{MOST_NAMES, MOST_REPEATS};
use ask::range::LARGEST;
use ask::{AskError, AskReason, Expected};

use crate::InWords;

impl InWords for AskError {
    fn in_japanese(&self) -> String {
        format!("{}文字目: {}", self.at, self.reason.in_japanese())
    }
}

impl InWords for AskReason {
    fn in_japanese(&self) -> String {
        match self {
            Self::Unknown { word, like } => {
                let unknown = format!("「{word}」という語はありません");
                match like {
                    Some(like) => format!("{unknown}。「{like}」ではありませんか"),
                    None => unknown,
                }
            }
            Self::Sign(sign) => format!("「{sign}」はここでは使えません"),
            Self::Expected(what) => what.in_japanese(),
            Self::NoValue(word) => format!("「{word}」に値は付けられません"),
            Self::OfPosition(word) => {
                format!("「{word}」は局面についての語です。[ ]の中に書いてください")
            }
            Self::OfMove(word) => {
                format!("「{word}」は手についての語です。[ ]の中には書けません")
            }
            Self::OfTries(word) => {
                format!("「{word}」は紛れについての語です。指された手についての問いには書けません")
            }
            Self::NoTries => {
                "紛れについて何も書かれていません。王手の後に「詰まず」か「詰む」を書いてください"
                    .to_owned()
            }
            Self::LooksAhead(word) => format!(
                "「{word}」は後の手についての語です。紛れは王手か、「詰まず」に続く応手までです"
            ),
            Self::Compares(word) => format!(
                "「{word}」は並べた王手の最初のものと比べる語です。「、」の後に書いてください"
            ),
            Self::EmptyRange => {
                "この範囲に入る数はありません。小さい数を先に書いてください".to_owned()
            }
            Self::TooLarge => format!("数が大きすぎます。{LARGEST}までの数で書いてください"),
            Self::Open => "この括弧が閉じられていません".to_owned(),
            Self::Close => "この括弧に対応する開き括弧がありません".to_owned(),
            Self::OtherSide(attacker) => {
                let (mover, other) = match attacker {
                    true => ("攻方", "玉方"),
                    false => ("玉方", "攻方"),
                };
                format!(
                    "{mover}の手ですが、駒は{other}のものです。大文字は攻方、小文字は玉方の駒です"
                )
            }
            Self::TwoSorts(name) => format!("${name}が駒にも升にも使われています"),
            Self::UsedOnce(name) => {
                format!("${name}は一度しか使われていません。二か所以上で使ってください")
            }
            Self::Names => format!("名前は{MOST_NAMES}つまでです"),
            Self::Deep => "括弧の入れ子が深すぎます".to_owned(),
            Self::Repeats => {
                format!("繰り返しの入れ子が深すぎます。{MOST_REPEATS}重までにしてください")
            }
        }
    }
}

impl InWords for Expected {
    fn in_japanese(&self) -> String {
        match self {
            Self::Element => "手(打 飛など)、間隔(..など)、括弧のどれかを書いてください".to_owned(),
            Self::Separator => "「;」「|」「&」のどれかで区切ってください".to_owned(),
            Self::Pieces => "駒を飛、☖銀、R/+Bのように書いてください".to_owned(),
            Self::Squares => "升を２二、１一-３三、玉、直前、$xのように書いてください".to_owned(),
            Self::Range => "範囲を3、2..、..5、7..11のように書いてください".to_owned(),
            Self::Name => "名前を$xのように書いてください".to_owned(),
            Self::Offset => "左と下へのずれを(0,1)のように書いてください".to_owned(),
            Self::Bracket => "「(」を書いてください".to_owned(),
            Self::Fact => {
                "局面の条件を2二=玉、金>１二、持駒=歩のように書くか、「]」で閉じてください"
                    .to_owned()
            }
            Self::Standing => "「=」に続けて駒(飛、R/Bなど)か「空き升」を書いてください".to_owned(),
            Self::Guarded => "「>」に続けて升を２二、玉(0,1)のように書いてください".to_owned(),
            Self::Ending => "「詰まず」か「詰む」を書いてください".to_owned(),
            Self::Held => {
                "枚数(0、2..など)か、持駒になる駒(歩、G/Sなど)を書いてください".to_owned()
            }
        }
    }
}
