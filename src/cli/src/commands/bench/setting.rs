//! `gyakusan bench setting`: how many problems `gyakusan setting` finds again from their lines.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::{Args, ValueEnum};
use cpu_time::ProcessTime;

use super::machine;
use crate::Failure;
use crate::arguments::amounts::Time;
use crate::arguments::solver::new_solver;
use crate::commands::setting::options;
use crate::composing::live_line;
use crate::running::stop::stop_on_signal;
use crate::running::working::pool;
use crate::screen::text::{Side, clock, widths, write_row};
use crate::writing::files::{LISTS, read_text};
use answers::InWords;
use compose::setting::{Follower, Found, Settings, Wanted, pieces, settings};
use notation::Japanese;
use shogi::{Color, Move, Setup, usi_line};
use tsume::judge::{self, STACK};
use tsume::solve::Task;
use words::{mark, say, word};

/// Find problems again from their lines alone
///
/// The set has problems of at most nine pieces and of 7 to 13 plies, each in one of two halves: one to tune the search
/// on, the other set aside to measure it. Each problem's line is given to the search of gyakusan setting, as books print
/// it or in USI. The table tells how many problems were found again, or with fewer pieces; and, if neither, whether
/// another setting with as many or with more pieces was found. Every setting found is judged again with an empty table;
/// unsound must be 0.
#[derive(Debug, Args)]
pub struct SettingArgs {
    /// The set: lines of SFEN, plies, name, half and line, separated by tabs
    #[arg(long, value_name = "FILE", default_value = "tests/data/settings.tsv")]
    data: PathBuf,
    /// Give up on a problem after this time
    #[arg(long, default_value = "60s")]
    time: Time,
    /// Only one of the halves
    #[arg(long, value_enum)]
    half: Option<Half>,
    /// Only every n-th problem
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    every: u32,
    /// Give the lines in USI, which names squares and no pieces
    #[arg(long)]
    usi: bool,
    /// Print a line for each problem
    #[arg(long)]
    list: bool,
}

/// The halves of the set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Half {
    /// To tune the search on
    Tuning,
    /// Set aside to measure it
    Aside,
}

/// A problem of the set.
struct Problem {
    name: String,
    half: Half,
    task: Task,
    line: Vec<Move>,
}

/// What became of a problem, the best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Became {
    Again,
    Fewer,
    AsMany,
    More,
    Nothing,
}

impl Became {
    const ALL: [Self; 5] = [
        Self::Again,
        Self::Fewer,
        Self::AsMany,
        Self::More,
        Self::Nothing,
    ];

    fn name(self) -> &'static str {
        words::of(match self {
            Self::Again => mark!("found again"),
            Self::Fewer => mark!("with fewer pieces"),
            Self::AsMany => mark!("another with as many"),
            Self::More => mark!("another with more"),
            Self::Nothing => mark!("nothing"),
        })
    }
}

/// What was measured on one problem.
struct Measured {
    half: Half,
    became: Became,
    unsound: usize,
    seconds: f64,
}

/// Ends a search that has found the problem again, or something better.
struct Until<'a> {
    sfen: &'a str,
    pieces: u32,
}

impl Follower for Until<'_> {
    fn found(&mut self, found: &Found) -> ControlFlow<()> {
        match found.pieces < self.pieces || found.problem.report.sfen == self.sfen {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }
}

/// Measures, and prints a table.
pub fn run(args: &SettingArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let path = args.data.display();
    let text = read_text(&args.data, LISTS)
        .map_err(|error| Failure::Usage(format!("{path}: {}", words::io(&error))))?;
    let problems = read(&text).map_err(|why| Failure::Usage(format!("{path}:{why}")))?;
    let chosen = problems
        .iter()
        .filter(|problem| args.half.is_none_or(|half| half == problem.half))
        .step_by(args.every as usize);
    let chosen: Vec<&Problem> = chosen.collect();
    let stop = stop_on_signal()?;
    let pool = pool(Some(1), Some(STACK))?;
    writeln!(out, "{}", machine())?;
    let bar = live_line();
    let mut measured = Vec::new();
    for (number, problem) in (1..).zip(&chosen) {
        bar.set_message(format!("{number}/{} · {}", chosen.len(), problem.name));
        bar.tick();
        let one = pool.install(|| measure(args, problem, &stop));
        if stop.load(Ordering::SeqCst) {
            bar.finish_and_clear();
            return Err(Failure::Interrupted);
        }
        if args.list {
            let seconds = clock(one.seconds);
            writeln!(out, "{} · {} · {seconds}", problem.name, one.became.name())?;
            out.flush()?;
        }
        measured.push(one);
    }
    bar.finish_and_clear();
    write_table(&measured, out)?;
    Ok(())
}

