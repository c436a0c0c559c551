//! Finding problems by their columns, near copies once.

use std::collections::{HashMap, HashSet, hash_map};
use std::sync::Arc;

use roaring::RoaringBitmap;
use rusqlite::functions::FunctionFlags;
use rusqlite::{Connection, OptionalExtension, Row, params_from_iter};

use crate::error::At;
use crate::file::index;
use crate::problems::entry;
use crate::search::condition::{Condition, SourceField};
use crate::search::lines;
use crate::search::pattern::{contains, kings};
use crate::search::simple;
use crate::sql::guard::{Guarded, QueryLimits, examine};
use crate::sql::query_error::{QueryError, said};
use crate::{Entry, Store, StoreError, bitmaps};
use ask::Query;
use features::column_filters::{ColumnFilters, Fits, Squares, Wanted};
use features::{Pattern, registry};
use shogi::Square;

/// What is looked for.
#[derive(Clone, Debug, Default)]
pub struct Search {
    /// Conditions over columns, all of which must hold.
    pub conditions: Vec<Condition>,
    /// A person's condition in SQL over columns of `problems`.
    pub condition: Option<String>,
    /// What stands on these squares, or on their mirror images, all on the same side.
    pub contains: Vec<(Square, Pattern)>,
    /// What happens on the main line.
    pub lines: Vec<Arc<Query>>,
    /// The column to sort by and whether the largest come first; by number if `None`, and among
    /// equals.
    pub sort: Option<(&'static str, bool)>,
    /// Shows every problem, not one of each line (similar ones, 類作).
    pub all: bool,
    /// Shows one problem of each idea (筋) only.
    pub ideas: bool,
    /// At most so many.
    pub limit: usize,
}

/// A problem that was found.
#[derive(Clone, Debug, PartialEq)]
pub struct FoundProblem {
    /// The problem.
    pub entry: Entry,
    /// How many problems of the database have its line, itself included; 1 where there is no line.
    pub group: u64,
}

impl Store {
    /// Finds problems; where several have one line, the first of them.
    ///
    /// # Errors
    /// [`QueryError::Condition`] if the person's condition is wrong; if the search comes to a limit.
    pub fn search(
        &self,
        search: &Search,
        limits: &QueryLimits,
    ) -> Result<Vec<FoundProblem>, QueryError> {
        let path = self.path.clone();
        self.found(search, limits, move |conn, ids| {
            let mut by_id = entry::by_id(conn).at(&path)?;
            let mut groups = HashMap::new();
            ids.into_iter()
                .map(|(id, signature)| {
                    let entry = by_id.query_row([id], entry::read).at(&path)?;
                    let group = match signature.map(|line| groups.entry(line)) {
                        Some(hash_map::Entry::Occupied(known)) => *known.get(),
                        Some(hash_map::Entry::Vacant(place)) => {
                            let size = group_size(conn, *place.key()).at(&path)?;
                            *place.insert(size)
                        }
                        None => 1,
                    };
                    Ok(FoundProblem { entry, group })
                })
                .collect()
        })
    }

    /// What `job` makes of the numbers and lines of the problems that are found, on a connection for a person's SQL.
    pub(crate) fn found<T: Send + 'static>(
        &self,
        search: &Search,
        limits: &QueryLimits,
        job: impl FnOnce(&Connection, Numbered) -> Result<T, QueryError> + Send + 'static,
    ) -> Result<T, QueryError> {
        let mut search = search.clone();
        // What a line implies of columns is quick to look at.
        let least = search.lines.iter().flat_map(|line| line.least());
        let least: Vec<_> = least.collect();
        for (column, low) in least {
            search.range(column, Some(low.into()), None);
        }
        let guarded = Guarded::of(self)?;
        let left = guarded.left();
        let reader = lines::Reader::new(self, Arc::clone(&left));
        guarded.ask(limits, move |conn| {
            lines::install(conn, &search.lines, &left).map_err(said)?;
            let pattern = search.contains.clone();
            conn.create_scalar_function(
                "contains_pieces",
                1,
                FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC,
                move |context| Ok(contains(context.get_raw(0).as_str()?, &pattern)),
            )
            .map_err(said)?;
            if let Some(condition) = &search.condition {
                examine(conn, condition)?;
            }
            let ids = match search.lines.is_empty() {
                true => find(conn, &search).map_err(FindError::Sql),
                false => find_by_lines(conn, &search, &reader),
            };
            let ids = ids.map_err(|error| match (error, &search.condition) {
                (FindError::Sql(error), Some(_)) => said(error).about_condition(""),
                (FindError::Sql(error), None) => said(error),
                (FindError::Store(error), _) => error.into(),
            })?;
            job(conn, ids)
        })
    }
}

/// Why nothing was found.
enum FindError {
    Sql(rusqlite::Error),
    Store(StoreError),
}

