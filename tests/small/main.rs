//! Tests of the small boards.

mod rules;
mod searches;
mod tables;
