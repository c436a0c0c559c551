//! The `gyakusan` command.

fn main() {}
