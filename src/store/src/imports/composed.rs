//! What composing asks of the database that it writes.

use rusqlite::params;

use crate::Store;
use crate::StoreError;
use crate::error::At;

/// What there is of a line already.
#[derive(Clone, Debug, PartialEq)]
pub struct KnownLine {
    /// Its signature.
    pub signature: i64,
    /// Its problem, if that is sound and of five plies or more: the position and the main line as they are
    /// written, and whether White attacks.
    pub problem: Option<(String, String, bool)>,
    /// The beauty of its problem.
    pub beauty: f64,
}

impl Store {
    /// How many imports have these options, one that has no problem yet included.
    pub fn imports_with(&self, options: &str) -> Result<u64, StoreError> {
        self.conn
            .query_row(
                "SELECT count(*) FROM imports WHERE options = ?",
                [options],
                |row| row.get::<_, i64>(0),
            )
            .map(i64::unsigned_abs)
            .at(&self.path)
    }

    /// Calls `visit` with the line of every problem but those that imports with these options took in
    /// under a number above `last`.
    pub fn each_known_line(
        &self,
        options: &str,
        last: u64,
        mut visit: impl FnMut(KnownLine),
    ) -> Result<(), StoreError> {
        let mut read = || -> rusqlite::Result<()> {
            let mut lines = self.conn.prepare(
                "SELECT signature, beauty, rule_e AND plies >= 5, sfen, main_line, attacker
                 FROM problems p
                 WHERE signature IS NOT NULL AND NOT EXISTS (
                    SELECT 1 FROM sources s JOIN imports i ON i.id = s.import_id
                    WHERE s.problem_id = p.id AND i.options = ? AND s.number > ?)",
            )?;
            let last = i64::try_from(last).unwrap_or(i64::MAX);
            let mut rows = lines.query(params![options, last])?;
            while let Some(row) = rows.next()? {
                let problem = match row.get::<_, Option<bool>>(2)? {
                    Some(true) => Some((
                        row.get(3)?,
                        row.get(4)?,
                        row.get::<_, String>(5)? == "white",
                    )),
                    _ => None,
                };
                visit(KnownLine {
                    signature: row.get(0)?,
                    problem,
                    beauty: row.get::<_, Option<f64>>(1)?.unwrap_or_default(),
                });
            }
            Ok(())
        };
        read().at(&self.path)
    }
}
