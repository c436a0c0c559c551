//! `gyakusan setting`: 手順から配置, from a line to the problems that have it.

use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::Duration;

use clap::Args;
use indicatif::ProgressBar;

use super::play::told::named;
use crate::Failure;
use crate::arguments::against::AgainstArgs;
use crate::arguments::amounts::{Count, Time};
use crate::arguments::read;
use crate::arguments::solver::new_solver;
use crate::composing::precedents::Precedents;
use crate::composing::{live_line, write_brief, write_judged};
use crate::reading::collection::{Collection, source};
use crate::running::stop::stop_on_signal;
use crate::running::working::pool;
use crate::screen;
use crate::screen::text::{counted, thousands};
use answers::InWords;
use compose::ask::span;
use compose::setting::{
    Contradictory, End, Follower, Nearest, Options, Progress, SearchLimits, Settings, Wanted,
    settings,
};
use features::column_filters::Range;
use features::pattern::Contains;
use notation::open_line::OpenLine;
use notation::typed;
use shogi::Square;
use tsume::judge::{Effort, STACK};
use words::say;

/// The judge may spend so many nodes on a setting where nobody says how many.
const JUDGED: u64 = 1_000_000;

/// Find the settings (配置) in which a given line is the main line of a sound problem
///
/// Every setting printed is a complete problem (完全作) whose main line is the given line, and all of its pieces are
/// needed for this. The search tries settings with few pieces first, and adds pieces that take away an escape, shorten
/// a reply that lasts longer than the line, or stop a second solution (余詰). The list is sorted by the number of pieces,
/// then by blemishes; it need not be exhaustive. Squares, kinds and whole moves may be left open with a question mark.
/// In Japanese, a piece without 打 may come from the board or from the hand, and a named piece without 成 does not
/// promote. Ctrl-C ends the search and prints what was found.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  gyakusan setting \"☗２一香成 ☖１二玉 ☗２三角成\"
  gyakusan setting \"☗?一香成 ☖１二玉 ☗２三?\" --king 1a --board ..4
  gyakusan setting \"2b2a+ 1a1b 1d2c+\" --with \"1a:k\" --hand 0
  gyakusan setting \"☗２一香成 ☖１二玉 ☗２三角成\" --time 5m --db new.db
  gyakusan setting \"☗２一香成 ☖１二玉 ☗２三角成\" --against works.db")]
pub struct SettingArgs {
    /// The line, from the attacker's first move to the last one, in Japanese or USI; a question mark leaves something
    /// open
    #[arg(value_name = "LINE", value_parser = read_line)]
    line: TypedLine,
    /// Where the defender's king is
    #[arg(long, value_name = "SQUARE", value_parser = read_square)]
    king: Option<Square>,
    /// Which pieces are on which squares: "1a:l 2a:n" (letters of SFEN, or １一:☖香; - for an empty square). They stay,
    /// superfluous or not
    #[arg(long, value_name = "SQUARE:PIECE …", value_parser = read::<Contains>)]
    with: Option<Contains>,
    /// Pieces on the board, including the king
    #[arg(long, value_name = "RANGE", value_parser = read::<Range>)]
    board: Option<Range>,
    /// Pieces in the attacker's hand
    #[arg(long, value_name = "RANGE", value_parser = read::<Range>)]
    hand: Option<Range>,
    /// Stop after this many settings have been found
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..))]
    count: u32,
    /// Stop after this time: 30s, 10m
    #[arg(long, default_value = "1m")]
    time: Time,
    /// Stop after the solver has searched this many nodes: 500k, 20M. If this ends the search, the result is the same on
    /// every machine
    #[arg(long, value_name = "NODES")]
    nodes: Option<Count>,
    /// Print one line per problem (SFEN, tab, plies); everything else goes to the standard error
    #[arg(long)]
    brief: bool,
    /// Store the results in this database
    #[arg(long, value_name = "FILE")]
    db: Option<PathBuf>,
    #[command(flatten)]
    against: AgainstArgs,
}

/// A line, and how it was typed.
#[derive(Clone, Debug)]
struct TypedLine {
    text: String,
    line: OpenLine,
}

fn read_line(text: &str) -> Result<TypedLine, String> {
    Ok(TypedLine {
        text: screen::one_line(text),
        line: read(text)?,
    })
}

fn read_square(text: &str) -> Result<Square, String> {
    typed::square(text).ok_or_else(|| say!("expected a square such as 2a or ２一"))
}

/// What is searched for a line, with the usual effort of the judge.
pub fn options(count: usize, time: Duration, nodes: Option<u64>) -> Options {
    Options {
        limits: SearchLimits {
            time: Some(time),
            nodes,
        },
        judge: Effort {
            nodes: Some(JUDGED),
            ..Effort::default()
        },
        count,
    }
}

/// The counts at the bottom of a terminal.
struct Counts<'a>(&'a ProgressBar);

impl Follower for Counts<'_> {
    fn progress(&mut self, progress: &Progress) {
        if self.0.is_hidden() {
            return;
        }
        self.0.set_message(say!(
            "{tried} settings tried, now of {pieces} · {found} found · {undecided} undecided",
            tried = thousands(progress.tried),
            pieces = counted(progress.pieces.into(), "piece", "pieces"),
            found = thousands(progress.found),
            undecided = thousands(progress.undecided)
        ));
        self.0.tick();
    }
}

