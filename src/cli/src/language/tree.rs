//! The commands and their options in Japanese: the tree that the declarations make, walked once.

use clap::builder::{Resettable, StyledStr};
use clap::{Arg, Command};

use words::{Language, japanese, language, prose, word};

/// A tree of commands in the language of this run.
pub fn translated(mut program: Command) -> Command {
    match language() {
        Language::English => program,
        Language::Japanese => {
            // What clap adds by itself, `--help` among it, is there from now on.
            program.build();
            of_command(program)
        }
    }
}

fn of_command(command: Command) -> Command {
    let about = said(command.get_about());
    let long_about = said(command.get_long_about());
    let after = said(command.get_after_help());
    let after_long = said(command.get_after_long_help());
    let heading = word!("Usage:");
    command
        .about(about)
        .long_about(long_about)
        .after_help(after)
        .after_long_help(after_long)
        .help_template(format!(
            "{{before-help}}{{about-with-newline}}\n{heading} {{usage}}\n\n{{all-args}}{{after-help}}"
        ))
        .subcommand_help_heading(word!("Commands"))
        .subcommand_value_name(word!("COMMAND"))
        .mut_args(of_argument)
        .mut_subcommands(of_command)
}

/// A text of the declarations, if there is one.
fn said(text: Option<&StyledStr>) -> Resettable<StyledStr> {
    text.map(|text| StyledStr::from(prose(&text.to_string())))
        .into()
}

fn of_argument(arg: Arg) -> Arg {
    let help = said(arg.get_help());
    let long_help = said(arg.get_long_help());
    let heading = match (arg.get_help_heading(), arg.is_positional()) {
        // Headings of columns are made in the language of the run.
        (Some(heading), _) => heading.to_owned(),
        (None, true) => word!("Arguments").to_owned(),
        (None, false) => word!("Options").to_owned(),
    };
    let names: Vec<String> = arg.get_value_names().map_or(Vec::new(), |names| {
        let said = |name: &str| japanese(name).unwrap_or(name).to_owned();
        names.iter().map(|name| said(name)).collect()
    });
    let arg = arg.help(help).long_help(long_help).help_heading(heading);
    match names.is_empty() {
        true => arg,
        false => arg.value_names(names),
    }
}

/// Whether an argument stands under a heading of its own, not among the arguments and options.
pub fn has_heading(arg: &Arg) -> bool {
    let plain = [word!("Arguments"), word!("Options")];
    arg.get_help_heading()
        .is_some_and(|heading| !plain.contains(&heading))
}

/// What clap has written, with its own words in the language of this run: those that no setting of it reaches.
pub fn rendered(text: &str) -> String {
    if language() == Language::English {
        return text.to_owned();
    }
    let mut text = text.to_owned();
    for (english, said) in [
        ("[OPTIONS]", word!("[OPTIONS]")),
        ("[default: ", word!("[default: ")),
        ("[aliases: ", word!("[aliases: ")),
        ("[possible values: ", word!("[possible values: ")),
        ("Possible values:", word!("Possible values:")),
    ] {
        text = text.replace(english, said);
    }
    let lines = text.split('\n').map(of_value);
    lines.collect::<Vec<_>>().join("\n")
}

/// A line of the help that says what a value means: `- text: Text for people to read`.
fn of_value(line: &str) -> String {
    let said = line.trim_start().strip_prefix("- ").and_then(|rest| {
        let (_, meaning) = rest.split_once(':')?;
        let meaning = meaning.trim_start();
        Some((meaning, japanese(meaning)?))
    });
    match said {
        Some((meaning, said)) => line.replace(meaning, said),
        None => line.to_owned(),
    }
}
