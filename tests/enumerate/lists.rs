//! The whole way, from catalogs to a database, against the published lists row by row.

use std::collections::BTreeMap;
use std::fs::File;

use catalog::{Catalog, load};
use enumerate::{Request, Verify, enumerate};
use flate2::read::GzDecoder;
use rusqlite::{Connection, OpenFlags, Row};
use shogi::{Move, Position, Setup};
use system::monitor::Monitor;

/// The shipped catalog at this place below `catalogs`.
fn catalog(name: &str) -> Catalog {
    let folder = testkit::root().join("catalogs");
    load(&folder.join(name)).unwrap().remove(0)
}

/// One row of a list, or of the database under the name of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Listed {
    plies: u32,
    exact_set: bool,
    defender_pieces: u32,
    symmetric: bool,
    promotion_dual: bool,
    longer_before_last: bool,
    longer_at_last: bool,
    final_superfluous: bool,
    final_promotion_choice: bool,
    final_drop_choice: bool,
}

impl Listed {
    fn from_csv(row: &csv::StringRecord) -> Self {
        let number = |column: usize| row[column].parse::<u32>().unwrap();
        let flag = |column| match number(column) {
            0 => false,
            1 => true,
            other => panic!("{other} is no flag"),
        };
        Self {
            plies: number(1),
            exact_set: flag(2),
            defender_pieces: number(3),
            symmetric: flag(4),
            promotion_dual: flag(5),
            longer_before_last: flag(6),
            longer_at_last: flag(7),
            final_superfluous: flag(8),
            final_promotion_choice: flag(9),
            final_drop_choice: flag(10),
        }
    }

    fn from_database(row: &Row<'_>, pieces: u32) -> Self {
        let number = |column: &str| row.get::<_, u32>(column).unwrap();
        let flag = |column| number(column) > 0;
        Self {
            plies: number("plies"),
            exact_set: number("pieces") == pieces,
            defender_pieces: number("defender_on_board"),
            symmetric: number("mirror_images") == 1,
            promotion_dual: flag("promotion_duals"),
            longer_before_last: flag("longer_before_last"),
            longer_at_last: flag("longer_at_last"),
            final_superfluous: flag("final_superfluous"),
            final_promotion_choice: flag("final_promotion_choice"),
            final_drop_choice: flag("final_drop_choice"),
        }
    }

    /// Whether rules A, B, C and D hold, as the list's flags say.
    fn rules(&self) -> [bool; 4] {
        let b = !self.longer_at_last;
        let d = !self.longer_before_last;
        [true, b, b && d && !self.promotion_dual, d]
    }
}

/// The same position in the mirror that exchanges left and right.
fn mirrored(sfen: &str) -> String {
    sfen.parse::<Setup>().unwrap().mirror().to_string()
}

/// The rows of a list by SFEN.
fn list(code: &str) -> BTreeMap<String, Listed> {
    let name = format!("families_{code}.csv.gz");
    let file = File::open(testkit::data(&name)).unwrap();
    let mut rows = BTreeMap::new();
    for row in csv::Reader::from_reader(GzDecoder::new(file)).records() {
        let row = row.unwrap();
        let known = rows.insert(row[0].to_owned(), Listed::from_csv(&row));
        assert_eq!(known, None, "{} is listed twice", &row[0]);
    }
    rows
}

/// A main line: legal moves, every other one a check, a mate at the end and nothing in hand.
fn assert_mates(sfen: &str, line: &str) {
    let mut position: Position = sfen.parse().unwrap();
    for (ply, text) in line.split(' ').enumerate() {
        let mv: Move = text.parse().unwrap();
        let next = position.try_play(mv);
        position = next.unwrap_or_else(|| panic!("{sfen}: {line}: {text} is illegal"));
        assert!(ply % 2 == 1 || position.is_in_check(), "{sfen}: {line}");
    }
    assert!(position.is_checkmate(), "{sfen}: {line}");
    let hand = position.hand(shogi::Color::Black);
    assert!(hand.is_empty(), "{sfen}: {line}");
}

/// Every row of the list and no other, under every rule and with every flaw. Where promoting and not
/// promoting mate equally fast before the last move, the list puts the flaws after both together and
/// we record the choice with fewest: only there they may differ.
fn compare_with_list(db: &Connection, code: &str, pieces: u32) -> usize {
    let listed = list(code);
    let mut ours: BTreeMap<String, (Listed, [bool; 4])> = BTreeMap::new();
    let mut select = db
        .prepare("SELECT * FROM family_problems WHERE family = ? AND rule_a")
        .unwrap();
    let mut rows = select.query([code]).unwrap();
    while let Some(row) = rows.next().unwrap() {
        let sfen: String = row.get("sfen").unwrap();
        let problem = Listed::from_database(row, pieces);
        let rules = ["rule_a", "rule_b", "rule_c", "rule_d"].map(|rule| row.get(rule).unwrap());
        let line: String = row.get("main_line").unwrap();
        assert_eq!(line.split(' ').count(), problem.plies as usize, "{sfen}");
        assert_mates(&sfen, &line);
        let image = mirrored(&sfen);
        assert_eq!(image == sfen, problem.symmetric, "{sfen}");
        if image != sfen {
            let known = ours.insert(image, (problem.clone(), rules));
            assert_eq!(known, None, "{sfen} is there in both images");
        }
        let known = ours.insert(sfen.clone(), (problem, rules));
        assert_eq!(known, None, "{sfen} is there twice");
    }
    let mut differing = 0;
    for (sfen, listed) in &listed {
        let (problem, rules) = ours
            .remove(sfen)
            .unwrap_or_else(|| panic!("{code}: {sfen} is missing"));
        assert_eq!(rules, problem.rules(), "the columns of {sfen}");
        if problem != *listed {
            differing += 1;
            assert!(problem.promotion_dual, "{sfen}: {problem:?} {listed:?}");
        }
    }
    assert!(
        ours.is_empty(),
        "{code}: not in the list: {:?}",
        ours.keys()
    );
    differing
}

