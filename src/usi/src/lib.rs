//! The engine for programs that speak USI: 将棋所, ShogiGUI, ShogiHome.
//!
//! It answers `go mate` with `checkmate` and the moves of the main line, `nomate`, `timeout` (not
//! decided, whatever the reason) or `notimplemented` (no position to work on). Of a game it knows
//! mates alone: to every other `go` it answers with the first move of a mate, or resigns.
//!
//! [`command`] reads what the other side says, `options` keeps what it sets, `engine` searches in a
//! thread of its own, `report` words what came out, `session` holds the conversation.

pub mod command;
mod engine;
mod options;
mod report;
mod session;

pub use engine::MakeSolver;
pub use options::Size;
pub use session::converse;
