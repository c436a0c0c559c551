//! `gyakusan catalogs`: what can be enumerated.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;

use super::Failure;
use super::text::{Side, counted, thousands, widths, write_row};
use catalog::{Catalog, CatalogError, load};

/// List the catalogs of a folder and of the folders in it
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  gyakusan catalogs catalogs/four")]
pub struct CatalogsArgs {
    /// The folder
    #[arg(value_name = "DIR", default_value = "catalogs")]
    folder: PathBuf,
}

/// Prints one line for each catalog.
pub fn run(args: &CatalogsArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let mut rows = vec![
        [
            "catalog",
            "family",
            "pieces",
            "name",
            "time s",
            "MB",
            "published",
            "options",
        ]
        .map(str::to_owned)
        .to_vec(),
    ];
    for path in places(&args.folder)? {
        rows.extend(load(&path)?.iter().map(describe));
    }
    let widths = widths(&rows);
    let sides = [
        Side::Left,
        Side::Left,
        Side::Right,
        Side::Left,
        Side::Right,
        Side::Right,
        Side::Left,
        Side::Left,
    ];
    for row in &rows {
        write_row(out, row, &widths, &sides)?;
    }
    let catalogs = counted(rows.len() as u64 - 1, "catalog", "catalogs");
    writeln!(out, "{catalogs}")?;
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
        .map(|entry| entry.path())
        .filter(|path| path.is_dir() && holds_catalogs(path))
        .collect();
    inner.sort();
    if inner.is_empty() || holds_catalogs(folder) {
        inner.insert(0, folder.to_owned());
    }
    Ok(inner)
}

fn describe(catalog: &Catalog) -> Vec<String> {
    let unknown = || "-".to_owned();
    vec![
        catalog.path.display().to_string(),
        catalog.family.to_string(),
        catalog.family.pieces().to_string(),
        catalog.name_ja.clone(),
        catalog
            .expected
            .map_or_else(unknown, |cost| cost.seconds.to_string()),
        catalog
            .expected
            .map_or_else(unknown, |cost| thousands(cost.megabytes)),
        if catalog.published.is_some() {
            "yes".to_owned()
        } else {
            unknown()
        },
        catalog.options.to_string(),
    ]
}
