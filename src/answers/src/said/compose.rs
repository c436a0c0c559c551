//! What a composer asks for and why it cannot be, what changes of a problem are, and what became of candidates.

use compose::Category;
use compose::ask::{AskError, ColumnReason, WordError};
use compose::change::Change;
use compose::conditions::pieces::Counted;
use compose::conditions::{Contradiction, RegionsApart, Room};
use compose::counts::Row;
use compose::families::{Family, FamilyError};
use compose::generate::UnknownOrigin;
use compose::points::{BadPoints, PointsReason};
use compose::polish::Taken;
use compose::setting::Contradictory;
use compose::smoke::BadRecord;
use features::registry;
use shogi::names::{move_name, piece_char, square_name};
use shogi::{Color, Piece, Square};
use words::say;

use crate::InWords;

/// A piece with its side: ☗龍.
fn piece_name(piece: Piece) -> String {
    let side = match piece.color {
        Color::Black => '☗',
        Color::White => '☖',
    };
    format!("{side}{}", move_name(piece.kind, piece.promoted))
}

/// A column by its Japanese term.
fn term(column: &'static str) -> &'static str {
    registry::place(column).map_or(column, |place| registry::at(place).term)
}

/// A column as an option.
fn option(column: &str) -> String {
    format!("--{}", column.replace('_', "-"))
}

impl InWords for Counted {
    fn in_japanese(&self) -> String {
        match *self {
            Self::Kind(kind) => piece_char(kind, false).to_string(),
            Self::OnBoard(piece) => format!("盤上の{}", piece_name(piece)),
            Self::InHand(kind) => format!("持駒の{}", piece_char(kind, false)),
            Self::Side(Color::Black) => "攻方の盤上の駒".to_owned(),
            Self::Side(Color::White) => "玉方の盤上の駒".to_owned(),
        }
    }
}

impl InWords for Room {
    fn in_japanese(&self) -> String {
        match self {
            Self::Board => "盤上の駒",
            Self::Hand => "持駒",
            Self::Both => "盤上の駒と持駒",
        }
        .to_owned()
    }
}

impl InWords for Contradiction {
    fn in_japanese(&self) -> String {
        match *self {
            Self::SquareTwice(square) => format!("{}が2度指定されています", square_name(square)),
            Self::SeveralKings => "玉が2つ以上の升に指定されています".to_owned(),
            Self::KingElsewhere(square) => {
                format!("玉が{}とほかの升に指定されています", square_name(square))
            }
            Self::KingOutside => "玉の升が範囲の外です".to_owned(),
            Self::DeadEnd(square) => {
                format!("{}の駒は行き所のない駒です", square_name(square))
            }
            Self::Nifu(file) => format!("{file}筋が二歩です"),
            Self::NoNumber(room) => {
                format!("{}の枚数の範囲に整数がありません", room.in_japanese())
            }
            Self::NoLength => "手数の範囲に奇数がありません".to_owned(),
            Self::Promoted { least, most } => {
                format!("盤上の成駒が{least}枚以上必要ですが、{most}枚までです")
            }
            Self::OutsideRegion(square) => format!("{}の駒が範囲の外です", square_name(square)),
            Self::Bare => "攻方の盤上の駒が、なしと1枚以上の両方になっています".to_owned(),
            Self::Count { what, least, most } => {
                let what = what.in_japanese();
                format!("{what}が{least}枚以上必要ですが、{most}枚までです")
            }
            Self::Given { what, count, most } => {
                let what = what.in_japanese();
                format!("指定した升に{what}が{count}枚ありますが、{most}枚までです")
            }
            Self::KindsGiven => "一色図式ですが、指定した升に2種以上の駒があります".to_owned(),
            Self::Kinds => "一色図式ですが、2種以上の駒を求めています".to_owned(),
            Self::Pieces { room, least, most } => {
                let room = room.in_japanese();
                format!("{room}が{least}枚以上必要ですが、{most}枚までです")
            }
            Self::ColumnTwice(column) => {
                format!("{}の範囲が2つあり、両方に合う数がありません", term(column))
            }
            Self::Flaw(column) => format!("{}: 残すのは駒余りのない完全作だけです", term(column)),
            Self::Virtue(column) => format!("{}: 残すのは完全作だけです", term(column)),
            Self::Exclude(one, other) => format!("{}と{}は両立しません", term(one), term(other)),
            Self::Part {
                part,
                least,
                whole,
                most,
            } => format!(
                "{}が{least}以上なら、{}は{most}以下になりません",
                term(part),
                term(whole)
            ),
        }
    }

    fn hint(&self) -> Option<String> {
        let options: Vec<String> = self.columns().into_iter().map(option).collect();
        match &options[..] {
            [option] => Some(say!("change {option}", option)),
            [one, other] => Some(say!("change {one} or {other}", one, other)),
            _ => None,
        }
    }
}

impl InWords for RegionsApart {
    fn in_japanese(&self) -> String {
        "範囲に共通の升がありません".to_owned()
    }
}

/// What it is.
impl InWords for Family {
    fn in_japanese(&self) -> String {
        match self {
            Self::Jissen => "玉方の香が１一、桂が２一にある",
            Self::Kanso => "全駒が隅の4×4に収まる(kanso:5は5×5)",
            Self::Isshoku => "どれか一種類だけ(isshoku:Sは銀)",
            Self::Kin => "金だけ",
            Self::Gin => "銀だけ",
            Self::Kei => "桂だけ",
            Self::Fu => "歩だけ",
            Self::KinGin => "金と銀だけ",
            Self::HishaKaku => "飛と角だけ",
            Self::Kogoma => "飛・角がない",
            Self::Mushikake => "盤上に攻方の駒がない",
            Self::Mubobi => "盤上の玉方の駒は玉だけ",
            Self::Hadaka => "盤上は玉だけ",
            Self::Miyako => "５五で詰む",
            Self::Settsuin => "隅で詰む",
        }
        .to_owned()
    }
}

impl InWords for FamilyError {
    fn in_japanese(&self) -> String {
        match self {
            Self::NoName => "名前を書いてください".to_owned(),
            Self::Unknown(name) => {
                let names = Family::ALL.map(Family::name).join("、");
                format!("「{name}」という図式はありません。{names}のどれかを書いてください")
            }
            Self::NoParameter(family) => format!("{}に値は付きません", family.name()),
            Self::NotAKind(text) => format!("{text}: R B G S N L Pの1字を書いてください"),
            Self::NotASize(text) => format!("{text}: 2〜8の数を書いてください"),
            Self::Occupied {
                family,
                piece,
                square,
            } => format!(
                "{}では{}に{}がありますが、ほかの指定があります",
                family.ja(),
                square_name(*square),
                piece_name(*piece)
            ),
            Self::Apart(error) => error.in_japanese(),
        }
    }
}

impl InWords for ColumnReason {
    fn in_japanese(&self) -> String {
        match self {
            Self::Words => "文字の列なので、条件にできません",
            Self::Unknown => "検討しただけでは分からない列なので、条件にできません",
            Self::Short => "残すのは五手詰以上だけです",
        }
        .to_owned()
    }

    fn hint(&self) -> Option<String> {
        match self {
            Self::Unknown => Some(say!("`gyakusan search` can ask for it afterwards")),
            Self::Words | Self::Short => None,
        }
    }
}

impl InWords for AskError {
    fn in_japanese(&self) -> String {
        match self {
            Self::Family(why) => format!("図式: {}", why.in_japanese()),
            Self::Column { column, why } => format!("{}: {}", term(column), why.in_japanese()),
            Self::Nothing(why) => {
                format!("条件に合う作品はありえません。{}", why.in_japanese())
            }
        }
    }

    fn hint(&self) -> Option<String> {
        match self {
            Self::Family(why) => why.hint(),
            Self::Column { why, .. } => why.hint(),
            Self::Nothing(why) => why.hint(),
        }
    }
}

impl InWords for WordError {
    fn in_japanese(&self) -> String {
        match self {
            Self::Kinds => "駒をR B G S N L Pの字で書いてください".to_owned(),
            Self::Region => "1a-5eのように2つの隅を書いてください".to_owned(),
            Self::NoCounts => "駒と枚数を書いてください".to_owned(),
            Self::Count(word) => {
                format!("「{word}」: 駒と、2、1..、..3のような枚数を書いてください")
            }
            Self::Twice { word, letters } => format!("「{word}」: {letters}が2度あります"),
        }
    }
}

impl InWords for Contradictory {
    fn in_japanese(&self) -> String {
        match self {
            Self::Twice(square) => {
                format!("{}に2つのものが指定されています", square_name(*square))
            }
            Self::TwoKings(one, other) => format!(
                "玉が{}と{}に指定されています",
                square_name(*one),
                square_name(*other)
            ),
            Self::NoPlace { piece, square } => format!(
                "{}は{}に置けません(行き所のない駒)",
                piece_name(*piece),
                square_name(*square)
            ),
        }
    }
}

impl InWords for UnknownOrigin {
    fn in_japanese(&self) -> String {
        "sample、uniform、mutate、backwardsのどれかを書いてください".to_owned()
    }
}

impl InWords for PointsReason {
    fn in_japanese(&self) -> String {
        match self {
            Self::Syntax(message) => words::reader(message),
            Self::NotFinite(key) => format!("「{key}」: ポイントは有限の数で書いてください"),
            Self::NotAKind(key) => format!("「{key}」: R B G S N L Pの1字を書いてください"),
            Self::NotAPiece(key) => {
                format!("「{key}」: G、+rのような駒か、空き升を表す-を書いてください")
            }
            Self::NotAPlace(key) => format!("「{key}」: 1,-2のように筋と段を書いてください"),
        }
    }
}

impl InWords for BadPoints {
    fn in_japanese(&self) -> String {
        format!("{}: {}", self.line, self.why.in_japanese())
    }
}

impl InWords for Change {
    fn in_japanese(&self) -> String {
        let old = |at: Option<Square>, piece: Piece| match at {
            Some(at) => format!("{}{}", square_name(at), piece_name(piece)),
            None => format!("持駒の{}", piece_char(piece.kind, piece.promoted)),
        };
        match *self {
            Self::Removed { piece, from } => format!("{}を除く", old(from, piece)),
            Self::Exchanged { piece, by, at } => {
                format!("{}を{}に", old(at, piece), piece_name(by))
            }
            Self::Moved { piece, from, to } => {
                format!("{}を{}へ", old(Some(from), piece), square_name(to))
            }
            Self::Added { piece, to } => format!("{}を追加", old(to, piece)),
        }
    }
}

impl InWords for Taken {
    fn in_japanese(&self) -> String {
        match *self {
            Self::FromBoard(piece, square) => {
                format!(
                    "{}{}",
                    square_name(square),
                    piece_char(piece.kind, piece.promoted)
                )
            }
            Self::FromHand(kind) => format!("持駒の{}", piece_char(kind, false)),
        }
    }
}

impl InWords for Row {
    fn in_japanese(&self) -> String {
        match self {
            Self::Of(Category::Misplaced) => "配置不能",
            Self::Of(Category::Outside) => "枚数の条件に合わない",
            Self::Of(Category::OutOfBand) => "ポイントが範囲外",
            Self::Of(Category::OutOfNodes) => "局面数不足",
            Self::Of(Category::NoMate) => "不詰",
            Self::Of(Category::Leftover) => "駒余り",
            Self::Of(Category::Short) => "三手以下",
            Self::FiveOrMore => "五手以上",
            Self::Of(Category::Cooked) => "余詰",
            Self::Of(Category::Undecided) => "未確定",
            Self::Of(Category::Copy) => "既知の手順(未検討)",
            Self::Complete => "完全作",
            Self::Of(Category::Unwanted) => "条件に合わない",
            Self::Of(Category::Known) => "既知",
            Self::Of(Category::Near) => "既知の筋",
            Self::Of(Category::Kept) => "採用",
        }
        .to_owned()
    }
}

impl InWords for BadRecord {
    fn in_japanese(&self) -> String {
        match self {
            Self::Title => "煙詰の記録ではありません".to_owned(),
            Self::Options => "2行目: 設定が読めません".to_owned(),
            Self::Line(line) => format!("{line}行目: 段階の作品ではありません"),
            Self::Changed => {
                "書き出した後に内容が変わっています。初めからやり直すには、このファイルを削除してください".to_owned()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shogi::Kind;
    use words::{Language, in_language};

    #[test]
    fn contradictions_of_columns_name_their_options() {
        let part = Contradiction::Part {
            part: "drop_sacrifices",
            least: 3.0,
            whole: "plies",
            most: 5.0,
        };
        assert_eq!(part.hint().unwrap(), "change --drop-sacrifices or --plies");
        assert_eq!(
            part.in_japanese(),
            "打捨てが3以上なら、手数は5以下になりません"
        );
        assert_eq!(
            in_language(Language::Japanese, || part.hint().unwrap()),
            "--drop-sacrifices か --plies を見直してください"
        );
    }

    #[test]
    fn changes_are_said_with_their_squares() {
        let gold = Piece::plain(Color::Black, Kind::Gold);
        let [from, to] = [(9, 1), (2, 3)].map(|(file, rank)| Square::new(file, rank).unwrap());
        for (change, english, japanese) in [
            (
                Change::Removed {
                    piece: gold,
                    from: Some(from),
                },
                "G9a away",
                "９一☗金を除く",
            ),
            (
                Change::Removed {
                    piece: gold,
                    from: None,
                },
                "G* away",
                "持駒の金を除く",
            ),
            (
                Change::Moved {
                    piece: gold,
                    from,
                    to,
                },
                "G9a to 2c",
                "９一☗金を２三へ",
            ),
        ] {
            assert_eq!(change.to_string(), english);
            assert_eq!(change.in_japanese(), japanese);
        }
    }
}
