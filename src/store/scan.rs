//! Going through all problems of a run.

use super::error::At;
use super::manifest::RunId;
use super::read::{self, PROBLEM_COLUMNS};
use super::{Store, StoreError};
use crate::judge::record::Problem;

impl Store {
    /// Calls `visit` with every problem of the run's families, sorted by key.
    pub fn each_problem(
        &self,
        run: RunId,
        mut visit: impl FnMut(&Problem),
    ) -> Result<(), StoreError> {
        let scan = || -> rusqlite::Result<()> {
            let families = read::run_families(&self.conn, run)?;
            let mut problems = self.conn.prepare(&format!(
                "SELECT {PROBLEM_COLUMNS} FROM problems p
                 JOIN materials m ON m.id = p.material_id ORDER BY p.key"
            ))?;
            let mut rows = problems.query([])?;
            while let Some(row) = rows.next()? {
                let (_, problem) = read::problem(row)?;
                if families.iter().any(|(family, options)| {
                    family.contains(problem.material) && options.admit(&problem)
                }) {
                    visit(&problem);
                }
            }
            Ok(())
        };
        let mut scan = scan;
        scan().at(&self.path)
    }
}
