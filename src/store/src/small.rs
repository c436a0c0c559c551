//! A database of small boards: a file of its own kind, with starts that were studied and with problems.

use std::path::{Path, PathBuf};

use rusqlite::{Connection, OpenFlags, OptionalExtension, Row, params};
use system::Lock;

use crate::StoreError;
use crate::error::At;
use crate::file::open::literal;

/// Marks a file as one of small boards: `gysm` in ASCII.
const APPLICATION_ID: i64 = 0x6779_736d;
/// The version of the schema.
const VERSION: i64 = 1;
const SCHEMA: &str = include_str!("../schemas/small.sql");

/// A start that was studied.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SmallStart {
    /// The board.
    pub game: String,
    /// The army from left to right.
    pub army: String,
    /// How many ranks promote.
    pub zone: u8,
    /// `first`, `second` or `draw`; `None` while it is open.
    pub winner: Option<String>,
    /// Plies of the win at the latest; exactly so many where no nodes were searched.
    pub plies: Option<u16>,
    /// One of the longest lines.
    pub line: Option<String>,
    /// Nodes of both searches; 0 where a table was asked.
    pub nodes: u64,
    /// Positions of the proof.
    pub proof_positions: Option<u64>,
    /// Whether it is proved of the first and of the second player that a win cannot be forced.
    pub cannot: [bool; 2],
}

impl SmallStart {
    /// Whether it was decided without a search: `plies` is then exact.
    pub const fn is_exact(&self) -> bool {
        self.winner.is_some() && self.nodes == 0
    }

    /// Whether it is over before the first move, because a king can be taken.
    pub fn is_over(&self) -> bool {
        self.is_exact() && self.plies == Some(1) && self.line.is_none()
    }

    /// How much is known, to be compared: exact values, wins with a proof, other decided starts, open ones by their nodes.
    pub const fn worth(&self) -> (u8, u64) {
        match (self.winner.is_some(), self.proof_positions.is_some()) {
            (true, _) if self.nodes == 0 => (3, 0),
            (true, true) => (2, 0),
            (true, false) => (1, 0),
            (false, _) => (0, self.nodes),
        }
    }

    /// Whether one of the players wins in a way that can be proved move by move.
    pub fn is_win_to_prove(&self) -> bool {
        self.plies.is_some() && !self.is_over()
    }
}

/// A problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SmallMate {
    /// The position.
    pub position: String,
    /// Its length.
    pub plies: u8,
    /// The main line in USI.
    pub line: String,
    /// The same in Japanese.
    pub japanese: String,
    /// Men on the board.
    pub board: u32,
    /// Pieces in the attacker's hand.
    pub hand: u32,
    /// 捨駒.
    pub sacrifices: u8,
    /// Drops.
    pub drops: u8,
    /// 変化.
    pub variations: u16,
    /// 紛れ.
    pub tries: u16,
}

/// Reads a row of `starts`.
fn read_start(row: &Row<'_>) -> rusqlite::Result<SmallStart> {
    Ok(SmallStart {
        game: row.get(0)?,
        army: row.get(1)?,
        zone: row.get(2)?,
        winner: row.get(3)?,
        plies: row.get(4)?,
        line: row.get(5)?,
        nodes: row.get::<_, i64>(6)?.unsigned_abs(),
        proof_positions: row.get::<_, Option<i64>>(7)?.map(i64::unsigned_abs),
        cannot: [row.get(8)?, row.get(9)?],
    })
}

/// Whether a file is a database of small boards; not so if it is empty.
///
/// # Errors
/// If it is something else, or one of a later version.
fn is_ours(conn: &Connection, path: &Path) -> Result<bool, StoreError> {
    let kind = || -> rusqlite::Result<(i64, i64)> {
        let id = conn.pragma_query_value(None, "application_id", |row| row.get(0))?;
        let tables = conn.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
        Ok((id, tables))
    };
    match kind().at(path)? {
        (APPLICATION_ID, _) => {
            let version = conn.pragma_query_value(None, "user_version", |row| row.get(0));
            let found: i64 = version.at(path)?;
            if found > VERSION {
                return Err(StoreError::Newer {
                    path: path.to_owned(),
                    found,
                    known: VERSION,
                });
            }
            Ok(true)
        }
        (0, 0) => Ok(false),
        _ => Err(StoreError::Foreign(path.to_owned())),
    }
}

/// An open database of small boards.
#[derive(Debug)]
pub struct SmallStore {
    path: PathBuf,
    conn: Connection,
    _lock: Lock,
}

impl SmallStore {
    /// Opens one to write, and makes it if there is none.
    ///
    /// # Errors
    /// If the file is something else, or cannot be written.
    pub fn create(path: &Path) -> Result<Self, StoreError> {
        let lock = Lock::take(path)?;
        let conn = Connection::open(literal(path)).at(path)?;
        if !is_ours(&conn, path)? {
            let make = format!(
                "BEGIN; {SCHEMA} PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {VERSION}; COMMIT;"
            );
            conn.execute_batch(&make).at(path)?;
        }
        Ok(Self {
            path: path.to_owned(),
            conn,
            _lock: lock,
        })
    }

