//! How the defender's hand is read where pieces of the set are missing (駒不足): the options for it.

use clap::Args;
use shogi::HandReading;

/// The options.
#[derive(Clone, Copy, Debug, Default, Args)]
pub struct HandArgs {
    /// Read the defender's hand as written, even if pieces are missing from the set (駒不足); an empty hand stays empty
    #[arg(long)]
    short_set: bool,
    /// Give the defender all remaining pieces, whatever hand is written
    #[arg(long, conflicts_with = "short_set")]
    full_set: bool,
}

impl HandArgs {
    /// How hands are read.
    pub const fn reading(self) -> HandReading {
        match (self.short_set, self.full_set) {
            (true, _) => HandReading::Written,
            (false, true) => HandReading::Rest,
            (false, false) => HandReading::Whole,
        }
    }

    /// The option as it is typed; nothing where there is none.
    pub const fn typed(self) -> &'static str {
        match self.reading() {
            HandReading::Written => " --short-set",
            HandReading::Rest => " --full-set",
            HandReading::Whole | HandReading::Listed => "",
        }
    }
}

/// How hands of files and lists are read: somebody else wrote them, and that the set is short is no reason to refuse one.
pub const fn of_files(hands: HandReading) -> HandReading {
    match hands {
        HandReading::Whole => HandReading::Listed,
        other => other,
    }
}
