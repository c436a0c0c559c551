//! A second checker: recursive, with whole positions in its memory, written after the documentation
//! of the format.

use std::collections::HashMap;

use shogi::{Hand, Position};
use tsume::solve::Task;

/// What a stream proves.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Naive {
    pub plies: u32,
    pub nodes: u64,
    pub references: u64,
    /// References to nodes with a smaller hand.
    pub smaller: u64,
}

struct Walk<'a> {
    stream: &'a [u8],
    /// By the text of the board: hands that proved it, with the plies.
    proved: HashMap<String, Vec<(Hand, u32)>>,
    found: Naive,
}

/// Walks a stream of numbers of one byte; `None` if it is no proof.
pub fn walk(root: &Task, stream: &[u8]) -> Option<Naive> {
    let mut walk = Walk {
        stream,
        proved: HashMap::new(),
        found: Naive::default(),
    };
    let plies = if root.attacker_to_move() {
        walk.attacker(&root.position)
    } else {
        walk.defender(&root.position)
    };
    walk.found.plies = plies?;
    walk.stream.is_empty().then_some(walk.found)
}

impl Walk<'_> {
    fn attacker(&mut self, position: &Position) -> Option<u32> {
        self.found.nodes += 1;
        let (&number, rest) = self.stream.split_first()?;
        self.stream = rest;
        let board = position.to_string().split(' ').next()?.to_owned();
        let hand = position.hand(position.side());
        if number == 0 {
            let known = self.proved.get(&board)?;
            let serves = known.iter().filter(|(other, _)| hand.contains(*other));
            let plies = serves.map(|&(_, plies)| plies).min()?;
            self.found.references += 1;
            self.found.smaller += u64::from(known.iter().all(|&(other, _)| other != hand));
            return Some(plies);
        }
        let mut checks = position.checks();
        checks.sort();
        let check = *checks.get(usize::from(number) - 1)?;
        let plies = 1 + self.defender(&position.play(check))?;
        if plies > 1 {
            self.proved.entry(board).or_default().push((hand, plies));
        }
        Some(plies)
    }

    fn defender(&mut self, position: &Position) -> Option<u32> {
        self.found.nodes += 1;
        let mut replies = position.legal_moves();
        replies.sort();
        if replies.is_empty() {
            return position.is_in_check().then_some(0);
        }
        let mut longest = 0;
        for reply in replies {
            longest = longest.max(1 + self.attacker(&position.play(reply))?);
        }
        Some(longest)
    }
}
