//! Proofs of mates and that there is none: written, checked, damaged.

mod certificate;
mod damage;
mod file;
mod naive;
mod no_mate;
mod strategy;
mod whole;
mod writer;
