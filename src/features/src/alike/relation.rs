//! How one position stands to another.

use super::Likeness;
use super::arrangement::{Arrangement, LEAST, LEAST_WITHOUT_KING, Unit};
use shogi::{Color, Hand, Kind, Piece, Square};
use tsume::solve::Task;

/// How another position stands to the one asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relation {
    /// Whether it is the other way round, left and right.
    pub mirrored: bool,
    /// Whether the other side attacks. Only where both are told [as they stand](super::Asked::compare).
    pub turned: bool,
    /// By how many files and ranks what is asked for, mirrored if need be, has to be moved.
    pub shift: (i8, i8),
    /// What is different on the board, if that is one piece.
    pub difference: Option<Difference>,
    /// How many pieces on the board are different.
    pub on_board: u32,
    /// What the other attacker has in hand besides.
    pub more: Hand,
    /// What the other attacker does not have in hand.
    pub fewer: Hand,
    /// Whether the sets lack other pieces (駒不足).
    pub other_set: bool,
}

/// A piece that is different.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Difference {
    /// In what way.
    pub kind: DifferenceKind,
    /// What stands where in the problem asked for, for nothing in the other.
    pub here: Option<Placed>,
    /// What stands where in the other.
    pub there: Option<Placed>,
}

/// In what way one piece is different, the nearest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DifferenceKind {
    /// The other side's (先後違い).
    Side,
    /// Another piece on the same square.
    Piece,
    /// The other problem lacks it.
    Removed,
    /// The other problem has it besides.
    Added,
    /// The same piece on another square.
    Moved,
    /// The king on another square.
    King,
    /// Another piece on another square.
    Exchanged,
}

impl DifferenceKind {
    /// The name in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Side => "side",
            Self::Piece => "piece",
            Self::Removed => "removed",
            Self::Added => "added",
            Self::Moved => "moved",
            Self::King => "king",
            Self::Exchanged => "exchanged",
        }
    }
}

/// A piece on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    /// The piece.
    pub piece: Piece,
    /// The square.
    pub square: Square,
    /// Whether it is the attacker's.
    pub attacks: bool,
}

impl Relation {
    /// How `there` stands to what is asked for, which is given as it is and mirrored, in the nearest way. `None` where
    /// not the same side is to move.
    pub(super) fn nearest(images: &[Arrangement; 2], there: &Arrangement) -> Option<Self> {
        if images[0].replies != there.replies {
            return None;
        }
        let mirrored = [false, true].into_iter().zip(images);
        mirrored
            .flat_map(|(mirrored, here)| {
                let kings = Some(by_king(here, there));
                let others = others_alike(here, there);
                let ways = kings.into_iter().chain(others);
                ways.map(move |way| way.relation(mirrored, here, there))
            })
            .min_by_key(|is| {
                let kind = is.difference.map(|is| is.kind);
                (
                    is.on_board,
                    kind.is_none(),
                    kind,
                    is.shift != (0, 0),
                    is.mirrored,
                )
            })
    }

    /// How many pieces are different, on the board and in the hand.
    pub fn apart(&self) -> u32 {
        self.on_board + self.in_hand()
    }

    fn in_hand(&self) -> u32 {
        self.more.len().max(self.fewer.len())
    }

    /// The likeness of the positions, if they are near; [`Likeness::Image`] may be the same.
    pub fn likeness(&self) -> Option<Likeness> {
        let moved = self.shift != (0, 0);
        let same_hand = self.in_hand() == 0 && !self.other_set;
        match (self.on_board, moved, same_hand) {
            (0, false, true) => Some(Likeness::Image),
            (0, true, true) => Some(Likeness::Shifted),
            (0, false, false) => Some(Likeness::OtherHand),
            (0, true, false) => Some(Likeness::ShiftedOtherHand),
            (1, ..) => {
                let near = self.difference.is_some() && self.in_hand() <= 1;
                near.then_some(Likeness::OnePiece)
            }
            _ => None,
        }
    }

    /// The same between two problems where White may attack.
    pub(super) fn told_as_it_stands(self, here: &Task, there: &Task) -> Self {
        let turn = |placed: Placed, attacker| match attacker {
            Color::Black => placed,
            Color::White => Placed {
                piece: Piece {
                    color: placed.piece.color.flip(),
                    ..placed.piece
                },
                square: placed.square.rotate(),
                ..placed
            },
        };
        let difference = self.difference.map(|is| Difference {
            here: is.here.map(|is| turn(is, here.attacker)),
            there: is.there.map(|is| turn(is, there.attacker)),
            ..is
        });
        // Told as the boards of the other are read.
        let shift = match there.attacker {
            Color::Black => self.shift,
            Color::White => (-self.shift.0, -self.shift.1),
        };
        Self {
            turned: here.attacker != there.attacker,
            difference,
            shift,
            ..self
        }
    }
}

