//! The words of the language, each in English and Japanese.

use super::query::{Flag, Number, Place, State, Tally};

/// A word of the language.
#[derive(Clone, Copy, Debug)]
pub struct Word {
    /// In English.
    pub en: &'static str,
    /// In Japanese, the usual one first.
    pub ja: &'static [&'static str],
    /// What it means.
    pub means: Meaning,
}

/// What a word means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// A property of a move.
    Flag(Flag),
    /// A property; with a value, that the moving piece is one of these.
    FlagOfPieces(Flag),
    /// The moving piece after the move.
    After,
    /// The piece with a name.
    Piece,
    /// Squares of the move.
    Place(Place),
    /// A number of the move.
    Number(Number),
    /// Short for other words.
    Short(&'static str),
    /// Any move.
    Any,
    /// Both.
    And,
    /// Either.
    Or,
    /// Not.
    Not,
    /// How often.
    Count,
    /// The square that the move before went to.
    Previous,
    /// A property of a position.
    State(State),
    /// A number of a position.
    Tally(Tally),
    /// No piece.
    Empty,
    /// Pieces that may not leave their place.
    Pinned,
    /// That a check mates.
    Mates,
    /// That it does not.
    Fails,
    /// That a single reply saves the king.
    Only,
    /// That the piece of the move before goes to another square.
    Elsewhere,
}

const fn word(en: &'static str, ja: &'static [&'static str], means: Meaning) -> Word {
    Word { en, ja, means }
}

use Meaning::{FlagOfPieces, Short};

/// All words.
pub const WORDS: &[Word] = &[
    word("attack", &["攻方"], Meaning::Flag(Flag::Attack)),
    word(
        "reply",
        &["玉方", "受方", "応手"],
        Meaning::Flag(Flag::Reply),
    ),
    word("drop", &["打", "打つ"], FlagOfPieces(Flag::Drop)),
    word("move", &["移動", "動"], FlagOfPieces(Flag::Move)),
    word("promote", &["成", "成る"], FlagOfPieces(Flag::Promote)),
    word("unpromote", &["不成", "生"], FlagOfPieces(Flag::Unpromote)),
    word("capture", &["取", "取る"], Meaning::Flag(Flag::Capture)),
    word("same", &["同"], FlagOfPieces(Flag::Same)),
    word("direct", &["直接王手"], Meaning::Flag(Flag::Direct)),
    word(
        "discovered",
        &["空き王手", "開き王手"],
        Meaning::Flag(Flag::Discovered),
    ),
    word("double", &["両王手"], Meaning::Flag(Flag::Double)),
    word(
        "sacrifice",
        &["捨駒", "捨て駒", "捨て"],
        FlagOfPieces(Flag::Sacrifice),
    ),
    word("taken", &["取られる"], Meaning::Flag(Flag::Taken)),
    word(
        "interpose",
        &["合駒", "合い駒", "合"],
        FlagOfPieces(Flag::Interpose),
    ),
    word("last", &["最終手"], Meaning::Flag(Flag::Last)),
    word("pawnmate", &["打歩詰"], Meaning::Flag(Flag::PawnDropMate)),
    word("farthest", &["最遠打"], Meaning::Flag(Flag::Farthest)),
    word("returns", &["戻る"], Meaning::Flag(Flag::Returns)),
    word("original", &["初形の駒"], Meaning::Flag(Flag::Original)),
    word("forward", &["上", "上がる"], Meaning::Flag(Flag::Forward)),
    word("back", &["引", "引く"], Meaning::Flag(Flag::Back)),
    word("sideways", &["寄", "寄る"], Meaning::Flag(Flag::Sideways)),
    word("diagonal", &["斜め", "斜"], Meaning::Flag(Flag::Diagonal)),
    word("departs", &["分岐"], Meaning::Flag(Flag::Departs)),
    word("after", &["後"], Meaning::After),
    word("piece", &["駒"], Meaning::Piece),
    word("to", &["先", "へ"], Meaning::Place(Place::To)),
    word("from", &["元", "から"], Meaning::Place(Place::From)),
    word("over", &["越", "越える"], Meaning::Place(Place::Over)),
    word("ray", &["筋"], Meaning::Place(Place::Ray)),
    word("attacks", &["利き", "利"], Meaning::Place(Place::Attacks)),
    word("ply", &["手目"], Meaning::Number(Number::Ply)),
    word("far", &["遠", "距離"], Meaning::Number(Number::Far)),
    word("length", &["歩み"], Meaning::Number(Number::Length)),
    word("choices", &["候補"], Meaning::Number(Number::Choices)),
    word("supported", &["紐"], Meaning::Number(Number::Supported)),
    word("attacked", &["当り"], Meaning::Number(Number::Attacked)),
    word("king", &["玉位置"], Meaning::Place(Place::King)),
    word("men", &["盤上"], Meaning::Number(Number::Men)),
    word("attackers", &["攻駒"], Meaning::Number(Number::Attackers)),
    word("defenders", &["守備駒"], Meaning::Number(Number::Defenders)),
    word("first", &["初手"], Short("ply=1")),
    word("forced", &["唯一"], Short("choices=1")),
    word("unguarded", &["無紐"], Short("supported=0")),
    word("kept", &["残る"], Short("!taken")),
    word(
        "block",
        &["中合", "中合い", "捨合", "捨て合い"],
        Short("interpose supported=0"),
    ),
    word("shield", &["移動合", "移動合い"], Short("interpose move")),
    word("gift", &["只捨て"], Short("sacrifice supported=0")),
    word("main", &["作意"], Short("!departs")),
    word("check", &["王手"], Meaning::State(State::Check)),
    word("symmetric", &["対称"], Meaning::State(State::Symmetric)),
    word("escapes", &["逃げ道"], Meaning::Tally(Tally::Escapes)),
    word("hand", &["持駒"], Meaning::Tally(Tally::Hand)),
    word("pinned", &["ピン"], Meaning::Pinned),
    word("empty", &["空き升", "空升"], Meaning::Empty),
    word("mates", &["詰む", "詰み"], Meaning::Mates),
    word("fails", &["詰まず", "逃れ", "不詰"], Meaning::Fails),
    word("only", &["のみ"], Meaning::Only),
    word("elsewhere", &["別の升", "他の升"], Meaning::Elsewhere),
    word("any", &["手"], Meaning::Any),
    word("and", &["かつ"], Meaning::And),
    word("or", &["または"], Meaning::Or),
    word("not", &["否"], Meaning::Not),
    word("count", &["回数"], Meaning::Count),
    word("prev", &["直前"], Meaning::Previous),
];

/// The classes of pieces that have a name besides the pieces themselves.
pub const CLASSES: [&str; 8] = [
    "major",
    "minor",
    "promoted",
    "slider",
    "大駒",
    "小駒",
    "成駒",
    "走り駒",
];

/// No Japanese word has more signs, nor has the name of a piece.
pub const LONGEST: usize = 4;

/// What a word means, if the language has it.
pub fn meaning(text: &str) -> Option<Meaning> {
    let found = WORDS
        .iter()
        .find(|word| word.en == text || word.ja.contains(&text));
    found.map(|word| word.means)
}

/// The usual Japanese word for an English one.
pub fn in_japanese(text: &str) -> Option<&'static str> {
    let [english, japanese] = [&CLASSES[..4], &CLASSES[4..]];
    let classes = english.iter().zip(japanese);
    let words = WORDS.iter().map(|word| (&word.en, &word.ja[0]));
    words
        .chain(classes)
        .find_map(|(en, ja)| (*en == text).then_some(*ja))
}

