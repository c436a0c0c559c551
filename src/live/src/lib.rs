//! A view of a run in a browser, while it goes on: how far it is, its rates, the mates by length, the newest and the
//! most beautiful boards.
//!
//! [`Live`] answers on an address until it goes. Nobody can change anything through it. A page that was loaded asks
//! for `/state` every second, and draws the boards; each has a number, by which it is a picture, too, `/board/7.svg`.

mod boards;
mod http;
mod server;
mod state;

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

pub use boards::Board;
pub use server::ServeError;
use server::{Answering, Server};
use state::State;

/// Shows a run in browsers until it goes.
pub struct Live {
    state: Arc<Shared>,
    address: SocketAddr,
    answering: Option<Answering>,
}

/// What the run and the server share.
type Shared = Mutex<State>;

fn lock(state: &Shared) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Live {
    /// Begins to answer; `title` says which run it is.
    ///
    /// # Errors
    /// If nothing can be answered on that address.
    pub fn start(address: SocketAddr, title: &str) -> Result<Self, ServeError> {
        let state = Arc::new(Mutex::new(State::new(title)));
        let server = Server::bind(address, Arc::clone(&state))?;
        let address = server.address();
        Ok(Self {
            state,
            address,
            answering: Some(server.answer()?),
        })
    }

    /// Where this machine finds the page.
    pub fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// How far the run is: what it does, steps done, and steps in all, 0 where that is not known.
    pub fn progress(&self, phase: &str, done: u64, total: u64) {
        lock(&self.state).progress(phase, done, total);
    }

    /// Numbers with their names, in place of those before. A name that begins with a space is a part of what stands
    /// before it.
    pub fn counts(&self, counts: Vec<(String, u64)>) {
        lock(&self.state).counts = counts;
    }

    /// Says why there is no board yet; shown until there is one.
    pub fn nothing_yet(&self, why: String) {
        lock(&self.state).nothing_yet = Some(why);
    }

    /// All mates of one length are found.
    pub fn level(&self, plies: u16, positions: u64) {
        lock(&self.state).level(plies, positions);
    }

    /// A problem was found.
    pub fn found(&self, board: Board) {
        lock(&self.state).boards.add(board);
    }

    /// The run ends before it is done: somebody has stopped it.
    pub fn stopped(&self) {
        lock(&self.state).stop();
    }

    /// Whether a problem of this beauty could be shown among the most beautiful, or is due as one of the newest: who
    /// finds thousands a second need not make a [`Board`] of each.
    pub fn wants(&self, beauty: f64) -> bool {
        lock(&self.state).boards.wants(beauty)
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        lock(&self.state).end();
        if let Some(answering) = self.answering.take() {
            answering.close();
        }
    }
}
