//! The memory that a run takes at the least, told before anything is done.
//!
//! Without sliding pieces the engine stays within any limit: what it grows is sifted whenever that fills its part of the
//! memory, and what was sifted out is grown again. A family far too large for the limit would neither come to its end
//! nor reach the limit.

use super::EnumerateError;
use super::find::free_memory;
use retro::mates::probe::Code;
use retro::unit::{Pieces, STEP_KINDS};

/// All families of so many pieces were counted.
const COUNTED: u8 = 5;

/// Problems of five pawns for each order of the pieces, and what a gold, silver, knight and pawn in place of a pawn
/// changes: a fit over the families of five pieces, with errors of an eighth at the most.
const OF_PAWNS: f64 = 74_600.0;
const FACTORS: [f64; STEP_KINDS.len()] = [0.915, 1.685, 1.239, 1.0];

/// With one piece more a family has so many times as many critical positions at the least: from four pieces to five it
/// has 30 to 60 times as many, from five to six 10 times as many of up to three plies alone.
const WITH_ONE_MORE: f64 = 10.0;

/// The bytes of a critical position of more than five pieces at the least: its key in a list and in a table.
const BYTES: f64 = 36.0;

/// Refuses families whose critical positions alone take more memory than there is: the limit in bytes, or what is free
/// if `None`. With sliding pieces nothing is refused; there the limit is reached soon.
pub fn must_fit(families: &[Pieces], limit: Option<u64>) -> Result<(), EnumerateError> {
    let least: Option<Vec<_>> = families
        .iter()
        .map(|&family| Some((family, least(&family)?)))
        .collect();
    let largest = least.into_iter().flatten().max_by_key(|&(_, least)| least);
    let Some((family, least)) = largest.filter(|&(_, least)| least > 0) else {
        return Ok(());
    };
    match limit.or_else(free_memory) {
        Some(limit) if least > limit => Err(EnumerateError::TooLarge {
            family: Code(family),
            least,
            limit,
        }),
        _ => Ok(()),
    }
}

/// The least memory that a family takes, in bytes: 0 up to five pieces, `None` with sliding pieces.
fn least(family: &Pieces) -> Option<u64> {
    let (step, sliding) = family.split_first_chunk()?;
    if sliding.iter().any(|&count| count > 0) {
        return None;
    }
    let more = step.iter().sum::<u8>().saturating_sub(COUNTED);
    if more == 0 {
        return Some(0);
    }
    Some((BYTES * most_of_five(*step) * WITH_ONE_MORE.powi(more.into())) as u64)
}

/// The problems of the largest family of five pieces among some.
fn most_of_five([golds, silvers, knights, pawns]: [u8; STEP_KINDS.len()]) -> f64 {
    let mut most: f64 = 0.0;
    for gold in 0..=golds.min(COUNTED) {
        for silver in 0..=silvers.min(COUNTED - gold) {
            for knight in 0..=knights.min(COUNTED - gold - silver) {
                let pawn = COUNTED - gold - silver - knight;
                if pawn <= pawns {
                    most = most.max(problems([gold, silver, knight, pawn]));
                }
            }
        }
    }
    most
}

/// About how many problems a family of five pieces has.
fn problems(family: [u8; STEP_KINDS.len()]) -> f64 {
    let factorial = |count: u8| (1..=count).map(f64::from).product::<f64>();
    let of_kind = |(&count, factor): (&u8, f64)| factor.powi(count.into()) / factorial(count);
    let kinds = family.iter().zip(FACTORS).map(of_kind);
    OF_PAWNS * factorial(COUNTED) * kinds.product::<f64>()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(code: &str) -> Pieces {
        code.parse::<catalog::Family>().unwrap().counts()
    }

    /// What was counted: the archive of measurements has all of them.
    #[test]
    fn families_of_five_have_about_so_many_problems() {
        for (code, counted) in [
            ("P5", 80_533),
            ("G4P1", 277_773),
            ("G1P4", 359_381),
            ("S1P4", 647_160),
            ("N4P1", 878_076),
            ("S1N4", 1_439_469),
            ("G2N1P2", 2_248_156),
            ("G1S4", 2_898_146),
            ("S4P1", 3_089_581),
            ("G2S2P1", 5_204_242),
            ("G1S1N1P2", 7_999_293),
            ("S2N2P1", 8_828_784),
        ] {
            let fitted = problems(*pieces(code).first_chunk().unwrap());
            let ratio = fitted / f64::from(counted);
            assert!((0.87..1.13).contains(&ratio), "{code}: {ratio}");
        }
    }

    #[test]
    fn a_family_is_refused_where_it_surely_does_not_fit() {
        let refused = |codes: &[&str], limit: u64| {
            let families: Vec<Pieces> = codes.iter().map(|code| pieces(code)).collect();
            match must_fit(&families, Some(limit)) {
                Err(EnumerateError::TooLarge { family, least, .. }) => {
                    assert!(least > limit);
                    Some(family.to_string())
                }
                other => {
                    assert!(other.is_ok());
                    None
                }
            }
        };
        let told = |code: &str| Some(code.to_owned());
        // What fits, or is seen to fit or not when it is tried.
        for code in ["S2N2P1", "G1S2N1P1", "P6", "R2B2G4", "L4", "R1G3S1"] {
            assert_eq!(refused(&[code], 200 << 20), None, "{code}");
        }
        // It had 14,211,047 positions of up to three plies, and did not end within two gigabytes.
        assert_eq!(refused(&["N4P2"], 200 << 20), told("N4P2"));
        assert_eq!(refused(&["N4P2"], 2 << 30), None);
        assert_eq!(refused(&["G4S4N3"], 1 << 40), told("G4S4N3"));
        assert_eq!(
            refused(&["N4", "G2S2N1P1", "P6"], 200 << 20),
            told("G2S2N1P1")
        );
        // With a sliding piece all run by the other engine.
        assert_eq!(refused(&["G4S4N3", "R1G1"], 200 << 20), None);
        assert_eq!(refused(&[], 0), None);
    }

    #[test]
    fn more_pieces_take_more() {
        let codes = ["N4P1", "N4P2", "S1N4P2", "S2N4P2", "G1S2N4P4"];
        let all = codes.map(|code| least(&pieces(code)).unwrap());
        assert!(all.is_sorted_by(|one, other| one < other), "{all:?}");
    }
}
