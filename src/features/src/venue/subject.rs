//! What the rules of venues are about.

use std::fmt;

use crate::column::{Column, Kind, Source};
use crate::registry;

/// What a rule is about: something that is counted, or there or not.
#[derive(Clone, Copy, Debug)]
pub enum Subject {
    /// A column of problems.
    Column(&'static Column),
    /// What no column has by itself.
    Derived(Derived),
}

/// What several columns, or the lines of a check, tell together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Derived {
    /// 余詰: second solutions before the last move that are neither 非限定, 手順前後, 迂回手順 nor mirror images.
    PlainCooks,
    /// 香飛角の非限定打: those that drop the main line's lance, bishop or rook on another square, and go on with the
    /// very same moves.
    SliderDropDuals,
    /// 非限定: the other ones that exchange one move.
    OtherExchangeDuals,
    /// 左右対称: other solutions that are mirror images of the main line, in a position that is its own mirror image.
    MirrorSolutions,
    /// 最終手余詰: other last steps that mate, or longer mates in their place; the choice of promotion and mirror images
    /// left aside.
    FinalDuals,
}

impl Derived {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::PlainCooks,
        Self::SliderDropDuals,
        Self::OtherExchangeDuals,
        Self::MirrorSolutions,
        Self::FinalDuals,
    ];

    /// The name in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::PlainCooks => "plain_cooks",
            Self::SliderDropDuals => "slider_drop_duals",
            Self::OtherExchangeDuals => "other_exchange_duals",
            Self::MirrorSolutions => "mirror_solutions",
            Self::FinalDuals => "final_duals",
        }
    }

    /// The Japanese term.
    pub const fn term(self) -> &'static str {
        match self {
            Self::PlainCooks => "余詰",
            Self::SliderDropDuals => "香飛角の非限定打",
            Self::OtherExchangeDuals => "その他の非限定",
            Self::MirrorSolutions => "左右対称の別解",
            Self::FinalDuals => "最終手余詰",
        }
    }
}

impl Subject {
    /// The length.
    ///
    /// # Panics
    /// Never: there is a column of this name.
    pub fn plies() -> Self {
        Self::of_name("plies").expect("the column `plies`")
    }

    /// The subject of a name: a column that counts or says yes or no, before any deep search, or one of [`Derived`].
    pub fn of_name(name: &str) -> Option<Self> {
        let derived = Derived::ALL.into_iter().find(|is| is.name() == name);
        if let Some(derived) = derived {
            return Some(Self::Derived(derived));
        }
        let column = registry::at(registry::place(name)?);
        let counts = matches!(column.kind, Kind::Count | Kind::Flag);
        let is_measured = matches!(
            column.source,
            Source::Judge(_) | Source::Checked(_) | Source::Line(_) | Source::Start(_)
        );
        (counts && is_measured).then_some(Self::Column(column))
    }

    /// Its name in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Column(column) => column.name,
            Self::Derived(derived) => derived.name(),
        }
    }

    /// The Japanese term.
    pub const fn term(self) -> &'static str {
        match self {
            Self::Column(column) => column.term,
            Self::Derived(derived) => derived.term(),
        }
    }

    /// Whether it is there or not, and not counted.
    pub const fn is_flag(self) -> bool {
        match self {
            Self::Column(column) => matches!(column.kind, Kind::Flag),
            Self::Derived(_) => false,
        }
    }
}

/// Equal by name.
impl PartialEq for Subject {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl Eq for Subject {}

/// As English has it, with the Japanese term.
impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.name().replace('_', " "), self.term())
    }
}
