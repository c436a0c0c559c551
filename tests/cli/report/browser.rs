//! The pages in a browser: steps, filters, languages.

use std::fs;

use super::page::{browse, browser};
use super::tools::{output, query, report, works};
use crate::families::knights;

/// Compares what was told with the beginnings of what was to be.
fn begins(told: &[String], expected: &[&str]) {
    for (told, expected) in told.iter().zip(expected) {
        assert!(told.starts_with(expected), "{told}, not {expected}");
    }
    assert_eq!(told.len(), expected.len(), "{told:?}");
}

const SHOWN: &str = "
    function shown() {
        told(one('#shown').textContent + ' | ' + every('#diagram use').length + ' | '
            + every('[aria-current=step]').map(function (is) { return is.textContent; }).join(', '));
    }";

#[test]
#[ignore = "needs Chromium: .ci/long"]
fn a_board_steps_by_keys_and_clicks() {
    let browser = browser();
    let folder = tempfile::tempdir().unwrap();
    let path = knights(folder.path());
    let site = report(&path);
    let id = query(
        path.to_str().unwrap(),
        "select id from problems where sfen like '6k2/7+n1/6+N2/6NN1/9/%'",
    )[0]["id"]
        .clone();
    let script = format!(
        "{SHOWN}
        shown();
        for (const name of ['ArrowRight', 'End', 'ArrowRight', 'ArrowLeft', 'Home', 'ArrowLeft']) {{ key(name); shown(); }}
        every('.move')[2].click(); shown();
        for (const id of ['forth', 'back', 'last', 'forth', 'first']) {{ one('#' + id).click(); shown(); }}
        told(one('#first').getAttribute('aria-disabled') + ' ' + one('#last').getAttribute('aria-disabled'));
        one('#sfen').focus(); key('ArrowRight'); shown(); one('#sfen').blur();
        one('#last').click();
        await click('#language'); shown();
        told(document.documentElement.lang + ' ' + document.title);
        told(one('[data-column=plies] dd').textContent);
        told(getComputedStyle(one('[data-column=captures]')).display + ' '
            + getComputedStyle(one('[data-column=double_checks]')).display);
        await click('#zeros');
        told(getComputedStyle(one('[data-column=double_checks]')).display);
        told(one('#sfen').value);
        told(one('#others').textContent);
        location.hash = '#main'; await sleep(200); shown();
        location.hash = '#999999'; await sleep(200); told(one('#missing').textContent + one('#problem').hidden);
        location.hash = '#{id}'; await sleep(200); shown();"
    );
    let told = browse(
        browser,
        &site,
        "problem.html",
        &format!("?lang=en&solution#{id}"),
        &script,
    );
    // The lines of the board, ☗持駒なし, and the pieces: at the end the defender holds one of them.
    let all = 1 + 5 + 5;
    let start = format!("Start | {all} | ");
    begins(
        &told,
        &[
            &start,
            &format!("Move 1: ☗４二桂成 (3d4b+) | {all} | 1 ☗４二桂成3d4b+"),
            "Move 7: ☗２三桂 (N*2c) — mate | 10 | 7 ☗２三桂N*2c",
            "Move 7: ☗２三桂 (N*2c) — mate",
            "Move 6: ☖１一玉 (2a1a)",
            &start,
            &start,
            "Move 3: ☗３二成桂寄 (4b3b)",
            "Move 4: ☖同　成桂 (2b3b)",
            "Move 3: ☗３二成桂寄 (4b3b)",
            "Move 7: ☗２三桂 (N*2c) — mate",
            "Move 7: ☗２三桂 (N*2c) — mate",
            &start,
            "true false",
            &start,
            "7手目 ☗２三桂 (N*2c) — 詰み",
            &format!("ja 作品 {id} · knights"),
            "7",
            "flex none",
            "flex",
            "6k2/7+n1/6+N2/6NN1/9/9/9/9/9 b 2r2b4g4s4l18p 1",
            "この報告にはありません。",
            "7手目 ☗２三桂 (N*2c) — 詰み",
            "この番号の作品はこの報告にありません。true",
            &format!("初形 | {all} | "),
        ],
    );
}

