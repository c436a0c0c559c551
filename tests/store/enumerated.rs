//! A family enumerated into a database, by the library.

use std::path::Path;

use catalog::load;
use enumerate::{Request, Verify, enumerate};
use system::monitor::Monitor;

/// Enumerates what a file of `catalogs/` lists into a new database.
pub fn enumerated(catalog: &str, database: &Path) {
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
