//! Reports one after the other: text, JSON, lines of JSON.

use std::io::{self, Write};
use std::sync::Arc;

use serde::Serialize;

use super::checked::{Checked, Shown};
use super::repair::{self, RepairSearch, answer_line};
use super::words;
use crate::Failure;
use crate::reading::problems::BadLine;
use crate::screen::text::write_json_line;
use crate::screen::{one_line, opinion};
use ::words::{say, word};
use answers::json;
use features::venue::{Checked as Known, Opinion, Venue};
use tsume::judge::Policy;

/// How reports are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// Text for people to read.
    Text,
    /// One document.
    Json,
    /// One object per line.
    Jsonl,
}

/// Where the problems of a call come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asking {
    /// One position stands in the command: it bears no name, and its JSON stands alone, not in a list.
    OnePosition,
    /// Several positions stand in the command.
    Positions,
    /// Files: their problems bear names.
    Files,
}

/// Writes reports.
pub struct Printer {
    pub format: Format,
    /// Where the problems come from.
    pub asking: Asking,
    pub policy: Policy,
    /// What a person is shown.
    pub shown: Shown,
    /// The venues whose opinion is asked.
    pub venues: Vec<Arc<Venue>>,
    /// How many were written.
    printed: usize,
}

impl Printer {
    /// Nothing has been written yet.
    pub const fn new(format: Format, policy: Policy, shown: Shown, asking: Asking) -> Self {
        Self {
            format,
            asking,
            policy,
            shown,
            venues: Vec::new(),
            printed: 0,
        }
    }

    /// Writes a report, and the repairs that `find` finds, if they are wanted.
    pub fn print(
        &mut self,
        out: &mut dyn Write,
        checked: &Checked,
        find: impl FnOnce() -> Result<Option<RepairSearch>, Failure>,
    ) -> Result<(), Failure> {
        let Checked {
            problem,
            report,
            why,
            notices,
            time,
        } = checked;
        let position = &problem.task.position;
        let venues = self.venues.clone();
        let known = (!venues.is_empty()).then(|| Known::new(&problem.task, report));
        let opinions = known
            .iter()
            .flat_map(|known| venues.iter().map(move |is| is.opinion(known)));
        let opinions: Vec<Opinion<'_>> = opinions.collect();
        if self.format != Format::Text {
            let most = self.shown.repairs;
            let repair = find()?.map(|answer| answer_line(&answer, most));
            let warning = (!notices.is_empty()).then(|| {
                let texts: Vec<&str> = notices.iter().map(|said| &*said.text).collect();
                texts.join("\n")
            });
            let answer = json::CheckedProblem {
                checked: json::Checked::new(position, report, *time, why.as_ref()),
                warning,
                repair,
                venues: opinions.iter().map(json::VenueOpinion::new).collect(),
            };
            let id = &problem.id;
            self.print_json(out, &json::Named { id, answer })?;
            return Ok(());
        }
        if self.printed > 0 {
            writeln!(out)?;
        }
        if self.asking == Asking::Files {
            let id = one_line(&problem.id);
            writeln!(out, "{}", say!("problem {id}", id))?;
        }
        if problem.short_set {
            writeln!(out, "{}", word!("pieces are missing from the set (駒不足)"))?;
        }
        words::write(out, checked, &self.shown)?;
        for opinion in &opinions {
            opinion::write(out, opinion)?;
        }
        self.printed += 1;
        out.flush()?;
        if let Some(answer) = find()? {
            repair::write(out, &answer, self.shown.repairs)?;
        }
        Ok(out.flush()?)
    }

    /// Writes what is wrong with a line that is no problem, where the format has a place for it.
    pub fn print_error(&mut self, out: &mut dyn Write, bad: &BadLine) -> io::Result<()> {
        if self.format == Format::Text {
            return Ok(());
        }
        let answer = json::Unchecked::new(&bad.text, self.policy, &bad.error);
        let id = &bad.id;
        self.print_json(out, &json::Named { id, answer })
    }

    fn print_json(&mut self, out: &mut dyn Write, line: &impl Serialize) -> io::Result<()> {
        if self.format == Format::Jsonl {
            write_json_line(out, line)?;
        } else {
            let before = match (self.asking, self.printed) {
                (Asking::OnePosition, _) => "",
                (_, 0) => "[\n",
                (_, _) => ",\n",
            };
            out.write_all(before.as_bytes())?;
            serde_json::to_writer_pretty(&mut *out, line)?;
        }
        self.printed += 1;
        out.flush()
    }

    /// Ends the list of a JSON document.
    pub fn finish(&self, out: &mut dyn Write) -> io::Result<()> {
        match self.format {
            Format::Json if self.asking == Asking::OnePosition => writeln!(out),
            Format::Json if self.printed == 0 => writeln!(out, "[]"),
            Format::Json => writeln!(out, "\n]"),
            Format::Jsonl | Format::Text => Ok(()),
        }
    }
}