/// Prints the settings.
pub fn run(args: &SettingArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let mut wanted = Wanted::new(args.line.line.clone());
    wanted.king = args.king;
    wanted.with = args.with.as_ref().map_or(Vec::new(), |with| with.0.clone());
    wanted.board = args.board.map_or(wanted.board, span);
    wanted.hand = args.hand.map_or(wanted.hand, span);
    let contradictory = |why: Contradictory| Failure::Usage(why.in_words());
    wanted.king_square().map_err(contradictory)?;
    let options = options(
        args.count as usize,
        args.time.0,
        args.nodes.map(|nodes| nodes.0),
    );
    let stop = stop_on_signal()?;
    let precedents = Precedents::open(&args.against, None, &stop)?;
    let mut collection = match &args.db {
        Some(path) => Some(Collection::open(path, &words_of(args))?),
        None => None,
    };
    // One thread, with room for the judge: what is found depends on the order of questions.
    let pool = pool(Some(1), Some(STACK))?;
    let bar = live_line();
    let made = pool.install(|| {
        let mut counts = Counts(&bar);
        settings(&wanted, &options, &new_solver, &stop, &mut counts)
    });
    bar.finish_and_clear();
    let made = made.map_err(contradictory)?;
    let mut left_out = 0;
    for (number, found) in (1..).zip(&made.found) {
        let nearest = precedents.as_ref().map(|is| is.nearest(&found.problem));
        let nearest = nearest.transpose()?;
        let refused =
            |precedents: &Precedents| nearest.as_ref().is_some_and(|is| precedents.refuses(is));
        if precedents.as_ref().is_some_and(refused) {
            left_out += 1;
            continue;
        }
        if let Some(collection) = &mut collection {
            let origin = nearest.as_ref().and_then(|is| is.origin());
            let more = origin.map(|origin| ("nearest", origin.to_owned()));
            let source = source(words_of(args), number, &[], more.as_slice());
            collection.add([(&found.problem, source)])?;
        }
        let pieces = counted(found.pieces.into(), "piece", "pieces");
        match args.brief {
            true => write_brief(out, &found.problem)?,
            false => write_judged(
                out,
                &format!("{pieces} · "),
                &found.problem,
                nearest.as_ref(),
            )?,
        }
    }
    if let Some(collection) = collection {
        collection.finish_or_take_back()?;
    }
    for line in summary(&made, wanted.line.0.len(), left_out) {
        match args.brief {
            true => writeln!(screen::stderr(), "{line}")?,
            false => writeln!(out, "{line}")?,
        }
    }
    match stop.load(Ordering::SeqCst) {
        true => {
            out.flush()?;
            Err(Failure::Interrupted)
        }
        false => Ok(()),
    }
}

/// The command without its limits, as sources name it.
fn words_of(args: &SettingArgs) -> String {
    let mut words = format!("setting \"{}\"", args.line.text);
    if let Some(king) = args.king {
        words.push_str(&format!(" --king {king}"));
    }
    words
}

/// What came of the search for settings of a line of so many plies, in words.
fn summary(made: &Settings, plies: usize, left_out: u64) -> Vec<String> {
    let undecided = match made.progress.undecided {
        0 => String::new(),
        number => say!(", {number} undecided", number = thousands(number)),
    };
    let found = say!(
        "{settings} found, {tried} tried{undecided}",
        settings = counted(made.found.len() as u64, "setting", "settings"),
        tried = thousands(made.progress.tried),
        undecided
    );
    let why = match made.end {
        End::Exhausted if made.playable == 0 => Some(say!(
            "no position was found from which this line can be played"
        )),
        End::Exhausted if made.playable < plies => Some(say!(
            "no position was found from which this line can be played: after move {before}, none has move {next}",
            before = made.playable,
            next = made.playable + 1
        )),
        End::Limit => Some(say!(
            "the search was not finished; a longer --time or more --nodes may find more"
        )),
        End::Exhausted => Some(say!("nothing is left to try")),
        End::Enough | End::Stopped => None,
    };
    let left_out = (left_out > 0).then(|| {
        say!(
            "{settings} left out by --refuse",
            settings = counted(left_out, "setting", "settings")
        )
    });
    let nearest = made.nearest.as_ref().map_or_else(Vec::new, in_the_way);
    let told = std::iter::once(found).chain(left_out).chain(nearest);
    told.chain(why).collect()
}

/// The setting that comes nearest, and what keeps it from being found.
fn in_the_way(nearest: &Nearest) -> Vec<String> {
    let (at, position) = (nearest.at, &nearest.positions[nearest.at]);
    let mv = named(position, nearest.obstacle, None);
    let what = match at % 2 {
        0 => say!(
            "in the way: instead of move {number}, {mv} mates as well (余詰)",
            number = at + 1,
            mv
        ),
        _ => say!(
            "in the way: after move {at}, {mv} saves the king or lasts longer than the line",
            at,
            mv
        ),
    };
    let others = match nearest.count {
        0 | 1 => String::new(),
        count => say!("; other such moves: {count}", count = count - 1),
    };
    let sfen = nearest.positions[0].tsume_sfen();
    vec![
        say!("nearest setting: {sfen}", sfen),
        format!("{what}{others}"),
    ]
}
