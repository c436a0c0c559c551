//! Sweeps: against enumerations of the same positions, and whatever the threads and interruptions.

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Duration;

use crate::sweep_set::sweep_of;
use catalog::{Region, Sweep, load_or_code};
use enumerate::sweep::{Part, Set, SweepReport, SweepRequest, sweep};
use enumerate::{EnumerateError, Request, TableRequest, Verify, enumerate, keep_table, open_table};
use retro::mates::kept::KeptTable;
use retro::mates::tabled::Tabled;
use shogi::{Color, Kind, Piece, Position, Setup, Square, packed};
use store::{Store, SweepRow};
use system::monitor::{Monitor, Stopped};
use testkit::cases;
use tsume::judge::STACK;
use tsume::solve::{Goal, Limits, Solve, Solver, Task, Verdict};

/// What is asked of a sweep.
struct Ask<'a> {
    sweep: &'a Sweep,
    part: Part,
    nodes: u64,
    threads: usize,
    again: bool,
    tables: Arc<[KeptTable]>,
}

impl<'a> Ask<'a> {
    fn all(sweep: &'a Sweep) -> Self {
        Self {
            sweep,
            part: Part::All,
            nodes: 1_000_000,
            threads: 2,
            again: false,
            tables: Arc::new([]),
        }
    }

    /// The same with so many nodes, or what that leaves open again.
    fn within(sweep: &'a Sweep, nodes: u64, again: bool) -> Self {
        Self {
            nodes,
            again,
            ..Self::all(sweep)
        }
    }

    fn run(&self, database: &Path, monitor: &Monitor) -> Result<SweepReport, EnumerateError> {
        let set = Set::new(self.sweep).unwrap();
        let request = SweepRequest {
            sweep: self.sweep,
            set: &set,
            part: &self.part,
            database,
            nodes: self.nodes,
            again: self.again,
            solver: &|| {
                let solver = Box::new(Solver::new(32 << 20));
                Box::new(Tabled::new(Arc::clone(&self.tables), solver))
            },
            with: "",
        };
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(self.threads)
            .stack_size(STACK)
            .build()
            .unwrap();
        pool.install(|| sweep(&request, monitor, &|_| {}))
    }
}

/// What stands in a database of its problems.
fn records(path: &Path, columns: &str) -> Vec<String> {
    let conn = rusqlite::Connection::open(path).unwrap();
    let sql = format!("SELECT {columns} FROM problems ORDER BY key");
    let mut select = conn.prepare(&sql).unwrap();
    let count = select.column_count();
    let rows = select.query_map([], |row| {
        let values = (0..count).map(|at| row.get::<_, rusqlite::types::Value>(at));
        Ok(format!(
            "{:?}",
            values.collect::<rusqlite::Result<Vec<_>>>()?
        ))
    });
    rows.unwrap().map(Result::unwrap).collect()
}

/// What both ways say of a problem, and how it lies on the board.
const EVERYTHING: &str = "hex(key), sfen, plies, main_line, mirror_images, pieces, attacker_on_board, attacker_in_hand, \
                          defender_on_board, king, min_file, max_file, min_rank, max_rank, rule_a, rule_b, rule_c, \
                          rule_d, rule_e, complete_lenient, minimal, irredundant, irredundant_lenient, cooks, \
                          exchange_duals, move_order_duals, detours, equal_before_last, longer_before_last, \
                          equal_at_last, longer_at_last, promotion_duals, final_promotion_choice, \
                          final_drop_choice, equal_variations, leftover, superfluous, final_superfluous";

/// What does not depend on limits if they are large enough; how many flaws of a kind are found may.
const VERDICTS: &str = "hex(key), sfen, plies, rule_a, rule_b, rule_c, rule_d, rule_e, complete_lenient, minimal, \
                        irredundant, irredundant_lenient";

/// That problems in two databases are the same.
fn assert_equal(one: &Path, other: &Path, columns: &str) {
    let (one, other) = (records(one, columns), records(other, columns));
    for pair in one.iter().zip(&other) {
        assert_eq!(pair.0, pair.1);
    }
    assert_eq!(one.len(), other.len());
}

