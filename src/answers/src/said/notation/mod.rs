//! Files of problems, and what people type.

mod csa;
mod files;
mod kif;

use notation::encoding::{NotText, Unencodable};
use notation::lines::NoLine;
use notation::names::hand_words;
use notation::open_line::OpenLineError;
use notation::record::{LineName, RecordFault};
use notation::typed::LineReason;
use notation::{Notice, Oddity};
use shogi::Foul;

use crate::InWords;

/// What is against the rules, for the end of a sentence.
fn because(why: Option<Foul>) -> String {
    why.map_or_else(String::new, |why| format!("({})", why.in_japanese()))
}

impl InWords for NotText {
    fn in_japanese(&self) -> String {
        format!(
            "行の{}バイト目が{}の文字ではありません",
            self.byte, self.encoding
        )
    }
}

impl InWords for Unencodable {
    fn in_japanese(&self) -> String {
        format!(
            "「{}」は{}では書けません。kifuかki2u(UTF-8)なら書けます",
            self.sign, self.encoding
        )
    }
}

impl InWords for NoLine {
    fn in_japanese(&self) -> String {
        match self {
            Self::NotText(byte) => format!("行の{byte}バイト目がUTF-8の文字ではありません"),
            Self::TooLong(most) => format!("行が{most}バイトより長くなっています"),
        }
    }
}

impl InWords for LineReason {
    fn in_japanese(&self) -> String {
        match self {
            Self::Usi(error) => error.in_japanese(),
            Self::Japanese(error) => error.in_japanese(),
            Self::NoSquare => "指し手は２四歩のように行き先の升から書いてください".to_owned(),
            Self::Illegal { text, why } => {
                format!("{text}は指せません({})", why.in_japanese())
            }
            Self::OtherSide(text) => format!("{text}: 手番が違います"),
            Self::NotOne => "一手ずつ入力してください".to_owned(),
        }
    }
}

impl InWords for OpenLineError {
    fn in_japanese(&self) -> String {
        match self {
            Self::Empty => "指し手がありません".to_owned(),
            Self::Even(plies) => {
                format!("指し手が{plies}手あります。攻方の手で始め、攻方の手で終えてください")
            }
            Self::Move { ply, text } => format!(
                "{ply}手目「{text}」を読めません。☗２三銀、☖同玉、2d2a+、G*1bのように書き、決めないところは?にしてください"
            ),
            Self::OtherSide { ply, text } => format!("{ply}手目「{text}」: 手番が違います"),
            Self::NothingBefore => {
                "初手に「同」とありますが、その前に指し手がありません".to_owned()
            }
        }
    }
}

impl InWords for Notice {
    fn in_japanese(&self) -> String {
        format!("{}行目: {}", self.line, self.what.in_japanese())
    }
}

impl InWords for Oddity {
    fn in_japanese(&self) -> String {
        match self {
            Self::Stops(0) => "指し手がありません".to_owned(),
            Self::Stops(plies) => {
                format!("棋譜が{plies}手目で終わっていて、終局の記載がありません")
            }
            Self::UnknownEnding(word) => {
                format!("終局の語「{word}」は未知ですが、そのまま残しました")
            }
            Self::PiecesMissing(hand) => format!(
                "玉方の持駒を書かれたとおりに読みました。駒不足: {}",
                hand_words(*hand)
            ),
            Self::Ambiguous(text) => {
                format!(
                    "{text}に当たる駒は動きからは一つに決まらないので、指せる手として読みました"
                )
            }
            Self::Number { expected, found } if expected == found => {
                format!("終局のあとに{found}手目があるので、変化として読みました")
            }
            Self::Number { expected, found } => {
                format!("{expected}手目のはずが{found}手目になっています")
            }
            Self::OtherFormat(format) => {
                format!("中身は{format}なので、{format}として読みました")
            }
            Self::NoKing => "盤上に玉がありません".to_owned(),
            Self::DefenderMoves => {
                "玉が手番の側にしかないので、手番の側を玉方としました".to_owned()
            }
            Self::Plies { told, played } => {
                format!("「まで{told}手」とありますが、指し手は{played}手です")
            }
            Self::LeftAside(text) => format!("読み飛ばしました: {text}"),
            Self::EarlierLine(ply) => {
                format!("直前の手順に{ply}手目がないので、それより前の手順の変化として読みました")
            }
            Self::OtherSide(text) => {
                format!("{text}は手番でない側の手と記されています")
            }
        }
    }
}

impl InWords for LineName {
    fn in_japanese(&self) -> String {
        match self {
            Self::Main => "作意".to_owned(),
            Self::Variation(index) => format!("変化{}", index + 1),
        }
    }
}

