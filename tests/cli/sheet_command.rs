//! `gyakusan sheet`: what is on the paper, and that it is well-formed.

use std::fs;
use std::process::Command;

const MATE_IN_THREE: &str = "8k/6S2/8s/7LB/9/9/9/9/9 b - 1";

fn run(args: &[&str]) -> (String, String, i32) {
    let output = Command::new(env!("CARGO_BIN_EXE_gyakusan"))
        .arg("sheet")
        .args(args)
        .output()
        .unwrap();
    (
        String::from_utf8(output.stdout).unwrap(),
        String::from_utf8(output.stderr).unwrap(),
        output.status.code().unwrap(),
    )
}

/// The page of a run in which all goes well.
fn page(args: &[&str]) -> String {
    let (out, err, code) = run(args);
    assert_eq!((err.as_str(), code), ("", 0), "{out}");
    assert_well_formed(&out);
    out
}

/// Every element is closed where it has to be, every `&` is one of an entity.
fn assert_well_formed(html: &str) {
    let mut open: Vec<&str> = Vec::new();
    let body = html.strip_prefix("<!DOCTYPE html>\n").unwrap();
    for (at, part) in body.split('<').enumerate() {
        let Some((tag, text)) = part.split_once('>') else {
            assert_eq!(at, 0, "{part}");
            continue;
        };
        let entities = ["amp;", "lt;", "gt;", "quot;"];
        for rest in text.split('&').skip(1) {
            assert!(entities.iter().any(|name| rest.starts_with(name)), "{text}");
        }
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        let name = tag.split_whitespace().next().unwrap();
        match name.strip_prefix('/') {
            Some(name) => assert_eq!(open.pop(), Some(name)),
            None if tag.ends_with('/') => {}
            None => open.push(name),
        }
    }
    assert_eq!(open, Vec::<&str>::new());
}

#[test]
fn a_sheet_has_what_magazines_ask_for() {
    let html = page(&[
        MATE_IN_THREE,
        "--author",
        "名<無>し",
        "--aim",
        "一行目\n二行目",
    ]);
    for part in [
        "@page { size: 182mm 257mm; margin: 15mm; }",
        "<tr><th>題名</th><td colspan=\"3\"></td></tr>",
        "<tr><th>作者</th><td colspan=\"3\">名&lt;無&gt;し</td></tr>",
        "<th>手数</th><td>3手詰</td><th>検討</th><td>完全作</td>",
        "<figcaption>持駒　なし</figcaption>",
        "<span class=\"mv\">☗２一香成</span> <span class=\"mv\">☖１二玉</span>",
        "まで3手詰",
        "<h2>変化</h2>",
        "<h2>紛れ</h2>\n<ul>\n<li>初手　",
        "以下不詰",
        "<p>一行目<br/>\n二行目</p>",
    ] {
        assert!(html.contains(part), "{part} is not in\n{html}");
    }
    let a4 = page(&[MATE_IN_THREE, "--paper", "a4"]);
    assert!(a4.contains("size: 210mm 297mm;"));
    // What nobody says is left to write.
    assert!(a4.contains("<h2>狙い</h2>\n<div class=\"blank\"></div>"));
}

#[test]
fn what_the_file_says_fills_the_fields_and_its_line_is_printed() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/yozume.kifu");
    let (html, err, code) = run(&[file]);
    assert_well_formed(&html);
    assert!(html.contains("<th>題名</th><td colspan=\"3\">余詰の例</td>"));
    assert!(
        html.contains("☗３二金</span> <span class=\"mv\">まで5手詰"),
        "{html}"
    );
    assert!(html.contains("<th>検討</th><td>不完全作（余詰）</td>"));
    assert_eq!((err.contains("不完全作（余詰）"), code), (true, 0), "{err}");
    let titled = run(&[file, "--title", "別の題"]).0;
    assert!(titled.contains("別の題") && !titled.contains("余詰の例"));
}

#[test]
fn a_booklet_has_the_solutions_at_its_end() {
    let folder = tempfile::tempdir().unwrap();
    let list = folder.path().join("list.sfen");
    fs::write(&list, format!("{MATE_IN_THREE}\n").repeat(5)).unwrap();
    let out = folder.path().join("book.html");
    let (list, path) = (list.to_str().unwrap(), out.to_str().unwrap());
    let args = [
        list,
        "--booklet",
        "--each",
        "4",
        "--title",
        "小品集",
        "--jobs",
        "2",
        "-o",
        path,
    ];
    assert_eq!(run(&args), (String::new(), String::new(), 0));
    let html = fs::read_to_string(&out).unwrap();
    assert_well_formed(&html);
    assert_eq!(html.matches("<section class=\"page\"").count(), 2);
    assert_eq!(html.matches("role=\"img\"").count(), 5);
    let (diagrams, solutions) = html.split_once("<section class=\"solutions\">").unwrap();
    assert!(!diagrams.contains("☗２一香成") && diagrams.contains("小品集</h1>"));
    assert_eq!(solutions.matches("☗２一香成").count(), 5);
    // Four diagrams of 78 mm at most stand beside and above each other on B5.
    assert!(
        diagrams.contains("grid-template-columns: repeat(2, 76.00mm)"),
        "{diagrams}"
    );
    assert!(diagrams.contains("style=\"width: 72.00mm\""));
}

#[test]
fn what_cannot_be_read_is_told_and_the_rest_printed() {
    let (html, err, code) = run(&[MATE_IN_THREE, "8k/9/9/9/9/9/9/9/8P b - 1"]);
    assert_well_formed(&html);
    assert_eq!(html.matches("<section class=\"sheet\">").count(), 2);
    assert!(
        html.contains("<td>不詰</td>") && err.contains("不詰"),
        "{err}"
    );
    assert_eq!(code, 0);
    let folder = tempfile::tempdir().unwrap();
    let list = folder.path().join("list.sfen");
    fs::write(&list, format!("nonsense\n{MATE_IN_THREE}\n")).unwrap();
    let (html, err, code) = run(&[list.to_str().unwrap()]);
    assert_eq!(html.matches("<section class=\"sheet\">").count(), 1);
    assert_eq!((err.is_empty(), code), (false, 2));
}
