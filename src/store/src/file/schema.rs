//! The schema's versions, and how an older file is brought up to date.

use std::collections::BTreeMap;

use rusqlite::types::ValueRef;
use rusqlite::{Connection, Transaction, TransactionBehavior};

use crate::file::contents;
use crate::file::index;
use crate::file::upgrade::{Upgrade, stoppable};
use crate::file::value::damaged;
use crate::problems::content;
use crate::problems::earlier;
use crate::problems::measured;
use crate::problems::weights;
use features::Weights;
use system::monitor::Monitor;

/// Marks a file as ours: `gyak` in ASCII.
pub(crate) const APPLICATION_ID: i64 = 0x6779_616b;

/// `MIGRATIONS[n]` leads from version `n` to `n + 1`.
const MIGRATIONS: &[&str] = &[
    include_str!("../../schemas/0001_problems.sql"),
    include_str!("../../schemas/0002_features.sql"),
    include_str!("../../schemas/0003_bitmaps_records.sql"),
    include_str!("../../schemas/0004_idea.sql"),
    include_str!("../../schemas/0005_rule_e.sql"),
    include_str!("../../schemas/0006_longer.sql"),
    include_str!("../../schemas/0007_sweeps.sql"),
    include_str!("../../schemas/0008_judged_earlier.sql"),
    include_str!("../../schemas/0009_checksums.sql"),
    include_str!("../../schemas/0010_trees.sql"),
];

/// The version of the schema that this program writes.
pub const VERSION: i64 = MIGRATIONS.len() as i64;

/// What a file's header says of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// No table yet.
    Empty,
    /// Ours, with this schema version.
    Ours(i64),
    /// Another program's.
    Foreign,
}

/// What kind of database this is.
pub(crate) fn kind(conn: &Connection) -> rusqlite::Result<Kind> {
    // In one question: between two of them another program may make the database.
    let said: (i64, i64, i64) = conn.query_row(
        "SELECT application_id, user_version, (SELECT count(*) FROM sqlite_schema)
         FROM pragma_application_id, pragma_user_version",
        [],
        |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)),
    )?;
    Ok(match said {
        (APPLICATION_ID, 1.., _) if !is_text(conn)? => return Err(damaged()),
        (APPLICATION_ID, version @ 1.., _) => Kind::Ours(version),
        (0, 0, 0) => Kind::Empty,
        _ => Kind::Foreign,
    })
}

/// Whether names and definitions of tables are text: whoever is asked about access to a column takes its name for that.
fn is_text(conn: &Connection) -> rusqlite::Result<bool> {
    let mut select = conn.prepare("SELECT name, tbl_name, sql FROM main.sqlite_schema")?;
    let mut rows = select.query([])?;
    while let Some(row) = rows.next()? {
        for column in 0..3 {
            if let ValueRef::Text(bytes) = row.get_ref(column)?
                && std::str::from_utf8(bytes).is_err()
            {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// Whether a file has a table of imports, which came with version 2.
pub(crate) fn has_imports(conn: &Connection) -> rusqlite::Result<bool> {
    Ok(matches!(kind(conn)?, Kind::Ours(2..=VERSION)))
}

/// Brings a file of an older version, or an empty one, to [`VERSION`]: wholly or not at all. `monitor` hears how far it
/// is and can stop it.
pub(crate) fn migrate(conn: &mut Connection, monitor: &Monitor) -> rusqlite::Result<()> {
    stoppable(conn, monitor, |conn| {
        let transaction = Transaction::new(conn, TransactionBehavior::Immediate)?;
        bring_up(&transaction, monitor)?;
        transaction.commit()
    })
}

fn bring_up(transaction: &Transaction<'_>, monitor: &Monitor) -> rusqlite::Result<()> {
    // Asked again under the lock: two programs may have found the same file empty.
    let from = match kind(transaction)? {
        Kind::Ours(version) => usize::try_from(version).unwrap_or(MIGRATIONS.len()),
        Kind::Empty | Kind::Foreign => 0,
    };
    let steps = MIGRATIONS.iter().skip(from);
    monitor.begin(Upgrade::Tables, steps.len() as u64);
    for migration in steps {
        transaction.execute_batch(migration)?;
        monitor.advance(1);
    }
    // Problems have measures since version 2, `idea` among them since version 4. Weights that a person chose stay.
    if from < 2 || weights::current(transaction)?.is_earlier_default() {
        weights::set(transaction, &Weights::default())?;
    }
    measured::measure_all(transaction, monitor)?;
    // Checksums came with version 5, and with it the choice among equal main lines that is made today.
    if from < 5 {
        content::write_checksums(transaction, monitor)?;
        earlier::note_all(transaction)?;
    }
    let any = transaction.query_row("SELECT EXISTS (SELECT 1 FROM problems)", [], |row| {
        row.get(0)
    });
    if any? {
        monitor.begin(Upgrade::Indexes, 0);
        index::make(transaction)?;
    }
    // Of the tables as they are now, after all that was changed in them.
    contents::record_all(transaction)?;
    transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
    transaction.pragma_update(None, "user_version", VERSION)
}

/// How a table, a view or a trigger is defined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Definition {
    /// `table`, `view` or `trigger`.
    pub kind: String,
    /// The statement.
    pub sql: String,
}

/// The tables, views and triggers of a database by name.
pub(crate) fn definitions(conn: &Connection) -> rusqlite::Result<BTreeMap<String, Definition>> {
    conn.prepare(
        "SELECT name, type, sql FROM main.sqlite_schema
         WHERE type IN ('table', 'view', 'trigger') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'",
    )?
    .query_map([], |row| {
        Ok((
            row.get(0)?,
            Definition {
                kind: row.get(1)?,
                sql: row.get(2)?,
            },
        ))
    })?
    .collect()
}

/// Those of a database of today.
pub(crate) fn definitions_of_today() -> rusqlite::Result<BTreeMap<String, Definition>> {
    let mut conn = Connection::open_in_memory()?;
    migrate(&mut conn, &Monitor::default())?;
    definitions(&conn)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::Read;

    use super::*;

    /// A disk that is full while a file is brought up to date leaves it as it was, whichever step finds no room.
    #[test]
    fn a_full_disk_leaves_an_older_file_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("4.db");
        let packed = fs::File::open(testkit::data("schemas/4.db.gz")).unwrap();
        let mut bytes = Vec::new();
        flate2::read::GzDecoder::new(packed)
            .read_to_end(&mut bytes)
            .unwrap();
        fs::write(&path, &bytes).unwrap();
        let mut more = 0;
        let failed = loop {
            let mut conn = Connection::open(&path).unwrap();
            let pages: i64 = conn
                .pragma_query_value(None, "page_count", |row| row.get(0))
                .unwrap();
            conn.pragma_update_and_check(None, "max_page_count", pages + more, |_| Ok(()))
                .unwrap();
            match migrate(&mut conn, &Monitor::default()) {
                Ok(()) => break more,
                Err(error) => {
                    let full = rusqlite::ErrorCode::DiskFull;
                    assert_eq!(error.sqlite_error_code(), Some(full), "{error}");
                }
            }
            drop(conn);
            assert!(fs::read(&path).unwrap() == bytes, "{more} pages");
            assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
            more += 20;
        };
        assert!(failed > 20, "{failed}");
    }
}
