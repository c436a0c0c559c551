//! The table of positions (置換表): what is known of a board with this or that attacker's hand.
//!
//! Records of one board lie side by side, so that one look finds those of other hands as well: a
//! mate with a smaller attacker's hand is a mate with a larger one, no mate with a larger hand is
//! none with a smaller one (優越関係; Nagai 2002, "df-pn アルゴリズムの詰将棋を解くプログラムへの応用").
//! The table starts small and grows up to its limit; when it is full, the records that cost least to
//! make are thrown out (SmallTreeGC; Nagai 1999).

use super::bound::Bound;
use super::prefetch::prefetch;
use super::record::{EMPTY, Lengths, MATE, Met, NO_MATE, OPEN, Record, mark, open_key, work_class};
use shogi::Hand;

/// A proof or disproof number, in units of leaves to decide.
pub type Number = u32;

/// The number of what is decided the other way.
pub const INFINITE: Number = 1 << 30;

/// What a record is beside a new one of the same board.
enum Compared {
    /// It is of the same hand.
    Same,
    /// It says as much as the new one.
    Enough,
    /// It says no more than the new one.
    Spare,
    /// Each says something of its own.
    Other,
}

impl Compared {
    const fn spare_if(spare: bool) -> Self {
        if spare { Self::Spare } else { Self::Other }
    }
}

/// What the table, or a search, knows of a position with an attacker's hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// A mate, already with this hand.
    Mate {
        /// The smallest attacker's hand known to suffice (証明駒).
        hand: Hand,
        /// How long.
        lengths: Lengths,
    },
    /// No mate within `plies`, not even with this hand.
    NoMate {
        /// The largest attacker's hand known not to suffice (反証駒).
        hand: Hand,
        /// Within how many plies.
        plies: Bound,
    },
    /// Undecided.
    Open {
        /// Proof number.
        proof: Number,
        /// Disproof number.
        disproof: Number,
        /// Where it was met; `None` if only positions like it were.
        met: Option<Met>,
    },
}

/// The smallest table, in records.
const SMALLEST: usize = 1 << 13;

/// See the module.
pub struct Table {
    records: Vec<Record>,
    /// The [`mark`] of the key of each record, [`EMPTY`] where there is none. A look goes along the marks,
    /// which lie close together, and reads of the records only those with the mark of its key.
    marks: Vec<u8>,
    used: usize,
    limit: usize,
}

