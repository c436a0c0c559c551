//! The store: round trips, repetition, membership, and files that are none of ours.

use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use crate::records::{
    SUMMARY, catalog, finish, flawed, gold, info, knight, small_database, write_all,
};
use catalog::{Options, Region};
use store::{Condition, Finding, QueryLimits, Search, Sink, Store, StoreError, Value};
use tsume::judge::record::{LineKind, OtherLine, Problem};

/// The values of the first row of a query.
fn first_row(store: &Store, sql: &str) -> Vec<Value> {
    struct First(Vec<Value>);
    impl Sink for First {
        fn header(&mut self, _: &[&str]) -> std::io::Result<()> {
            Ok(())
        }
        fn row(&mut self, values: &[Value]) -> std::io::Result<()> {
            if self.0.is_empty() {
                self.0 = values.to_vec();
            }
            Ok(())
        }
    }
    let mut first = First(Vec::new());
    store
        .query(sql, &QueryLimits::default(), &mut first)
        .unwrap();
    first.0
}

fn number(store: &Store, sql: &str) -> i64 {
    match first_row(store, sql)[..] {
        [Value::Integer(number)] => number,
        ref other => panic!("{sql}: {other:?}"),
    }
}

#[test]
fn problems_come_back_as_they_were_written() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open_read_only(&small_database(folder.path())).unwrap();
    let enumerated = |id| store.problem(id).unwrap().unwrap().enumerated.unwrap();
    assert_eq!(enumerated(1), knight());
    assert_eq!(enumerated(2), gold());
    let third = store.problem(3).unwrap().unwrap();
    assert_eq!(enumerated(3), flawed().problem);
    assert_eq!(third.entry.sfen(), flawed().problem.sfen);
    assert_eq!(third.entry.flaws(), Some(flawed().problem.flaws));
    let mut lines = flawed().lines;
    lines.sort();
    assert_eq!(third.lines, lines);
    assert_eq!(third.families.len(), 1);
    assert_eq!(third.families[0].code, "G2P1");
    assert!(third.families[0].complete);
    assert!(store.problem(4).unwrap().is_none());
}

#[test]
fn the_rules_are_views_that_others_can_sum() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open_read_only(&small_database(folder.path())).unwrap();
    for (view, images) in [
        ("problems", 5),
        ("rule_a", 5),
        ("rule_b", 4),
        ("rule_c", 2),
        ("rule_d", 3),
        ("complete", 3),
        ("family_problems", 5),
    ] {
        let sql = format!("SELECT sum(mirror_images) FROM {view}");
        assert_eq!(number(&store, &sql), images, "{view}");
        let sql = format!("SELECT sfen, plies, main_line FROM {view}");
        assert_eq!(first_row(&store, &sql).len(), 3);
    }
    let g2p1 = "FROM published_table WHERE family = 'G2P1' AND plies = 3";
    assert_eq!(
        first_row(
            &store,
            &format!("SELECT rule_a, rule_b, rule_c, rule_d, published {g2p1}")
        ),
        [2, 2, 0, 0, 529].map(Value::Integer)
    );
}

#[test]
fn problems_are_found_by_their_families() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open_read_only(&small_database(folder.path())).unwrap();
    let found = |codes: &[&str]| {
        let codes = codes.iter().map(|&code| code.to_owned());
        let search = Search {
            conditions: vec![Condition::Family(codes.collect())],
            all: true,
            limit: 10,
            ..Search::default()
        };
        let found = store.search(&search, &QueryLimits::default()).unwrap();
        found.iter().map(|is| is.entry.id()).collect::<Vec<_>>()
    };
    assert_eq!(found(&["N4"]), [1]);
    assert_eq!(found(&["G2P1"]), [2, 3]);
    assert_eq!(found(&["G2P1", "N4"]), [1, 2, 3]);
    assert!(found(&["S2P1"]).is_empty());
}

#[test]
fn a_level_written_again_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = Store::create(&folder.path().join("x.db")).unwrap();
    let catalogs = [catalog("keima.toml"), catalog("kin2fu1.toml")];
    let run = write_all(&mut store, &catalogs);
    let digest = store.digest(run).unwrap();
    let again = store.write_level(run, 3, [flawed()]).unwrap();
    assert_eq!((again.problems, again.positions, again.new), (1, 2, 0));
    assert_eq!(store.digest(run).unwrap(), digest);
    assert_eq!(store.levels_written(run).unwrap(), [(1, 2), (3, 1)]);
    assert_eq!(number(&store, "SELECT count(*) FROM problems"), 3);
    assert_eq!(number(&store, "SELECT count(*) FROM lines"), 2);
}

