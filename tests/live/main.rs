//! A run as browsers see it: asked over a socket of this machine.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};

use live::{Board, Live};
use serde_json::Value;
use tsume::solve::Task;

/// An answer: its status, its head, its body.
struct Answer {
    status: u16,
    head: String,
    body: String,
}

fn address(live: &Live) -> SocketAddr {
    let url = live.url();
    let address = url.strip_prefix("http://").unwrap().trim_end_matches('/');
    address.parse().unwrap()
}

fn say(live: &Live, request: &str) -> Answer {
    let mut stream = TcpStream::connect(address(live)).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    let (head, body) = text.split_once("\r\n\r\n").unwrap();
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    Answer {
        status,
        head: head.to_owned(),
        body: body.to_owned(),
    }
}

fn get(live: &Live, path: &str) -> Answer {
    say(
        live,
        &format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n"),
    )
}

fn state(live: &Live) -> Value {
    let answer = get(live, "/state");
    assert_eq!(answer.status, 200);
    assert!(answer.head.contains("application/json"), "{}", answer.head);
    serde_json::from_str(&answer.body).unwrap()
}

fn start() -> Live {
    let free: SocketAddr = "127.0.0.1:0".parse().unwrap();
    Live::start(free, "two golds").unwrap()
}

fn board(beauty: f64) -> Board {
    let task = Task::from_tsume_sfen("8k/9/8P/9/9/9/9/9/9 b G 1", true).unwrap();
    Board {
        task,
        line: vec!["G*1b".parse().unwrap()],
        beauty,
        remarks: vec!["nearest: none".to_owned()],
    }
}

#[test]
fn a_run_is_told_as_it_is() {
    let live = start();
    let first = state(&live);
    assert_eq!(first["title"], "two golds");
    assert_eq!(
        (&first["ended"], &first["stopped"]),
        (&false.into(), &false.into())
    );
    assert_eq!((&first["done"], &first["total"]), (&0.into(), &0.into()));
    live.progress("mates", 30, 120);
    live.level(1, 700);
    live.level(3, 80);
    live.level(3, 90);
    live.counts(vec![("complete".to_owned(), 5), (" new".to_owned(), 2)]);
    let now = state(&live);
    assert_eq!(now["run"], first["run"], "one run");
    assert_eq!(now["phase"], "mates");
    assert_eq!((&now["done"], &now["total"]), (&30.into(), &120.into()));
    // Of a length the last number counts.
    assert_eq!(now["levels"], serde_json::json!([[1, 700], [3, 90]]));
    assert_eq!(
        now["counts"],
        serde_json::json!([["complete", 5], [" new", 2]])
    );
    assert_eq!(now["nothing_yet"], Value::Null);
    live.nothing_yet("None is complete.".to_owned());
    assert_eq!(state(&live)["nothing_yet"], "None is complete.");
    live.progress("mates", 60, 120);
    assert_eq!(state(&live)["done"], 60);
    live.stopped();
    let last = state(&live);
    assert_eq!(
        (&last["ended"], &last["stopped"]),
        (&false.into(), &true.into())
    );
}

#[test]
fn a_board_that_was_found_can_be_seen() {
    let live = start();
    assert_eq!(get(&live, "/board/1.svg").status, 404);
    assert!(live.wants(-100.0), "the first is the newest");
    live.found(board(2.0));
    let now = state(&live);
    assert_eq!(now["best"].as_array().unwrap().len(), 1);
    assert_eq!(now["newest"].as_array().unwrap().len(), 1);
    let board = &now["best"][0];
    assert_eq!(board["remarks"][0], "nearest: none");
    assert_eq!(board["moves"], serde_json::json!([["G*1b", "☗１二金"]]));
    assert_eq!(board["attacker"], "black");
    let picture = get(&live, "/board/1.svg");
    assert_eq!(picture.status, 200);
    assert!(picture.head.contains("image/svg+xml"));
    let titled = "<title>8k/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1</title>";
    assert!(picture.body.starts_with("<svg") && picture.body.contains(titled));
    for path in [
        "/board/2.svg",
        "/board/1",
        "/board/x.svg",
        "/board/-1.svg",
        "/other",
    ] {
        assert_eq!(get(&live, path).status, 404, "{path}");
    }
}

#[test]
fn a_page_is_looked_at_and_not_changed() {
    let live = start();
    let page = get(&live, "/?from=here");
    assert_eq!(page.status, 200);
    assert!(
        page.head.contains("text/html; charset=utf-8"),
        "{}",
        page.head
    );
    assert!(page.body.contains("<html lang=\"en\">") && page.body.contains("/state"));
    // All that it needs is in it.
    assert!(page.body.contains("--paper:") && page.body.contains("id=\"board\""));
    assert!(!page.body.contains("<!--"), "a part is missing");
    let length = format!("Content-Length: {}\r\n", page.body.len());
    assert!(page.head.contains(&length), "{}", page.head);
    for sign in [
        "nosniff",
        "no-store",
        "default-src 'none'",
        "Connection: close",
    ] {
        assert!(page.head.contains(sign), "{sign}");
    }
    // HEAD is told the length, and nothing more.
    let head = say(&live, "HEAD / HTTP/1.1\r\nHost: localhost\r\n\r\n");
    assert!(head.status == 200 && head.body.is_empty() && head.head.contains(length.trim()));
    for (request, status) in [
        (
            "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n",
            405,
        ),
        ("DELETE /state HTTP/1.1\r\nHost: localhost\r\n\r\n", 405),
        ("GET / HTTP/1.1\r\nHost: example.org\r\n\r\n", 403),
        ("GET /state HTTP/1.1\r\nHost: example.org:80\r\n\r\n", 403),
        ("GET / HTTP/1.1\r\nHost: 127.0.0.1:9\r\n\r\n", 200),
        ("GET / HTTP/1.1\r\n\r\n", 200),
        ("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400),
        ("what is this\r\n\r\n", 400),
    ] {
        let answer = say(&live, request);
        assert_eq!(answer.status, status, "{request}");
        assert_eq!(
            answer.head.contains("Allow: GET, HEAD"),
            status == 405,
            "{request}"
        );
    }
    let long = format!(
        "GET /{} HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "x".repeat(20_000)
    );
    assert_eq!(say(&live, &long).status, 431);
}

/// More connections than are answered at a time, none of which says anything: who asks is answered, and the first of them are
/// sent away.
#[test]
fn the_silent_keep_nobody_out() {
    let live = start();
    let address = address(&live);
    let mut silent: Vec<TcpStream> = (0..40)
        .map(|_| TcpStream::connect(address).unwrap())
        .collect();
    for _ in 0..3 {
        assert_eq!(state(&live)["title"], "two golds");
    }
    let mut nothing = [0];
    assert!(!silent[0].read(&mut nothing).is_ok_and(|bytes| bytes > 0));
    // One that came late may still ask.
    let last = silent.last_mut().unwrap();
    last.write_all(b"GET /state HTTP/1.1\r\nHost: localhost\r\n\r\n")
        .unwrap();
    let mut answer = String::new();
    last.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200 OK"), "{answer}");
}

/// Two runs at one address: the second is told, and the first goes on. Once it has gone, the address is free.
#[test]
fn an_address_is_of_one_run() {
    let live = start();
    let address = address(&live);
    let error = Live::start(address, "another").err().unwrap().to_string();
    assert!(error.starts_with(&format!("{address}: ")), "{error}");
    assert_eq!(state(&live)["title"], "two golds");
    drop(live);
    assert!(TcpStream::connect(address).is_err());
}
