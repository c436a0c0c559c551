//! Small random tasks for solvers.

use referee::literal::task_length;
use shogi::{Color, Kind, Piece, Position, Setup, Square};
use testkit::Rng;
use tsume::solve::Task;

/// A random legal task of two to eight pieces besides the kings, all from one stream of random
/// numbers. How it is drawn, in words for an attacker who is Black:
///
/// * The defender's king stands in a 2×2 corner at the top in two draws of five, on the three top
///   ranks in two, anywhere in one; in one of six the attacker has a king, too, anywhere (双玉).
/// * One or two sliding pieces of the attacker, lances, bishops and rooks, one in three promoted,
///   stand anywhere: interpositions at a distance are likely. In one draw of four one of them looks at
///   the king through another piece of either side (空き王手, pins).
/// * Further pieces of all kinds stand within two files and three ranks of the king, one in three of
///   them the defender's, one in three promoted, until there are two to eight in all, the attacker's
///   hand of none to three pieces counted.
/// * The defender's hand is the rest of the set in half of the draws; otherwise it has none to three
///   pieces of any kinds.
/// * One draw in 24 is none of this, but one of eight positions in which it takes care to tell effective
///   interpositions (中合) from futile ones, with two to four changes: a piece stands elsewhere, a hand
///   has one piece more.
/// * One task in six starts with the defender to move, after a random check. One in five is turned by
///   half a turn: White attacks.
///
/// Draws that are no legal position, or in which the attacker has no check, are drawn again; so are
/// five in six of those without a mate within 5 plies, which would be nine tenths of all.
pub fn random_task(rng: &mut Rng) -> Task {
    loop {
        let setup = if rng.one_in(24) {
            like_a_known_one(rng)
        } else {
            random_setup(rng)
        };
        let Ok(mut position) = Position::try_from(&setup) else {
            continue;
        };
        let checks = position.checks();
        if checks.is_empty() {
            continue;
        }
        if rng.one_in(6) {
            position = position.play(checks[rng.below(checks.len())]);
        }
        let turned = rng.one_in(5);
        if turned {
            position = half_turn(&position);
        }
        let task = Task {
            position,
            attacker: if turned { Color::White } else { Color::Black },
        };
        if rng.one_in(6) || task_length(&task, 5).is_some() {
            return task;
        }
    }
}

/// A random task whose start is a move of a defender who is not in check: a random one with the turn
/// passed. It is drawn again if it is no mate within 4 plies, but for one in six.
pub fn quiet_start(rng: &mut Rng) -> Task {
    loop {
        let task = random_task(rng);
        let mut setup = Setup::from(&task.position);
        setup.side = task.attacker.flip();
        let Ok(position) = Position::try_from(&setup) else {
            continue;
        };
        let attacker = task.attacker;
        let task = Task { position, attacker };
        if !task.position.is_in_check() && (rng.one_in(6) || task_length(&task, 4).is_some()) {
            return task;
        }
    }
}

/// Positions that chance alone finds once in some thousands. In the first six a drop that is captured at
/// once changes the mate; in the last two one real drop beside the king stands before futile ones
/// farther away.
const DELICATE: [&str; 8] = [
    "9/k8/9/B8/9/9/R8/9/9 b RLb4g4s4n3l18p 1",
    "9/k8/9/B8/R8/9/9/9/9 b RLg 1",
    "3R1B1k1/9/9/9/9/9/9/9/9 b RPb4g4s4n4l17p 1",
    "3RB1k2/9/9/9/9/9/9/9/9 b RBP4g4s4n4l17p 1",
    "9/5+P1k1/8R/8P/9/9/9/9/9 b Ls 1",
    "7+bk/9/3K2+S2/6R1s/9/9/9/8R/9 b Ps 1",
    "9/8k/9/8B/9/9/8R/9/9 b SNrb4g3s3n4l18p 1",
    "4n2k1/9/5G3/9/9/9/9/9/+R8 b Gr2b2g4s3n4l18p 1",
];

/// One of these positions, changed a little.
fn like_a_known_one(rng: &mut Rng) -> Setup {
    let known = DELICATE[rng.below(DELICATE.len())];
    let mut setup: Setup = known.parse().expect("an SFEN");
    for _ in 0..2 + rng.below(3) {
        if rng.one_in(2) {
            let pieces: Vec<_> = setup.pieces().collect();
            let (from, piece) = pieces[rng.below(pieces.len())];
            let to = from.offset(rng.below(5) as i8 - 2, rng.below(5) as i8 - 2);
            if let Some(to) = to.filter(|to| setup.board[to.index()].is_none()) {
                setup.board[from.index()] = None;
                setup.board[to.index()] = Some(piece);
            }
        } else {
            let color = [Color::Black, Color::White][rng.below(2)];
            deal(rng, &mut setup, color, 1);
        }
    }
    setup
}

