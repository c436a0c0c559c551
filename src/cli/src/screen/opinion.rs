//! What a venue says of a problem, for a person to read.

use std::io::{self, Write};

use super::printable;
use super::text::counted;
use features::venue::{Line, Opinion, Subject, Topic, Venue, Verdict};
use words::{Language, language, say, word};

/// What a venue is called: in Japanese by its term, in English by both names.
pub fn called(venue: &Venue) -> String {
    match language() {
        Language::English => format!("{} {}", venue.name, venue.term),
        Language::Japanese => venue.term.clone(),
    }
}

/// Of two texts the one in the language of this run.
pub fn of<'a>(en: &'a str, ja: &'a str) -> &'a str {
    match language() {
        Language::English => en,
        Language::Japanese => ja,
    }
}

/// A venue and its verdict.
pub fn headline(opinion: &Opinion<'_>) -> String {
    let venue = called(opinion.venue);
    let verdict = in_words(opinion.verdict());
    printable(&say!("{venue}: {verdict}", venue, verdict))
}

/// Writes the verdict of a venue, each line of it, what is not checked, and where the rules are published.
pub fn write(out: &mut dyn Write, opinion: &Opinion<'_>) -> io::Result<()> {
    writeln!(out, "{}", headline(opinion))?;
    let mut keys: Vec<&str> = Vec::new();
    for line in &opinion.lines {
        let mut text = in_words_of(opinion, line);
        if let Some(key) = line.rule.and_then(|rule| rule.source.as_deref()) {
            let known = keys.iter().position(|known| *known == key);
            let place = known.unwrap_or(keys.len());
            if known.is_none() {
                keys.push(key);
            }
            text.push_str(&format!(" [{}]", place + 1));
        }
        writeln!(out, "  {}", printable(&text))?;
    }
    for remark in &opinion.venue.remarks {
        let text = printable(of(&remark.en, &remark.ja));
        writeln!(out, "  {}", say!("not checked: {text}", text))?;
    }
    let sources = keys.iter().filter_map(|key| opinion.venue.source(key));
    for (number, source) in (1..).zip(sources) {
        let day = match (&source.date, &source.read) {
            (Some(date), _) => date.clone(),
            (None, Some(date)) => say!("read {date}", date),
            (None, None) => String::new(),
        };
        let (what, at) = (&source.what, &source.at);
        let text = format!("[{number}] {what} · {at} · {day}");
        writeln!(out, "  {}", printable(&text))?;
    }
    Ok(())
}

/// The lines that keep a venue from accepting a problem.
pub fn against(opinion: &Opinion<'_>) -> Vec<String> {
    let lines = opinion.lines.iter();
    let lines = lines.filter(|line| line.verdict != Verdict::Accepted);
    lines
        .map(|line| printable(&in_words_of(opinion, line)))
        .collect()
}

/// A line with its note.
fn in_words_of(opinion: &Opinion<'_>, line: &Line<'_>) -> String {
    let verdict = in_words(line.verdict);
    let what = match line.topic {
        Topic::Mate => match line.amount {
            None => say!("whether there is a mate"),
            Some(_) => say!("no mate 不詰"),
        },
        Topic::Classes => classes(opinion, line.amount.unwrap_or_default()),
        Topic::Subject(subject) => about(subject, line.amount),
    };
    let mut text = say!("{verdict}: {what}", verdict, what);
    if let Some(rule) = line.rule {
        if let Some((en, ja)) = &rule.note {
            text.push_str(&say!(" ({note})", note = of(en, ja)));
        }
        if rule.source.is_none() {
            text.push_str(word!(" (no source confirms this rule)"));
        }
    }
    text
}

/// A subject, and how much there is of it.
fn about(subject: Subject, amount: Option<i64>) -> String {
    let name = match language() {
        Language::English => subject.to_string(),
        Language::Japanese => subject.term().to_owned(),
    };
    let Some(amount) = amount else {
        return name;
    };
    let amount = match (subject.is_flag(), amount) {
        (true, 0) => word!("no").to_owned(),
        (true, _) => word!("yes").to_owned(),
        (false, amount) => amount.to_string(),
    };
    say!("{name}: {amount}", name, amount)
}

/// The corners that take a problem of this length, or those that there are.
fn classes(opinion: &Opinion<'_>, plies: i64) -> String {
    let plies = counted(plies.unsigned_abs(), "ply", "plies");
    if opinion.classes.is_empty() {
        let all = opinion.venue.classes.iter();
        let all = all.map(|class| format!("{} {}", class.term, class.plies));
        let all: Vec<String> = all.collect();
        return say!(
            "no class takes {plies}: {classes}",
            plies,
            classes = words::list(&all)
        );
    }
    let names = opinion.classes.iter().map(|class| match language() {
        Language::English => format!("{} {}", class.name, class.term),
        Language::Japanese => class.term.clone(),
    });
    let names: Vec<String> = names.collect();
    say!(
        "{plies}, class {classes}",
        plies,
        classes = words::list(&names)
    )
}

fn in_words(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Accepted => word!("accepted"),
        Verdict::Ask => word!("ask the editor"),
        Verdict::Undecided => word!("undecided"),
        Verdict::Returned => word!("returned"),
    }
}
