//! The overview 概要: one sentence and the most beautiful problems, then tables and plots.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use super::Selection;
use super::best::Shown;
use super::counts::{Counts, Family};
use super::page::{Page, both};
use super::plots;
use answers::kept_options;
use notation::numbers::thousands;
use picture::escape;
use words::{Language, in_language};

/// What the rules of the tables are, in Japanese and English.
const RULES: (&str, &str) = (
    "左右反転形も数える(左右対称の局面は一つ)。規則E: 余剰駒のない完全作。規則A–D(発表された表との比較用): 極小で、\
     駒余りのない最長手順すべての最終手より前に、A: 同手数の余詰なし。B: Aかつ最終手の長い余詰なし。\
     C: BとDかつ成不成非限定なし。D: 余詰なし。",
    "Both mirror images are counted; a problem that is its own image counts once. Rule E: complete, without a \
     superfluous piece. Rules A to D, for comparison with published tables, apply to minimal problems and to all \
     longest lines that leave nothing over. A: no equally short second solution before the last move. B: A, and no \
     longer mate in place of the last move. C: B and D, where promoting or not counts as two moves. D: no second \
     solution before the last move.",
);

/// With more families than this a list of them leads to each.
const MANY: usize = 3;

/// The overview; `shown` problems stand in the gallery, `best` are shown here.
pub fn page(selection: &Selection, counts: &Counts, shown: usize, best: &[Shown]) -> String {
    let mut body = sentence(counts);
    body.push_str(&condition(selection));
    if counts.all.problems > 0 {
        body.push_str(&boards(shown, best));
        body.push_str(&summary(counts, shown));
        body.push_str(&families(counts));
        body.push_str("<div class=\"pair\">\n");
        if !counts.all.plies.is_empty() {
            body.push_str(&flaws(counts));
        }
        body.push_str(&pictures(counts));
        body.push_str("</div>\n");
    }
    Page {
        file: "index.html",
        title: &selection.title,
        heading: ("概要", "Overview"),
        body: &body,
        with_problems: true,
    }
    .html()
}

/// What there is, in a sentence.
fn sentence(counts: &Counts) -> String {
    let all = &counts.all;
    if all.problems == 0 {
        let none = both("作品がありません。", "There are no problems.");
        return format!("<p class=\"sentence\">{none}</p>\n");
    }
    let (problems, complete) = (thousands(all.problems), thousands(all.complete));
    let plural = if all.problems == 1 { "" } else { "s" };
    let (mut ja, mut en) = match all.complete {
        0 => (
            format!("{problems}作を収めます"),
            format!("{problems} problem{plural}"),
        ),
        complete if complete == all.problems => (
            format!("完全作{problems}作を収めます"),
            format!("{problems} complete problem{plural}"),
        ),
        _ => (
            format!("{problems}作(うち完全作{complete}作)を収めます"),
            format!("{problems} problem{plural}, {complete} of them complete"),
        ),
    };
    let plies = (all.plies.keys().next(), all.plies.keys().next_back());
    if let (Some(least), Some(most)) = plies {
        if least == most {
            ja.push_str(&format!("。いずれも{least}手詰です"));
            en.push_str(&format!(", mate in {least}"));
        } else {
            ja.push_str(&format!("。手数は{least}手から{most}手までです"));
            en.push_str(&format!(", mate in {least} to {most}"));
        }
    }
    let words = both(&format!("{ja}。"), &format!("{en}."));
    format!("<p class=\"sentence\">{words}</p>\n")
}

/// What was selected, if not all.
fn condition(selection: &Selection) -> String {
    let Some(condition) = &selection.condition else {
        return String::new();
    };
    let words = both("条件:", "Only problems with");
    format!("<p>{words} <code>{}</code></p>\n", escape(condition))
}

/// The most beautiful ones, and the way to all.
fn boards(shown: usize, best: &[Shown]) -> String {
    let cards: String = best.iter().map(Shown::card).collect();
    let count = thousands(shown as u64);
    let more = both(
        &format!("作品一覧({count}作)"),
        &format!("Gallery: {count} in all"),
    );
    let more = format!("<p><a class=\"button main\" href=\"gallery.html\">{more}</a></p>\n");
    if cards.is_empty() {
        return more;
    }
    format!(
        "<section aria-labelledby=\"best\">\n<h2 id=\"best\">{}</h2>\n<p class=\"note\">{}</p>\n\
         <ul class=\"boards first\">\n{cards}</ul>\n{more}</section>\n",
        both("美しい作品", "The most beautiful"),
        both(
            "初手からの筋も収束も互いに異なるものを、美しい順に。",
            "No two of these begin or end alike."
        ),
    )
}

