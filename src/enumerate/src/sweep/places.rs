//! Where the kings stand, and where the pieces may.

use catalog::{Region, Sweep};
use shogi::{Bitboard, Square};

/// A square of each king and the squares that pieces may stand on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Where the defender's king stands.
    pub king: Square,
    /// Where the attacker's does, if there is one.
    pub own: Option<Square>,
    /// Where pieces may.
    pub squares: Bitboard,
}

impl Place {
    /// The image in the mirror that exchanges left and right.
    pub fn mirror(self) -> Self {
        Self {
            king: self.king.mirror(),
            own: self.own.map(Square::mirror),
            squares: mirrored(self.squares),
        }
    }

    /// Of two images that are both in a set the first.
    fn order(self) -> (bool, usize, Option<usize>, u128) {
        let is_left = self.king.file() > 5;
        let own = self.own.map(Square::index);
        (is_left, self.king.index(), own, self.squares.bits())
    }
}

/// The squares in the mirror.
pub fn mirrored(squares: Bitboard) -> Bitboard {
    let images = squares.into_iter().map(Square::mirror);
    images.fold(Bitboard::EMPTY, Bitboard::with)
}

/// All places of a sweep, of two that are images of each other one.
pub fn places(sweep: &Sweep) -> Vec<Place> {
    let kings: Vec<Square> = within(sweep.king).collect();
    let board = || within(sweep.board.region).fold(Bitboard::EMPTY, Bitboard::with);
    let all: Vec<Place> = match sweep.board.block {
        None => {
            let board = board();
            let place = |&king: &Square| Place {
                king,
                own: None,
                squares: board.without(king),
            };
            kings.iter().map(place).collect()
        }
        Some(size) => {
            let blocks = blocks(sweep.board.region, size);
            let place = |block: &Bitboard| {
                let (block, kings) = (*block, kings.clone());
                let kings = kings.into_iter().filter(move |&king| block.has(king));
                kings.map(move |king| Place {
                    king,
                    own: None,
                    squares: block.without(king),
                })
            };
            blocks.iter().flat_map(place).collect()
        }
    };
    let all = with_attackers_king(all, sweep.attacker_king);
    let is_first = |place: &&Place| {
        let image = place.mirror();
        place.order() <= image.order() || !all.contains(&image)
    };
    all.iter().filter(is_first).copied().collect()
}

/// The same with the attacker's king on each square of its region that is free and no neighbour of the other.
fn with_attackers_king(all: Vec<Place>, region: Option<Region>) -> Vec<Place> {
    let Some(region) = region else {
        return all;
    };
    let squares: Vec<Square> = within(region).collect();
    let with_king = |place: Place| {
        let away = move |king: &Square| {
            let files = king.file().abs_diff(place.king.file());
            files.max(king.rank().abs_diff(place.king.rank())) > 1
        };
        let squares = squares.iter().copied().filter(away);
        squares.map(move |king| Place {
            own: Some(king),
            squares: place.squares.without(king),
            ..place
        })
    };
    all.into_iter().flat_map(with_king).collect()
}

fn within(region: Region) -> impl Iterator<Item = Square> {
    let (files, ranks) = (region.files, region.ranks);
    Square::all().filter(move |square| {
        (files.0..=files.1).contains(&(square.file() as u8))
            && (ranks.0..=ranks.1).contains(&(square.rank() as u8))
    })
}

/// Every block of this width and height in a region.
fn blocks(region: Region, (width, height): (u8, u8)) -> Vec<Bitboard> {
    let mut blocks = Vec::new();
    for file in region.files.0..=(region.files.1 + 1).saturating_sub(width) {
        for rank in region.ranks.0..=(region.ranks.1 + 1).saturating_sub(height) {
            let block = Region {
                files: (file, file + width - 1),
                ranks: (rank, rank + height - 1),
            };
            blocks.push(within(block).fold(Bitboard::EMPTY, Bitboard::with));
        }
    }
    blocks
}
