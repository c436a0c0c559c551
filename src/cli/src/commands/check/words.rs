//! A report for a person to read.

use std::io::{self, Write};

use super::checked::{Checked, Shown};
use super::lines;
use crate::commands::show::describe;
use crate::screen::limits::check_in_words;
use crate::screen::text::counted;
use crate::screen::why;
use answers::InWords;
use notation::Japanese;
use notation::diagram::draw;
use notation::names::move_name;
use shogi::{Color, Move, Position, Setup, usi_line};
use tsume::judge::Effort;
use tsume::judge::record::LineKind;
use tsume::judge::removal::Spot;
use tsume::judge::report::{
    Counts, Departure, Fault, GivenLine, Open, Report, Status, Superfluous,
};
use words::{say, several, word};

/// Writes everything about a problem, the verdict in the last line.
pub fn write(out: &mut dyn Write, checked: &Checked, shown: &Shown) -> io::Result<()> {
    let Checked {
        problem,
        report,
        why,
        time,
        ..
    } = checked;
    let position = &problem.task.position;
    let japanese = |line: &[Move]| Japanese::OFFICIAL.line(position, line);
    let diagram = draw(&Setup::from(position), report.attacker);
    writeln!(out, "{position}\n\n{diagram}\n")?;
    if let Some(plies) = report.plies {
        let text = say!(
            "plies 手数, futile interpositions 無駄合 left out: {plies}",
            plies
        );
        writeln!(out, "{text}")?;
    }
    if let Some(plies) = report.raw_plies {
        let text = say!("raw plies, every interposition counted: {plies}", plies);
        writeln!(out, "{text}")?;
    }
    if !report.main_line.is_empty() {
        let line = usi_line(&report.main_line);
        let japanese = japanese(&report.main_line);
        let name = match report.known_line() {
            Some(_) => word!("main line 作意"),
            None => word!("a line that mates, perhaps not the main line"),
        };
        writeln!(out, "{name}: {line}\n  {japanese}")?;
    }
    lines::write(out, position, report, shown.all_lines)?;
    if let Some(why) = why {
        why::write(out, position, why, shown.all_tries)?;
    }
    if let Some(line) = &report.given_line {
        write_given(out, position, line, report)?;
    }
    for piece in &report.superfluous_pieces {
        writeln!(out, "{}", superfluous(piece))?;
    }
    let flaws = report.flaws.as_ref().map(flaws).unwrap_or_default();
    if !flaws.is_empty() {
        writeln!(out, "{}", word!("flaws:"))?;
        for flaw in flaws {
            writeln!(out, "  {flaw}")?;
        }
    }
    let open = open(&report.undecided);
    if !open.is_empty() {
        let open = say!("undecided: {open}", open = open.join(word!("; ")));
        writeln!(out, "{open}")?;
        writeln!(out, "  {}", remedy(report, &shown.effort))?;
    }
    writeln!(
        out,
        "{} · {} · {}",
        counted(report.nodes, "node", "nodes"),
        counted(report.questions, "question", "questions"),
        say!("{time} s", time = format_args!("{:.3}", time.as_secs_f64()))
    )?;
    writeln!(out, "{}", verdict(report))
}

fn write_given(
    out: &mut dyn Write,
    start: &Position,
    line: &GivenLine,
    report: &Report,
) -> io::Result<()> {
    let given = say!("given line: {line}", line = usi_line(&line.moves));
    writeln!(out, "{given}")?;
    if let Some(fault) = line.fault {
        let (ply, mv) = (fault.ply, fault.mv);
        let text = match fault.what {
            Fault::Illegal => {
                let before = line.moves.iter().take(ply as usize - 1);
                let before = before.fold(start.clone(), |position, &mv| position.play(mv));
                let why = before.foul(mv).map(|foul| foul.in_words());
                let why = why.unwrap_or_default();
                let mv = mv.to_string();
                say!("  move {ply}, {mv}, is illegal: {why}", ply, mv, why)
            }
            Fault::NoCheck => say!(
                "  move {ply}, {mv}, gives no check",
                ply,
                mv = mv.to_string()
            ),
        };
        writeln!(out, "{text}")?;
    } else if line.mates {
        let plies = counted(line.moves.len() as u64, "ply", "plies");
        writeln!(out, "{}", say!("  mates in {plies}", plies))?;
    } else {
        writeln!(out, "{}", word!("  does not end in mate"))?;
    }
    if report.given_stops_short() {
        return writeln!(out, "{}", word!("  is best play as far as it goes"));
    }
    if let Some(leaves) = line.leaves {
        let what = match leaves.what {
            Departure::LosesMate => word!("loses the mate"),
            Departure::Longer => word!("takes longer than necessary"),
            Departure::Shorter => word!("is mated sooner than necessary"),
            Departure::Futile => word!("is a futile interposition 無駄合"),
        };
        let (ply, mv) = (leaves.ply, leaves.mv.to_string());
        let text = say!(
            "  leaves best play at move {ply}: {mv} {what}",
            ply,
            mv,
            what
        );
        writeln!(out, "{text}")?;
    }
    match line.exact_length {
        Some(true) => writeln!(out, "{}", word!("  is of the exact length")),
        Some(false) => writeln!(out, "{}", word!("  is not of the exact length")),
        None => Ok(()),
    }
}

/// A superfluous piece in words.
fn superfluous(piece: &Superfluous) -> String {
    let line = match piece.same_line {
        Some(true) => word!("the main line stays"),
        Some(false) => word!("the main line changes"),
        None => word!("whether the main line stays is undecided"),
    };
    let piece = spot(&piece.spot);
    say!("superfluous 余剰駒: {piece}; {line}", piece, line)
}

