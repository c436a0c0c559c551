//! Which language this run speaks.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};

/// A language that the catalogue has, or that the texts are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// The texts as they stand.
    English,
    /// 日本語.
    Japanese,
}

impl Language {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::English, Self::Japanese];

    /// Its code: `en`, `ja`.
    pub const fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Japanese => "ja",
        }
    }

    /// The language of a code.
    pub fn of_code(code: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|language| language.code() == code)
    }

    /// The language of a locale such as `ja_JP.UTF-8`: English for all that are not Japanese.
    pub fn of_locale(locale: &str) -> Self {
        match locale.split(['_', '.', '@', '-']).next() {
            Some("ja" | "japanese") => Self::Japanese,
            _ => Self::English,
        }
    }
}

thread_local! {
    /// The language that this thread speaks just now, if not that of the run.
    static ELSE: Cell<Option<Language>> = const { Cell::new(None) };
}

static IS_JAPANESE: AtomicBool = AtomicBool::new(false);

/// Chooses the language for the rest of the run.
pub fn set(language: Language) {
    IS_JAPANESE.store(language == Language::Japanese, Ordering::Relaxed);
}

/// The language of this run; English where nobody chose.
pub fn language() -> Language {
    ELSE.get()
        .unwrap_or_else(|| match IS_JAPANESE.load(Ordering::Relaxed) {
            true => Language::Japanese,
            false => Language::English,
        })
}

/// Does something in English, whatever the language of this run: what other programs read is always the same.
pub fn in_english<T>(what: impl FnOnce() -> T) -> T {
    in_language(Language::English, what)
}

/// Does something in this language, whatever that of this run: for what is there in both.
pub fn in_language<T>(language: Language, what: impl FnOnce() -> T) -> T {
    let before = ELSE.replace(Some(language));
    let done = what();
    ELSE.set(before);
    done
}

#[cfg(test)]
mod tests {
    use super::Language::{self, English, Japanese};

    #[test]
    fn locales_are_known_by_their_language() {
        for (locale, language) in [
            ("ja", Japanese),
            ("ja_JP.UTF-8", Japanese),
            ("ja_JP.eucJP", Japanese),
            ("ja-JP", Japanese),
            ("", English),
            ("C", English),
            ("C.UTF-8", English),
            ("en_GB", English),
            ("jav_ID", English),
            ("de_DE@euro", English),
        ] {
            assert_eq!(Language::of_locale(locale), language, "{locale}");
        }
    }
}
