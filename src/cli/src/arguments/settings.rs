//! The options of a command as they were written, defaults and all.

use std::fmt::Write;

use clap::{ArgMatches, Args, Command, FromArgMatches};

/// Every option with its values, in the order of their names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings(Vec<(String, Vec<String>)>);

impl Settings {
    /// A line for each option but those named and those that say no, values in quotation marks: equal for commands that ask for the same in
    /// the same words.
    pub fn without(&self, left_out: &[&str]) -> String {
        let mut lines = String::new();
        for (name, values) in &self.0 {
            if values != &["false"] && !left_out.contains(&&**name) {
                // Writing into a string does not fail.
                let _ = writeln!(lines, "{name} = {values:?}");
            }
        }
        lines
    }
}

impl Args for Settings {
    fn augment_args(command: Command) -> Command {
        command
    }

    fn augment_args_for_update(command: Command) -> Command {
        command
    }
}

impl FromArgMatches for Settings {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut settings = Self::default();
        settings.update_from_arg_matches(matches)?;
        Ok(settings)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        // Groups have ids too, but no values of their own.
        let written = matches.ids().filter_map(|id| {
            let values = matches.try_get_raw(id.as_str()).ok()??;
            let values = values.map(|value| value.to_string_lossy().into_owned());
            Some((id.to_string(), values.collect()))
        });
        self.0 = written.collect();
        self.0.sort();
        Ok(())
    }
}
