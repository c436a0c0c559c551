//! `gyakusan columns`: what every column means.

use std::io::Write;

use clap::Args;

use super::Failure;
use features::column::Source;
use features::{Column, Weights, examples, registry};

/// Describe every column of a database: the text of docs/columns.md
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  gyakusan columns
  gyakusan columns sacrifices")]
pub struct ColumnsArgs {
    /// Describe this column alone
    column: Option<String>,
}

/// Prints the descriptions.
pub fn run(args: &ColumnsArgs, out: &mut dyn Write) -> Result<(), Failure> {
    match &args.column {
        None => write!(out, "{}", page())?,
        Some(name) => {
            let place = registry::place(&name.replace('-', "_"))
                .ok_or_else(|| Failure::Usage(format!("there is no column {name:?}")))?;
            let column = registry::at(place);
            let (example, value) = column.example;
            writeln!(
                out,
                "{} · {}{}\n{}\n{}\nexample: {} in {:?}, {} {}",
                column.name,
                column.term,
                unit(column),
                column.en,
                column.ja,
                value,
                example.name,
                example.sfen,
                example.line
            )?;
        }
    }
    Ok(())
}

fn unit(column: &Column) -> String {
    match column.unit {
        "" => String::new(),
        unit => format!(" · in {unit}"),
    }
}

/// The whole page.
pub fn page() -> String {
    let mut text = String::from(INTRODUCTION);
    for theme in registry::THEMES {
        text.push_str(&format!("\n## {} · {}\n\n", theme.en, theme.ja));
        text.push_str("| column | type | unit | 用語 | definition | 定義 | example |\n");
        text.push_str("|---|---|---|---|---|---|---|\n");
        for column in theme.columns {
            text.push_str(&row(column));
        }
    }
    text.push_str("\n## The examples · 例題\n\n");
    for example in examples::ALL {
        text.push_str(&format!(
            "- **{}** `{}`: {}\n",
            example.name, example.sfen, example.line
        ));
    }
    text.push_str(&format!(
        "\n## The default weights · 既定の重み\n\nVersion `{}`:\n\n```toml\n{}```\n",
        Weights::default().version(),
        features::weights::DEFAULT
    ));
    text
}

const INTRODUCTION: &str = "\
# The columns of `problems`

Written by `gyakusan columns`; a test keeps it up to date. The views `complete`, `complete_lenient`,
`rule_a` … `rule_e` have the same columns, `family_problems` has them beside those of the family.

- The measures look at a problem with the attacker at the bottom, whichever side attacks. A mirrored problem has the same
  values, `final_king` aside.
- A flag is 0 or 1. NULL: there is nothing to measure (no main line), or it is not known.
- *by SQL*: generated from other columns. *searched*: NULL until `gyakusan features DB --deep` has filled it, which
  takes a solver; it goes on where it was stopped, and `searched` says how far it has come. All other columns are
  written with the problem, `raw_plies` aside, which it fills where it is NULL.
";

fn row(column: &Column) -> String {
    let (example, value) = column.example;
    let kind = match column.source {
        Source::Generated => format!("{}, by SQL", column.kind.sql()),
        Source::Search | Source::Checked(_) => format!("{}, searched", column.kind.sql()),
        _ => column.kind.sql().to_owned(),
    };
    let value = if value.is_empty() { "NULL" } else { value };
    format!(
        "| `{}` | {kind} | {} | {} | {} | {} | {}: {value} |\n",
        column.name, column.unit, column.term, column.en, column.ja, example.name
    )
}
