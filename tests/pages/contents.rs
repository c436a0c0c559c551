//! What stands in the files: all problems once, every word in both languages, nothing from elsewhere.

use std::collections::BTreeMap;
use std::path::Path;

use pages::{Selection, write};
use serde_json::Value;
use store::QueryLimits;

use crate::{count, files, problems, selection};

/// The files of a report of a selection.
fn report(folder: &Path, wanted: &Selection) -> BTreeMap<String, String> {
    let site = folder.join("site");
    let written = write(&problems(folder), wanted, &site, &QueryLimits::default()).unwrap();
    let texts: BTreeMap<_, _> = files(&site)
        .into_iter()
        .map(|(name, bytes)| (name, String::from_utf8(bytes).unwrap()))
        .collect();
    assert_eq!(texts.len(), written.files);
    texts
}

/// What a script hands on.
fn data(texts: &BTreeMap<String, String>, name: &str) -> Value {
    let text = &texts[&format!("data/{name}.js")];
    let json = text.strip_prefix(&format!("gyakusan.take(\"{name}\","));
    serde_json::from_str(json.unwrap().strip_suffix(");\n").unwrap()).unwrap()
}

fn html(texts: &BTreeMap<String, String>) -> impl Iterator<Item = (&String, &String)> {
    texts.iter().filter(|(name, _)| name.ends_with(".html"))
}

#[test]
fn the_same_database_gives_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let one = report(folder.path(), &selection(50));
    assert!(report(folder.path(), &selection(50)) == one);
    assert!(report(folder.path(), &selection(49)) != one);
}

/// The gallery has the most beautiful problems, the most beautiful first, each in one block.
#[test]
fn the_gallery_has_each_problem_once_the_most_beautiful_first() {
    let folder = tempfile::tempdir().unwrap();
    let store = problems(folder.path());
    for (limit, block) in [(u32::MAX, 64), (100, 64), (64, 64), (7, 64)] {
        let wanted = Selection {
            block,
            ..selection(limit)
        };
        let texts = report(folder.path(), &wanted);
        let limits = QueryLimits::default();
        let ids = store.most_beautiful(None, limit, &limits).unwrap();
        assert_eq!(ids.len() as u64, count(&store).min(limit.into()));
        let blocks = ids.len().div_ceil(block);
        let told: Vec<i64> = (0..blocks)
            .flat_map(|block| {
                let ids = data(&texts, &format!("ids-{block:04}"));
                let ids = ids.as_array().unwrap().clone();
                ids.into_iter().map(|id| id.as_i64().unwrap())
            })
            .collect();
        assert_eq!(told, ids);
        assert!(!texts.contains_key(&format!("data/ids-{blocks:04}.js")));
    }
}

/// Pages open from the disk: what they name is beside them, and they ask nobody.
#[test]
fn pages_name_files_of_the_report_alone() {
    let folder = tempfile::tempdir().unwrap();
    let texts = report(folder.path(), &selection(20));
    let mut named = 0;
    for (page, text) in html(&texts) {
        for attribute in [" href=\"", " src=\""] {
            for rest in text.split(attribute).skip(1) {
                let target = rest.split('"').next().unwrap();
                let file = target.split(['#', '?']).next().unwrap();
                // An icon in the page itself keeps browsers from asking for one.
                let is_here = file.is_empty() || file == "data:," || texts.contains_key(file);
                assert!(is_here, "{page}: {target}");
                named += 1;
            }
        }
    }
    assert!(named > 12, "{named}");
    let fetches = ["fetch(", "XMLHttpRequest", "import(", "http://", "https://"];
    for (name, text) in &texts {
        for fetch in fetches {
            // Names of XML stand there, and nobody is asked for them.
            let text = text.replace("http://www.w3.org/", "");
            assert!(!text.contains(fetch), "{name}: {fetch}");
        }
    }
}

/// A reader of either language finds every word in it.
#[test]
fn every_word_stands_there_in_both_languages() {
    let folder = tempfile::tempdir().unwrap();
    let texts = report(folder.path(), &selection(20));
    for (page, text) in html(&texts) {
        for [one, other] in [
            [
                "<span class=\"t\" lang=\"ja\">",
                "<span class=\"t\" lang=\"en\">",
            ],
            [" data-label-ja=\"", " data-label-en=\""],
            [" data-ja=\"", " data-en=\""],
        ] {
            let [ja, en] = [one, other].map(|is| text.matches(is).count());
            assert_eq!(ja, en, "{page}: {one}");
        }
        assert!(
            text.matches("class=\"t\" lang=\"ja\"").count() > 5,
            "{page}"
        );
        // Japanese stands nowhere else in the body.
        let body = text.split("<body>").nth(1).unwrap();
        let mut rest = String::new();
        for (place, part) in body.split("<span class=\"t\" lang=\"ja\">").enumerate() {
            rest.push_str(match place {
                0 => part,
                _ => part.split_once("</span>").unwrap().1,
            });
        }
        let shown = rest.split('<').filter_map(|tag| tag.split_once('>'));
        let leak = shown.map(|(_, shown)| shown).find(|shown| {
            shown
                .chars()
                .any(|sign| matches!(sign, '\u{3041}'..='\u{3096}'))
        });
        assert_eq!(leak, None, "{page}");
    }
}

/// What a person wrote is text, not a part of the page.
#[test]
fn titles_and_conditions_are_text() {
    let folder = tempfile::tempdir().unwrap();
    let wanted = Selection {
        title: "</title><script>a&b".to_owned(),
        condition: Some("plies < 99 -- </code><b>".to_owned()),
        ..selection(5)
    };
    let texts = report(folder.path(), &wanted);
    for (page, text) in html(&texts) {
        assert!(
            text.contains("&lt;/title&gt;&lt;script&gt;a&amp;b"),
            "{page}"
        );
        assert!(
            !text.contains("<script>a") && !text.contains("</code><b>"),
            "{page}"
        );
    }
    assert!(texts["index.html"].contains("plies &lt; 99 -- &lt;/code&gt;&lt;b&gt;"));
}

#[test]
fn nothing_selected_is_a_report_too() {
    let folder = tempfile::tempdir().unwrap();
    let wanted = Selection {
        condition: Some("plies > 999".to_owned()),
        ..selection(5)
    };
    let texts = report(folder.path(), &wanted);
    assert!(html(&texts).count() == 3 && texts.contains_key("data/about.js"));
    assert!(!texts.keys().any(|name| name.starts_with("data/part-")));
}
