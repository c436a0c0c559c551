//! What a reader sees in a problem besides its beauty: motifs, a king that is mated in the open, a key that is no
//! obvious check; and what makes it one of many: a chase, captures, a stock finish.

use ::ask::Line;
use ::ask::motif::{self, Motif};
use features::choices::moves;
use features::final_picture::king_openness;
use features::solution::{LineMove, Solution};
use shogi::{Kind, Move};

use super::pipeline::CompleteProblem;

/// A motif, up to [`MOST_MOTIFS`] of them.
const MOTIF: f64 = 1.5;

/// No more motifs count.
const MOST_MOTIFS: usize = 4;

/// A square beside the mated king on which none of its own men stands and which is on the board, beyond the three of a
/// corner.
const OPEN_SQUARE: f64 = 0.4;

/// So many squares a king in a corner has.
const CORNER: u32 = 3;

/// A key that is the least obvious of all checks.
const SURPRISE: f64 = 3.0;

/// A check of a chase, up to [`MOST_SPOILING`] of them.
const CHASE: f64 = -1.5;

/// A capture of the attacker's, likewise; beside what beauty takes for it.
const CAPTURE: f64 = -1.0;

/// No more of them count.
const MOST_SPOILING: u32 = 4;

/// A stock finish.
const STOCK: f64 = -2.0;

/// Motifs that are finishes known to everybody.
const STOCK_FINISHES: [&str; 3] = ["gold-on-head", "gold-beside", "gold-behind"];

/// Motifs that are no merit by themselves: a corner, a chase, what the first position is.
const NO_MERIT: [&str; 6] = [
    "mated-in-corner",
    "chase",
    "dragon-chase",
    "bare-king",
    "no-attackers",
    "no-defenders",
];

/// What a reader sees in a problem.
#[derive(Clone, Debug)]
pub struct Appeal {
    /// Its beauty.
    pub beauty: f64,
    /// Its motifs that are a merit, in the order of their first moves.
    pub motifs: Vec<&'static Motif>,
    /// Squares beside the mated king that are on the board and have none of its own men.
    pub open_squares: u32,
    /// How far from obvious the key is, from 0 to 1: see [`surprise`].
    pub surprise: f64,
    /// Checks of a chase: see [`chasing`].
    pub chasing: u32,
    /// Captures of the attacker's.
    pub captures: u32,
    /// Whether it ends in a stock finish (頭金, 腹金, 尻金).
    pub stock_finish: bool,
}

impl Appeal {
    /// That of a problem; `None` if its line cannot be played.
    pub fn of(judged: &CompleteProblem) -> Option<Self> {
        let line = &judged.report.main_line;
        let solution = Solution::new(&judged.task, line, None)?;
        let motifs = motif::sequence(&Line::new(&judged.task, line)?);
        let is = |names: &[&str], motif: &&Motif| names.contains(&&*motif.file.name);
        let stock_finish = motifs.iter().any(|motif| is(&STOCK_FINISHES, motif));
        let merits = motifs.into_iter();
        let merits = merits.filter(|motif| !is(&STOCK_FINISHES, motif) && !is(&NO_MERIT, motif));
        Some(Self {
            beauty: judged.columns.number("beauty").unwrap_or(0.0),
            motifs: merits.collect(),
            open_squares: king_openness(&solution),
            surprise: surprise(&solution),
            chasing: chasing(&solution),
            captures: captures(&solution),
            stock_finish,
        })
    }

    /// All of it in points of beauty.
    pub fn points(&self) -> f64 {
        let motifs = self.motifs.len().min(MOST_MOTIFS) as f64;
        let open = f64::from(self.open_squares.saturating_sub(CORNER));
        let some = |number: u32| f64::from(number.min(MOST_SPOILING));
        let stock = if self.stock_finish { STOCK } else { 0.0 };
        self.beauty
            + MOTIF * motifs
            + OPEN_SQUARE * open
            + SURPRISE * self.surprise
            + CHASE * some(self.chasing)
            + CAPTURE * some(self.captures)
            + stock
    }
}