/// From the main line to the line that leaves it, where it leaves it.
#[test]
#[ignore = "needs Chromium: .ci/long"]
fn a_board_leaps_to_other_lines() {
    let browser = browser();
    let folder = tempfile::tempdir().unwrap();
    let path = knights(folder.path());
    let site = report(&path);
    let rows = query(
        path.to_str().unwrap(),
        "select problem_id id, moves, main_line, kind from lines
         join problems on problem_id = problems.id where plies = 7
         group by problem_id having count(*) = 1 and kind = 'final dual' order by id limit 3",
    );
    assert_eq!(rows.len(), 3);
    for row in rows {
        let split = |name: &str| -> Vec<String> {
            let moves = row[name].as_str().unwrap().split_whitespace();
            moves.map(str::to_owned).collect()
        };
        let (main, other) = (split("main_line"), split("moves"));
        let shared = main.iter().zip(&other).take_while(|(a, b)| a == b).count();
        assert!(shared > 0);
        let script = format!(
            "{SHOWN} key('ArrowDown'); shown(); key('ArrowLeft'); shown(); key('End'); shown();
            key('ArrowUp'); shown(); key('End'); shown();"
        );
        let address = format!("?lang=en&solution#{}", row["id"]);
        let told = browse(browser, &site, "problem.html", &address, &script);
        let step = |moves: &[String], ply: usize| {
            let usi = &moves[ply - 1];
            (format!("Move {ply}: "), format!("({usi})"))
        };
        let end = other.len();
        let expected = [
            (step(&other, shared + 1), end == shared + 1),
            (step(&other, shared), false),
            (step(&other, end), true),
            (step(&main, 1), false),
            (step(&main, 7), false),
        ];
        assert_eq!(told.len(), expected.len());
        for (told, ((start, usi), is_end)) in told.iter().zip(expected) {
            assert!(
                told.starts_with(&start) && told.contains(&usi),
                "{told}, not {start}{usi}"
            );
            assert_eq!(told.contains(" — end"), is_end, "{told}");
        }
        assert!(told[4].contains(" — mate"));
    }
}

/// Of a mate after captures the pieces on the board are those of the rules: the page plays by itself.
#[test]
#[ignore = "needs Chromium: .ci/long"]
fn boards_are_those_of_the_rules() {
    let browser = browser();
    let folder = tempfile::tempdir().unwrap();
    let path = knights(folder.path());
    let site = report(&path);
    let rows = query(
        path.to_str().unwrap(),
        "select id, sfen, main_line from problems where captures > 0 and promotions > 0
         order by plies desc, id limit 40",
    );
    let ids: Vec<String> = rows.iter().map(|row| row["id"].to_string()).collect();
    let script = format!(
        "for (const id of {ids:?}) {{
            location.hash = '#' + id; await sleep(60); one('#last').click();
            told(id + ' ' + every('#diagram use').map(function (is) {{
                const at = /translate\\(([-0-9.]+) ([-0-9.]+)\\) scale\\(([-0-9.]+)\\)/.exec(is.getAttribute('transform'));
                if (!at || Math.abs(at[3]) !== 0.088) {{ return ''; }}
                const file = 9.5 - (Number(at[1]) + at[3] * 500) / 100, rank = .5 + (Number(at[2]) + at[3] * 500) / 105;
                return Math.round(file) + '' + Math.round(rank) + is.getAttribute('href') + (at[3] < 0 ? 'v' : '');
            }}).filter(Boolean).sort().join(' '));
        }}"
    );
    let told = browse(browser, &site, "problem.html", "?solution", &script);
    assert_eq!(told.len(), 40);
    for (told, row) in told.iter().zip(&rows) {
        let start = row["sfen"].as_str().unwrap();
        let mut position: gyakusan::shogi::Position = start.parse().unwrap();
        for usi in row["main_line"].as_str().unwrap().split_whitespace() {
            position = position.play(usi.parse().unwrap());
        }
        let setup = gyakusan::shogi::Setup::from(&position);
        let mut pieces = Vec::new();
        for square in gyakusan::shogi::Square::all() {
            let Some(piece) = setup.board[square.index()] else {
                continue;
            };
            let sign = gyakusan::notation::names::piece_char(piece.kind, piece.promoted);
            let turned = match piece.color {
                gyakusan::shogi::Color::White => "v",
                gyakusan::shogi::Color::Black => "",
            };
            let name = square.to_string().into_bytes();
            let (file, rank) = (char::from(name[0]), name[1] - b'a' + 1);
            pieces.push(format!("{file}{rank}#u{:x}{turned}", u32::from(sign)));
        }
        pieces.sort();
        assert_eq!(told, &format!("{} {}", row["id"], pieces.join(" ")));
    }
}

