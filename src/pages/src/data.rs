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
use std::sync::atomic::Ordering;

use serde_json::{Value as Json, json};

use super::cells::Cells;
use super::folder::Folder;
use super::lines::Lines;
use super::{Selection, SiteError};
use features::column::{Column, Kind};
use features::registry::{self, THEMES};
use store::{Entry, Exported, QueryError, QueryLimits, Store};

/// How many problems stand in one script.
pub const PART: usize = 100;

/// Writes the scripts; how many problems they have.
pub fn write(
    store: &Store,
    selection: &Selection,
    limits: &QueryLimits,
    folder: &mut Folder,
) -> Result<usize, SiteError> {
    let shown = |(_, is): &(usize, &'static Column)| is_shown(is);
    let columns: Vec<(usize, &Column)> = registry::columns().enumerate().filter(shown).collect();
    let ids = store.most_beautiful(selection.condition.as_deref(), selection.limit, limits)?;
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
    };
    for id in ids {
        // Another program may have taken it out meanwhile.
        if let (Some(entry), Some(told)) = (store.entry(id)?, store.exported(id)?) {
            scripts.take(&entry, &told)?;
        }
    }
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
    /// With their places in the registry.
    columns: Vec<(usize, &'static Column)>,
    /// The columns of all problems.
    whole: Vec<Cells>,
    part: Part,
    parts: usize,
    ids: Vec<i64>,
    groups: Vec<Option<usize>>,
    /// The signatures, numbered as they come.
    known: HashMap<i64, usize>,
}

impl Scripts<'_> {
    fn take(&mut self, entry: &Entry, told: &Exported) -> Result<(), SiteError> {
        let (id, sfen) = (told.id, &told.sfen);
        let lines = Lines::write(sfen, &told.main_line, &told.lines)
            .map_err(|why| SiteError::Problem { id, why })?;
        let group = entry.get("signature").integer().map(|signature| {
            let next = self.known.len();
            *self.known.entry(signature).or_insert(next)
        });
        let mut problem = json!({
            "id": id, "sfen": sfen, "main": lines.main, "others": lines.others,
        });
        // A move of which nobody knows where it leads is no line to step through.
        if told.undecided > 0 {
            problem["undecided"] = json!(told.undecided);
        }
        if let Some(row) = told.sources.first() {
            let source = &row.source;
            for (name, value) in [
                ("title", &source.title),
                ("author", &source.author),
                ("publication", &source.publication),
                ("published", &source.published),
            ] {
                if let Some(value) = value {
                    problem[name] = json!(value);
                }
            }
        }
        self.ids.push(id);
        self.groups.push(group);
        self.part.problems.push(problem);
        let cells = self.whole.iter_mut().zip(&mut self.part.columns);
        for ((whole, part), &(place, _)) in cells.zip(&self.columns) {
            whole.add(&entry.values()[place]);
            part.add(&entry.values()[place]);
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
        for ((_, column), cells) in self.columns.iter().zip(&self.whole) {
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
