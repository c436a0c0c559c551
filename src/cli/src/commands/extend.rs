//! `gyakusan extend`: 逆算, every problem whose main line goes on with a given one.

use std::io::Write;

use clap::Args;

use crate::Failure;
use crate::arguments::read;
use crate::composing::around::{AroundArgs, Findings, Watch, one_of_mirrored};
use crate::screen::limits::reached_in_words;
use crate::screen::text::{counted, thousands};
use compose::ask::{Kinds, span};
use compose::backwards::{Sound, extend};
use compose::{Category, CompleteProblem, Conditions};
use features::column_filters::Range;
use tsume::solve::{Reached, Task};
use words::say;

/// Find all problems that lead to a given one after two or more plies (逆算)
///
/// The first move is the check that was taken back, and the reply is one of the longest. Of two mirror images, only one
/// is printed. Ctrl-C ends the search and prints what was found.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  gyakusan extend \"7k1/9/9/6NN1/5N1N1/9/9/9/9 b - 1\" --only N --keep-sound
  gyakusan extend \"7k1/9/9/6NN1/5N1N1/9/9/9/9 b - 1\" --plies 4 --board ..6
  gyakusan extend short.sfen --keep-sound --db longer.db")]
pub struct ExtendArgs {
    /// SFENs in quotes, files of problems, folders of them, or - for the standard input
    #[arg(required = true, value_name = "SFEN|FILE|-")]
    problems: Vec<String>,
    /// How many plies to go back, an even number
    #[arg(long, default_value_t = 2)]
    plies: u32,
    /// Keep only complete problems (完全作) at each step; by default every mate of the right length without leftover
    /// pieces
    #[arg(long)]
    keep_sound: bool,
    /// Only these kinds of pieces on the board and in the attacker's hand: "GS"
    #[arg(long, value_name = "LETTERS", value_parser = read::<Kinds>)]
    only: Option<Kinds>,
    /// Pieces on the board, including the king
    #[arg(long, value_name = "RANGE", value_parser = read::<Range>)]
    board: Option<Range>,
    /// Pieces in the attacker's hand
    #[arg(long, value_name = "RANGE", value_parser = read::<Range>)]
    hand: Option<Range>,
    #[command(flatten)]
    around: AroundArgs,
}

/// Prints what is found.
pub fn run(args: &ExtendArgs, out: &mut dyn Write) -> Result<(), Failure> {
    if args.plies == 0 || args.plies % 2 == 1 {
        return Err(Failure::Usage(say!("--plies: expected 2, 4, 6 …")));
    }
    let work = |place: &str, given: Task, out: &mut dyn Write| extend_one(args, place, given, out);
    args.around.each(&args.problems, out, work)
}

fn extend_one(
    args: &ExtendArgs,
    place: &str,
    given: Task,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let mut wanted = Conditions::none();
    if let Some(Kinds(kinds)) = &args.only {
        wanted.only(kinds);
    }
    wanted.board = args.board.map_or(wanted.board, span);
    wanted.hand = args.hand.map_or(wanted.hand, span);
    let sound = match args.keep_sound {
        true => Sound::Complete,
        false => Sound::Length,
    };
    let watch = Watch::new(&args.around, &given)?;
    let (length, limit) = watch.search(|around| {
        let mut examiner = around.examiner();
        (examiner.length(&given), examiner.reached())
    });
    let length = length.map_err(|category| {
        let why = match category {
            Category::NoMate => say!("there is no mate"),
            _ if watch.stopped() => return Failure::Interrupted,
            _ if limit == Some(Reached::Nodes) => {
                let limit = watch.limit();
                say!(
                    "its length was not found with {limit}; a higher limit may find it",
                    limit
                )
            }
            _ => say!(
                "its length was not found: {why}",
                why = reached_in_words(limit)
            ),
        };
        Failure::Usage(format!("{place}: {why}"))
    })?;
    let name = format!("extend --plies {}", args.plies);
    let mut findings = Findings::new(&args.around, name, &given.position, &watch, out)?;
    let mut level = vec![given.position];
    // Of what a stop leaves empty the first step is named, which was searched.
    let mut reached = length.saturating_add(2);
    let mut found: Vec<CompleteProblem> = Vec::new();
    for plies in (length..length.saturating_add(args.plies)).step_by(2) {
        let next = watch.search(|around| {
            let longer = level
                .iter()
                .flat_map(|position| extend(position, plies, &wanted, sound, around));
            longer.collect::<Vec<_>>()
        });
        // Stopped half-way, what is longer is shown, and what it would have grown from if there is nothing.
        if watch.stopped() && next.is_empty() {
            break;
        }
        found = next;
        found.sort_by_cached_key(|is| one_of_mirrored(&is.task.position));
        found.dedup_by_key(|is| one_of_mirrored(&is.task.position));
        level = found.iter().map(|is| is.task.position.clone()).collect();
        reached = plies + 2;
        if level.is_empty() {
            break;
        }
    }
    for judged in &found {
        findings.add(judged)?;
    }
    let (done, ahead) = watch.steps();
    let replies = match done < ahead {
        true => say!(
            "{done} of {replies}",
            done = thousands(done),
            replies = counted(ahead, "reply", "replies")
        ),
        false => counted(ahead, "reply", "replies"),
    };
    let tried = say!(
        "taken back: {replies}; positions tried: {tried}",
        replies,
        tried = thousands(watch.tried())
    );
    let words = say!(
        "{problems} of {plies}{open}",
        problems = counted(findings.written(), "problem", "problems"),
        plies = counted(reached.into(), "ply", "plies"),
        open = watch.left_open()
    );
    findings.finish(&[tried, words])
}