impl Table {
    /// A table of at most `bytes` bytes, at least some hundred kilobytes.
    pub fn new(bytes: usize) -> Self {
        Self {
            records: vec![Record::default(); SMALLEST],
            marks: vec![EMPTY; SMALLEST],
            used: 0,
            limit: (bytes / (size_of::<Record>() + size_of::<u8>())).max(SMALLEST),
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        if self.records.len() > 16 * SMALLEST {
            self.records = vec![Record::default(); SMALLEST];
            self.marks = vec![EMPTY; SMALLEST];
        } else {
            self.records.truncate(SMALLEST);
            self.marks.truncate(SMALLEST);
            self.marks.fill(EMPTY);
        }
        self.used = 0;
    }

    fn home(&self, key: u64) -> usize {
        // The high half of the product spreads keys over any number of records. The lowest bits,
        // in which the keys of undecided records differ, have no say.
        ((u128::from(key & !0xffff) * self.records.len() as u128) >> 64) as usize
    }

    /// Fetches the marks of a key and what is likely its first record into the cache, ahead of a look.
    pub fn prefetch(&self, key: u64) {
        let home = self.home(key);
        if let (Some(mark), Some(record)) = (self.marks.get(home), self.records.get(home)) {
            prefetch(mark);
            prefetch(record);
        }
    }

    /// What is known of a board with a hand: a mate within `plies` or the lack of one if there is a
    /// record of either, else the numbers of the undecided that were kept for `label`.
    pub fn look(&self, key: u64, hand: Hand, plies: Bound, label: u16) -> Option<Entry> {
        let open_key = open_key(key, label);
        let mut open = None;
        let mut bound = (1, 1);
        let mut at = self.home(key);
        while self.next(mark(key), &mut at) {
            let record = &self.records[at];
            if record.key == key {
                match record.tag() {
                    MATE if hand.contains(record.hand()) => {
                        let lengths = record.lengths();
                        if plies.allows(lengths.free) {
                            return Some(Entry::Mate {
                                hand: record.hand(),
                                lengths,
                            });
                        }
                    }
                    NO_MATE if record.plies() >= plies && record.hand().contains(hand) => {
                        return Some(Entry::NoMate {
                            hand: record.hand(),
                            plies: record.plies(),
                        });
                    }
                    _ => {}
                }
            }
            if record.tag() == OPEN && record.key == open_key {
                let there = record.hand();
                if there == hand {
                    open = Some((record.found, record.disproof, record.met()));
                } else {
                    // More in hand is nearer to a mate, less is farther from it.
                    if there.contains(hand) {
                        bound.0 = bound.0.max(record.found);
                    }
                    if hand.contains(there) {
                        bound.1 = bound.1.max(record.disproof);
                    }
                }
            }
            at = self.after(at);
        }
        match open {
            Some((proof, disproof, met)) => Some(Entry::Open {
                proof: proof.max(bound.0),
                disproof: disproof.max(bound.1),
                met: Some(met),
            }),
            None if bound != (1, 1) => Some(Entry::Open {
                proof: bound.0,
                disproof: bound.1,
                met: None,
            }),
            None => None,
        }
    }

    /// The shortest lengths known of a board with a hand. Each is of a proof of its own.
    pub fn shortest(&self, key: u64, hand: Hand) -> Option<Lengths> {
        let mut shortest: Option<Lengths> = None;
        let mut at = self.home(key);
        while self.next(mark(key), &mut at) {
            let record = &self.records[at];
            if record.key == key && record.tag() == MATE && hand.contains(record.hand()) {
                let lengths = record.lengths();
                shortest = Some(match shortest {
                    Some(known) => known.least(lengths),
                    None => lengths,
                });
            }
            at = self.after(at);
        }
        shortest
    }

    fn after(&self, at: usize) -> usize {
        if at + 1 == self.marks.len() {
            0
        } else {
            at + 1
        }
    }

    /// Goes from a place on to the next one with this mark, if an empty one does not come first.
    fn next(&self, mark: u8, at: &mut usize) -> bool {
        loop {
            let there = self.marks[*at];
            if there == mark || there == EMPTY {
                return there == mark;
            }
            *at = self.after(*at);
        }
    }

    /// Keeps the numbers of an undecided position for searches with this `label`.
    pub fn keep_open(
        &mut self,
        key: u64,
        hand: Hand,
        label: u16,
        (proof, disproof): (Number, Number),
        met: Met,
        nodes: u64,
    ) {
        let work = work_class(nodes);
        let key = open_key(key, label);
        let new = Record {
            key,
            hand: hand.bits() | OPEN,
            found: proof,
            disproof,
            met_and_work: met.with_work(work),
        };
        let mut at = self.home(key);
        while self.next(mark(key), &mut at) {
            let record = &mut self.records[at];
            if record.key == key && record.hand == new.hand {
                let before = record.met();
                let mut met = met;
                if before.run == met.run {
                    met.depth = met.depth.min(before.depth);
                }
                let work = record.work().max(work);
                *record = new;
                record.met_and_work = met.with_work(work);
                return;
            }
            at = self.after(at);
        }
        self.put(at, new);
    }

    /// Keeps a mate.
    pub fn keep_mate(&mut self, key: u64, hand: Hand, lengths: Lengths, nodes: u64) {
        let new = Record {
            key,
            hand: hand.bits() | MATE,
            found: lengths.bits(),
            disproof: 0,
            met_and_work: work_class(nodes) << 16,
        };
        self.keep_decided(new, |record| {
            let there = record.hand();
            match record.tag() {
                MATE => {
                    let old = record.lengths();
                    if there == hand {
                        // Each length is of a proof of its own.
                        record.found = old.least(lengths).bits();
                        return Compared::Same;
                    }
                    let as_short = old.free <= lengths.free && old.literal <= lengths.literal;
                    if as_short && hand.contains(there) {
                        return Compared::Enough;
                    }
                    let shorter = lengths.free <= old.free && lengths.literal <= old.literal;
                    Compared::spare_if(shorter && there.contains(hand))
                }
                OPEN => Compared::spare_if(there.contains(hand)),
                _ => Compared::Other,
            }
        });
    }

    /// Keeps the lack of a mate within `plies`.
    pub fn keep_no_mate(&mut self, key: u64, hand: Hand, plies: Bound, nodes: u64) {
        let new = Record {
            key,
            hand: hand.bits() | NO_MATE,
            found: u32::from(plies.bits()),
            disproof: 0,
            met_and_work: work_class(nodes) << 16,
        };
        self.keep_decided(new, |record| {
            let there = record.hand();
            match record.tag() {
                NO_MATE => {
                    if there == hand {
                        record.found = record.found.max(new.found);
                        return Compared::Same;
                    }
                    if record.found >= new.found && there.contains(hand) {
                        return Compared::Enough;
                    }
                    Compared::spare_if(new.found >= record.found && hand.contains(there))
                }
                OPEN => Compared::spare_if(plies.is_unlimited() && hand.contains(there)),
                _ => Compared::Other,
            }
        });
    }

    /// Keeps what is decided, in the place of what it makes superfluous, unless a record says as much:
    /// `compare` compares it with the records of its board, and puts it into the one of its hand.
    fn keep_decided(&mut self, new: Record, compare: impl Fn(&mut Record) -> Compared) {
        let mut spare = None;
        let mut at = self.home(new.key);
        while self.next(mark(new.key), &mut at) {
            let record = &mut self.records[at];
            if record.key == new.key {
                match compare(record) {
                    Compared::Same => {
                        record.met_and_work = record.met_and_work.max(new.met_and_work);
                        return;
                    }
                    Compared::Enough => return,
                    Compared::Spare if spare.is_none() => spare = Some(at),
                    _ => {}
                }
            }
            at = self.after(at);
        }
        match spare {
            Some(spare) => self.records[spare] = new,
            None => self.put(at, new),
        }
    }

    /// Puts a new record into an empty place found for it, and makes room if the table is full.
    fn put(&mut self, at: usize, record: Record) {
        self.marks[at] = mark(record.key);
        self.records[at] = record;
        self.used += 1;
        if self.used * 10 > self.records.len() * 7 {
            if self.records.len() < self.limit {
                self.grow();
            } else {
                self.collect();
            }
        }
    }

    fn grow(&mut self) {
        let before = self.records.len();
        let size = (before * 2).min(self.limit);
        self.records.reserve_exact(size - before);
        self.marks.reserve_exact(size - before);
        self.records.resize(size, Record::default());
        self.marks.resize(size, EMPTY);
        // In place, so that the memory is not more than was asked for where the system moves pages.
        // Homes keep their order and lie no lower than before: what is taken out, run by run from the
        // last one on, goes where nothing is left to be moved. Within a run the order stays, so that a
        // look finds the same record first as before.
        let mut run = Vec::new();
        let mut end = before;
        while end > 0 {
            let mut start = end;
            while start > 0 && self.marks[start - 1] != EMPTY {
                start -= 1;
            }
            run.extend_from_slice(&self.records[start..end]);
            self.marks[start..end].fill(EMPTY);
            for record in run.drain(..) {
                self.place(record);
            }
            end = start.saturating_sub(1);
        }
    }

    /// Puts a record that is not in the table into the first empty place from its home on.
    fn place(&mut self, record: Record) {
        let mut at = self.home(record.key);
        while self.marks[at] != EMPTY {
            at = self.after(at);
        }
        self.marks[at] = mark(record.key);
        self.records[at] = record;
    }

    /// Throws out the records with the least work behind them, until the table is at most 0.4 full.
    fn collect(&mut self) {
        let mut classes = [0_usize; 256];
        for (record, &mark) in self.records.iter().zip(&self.marks) {
            if mark != EMPTY {
                classes[record.work() as usize] += 1;
            }
        }
        let wanted = self.records.len() * 4 / 10;
        let mut left = self.used;
        let mut lowest = 0;
        while left > wanted && lowest < 255 {
            left -= classes[lowest];
            lowest += 1;
        }
        // From behind an empty place on, so that no record is taken out twice.
        let start = (0..self.records.len())
            .find(|&at| self.marks[at] == EMPTY)
            .unwrap_or(0);
        let size = self.records.len();
        self.used = 0;
        for step in 0..size {
            let at = (start + step) % size;
            let record = self.records[at];
            let there = std::mem::replace(&mut self.marks[at], EMPTY) != EMPTY;
            if there && record.work() >= lowest as u32 {
                self.place(record);
                self.used += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use hashbrown::HashMap;

    use super::*;
    use crate::solve::dfpn::bound::Bound;

    /// Keys as boards have them, spread over all bits.
    fn keys() -> impl Iterator<Item = u64> {
        let mut key = 0_u64;
        std::iter::repeat_with(move || {
            key = key
                .wrapping_mul(0x5851_F42D_4C95_7F2D)
                .wrapping_add(0x1405_7B7E_F767_814F);
            key ^ key >> 29
        })
    }

    fn proof(table: &Table, key: u64) -> Option<Number> {
        match table.look(key, Hand::EMPTY, Bound::UNLIMITED, 7)? {
            Entry::Open { proof, .. } => Some(proof),
            decided => panic!("{decided:?}"),
        }
    }

    /// A table that doubles, grows by less than that to its limit, and throws out twice.
    #[test]
    fn what_a_table_keeps_is_what_was_put_in() {
        let limit = 5 * SMALLEST / 2;
        let mut table = Table::new(limit * (size_of::<Record>() + size_of::<u8>()));
        let mut put: HashMap<u64, (Number, u64)> = HashMap::new();
        let mut thrown_out = 0;
        for (number, key) in (1..).zip(keys()) {
            let met = Met { run: 1, depth: 0 };
            let nodes = u64::from(number % 100 + 1);
            let before = table.used;
            table.keep_open(key, Hand::EMPTY, 7, (number, 1), met, nodes);
            put.insert(key, (number, nodes));
            if table.used > before {
                assert_eq!(proof(&table, key), Some(number));
                continue;
            }
            thrown_out += 1;
            if thrown_out == 1 {
                // Nothing was lost before.
                assert_eq!(before + 1, put.len());
                assert_eq!(table.records.len(), limit);
            }
            let marks = table.marks.iter().filter(|&&mark| mark != EMPTY);
            assert_eq!(marks.count(), table.used);
            let there = |key: u64, number| match proof(&table, key) {
                Some(found) => {
                    assert_eq!(found, number);
                    true
                }
                None => false,
            };
            let mut kept: Vec<u64> = Vec::new();
            let mut lost: Vec<u64> = Vec::new();
            for (&key, &(number, nodes)) in &put {
                if there(key, number) {
                    kept.push(nodes);
                } else {
                    lost.push(nodes);
                }
            }
            assert_eq!(kept.len(), table.used);
            // What is thrown out had less work behind it than what is kept.
            assert!(
                work_class(lost.iter().copied().max().unwrap())
                    < work_class(kept.iter().copied().min().unwrap())
            );
            put.retain(|&key, &mut (number, _)| there(key, number));
            if thrown_out == 2 {
                return;
            }
        }
    }

    #[test]
    fn a_cleared_table_knows_nothing() {
        let mut table = Table::new(1 << 20);
        let some: Vec<u64> = keys().take(SMALLEST).collect();
        for &key in &some {
            table.keep_mate(key, Hand::EMPTY, Lengths::MATED, 1);
        }
        assert!(
            some.iter()
                .all(|&key| table.shortest(key, Hand::EMPTY).is_some())
        );
        table.clear();
        assert!(
            some.iter()
                .all(|&key| table.shortest(key, Hand::EMPTY).is_none())
        );
        assert!(table.marks.iter().all(|&mark| mark == EMPTY));
    }
}
