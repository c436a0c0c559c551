//! Tables alone: all mates of some families in a file, none of them judged.

use std::path::Path;

use catalog::Catalog;
use retro::families::Aim;
use system::monitor::Monitor;

use super::Phase;
use super::checkpoint::Checkpoint;
use super::find::{families, find, not_written, within_memory};
use super::kept::{TablePlace, TableReport};
use super::report::{EnumerateError, Event};

/// What is asked for.
pub struct TableRequest<'a> {
    /// Which families. Options that choose problems do not matter.
    pub catalogs: &'a [Catalog],
    /// The table.
    pub table: &'a Path,
    /// Stop above so many bytes; nine tenths of what is available if `None`.
    pub memory: Option<u64>,
}

/// Finds all mates of the catalogs' families and keeps them in a file; `monitor` tells how far it is and can stop
/// it, `announce` hears of every step done.
///
/// # Errors
/// If it is stopped: then a checkpoint beside the table has what was done. If something cannot be read or written.
pub fn keep_table(
    request: &TableRequest<'_>,
    monitor: &Monitor,
    announce: &(dyn Fn(Event<'_>) + Sync),
) -> Result<TableReport, EnumerateError> {
    within_memory(request.memory, monitor, || {
        let place = TablePlace::take(request.table, None)?;
        let families = families(request.catalogs);
        let checkpoint = Checkpoint::new(request.table, &families, Aim::Table);
        let (found, _) = find(&families, Aim::Table, None, &checkpoint, monitor, announce)?;
        let table = found.kept().expect("whoever aims at a table has one");
        monitor.begin(Phase::WritingTable, 0);
        let written = place.write(table);
        let written = written.map_err(|error| not_written(error, &checkpoint))?;
        checkpoint.remove()?;
        Ok(written)
    })
}
