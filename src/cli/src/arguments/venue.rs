//! A venue, by its name or as a file.

use std::path::Path;
use std::sync::Arc;

use answers::InWords;

use crate::Failure;
use crate::writing::files::{SETTINGS, read_text};
use features::venue::{Venue, all, named};
use words::say;

/// The venues that words stand for.
///
/// # Errors
/// As [`venue`] has them.
pub fn venues(words: &[String]) -> Result<Vec<Arc<Venue>>, Failure> {
    let read = |word: &String| venue(word).map_err(|why| Failure::Usage(format!("--for: {why}")));
    words.iter().map(read).collect()
}

/// The venue that a word stands for: its name in either language, or a file.
///
/// # Errors
/// That there is none, or what is wrong with the file.
pub fn venue(text: &str) -> Result<Arc<Venue>, String> {
    if let Some(venue) = named(text) {
        return Ok(Arc::new(venue.clone()));
    }
    let path = Path::new(text);
    let looks_like_file = path.extension().is_some() || path.components().count() > 1;
    if !looks_like_file && !path.exists() {
        let names: Vec<&str> = all().iter().map(|venue| &*venue.name).collect();
        return Err(say!(
            "there is no venue {name:?}; known are {names}, and any file of a venue",
            name = text,
            names = words::list(&names)
        ));
    }
    let file = read_text(path, SETTINGS);
    let file = file.map_err(|error| format!("{text}: {}", words::io(&error)))?;
    let venue = Venue::read(&file);
    venue
        .map(Arc::new)
        .map_err(|error| format!("{text}: {}", error.in_words()))
}
