//! What the tests of several libraries share: where their files are, random positions.

mod hands;
mod random;
mod rng;

use std::path::{Path, PathBuf};

pub use hands::hands_of_two;
pub use random::{Crowd, random_position};
pub use rng::Rng;

/// The folder of the whole project.
pub fn root() -> &'static Path {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).expect("a folder of src")
}

/// How many cases a test looks at: `few` in every run, `many` where `GYAKUSAN_LONG` is set, as `.ci/long` does.
pub fn cases(few: usize, many: usize) -> usize {
    if std::env::var_os("GYAKUSAN_LONG").is_some() {
        many
    } else {
        few
    }
}

/// A file of the test data.
pub fn data(name: &str) -> PathBuf {
    root().join("tests/data").join(name)
}
