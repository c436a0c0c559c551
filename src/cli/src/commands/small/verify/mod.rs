//! `gyakusan small verify`: a table, value by value, or proofs, move by move.

mod proofs;

use std::io::{Read, Write};
use std::path::PathBuf;

use clap::Args;

use super::game::open_table;
use crate::Failure;
use crate::running::working::watched;
use crate::screen::text::counted;
use answers::InWords;
use small::dense::Dense;
use small::text::{Position, Side, write_position};
use small::verify::verify;
use system::input;
use words::say;

/// Verify a table or proofs of a small board
///
/// In a table, every value is compared with the values of the position's moves, and every checksum with its data. A
/// proof is replayed by the plain rules: every reply of the loser, and the given move of the winner. If a folder is
/// given, all its proofs are replayed and counted. The zugzwangs of a table are counted, too.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  gyakusan small verify dobutsu.gst
  gyakusan small verify rksg.proof
  gyakusan small verify proofs")]
pub struct VerifyArgs {
    /// A table written by gyakusan small table, a proof written by gyakusan small solve or study, or a folder of proofs
    #[arg(value_name = "FILE|FOLDER")]
    file: PathBuf,
    /// Threads (default: one for each core)
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Print only errors
    #[arg(long)]
    quiet: bool,
}

/// How proofs begin.
const PROOF: &[u8] = b"gyakusan small proof";

/// Verifies.
pub fn run(args: &VerifyArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let name = args.file.display();
    let wrong = |error: std::io::Error| Failure::Usage(format!("{name}: {}", words::io(&error)));
    if args.file.is_dir() {
        return proofs::all(args, out);
    }
    let mut first = Vec::new();
    let file = input::open(&args.file).map_err(wrong)?;
    file.take(PROOF.len() as u64)
        .read_to_end(&mut first)
        .map_err(wrong)?;
    if first == PROOF {
        return proofs::one(args, out);
    }
    let table = open_table(&args.file)?;
    let (bits, values) = table
        .load()
        .map_err(|error| Failure::Usage(format!("{name}: {}", error.in_words())))?;
    let dense = Dense::new(bits);
    let (rules, ranking) = (table.rules(), table.ranking());
    let verified = watched(args.threads, None, args.quiet, |monitor| {
        verify(rules, ranking, &dense, &values, monitor)
    })?
    .map_err(|_| Failure::Interrupted)?;
    if let Some(first) = verified.first {
        let position = Position {
            state: ranking.unrank(first),
            side: Side::Black,
        };
        return Err(Failure::Usage(say!(
            "{name}: {wrong} values do not agree with their moves; the first is that of {position}",
            name,
            wrong = verified.wrong + verified.open,
            position = write_position(rules, &position)
        )));
    }
    if !args.quiet {
        let positions = counted(verified.positions, "position", "positions");
        writeln!(
            out,
            "{}",
            say!(
                "{name}: {positions}, every value agrees with its moves",
                name,
                positions
            )
        )?;
        let zugzwangs = counted(verified.zugzwangs, "zugzwang", "zugzwangs");
        writeln!(
            out,
            "{}",
            say!(
                "{zugzwangs}: the side to move loses, but would not if it could pass",
                zugzwangs
            )
        )?;
    }
    Ok(())
}