    /// What is known of a start; `None` if it was not looked at.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn start(
        &self,
        game: &str,
        army: &str,
        zone: u8,
    ) -> Result<Option<SmallStart>, StoreError> {
        let sql = "SELECT * FROM starts WHERE game = ? AND army = ? AND zone = ?";
        self.conn
            .prepare_cached(sql)
            .and_then(|mut statement| {
                statement
                    .query_row(params![game, army, zone], read_start)
                    .optional()
            })
            .at(&self.path)
    }

    /// Takes over what another database knows more of the starts of a board; how many that are.
    ///
    /// # Errors
    /// If the other file is none of this kind or cannot be read, or this one cannot be written: then nothing is changed.
    pub fn take_over(&mut self, other: &Path, game: &str) -> Result<u64, StoreError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY;
        let conn = Connection::open_with_flags(literal(other), flags).at(other)?;
        if !is_ours(&conn, other)? {
            return Err(StoreError::Foreign(other.to_owned()));
        }
        let read = || -> rusqlite::Result<Vec<SmallStart>> {
            let mut statement = conn.prepare("SELECT * FROM starts WHERE game = ?")?;
            statement.query_map([game], read_start)?.collect()
        };
        self.take_starts(&read().at(other)?)
    }

    /// Takes over those of these starts of which less is known here; how many that are.
    ///
    /// # Errors
    /// If the file cannot be written: then nothing is changed.
    pub fn take_starts(&mut self, found: &[SmallStart]) -> Result<u64, StoreError> {
        self.conn.execute_batch("BEGIN IMMEDIATE").at(&self.path)?;
        let taken = self.take(found);
        let end = if taken.is_ok() { "COMMIT" } else { "ROLLBACK" };
        self.conn.execute_batch(end).at(&self.path)?;
        taken
    }

    /// Keeps those of which less was known.
    fn take(&self, found: &[SmallStart]) -> Result<u64, StoreError> {
        let mut taken = 0;
        for start in found {
            let known = self.start(&start.game, &start.army, start.zone)?;
            if known.is_none_or(|known| known.worth() < start.worth()) {
                self.keep_start(start)?;
                taken += 1;
            }
        }
        Ok(taken)
    }

    /// Keeps a start in the place of what was known of it.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn keep_start(&self, start: &SmallStart) -> Result<(), StoreError> {
        self.conn
            .prepare_cached("INSERT OR REPLACE INTO starts VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
            .and_then(|mut statement| {
                statement.execute(params![
                    start.game,
                    start.army,
                    start.zone,
                    start.winner,
                    start.plies,
                    start.line,
                    start.nodes as i64,
                    start.proof_positions.map(|count| count as i64),
                    start.cannot[0],
                    start.cannot[1],
                ])
            })
            .at(&self.path)?;
        Ok(())
    }

    /// How many starts of a board each has won, are drawn and are open.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn tally(&self, game: &str) -> Result<[u64; 4], StoreError> {
        let count = |condition: &str| {
            let sql = format!("SELECT count(*) FROM starts WHERE game = ? AND {condition}");
            self.conn
                .query_row(&sql, [game], |row| row.get::<_, i64>(0))
        };
        let counts = || -> rusqlite::Result<[i64; 4]> {
            Ok([
                count("winner = 'first'")?,
                count("winner = 'second'")?,
                count("winner = 'draw'")?,
                count("winner IS NULL")?,
            ])
        };
        Ok(counts().at(&self.path)?.map(i64::unsigned_abs))
    }

    /// Keeps the problems of a game in the place of those it had, with how many there are of each length: plies, won, sound.
    ///
    /// # Errors
    /// If they cannot be written; what was there before is still there.
    pub fn keep_mates(
        &mut self,
        game: &str,
        mates: &[SmallMate],
        lengths: &[(u8, u64, u64)],
    ) -> Result<(), StoreError> {
        let keep = |conn: &mut Connection| -> rusqlite::Result<()> {
            let change = conn.transaction()?;
            change.execute("DELETE FROM mates WHERE game = ?", [game])?;
            change.execute("DELETE FROM lengths WHERE game = ?", [game])?;
            {
                let mut insert =
                    change.prepare("INSERT INTO mates VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")?;
                for mate in mates {
                    insert.execute(params![
                        game,
                        mate.position,
                        mate.plies,
                        mate.line,
                        mate.japanese,
                        mate.board,
                        mate.hand,
                        mate.sacrifices,
                        mate.drops,
                        mate.variations,
                        mate.tries,
                    ])?;
                }
                let mut insert = change.prepare("INSERT INTO lengths VALUES (?, ?, ?, ?)")?;
                for &(plies, won, sound) in lengths {
                    insert.execute(params![game, plies, won as i64, sound as i64])?;
                }
            }
            change.commit()
        };
        keep(&mut self.conn).at(&self.path)
    }
}
