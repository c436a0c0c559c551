//! Policies as they are typed.

use std::path::Path;

use clap::ValueEnum;

use crate::Failure;
use store::{Store, StoreError};
use tsume::judge::Policy;
use words::say;

/// Whether futile interpositions 無駄合 count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PolicyName {
    Traditional,
    Literal,
}

impl PolicyName {
    /// The name as it is typed, and as it stands in databases.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Traditional => "traditional",
            Self::Literal => "literal",
        }
    }

    /// That of a database: all imports of one share it. Enumerated problems have nothing to interpose.
    pub fn of(store: &Store) -> Result<Self, StoreError> {
        let literal = Self::Literal.name();
        let policies = store.import_policies()?;
        Ok(match policies.iter().any(|policy| policy == literal) {
            true => Self::Literal,
            false => Self::Traditional,
        })
    }

    /// Refuses a database that has imports by another policy: lengths by several of them in one column
    /// would mean nothing. `option` is what names the database or the policy. It is asked before anything is written, be it but a newer schema.
    pub fn wants(self, db: &Path, option: &str) -> Result<(), Failure> {
        let own = self.name();
        let policies = Store::import_policies_at(db)?;
        match policies.into_iter().find(|policy| policy != own) {
            None => Ok(()),
            Some(other) => Err(Failure::Usage(say!(
                "{option}: {db} holds problems imported by the policy {other}; {own} needs a database of its own",
                option,
                db = db.display(),
                other,
                own
            ))),
        }
    }
}

impl From<PolicyName> for Policy {
    fn from(name: PolicyName) -> Self {
        match name {
            PolicyName::Traditional => Self::Traditional,
            PolicyName::Literal => Self::Literal,
        }
    }
}