/// A piece and where it is.
pub fn spot(spot: &Spot) -> String {
    let name = move_name(spot.kind, spot.promoted);
    let side = match spot.color {
        Color::Black => "☗",
        Color::White => "☖",
    };
    match spot.square {
        Some(square) => {
            let square = square.in_words();
            say!("{side}{name} on {square}", side, name, square)
        }
        None => say!("{side}{name} in hand", side, name),
    }
}

/// Each flaw in words.
fn flaws(counts: &Counts) -> Vec<String> {
    let mut words = describe(&counts.flaws);
    words.extend(told([
        (
            counts.unmeasured_before_last.unwrap_or(0),
            "second solution of unknown length before the last move (余詰)",
            several!("second solutions of unknown length before the last move (余詰)"),
        ),
        (
            counts.shorter_than_given.unwrap_or(0),
            "check that mates sooner than the given line (早詰)",
            several!("checks that mate sooner than the given line (早詰)"),
        ),
        (
            counts.drop_duals.unwrap_or(0),
            "of the second solutions is a drop on another square (打点非限定)",
            several!("of the second solutions are drops on another square (打点非限定)"),
        ),
        (
            counts.interposition_choices.unwrap_or(0),
            "interposition choice (合駒非限定)",
            several!("interposition choices (合駒非限定)"),
        ),
        (
            counts.longer_variations.unwrap_or(0),
            "reply that lasts longer than the given line (変長)",
            several!("replies that last longer than the given line (変長)"),
        ),
        (
            counts.variation_duals.unwrap_or(0),
            "dual in a variation, harmless (変別)",
            several!("duals in variations, harmless (変別)"),
        ),
    ]));
    words
}

/// Of counts, each with what it counts if it is one and if it is more, those that are any.
fn told<N: Copy + Into<u64>, const COUNT: usize>(
    counts: [(N, &str, &str); COUNT],
) -> impl Iterator<Item = String> {
    counts
        .map(|(count, one, several)| (count.into(), one, several))
        .map(|(count, one, several)| (count > 0).then(|| counted(count, one, several)))
        .into_iter()
        .flatten()
}

/// Each open question in words.
fn open(open: &Open) -> Vec<String> {
    let mut words: Vec<String> = told([
        (
            open.cooks,
            "check before the last move of the main line that may mate",
            several!("checks before the last move of the main line that may mate"),
        ),
        (
            open.cook_kinds,
            "second solution of undecided kind",
            several!("second solutions of undecided kind"),
        ),
        (
            open.equal_before_last,
            "check, over all longest lines, that may mate as fast",
            several!("checks, over all longest lines, that may mate as fast"),
        ),
        (
            open.before_last,
            "check, over all longest lines, that may mate",
            several!("checks, over all longest lines, that may mate"),
        ),
        (
            open.at_last,
            "possible last-move dual",
            several!("possible last-move duals"),
        ),
        (
            open.replies,
            "reply that may last as long",
            several!("replies that may last as long"),
        ),
        (
            open.variations,
            "check inside variations",
            several!("checks inside variations"),
        ),
        (
            open.given_line,
            "move along the given line",
            several!("moves along the given line"),
        ),
    ])
    .collect();
    if open.leftover {
        words.insert(0, say!("how many pieces are left over"));
    }
    if open.length {
        words.insert(0, say!("the exact length"));
    }
    words.extend(
        open.superfluous
            .iter()
            .map(|piece| say!("whether {piece} is superfluous", piece = spot(piece))),
    );
    words
}

/// Which limits were reached, and what would decide more; and why little was spent, where more would change
/// nothing.
fn remedy(report: &Report, effort: &Effort) -> String {
    let limits = check_in_words(&report.limits_reached, effort, report.share);
    match report.soundness.complete {
        Some(false) => {
            say!(
                "{limits}; other flaws already make the problem incomplete, so the rest was not examined closely",
                limits
            )
        }
        _ => limits,
    }
}

/// The last line: complete, or why not. A given line has its own lines above.
pub fn verdict(report: &Report) -> String {
    let mut verdict = of_position(report);
    match &report.given_line {
        Some(_) if report.given_stops_short() => verdict.push_str(word!(
            " (the position; the given line stops before the mate)"
        )),
        Some(line) if report.status == Status::Mate && line.is_not_best() => {
            verdict.push_str(word!(
                " (the position; the given line is not best play to the mate)"
            ));
        }
        _ => {}
    }
    verdict
}

/// The verdict on the position.
fn of_position(report: &Report) -> String {
    match (report.status, report.soundness.complete) {
        (Status::NoMate, _) => say!("no mate 不詰"),
        (Status::Unknown, _) => say!("undecided: whether there is a mate"),
        (Status::Mate, Some(true)) => say!("complete 完全作"),
        (Status::Mate, Some(false)) if report.soundness.complete_lenient == Some(true) => {
            say!(
                "not complete 不完全作: {reasons}; complete under the lenient rule F",
                reasons = words::list(&reasons(report))
            )
        }
        (Status::Mate, Some(false)) => {
            say!(
                "not complete 不完全作: {reasons}",
                reasons = words::list(&reasons(report))
            )
        }
        (Status::Mate, None) => say!("undecided: whether it is complete"),
    }
}

/// Why a problem with a mate is not complete, as far as its flaws are counted.
pub fn reasons(report: &Report) -> Vec<String> {
    let mut reasons = Vec::new();
    let Some(counts) = &report.flaws else {
        return reasons;
    };
    let flaws = &counts.flaws;
    if flaws.cooks > Some(0) {
        reasons.push(LineKind::SecondSolution.in_words());
    }
    if flaws.leftover > Some(0) {
        reasons.push(say!("pieces left over 駒余り"));
    }
    reasons
}
