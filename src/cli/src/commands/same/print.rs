//! What is like a problem, for people and for programs.

use std::io::{self, Write};
use std::path::PathBuf;

use super::look::{Counts, Hit, Looked};
use crate::Failure;
use crate::commands::search::{title, write_problem};
use crate::reading::problems::Item;
use crate::screen::alike::why;
use crate::screen::text::{counted, thousands};
use crate::screen::{one_line, printable};
use answers::InWords;
use answers::json::{Alike, Source};
use features::alike::{ComparedProblem, Gathered, Likeness, Near, Relation};
use notation::record::keys;
use store::SourceRow;
use words::{in_english, say, word};

/// How answers are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Text for people to read.
    Text,
    /// One object per line.
    Json,
}

/// Prints answers, and knows what was asked before.
pub struct Printer {
    databases: Vec<PathBuf>,
    /// Whether several problems may be asked for.
    several: bool,
    format: Format,
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
        format: Format,
        up_to: Likeness,
        most: usize,
    ) -> Self {
        Self {
            databases,
            several,
            format,
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
        match self.format {
            Format::Json => self.write_json(out, &item, &others)?,
            Format::Text => self.write_text(out, &item, &asked, &others, &counts)?,
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
        asked: &ComparedProblem,
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
                let (n, what) = (thousands(more as u64), likeness.in_words());
                writeln!(
                    out,
                    "{space}{}",
                    say!("{n} more not shown (--limit): {what}", n, what)
                )?;
            }
        }
        if counts.nearest().is_none() {
            writeln!(out, "{space}{}", word!("nothing similar"))?;
        }
        if line_is_unknown {
            let text = word!("its line is not known, so lines were not compared");
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
            false => write_problem(out, &hit.entry, &title(&hit.entry), &[]),
        }
    }

    fn write_json(
        &self,
        out: &mut dyn Write,
        item: &Item,
        others: &[(Near, Other)],
    ) -> Result<(), Failure> {
        for (near, other) in others {
            let relation = match other {
                Other::Stored(hit) => hit.relation.as_ref(),
                Other::Before(_, relation) => relation.as_ref(),
            };
            let mut answer = Alike::new(near, relation, in_english(|| why(near, relation)));
            answer.of = self.several.then_some(&*item.problem.id);
            let line = match other {
                Other::Stored(hit) => {
                    answer.database = Some(self.databases[hit.database].display().to_string());
                    answer.sources = Some(hit.sources.iter().map(source).collect());
                    hit.entry.to_json(&answer)
                }
                Other::Before(place, _) => {
                    let task = self.gathered.task(*place);
                    answer.sfen = task.map(|task| task.position.to_string());
                    answer.place = Some(&self.before[*place][0]);
                    serde_json::to_string(&answer)
                }
            };
            let line = line.map_err(io::Error::other)?;
            writeln!(out, "{line}")?;
        }
        Ok(())
    }

    /// Says how many there were, where there may be several.
    pub fn finish(&self, out: &mut dyn Write) -> Result<(), Failure> {
        if !self.several || self.format == Format::Json {
            return Ok(());
        }
        let Tally {
            asked,
            there,
            alike,
        } = self.tally;
        let text = say!(
            "{problems} compared: {there} already known, as they are or as an image; {alike} similar to others; {none} unlike any other",
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

fn source(row: &SourceRow) -> Source {
    let source = &row.source;
    Source {
        file: source.file.clone(),
        number: source.number,
        title: source.title.clone(),
        author: source.author.clone(),
        publication: source.publication.clone(),
        published: source.published.clone(),
    }
}
