//! Why there is no mate, in words.

use std::io::{self, Write};

use super::text::counted;
use notation::japanese::Japanese;
use notation::names::square_name;
use shogi::{Position, Square, usi_line};
use tsume::refute::{End, Refutation, Try};
use words::{Language, say, word};

/// How many tries are shown where nobody asks for all.
const SHOWN: usize = 3;

/// Writes the deepest tries for a person to read, or all of them.
pub fn write(
    out: &mut dyn Write,
    position: &Position,
    why: &Refutation,
    all: bool,
) -> io::Result<()> {
    let most = if all { usize::MAX } else { SHOWN };
    if let Some(to) = why.pawn_drop_mate {
        writeln!(out, "{}", forbidden(1, to))?;
    }
    if why.tries.is_empty() && why.open.is_empty() {
        writeln!(out, "{}", word!("there is no check to try 紛れ"))?;
    }
    for is in why.tries.iter().take(most) {
        let line = usi_line(&is.moves);
        let name = match is.check() {
            Some(_) => word!("try 紛れ"),
            None => word!("reply"),
        };
        let (and, only, end) = (word!("; "), only(position, is), end(is));
        let only = only.map(|only| format!("{and}{only}"));
        writeln!(out, "{name}: {line}{}{and}{end}", only.unwrap_or_default())?;
        writeln!(out, "  {}", Japanese::OFFICIAL.line(position, &is.moves))?;
    }
    let more = why.tries.len().saturating_sub(most);
    if more > 0 {
        let more = counted(more as u64, "more try", "more tries");
        writeln!(out, "{}", say!("{more} (--why shows all)", more))?;
    }
    if !why.open.is_empty() {
        let checks = counted(why.open.len() as u64, "check", "checks");
        let text = say!(
            "{checks} whose refutation the limits left undecided (more --nodes decides more): {moves}",
            checks,
            moves = usi_line(&why.open)
        );
        writeln!(out, "{text}")?;
    }
    Ok(())
}

/// The reply that alone saves the king, in words, if there is such a one.
fn only(position: &Position, is: &Try) -> Option<String> {
    let saves = is.sole_reply()?;
    let check = is.check();
    let before = check.map_or_else(|| position.clone(), |check| position.play(check));
    let reply = match words::language() {
        Language::English => saves.to_string(),
        Language::Japanese => Japanese::OFFICIAL.write(&before, saves, None)?,
    };
    Some(say!("only {reply} saves the king", reply))
}

/// Where a line ends, in words.
pub fn end(is: &Try) -> String {
    let king = is
        .king
        .map(|square| say!(", the king is on {square}", square = both(square)));
    let king = king.unwrap_or_default();
    let end = match is.end {
        End::NoCheck => say!("no check is left{king}", king),
        End::Repetition => say!("the position repeats: 千日手"),
        End::Further => say!("and so on: there is no mate"),
    };
    match is.pawn_drop_mate {
        Some((ply, to)) => format!("{}{}{end}", forbidden(ply, to), word!("; ")),
        None => end,
    }
}

/// That the drop of a pawn would mate, in words.
fn forbidden(ply: usize, to: Square) -> String {
    say!(
        "a pawn drop on {square} at move {ply} would mate: forbidden 打ち歩詰め",
        ply,
        square = both(to)
    )
}

/// A square in both notations; in Japanese alone where that is the language of the run.
pub fn both(square: Square) -> String {
    match words::language() {
        Language::English => format!("{square} {}", square_name(square)),
        Language::Japanese => square_name(square),
    }
}