#[test]
#[ignore = "needs Chromium: .ci/long"]
fn the_gallery_filters_sorts_and_turns_its_pages() {
    let browser = browser();
    let folder = tempfile::tempdir().unwrap();
    let path = knights(folder.path());
    let db = path.to_str().unwrap();
    // Of these there are three pages of nine plies and more.
    rusqlite::Connection::open(&path)
        .unwrap()
        .execute_batch(
            "DELETE FROM lines WHERE problem_id IN
                (SELECT id FROM problems WHERE NOT coalesce(rule_a, 0));
            DELETE FROM problems WHERE NOT coalesce(rule_a, 0)",
        )
        .unwrap();
    let site = report(&path);
    let script = "
        function found() { told(one('#found').textContent + ' | ' + every('#cards li').length + ' | '
            + one('.card').getAttribute('href') + ' | ' + one('#number').value + ' ' + one('#of').textContent); }
        found();
        await set('#which', 'all'); await set('#sort', 'beauty'); found();
        await set('.condition input', 9); found();
        await set('#sort', 'plies'); found();
        await click('#later'); found();
        await click('#later'); await click('#later'); found();
        await set('#order', 'up'); found();
        await set('.condition:nth-child(2) select', 'model_mate'); await set('.condition:nth-child(2) .fields select', 1); found();
        await set('.condition:nth-child(3) select', 'king'); await set('.condition:nth-child(3) input', '３一'); found();
        await click('#language'); found(); told(location.hash);
        await click('#reset'); found();";
    let told = browse(browser, &site, "gallery.html", "?lang=en", script);
    let first = |condition: &str, order: &str, skipped: usize| {
        let sql = format!(
            "select id from problems where {condition} order by {order}, beauty desc, id \
             limit 1 offset {skipped}"
        );
        format!("problem.html#{}", query(db, &sql)[0]["id"])
    };
    let count = |what: &str, condition: &str| {
        let sql = format!("select count({what}) n from problems where {condition}");
        query(db, &sql)[0]["n"].as_u64().unwrap()
    };
    // One of each idea at first, in an order of their own whose first is the most beautiful complete one.
    let ideas = count("distinct idea", "true");
    let beauty = "beauty desc";
    let long = "plies >= 9";
    let model = "plies >= 9 and model_mate";
    let king = "plies >= 9 and model_mate and king = '3a'";
    let (models, kings) = (count("*", model), count("*", king));
    assert!(24 < models && models < 66 && kings > 0 && kings < models);
    let of = |count: u64| count.div_ceil(24);
    let shown = |count: u64| count.min(24);
    let ideas_found = format!(
        "{ideas} of 11,091 problems | 24 | {} | 1 / {}",
        first("rule_e", beauty, 0),
        of(ideas)
    );
    let expected = [
        ideas_found.clone(),
        format!(
            "11,091 of 11,091 problems | 24 | {} | 1 / {}",
            first("true", beauty, 0),
            of(11_091)
        ),
        format!(
            "66 of 11,091 problems | 24 | {} | 1 / 3",
            first(long, beauty, 0)
        ),
        format!(
            "66 of 11,091 problems | 24 | {} | 1 / 3",
            first(long, "plies desc", 0)
        ),
        format!(
            "66 of 11,091 problems | 24 | {} | 2 / 3",
            first(long, "plies desc", 24)
        ),
        // There is no page behind the last.
        format!(
            "66 of 11,091 problems | 18 | {} | 3 / 3",
            first(long, "plies desc", 48)
        ),
        format!(
            "66 of 11,091 problems | 24 | {} | 1 / 3",
            first(long, "plies", 0)
        ),
        format!(
            "{models} of 11,091 problems | {} | {} | 1 / {}",
            shown(models),
            first(model, "plies", 0),
            of(models)
        ),
        format!(
            "{kings} of 11,091 problems | {} | {} | 1 / {}",
            shown(kings),
            first(king, "plies", 0),
            of(kings)
        ),
        format!(
            "{kings}作 / 全11,091作 | {} | {} | 1 / {}",
            shown(kings),
            first(king, "plies", 0),
            of(kings)
        ),
    ];
    assert_eq!(told[..10], expected);
    assert_eq!(
        told[11],
        ideas_found.replace(
            &format!("{ideas} of 11,091 problems"),
            &format!("{ideas}作 / 全11,091作")
        )
    );

    // The address brings the same view back.
    let script = "told(one('#found').textContent); told(one('.card').getAttribute('href'));
        told(one('#sort').value + ' ' + one('#order').value + ' ' + one('#which').value);
        told(every('.condition').length);";
    let address = format!("?lang=en{}", told[10]);
    let told = browse(browser, &site, "gallery.html", &address, script);
    let expected = [
        format!("{kings} of 11,091 problems"),
        first(king, "plies", 0),
        "plies up all".to_owned(),
        "4".to_owned(),
    ];
    assert_eq!(told, expected);
}

