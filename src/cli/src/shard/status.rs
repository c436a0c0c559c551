//! `gyakusan shard status`: how far a plan is.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use serde::Serialize;

use crate::Failure;
use crate::text::{clock, counted, write_json_line};
use enumerate::shard::{Plan, State};
use words::{say, word};

/// Tell how far a plan is
#[derive(Debug, Args)]
pub struct StatusArgs {
    /// The plan's folder
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
    /// Read every result to the end and compare it with its checksum
    #[arg(long)]
    verify: bool,
    /// Print a line of JSON for each task
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Line<'a> {
    id: u32,
    state: &'static str,
    needs: &'a [u32],
    memory: u64,
    seconds: Option<u64>,
}

/// Prints it.
pub fn run(args: &StatusArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let plan = Plan::read(&args.folder)?;
    let (mut done, mut spoilt, mut left) = (0u64, Vec::new(), Some(0u64));
    for task in &plan.tasks {
        let state = match (args.verify, plan.is_marked_done(task)) {
            (true, _) => plan.state(task)?,
            (false, true) => State::Done,
            (false, false) => State::Open,
        };
        let name = match state {
            State::Done => "done",
            State::Open => "open",
            State::Spoilt => "spoilt",
        };
        match state {
            State::Done => done += 1,
            State::Spoilt => spoilt.push(task.id.to_string()),
            State::Open => {}
        }
        if state != State::Done {
            left = left
                .zip(task.seconds)
                .map(|(all, seconds)| all.saturating_add(seconds));
        }
        if args.json {
            let line = Line {
                id: task.id,
                state: name,
                needs: &task.needs,
                memory: task.memory,
                seconds: task.seconds,
            };
            write_json_line(out, &line)?;
        }
    }
    if args.json {
        return Ok(());
    }
    let all = plan.tasks.len() as u64;
    let all = counted(all, "task", "tasks");
    let mut words = vec![match spoilt.is_empty() {
        true => say!("{all}: {done} done", all, done),
        false => {
            let spoilt = words::list(&spoilt);
            say!("{all}: {done} done, spoilt: {spoilt}", all, done, spoilt)
        }
    }];
    if let Some(seconds) = left.filter(|&seconds| seconds > 0) {
        let time = clock(seconds as f64);
        words.push(say!("{time} of one core to go, roughly", time));
    }
    writeln!(out, "{}", words.join(word!("; ")))?;
    Ok(())
}
