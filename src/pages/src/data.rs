//! The problems as scripts: pages opened from the disk may load those and nothing else. The most
//! beautiful problem comes first; its *place* is its number in this order.
//!
//! | script | what it hands on |
//! |---|---|
//! | `about` | what the columns mean, how many problems there are |
//! | `ids` · `groups` | by place: the number in the database · which problems share a main line |
//! | `column-NAME` | by place: a column, for filters and sorting; none where all values are the same |
//! | `part-0000` … | all of [`PART`] problems: position, columns, moves, source |
//!
//! So a page loads what it shows and no more, however many problems there are.

use std::collections::HashMap;
use std::io;
use std::sync::atomic::Ordering;

use serde_json::{Value as Json, json};

use super::cells::Cells;
use super::folder::Folder;
use super::lines::Lines;
use super::{Selection, SiteError};
use features::column::{Column, Kind};
use features::registry::{self, THEMES};
use store::{QueryError, QueryLimits, Sink, Store, Value};

/// How many problems stand in one script.
pub const PART: usize = 100;

/// What is told of where a problem comes from: columns of `sources`.
const TOLD: [&str; 4] = ["title", "author", "publication", "published"];

/// Writes the scripts; how many problems they have.
pub fn write(
    store: &Store,
    selection: &Selection,
    limits: &QueryLimits,
    folder: &mut Folder,
) -> Result<usize, SiteError> {
    let columns: Vec<&Column> = registry::columns().filter(|is| is_shown(is)).collect();
    let names: Vec<&str> = columns.iter().map(|column| column.name).collect();
    let told = TOLD.map(|name| {
        format!("(SELECT {name} FROM sources WHERE problem_id = p.id ORDER BY id LIMIT 1)")
    });
    // A move of which nobody knows where it leads is no line to step through.
    let sql = format!(
        "SELECT id, sfen, main_line, signature,
            (SELECT group_concat(kind || char(9) || moves, char(10) ORDER BY kind, moves)
             FROM lines WHERE problem_id = p.id AND kind <> 'undecided'),
            (SELECT count(*) FROM lines WHERE problem_id = p.id AND kind = 'undecided'),
            {}, {}
         FROM problems p
         WHERE id IN (SELECT id FROM problems WHERE {} ORDER BY beauty DESC, id LIMIT {})
         ORDER BY beauty DESC, id",
        told.join(", "),
        names.join(", "),
        selection.sql(),
        selection.limit
    );
    let mut scripts = Scripts {
        folder,
        limits,
        whole: vec![Cells::default(); columns.len()],
        part: Part::new(columns.len()),
        parts: 0,
        ids: Vec::new(),
        groups: Vec::new(),
        known: HashMap::new(),
        columns,
        failed: None,
    };
    let listed = store.query(&sql, limits, &mut scripts);
    if let Some(failed) = scripts.failed.take() {
        return Err(failed);
    }
    listed?;
    scripts.finish()
}

/// Whether the pages show a column: hashes and bytes say nothing, the rest of the record stands
/// elsewhere.
fn is_shown(column: &Column) -> bool {
    let elsewhere = ["id", "sfen", "main_line", "material_id", "searched"];
    let words = ["attacker", "status", "king", "final_king"];
    !elsewhere.contains(&column.name) && (column.is_number() || words.contains(&column.name))
}

/// Some problems that follow each other.
struct Part {
    problems: Vec<Json>,
    columns: Vec<Cells>,
}

impl Part {
    fn new(columns: usize) -> Self {
        Self {
            problems: Vec::new(),
            columns: vec![Cells::default(); columns],
        }
    }
}

/// What is written while the rows come.
struct Scripts<'a> {
    folder: &'a mut Folder,
    limits: &'a QueryLimits,
    columns: Vec<&'static Column>,
    /// The columns of all problems.
    whole: Vec<Cells>,
    part: Part,
    parts: usize,
    ids: Vec<i64>,
    groups: Vec<Option<usize>>,
    /// The signatures, numbered as they come.
    known: HashMap<i64, usize>,
    failed: Option<SiteError>,
}

