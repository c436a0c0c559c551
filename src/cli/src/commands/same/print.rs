//! What is like a problem, for people and for programs.

use std::io::Write;
use std::path::PathBuf;

use serde_json::{Value, json};

use super::look::{Counts, Hit, Looked};
use super::words::why;
use crate::Failure;
use crate::commands::search::{title, write_problem};
use crate::reading::problems::Item;
use crate::screen::text::{counted, thousands};
use crate::screen::{one_line, printable};
use ::words::{in_english, say, word};
use features::alike::{Asked, Gathered, Likeness, Near, Relation};
use notation::record::keys;
use store::SourceRow;

/// Prints answers, and knows what was asked before.
pub struct Printer {
    databases: Vec<PathBuf>,
    several: bool,
    json: bool,
    up_to: Likeness,
    most: usize,
    gathered: Gathered,
    /// Where those stand that were asked before, and what their files say of them.
    before: Vec<Vec<String>>,
    tally: Tally,
}

/// How many problems were asked for.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    asked: u64,
    /// Those that are there already.
    there: u64,
    /// Others that are like one.
    alike: u64,
}

/// A problem that is like the one asked for.
enum Other {
    /// Of a database.
    Stored(Hit),
    /// Asked for before.
    Before(usize, Option<Relation>),
}

impl Printer {
    pub fn new(
        databases: Vec<PathBuf>,
        several: bool,
        json: bool,
        up_to: Likeness,
        most: usize,
    ) -> Self {
        Self {
            databases,
            several,
            json,
            up_to,
            most,
            gathered: Gathered::default(),
            before: Vec::new(),
            tally: Tally::default(),
        }
    }

    /// Whether anything was like another.
    pub const fn any_alike(&self) -> bool {
        self.tally.there + self.tally.alike > 0
    }

    /// Prints what is like a problem; it is compared with those before, too.
    pub fn print(&mut self, out: &mut dyn Write, looked: Looked) -> Result<(), Failure> {
        let Looked {
            item,
            asked,
            hits,
            mut counts,
        } = looked;
        let stored = hits.into_iter().map(|hit| (hit.near, Other::Stored(hit)));
        let mut others: Vec<(Near, Other)> = stored.collect();
        if self.several {
            for met in self.gathered.like(&asked, self.up_to) {
                counts.add(met.near.likeness);
                let relation = self.gathered.task(met.place);
                let relation = relation.and_then(|other| asked.compare(other));
                others.push((met.near, Other::Before(met.place, relation)));
            }
            // Those of databases stand before others as near, and stay there.
            others.sort_by_key(|(near, _)| *near);
        }
        let mut shown = Counts::default();
        others.retain(|(near, _)| shown.add(near.likeness) <= self.most);
        self.tally.asked += 1;
        match counts.nearest() {
            Some(Likeness::Same | Likeness::Image) => self.tally.there += 1,
            Some(_) => self.tally.alike += 1,
            None => {}
        }
        match self.json {
            true => self.write_json(out, &item, &others)?,
            false => self.write_text(out, &item, &asked, &others, &counts)?,
        }
        if self.several {
            self.gathered.add(&asked);
            self.before.push(about(&item));
        }
        Ok(())
    }

    fn write_text(
        &self,
        out: &mut dyn Write,
        item: &Item,
        asked: &Asked,
        others: &[(Near, Other)],
        counts: &Counts,
    ) -> Result<(), Failure> {
        let space = if self.several { "  " } else { "" };
        let line_is_unknown = asked.lines().is_empty() && self.up_to >= Likeness::SameLine;
        if self.several {
            // Of many, the last line counts those that are like nothing.
            if counts.nearest().is_none() && !line_is_unknown {
                return Ok(());
            }
            let id = one_line(&item.problem.id);
            writeln!(out, "{}", say!("problem {id}", id))?;
        }
        for (near, other) in others {
            match other {
                Other::Stored(hit) => {
                    writeln!(out, "{space}{}", why(near, hit.relation.as_ref()))?;
                    self.write_stored(out, hit)?;
                }
                Other::Before(place, relation) => {
                    writeln!(out, "{space}{}", why(near, relation.as_ref()))?;
                    writeln!(out, "    {}", self.before[*place].join(" · "))?;
                }
            }
        }
        for likeness in Likeness::ALL {
            let more = counts.of(likeness).saturating_sub(self.most);
            if more > 0 {
                let (n, what) = (thousands(more as u64), likeness.words());
                writeln!(
                    out,
                    "{space}{}",
                    say!("{n} more than shown (--limit): {what}", n, what)
                )?;
            }
        }
        if counts.nearest().is_none() {
            writeln!(out, "{space}{}", word!("nothing like it"))?;
        }
        if line_is_unknown {
            let text =
                word!("its line is not known: problems with the same line were not looked for");
            writeln!(out, "{space}{text}")?;
        }
        Ok(())
    }

