//! What digests were made of up to version 4 of the schema: runs of that time still have such ones.

use tsume::judge::record::{Flaws, Problem};

use crate::problems::content::add_text;

/// Adds a problem. Its pieces were all needed for the length then, or the run listed others as well, of which
/// nothing is left that says how many were not.
pub(crate) fn add_problem(bytes: &mut Vec<u8>, problem: &Problem) {
    let Problem {
        key,
        sfen,
        plies,
        main_line,
        mirror_images,
        material,
        attacker_on_board,
        attacker_in_hand,
        defender_on_board,
        king,
        region: (min_file, max_file, min_rank, max_rank),
        soundness: _,
        flaws,
    } = problem;
    let Flaws {
        equal_before_last,
        longer_before_last,
        equal_at_last,
        longer_at_last,
        promotion_duals,
        final_promotion_choice,
        final_drop_choice,
        equal_variations,
        leftover,
        superfluous,
        final_superfluous,
        ..
    } = *flaws;
    bytes.push(b'p');
    add_text(bytes, key);
    add_text(bytes, sfen.as_bytes());
    add_text(bytes, main_line.as_bytes());
    // There were no sliding pieces then.
    bytes.extend(&material[..4]);
    bytes.extend([
        *mirror_images,
        *attacker_on_board,
        *attacker_in_hand,
        *defender_on_board,
        king.index() as u8,
        *min_file,
        *max_file,
        *min_rank,
        *max_rank,
        leftover.unwrap_or(0),
        superfluous.unwrap_or(u8::MAX),
        final_promotion_choice.unwrap_or(false).into(),
        final_drop_choice.unwrap_or(false).into(),
        final_superfluous.unwrap_or(false).into(),
    ]);
    for number in [
        Some(*plies),
        equal_before_last,
        longer_before_last,
        equal_at_last,
        longer_at_last,
        promotion_duals,
        equal_variations,
    ] {
        bytes.extend(number.unwrap_or(0).to_le_bytes());
    }
}
