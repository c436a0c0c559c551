//! `gyakusan polish`: fewer pieces, fewer blemishes, the same line.

use std::io::Write;

use clap::Args;

use crate::Failure;
use crate::composing::around::{AroundArgs, Findings, Watch};
use answers::InWords;
use compose::polish::polish_followed;
use compose::strict::{BLEMISHES, Strictness, stricter};
use compose::{Category, CompleteProblem, Conditions};
use features::registry;
use shogi::{Position, Setup};
use tsume::solve::Task;
use words::{Language, say};

/// Remove superfluous pieces (余剰駒) from a sound problem without changing its line
///
/// --strict makes small changes one after the other, as long as each makes the problem stricter: a piece is removed,
/// moved by at most two files and ranks, exchanged for another one (kind, side, promotion), or added within two files
/// and ranks of the king's path. The attacker's hand becomes what the line needs. The result is always a complete
/// problem (完全作) with the same main line, played by the same pieces. One problem is stricter than another if the first
/// of these columns that differs is smaller: superfluous, promotion_duals, longer_at_last, equal_at_last,
/// final_drop_choice, final_promotion_choice, equal_variations, interposition_choices, and then the number of pieces on
/// the board and in the attacker's hand. So no blemish is traded for a worse one, and a piece is added only if it
/// removes a blemish. With twenty pieces on the board, this takes minutes; Ctrl-C ends it and prints the best result so
/// far.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  gyakusan polish \"p5k2/7+n1/6+N2/6NN1/9/9/9/9/9 b - 1\"
  gyakusan polish --strict \"7k1/9/9/6NN1/5N1N1/9/9/9/9 b - 1\"
  gyakusan polish works/ --brief > polished.sfen")]
pub struct PolishArgs {
    /// SFENs in quotes, files of problems, folders of them, or - for the standard input
    #[arg(required = true, value_name = "SFEN|FILE|-")]
    problems: Vec<String>,
    /// Make the problem stricter by small changes: fewer blemishes, then fewer pieces
    #[arg(long)]
    strict: bool,
    #[command(flatten)]
    around: AroundArgs,
}

/// Prints the problems that come out.
pub fn run(args: &PolishArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let work = |place: &str, given: Task, out: &mut dyn Write| polish_one(args, place, given, out);
    args.around.each(&args.problems, out, work)
}

fn polish_one(
    args: &PolishArgs,
    place: &str,
    given: Task,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let watch = Watch::new(&args.around, &given)?;
    let position = given.position.clone();
    let judged = watch.complete(given).map_err(|category| {
        let why = match category {
            _ if watch.stopped() => return Failure::Interrupted,
            Category::Undecided if !args.around.is_limited() => {
                say!("soundness is undecided; gyakusan check shows what is open")
            }
            Category::Undecided => {
                let limit = watch.limit();
                say!(
                    "soundness is undecided with {limit}; a higher limit may decide it",
                    limit
                )
            }
            _ => say!("it is not sound; gyakusan check shows why"),
        };
        Failure::Usage(format!("{place}: {why}"))
    })?;
    let name = match args.strict {
        true => "polish --strict",
        false => "polish",
    };
    let mut findings = Findings::new(&args.around, name.to_owned(), &position, &watch, out)?;
    let wanted = Conditions::none();
    let before = judged.clone();
    let (after, words) = if args.strict {
        let made = watch.search(|around| stricter(judged, &wanted, around));
        let open = watch.so_many_open(made.open);
        let mut words = vec![match made.changes.is_empty() {
            true if watch.stopped() => say!("no change has made it stricter so far"),
            true => say!("no change makes it stricter{open}", open),
            false => say!(
                "changed: {changes}{open}",
                changes = words::list(
                    &made
                        .changes
                        .iter()
                        .map(InWords::in_words)
                        .collect::<Vec<_>>()
                ),
                open
            ),
        }];
        words.push(differences(&before, &made.problem));
        (made.problem, words)
    } else {
        let (after, removed) = watch.search(|around| {
            polish_followed(judged, &wanted, &mut around.examiner(), around.follow)
        });
        let open = watch.left_open();
        let removed: Vec<String> = removed.iter().map(InWords::in_words).collect();
        let words = match removed.is_empty() {
            true if watch.stopped() => say!("no piece has been removed so far"),
            true => say!("no piece can be removed{open}", open),
            false => say!(
                "removed: {pieces}{open}",
                pieces = match words::language() {
                    Language::English => removed.join(" "),
                    Language::Japanese => words::list(&removed),
                },
                open
            ),
        };
        (after, vec![words])
    };
    match after.task == before.task {
        true => findings.show(&after)?,
        false => findings.add(&after)?,
    }
    findings.finish(&words)
}

/// The blemishes of a problem and of what became of it, and their pieces.
fn differences(before: &CompleteProblem, after: &CompleteProblem) -> String {
    let of = |judged: &CompleteProblem| {
        let position: &Position = &judged.task.position;
        Strictness::of(&judged.report, &Setup::from(position))
    };
    let (Some(before), Some(after)) = (of(before), of(after)) else {
        return String::new();
    };
    let change = |column: &'static str, before: u32, after: u32| {
        let name = match (words::language(), registry::place(column)) {
            (Language::Japanese, Some(place)) => registry::at(place).term,
            _ => column,
        };
        match before == after {
            true => format!("{name} {before}"),
            false => format!("{name} {before} → {after}"),
        }
    };
    let blemishes = BLEMISHES.iter().zip(before.blemishes).zip(after.blemishes);
    let mut words: Vec<String> = blemishes
        .filter(|((_, before), after)| before + after > 0)
        .map(|((&(name, _), before), after)| change(name, before, after))
        .collect();
    words.push(change("pieces", before.pieces, after.pieces));
    words.join(" · ")
}
