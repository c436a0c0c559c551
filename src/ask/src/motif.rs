//! Motifs (手筋・構想・趣向) with a name: files in the language, each with an example and with a problem that nearly
//! has it.

use std::sync::OnceLock;

use serde::Deserialize;

use super::{AskError, Line, Query};

/// A motif as its file has it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MotifFile {
    /// Its name in English.
    pub name: String,
    /// Its name in Japanese (用語).
    pub term: String,
    /// What it is.
    pub en: String,
    /// The same in Japanese.
    pub ja: String,
    /// What it is in the language.
    pub line: String,
    /// What a line has that nearly has it.
    pub near: String,
    /// A problem that has it.
    pub example: Shown,
    /// A problem that has `near`, but not the motif.
    pub counter: Shown,
}

/// A problem that shows something.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shown {
    /// Where it comes from.
    pub source: String,
    /// The position in SFEN.
    pub sfen: String,
    /// A line in USI.
    pub line: String,
}

/// A motif, ready to be looked for.
#[derive(Debug)]
pub struct Motif {
    /// Its file.
    pub file: MotifFile,
    /// What is looked for.
    pub query: Query,
}

/// Why a file is no motif.
#[derive(Debug, thiserror::Error)]
pub enum MotifError {
    /// It is no TOML, or lacks something.
    #[error("{}", .0.message())]
    Toml(#[from] toml::de::Error),
    /// Its query cannot be read.
    #[error(transparent)]
    Query(#[from] AskError),
}

impl Motif {
    /// Reads the file of a motif.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(text: &str) -> Result<Self, MotifError> {
        let file: MotifFile = toml::from_str(text)?;
        let query = file.line.parse()?;
        Ok(Self { file, query })
    }
}

/// The files of the motifs that the program knows.
const FILES: &[&str] = &[
    include_str!("../motifs/clearance.toml"),
    include_str!("../motifs/replacement.toml"),
    include_str!("../motifs/focal-sacrifice.toml"),
    include_str!("../motifs/block-by-drop.toml"),
    include_str!("../motifs/block-by-move.toml"),
    include_str!("../motifs/interposition-by-move.toml"),
    include_str!("../motifs/far-drop.toml"),
    include_str!("../motifs/farthest-drop.toml"),
    include_str!("../motifs/sounding.toml"),
    include_str!("../motifs/pawn-drop-avoided.toml"),
    include_str!("../motifs/pawn-drop-avoided-by-unpromotion.toml"),
    include_str!("../motifs/pawn-drop-avoided-by-sacrifice.toml"),
    include_str!("../motifs/pawn-capturer.toml"),
    include_str!("../motifs/twofold-use.toml"),
    include_str!("../motifs/discovered-check.toml"),
    include_str!("../motifs/double-check.toml"),
    include_str!("../motifs/far-discovered-check.toml"),
    include_str!("../motifs/dragon-chase.toml"),
    include_str!("../motifs/chase.toml"),
    include_str!("../motifs/horse-saw.toml"),
    include_str!("../motifs/rook-saw.toml"),
    include_str!("../motifs/silver-saw.toml"),
    include_str!("../motifs/peeling.toml"),
    include_str!("../motifs/piece-conversion.toml"),
    include_str!("../motifs/forced-promotion.toml"),
    include_str!("../motifs/self-block.toml"),
    include_str!("../motifs/errand.toml"),
    include_str!("../motifs/lure.toml"),
    include_str!("../motifs/pledged-piece.toml"),
    include_str!("../motifs/pushed-pawn-mate.toml"),
    include_str!("../motifs/king-returns.toml"),
    include_str!("../motifs/four-knights.toml"),
    include_str!("../motifs/mated-in-centre.toml"),
    include_str!("../motifs/mated-in-corner.toml"),
    include_str!("../motifs/smoke.toml"),
    include_str!("../motifs/bare-king.toml"),
    include_str!("../motifs/no-attackers.toml"),
    include_str!("../motifs/no-defenders.toml"),
    include_str!("../motifs/defender-unpromoted.toml"),
    include_str!("../motifs/chain-of-sacrifices.toml"),
    include_str!("../motifs/same-square.toml"),
    include_str!("../motifs/rooks-away.toml"),
    include_str!("../motifs/bishop-away.toml"),
    include_str!("../motifs/interpositions-gained.toml"),
    include_str!("../motifs/hanging-knight.toml"),
    include_str!("../motifs/gold-on-head.toml"),
    include_str!("../motifs/gold-beside.toml"),
    include_str!("../motifs/gold-behind.toml"),
    include_str!("../motifs/to-and-fro.toml"),
    include_str!("../motifs/return.toml"),
    include_str!("../motifs/symmetric-picture.toml"),
    include_str!("../motifs/cross-picture.toml"),
];

/// The motifs that the program knows, in the order in which they are shown.
///
/// # Panics
/// If one of them cannot be read, which tests rule out.
pub fn all() -> &'static [Motif] {
    static MOTIFS: OnceLock<Vec<Motif>> = OnceLock::new();
    MOTIFS.get_or_init(|| {
        let read = FILES.iter().map(|text| Motif::read(text).expect("a motif"));
        read.collect()
    })
}

/// The motifs of a line in the order of their first moves; those that begin together, and those that no move shows, in the
/// order of the list.
pub fn sequence(line: &Line) -> Vec<&'static Motif> {
    let found = all().iter().filter_map(|motif| {
        let plies = motif.query.find(line)?;
        Some((plies.first().copied().unwrap_or(0), motif))
    });
    let mut found: Vec<(usize, &Motif)> = found.collect();
    found.sort_by_key(|(ply, _)| *ply);
    found.into_iter().map(|(_, motif)| motif).collect()
}

/// The motif with this name in either language.
pub fn named(name: &str) -> Option<&'static Motif> {
    all()
        .iter()
        .find(|motif| motif.file.name == name || motif.file.term == name)
}

/// The names that are written most like this one.
pub fn like(name: &str) -> Option<&'static str> {
    let names = all()
        .iter()
        .flat_map(|motif| [motif.file.name.as_str(), &motif.file.term]);
    super::vocabulary::nearest(name, names)
}
