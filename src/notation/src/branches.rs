//! Lines that are told from the start, one after another, as the variations of a record.

use std::cmp::Reverse;

use crate::record::{Comment, Record, RecordLine, Variation};
use shogi::Move;

impl Record {
    /// Adds a line, with all its moves from the start, as a variation of the line that it shares most moves with. A line
    /// that is there gets the comments alone; one that goes on where a variation ends makes that one longer. What is said
    /// of moves before its own stands where these begin.
    ///
    /// Of a line that never leaves the main line nothing is added, nor are its comments.
    pub fn add_line(&mut self, moves: &[Move], comments: Vec<Comment>) {
        let common = |path: &[Move]| {
            let both = path.iter().zip(moves);
            both.take_while(|(one, other)| one == other).count()
        };
        let mut shared = common(&self.main.moves);
        if shared == moves.len() || shared == self.main.moves.len() {
            return;
        }
        let mut parent = None;
        for (index, variation) in self.variations.iter().enumerate() {
            let is = self.moves_with(index).map_or(0, |path| common(&path));
            // Up to its own first move it is its parent that the line shares moves with.
            if is > shared && is >= variation.line.first_ply {
                (parent, shared) = (Some(index), is);
            }
        }
        if let Some(index) = parent {
            let line = &mut self.variations[index].line;
            let is_longer = shared == line.last_ply() && shared < moves.len();
            if is_longer {
                line.ending = None;
                line.moves.extend_from_slice(&moves[shared..]);
            }
            if is_longer || shared == moves.len() {
                line.comments.extend(own(comments, line.first_ply));
                line.comments.sort_by_key(|comment| comment.ply);
                return;
            }
        }
        let mut line = RecordLine::main(moves[shared..].to_vec());
        line.first_ply = shared + 1;
        line.comments = own(comments, line.first_ply).collect();
        self.variations.push(Variation { parent, line });
    }

    /// Puts the variations in the order of files: of those that leave one line, what leaves it last comes first, each
    /// followed by its own.
    pub fn order_variations(&mut self) {
        let children = |parent: Option<usize>| {
            let all = self.variations.iter().enumerate();
            let mut found: Vec<usize> = all
                .filter(|(_, variation)| variation.parent == parent)
                .map(|(index, _)| index)
                .collect();
            found.sort_by_key(|&index| Reverse(self.variations[index].line.first_ply));
            found.into_iter().rev()
        };
        let mut open: Vec<usize> = children(None).collect();
        let mut order = Vec::with_capacity(self.variations.len());
        while let Some(index) = open.pop() {
            order.push(index);
            open.extend(children(Some(index)));
        }
        let mut places = vec![0; self.variations.len()];
        for (place, &index) in order.iter().enumerate() {
            places[index] = place;
        }
        self.variations = order
            .into_iter()
            .map(|index| {
                let Variation { parent, line } = self.variations[index].clone();
                let parent = parent.map(|parent| places[parent]);
                Variation { parent, line }
            })
            .collect();
    }
}

/// Comments as the line has them whose own moves begin with this ply.
fn own(comments: Vec<Comment>, first_ply: usize) -> impl Iterator<Item = Comment> {
    comments.into_iter().map(move |comment| Comment {
        ply: comment.ply.max(first_ply - 1),
        ..comment
    })
}
