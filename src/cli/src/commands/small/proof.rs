//! Proofs of who wins, before they are told or kept.

use crate::Failure;
use answers::InWords;
use small::search::{Proof, check};
use words::say;

/// Replays a proof by the rules alone.
///
/// # Errors
/// If it does not hold.
pub fn replayed(proof: &Proof) -> Result<(), Failure> {
    check(proof).map(drop).map_err(|why| {
        Failure::Usage(say!(
            "the proof is wrong: {rejected}. This is a bug in gyakusan; please report it",
            rejected = why.in_words()
        ))
    })
}
