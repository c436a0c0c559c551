//! Writes what follows from the answers' types: `docs/schema/`, and the types of the npm and the Python package.

use std::fs;
use std::io;
use std::path::Path;

use answers::schema::files;

fn main() -> io::Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for (path, text) in files() {
        let path = root.join(path);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(path, text)?;
    }
    Ok(())
}
