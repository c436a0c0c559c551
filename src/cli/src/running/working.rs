//! Working on catalogs: threads, what is shown on the way, Ctrl-C.

use std::fmt;
use std::io::{self, Write};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use super::batch::cannot_start;
use super::serve::Shown;
use super::stop::stop_on_signal;
use crate::reading::upgrade;
use crate::screen::text::{clock, counted, left, thousands};
use crate::{Failure, screen};
use answers::phase_in_words;
use enumerate::{EnumerateError, Event};
use system::beside;
use system::monitor::{Monitor, Progress};
use words::{Language, say, word};

/// How catalogs are worked.
pub struct Working {
    /// How many threads; as many as the machine has cores if `None`.
    pub threads: Option<u16>,
    /// Whether nothing is shown on the way.
    pub quiet: bool,
    /// What the mates of one length are called that are counted on the way.
    pub positions: &'static str,
    /// What follows when all mates are found, in words.
    pub then: &'static str,
    /// The stack of each thread, in bytes; the usual one if `None`.
    pub stack: Option<usize>,
    /// What shows the run in a browser.
    pub shown: Option<Shown>,
}

impl Working {
    /// Works in a pool of threads, with progress on the error stream, until done or stopped.
    pub fn run<T: Send>(
        &self,
        work: impl FnOnce(&Monitor, &(dyn Fn(Event<'_>) + Sync)) -> Result<T, EnumerateError> + Send,
    ) -> Result<T, Failure> {
        let pool = pool(self.threads, self.stack)?;
        let monitor = Monitor::stopped_by(stop_on_signal()?);
        let bar = progress_bar(self.quiet);
        let announce = |event: Event<'_>| {
            if let Some(shown) = &self.shown {
                tell_browser(shown, &event);
            }
            if !self.quiet && !matches!(event, Event::Problem(_)) {
                // An error stream that takes no more is no reason to stop.
                let _ = bar.suspend(|| {
                    announce(
                        &event,
                        words::of(self.positions),
                        words::of(self.then),
                        &mut screen::stderr(),
                    )
                });
            }
        };
        let tell = || {
            if let Some(shown) = &self.shown {
                let progress = monitor.progress();
                let phase = in_words(&progress);
                shown.progress(&phase, progress.done, progress.total);
            }
        };
        let mut drawn = Drawn::new(&bar, self.quiet);
        let done = drawn.beside(&monitor, tell, || {
            pool.install(|| work(&monitor, &announce))
        });
        if let (Some(shown), Err(_)) = (&self.shown, monitor.go_on()) {
            shown.live().stopped();
        }
        Ok(done?)
    }
}

/// Works in a pool of threads, each with a stack of so many bytes, with progress on the error stream, until done or stopped.
pub fn watched<T: Send>(
    threads: Option<u16>,
    stack: Option<usize>,
    quiet: bool,
    work: impl FnOnce(&Monitor) -> T + Send,
) -> Result<T, Failure> {
    let pool = pool(threads, stack)?;
    let monitor = Monitor::stopped_by(stop_on_signal()?);
    let bar = progress_bar(quiet);
    let mut drawn = Drawn::new(&bar, quiet);
    Ok(drawn.beside(&monitor, || (), || pool.install(|| work(&monitor))))
}

/// So many threads, as many as the machine has cores if `None`, each with a stack of so many bytes; fewer where the system
/// starts no more.
pub fn pool(threads: Option<u16>, stack: Option<usize>) -> Result<rayon::ThreadPool, Failure> {
    system::threads::pool(threads.map(usize::from), stack).map_err(cannot_start)
}

fn progress_bar(quiet: bool) -> ProgressBar {
    let target = if quiet {
        ProgressDrawTarget::hidden()
    } else {
        // Draws nothing when the stream is no terminal.
        ProgressDrawTarget::stderr()
    };
    let bar = ProgressBar::with_draw_target(Some(0), target);
    let style = ProgressStyle::with_template(word!(
        "{msg:42} {bar:24} {human_pos}/{human_len} · {rate} · {eta} left"
    ))
    .expect("the template is right")
    .with_key(
        "rate",
        |state: &ProgressState, text: &mut dyn fmt::Write| {
            // Where this fails the bar lacks its rate.
            let rate = thousands(state.per_sec() as u64);
            let _ = write!(text, "{}", say!("{rate}/s", rate));
        },
    );
    bar.set_style(style);
    bar
}

/// What a run is at, in the language of this run.
fn in_words(progress: &Progress) -> String {
    let phase = progress.phase.as_ref();
    phase.map_or_else(String::new, |phase| phase_in_words(phase.as_ref()))
}

/// How far a run is, on the error stream.
struct Drawn<'a> {
    bar: &'a ProgressBar,
    quiet: bool,
    /// The phase drawn last.
    phase: String,
    /// When a stream that is no terminal was told last.
    told: Instant,
}

impl<'a> Drawn<'a> {
    fn new(bar: &'a ProgressBar, quiet: bool) -> Self {
        Self {
            bar,
            quiet,
            phase: String::new(),
            told: Instant::now(),
        }
    }