fn summary(counts: &Counts, shown: usize) -> String {
    let items = [
        ("problems", "作品", "problems", counts.all.problems),
        (
            "positions",
            "左右反転形も数えて",
            "both mirror images counted",
            counts.all.positions,
        ),
        ("complete", "完全作", "complete", counts.all.complete),
        (
            "lines",
            "異なる手順",
            "different main lines",
            counts.all.lines,
        ),
        (
            "shown",
            "一覧にある作品(美しさの順)",
            "in the gallery, the most beautiful",
            shown as u64,
        ),
    ];
    let unmeasured = (
        "unmeasured",
        "不詰・手数未確定",
        "no mate, or of unknown length",
        counts.all.unmeasured,
    );
    let unmeasured = (counts.all.unmeasured > 0).then_some(unmeasured);
    let mut text = String::from("<dl class=\"summary\">\n");
    for (name, ja, en, count) in items.into_iter().chain(unmeasured) {
        let _ = writeln!(
            text,
            "<div><dt>{}</dt><dd data-count=\"{name}\">{}</dd></div>",
            both(ja, en),
            thousands(count)
        );
    }
    text.push_str("</dl>\n");
    text
}

/// Lengths by family, as tables and plots.
fn families(counts: &Counts) -> String {
    let heading = both("図式ごとの手数", "Length by family");
    let mut text =
        format!("<section aria-labelledby=\"families\">\n<h2 id=\"families\">{heading}</h2>\n");
    let (with, without): (Vec<&Family>, Vec<&Family>) =
        counts.families.iter().partition(|is| !is.rules.is_empty());
    if !with.is_empty() {
        let _ = writeln!(text, "<p>{}</p>", both(RULES.0, RULES.1));
    }
    if with.len() > MANY {
        let label = "data-label-ja=\"図式\" data-label-en=\"Families\"";
        let _ = writeln!(text, "<nav class=\"contents\" {label}>");
        for (index, family) in with.iter().enumerate() {
            let name = family_name(family);
            let _ = writeln!(text, "<a href=\"#family-{index}\">{name}</a>");
        }
        text.push_str("</nav>\n");
    }
    text.push_str("<div class=\"families\">\n");
    for (index, family) in with.into_iter().enumerate() {
        text.push_str(&family_section(index, family));
    }
    if !counts.all.others.is_empty() {
        let heading = both("図式に属さない作品", "Problems outside the families");
        let name = both("作品(反転形は一つ)", "problems, images once");
        let plies = counts.all.others.keys().copied().collect();
        let table = table("others", &plies, &[(name, &counts.all.others)]);
        let _ = write!(
            text,
            "<section class=\"family\" aria-labelledby=\"others\">\n\
             <h3 id=\"others\">{heading}</h3>\n{table}</section>\n"
        );
    }
    text.push_str("</div>\n");
    if !without.is_empty() {
        let names: Vec<String> = without.into_iter().map(family_name).collect();
        let _ = writeln!(
            text,
            "<p class=\"note\">{} {}</p>",
            both("作品のない図式:", "Families without problems here:"),
            names.join(" · ")
        );
    }
    text.push_str("</section>\n");
    text
}

fn family_name(family: &Family) -> String {
    let row = &family.row;
    both(&escape(&row.name_ja), &escape(&row.name_en))
}

