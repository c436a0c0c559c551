//! A database as a folder of pages: what the files are, whatever shows them.

mod contents;
mod places;
#[path = "../common/written.rs"]
mod written;

use std::fs;
use std::path::Path;
use std::sync::OnceLock;

use catalog::load_or_code;
use enumerate::{Request, Verify, enumerate};
use pages::Selection;
use store::{QueryLimits, Store};
use system::monitor::Monitor;
use written::files;

/// A database of 金1銀1 in this folder, enumerated once.
fn problems(folder: &Path) -> Store {
    static ONCE: OnceLock<Vec<u8>> = OnceLock::new();
    let bytes = ONCE.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        let database = folder.path().join("problems.db");
        let request = Request {
            catalogs: &load_or_code(Path::new("G1S1")).unwrap(),
            database: &database,
            table: None,
            verify: Verify::None,
            seed: 1,
            memory: None,
            options: "",
        };
        enumerate(&request, &Monitor::default(), &|_| {}).unwrap();
        fs::read(&database).unwrap()
    });
    let path = folder.join("problems.db");
    fs::write(&path, bytes).unwrap();
    Store::open_read_only(&path).unwrap()
}

/// All problems, so many in the gallery.
fn selection(limit: u32) -> Selection {
    Selection {
        title: "x".to_owned(),
        condition: None,
        limit,
        block: pages::BLOCK,
    }
}

/// How many problems a database has.
fn count(store: &Store) -> u64 {
    let limits = QueryLimits::default();
    store.most_beautiful(None, u32::MAX, &limits).unwrap().len() as u64
}
