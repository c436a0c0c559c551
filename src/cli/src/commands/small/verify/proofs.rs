//! Proofs, one or a folder of them: each is replayed.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use super::VerifyArgs;
use crate::Failure;
use crate::commands::small::words_of::plies;
use crate::running::working::watched;
use crate::screen;
use crate::screen::text::{Side, counted, thousands, widths, write_row};
use crate::writing::files::{LISTS, read_text};
use answers::InWords;
use small::game::Game;
use small::phase::Phase;
use small::search::{Proof, check};
use words::{say, word};

/// How the names of proofs in a folder end.
const ENDING: &str = "proof";

/// A proof that holds.
struct Replayed {
    proof: Proof,
    /// The plies of its longest line.
    longest: u16,
}

/// Reads and replays a proof; otherwise what is wrong, with the name of the file.
fn replay(path: &Path) -> Result<Replayed, String> {
    // What is complained of may stand in the file.
    let wrong = |why: String| format!("{}: {}", path.display(), screen::one_line(&why));
    let text = read_text(path, LISTS).map_err(|error| wrong(words::io(&error)))?;
    let proof = Proof::read(&text).map_err(|error| wrong(error.in_words()))?;
    let longest = check(&proof).map_err(|error| wrong(error.in_words()))?;
    Ok(Replayed { proof, longest })
}

/// The game and its zone. A game whose rules are not those of the known one of that name says so.
fn called(game: &Game) -> String {
    let is_known = Game::known(&game.name).is_none_or(|known| {
        let start = game.start.clone();
        let zone = game.zone;
        Game {
            start,
            zone,
            ..known
        } == *game
    });
    let (name, zone) = (screen::one_line(&game.name), game.zone);
    match is_known {
        true => say!("{name}, zone {zone}", name, zone),
        false => say!("{name} by rules of its own, zone {zone}", name, zone),
    }
}

/// Replays one proof.
pub fn one(args: &VerifyArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let Replayed { proof, longest } = replay(&args.file).map_err(Failure::Usage)?;
    if args.quiet {
        return Ok(());
    }
    let winner = if proof.black_wins {
        word!("☗ wins")
    } else {
        word!("☖ wins")
    };
    let positions = counted(proof.moves.len() as u64, "position", "positions");
    writeln!(
        out,
        "{}",
        say!(
            "{name}: {game}: {winner} within {plies} from {root}; {positions}, every reply replayed",
            name = args.file.display(),
            game = called(&proof.game),
            winner,
            plies = plies(longest.into()),
            root = screen::one_line(&proof.root),
            positions
        )
    )?;
    Ok(())
}

/// The proofs of a folder, by their names.
fn proofs_in(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|ending| ending == ENDING) {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}

/// Replays all proofs of a folder.
pub fn all(args: &VerifyArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let name = args.file.display();
    let paths = proofs_in(&args.file)
        .map_err(|error| Failure::Usage(format!("{name}: {}", words::io(&error))))?;
    if paths.is_empty() {
        return Err(Failure::Usage(say!(
            "{name}: no proofs in this folder; their names end in .proof",
            name
        )));
    }
    let replayed = watched(args.threads, None, args.quiet, |monitor| {
        monitor.begin(Phase::Proofs, paths.len() as u64);
        let replayed = paths.par_iter().map(|path| {
            monitor.go_on().map_err(|_| Failure::Interrupted)?;
            let replayed = replay(path);
            monitor.advance(1);
            Ok(replayed.map(|replayed| Counted::new(&replayed.proof)))
        });
        replayed.collect::<Result<Vec<_>, Failure>>()
    })??;
    let (mut good, mut bad) = (Vec::new(), 0);
    for replayed in replayed {
        match replayed {
            Ok(counted) => good.push(counted),
            Err(why) => {
                bad += 1;
                screen::complain(&why);
            }
        }
    }
    if !args.quiet {
        write_sums(out, &good)?;
        let proofs = counted(good.len() as u64, "proof", "proofs");
        let said = match bad {
            0 => say!("{name}: {proofs}, every reply replayed", name, proofs),
            bad => say!(
                "{name}: {proofs}, every reply replayed; {bad} do not hold",
                name,
                proofs,
                bad
            ),
        };
        writeln!(out, "{said}")?;
    }
    match bad {
        0 => Ok(()),
        _ => Err(Failure::Reported),
    }
}

/// What is counted of a proof that holds.
struct Counted {
    game: String,
    black_wins: bool,
    positions: u64,
}

impl Counted {
    fn new(proof: &Proof) -> Self {
        Self {
            game: called(&proof.game),
            black_wins: proof.black_wins,
            positions: proof.moves.len() as u64,
        }
    }
}

/// How many proofs there are of each game and winner.
fn write_sums(out: &mut dyn Write, proofs: &[Counted]) -> Result<(), Failure> {
    let mut games: BTreeMap<&str, [u64; 3]> = BTreeMap::new();
    let mut total = [0; 3];
    for proof in proofs {
        for sums in [games.entry(&proof.game).or_default(), &mut total] {
            sums[usize::from(!proof.black_wins)] += 1;
            sums[2] += proof.positions;
        }
    }
    let row = |name: &str, sums: [u64; 3]| {
        let [black, white, positions] = sums.map(thousands);
        vec![name.to_owned(), black, white, positions]
    };
    let heads = [
        "",
        word!("☗ wins"),
        word!("☖ wins"),
        word!("positions of the winner"),
    ];
    let mut rows = vec![heads.map(str::to_owned).to_vec()];
    rows.extend(games.iter().map(|(name, sums)| row(name, *sums)));
    rows.push(row(word!("total"), total));
    let widths = widths(&rows);
    for row in &rows {
        let right = Side::Right;
        write_row(out, row, &widths, &[Side::Left, right, right, right])?;
    }
    Ok(())
}
