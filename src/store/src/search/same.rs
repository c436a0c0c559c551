//! 同一作・類作: problems like a given one.

use std::collections::BTreeMap;

use rusqlite::{Connection, OptionalExtension, Row};

use crate::error::At;
use crate::{Store, StoreError, bitmaps};
use features::alike::{ComparedProblem, Likeness, LineSigns, Near, Shared};
use features::key;
use features::signature::shape;
use features::solution::attacked_by_black;
use shogi::{Color, Position};
use tsume::solve::Task;

/// A problem like the one asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Like {
    /// How near it is.
    pub near: Near,
    /// Its number.
    pub id: i64,
}

impl Store {
    /// The problems like one, as near as `up_to` or nearer; the nearest first, then by number. Those with the same
    /// line, or idea, only where lines are given.
    pub fn same(&self, asked: &ComparedProblem, up_to: Likeness) -> Result<Vec<Like>, StoreError> {
        same(&self.conn, asked, up_to).at(&self.path)
    }

    /// What the main line of the problem is found by that `task` is, or is an image of: images have one. `None` if
    /// it is not there, or its line is not known.
    pub fn line_of(&self, task: &Task) -> Result<Option<LineSigns>, StoreError> {
        let line = || {
            self.conn
                .prepare_cached("SELECT signature, idea FROM problems WHERE key = ?")?
                .query_row([key::key(task)], signs)
                .optional()
        };
        Ok(line().at(&self.path)?.flatten())
    }
}

fn signs(row: &Row<'_>) -> rusqlite::Result<Option<LineSigns>> {
    let (signature, idea) = (row.get(0)?, row.get(1)?);
    let both = |(signature, idea)| LineSigns { signature, idea };
    Ok(Option::zip(signature, idea).map(both))
}

/// What is compared of a problem.
const COMPARED: &str = "SELECT id, key, signature, idea, sfen, attacker FROM problems";

fn same(
    conn: &Connection,
    asked: &ComparedProblem,
    up_to: Likeness,
) -> rusqlite::Result<Vec<Like>> {
    let mut found: BTreeMap<i64, Near> = BTreeMap::new();
    let mut compare = |row: &Row<'_>| -> rusqlite::Result<()> {
        let id = row.get(0)?;
        if let Some(near) = near(row, asked)?.filter(|near| near.likeness <= up_to) {
            found.insert(id, near);
        }
        Ok(())
    };
    let (position, _) = attacked_by_black(asked.task());
    // Exchanged sides have the same shape, so every image is among these.
    each_with(conn, "shape", shape(&position), &mut compare)?;
    if up_to >= Likeness::OnePiece {
        each_one_piece_off(conn, asked, &mut compare)?;
    }
    for line in asked.lines() {
        if up_to >= Likeness::SameLine {
            each_with(conn, "signature", line.signature, &mut compare)?;
        }
        if up_to >= Likeness::SameIdea {
            each_with(conn, "idea", line.idea, &mut compare)?;
        }
    }
    let mut likes: Vec<Like> = found
        .into_iter()
        .map(|(id, near)| Like { near, id })
        .collect();
    likes.sort_unstable();
    Ok(likes)
}

/// How near the problem of a row is; `None` if it is not like the one asked for.
fn near(row: &Row<'_>, asked: &ComparedProblem) -> rusqlite::Result<Option<Near>> {
    let key = row.get_ref(1)?.as_blob()?;
    let (signature, idea): (Option<i64>, Option<i64>) = (row.get(2)?, row.get(3)?);
    let lines = asked.lines();
    let line = signature.is_some_and(|is| lines.iter().any(|line| line.signature == is));
    let idea = idea.is_some_and(|is| lines.iter().any(|line| line.idea == is));
    let near = asked.near(key, Shared { line, idea });
    // Only an image may be the very same.
    let Some(near) = near.filter(|near| near.likeness == Likeness::Image) else {
        return Ok(near);
    };
    let own = asked.task();
    let attacks = row.get_ref(5)?.as_str()? == "white";
    let position: Option<Position> = row.get_ref(4)?.as_str()?.parse().ok();
    let equal =
        attacks == (own.attacker == Color::White) && position.as_ref() == Some(&own.position);
    Ok(Some(near.told(equal)))
}

/// Calls `compare` with every problem that has a value in a column.
fn each_with(
    conn: &Connection,
    column: &str,
    value: i64,
    compare: &mut dyn FnMut(&Row<'_>) -> rusqlite::Result<()>,
) -> rusqlite::Result<()> {
    let mut select = conn.prepare_cached(&format!("{COMPARED} WHERE {column} = ?"))?;
    let mut rows = select.query([value])?;
    while let Some(row) = rows.next()? {
        compare(row)?;
    }
    Ok(())
}

/// Calls `compare` with every problem that differs in one piece on the board, and with others.
fn each_one_piece_off(
    conn: &Connection,
    asked: &ComparedProblem,
    compare: &mut dyn FnMut(&Row<'_>) -> rusqlite::Result<()>,
) -> rusqlite::Result<()> {
    let numbers = asked.arrangement().numbers();
    if numbers.is_empty() {
        return Ok(());
    }
    let Some(ranks) = bitmaps::under_numbers(conn, &numbers)? else {
        return each_of_all(conn, asked, compare);
    };
    let mut ids = bitmaps::changes(conn)?;
    bitmaps::walk(conn, &ranks, |id, _| {
        ids.push(id);
        true
    })?;
    let mut select = conn.prepare_cached(&format!("{COMPARED} WHERE id = ?"))?;
    for id in ids {
        // One that was deleted since is not there.
        let mut rows = select.query([id])?;
        while let Some(row) = rows.next()? {
            compare(row)?;
        }
    }
    Ok(())
}

/// The same without bitmaps: by the keys, which stand together in their index.
fn each_of_all(
    conn: &Connection,
    asked: &ComparedProblem,
    compare: &mut dyn FnMut(&Row<'_>) -> rusqlite::Result<()>,
) -> rusqlite::Result<()> {
    let mut keys = conn.prepare_cached("SELECT id, key FROM problems")?;
    let mut select = conn.prepare_cached(&format!("{COMPARED} WHERE id = ?"))?;
    let mut rows = keys.query([])?;
    while let Some(row) = rows.next()? {
        if asked
            .near(row.get_ref(1)?.as_blob()?, Shared::default())
            .is_some()
        {
            let mut rows = select.query([row.get::<_, i64>(0)?])?;
            while let Some(row) = rows.next()? {
                compare(row)?;
            }
        }
    }
    Ok(())
}