fn measure(args: &SettingArgs, problem: &Problem, stop: &Arc<AtomicBool>) -> Measured {
    let begun = ProcessTime::now();
    let sfen = problem.task.position.tsume_sfen();
    let count = count_of(&problem.task);
    let text = match args.usi {
        true => usi_line(&problem.line),
        false => Japanese::OFFICIAL.line(&problem.task.position, &problem.line),
    };
    let mut until = Until {
        sfen: &sfen,
        pieces: count,
    };
    let options = options(usize::MAX, args.time.0, None);
    let found = match text.parse() {
        Ok(line) => settings(&Wanted::new(line), &options, &new_solver, stop, &mut until)
            .map_or(Vec::new(), |Settings { found, .. }| found),
        Err(_) => Vec::new(),
    };
    let seconds = begun.elapsed().as_secs_f64();
    let became = found.iter().map(|found| match found.pieces.cmp(&count) {
        _ if found.problem.report.sfen == sfen => Became::Again,
        std::cmp::Ordering::Less => Became::Fewer,
        std::cmp::Ordering::Equal => Became::AsMany,
        std::cmp::Ordering::Greater => Became::More,
    });
    Measured {
        half: problem.half,
        became: became.min().unwrap_or(Became::Nothing),
        unsound: found.iter().filter(|found| !is_sound(found)).count(),
        seconds,
    }
}

/// Whether a setting is sound, judged anew, with the line as its main line.
fn is_sound(found: &Found) -> bool {
    let line = &found.problem.report.main_line;
    let options = judge::Options {
        given: Some(line.clone()),
        ..judge::Options::default()
    };
    let mut solver = new_solver(64 << 20);
    let stop = AtomicBool::new(false);
    let report = judge::check(&found.problem.task, &mut *solver, &options, &stop);
    report.soundness.complete == Some(true) && report.main_line == *line
}

/// The pieces of a problem on the board and in the attacker's hand.
fn count_of(task: &Task) -> u32 {
    pieces(&Setup::from(&task.position).without_hand(Color::White))
}

fn write_table(measured: &[Measured], out: &mut dyn Write) -> Result<(), Failure> {
    let mut table = vec![vec![word!("half").to_owned(), word!("problems").to_owned()]];
    table[0].extend(Became::ALL.map(|became| became.name().to_owned()));
    table[0].extend([word!("unsound").to_owned(), word!("CPU s").to_owned()]);
    for (half, name) in [
        (Some(Half::Tuning), word!("tuning")),
        (Some(Half::Aside), word!("set aside")),
        (None, word!("both")),
    ] {
        let of_half: Vec<&Measured> = measured
            .iter()
            .filter(|one| half.is_none_or(|half| half == one.half))
            .collect();
        if of_half.is_empty() {
            continue;
        }
        let mut row = vec![name.to_owned(), of_half.len().to_string()];
        row.extend(Became::ALL.map(|became| {
            let such = of_half.iter().filter(|one| one.became == became);
            such.count().to_string()
        }));
        let unsound: usize = of_half.iter().map(|one| one.unsound).sum();
        let seconds: f64 = of_half.iter().map(|one| one.seconds).sum();
        row.extend([unsound.to_string(), format!("{seconds:.0}")]);
        table.push(row);
    }
    let widths = widths(&table);
    let mut sides = [Side::Right; 9];
    sides[0] = Side::Left;
    for row in &table {
        write_row(out, row, &widths, &sides)?;
    }
    Ok(())
}

/// Reads lines of SFEN, plies, name, half and line.
fn read(text: &str) -> Result<Vec<Problem>, String> {
    let lines = (1..).zip(text.lines());
    let lines = lines.filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
    let problems: Vec<Problem> = lines
        .map(|(number, line)| read_one(line).map_err(|why| format!("{number}: {why}")))
        .collect::<Result<_, _>>()?;
    match problems.is_empty() {
        true => Err(say!(
            "1: no problem; expected lines of SFEN, plies, name, half and line"
        )),
        false => Ok(problems),
    }
}

fn read_one(line: &str) -> Result<Problem, String> {
    let columns: Vec<&str> = line.split('\t').collect();
    let [sfen, _, name, half, moves] = columns[..] else {
        return Err(say!(
            "expected SFEN, plies, name, half and line, separated by tabs"
        ));
    };
    let task = Task::from_tsume_sfen(sfen, false).map_err(|error| error.in_words())?;
    let half = Half::from_str(half, false)
        .map_err(|_| say!("expected tuning or aside, not {half:?}", half))?;
    let line = notation::typed::line(moves, &task.position)
        .map_err(|(ply, why)| say!("move {ply}: {why}", ply, why = why.in_words()))?;
    Ok(Problem {
        name: name.to_owned(),
        half,
        task,
        line,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_set_is_read_with_its_halves() {
        let sfen = "8k/9/8P/9/9/9/9/9/9 b G 1";
        let text = format!("# set\n{sfen}\t1\ta\ttuning\tG*1b\n\n{sfen}\t1\tb\taside\tG*1b\n");
        let found = read(&text).unwrap();
        let halves: Vec<Half> = found.iter().map(|problem| problem.half).collect();
        assert_eq!(halves, [Half::Tuning, Half::Aside]);
        assert_eq!(count_of(&found[0].task), 2);
        for (line, words) in [
            ("x\t1\ta\ttuning\tG*1b".to_owned(), "1: "),
            (
                format!("{sfen}\t1\ta\tthird\tG*1b"),
                "1: expected tuning or aside",
            ),
            (format!("{sfen}\t1\ta\ttuning\tG*1a"), "1: move 1: "),
            (format!("{sfen}\t1\ta"), "1: expected SFEN"),
            (String::new(), "1: no problem"),
        ] {
            let error = read(&line).err().unwrap();
            assert!(error.starts_with(words), "{error}");
        }
    }
}
