//! How a line ended (終局): the words of KIF, KI2 and CSA files for it.

use std::fmt;

use shogi::Color;

/// How a line ended. What is said of a side is said of the one to move, as KIF files have it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// 詰み
    Mate,
    /// 不詰
    NoMate,
    /// 投了
    Resigned,
    /// 中断
    Interrupted,
    /// 封じ手
    Sealed,
    /// 千日手
    Repetition,
    /// 持将棋
    Impasse,
    /// 引き分け
    Draw,
    /// 最大手数
    MoveLimit,
    /// 入玉勝ち
    EnteringKing,
    /// トライ
    Try,
    /// 切れ負け
    OutOfTime,
    /// 反則勝ち: the move before was a foul
    WonByFoul,
    /// 反則負け
    LostByFoul,
    /// 不戦勝
    WonByDefault,
    /// 不戦敗
    LostByDefault,
    /// 待った
    TakenBack,
    /// エラー
    Error,
    /// A word that is none of these, as the file has it.
    Other(String),
}

/// What an ending is called.
struct Names {
    ending: Ending,
    /// In KIF files.
    word: &'static str,
    /// By other programs, or in other files.
    others: &'static [&'static str],
    /// Behind `%` in CSA files, if there is a word.
    csa: &'static str,
}

const fn names(
    ending: Ending,
    word: &'static str,
    others: &'static [&'static str],
    csa: &'static str,
) -> Names {
    Names {
        ending,
        word,
        others,
        csa,
    }
}

/// All that have names.
static NAMES: &[Names] = &[
    names(
        Ending::Mate,
        "詰み",
        &["詰", "詰め", "つみ", "詰上り", "詰め上がり"],
        "TSUMI",
    ),
    names(Ending::NoMate, "不詰", &["不詰み"], "FUZUMI"),
    names(Ending::Resigned, "投了", &[], "TORYO"),
    names(Ending::Interrupted, "中断", &[], "CHUDAN"),
    names(Ending::Sealed, "封じ手", &["封手"], ""),
    names(Ending::Repetition, "千日手", &[], "SENNICHITE"),
    names(Ending::Impasse, "持将棋", &[], "JISHOGI"),
    names(
        Ending::Draw,
        "引き分け",
        &["引分け", "引分", "引き分け宣言"],
        "HIKIWAKE",
    ),
    names(
        Ending::MoveLimit,
        "最大手数",
        &["手数制限", "最大手数到達", "最大手数超過"],
        "MAX_MOVES",
    ),
    names(
        Ending::EnteringKing,
        "入玉勝ち",
        &["入玉", "入玉宣言", "入玉宣言勝ち", "宣言勝ち", "勝ち宣言"],
        "KACHI",
    ),
    names(Ending::Try, "トライ", &["トライ勝ち", "トライルール"], ""),
    names(
        Ending::OutOfTime,
        "切れ負け",
        &["時間切れ", "時間切れ負け", "時間切れにより負け", "Time-up"],
        "TIME_UP",
    ),
    names(Ending::WonByFoul, "反則勝ち", &["反則勝"], ""),
    names(
        Ending::LostByFoul,
        "反則負け",
        &["反則負", "反則"],
        "ILLEGAL_MOVE",
    ),
    names(Ending::WonByDefault, "不戦勝", &["不戦勝ち"], ""),
    names(Ending::LostByDefault, "不戦敗", &["不戦負け"], ""),
    names(Ending::TakenBack, "待った", &["まった"], "MATTA"),
    names(Ending::Error, "エラー", &[], "ERROR"),
];

impl Ending {
    /// Those that are no other word, each once.
    pub fn all() -> impl Iterator<Item = Self> {
        NAMES.iter().map(|names| names.ending.clone())
    }

