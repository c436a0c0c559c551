//! Judging the nodes of a level in parallel, and handing the problems on in order.

use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use super::record::record;
use super::{EnumerateError, Phase};
use catalog::Catalog;
use retro::enumeration::Problems as Found;
use retro::judge::Verdict;
use retro::node::Node;
use shogi::{Color, Position};
use store::{LevelCount, Measured};
use system::in_turns;
use system::monitor::{Monitor, Stopped};
use tsume::solve::Task;

/// So many batches wait to be written before judging waits, too.
const WAITING: usize = 16;

/// So many parts may be judged before the first of them is: what comes of them is held in memory.
const AHEAD: usize = 512;

/// Judges the positions of one length in parallel, on the threads of the pool it is called in, and hands
/// the problems that the catalogs ask for, always in the same order, to `write` on a thread of its own
/// while the next ones are judged.
pub fn write_level(
    catalogs: &[Catalog],
    found: &dyn Found,
    value: u8,
    monitor: &Monitor,
    write: impl FnOnce(Problems) -> Result<LevelCount, EnumerateError> + Send,
) -> Result<LevelCount, EnumerateError> {
    let plies = 2 * value - 1;
    monitor.begin(Phase::Judging { plies }, found.count(value));
    let (sender, receiver) = sync_channel(WAITING);
    thread::scope(|scope| {
        let writer = scope.spawn(|| {
            write(Problems {
                receiver,
                batch: Vec::new().into_iter(),
                ended: false,
            })
        });
        judge_all(catalogs, found, value, monitor, &sender);
        drop(sender);
        writer.join().expect("the writer does not panic")
    })
}

/// Some judged problems, the end of the level, or why there is none.
type Batch = Result<Option<Vec<Measured>>, Stopped>;

fn judge_all(
    catalogs: &[Catalog],
    found: &dyn Found,
    value: u8,
    monitor: &Monitor,
    sender: &SyncSender<Batch>,
) {
    let parts = 0..found.parts(value);
    let queues: Vec<usize> = parts.map(|part| found.queue(value, part)).collect();
    let work = |part: usize| -> Result<Vec<Measured>, Stopped> {
        let judged = found.judge(value, part, monitor)?.into_iter();
        let asked_for = judged.filter_map(|(node, is)| asked_for(catalogs, &node, value, is));
        Ok(asked_for.collect())
    };
    // The receiver is gone when writing failed.
    let send = |problems: Vec<Measured>| sender.send(Ok(Some(problems))).is_ok();
    let judged = in_turns(&queues, AHEAD, work, send);
    // Where writing failed nobody needs the word.
    let _ = sender.send(judged.map(|()| None));
}

/// A problem with its measures, if one of the catalogs asks for it.
fn asked_for(catalogs: &[Catalog], node: &Node, value: u8, verdict: Verdict) -> Option<Measured> {
    let line = verdict.judgement.main_line.clone();
    let recorded = record(node, value, verdict);
    let problem = &recorded.problem;
    let asks = |catalog: &Catalog| {
        catalog.family.contains(problem.material) && catalog.options.admit(problem)
    };
    catalogs.iter().any(asks).then(|| {
        let position = Position::try_from(&node.setup(Color::Black));
        let task = Task {
            position: position.expect("the units of a node fit into a set"),
            attacker: Color::Black,
        };
        Measured::new(recorded, task, line)
    })
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