/// Positions by length, 1, 3, 5 … plies, under a rule.
fn counts(db: &Connection, code: &str, rule: &str) -> Vec<u32> {
    let sql = format!(
        "SELECT plies, sum(mirror_images) FROM family_problems WHERE family = ? AND {rule}
         GROUP BY plies ORDER BY plies"
    );
    let mut select = db.prepare(&sql).unwrap();
    let row = |row: &Row<'_>| Ok((row.get::<_, u32>(0)?, row.get(1)?));
    let rows = select.query_map([code], row).unwrap();
    let rows = (0..).zip(rows.map(Result::unwrap));
    rows.map(|(index, (plies, count))| {
        assert_eq!(plies, 2 * index + 1, "a length is missing");
        count
    })
    .collect()
}

/// The published numbers that rule B reproduces exactly: seven plies and more.
fn compare_with_published(db: &Connection) {
    let sql = "SELECT family, plies, rule_b, published FROM published_table
               WHERE plies >= 7 AND rule_b = published ORDER BY family, plies";
    let mut select = db.prepare(sql).unwrap();
    let row = |row: &Row<'_>| {
        let family: String = row.get(0)?;
        Ok((family, row.get::<_, u32>(1)?, row.get::<_, u32>(2)?))
    };
    let equal: Vec<_> = select
        .query_map([], row)
        .unwrap()
        .map(Result::unwrap)
        .collect();
    let expected = [
        ("G2P1", 7, 60),
        ("N4", 11, 12),
        ("S1N1P1", 7, 414),
        ("S1N1P1", 9, 20),
        ("S1N2", 7, 220),
        ("S1N2", 9, 14),
        ("S2P1", 7, 328),
        ("S2P1", 9, 36),
    ];
    let equal: Vec<_> = equal
        .iter()
        .map(|(f, plies, n)| (&f[..], *plies, *n))
        .collect();
    assert_eq!(equal, expected);
}

/// Guards everything from the catalog to the views: five families in one call give the lists of an
/// independent program row by row, under rules A, B, C and D, and the counts of the table.
#[test]
fn the_published_lists_come_out_row_by_row() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("lists.db");
    let catalogs = [
        "kin2fu1.toml",
        "gin2fu1.toml",
        "keima.toml",
        "gin1kei2.toml",
        "gin1kei1fu1.toml",
    ]
    .map(catalog);
    let request = Request {
        catalogs: &catalogs,
        database: &path,
        table: None,
        verify: Verify::Sample(200),
        seed: 1,
        memory: None,
        options: "",
    };
    let report = enumerate(&request, &Monitor::default(), &|_| {}).unwrap();
    assert_eq!(report.differing, []);
    assert!(report.verified > 7_000, "{}", report.verified);

    let db = Connection::open_with_flags(&path, OpenFlags::SQLITE_OPEN_READ_ONLY).unwrap();
    assert_eq!(compare_with_list(&db, "G2P1", 3), 0);
    assert_eq!(compare_with_list(&db, "S2P1", 3), 0);
    assert_eq!(compare_with_list(&db, "N4", 4), 0);

    let table: [(&str, [&[u32]; 4]); 3] = [
        (
            "G2P1",
            [
                &[1864, 786, 232, 60],
                &[1718, 636, 122, 60],
                &[1718, 634, 122, 60],
                &[1864, 770, 232, 60],
            ],
        ),
        (
            "S2P1",
            [
                &[9315, 2504, 736, 348, 36],
                &[9053, 2180, 530, 328, 36],
                &[9053, 2158, 528, 328, 36],
                &[9315, 2468, 734, 348, 36],
            ],
        ),
        (
            "N4",
            [
                &[12438, 7692, 1480, 416, 100, 32],
                &[12180, 6156, 1306, 302, 56, 12],
                &[12180, 6126, 1304, 302, 52, 12],
                &[12438, 7650, 1418, 416, 92, 32],
            ],
        ),
    ];
    for (code, rows) in table {
        for (rule, row) in ["rule_a", "rule_b", "rule_c", "rule_d"].iter().zip(rows) {
            assert_eq!(counts(&db, code, rule), row, "{code} {rule}");
        }
    }
    compare_with_published(&db);
}
