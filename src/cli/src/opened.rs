//! What somebody is told who has opened the program by a double click.

use std::io::{self, BufRead, Write};

use crate::{Failure, screen};
use words::say;

/// Says what this is and how to begin, and waits: the window goes with the program.
pub fn welcome() -> Result<(), Failure> {
    let mut out = screen::stdout();
    writeln!(
        out,
        "gyakusan {}\n\n{}\n\n  gyakusan solve \"8k/9/8P/9/9/9/9/9/9 b G 1\"\n  gyakusan check keima.kif\n  gyakusan --help\n\n{}\n\n{}",
        env!("CARGO_PKG_VERSION"),
        say!(
            "This program solves, checks, composes and lists tsume-shogi problems. You use it by typing commands. Open the folder of this program, type cmd into the address bar, press Enter, and then type, for example:"
        ),
        say!(
            "gyakusan-usi.exe beside it is an engine for ShogiHome and other boards. The book is in the folder docs: begin with tutorial.md."
        ),
        say!("Press Enter to close this window.")
    )?;
    out.flush()?;
    io::stdin().lock().read_line(&mut String::new())?;
    Ok(())
}