impl Scripts<'_> {
    fn take(&mut self, values: &[Value]) -> Result<(), SiteError> {
        let [id, sfen, line, signature, lines, undecided, values @ ..] = values else {
            return Ok(());
        };
        let (told, values) = values.split_at(TOLD.len().min(values.len()));
        let text = |value: &Value| match value {
            Value::Text(text) => text.clone(),
            _ => String::new(),
        };
        let id = match id {
            Value::Integer(id) => *id,
            _ => 0,
        };
        let sfen = text(sfen);
        let lines = Lines::write(&sfen, &text(line), &text(lines))
            .map_err(|why| SiteError::Problem { id, why })?;
        let group = match signature {
            Value::Integer(signature) => {
                let next = self.known.len();
                Some(*self.known.entry(*signature).or_insert(next))
            }
            _ => None,
        };
        let mut problem = json!({
            "id": id, "sfen": sfen, "main": lines.main, "others": lines.others,
        });
        if let Value::Integer(count @ 1..) = undecided {
            problem["undecided"] = json!(count);
        }
        for (name, value) in TOLD.iter().zip(told) {
            if let Value::Text(value) = value {
                problem[*name] = json!(value);
            }
        }
        self.ids.push(id);
        self.groups.push(group);
        self.part.problems.push(problem);
        let cells = self.whole.iter_mut().zip(&mut self.part.columns);
        for ((whole, part), value) in cells.zip(values) {
            whole.add(value);
            part.add(value);
        }
        if self.part.problems.len() == PART {
            self.save_part()?;
        }
        Ok(())
    }

    fn save_part(&mut self) -> Result<(), SiteError> {
        let stop = self.limits.stop.as_ref();
        if stop.is_some_and(|stop| stop.load(Ordering::SeqCst)) {
            return Err(QueryError::Stopped.into());
        }
        let part = std::mem::replace(&mut self.part, Part::new(self.columns.len()));
        let columns: Vec<String> = part.columns.iter().map(Cells::json).collect();
        let problems: Vec<String> = part.problems.iter().map(Json::to_string).collect();
        let json = format!(
            "{{\"columns\":[{}],\n\"problems\":[\n{}\n]}}",
            columns.join(","),
            problems.join(",\n")
        );
        let name = format!("part-{:04}", self.parts);
        self.parts += 1;
        save(self.folder, &name, &json)
    }

    fn finish(mut self) -> Result<usize, SiteError> {
        if !self.part.problems.is_empty() {
            self.save_part()?;
        }
        let mut about = Vec::with_capacity(self.columns.len());
        for (column, cells) in self.columns.iter().zip(&self.whole) {
            let mut is = json!({
                "name": column.name, "kind": kind_name(column.kind), "term": column.term,
                "en": column.en, "ja": column.ja, "theme": theme_of(column),
            });
            match cells.only() {
                Some(only) => is["all"] = serde_json::from_str(only).unwrap_or_default(),
                None => save(
                    self.folder,
                    &format!("column-{}", column.name),
                    &cells.json(),
                )?,
            }
            about.push(is.to_string());
        }
        let themes: Vec<Json> = THEMES
            .iter()
            .map(|theme| json!([theme.en, theme.ja]))
            .collect();
        let about = format!(
            "{{\"count\":{},\"part\":{PART},\n\"themes\":{},\n\"columns\":[\n{}\n]}}",
            self.ids.len(),
            json!(themes),
            about.join(",\n")
        );
        save(self.folder, "about", &about)?;
        save(self.folder, "ids", &json!(self.ids).to_string())?;
        save(self.folder, "groups", &json!(self.groups).to_string())?;
        Ok(self.ids.len())
    }
}

impl Sink for Scripts<'_> {
    fn header(&mut self, _names: &[&str]) -> io::Result<()> {
        Ok(())
    }

    fn row(&mut self, values: &[Value]) -> io::Result<()> {
        self.take(values).map_err(|error| {
            self.failed = Some(error);
            io::ErrorKind::Interrupted.into()
        })
    }
}

/// Writes a script that hands a value on under its name.
fn save(folder: &mut Folder, name: &str, json: &str) -> Result<(), SiteError> {
    let script = format!("gyakusan.take({},{json});\n", json!(name));
    folder.save(&format!("data/{name}.js"), &script)
}

/// The place of a column's theme.
fn theme_of(column: &Column) -> Option<usize> {
    let has = |is: &Column| is.name == column.name;
    THEMES
        .iter()
        .position(|theme| theme.columns.iter().any(has))
}

fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Flag => "flag",
        Kind::Count => "count",
        Kind::Real => "real",
        Kind::Text | Kind::Hash | Kind::Bytes => "text",
    }
}