impl InWords for RecordFault {
    fn in_japanese(&self) -> String {
        match self {
            Self::Illegal { ply, mv, of, why } => format!(
                "{}の{ply}手目{mv}は指せません{}",
                of.in_japanese(),
                because(*why)
            ),
            Self::Misplaced(index) => {
                format!("変化{}が、もとの手順から分かれていません", index + 1)
            }
            Self::Empty(index) => format!("変化{}に手がありません", index + 1),
            Self::Comment { ply, of } => {
                let of = of.in_japanese();
                format!("{of}の{ply}手目に注釈がありますが、その手がありません")
            }
            Self::NoFoul { ply, mv, of } => format!(
                "{}の{ply}手目{mv}は反則の手として読めません。指せる手であるか、終局が反則勝ちでも反則負けでもありません",
                of.in_japanese()
            ),
            Self::Times(of) => format!(
                "{}の消費時間が順に並んでいないか、ない手に付いています",
                of.in_japanese()
            ),
        }
    }
}

/// What is said of a move behind the end of its line.
const AFTER_THE_END: &str = "手順の終わったあとに手があります";

/// That something else stands where `expected` should.
fn unexpected(expected: &str, found: &str) -> String {
    match found {
        "" => format!("{expected}がありません"),
        found => format!("{expected}が来るはずのところに「{found}」があります"),
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use notation::exchange::{FileError, Records};
    use notation::{Format, typed};
    use shogi::{HandReading, Position};

    use super::*;

    /// What is wrong with a file, or else what is odd about it.
    fn said(format: Format, text: &str) -> String {
        let input = Box::new(Cursor::new(text.as_bytes().to_vec()));
        let read = Records::read("x", input, Some(format), HandReading::Listed)
            .and_then(|records| records.collect::<Result<Vec<_>, FileError>>());
        match read {
            Ok(found) => {
                let notices = found.iter().flat_map(|is| &is.notices);
                notices.map(InWords::in_japanese).collect()
            }
            Err(error) => error.in_japanese(),
        }
    }

    #[test]
    fn what_is_wrong_with_files_is_said_in_japanese() {
        for (format, text, expected) in [
            (Format::Kifu, "", "x:1: ファイルが空です"),
            (
                Format::Kifu,
                "手合割：平手\n1 ７六歩(78)\n",
                "x:2: ７八に手番の側の歩がありません",
            ),
            (
                Format::Kifu,
                "手合割：平手\n1 ７六x\n",
                "x:2: 駒の名が来るはずのところに「x」があります",
            ),
            (
                Format::Kifu,
                "手合割：平手\n1 ７六歩(77)\n3 ３四歩(33)\n",
                "x:3: 2手目のはずが3手目になっています",
            ),
            (
                Format::Kifu,
                "手合割：平手\n手番：甲\n",
                "x:2: 手番「甲」が先手か後手か分かりません。「手番：先手」か「手番：後手」と書いてください",
            ),
            (
                Format::Ki2u,
                "手合割：平手\n▲７六合\n",
                "x:2: ７六合: 合駒の名がありません。１二歩合のように書いてください",
            ),
            (
                Format::Csa,
                "PI\n+\n+5545FU\n",
                "x:3: 「+5545FU」と動ける駒がありません。５五には何もありません",
            ),
            (
                Format::Csa,
                "PI\n+\n+3334FU\n",
                "x:3: 「+3334FU」と動ける駒がありません。３三にあるのは後手の歩です",
            ),
            (
                Format::Csa,
                "PI\nP+33KI\n+\n",
                "x:2: ３三に駒が二枚あります",
            ),
            (
                Format::Csv,
                "sfen,plies\n\"8k\n",
                "x:2: ここで始まる引用符が閉じていません",
            ),
            (
                Format::Jkf,
                r#"{"header":{},"initial":{"preset":"X"},"moves":[{}]}"#,
                "x:1: preset「X」からは局面が決まりません。決まった名を使うか、OTHERにしてdataを書いてください",
            ),
            (
                Format::Sfen,
                "8k/9/8P/9/9/9/9/9/9 b G 1\t1\tG*1c\n",
                "x:1: 1手目のG*1cは指せません(１三には駒があります)",
            ),
            (Format::Sfen, "\n", "x: 作品がありません"),
            (
                Format::Kifu,
                "手合割：平手\n1 ７六歩(77)\n",
                "2行目: 棋譜が1手目で終わっていて、終局の記載がありません",
            ),
        ] {
            assert_eq!(said(format, text), expected, "{text}");
        }
    }

    #[test]
    fn what_is_wrong_with_a_typed_move_is_said_in_japanese() {
        let start: Position = "8k/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1".parse().unwrap();
        for (text, expected) in [
            ("G*1c", "G*1cは指せません(１三には駒があります)"),
            ("☖１二金", "☖１二金: 手番が違います"),
            ("金", "指し手は２四歩のように行き先の升から書いてください"),
            ("１二角", "１二角は指せません(持駒に角がありません)"),
        ] {
            let (_, why) = typed::line(text, &start).unwrap_err();
            assert_eq!(why.in_japanese(), expected);
        }
    }

    #[test]
    fn what_a_format_cannot_hold_is_counted_in_japanese() {
        let lost = notation::exchange::Lost {
            variations: 2,
            comments: 1,
            ..Default::default()
        };
        assert_eq!(lost.in_japanese(), "変化 2、注釈 1");
        assert_eq!(lost.to_string(), "2 variations, 1 comment");
    }
}