    fn write_stored(&self, out: &mut dyn Write, hit: &Hit) -> Result<(), Failure> {
        let database = || self.databases[hit.database].display().to_string();
        if self.several {
            writeln!(out, "    {}: {}", printable(&database()), title(&hit.entry))?;
        } else if self.databases.len() > 1 {
            writeln!(out, "  {}", printable(&database()))?;
        }
        let space = if self.several { "      " } else { "  " };
        for row in &hit.sources {
            let source = &row.source;
            let words = [&source.title, &source.author, &source.publication];
            let words: Vec<&str> = words.into_iter().flatten().map(String::as_str).collect();
            let place = format!("{} {} {}", source.file, source.number, words.join(" · "));
            writeln!(out, "{space}{}", printable(place.trim_end()))?;
        }
        match self.several {
            true => Ok(()),
            false => write_problem(out, &hit.entry, &title(&hit.entry)),
        }
    }

    fn write_json(
        &self,
        out: &mut dyn Write,
        item: &Item,
        others: &[(Near, Other)],
    ) -> Result<(), Failure> {
        for (near, other) in others {
            let (relation, database, sources) = match other {
                Other::Stored(hit) => {
                    let path = self.databases[hit.database].display().to_string();
                    let sources = hit.sources.iter().map(source).collect();
                    (&hit.relation, Some(path), Value::Array(sources))
                }
                Other::Before(_, relation) => (relation, None, Value::Null),
            };
            let mut more = vec![
                ("likeness", Value::from(near.likeness.name())),
                ("why", in_english(|| why(near, relation.as_ref())).into()),
                ("same_line", (!near.other_line).into()),
                ("same_idea", (!near.other_idea).into()),
                ("position", relation.as_ref().map_or(Value::Null, position)),
                ("database", database.into()),
                ("sources", sources),
            ];
            if self.several {
                more.push(("of", item.problem.id.as_str().into()));
            }
            if let Other::Before(place, _) = other {
                more.push(("place", self.before[*place][0].as_str().into()));
            }
            let line = match other {
                Other::Stored(hit) => {
                    let more: Vec<_> = more
                        .iter()
                        .map(|(name, value)| (*name, value.to_string()))
                        .collect();
                    hit.entry.to_json(&more)
                }
                Other::Before(place, _) => {
                    let sfen = self
                        .gathered
                        .task(*place)
                        .map(|task| task.position.to_string());
                    let fields = [("sfen", Value::from(sfen))].into_iter().chain(more);
                    let fields = fields.map(|(name, value)| format!("\"{name}\":{value}"));
                    format!("{{{}}}", fields.collect::<Vec<_>>().join(","))
                }
            };
            writeln!(out, "{line}")?;
        }
        Ok(())
    }

    /// Says how many there were, where there may be several.
    pub fn finish(&self, out: &mut dyn Write) -> Result<(), Failure> {
        if !self.several || self.json {
            return Ok(());
        }
        let Tally {
            asked,
            there,
            alike,
        } = self.tally;
        let text = say!(
            "{problems} compared: {there} there before, as they are or as an image; {alike} like others; {none} like none",
            problems = counted(asked, "problem", "problems"),
            there = thousands(there),
            alike = thousands(alike),
            none = thousands(asked - there - alike),
        );
        writeln!(out, "{text}")?;
        Ok(())
    }
}

/// Where a problem stands, and what its file says of it.
fn about(item: &Item) -> Vec<String> {
    let told = |key: &str| {
        let header = item.headers.iter().find(|is| is.key == key);
        header
            .map(|is| one_line(&is.value))
            .filter(|is| !is.is_empty())
    };
    let told = [keys::TITLE, keys::AUTHOR, keys::SOURCE]
        .into_iter()
        .filter_map(told);
    [one_line(&item.place)].into_iter().chain(told).collect()
}

fn source(row: &SourceRow) -> Value {
    let source = &row.source;
    json!({
        "file": source.file,
        "number": source.number,
        "title": source.title,
        "author": source.author,
        "publication": source.publication,
        "published": source.published,
    })
}

/// How the positions stand to each other.
fn position(relation: &Relation) -> Value {
    let placed = |is: Option<features::alike::Placed>| {
        is.map(|is| json!({"piece": is.piece.to_string(), "square": is.square.to_string()}))
    };
    let hand = |hand: shogi::Hand| -> Value {
        let pieces = hand.iter().filter(|&(_, count)| count > 0);
        let counts = pieces.map(|(kind, count)| (kind.letter().to_string(), count.into()));
        Value::Object(counts.collect())
    };
    json!({
        "mirrored": relation.mirrored,
        "turned": relation.turned,
        "shift": [relation.shift.0, relation.shift.1],
        "different_on_board": relation.on_board,
        "difference": relation.difference.map(|is| json!({
            "kind": is.kind.name(),
            "here": placed(is.here),
            "there": placed(is.there),
        })),
        "more_in_hand": hand(relation.more),
        "fewer_in_hand": hand(relation.fewer),
    })
}