/// Who goes on to the next problem stays among those that the gallery has found; what a problem is made of is not told
/// before its solution.
#[test]
#[ignore = "needs Chromium: .ci/long"]
fn the_next_problem_is_the_next_that_was_found() {
    let folder = tempfile::tempdir().unwrap();
    let path = knights(folder.path());
    let site = report(&path);
    let script = "
        await set('#which', 'all'); await set('.condition .fields input:nth-child(2)', 3);
        const cards = every('.card').map(function (is) { return is.getAttribute('href'); });
        told(cards.length > 2);
        const frame = document.createElement('iframe');
        frame.src = cards[1];
        document.body.append(frame);
        await sleep(1000);
        const inside = function (id) { return frame.contentDocument.getElementById(id); };
        told(inside('previous').getAttribute('href') === cards[0].slice(12));
        told(inside('next').getAttribute('href') === cards[2].slice(12));
        told(inside('made-of').hidden); inside('reveal').click(); told(inside('made-of').hidden);
        inside('reveal').click(); inside('next').click(); await sleep(500);
        told(inside('made-of').hidden + ' ' + frame.contentWindow.scrollY);
        await click('#reset'); await set('#which', 'all'); frame.src = 'problem.html?all' + cards[1].slice(12); await sleep(1000);
        told(inside('next').getAttribute('href') === cards[2].slice(12));";
    let told = browse(browser(), &site, "gallery.html", "?lang=en", script);
    let expected = ["true", "true", "true", "true", "false", "true 0", "false"];
    assert_eq!(told, expected);
}

