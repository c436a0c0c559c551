//! Databases of whole families that many tests begin with: enumerated once, copied to each.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use crate::typed::done;
use tempfile::TempDir;

/// What `gyakusan enumerate` writes of catalogs that are shipped.
fn enumerated(catalogs: &[&str]) -> Vec<u8> {
    let folder = TempDir::new().unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("catalogs");
    let paths = catalogs.iter().map(|name| root.join(name));
    let paths: Vec<String> = paths
        .map(|path| path.to_str().unwrap().to_owned())
        .collect();
    let mut args = vec!["enumerate", "--db", "x.db", "--quiet", "--verify", "none"];
    args.extend(paths.iter().map(String::as_str));
    done(&folder, &args);
    fs::read(folder.path().join("x.db")).unwrap()
}

/// A database of 桂図式, the knight problems.
pub fn knights(folder: &Path) -> PathBuf {
    static ONCE: OnceLock<Vec<u8>> = OnceLock::new();
    let bytes = ONCE.get_or_init(|| enumerated(&["keima.toml"]));
    copied(bytes, folder, "knights.db")
}

/// A database of 金2歩1.
pub fn gold_problems(folder: &Path) -> PathBuf {
    static ONCE: OnceLock<Vec<u8>> = OnceLock::new();
    let bytes = ONCE.get_or_init(|| enumerated(&["kin2fu1.toml"]));
    copied(bytes, folder, "gold.db")
}

fn copied(bytes: &[u8], folder: &Path, name: &str) -> PathBuf {
    let path = folder.join(name);
    fs::write(&path, bytes).unwrap();
    path
}
