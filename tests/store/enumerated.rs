//! A family enumerated into a database, by the library.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock};

use catalog::load;
use enumerate::{Request, Verify, enumerate};
use system::monitor::Monitor;

/// The databases that tests have asked for, by their catalogs: each is made once and copied for every test.
static MADE: Mutex<BTreeMap<String, Arc<OnceLock<Vec<u8>>>>> = Mutex::new(BTreeMap::new());

/// Enumerates what a file of `catalogs/` lists into a new database.
pub fn enumerated(catalog: &str, database: &Path) {
    let made = Arc::clone(MADE.lock().unwrap().entry(catalog.to_owned()).or_default());
    fs::write(database, made.get_or_init(|| made_of(catalog))).unwrap();
}

fn made_of(catalog: &str) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("x.db");
    enumerated_into(catalog, &database);
    fs::read(database).unwrap()
}

/// The same into a database that is there.
pub fn enumerated_into(catalog: &str, database: &Path) {
    let catalogs = load(&testkit::root().join("catalogs").join(catalog)).unwrap();
    let request = Request {
        catalogs: &catalogs,
        database,
        table: None,
        verify: Verify::None,
        seed: 1,
        memory: None,
        options: "",
    };
    enumerate(&request, &Monitor::default(), &|_| {}).unwrap();
}