/// What does not depend on limits.
const LENGTHS: &str = "hex(key), sfen, plies";

/// Enumerates a family and sweeps its positions, both in the right corner of so many files and ranks; how many
/// problems both found.
fn both_ways(code: &str, files: u8, ranks: u8, columns: &str) -> usize {
    let folder = tempfile::tempdir().unwrap();
    let mut catalog = load_or_code(Path::new(code)).unwrap().remove(0);
    catalog.options.region = Region {
        files: (1, files),
        ranks: (1, ranks),
    };
    let enumerated = folder.path().join("enumerated.db");
    let request = Request {
        catalogs: &[catalog],
        database: &enumerated,
        table: None,
        verify: Verify::None,
        seed: 1,
        memory: None,
        options: "",
    };
    enumerate(&request, &Monitor::default(), &|_| {}).unwrap();
    let last = char::from(b'a' + ranks - 1);
    let region = format!("files = [1, {files}]\nranks = [\"a\", \"{last}\"]");
    let pieces: Vec<String> = code
        .chars()
        .filter(char::is_ascii_uppercase)
        .map(|letter| format!("{letter} = [0, 1]"))
        .collect();
    let one_line = region.replace('\n', ", ");
    let text = format!(
        "[king]\n{region}\n[pieces]\n{}\n[board]\nregion = {{ {one_line} }}\n",
        pieces.join("\n")
    );
    let swept = folder.path().join("swept.db");
    Ask::all(&sweep_of(&text))
        .run(&swept, &Monitor::default())
        .unwrap();
    let (one, other) = (records(&enumerated, columns), records(&swept, columns));
    for pair in one.iter().zip(&other) {
        assert_eq!(pair.0, pair.1, "{code}");
    }
    assert_eq!(one.len(), other.len(), "{code}");
    one.len()
}

#[test]
fn a_sweep_records_what_an_enumeration_does() {
    assert!(both_ways("G1S1", 4, 3, EVERYTHING) > 100);
}

#[test]
fn with_sliding_pieces_the_problems_and_lengths_are_the_same() {
    assert!(both_ways("R1G1", 3, 3, LENGTHS) > 30);
}

#[test]
#[ignore = "minutes"]
fn larger_corners_are_the_same() {
    assert!(both_ways("G1S1", 9, 9, EVERYTHING) > 150);
    assert!(both_ways("S1N1", 9, 9, EVERYTHING) > 150);
    assert!(both_ways("R1G1", 5, 5, LENGTHS) > 100);
    assert!(both_ways("B1S1", 5, 5, LENGTHS) > 100);
}

/// Up to three pieces in a corner, on the board and in hand.
const CORNER: &str = "[king]\nfiles = [1, 2]\nranks = [\"a\", \"b\"]\n[pieces]\ntotal = [1, 3]\nG = [0, 2]\nS = [0, 1]\n\
                      [board]\nregion = { files = [1, 3], ranks = [\"a\", \"c\"] }\n";

/// Two bare kings and hands about the least that mate them.
const BARE: &str = "[king]\nfiles = [1, 2]\nranks = [\"a\", \"a\"]\n[pieces]\nG = [3, 4]\nS = [0, 1]\nR = 1\n\
                    [board]\npieces = 0\n[options]\nlongest = 9\n";

/// What stands in a database of a sweep.
fn swept(
    path: &Path,
    report: &SweepReport,
) -> (String, Vec<store::Undecided>, Vec<store::SweepRow>) {
    let store = Store::open_read_only(path).unwrap();
    let open = store.undecided(report.run).unwrap();
    (report.digest.clone(), open, store.sweeps().unwrap())
}