    /// Works, and shows meanwhile how far that is; `also` tells others.
    fn beside<T>(
        &mut self,
        monitor: &Monitor,
        mut also: impl FnMut() + Send,
        work: impl FnOnce() -> T,
    ) -> T {
        let show = || {
            also();
            self.draw(&monitor.progress());
            if self.bar.is_hidden() && !self.quiet && self.told.elapsed() > NOW_AND_THEN {
                self.told = Instant::now();
                tell_progress(monitor, &mut screen::stderr());
            }
        };
        let done = beside(Duration::from_millis(50), show, work);
        self.bar.finish_and_clear();
        done
    }

    fn draw(&mut self, progress: &Progress) {
        let (phase, position, total) = (in_words(progress), progress.done, progress.total);
        // Between phases there is nothing to show.
        if total > 0 {
            let new = phase != self.phase;
            if new {
                self.bar.set_message(phase.clone());
                self.bar.set_position(0);
                self.phase = phase;
            }
            self.bar.set_length(total);
            if new {
                self.bar.reset();
            }
            self.bar.set_position(position.min(total));
        }
    }
}

/// How often a stream that is no terminal is told how far a run is.
const NOW_AND_THEN: Duration = Duration::from_secs(60);

/// Tells how far the run is, in a line.
fn tell_progress(monitor: &Monitor, err: &mut dyn Write) {
    let progress = monitor.progress();
    let total = progress.total;
    if total > 0 {
        let phase = in_words(&progress);
        let (position, total) = (thousands(progress.done.min(total)), thousands(total));
        // An error stream that takes no more is no reason to stop.
        let _ = writeln!(
            err,
            "{}",
            say!("{phase}: {position} of {total}", phase, position, total)
        );
    }
}

/// What a browser is told of a step done.
fn tell_browser(shown: &Shown, event: &Event<'_>) {
    match *event {
        Event::Level {
            plies, attackers, ..
        } => shown.live().level(plies, attackers),
        Event::Problem(found) => shown.problem(found),
        _ => (),
    }
}

fn announce(event: &Event<'_>, positions: &str, then: &str, err: &mut dyn Write) -> io::Result<()> {
    match *event {
        Event::BroughtUpToDate {
            from,
            earlier,
            open,
        } => writeln!(err, "{}", upgrade::in_words(from, earlier, open)),
        Event::Resumed { plies } => {
            let plies = counted(plies.into(), "ply", "plies");
            writeln!(err, "{}", say!("resuming after {plies}", plies))
        }
        Event::SweepResumed { done, of } => {
            let (done, of) = (thousands(done), thousands(of));
            writeln!(err, "{}", say!("resuming after {done} of {of}", done, of))
        }
        Event::Mates { count } => {
            let count = thousands(count);
            writeln!(err, "{}", say!("mated: {count} critical positions", count))
        }
        Event::Level {
            plies,
            attackers,
            seconds,
        } => {
            let length = match plies {
                1 => word!(" ply:"),
                _ => word!(" plies:"),
            };
            let (count, time) = (thousands(attackers), clock(seconds));
            match words::language() {
                Language::English => {
                    let length = left(length, 7);
                    writeln!(err, "{plies:>3}{length} {count:>11} {positions} · {time}")
                }
                Language::Japanese => {
                    writeln!(err, "{plies:>3}{length} {positions} {count:>11} · {time}")
                }
            }
        }
        Event::Fixpoint {
            plies,
            longer,
            seconds,
        } => {
            if longer == 0 {
                write!(err, "{}", word!("no mate is longer"))?;
            } else {
                let mates = positions_that_mate(longer);
                let words = say!(
                    "{mates} in more than {plies} plies; no others do",
                    mates,
                    plies
                );
                write!(err, "{words}")?;
            }
            writeln!(err, " · {}{}{then}", clock(seconds), word!("; "))
        }
        // There are millions.
        Event::Problem(_) => Ok(()),
    }
}

/// So many positions that mate, in words.
pub fn positions_that_mate(count: u64) -> String {
    counted(count, "position mates", "positions mate")
}
