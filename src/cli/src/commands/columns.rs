//! `gyakusan columns`: what every column means.

use std::io::{self, Write};

use clap::Args;

use crate::Failure;
use features::column::Source;
use features::{Column, Weights, examples, registry};
use words::{Language, say};

/// Describe the columns of a database
///
/// Without a name it prints all of them, as in docs/columns.md.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  gyakusan columns
  gyakusan columns sacrifices
  gyakusan columns 捨駒")]
pub struct ColumnsArgs {
    /// Only this column, by its name or its Japanese term
    column: Option<String>,
}

/// The column of a name, in which `-` may stand for `_`.
pub fn by_name(name: &str) -> Result<&'static Column, String> {
    let place = registry::place(&name.replace('-', "_"));
    let place = place.ok_or_else(|| say!("there is no column {name:?}", name))?;
    Ok(registry::at(place))
}

/// What a column is called where it stands beside its value: in Japanese by its term, in English by both.
pub fn named(column: &Column) -> String {
    match words::language() {
        Language::English => format!("{} {}", column.name.replace('_', " "), column.term),
        Language::Japanese => column.term.to_owned(),
    }
}

/// The columns whose terms in Japanese contain a word, those first that it is the whole term of.
fn with_term(word: &str) -> Vec<&'static Column> {
    let mut columns: Vec<_> = registry::columns()
        .filter(|is| !word.is_empty() && is.term.contains(word))
        .collect();
    columns.sort_by_key(|is| is.term != word);
    columns
}

/// Prints the descriptions.
pub fn run(args: &ColumnsArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let Some(asked) = &args.column else {
        return Ok(write!(out, "{}", page(words::language()))?);
    };
    if let Ok(column) = by_name(asked) {
        return Ok(write_column(out, column)?);
    }
    let columns = with_term(asked.trim());
    if columns.is_empty() {
        return Err(Failure::Usage(say!(
            "there is no column {name:?}, and no column with this term; `gyakusan columns` lists all",
            name = asked
        )));
    }
    for (number, column) in columns.into_iter().enumerate() {
        if number > 0 {
            writeln!(out)?;
        }
        write_column(out, column)?;
    }
    Ok(())
}

fn write_column(out: &mut dyn Write, column: &Column) -> io::Result<()> {
    let (example, value) = column.example;
    match words::language() {
        Language::English => writeln!(
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
        ),
        Language::Japanese => writeln!(
            out,
            "{} · {}{}\n{}\n例({}): {value} · {} {}",
            column.name,
            column.term,
            unit(column),
            column.ja,
            example.ja,
            example.sfen,
            example.line
        ),
    }
}

fn unit(column: &Column) -> String {
    match (column.unit, words::language()) {
        ("", _) => String::new(),
        (unit, Language::English) => format!(" · in {unit}"),
        (_, Language::Japanese) => format!(" · 単位 {}", column.unit_ja()),
    }
}

/// The whole page: what is in English has the Japanese definitions, too, what is in Japanese them alone.
fn page(language: Language) -> String {
    let in_english = language == Language::English;
    let (introduction, heads, examples, weights) = match language {
        Language::English => (
            INTRODUCTION,
            "| column | type | unit | 用語 | definition | 定義 | example |\n|---|---|---|---|---|---|---|\n",
            "The examples · 例題",
            "The default weights · 既定の重み\n\nVersion",
        ),
        Language::Japanese => (
            INTRODUCTION_JA,
            "| 列 | 型 | 単位 | 用語 | 定義 | 例 |\n|---|---|---|---|---|---|\n",
            "例題",
            "既定の重み\n\n版",
        ),
    };
    let mut text = String::from(introduction);
    for theme in registry::THEMES {
        text.push_str(&match language {
            Language::English => format!("\n## {} · {}\n\n", theme.en, theme.ja),
            Language::Japanese => format!("\n## {}\n\n", theme.ja),
        });
        text.push_str(heads);
        for column in theme.columns {
            text.push_str(&match language {
                Language::English => row(column),
                Language::Japanese => row_ja(column),
            });
        }
    }
    text.push_str(&format!("\n## {examples}\n\n"));
    for example in examples::ALL {
        let name = if in_english { example.name } else { example.ja };
        let (sfen, line) = (example.sfen, example.line);
        text.push_str(&format!("- **{name}** `{sfen}`: {line}\n"));
    }
    text.push_str(&format!(
        "\n## {weights} `{}`:\n\n```toml\n{}```\n",
        Weights::default().version(),
        features::weights::DEFAULT
    ));
    text
}

const INTRODUCTION: &str = "\
# The columns of `problems`

Generated by `gyakusan columns`; a test keeps it up to date. The views `complete`, `complete_lenient`,
`rule_a` … `rule_e` have the same columns, `family_problems` has them beside those of the family.

- The measures see a problem with the attacker at the bottom, whichever side attacks. A mirror image has the same values,
  except for `final_king`.
- A flag is 0 or 1. NULL means that there is nothing to measure (no main line), or that the value is not known.
- *by SQL*: computed from other columns. *searched*: NULL until `gyakusan features DB --deep` fills it with the solver.
  That command can be stopped and resumed; the column `searched` records how far it has come. All other columns are
  written with the problem. It also fills `raw_plies` if it is NULL.
";

const INTRODUCTION_JA: &str = "\
# `problems` の列

`gyakusan --lang ja columns` で作ったものです。ビュー `complete`、`complete_lenient`、`rule_a` … `rule_e` にも同じ列があり、
`family_problems` には図式の列に並んで同じ列があります。

- 特徴は、どちらが攻める図でも攻方を手前に置いて測ります。左右反転しても、`final_king` のほかは同じ値です。
- 有無の列は 0 か 1 です。NULL は、測るものがない(作意がない)か、値が分からないことを表します。
- *SQL*:ほかの列から求めます。*探索*:`gyakusan features データベース --deep` で解いて埋めるまで NULL です。いつ止めても続きから
  始まり、どこまで済んだかは列 `searched` で分かります。そのほかの列は作品と一緒に書きます(`raw_plies` が NULL なら、
  同じコマンドで埋まります)。
";

fn row_ja(column: &Column) -> String {
    let (example, value) = column.example;
    let kind = match column.source {
        Source::Generated => format!("{}、SQL", column.kind.sql()),
        Source::Search | Source::Checked(_) => format!("{}、探索", column.kind.sql()),
        _ => column.kind.sql().to_owned(),
    };
    let value = if value.is_empty() { "NULL" } else { value };
    format!(
        "| `{}` | {kind} | {} | {} | {} | {}: {value} |\n",
        column.name,
        column.unit_ja(),
        column.term,
        column.ja,
        example.ja
    )
}

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
