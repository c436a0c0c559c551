//! `gyakusan venues`: what magazines, contests and sites accept.

use std::io::Write;

use clap::Args;

use crate::Failure;
use crate::arguments::venue::venue;
use crate::screen::opinion::{called, of};
use features::venue::all;
use words::say;

/// List the venues that --for knows, or print the file of one
///
/// A venue is a magazine, a contest, a site or a class of problems, with its rules about what it accepts. Its file names
/// the source and the date of each rule; rules that no source confirms are marked. To add a venue, or to change one,
/// write its file to a folder of your own, edit it, and give its path to --for.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  gyakusan venues
  gyakusan venues 詰将棋パラダイス > mine.toml
  gyakusan check work.kif --for mine.toml")]
pub struct VenuesArgs {
    /// Print the file of this venue
    #[arg(value_name = "VENUE")]
    venue: Option<String>,
}

/// Prints the list, or a file.
pub fn run(args: &VenuesArgs, out: &mut dyn Write) -> Result<(), Failure> {
    if let Some(word) = &args.venue {
        let venue = venue(word).map_err(Failure::Usage)?;
        out.write_all(venue.text.as_bytes())?;
        return Ok(());
    }
    for venue in all() {
        writeln!(out, "{}\n  {}", called(venue), of(&venue.en, &venue.ja))?;
        if !venue.classes.is_empty() {
            let classes = venue.classes.iter();
            let classes = classes.map(|class| format!("{} {}", class.term, class.plies));
            let classes: Vec<String> = classes.collect();
            let classes = words::list(&classes);
            writeln!(out, "  {}", say!("classes by plies: {classes}", classes))?;
        }
    }
    Ok(())
}
