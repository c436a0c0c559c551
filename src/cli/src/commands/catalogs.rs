//! `gyakusan catalogs`: what can be enumerated and swept.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::Failure;
use crate::screen::text::{Side, counted, name_of, thousands, widths, write_row};
use answers::InWords;
use catalog::{Catalog, CatalogError, Described, Expected, Sweep, load_all};
use enumerate::sweep::Set;
use system::join;
use words::word;

/// List the catalogs of a folder
///
/// Catalogs in its subfolders are listed, too.
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  gyakusan catalogs catalogs/four")]
pub struct CatalogsArgs {
    /// The folder
    #[arg(value_name = "DIR", default_value = "catalogs")]
    folder: PathBuf,
}

/// Prints one line for each catalog, first those of families.
pub fn run(args: &CatalogsArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let mut families = vec![
        [
            word!("catalog"),
            word!("family"),
            word!("pieces"),
            word!("name"),
            word!("seconds"),
            "MB",
            word!("published"),
            word!("options"),
        ]
        .map(str::to_owned)
        .to_vec(),
    ];
    let mut sweeps = vec![
        [
            word!("sweep"),
            word!("choices"),
            word!("name"),
            word!("seconds"),
            "MB",
        ]
        .map(str::to_owned)
        .to_vec(),
    ];
    for path in places(&args.folder)? {
        for described in load_all(&path)? {
            match described {
                Described::Family(catalog) => families.push(describe(&catalog)),
                Described::Sweep(sweep) => sweeps.push(describe_sweep(&sweep)?),
            }
        }
    }
    use Side::{Left, Right};
    write_rows(
        out,
        &families,
        &[Left, Left, Right, Left, Right, Right, Left, Left],
    )?;
    write_rows(out, &sweeps, &[Left, Right, Left, Right, Right])?;
    let mut all = Vec::new();
    if families.len() > 1 {
        all.push(counted(families.len() as u64 - 1, "catalog", "catalogs"));
    }
    if sweeps.len() > 1 {
        all.push(counted(sweeps.len() as u64 - 1, "sweep", "sweeps"));
    }
    writeln!(out, "{}", words::list(&all))?;
    Ok(())
}

/// Prints a table, if there is anything below its head.
fn write_rows(out: &mut dyn Write, rows: &[Vec<String>], sides: &[Side]) -> Result<(), Failure> {
    if rows.len() > 1 {
        let widths = widths(rows);
        for row in rows {
            write_row(out, row, &widths, sides)?;
        }
    }
    Ok(())
}

/// The folder itself and the folders in it, those that hold catalogs; at least the folder itself, so
/// that its absence or emptiness is complained of.
fn places(folder: &Path) -> Result<Vec<PathBuf>, CatalogError> {
    let holds_catalogs = |folder: &Path| {
        fs::read_dir(folder).is_ok_and(|entries| {
            entries
                .flatten()
                .any(|entry| entry.path().extension().is_some_and(|end| end == "toml"))
        })
    };
    let mut inner: Vec<PathBuf> = fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| join(folder, entry.file_name()))
        .filter(|path| path.is_dir() && holds_catalogs(path))
        .collect();
    inner.sort();
    if inner.is_empty() || holds_catalogs(folder) {
        inner.insert(0, folder.to_owned());
    }
    Ok(inner)
}

const UNKNOWN: &str = "-";

fn describe(catalog: &Catalog) -> Vec<String> {
    let [seconds, megabytes] = cost(catalog.expected);
    let is_published = catalog.published.is_some();
    vec![
        catalog.path.display().to_string(),
        catalog.family.to_string(),
        catalog.family.pieces().to_string(),
        name_of(&catalog.name_ja, &catalog.name_en),
        seconds,
        megabytes,
        if is_published { word!("yes") } else { UNKNOWN }.to_owned(),
        catalog.options.in_words(),
    ]
}

fn describe_sweep(sweep: &Sweep) -> Result<Vec<String>, CatalogError> {
    let [seconds, megabytes] = cost(sweep.expected);
    Ok(vec![
        sweep.path.display().to_string(),
        thousands(Set::new(sweep)?.len()),
        name_of(&sweep.name_ja, &sweep.name_en),
        seconds,
        megabytes,
    ])
}

/// Seconds and megabytes, as far as they are known.
fn cost(expected: Option<Expected>) -> [String; 2] {
    expected.map_or([UNKNOWN; 2].map(str::to_owned), |cost| {
        [cost.seconds.to_string(), thousands(cost.megabytes)]
    })
}
