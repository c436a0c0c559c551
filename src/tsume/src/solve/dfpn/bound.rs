//! What bounds a search, or a failure of one: the plies left, the repetition it rests on.

/// Within how many plies there is to be a mate, or is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Bound(u16);

impl Bound {
    /// At once: the defender has to be mated.
    pub const NOW: Self = Self(0);

    /// Ever.
    pub const UNLIMITED: Self = Self(u16::MAX);

    /// Within so many plies; those beyond all counting are no limit.
    pub const fn within(plies: u32) -> Self {
        if plies < u16::MAX as u32 {
            Self(plies as u16)
        } else {
            Self::UNLIMITED
        }
    }

    /// Whether it is no limit.
    pub const fn is_unlimited(self) -> bool {
        self.0 == u16::MAX
    }

    /// Whether a mate of so many plies is within it.
    pub const fn allows(self, plies: u16) -> bool {
        plies <= self.0
    }

    /// What is left of it a ply later.
    pub const fn after_ply(self) -> Self {
        if self.is_unlimited() {
            self
        } else {
            Self(self.0 - 1)
        }
    }

    /// What it was a ply before.
    pub const fn before_ply(self) -> Self {
        if self.is_unlimited() {
            self
        } else {
            Self(self.0 + 1)
        }
    }

    /// As records keep it.
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// The bound that a record keeps.
    pub const fn from_bits(bits: u16) -> Self {
        Self(bits)
    }
}

/// The nearest-to-root position on the path whose repetition (千日手) a failure rests on, by its depth: the one
/// nearer to the root is the lesser.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Repeats(u16);

impl Repeats {
    /// It rests on none: it is true on every path.
    pub const NOTHING: Self = Self(u16::MAX);

    /// The position at a depth.
    pub const fn at(depth: u16) -> Self {
        Self(depth)
    }

    /// The depth of the position, if it is above a node of this depth.
    pub fn above(self, depth: usize) -> Option<u16> {
        (usize::from(self.0) < depth).then_some(self.0)
    }

    /// What is left of it for those above a node of this depth: nothing, if it is the node itself or below.
    pub fn seen_above(self, depth: usize) -> Self {
        self.above(depth).map_or(Self::NOTHING, Self)
    }
}