/// One board laid on another.
struct Way {
    shift: (i8, i8),
    on_board: u32,
    /// What one has and the other has not, where that is a piece or none, and what stands alike is enough.
    single: Option<Single>,
}

struct Single {
    here: Option<Unit>,
    there: Option<Unit>,
    /// The king stands elsewhere, and nothing else.
    king: bool,
}

/// Laid so that the kings stand on each other.
fn by_king(here: &Arrangement, there: &Arrangement) -> Way {
    let (mut ours, mut theirs) = (here.units.iter().peekable(), there.units.iter().peekable());
    let (mut only_here, mut only_there, mut alike) = (None, None, 0);
    let mut counts = (0_u32, 0_u32);
    loop {
        match (ours.peek(), theirs.peek()) {
            (Some(one), Some(other)) if one == other => {
                alike += 1;
                ours.next();
                theirs.next();
            }
            (Some(&&one), other) if other.is_none_or(|&&other| one < other) => {
                counts.0 += 1;
                only_here = Some(one);
                ours.next();
            }
            (_, Some(&&other)) => {
                counts.1 += 1;
                only_there = Some(other);
                theirs.next();
            }
            (_, None) => break,
        }
    }
    let on_board = counts.0.max(counts.1);
    Way {
        shift: (
            there.king.file() - here.king.file(),
            there.king.rank() - here.king.rank(),
        ),
        on_board,
        single: (on_board == 1 && alike >= LEAST).then_some(Single {
            here: only_here,
            there: only_there,
            king: false,
        }),
    }
}

/// Laid so that all the others do, if only the king stands elsewhere.
fn others_alike(here: &Arrangement, there: &Arrangement) -> Option<Way> {
    let count = here.units.len();
    if count < LEAST_WITHOUT_KING || count != there.units.len() {
        return None;
    }
    let ((ours, from), (theirs, to)) = (here.without_king(), there.without_king());
    // With the kings, too, where they should be, nothing is different.
    if ours != theirs || from == to {
        return None;
    }
    let corner =
        |is: &Arrangement, king: (i8, i8)| (is.king.file() - king.0, is.king.rank() - king.1);
    let (from, to) = (corner(here, from), corner(there, to));
    Some(Way {
        shift: (to.0 - from.0, to.1 - from.1),
        on_board: 1,
        single: Some(Single {
            here: None,
            there: None,
            king: true,
        }),
    })
}

impl Way {
    fn relation(self, mirrored: bool, here: &Arrangement, there: &Arrangement) -> Relation {
        let difference = self.single.and_then(|is| {
            let image = |square: Square| if mirrored { square.mirror() } else { square };
            if is.king {
                let piece = Piece::plain(Color::White, Kind::King);
                let square = image(here.king);
                return Some(Difference {
                    kind: DifferenceKind::King,
                    here: Some(Placed {
                        piece,
                        square,
                        attacks: false,
                    }),
                    there: Some(Placed {
                        piece,
                        square: there.king,
                        attacks: false,
                    }),
                });
            }
            let placed = |unit: Unit, king: Square| {
                Some(Placed {
                    piece: unit.piece(),
                    square: king.offset(unit.files(), unit.ranks())?,
                    attacks: unit.piece().color == Color::Black,
                })
            };
            Some(Difference {
                kind: kind(is.here, is.there)?,
                here: is
                    .here
                    .and_then(|unit| placed(unit, here.king))
                    .map(|is| Placed {
                        square: image(is.square),
                        ..is
                    }),
                there: is.there.and_then(|unit| placed(unit, there.king)),
            })
        });
        Relation {
            mirrored,
            turned: false,
            shift: self.shift,
            difference,
            on_board: self.on_board,
            more: without(there.hand, here.hand),
            fewer: without(here.hand, there.hand),
            other_set: here.missing != there.missing,
        }
    }
}

/// In what way a piece is different.
fn kind(here: Option<Unit>, there: Option<Unit>) -> Option<DifferenceKind> {
    Some(match (here, there) {
        (None, None) => return None,
        (Some(_), None) => DifferenceKind::Removed,
        (None, Some(_)) => DifferenceKind::Added,
        (Some(here), Some(there)) => {
            let (one, other) = (here.piece(), there.piece());
            let in_place = (here.files(), here.ranks()) == (there.files(), there.ranks());
            let same_but_side = (one.kind, one.promoted) == (other.kind, other.promoted);
            match (in_place, one == other) {
                (true, _) if same_but_side => DifferenceKind::Side,
                (true, _) => DifferenceKind::Piece,
                (false, true) => DifferenceKind::Moved,
                (false, false) => DifferenceKind::Exchanged,
            }
        }
    })
}

/// What one hand has that the other has not.
fn without(one: Hand, other: Hand) -> Hand {
    one.iter().fold(Hand::EMPTY, |mut rest, (kind, count)| {
        let more = u32::from(count.saturating_sub(other.count(kind)));
        // No more than the hand it is taken from has, so there is room.
        let _ = rest.set(kind, more);
        rest
    })
}
