//! What is said of a database that an earlier gyakusan wrote.

use std::io::Write;

use store::Store;

use crate::Failure;
use crate::screen;
use crate::screen::text::counted;
use words::{say, word};

/// Says that a database was brought up to date, and what it does not tell.
pub fn tell_upgrade(store: &Store) -> Result<(), Failure> {
    let Some(from) = store.upgraded_from() else {
        return Ok(());
    };
    let db = store.path().display();
    let text = in_words(from, store.judged_earlier()?, store.without_verdict()?);
    // Where even this cannot be written the work goes on.
    let _ = writeln!(screen::stderr(), "gyakusan: {db}: {text}");
    Ok(())
}

/// The same in words, of a file of version `from`, so many problems that an earlier version judged, and so many without a
/// verdict.
pub fn in_words(from: i64, earlier: u64, open: u64) -> String {
    let mut words = vec![say!(
        "the database was brought up to date from schema {from}",
        from
    )];
    if earlier > 0 {
        let problems = counted(earlier, "problem was", "problems were");
        words.push(say!(
            "{problems} judged by an earlier version: `gyakusan features FILE --judge` judges them again",
            problems
        ));
    } else if open > 0 {
        let problems = counted(open, "problem has", "problems have");
        words.push(say!(
            "{problems} no verdict under rule E yet: `gyakusan features FILE --judge` judges them",
            problems
        ));
    }
    words.join(word!("; "))
}
