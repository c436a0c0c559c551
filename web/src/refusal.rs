//! Why something is refused: in words for people, by a code for programs.

use std::error::Error;
use std::fmt;

use answers::InWords;
use js_sys::Reflect;
use notation::exchange::FileError;
use shogi::moves::MoveError;
use shogi::{ReadError, SfenError};
use tsume::solve::TaskError;
use wasm_bindgen::JsValue;
use words::Language;

/// What is thrown: an `Error` with a `code`, and with the place where something is wrong, if there is one.
#[derive(Debug)]
pub struct Refusal {
    code: &'static str,
    text: String,
    place: Option<(&'static str, usize)>,
}

impl Refusal {
    fn new(code: &'static str, text: String) -> Self {
        Self {
            code,
            text,
            place: None,
        }
    }

    /// A number that is none of those that are possible.
    pub fn range(name: &str, number: f64, wanted: &str) -> Self {
        let shown = match number.is_infinite() {
            true => number.to_string().replace("inf", "Infinity"),
            false => number.to_string(),
        };
        Self::new("range", format!("{name}: {shown} is {wanted}"))
    }

    /// A move that cannot be played.
    pub fn of_move(text: String) -> Self {
        Self::new("move", text)
    }

    /// Other arguments that do not go together.
    pub fn argument(text: &str) -> Self {
        Self::new("argument", text.to_owned())
    }

    /// What cannot be written into a file.
    pub fn of_record(error: &dyn InWords) -> Self {
        Self::new("file", error.in_words())
    }
}

impl From<TaskError> for Refusal {
    fn from(error: TaskError) -> Self {
        let place = match &error {
            TaskError::Read(ReadError::Sfen(sfen)) => Some(("at", sfen.at)),
            _ => None,
        };
        Self {
            place,
            ..Self::new("sfen", error.in_words())
        }
    }
}

impl From<SfenError> for Refusal {
    fn from(error: SfenError) -> Self {
        Self {
            place: Some(("at", error.at)),
            ..Self::new("sfen", error.in_words())
        }
    }
}

impl From<MoveError> for Refusal {
    fn from(error: MoveError) -> Self {
        Self::of_move(error.in_words())
    }
}

impl From<FileError> for Refusal {
    fn from(error: FileError) -> Self {
        let text = match (error.file(), error.line()) {
            // What was pasted has no name.
            ("", None) => error.cause().in_words(),
            ("", Some(line)) => match words::language() {
                Language::English => format!("line {line}: {}", error.cause().in_words()),
                Language::Japanese => format!("{line}行目: {}", error.cause().in_words()),
            },
            _ => error.in_words(),
        };
        Self {
            place: error.line().map(|line| ("line", line)),
            ..Self::new("file", text)
        }
    }
}

impl From<serde_json::Error> for Refusal {
    fn from(error: serde_json::Error) -> Self {
        Self::new("broken", error.to_string())
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Error for Refusal {}

impl From<Refusal> for JsValue {
    fn from(refusal: Refusal) -> Self {
        let error = js_sys::Error::new(&refusal.text);
        // A plain object of its own refuses no property.
        let _ = Reflect::set(&error, &"code".into(), &refusal.code.into());
        if let Some((name, number)) = refusal.place {
            let _ = Reflect::set(&error, &name.into(), &(number as u32).into());
        }
        error.into()
    }
}
