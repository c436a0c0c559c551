//! What is said of files that were read all the same.

use notation::Oddity;
use notation::exchange::Found;
use words::word;

/// What there is to say of a problem of the file `name`, a text for each: file, line, what is odd, and what can be done.
pub fn told(name: &str, found: &Found) -> Vec<String> {
    let notices = found.notices.iter().map(|notice| {
        let hint = match notice.what {
            Oddity::PiecesMissing(_) => word!(" (--full-set gives them to the defender)"),
            _ => "",
        };
        format!("{name}:{}: {}{hint}", notice.line, notice.what)
    });
    notices.collect()
}
