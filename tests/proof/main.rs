//! Proofs of mates: written, checked, damaged.

#[path = "../common/mod.rs"]
mod common;
mod damage;
mod file;
mod naive;
mod strategy;
mod whole;
mod writer;
