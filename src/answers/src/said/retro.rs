//! What an enumeration is at, and what a kept table is and tells.

use std::any::Any;

use retro::Phase;
use retro::mates::kept::{KeptError, Part};
use retro::mates::probe::{Families, NotTold};
use system::monitor;

use crate::InWords;

/// What a run is at, in the language of this run.
pub fn phase_in_words(phase: &dyn monitor::Phase) -> String {
    let data: &dyn Any = phase;
    if let Some(phase) = data.downcast_ref::<Phase>() {
        return phase.in_words();
    }
    if let Some(phase) = data.downcast_ref::<small::phase::Phase>() {
        return phase.in_words();
    }
    if let Some(phase) = data.downcast_ref::<store::Upgrade>() {
        return phase.in_words();
    }
    if let Some(phase) = data.downcast_ref::<store::LinesRead>() {
        return phase.in_words();
    }
    if let Some(phase) = data.downcast_ref::<store::TreesAsked>() {
        return phase.in_words();
    }
    match data.downcast_ref::<enumerate::Phase>() {
        Some(phase) => phase.in_words(),
        None => phase.to_string(),
    }
}

impl InWords for Phase {
    fn in_japanese(&self) -> String {
        match self {
            Self::Index => "極小局面の索引".to_owned(),
            Self::Mated => "詰上り".to_owned(),
            Self::AttackerMoves { plies } => format!("{plies}手: 攻方の手を戻す"),
            Self::DefenderReplies { plies } => format!("{plies}手: 玉方の手を戻す"),
            Self::Interpositions { plies } => format!("{plies}手: 合駒"),
            Self::Stoppers { plies } => format!("{plies}手: 余詰を消す駒"),
        }
    }
}

impl InWords for Part {
    fn in_japanese(&self) -> String {
        match self {
            Self::KeyWidth => "鍵の幅",
            Self::Counts => "手数ごとの局面数",
            Self::Block => "ブロック",
            Self::Order => "鍵の順序",
            Self::MateLength => "手数",
            Self::Size => "長さ",
            Self::Families => "図式",
        }
        .to_owned()
    }
}

impl InWords for KeptError {
    fn in_japanese(&self) -> String {
        match self {
            Self::Foreign => "詰みの表ではありません".to_owned(),
            Self::Version(version) => format!(
                "形式{version}の表です。読めるのは形式{}の表だけです",
                Self::VERSION
            ),
            Self::Damaged => {
                "壊れているか、途中で切れています(チェックサムが合いません)".to_owned()
            }
            Self::Wrong(part) => format!("壊れています({})", part.in_japanese()),
        }
    }
}

impl InWords for Families {
    fn in_japanese(&self) -> String {
        let (named, others) = self.named();
        let named = named.join("、");
        match others {
            0 => named,
            others => format!("{named}ほか{others}図式"),
        }
    }
}

impl InWords for NotTold {
    fn in_japanese(&self) -> String {
        match self {
            Self::NoKing => "玉方に玉がありません".to_owned(),
            Self::TwoKings => "攻方に玉があります(双玉)".to_owned(),
            Self::DefenderToMove => "玉方の手番です".to_owned(),
            Self::ShortSet(pieces) => format!("玉方の持駒に{pieces}が足りません(駒不足)"),
            Self::Outside { pieces, families } => format!(
                "使う駒は{pieces}ですが、表にあるのは{}です",
                families.in_japanese()
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use system::monitor::Monitor;
    use words::{Language, in_language};

    #[test]
    fn a_phase_is_known_by_its_type() {
        let monitor = Monitor::default();
        assert!(monitor.progress().phase.is_none());
        let at = |monitor: &Monitor| -> Arc<dyn monitor::Phase> {
            monitor.progress().phase.expect("it has begun")
        };
        let said = |language| in_language(language, || phase_in_words(at(&monitor).as_ref()));
        monitor.begin(Phase::AttackerMoves { plies: 1 }, 5);
        assert_eq!(
            said(Language::English),
            "1 ply: attacker's moves taken back"
        );
        assert_eq!(said(Language::Japanese), "1手: 攻方の手を戻す");
        monitor.begin(enumerate::Phase::Judging { plies: 3 }, 5);
        assert_eq!(said(Language::English), "3 plies: judging and writing");
        assert_eq!(said(Language::Japanese), "3手: 検討と書き出し");
        monitor.begin("something else", 0);
        assert_eq!(said(Language::Japanese), "something else");
    }
}
