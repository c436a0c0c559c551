//! Which squares a piece attacks: step tables, rays, and the squares between two squares.

use super::{Bitboard, Color, Kind, Piece, Square};

/// The eight directions; the index grows along the first four, and `direction ^ 4` is the opposite.
const DIRECTIONS: [(i8, i8); 8] = [
    (0, 1),
    (1, -1),
    (1, 0),
    (1, 1),
    (0, -1),
    (-1, 1),
    (-1, 0),
    (-1, -1),
];

/// Stands in [`DIRECTION`] for two squares that share no line.
const NO_DIRECTION: u8 = 8;

/// `STEPS[color][kind][promoted][square]`: the squares a single step away.
static STEPS: [[[[Bitboard; 81]; 2]; 8]; 2] = step_table();
/// `RAYS[direction][square]`: all squares beyond `square` in that direction.
static RAYS: [[Bitboard; 81]; 8] = ray_table();
/// `LINES[color][kind][square]`: the squares to which rook, bishop and lance slide on an empty board.
static LINES: [[[Bitboard; 81]; 8]; 2] = line_table();
/// `DIRECTION[from][to]`: the index of the direction that leads from one square to the other.
static DIRECTION: [[u8; 81]; 81] = direction_table();

const fn step_table() -> [[[[Bitboard; 81]; 2]; 8]; 2] {
    let mut table = [[[[Bitboard::EMPTY; 81]; 2]; 8]; 2];
    let mut kind = 0;
    while kind < 8 {
        let mut promoted = 0;
        while promoted < 2 {
            let steps = Piece::black_steps(Kind::ALL[kind], promoted == 1);
            let mut index = 0;
            while index < 81 {
                let square = Square::from_index(index);
                let mut step = 0;
                while step < steps.len() {
                    let (files, ranks) = steps[step];
                    if let Some(to) = square.offset(files, ranks) {
                        table[0][kind][promoted][index] = table[0][kind][promoted][index].with(to);
                    }
                    if let Some(to) = square.offset(files, -ranks) {
                        table[1][kind][promoted][index] = table[1][kind][promoted][index].with(to);
                    }
                    step += 1;
                }
                index += 1;
            }
            promoted += 1;
        }
        kind += 1;
    }
    table
}

const fn ray_table() -> [[Bitboard; 81]; 8] {
    let mut table = [[Bitboard::EMPTY; 81]; 8];
    let mut direction = 0;
    while direction < 8 {
        let (files, ranks) = DIRECTIONS[direction];
        let mut index = 0;
        while index < 81 {
            let mut next = Square::from_index(index).offset(files, ranks);
            while let Some(square) = next {
                table[direction][index] = table[direction][index].with(square);
                next = square.offset(files, ranks);
            }
            index += 1;
        }
        direction += 1;
    }
    table
}

const fn line_table() -> [[[Bitboard; 81]; 8]; 2] {
    let mut table = [[[Bitboard::EMPTY; 81]; 8]; 2];
    let mut kind = 0;
    while kind < 8 {
        let slides = Piece::black_slides(Kind::ALL[kind], false);
        let mut slide = 0;
        while slide < slides.len() {
            let (files, ranks) = slides[slide];
            let mut index = 0;
            while index < 81 {
                let start = Square::from_index(index);
                let mut next = start.offset(files, ranks);
                while let Some(square) = next {
                    table[0][kind][index] = table[0][kind][index].with(square);
                    next = square.offset(files, ranks);
                }
                let mut next = start.offset(files, -ranks);
                while let Some(square) = next {
                    table[1][kind][index] = table[1][kind][index].with(square);
                    next = square.offset(files, -ranks);
                }
                index += 1;
            }
            slide += 1;
        }
        kind += 1;
    }
    table
}

const fn direction_table() -> [[u8; 81]; 81] {
    let mut table = [[NO_DIRECTION; 81]; 81];
    let mut direction = 0;
    while direction < 8 {
        let (files, ranks) = DIRECTIONS[direction];
        let mut index = 0;
        while index < 81 {
            let mut next = Square::from_index(index).offset(files, ranks);
            while let Some(square) = next {
                table[index][square.index()] = direction as u8;
                next = square.offset(files, ranks);
            }
            index += 1;
        }
        direction += 1;
    }
    table
}

/// The ray from `square` up to and including the first occupied square.
fn slide(direction: usize, square: Square, occupied: Bitboard) -> Bitboard {
    let ray = RAYS[direction][square.index()];
    let hits = (ray & occupied).bits();
    // All squares of the board up to the first hit as one comes along the ray: all if there is none.
    let before = if direction < 4 {
        hits ^ hits.wrapping_sub(1)
    } else {
        u128::MAX << (127 - (hits | 1).leading_zeros())
    };
    ray & Bitboard::from_bits(before)
}

fn orthogonal(square: Square, occupied: Bitboard) -> Bitboard {
    slide(0, square, occupied)
        | slide(2, square, occupied)
        | slide(4, square, occupied)
        | slide(6, square, occupied)
}

fn diagonal(square: Square, occupied: Bitboard) -> Bitboard {
    slide(1, square, occupied)
        | slide(3, square, occupied)
        | slide(5, square, occupied)
        | slide(7, square, occupied)
}