    fn names(&self) -> Option<&'static Names> {
        NAMES.iter().find(|names| names.ending == *self)
    }

    /// The word that KIF files have for it.
    pub fn word(&self) -> &str {
        match self {
            Self::Other(word) => word,
            known => known.names().map_or("", |names| names.word),
        }
    }

    /// The ending of a word, however programs spell it; a word that is none is [`Ending::Other`].
    pub fn of_word(word: &str) -> Self {
        let is_it = |names: &&Names| names.word == word || names.others.contains(&word);
        match NAMES.iter().find(is_it) {
            Some(names) => names.ending.clone(),
            None => Self::Other(word.split_whitespace().collect::<Vec<_>>().join(" ")),
        }
    }

    /// The ending of a word behind the moves of a USI engine.
    pub fn of_usi(word: &str) -> Option<Self> {
        Some(match word {
            "resign" => Self::Resigned,
            "rep_draw" => Self::Repetition,
            "draw" => Self::Draw,
            "timeout" => Self::OutOfTime,
            "break" => Self::Interrupted,
            "win" => Self::EnteringKing,
            _ => return None,
        })
    }

    /// The same, where a word that names no side says that a foul ended the line: it was the move before if that was one
    /// (`is_behind_foul`), and else one of the side to move.
    pub fn of_foul_move(self, is_behind_foul: bool) -> Self {
        match self {
            Self::Other(word) if word == "反則手" => match is_behind_foul {
                true => Self::WonByFoul,
                false => Self::LostByFoul,
            },
            other => other,
        }
    }

    /// Whether the move before it may have been against the rules.
    pub const fn is_foul(&self) -> bool {
        matches!(self, Self::WonByFoul | Self::LostByFoul)
    }

    /// The same with the sides exchanged, where it says something of them.
    fn of_the_other_side(self) -> Self {
        match self {
            Self::WonByFoul => Self::LostByFoul,
            Self::LostByFoul => Self::WonByFoul,
            Self::WonByDefault => Self::LostByDefault,
            Self::LostByDefault => Self::WonByDefault,
            other => other,
        }
    }

    /// The ending of a word behind `%` in a CSA file, `side` being to move.
    pub fn of_csa(word: &str, side: Color) -> Self {
        let guilty = match word.strip_suffix("ILLEGAL_ACTION") {
            Some("+") => Some(Color::Black),
            Some("-") => Some(Color::White),
            _ => None,
        };
        match guilty {
            Some(guilty) if guilty == side => return Self::LostByFoul,
            Some(_) => return Self::WonByFoul,
            None => {}
        }
        match NAMES
            .iter()
            .find(|names| !names.csa.is_empty() && names.csa == word)
        {
            Some(names) => names.ending.clone(),
            None => Self::Other(word.to_owned()),
        }
    }

    /// The word of CSA files, `side` being to move; `None` if they have none for it.
    pub fn csa_word(&self, side: Color) -> Option<String> {
        match self {
            Self::WonByFoul => Some(match side {
                Color::Black => "-ILLEGAL_ACTION".to_owned(),
                Color::White => "+ILLEGAL_ACTION".to_owned(),
            }),
            Self::Other(word) => {
                let is_sign = |sign: u8| sign.is_ascii_uppercase() || b"+-_".contains(&sign);
                (!word.is_empty() && word.bytes().all(is_sign)).then(|| word.to_owned())
            }
            known => {
                let names = known.names().filter(|names| !names.csa.is_empty());
                names.map(|names| names.csa.to_owned())
            }
        }
    }

    /// How a line like `まで7手で詰み` says that it ended, `side` being to move; `None` if it says no more than that.
    /// Where a side wins and nothing else is said, the other one has resigned.
    pub fn of_until(line: &str, side: Color) -> Option<Self> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let text = words.join(" ");
        let text = text.strip_prefix("まで").unwrap_or(&text);
        let text = text.trim_start_matches(['、', ',', ' ']);
        let is_of_a_number =
            |sign: char| sign.is_numeric() || "〇一二三四五六七八九十百".contains(sign);
        let behind = text.trim_start_matches(is_of_a_number);
        let text = match behind.trim_start().strip_prefix('手') {
            Some(rest) if behind.len() < text.len() => rest.trim_start(),
            _ => text,
        };
        let text = ["にて", "で"]
            .iter()
            .find_map(|word| text.strip_prefix(word))
            .unwrap_or(text)
            .trim_start();
        if matches!(text, "" | "。" | ".") {
            return None;
        }
        // A dot at the end is one of the sentence, unless there is no such word.
        match Self::of_clause(text.trim_end_matches(['。', '.']), side) {
            Self::Other(_) => Some(Self::Other(text.to_owned())),
            known => Some(known),
        }
    }

    /// What `先手の勝ち` or `詰み` says, `side` being to move.
    fn of_clause(text: &str, side: Color) -> Self {
        if let Some(rest) = text.strip_prefix("時間切れ") {
            // A side is out of time in its own turn.
            let name = |color| Self::names_of(color).into_iter();
            let won = name(side).any(|own| rest.ends_with(&format!("{own}の勝ち")));
            let lost = name(side.flip()).any(|other| rest.ends_with(&format!("{other}の負け")));
            return match won || lost {
                true => Self::Other(text.to_owned()),
                false => Self::OutOfTime,
            };
        }
        // `反則により先手の勝ち`: the one who lost did it.
        if let Some(rest) = ["反則により", "反則で", "反則にて"]
            .iter()
            .find_map(|word| text.strip_prefix(word))
        {
            let says = |color, what| {
                Self::names_of(color).iter().any(|name| {
                    [format!("{name}の{what}"), format!("{name}{what}")].contains(&rest.to_owned())
                })
            };
            if says(side, "勝ち") || says(side.flip(), "負け") {
                return Self::WonByFoul;
            }
            if says(side, "負け") || says(side.flip(), "勝ち") {
                return Self::LostByFoul;
            }
        }
        let (of, what) = match text.split_once('の') {
            Some((name, what)) if Self::names_of(Color::Black).contains(&name) => {
                (Some(Color::Black), what)
            }
            Some((name, what)) if Self::names_of(Color::White).contains(&name) => {
                (Some(Color::White), what)
            }
            _ => (None, text),
        };
        let is_other_side = of.is_some_and(|of| of != side);
        match Self::of_word(what) {
            Self::Other(word) if matches!(word.as_str(), "勝ち" | "勝") && is_other_side => {
                Self::Resigned
            }
            known if is_other_side => match known.clone().of_the_other_side() {
                // What it cannot be the one to move who did is kept with the name of who did.
                same if same == known => Self::Other(text.to_owned()),
                other => other,
            },
            Self::Other(_) => Self::Other(text.to_owned()),
            known => known,
        }
    }

    /// What a side is called.
    const fn names_of(side: Color) -> [&'static str; 2] {
        match side {
            Color::Black => ["先手", "下手"],
            Color::White => ["後手", "上手"],
        }
    }

    /// A line like `まで7手で詰み`, without a break, `side` being to move. A side is named where other programs name it.
    pub fn until(&self, plies: usize, side: Color) -> String {
        let name = |color| match color {
            Color::Black => "先手",
            Color::White => "後手",
        };
        let end = match self {
            Self::Resigned => format!("{}の勝ち", name(side.flip())),
            Self::OutOfTime => format!("時間切れにより{}の勝ち", name(side.flip())),
            Self::EnteringKing | Self::WonByFoul | Self::LostByFoul => {
                format!("{}の{}", name(side), self.word())
            }
            _ => self.word().to_owned(),
        };
        format!("まで{plies}手で{end}")
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ending_is_read_as_it_is_written() {
        for side in [Color::Black, Color::White] {
            for ending in Ending::all().chain([Ending::Other("ほげ".to_owned())]) {
                assert_eq!(Ending::of_word(ending.word()), ending);
                let until = ending.until(7, side);
                assert_eq!(
                    Ending::of_until(&until, side),
                    Some(ending.clone()),
                    "{until}"
                );
                if let Some(word) = ending.csa_word(side) {
                    assert_eq!(Ending::of_csa(&word, side), ending, "{word}");
                }
            }
        }
    }

    #[test]
    fn every_spelling_is_one_ending() {
        for names in NAMES {
            for word in names.others {
                assert_eq!(Ending::of_word(word), names.ending, "{word}");
            }
        }
        assert_eq!(
            Ending::of_csa("FOO", Color::Black),
            Ending::Other("FOO".to_owned())
        );
        assert_eq!(
            Ending::Other("FOO".to_owned())
                .csa_word(Color::White)
                .as_deref(),
            Some("FOO")
        );
        for word in ["ほげ", "", "foo", "%FOO"] {
            assert_eq!(Ending::Other(word.to_owned()).csa_word(Color::White), None);
        }
    }

    #[test]
    fn the_pages_list_every_spelling() {
        for page in ["docs/formats.md", "docs/ja/formats.md"] {
            let path = format!("{}/../../{page}", env!("CARGO_MANIFEST_DIR"));
            let page = std::fs::read_to_string(path).unwrap();
            for Names {
                word, others, csa, ..
            } in NAMES
            {
                let begins = format!("| {word}");
                let row = page.lines().find(|line| line.starts_with(&begins));
                let row = row.unwrap_or_else(|| panic!("no row begins with: {begins}"));
                let others = others.join("、");
                assert!(row.contains(&others) && row.contains(csa), "{row}");
            }
        }
    }

    #[test]
    fn the_last_line_is_read_however_it_is_said() {
        let other = |text: &str| Some(Ending::Other(text.to_owned()));
        for (line, ending) in [
            ("まで7手で詰み", Some(Ending::Mate)),
            ("まで７手詰", Some(Ending::Mate)),
            ("まで、17手で 詰", Some(Ending::Mate)),
            ("まで百手", None),
            ("まで、一手詰め", Some(Ending::Mate)),
            ("まで二十三手にて詰", Some(Ending::Mate)),
            ("まで7手", None),
            ("まで", None),
            ("まで31手にて中断", Some(Ending::Interrupted)),
            ("まで31手で持将棋。", Some(Ending::Impasse)),
            // Black is to move.
            ("まで80手で後手の勝ち", Some(Ending::Resigned)),
            ("まで80手で先手の勝ち", other("先手の勝ち")),
            (
                "まで80手で時間切れにより後手の勝ち",
                Some(Ending::OutOfTime),
            ),
            ("まで80手で先手の反則負け", Some(Ending::LostByFoul)),
            ("まで80手で後手の反則負け", Some(Ending::WonByFoul)),
            ("まで80手で反則勝ち", Some(Ending::WonByFoul)),
            ("まで80手で下手の入玉勝ち", Some(Ending::EnteringKing)),
            ("まで80手でほげ", other("ほげ")),
            ("まで80手でほ げ。", other("ほ げ。")),
            ("まで80手で後手の入玉勝ち", other("後手の入玉勝ち")),
            (
                "まで80手で時間切れにより先手の勝ち",
                other("時間切れにより先手の勝ち"),
            ),
            (
                "まで80手で時間切れにより後手の負け",
                other("時間切れにより後手の負け"),
            ),
            ("まで 80 手 で 時間切れ。", Some(Ending::OutOfTime)),
            ("まで80手で反則により先手の勝ち", Some(Ending::WonByFoul)),
            ("まで80手で反則により後手の勝ち", Some(Ending::LostByFoul)),
            ("まで80手で反則により上手の負け", Some(Ending::WonByFoul)),
            ("まで80手で反則により", other("反則により")),
            ("まで１２foo", other("１２foo")),
        ] {
            assert_eq!(Ending::of_until(line, Color::Black), ending, "{line}");
        }
    }
}
