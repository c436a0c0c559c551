//! `gyakusan sheet`: what is on the paper, and that it is well-formed.

use std::fs;

use crate::typed::{gyakusan, texts};

const MATE_IN_THREE: &str = "8k/6S2/8s/7LB/9/9/9/9/9 b - 1";

fn run(args: &[&str]) -> (String, String, i32) {
    texts(gyakusan(&[&["sheet"], args].concat()))
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

/// A page without its tags and line breaks.
fn text(html: &str) -> String {
    let parts = html.split('<').skip(1);
    let texts = parts.filter_map(|part| Some(part.split_once('>')?.1));
    texts.collect::<String>().replace('\n', "")
}

#[test]
fn a_sheet_has_what_magazines_ask_for() {
    let html = page(&[
        MATE_IN_THREE,
        "--author",
        "<script>alert(1)</script>",
        "--aim",
        "一行目\n二行目",
    ]);
    for part in [
        "@page { size: 182mm 257mm; margin: 15mm; }",
        "<tr><th>作品名</th><td colspan=\"3\"></td></tr>",
        "<tr><th>作者</th><td colspan=\"3\">&lt;script&gt;alert(1)&lt;/script&gt;</td></tr>",
        "<th>手数</th><td>３手詰</td><th>検討</th><td>完全作</td>",
        "<tr><th>持駒</th><td colspan=\"3\">なし</td></tr>",
        "<p>一行目<br/>\n二行目</p>",
    ] {
        assert!(html.contains(part), "{part} is not in\n{html}");
    }
    let text = text(&html);
    for part in ["作意２一香成、１二玉、", "まで３手詰", "紛れ初手", "不詰"] {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
    let knights = page(&["6k2/7+n1/6+N2/6NN1/9/9/9/9/9 b - 1"]);
    let variations = "変化４手目１一玉は２二成桂寄まで５手駒余り紛れ初手";
    assert!(self::text(&knights).contains(variations), "{knights}");
    // It needs nothing else.
    assert!(!html.contains("<script") && !html.contains("http") && !html.contains("url("));
    let a4 = page(&[MATE_IN_THREE, "--paper", "a4"]);
    assert!(a4.contains("size: 210mm 297mm;"));
    // What nobody says is left to write.
    assert!(a4.contains("<h2>狙い</h2>\n<div class=\"blank\"></div>"));
}

#[test]
fn the_blemishes_of_a_sound_problem_are_printed() {
    for (sfen, verdict) in [
        (
            "6B1k/9/7gp/9/6N2/9/9/9/9 b 2rb3g4s3n4l17p 1",
            "完全作（変同）",
        ),
        (
            "9/7Sk/9/7L1/9/9/9/9/9 b L2r2b4g3s4n2l18p 1",
            "完全作（最終手余詰）",
        ),
    ] {
        let html = page(&[sfen]);
        let cell = format!("<th>検討</th><td>{verdict}</td>");
        assert!(html.contains(&cell), "{html}");
    }
}

#[test]
fn an_unsound_problem_is_printed_with_all_that_is_wrong() {
    let cooked = "5s1pk/7L1/6S1g/7N1/8G/9/9/9/9 b P 1";
    let (html, _, code) = run(&[cooked]);
    assert_eq!(code, 2);
    assert_well_formed(&html);
    assert!(html.contains("<td>不完全作（余詰・駒余り）</td>"), "{html}");
    let cooks = "余詰初手２一香成は同玉、２二歩、１一玉、１二歩、同金、２一歩成、同玉、１二桂成、同玉、２二金、１三玉以下13手\
                 ７手目１三歩は同玉、２四金、１二玉、２二金まで11手変化";
    assert!(text(&html).contains(cooks), "{}", text(&html));
    let booklet = run(&[cooked, "--booklet", "--asides", "1"]).0;
    let one = "余詰初手２一香成は同玉、２二歩、１一玉、１二歩、同金、２一歩成、同玉、１二桂成、同玉、２二金、１三玉以下13手変化";
    assert!(text(&booklet).contains(one), "{}", text(&booklet));
    // A sound one has no place for them.
    assert!(!page(&[MATE_IN_THREE]).contains("余詰"));
    // Where there is no mate, the tries are those of the first move.
    let unsolvable = run(&["5s2k/7L1/6S1g/7N1/9/9/9/9/9 b P 1"]).0;
    let tries = "紛れ初手１二歩は同金、２一香成、同玉、１二桂成、同玉以下不詰";
    assert!(text(&unsolvable).contains(tries), "{}", text(&unsolvable));
}

#[test]
fn a_line_that_is_not_best_play_is_printed_with_what_is() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("short.csv");
    let line = "P*1b 1c1b 2b2a+ 1a2a 2d1b+ 2a3a G*2a";
    let csv = format!("sfen,line\n5s2k/7L1/6S1g/7N1/8G/9/9/9/9 b P 1,{line}\n");
    fs::write(&file, csv).unwrap();
    let (html, _, code) = run(&[file.to_str().unwrap()]);
    assert_eq!(code, 2);
    let verdict = "７手詰検討完全作（作意は最善手順でない・最善は９手詰）";
    assert!(text(&html).contains(verdict), "{}", text(&html));
    // A mate that is sooner than the given line makes no unsound problem; a line without a mate is not the printed one.
    let sooner = "sfen,line\n8k/9/6+RP1/9/9/9/9/9/9 b - 1,3c3a 1a1b 3a2b\n";
    let stops = format!(
        "sfen,line\n5s2k/7L1/6S1g/7N1/8G/9/9/9/9 b P 1,{}\n",
        &line[..line.len() - 5]
    );
    for (csv, verdict) in [
        (
            sooner,
            "３手詰検討完全作（作意は最善手順でない・最善は１手詰・最終手余詰）",
        ),
        (&stops, "９手詰検討完全作（指定手順は最善でない）"),
    ] {
        let file = folder.path().join("other.csv");
        fs::write(&file, csv).unwrap();
        let text = text(&run(&[file.to_str().unwrap()]).0);
        assert!(
            text.contains(verdict) && !text.contains("余詰初手"),
            "{text}"
        );
    }
    let longer = "変化６手目同玉は２二金、１三玉、２四金まで９手紛れ";
    assert!(text(&html).contains(longer), "{}", text(&html));
}

#[test]
fn a_long_line_gets_smaller_letters_and_is_counted() {
    // 将棋無双 56, of 45 plies.
    let sfen = "4g1+r2/4B2s1/5pLpn/3B1g2g/6Pkn/7N1/6nP1/6G2/5+R3 b S2s3l14p 1";
    let html = page(&[sfen, "--asides", "0"]);
    assert!(html.contains("<sup>40</sup>") && !html.contains("<sup>45</sup>"));
    assert!(text(&html).contains("１二銀成まで45手詰"));
    let letters = |html: &str| {
        let (_, from) = html
            .split_once("<section class=\"sheet\" style=\"font-size: ")
            .unwrap();
        from.split_once("pt").unwrap().0.parse::<f32>().unwrap()
    };
    let long_aim = "打歩詰を避ける。".repeat(60);
    assert!(letters(&page(&[sfen, "--asides", "0", "--aim", &long_aim])) < letters(&html));
}

#[test]
fn what_the_file_says_fills_the_fields_and_its_line_is_printed() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/yozume.kifu");
    let (html, err, code) = run(&[file]);
    assert_well_formed(&html);
    assert!(html.contains("<th>作品名</th><td colspan=\"3\">余詰の例</td>"));
    assert!(text(&html).contains("３一玉、３二金まで５手詰"), "{html}");
    assert!(html.contains("<th>検討</th><td>不完全作（余詰）</td>"));
    let told = format!("gyakusan: {file}: not complete 不完全作: second solution 余詰\n");
    assert_eq!((err, code), (told, 2));
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
    let args = [list, "--booklet", "--each", "4", "--title", "小品<集>"];
    let written = run(&[&args[..], &["--jobs", "2", "-o", path]].concat());
    assert_eq!(written, (String::new(), String::new(), 0));
    let html = fs::read_to_string(&out).unwrap();
    // However many work on it.
    assert_eq!(page(&args), html);
    assert_well_formed(&html);
    assert_eq!(html.matches("<section class=\"page\"").count(), 2);
    assert_eq!(html.matches("role=\"img\"").count(), 5);
    let (diagrams, solutions) = html.split_once("<section class=\"solutions\">").unwrap();
    assert!(!diagrams.contains("２一香成") && diagrams.contains("小品&lt;集&gt;</h1>"));
    assert_eq!(text(solutions).matches("２一香成、１二玉").count(), 5);
    // The heading, and four diagrams beside and above each other, fill a page of B5 and no more.
    let grid = "grid-template: 12mm repeat(2, 107.00mm) / repeat(2, 76.00mm)";
    assert!(diagrams.contains(grid), "{diagrams}");
    assert!(diagrams.contains("style=\"width: 72.00mm\""));
}