/// A word that is written nearly so.
pub fn like(text: &str) -> Option<&'static str> {
    let words = WORDS
        .iter()
        .flat_map(|word| std::iter::once(&word.en).chain(word.ja))
        .chain(&CLASSES);
    nearest(text, words.copied())
}

/// Of some words the one that is written most like a text, if any is written nearly so.
pub(super) fn nearest<'a>(text: &str, words: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let text = text.to_lowercase();
    let near = words.filter_map(|word| {
        let steps = distance(&text, word);
        let short = text.chars().count().min(word.chars().count());
        (steps <= 2 && steps < short).then_some((steps, word))
    });
    near.min_by_key(|&(steps, _)| steps).map(|(_, word)| word)
}

/// How many letters have to be put in, left out or exchanged to get from one word to another.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, sign) in a.chars().enumerate() {
        let mut before = row[0];
        row[0] = i + 1;
        for (j, other) in b.iter().enumerate() {
            let exchanged = before + usize::from(sign != *other);
            before = row[j + 1];
            row[j + 1] = exchanged.min(before + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::super::pieces::Pieces;
    use super::*;

    #[test]
    fn no_word_has_two_meanings() {
        let mut seen = HashSet::new();
        for word in WORDS {
            for text in std::iter::once(&word.en).chain(word.ja) {
                assert!(seen.insert(text), "{text}");
                assert!(Pieces::named(text).is_none(), "{text} is a piece");
                assert!(text.is_ascii() || text.chars().count() <= LONGEST, "{text}");
            }
        }
        for class in &CLASSES {
            assert!(
                seen.insert(class) && Pieces::named(class).is_some(),
                "{class}"
            );
        }
    }

    #[test]
    fn a_word_that_is_written_nearly_so_is_found() {
        assert_eq!(like("sacrifise"), Some("sacrifice"));
        assert_eq!(like("Drop"), Some("drop"));
        assert_eq!(like("空王手"), Some("空き王手"));
        assert_eq!(like("zugzwang"), None);
        assert_eq!(like("x"), None);
    }
}
