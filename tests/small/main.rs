//! Tests of the small boards.

mod rules;
mod tables;
