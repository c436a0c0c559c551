//! `gyakusan small`: games on small boards, as a person calls it.

use std::fs;

use assert_cmd::Command;
use serde_json::Value;
use tempfile::TempDir;

use crate::typed::{done, files, refused, run, texts};

fn folder() -> TempDir {
    let folder = TempDir::new().unwrap();
    let args = ["small", "table", "3x3", "--army", "PKP"];
    done(
        &folder,
        &[&args[..], &["--out", "x.gst", "--quiet"]].concat(),
    );
    folder
}

#[test]
fn a_table_is_made_probed_and_verified() {
    let folder = folder();
    let said = done(&folder, &["small", "verify", "x.gst"]);
    let (first, second) = said.split_once('\n').unwrap();
    assert!(
        first.ends_with("every value agrees with its moves"),
        "{said}"
    );
    assert!(second.starts_with("108 zugzwangs: "), "{said}");
    let told = done(&folder, &["small", "probe", "x.gst"]);
    assert!(told.starts_with("pkp/3/PKP b -\n"), "{told}");
    let short = Command::cargo_bin("gyakusan")
        .unwrap()
        .args(["small", "probe", "x.gst", "-"])
        .current_dir(folder.path())
        .write_stdin("pkp/3/PKP b -\nnothing\n")
        .output()
        .unwrap();
    let (out, err, code) = texts(short);
    assert!(out.starts_with("pkp/3/PKP b -\t"), "{out}");
    assert!(err.contains("position \"nothing\""), "{err}");
    assert_eq!(code, 2);
    // The same, byte by byte, whatever the threads.
    let again = ["small", "table", "3x3", "--army", "PKP", "--threads", "1"];
    done(
        &folder,
        &[&again[..], &["--out", "y.gst", "--quiet"]].concat(),
    );
    let read = |name: &str| fs::read(folder.path().join(name)).unwrap();
    assert!(read("x.gst") == read("y.gst"));
}

/// All that is published but one, 銀王桂飛.
#[test]
#[ignore = "many seconds: .ci/long"]
fn the_known_results_of_4x4_hold() {
    let folder = TempDir::new().unwrap();
    let (first, second) = ("the side to move wins", "the side that is not to move wins");
    for (army, zone, winner, plies) in [
        ("NKNG", "1", second, 26),
        ("KNNG", "2", second, 8),
        ("KNNG", "3", second, 8),
        ("KNNS", "2", second, 8),
        ("KNNS", "3", second, 8),
        ("KBNN", "2", second, 18),
        ("KBNN", "3", second, 20),
        ("KBNG", "1", second, 20),
        ("RKSG", "1", first, 21),
        ("PKGN", "1", first, 39),
        ("GKGL", "1", first, 13),
        ("NKGL", "1", first, 35),
        ("GKBR", "1", first, 19),
        ("NKBR", "1", first, 17),
        ("PKGR", "1", first, 21),
        ("PKSR", "1", first, 49),
        ("NKSR", "1", first, 59),
    ] {
        let args = ["small", "solve", "4x4", "--army", army, "--zone", zone];
        let name = format!("proofs/{army}-{zone}.proof");
        fs::create_dir_all(folder.path().join("proofs")).unwrap();
        let said = done(
            &folder,
            &[&args[..], &["--quiet", "--proof", &name]].concat(),
        );
        let expected = format!("{winner} within {plies} plies\n");
        assert!(said.starts_with(&expected), "{army} {zone}: {said}");
    }
    let checked = done(&folder, &["small", "verify", "proofs"]);
    assert!(
        checked.ends_with("proofs: 17 proofs, every reply replayed\n"),
        "{checked}"
    );
}

#[test]
fn a_proof_that_was_changed_is_refused() {
    let folder = TempDir::new().unwrap();
    let args = ["small", "solve", "4x4", "--army", "KNNG", "--zone", "2"];
    done(&folder, &[&args[..], &["--proof", "x.proof"]].concat());
    let path = folder.path().join("x.proof");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replacen("\t2", "\t3", 1)).unwrap();
    let complaint = refused(&folder, &["small", "verify", "x.proof"]);
    assert!(
        complaint.contains("the checksum does not match"),
        "{complaint}"
    );
}

