//! What the reader may type besides moves, in both languages.

/// An order of the reader's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    Hint,
    Back,
    GiveUp,
    Board,
    Next,
    Help,
    Quit,
}

/// The words of each order; those that the help names come first, English and Japanese.
const WORDS: [(Order, &[&str]); 7] = [
    (Order::Hint, &["hint", "ヒント"]),
    (
        Order::Back,
        &["back", "待った", "まった", "undo", "戻る", "戻す"],
    ),
    (
        Order::GiveUp,
        &[
            "give up",
            "投了",
            "giveup",
            "solution",
            "解答",
            "正解",
            "参りました",
            "降参",
            "答え",
            "答",
        ],
    ),
    (Order::Board, &["board", "盤面", "盤", "局面"]),
    (Order::Next, &["next", "次", "次へ"]),
    (Order::Help, &["help", "ヘルプ", "?", "？"]),
    (
        Order::Quit,
        &["quit", "終了", "exit", "終わる", "終わり", "やめる"],
    ),
];

impl Order {
    /// The order that a text stands for.
    pub fn read(text: &str) -> Option<Self> {
        let text = text.to_lowercase();
        let words: Vec<&str> = text.split_whitespace().collect();
        let text = words.join(" ");
        let known = |(_, words): &&(Self, &[&str])| words.contains(&text.as_str());
        WORDS.iter().find(known).map(|(order, _)| *order)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_read_in_both_languages() {
        for (text, order) in [
            ("Give  Up", Some(Order::GiveUp)),
            ("投了", Some(Order::GiveUp)),
            ("HINT", Some(Order::Hint)),
            ("待った", Some(Order::Back)),
            ("まった", Some(Order::Back)),
            ("？", Some(Order::Help)),
            ("2c2b+", None),
            ("", None),
        ] {
            assert_eq!(Order::read(text), order, "{text}");
        }
    }
}
