//! Answering browsers.

use std::io::{self, Cursor};
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use tiny_http::{Header, Method, Request, Response};

use super::{Shared, lock};
use words::{Language, say, word};

const PAGE: &str = include_str!("page.html");

/// The page, in Japanese where that is the language of the run; else in that of the browser.
fn page() -> String {
    match words::language() {
        Language::English => PAGE.to_owned(),
        Language::Japanese => PAGE.replacen("<html lang=\"en\">", "<html lang=\"ja\">", 1),
    }
}

/// How long pages that look on are given to learn that the run has ended.
const FAREWELL: Duration = Duration::from_millis(1500);

/// Why nothing can be shown.
#[derive(Debug)]
pub struct ServeError(String);

impl std::fmt::Display for ServeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ServeError {}

/// A server that is not closed yet.
pub struct Server {
    http: Arc<tiny_http::Server>,
    address: SocketAddr,
    closed: Arc<AtomicBool>,
}

impl Server {
    pub fn bind(address: SocketAddr) -> Result<Self, ServeError> {
        let fail = |why: &dyn std::fmt::Display| ServeError(format!("{address}: {why}"));
        let http = tiny_http::Server::http(address).map_err(|error| {
            match error.downcast::<io::Error>() {
                Ok(error) => fail(&words::io(&error)),
                Err(error) => fail(&error),
            }
        })?;
        let bound = http.server_addr().to_ip();
        Ok(Self {
            http: Arc::new(http),
            address: bound.ok_or_else(|| fail(&word!("no address of the internet protocol")))?,
            closed: Arc::default(),
        })
    }

    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Answers on a thread of its own until it is closed.
    pub fn answer(&self, state: Arc<Shared>) -> JoinHandle<()> {
        let (http, closed) = (Arc::clone(&self.http), Arc::clone(&self.closed));
        let is_private = self.address.ip().is_loopback();
        thread::spawn(move || {
            let mut asked: Option<Instant> = None;
            let mut until: Option<Instant> = None;
            loop {
                if closed.load(Ordering::Relaxed) && until.is_none() {
                    // Only if somebody looks on.
                    let looks_on = asked.is_some_and(|asked| asked.elapsed() < 2 * FAREWELL);
                    until = Some(Instant::now() + if looks_on { FAREWELL } else { Duration::ZERO });
                }
                if until.is_some_and(|until| Instant::now() >= until) {
                    return;
                }
                // An error is that of one browser.
                if let Ok(Some(request)) = http.recv_timeout(Duration::from_millis(50)) {
                    let asks_state = request.url() == "/state";
                    answer(request, &state, is_private);
                    if asks_state {
                        asked = Some(Instant::now());
                        // It knows.
                        until = until.map(|_| Instant::now());
                    }
                }
            }
        })
    }

    /// Soon nothing is answered any more.
    pub fn close(&self) {
        self.closed.store(true, Ordering::Relaxed);
    }
}

fn answer(request: Request, state: &Shared, is_private: bool) {
    let reads = matches!(request.method(), Method::Get | Method::Head);
    let response = if !reads {
        text(405, "text/plain; charset=utf-8", say!("only to look at\n"))
    } else if is_private && !is_own_name(&request) {
        text(
            403,
            "text/plain; charset=utf-8",
            say!("this is another machine\n"),
        )
    } else {
        match request.url().split('?').next().unwrap_or_default() {
            "/" => text(200, "text/html; charset=utf-8", page()),
            "/state" => text(200, "application/json", lock(state).in_json()),
            other => {
                let number = other
                    .strip_prefix("/board/")
                    .and_then(|rest| rest.strip_suffix(".svg"));
                let number = number.and_then(|number| number.parse().ok());
                // The run does not wait for the drawing.
                let board = number.and_then(|number| lock(state).boards.shown(number));
                match board {
                    Some(board) => text(200, "image/svg+xml", board.svg()),
                    None => text(404, "text/plain; charset=utf-8", say!("nothing is here\n")),
                }
            }
        }
    };
    // A browser that has gone needs no answer.
    let _ = request.respond(response);
}

/// Whether a browser asks for this machine by its own name: a page from elsewhere, whose name leads here, does not.
fn is_own_name(request: &Request) -> bool {
    let host = request
        .headers()
        .iter()
        .find(|header| header.field.equiv("host"));
    let Some(host) = host.map(|header| header.value.as_str()) else {
        return true;
    };
    let name = match host.parse::<SocketAddr>() {
        Ok(address) => return address.ip().is_loopback(),
        Err(_) => host.rsplit_once(':').map_or(host, |(name, _)| name),
    };
    name == "localhost" || name.parse().is_ok_and(|ip: IpAddr| ip.is_loopback())
}

fn text(status: u16, kind: &str, body: String) -> Response<Cursor<Vec<u8>>> {
    let headers = [
        ("Content-Type", kind),
        ("Cache-Control", "no-store"),
        ("X-Content-Type-Options", "nosniff"),
        (
            "Content-Security-Policy",
            "default-src 'none'; img-src 'self' data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'",
        ),
    ];
    let mut response = Response::from_string(body).with_status_code(status);
    for (name, value) in headers {
        // All are plain ASCII.
        if let Ok(header) = Header::from_bytes(name, value) {
            response = response.with_header(header);
        }
    }
    response
}
