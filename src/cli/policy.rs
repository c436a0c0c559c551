//! Policies as they are typed.

use clap::ValueEnum;

use crate::judge::Policy;

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
}

impl From<PolicyName> for Policy {
    fn from(name: PolicyName) -> Self {
        match name {
            PolicyName::Traditional => Self::Traditional,
            PolicyName::Literal => Self::Literal,
        }
    }
}