#[test]
fn a_run_that_cannot_be_summed_up_is_not_finished() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.db");
    let mut store = Store::create(&path).unwrap();
    let catalogs = [catalog("keima.toml"), catalog("kin2fu1.toml")];
    let run = write_all(&mut store, &catalogs);
    let digest = store.digest(run).unwrap();
    let before = fs::read(&path).unwrap();
    let stopped = store.finish_run(run, || Err(StoreError::Stopped(path.clone())));
    assert!(matches!(stopped, Err(StoreError::Stopped(_))));
    drop(store);
    assert!(fs::read(&path).unwrap() == before);
    let mut store = Store::open(&path).unwrap();
    assert_eq!(store.unfinished_run(&info(&catalogs)).unwrap(), Some(run));
    assert_eq!(finish(&mut store, run), digest);
    assert_eq!(store.unfinished_run(&info(&catalogs)).unwrap(), None);
    let indexes = "SELECT count(*) FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL
        AND tbl_name = 'problems'";
    assert!(number(&store, indexes) > 0);
}

/// A new digest would say of the damage that it was always there.
#[test]
fn what_is_damaged_gets_no_new_digest() {
    let folder = tempfile::tempdir().unwrap();
    let path = small_database(folder.path());
    rusqlite::Connection::open(&path)
        .unwrap()
        .execute_batch("UPDATE lines SET moves = moves || ' 1a1b' WHERE kind = 'equal variation'")
        .unwrap();
    let mut store = Store::open(&path).unwrap();
    let run = write_all(&mut store, &[catalog("kin2fu1.toml")]);
    let refused = store.finish_run(run, || Ok(SUMMARY));
    assert!(
        matches!(refused, Err(StoreError::Damaged(_))),
        "{refused:?}"
    );
    let open = "SELECT count(*) FROM runs WHERE state = 'running'";
    assert_eq!(number(&store, open), 1);
}

#[test]
fn other_findings_for_a_known_problem_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = Store::create(&folder.path().join("x.db")).unwrap();
    let run = write_all(&mut store, &[catalog("keima.toml")]);
    let mut other = knight();
    other.main_line = "3d2b+".to_owned();
    let mut fresh = gold();
    fresh.key = vec![200];
    let error = store.write_level(run, 1, [fresh, other]).unwrap_err();
    assert!(matches!(error, StoreError::Differs { .. }), "{error}");
    assert_eq!(
        number(&store, "SELECT count(*) FROM problems"),
        3,
        "the level is taken back"
    );
}

