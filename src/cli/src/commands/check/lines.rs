//! The lines that show the flaws of a problem, for a person to read: those of one kind in one place together.

use std::collections::BTreeMap;
use std::io::{self, Write};

use crate::screen::text::counted;
use answers::InWords;
use notation::Japanese;
use shogi::{Kind, Move, Position, Square, usi_line};
use tsume::judge::Report;
use tsume::judge::record::LineKind;
use tsume::judge::report::{Finding, Relation};
use words::{say, word};

/// Lines that differ in one move: the same piece goes elsewhere, or the same kind is dropped elsewhere.
struct Group<'a> {
    /// The first of them.
    shown: &'a Finding,
    /// The others.
    likewise: Vec<&'a Finding>,
}

/// What is played: what is dropped, or the man that moves by its square.
#[derive(PartialEq, Eq)]
enum Played {
    Drop(Kind),
    From(Square),
    /// Whatever is interposed.
    Interposed,
}

/// How many groups of a kind are shown, if not all: somebody who repairs a problem wants to see its second
/// solutions; what is open is summed up below.
const fn most_shown(kind: LineKind) -> usize {
    match kind {
        LineKind::Undecided => 0,
        LineKind::VariationDual => 2,
        _ => 8,
    }
}

/// Writes the lines that show the flaws, and how many of a kind are left out; with `all` each in full.
pub fn write(
    out: &mut dyn Write,
    position: &Position,
    report: &Report,
    all: bool,
) -> io::Result<()> {
    let mut groups: BTreeMap<LineKind, usize> = BTreeMap::new();
    let mut left_out: BTreeMap<LineKind, usize> = BTreeMap::new();
    for group in grouped(&report.lines, all) {
        let finding = group.shown;
        let count = groups.entry(finding.kind).or_default();
        *count += 1;
        if !all && *count > most_shown(finding.kind) {
            *left_out.entry(finding.kind).or_default() += 1 + group.likewise.len();
            continue;
        }
        let heading = heading(finding, &report.main_line);
        writeln!(out, "{heading}: {}", usi_line(&finding.moves))?;
        writeln!(
            out,
            "  {}",
            Japanese::OFFICIAL.line(position, &finding.moves)
        )?;
        if !group.likewise.is_empty() {
            let others = group
                .likewise
                .iter()
                .map(|other| other_move(position, other, finding));
            let others = others.collect::<Vec<_>>().join(word!(", "));
            let text = say!(
                "  likewise at move {ply}: {others}",
                ply = finding.ply,
                others
            );
            writeln!(out, "{text}")?;
        }
    }
    for (kind, more) in left_out {
        if most_shown(kind) > 0 {
            let text = say!(
                "{kind}: {more} more (--all-lines)",
                kind = kind.in_words(),
                more
            );
            writeln!(out, "{text}")?;
        }
    }
    Ok(())
}

/// Findings in their order, those that belong together with the first of them; each by itself with `apart`.
fn grouped(findings: &[Finding], apart: bool) -> Vec<Group<'_>> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    for finding in findings {
        let known = groups
            .iter_mut()
            .find(|group| !apart && belong_together(group.shown, finding));
        match known {
            Some(group) => group.likewise.push(finding),
            None => groups.push(Group {
                shown: finding,
                likewise: Vec::new(),
            }),
        }
    }
    groups
}

/// Whether two findings say the same of the same place, and the same is played there.
fn belong_together(one: &Finding, other: &Finding) -> bool {
    let before = one.ply.saturating_sub(1) as usize;
    let kinds = |finding: &Finding| (finding.kind, finding.ply, finding.relation);
    kinds(one) == kinds(other)
        && one.also == other.also
        && one.moves.get(..before) == other.moves.get(..before)
        && played(one).is_some_and(|mv| played(other) == Some(mv))
}

fn played(finding: &Finding) -> Option<Played> {
    let mv = finding.moves.get(finding.ply.checked_sub(1)? as usize)?;
    Some(match mv {
        Move::Drop { .. } if finding.kind == LineKind::InterpositionChoice => Played::Interposed,
        Move::Drop { kind, .. } => Played::Drop(*kind),
        Move::Board { from, .. } => Played::From(*from),
    })
}

/// The move of a finding that differs from the one shown, in both notations, and the length where that differs, too.
fn other_move(position: &Position, finding: &Finding, shown: &Finding) -> String {
    let ply = finding.ply as usize;
    let until = &finding.moves[..ply.min(finding.moves.len())];
    let japanese = Japanese::OFFICIAL.line(position, until);
    let name = japanese.rsplit(' ').next().unwrap_or_default();
    let mv = usi_line(&until[ply.saturating_sub(1)..]);
    match finding.plies {
        Some(plies) if finding.plies != shown.plies => {
            let plies = counted(plies.into(), "ply", "plies");
            format!("{mv} {name} ({plies})")
        }
        _ => format!("{mv} {name}"),
    }
}

/// What a line shows, where, and how long it is.
fn heading(finding: &Finding, main_line: &[Move]) -> String {
    let kinds = [finding.kind]
        .into_iter()
        .chain(finding.also.iter().copied());
    let kinds: Vec<String> = kinds.map(|kind| kind.in_words()).collect();
    let mut text = words::list(&kinds);
    text.push_str(&say!(", move {ply}", ply = finding.ply));
    if finding.kind == LineKind::SecondSolution && !finding.leaves(main_line) {
        text.push_str(word!(", after an equal variation 変同"));
    }
    if let Some(relation) = finding.relation {
        text.push_str(match relation {
            Relation::Shorter => word!(", shorter 早詰"),
            Relation::Equal => word!(", as long"),
            Relation::Longer => word!(", longer"),
        });
    }
    if let Some(plies) = finding.plies {
        text.push_str(&format!(" ({})", counted(plies.into(), "ply", "plies")));
    }
    text
}
