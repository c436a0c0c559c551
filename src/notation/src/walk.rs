//! Going through the lines of a record in the order of files: behind each line those that leave it, the
//! last to leave first. It takes time with what the record holds, however its lines hang together.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::record::{LineName, Record, RecordLine};
use shogi::{Position, Square};

/// A line of a record where it comes in a file.
#[derive(Clone, Debug)]
pub struct Visit<'a> {
    /// Which it is.
    pub name: LineName,
    /// The line.
    pub line: &'a RecordLine,
    /// How many lines are left on the way to it.
    pub depth: usize,
    /// The position before its first move, and the square that the move before that went to; `None` if a
    /// move on the way is not legal.
    pub before: Option<(Position, Option<Square>)>,
    /// The plies at which variations leave it.
    pub forks: BTreeSet<usize>,
    /// How long the moves on the way to it took, those with even numbers, and those with odd ones, in milliseconds.
    pub sums: [u64; 2],
}

/// The way through a record.
#[derive(Clone, Debug)]
pub struct Walk<'a> {
    record: &'a Record,
    /// The variations that leave the main line, then those that leave each variation; the next to visit
    /// comes last.
    leaving: Vec<Vec<usize>>,
    /// The positions from the start to the end of the line visited last, as far as moves are legal, each
    /// with the square that the move before it went to.
    path: Vec<(Position, Option<Square>)>,
    /// The sums of times up to each of these.
    sums: Vec<[u64; 2]>,
    /// Lines to visit, with their depths; the next comes last.
    waiting: Vec<(LineName, usize)>,
}

impl Record {
    /// Goes through the lines.
    pub fn walk(&self) -> Walk<'_> {
        let mut leaving = vec![Vec::new(); self.variations.len() + 1];
        for (index, variation) in self.variations.iter().enumerate() {
            let place = variation.parent.map_or(0, |parent| parent + 1);
            if let Some(leaving) = leaving.get_mut(place) {
                leaving.push(index);
            }
        }
        for leaving in &mut leaving {
            leaving.sort_by_key(|&index| Reverse(self.variations[index].line.first_ply));
            leaving.reverse();
        }
        Walk {
            record: self,
            leaving,
            path: vec![(self.start.clone(), None)],
            sums: vec![[0; 2]],
            waiting: vec![(LineName::Main, 0)],
        }
    }
}

impl<'a> Iterator for Walk<'a> {
    type Item = Visit<'a>;

    fn next(&mut self) -> Option<Self::Item> {
        let record = self.record;
        let (name, depth) = self.waiting.pop()?;
        let (line, place) = match name {
            LineName::Main => (&record.main, 0),
            LineName::Variation(index) => (&record.variations[index].line, index + 1),
        };
        self.path.truncate(line.first_ply);
        self.sums.truncate(line.first_ply);
        let mut sums = self.sums.last().copied().unwrap_or_default();
        let told = sums;
        let before = match self.path.len() == line.first_ply {
            true => self.path.last().cloned(),
            false => None,
        };
        if let Some((position, _)) = &before {
            let mut position = position.clone();
            for (ply, &mv) in (line.first_ply..).zip(&line.moves) {
                let Some(next) = position.try_play(mv) else {
                    break;
                };
                position = next;
                let sum = &mut sums[ply % 2];
                *sum = sum.saturating_add(line.time(ply).unwrap_or_default());
                self.sums.push(sums);
                self.path.push((position.clone(), Some(mv.to())));
            }
        }
        // A line is visited once, also where the record is none: so nothing is visited for ever.
        let leaving = std::mem::take(&mut self.leaving[place]);
        let first_ply = |&index: &usize| record.variations[index].line.first_ply;
        let forks = leaving.iter().map(first_ply).collect();
        let variations = leaving.into_iter().map(LineName::Variation);
        self.waiting
            .extend(variations.map(|name| (name, depth + 1)));
        Some(Visit {
            name,
            line,
            depth,
            before,
            forks,
            sums: told,
        })
    }
}

impl RecordLine {
    /// The comments by the ply they stand behind.
    pub fn comments_by_ply(&self) -> BTreeMap<usize, Vec<&str>> {
        let mut comments: BTreeMap<usize, Vec<&str>> = BTreeMap::new();
        for comment in &self.comments {
            comments.entry(comment.ply).or_default().push(&comment.text);
        }
        comments
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Variation;
    use shogi::Move;

    /// Two pieces that go to and fro.
    fn moves(from: usize, count: usize) -> Vec<Move> {
        let cycle = ["5e5f", "1a1b", "5f5e", "1b1a"];
        let words = (from..from + count).map(|ply| cycle[ply % 4]);
        words.map(|word| word.parse().unwrap()).collect()
    }

    fn record() -> Record {
        let start = Position::from_tsume_sfen("8k/9/9/9/4G4/9/9/9/9 b - 1", false);
        Record::new(start.unwrap(), moves(0, 4))
    }

    fn variation(parent: Option<usize>, first_ply: usize) -> Variation {
        let mut line = RecordLine::main(moves(first_ply - 1, 2));
        line.first_ply = first_ply;
        Variation { parent, line }
    }

    #[test]
    fn lines_come_as_files_have_them() {
        let mut record = record();
        record.variations = vec![
            variation(None, 2),
            variation(None, 4),
            variation(Some(0), 3),
            variation(None, 2),
        ];
        let visits: Vec<_> = record.walk().collect();
        let order: Vec<_> = visits
            .iter()
            .map(|visit| (visit.name, visit.depth))
            .collect();
        let variation = LineName::Variation;
        let expected = [
            (LineName::Main, 0),
            (variation(1), 1),
            (variation(0), 1),
            (variation(2), 2),
            (variation(3), 1),
        ];
        assert_eq!(order, expected);
        for visit in &visits {
            let moves = match visit.name {
                LineName::Main => Vec::new(),
                LineName::Variation(index) => record.moves_with(index).unwrap(),
            };
            let way = moves.iter().take(visit.line.first_ply - 1);
            let before = way.fold(record.start.clone(), |position, &mv| position.play(mv));
            assert_eq!(visit.before.as_ref().unwrap().0, before, "{:?}", visit.name);
        }
        assert_eq!(visits[0].forks, BTreeSet::from([2, 4]));
    }

    #[test]
    fn as_many_lines_as_one_likes_in_any_order() {
        let many = 100_000;
        let mut side_by_side = record();
        side_by_side.variations = vec![variation(None, 2); many];
        assert_eq!(side_by_side.walk().count(), many + 1);
        side_by_side.check().unwrap();
        // Each leaves the one before it.
        let mut nested = record();
        let chain = (0..many).map(|index| variation(index.checked_sub(1), index + 2));
        nested.variations = chain.collect();
        let last = nested.walk().last().unwrap();
        assert_eq!((last.depth, last.before.is_some()), (many, true));
        nested.check().unwrap();
    }
}
