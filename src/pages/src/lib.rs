//! A database as a folder of pages: tables, plots, a gallery, a board that steps through each
//! problem. They open from the disk: data come as scripts, nothing is fetched, nothing is needed but a
//! browser. Every word stands there in Japanese and English; a report of a run in Japanese begins in Japanese.
//!
//! The tables and plots count all problems of the selection; the gallery holds the most beautiful of
//! them, up to a limit. A filter reads them block by block, and stops when a page is full. Which bytes are
//! written depends on the database, the [`Selection`] and the language of the run alone.

mod best;
mod cells;
mod counts;
mod data;
mod error;
mod folder;
mod lines;
mod overview;
mod page;
mod plots;
mod views;

use std::path::Path;

pub use error::SiteError;

use folder::{Folder, clear_leftovers};
use picture::browser;
use store::{QueryLimits, Store};

/// What the pages of a report have beside the look of all pages.
const STYLE: &str = include_str!("style.css");

/// What boards, filters and switches do: one script of which only what takes data is seen outside.
const SCRIPTS: [&str; 14] = [
    "\"use strict\";\nconst gyakusan = (() => {\n",
    browser::SCRIPT,
    include_str!("script/memory.js"),
    include_str!("script/words.js"),
    include_str!("script/data.js"),
    include_str!("script/cards.js"),
    include_str!("script/conditions.js"),
    include_str!("script/gallery.js"),
    include_str!("script/rules.js"),
    include_str!("script/mates.js"),
    include_str!("script/solving.js"),
    include_str!("script/problem.js"),
    include_str!("script/start.js"),
    "return { take };\n})();\n",
];

/// Which problems a report is about, and what it is called.
#[derive(Clone, Debug)]
pub struct Selection {
    /// The heading of the pages.
    pub title: String,
    /// A condition in SQL over the columns of `problems`; all of them without one.
    pub condition: Option<String>,
    /// At most so many problems in the gallery, the most beautiful ones.
    pub limit: u32,
    /// How many problems stand in one script for filters and sorting: [`BLOCK`] but in tests.
    pub block: usize,
}

/// The usual length of a block: a column of it takes 60 KB at the most, a page loads one at a time.
pub const BLOCK: usize = 20_000;

/// What was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Written {
    /// Problems of the selection.
    pub selected: u64,
    /// Problems in the gallery.
    pub shown: usize,
    /// Files.
    pub files: usize,
}

/// Writes the report beside its place, then puts it there.
///
/// # Errors
/// If the condition is wrong, the place holds anything but an earlier report, the work is stopped, or
/// something cannot be read or written; the place is then as it was.
pub fn write(
    store: &Store,
    selection: &Selection,
    place: &Path,
    limits: &QueryLimits,
) -> Result<Written, SiteError> {
    // Whatever becomes of this report, what was moved aside by one that was killed is back.
    clear_leftovers(place)?;
    // Nothing is written where the condition is wrong.
    let counts = counts::count(store, selection, limits)?;
    let mut folder = Folder::beside(place)?;
    let data::Told { shown, rounds } = data::write(store, selection, limits, &mut folder)?;
    let style = [browser::STYLE, browser::READING, STYLE].concat();
    folder.save("style.css", &style)?;
    folder.save("report.js", &SCRIPTS.concat())?;
    let overview = overview::page(selection, &counts, shown, rounds.shown());
    folder.save("index.html", &overview)?;
    folder.save("gallery.html", &views::gallery(selection))?;
    folder.save("problem.html", &views::problem(selection))?;
    let files = folder.commit(limits)?;
    Ok(Written {
        selected: counts.all.problems,
        shown,
        files,
    })
}
