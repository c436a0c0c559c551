//! 筋: what a line is about, so that problems that differ in trifles are one idea.

use crate::column::{Column, Kind::Hash};
use crate::examples;
use crate::measures::promotion::is_non_promotion;
use crate::measures::sacrifices::is_sacrifice;
use crate::measures::signature::hash;
use crate::solution::{Solution, king};
use crate::value::Value;
use shogi::Kind;

/// So many of the attacker's first moves are the opening (序), and of the last the finish (収束).
const ENDS: usize = 3;

/// What repeats with a longer period counts as many moves; in attacker's moves.
const LONGEST_PERIOD: usize = 8;

/// The attacker's moves in words, what repeats in a row once: the kind of the piece, `G` for all that moves
/// like a gold, or `!` where it is taken at once (捨駒), whatever it is; `*` if it is dropped; where it goes
/// as files and ranks away from the king; `=` for a non-promotion. Where pieces come from, what they take
/// and promoting are not seen, nor what the defender plays. Of the two mirror images the one whose words
/// come first.
pub fn words(solution: &Solution) -> Vec<String> {
    once(image(solution, 1, word).min(image(solution, -1, word)))
}

/// The same where pieces that play the same part are one: where each move goes, whether the piece is taken at
/// once, and non-promotions, but neither kinds nor drops.
pub fn outline_words(solution: &Solution) -> Vec<String> {
    once(image(solution, 1, part).min(image(solution, -1, part)))
}

/// A move of the attacker's in a word, seen on one side of the mirror.
type Word = fn(&Solution, usize, i8) -> String;

fn image(solution: &Solution, side: i8, word: Word) -> Vec<String> {
    let word = |(place, _)| word(solution, place, side);
    solution.attacks().map(word).collect()
}

fn part(solution: &Solution, place: usize, side: i8) -> String {
    let word = word(solution, place, side);
    let (taken, goes) = match word.strip_prefix('!') {
        Some(rest) => ("!", rest),
        None => ("", &word[1..]),
    };
    format!("{taken}{}", goes.trim_start_matches('*'))
}

fn word(solution: &Solution, place: usize, side: i8) -> String {
    let step = &solution.moves[place];
    let king = king(solution.before(place));
    let kind = match step.piece.kind {
        _ if is_sacrifice(solution, place) => '!',
        Kind::Silver | Kind::Knight | Kind::Lance | Kind::Pawn if step.piece.promoted => 'G',
        kind => kind.letter(),
    };
    let declines = step.attacks && is_non_promotion(solution, place);
    format!(
        "{kind}{}{},{}{}",
        if step.mv.is_drop() { "*" } else { "" },
        side * (step.to().file() - king.file()),
        step.to().rank() - king.rank(),
        if declines { "=" } else { "" },
    )
}

/// Takes away what is said again at once, shortest repetitions first.
fn once(mut words: Vec<String>) -> Vec<String> {
    for period in 1..=LONGEST_PERIOD {
        let mut at = 0;
        while at + 2 * period <= words.len() {
            if words[at..at + period] == words[at + period..at + 2 * period] {
                words.drain(at..at + period);
            } else {
                at += 1;
            }
        }
    }
    words
}

/// 筋の署名: 64 bits of the SHA-256 of [`words()`].
pub fn idea(solution: &Solution) -> i64 {
    hash(words(solution).join(" ").as_bytes())
}

/// 手順の骨格の署名: the same of [`outline_words`].
pub fn outline(solution: &Solution) -> i64 {
    hash(outline_words(solution).join(" ").as_bytes())
}

/// 序の署名: what [`outline`] sees of each of the attacker's first three moves, the mating move not among them; of the
/// mirror images the one that comes first.
pub fn opening(solution: &Solution) -> i64 {
    some(solution, |words| {
        &words[..words.len().saturating_sub(1).min(ENDS)]
    })
}

/// 収束の署名: the same of the last three.
pub fn finish(solution: &Solution) -> i64 {
    some(solution, |words| &words[words.len().saturating_sub(ENDS)..])
}

/// A signature of some moves.
fn some(solution: &Solution, chosen: impl Fn(&[String]) -> &[String]) -> i64 {
    let words = |side| chosen(&image(solution, side, part)).join(" ");
    hash(words(1).min(words(-1)).as_bytes())
}

