//! Proofs of mates: written, checked, damaged.

mod damage;
mod file;
mod naive;
mod strategy;
mod whole;
mod writer;
