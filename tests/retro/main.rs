//! The engine, its table and the judge against the plain table and the plain search. One crate, so
//! that every family is solved once for all of these tests.

mod closure;
mod engine;
mod family;
mod judge;
mod touch;
