//! `gyakusan shard status`: how far a plan is.

use std::collections::HashSet;
use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use crate::Failure;
use crate::screen::text::{counted, rough, write_json_line};
use answers::json::{self, TaskState};
use enumerate::shard::{Plan, State, Task};
use words::{say, word};

/// Show the progress of a plan
#[derive(Debug, Args)]
pub struct StatusArgs {
    /// The plan's folder
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
    /// Compare every result with its checksum
    #[arg(long)]
    verify: bool,
    /// Print a line of JSON for each task
    #[arg(long)]
    json: bool,
}

/// Prints it.
pub fn run(args: &StatusArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let plan = Plan::read(&args.folder)?;
    let mut states = Vec::with_capacity(plan.tasks.len());
    for task in &plan.tasks {
        states.push(if args.verify {
            plan.state(task)?
        } else if plan.is_marked_done(task)? {
            State::Done
        } else {
            State::Open
        });
    }
    let tasks = || plan.tasks.iter().zip(&states);
    let in_state = |wanted| tasks().filter(move |&(_, &state)| state == wanted);
    let done: HashSet<u32> = in_state(State::Done).map(|(task, _)| task.id).collect();
    let is_ready = |(task, &state): (&Task, &State)| {
        state != State::Done && task.needs.iter().all(|needed| done.contains(needed))
    };
    if args.json {
        for (task, &state) in tasks() {
            let line = json::Task {
                id: task.id,
                state: match state {
                    State::Done => TaskState::Done,
                    State::Open => TaskState::Open,
                    State::Spoilt => TaskState::Spoilt,
                },
                ready: is_ready((task, &state)),
                needs: &task.needs,
                memory: task.memory,
                seconds: task.seconds,
            };
            write_json_line(out, &line)?;
        }
        return Ok(());
    }
    let all = counted(states.len() as u64, "task", "tasks");
    let of_all = done.len();
    let mut words = vec![say!("{all}: {done} done", all, done = of_all)];
    let ready = tasks().filter(|&one| is_ready(one)).count();
    let waiting = states.len() - of_all - ready;
    if waiting > 0 {
        words.push(say!("{ready} ready", ready));
        words.push(say!("{waiting} waiting for others", waiting));
    }
    let spoilt: Vec<String> = in_state(State::Spoilt)
        .map(|(task, _)| task.id.to_string())
        .collect();
    if !spoilt.is_empty() {
        words.push(say!("damaged: {spoilt}", spoilt = words::list(&spoilt)));
    }
    let mut words = vec![words.join(word!(", "))];
    let mut left = tasks().filter(|&(_, &state)| state != State::Done);
    let left = left.try_fold(0u64, |all, (task, _)| {
        Some(all.saturating_add(task.seconds?))
    });
    if let Some(seconds) = left.filter(|&seconds| seconds > 0) {
        let time = rough(seconds as f64);
        words.push(say!("about {time} left on one core", time));
    }
    writeln!(out, "{}", words.join(word!("; ")))?;
    Ok(())
}
