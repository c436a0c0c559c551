//! `--serve`: a run looked at in a browser.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

use serde_json::Value;

use super::interrupted::press;

/// A run that is shown, and its address.
struct Run {
    child: Child,
    address: String,
}

impl Run {
    fn start(words: &[&str]) -> Self {
        Self::start_at(words, "0", "/\n")
    }

    /// Shown at that address; the line that says so ends like that.
    fn start_at(words: &[&str], address: &str, end: &str) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_gyakusan"))
            .args(words)
            .args(["--serve", address])
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut errors = BufReader::new(child.stderr.take().unwrap());
        // A sweep says first how many choices it has.
        let mut said = String::new();
        let address = loop {
            let start = said.len();
            assert!(errors.read_line(&mut said).unwrap() > 0, "{said}");
            if let Some((_, rest)) = said[start..].split_once("http://") {
                break rest
                    .strip_suffix(end)
                    .unwrap_or_else(|| panic!("{said}"))
                    .to_owned();
            }
        };
        // Whoever writes there finds a reader.
        std::thread::spawn(move || std::io::copy(&mut errors, &mut std::io::sink()));
        Self { child, address }
    }

    /// What is answered to a request.
    fn send(&self, request: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    /// The status and the body of an answer.
    fn ask(&self, method: &str, path: &str, host: &str) -> (u16, String) {
        let answer = self.send(&format!(
            "{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
        ));
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

fn is_complete(sfen: &str) -> bool {
    let checked = Command::new(env!("CARGO_BIN_EXE_gyakusan"))
        .args(["check", "--format", "json", sfen])
        .output()
        .unwrap();
    let checked: Value = serde_json::from_slice(&checked.stdout).unwrap();
    checked["complete"].as_bool().unwrap()
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
        let kept = counts
            .iter()
            .find(|pair| pair[0].as_str().unwrap().trim() == "kept");
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
    let line = board["moves"].as_array().unwrap().iter();
    let line: Vec<&str> = line.map(|mv| mv[1].as_str().unwrap()).collect();
    assert_eq!(board["plies"], line.len());
    assert!(solved.contains(&line.join(" ")), "{solved}");
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

/// What is said with every answer, so that a browser runs nothing but the page's own script and keeps nothing.
#[test]
fn every_answer_tells_the_browser_to_be_careful() {
    let run = Run::start(&["create", "--seed", "3", "--time", "60s"]);
    for (method, path) in [
        ("GET", "/"),
        ("GET", "/state"),
        ("GET", "/nothing"),
        ("POST", "/"),
    ] {
        let answer = run.send(&format!(
            "{method} {path} HTTP/1.1\r\nHost: localhost\r\n\r\n"
        ));
        for line in [
            "Cache-Control: no-store\r\n",
            "X-Content-Type-Options: nosniff\r\n",
            "Content-Security-Policy: default-src 'none'; ",
        ] {
            assert!(answer.contains(line), "{method} {path}: {answer}");
        }
    }
    let answer = run.send("HEAD /state HTTP/1.1\r\nHost: localhost\r\n\r\n");
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    assert!(
        head.starts_with("HTTP/1.1 200 ") && body.is_empty(),
        "{answer}"
    );
}

/// Whoever sends nonsense, or nothing, takes nothing from the others and does not hold up the end.
#[test]
fn bad_guests_are_no_harm() {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("x.db");
    let mut run = Run::start(&["enumerate", "S2P1", "--db", db.to_str().unwrap()]);
    let begun = |text: &str| {
        let mut stream = TcpStream::connect(&run.address).unwrap();
        stream.write_all(text.as_bytes()).unwrap();
        stream
    };
    let unfinished: Vec<TcpStream> = [
        "",
        "GET /state HTTP/1.1\r\nHost: localhost\r\n",
        "GET / HTTP/1.1\r\nContent-Length: 5000\r\n\r\n",
        "POST / HTTP/1.1\r\nContent-Length: 5000\r\n\r\n",
    ]
    .into_iter()
    .map(begun)
    .collect();
    let huge = "GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000000000000\r\n\r\n";
    drop((begun(huge), begun(&huge.replace("GET", "POST"))));
    for (request, status) in [
        ("\x16\x03\x01 nonsense\r\n\r\n".to_owned(), 400),
        (
            format!("GET / HTTP/1.1\r\n{}\r\n", "A: b\r\n".repeat(100)),
            431,
        ),
        (format!("GET /{} HTTP/1.1\r\n\r\n", "x".repeat(20_000)), 431),
    ] {
        let answer = run.send(&request);
        assert!(
            answer.starts_with(&format!("HTTP/1.1 {status} ")),
            "{answer}"
        );
    }
    run.state(|state| state["ended"] == true);
    assert!(run.child.wait().unwrap().success());
    drop(unfinished);
}

/// An address that others reach is told as one that this machine can open, and asked by any name.
#[test]
fn others_may_look_on_if_they_are_let() {
    let run = Run::start_at(
        &["create", "--seed", "3", "--time", "60s"],
        "0.0.0.0:0",
        "/, from other machines at this machine's address\n",
    );
    assert!(run.address.starts_with("127.0.0.1:"), "{}", run.address);
    assert_eq!(run.ask("GET", "/state", "example.org").0, 200);
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
    // Whoever looks on is told of the end, and so is the next; then nothing answers any more.
    let end = run.state(|state| state["ended"] == true);
    assert_eq!(run.state(|_| true)["ended"], true);
    assert_eq!(end["stopped"], false);
    assert!(run.child.wait().unwrap().success());
    assert!(TcpStream::connect(&run.address).is_err());
    let shown = [boards(&end, "best"), boards(&end, "newest")].concat();
    assert!(!shown.is_empty());
    for board in shown {
        assert!(is_complete(board["sfen"].as_str().unwrap()), "{board}");
    }
}

/// Its words are in the language of the run, whatever the browser's is; whoever stops it ends it before its end.
#[test]
#[cfg_attr(windows, ignore = "on Windows: presses Ctrl-C as Unix does")]
fn a_run_says_in_its_language_that_it_was_stopped() {
    for (lang, phase, end) in [
        ("en", "candidates", "/\n"),
        ("ja", "候補", "/ で見られます\n"),
    ] {
        let words = ["--lang", lang, "create", "--seed", "3", "--time", "60s"];
        let mut run = Run::start_at(&words, "0", end);
        assert!(run.get("/").1.contains(&format!("<html lang=\"{lang}\">")));
        run.state(|state| state["phase"] == phase && state["done"].as_u64() > Some(0));
        press(&run.child);
        let end = run.state(|state| state["ended"] == true);
        assert_eq!(
            (&end["stopped"], &end["phase"]),
            (&true.into(), &phase.into())
        );
        run.child.wait().unwrap();
    }
}

#[test]
fn what_is_no_address_or_taken_is_told() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let taken = taken.local_addr().unwrap().to_string();
    for (address, why) in [
        ("nowhere", "expected a port such as 8080"),
        ("99999", "expected a port such as 8080"),
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

/// A sweep and a table are shown, too.
#[test]
fn a_sweep_and_a_table_are_shown() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (set, sweep, table) = (path("set.toml"), path("sweep.db"), path("r2.table"));
    let text = "name_en = \"one gold\"\n[king]\nfiles = [1, 1]\nranks = [\"a\", \"a\"]\n\
                [pieces]\ntotal = 4\nG = [0, 4]\n";
    std::fs::write(&set, text).unwrap();
    let runs = [
        (
            ["sweep", &set, "--db", &sweep],
            "gyakusan sweep set · one gold",
        ),
        (["table", "R2", "--out", &table], "gyakusan table R2"),
    ];
    // Both go on for minutes.
    for (words, title) in runs {
        let mut run = Run::start(&words);
        let state = run.state(|_| true);
        assert_eq!(
            (&state["title"], &state["ended"]),
            (&title.into(), &false.into())
        );
        run.child.kill().unwrap();
        run.child.wait().unwrap();
    }
}