#[test]
fn what_is_wrong_is_told_and_the_rest_printed() {
    let unsolvable = "8k/9/9/9/9/9/9/9/8P b - 1";
    let (html, err, code) = run(&[MATE_IN_THREE, unsolvable]);
    assert_well_formed(&html);
    assert_eq!(html.matches("<section class=\"sheet\"").count(), 2);
    assert!(html.contains("<td>不詰</td>"));
    let told = format!("gyakusan: \"{unsolvable}\": no mate 不詰\n");
    assert_eq!((err, code), (told, 2));
    let folder = tempfile::tempdir().unwrap();
    let list = folder.path().join("list.sfen");
    fs::write(&list, format!("nonsense\n{MATE_IN_THREE}\n")).unwrap();
    let (html, err, code) = run(&[list.to_str().unwrap()]);
    assert_eq!(html.matches("<section class=\"sheet\"").count(), 1);
    assert!(err.contains("list.sfen:1"), "{err}");
    assert_eq!(code, 2);
    let missing = run(&["missing.kif"]);
    let told = "gyakusan: missing.kif: no such file\n".to_owned();
    assert_eq!(missing, (String::new(), told, 2));
}

/// A KIF file of the knights' problem with these header lines and these moves, as far as they go.
fn knights(headers: &str, moves: &str) -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/kif/keima.kifu");
    let text = fs::read_to_string(path).unwrap();
    let from = text.find("後手の持駒").unwrap();
    let to = text.find("*初形は四桂").unwrap();
    let moves: String = (1..)
        .zip(moves.split(' ').filter(|mv| !mv.is_empty()))
        .map(|(ply, mv)| format!("{ply:4} {mv}\n"))
        .collect();
    format!("{headers}{}{moves}", &text[from..to])
}

