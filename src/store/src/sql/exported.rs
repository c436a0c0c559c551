//! Problems with all that is said of them, as files tell it.

use rusqlite::{Connection, OptionalExtension, params_from_iter};
use tsume::judge::record::{LineKind, OtherLine};

use crate::error::At;
use crate::problems::read;
use crate::sql::guard::{Guarded, QueryLimits, examine};
use crate::sql::query_error::{QueryError, said};
use crate::{SourceRow, Store, StoreError};

/// What is told of a problem.
#[derive(Clone, Debug, PartialEq)]
pub struct Exported {
    /// Its number.
    pub id: i64,
    /// The position.
    pub sfen: String,
    /// The length of the mate, if there is one and it is known.
    pub plies: Option<u32>,
    /// The main line in USI, or a line that mates; empty where there is none.
    pub main_line: String,
    /// 完全作; `None` where that is not known.
    pub complete: Option<bool>,
    /// The lines that leave the main line. A move of which nobody knows where it leads is none.
    pub lines: Vec<OtherLine>,
    /// How many such moves there are.
    pub undecided: usize,
    /// Where it comes from, the first place first.
    pub sources: Vec<SourceRow>,
}

/// A problem and the family and length it belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    /// Its number.
    pub id: i64,
    /// The family of just its pieces; `None` where no enumeration or sweep has found it.
    pub family: Option<String>,
    /// The length of the mate in plies, if there is one and it is known.
    pub plies: Option<u32>,
}

impl Store {
    /// The problems for which a person's condition in SQL holds, the longest first, at most so many; in the order
    /// of their families and lengths.
    ///
    /// # Errors
    /// [`QueryError::Condition`] if the condition is wrong; if it comes to a limit.
    pub fn placed_where(
        &self,
        condition: Option<&str>,
        most: Option<u32>,
        limits: &QueryLimits,
    ) -> Result<Vec<Placed>, QueryError> {
        let ids = self.ids_where(condition, most, limits)?;
        let read = || {
            let mut select = self.conn.prepare(
                "SELECT code, plies FROM problems p LEFT JOIN materials m ON m.id = material_id WHERE p.id = ?",
            )?;
            let placed = ids.into_iter().map(|id| {
                let placed = select.query_row([id], |row| {
                    Ok(Placed {
                        id,
                        family: row.get(0)?,
                        plies: row.get(1)?,
                    })
                });
                // Another program may have taken it out meanwhile.
                placed.optional()
            });
            let mut placed: Vec<Placed> = placed
                .filter_map(Result::transpose)
                .collect::<rusqlite::Result<_>>()?;
            placed.sort_by(|one, other| {
                let of = |placed: &Placed| (placed.family.clone(), placed.plies, placed.id);
                of(one).cmp(&of(other))
            });
            Ok(placed)
        };
        read().at(&self.path).map_err(QueryError::from)
    }

    /// The numbers of the problems for which a person's condition in SQL holds, the longest first, at most
    /// so many.
    ///
    /// # Errors
    /// [`QueryError::Condition`] if the condition is wrong; if it comes to a limit.
    pub fn ids_where(
        &self,
        condition: Option<&str>,
        most: Option<u32>,
        limits: &QueryLimits,
    ) -> Result<Vec<i64>, QueryError> {
        let limit = most.map_or(String::new(), |most| format!(" LIMIT {most}"));
        let order = format!("ORDER BY plies DESC, id{limit}");
        self.ids_selected(
            "SELECT id FROM problems WHERE",
            condition,
            &order,
            [],
            limits,
        )
    }

    /// The numbers of the problems that a statement selects and for which a person's condition holds, in some order. The
    /// condition, which stands between the two, is for a connection that can do nothing but read.
    pub(crate) fn ids_selected<const N: usize>(
        &self,
        select: &str,
        condition: Option<&str>,
        order: &str,
        parameters: [i64; N],
        limits: &QueryLimits,
    ) -> Result<Vec<i64>, QueryError> {
        let condition = condition.map(str::to_owned);
        let (before, order) = (format!("{select} ("), order.to_owned());
        Guarded::of(self)?.ask(limits, move |conn| {
            if let Some(condition) = &condition {
                examine(conn, condition)?;
            }
            let condition = condition.as_deref().unwrap_or("true");
            // The line break ends a comment in the condition.
            let sql = format!("{before}{condition}\n) {order}");
            let ids = || {
                conn.prepare(&sql)?
                    .query_map(params_from_iter(parameters), |row| row.get(0))?
                    .collect::<rusqlite::Result<Vec<i64>>>()
            };
            ids().map_err(|error| said(error).about_condition(&before))
        })
    }

    /// What is told of the problem with this number.
    pub fn exported(&self, id: i64) -> Result<Option<Exported>, StoreError> {
        let Some(found) = exported(&self.conn, id).at(&self.path)? else {
            return Ok(None);
        };
        let sources = self.sources(id)?;
        Ok(Some(Exported { sources, ..found }))
    }
}

fn exported(conn: &Connection, id: i64) -> rusqlite::Result<Option<Exported>> {
    let mut select =
        conn.prepare_cached("SELECT sfen, plies, main_line, rule_e FROM problems WHERE id = ?")?;
    let found = select.query_row([id], |row| {
        Ok(Exported {
            id,
            sfen: row.get(0)?,
            plies: row.get(1)?,
            main_line: row.get(2)?,
            complete: row.get(3)?,
            lines: Vec::new(),
            undecided: 0,
            sources: Vec::new(),
        })
    });
    let Some(mut found) = found.optional()? else {
        return Ok(None);
    };
    let lines = read::lines(conn, id)?.into_iter();
    let (undecided, lines): (Vec<OtherLine>, _) =
        lines.partition(|line| line.kind == LineKind::Undecided);
    found.undecided = undecided.len();
    found.lines = lines;
    Ok(Some(found))
}
