//! Tsume-shogi (詰将棋): what mates, in how many plies, and whether it is a problem.
//!
//! [`solve`] answers questions of mate, [`judge`] finds every flaw of a problem from a solver's answers,
//! [`refute`] tells why there is no mate, [`game`] answers a reader move by move, [`proof`] writes proofs of mates
//! and checks them with nothing but the rules. [`length`] has the type of the length of a mate.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//!
//! use tsume::judge::{self, Options};
//! use tsume::solve::{Goal, Limits, Solve, Solver, Task, Verdict};
//!
//! let sfen = "6k2/7+n1/6+N2/6NN1/9/9/9/9/9 b 2r2b4g4s4l18p 1";
//! let task = Task::from_tsume_sfen(sfen, true)?;
//! let mut solver = Solver::new(16 << 20);
//! let stop = AtomicBool::new(false);
//!
//! let outcome = solver.solve(&task, Goal::Lengths, &Limits::default(), &stop);
//! assert_eq!((outcome.verdict, outcome.plies), (Verdict::Mate, Some(7)));
//!
//! let report = judge::check(&task, &mut solver, &Options::default(), &stop);
//! assert_eq!(report.plies, Some(7));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod clock;
pub mod game;
mod interposed;
pub mod judge;
pub mod length;
pub mod proof;
pub mod refute;
pub mod solve;