/// Guards that of two records of a problem that can both be right the one stays of which a limit left less open,
/// whichever comes first.
#[test]
fn the_better_known_record_stays() {
    let folder = tempfile::tempdir().unwrap();
    let mut known = flawed();
    known.problem.flaws.cooks = Some(2);
    let with = |change: fn(&mut Problem)| {
        let mut other = known.clone();
        change(&mut other.problem);
        other.lines.clear();
        other
    };
    let less = [
        with(|problem| problem.soundness.minimal = None),
        with(|problem| problem.flaws.final_superfluous = None),
    ];
    for (number, less) in less.into_iter().enumerate() {
        for order in [[&less, &known], [&known, &less]] {
            let name = format!("{number}{}.db", order[0] == &known);
            let mut store = Store::create(&folder.path().join(name)).unwrap();
            let run = store.begin_run(&info(&[catalog("kin2fu1.toml")])).unwrap();
            for recorded in order {
                store.write_level(run, 3, [recorded.clone()]).unwrap();
            }
            let stored = store.problem(1).unwrap().unwrap();
            assert_eq!(stored.enumerated, Some(known.problem.clone()), "{number}");
            let mut lines = known.lines.clone();
            lines.sort();
            assert_eq!(stored.lines, lines, "{number}");
        }
    }
    // A verdict more is worth a count less, and the record is one of the two, checksum and all.
    let counted = with(|problem| problem.soundness.minimal = None);
    let mut judged = known.clone();
    judged.problem.flaws.longer_at_last = None;
    for (number, order) in [[&counted, &judged], [&judged, &counted]]
        .iter()
        .enumerate()
    {
        let path = folder.path().join(format!("judged{number}.db"));
        let mut store = Store::create(&path).unwrap();
        let run = store.begin_run(&info(&[catalog("kin2fu1.toml")])).unwrap();
        for recorded in order {
            store.write_level(run, 3, [(*recorded).clone()]).unwrap();
        }
        finish(&mut store, run);
        let stored = store.problem(1).unwrap().unwrap();
        assert_eq!(stored.enumerated, Some(judged.problem.clone()));
        let mut findings = Vec::new();
        let audit = store.audit(&AtomicBool::new(false), |finding| findings.push(finding));
        audit.unwrap();
        let records = |finding: &Finding| matches!(finding, Finding::Record { .. });
        assert!(!findings.iter().any(records), "{findings:?}");
    }
    // Of a record that is the same a move that one of them leaves undecided is known to the other.
    let undecided = |moves: &str| OtherLine {
        kind: LineKind::Undecided,
        moves: moves.to_owned(),
    };
    let mut both = [known.clone(), known.clone()];
    both[0].lines = vec![undecided("G*1b"), undecided("G*2b")];
    both[1].lines.push(undecided("G*2b"));
    let mut left = known.lines.clone();
    left.push(undecided("G*2b"));
    left.sort();
    for number in [0, 1] {
        let path = folder.path().join(format!("undecided{number}.db"));
        let mut store = Store::create(&path).unwrap();
        let run = store.begin_run(&info(&[catalog("kin2fu1.toml")])).unwrap();
        for place in [number, 1 - number] {
            store.write_level(run, 3, [both[place].clone()]).unwrap();
        }
        assert_eq!(store.problem(1).unwrap().unwrap().lines, left);
    }
    let path = folder.path().join("opposite.db");
    let mut store = Store::create(&path).unwrap();
    let run = store.begin_run(&info(&[catalog("kin2fu1.toml")])).unwrap();
    store.write_level(run, 3, [known.clone()]).unwrap();
    for opposite in [
        with(|problem| {
            problem.soundness.minimal = None;
            problem.soundness.complete = problem.soundness.complete.map(|is| !is);
        }),
        // Enumerations know how many there are.
        with(|problem| problem.flaws.cooks = Some(1)),
    ] {
        let error = store.write_level(run, 3, [opposite]).unwrap_err();
        assert!(matches!(error, StoreError::Differs { .. }), "{error}");
    }
}

#[test]
fn the_digest_knows_nothing_of_history() {
    let folder = tempfile::tempdir().unwrap();
    let catalogs = [catalog("keima.toml"), catalog("kin2fu1.toml")];

    let mut straight = Store::create(&folder.path().join("straight.db")).unwrap();
    let run = write_all(&mut straight, &catalogs);
    let digest = finish(&mut straight, run);
    assert_eq!(digest.sha256.len(), 64);

    let path = folder.path().join("crooked.db");
    let mut crooked = Store::create(&path).unwrap();
    let run = crooked.begin_run(&info(&catalogs)).unwrap();
    crooked.write_level(run, 3, [flawed()]).unwrap();
    drop(crooked);
    let mut crooked = Store::open(&path).unwrap();
    let resumed = crooked.unfinished_run(&info(&catalogs)).unwrap();
    assert_eq!(resumed, Some(run));
    crooked.write_level(run, 1, [gold(), knight()]).unwrap();
    assert_eq!(finish(&mut crooked, run), digest);
    assert_eq!(crooked.unfinished_run(&info(&catalogs)).unwrap(), None);

    let mut knights = Store::create(&folder.path().join("knights.db")).unwrap();
    let run = write_all(&mut knights, &catalogs[..1]);
    assert_ne!(finish(&mut knights, run), digest);
    assert_eq!(
        number(&knights, "SELECT problems FROM runs"),
        1,
        "only those of the family"
    );
}

#[test]
fn only_a_run_of_the_same_catalogs_is_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = Store::create(&folder.path().join("x.db")).unwrap();
    let mut limited = catalog("keima.toml");
    limited.options.longest = Some(3);
    let catalogs = [catalog("keima.toml")];
    store.begin_run(&info(&catalogs)).unwrap();
    assert!(store.unfinished_run(&info(&catalogs)).unwrap().is_some());
    for others in [
        vec![limited],
        vec![catalog("kin2fu1.toml"), catalog("keima.toml")],
    ] {
        assert_eq!(store.unfinished_run(&info(&others)).unwrap(), None);
    }
    let newer = store::RunInfo {
        program: "0.2.0",
        ..info(&catalogs)
    };
    assert_eq!(store.unfinished_run(&newer).unwrap(), None);
}

