//! What a catalog's options leave out, and problems of several catalogs in one database.

use std::collections::BTreeSet;
use std::path::Path;

use catalog::{Catalog, Region, load};
use enumerate::{Report, Request, Verify, enumerate};
use rusqlite::{Connection, OpenFlags};
use shogi::{Color, Kind, Setup};
use system::monitor::Monitor;

/// The shipped catalog at this place below `catalogs`.
fn catalog(name: &str) -> Catalog {
    let folder = testkit::root().join("catalogs");
    load(&folder.join(name)).unwrap().remove(0)
}

fn run(catalogs: &[Catalog], database: &Path, verify: Verify) -> Report {
    let request = Request {
        catalogs,
        database,
        table: None,
        verify,
        seed: 1,
        memory: None,
        options: "",
    };
    let report = enumerate(&request, &Monitor::default(), &|_| {}).unwrap();
    assert_eq!(report.differing, []);
    report
}

fn open(path: &Path) -> Connection {
    Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY).unwrap()
}

/// The first two columns of a query, the second as a number.
fn rows(db: &Connection, sql: &str) -> Vec<(String, u32)> {
    let mut select = db.prepare(sql).unwrap();
    let rows = select.query_map([], |row| Ok((row.get(0)?, row.get(1)?)));
    rows.unwrap().map(Result::unwrap).collect()
}

fn number(db: &Connection, sql: &str) -> u32 {
    db.query_row(sql, [], |row| row.get(0)).unwrap()
}

/// Whether a problem of this SFEN and length is to be kept.
type Keep<'a> = &'a dyn Fn(&str, u32) -> bool;

/// Guards `longest`, `region` and `defender_pieces`: each leaves what a filter over the positions of
/// the full list leaves, in the table and in the view of the family.
#[test]
fn options_leave_out_what_a_filter_of_the_full_list_would() {
    let folder = tempfile::tempdir().unwrap();
    let full = folder.path().join("full.db");
    run(&[catalog("gin2fu1.toml")], &full, Verify::None);
    let full = rows(&open(&full), "SELECT sfen, plies FROM problems");

    let region = Region {
        files: (4, 7),
        ranks: (1, 3),
    };
    let on_board = |sfen: &str| {
        let setup: Setup = sfen.parse().unwrap();
        let pieces: Vec<_> = setup.pieces().collect();
        pieces
    };
    let in_region = |sfen: &str| {
        let inside = |mirrored: bool| {
            on_board(sfen).iter().all(|(square, _)| {
                let square = if mirrored { square.mirror() } else { *square };
                (4..=7).contains(&square.file()) && (1..=3).contains(&square.rank())
            })
        };
        inside(false) || inside(true)
    };
    let bare = |sfen: &str| {
        let pieces = on_board(sfen);
        let mut white = pieces
            .iter()
            .filter(|(_, piece)| piece.color == Color::White);
        white.all(|(_, piece)| piece.kind == Kind::King)
    };

    let mut narrow: [Catalog; 4] = std::array::from_fn(|_| catalog("gin2fu1.toml"));
    narrow[0].options.longest = Some(5);
    narrow[1].options.region = region;
    narrow[2].options.defender_pieces = false;
    narrow[3].options.longest = Some(3);
    narrow[3].options.region = region;
    narrow[3].options.defender_pieces = false;
    let keep: [Keep<'_>; 4] = [
        &|_, plies| plies <= 5,
        &|sfen, _| in_region(sfen),
        &|sfen, _| bare(sfen),
        &|sfen, plies| plies <= 3 && in_region(sfen) && bare(sfen),
    ];
    let all = folder.path().join("all.db");
    run(&narrow, &all, Verify::None);
    let all = open(&all);
    for (index, (catalog, keep)) in narrow.into_iter().zip(keep).enumerate() {
        let expected: BTreeSet<(String, u32)> = full
            .iter()
            .filter(|(sfen, plies)| keep(sfen, *plies))
            .cloned()
            .collect();
        assert!(!expected.is_empty() && expected.len() < full.len());
        let path = folder.path().join(format!("{index}.db"));
        let report = run(&[catalog], &path, Verify::None);
        let db = open(&path);
        for sql in [
            "SELECT sfen, plies FROM problems",
            "SELECT sfen, plies FROM family_problems",
        ] {
            let ours: BTreeSet<_> = rows(&db, sql).into_iter().collect();
            assert!(ours == expected, "{index}: {sql}: {}", ours.len());
        }
        let problems = report.levels.iter().map(|level| level.problems);
        assert_eq!(problems.sum::<u64>(), expected.len() as u64);
        // Four catalogs of one family in one database: each sees its own.
        let sql = format!(
            "SELECT sfen, plies FROM family_problems WHERE family_options =
             (SELECT options FROM families WHERE id = {})",
            index + 1
        );
        let ours: BTreeSet<_> = rows(&all, &sql).into_iter().collect();
        assert!(ours == expected, "together, {index}: {}", ours.len());
    }
}

/// Guards one row for one problem: two families that share problems, enumerated in two calls, give
/// the rows, memberships and digests that each gives alone, in either order.
#[test]
fn a_problem_of_two_catalogs_is_one_row_with_two_memberships() {
    let folder = tempfile::tempdir().unwrap();
    let names = ["kin2fu1.toml", "upto3/kin1fu2.toml"];
    let alone = names.map(|name| {
        let catalog = catalog(name);
        let path = folder.path().join(catalog.id.clone() + " alone.db");
        let digest = run(&[catalog], &path, Verify::None).digest;
        let problems = rows(&open(&path), "SELECT sfen, plies FROM problems");
        (digest, problems.into_iter().collect::<BTreeSet<_>>())
    });
    let both: BTreeSet<_> = alone[0].1.intersection(&alone[1].1).collect();
    let either: BTreeSet<_> = alone[0].1.union(&alone[1].1).collect();
    assert!(!both.is_empty() && either.len() > both.len());
    for order in [[0, 1], [1, 0]] {
        let path = folder.path().join(format!("{order:?}.db"));
        for which in order {
            let report = run(&[catalog(names[which])], &path, Verify::None);
            assert_eq!(report.digest, alone[which].0, "{}", names[which]);
            assert!(!report.resumed);
        }
        let db = open(&path);
        let problems = rows(&db, "SELECT sfen, plies FROM problems");
        assert_eq!(problems.len(), either.len());
        assert_eq!(problems.iter().collect::<BTreeSet<_>>(), either);
        let memberships = rows(
            &db,
            "SELECT sfen, count(*) FROM family_problems GROUP BY sfen",
        );
        for (sfen, count) in memberships {
            let shared = both.iter().any(|problem| problem.0 == sfen);
            assert_eq!(count, if shared { 2 } else { 1 }, "{sfen}");
        }
        assert_eq!(
            number(&db, "SELECT count(*) FROM runs WHERE state = 'complete'"),
            2
        );
    }
}