#[test]
fn what_a_file_says_of_people_stands_on_paper_and_options_go_before() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("x.kifu");
    let headers = "作者：甲\n作者：乙\n作者：\n住所：都\n狙い：桂\n";
    fs::write(&file, knights(headers, "")).unwrap();
    let file = file.to_str().unwrap();
    let cells = |html: &str| {
        let cell = |name: &str| {
            let (_, from) = html.split_once(&format!("<th>{name}</th>")).unwrap();
            text(&from[..from.find("</tr>").unwrap()])
        };
        (cell("作者"), cell("住所"), html.contains("<p>桂</p>"))
    };
    let (html, ..) = run(&[file]);
    // The same problem came from two people.
    assert_eq!(cells(&html), ("甲・乙".into(), "都".into(), true));
    let (html, ..) = run(&[file, "--author", "丙", "--address", "府", "--aim", "金"]);
    assert_eq!(cells(&html), ("丙".into(), "府".into(), false));
}

#[test]
fn a_line_that_stops_short_is_no_other_line() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("x.kifu");
    let verdict = |moves: &str| {
        fs::write(&file, knights("", moves)).unwrap();
        let (html, err, code) = run(&[file.to_str().unwrap()]);
        let (_, from) = html.split_once("<th>検討</th><td>").unwrap();
        (from.split('<').next().unwrap().to_owned(), err, code)
    };
    let best = "４二桂成(34) ２一玉(31) ３二成桂(42)";
    let (words, err, code) = verdict(best);
    assert_eq!((words.as_str(), code), ("完全作", 0), "{err}");
    assert!(err.contains("the record stops after move 3"), "{err}");
    let (words, err, code) = verdict("２二桂成(34) 投了");
    assert!(
        words.contains("指定手順は最善でない") && code == 2,
        "{words} {err}"
    );
    assert!(err.contains("not best play"), "{err}");
}

#[test]
fn so_many_asides_as_are_asked_for_are_printed() {
    let knights = "6k2/7+n1/6+N2/6NN1/9/9/9/9/9 b - 1";
    let counts = |asides: &str| {
        let text = text(&page(&[knights, "--asides", asides]));
        let (lines, tries) = text.split_once("紛れ").unwrap_or((&text, ""));
        (
            lines.matches("手目").count(),
            tries.matches("初手").count() + tries.matches("手目").count(),
        )
    };
    let (many, one) = (counts("4"), counts("1"));
    assert!(many.1 > 1 && many.1 <= 4, "{many:?}");
    assert_eq!(one, (1, 1));
}

#[test]
fn a_file_that_is_read_is_not_written_over() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("x.kifu");
    let problem = knights("", "");
    fs::write(&file, &problem).unwrap();
    let (file, folder) = (file.to_str().unwrap(), folder.path().to_str().unwrap());
    for problems in [file, folder] {
        let (out, err, code) = run(&[problems, "-o", file]);
        assert_eq!((out.as_str(), code), ("", 2));
        assert!(
            err.ends_with("is an input file and is not overwritten\n"),
            "{err}"
        );
        assert_eq!(fs::read_to_string(file).unwrap(), problem);
    }
    let (_, err, code) = texts(gyakusan(&["prove", file, "-o", file]));
    assert!(code == 2 && err.contains("is an input file"), "{err}");
    assert_eq!(fs::read_to_string(file).unwrap(), problem);
}
