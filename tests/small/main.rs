//! Tests of the small boards.

mod neighbours;
mod rules;
mod searches;
mod sets;
mod tables;
