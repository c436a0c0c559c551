//! `gyakusan usi` under a name of its own: 将棋所, ShogiGUI and ShogiHome call a program without arguments.
//!
//! It starts the `gyakusan` beside it, so that there are not two large programs to compile and to keep.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::{env, io};

/// The program beside this one; where the system does not tell where that is, one that it finds by its name.
fn beside() -> PathBuf {
    let name = format!("gyakusan{}", env::consts::EXE_SUFFIX);
    env::current_exe().map_or_else(|_| name.clone().into(), |own| own.with_file_name(&name))
}

fn engine(program: &Path) -> Command {
    let mut engine = Command::new(program);
    engine.arg("usi").args(env::args_os().skip(1));
    engine
}

/// Becomes the engine; comes back only if that fails.
#[cfg(unix)]
fn become_engine(program: &Path) -> io::Result<ExitCode> {
    use std::os::unix::process::CommandExt;
    Err(engine(program).exec())
}

/// Runs the engine, which reads the same input and ends when that does.
#[cfg(not(unix))]
fn become_engine(program: &Path) -> io::Result<ExitCode> {
    let ended = engine(program).status()?;
    Ok(ended
        .code()
        .and_then(|code| u8::try_from(code).ok())
        .map_or(ExitCode::FAILURE, ExitCode::from))
}

fn main() -> ExitCode {
    let program = beside();
    become_engine(&program).unwrap_or_else(|error| {
        eprintln!(
            "gyakusan-usi: cannot start {}, which has to be beside it: {error}",
            program.display()
        );
        ExitCode::from(2)
    })
}
