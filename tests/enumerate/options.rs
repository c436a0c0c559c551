//! What a catalog's options leave out and add, and problems of several catalogs in one database.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use catalog::{Catalog, Region, load};
use enumerate::{Report, Request, Verify, enumerate};
use retro::engine::Engine;
use retro::judge::Judge;
use retro::monitor::Monitor;
use retro::node::Node;
use retro::plain::{Family, Place, PlainPosition, Table};
use retro::scope::Scope;
use retro::unit::{KINDS, Unit};
use retro::value::Solver;
use rusqlite::{Connection, OpenFlags};
use shogi::{Color, Kind, Setup};

/// The shipped catalog at this place below `catalogs`.
fn catalog(name: &str) -> Catalog {
    let folder = testkit::root().join("catalogs");
    load(&folder.join(name)).unwrap().remove(0)
}

fn run(catalogs: &[Catalog], database: &Path, verify: Verify) -> Report {
    let request = Request {
        catalogs,
        database,
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

fn node(position: &PlainPosition) -> Node {
    let mut node = Node::new(position.king().index());
    for &(kind, place) in position.units() {
        let kind = KINDS.iter().position(|&other| other == kind).unwrap();
        node.add(match place {
            Place::AttackerHand => Unit::in_hand(kind),
            Place::Board {
                square,
                color,
                promoted,
            } => Unit::on_board(kind, color, promoted, square.index()),
        });
    }
    node
}

/// Every mate of a family that satisfies rule A but for superfluous pieces: SFEN, plies, and how many
/// pieces could go to the defender's hand, each alone, without changing the length.
fn with_superfluous(counts: [u8; 4]) -> BTreeMap<String, (u32, u32)> {
    let [gold, silver, knight, pawn] = counts;
    let plain = Table::solve(Family {
        gold,
        silver,
        knight,
        pawn,
    });
    let monitor = Monitor::default();
    let mut engine = Engine::<u64>::start(Scope::new(&[counts]), &monitor).unwrap();
    while !engine.is_complete() {
        engine.advance().unwrap();
    }
    let found = engine.finish();
    let mut judge = Judge::new(Solver::new(&found.table));
    let mut problems = BTreeMap::new();
    for (position, value) in plain.attackers() {
        if judge.judge(&node(&position), value as u8).is_none() {
            continue;
        }
        let units = position.units();
        let idle = (0..units.len()).filter(|&idle| {
            let mut rest = units.to_vec();
            rest.remove(idle);
            let rest = PlainPosition::new(position.king(), rest);
            plain.mate_length(&rest) == Some(value)
        });
        let row = (2 * value - 1, idle.count() as u32);
        for image in [position.mirror(), position.clone()] {
            problems.insert(image.to_sfen(Color::Black), row);
        }
    }
    problems
}

/// Guards `superfluous`: the list holds what a direct listing of all mates of the family holds, each
/// solved again by the plain search, and rule A leaves the minimal ones.
#[test]
fn problems_with_superfluous_pieces_are_those_of_a_direct_listing() {
    let folder = tempfile::tempdir().unwrap();
    for (name, counts) in [
        ("upto3/kin1fu1.toml", [1, 0, 0, 1]),
        ("upto3/kin1fu2.toml", [1, 0, 0, 2]),
        ("upto3/gin3.toml", [0, 3, 0, 0]),
        ("upto3/gin1kei1fu1.toml", [0, 1, 1, 1]),
    ] {
        let mut wide = catalog(name);
        wide.options.superfluous = true;
        let path = folder.path().join(wide.id.clone() + ".db");
        run(&[wide], &path, Verify::All);
        let db = open(&path);
        let mut listed = with_superfluous(counts);
        let idle = listed.values().filter(|row| row.1 > 0).count();
        // Both pieces of a mate by two are needed.
        assert_eq!(idle > 0, counts.iter().sum::<u8>() > 2, "{name}");

        let mut select = db
            .prepare("SELECT sfen, plies, superfluous, rule_a FROM family_problems")
            .unwrap();
        let mut found = select.query([]).unwrap();
        while let Some(row) = found.next().unwrap() {
            let sfen: String = row.get(0).unwrap();
            let ours: (u32, u32) = (row.get(1).unwrap(), row.get(2).unwrap());
            assert_eq!(listed.remove(&sfen), Some(ours), "{name}: {sfen}");
            assert_eq!(row.get::<_, bool>(3).unwrap(), ours.1 == 0, "{sfen}");
            let image = sfen.parse::<Setup>().unwrap().mirror().to_string();
            if image != sfen {
                assert_eq!(listed.remove(&image), Some(ours), "{name}: {sfen}");
            }
        }
        assert!(
            listed.is_empty(),
            "{name}: missing {:?}",
            listed.iter().next()
        );
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

/// Guards families that do not want superfluous pieces from those of another call that does.
#[test]
fn superfluous_pieces_stay_out_of_families_that_do_not_want_them() {
    let folder = tempfile::tempdir().unwrap();
    let (alone, mixed) = (folder.path().join("a.db"), folder.path().join("m.db"));
    let expected = run(&[catalog("kin2fu1.toml")], &alone, Verify::None);
    let mut wide = catalog("upto3/kin1fu2.toml");
    wide.options.superfluous = true;
    run(std::slice::from_ref(&wide), &mixed, Verify::None);
    let report = run(&[catalog("kin2fu1.toml")], &mixed, Verify::None);
    assert_eq!(report.digest, expected.digest);
    assert_eq!(report.levels, expected.levels);
    let together = folder.path().join("t.db");
    run(&[wide, catalog("kin2fu1.toml")], &together, Verify::None);
    let sql = "SELECT family, count(*) FROM family_problems GROUP BY family ORDER BY family";
    assert_eq!(rows(&open(&mixed), sql), rows(&open(&together), sql));
}
