//! `gyakusan verify`: is a proof one?

use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use clap::Args;

use super::Failure;
use super::files::read_bounded;
use super::text::counted;
use tsume::proof::check;

/// Check a proof of a mate, knowing nothing but the rules of shogi
///
/// A proof that is cut short, damaged or wrong is rejected with the place in the file and the reason
/// why, and exit code 2.
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  gyakusan verify mate.proof")]
pub struct VerifyArgs {
    /// A file made by `gyakusan prove`
    #[arg(value_name = "FILE")]
    proof: PathBuf,
}

/// The size of a proof: 1 GB.
const PROOFS: u64 = 1 << 30;

/// Checks the proof and says what it proves.
pub fn run(args: &VerifyArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let name = args.proof.display();
    let start = Instant::now();
    let bytes = read_bounded(&args.proof, PROOFS)
        .map_err(|error| Failure::Usage(format!("{name}: cannot be read: {error}")))?;
    let checked = check(&bytes)
        .map_err(|rejected| Failure::Usage(format!("{name}: rejected: {rejected}")))?;
    writeln!(
        out,
        "proved: {:?} mates within {}, every interposition counted\n{}\n{} · {:.3} s",
        checked.root.attacker,
        counted(checked.plies.into(), "ply", "plies"),
        checked.root.position,
        counted(checked.nodes, "node", "nodes"),
        start.elapsed().as_secs_f64()
    )?;
    Ok(())
}