/// What a sweep comes to, whatever the threads and however often it is stopped.
fn leaves_no_trace(ask: impl Fn(usize) -> Ask<'static>) {
    let folder = tempfile::tempdir().unwrap();
    let paths = ["one.db", "two.db", "stopped.db"].map(|name| folder.path().join(name));
    let run = |path: &Path, threads| {
        let report = ask(threads).run(path, &Monitor::default()).unwrap();
        swept(path, &report)
    };
    let one = run(&paths[0], 1);
    assert!(!one.1.is_empty(), "nothing is left open");
    let [row] = &one.2[..] else {
        panic!("{:?}", one.2);
    };
    assert!(row.complete && row.tally.numbers == row.numbers && !row.tally.mates.is_empty());
    assert_eq!(run(&paths[1], 2), one);

    let (report, stops) = stopped(5, |_, monitor| ask(2).run(&paths[2], monitor));
    assert!(stops > 0);
    assert_eq!(swept(&paths[2], &report), one);
}

/// What comes of a sweep that is stopped on its way, at first after so many milliseconds and each time twice as late;
/// and how often it was stopped. `run` hears how often it was before.
fn stopped(
    first: u64,
    run: impl Fn(u32, &Monitor) -> Result<SweepReport, EnumerateError>,
) -> (SweepReport, u32) {
    let mut stops = 0;
    loop {
        let monitor = Monitor::default();
        let (finish, finished) = mpsc::channel::<()>();
        let after = Duration::from_millis(first << stops);
        let done = thread::scope(|scope| {
            let monitor = &monitor;
            scope.spawn(move || {
                if finished.recv_timeout(after).is_err() {
                    monitor.stop(Stopped::Interrupted);
                }
            });
            let done = run(stops, monitor);
            finish.send(()).ok();
            done
        });
        match done {
            Ok(report) => return (report, stops),
            Err(EnumerateError::Stopped { .. }) => stops += 1,
            Err(error) => panic!("{error}"),
        }
    }
}

/// What a text describes, for good.
fn lasting(text: &str) -> &'static Sweep {
    Box::leak(Box::new(sweep_of(text)))
}

#[test]
fn threads_and_interruptions_leave_no_trace() {
    let corner = lasting(CORNER);
    leaves_no_trace(|threads| Ask {
        nodes: 10,
        threads,
        ..Ask::all(corner)
    });
}

#[test]
#[ignore = "many seconds: .ci/long"]
fn nor_where_hands_decide_each_other() {
    let bare = lasting(BARE);
    leaves_no_trace(|threads| Ask {
        nodes: cases(5_000, 10_000) as u64,
        threads,
        ..Ask::all(bare)
    });
}

#[test]
#[ignore = "minutes"]
fn nor_where_their_mates_are_judged() {
    let judged = BARE.replace("longest = 9", "longest = 99");
    let bare = lasting(&judged);
    leaves_no_trace(|threads| Ask {
        nodes: 10_000,
        threads,
        ..Ask::all(bare)
    });
}

#[test]
fn what_was_left_open_is_decided_later() {
    decided_later(CORNER, [10, 100_000]);
}

#[test]
fn so_are_hands_that_decide_each_other() {
    decided_later(BARE, [500, cases(5_000, 20_000) as u64]);
}

/// Sweeps with a small limit and then what that left open with a larger one, and beside it at once with the larger.
fn decided_later(text: &str, nodes: [u64; 2]) {
    let sweep = sweep_of(text);
    let folder = tempfile::tempdir().unwrap();
    let paths = ["later.db", "at_once.db"].map(|name| folder.path().join(name));
    let run = |path: &Path, nodes, again| {
        Ask::within(&sweep, nodes, again).run(path, &Monitor::default())
    };
    let nothing = run(&paths[0], nodes[0], true);
    assert!(matches!(nothing, Err(EnumerateError::NotSwept(_))));
    assert!(!paths[0].exists());
    let first = run(&paths[0], nodes[0], false).unwrap();
    let first_open = swept(&paths[0], &first).1;
    let second = run(&paths[0], nodes[1], true).unwrap();
    assert_eq!(second.run, first.run);
    let at_once = run(&paths[1], nodes[1], false).unwrap();
    let (later, at_once) = (swept(&paths[0], &second), swept(&paths[1], &at_once));
    assert!(later.1.len() < first_open.len());
    assert_eq!(later.1, at_once.1);
    let counts = |rows: &[SweepRow]| (rows[0].complete, rows[0].tally.clone());
    assert_eq!(counts(&later.2), counts(&at_once.2));
    // What the judge left open then is judged again, too.
    assert_equal(&paths[0], &paths[1], VERDICTS);
    // Asked again with no more there is nothing to do.
    let less = run(&paths[0], nodes[1], true);
    assert!(
        matches!(less, Err(EnumerateError::AskedBefore { nodes: asked, .. }) if asked == nodes[1])
    );
    for nodes in nodes {
        let known = run(&paths[0], nodes, false).unwrap();
        assert_eq!((known.run, known.was_there), (first.run, true));
        assert_eq!(known.digest, second.digest);
    }
}

