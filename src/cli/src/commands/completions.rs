//! `gyakusan completions`: what a shell needs to complete commands and options.

use std::io::{self, Write};

use clap::{Args, CommandFactory, ValueEnum};
use clap_complete::{Shell, generate};

/// Print a completion script for a shell
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  gyakusan completions bash > ~/.local/share/bash-completion/completions/gyakusan
  gyakusan completions zsh > ~/.zfunc/_gyakusan          # a folder of $fpath
  gyakusan completions fish > ~/.config/fish/completions/gyakusan.fish
  gyakusan completions powershell >> $PROFILE")]
pub struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    shell: ShellName,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum ShellName {
    Bash,
    Zsh,
    Fish,
    #[value(name = "powershell")]
    PowerShell,
}

/// Writes the script.
pub fn run(args: &CompletionsArgs, out: &mut dyn Write) -> io::Result<()> {
    let shell = match args.shell {
        ShellName::Bash => Shell::Bash,
        ShellName::Zsh => Shell::Zsh,
        ShellName::Fish => Shell::Fish,
        ShellName::PowerShell => Shell::PowerShell,
    };
    let mut script = Vec::new();
    // Into memory first: a pipe that breaks is no business of the generator.
    generate(shell, &mut crate::Cli::command(), "gyakusan", &mut script);
    out.write_all(&script)
}