/// The position with both sides exchanged, board and hands turned by half a turn: by the plain way, to which
/// [`Position::rotate`] is held.
pub fn half_turn(position: &Position) -> Position {
    let setup = Setup::from(position);
    let mut turned = Setup::empty(setup.side.flip());
    for (square, piece) in setup.pieces() {
        turned.board[square.rotate().index()] = Some(Piece {
            color: piece.color.flip(),
            ..piece
        });
    }
    turned.hands.black = setup.hands.white;
    turned.hands.white = setup.hands.black;
    Position::try_from(&turned).expect("a legal position, turned, is legal")
}

/// One draw, Black to attack and to move, legal or not.
fn random_setup(rng: &mut Rng) -> Setup {
    let mut setup = Setup::empty(Color::Black);
    let king = match rng.below(5) {
        0 | 1 => corner(rng),
        2 | 3 => on_rank(rng, 3),
        _ => on_rank(rng, 9),
    };
    setup.board[king.index()] = Some(Piece::plain(Color::White, Kind::King));
    if rng.one_in(6) {
        place(
            &mut setup,
            on_rank(rng, 9),
            Piece::plain(Color::Black, Kind::King),
        );
    }
    let pieces = 2 + rng.below(7);
    let in_hand = rng.below(4).min(pieces - 1);
    let on_board = pieces - in_hand;
    let mut sliders = (1 + rng.below(2)).min(on_board);
    for _ in 0..on_board - sliders {
        let square = king.offset(rng.below(5) as i8 - 2, rng.below(7) as i8 - 3);
        let kind = Kind::HAND[rng.below(7)];
        let color = if rng.one_in(3) {
            Color::White
        } else {
            Color::Black
        };
        if let Some(square) = square {
            place(&mut setup, square, man(rng, color, kind));
        }
    }
    if rng.one_in(4) {
        sliders -= 1;
        look_through(rng, &mut setup, king);
    }
    for _ in 0..sliders {
        let kind = [Kind::Rook, Kind::Bishop, Kind::Lance][rng.below(3)];
        let slider = man(rng, Color::Black, kind);
        place(&mut setup, on_rank(rng, 9), slider);
    }
    deal(rng, &mut setup, Color::Black, in_hand);
    if rng.one_in(2) {
        // Too many pieces of a kind: no legal position, drawn again.
        let _ = setup.complete_defender_hand(false);
    } else {
        let count = rng.below(4);
        deal(rng, &mut setup, Color::White, count);
    }
    setup
}

/// A square in one of the two upper corners.
fn corner(rng: &mut Rng) -> Square {
    let square = Square::from_index(9 * rng.below(2) + rng.below(2));
    if rng.one_in(2) {
        square.mirror()
    } else {
        square
    }
}

/// A square on one of the `ranks` uppermost ranks.
fn on_rank(rng: &mut Rng, ranks: usize) -> Square {
    Square::from_index(9 * rng.below(9) + rng.below(ranks))
}

/// A piece, promoted once in three times if it can be.
fn man(rng: &mut Rng, color: Color, kind: Kind) -> Piece {
    let promoted = rng.one_in(3) && kind.promotes();
    Piece {
        color,
        kind,
        promoted,
    }
}

/// Puts a piece on an empty square; where another one stands it is left out.
fn place(setup: &mut Setup, square: Square, piece: Piece) {
    setup.board[square.index()].get_or_insert(piece);
}

/// A sliding piece of Black's that looks at the king through another piece.
fn look_through(rng: &mut Rng, setup: &mut Setup, king: Square) {
    let (files, ranks) = [(0, 1), (1, 0), (-1, 0), (1, 1), (-1, 1), (0, -1)][rng.below(6)];
    let near = 1 + rng.below(3) as i8;
    let far = near + 1 + rng.below(4) as i8;
    let kind = if files == 0 || ranks == 0 {
        Kind::Rook
    } else {
        Kind::Bishop
    };
    let color = if rng.one_in(3) {
        Color::White
    } else {
        Color::Black
    };
    let blocker = Kind::HAND[rng.below(7)];
    let between = man(rng, color, blocker);
    let slider = man(rng, Color::Black, kind);
    for (distance, piece) in [(near, between), (far, slider)] {
        if let Some(square) = king.offset(distance * files, distance * ranks) {
            place(setup, square, piece);
        }
    }
}

/// Adds `count` random pieces to a hand; of a kind that is full there, fewer.
fn deal(rng: &mut Rng, setup: &mut Setup, color: Color, count: usize) {
    for _ in 0..count {
        let kind = Kind::HAND[rng.below(7)];
        let hand = &mut setup.hands[color];
        let _ = hand.set(kind, u32::from(hand.count(kind)) + 1);
    }
}
