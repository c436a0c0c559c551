//! The record of one judged problem: what the judge hands to the store.

use std::fmt;

use serde::{Serialize, Serializer};

use shogi::{Square, packed};

/// One judged problem, as the store keeps it.
///
/// Of a position and its mirror image only one is recorded, the canonical one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The position packed, mirror-folded: equal for the same problem whatever catalog found it.
    pub key: Vec<u8>,
    /// The canonical of the two mirror images, white hand written out.
    pub sfen: String,
    /// Exact length in plies.
    pub plies: u16,
    /// The main line 作意: USI moves separated by a space.
    pub main_line: String,
    /// How many positions the record stands for: 1 when it is its own mirror image, else 2.
    pub mirror_images: u8,
    /// Golds, silvers, knights, pawns, lances, bishops and rooks in play: on the board or in the attacker's hand.
    pub material: [u8; 7],
    /// The attacker's pieces on the board.
    pub attacker_on_board: u8,
    /// The attacker's pieces in hand.
    pub attacker_in_hand: u8,
    /// The defender's pieces on the board, the king left aside.
    pub defender_on_board: u8,
    /// Where the defender's king stands.
    pub king: Square,
    /// The smallest box around the king and all pieces on the board:
    /// `(min_file, max_file, min_rank, max_rank)`, each `1..=9`.
    pub region: (u8, u8, u8, u8),
    /// Whether it is sound, and whether it needs all its pieces.
    pub soundness: Soundness,
    /// What is to be held against it.
    pub flaws: Flaws,
}

impl Problem {
    /// Whether sliding pieces take part.
    pub fn slides(&self) -> bool {
        let mut in_play = packed::KINDS.into_iter().zip(self.material);
        in_play.any(|(kind, count)| count > 0 && kind.slides())
    }

    /// Whether a run lists it: it is minimal and sound by rule A (for the published table), or irredundant
    /// by rule E or F, or a limit left that open.
    pub fn is_listed(&self) -> bool {
        let Soundness {
            minimal,
            irredundant,
            irredundant_lenient,
            ..
        } = self.soundness;
        let by_rule_a = minimal == Some(true)
            && self.flaws.equal_before_last == Some(0)
            && self.flaws.leftover == Some(0);
        by_rule_a || irredundant != Some(false) || irredundant_lenient != Some(false)
    }
}

/// The verdicts on a problem; `None` where a limit left one open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Soundness {
    /// 完全作 (rule E): a mate, nothing left over, no 余詰 on the main line.
    pub complete: Option<bool>,
    /// 完全作 by rule F: as by rule E, but exchanges, changes of order and detours are no 余詰 but blemishes.
    pub complete_lenient: Option<bool>,
    /// No piece can go to the defender's hand and leave a mate of the same length, sound or not.
    pub minimal: Option<bool>,
    /// Complete, and no piece is superfluous (余剰駒): without any of them it is no complete problem of the
    /// same length.
    pub irredundant: Option<bool>,
    /// Complete by rule F, and no piece is superfluous by it (余剰駒).
    pub irredundant_lenient: Option<bool>,
}

impl Soundness {
    /// The names of the verdicts in the store.
    pub const NAMES: [&'static str; 5] = [
        "rule_e",
        "complete_lenient",
        "minimal",
        "irredundant",
        "irredundant_lenient",
    ];

    /// These verdicts, in the order of the [names](Self::NAMES).
    pub const fn from_verdicts(verdicts: [Option<bool>; 5]) -> Self {
        let [
            complete,
            complete_lenient,
            minimal,
            irredundant,
            irredundant_lenient,
        ] = verdicts;
        Self {
            complete,
            complete_lenient,
            minimal,
            irredundant,
            irredundant_lenient,
        }
    }

    /// The verdicts in the order of the [names](Self::NAMES).
    pub const fn verdicts(self) -> [Option<bool>; 5] {
        [
            self.complete,
            self.complete_lenient,
            self.minimal,
            self.irredundant,
            self.irredundant_lenient,
        ]
    }

    /// The verdicts where there is no mate.
    pub const NO_MATE: Self = Self {
        complete: Some(false),
        complete_lenient: Some(false),
        minimal: Some(false),
        irredundant: Some(false),
        irredundant_lenient: Some(false),
    };
}

