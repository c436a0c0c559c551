//! What is said of a database that an earlier gyakusan wrote.

use std::io::Write;

use store::Store;

use super::Failure;
use super::screen;
use super::text::counted;

/// Says that a database was brought up to date, and what it does not tell.
pub fn tell_upgrade(store: &Store) -> Result<(), Failure> {
    let Some(from) = store.upgraded_from() else {
        return Ok(());
    };
    let db = store.path().display();
    let mut text = format!("gyakusan: {db}: brought up to date from schema {from}");
    let open = store.without_verdict()?;
    if open > 0 {
        let problems = counted(open, "problem has", "problems have");
        text.push_str(&format!(
            "; {problems} no verdict by rule E (rule_e is NULL): gyakusan features {db} --judge"
        ));
    }
    // Where even this cannot be written the work goes on.
    let _ = writeln!(screen::stderr(), "{text}");
    Ok(())
}
