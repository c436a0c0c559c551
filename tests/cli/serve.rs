//! `--serve`: a run looked at in a browser.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

use serde_json::Value;

/// A run that is shown, and its address.
struct Run {
    child: Child,
    address: String,
}

impl Run {
    fn start(words: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_gyakusan"))
            .args(words)
            .args(["--serve", "0"])
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut errors = BufReader::new(child.stderr.take().unwrap());
        let mut line = String::new();
        errors.read_line(&mut line).unwrap();
        let address = line
            .strip_prefix("to be seen at http://")
            .and_then(|rest| rest.strip_suffix("/\n"));
        let address = address.unwrap_or_else(|| panic!("{line}")).to_owned();
        // Whoever writes there finds a reader.
        std::thread::spawn(move || std::io::copy(&mut errors, &mut std::io::sink()));
        Self { child, address }
    }

    /// The status and the body of an answer.
    fn ask(&self, method: &str, path: &str, host: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        (status, body.to_owned())
    }

    fn get(&self, path: &str) -> (u16, String) {
        self.ask("GET", path, &self.address)
    }

    /// What the run says of itself, as soon as it says what is wanted.
    fn state(&self, is_wanted: impl Fn(&Value) -> bool) -> Value {
        for _ in 0..600 {
            let (status, body) = self.get("/state");
            assert_eq!(status, 200);
            let state = serde_json::from_str(&body).unwrap();
            if is_wanted(&state) {
                return state;
            }
            std::thread::sleep(std::time::Duration::from_millis(50));
        }
        panic!("it never comes");
    }
}

impl Drop for Run {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn boards(state: &Value, which: &str) -> Vec<Value> {
    state[which].as_array().unwrap().clone()
}

#[test]
fn a_creation_shows_its_boards_and_counts() {
    let run = Run::start(&["create", "--seed", "3", "--time", "60s"]);
    let (status, page) = run.get("/");
    assert!(status == 200 && page.contains("<script>"));
    let kept = |state: &Value| {
        let counts = boards(state, "counts");
        let kept = counts.iter().find(|pair| pair[0] == "kept");
        kept.and_then(|kept| kept[1].as_u64())
    };
    let state = run.state(|state| boards(state, "best").len() > 1 && kept(state) > Some(1));
    assert_eq!(state["title"], "gyakusan create");
    assert_eq!(state["phase"], "candidates");
    assert!(state["done"].as_u64() > Some(0) && state["ended"] == false);
    let best = boards(&state, "best");
    assert!(best.is_sorted_by(|a, b| a["beauty"].as_f64() >= b["beauty"].as_f64()));
    assert!(!boards(&state, "newest").is_empty());
    // What is shown is a problem of that length, and can be drawn.
    let board = &best[0];
    let sfen = board["sfen"].as_str().unwrap();
    let solved = Command::new(env!("CARGO_BIN_EXE_gyakusan"))
        .args(["solve", sfen])
        .output()
        .unwrap();
    let solved = String::from_utf8(solved.stdout).unwrap();
    assert!(
        solved.contains(&format!("left out: {}\n", board["plies"])),
        "{solved}"
    );
    assert!(solved.contains(board["line"].as_str().unwrap()), "{solved}");
    let (status, svg) = run.get(&format!("/board/{}.svg", board["number"]));
    assert!(status == 200 && svg.contains("<svg") && svg.contains(sfen));
}

#[test]
fn the_page_is_only_looked_at_and_by_this_machine() {
    let run = Run::start(&["create", "--seed", "3", "--time", "60s"]);
    for method in ["POST", "PUT", "DELETE"] {
        assert_eq!(run.ask(method, "/", &run.address).0, 405, "{method}");
    }
    for path in [
        "/nothing",
        "/board/x.svg",
        "/board/9999999.svg",
        "/board/",
        "/../Cargo.toml",
    ] {
        assert_eq!(run.get(path).0, 404, "{path}");
    }
    assert_eq!(run.ask("GET", "/state", "localhost:8080").0, 200);
    for elsewhere in ["example.org", "example.org:8080", "192.0.2.1:80"] {
        assert_eq!(run.ask("GET", "/state", elsewhere).0, 403, "{elsewhere}");
    }
}

#[test]
fn an_enumeration_shows_its_lengths_and_ends() {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("x.db");
    let mut run = Run::start(&["enumerate", "S2P1", "--db", db.to_str().unwrap()]);
    let state = run.state(|state| boards(state, "levels").len() > 2);
    assert_eq!(state["title"], "gyakusan enumerate S2P1");
    let levels = boards(&state, "levels");
    assert_eq!(levels[0][0], 1);
    assert!(levels[0][1].as_u64() > levels[1][1].as_u64());
    // Whoever looks on is told of the end, then nothing answers any more.
    run.state(|state| state["ended"] == true);
    assert!(run.child.wait().unwrap().success());
    assert!(TcpStream::connect(&run.address).is_err());
}

#[test]
fn what_is_no_address_or_taken_is_told() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let taken = taken.local_addr().unwrap().to_string();
    for (address, why) in [
        ("nowhere", "a port such as 8080 is wanted"),
        ("99999", "a port such as 8080 is wanted"),
        (&taken, "--serve 127.0.0.1:"),
    ] {
        let mut command = assert_cmd::Command::cargo_bin("gyakusan").unwrap();
        let told = command.args(["create", "--count", "1", "--serve", address]);
        let told = told.assert().code(2).get_output().stderr.clone();
        let told = String::from_utf8(told).unwrap();
        assert!(told.contains(why), "{told}");
        assert_eq!(told.lines().count(), 1, "{told}");
    }
}
