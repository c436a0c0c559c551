//! Judging the nodes of a level in parallel, and handing the problems on in order.

use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use rayon::prelude::*;

use super::EnumerateError;
use super::record;
use catalog::Catalog;
use retro::judge::Judge;
use retro::monitor::{Monitor, Stopped};
use retro::node::Key;
use retro::table::Table;
use retro::value::Solver;
use store::{LevelCount, Measured};

/// How many nodes are judged at a time.
const BATCH: usize = 4096;

/// Judges the nodes of one value in parallel, on the threads of the pool it is called in, and hands
/// the problems that the catalogs ask for, in the order of their keys, to `write` on a thread of its
/// own while the next ones are judged.
pub fn write_level<K: Key>(
    catalogs: &[Catalog],
    table: &Table<K>,
    keys: &[K],
    value: u8,
    monitor: &Monitor,
    write: impl FnOnce(Problems) -> Result<LevelCount, EnumerateError> + Send,
) -> Result<LevelCount, EnumerateError> {
    monitor.begin(
        &format!("{} plies: judging and writing", 2 * value - 1),
        keys.len() as u64,
    );
    let (sender, receiver) = sync_channel(2);
    thread::scope(|scope| {
        let writer = scope.spawn(|| {
            write(Problems {
                receiver,
                batch: Vec::new().into_iter(),
                ended: false,
            })
        });
        judge_all(catalogs, table, keys, value, monitor, &sender);
        drop(sender);
        writer.join().expect("the writer does not panic")
    })
}

/// Some judged problems, the end of the level, or why there is none.
type Batch = Result<Option<Vec<Measured>>, Stopped>;

fn judge_all<K: Key>(
    catalogs: &[Catalog],
    table: &Table<K>,
    keys: &[K],
    value: u8,
    monitor: &Monitor,
    sender: &SyncSender<Batch>,
) {
    for batch in keys.chunks(BATCH) {
        let judged = monitor.go_on().map(|()| {
            batch
                .par_chunks(512)
                .map(|keys| {
                    let mut judge = Judge::new(Solver::new(table));
                    keys.iter()
                        .filter_map(|key| judge_one(catalogs, &mut judge, *key, value))
                        .collect::<Vec<Measured>>()
                })
                .collect::<Vec<_>>()
                .into_iter()
                .flatten()
                .collect()
        });
        monitor.advance(batch.len() as u64);
        let stop = judged.is_err();
        // The receiver is gone when writing failed.
        if sender.send(judged.map(Some)).is_err() || stop {
            return;
        }
    }
    // Where writing failed nobody needs the word.
    let _ = sender.send(Ok(None));
}

fn judge_one<K: Key>(
    catalogs: &[Catalog],
    judge: &mut Judge<'_, K>,
    key: K,
    value: u8,
) -> Option<Measured> {
    let node = key.unpack();
    let material = node.material();
    let verdict = judge.judge(&node, value)?;
    let recorded = record::record(&node, value, verdict);
    catalogs
        .iter()
        .any(|catalog| {
            catalog.family.contains(material) && catalog.options.admit(&recorded.problem)
        })
        .then(|| recorded.into())
}

/// The judged problems as they come.
pub struct Problems {
    receiver: Receiver<Batch>,
    batch: std::vec::IntoIter<Measured>,
    ended: bool,
}

impl Iterator for Problems {
    type Item = Result<Measured, EnumerateError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(recorded) = self.batch.next() {
                return Some(Ok(recorded));
            }
            if self.ended {
                return None;
            }
            match self.receiver.recv() {
                Ok(Ok(Some(batch))) => self.batch = batch.into_iter(),
                Ok(Ok(None)) => self.ended = true,
                Ok(Err(stopped)) => return Some(Err(stopped.into())),
                // The judge broke off: half a level must not be written as a whole one.
                Err(_) => return Some(Err(Stopped::Interrupted.into())),
            }
        }
    }
}
