//! The rules, against counts by other programs, another library and slow definitions.

mod perft;
mod retract;
mod rules;
mod rules_referee;
mod sfen;