impl From<rusqlite::Error> for FindError {
    fn from(error: rusqlite::Error) -> Self {
        Self::Sql(error)
    }
}

impl From<StoreError> for FindError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

/// How many problems have this line.
pub(crate) fn group_size(conn: &Connection, signature: i64) -> rusqlite::Result<u64> {
    let count = match bitmaps::group_size(conn, signature)? {
        Some(count) => count,
        None => conn
            .prepare_cached("SELECT count(*) FROM problems WHERE signature = ?")?
            .query_row([signature], |row| row.get::<_, i64>(0))?,
    };
    Ok(count.unsigned_abs())
}

/// How many of the most beautiful problems are looked through before all others: what most searches
/// show is among them.
const FIRST: i64 = 10_000;

/// At most so many problems that bitmaps have picked are looked at one by one.
const FEW: usize = 2_000;

/// Problems by their numbers, each with its line.
pub(crate) type Numbered = Vec<(i64, Option<i64>)>;

/// Numbers and lines of the problems looked for.
pub(crate) fn find(conn: &Connection, search: &Search) -> rusqlite::Result<Numbered> {
    match find_soon(conn, search)? {
        Some(found) => Ok(found),
        None => find_among(conn, search, "", None),
    }
}

/// The same where lines are to be read: by several threads, unless few problems are enough.
fn find_by_lines(
    conn: &Connection,
    search: &Search,
    reader: &lines::Reader,
) -> Result<Numbered, FindError> {
    if let Some(found) = find_soon(conn, search)? {
        return Ok(found);
    }
    let found = reader.matching(conn, &search.conditions, &search.lines)?;
    lines::install_found(conn, found)?;
    Ok(find_among(
        conn,
        search,
        "",
        Some(lines::IS_FOUND.to_owned()),
    )?)
}

/// What bitmaps or an index find among few problems; `None` where all have to be looked at.
fn find_soon(conn: &Connection, search: &Search) -> rusqlite::Result<Option<Numbered>> {
    if let Some(picked) = pick(conn, search)? {
        let numbers: Vec<String> = picked.iter().map(i64::to_string).collect();
        let bound = format!("id IN ({})", numbers.join(", "));
        return find_among(conn, search, "", Some(bound)).map(Some);
    }
    if search.sort == Some(("beauty", true)) && index::are_made(conn)? {
        let bound: Option<Option<f64>> = conn
            .query_row(
                "SELECT beauty FROM problems ORDER BY beauty DESC LIMIT 1 OFFSET ?",
                [FIRST],
                |row| row.get(0),
            )
            .optional()?;
        if let Some(Some(bound)) = bound {
            let bound = format!("beauty >= {bound:?}");
            let found = find_among(conn, search, index::BY_BEAUTY, Some(bound))?;
            if found.len() == search.limit {
                return Ok(Some(found));
            }
        }
    }
    Ok(None)
}

/// Some problems among which those looked for are, by bitmaps; `None` where these do not help.
fn pick(conn: &Connection, search: &Search) -> rusqlite::Result<Option<Vec<i64>>> {
    if !bitmaps::are_made(conn)? {
        return Ok(None);
    }
    let own = search.condition.as_deref();
    let understood = own.and_then(simple::understood);
    // Bitmaps know nothing of lines.
    let all_understood = (understood.is_some() || own.is_none()) && search.lines.is_empty();
    let mut conditions = search.conditions.clone();
    conditions.extend(understood);
    let picked = bitmaps::pick(conn, &conditions, &search.contains)?;
    let changes = bitmaps::changes(conn)?;
    if changes.len() > 10 * FEW {
        return Ok(None);
    }
    let mut ids = if picked.ranks.len() <= FEW as u64 {
        let mut ids = Vec::new();
        bitmaps::walk(conn, &picked.ranks, |id, _| {
            ids.push(id);
            true
        })?;
        ids
    } else if picked.exact && all_understood && search.limit <= FEW && !search.ideas {
        match first_of(conn, search, &picked.ranks, &changes)? {
            Some(ids) => ids,
            None => return Ok(None),
        }
    } else {
        return Ok(None);
    };
    // What has changed since the bitmaps were made may be anywhere in the order.
    ids.extend(changes);
    Ok(Some(ids))
}

/// The first of the problems with these ranks in the order of the search, as many as it wants, those
/// that have `changed` left aside; `None` where the order is not known.
fn first_of(
    conn: &Connection,
    search: &Search,
    ranks: &RoaringBitmap,
    changed: &[i64],
) -> rusqlite::Result<Option<Vec<i64>>> {
    let mut seen = RoaringBitmap::new();
    let mut ids = Vec::new();
    let mut take = |id: i64, line| {
        // Of those that share their line the first is enough.
        if changed.binary_search(&id).is_err() && (search.all || line == 0 || seen.insert(line)) {
            ids.push(id);
        }
        ids.len() < search.limit
    };
    match search.sort {
        Some(("beauty", true)) => bitmaps::walk(conn, ranks, take)?,
        Some((column, descending)) => {
            let Some(groups) = bitmaps::in_order(conn, column, descending, ranks)? else {
                return Ok(None);
            };
            for group in groups {
                let mut of_group = Vec::new();
                bitmaps::walk(conn, &group, |id, line| {
                    of_group.push((id, line));
                    true
                })?;
                of_group.sort_unstable();
                if !of_group.into_iter().all(|(id, line)| take(id, line)) {
                    break;
                }
            }
        }
        None => return Ok(None),
    }
    Ok(Some(ids))
}

