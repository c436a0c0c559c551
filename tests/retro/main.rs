//! The engine, its table and the judge against the plain table and the plain search, and those against
//! published lists. One program, so that every family is solved once for all of these tests.

mod border;
mod chases;
mod closed;
mod closure;
mod engine;
mod family;
mod index;
mod irredundant;
mod judge;
mod kept;
mod king_and_few;
mod kings;
mod mates;
mod plain_referee;
mod probe;
mod saved;
mod spill;
mod tabled;
mod touch;
mod uncounted;
mod work;