/// The squares that `piece`, standing on `square`, attacks: its steps, and its slides up to and
/// including the first square of `occupied`.
///
/// Attacks are reversible: `piece` on `a` attacks `b` exactly when the same piece of the other
/// colour attacks `a` from `b`.
pub fn attacks(piece: Piece, square: Square, occupied: Bitboard) -> Bitboard {
    let steps = steps(piece, square);
    match (piece.kind, piece.promoted) {
        (Kind::Rook, _) => steps | orthogonal(square, occupied),
        (Kind::Bishop, _) => steps | diagonal(square, occupied),
        (Kind::Lance, false) => slide(forward(piece.color), square, occupied),
        _ => steps,
    }
}

/// The squares a single step away that `piece` attacks from `square`; slides left aside.
pub fn steps(piece: Piece, square: Square) -> Bitboard {
    STEPS[piece.color as usize][piece.kind as usize][piece.promoted as usize][square.index()]
}

/// The squares to which an unpromoted piece slides from `square` on an empty board; its steps left
/// aside.
pub fn lines(color: Color, kind: Kind, square: Square) -> Bitboard {
    LINES[color as usize][kind as usize][square.index()]
}

/// The direction in which this side's pawns move.
const fn forward(color: Color) -> usize {
    match color {
        Color::Black => 4,
        Color::White => 0,
    }
}

/// The first square of `occupied` that one meets from `from` in the direction of `towards`; none if there is none, or the
/// two share no rank, file or diagonal.
pub fn first_hit(from: Square, towards: Square, occupied: Bitboard) -> Option<Square> {
    match DIRECTION[from.index()][towards.index()] {
        NO_DIRECTION => None,
        d => (slide(d as usize, from, occupied) & occupied).first(),
    }
}

/// The squares strictly between two squares on one rank, file or diagonal; empty otherwise.
pub fn between(a: Square, b: Square) -> Bitboard {
    match DIRECTION[a.index()][b.index()] {
        NO_DIRECTION => Bitboard::EMPTY,
        d => RAYS[d as usize][a.index()] & RAYS[d as usize ^ 4][b.index()],
    }
}

/// The whole rank, file or diagonal through two squares, from edge to edge; empty if they share none.
pub fn line(a: Square, b: Square) -> Bitboard {
    match DIRECTION[a.index()][b.index()] {
        NO_DIRECTION => Bitboard::EMPTY,
        d => (RAYS[d as usize][a.index()] | RAYS[d as usize ^ 4][a.index()]).with(a),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces() -> impl Iterator<Item = Piece> {
        [Color::Black, Color::White].into_iter().flat_map(|color| {
            Kind::ALL.into_iter().flat_map(move |kind| {
                [false, true]
                    .into_iter()
                    .filter(move |&promoted| !promoted || kind.promotes())
                    .map(move |promoted| Piece {
                        color,
                        kind,
                        promoted,
                    })
            })
        })
    }

    /// Walks the slides square by square.
    fn walked(piece: Piece, from: Square, occupied: Bitboard) -> Bitboard {
        let sign = if piece.color == Color::Black { 1 } else { -1 };
        let mut set: Bitboard = piece.step_targets(from).collect();
        for &(files, ranks) in Piece::black_slides(piece.kind, piece.promoted) {
            let mut next = from.offset(files, sign * ranks);
            while let Some(square) = next {
                set = set.with(square);
                next = if occupied.has(square) {
                    None
                } else {
                    square.offset(files, sign * ranks)
                };
            }
        }
        set
    }

    #[test]
    fn tables_agree_with_walking() {
        // Occupations with an even spread of blockers, made by a multiplicative scramble.
        for seed in 1..=40_u128 {
            let occupied = Bitboard::from_bits(
                seed.wrapping_mul(0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835)
                    & seed.wrapping_mul(0xD1B5_4A32_D192_ED03_A24B_AED4_963E_E407),
            );
            for piece in pieces() {
                for square in Square::all() {
                    if !piece.promoted {
                        let empty = walked(piece, square, Bitboard::EMPTY);
                        let steps = steps(piece, square);
                        assert_eq!(lines(piece.color, piece.kind, square) | steps, empty);
                    }
                    assert_eq!(
                        attacks(piece, square, occupied),
                        walked(piece, square, occupied),
                        "{piece:?} on {square}, occupied {occupied:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn between_and_line_share_their_ends() {
        for a in Square::all() {
            for b in Square::all() {
                let inner = between(a, b);
                assert_eq!(inner, between(b, a));
                let whole = line(a, b);
                assert_eq!(whole, line(b, a));
                assert!(whole.is_empty() || whole.has(a) && whole.has(b));
                assert_eq!(inner & whole, inner);
                let (files, ranks) = (
                    (a.file() - b.file()).unsigned_abs(),
                    (a.rank() - b.rank()).unsigned_abs(),
                );
                let aligned = a != b && (files == 0 || ranks == 0 || files == ranks);
                assert_eq!(whole.is_empty(), !aligned);
                if aligned {
                    assert_eq!(inner.count(), u32::from(files.max(ranks)) - 1);
                }
            }
        }
    }
}