/// Guards that what a limit left open by rule A alone is listed until it is decided.
#[test]
#[ignore = "many seconds: .ci/long"]
fn problems_that_may_be_sound_by_rule_a_are_kept() {
    let sweep = sweep_of(CHASE);
    let folder = tempfile::tempdir().unwrap();
    let paths = ["later.db", "at_once.db"].map(|name| folder.path().join(name));
    let run = |path: &Path, nodes, again| {
        Ask::within(&sweep, nodes, again)
            .run(path, &Monitor::default())
            .unwrap()
    };
    let nodes = 5_000;
    run(&paths[0], 50, false);
    let of_rule_a = |path: &Path| {
        let rows = records(path, "hex(key), plies, rule_a").into_iter();
        let rows = rows.filter_map(|row| Some(row.strip_suffix(", Integer(1)]")?.to_owned()));
        rows.collect::<Vec<_>>()
    };
    let before = of_rule_a(&paths[0]).len();
    run(&paths[0], nodes, true);
    run(&paths[1], nodes, false);
    let (later, at_once) = (of_rule_a(&paths[0]), of_rule_a(&paths[1]));
    assert_eq!(later, at_once);
    assert!(before < later.len());
}

/// Guards that a sweep that is asked again comes to the same, however often it is stopped, and is taken up then with more
/// nodes as well.
#[test]
#[ignore = "many seconds: .ci/long"]
fn asking_again_can_be_stopped() {
    let sweep = sweep_of(CHASE);
    let folder = tempfile::tempdir().unwrap();
    let paths = ["at_once.db", "stopped.db", "halted.db"].map(|name| folder.path().join(name));
    let ask = |nodes, again| Ask::within(&sweep, nodes, again);
    for path in &paths {
        ask(50, false).run(path, &Monitor::default()).unwrap();
    }
    ask(2_000, true)
        .run(&paths[0], &Monitor::default())
        .unwrap();
    // The second time without being told to ask again: it is known.
    let (_, stops) = stopped(20, |stops, monitor| {
        ask(2_000, stops != 1).run(&paths[1], monitor)
    });
    assert!(stops > 1);
    assert_equal(&paths[0], &paths[1], EVERYTHING);
    let halt = |path: &Path, nodes| {
        let stopped = Monitor::default();
        stopped.stop(Stopped::Interrupted);
        let halted = ask(nodes, true).run(path, &stopped);
        assert!(matches!(halted, Err(EnumerateError::Stopped { .. })));
    };
    let seconds = |path: &Path| {
        let store = Store::open_read_only(path).unwrap();
        let run = store.sweeps().unwrap()[0].run;
        store.summary(run).unwrap().seconds
    };
    let before = seconds(&paths[2]);
    // Nothing was done, and it is known all the same that it is asked again. What it took counts.
    halt(&paths[2], 2_000);
    assert!(seconds(&paths[2]) > before);
    ask(2_000, false)
        .run(&paths[2], &Monitor::default())
        .unwrap();
    assert_equal(&paths[0], &paths[2], EVERYTHING);
    halt(&paths[0], 3_000);
    ask(4_000, true)
        .run(&paths[0], &Monitor::default())
        .unwrap();
    let store = Store::open_read_only(&paths[0]).unwrap();
    assert_eq!(store.sweeps().unwrap().len(), 1);
}

