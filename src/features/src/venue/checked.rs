//! What a check tells of a problem.

use std::collections::BTreeMap;

use super::known::Known;
use super::subject::{Derived, Subject};
use crate::column::Source;
use crate::key::is_symmetric;
use crate::{Columns, Weights};
use shogi::{Kind, Move, Position};
use tsume::judge::record::LineKind;
use tsume::judge::report::{Counts, Finding, Report, Status};
use tsume::solve::Task;

/// A problem that was checked.
pub struct Checked {
    mates: Option<bool>,
    columns: Columns,
    counts: Option<Counts>,
    /// By [`Derived::ALL`].
    derived: [Option<i64>; 5],
}

impl Checked {
    /// What a check tells of a task.
    pub fn new(task: &Task, report: &Report) -> Self {
        Self {
            mates: match (report.status, report.length) {
                (Status::Mate, Some(_)) => Some(true),
                (Status::NoMate, _) => Some(false),
                _ => None,
            },
            columns: Columns::of(task, report, &Weights::default()),
            counts: report.flaws,
            derived: derived(task, report).unwrap_or_default(),
        }
    }
}

impl Known for Checked {
    fn mates(&self) -> Option<bool> {
        self.mates
    }

    fn amount(&self, about: Subject) -> Option<i64> {
        let column = match about {
            Subject::Column(column) => column,
            Subject::Derived(derived) => {
                let place = Derived::ALL.iter().position(|&is| is == derived)?;
                return self.derived[place];
            }
        };
        if !matches!(column.source, Source::Checked(_)) {
            return self.columns.number(column.name).map(|is| is as i64);
        }
        let counts = self.counts.as_ref()?;
        let count = match column.name {
            "drop_duals" => counts.drop_duals,
            "interposition_choices" => counts.interposition_choices,
            _ => counts.variation_duals,
        };
        count.map(i64::from)
    }
}

/// A step without the choice of promotion.
const fn step(mv: Move) -> Move {
    match mv {
        Move::Board { from, to, .. } => Move::Board {
            from,
            to,
            promote: false,
        },
        drop @ Move::Drop { .. } => drop,
    }
}

/// What another solution is, for a venue.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Other {
    Mirror,
    SliderDrop,
    Exchange,
    /// 手順前後 and 迂回手順, which have columns.
    Named,
    Plain,
    Final,
}

/// The amounts by [`Derived::ALL`], told from the lines that leave the main line; `None` if that is not known.
fn derived(task: &Task, report: &Report) -> Option<[Option<i64>; 5]> {
    report.flaws?;
    let main = report.known_line()?;
    let mut positions = vec![task.position.clone()];
    for &mv in main {
        let next = positions.last()?.try_play(mv)?;
        positions.push(next);
    }
    // One that mates with and without promotion is one step.
    let mut others: BTreeMap<(u32, Move), Other> = BTreeMap::new();
    for finding in report.lines.iter().filter(|is| is.leaves(main)) {
        let at = finding.ply.checked_sub(1)? as usize;
        let (Some(&best), Some(&mv)) = (main.get(at), finding.moves.get(at)) else {
            continue;
        };
        if let Some(other) = classed(&positions[at], best, mv, finding) {
            others.entry((finding.ply, step(mv))).or_insert(other);
        }
    }
    let count = |which: Other| others.values().filter(|&&is| is == which).count() as i64;
    let open = &report.undecided;
    let some = |count: i64, open: bool| (count > 0 || !open).then_some(count);
    let cooks_open = open.cooks > 0 || open.cook_kinds > 0;
    // A cook of undecided kind looks like a plain one.
    let plain = (count(Other::Plain) - i64::from(open.cook_kinds)).max(0);
    let last_open = open.at_last > 0 || open.replies > 0;
    let mirror_open = (cooks_open || last_open) && positions.iter().step_by(2).any(is_symmetric);
    Some([
        some(plain, cooks_open),
        some(count(Other::SliderDrop), cooks_open),
        some(count(Other::Exchange), cooks_open),
        some(count(Other::Mirror), mirror_open),
        some(count(Other::Final), last_open),
    ])
}

/// What a line is that plays `mv` in place of the main line's `best`; nothing if it is no other solution.
fn classed(before: &Position, best: Move, mv: Move, finding: &Finding) -> Option<Other> {
    let is_mirror = || {
        let mirrored = step(best.mirror());
        mirrored != step(best) && step(mv) == mirrored && is_symmetric(before)
    };
    let also = |kind| finding.also.contains(&kind);
    match finding.kind {
        // The choice of promotion at the last move has a column.
        LineKind::FinalDual if also(LineKind::PromotionDual) => None,
        LineKind::FinalDual | LineKind::SecondSolution if is_mirror() => Some(Other::Mirror),
        LineKind::FinalDual => Some(Other::Final),
        LineKind::SecondSolution if also(LineKind::ExchangeDual) => Some(match (best, mv) {
            (Move::Drop { kind, .. }, Move::Drop { .. }) if slides(kind) => Other::SliderDrop,
            _ => Other::Exchange,
        }),
        LineKind::SecondSolution if also(LineKind::MoveOrderDual) || also(LineKind::Detour) => {
            Some(Other::Named)
        }
        LineKind::SecondSolution => Some(Other::Plain),
        _ => None,
    }
}

const fn slides(kind: Kind) -> bool {
    matches!(kind, Kind::Lance | Kind::Bishop | Kind::Rook)
}
