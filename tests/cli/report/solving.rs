//! A reader solves a problem of a report in a browser, and saves it.

use super::page::{browse, browser, dump};
use super::tools::{output, query, report, works};
use crate::families::knights;

/// Presses on the board, as a mouse does, and what is told.
const PRESS: &str = "
    function press(name) {
        const svg = one('#diagram svg'), matrix = svg.firstChild.getScreenCTM();
        const at = new DOMPoint((9.5 - Number(name[0])) * 100, ('abcdefghi'.indexOf(name[1]) + .5) * 105).matrixTransform(matrix);
        svg.dispatchEvent(new MouseEvent('click', { clientX: at.x, clientY: at.y, bubbles: true }));
    }
    async function move(usi) { press(usi.slice(0, 2)); press(usi.slice(2, 4));
        const way = document.querySelector('#hand [data-promotes=' + (usi.length > 4) + ']'); if (way) { way.click(); }
        await sleep(300); told(one('#told').textContent); }
    async function drop(kind, to) {
        const held = document.querySelector('#diagram [data-place=\"' + kind + '*\"]');
        held.dispatchEvent(new MouseEvent('click', { bubbles: true })); press(to);
        await sleep(300); told(one('#told').textContent);
    }";

#[test]
#[ignore = "needs Chromium: .ci/long"]
fn a_reader_solves_against_best_defence() {
    let browser = browser();
    let folder = tempfile::tempdir().unwrap();
    let path = knights(folder.path());
    let site = report(&path);
    let db = path.to_str().unwrap();
    let sql = "select id, main_line from problems where sfen like '6k2/7+n1/6+N2/6NN1/9/%'";
    let id = &query(db, sql)[0]["id"];
    let script = format!(
        "{PRESS}
        function visible(what) {{ return one(what).getClientRects().length > 0; }}
        told(visible('#moves') + ' ' + visible('#stepping') + ' ' + visible('#solving'));
        told(one('#told').textContent);
        key('ArrowRight'); told(one('#told').textContent);
        await move('2d1b');
        await click('#hint'); told(one('#told').textContent + every('.target').length);
        await click('#hint'); told(one('#told').textContent);
        await move('3c3b'); await move('2d1b'); await click('#retract');
        await move('3d4b+');
        await move('4b3b'); await click('#retract'); await move('4b3b');
        await move('3c3b');
        one('#hand button').click(); press('2c'); await sleep(300); told(one('#told').textContent);
        await click('#reveal');
        told(visible('#moves') + ' ' + visible('#stepping') + ' ' + visible('#solving'));
        key('End'); told(one('#shown').textContent);
        let saved; URL.createObjectURL = function (blob) {{ saved = blob; return '#'; }};
        HTMLAnchorElement.prototype.click = function () {{ told(this.download); }};
        one('#kif').click(); told(JSON.stringify(await saved.text()));"
    );
    let told = browse(
        browser,
        &site,
        "problem.html",
        &format!("?lang=en#{id}"),
        &script,
    );
    let before = [
        "false false true",
        "Your move: give check.",
        "Your move: give check.",
        "That move is illegal or gives no check.",
        "Hint: this piece.2",
        "Hint: ☗４二桂成(34)",
    ];
    assert_eq!(told[..6], before);
    assert!(
        told[6].contains(": no mate within 11 plies. Take it back."),
        "{told:?}"
    );
    assert_eq!(
        told[7], told[6],
        "nothing is played on before it is taken back"
    );
    let after = [
        "Reply: ☖２一玉(31)",
        "Reply: ☖同成桂(22)",
        "Reply: ☖同成桂(22)",
        "Reply: ☖１一玉(21)",
        "Mate in 7: solved.",
        "true true false",
        "Move 7: ☗２三桂 (N*2c) — mate",
    ];
    assert_eq!(told[8..15], after);
    assert_eq!(told[15], format!("{id}.kifu"));
    let saved: String = serde_json::from_str(&told[16]).unwrap();
    let condition = format!("id = {id}");
    let written = output(&["export", db, "--format", "kifu", "--where", &condition]);
    // What is not on the page's main line is not in its file.
    let main = written.split("\n変化").next().unwrap().trim_end();
    let plain = |text: &str| -> Vec<String> {
        let lines = text.lines().filter(|line| !line.starts_with('*'));
        lines
            .map(|line| line.trim_end_matches('+').to_owned())
            .collect()
    };
    assert_eq!(plain(saved.trim_end()), plain(main));
}

/// However long a work is, its own line is answered; moves are named as they are played.
#[test]
#[ignore = "needs Chromium: .ci/long"]
fn a_long_work_is_solved_along_its_main_line() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let works = include_str!("../../data/musou.tsv");
    let work = works.lines().find(|line| line.ends_with("musou-011"));
    let sfen = work.unwrap().split('\t').next().unwrap();
    std::fs::write(file("work.sfen"), sfen).unwrap();
    output(&["import", &file("work.sfen"), "--db", &file("work.db")]);
    let site = report(&folder.path().join("work.db"));
    let row = &query(
        &file("work.db"),
        "select id, plies, main_line from problems",
    )[0];
    let line: Vec<&str> = row["main_line"].as_str().unwrap().split(' ').collect();
    assert_eq!(row["plies"], line.len());
    assert!(line.len() > 25, "{line:?}");
    let moves = line.iter().step_by(2);
    let moves: String = moves
        .map(|mv| match mv.split_once('*') {
            Some((kind, to)) => format!("await drop('{kind}', '{to}');"),
            None => format!("await move('{mv}');"),
        })
        .collect();
    let script = format!("{PRESS} {moves}");
    let told = browse(
        browser(),
        &site,
        "problem.html",
        &format!("?lang=en#{}", row["id"]),
        &script,
    );
    let end = format!("Mate in {}: solved.", line.len());
    assert_eq!(told.last().unwrap(), &end, "{told:#?}");
    let replies = told.iter().filter(|told| told.starts_with("Reply: ☖"));
    assert_eq!(replies.count(), line.len() / 2, "{told:#?}");
}

