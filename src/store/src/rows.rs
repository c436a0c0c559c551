//! Writing rows of `problems`: every column from what is known of a problem.

use rusqlite::{CachedStatement, Connection, Statement};

use super::facts::Facts;
use super::measured::{Scales, bind_all};
use super::weights;
use features::{Value, deep, judged, registry};

/// Notes a line that leaves the main line.
pub(super) const INSERT_LINE: &str =
    "INSERT OR IGNORE INTO lines (problem_id, kind, moves) VALUES (?, ?, ?)";

/// The statements that write rows, and the scales that weigh them.
pub(super) struct Rows<'a> {
    conn: &'a Connection,
    insert: CachedStatement<'a>,
    update: CachedStatement<'a>,
    scales: Scales,
}

impl<'a> Rows<'a> {
    pub fn new(conn: &'a Connection) -> rusqlite::Result<Self> {
        let names = written();
        let places = vec!["?"; names.len()].join(", ");
        let all = names.join(", ");
        let forgotten: Vec<String> = deep::COLUMNS
            .iter()
            .chain(deep::STATE)
            .map(|column| format!("{} = NULL", column.name))
            .collect();
        let forgotten = forgotten.join(", ");
        Ok(Self {
            conn,
            insert: conn.prepare_cached(&format!(
                "INSERT INTO problems ({all}) VALUES ({places}) ON CONFLICT (key) DO NOTHING"
            ))?,
            update: conn.prepare_cached(&format!(
                "UPDATE problems SET ({all}) = ({places}), {forgotten} WHERE id = ?"
            ))?,
            scales: Scales::new(weights::current(conn)?),
        })
    }

    /// Inserts a problem; its number, or `None` if its key was there before.
    pub fn insert(
        &mut self,
        facts: &Facts,
        material: Option<i64>,
        values: &[Value],
    ) -> rusqlite::Result<Option<i64>> {
        let beauty = self.scales.weigh(facts, values);
        bind(&mut self.insert, facts, material, values, &beauty)?;
        let count = self.insert.raw_execute()?;
        Ok((count == 1).then(|| self.conn.last_insert_rowid()))
    }

    /// Writes over a problem. What a deep search found is forgotten, for it was about the line that
    /// stood there: the next one does the problem again.
    pub fn update(
        &mut self,
        id: i64,
        facts: &Facts,
        material: Option<i64>,
        values: &[Value],
    ) -> rusqlite::Result<()> {
        let beauty = self.scales.weigh(facts, values);
        let next = bind(&mut self.update, facts, material, values, &beauty)?;
        self.update.raw_bind_parameter(next, id)?;
        self.update.raw_execute().map(drop)
    }
}

/// The columns that are written: all but the number, what SQL makes, and what only searches fill.
fn written() -> Vec<&'static str> {
    let record = judged::RECORD.iter().filter(|column| column.name != "id");
    let measured = registry::measured().map(|(_, column)| column.name);
    record
        .map(|column| column.name)
        .chain(measured)
        .chain(["beauty"])
        .chain(judged::CHECKED.iter().map(|column| column.name))
        .collect()
}

/// Binds the values of [`written`] in its order; returns the next free parameter.
fn bind(
    statement: &mut Statement<'_>,
    facts: &Facts,
    material: Option<i64>,
    values: &[Value],
    beauty: &Value,
) -> rusqlite::Result<usize> {
    let (min_file, max_file, min_rank, max_rank) = facts.region;
    statement.raw_bind_parameter(1, &facts.key)?;
    statement.raw_bind_parameter(2, &facts.sfen)?;
    statement.raw_bind_parameter(3, facts.attacker)?;
    statement.raw_bind_parameter(4, facts.status)?;
    statement.raw_bind_parameter(5, facts.plies)?;
    statement.raw_bind_parameter(6, facts.raw_plies)?;
    statement.raw_bind_parameter(7, &facts.main_line)?;
    statement.raw_bind_parameter(8, facts.mirror_images)?;
    statement.raw_bind_parameter(9, material)?;
    let counts = [
        facts.pieces,
        facts.attacker_on_board,
        facts.attacker_in_hand,
        facts.defender_on_board,
    ];
    for (at, count) in (10..).zip(counts) {
        statement.raw_bind_parameter(at, count)?;
    }
    statement.raw_bind_parameter(14, facts.king.to_string())?;
    for (at, edge) in (15..).zip([min_file, max_file, min_rank, max_rank]) {
        statement.raw_bind_parameter(at, edge)?;
    }
    for (at, flaw) in (19..).zip(facts.flaws) {
        statement.raw_bind_parameter(at, flaw)?;
    }
    statement.raw_bind_parameter(30, facts.unmeasured)?;
    let next = bind_all(statement, 31, values.iter().chain([beauty]))?;
    for (at, count) in (next..).zip(facts.checked) {
        statement.raw_bind_parameter(at, count)?;
    }
    Ok(next + facts.checked.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_record_columns_are_bound_in_their_order() {
        let names = written();
        for (at, name) in [
            (1, "key"),
            (2, "sfen"),
            (3, "attacker"),
            (4, "status"),
            (5, "plies"),
            (6, "raw_plies"),
            (7, "main_line"),
            (8, "mirror_images"),
            (9, "material_id"),
            (10, "pieces"),
            (13, "defender_on_board"),
            (14, "king"),
            (15, "min_file"),
            (18, "max_rank"),
            (19, "equal_before_last"),
            (29, "final_superfluous"),
            (30, "unmeasured_before_last"),
        ] {
            assert_eq!(names[at - 1], name);
        }
    }
}