/// The column of this theme.
pub const COLUMNS: &[Column] = &[
    Column::line("idea", Hash, |s| Value::Integer(idea(s)))
        .since(4)
        .term("筋の署名")
        .means(
            "stands for what the attacker plays, coarser than `signature`: each move's kind of piece (gold-like ones the same, sacrificed ones, too), whether it is dropped, or does not promote though it could, and its square seen from the king; what repeats in a row counts once; mirror images the same",
            "攻方の各手の駒種(金の動きの駒は同一視、捨駒は駒種を問わない)・打つか動かすか・不成か・玉から見た着点だけを見た、signatureより粗い署名。連続する繰り返しは一回と数え、左右反転は同一視",
        )
        .example(&examples::KNIGHTS, "-5746210714817821777"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use tsume::solve::Task;

    fn solution(sfen: &str, line: &str) -> Solution {
        let task = Task::from_tsume_sfen(sfen, true).unwrap();
        let line: Vec<_> = line.split(' ').map(|mv| mv.parse().unwrap()).collect();
        Solution::new(&task, &line, None).unwrap()
    }

    #[test]
    fn words_say_what_goes_where_and_what_is_given() {
        let one = solution(
            "7nl/7k1/5R3/6P2/9/9/9/9/9 b GS 1",
            "S*3c 2b3a 4c4a 3a4a G*4b",
        );
        let words_of = |is: &Solution| words(is).join(" ");
        assert_eq!(words_of(&one), "S*-1,1 !-1,0 G*0,1");
        // Mirrored, the rook from farther off, and promoting.
        let other = solution(
            "ln7/1k7/3R5/2P6/9/9/9/9/9 b GS 1",
            "S*7c 8b7a 6c6a 7a6a G*6b",
        );
        assert_eq!(idea(&one), idea(&other));
        let far = solution(
            "7nl/7k1/9/5RP2/9/9/9/9/9 b GS 1",
            "S*3c 2b3a 4d4a+ 3a4a G*4b",
        );
        assert_eq!(idea(&one), idea(&far));
        assert_eq!(words_of(&far), "S*-1,1 !-1,0 G*0,1");
        assert_eq!(finish(&one), outline(&one));
        assert_eq!(opening(&one), opening(&other));
    }

    /// ☗２三角成☖同玉☗２三…: what goes to 4b differs, and whether it was dropped; what is given away counts.
    #[test]
    fn pieces_that_play_the_same_part_are_one() {
        let gold = solution(
            "7nl/7k1/5R3/6P2/9/9/9/9/9 b GS 1",
            "S*3c 2b3a 4c4a 3a4a G*4b",
        );
        let silver = solution(
            "7nl/7k1/4SR3/6P2/9/9/9/9/9 b S 1",
            "S*3c 2b3a 4c4a 3a4a 5c4b",
        );
        assert_ne!(idea(&gold), idea(&silver));
        assert_eq!(outline(&gold), outline(&silver));
        assert_eq!(outline_words(&gold).join(" "), "-1,1 !-1,0 0,1");
    }

    /// ☗１二飛☖同飛☗同角成☖同玉☗１三飛☖２二玉☗２三銀成 and ☗１二金☖同飛 and so on: all three go to the square before
    /// the king, and are moves of their own.
    #[test]
    fn the_finish_is_of_three_moves_whatever_repeats() {
        let rook = solution(
            "6g2/8k/6N2/7S1/7B1/8r/9/9/9 b R 1",
            "2e3d 1b1a R*1b 1f1b 3d1b+ 1a1b R*1c 1b2b 2d2c+",
        );
        let gold = solution(
            "6r2/8k/6N2/7Sr/9/6B2/9/9/9 b G 1",
            "3f4e 1b1a G*1b 1d1b 4e1b+ 1a1b R*1c 1b2b 2d2c+",
        );
        assert_eq!(finish(&rook), finish(&gold));
        assert_ne!(opening(&rook), opening(&gold));
    }

    #[test]
    fn the_opening_is_of_three_moves_whatever_repeats() {
        let start = "9/9/9/9/4k4/9/9/9/9 b 2G2S 1";
        // Each goes to the square before the king.
        let first = "G*5f 5e4d G*4e 4d5c S*5d 5c4b";
        let one = solution(start, &format!("{first} 4e4d 4b3b 4d4c"));
        let other = solution(start, &format!("{first} 5d5c 4b3b 4e4d"));
        assert_eq!(opening(&one), opening(&other));
        assert_ne!(finish(&one), finish(&other));
        let short = solution(start, &first[..9]);
        assert_ne!(opening(&one), opening(&short));
    }

    #[test]
    fn what_repeats_counts_once() {
        let of = |text: &str| once(text.split(' ').map(str::to_owned).collect()).join(" ");
        assert_eq!(of("a a a b"), "a b");
        assert_eq!(of("x a b a b a b c"), "x a b c");
        assert_eq!(of("a b c a b c"), "a b c");
        assert_eq!(of("a b a c"), "a b a c");
        assert_eq!(of("a a b a a b"), "a b");
    }
}
