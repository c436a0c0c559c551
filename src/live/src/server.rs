//! Answering browsers.

use std::collections::VecDeque;
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::http::{self, Request, Response};
use super::{Shared, lock};
use picture::browser;
use words::{Language, say};

/// The page in the language of the run, all that it needs in it.
fn page() -> String {
    let style = [
        browser::STYLE,
        browser::READING,
        include_str!("page/page.css"),
    ];
    let script = [
        browser::SCRIPT,
        include_str!("page/curve.js"),
        include_str!("page/counts.js"),
        include_str!("page/run.js"),
        include_str!("page/start.js"),
    ];
    let page = include_str!("page/page.html");
    let page = match words::language() {
        Language::English => page.to_owned(),
        Language::Japanese => page.replacen("<html lang=\"en\">", "<html lang=\"ja\">", 1),
    };
    let parts = [
        ("STYLE", style.concat()),
        ("SIGNS", picture::page_signs()),
        ("STEPS", browser::STEPS.to_owned()),
        ("SCRIPT", script.concat()),
    ];
    parts.iter().fold(page, |page, (name, part)| {
        page.replacen(&format!("<!-- {name} -->"), part, 1)
    })
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

/// So many browsers are answered at a time. Who comes then takes the place of the one that has been silent longest; if all
/// have asked for something, nobody is let in.
const MOST: usize = 32;

/// How often it is looked whether somebody asks.
const PAUSE: Duration = Duration::from_millis(20);

/// A server that is not closed yet.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    desk: Arc<Desk>,
}

/// What the answers share.
struct Desk {
    state: Arc<Shared>,
    /// Whether only this machine asks, by its own name.
    is_private: bool,
    closed: AtomicBool,
    /// Requests that are being answered.
    busy: AtomicUsize,
    /// Those who have not said yet what they ask for, the first to come first.
    silent: Mutex<VecDeque<Arc<TcpStream>>>,
    /// When somebody last looked on.
    looked: Mutex<Option<Instant>>,
}

impl Server {
    pub fn bind(address: SocketAddr, state: Arc<Shared>) -> Result<Self, ServeError> {
        let fail = |error: io::Error| ServeError(format!("{address}: {}", words::io(&error)));
        let listener = TcpListener::bind(address).map_err(fail)?;
        listener.set_nonblocking(true).map_err(fail)?;
        let address = listener.local_addr().map_err(fail)?;
        let desk = Arc::new(Desk {
            state,
            is_private: address.ip().is_loopback(),
            closed: AtomicBool::new(false),
            busy: AtomicUsize::new(0),
            silent: Mutex::default(),
            looked: Mutex::new(None),
        });
        Ok(Self {
            listener,
            address,
            desk,
        })
    }

    /// Where this machine finds the page.
    pub fn address(&self) -> SocketAddr {
        let own: IpAddr = match self.address.ip() {
            IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
            IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
            ip => ip,
        };
        SocketAddr::new(own, self.address.port())
    }

    /// Answers on threads of its own until it is closed.
    ///
    /// # Errors
    /// If the system starts no thread.
    pub fn answer(self) -> Result<Answering, ServeError> {
        let desk = Arc::clone(&self.desk);
        let address = self.address;
        let answering = thread::Builder::new().spawn(move || self.answer_until_closed());
        let thread = answering.map_err(|error| {
            let error = words::io(&error);
            ServeError(format!(
                "{address}: {}",
                say!("cannot start a thread: {error}", error)
            ))
        })?;
        Ok(Answering { desk, thread })
    }

    fn answer_until_closed(&self) {
        let mut closed: Option<Instant> = None;
        loop {
            if self.desk.closed.load(Ordering::Relaxed) {
                let since = closed.get_or_insert_with(Instant::now);
                if since.elapsed() >= FAREWELL {
                    return;
                }
            }
            // An error is that of one browser.
            match self.listener.accept() {
                Ok((stream, _)) => Desk::serve(&self.desk, stream),
                // Who has come before the end is answered.
                Err(_) if closed.is_some() && !self.desk.has_guests() => return,
                Err(_) => thread::sleep(PAUSE),
            }
        }
    }
}

/// A server that answers.
pub struct Answering {
    desk: Arc<Desk>,
    thread: JoinHandle<()>,
}

