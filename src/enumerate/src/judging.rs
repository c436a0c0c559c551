//! Judging the nodes of a level in parallel, and handing the problems on in order.

use std::sync::atomic::{AtomicBool, Ordering};
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
use system::threads::{join, start};
use tsume::solve::Task;

/// So many batches wait to be written before judging waits, too.
const WAITING: usize = 4;

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
    write: impl FnOnce(Problems<'_>) -> Result<LevelCount, EnumerateError> + Send,
) -> Result<LevelCount, EnumerateError> {
    let plies = 2 * value - 1;
    monitor.begin(Phase::Judging { plies }, found.count(value));
    let (sender, receiver) = sync_channel(WAITING);
    let alone = AtomicBool::new(false);
    let judge = |part| judge_part(catalogs, found, value, part, monitor);
    thread::scope(|scope| {
        let writer = start(scope, || {
            let source = match alone.load(Ordering::Relaxed) {
                false => Source::Others(receiver),
                true => Source::Own(Box::new((0..found.parts(value)).map(&judge))),
            };
            write(Problems {
                source,
                batch: Vec::new().into_iter(),
            })
        });
        match writer {
            Ok(writer) => {
                judge_all(found, value, judge, &sender);
                drop(sender);
                join(writer)
            }
            // Without a thread of its own the writer judges what it writes.
            Err(refused) => {
                alone.store(true, Ordering::Relaxed);
                (refused.work)()
            }
        }
    })
}

/// Some judged problems, or why there are none.
type Judged = Result<Vec<Measured>, Stopped>;

/// The problems of a part that the catalogs ask for.
fn judge_part(
    catalogs: &[Catalog],
    found: &dyn Found,
    value: u8,
    part: usize,
    monitor: &Monitor,
) -> Judged {
    let judged = found.judge(value, part, monitor)?.into_iter();
    let asked_for = judged.filter_map(|(node, is)| asked_for(catalogs, &node, value, is));
    Ok(asked_for.collect())
}

/// Judges all parts, and sends what comes of them, at last the end of the level or why it broke off.
fn judge_all(
    found: &dyn Found,
    value: u8,
    judge: impl Fn(usize) -> Judged + Sync,
    sender: &SyncSender<Result<Option<Vec<Measured>>, Stopped>>,
) {
    let parts = 0..found.parts(value);
    let queues: Vec<usize> = parts.map(|part| found.queue(value, part)).collect();
    // The receiver is gone when writing failed.
    let send = |problems: Vec<Measured>| sender.send(Ok(Some(problems))).is_ok();
    let judged = in_turns(&queues, AHEAD, judge, send);
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
pub struct Problems<'a> {
    source: Source<'a>,
    batch: std::vec::IntoIter<Measured>,
}

/// Who judges.
enum Source<'a> {
    /// Other threads, meanwhile.
    Others(Receiver<Result<Option<Vec<Measured>>, Stopped>>),
    /// Nobody but who asks.
    Own(Box<dyn Iterator<Item = Judged> + 'a>),
    /// Nobody any more.
    Ended,
}

impl Source<'_> {
    /// What comes next; nothing at the end of the level.
    fn next(&mut self) -> Option<Judged> {
        match self {
            Self::Others(receiver) => match receiver.recv() {
                Ok(judged) => judged.transpose(),
                // The judge broke off: half a level must not be written as a whole one.
                Err(_) => Some(Err(Stopped::Interrupted)),
            },
            Self::Own(parts) => parts.next(),
            Self::Ended => None,
        }
    }
}

impl Iterator for Problems<'_> {
    type Item = Result<Measured, EnumerateError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(recorded) = self.batch.next() {
                return Some(Ok(recorded));
            }
            match self.source.next() {
                Some(Ok(batch)) => self.batch = batch.into_iter(),
                Some(Err(stopped)) => return Some(Err(stopped.into())),
                None => {
                    self.source = Source::Ended;
                    return None;
                }
            }
        }
    }
}