/// How far from obvious the key is: which share of the other checks leaves the defender fewer replies; those that leave
/// as many count half. A search that knows nothing else tries those first. A check that mates with promotion or without
/// is one. 0 if there is no other check.
pub fn surprise(solution: &Solution) -> f64 {
    let Some(key) = solution.moves.first() else {
        return 0.0;
    };
    let start = solution.first();
    let replies = |mv: Move| moves(&start.play(mv));
    let own = replies(key.mv);
    let others = start.checks().into_iter();
    let others: Vec<usize> = others
        .filter(|&check| plain(check) != plain(key.mv))
        .map(replies)
        .collect();
    let doubled = others.iter().map(|other| match other.cmp(&own) {
        std::cmp::Ordering::Less => 2,
        std::cmp::Ordering::Equal => 1,
        std::cmp::Ordering::Greater => 0_u32,
    });
    match others.len() {
        0 => 0.0,
        all => f64::from(doubled.sum::<u32>()) / (2 * all) as f64,
    }
}

/// A move without the choice of promotion.
const fn plain(mv: Move) -> Move {
    match mv {
        Move::Board { from, to, .. } => Move::Board {
            from,
            to,
            promote: false,
        },
        drop @ Move::Drop { .. } => drop,
    }
}

/// 追い手: checks before the last that are given by the piece that gave the check before, to which the king only moved
/// away, and that are no sacrifice.
pub fn chasing(solution: &Solution) -> u32 {
    let last = solution.moves.len().saturating_sub(1);
    let is_chasing = |&(place, step): &(usize, &LineMove)| {
        if place < 2 || place == last {
            return false;
        }
        let (before, reply) = (&solution.moves[place - 2], &solution.moves[place - 1]);
        let flees = reply.piece.kind == Kind::King && reply.captured.is_none();
        let taken = solution.moves[place + 1].to() == step.to();
        step.mv.from() == Some(before.to()) && flees && !taken
    };
    solution.attacks().filter(is_chasing).count() as u32
}

/// Captures of the attacker's.
fn captures(solution: &Solution) -> u32 {
    let captures = solution.attacks();
    captures.filter(|(_, step)| step.captured.is_some()).count() as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use tsume::solve::Task;

    fn solution(sfen: &str, line: &str) -> Solution {
        let task = Task::from_tsume_sfen(sfen, true).unwrap();
        let line: Vec<Move> = line.split(' ').map(|mv| mv.parse().unwrap()).collect();
        Solution::new(&task, &line, None).unwrap()
    }

    /// Names are those of motifs.
    #[test]
    fn what_is_named_are_motifs() {
        for name in STOCK_FINISHES.into_iter().chain(NO_MERIT) {
            assert!(motif::named(name).is_some(), "{name}");
        }
    }

    /// ☗３三銀☖３一玉☗４一飛 …: the king is mated on 4a, nothing of its own beside it.
    #[test]
    fn squares_beside_the_mated_king_are_counted() {
        let edge = solution(
            "7nl/7k1/5R3/6P2/9/9/9/9/9 b GS 1",
            "S*3c 2b3a 4c4a 3a4a G*4b",
        );
        assert_eq!(king_openness(&edge), 5);
        let corner = solution("8k/9/8P/9/9/9/9/9/9 b G 1", "G*1b");
        assert_eq!(king_openness(&corner), 3);
        let walled = solution("7pk/9/8P/9/9/9/9/9/9 b G 1", "G*1b");
        assert_eq!(king_openness(&walled), 2);
    }

    /// A gold before the king leaves it nowhere to go, and everything else somewhere.
    #[test]
    fn an_obvious_key_is_no_surprise() {
        let obvious = solution("8k/9/8P/9/9/9/9/9/9 b G 1", "G*1b");
        assert_eq!(surprise(&obvious), 0.0);
        // Of two golds the one that leaves two squares is the key here, as if it were.
        let other = solution("8k/9/8P/9/9/9/9/9/9 b G 1", "G*2a");
        assert!(surprise(&other) > 0.0, "{}", surprise(&other));
        assert!((0.0..=1.0).contains(&surprise(&other)));
        let alone = solution("8k/9/8P/9/9/9/9/9/9 b - 1", "1c1b");
        assert_eq!(surprise(&alone), 0.0, "the only check there is");
    }

    /// 龍 after 龍: the first of its checks is no chase, the last one is the mate.
    #[test]
    fn a_chase_goes_on_with_the_same_piece() {
        let chase = solution(
            "9/9/7p1/7RB/8k/6G2/9/9/9 b - 1",
            "3f2e 1e1f 2e2f 1f1g 2f2g 1g1h 2g2h 1h1i 2h2i",
        );
        assert_eq!(chasing(&chase), 3);
        let sacrifices = solution(
            "7nl/7k1/5R3/6P2/9/9/9/9/9 b GS 1",
            "S*3c 2b3a 4c4a 3a4a G*4b",
        );
        assert_eq!(chasing(&sacrifices), 0);
    }
}
