//! Catalogs and sweeps: what is wrong in their files, and what they ask for.

use catalog::{CatalogError, CatalogReason, Family, FamilyError, Options};
use shogi::names::piece_char;
use words::say;

use crate::InWords;

impl InWords for FamilyError {
    fn in_japanese(&self) -> String {
        match self {
            Self::TooManyOfKind { kind, wanted } => format!(
                "{}が{wanted}枚あります(一組に{}枚)",
                piece_char(*kind, false),
                kind.total()
            ),
            Self::Empty => "駒が1枚もありません。詰めるには1枚は要ります".to_owned(),
            Self::TooMany(count) => {
                format!("合わせて{count}枚あります({}枚まで)", Family::MAX_PIECES)
            }
            Self::TooManyWithSliding(count) => format!(
                "合わせて{count}枚あります(飛・角・香を含む図式は{}枚まで)",
                Family::MAX_WITH_SLIDING
            ),
            Self::Code(text) => format!(
                "「{text}」は図式の符号ではありません。R B L G S N Pの順に、N4、G2P1、R1B1のように書いてください"
            ),
        }
    }
}

impl InWords for CatalogReason {
    fn in_japanese(&self) -> String {
        match self {
            Self::NoFile => "ファイルがありません".to_owned(),
            Self::NeitherFileNorCode(error) => {
                format!("ファイルがなく、{}", error.in_japanese())
            }
            Self::NeitherFileNorFamily(error) => {
                format!(
                    "ファイルがなく、図式にもなりません: {}",
                    error.in_japanese()
                )
            }
            Self::Denied => "読み取る権限がありません".to_owned(),
            Self::Unreadable(error) => format!("読めません: {}", error.in_japanese()),
            Self::TooLarge => "カタログにしては大きすぎます".to_owned(),
            Self::NotUtf8 => "UTF-8の文字ではありません".to_owned(),
            Self::EmptyFolder => "このフォルダにはカタログ(*.toml)がありません".to_owned(),
            Self::IsSweep => "図式ではなく、局面の集まりです".to_owned(),
            Self::IsFamily => "局面の集まりではなく、図式です".to_owned(),
            Self::Syntax(message) => words::reader(message),
            Self::EmptyName => "名前が空です".to_owned(),
            Self::ControlInName => "名前に改行か制御文字があります".to_owned(),
            Self::UnknownPiece(letter) => format!(
                "「{letter}」という駒はありません。R(飛)、B(角)、L(香)、G(金)、S(銀)、N(桂)、P(歩)で書いてください"
            ),
            Self::KingListed => "玉方の玉(K)は必ずあるので、書かないでください".to_owned(),
            Self::NoneOfKind => "0枚の駒は書かないでください".to_owned(),
            Self::Count(count) => format!("枚数が{count}になっています"),
            Self::Family(error) => error.in_japanese(),
            Self::Superfluous => {
                "余剰駒のある作品は挙げなくなりました。この行を消してください".to_owned()
            }
            Self::Length(plies) => {
                format!("手数が{plies}になっています。奇数で書いてください")
            }
            Self::PublishedLength(text) => format!("「{text}」は詰みの手数ではありません"),
            Self::FirstAndLast => "始めと終わりの2つを書いてください".to_owned(),
            Self::OffBoardFile(file) => format!("{file}筋はありません(1〜9)"),
            Self::EmptyFiles { first, last } => {
                format!("[{first}, {last}]は空です。小さい筋を先に書いてください")
            }
            Self::OffBoardRank(rank) => format!("「{rank}」という段はありません(a〜i)"),
            Self::EmptyRanks { first, last } => {
                format!("[{first:?}, {last:?}]は空です。上の段を先に書いてください")
            }
            Self::Time(seconds) => format!("秒数が{seconds}になっています"),
            Self::LongestBelowShortest { longest, shortest } => {
                format!("最長の{longest}手が、最短の{shortest}手より短くなっています")
            }
            Self::Side(text) => format!(
                "「{text}」は使えません。\"attacker\"(攻方)、\"defender\"(玉方)、\"both\"(両方)のどれかを書いてください"
            ),
            Self::BlockSize => "幅と高さを1〜9で書いてください".to_owned(),
            Self::BlockCounts => {
                "枚数はblockの大きさで決まるので、この行は書かないでください".to_owned()
            }
            Self::Unfillable => "このblockを駒でちょうど埋めることはできません".to_owned(),
            Self::Kinds(count) => format!("駒種の数が{count}になっています(1〜7)"),
            Self::LeastAndMost => "最小と最大の2つを書いてください".to_owned(),
            Self::EmptyRange { least, most } => {
                format!("[{least}, {most}]は空です。小さい数を先に書いてください")
            }
            Self::OpenPieces => {
                "駒の選び方が何百万通りもあります。[pieces]で駒を絞ってください".to_owned()
            }
            Self::TooManyPositions => "局面が多すぎて数えられません".to_owned(),
            Self::NoPieces => {
                "局面が1つもありません。[pieces]、[board]、[hand]の枚数が両立しません".to_owned()
            }
            Self::NoKing => {
                "局面が1つもありません。[king]の玉が[board]のblockやregionに入りません".to_owned()
            }
            Self::NoRoom => {
                "局面が1つもありません。盤上の駒が[board]のblockやregionに入りきりません".to_owned()
            }
        }
    }

    fn hint(&self) -> Option<String> {
        match self {
            Self::IsSweep => Some(say!("`gyakusan sweep` takes it")),
            Self::IsFamily => Some(say!("`gyakusan enumerate` takes it")),
            _ => None,
        }
    }
}

impl InWords for CatalogError {
    fn in_japanese(&self) -> String {
        format!("{}: {}", self.place(), self.reason.in_japanese())
    }

    fn hint(&self) -> Option<String> {
        self.reason.hint()
    }
}

impl InWords for Options {
    fn in_japanese(&self) -> String {
        kept_in_japanese(&self.to_string())
    }
}

/// Options as databases keep them, which is as [`Options`] writes them, in the language of this run.
pub fn kept_options(options: &str) -> String {
    match words::language() {
        words::Language::English => options.to_owned(),
        words::Language::Japanese => kept_in_japanese(options),
    }
}

fn kept_in_japanese(options: &str) -> String {
    let options = options.split("; ").map(|option| match option {
        "no defender pieces" => "玉方は玉のみ".to_owned(),
        "with superfluous pieces" => "余剰駒のある作品も含む".to_owned(),
        option => with_numbers(option).unwrap_or_else(|| option.to_owned()),
    });
    options.collect::<Vec<_>>().join("、")
}

fn with_numbers(option: &str) -> Option<String> {
    if let Some(rest) = option.strip_prefix("at most ") {
        let longest = rest.strip_suffix(" plies")?;
        return Some(format!("{longest}手まで"));
    }
    let (files, ranks) = option.strip_prefix("files ")?.split_once(", ranks ")?;
    Some(format!("{files}筋、{ranks}段"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use catalog::Region;

    #[test]
    fn every_option_is_said_in_japanese() {
        let narrow = Options {
            longest: Some(7),
            region: Region {
                files: (1, 5),
                ranks: (1, 5),
            },
            defender_pieces: false,
            superfluous: true,
        };
        assert_eq!(
            narrow.in_japanese(),
            "7手まで、1-5筋、a-e段、玉方は玉のみ、余剰駒のある作品も含む"
        );
        assert_eq!(Options::default().in_japanese(), "");
    }
}