#[test]
fn a_study_goes_on_where_it_was() {
    let folder = TempDir::new().unwrap();
    let args = ["small", "study", "3x3", "--zone", "1", "--db", "x.db"];
    let few = done(&folder, &[&args[..], &["--nodes", "100"]].concat());
    let more = done(&folder, &[&args[..], &["--nodes", "3k"]].concat());
    let open = |said: &str| -> u32 {
        let (_, open) = said.trim_end().rsplit_once("open: ").unwrap();
        open.parse().unwrap()
    };
    assert!(open(&more) < open(&few), "{few}{more}");
    assert_eq!(
        done(&folder, &[&args[..], &["--nodes", "3k"]].concat()),
        more
    );
}

#[test]
fn parts_are_put_together() {
    let folder = TempDir::new().unwrap();
    let study = |db: &str, more: &[&str]| {
        let args = ["small", "study", "3x3", "--zone", "1", "--db", db];
        json(&folder, &[&args[..], more].concat())
    };
    let whole = study("whole.db", &["--nodes", "500"]);
    let one = study("one.db", &["--nodes", "500", "--part", "1/2"]);
    let two = study("two.db", &["--nodes", "500", "--part", "2/2"]);
    assert_eq!((one.len(), two.len(), whole.len()), (37, 36, 73));
    // What is known from elsewhere is not searched again, what is known better stays.
    let from = ["--nodes", "1", "--from", "one.db", "two.db"];
    assert_eq!(study("all.db", &from), whole);
    let poor = study("poor.db", &["--nodes", "1"]);
    assert_ne!(poor, whole);
    assert_eq!(
        study("all.db", &["--nodes", "1", "--from", "poor.db"]),
        whole
    );
    assert_eq!(
        study("poor.db", &["--nodes", "1", "--from", "all.db"]),
        whole
    );
    // So it is from what was printed; other games are passed over.
    let printed: Vec<String> = whole.iter().map(Value::to_string).collect();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("whole.jsonl", &(printed.join("\n") + "\n"));
    let from = ["--nodes", "1", "--from", "whole.jsonl", "one.db"];
    assert_eq!(study("read.db", &from), whole);
    write("else.db", "");
    write("other.jsonl", &printed[0].replace("\"3x3\"", "\"4x4\""));
    assert_eq!(
        study("poor2.db", &["--nodes", "1", "--from", "other.jsonl"]),
        poor
    );
    write("bad.jsonl", &format!("{}\n{{}}\n", printed[0]));
    write(
        "large.jsonl",
        &printed[0].replace("\"army\":\"", "\"army\":\"KK"),
    );
    write("solved.jsonl", &printed[0].replace("\"army\"", "\"arm\""));
    for (other, why) in [
        ("none.db", "none.db"),
        ("else.db", "else.db"),
        ("none.jsonl", "none.jsonl: no such file"),
        ("bad.jsonl", "bad.jsonl:2: missing field `game`"),
        ("large.jsonl", "large.jsonl:1: "),
        (
            "solved.jsonl",
            "solved.jsonl:1: this is no start of a study",
        ),
    ] {
        let args = ["small", "study", "3x3", "--db", "all.db", "--from", other];
        let complaint = refused(&folder, &args);
        assert!(complaint.contains(why), "{complaint}");
    }
}

/// The list that comes with the program can be gone on with, and the book has its numbers.
#[test]
fn what_is_known_of_4x4_is_shipped() {
    let folder = TempDir::new().unwrap();
    let known = format!("{}/catalogs/small-4x4.jsonl", env!("CARGO_MANIFEST_DIR"));
    let args = [
        "small", "study", "4x4", "--db", "x.db", "--nodes", "1", "--part", "1/1806",
    ];
    let said = done(&folder, &[&args[..], &["--from", &known]].concat());
    let book = fs::read_to_string(testkit::root().join("docs/small.md")).unwrap();
    let row = book
        .lines()
        .find_map(|line| line.strip_prefix("| together | "));
    let cells: Vec<&str> = row.unwrap().trim_end_matches(" |").split(" | ").collect();
    let [first, _, second, open] = cells[..] else {
        panic!("{cells:?}")
    };
    assert_eq!(
        said,
        format!(
            "first player wins: {first}, second player wins: {second}, draws: 0, open: {open}\n"
        )
    );
}

