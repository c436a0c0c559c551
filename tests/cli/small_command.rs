//! `gyakusan small`: games on small boards, as a person calls it.

use std::fs;

use assert_cmd::Command;
use tempfile::TempDir;

use crate::typed::{done, refused, texts};

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
    assert!(
        said.ends_with("every value agrees with its moves\n"),
        "{said}"
    );
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

#[test]
#[ignore = "many seconds: .ci/long"]
fn the_known_results_of_the_second_player_hold() {
    let folder = TempDir::new().unwrap();
    for (army, zone, plies) in [
        ("NKNG", "1", 26),
        ("KNNG", "2", 8),
        ("KNNG", "3", 8),
        ("KNNS", "2", 8),
        ("KNNS", "3", 8),
        ("KBNN", "2", 18),
        ("KBNN", "3", 20),
        ("KBNG", "1", 20),
    ] {
        let args = ["small", "solve", "4x4", "--army", army, "--zone", zone];
        let said = done(
            &folder,
            &[&args[..], &["--quiet", "--proof", "x.proof"]].concat(),
        );
        let expected = format!("the side that is not to move wins within {plies} plies\n");
        assert!(said.starts_with(&expected), "{army} {zone}: {said}");
        let checked = done(&folder, &["small", "verify", "x.proof"]);
        assert!(checked.contains("every reply replayed"), "{checked}");
    }
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
