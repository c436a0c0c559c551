//! `gyakusan man`: manual pages.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use clap::{Args, Command};
use clap_mangen::Man;

use super::markdown;
use crate::language::rendered;
use crate::writing::files;
use crate::{Failure, language};
use system::join;
use words::{Language, say, word};

/// Write manual pages
///
/// Without options it prints the page of gyakusan or of one command.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  gyakusan man | man -l -
  gyakusan man import | man -l -
  gyakusan man --out ~/.local/share/man/man1/
  gyakusan man --markdown > docs/commands.md")]
pub struct ManArgs {
    /// The command (default: gyakusan itself)
    #[arg(conflicts_with = "out")]
    command: Option<String>,
    /// Print the reference of all commands in Markdown
    #[arg(long, conflicts_with_all = ["command", "out"])]
    markdown: bool,
    /// Write all pages to this folder
    #[arg(short, long, value_name = "FOLDER")]
    out: Option<PathBuf>,
}

/// Writes the pages.
pub fn run(args: &ManArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let mut program = language::command();
    program.build();
    if args.markdown {
        return Ok(out.write_all(markdown::page(&program).as_bytes())?);
    }
    if let Some(folder) = &args.out {
        let cannot = |error| Failure::Usage(format!("{}: {}", folder.display(), words::io(&error)));
        fs::create_dir_all(folder).map_err(cannot)?;
        let commands = program
            .get_subcommands()
            .filter(|command| command.get_name() != "help");
        for command in std::iter::once(&program).chain(commands) {
            let command = page_of(command);
            let path = join(folder, format!("{}.1", command.get_name()));
            let cannot =
                |error| Failure::Usage(format!("{}: {}", path.display(), words::io(&error)));
            files::save(&path, &page(command)?).map_err(cannot)?;
        }
        return Ok(());
    }
    let command = match &args.command {
        None => &program,
        Some(name) => program.find_subcommand(name).ok_or_else(|| {
            Failure::Usage(say!(
                "unknown command {name:?}; `gyakusan --help` lists them",
                name
            ))
        })?,
    };
    Ok(out.write_all(&page(page_of(command))?)?)
}

/// A command under the name of its page: `gyakusan-import` for `gyakusan import`.
fn page_of(command: &Command) -> Command {
    let name = match command.get_bin_name() {
        Some(words) => words.replace(' ', "-"),
        None => command.get_name().to_owned(),
    };
    command.clone().name(name)
}

fn page(command: Command) -> Result<Vec<u8>, Failure> {
    let mut page = Vec::new();
    Man::new(command).render(&mut page)?;
    if words::language() == Language::English {
        return Ok(page);
    }
    let page = String::from_utf8_lossy(&page);
    let lines = rendered(&page).lines().map(line).collect::<Vec<_>>();
    Ok((lines.join("\n") + "\n").into_bytes())
}

/// A line of a page with the words that no setting reaches in Japanese: the headings, and what values mean.
fn line(line: &str) -> String {
    if let Some(heading) = line.strip_prefix(".SH ") {
        return format!(".SH {}", self::heading(heading));
    }
    match line.split_once(": ") {
        Some((value, meaning)) => {
            format!("{value}: {}", words::of(&meaning.replace("\\-", "-")))
        }
        None => line.to_owned(),
    }
}

/// A heading of a page.
fn heading(english: &str) -> &str {
    match english {
        "NAME" => word!("NAME"),
        "SYNOPSIS" => word!("SYNOPSIS"),
        "DESCRIPTION" => word!("DESCRIPTION"),
        "EXTRA" => word!("EXTRA"),
        "VERSION" => word!("VERSION"),
        // Those of arguments and options are made in the language of the run.
        other => other,
    }
}
