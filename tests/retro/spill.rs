//! An index in files: the same comes of it as in memory, and no file that fails goes unnoticed.

use std::cell::RefCell;

use retro::critical::engine::{Engine, Progress};
use retro::critical::grow::Grower;
use retro::critical::scope::Scope;
use retro::critical::spill::Spill;
use retro::critical::step;
use retro::critical::table::Table;
use retro::node::{Key, Material};
use shogi::Square;
use system::monitor::{Monitor, Stopped};
use tempfile::TempDir;

use crate::family::{KNIGHTS, Levels, N4, enumerate, enumerate_in};

/// 歩図式 of five: three units can be to come.
const FIVE: Material = [0, 0, 0, 5];

fn in_files(folder: &TempDir, room: u64) -> Spill {
    Spill {
        folder: folder.path().to_owned(),
        room,
    }
}

fn spilled<K: Key>(family: Material, room: u64) -> Levels<K> {
    let folder = tempfile::tempdir().unwrap();
    let mut most_files = 0;
    let look = |_: &Progress<K>| most_files = most_files.max(open_files(&folder).len());
    let levels = enumerate_in(&[family], Some(in_files(&folder, room)), look).levels;
    if cfg!(target_os = "linux") {
        assert!(most_files > 0, "no file was made");
    }
    assert_eq!(
        folder.path().read_dir().unwrap().count(),
        0,
        "nothing is left"
    );
    levels
}

/// Guards that an index in files, or half of it, finds what one in memory finds. Without room a part of the index is
/// made of few pairs, so that each has many parts.
#[test]
fn an_index_in_files_gives_the_same() {
    assert!(spilled::<u64>(N4, 0) == KNIGHTS.levels);
    assert!(spilled::<u64>(N4, 1 << 16) == KNIGHTS.levels);
    assert!(spilled::<u128>(N4, 0) == enumerate::<u128>(&[N4]).levels);
}

/// The same where three units can be to come.
#[test]
#[ignore = "a minute"]
fn an_index_of_larger_families_in_files_gives_the_same() {
    assert!(spilled::<u64>(FIVE, 0) == enumerate::<u64>(&[FIVE]).levels);
    assert!(spilled::<u128>(FIVE, 1 << 20) == enumerate::<u128>(&[FIVE]).levels);
}

/// Guards that candidates are sifted before all are there, and that none is lost or held many times over.
#[test]
fn what_is_sifted_early_is_what_is_there_in_the_end() {
    let scope = Scope::new(&[[1, 1, 1, 1]]);
    let (table, monitor) = (Table::<u64>::new(scope.units(), None), Monitor::default());
    let king = Square::new(2, 1).unwrap();
    let mut at_once = Grower::new(&table, &scope, &monitor);
    step::mates(&mut at_once, king);
    let at_once = at_once.finish();
    let sifted = RefCell::new(Vec::new());
    let sift = |candidates: &[u64]| {
        sifted.borrow_mut().push(candidates.len());
        candidates.to_vec()
    };
    let mut early = Grower::new(&table, &scope, &monitor).within(0, &sift);
    step::mates(&mut early, king);
    assert_eq!(early.finish(), at_once);
    let sifted = sifted.into_inner();
    assert!(sifted.len() > 10, "{sifted:?}");
    // What was left is sifted together now and then, and nothing of it is held twice after that: all that was found
    // till then, as this sieve leaves nothing out.
    let most = *sifted.iter().max().unwrap();
    assert!((300..=at_once.len()).contains(&most), "{sifted:?}");
    assert!(sifted.iter().sum::<usize>() > at_once.len());
}

/// Guards that a run goes on in memory where no file can be made.
#[test]
fn where_no_file_can_be_made_the_index_stays_in_memory() {
    let folder = tempfile::tempdir().unwrap();
    let spill = in_files(&folder, 0);
    folder.close().unwrap();
    let family = [0, 2, 0, 1];
    assert!(
        enumerate_in::<u64>(&[family], Some(spill), |_| {}).levels
            == enumerate::<u64>(&[family]).levels
    );
}

/// The process's open files in a folder, by the paths to open them once more; none where the system does not tell.
pub fn open_files(folder: &TempDir) -> Vec<std::path::PathBuf> {
    let Ok(open) = std::fs::read_dir("/proc/self/fd") else {
        return Vec::new();
    };
    open.map(|entry| entry.unwrap().path())
        .filter(|path| std::fs::read_link(path).is_ok_and(|file| file.starts_with(folder.path())))
        .collect()
}

/// Guards that a file which was cut short stops the run, unless nothing is looked up in it any more: it would go on
/// with positions missing.
#[test]
#[cfg(target_os = "linux")]
fn a_file_that_cannot_be_read_stops_the_run() {
    let mut stopped = 0;
    let mut at_end = false;
    for cut_at in 0.. {
        let folder = tempfile::tempdir().unwrap();
        let monitor = Monitor::default();
        let spill = Some(in_files(&folder, 0));
        let mut engine = Engine::<u64>::start(Scope::new(&[N4]), spill, &monitor).unwrap();
        let mut step = 0;
        let end = loop {
            if engine.is_complete() {
                at_end = step < cut_at;
                break Ok(());
            }
            if step == cut_at {
                for file in open_files(&folder) {
                    let file = std::fs::OpenOptions::new().write(true).open(file);
                    file.unwrap().set_len(0).unwrap();
                }
            }
            if let Err(why) = engine.advance() {
                break Err(why);
            }
            step += 1;
        };
        match end {
            Ok(()) => assert!(
                engine.finish().critical == KNIGHTS.levels.attackers,
                "cut at {cut_at}"
            ),
            Err(why) => assert_eq!(why, Stopped::Unreadable),
        }
        stopped += usize::from(end.is_err());
        if at_end {
            break;
        }
    }
    assert!(stopped >= 10, "{stopped}");
}

/// Guards that an engine which was stopped while it made its index goes on to the same end.
#[test]
fn an_index_that_was_interrupted_is_made_again() {
    let family = [0, 2, 0, 1];
    let whole = enumerate::<u64>(&[family]).levels;
    let monitor = Monitor::default();
    let mut engine = Engine::<u64>::start(Scope::new(&[family]), None, &monitor).unwrap();
    engine.advance().unwrap();
    let state = engine.progress().clone();
    let stopping = Monitor::default();
    let mut engine = Engine::resume(Scope::new(&[family]), None, state, &stopping);
    stopping.stop(Stopped::Interrupted);
    assert_eq!(engine.advance(), Err(Stopped::Interrupted));
    let state = engine.progress().clone();
    let mut engine = Engine::resume(Scope::new(&[family]), None, state, &monitor);
    while !engine.is_complete() {
        engine.advance().unwrap();
    }
    assert!(engine.finish().critical == whole.attackers);
}