impl Answering {
    /// Ends it, after those who look on have learnt that the run has ended. Whoever has asked for something and does
    /// not take it is not waited for.
    pub fn close(self) {
        self.desk.closed.store(true, Ordering::Relaxed);
        // What it cannot answer any more is no harm to the run.
        let _ = self.thread.join();
    }
}

impl Desk {
    /// Answers on a thread, if there are not too many already.
    fn serve(desk: &Arc<Self>, stream: TcpStream) {
        if desk.busy.fetch_add(1, Ordering::Relaxed) >= MOST && !desk.hurry() {
            desk.busy.fetch_sub(1, Ordering::Relaxed);
            return;
        }
        let own = Arc::clone(desk);
        let stream = Arc::new(stream);
        own.silent().push_back(Arc::clone(&stream));
        let coming = Arc::clone(&stream);
        let started = thread::Builder::new().spawn(move || {
            // A browser that has gone needs no answer.
            let _ = http::converse(&coming, |request| {
                own.has_spoken(&coming);
                own.answer(request)
            });
            own.has_spoken(&coming);
            own.busy.fetch_sub(1, Ordering::Relaxed);
        });
        if started.is_err() {
            desk.has_spoken(&stream);
            desk.busy.fetch_sub(1, Ordering::Relaxed);
        }
    }

    fn silent(&self) -> MutexGuard<'_, VecDeque<Arc<TcpStream>>> {
        self.silent.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Who was waited for is waited for no longer.
    fn has_spoken(&self, stream: &Arc<TcpStream>) {
        self.silent().retain(|other| !Arc::ptr_eq(other, stream));
    }

    /// Sends away the one that has been silent longest; whether there is one.
    fn hurry(&self) -> bool {
        let longest = self.silent().pop_front();
        // Its thread hears that nothing will come. One that has gone by itself makes room as well.
        longest.is_some_and(|stream| {
            let _ = stream.shutdown(Shutdown::Both);
            true
        })
    }

    /// Whether somebody looks on, or has asked for something.
    fn has_guests(&self) -> bool {
        let looked = *self.looked.lock().unwrap_or_else(PoisonError::into_inner);
        let looks_on = looked.is_some_and(|looked| looked.elapsed() < 2 * FAREWELL);
        looks_on || self.busy.load(Ordering::Relaxed) > 0
    }

    fn answer(&self, request: Result<Request, u16>) -> Response {
        let request = match request {
            Ok(request) => request,
            Err(status) => return Response::words(status, say!("this is not a valid request\n")),
        };
        if !matches!(request.method.as_str(), "GET" | "HEAD") {
            return Response::words(405, say!("this page is read-only\n"));
        }
        if self.is_private && !request.host.as_deref().is_none_or(is_own_name) {
            return Response::words(403, say!("open this page as localhost\n"));
        }
        let with = |kind, body| Response {
            status: 200,
            kind,
            body,
        };
        match request.path.as_str() {
            "/" => with("text/html; charset=utf-8", page()),
            "/state" => {
                *self.looked.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
                with("application/json", lock(&self.state).in_json())
            }
            other => {
                let number = other
                    .strip_prefix("/board/")
                    .and_then(|rest| rest.strip_suffix(".svg"));
                let number = number.and_then(|number| number.parse().ok());
                // The run does not wait for the drawing.
                let board = number.and_then(|number| lock(&self.state).boards.shown(number));
                match board {
                    Some(board) => with("image/svg+xml", board.svg()),
                    None => Response::words(404, say!("nothing was found here\n")),
                }
            }
        }
    }
}

/// Whether a browser asks for this machine by its own name: a page from elsewhere, whose name leads here, does not.
fn is_own_name(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        // The last colon of an address in brackets may be inside.
        Some((name, port)) if !port.contains(']') => name,
        _ => host,
    };
    let inside = name
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'));
    let name = inside.unwrap_or(name);
    name.eq_ignore_ascii_case("localhost") || name.parse().is_ok_and(|ip: IpAddr| ip.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_machine_is_asked_for_by_its_own_names() {
        for own in [
            "localhost",
            "LocalHost:8080",
            "127.0.0.1",
            "127.0.0.1:80",
            "127.8.9.1",
            "[::1]",
            "[::1]:8080",
        ] {
            assert!(is_own_name(own), "{own}");
        }
        for other in [
            "",
            "example.org",
            "example.org:8080",
            "192.0.2.1:80",
            "localhost.example.org",
            "[2001:db8::1]",
            "0.0.0.0",
        ] {
            assert!(!is_own_name(other), "{other}");
        }
    }
}
