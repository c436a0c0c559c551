//! Records made of lines that are told from the start, one after another.

use notation::Encoding;
use notation::record::{Comment, Record, Variation};
use shogi::{HandReading, Move, Position};
use testkit::{Rng, cases};

/// How many moves two lines begin with alike.
fn shared(one: &[Move], other: &[Move]) -> usize {
    let both = one.iter().zip(other);
    both.take_while(|(one, other)| one == other).count()
}

/// Lines told from the start, one by one, are all there afterwards, in a file too, and what is said of each.
#[test]
fn lines_told_from_the_start_become_variations() {
    let mut rng = Rng(12);
    let (mut nested, mut longer) = (0, 0);
    for _ in 0..cases(200, 4_000) {
        let start =
            Position::from_tsume_sfen("3sks3/9/4+P4/9/9/9/9/9/9 b R2GSNLP 1", false).unwrap();
        let mut lines: Vec<Vec<Move>> = Vec::new();
        for _ in 0..8 {
            // A few moves of a line that is there, or none, and others behind them.
            let mut line = match lines.len() {
                0 => Vec::new(),
                count => {
                    let mut of = lines[rng.below(count)].clone();
                    of.truncate(rng.below(of.len() + 1));
                    of
                }
            };
            let played = line
                .iter()
                .try_fold(start.clone(), |now, &mv| now.try_play(mv));
            let mut position = played.unwrap();
            for _ in 0..=rng.below(4) {
                let legal = position.legal_moves();
                if legal.is_empty() {
                    break;
                }
                let mv = legal[rng.below(legal.len().min(3))];
                position = position.try_play(mv).unwrap();
                line.push(mv);
            }
            lines.push(line);
        }
        let mut record = Record::new(start, lines[0].clone());
        for (number, line) in lines.iter().enumerate().skip(1) {
            // What is said where it leaves the main line stands where its own moves begin.
            let ply = [line.len(), shared(&lines[0], line)][number % 2];
            let text = format!("line {number}");
            let before = record.variations.len();
            record.add_line(line, vec![Comment { ply, text }]);
            longer += usize::from(record.variations.len() == before);
        }
        record.order_variations();
        record.check().unwrap();
        nested += record
            .variations
            .iter()
            .filter(|one| one.parent.is_some())
            .count();
        let kif = record.to_kif(Encoding::Utf8);
        let back = Record::from_bytes("x.kif", kif.as_bytes(), HandReading::Listed).unwrap();
        assert_eq!(back.variations, record.variations, "{kif}");

        // Each line is a way into the tree, and each variation one of the lines.
        let main = record.main.moves.clone();
        let ways: Vec<Vec<Move>> = (0..record.variations.len())
            .map(|index| record.moves_with(index).unwrap())
            .collect();
        for (number, line) in lines.iter().enumerate().skip(1) {
            let text = format!("line {number}");
            let is_said = |one: &Variation| {
                let leaves = shared(&main, line).max(one.line.first_ply - 1);
                let ply = [line.len(), leaves][number % 2];
                one.line
                    .comments
                    .iter()
                    .any(|comment| comment.text == text && comment.ply == ply)
            };
            let said: Vec<usize> = (0..ways.len())
                .filter(|&index| is_said(&record.variations[index]))
                .collect();
            if main.starts_with(line) || line.starts_with(&main) {
                assert!(said.is_empty(), "{kif}");
            } else {
                assert_eq!(said.len(), 1, "{text}: {kif}");
                assert!(ways[said[0]].starts_with(line), "{text}: {kif}");
            }
        }
        for way in &ways {
            assert!(lines.contains(way), "{kif}");
        }
        let mut different = ways.clone();
        different.sort_by_key(|way| way.iter().map(Move::to_string).collect::<Vec<_>>());
        different.dedup();
        assert_eq!(different.len(), ways.len(), "{kif}");
    }
    assert!(nested > 100 && longer > 100, "{nested} {longer}");
}