#[test]
fn a_problem_of_two_catalogs_is_one_row_in_both() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = Store::create(&folder.path().join("x.db")).unwrap();
    write_all(&mut store, &[catalog("keima.toml")]);
    // A family that comes later, and a material that comes later than its families.
    write_all(
        &mut store,
        &[catalog("upto3/kei2.toml"), catalog("kin2fu1.toml")],
    );
    assert_eq!(number(&store, "SELECT count(*) FROM problems"), 3);
    let codes = |id| -> Vec<String> {
        let families = store.problem(id).unwrap().unwrap().families;
        families.into_iter().map(|family| family.code).collect()
    };
    assert_eq!(codes(1), ["N4", "N2"]);
    assert_eq!(codes(2), ["G2P1"]);
}

#[test]
fn options_decide_membership_too() {
    let folder = tempfile::tempdir().unwrap();
    let narrow = |change: fn(&mut Options)| {
        let mut catalog = catalog("kin2fu1.toml");
        change(&mut catalog.options);
        catalog
    };
    let catalogs = [
        catalog("kin2fu1.toml"),
        narrow(|options| options.longest = Some(1)),
        narrow(|options| options.defender_pieces = false),
        narrow(|options| options.superfluous = true),
        narrow(|options| {
            options.region = Region {
                files: (8, 9),
                ranks: (1, 3),
            };
        }),
    ];
    let mut store = Store::create(&folder.path().join("x.db")).unwrap();
    let run = write_all(&mut store, &catalogs);
    let mut spare = gold();
    spare.key = vec![99];
    spare.flaws.superfluous = Some(1);
    spare.soundness.minimal = Some(false);
    spare.soundness.irredundant = Some(false);
    spare.soundness.irredundant_lenient = Some(false);
    store
        .write_level(run, 1, [knight(), gold(), spare])
        .unwrap();
    let members = |options: &str| {
        let sql = "SELECT count(*) FROM family_problems WHERE family_options = ";
        number(&store, &format!("{sql}'{options}'"))
    };
    assert_eq!(members(""), 2);
    assert_eq!(members("at most 1 plies"), 1);
    assert_eq!(members("no defender pieces"), 1);
    assert_eq!(members("with superfluous pieces"), 3);
    assert_eq!(
        members("files 8-9, ranks a-c"),
        1,
        "the mirror image stands there"
    );
    assert_eq!(store.families().unwrap().len(), 5);
    // The table, counted in two ways, and the digest, counted in a third, agree with the view.
    let sql = "SELECT sum(rule_a) FROM published_table WHERE family_options = ";
    assert_eq!(number(&store, &format!("{sql}''")), 3);
    assert_eq!(number(&store, &format!("{sql}'no defender pieces'")), 1);
    finish(&mut store, run);
    assert_eq!(number(&store, "SELECT problems FROM runs"), 3);
}

#[test]
fn a_finished_file_stands_alone_and_is_sound() {
    let folder = tempfile::tempdir().unwrap();
    let path = small_database(folder.path());
    let store = Store::open_read_only(&path).unwrap();
    let check = first_row(&store, "PRAGMA integrity_check");
    assert_eq!(check, [Value::Text("ok".to_owned())]);
    let files: Vec<_> = fs::read_dir(folder.path()).unwrap().collect();
    assert_eq!(files.len(), 1, "{files:?}");
}

/// Each way to open refuses the file with these words and leaves it as it was.
fn refused(path: &Path, words: &str) {
    let before = fs::read(path).unwrap();
    for open in [Store::create, Store::open, Store::open_read_only] {
        let error = open(path).unwrap_err().to_string();
        assert!(error.contains(words), "{error}");
        assert!(!error.contains('\n'), "{error}");
    }
    assert_eq!(fs::read(path).unwrap(), before);
}

#[test]
fn other_files_are_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let text = folder.path().join("text.db");
    fs::write(&text, "a list of things to buy, ".repeat(20)).unwrap();
    refused(&text, "text.db: not an SQLite database");
    fs::write(&text, "short").unwrap();
    refused(&text, "not an SQLite database");

    let foreign = folder.path().join("foreign.db");
    let conn = rusqlite::Connection::open(&foreign).unwrap();
    conn.execute_batch("PRAGMA journal_mode = WAL; CREATE TABLE shopping (item TEXT);")
        .unwrap();
    drop(conn);
    refused(&foreign, "foreign.db: a database of another program");

    let newer = small_database(folder.path());
    let conn = rusqlite::Connection::open(&newer).unwrap();
    conn.pragma_update(None, "user_version", 99).unwrap();
    drop(conn);
    refused(&newer, "written by a newer gyakusan (schema 99");
}

