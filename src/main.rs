//! The `gyakusan` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    gyakusan::cli::main()
}
