//! `gyakusan report`: a database as a folder of pages.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use crate::Failure;
use crate::arguments::sql::SqlArgs;
use crate::reading::database::open_to_read;
use crate::screen::text::{counted, thousands};
use pages::{BLOCK, Selection, SiteError, write};
use system::join;
use words::say;

/// Make web pages from a database: tables, plots, a gallery, boards to step through
#[derive(Debug, Args)]
#[command(after_help = "\
The pages open in any browser without a network: open index.html. A folder is replaced only if it is empty or
an earlier report.

Examples:
  gyakusan report keima.db --out site/
  gyakusan report all.db --out long/ --title \"長手数\" --where \"plies >= 11\" --limit 5000")]
pub struct ReportArgs {
    /// The database
    db: PathBuf,
    /// The folder to write
    #[arg(short, long, value_name = "FOLDER")]
    out: PathBuf,
    /// Title of the report; by default the name of the database
    #[arg(long, value_name = "TITLE")]
    title: Option<String>,
    /// Only problems that satisfy this condition: SQL over the columns of problems
    #[arg(long, value_name = "SQL")]
    r#where: Option<String>,
    /// At most this many problems in the gallery, the most beautiful first; tables and plots count all
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u32).range(1..))]
    limit: u32,
    #[command(flatten)]
    limits: SqlArgs,
}

/// Writes the report.
pub fn run(args: &ReportArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let store = open_to_read(&args.db)?;
    let name = args.db.file_stem().unwrap_or_default().to_string_lossy();
    let selection = Selection {
        title: args.title.clone().unwrap_or_else(|| name.into_owned()),
        condition: args.r#where.clone(),
        limit: args.limit,
        block: BLOCK,
    };
    let limits = args.limits.limits()?;
    let written = write(&store, &selection, &args.out, &limits).map_err(|error| match error {
        SiteError::Query(error) => error.into(),
        other => Failure::Usage(other.to_string()),
    })?;
    writeln!(
        out,
        "{}",
        say!(
            "{problems}, {shown} in the gallery, {files}: open {page}",
            problems = counted(written.selected, "problem", "problems"),
            shown = thousands(written.shown as u64),
            files = counted(written.files as u64, "file", "files"),
            page = join(&args.out, "index.html").display()
        )
    )?;
    Ok(())
}
