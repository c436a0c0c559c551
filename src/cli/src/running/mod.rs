//! Work that takes long: threads, progress, Ctrl-C, a run looked at in a browser.

pub mod batch;
pub mod searchers;
pub mod serve;
pub mod stop;
pub mod working;