/// Two rooks and a silver around a king in the corner: with few nodes the judge leaves open how many of some flaws there
/// are, more or less according to what the solver has met before.
pub const CHASE: &str = "[king]\nfiles = [1, 1]\nranks = [\"a\", \"a\"]\n[pieces]\nR = 2\nS = 1\n[board]\npieces = 3\n\
                     side = \"attacker\"\npromoted = false\nregion = { files = [1, 4], ranks = [\"a\", \"d\"] }\n";

/// Guards that what a limit left open in one sweep is no contradiction of what another one found, whichever comes first,
/// and that the better known stays.
#[test]
fn sweeps_that_overlap_share_a_database() {
    let sweep = sweep_of(CHASE);
    let folder = tempfile::tempdir().unwrap();
    let ask = |part, nodes| Ask {
        part,
        nodes,
        ..Ask::all(&sweep)
    };
    let sample = Part::Sample {
        count: 400,
        seed: 1,
    };
    let range = Part::Range(200..cases(900, 1_800) as u64);
    let asked = [ask(Part::All, 100), ask(sample, 3_000), ask(range, 10_000)];
    let orders = [[0, 1, 2], [1, 2, 0], [2, 0, 1]];
    let paths = orders.map(|order| {
        let path = folder.path().join(format!("{order:?}.db"));
        for place in order {
            asked[place].run(&path, &Monitor::default()).unwrap();
        }
        path
    });
    assert_equal(&paths[0], &paths[1], EVERYTHING);
    assert_equal(&paths[0], &paths[2], EVERYTHING);
    let lines = |path: &Path| {
        let conn = rusqlite::Connection::open(path).unwrap();
        let sql = "SELECT hex(key), kind, moves FROM lines JOIN problems ON id = problem_id ORDER BY 1, 2, 3";
        let mut select = conn.prepare(sql).unwrap();
        let rows = select.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)));
        rows.unwrap()
            .map(Result::unwrap)
            .collect::<Vec<(String, String, String)>>()
    };
    assert_eq!(lines(&paths[0]), lines(&paths[1]));
    assert_eq!(lines(&paths[0]), lines(&paths[2]));
    // The digests of runs that ended before are those of what they have now.
    for path in &paths {
        let store = Store::open_read_only(path).unwrap();
        let mut findings = Vec::new();
        let audit = store.audit(&AtomicBool::new(false), |finding| findings.push(finding));
        assert_eq!(audit.unwrap().runs, 3);
        assert_eq!(findings, []);
    }
    let alone = folder.path().join("alone.db");
    asked[0].run(&alone, &Monitor::default()).unwrap();
    let together = records(&paths[0], EVERYTHING);
    let alone = records(&alone, EVERYTHING).into_iter();
    let is_filled = |row: &String| row.contains("Null") && !together.contains(row);
    assert!(alone.filter(is_filled).count() > 2);
}

/// Guards that what a table knows is what would be found without it.
#[test]
fn with_a_table_the_findings_are_the_same() {
    let sweep = sweep_of(
        "[king]\nfiles = [1, 3]\nranks = [\"a\", \"b\"]\n[pieces]\nR = 1\nG = [0, 1]\n[board]\n\
         region = { files = [1, 5], ranks = [\"a\", \"c\"] }\n",
    );
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("r1g1.table");
    let request = TableRequest {
        catalogs: &load_or_code(Path::new("R1G1")).unwrap(),
        table: &path,
        memory: None,
    };
    keep_table(&request, &Monitor::default(), &|_| {}).unwrap();
    let tables: Arc<[KeptTable]> = Arc::new([open_table(&path).unwrap()]);
    let run = |name: &str, tables| {
        let path = folder.path().join(name);
        let ask = Ask {
            tables,
            nodes: 100_000,
            ..Ask::all(&sweep)
        };
        ask.run(&path, &Monitor::default()).unwrap();
        records(
            &path,
            &format!("{VERDICTS}, main_line, cooks, equal_variations"),
        )
    };
    let (with, without) = (run("with.db", tables), run("without.db", Arc::new([])));
    assert!(with.len() > 100);
    let whole = |rows: &[String]| -> Vec<String> {
        let whole = rows.iter().filter(|row| !row.contains("Null"));
        whole.cloned().collect()
    };
    let (with, without) = (whole(&with), whole(&without));
    assert!(with.len() >= without.len());
    assert!(without.iter().all(|row| with.contains(row)));
}

