//! The problems as scripts: pages opened from the disk may load those and nothing else.
//!
//! `data/index.js` has, column by column, what the gallery filters and sorts by, the most beautiful
//! problem first; `data/lines-0000.js` and so on have the moves of [`CHUNK`] problems each.

use std::collections::HashMap;
use std::io;
use std::sync::atomic::Ordering;

use serde_json::{Value as Json, json};

use super::folder::Folder;
use super::{Selection, SiteError};
use crate::features::column::{Column, Kind};
use crate::features::registry::{self, THEMES};
use crate::judge::record::LineKind;
use crate::notation::Japanese;
use crate::shogi::{Move, Position};
use crate::store::{Patience, QueryError, Sink, Store, Value};

/// How many problems' lines stand in one script.
pub const CHUNK: usize = 200;

/// Writes the scripts; how many problems they have.
pub fn write(
    store: &Store,
    selection: &Selection,
    patience: &Patience,
    folder: &mut Folder,
) -> Result<usize, SiteError> {
    let columns: Vec<&Column> = registry::columns().filter(|is| is_shown(is)).collect();
    let names: Vec<&str> = columns.iter().map(|column| column.name).collect();
    let asked = selection.sql();
    let sql = format!(
        "SELECT id, sfen, main_line, signature,
            (SELECT group_concat(l.kind || char(9) || l.moves, char(10) ORDER BY l.kind, l.moves)
             FROM lines l WHERE l.problem_id = p.id),
            (SELECT s.title FROM sources s WHERE s.problem_id = p.id ORDER BY s.id LIMIT 1),
            (SELECT s.author FROM sources s WHERE s.problem_id = p.id ORDER BY s.id LIMIT 1),
            {}
         FROM problems p
         WHERE id IN (SELECT id FROM problems WHERE {asked} ORDER BY beauty DESC, id LIMIT {})
         ORDER BY beauty DESC, id",
        names.join(", "),
        selection.limit
    );
    let mut scripts = Scripts {
        folder,
        patience,
        index: Index::new(columns),
        chunk: Vec::new(),
        chunks: 0,
        failed: None,
    };
    let listed = store.query(&sql, patience, &mut scripts);
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

/// What is written while the rows come.
struct Scripts<'a> {
    folder: &'a mut Folder,
    patience: &'a Patience,
    index: Index,
    chunk: Vec<Json>,
    chunks: usize,
    failed: Option<SiteError>,
}

