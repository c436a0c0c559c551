//! Whether a file of a problem seems to be cut off.

use notation::Format;
use notation::exchange::Found;
use tsume::judge::ask::is_mated;
use tsume::solve::Task;
use words::word;

/// A word about a file that may not be whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// File, line, and what is odd there.
    pub text: String,
    /// Whether its moves break off: what is said of them holds for a part only. Where there are none,
    /// it may be meant as a position alone.
    pub breaks_off: bool,
}

/// What is to be said of a problem of the file `name`: of a KIF file that does not say that it ends, and
/// whose moves do not end in mate.
pub fn warning(name: &str, format: Format, found: &Found) -> Option<Warning> {
    // A diagram (BOD) has no moves.
    let end = found.end.filter(|_| format != Format::Bod)?;
    let moves = &found.record.main.moves;
    // Without a king there is more to say than that, and others do.
    let task = Task::with_king(found.record.start.clone()).ok()?;
    let last = moves.iter().fold(task, |task, &mv| task.play(mv));
    let what = match (end.is_said || is_mated(&last), moves.is_empty()) {
        (true, _) => return None,
        (false, true) => word!("no moves follow: is the file cut off?"),
        (false, false) => word!("the moves break off before the mate: is the file cut off?"),
    };
    Some(Warning {
        text: format!("{name}:{}: {what}", end.line),
        breaks_off: !moves.is_empty(),
    })
}
