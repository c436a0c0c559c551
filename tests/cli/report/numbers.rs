//! The numbers of the overview, and pages that hold together.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;

use flate2::read::GzDecoder;
use gyakusan::shogi::{Color, Position, Square};

use super::tools::{files, output, query, works};
use crate::families::knights;
use crate::typed::data;

/// The numbers of the rows of a table of the overview.
pub fn table(html: &str, id: &str) -> Vec<Vec<Option<u64>>> {
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

/// A number of the summary.
pub fn number(html: &str, name: &str) -> u64 {
    let (_, rest) = html.split_once(&format!("data-count=\"{name}\">")).unwrap();
    rest.split_once('<')
        .unwrap()
        .0
        .replace(',', "")
        .parse()
        .unwrap()
}

/// So many of the knight problems that the plain referee lists under rule A have the king on 5a.
fn kings_on_5a_by_rule_a() -> usize {
    let list = File::open(data("families_N4.csv.gz")).unwrap();
    let mut rows = csv::Reader::from_reader(GzDecoder::new(list));
    let on_5a = rows.records().filter(|row| {
        let position: Position = row.as_ref().unwrap()[0].parse().unwrap();
        position.king(Color::White) == Square::new(5, 1)
    });
    on_5a.count()
}

#[test]
#[ignore = "many seconds: .ci/long"]
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
            sum(mirror_images * rule_c) c, sum(mirror_images * rule_d) d,
            sum(mirror_images * rule_e) e
         from family_problems group by plies order by plies",
    );
    let told = table(&html, "family-0");
    for (rule, name) in ["a", "b", "c", "d", "e"].iter().enumerate() {
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
    assert_eq!(told[5][..published.len()], published);
    assert!(told[5][published.len()..].iter().all(Option::is_none));
    let flaws = query(
        db,
        "select count(*) n, sum(cooks > 0) a, sum(equal_variations > 0) b
         from problems group by plies order by plies",
    );
    let told = table(&html, "flaws");
    for (row, name) in [(0, "n"), (1, "a"), (10, "b")] {
        let counts: Vec<Option<u64>> = flaws.iter().map(|row| row[name].as_u64()).collect();
        assert_eq!(told[row], counts, "flaw {name}");
    }
    let totals = query(
        db,
        "select count(*) problems, sum(mirror_images) positions, sum(rule_e) complete,
            count(distinct signature) lines, count(*) shown from problems",
    );
    for (name, count) in totals[0].as_object().unwrap() {
        assert_eq!(number(&html, name), count.as_u64().unwrap(), "{name}");
    }
    // Plots: every cell of sacrifices and every square's king, told and drawn.
    let with_commas = |n: u64| match n {
        1000.. => format!("{},{:03}", n / 1000, n % 1000),
        _ => n.to_string(),
    };
    let mut cells: Vec<String> = Vec::new();
    for row in query(
        db,
        "select plies, sacrifices, count(*) n from problems group by 1, 2",
    ) {
        let n = with_commas(row["n"].as_u64().unwrap());
        let (plies, sacrifices) = (&row["plies"], &row["sacrifices"]);
        let told = format!("{plies}手 plies, 捨駒 sacrifices {sacrifices}: {n}");
        assert!(html.contains(&told), "{told}");
        cells.push(n);
    }
    let mut kings: BTreeMap<String, u64> = BTreeMap::new();
    for row in query(
        db,
        "select king, mirror_images images, count(*) n from problems group by 1, 2",
    ) {
        let (king, n) = (row["king"].as_str().unwrap(), row["n"].as_u64().unwrap());
        *kings.entry(king.to_owned()).or_default() += n;
        if row["images"] == 2 {
            let file = 10 - king[..1].parse::<u8>().unwrap();
            *kings.entry(format!("{file}{}", &king[1..])).or_default() += n;
        }
    }
    let of_rule_a = "select sum(mirror_images) n from problems where rule_a and king = '5a'";
    assert_eq!(query(db, of_rule_a)[0]["n"], kings_on_5a_by_rule_a());
    for (king, &n) in &kings {
        let told = format!("{king}: {}", with_commas(n));
        assert!(html.contains(&told), "{told}");
        cells.push(with_commas(n));
    }
    let drawn = html
        .lines()
        .filter(|line| line.starts_with("<rect class=\"heat\""));
    let mut drawn: Vec<String> = drawn
        .map(|line| {
            let (_, text) = line.split_once("<text").unwrap();
            let (_, text) = text.split_once('>').unwrap();
            text.trim_end_matches("</text>").to_owned()
        })
        .collect();
    drawn.sort();
    cells.sort();
    assert_eq!(drawn, cells);

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
                    None => {
                        let file = link.split('#').next().unwrap();
                        assert!(all.contains_key(file) || file == "data:,", "{page}: {link}");
                    }
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

/// Four families in one database: each has its table, with what was published, and a link to it.
#[test]
fn every_family_has_its_table() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("four.db");
    let (db, site) = (path.to_str().unwrap(), folder.path().join("site"));
    let catalog = |name: &str| format!("{}/catalogs/{name}.toml", env!("CARGO_MANIFEST_DIR"));
    let catalogs = ["kin2fu1", "gin2fu1", "upto3/kin1", "upto3/kin2"].map(catalog);
    let words: Vec<&str> = catalogs.iter().map(String::as_str).collect();
    let rest = ["--db", db, "--verify", "none"];
    output(&[&["enumerate"], &words[..], &rest].concat());
    let read = |more: &[&str]| {
        let out = site.to_str().unwrap();
        output(&[&["report", db, "--out", out], more].concat());
        std::fs::read_to_string(site.join("index.html")).unwrap()
    };
    let html = read(&[]);
    let families = query(
        db,
        "select id, name_ja, published_source from families order by id",
    );
    let of = |id: &serde_json::Value| {
        let sql = format!(
            "select plies, sum(mirror_images * rule_a) a, sum(mirror_images * rule_d) d,
                sum(mirror_images * rule_e) e
             from family_problems where family_id = {id} group by plies order by plies"
        );
        query(db, &sql)
    };
    let found: Vec<_> = families
        .iter()
        .filter(|is| !of(&is["id"]).is_empty())
        .collect();
    assert_eq!((families.len(), found.len()), (4, 3));
    for (index, family) in found.iter().enumerate() {
        let told = table(&html, &format!("family-{index}"));
        let published = !family["published_source"].is_null();
        assert_eq!(told.len(), 5 + usize::from(published));
        let skipped = usize::from(published);
        for (row, name) in [(0, "a"), (3, "d"), (4, "e")] {
            let rows = of(&family["id"]);
            let counts: Vec<_> = rows.iter().map(|row| row[name].as_u64()).collect();
            let told = &told[row][skipped..];
            assert_eq!(told[..counts.len()], counts, "{family}");
            assert!(told[counts.len()..].iter().all(Option::is_none));
        }
        let name = family["name_ja"].as_str().unwrap();
        let (_, section) = html
            .split_once(&format!("<h3 id=\"family-{index}\">"))
            .unwrap();
        assert!(section.contains(name));
        assert!(
            section
                .split_once("</section>")
                .unwrap()
                .0
                .contains("<svg class=\"plot\"")
        );
    }
    assert!(html.contains("Families without problems here"));
    assert!(!html.contains("data-table=\"others\""));

    // Of another selection only the families with problems in it.
    let html = read(&["--where", "plies >= 9 and rule_d"]);
    let rows = query(
        db,
        "select count(*) n from problems where plies >= 9 and rule_d",
    );
    assert_eq!(number(&html, "problems"), rows[0]["n"].as_u64().unwrap());
    assert_eq!(html.matches("<h3 id=\"family-").count(), 1);
    // 銀2歩1: 36 problems of 9 plies.
    assert_eq!(table(&html, "family-0")[3].last(), Some(&Some(36)));
}

#[test]
fn works_of_no_family_are_counted() {
    let folder = tempfile::tempdir().unwrap();
    let path = works(folder.path());
    let (db, site) = (path.to_str().unwrap(), folder.path().join("site"));
    output(&["report", db, "--out", site.to_str().unwrap()]);
    let html = std::fs::read_to_string(site.join("index.html")).unwrap();
    assert_eq!(number(&html, "problems"), 5);
    assert_eq!(number(&html, "unmeasured"), 2);
    // Two mates in one, one in three.
    assert_eq!(table(&html, "others"), [[Some(2), Some(1)]]);
    // One with 余詰, one with many last moves.
    let flaws = table(&html, "flaws");
    assert_eq!(flaws[1], [Some(0), Some(1)]);
    assert_eq!(flaws[5], [Some(1), Some(0)]);
    assert!(!html.contains("family-0"));
}
