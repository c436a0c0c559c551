//! The schema's versions, and how an older file is brought up to date.

use rusqlite::{Connection, Transaction, TransactionBehavior};

use crate::file::index;
use crate::problems::content;
use crate::problems::measured;
use crate::problems::weights;
use features::Weights;

/// Marks a file as ours: `gyak` in ASCII.
pub(crate) const APPLICATION_ID: i64 = 0x6779_616b;

/// `MIGRATIONS[n]` leads from version `n` to `n + 1`.
const MIGRATIONS: [&str; 7] = [
    include_str!("../../schemas/0001_problems.sql"),
    include_str!("../../schemas/0002_features.sql"),
    include_str!("../../schemas/0003_bitmaps_records.sql"),
    include_str!("../../schemas/0004_idea.sql"),
    include_str!("../../schemas/0005_rule_e.sql"),
    include_str!("../../schemas/0006_longer.sql"),
    include_str!("../../schemas/0007_sweeps.sql"),
];

/// The version this program writes.
pub(crate) const VERSION: i64 = MIGRATIONS.len() as i64;

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
        (APPLICATION_ID, version @ 1.., _) => Kind::Ours(version),
        (0, 0, 0) => Kind::Empty,
        _ => Kind::Foreign,
    })
}

/// Whether a file has a table of imports, which came with version 2.
pub(crate) fn has_imports(conn: &Connection) -> rusqlite::Result<bool> {
    Ok(matches!(kind(conn)?, Kind::Ours(2..=VERSION)))
}

/// Brings a file of an older version, or an empty one, to [`VERSION`]: wholly or not at all.
pub(crate) fn migrate(conn: &mut Connection) -> rusqlite::Result<()> {
    let transaction = Transaction::new(conn, TransactionBehavior::Immediate)?;
    // Asked again under the lock: two programs may have found the same file empty.
    let from = match kind(&transaction)? {
        Kind::Ours(version) => usize::try_from(version).unwrap_or(MIGRATIONS.len()),
        Kind::Empty | Kind::Foreign => 0,
    };
    for migration in MIGRATIONS.iter().skip(from) {
        transaction.execute_batch(migration)?;
    }
    // Problems have measures since version 2, `idea` among them since version 4.
    if from < 2 {
        weights::set(&transaction, &Weights::default())?;
    }
    measured::measure_all(&transaction)?;
    // Checksums came with version 5.
    if from < 5 {
        content::write_checksums(&transaction)?;
    }
    let any = transaction.query_row("SELECT EXISTS (SELECT 1 FROM problems)", [], |row| {
        row.get(0)
    });
    if any? {
        index::make(&transaction)?;
    }
    transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
    transaction.pragma_update(None, "user_version", VERSION)?;
    transaction.commit()
}
