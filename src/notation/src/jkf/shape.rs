//! The members of the format.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::members::Members;

/// A file.
#[derive(Deserialize, Serialize)]
pub struct File {
    #[serde(default)]
    pub header: Members<Value>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub initial: Option<Initial>,
    #[serde(default)]
    pub moves: Option<Vec<Entry>>,
}

/// The start.
#[derive(Deserialize, Serialize)]
pub struct Initial {
    pub preset: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub data: Option<Data>,
}

/// A position square by square.
#[derive(Deserialize, Serialize)]
pub struct Data {
    pub color: u8,
    /// By file, then by rank; an object without members where there is no piece.
    pub board: Board,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hands: Option<[BTreeMap<String, u32>; 2]>,
}

#[derive(Deserialize, Serialize)]
#[serde(untagged)]
pub enum Board {
    Files(Vec<Vec<Option<Square>>>),
    Empty(BTreeMap<String, Value>),
}

#[derive(Default, Deserialize, Serialize)]
pub struct Square {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub color: Option<u8>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
}

/// A move or an ending, with what is said of it; the first of a file has comments alone.
#[derive(Default, Deserialize, Serialize)]
pub struct Entry {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comments: Option<Vec<String>>,
    #[serde(default, skip_serializing_if = "Option::is_none", rename = "move")]
    pub mv: Option<Move>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<Times>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub special: Option<String>,
    /// Lines in place of this move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forks: Option<Vec<Vec<Entry>>>,
}

#[derive(Deserialize, Serialize)]
pub struct Move {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub color: Option<u8>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Place>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Place>,
    /// As it is before the move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub piece: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub same: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub promote: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub capture: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub relative: Option<String>,
}

#[derive(Clone, Copy, Deserialize, Serialize)]
pub struct Place {
    pub x: i8,
    pub y: i8,
}

#[derive(Deserialize, Serialize)]
pub struct Times {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub now: Option<Time>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub total: Option<Time>,
}

/// Hours, minutes and seconds.
#[derive(Deserialize, Serialize)]
pub struct Time {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub h: Option<u64>,
    #[serde(default)]
    pub m: u64,
    /// Whole where this program writes it.
    #[serde(default)]
    pub s: Number,
}

/// A number of seconds.
#[derive(Deserialize, Serialize)]
#[serde(untagged)]
pub enum Number {
    Whole(u64),
    Broken(f64),
}

impl Default for Number {
    fn default() -> Self {
        Self::Whole(0)
    }
}

impl Time {
    /// In milliseconds.
    pub fn ms(&self) -> u64 {
        let hours = self.h.unwrap_or_default();
        let minutes = hours.saturating_mul(60).saturating_add(self.m);
        let seconds = match self.s {
            Number::Whole(seconds) => seconds.saturating_mul(1000),
            // What no time can be becomes the nearest that one can be.
            Number::Broken(seconds) => (seconds * 1000.0).round() as u64,
        };
        minutes.saturating_mul(60_000).saturating_add(seconds)
    }

    /// Minutes and seconds.
    pub fn of_move(ms: u64) -> Self {
        Self {
            h: None,
            m: ms / 60_000,
            s: Number::Whole(ms / 1000 % 60),
        }
    }

    /// Hours, minutes and seconds.
    pub fn sum(ms: u64) -> Self {
        Self {
            h: Some(ms / 3_600_000),
            m: ms / 60_000 % 60,
            s: Number::Whole(ms / 1000 % 60),
        }
    }
}