/// Whatever strangers write into a title, and with or without a mate, what a page saves is read as the same position.
#[test]
#[ignore = "needs Chromium: .ci/long"]
fn what_is_saved_is_read_again() {
    let browser = browser();
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let works = "sfen,作品名\n8k/9/8P/9/9/9/9/9/9 b G 1,\"題\n先手の持駒：飛\n\"\n8k/9/8P/9/9/9/9/9/9 b S 1,\n";
    std::fs::write(file("works.csv"), works).unwrap();
    output(&["import", &file("works.csv"), "--db", &file("works.db")]);
    let site = report(&folder.path().join("works.db"));
    for row in query(&file("works.db"), "select id, sfen from problems") {
        let script =
            "let saved; URL.createObjectURL = function (blob) { saved = blob; return '#'; };
            HTMLAnchorElement.prototype.click = function () {};
            one('#kif').click(); told(JSON.stringify(await saved.text()));";
        let told = browse(
            browser,
            &site,
            "problem.html",
            &format!("?lang=en#{}", row["id"]),
            script,
        );
        let saved: String = serde_json::from_str(&told[0]).unwrap();
        std::fs::write(file("saved.kifu"), &saved).unwrap();
        let read = output(&["convert", &file("saved.kifu"), "--to", "sfen"]);
        let sfen = row["sfen"].as_str().unwrap();
        assert!(read.starts_with(sfen), "{read}\n{saved}");
    }
}

/// What the lengths of the page's own search are, the database says as well.
#[test]
#[ignore = "needs Chromium: .ci/long"]
fn what_cannot_be_solved_here_is_told() {
    let browser = browser();
    let folder = tempfile::tempdir().unwrap();
    let path = works(folder.path());
    let site = report(&path);
    let rows = query(
        path.to_str().unwrap(),
        "select id, plies, status from problems order by id",
    );
    let ids: Vec<String> = rows.iter().map(|row| row["id"].to_string()).collect();
    let script = format!(
        "for (const id of {ids:?}) {{ location.hash = '#' + id; await sleep(200); told(one('#told').textContent); }}"
    );
    let told = browse(browser, &site, "problem.html", "?lang=en", &script);
    for (told, row) in told.iter().zip(&rows) {
        let expected = match (row["status"].as_str(), row["plies"].is_null()) {
            (Some("no_mate"), _) => "There is no mate: nothing to solve.",
            (_, true) => "Its length is not known: it cannot be solved here.",
            (_, false) => "Your move: give check.",
        };
        assert_eq!(told, expected, "{row}");
    }
    assert_eq!(told.len(), 5);
}

/// The rules and the search of the pages find the lengths that lists confirm, futile interpositions left out.
#[test]
#[ignore = "needs Chromium: .ci/long"]
fn the_search_of_the_pages_finds_the_confirmed_lengths() {
    const SCRIPTS: [&str; 3] = [
        include_str!("../../../src/picture/src/browser/position.js"),
        include_str!("../../../src/pages/src/script/rules.js"),
        include_str!("../../../src/pages/src/script/mates.js"),
    ];
    let lists = [
        (include_str!("../../data/futile_cases.tsv"), 1),
        (include_str!("../../data/short_1_to_5.tsv"), 1),
        (include_str!("../../data/short_1_to_11.tsv"), 8),
    ];
    let mut problems = Vec::new();
    for (list, step) in lists {
        let rows = list.lines().filter_map(|line| {
            let mut cells = line.split('\t');
            let sfen = cells.next()?;
            Some((sfen, cells.next()?.parse::<u32>().ok()?))
        });
        problems.extend(rows.step_by(step));
    }
    assert!(problems.len() > 150, "{}", problems.len());
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("search.html");
    let html = format!(
        "<!DOCTYPE html><meta charset=\"utf-8\"><pre id=\"result\" hidden></pre><script>\n{}
        const lines = [];
        for (const [sfen, plies] of {}) {{
            const now = readRules(readPosition(sfen)), mates = new Mates(60000);
            const found = mates.ask(() => mates.attacks(now, plies)), less = mates.ask(() => mates.attacks(now, plies - 2));
            if (found !== true || less !== false) {{ lines.push(sfen + ' ' + plies + ' ' + found + ' ' + less); }}
        }}
        document.getElementById('result').textContent = lines.concat('end').join('\\n') + '\\n';
        </script>",
        SCRIPTS.concat(),
        serde_json::to_string(&problems).unwrap()
    );
    std::fs::write(&page, html).unwrap();
    let wrong = dump(browser(), &format!("file://{}", page.display()));
    assert!(wrong.is_empty(), "{wrong:#?}");
}
