//! `--serve`: a run looked at in a browser.

use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use clap::Args;

use crate::screen::text::counted;
use crate::{Failure, screen};
use compose::CompleteProblem;
use features::numbers::Scales;
use live::{Board, Live};
use store::{Measured, Store};
use words::say;

/// Where a run is shown.
#[derive(Clone, Debug, Default, Args)]
pub struct ServeArgs {
    /// Show the run live in a browser: on a port of this machine only, or at an address that other machines can also
    /// reach, such as 0.0.0.0:8080. The page is read-only
    #[arg(long, value_name = "PORT|ADDRESS:PORT", value_parser = address)]
    serve: Option<SocketAddr>,
}

impl ServeArgs {
    /// Begins to show the run, if that is asked for, and says where.
    pub fn start(&self, title: &str) -> Result<Option<Live>, Failure> {
        let Some(address) = self.serve else {
            return Ok(None);
        };
        let live = Live::start(address, title)
            .map_err(|error| Failure::Usage(format!("--serve {error}")))?;
        let url = live.url();
        let words = if address.ip().is_loopback() {
            say!("watch it at {url}", url)
        } else {
            say!(
                "watch it at {url}, from other machines at this machine's address",
                url
            )
        };
        // An error stream that takes no more is no reason to stop.
        let _ = writeln!(screen::stderr(), "{words}");
        Ok(Some(live))
    }
}

fn address(text: &str) -> Result<SocketAddr, String> {
    let port = text.strip_prefix("localhost:").unwrap_or(text);
    if let Ok(port) = port.parse() {
        return Ok((IpAddr::from(Ipv4Addr::LOCALHOST), port).into());
    }
    text.parse()
        .map_err(|_| say!("expected a port such as 8080, or an address and a port: 127.0.0.1:8080"))
}

/// What shows the problems that are written into a database.
pub struct Shown {
    live: Live,
    scales: Scales,
    /// Problems that were judged so far.
    judged: AtomicU64,
    /// When problems are judged, in words; nothing where none is.
    awaits: Option<&'static str>,
}

impl Shown {
    /// Weighs them as the database does, if there is one already.
    pub fn new(live: Live, db: Option<&Path>, awaits: Option<&'static str>) -> Self {
        let weights = db.and_then(|db| Store::weights_at(db).ok());
        Self {
            live,
            scales: Scales::new(weights.unwrap_or_default()),
            judged: AtomicU64::new(0),
            awaits,
        }
    }

    /// The page.
    pub fn live(&self) -> &Live {
        &self.live
    }

    /// Shows how far the run is, and why there is no problem yet.
    pub fn progress(&self, phase: &str, done: u64, total: u64) {
        self.live.progress(phase, done, total);
        if let Some(awaits) = self.awaits {
            let judged = self.judged.load(Ordering::Relaxed);
            self.live.nothing_yet(match judged {
                0 => words::of(awaits).to_owned(),
                _ => say!(
                    "Nothing kept yet, because none of the {problems} judged so far is complete.",
                    problems = counted(judged, "problem", "problems")
                ),
            });
        }
    }

    /// Shows a problem, if it is complete.
    pub fn problem(&self, found: &Measured) {
        self.judged.fetch_add(1, Ordering::Relaxed);
        let problem = &found.recorded.problem;
        if problem.soundness.complete != Some(true) {
            return;
        }
        let Some(beauty) = found.beauty(&self.scales) else {
            return;
        };
        if !self.live.wants(beauty) {
            return;
        }
        if let Some((task, line)) = found.solved.clone() {
            let remarks = Vec::new();
            self.live.found(Board {
                task,
                line,
                beauty,
                remarks,
            });
        }
    }
}

/// Shows a problem that was made, with what there is to say of it.
pub fn show_judged(live: &Live, judged: &CompleteProblem, remarks: Vec<String>) {
    live.found(Board {
        task: judged.task.clone(),
        line: judged.report.main_line.clone(),
        beauty: judged.columns.number("beauty").unwrap_or(0.0),
        remarks,
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_port_is_one_of_this_machine() {
        let own = Ok(SocketAddr::from(([127, 0, 0, 1], 8080)));
        assert_eq!(address("8080"), own);
        assert_eq!(address("localhost:8080"), own);
        assert_eq!(address("127.0.0.1:8080"), own);
        assert_eq!(address("0.0.0.0:80"), Ok(([0, 0, 0, 0], 80).into()));
        assert!(address("[::1]:80").is_ok());
        for wrong in ["", "x", "80808", "127.0.0.1", "example.org:80"] {
            assert!(address(wrong).is_err(), "{wrong}");
        }
    }
}
