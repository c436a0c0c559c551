//! The digest of a run: equal for equal results, however they came about.

use rusqlite::Connection;
use sha2::{Digest, Sha256};

use super::error::At;
use super::run::{RunDigest, RunId};
use super::scan;
use super::{Store, StoreError};
use tsume::judge::record::{Flaws, Problem};

impl Store {
    /// SHA-256 over every problem of the run's families with its lines, sorted by key. Row
    /// numbers, the order of writing, threads and interruptions leave no trace in it.
    pub fn digest(&self, run: RunId) -> Result<RunDigest, StoreError> {
        digest(&self.conn, run).at(&self.path)
    }
}

fn digest(conn: &Connection, run: RunId) -> rusqlite::Result<RunDigest> {
    // Asking for the lines of every problem is not cheap, and many runs record none.
    let any_lines: bool =
        conn.query_row("SELECT EXISTS (SELECT 1 FROM lines)", [], |row| row.get(0))?;
    let mut lines =
        conn.prepare("SELECT kind, moves FROM lines WHERE problem_id = ? ORDER BY kind, moves")?;
    let mut sha = Sha256::new();
    let mut bytes = Vec::new();
    let mut count = 0;
    scan::each(conn, run, |id, problem| {
        count += 1;
        bytes.clear();
        add_problem(&mut bytes, problem);
        if any_lines {
            let mut rows = lines.query([id])?;
            while let Some(row) = rows.next()? {
                bytes.push(b'l');
                add_text(&mut bytes, row.get_ref(0)?.as_bytes()?);
                add_text(&mut bytes, row.get_ref(1)?.as_bytes()?);
            }
        }
        sha.update(&bytes);
        Ok(())
    })?;
    let digest = sha.finalize();
    Ok(RunDigest {
        sha256: digest.iter().map(|byte| format!("{byte:02x}")).collect(),
        problems: count,
    })
}

/// Stands for a count or a verdict that is not known.
const UNDECIDED: u8 = u8::MAX;

/// Adds every field; taken apart by name, so that a new field cannot be forgotten.
fn add_problem(bytes: &mut Vec<u8>, problem: &Problem) {
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
        flaws,
        soundness: _,
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
    bytes.extend(material);
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
        leftover.unwrap_or(UNDECIDED),
        superfluous.unwrap_or(UNDECIDED),
        final_promotion_choice.map_or(UNDECIDED, u8::from),
        final_drop_choice.map_or(UNDECIDED, u8::from),
        final_superfluous.map_or(UNDECIDED, u8::from),
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
        bytes.extend(number.unwrap_or(u16::MAX).to_le_bytes());
    }
}

/// Adds a text with its length, so that no two texts run together like two others.
fn add_text(bytes: &mut Vec<u8>, text: &[u8]) {
    bytes.extend((text.len() as u64).to_le_bytes());
    bytes.extend(text);
}