#[test]
#[ignore = "needs Chromium: .ci/long"]
fn imported_works_are_shown_with_lines_and_sources() {
    let browser = browser();
    let folder = tempfile::tempdir().unwrap();
    let path = works(folder.path());
    let site = report(&path);
    let script = format!(
        "{SHOWN}
        told(one('h1 .t[lang=en]').textContent); told(one('#about').textContent);
        told(every('.line-name').map(function (is) {{ return is.textContent; }}).join(' / '));
        key('ArrowDown'); shown(); key('End'); shown(); key('Home'); key('ArrowUp'); shown();
        told(every('#lines .note').length);
        for (const id of ['2', '3', '4']) {{
            location.hash = '#' + id; await sleep(200);
            told(one('#about').textContent + ' | ' + every('.move').length + ' | '
                + every('#diagram use[href=\"#u6301\"]').length);
        }}
        function lines() {{ return every('.line').length + ' ' + (one('#more') ? one('#more').textContent : 'all'); }}
        location.hash = '#5'; await sleep(200);
        told(every('#lines .note').length);
        told(lines()); await click('#more'); told(lines() + ' ' + document.activeElement.className);
        location.hash = '#1'; await sleep(200); location.hash = '#5'; await sleep(200);
        for (let n = 0; n < 12; n += 1) {{ key('ArrowDown'); }}
        told(lines()); key('ArrowDown'); told(lines() + ' ' + every('[aria-current]').length);"
    );
    let told = browse(
        browser,
        &site,
        "problem.html",
        "?lang=en&solution#1",
        &script,
    );
    let lines = &told[2];
    assert!(lines.starts_with("Main line / "), "{lines}");
    assert!(lines.contains("second solution, from move 1"), "{lines}");
    begins(
        &told,
        &[
            "Problem 1 “<i>試作</i>”"
                .replace('<', "&lt;")
                .replace('>', "&gt;")
                .as_str(),
            "3 plies · not complete · A&amp;B · 詰パラ · 2001年",
            "Main line",
            "Move 1: ☗２一銀成 (3b2a+)",
            "Move 5: ☗２二馬 (2c2b) — end",
            "Move 1: ☗２一香成 (2d2a+)",
            "0",
            "no mate | 0 | 1",
            "length unknown | 0 | 1",
            // White attacks: both hands are drawn.
            "1 ply · complete | 1 | 2",
            // Moves of which it is undecided whether they mate.
            "1",
            "13 25 more lines",
            "38 all move",
            "13 25 more lines",
            "38 all 1",
        ],
    );
    let script = "told(every('.card').length); told(one('.work').textContent); told(every('.card i').length);";
    let told = browse(browser, &site, "gallery.html", "?lang=ja", script);
    assert_eq!(told, ["5", "「&lt;i&gt;試作&lt;/i&gt;」 A&amp;B", "0"]);
}

/// Pages without a problem say so.
#[test]
#[ignore = "needs Chromium: .ci/long"]
fn nothing_is_shown_where_there_is_nothing() {
    let browser = browser();
    let folder = tempfile::tempdir().unwrap();
    let path = works(folder.path());
    let site = folder.path().join("none");
    let none = ["--where", "plies > 99", "--out", site.to_str().unwrap()];
    let said = output(&[&["report", path.to_str().unwrap()], &none[..]].concat());
    assert!(said.starts_with("0 problems, 0 in the gallery"), "{said}");
    let told = browse(
        browser,
        &site,
        "problem.html",
        "?lang=en",
        "told(one('#missing').textContent + one('#problem').hidden);",
    );
    assert_eq!(told, ["There are no problems.true"]);
    let told = browse(
        browser,
        &site,
        "gallery.html",
        "?lang=en",
        "told(one('#found').textContent + every('#cards li').length + one('#pages').hidden);",
    );
    assert_eq!(told, ["0 of 0 problems0true"]);
    let told = browse(
        browser,
        &site,
        "index.html",
        "?lang=en",
        "told(every('table, .plot, .diagram').length + one('.sentence').innerText);",
    );
    assert_eq!(told, ["0There are no problems."]);
    // A part that is not there is named.
    let site = report(&path);
    fs::remove_file(site.join("data/part-0000.js")).unwrap();
    let told = browse(
        browser,
        &site,
        "gallery.html",
        "?lang=en",
        "told(one('#found').textContent);",
    );
    assert_eq!(told, ["This file cannot be read: data/part-0000.js"]);
}
