//! `gyakusan report`: what its pages say is what the database says, and they work in a browser.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use assert_cmd::Command;
use serde_json::Value;

fn gyakusan(args: &[&str]) -> Output {
    let mut command = Command::cargo_bin("gyakusan").unwrap();
    command.args(args).output().unwrap()
}

fn output(args: &[&str]) -> String {
    let output = gyakusan(args);
    assert!(output.status.success(), "{args:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// The one line that a refused call says.
fn complaint(args: &[&str]) -> String {
    let output = gyakusan(args);
    assert_eq!(output.status.code(), Some(2), "{args:?}: {output:?}");
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(text.lines().count(), 1, "{text}");
    text
}

/// All knight problems.
fn knights(folder: &Path) -> PathBuf {
    let path = folder.join("knights.db");
    let catalog = concat!(env!("CARGO_MANIFEST_DIR"), "/catalogs/keima.toml");
    let db = path.to_str().unwrap();
    output(&["enumerate", catalog, "--db", db, "--verify", "none"]);
    path
}

/// The rows of a query as JSON.
fn query(db: &str, sql: &str) -> Vec<Value> {
    let text = output(&["query", db, sql, "--format", "jsonl"]);
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// The files of a folder and their bytes.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    fn walk(folder: &Path, before: &str, files: &mut BTreeMap<String, Vec<u8>>) {
        for entry in fs::read_dir(folder).unwrap() {
            let entry = entry.unwrap();
            let name = format!("{before}{}", entry.file_name().to_str().unwrap());
            match entry.file_type().unwrap().is_dir() {
                true => walk(&entry.path(), &format!("{name}/"), files),
                false => drop(files.insert(name, fs::read(entry.path()).unwrap())),
            }
        }
    }
    let mut all = BTreeMap::new();
    walk(folder, "", &mut all);
    all
}

/// What a script of data calls with.
fn argument(script: &str, start: &str) -> Value {
    let text = script.trim_end().strip_prefix(start).unwrap();
    serde_json::from_str(text.strip_suffix(");").unwrap()).unwrap()
}

/// The numbers of the rows of a table of the overview.
fn table(html: &str, id: &str) -> Vec<Vec<Option<u64>>> {
    let (_, table) = html
        .split_once(&format!("<table data-table=\"{id}\">"))
        .unwrap();
    let (table, _) = table.split_once("</table>").unwrap();
    let rows = table.lines().filter(|line| line.starts_with("<tr>"));
    rows.map(|row| {
        let cells = row.split("<td>").skip(1);
        cells
            .map(|cell| cell.split_once("</td>").unwrap().0.replace(',', ""))
            .map(|cell| (cell != "–").then(|| cell.parse().unwrap()))
            .collect()
    })
    .collect()
}

fn number(html: &str, name: &str) -> u64 {
    let (_, rest) = html.split_once(&format!("data-count=\"{name}\">")).unwrap();
    rest.split_once('<')
        .unwrap()
        .0
        .replace(',', "")
        .parse()
        .unwrap()
}

#[test]
fn a_report_says_what_the_database_says() {
    let folder = tempfile::tempdir().unwrap();
    let path = knights(folder.path());
    let db = path.to_str().unwrap();
    let site = folder.path().join("site");
    let out = site.to_str().unwrap();
    let hostile = "</title><script>alert(1)</script>\"&'";
    output(&["report", db, "--out", out, "--title", hostile]);
    let all = files(&site);
    let text = |name: &str| String::from_utf8(all[name].clone()).unwrap();

    // Tables.
    let html = text("index.html");
    let rows = query(
        db,
        "select plies, sum(mirror_images * rule_a) a, sum(mirror_images * rule_b) b,
            sum(mirror_images * rule_c) c, sum(mirror_images * rule_d) d
         from family_problems group by plies order by plies",
    );
    let told = table(&html, "family-0");
    for (rule, name) in ["a", "b", "c", "d"].iter().enumerate() {
        let counts: Vec<Option<u64>> = rows.iter().map(|row| row[*name].as_u64()).collect();
        assert_eq!(told[rule][1..], counts, "rule {name}");
    }
    let published = [
        Some(7524),
        Some(12366),
        Some(6142),
        Some(1188),
        Some(242),
        None,
        Some(12),
    ];
    assert_eq!(told[4], published);
    let flaws = query(
        db,
        "select count(*) n, sum(equal_before_last > 0) a, sum(equal_variations > 0) b
         from problems group by plies order by plies",
    );
    let told = table(&html, "flaws");
    for (row, name) in [(0, "n"), (1, "a"), (8, "b")] {
        let counts: Vec<Option<u64>> = flaws.iter().map(|row| row[name].as_u64()).collect();
        assert_eq!(told[row], counts, "flaw {name}");
    }
    let totals = query(
        db,
        "select count(*) problems, sum(mirror_images) positions, sum(rule_d) complete,
            count(distinct signature) lines, count(*) shown from problems",
    );
    for (name, count) in totals[0].as_object().unwrap() {
        assert_eq!(number(&html, name), count.as_u64().unwrap(), "{name}");
    }
    // Plots: every square's king and every cell of sacrifices.
    for row in query(
        db,
        "select plies, sacrifices, count(*) n from problems group by 1, 2",
    ) {
        let n = row["n"].as_u64().unwrap();
        let n = match n {
            1000.. => format!("{},{:03}", n / 1000, n % 1000),
            _ => n.to_string(),
        };
        let told = format!(
            "{}手 plies, 捨駒 sacrifices {}: {n}",
            row["plies"], row["sacrifices"]
        );
        assert!(html.contains(&told), "{told}");
    }
    assert!(html.contains("5a: 1,320"), "kings");

    // The data are all problems with all their lines.
    let index = argument(&text("data/index.js"), "gyakusan.index(");
    let expected = query(
        db,
        "select id, sfen, sacrifices, beauty from problems order by beauty desc, id",
    );
    assert_eq!(index["count"], expected.len());
    let column = |name: &str| {
        let columns = index["columns"].as_array().unwrap();
        let column = columns.iter().find(|is| is[0]["name"] == name).unwrap();
        column[1].clone()
    };
    let (sacrifices, beauty) = (column("sacrifices"), column("beauty"));
    for (place, row) in expected.iter().enumerate() {
        assert_eq!(index["ids"][place], row["id"]);
        assert_eq!(index["sfens"][place], row["sfen"]);
        assert_eq!(sacrifices[place], row["sacrifices"]);
        assert_eq!(beauty[place].as_f64(), row["beauty"].as_f64());
    }
    let lines: BTreeMap<String, String> = query(db, "select id, main_line from problems")
        .iter()
        .map(|row| {
            (
                row["id"].to_string(),
                row["main_line"].as_str().unwrap().to_owned(),
            )
        })
        .collect();
    let mut place = 0;
    let mut others = 0;
    for (name, _) in all
        .iter()
        .filter(|(name, _)| name.starts_with("data/lines-"))
    {
        let part: usize = name[11..15].parse().unwrap();
        let chunk = argument(&text(name), &format!("gyakusan.lines({part},"));
        for problem in chunk.as_array().unwrap() {
            let main = problem["main"].as_array().unwrap();
            let usi: Vec<&str> = main.iter().map(|mv| mv[0].as_str().unwrap()).collect();
            assert_eq!(usi.join(" "), lines[&index["ids"][place].to_string()]);
            others += problem["others"].as_array().unwrap().len();
            place += 1;
        }
    }
    assert_eq!(place, expected.len());
    let counted = query(db, "select count(*) n from lines");
    assert_eq!(others as u64, counted[0]["n"].as_u64().unwrap());

    // Pages: links lead somewhere, ids are there once, nothing of the title is markup.
    for page in ["index.html", "gallery.html", "problem.html"] {
        let html = text(page);
        assert!(!html.contains("<script>"), "{page}");
        assert!(html.contains("&lt;script&gt;alert(1)&lt;/script&gt;&quot;&amp;"));
        assert!(!html.contains("http"), "{page}: a network");
        let ids: Vec<&str> = html
            .split(" id=\"")
            .skip(1)
            .map(|is| is.split('"').next().unwrap())
            .collect();
        let unique: BTreeSet<&str> = ids.iter().copied().collect();
        assert_eq!(ids.len(), unique.len(), "{page}: {ids:?}");
        for attribute in [" href=\"", " src=\"", " xlink:href=\""] {
            for link in html
                .split(attribute)
                .skip(1)
                .map(|is| is.split('"').next().unwrap())
            {
                match link.strip_prefix('#') {
                    Some(id) => assert!(unique.contains(id), "{page}: {link}"),
                    None => assert!(all.contains_key(link), "{page}: {link}"),
                }
            }
        }
        for name in ["for", "aria-labelledby"] {
            for id in html.split(&format!(" {name}=\"")).skip(1) {
                assert!(
                    unique.contains(id.split('"').next().unwrap()),
                    "{page}: {name}"
                );
            }
        }
        assert_eq!(html.matches("<h1>").count(), 1);
    }

    // The same again, in the place of the first.
    output(&["report", db, "--out", out, "--title", hostile]);
    assert!(files(&site) == all, "a second report differs");
}

#[test]
fn conditions_limits_and_places() {
    let folder = tempfile::tempdir().unwrap();
    let path = knights(folder.path());
    let db = path.to_str().unwrap();
    let site = folder.path().join("site");
    let out = site.to_str().unwrap();
    fs::create_dir(&site).unwrap();
    let said = output(&[
        "report",
        db,
        "--out",
        out,
        "--where",
        "plies >= 9 -- long",
        "--limit",
        "20",
    ]);
    assert!(said.starts_with("66 problems, 20 in the gallery"), "{said}");
    let html = fs::read_to_string(site.join("index.html")).unwrap();
    assert_eq!(number(&html, "problems"), 66);
    assert_eq!(number(&html, "shown"), 20);
    assert_eq!(table(&html, "flaws")[0], [Some(50), Some(16)]);
    assert!(html.contains("plies &gt;= 9 -- long"));

    // Nobody's files are lost.
    let before = files(&site);
    let wrong = complaint(&["report", db, "--out", out, "--where", "plies > nowhere"]);
    assert!(
        wrong.contains("--where: character 9: no such column: nowhere"),
        "{wrong}"
    );
    fs::write(site.join("mine.txt"), "mine").unwrap();
    let wrong = complaint(&["report", db, "--out", out]);
    assert!(wrong.contains("has mine.txt"), "{wrong}");
    fs::remove_file(site.join("mine.txt")).unwrap();
    assert!(files(&site) == before);
    let other = folder.path().join("other");
    fs::create_dir(&other).unwrap();
    fs::write(other.join("index.html"), "mine").unwrap();
    let wrong = complaint(&["report", db, "--out", other.to_str().unwrap()]);
    assert!(wrong.contains("no report of gyakusan"), "{wrong}");
    complaint(&["report", db, "--out", db]);
    complaint(&[
        "report",
        db,
        "--out",
        folder.path().join("no/where").to_str().unwrap(),
    ]);
    // Nothing is left beside.
    let names: BTreeSet<_> = fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    assert_eq!(
        names,
        ["knights.db", "other", "site"].map(str::to_owned).into()
    );
}

/// What a page shows after a script of the test has run in it; `None` where there is no browser.
fn browse(site: &Path, page: &str, address: &str, script: &str) -> Option<String> {
    let browser = ["chromium", "chromium-browser", "google-chrome"]
        .into_iter()
        .find(|name| {
            std::process::Command::new(name)
                .arg("--version")
                .output()
                .is_ok()
        })?;
    let html = fs::read_to_string(site.join(page)).unwrap();
    let script = format!(
        "<pre id=\"result\"></pre><script>\n\
         function told(text) {{ document.getElementById('result').textContent += text + '\\n'; }}\n\
         window.addEventListener('error', function (event) {{ told('error: ' + event.message); }});\n\
         window.addEventListener('load', function () {{ setTimeout(function () {{ {script} }}, 300); }});\n\
         </script>\n</body>"
    );
    fs::write(site.join("test.html"), html.replace("</body>", &script)).unwrap();
    let profile = tempfile::tempdir().unwrap();
    let output = std::process::Command::new(browser)
        .args([
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--enable-logging=stderr",
        ])
        .arg(format!("--user-data-dir={}", profile.path().display()))
        .args(["--virtual-time-budget=10000", "--dump-dom"])
        .arg(format!("file://{}/test.html{address}", site.display()))
        .output()
        .unwrap();
    fs::remove_file(site.join("test.html")).unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    let console: Vec<&str> = errors
        .lines()
        .filter(|line| line.contains("CONSOLE"))
        .collect();
    assert!(console.is_empty(), "{console:?}");
    let dom = String::from_utf8_lossy(&output.stdout).into_owned();
    let (_, rest) = dom
        .split_once("<pre id=\"result\">")
        .unwrap_or_else(|| panic!("{dom}"));
    Some(rest.split_once("</pre>").unwrap().0.to_owned())
}

#[test]
fn a_browser_steps_through_a_problem_and_filters() {
    let folder = tempfile::tempdir().unwrap();
    let path = knights(folder.path());
    let db = path.to_str().unwrap();
    let site = folder.path().join("site");
    output(&["report", db, "--out", site.to_str().unwrap()]);
    let id = query(
        db,
        "select id from problems where sfen like '6k2/7+n1/6+N2/6NN1/9/%'",
    )[0]["id"]
        .clone();
    let script = "
        function shown() { told(document.getElementById('shown').textContent + ' | ' +
            document.querySelectorAll('#diagram use').length + ' | ' +
            document.querySelectorAll('[aria-current=step]').length); }
        function key(name) { document.body.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true })); shown(); }
        shown(); key('ArrowRight'); key('End'); key('ArrowRight'); key('ArrowLeft'); key('Home'); key('ArrowLeft');
        document.querySelectorAll('.move')[2].click(); shown();
        document.getElementById('forth').click(); shown();
        document.getElementById('language').click(); shown();
        told(document.documentElement.lang + ' ' + document.title);
        told(document.querySelector('[data-column=plies] dd').textContent);
        told(document.getElementById('sfen').value);";
    let Some(result) = browse(&site, "problem.html", &format!("?lang=en#{id}"), script) else {
        eprintln!("no Chromium here: the pages were not tried");
        return;
    };
    // The lines of the board, ☗持駒なし, and the pieces.
    let all = 1 + 5 + 5;
    let lines: Vec<&str> = result.lines().collect();
    let starts = [
        format!("Start | {all} | 0"),
        format!("Move 1: ☗４二桂成 (3d4b+) | {all} | 1"),
        "Move 7: ☗２三桂 (N*2c) — mate".to_owned(),
        "Move 7: ☗２三桂 (N*2c) — mate".to_owned(),
        "Move 6: ☖１一玉 (2a1a)".to_owned(),
        format!("Start | {all} | 0"),
        format!("Start | {all} | 0"),
        "Move 3: ☗３二成桂寄 (4b3b)".to_owned(),
        "Move 4: ☖同　成桂 (2b3b)".to_owned(),
        "4手目 ☖同　成桂 (2b3b)".to_owned(),
        format!("ja 作品 {id} · knights"),
        "7".to_owned(),
        "6k2/7+n1/6+N2/6NN1/9/9/9/9/9 b 2r2b4g4s4l18p 1".to_owned(),
    ];
    assert_eq!(lines.len(), starts.len(), "{result}");
    for (line, start) in lines.iter().zip(&starts) {
        assert!(line.starts_with(start.as_str()), "{line}, not {start}");
    }

    let script = "
        function found() { told(document.getElementById('found').textContent + ' | ' +
            document.querySelectorAll('#cards li').length); }
        function set(id, value) { var is = document.querySelector(id);
            if (is.type === 'checkbox') { is.checked = value; } else { is.value = value; }
            is.dispatchEvent(new Event('input', { bubbles: true })); }
        found(); set('#once', false); found();
        set('.condition input', 9); found();
        set('#sort', 'plies'); found(); told(document.querySelector('.card b').textContent);
        document.getElementById('later').click(); found();";
    let result = browse(&site, "gallery.html", "?lang=en", script).unwrap();
    let count = |sql: &str| query(db, sql)[0]["n"].as_u64().unwrap();
    let lines = count("select count(distinct signature) n from problems");
    let expected = format!(
        "{lines} problems of 11,091 | 24\n11,091 problems of 11,091 | 24\n66 problems of 11,091 | 24\n\
         66 problems of 11,091 | 24\n11 plies\n66 problems of 11,091 | 24\n"
    );
    assert_eq!(result, expected);
}