#[test]
fn a_damaged_file_is_an_error_and_no_panic() {
    let folder = tempfile::tempdir().unwrap();
    let path = small_database(folder.path());
    let mut bytes = fs::read(&path).unwrap();
    bytes[4096..].fill(0x5a);
    fs::write(&path, bytes).unwrap();
    let result = Store::open_read_only(&path).and_then(|store| store.table());
    assert!(result.is_err());
}

#[test]
fn missing_files_and_folders_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("none.db");
    for open in [Store::open, Store::open_read_only] {
        let error = open(&path).unwrap_err().to_string();
        assert!(error.ends_with("none.db: no such file"), "{error}");
    }
    let error = Store::create(&folder.path().join("no/x.db"))
        .unwrap_err()
        .to_string();
    assert!(error.ends_with("no does not exist"), "{error}");
    let error = Store::create(folder.path()).unwrap_err().to_string();
    assert!(error.ends_with(": not a file"), "{error}");
    assert!(!path.exists());
}

#[test]
fn an_empty_file_becomes_a_database_but_is_none_yet() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("empty.db");
    fs::write(&path, "").unwrap();
    assert!(matches!(
        Store::open_read_only(&path),
        Err(StoreError::Empty(_))
    ));
    Store::create(&path).unwrap();
    Store::open_read_only(&path).unwrap();
}

#[cfg(unix)]
#[test]
fn a_read_only_place_is_refused() {
    use std::os::unix::fs::PermissionsExt;

    let folder = tempfile::tempdir().unwrap();
    let path = small_database(folder.path());
    fs::set_permissions(&path, fs::Permissions::from_mode(0o444)).unwrap();
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o555)).unwrap();
    let fresh = folder.path().join("new.db");
    if fs::write(&fresh, "").is_ok() {
        // Permissions do not bind the superuser.
        fs::remove_file(&fresh).unwrap();
    } else {
        let error = Store::create(&fresh).unwrap_err();
        assert!(matches!(error, StoreError::ReadOnly(_)), "{error}");
        let error = Store::create(&path).unwrap_err();
        assert!(matches!(error, StoreError::ReadOnly(_)), "{error}");
        Store::open_read_only(&path).unwrap();
    }
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn a_run_killed_in_the_middle_of_a_level_leaves_whole_levels() {
    let folder = tempfile::tempdir().unwrap();
    let path = small_database(folder.path());
    let killed = folder.path().join("killed.db");
    let journal = |path: &Path| format!("{}-journal", path.display());

    // A level that has reached the file but was not committed: what a killed process leaves.
    let mut conn = rusqlite::Connection::open(&path).unwrap();
    conn.execute_batch("PRAGMA cache_size = 1; PRAGMA cache_spill = 1;")
        .unwrap();
    let level = conn.transaction().unwrap();
    level
        .execute_batch(
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 5000)
             INSERT INTO materials (code) SELECT 'wrong' || i FROM n;
             DELETE FROM lines;
             DELETE FROM problems;",
        )
        .unwrap();
    fs::copy(&path, &killed).unwrap();
    let whole = fs::metadata(&killed).unwrap().len();
    fs::copy(journal(&path), journal(&killed)).unwrap();
    drop(level);
    drop(conn);
    assert!(
        whole > fs::metadata(&path).unwrap().len(),
        "nothing had reached the file"
    );

    let store = Store::open_read_only(&killed).unwrap();
    assert_eq!(number(&store, "SELECT count(*) FROM problems"), 3);
    assert_eq!(number(&store, "SELECT count(*) FROM materials"), 3);
    assert!(!Path::new(&journal(&killed)).exists());
}

#[test]
#[cfg_attr(windows, ignore = "on Windows: an open file cannot be renamed")]
fn a_file_that_is_taken_away_under_a_run_is_told_as_that() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.db");
    let mut store = Store::create(&path).unwrap();
    let run = store.begin_run(&info(&[catalog("keima.toml")])).unwrap();
    store.write_level(run, 1, [knight(), gold()]).unwrap();
    std::fs::rename(&path, folder.path().join("y.db")).unwrap();
    let error = store.write_level(run, 3, [flawed()]).unwrap_err();
    assert!(matches!(error, StoreError::Removed(_)), "{error}");
}
