//! What a person's SQL may take, in every command that takes some.

use answers::InWords;
use clap::Args;

use super::amounts::TimeLimit;
use crate::Failure;
use crate::running::stop::stop_on_signal;
use store::{QueryError, QueryLimits};

/// Limits of conditions and queries in SQL.
#[derive(Clone, Copy, Debug, Args)]
pub struct SqlArgs {
    /// Stop SQL after this time: 500ms, 30s, 2m, or a number of seconds; 0: never
    #[arg(long, value_name = "TIME", default_value = "60s")]
    time_limit: TimeLimit,
}

impl SqlArgs {
    /// The limits; Ctrl-C is one.
    pub fn limits(self) -> Result<QueryLimits, Failure> {
        Ok(QueryLimits {
            time: self.time_limit.0,
            stop: Some(stop_on_signal()?),
        })
    }
}

/// What went wrong with a condition, under the name of its option.
pub fn about_option(option: &str) -> impl Fn(QueryError) -> Failure {
    move |error| match error {
        QueryError::Condition(_) => Failure::Usage(format!("{option}: {}", error.in_words())),
        other => other.into(),
    }
}

impl Default for SqlArgs {
    fn default() -> Self {
        Self {
            time_limit: TimeLimit(None),
        }
    }
}
