//! Going through all problems of a run.

use rusqlite::{Connection, OptionalExtension};

use crate::error::At;
use crate::problems::read;
use crate::runs::families;
use crate::runs::run::RunId;
use crate::{Store, StoreError};
use tsume::judge::record::Problem;

impl Store {
    /// The problems with these keys that enumerations found, in the same order; those that are not there are left out.
    pub fn records(&self, keys: &[Vec<u8>]) -> Result<Vec<Problem>, StoreError> {
        let read = || {
            let mut select = self.conn.prepare(&read::select_by_key())?;
            let mut problems = Vec::new();
            for key in keys {
                let found = select.query_row([key], read::problem).optional()?;
                problems.extend(found.map(|(_, problem)| problem));
            }
            Ok(problems)
        };
        read().at(&self.path)
    }

    /// Calls `visit` with every problem of the run's families, sorted by key.
    pub fn each_problem(
        &self,
        run: RunId,
        mut visit: impl FnMut(&Problem),
    ) -> Result<(), StoreError> {
        each(&self.conn, run, |_, problem| {
            visit(problem);
            Ok::<_, rusqlite::Error>(())
        })
        .at(&self.path)
    }
}

/// Calls `visit` with the number and the contents of every problem of the run's families, or of the sweep that it
/// is, sorted by key.
pub(crate) fn each<E: From<rusqlite::Error>>(
    conn: &Connection,
    run: RunId,
    mut visit: impl FnMut(i64, &Problem) -> Result<(), E>,
) -> Result<(), E> {
    let sweep = "SELECT EXISTS (SELECT 1 FROM sweeps WHERE run_id = ?)";
    let is_sweep: bool = conn.query_row(sweep, [run.0], |row| row.get(0))?;
    if is_sweep {
        return each_swept(conn, run, visit);
    }
    let families = families::run_families(conn, run)?;
    let mut problems = conn.prepare(&format!(
        "SELECT {} FROM problems p JOIN materials m ON m.id = p.material_id ORDER BY p.key",
        read::problem_columns()
    ))?;
    let mut rows = problems.query([])?;
    while let Some(row) = rows.next()? {
        let (id, problem) = read::problem(row)?;
        if families
            .iter()
            .any(|(family, options)| family.contains(problem.material) && options.admit(&problem))
        {
            visit(id, &problem)?;
        }
    }
    Ok(())
}

fn each_swept<E: From<rusqlite::Error>>(
    conn: &Connection,
    run: RunId,
    mut visit: impl FnMut(i64, &Problem) -> Result<(), E>,
) -> Result<(), E> {
    let mut problems = conn.prepare(&format!(
        "SELECT {} FROM problems p JOIN materials m ON m.id = p.material_id
         JOIN run_problems r ON r.problem_id = p.id WHERE r.run_id = ? ORDER BY p.key",
        read::problem_columns()
    ))?;
    let mut rows = problems.query([run.0])?;
    while let Some(row) = rows.next()? {
        let (id, problem) = read::problem(row)?;
        visit(id, &problem)?;
    }
    Ok(())
}
