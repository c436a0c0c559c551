//! Weights of `beauty` fitted to problems that are liked, or that were kept by people.

mod examples;
mod tables;

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;

use self::examples::{VERDICTS, against, one_of};
use self::tables::{write_changes, write_lengths, write_taste};
use crate::Failure;
use crate::writing::files;
use features::fit::{Aim, Example, fit};
use store::Store;
use words::say;

/// What a composer likes: a few problems say little, and the weights give way slowly.
const TASTE: Aim = Aim {
    pull: 4.0,
    is_held: |_| false,
    keep_signs: false,
};

/// What people kept, beside what a program makes. What depends on how many pieces there are tells these apart as
/// well, but as a matter of fashion.
const KEPT: Aim = Aim {
    pull: 0.3,
    is_held: |name| SIZES.contains(&name) || VERDICTS.contains(&name),
    keep_signs: true,
};

const SIZES: [&str; 6] = [
    "plies",
    "pieces",
    "tries",
    "variations",
    "promoted",
    "unmoved",
];

/// What weights are fitted to.
#[derive(Debug, Args)]
pub struct FitArgs {
    /// Fit the weights of `beauty` to your taste: the numbers of problems that you like, separated by commas. The fit
    /// starts from the weights of the database
    #[arg(
        long,
        value_name = "IDS",
        value_delimiter = ',',
        requires = "dislike",
        conflicts_with_all = ["weights", "default_weights", "deep", "judge"]
    )]
    like: Vec<i64>,
    /// With --like: the numbers of problems that you do not like
    #[arg(long, value_name = "IDS", value_delimiter = ',', requires = "like")]
    dislike: Vec<i64>,
    /// Fit the weights of `beauty` so that the problems of this database rank above those of FILE, a database of
    /// problems made by a program; only problems of the same length are compared. Can be given several times
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = ["like", "dislike", "weights", "default_weights", "deep", "judge"]
    )]
    against: Vec<PathBuf>,
    /// With --like and --against: write the fitted weights to this file, for --weights
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

impl FitArgs {
    /// Whether anything is to be fitted.
    pub fn is_asked(&self) -> bool {
        !self.against.is_empty() || !self.like.is_empty()
    }

    /// What is wrong with the call, before any file is opened.
    pub fn check(&self) -> Result<(), Failure> {
        if self.out.is_some() && !self.is_asked() {
            let (this, other) = ("--out", "--like/--against");
            return Err(Failure::Usage(say!("{this} needs {other}", this, other)));
        }
        let liked: BTreeSet<i64> = self.like.iter().copied().collect();
        match self.dislike.iter().find(|id| liked.contains(id)) {
            Some(id) => Err(Failure::Usage(say!(
                "problem {id} is in both --like and --dislike",
                id
            ))),
            None => Ok(()),
        }
    }

    /// Fits, and says what came of it.
    pub fn run(&self, db: &Path, store: &Store, out: &mut dyn Write) -> Result<(), Failure> {
        let prior = store.weights()?;
        let (examples, aim) = match &self.against[..] {
            made @ [_, ..] => (against(store, made, &prior)?, KEPT),
            [] => {
                let mut examples = Vec::new();
                for (liked, ids) in [(true, &self.like), (false, &self.dislike)] {
                    let ids: BTreeSet<i64> = ids.iter().copied().collect();
                    for id in ids {
                        examples.push(one_of(db, store, id, liked, &prior)?);
                    }
                }
                (examples, TASTE)
            }
        };
        let all: Vec<&Example> = examples.iter().map(|one| &one.example).collect();
        let fitted = fit(&prior, &all, aim);
        match self.against.is_empty() {
            false => write_lengths(&examples, &prior, &fitted, aim, out)?,
            true => write_taste(&examples, &prior, &fitted, aim, out)?,
        }
        write_changes(&prior, &fitted, out)?;
        let Some(path) = &self.out else {
            return Ok(());
        };
        files::save(path, fitted.text().as_bytes()).map_err(|error| {
            Failure::Usage(format!("{}: {}", path.display(), words::io(&error)))
        })?;
        let path = path.display();
        writeln!(
            out,
            "{}",
            say!(
                "{path} · version {version}",
                path,
                version = fitted.version()
            )
        )?;
        Ok(())
    }
}
