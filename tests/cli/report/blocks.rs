//! The gallery of a large database in a browser: block by block.

use gyakusan::notation::numbers::thousands;
use pages::{Selection, write};
use store::{QueryLimits, Store};

use super::page::{browse, browser};
use super::tools::query;
use crate::families::knights;

/// A number of the database as the pages write it.
fn grouped(number: &str) -> String {
    thousands(number.parse().unwrap())
}

#[test]
#[ignore = "needs Chromium: .ci/long"]
fn a_gallery_of_many_blocks_loads_what_it_looks_at() {
    let browser = browser();
    let folder = tempfile::tempdir().unwrap();
    let path = knights(folder.path());
    let db = path.to_str().unwrap();
    let store = Store::open_read_only(&path).unwrap();
    let site = folder.path().join("site");
    let selection = Selection {
        title: "x".to_owned(),
        condition: None,
        limit: u32::MAX,
        block: 500,
    };
    let shown = write(&store, &selection, &site, &QueryLimits::default())
        .unwrap()
        .shown;
    let script = "
        function loaded() {
            return every('head script').map(function (is) { return is.src.split('/').pop(); })
                .filter(function (name) { return name.startsWith('column-beauty'); }).join(' ');
        }
        function say() { told(one('#found').textContent + ' | ' + one('#reach').hidden + ' ' + one('#looked').textContent
            + ' | ' + one('.card').getAttribute('href') + ' | ' + loaded()); }
        await set('#which', 'all'); await set('#sort', 'beauty'); say();
        await click('#further'); say();
        await set('.condition input', 11); await sleep(300); say();
        while (!one('#reach').hidden) { await click('#further'); await sleep(100); }
        say();
        told(location.hash);";
    let told = browse(browser, &site, "gallery.html", "?lang=en", script);
    let all = thousands(shown as u64);
    let first = |condition: &str| {
        let sql =
            format!("select id from problems where {condition} order by beauty desc, id limit 1");
        query(db, &sql)[0]["id"].to_string()
    };
    let most = first("true");
    assert_eq!(
        told[0],
        format!(
            "500 of {all} problems | false Examined the 500 most beautiful problems; the order applies to these. \
                 | problem.html#{most} | column-beauty-0000.js"
        )
    );
    assert_eq!(
        told[1],
        format!(
            "1,000 of {all} problems | false Examined the 1,000 most beautiful problems; the order applies to these. \
                 | problem.html#{most} | column-beauty-0000.js column-beauty-0001.js"
        )
    );
    let long = query(db, "select count(*) n from problems where plies >= 11")[0]["n"].to_string();
    assert!(
        told[3].starts_with(&format!("{long} of {all} problems | true ")),
        "{told:?}"
    );
    assert!(told[3].contains(&format!("problem.html#{} ", first("plies >= 11"))));

    // A problem of another block is found by its number, with those beside it.
    let rows = query(
        db,
        "select id from problems order by beauty desc, id limit 3 offset 5000",
    );
    let [before, here, after] = [0, 1, 2].map(|at| rows[at]["id"].to_string());
    let script =
        "told(one('#previous').getAttribute('href') + ' ' + one('#next').getAttribute('href'));
        told(one('h1').textContent); told(one('#alike').href.split('/').pop());
        location.hash = '#99999999'; await sleep(200); told(one('#missing').textContent);";
    let told = browse(
        browser,
        &site,
        "problem.html",
        &format!("?lang=en#{here}"),
        script,
    );
    assert_eq!(told[0], format!("#{before} #{after}"));
    assert!(told[1].contains(&here));
    assert_eq!(told[3], "This report has no problem with this number.");

    // All problems of its idea, and one of each.
    let same = format!("select idea from problems where id = {here}");
    let sql = format!("select count(*) n from problems where idea = ({same})");
    let alike = query(db, &sql)[0]["n"].to_string();
    let script = "while (!one('#reach').hidden) { await click('#further'); await sleep(100); }
        told(one('#found').textContent + ' | ' + one('#idea').textContent.startsWith('Only problems of idea '));
        await click('#any-idea'); await set('#which', 'ideas');
        while (!one('#reach').hidden) { await click('#further'); await sleep(100); }
        told(one('#found').textContent + ' | ' + one('#of-idea').hidden);";
    let address = told[2].strip_prefix("gallery.html").unwrap();
    let told = browse(
        browser,
        &site,
        "gallery.html",
        &format!("?lang=en{address}"),
        script,
    );
    assert_eq!(
        told[0],
        format!("{} of {all} problems | true", grouped(&alike))
    );
    let ideas = query(db, "select count(distinct idea) n from problems")[0]["n"].to_string();
    assert_eq!(
        told[1],
        format!("{} of {all} problems | true", grouped(&ideas))
    );
}
