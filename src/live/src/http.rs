//! As much of HTTP/1.1 as a page needs that is only looked at: one request and one answer on each connection.
//!
//! Nothing that is sent here costs the run anything: what a request is made of, how long it may take and how many there
//! may be at a time is bounded, and of a body no more is read
//! than lets the answer arrive.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::{Duration, Instant};

/// The longest head of a request, in bytes.
const LONGEST: usize = 16 << 10;

/// The most lines in it.
const MOST_LINES: usize = 64;

/// How long a request may take, and each piece of its answer until the browser takes it.
pub const PATIENCE: Duration = Duration::from_secs(5);

/// How much of a body is taken in, in bytes, so that the answer is not lost on the way.
const BODY: usize = 64 << 10;

/// What a browser asks.
#[derive(Debug, PartialEq, Eq)]
pub struct Request {
    /// `GET` or another.
    pub method: String,
    /// What is asked for, without what follows a question mark.
    pub path: String,
    /// The name by which it asks for this machine.
    pub host: Option<String>,
}

/// What it is told.
pub struct Response {
    /// 200 or another.
    pub status: u16,
    /// The type of the body.
    pub kind: &'static str,
    /// What is there.
    pub body: String,
}

impl Response {
    /// Words to a person.
    pub fn words(status: u16, body: String) -> Self {
        let kind = "text/plain; charset=utf-8";
        Self { status, kind, body }
    }
}

/// Takes a request and gives the answer.
///
/// # Errors
/// If the browser has gone, or takes too long. That is no harm.
pub fn converse(
    mut stream: &TcpStream,
    answer: impl FnOnce(Result<Request, u16>) -> Response,
) -> io::Result<()> {
    let until = Instant::now() + PATIENCE;
    stream.set_nonblocking(false)?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let request = read(stream, until)?;
    let bodiless = request.as_ref().is_ok_and(|asked| asked.method == "HEAD");
    let answer = answer(request);
    stream.write_all(head(&answer).as_bytes())?;
    if !bodiless {
        stream.write_all(answer.body.as_bytes())?;
    }
    stream.shutdown(Shutdown::Write)?;
    // To close while something is unread would take the answer back.
    let mut unread = [0; 1 << 10];
    for _ in 0..BODY / unread.len() {
        if read_some(stream, &mut unread, until)? == 0 {
            break;
        }
    }
    Ok(())
}

/// Reads what the stream has, and no longer than until then.
fn read_some(mut stream: &TcpStream, buffer: &mut [u8], until: Instant) -> io::Result<usize> {
    let left = until.saturating_duration_since(Instant::now());
    if left.is_zero() {
        return Err(io::ErrorKind::TimedOut.into());
    }
    stream.set_read_timeout(Some(left))?;
    stream.read(buffer)
}

/// The head of a request, or the status that says what is wrong with it.
fn read(stream: &TcpStream, until: Instant) -> io::Result<Result<Request, u16>> {
    let mut bytes = vec![0; LONGEST];
    let mut length = 0;
    loop {
        let more = read_some(stream, &mut bytes[length..], until)?;
        if more == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        length += more;
        if let Some(request) = parse(&bytes[..length]).transpose() {
            return Ok(request);
        }
        if length == LONGEST {
            return Ok(Err(431));
        }
    }
}

/// `None` if it is not whole yet.
fn parse(bytes: &[u8]) -> Result<Option<Request>, u16> {
    let mut lines = [httparse::EMPTY_HEADER; MOST_LINES];
    let mut request = httparse::Request::new(&mut lines);
    let parsed = request.parse(bytes).map_err(|error| match error {
        httparse::Error::TooManyHeaders => 431_u16,
        _ => 400,
    })?;
    let (Some(method), Some(path), true) = (request.method, request.path, parsed.is_complete())
    else {
        return Ok(None);
    };
    let hosts = request.headers.iter();
    let mut hosts = hosts.filter(|line| line.name.eq_ignore_ascii_case("host"));
    let host = hosts.next().map(|line| std::str::from_utf8(line.value));
    if hosts.next().is_some() {
        return Err(400);
    }
    Ok(Some(Request {
        method: method.to_owned(),
        path: path.split('?').next().unwrap_or_default().to_owned(),
        host: host.transpose().map_err(|_| 400_u16)?.map(str::to_owned),
    }))
}

fn head(answer: &Response) -> String {
    let reason = match answer.status {
        200 => "OK",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        431 => "Request Header Fields Too Large",
        _ => "Bad Request",
    };
    let allowed = if answer.status == 405 {
        "Allow: GET, HEAD\r\n"
    } else {
        ""
    };
    format!(
        "HTTP/1.1 {} {reason}\r\n\
         Content-Type: {}\r\n\
         Content-Length: {}\r\n\
         Connection: close\r\n\
         Cache-Control: no-store\r\n\
         X-Content-Type-Options: nosniff\r\n\
         Content-Security-Policy: default-src 'none'; img-src 'self' data:; style-src 'unsafe-inline'; \
         script-src 'unsafe-inline'; connect-src 'self'\r\n\
         {allowed}\r\n",
        answer.status,
        answer.kind,
        answer.body.len(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_is_read_as_soon_as_it_is_whole() {
        let text = b"GET /state?7 HTTP/1.1\r\nHost: localhost:8080\r\nContent-Length: 1000000000000000\r\n\r\n";
        for length in 0..text.len() {
            assert_eq!(parse(&text[..length]), Ok(None), "{length}");
        }
        let wanted = Request {
            method: "GET".to_owned(),
            path: "/state".to_owned(),
            host: Some("localhost:8080".to_owned()),
        };
        assert_eq!(parse(text), Ok(Some(wanted)));
    }

    #[test]
    fn what_is_no_request_is_told_so() {
        assert_eq!(parse(b"\x16\x03\x01\x02\x00"), Err(400));
        assert_eq!(
            parse(b"GET / HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n"),
            Err(400)
        );
        assert_eq!(parse(b"GET / HTTP/1.1\r\nHost: \xff\r\n\r\n"), Err(400));
        let many = format!(
            "GET / HTTP/1.1\r\n{}\r\n",
            "A: b\r\n".repeat(MOST_LINES + 1)
        );
        assert_eq!(parse(many.as_bytes()), Err(431));
    }
}
