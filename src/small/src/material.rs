//! Material: how many men of each kind each side has on the board and in hand, and what the numbers of its arrangements are
//! made up of.

use crate::state::KINDS;

/// How often men of a kind stand where: unpromoted of mine and of theirs, promoted of mine and of theirs, in my hand.
pub(crate) type Counts = [u8; 5];

/// Which of its counts each kind has.
pub(crate) type Material = [u16; KINDS];

/// The sets of a kind's men on the board, in the order of its counts: unpromoted of mine and of theirs, promoted of mine and
/// of theirs.
pub(crate) const SETS_OF_KIND: usize = 4;

/// A kind of piece among those that are counted.
pub(crate) struct Kind {
    /// What it promotes to.
    pub(crate) promoted: Option<usize>,
    /// How many there are.
    pub(crate) total: u8,
    /// The possible counts.
    pub(crate) counts: Vec<Counts>,
    /// Which of them counts are, by the number they make with one digit each.
    pub(crate) places: Vec<u16>,
}

impl Kind {
    /// With so many pieces, of which some can be in hand.
    pub(crate) fn new(promoted: Option<usize>, total: u8, drops: bool) -> Self {
        let radix = usize::from(total) + 1;
        let mut counts = Vec::new();
        let mut places = vec![u16::MAX; radix.pow(5)];
        for (number, place) in places.iter_mut().enumerate() {
            let mut rest = number;
            let digits: Counts = std::array::from_fn(|_| {
                let digit = (rest % radix) as u8;
                rest /= radix;
                digit
            });
            let sum: u32 = digits.iter().map(|digit| u32::from(*digit)).sum();
            let promotes = promoted.is_some() || digits[2] + digits[3] == 0;
            if sum <= u32::from(total) && promotes && (drops || digits[4] == 0) {
                *place = counts.len() as u16;
                counts.push(digits);
            }
        }
        Self {
            promoted,
            total,
            counts,
            places,
        }
    }

    /// What one more of a count adds to the number that the counts make.
    pub(crate) fn digit(&self, count: usize) -> u16 {
        (0..count).fold(1, |weight, _| weight * (u16::from(self.total) + 1))
    }
}

/// Which counts each kind has in a material.
pub(crate) fn counts(kinds: &[Kind], mut material: usize) -> Material {
    let mut counts = [0; KINDS];
    for (kind, place) in kinds.iter().zip(&mut counts).rev() {
        *place = (material % kind.counts.len()) as u16;
        material /= kind.counts.len();
    }
    counts
}

/// How many arrangements of a material there are for each pair of kings.
pub(crate) fn size(
    kinds: &[Kind],
    material: &Material,
    free: usize,
    choose: &[[u32; 8]; 32],
) -> u128 {
    let mut left = free;
    let mut size = 1;
    for (kind, place) in kinds.iter().zip(material) {
        for &count in &kind.counts[usize::from(*place)][..SETS_OF_KIND] {
            let count = usize::from(count);
            if count > left {
                return 0;
            }
            size *= u128::from(choose[left][count]);
            left -= count;
        }
    }
    size
}

/// A set of men on the board: what its place among all such sets is worth in the number of an arrangement.
#[derive(Clone, Copy)]
pub(crate) struct Part {
    /// What it is worth.
    pub(crate) weight: u32,
    /// Which set: that of a kind's men, the king not counted, in the order of [`SETS_OF_KIND`].
    pub(crate) set: u8,
}

/// Where the parts of a material are, and what is worth how much besides.
#[derive(Clone, Copy, Default)]
struct Layout {
    base: u32,
    pair: u32,
    first: u32,
    len: u32,
}

/// The parts of all materials.
#[derive(Default)]
pub(crate) struct Layouts {
    layouts: Vec<Layout>,
    parts: Vec<Part>,
}

impl Layouts {
    /// Adds a material, the first number of which is known. One that does not fit on the board has none.
    pub(crate) fn push(
        &mut self,
        kinds: &[Kind],
        material: &Material,
        base: u64,
        free: usize,
        choose: &[[u32; 8]; 32],
    ) {
        let first = self.parts.len();
        let mut layout = Layout {
            // Numbers fit into four bytes.
            base: base as u32,
            first: first as u32,
            ..Layout::default()
        };
        let mut left = free;
        let mut ways = Vec::new();
        for (kind, (known, place)) in kinds.iter().zip(material).enumerate() {
            let counts = &known.counts[usize::from(*place)][..SETS_OF_KIND];
            for (nth, &count) in counts.iter().enumerate() {
                let count = usize::from(count);
                if count > left {
                    self.parts.truncate(first);
                    self.layouts.push(layout);
                    return;
                }
                if count > 0 {
                    self.parts.push(Part {
                        weight: 0,
                        set: (kind * SETS_OF_KIND + nth) as u8,
                    });
                    ways.push(choose[left][count]);
                }
                left -= count;
            }
        }
        // The last part counts singly; each one before it as often as those behind it can be set.
        let mut weight = 1_u32;
        for (part, ways) in self.parts[first..].iter_mut().zip(ways).rev() {
            part.weight = weight;
            weight *= ways;
        }
        layout.pair = weight;
        layout.len = (self.parts.len() - first) as u32;
        self.layouts.push(layout);
    }

    /// The first number of a material, what a pair of kings is worth, and the parts.
    #[inline]
    pub(crate) fn of(&self, material: usize) -> (u32, u32, &[Part]) {
        let layout = self.layouts[material];
        let first = layout.first as usize;
        (
            layout.base,
            layout.pair,
            &self.parts[first..first + layout.len as usize],
        )
    }
}