/// The flaws of a problem, each counted apart. A count is a lower bound if something is left open,
/// and `None` where none was found and a limit left open whether there is one.
///
/// The main line 作意 has the cooks; the moves before and at the last one, and what rules A to D are made
/// of, are counted over the whole tree: all longest lines that leave nothing over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Flaws {
    /// 余詰: further steps that mate, in any number of plies, before the last move of the main line.
    pub cooks: Option<u16>,
    /// 非限定: of the cooks, those after which the very same continuation mates.
    pub exchange_duals: Option<u16>,
    /// 手順前後: of the cooks, those that come back to the main line as soon, or play its moves in another
    /// order.
    pub move_order_duals: Option<u16>,
    /// 迂回手順: of the cooks, longer ways that come back to the main line.
    pub detours: Option<u16>,
    /// Other moves before the last, in the whole tree, that mate in as many plies.
    pub equal_before_last: Option<u16>,
    /// Other moves before the last, in the whole tree, that mate in more plies.
    pub longer_before_last: Option<u16>,
    /// 最終手余詰: other last moves that mate.
    pub equal_at_last: Option<u16>,
    /// 最終手余詰: other moves in place of the last that mate in more plies.
    pub longer_at_last: Option<u16>,
    /// 成不成非限定: moves before the last that mate with and without promotion.
    pub promotion_duals: Option<u16>,
    /// Whether the last move mates with and without promotion.
    pub final_promotion_choice: Option<bool>,
    /// Whether several drops mate at the last move.
    pub final_drop_choice: Option<bool>,
    /// 変同: replies off the main line that last as long and leave nothing in hand.
    pub equal_variations: Option<u16>,
    /// 駒余り: pieces in the attacker's hand at the end of the main line.
    pub leftover: Option<u8>,
    /// 余剰駒: pieces that can go to the defender's hand and leave a sound problem of the same length.
    pub superfluous: Option<u8>,
    /// Whether the final position has a piece that the mate does not need: a measure, not a flaw.
    pub final_superfluous: Option<bool>,
}

impl Flaws {
    /// Nothing is to be held against the problem.
    pub const NONE: Self = Self {
        cooks: Some(0),
        exchange_duals: Some(0),
        move_order_duals: Some(0),
        detours: Some(0),
        equal_before_last: Some(0),
        longer_before_last: Some(0),
        equal_at_last: Some(0),
        longer_at_last: Some(0),
        promotion_duals: Some(0),
        final_promotion_choice: Some(false),
        final_drop_choice: Some(false),
        equal_variations: Some(0),
        leftover: Some(0),
        superfluous: Some(0),
        final_superfluous: Some(false),
    };
}

impl Flaws {
    /// The names of the fields.
    pub const NAMES: [&'static str; 15] = [
        "cooks",
        "exchange_duals",
        "move_order_duals",
        "detours",
        "equal_before_last",
        "longer_before_last",
        "equal_at_last",
        "longer_at_last",
        "promotion_duals",
        "final_promotion_choice",
        "final_drop_choice",
        "equal_variations",
        "leftover",
        "superfluous",
        "final_superfluous",
    ];

    /// The counts, in the order of the [names](Self::NAMES).
    pub fn counts(&self) -> [Option<u16>; 15] {
        [
            self.cooks,
            self.exchange_duals,
            self.move_order_duals,
            self.detours,
            self.equal_before_last,
            self.longer_before_last,
            self.equal_at_last,
            self.longer_at_last,
            self.promotion_duals,
            self.final_promotion_choice.map(u16::from),
            self.final_drop_choice.map(u16::from),
            self.equal_variations,
            self.leftover.map(u16::from),
            self.superfluous.map(u16::from),
            self.final_superfluous.map(u16::from),
        ]
    }

    /// The flaws of these counts, in the order of the [names](Self::NAMES).
    pub fn from_counts(counts: [Option<u16>; 15]) -> Self {
        let there = |count: Option<u16>| count.map(|count| count > 0);
        let small = |count: Option<u16>| count.map(|count| count.min(u8::MAX.into()) as u8);
        let [
            cooks,
            exchange_duals,
            move_order_duals,
            detours,
            equal_before_last,
            longer_before_last,
            equal_at_last,
            longer_at_last,
            promotion_duals,
            final_promotion_choice,
            final_drop_choice,
            equal_variations,
            leftover,
            superfluous,
            final_superfluous,
        ] = counts;
        Self {
            cooks,
            exchange_duals,
            move_order_duals,
            detours,
            equal_before_last,
            longer_before_last,
            equal_at_last,
            longer_at_last,
            promotion_duals,
            final_promotion_choice: there(final_promotion_choice),
            final_drop_choice: there(final_drop_choice),
            equal_variations,
            leftover: small(leftover),
            superfluous: small(superfluous),
            final_superfluous: there(final_superfluous),
        }
    }
}

