//! The table of positions (置換表): what is known of a board with this or that attacker's hand.
//!
//! Records of one board lie side by side, so that one look finds those of other hands as well: a
//! mate with a smaller attacker's hand is a mate with a larger one, no mate with a larger hand is
//! none with a smaller one (優越関係; Nagai 2002, "df-pn アルゴリズムの詰将棋を解くプログラムへの応用").
//! The table starts small and grows up to its limit; when it is full, the records that cost least to
//! make are thrown out (SmallTreeGC; Nagai 1999).

use super::bound::Bound;
use super::prefetch::prefetch;
use shogi::Hand;

/// A proof or disproof number, in units of leaves to decide.
pub type Number = u32;

/// The number of what is decided the other way.
pub const INFINITE: Number = 1 << 30;

/// Lengths of a proof, in plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lengths {
    /// With the recapture of an interposition for free; what the search minimises.
    pub free: u16,
    /// With every interposition counted (`literal`).
    pub literal: u16,
}

impl Lengths {
    /// The defender is mated.
    pub const MATED: Self = Self {
        free: 0,
        literal: 0,
    };

    /// The greater of each of the two.
    pub fn greatest(self, other: Self) -> Self {
        Self {
            free: self.free.max(other.free),
            literal: self.literal.max(other.literal),
        }
    }

    /// As records keep them.
    fn bits(self) -> u32 {
        u32::from(self.free) | u32::from(self.literal) << 16
    }

    /// The lesser of each of the two.
    fn least(self, other: Self) -> Self {
        Self {
            free: self.free.min(other.free),
            literal: self.literal.min(other.literal),
        }
    }
}

/// What a record is beside a new one of the same board.
enum Beside {
    /// It is of the same hand.
    Same,
    /// It says as much as the new one.
    Enough,
    /// It says no more than the new one.
    Spare,
    /// Each says something of its own.
    Other,
}

impl Beside {
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

/// Where a search has met a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Met {
    /// Which search it was, of those with one table.
    pub run: u8,
    /// The smallest number of moves from its root.
    pub depth: u16,
}

impl Met {
    /// As a record keeps it, with the class of the work.
    const fn with_work(self, work: u32) -> u32 {
        self.depth as u32 | work << 16 | (self.run as u32) << 24
    }
}

const OPEN: u32 = 1 << 28;
const MATE: u32 = 2 << 28;
const NO_MATE: u32 = 3 << 28;
const TAG: u32 = 3 << 28;

/// One record, 24 bytes.
#[derive(Clone, Copy, Default)]
struct Record {
    key: u64,
    /// The hand and, above it, the tag.
    hand: u32,
    /// Open: proof number. Mate: the lengths. No mate: the plies.
    found: u32,
    /// Open: disproof number. Else unused.
    disproof: u32,
    /// Depth, 16 bits, and above it the logarithm of the work and the run, 8 bits each.
    met_and_work: u32,
}

impl Record {
    const fn tag(&self) -> u32 {
        self.hand & TAG
    }

    const fn hand(&self) -> Hand {
        Hand::from_bits(self.hand & !TAG)
    }

    const fn lengths(&self) -> Lengths {
        Lengths {
            free: self.found as u16,
            literal: (self.found >> 16) as u16,
        }
    }

    const fn plies(&self) -> Bound {
        Bound::from_bits(self.found as u16)
    }

    const fn met(&self) -> Met {
        Met {
            run: (self.met_and_work >> 24) as u8,
            depth: self.met_and_work as u16,
        }
    }

    const fn work(&self) -> u32 {
        self.met_and_work >> 16 & 0xff
    }
}

/// The work behind a record as its record keeps it: four steps for each doubling.
fn work_class(nodes: u64) -> u32 {
    let nodes = nodes.max(1);
    let log = nodes.ilog2();
    let quarter = if log >= 2 { nodes >> (log - 2) & 3 } else { 0 };
    (log * 4 + quarter as u32).min(255)
}

/// The key of an undecided record: numbers of searches with different labels stay apart.
const fn open_key(key: u64, label: u16) -> u64 {
    key ^ label as u64
}

/// The mark of no record.
const EMPTY: u8 = 0;

/// What is told of a key beside its record: bits in which the keys of undecided records do not differ.
const fn mark(key: u64) -> u8 {
    (key >> 16) as u8 | 1
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
    /// How often records were thrown out.
    pub collections: u32,
}

impl Table {
    /// A table of at most `bytes` bytes, at least some hundred kilobytes.
    pub fn new(bytes: usize) -> Self {
        Self {
            records: vec![Record::default(); SMALLEST],
            marks: vec![EMPTY; SMALLEST],
            used: 0,
            limit: (bytes / (size_of::<Record>() + size_of::<u8>())).max(SMALLEST),
            collections: 0,
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
        self.collections = 0;
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
                        return Beside::Same;
                    }
                    let as_short = old.free <= lengths.free && old.literal <= lengths.literal;
                    if as_short && hand.contains(there) {
                        return Beside::Enough;
                    }
                    let shorter = lengths.free <= old.free && lengths.literal <= old.literal;
                    Beside::spare_if(shorter && there.contains(hand))
                }
                OPEN => Beside::spare_if(there.contains(hand)),
                _ => Beside::Other,
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
                        return Beside::Same;
                    }
                    if record.found >= new.found && there.contains(hand) {
                        return Beside::Enough;
                    }
                    Beside::spare_if(new.found >= record.found && hand.contains(there))
                }
                OPEN => Beside::spare_if(plies.is_unlimited() && hand.contains(there)),
                _ => Beside::Other,
            }
        });
    }

    /// Keeps what is decided, in the place of what it makes superfluous, unless a record says as much:
    /// `beside` compares it with the records of its board, and puts it into the one of its hand.
    fn keep_decided(&mut self, new: Record, beside: impl Fn(&mut Record) -> Beside) {
        let mut spare = None;
        let mut at = self.home(new.key);
        while self.next(mark(new.key), &mut at) {
            let record = &mut self.records[at];
            if record.key == new.key {
                match beside(record) {
                    Beside::Same => {
                        record.met_and_work = record.met_and_work.max(new.met_and_work);
                        return;
                    }
                    Beside::Enough => return,
                    Beside::Spare if spare.is_none() => spare = Some(at),
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
        self.records.resize(size, Record::default());
        self.marks.resize(size, EMPTY);
        // In place, so that the memory is never more than was asked for. Homes keep their order: from
        // the last record on, most have theirs where nothing is left to be moved.
        let mut rest = Vec::new();
        for at in (0..before).rev() {
            if std::mem::replace(&mut self.marks[at], EMPTY) == EMPTY {
                continue;
            }
            let record = self.records[at];
            let home = self.home(record.key);
            let free = (home..size).find(|&place| self.marks[place] == EMPTY);
            match free {
                Some(free) if home > at => {
                    self.marks[free] = mark(record.key);
                    self.records[free] = record;
                }
                _ => rest.push(record),
            }
        }
        for record in rest {
            self.place(record);
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
        self.collections += 1;
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