fn family_section(index: usize, family: &Family) -> String {
    let row = &family.row;
    let plies: BTreeSet<u64> = family
        .rules
        .keys()
        .chain(family.published.keys())
        .copied()
        .collect();
    let mut heading = format!(
        "{} <span class=\"code\">{}</span>",
        family_name(family),
        escape(&row.code)
    );
    if !row.options.is_empty() {
        let ja = in_language(Language::Japanese, || kept_options(&row.options));
        let options = both(&escape(&ja), &escape(&row.options));
        let _ = write!(heading, " {options}");
    }
    if !row.complete {
        heading.push_str(&both("(途中)", " (not finished)"));
    }
    let rules: Vec<BTreeMap<u64, u64>> = (0..5)
        .map(|rule| {
            let cells = family.rules.iter();
            cells
                .map(|(&plies, counts)| (plies, counts[rule]))
                .collect()
        })
        .collect();
    // What an earlier program enumerated has minimal problems only.
    let names = match row.lists_irredundant {
        true => &["A", "B", "C", "D", "E"][..],
        false => &["A", "B", "C", "D"],
    };
    let names = names
        .iter()
        .map(|rule| both(&format!("規則{rule}"), &format!("rule {rule}")));
    let mut rows: Vec<(String, &BTreeMap<u64, u64>)> = names.zip(&rules).collect();
    if !family.published.is_empty() {
        rows.push((both("文献", "published"), &family.published));
    }
    let id = format!("family-{index}");
    let (what_ja, what_en) = match row.lists_irredundant {
        true => ("完全作の数", "Complete problems"),
        false => ("規則Dの作品の数", "Problems of rule D"),
    };
    let (and_ja, and_en) = match family.published.is_empty() {
        true => ("", ""),
        false => ("、◇ 文献", ", ◇ published"),
    };
    let plot = figure(
        &plots::lengths(family),
        &format!("{what_ja}(対数目盛){and_ja}"),
        &format!("{what_en} (logarithmic){and_en}"),
    );
    let source = row.published.as_ref().map_or(String::new(), |published| {
        let source = escape(&published.source);
        let name = both("文献:", "Published:");
        format!("<p class=\"note\">{name} {source}</p>\n")
    });
    format!(
        "<section class=\"family\" aria-labelledby=\"{id}\">\n<h3 id=\"{id}\">{heading}</h3>\n\
         {}{plot}{source}</section>\n",
        table(&id, &plies, &rows)
    )
}

fn figure(svg: &str, ja: &str, en: &str) -> String {
    let caption = both(ja, en);
    format!("<figure>\n{svg}<figcaption>{caption}</figcaption>\n</figure>\n")
}

/// A table of counts by plies, 0 of them being mated positions.
fn table(id: &str, plies: &BTreeSet<u64>, rows: &[(String, &BTreeMap<u64, u64>)]) -> String {
    let mut text = format!(
        "<div class=\"wide\" tabindex=\"0\" role=\"group\" aria-labelledby=\"{id}\">\n\
         <table data-table=\"{id}\">\n<thead><tr><th scope=\"col\">{}</th>",
        both("手数", "plies")
    );
    for &plies in plies {
        let head = match plies {
            0 => both("詰み", "mated"),
            plies => plies.to_string(),
        };
        let _ = write!(text, "<th scope=\"col\">{head}</th>");
    }
    text.push_str("</tr></thead>\n<tbody>\n");
    for (name, cells) in rows {
        let _ = write!(text, "<tr><th scope=\"row\">{name}</th>");
        for plies in plies {
            let cell = cells.get(plies).map_or("–".to_owned(), |&n| thousands(n));
            let _ = write!(text, "<td>{cell}</td>");
        }
        text.push_str("</tr>\n");
    }
    text.push_str("</tbody>\n</table>\n</div>\n");
    text
}

fn flaws(counts: &Counts) -> String {
    let plies: BTreeSet<u64> = counts.all.plies.keys().copied().collect();
    let mut rows = vec![(both("すべて", "all"), &counts.all.plies)];
    for flaw in &counts.flaws {
        let column = flaw.column;
        let name = format!(
            "<span title=\"{}\">{}</span>",
            escape(&format!("{} / {}", column.ja, column.en)),
            both(flaw.ja, &column.name.replace('_', " "))
        );
        rows.push((name, &flaw.plies));
    }
    format!(
        "<section aria-labelledby=\"flaws\">\n<h2 id=\"flaws\">{}</h2>\n<p>{}</p>\n{}</section>\n",
        both("不備", "Flaws"),
        both(
            "それぞれの不備のある作品の数(左右反転形は一つに数える)。",
            "How many problems have each flaw, mirror images counted once."
        ),
        table("flaws", &plies, &rows)
    )
}

fn pictures(counts: &Counts) -> String {
    let heading = both("図", "Plots");
    let mut text = format!(
        "<section aria-labelledby=\"plots\">\n<h2 id=\"plots\">{heading}</h2>\n<div class=\"figures\">\n"
    );
    if !counts.all.sacrifices.is_empty() {
        text.push_str(&figure(
            &plots::sacrifices(&counts.all.sacrifices),
            "手数と捨駒の数ごとの作品の数",
            "Problems by length and number of sacrifices",
        ));
    }
    text.push_str(&figure(
        &plots::kings(&counts.all.kings),
        "初形の玉の位置(左右反転形も数える)",
        "Where the king stands at the start, both mirror images counted",
    ));
    text.push_str("</div>\n</section>\n");
    text
}
