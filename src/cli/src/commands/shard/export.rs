//! `gyakusan shard export`: a plan for other schedulers.

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::scripts;
use crate::Failure;
use enumerate::shard::Plan;
use system::real_path;
use words::say;

/// Write a plan as a script for another scheduler
#[derive(Debug, Args)]
pub struct ExportArgs {
    /// The plan's folder
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
    /// The scheduler
    #[arg(long, value_enum)]
    to: Scheduler,
    /// The file to write (default: standard output)
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Scheduler {
    /// A shell script that submits job arrays
    Slurm,
    /// A Snakefile
    Snakemake,
    /// A job definition file
    Hyperqueue,
}

/// Writes it.
pub fn run(args: &ExportArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let plan = Plan::read(&args.folder)?;
    let folder = real_path(plan.folder())?;
    let folder = folder.display().to_string();
    let script = match args.to {
        Scheduler::Slurm => scripts::slurm(&plan, &folder),
        Scheduler::Snakemake => scripts::snakemake(&plan, &folder),
        Scheduler::Hyperqueue => scripts::hyperqueue(&plan, &folder),
    };
    match &args.out {
        None => out.write_all(script.as_bytes())?,
        Some(path) if plan.has(path) => {
            return Err(Failure::Usage(say!(
                "--out: this is one of the plan's own files"
            )));
        }
        Some(path) => crate::writing::files::save(path, script.as_bytes()).map_err(|error| {
            Failure::Usage(format!("{}: {}", path.display(), words::io(&error)))
        })?,
    }
    Ok(())
}
