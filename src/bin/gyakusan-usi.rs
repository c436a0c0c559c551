//! The engine under a name of its own: 将棋所, ShogiGUI and ShogiHome call a program without arguments.

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main_usi()
}