/// Guards that an enumeration into the database of a sweep has what it has alone, and the other way round.
#[test]
fn an_enumeration_knows_more_than_a_sweep() {
    let folder = tempfile::tempdir().unwrap();
    let enumerated = |path: &Path| {
        let request = Request {
            catalogs: &load_or_code(Path::new("R1G1")).unwrap(),
            database: path,
            table: None,
            verify: Verify::None,
            seed: 1,
            memory: None,
            options: "",
        };
        enumerate(&request, &Monitor::default(), &|_| {})
            .unwrap()
            .digest
    };
    let sweep = sweep_of(
        "[king]\nfiles = [1, 1]\nranks = [\"a\", \"b\"]\n[pieces]\nR = 1\nG = 1\n[board]\nside = \"attacker\"\n\
         region = { files = [1, 5], ranks = [\"a\", \"c\"] }\n",
    );
    let ask = Ask {
        nodes: 50_000,
        ..Ask::all(&sweep)
    };
    let paths = ["alone.db", "after.db", "before.db"].map(|name| folder.path().join(name));
    let alone = enumerated(&paths[0]);
    ask.run(&paths[1], &Monitor::default()).unwrap();
    let swept = records(&paths[1], EVERYTHING);
    assert!(swept.iter().any(|row| row.contains("Null")));
    assert_eq!(enumerated(&paths[1]), alone);
    assert_eq!(enumerated(&paths[2]), alone);
    ask.run(&paths[2], &Monitor::default()).unwrap();
    for path in &paths[1..] {
        assert_equal(&paths[0], path, EVERYTHING);
        let store = Store::open_read_only(path).unwrap();
        let audit = store.audit(&AtomicBool::new(false), |finding| panic!("{finding:?}"));
        assert_eq!(audit.unwrap().runs, 2);
    }
}

#[test]
fn a_larger_hand_mates_a_bare_king_too() {
    let mut solver = Solver::new(16 << 20);
    let mut rng = testkit::Rng(7);
    let limits = Limits {
        nodes: Some(5_000),
        ..Limits::default()
    };
    let (mut mates, mut tried, mut with_own) = (0, 0, 0);
    let verdict = |solver: &mut Solver, setup: &Setup| {
        let mut whole = setup.clone();
        whole.complete_defender_hand(false).unwrap();
        let task = Task::new(Position::try_from(&whole).unwrap());
        solver.forget();
        let stop = AtomicBool::new(false);
        solver.solve(&task, Goal::Verdict, &limits, &stop).verdict
    };
    while mates < cases(10, 20) {
        tried += 1;
        assert!(tried < 2_000, "{mates} mates");
        let mut setup = Setup::empty(Color::Black);
        let king = Square::from_index(rng.below(Square::COUNT));
        setup.board[king.index()] = Some(Piece::plain(Color::White, Kind::King));
        // With a king of the attacker's (双玉) or without.
        let own = Square::from_index(rng.below(Square::COUNT));
        let files = own.file().abs_diff(king.file());
        if rng.one_in(2) && files.max(own.rank().abs_diff(king.rank())) > 1 {
            setup.board[own.index()] = Some(Piece::plain(Color::Black, Kind::King));
            with_own += 1;
        }
        for _ in 0..12 {
            let kind = packed::WRITTEN[rng.below(7)];
            setup.hands.black = setup.hands.black.plus(kind);
        }
        if verdict(&mut solver, &setup) != Verdict::Mate {
            continue;
        }
        mates += 1;
        setup.hands.black = setup.hands.black.plus(packed::WRITTEN[rng.below(7)]);
        assert_ne!(verdict(&mut solver, &setup), Verdict::NoMate, "{setup:?}");
    }
    assert!(with_own > tried / 4);
}