#[test]
fn tables_give_the_exact_values_of_starts() {
    let folder = folder();
    let args = ["small", "study", "3x3", "--zone", "1", "--db", "x.db"];
    done(
        &folder,
        &[&args[..], &["--nodes", "3k", "--quiet"]].concat(),
    );
    // The last group has pawns alone: PKP, whose table is there, and KPP.
    let tables = [&args[..], &["--tables", "--part", "26/26"]].concat();
    let said = done(&folder, &tables);
    let db = rusqlite::Connection::open(folder.path().join("x.db")).unwrap();
    let row = |army: &str| {
        let sql = "SELECT winner, plies, line, nodes, first_cannot, second_cannot FROM starts WHERE army = ?";
        db.query_row(sql, [army], |row| {
            let plies: Option<i64> = row.get(1)?;
            let line: Option<String> = row.get(2)?;
            let cannot: (bool, bool) = (row.get(4)?, row.get(5)?);
            Ok((
                row.get::<_, String>(0)?,
                plies,
                line,
                row.get::<_, i64>(3)?,
                cannot,
            ))
        })
        .unwrap()
    };
    let (winner, plies, line, nodes, cannot) = row("PKP");
    assert_eq!(nodes, 0);
    let moves = line.unwrap_or_default().split_whitespace().count() as i64;
    assert_eq!(moves, plies.unwrap_or(0));
    let told = done(&folder, &["small", "probe", "x.gst"]);
    let (expected, cannot_either) = match winner.as_str() {
        "first" => (format!("\nwin in {moves} pl"), (false, true)),
        "second" => (format!("\nloss in {moves} pl"), (true, false)),
        _ => ("\ndraw\n".to_owned(), (true, true)),
    };
    assert!(told.contains(&expected), "{winner} {moves}: {told}");
    assert_eq!(cannot, cannot_either);
    assert_eq!(row("KPP").3, 0);
    // Nothing is left to do, and a search does not ask again.
    assert_eq!(done(&folder, &tables), said);
    done(
        &folder,
        &[&args[..], &["--nodes", "4k", "--quiet"]].concat(),
    );
    assert_eq!(row("KPP").3, 0);
    let complaint = refused(&folder, &[&tables[..], &["--nodes", "3k"]].concat());
    assert!(complaint.contains("--nodes"), "{complaint}");
    let large = ["small", "study", "4x4", "--tables", "--db", "y.db"];
    let complaint = refused(&folder, &large);
    assert!(complaint.contains("too many for a table"), "{complaint}");
}

#[test]
fn problems_are_listed() {
    let folder = folder();
    let args = ["small", "mates", "x.gst", "--db", "x.db"];
    let said = done(&folder, &[&args[..], &["--page", "x.html"]].concat());
    assert!(said.ends_with("problems in x.db\n"), "{said}");
    let db = rusqlite::Connection::open(folder.path().join("x.db")).unwrap();
    let count = |sql: &str| db.query_row(sql, [], |row| row.get::<_, i64>(0)).unwrap();
    assert!(count("SELECT count(*) FROM mates") > 0);
    let page = fs::read_to_string(folder.path().join("x.html")).unwrap();
    let many = |part: &str| page.matches(part).count() as i64;
    let problems = count("SELECT count(*) FROM mates");
    assert_eq!((many("<section>"), many("<details>")), (problems, problems));
    assert_eq!((many("<tr>"), many("<td")), (3 * problems, 9 * problems));
    // Both kings stand on each board.
    assert_eq!(many(">玉<"), 2 * problems);
    let odd = "SELECT count(*) FROM mates WHERE plies % 2 = 0 OR line = '' OR japanese = ''";
    assert_eq!(count(odd), 0);
    let listed =
        "SELECT (SELECT sum(sound) FROM lengths WHERE plies >= 3) - (SELECT count(*) FROM mates)";
    assert_eq!(count(listed), 0);
    let plies = "SELECT count(*) FROM mates WHERE plies != 1 + length(line) - length(replace(line, ' ', ''))";
    assert_eq!(count(plies), 0);
}

