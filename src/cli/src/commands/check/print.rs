//! Reports one after the other: text, JSON, lines of JSON.

use std::io::{self, Write};
use std::time::Duration;

use serde::Serialize;

use super::repair::{self, Answer, AnswerLine, answer_line};
use super::words;
use crate::Failure;
use crate::reading::problems::{BadLine, Problem};
use crate::screen::notices::Said;
use crate::screen::one_line;
use crate::screen::text::write_json_line;
use crate::screen::why::{TryLine, try_lines};
use ::words::{say, word};
use notation::Japanese;
use tsume::judge::record::Soundness;
use tsume::judge::report::{Open, Rules};
use tsume::judge::{Effort, Policy, Report};
use tsume::refute::Refutation;

/// How reports are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// To be read by a person.
    Text,
    /// One document.
    Json,
    /// An object in each line.
    Jsonl,
}

/// A problem that was checked.
pub struct Checked {
    pub problem: Problem,
    pub report: Report,
    /// Why there is no mate, where that was asked.
    pub why: Option<Refutation>,
    /// What is to be said of its file.
    pub notices: Vec<Said>,
    pub time: Duration,
}

/// A problem's JSON. Other programs rely on these names.
#[derive(Serialize)]
struct Line<'a> {
    id: &'a str,
    #[serde(flatten)]
    report: &'a Report,
    /// In USI; `None` where no line is known.
    main_line: Option<Vec<String>>,
    /// The main line in Japanese notation.
    main_line_japanese: Option<String>,
    /// Whether the set lacks pieces (駒不足).
    short_set: bool,
    seconds: f64,
    /// What is to be said of the file.
    warning: Option<String>,
    /// Why there is no mate: only where that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    tries: Option<Vec<TryLine>>,
    /// What repairs it: only where that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    repair: Option<AnswerLine>,
}

/// The JSON of a line that is no problem: the fields of [`Line`], and the error.
#[derive(Serialize)]
struct ErrorLine<'a> {
    id: &'a str,
    sfen: &'a str,
    attacker: Option<&'a str>,
    policy: Policy,
    status: &'a str,
    length: Option<u32>,
    plies: Option<u32>,
    raw_plies: Option<u32>,
    main_line: Option<&'a str>,
    #[serde(flatten)]
    soundness: Soundness,
    rules: Rules,
    flaws: Option<u32>,
    undecided: Open,
    limits_reached: [u32; 0],
    superfluous_pieces: [u32; 0],
    lines: [u32; 0],
    given_line: Option<&'a str>,
    nodes: u64,
    questions: u64,
    main_line_japanese: Option<&'a str>,
    short_set: bool,
    seconds: f64,
    warning: Option<&'a str>,
    error: &'a str,
}

/// What a person is shown of a report.
#[derive(Clone, Copy, Debug)]
pub struct Shown {
    /// What each problem may cost: limits that were reached are told by it.
    pub effort: Effort,
    /// Every line, those that are harmless or undecided, too.
    pub all_lines: bool,
    /// Every try, not just the deepest, where there is no mate.
    pub all_tries: bool,
    /// So many repairs, where they are looked for.
    pub repairs: usize,
}

/// Writes reports.
pub struct Printer {
    pub format: Format,
    /// Whether the problems come from files, and so bear names.
    pub named: bool,
    /// Whether there is but one problem: its JSON stands alone, not in a list.
    pub single: bool,
    pub policy: Policy,
    /// What a person is shown.
    pub shown: Shown,
    /// How many were written.
    printed: usize,
}

impl Printer {
    /// Nothing has been written yet.
    pub const fn new(
        format: Format,
        policy: Policy,
        shown: Shown,
        named: bool,
        single: bool,
    ) -> Self {
        Self {
            format,
            named,
            single,
            policy,
            shown,
            printed: 0,
        }
    }

    /// Writes a report, and the repairs that `find` finds, if they are wanted.
    pub fn print(
        &mut self,
        out: &mut dyn Write,
        checked: &Checked,
        find: impl FnOnce() -> Result<Option<Answer>, Failure>,
    ) -> Result<(), Failure> {
        let Checked {
            problem,
            report,
            why,
            notices,
            time,
        } = checked;
        let position = &problem.task.position;
        if self.format != Format::Text {
            let line = report.known_line();
            let most = self.shown.repairs;
            let repair = find()?.map(|answer| answer_line(&answer, most));
            self.print_json(
                out,
                &Line {
                    id: &problem.id,
                    report,
                    main_line: line.map(|line| line.iter().map(ToString::to_string).collect()),
                    main_line_japanese: line.map(|line| Japanese::OFFICIAL.line(position, line)),
                    short_set: problem.short_set,
                    // Whole microseconds.
                    seconds: (time.as_secs_f64() * 1e6).round() / 1e6,
                    warning: (!notices.is_empty()).then(|| {
                        let texts: Vec<&str> = notices.iter().map(|said| &*said.text).collect();
                        texts.join("\n")
                    }),
                    tries: why.as_ref().map(|why| try_lines(position, why)),
                    repair,
                },
            )?;
            return Ok(());
        }
        if self.printed > 0 {
            writeln!(out)?;
        }
        if self.named {
            let id = one_line(&problem.id);
            writeln!(out, "{}", say!("problem {id}", id))?;
        }
        if problem.short_set {
            writeln!(out, "{}", word!("the set lacks pieces (駒不足)"))?;
        }
        words::write(out, checked, &self.shown)?;
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
        let line = ErrorLine {
            id: &bad.id,
            sfen: &bad.text,
            attacker: None,
            policy: self.policy,
            status: "error",
            length: None,
            plies: None,
            raw_plies: None,
            main_line: None,
            soundness: Soundness::default(),
            rules: Rules::default(),
            flaws: None,
            undecided: Open::default(),
            limits_reached: [],
            superfluous_pieces: [],
            lines: [],
            given_line: None,
            nodes: 0,
            questions: 0,
            main_line_japanese: None,
            short_set: false,
            seconds: 0.0,
            warning: None,
            error: &bad.error,
        };
        self.print_json(out, &line)
    }

    fn print_json(&mut self, out: &mut dyn Write, line: &impl Serialize) -> io::Result<()> {
        if self.format == Format::Jsonl {
            write_json_line(out, line)?;
        } else {
            let before = match (self.single, self.printed) {
                (true, _) => "",
                (false, 0) => "[\n",
                (false, _) => ",\n",
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
            Format::Json if self.single => writeln!(out),
            Format::Json if self.printed == 0 => writeln!(out, "[]"),
            Format::Json => writeln!(out, "\n]"),
            Format::Jsonl | Format::Text => Ok(()),
        }
    }
}