/// The same among the problems for which a condition holds, by an index if one is named.
fn find_among(
    conn: &Connection,
    search: &Search,
    index: &str,
    bound: Option<String>,
) -> rusqlite::Result<Numbered> {
    let mut values = Vec::new();
    let mut conditions: Vec<String> = bound.into_iter().collect();
    let own = search.conditions.iter();
    conditions.extend(own.map(|condition| condition.to_sql(&mut values)));
    conditions.extend(search.condition.iter().map(|own| format!("({own}\n)")));
    conditions.extend(kings(&search.contains));
    if !search.contains.is_empty() {
        conditions.push("contains_pieces(sfen)".to_owned());
    }
    let is_found = |is: &String| is == lines::IS_FOUND;
    if !search.lines.is_empty() && !conditions.iter().any(is_found) {
        conditions.push(lines::HOLDS.to_owned());
    }
    let conditions = match conditions.is_empty() {
        true => String::new(),
        false => format!("WHERE {}", conditions.join(" AND ")),
    };
    let by = match index {
        "" => String::new(),
        index => format!("INDEXED BY {index}"),
    };
    let order = match search.sort {
        None => String::new(),
        // NULL is less than any number, so it comes last where the largest come first.
        Some((column, true)) => format!("{column} DESC, "),
        Some((column, false)) => format!("{column} IS NULL, {column}, "),
    };
    let sql =
        format!("SELECT id, signature, idea FROM problems {by} {conditions} ORDER BY {order}id");
    let mut statement = conn.prepare(&sql)?;
    let mut rows = statement.query(params_from_iter(&values))?;
    let (mut seen, mut ideas) = (HashSet::new(), HashSet::new());
    let mut found = Vec::new();
    while found.len() < search.limit {
        let Some(row) = rows.next()? else {
            break;
        };
        let (id, signature) = numbers(row)?;
        let idea: Option<i64> = row.get(2)?;
        let new_idea = !search.ideas || idea.is_none_or(|idea| ideas.insert(idea));
        let new_line = search.all || signature.is_none_or(|signature| seen.insert(signature));
        if new_idea && new_line {
            found.push((id, signature));
        }
    }
    Ok(found)
}

fn numbers(row: &Row<'_>) -> rusqlite::Result<(i64, Option<i64>)> {
    Ok((row.get(0)?, row.get(1)?))
}

impl Search {
    /// Adds that a column of numbers lies between two bounds, both included.
    ///
    /// # Panics
    /// If the registry has no such column.
    pub fn range(&mut self, column: &str, low: Option<f64>, high: Option<f64>) {
        let column = registry::at(registry::place(column).expect("a column")).name;
        let range = Condition::Range { column, low, high };
        self.conditions.push(range);
    }

    /// Adds what is asked of columns.
    pub fn ask(&mut self, asked: &ColumnFilters) {
        for (column, wanted) in &asked.0 {
            let words = |words: Vec<String>| Condition::Words {
                column: column.name,
                words,
            };
            match wanted {
                Wanted::Anything => {}
                Wanted::Range(range) => self.range(column.name, range.low, range.high),
                Wanted::Text(text) => self.conditions.push(words(vec![text.clone()])),
                // The database keeps one of two mirror images.
                Wanted::Squares(Squares(squares)) => {
                    let both = squares.iter().flat_map(|&at| [at, at.mirror()]);
                    let mut both: Vec<String> = both.map(|at| at.to_string()).collect();
                    both.sort_unstable();
                    both.dedup();
                    self.conditions.push(words(both));
                }
            }
        }
    }

    /// Adds that a source of the problem has these texts in these fields; nothing if there are none.
    pub fn from(&mut self, fields: Vec<(SourceField, String)>) {
        if !fields.is_empty() {
            self.conditions.push(Condition::Source(fields));
        }
    }

    /// Adds that kings and pieces fit into a box, either way round.
    pub fn fit(&mut self, Fits(width, height): Fits) {
        let at_most = |column, most: u8| Condition::at_most(column, most.into());
        let fits = |width, height| {
            let sides = [at_most("box_width", width), at_most("box_height", height)];
            Condition::All(sides.into())
        };
        let ways = [fits(width, height), fits(height, width)];
        self.conditions.push(Condition::Any(ways.into()));
    }
}