/// The lines of JSON that a command prints.
fn json(folder: &TempDir, args: &[&str]) -> Vec<Value> {
    let said = done(folder, &[args, &["--json"]].concat());
    let lines = said.lines();
    lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn programs_read_what_people_read() {
    let folder = folder();
    let game = ["small", "solve", "3x3", "--army", "PKP"];
    let said = done(&folder, &game);
    let solved = &json(&folder, &game)[0];
    assert_eq!(solved["position"], "pkp/3/PKP b -");
    assert_eq!(solved["game"], "3x3");
    assert_eq!(solved["zone"], 1);
    let plies = solved["plies"].as_u64().unwrap();
    let winner = match solved["winner"].as_str().unwrap() {
        "first" => "the side to move wins",
        _ => "the side that is not to move wins",
    };
    assert!(
        said.contains(&format!("{winner} within {plies} plies")),
        "{said}"
    );
    let line = moves(&solved["line"]);
    assert_eq!(line.len() as u64, plies);
    assert!(said.contains(&line.join(" ")), "{said}");
    assert!(
        said.contains(solved["japanese"].as_str().unwrap()),
        "{said}"
    );
    // The table knows the shortest way.
    let probed = &json(&folder, &["small", "probe", "x.gst"])[0];
    let best = &probed["moves"][0];
    assert_eq!(
        (&best["status"], &best["plies"]),
        (&probed["status"], &probed["plies"])
    );
    assert!(probed["plies"].as_u64().unwrap() <= plies);
    let told = done(&folder, &["small", "probe", "x.gst"]);
    assert!(told.contains(best["move"].as_str().unwrap()), "{told}");
    assert!(told.contains(best["japanese"].as_str().unwrap()), "{told}");
    let mates = ["small", "mates", "x.gst", "--db", "x.db"];
    let problems = json(&folder, &mates);
    let db = rusqlite::Connection::open(folder.path().join("x.db")).unwrap();
    let sql = "SELECT count(*), sum(plies), sum(tries) FROM mates";
    let sums: (i64, i64, i64) = db
        .query_row(sql, [], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
        .unwrap();
    let sum = |name: &str| -> i64 { problems.iter().filter_map(|is| is[name].as_i64()).sum() };
    assert_eq!((problems.len() as i64, sum("plies"), sum("tries")), sums);
    for problem in &problems {
        assert_eq!(
            Some(moves(&problem["line"]).len() as u64),
            problem["plies"].as_u64()
        );
    }
}

fn moves(line: &Value) -> Vec<&str> {
    let moves = line.as_array().unwrap().iter();
    moves.map(|mv| mv.as_str().unwrap()).collect()
}

/// What a study knows is printed, known before or found now; its proofs are kept, and replayed as a folder.
#[test]
fn a_study_keeps_proofs_that_can_be_replayed() {
    let folder = TempDir::new().unwrap();
    let study = ["small", "study", "3x3", "--zone", "1", "--db", "x.db"];
    let first = [&study[..], &["--nodes", "2k", "--part", "1/4"]].concat();
    let found = json(&folder, &first);
    assert_eq!(found.len(), 19);
    let of = |row: &Value, winner: &str| row["winner"] == winner;
    let to_prove: Vec<&Value> = found.iter().filter(|row| !row["line"].is_null()).collect();
    assert!(to_prove.len() > 5);
    // They were decided before proofs were asked for.
    let proofs = [&first[..], &["--proofs", "proofs"]].concat();
    assert_eq!(json(&folder, &proofs), found);
    let said = done(&folder, &["small", "verify", "proofs"]);
    let black = to_prove.iter().filter(|row| of(row, "first")).count();
    let white = to_prove.iter().filter(|row| of(row, "second")).count();
    let positions = to_prove
        .iter()
        .filter_map(|row| row["proof_positions"].as_u64());
    let last = format!("proofs: {} proofs, every reply replayed\n", to_prove.len());
    assert!(said.ends_with(&last), "{said}");
    let sums = said.lines().find(|line| line.starts_with("total")).unwrap();
    let sums: Vec<u64> = sums
        .split_whitespace()
        .skip(1)
        .map(|sum| sum.replace(',', "").parse().unwrap())
        .collect();
    assert_eq!(sums, [black as u64, white as u64, positions.sum()]);
    assert_eq!(
        said.lines()
            .filter(|line| line.starts_with("3x3, zone 1"))
            .count(),
        1
    );
    // One that is gone is written anew; the others are left alone.
    let all = files(&folder.path().join("proofs"));
    let (gone, other) = (&all[0], &all[1]);
    let text = fs::read_to_string(gone).unwrap();
    fs::remove_file(gone).unwrap();
    fs::write(other, "gyakusan small proof 1\nchanged\n").unwrap();
    assert_eq!(json(&folder, &proofs), found);
    assert_eq!(files(&folder.path().join("proofs")), all);
    assert_eq!(fs::read_to_string(gone).unwrap(), text);
    let (out, err, code) = texts(run(&folder, &["small", "verify", "proofs"]));
    assert!(out.ends_with("; 1 do not hold\n"), "{out}");
    let name = other.file_name().unwrap().to_str().unwrap();
    assert!(err.contains(name), "{err}");
    assert_eq!(code, 2);
}

#[test]
fn rules_that_only_have_the_name_of_others_are_told_from_them() {
    let folder = TempDir::new().unwrap();
    let rules = "name = \"3x3\"\njapanese = \"x\"\nenglish = \"x\"\nwidth = 3\nheight = 3\nzone = 1\npieces = \"shogi\"\n\
                 pawn_drop_mate = true\nstart = \"pkp/3/PKP\"\n";
    fs::write(folder.path().join("mine.toml"), rules).unwrap();
    for (game, said) in [
        (&["mine.toml"][..], ": 3x3 by rules of its own, zone 1: "),
        (&["3x3", "--army", "PKP", "--zone", "2"], ": 3x3, zone 2: "),
    ] {
        let proof = ["--proof", "x.proof"];
        done(&folder, &[&["small", "solve"][..], game, &proof].concat());
        let told = done(&folder, &["small", "verify", "x.proof"]);
        assert!(told.contains(said), "{told}");
    }
}

/// The scripts of pages know the rules, the numbers of positions and the file of a table: node has them beside the program.
#[test]
fn pages_play_and_solve_as_the_program_does() {
    let node = |args: &[&str]| std::process::Command::new("node").args(args).output();
    if node(&["--version"]).is_err() {
        eprintln!("no node here: the pages of small boards are not tested");
        return;
    }
    let folder = TempDir::new().unwrap();
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let at = |path: &str| root.join(path).display().to_string();
    let output = node(&[
        &at("tests/cli/small_page.mjs"),
        env!("CARGO_BIN_EXE_gyakusan"),
        folder.path().to_str().unwrap(),
        &at("src/small/games/dobutsu.toml"),
    ])
    .unwrap();
    let (_, complaints, code) = texts(output);
    assert_eq!(code, 0, "{complaints}");
}

#[test]
fn a_game_is_played() {
    let folder = folder();
    let output = Command::cargo_bin("gyakusan")
        .unwrap()
        .args(["small", "play", "x.gst"])
        .current_dir(folder.path())
        .write_stdin("hint\nnonsense\n9i9h\n2c2b\nboard\ngive up\n")
        .output()
        .unwrap();
    let (out, err, code) = texts(output);
    assert_eq!((err.as_str(), code), ("", 0), "{out}");
    assert!(out.contains("cannot read the move \"nonsense\""), "{out}");
    assert!(out.contains("☖"), "{out}");
}

#[test]
fn what_is_wrong_is_said_with_what_to_do() {
    let folder = folder();
    fs::write(folder.path().join("bad.toml"), "name = 1\n").unwrap();
    for (args, part) in [
        (
            &["small", "solve", "nothing"][..],
            "known games are dobutsu",
        ),
        (&["small", "solve", "bad.toml"], "bad.toml:"),
        (&["small", "solve", "4x4", "--army", "RKS"], "army \"RKS\""),
        (
            &["small", "solve", "3x3", "k2/3/2K/3"],
            "4 ranks, expected 3",
        ),
        (
            &["small", "solve", "3x3", "kP1/3/2K b -"],
            "could never move",
        ),
        (&["small", "solve", "3x3", "k1R/3/2K b -"], "in check"),
        (
            &["small", "probe", "x.gst", "1k1/3/1K1 b -"],
            "not those of the table's game",
        ),
        (
            &[
                "small",
                "solve",
                "4x4",
                "--army",
                "RKSG",
                "--guide",
                "2d2c 9a9b",
            ],
            "guide, at gskr/4/2S1/RK1G w -: cannot read the move \"9a9b\"",
        ),
        (
            &["small", "probe", "bad.toml"],
            "not a table of a small board",
        ),
        (
            &["small", "verify", "bad.toml"],
            "not a table of a small board",
        ),
        (&["small", "verify", "."], "no proofs in this folder"),
        (
            &["small", "table", "gorogoro", "--out", "y.gst"],
            "at most 20 squares",
        ),
        (
            &["small", "table", "4x4", "--army", "RKSG", "--out", "y.gst"],
            "too many for a table",
        ),
        (
            &["small", "table", "3x3", "--army", "KBR", "--out", "y.gst"],
            "is over",
        ),
    ] {
        let complaint = refused(&folder, args);
        assert!(complaint.contains(part), "{args:?}: {complaint}");
    }
}