impl Scripts<'_> {
    fn take(&mut self, values: &[Value]) -> Result<(), SiteError> {
        let [id, sfen, line, signature, lines, title, author, values @ ..] = values else {
            return Ok(());
        };
        let text = |value: &Value| match value {
            Value::Text(text) => text.clone(),
            _ => String::new(),
        };
        let id = match id {
            Value::Integer(id) => *id,
            _ => 0,
        };
        let sfen = text(sfen);
        let moves = detail(&sfen, &text(line), &text(lines));
        let (main, others) = moves.map_err(|why| SiteError::Problem { id, why })?;
        self.index.add(id, &sfen, signature, values);
        let mut detail = json!({ "main": main, "others": others });
        for (name, value) in [("title", text(title)), ("author", text(author))] {
            if !value.is_empty() {
                detail[name] = value.into();
            }
        }
        self.chunk.push(detail);
        if self.chunk.len() == CHUNK {
            self.save_chunk()?;
        }
        Ok(())
    }

    fn save_chunk(&mut self) -> Result<(), SiteError> {
        let stop = self.patience.stop.as_ref();
        if stop.is_some_and(|stop| stop.load(Ordering::SeqCst)) {
            return Err(QueryError::Stopped.into());
        }
        let number = self.chunks;
        let chunk: Vec<String> = self.chunk.drain(..).map(|is| is.to_string()).collect();
        let text = format!("gyakusan.lines({number},[\n{}\n]);\n", chunk.join(",\n"));
        self.folder
            .save(&format!("data/lines-{number:04}.js"), &text)?;
        self.chunks += 1;
        Ok(())
    }

    fn finish(mut self) -> Result<usize, SiteError> {
        if !self.chunk.is_empty() {
            self.save_chunk()?;
        }
        let count = self.index.count;
        self.folder.save("data/index.js", &self.index.script())?;
        Ok(count)
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

/// The main line as pairs of USI and Japanese, and the other lines: the kind in English and Japanese,
/// how many moves they share with the main line, the moves after those.
fn detail(sfen: &str, main: &str, others: &str) -> Result<(Vec<Json>, Vec<Json>), String> {
    let start: Position = sfen.parse().map_err(|error| format!("{sfen:?}: {error}"))?;
    let main: Vec<&str> = main.split_whitespace().collect();
    let mut lines = Vec::new();
    for line in others.lines() {
        let (kind, line) = line.split_once('\t').unwrap_or(("", line));
        let line: Vec<&str> = line.split_whitespace().collect();
        let shared = line.iter().zip(&main).take_while(|(a, b)| a == b).count();
        if shared == line.len() {
            continue;
        }
        let moves = written(&start, &line)?.split_off(shared);
        let (en, ja) = kind_names(kind);
        lines.push((shared, json!([en, ja, shared, moves])));
    }
    // Those that leave first come first; the order of the database among them.
    lines.sort_by_key(|&(shared, _)| shared);
    let lines = lines.into_iter().map(|(_, line)| line).collect();
    Ok((written(&start, &main)?, lines))
}

/// The name of a kind of line in English and in Japanese, where it has one.
fn kind_names(kind: &str) -> (String, String) {
    let Some(kind) = LineKind::from_name(kind) else {
        return (kind.to_owned(), kind.to_owned());
    };
    // The Japanese term stands last among its words.
    match kind.words().rsplit_once(' ') {
        Some((en, ja)) if !ja.is_ascii() => (en.to_owned(), ja.to_owned()),
        _ => (kind.words().to_owned(), "未確定".to_owned()),
    }
}

fn written(start: &Position, line: &[&str]) -> Result<Vec<Json>, String> {
    let mut position = start.clone();
    let mut last = None;
    let mut moves = Vec::with_capacity(line.len());
    for usi in line {
        let mv: Move = usi.parse().map_err(|error| format!("{usi:?}: {error}"))?;
        let words = Japanese::OFFICIAL.write(&position, mv, last);
        let words = words.ok_or_else(|| format!("{usi} is no legal move"))?;
        moves.push(json!([usi, words]));
        position = position.play(mv);
        last = Some(mv.to());
    }
    Ok(moves)
}

/// What of all problems is known to the gallery.
struct Index {
    columns: Vec<(&'static Column, Cells)>,
    count: usize,
    ids: Vec<i64>,
    sfens: Vec<String>,
    /// The lines, numbered as they come.
    groups: Vec<Option<usize>>,
    known: HashMap<i64, usize>,
}

impl Index {
    fn new(columns: Vec<&'static Column>) -> Self {
        Self {
            columns: columns
                .into_iter()
                .map(|column| (column, Cells::default()))
                .collect(),
            count: 0,
            ids: Vec::new(),
            sfens: Vec::new(),
            groups: Vec::new(),
            known: HashMap::new(),
        }
    }

    fn add(&mut self, id: i64, sfen: &str, signature: &Value, values: &[Value]) {
        self.count += 1;
        self.ids.push(id);
        self.sfens.push(sfen.to_owned());
        self.groups.push(match signature {
            Value::Integer(signature) => {
                let next = self.known.len();
                Some(*self.known.entry(*signature).or_insert(next))
            }
            _ => None,
        });
        for ((_, cells), value) in self.columns.iter_mut().zip(values) {
            cells.add(value);
        }
    }

    fn script(&self) -> String {
        let themes: Vec<Json> = THEMES
            .iter()
            .map(|theme| json!([theme.en, theme.ja]))
            .collect();
        let theme_of = |column: &Column| {
            let has = |name| move |is: &Column| is.name == name;
            THEMES
                .iter()
                .position(|theme| theme.columns.iter().any(has(column.name)))
        };
        let columns: Vec<String> = self
            .columns
            .iter()
            .map(|(column, cells)| {
                let about = json!({
                    "name": column.name, "kind": kind_name(column.kind), "unit": column.unit,
                    "term": column.term, "en": column.en, "ja": column.ja,
                    "theme": theme_of(column),
                });
                format!("[{about},{}]", cells.script())
            })
            .collect();
        format!(
            "gyakusan.index({{\n\"count\":{},\"chunk\":{CHUNK},\n\"themes\":{},\n\"ids\":{},\n\
             \"sfens\":{},\n\"groups\":{},\n\"columns\":[\n{}\n]}});\n",
            self.count,
            json!(themes),
            json!(self.ids),
            json!(self.sfens),
            json!(self.groups),
            columns.join(",\n")
        )
    }
}

fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Flag => "flag",
        Kind::Count => "count",
        Kind::Real => "real",
        Kind::Text | Kind::Hash | Kind::Bytes => "text",
    }
}

/// The values of a column as JSON: one where all are the same, else a list.
#[derive(Default)]
struct Cells {
    first: String,
    list: String,
    differ: bool,
}

impl Cells {
    fn add(&mut self, value: &Value) {
        let json = match value {
            Value::Integer(number) => json!(number),
            Value::Real(number) => json!(number),
            Value::Text(text) => json!(text),
            Value::Null | Value::Blob(_) => Json::Null,
        };
        let json = json.to_string();
        if self.list.is_empty() {
            self.first.clone_from(&json);
        } else {
            self.list.push(',');
            self.differ |= json != self.first;
        }
        self.list.push_str(&json);
    }

    fn script(&self) -> String {
        match (self.differ, self.list.is_empty()) {
            (true, _) | (_, true) => format!("[{}]", self.list),
            (false, false) => self.first.clone(),
        }
    }
}
