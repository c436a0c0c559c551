//! The problems as scripts: pages opened from the disk may load those and nothing else. The most
//! beautiful problem comes first; its *place* is its number in this order. So many places make a *block*.
//!
//! | script | what it hands on |
//! |---|---|
//! | `about` | what the columns mean, how many problems there are, between which values each block is |
//! | `ids-0000` …, `groups-0000` …, `ideas-0000` … | by place: the number in the database, which problems share a main line, which an idea (筋) |
//! | `varied-0000` … | by place: the round in which it comes where problems that differ come first: [`Rounds`] |
//! | `column-NAME-0000` … | by place: a column, for filters and sorting; none where all values of the block are the same |
//! | `part-0000` … | all of [`PART`] problems: position, columns, moves, source |
//! | `places-0000` …, `members-0000` …, `alike-0000` … | where a number of the database is, what problems a group has, how many an idea: [`Index`] |
//!
//! So a page loads what it shows and no more, and no script grows with the number of problems but `about`, by
//! a few hundred bytes a block.

mod index;

use std::sync::atomic::Ordering;

use serde_json::{Value as Json, json};

use super::best::{LAST, Rounds};
use super::cells::Cells;
use super::folder::Folder;
use super::lines::Lines;
use super::{Selection, SiteError};
use features::column::{Column, Kind};
use features::registry::{self, THEMES};
use index::Index;
use store::{Entry, Exported, QueryError, QueryLimits, Store};

/// How many problems stand in one script.
pub const PART: usize = 100;

/// What was written.
pub struct Told {
    /// How many problems.
    pub shown: usize,
    /// Which of them differ; those to show first.
    pub rounds: Rounds,
}

/// Writes the scripts.
pub fn write(
    store: &Store,
    selection: &Selection,
    limits: &QueryLimits,
    folder: &mut Folder,
) -> Result<Told, SiteError> {
    let shown = |(_, is): &(usize, &'static Column)| is_shown(is);
    let columns: Vec<(usize, &Column)> = registry::columns().enumerate().filter(shown).collect();
    let ids = store.most_beautiful(selection.condition.as_deref(), selection.limit, limits)?;
    let mut scripts = Scripts {
        folder,
        limits,
        block: Block::new(columns.len()),
        blocks: vec![Vec::new(); columns.len()],
        length: selection.block,
        part: Part::new(columns.len()),
        parts: 0,
        index: Index::default(),
        rounds: Rounds::default(),
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

/// The problems of some places that follow each other, for filters and sorting.
struct Block {
    ids: Vec<i64>,
    groups: Vec<Option<usize>>,
    ideas: Vec<Option<usize>>,
    varied: Vec<u32>,
    columns: Vec<Cells>,
}

impl Block {
    fn new(columns: usize) -> Self {
        Self {
            ids: Vec::new(),
            groups: Vec::new(),
            ideas: Vec::new(),
            varied: Vec::new(),
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
    block: Block,
    /// Of each column what is told of the blocks so far: the value of all its problems, or the least and the
    /// greatest.
    blocks: Vec<Vec<Json>>,
    /// How many problems a block has.
    length: usize,
    part: Part,
    parts: usize,
    index: Index,
    rounds: Rounds,
}

impl Scripts<'_> {
    fn take(&mut self, entry: &Entry, told: &Exported) -> Result<(), SiteError> {
        let (id, sfen) = (told.id, &told.sfen);
        let lines = Lines::write(sfen, &told.main_line, &told.lines)
            .map_err(|why| SiteError::Problem { id, why })?;
        let group = self.index.add(id, entry.get("signature").integer());
        let idea = self.index.idea(entry.get("idea").integer());
        let varied = match idea {
            Some((_, true)) => self.rounds.add(entry, told),
            _ => LAST,
        };
        let idea = idea.map(|(idea, _)| idea);
        let mut problem = json!({
            "id": id, "idea": idea, "sfen": sfen, "main": lines.main, "others": lines.others,
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
        self.block.ids.push(id);
        self.block.groups.push(group);
        self.block.ideas.push(idea);
        self.block.varied.push(varied);
        self.part.problems.push(problem);
        let cells = self.block.columns.iter_mut().zip(&mut self.part.columns);
        for ((block, part), &(place, _)) in cells.zip(&self.columns) {
            block.add(&entry.values()[place]);
            part.add(&entry.values()[place]);
        }
        if self.part.problems.len() == PART {
            self.save_part()?;
        }
        if self.block.ids.len() == self.length {
            self.save_block()?;
        }
        Ok(())
    }

    fn save_block(&mut self) -> Result<(), SiteError> {
        let block = std::mem::replace(&mut self.block, Block::new(self.columns.len()));
        let number = self.index.len().div_ceil(self.length) - 1;
        let named = |name: &str| format!("{name}-{number:04}");
        save(self.folder, &named("ids"), &json!(block.ids).to_string())?;
        let groups = json!(block.groups).to_string();
        save(self.folder, &named("groups"), &groups)?;
        let ideas = json!(block.ideas).to_string();
        save(self.folder, &named("ideas"), &ideas)?;
        let varied = json!(block.varied).to_string();
        save(self.folder, &named("varied"), &varied)?;
        let columns = self.columns.iter().zip(&block.columns);
        for ((&(_, column), cells), told) in columns.zip(&mut self.blocks) {
            let parse = |json: &str| serde_json::from_str::<Json>(json).unwrap_or_default();
            if let Some(only) = cells.only() {
                told.push(json!({ "all": parse(only) }));
                continue;
            }
            let name = named(&format!("column-{}", column.name));
            save(self.folder, &name, &cells.json())?;
            let range = cells.range();
            told.push(range.map_or(Json::Null, |(least, greatest)| {
                json!([parse(least), parse(greatest)])
            }));
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

    fn finish(mut self) -> Result<Told, SiteError> {
        if !self.part.problems.is_empty() {
            self.save_part()?;
        }
        if !self.block.ids.is_empty() {
            self.save_block()?;
        }
        let mut about = Vec::with_capacity(self.columns.len());
        for ((_, column), blocks) in self.columns.iter().zip(&self.blocks) {
            let mut is = json!({
                "name": column.name, "kind": kind_name(column.kind), "term": column.term,
                "en": column.en, "ja": column.ja, "theme": theme_of(column),
            });
            match blocks.split_first() {
                Some((first, rest)) if first.is_object() && rest.iter().all(|is| is == first) => {
                    is["all"] = first["all"].clone();
                }
                _ => is["blocks"] = json!(blocks),
            }
            about.push(is.to_string());
        }
        let firsts = self.index.save(self.folder, self.length)?;
        let themes: Vec<Json> = THEMES
            .iter()
            .map(|theme| json!([theme.en, theme.ja]))
            .collect();
        let about = format!(
            "{{\"count\":{},\"part\":{PART},\"block\":{},\"members\":{},\n\"places\":{},\n\"themes\":{},\n\"columns\":[\n{}\n]}}",
            self.index.len(),
            self.length,
            index::GROUPS,
            json!(firsts),
            json!(themes),
            about.join(",\n")
        );
        save(self.folder, "about", &about)?;
        Ok(Told {
            shown: self.index.len(),
            rounds: self.rounds,
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
