//! A small database for the tests of the store and of the commands.

use std::path::{Path, PathBuf};

use catalog::{Catalog, load};
use shogi::Square;
use store::{RunDigest, RunId, RunInfo, RunSummary, Store, StoreError};
use tsume::judge::record::{Flaws, LineKind, OtherLine, Problem, Recorded, Soundness};

/// Sound by all rules, and every piece is needed.
const SOUND: Soundness = Soundness {
    complete: Some(true),
    complete_lenient: Some(true),
    minimal: Some(true),
    irredundant: Some(true),
    irredundant_lenient: Some(true),
};

/// The shipped catalog at this place below `catalogs`.
pub fn catalog(name: &str) -> Catalog {
    let folder = testkit::root().join("catalogs");
    load(&folder.join(name)).unwrap().remove(0)
}

/// What a run of these catalogs says of itself.
pub fn info(catalogs: &[Catalog]) -> RunInfo<'_> {
    RunInfo {
        program: "0.1.0",
        policy: "literal",
        options: "--threads 1",
        threads: 1,
        catalogs,
    }
}

/// What a run says when it ends.
pub const SUMMARY: RunSummary = RunSummary {
    seconds: 1.5,
    peak_memory_kb: 20_000,
    verified: 4,
    differing: 0,
    longer: 0,
};

/// A knight mates in the corner.
pub fn knight() -> Problem {
    Problem {
        key: vec![0, 4, 3, 4, 21],
        sfen: "8k/9/9/6N1N/9/9/9/9/9 b 2r2b4g4s2n4l18p 1".to_owned(),
        plies: 1,
        main_line: "1d2b+".to_owned(),
        mirror_images: 2,
        material: [0, 0, 2, 0, 0, 0, 0],
        attacker_on_board: 2,
        attacker_in_hand: 0,
        defender_on_board: 0,
        king: Square::new(1, 1).unwrap(),
        region: (1, 3, 1, 4),
        flaws: Flaws::NONE,
        soundness: SOUND,
    }
}

/// A gold is dropped over a pawn: its own mirror image, with several mating last moves.
pub fn gold() -> Problem {
    Problem {
        key: vec![36, 0, 81, 6, 38],
        sfen: "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1".to_owned(),
        plies: 1,
        main_line: "G*5b".to_owned(),
        mirror_images: 1,
        material: [1, 0, 0, 1, 0, 0, 0],
        attacker_on_board: 1,
        attacker_in_hand: 1,
        defender_on_board: 0,
        king: Square::new(5, 1).unwrap(),
        region: (5, 5, 1, 3),
        flaws: Flaws {
            longer_at_last: Some(1),
            ..Flaws::NONE
        },
        soundness: SOUND,
    }
}

/// Three plies with a longer second solution and a line that shows it.
pub fn flawed() -> Recorded {
    Recorded {
        problem: Problem {
            key: vec![9, 0, 81, 1, 0, 6, 130],
            sfen: "7kg/9/8+P/9/9/9/9/9/9 b G2r2b2g4s4n4l17p 1".to_owned(),
            plies: 3,
            main_line: "G*1b 1a1b 1c1b".to_owned(),
            mirror_images: 2,
            material: [2, 0, 0, 1, 0, 0, 0],
            attacker_on_board: 1,
            attacker_in_hand: 1,
            defender_on_board: 1,
            king: Square::new(2, 1).unwrap(),
            region: (1, 2, 1, 3),
            flaws: Flaws {
                cooks: Some(1),
                longer_before_last: Some(1),
                equal_variations: Some(1),
                ..Flaws::NONE
            },
            soundness: Soundness {
                minimal: Some(true),
                ..Soundness::NO_MATE
            },
        },
        lines: vec![
            OtherLine {
                kind: LineKind::SecondSolution,
                moves: "G*3b 2a3b 1c2b".to_owned(),
            },
            OtherLine {
                kind: LineKind::EqualVariation,
                moves: "G*1b 2a3a 1b2a".to_owned(),
            },
        ],
    }
}

/// Writes the three problems as a run of `catalogs`.
pub fn write_all(store: &mut Store, catalogs: &[Catalog]) -> RunId {
    let run = store.begin_run(&info(catalogs)).unwrap();
    store.write_level(run, 1, [knight(), gold()]).unwrap();
    store.write_level(run, 3, [flawed()]).unwrap();
    run
}

/// Finishes a run; returns its digest.
pub fn finish(store: &mut Store, run: RunId) -> RunDigest {
    let summary = || Ok::<_, StoreError>(SUMMARY);
    store.finish_run(run, summary).unwrap()
}

/// A database with a finished run of 桂図式 and 金2歩1 in `folder`.
pub fn small_database(folder: &Path) -> PathBuf {
    let path = folder.join("small.db");
    let mut store = Store::create(&path).unwrap();
    let run = write_all(
        &mut store,
        &[catalog("keima.toml"), catalog("kin2fu1.toml")],
    );
    finish(&mut store, run);
    path
}