/// A line other than the main line.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct OtherLine {
    /// What the line shows.
    pub kind: LineKind,
    /// USI moves from the start position, separated by a space.
    pub moves: String,
}

/// What a line other than the main line shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LineKind {
    /// 変同: another reply that lasts as long.
    EqualVariation,
    /// 余詰: another mate, leaving the main line before its last move.
    SecondSolution,
    /// 成不成非限定: the main line's move with the other choice of promotion, before its last move.
    PromotionDual,
    /// 最終手余詰: another mate, leaving the main line at its last move.
    FinalDual,
    /// 非限定: a second solution after which the very same continuation mates.
    ExchangeDual,
    /// 打点非限定: a second solution that drops the same kind on another square.
    DropDual,
    /// 手順前後: a second solution of the same length that comes to a position of the main line, or
    /// plays the same moves in another order.
    MoveOrderDual,
    /// 迂回手順: a longer second solution that comes back to a position of the main line.
    Detour,
    /// 合駒非限定: another kind of piece, interposed on the same square, lasts as long.
    InterpositionChoice,
    /// 変長: a reply that lasts longer than the line that somebody gave.
    LongerVariation,
    /// 変別: a second solution inside a variation.
    VariationDual,
    /// A move of which a limit kept the judge from knowing what it is worth.
    Undecided,
}

impl LineKind {
    /// All kinds.
    pub const ALL: [Self; 12] = [
        Self::EqualVariation,
        Self::SecondSolution,
        Self::PromotionDual,
        Self::FinalDual,
        Self::ExchangeDual,
        Self::DropDual,
        Self::MoveOrderDual,
        Self::Detour,
        Self::InterpositionChoice,
        Self::LongerVariation,
        Self::VariationDual,
        Self::Undecided,
    ];

    /// The name in files and in the store, which keeps the first four kinds.
    pub const fn name(self) -> &'static str {
        match self {
            Self::EqualVariation => "equal variation",
            Self::SecondSolution => "second solution",
            Self::PromotionDual => "promotion dual",
            Self::FinalDual => "final dual",
            Self::ExchangeDual => "exchange",
            Self::DropDual => "drop dual",
            Self::MoveOrderDual => "move-order dual",
            Self::Detour => "detour",
            Self::InterpositionChoice => "interposition choice",
            Self::LongerVariation => "longer variation",
            Self::VariationDual => "dual in variation",
            Self::Undecided => "undecided",
        }
    }

    /// The kind of a name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// In English, with the Japanese term.
impl fmt::Display for LineKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::EqualVariation => "equal variation 変同",
            Self::SecondSolution => "second solution 余詰",
            Self::PromotionDual => "promotion dual 成不成非限定",
            Self::FinalDual => "last-move dual 最終手余詰",
            Self::ExchangeDual => "one move exchanged, the same continuation 非限定",
            Self::DropDual => "drop-square dual 打点非限定",
            Self::MoveOrderDual => "same moves in another order 手順前後",
            Self::Detour => "detour 迂回手順",
            Self::InterpositionChoice => "interposition choice 合駒非限定",
            Self::LongerVariation => "longer variation 変長",
            Self::VariationDual => "dual in a variation 変別",
            Self::Undecided => "undecided",
        })
    }
}

impl Serialize for LineKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for LineKind {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "LineKind".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let names = Self::ALL.map(Self::name);
        schemars::json_schema!({"type": "string", "enum": names})
    }
}

/// A problem together with its other lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recorded {
    /// The problem.
    pub problem: Problem,
    /// Its lines other than the main line.
    pub lines: Vec<OtherLine>,
}

impl From<Problem> for Recorded {
    fn from(problem: Problem) -> Self {
        Self {
            problem,
            lines: Vec::new(),
        }
    }
}
