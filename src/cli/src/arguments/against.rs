//! Databases in which precedents are looked for, as options.

use std::path::PathBuf;

use clap::Args;

use super::likeness;
use crate::Failure;
use features::alike::Likeness;
use words::say;

/// Databases, and which problems are too near to one of theirs.
#[derive(Clone, Debug, Default, Args)]
pub struct AgainstArgs {
    /// Look for precedents in this database and name the nearest one beside each problem: the same position, line, idea or
    /// motifs. May be given several times
    #[arg(long, value_name = "DB")]
    against: Vec<PathBuf>,
    /// Leave out problems that resemble one in a database of --against at least this closely. By default, `create`
    /// leaves out the same setting, mirrored or moved (shifted), and `setting` shows all
    #[arg(long, value_name = "LIKENESS", value_parser = likeness::names())]
    refuse: Option<String>,
}

impl AgainstArgs {
    /// The databases as they were typed.
    pub fn databases(&self) -> &[PathBuf] {
        &self.against
    }

    /// What one option asks of the other, wherever they stand.
    ///
    /// # Errors
    /// That there is nothing to refuse for.
    pub fn together(&self) -> Result<(), Failure> {
        match (&self.refuse, &self.against[..]) {
            (Some(_), []) => Err(Failure::Usage(say!(
                "{this} needs {other}",
                this = "--refuse",
                other = "--against"
            ))),
            _ => Ok(()),
        }
    }

    /// The likeness up to which problems are left out, if one is named.
    pub fn refused(&self) -> Option<Likeness> {
        likeness::named(self.refuse.as_deref()?)
    }
}
