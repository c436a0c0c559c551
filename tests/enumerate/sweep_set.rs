//! The positions of sweeps against a slow and obvious enumeration: each one once.

use std::collections::BTreeMap;
use std::path::PathBuf;

use catalog::{Region, Sweep, load_sweep};
use enumerate::sweep::{Met, Set};
use features::key::key;
use shogi::{Color, Kind, Piece, Position, Setup, Square, packed};
use tsume::solve::Task;

/// The sweep that a text describes.
pub fn sweep_of(text: &str) -> Sweep {
    let folder = tempfile::tempdir().unwrap();
    let path: PathBuf = folder.path().join("trial.toml");
    std::fs::write(&path, text).unwrap();
    load_sweep(&path).unwrap()
}

/// The positions by their keys, with how often they are met, and whether there is a check.
fn met(sweep: &Sweep) -> BTreeMap<Vec<u8>, u32> {
    let set = Set::new(sweep).unwrap();
    let mut met: BTreeMap<Vec<u8>, u32> = BTreeMap::new();
    let (mut no_check, mut numbers) = (0, 0);
    for one in set.meet(0..set.len()) {
        numbers += 1;
        match one {
            Met::Illegal | Met::Image => {}
            Met::NoCheck => no_check += 1,
            Met::Position(position) => {
                assert!(position.king(Color::White).unwrap().file() <= 5);
                let task = Task::new(*position);
                *met.entry(key(&task)).or_default() += 1;
            }
        }
    }
    assert_eq!(numbers, set.len());
    met.insert(Vec::new(), no_check);
    met
}

/// The same by trying everything: each square of the board empty or with any piece, each hand.
fn tried(sweep: &Sweep) -> BTreeMap<Vec<u8>, u32> {
    let mut found: BTreeMap<Vec<u8>, bool> = BTreeMap::new();
    let mut setup = Setup::empty(Color::Black);
    for king in Square::all().filter(|&king| is_in(sweep.king, king)) {
        setup.board[king.index()] = Some(Piece::plain(Color::White, Kind::King));
        match sweep.attacker_king {
            None => fill(sweep, &mut setup, 0, 0, &mut found),
            Some(region) => {
                for own in Square::all().filter(|&own| own != king && is_in(region, own)) {
                    setup.board[own.index()] = Some(Piece::plain(Color::Black, Kind::King));
                    fill(sweep, &mut setup, 0, 0, &mut found);
                    setup.board[own.index()] = None;
                }
            }
        }
        setup.board[king.index()] = None;
    }
    let no_check = found.values().filter(|has| !**has).count() as u32;
    let with = found.into_iter().filter(|(_, has_check)| *has_check);
    let mut tried: BTreeMap<Vec<u8>, u32> = with.map(|(key, _)| (key, 1)).collect();
    tried.insert(Vec::new(), no_check);
    tried
}

fn is_in(region: Region, square: Square) -> bool {
    (region.files.0..=region.files.1).contains(&(square.file() as u8))
        && (region.ranks.0..=region.ranks.1).contains(&(square.rank() as u8))
}

fn fill(
    sweep: &Sweep,
    setup: &mut Setup,
    from: usize,
    count: u8,
    found: &mut BTreeMap<Vec<u8>, bool>,
) {
    hold(sweep, setup, 0, found);
    if count == sweep.board.pieces.most.min(sweep.total.most) {
        return;
    }
    let region = sweep.board.region;
    for index in from..Square::COUNT {
        let square = Square::from_index(index);
        if !is_in(region, square) || setup.board[index].is_some() {
            continue;
        }
        let takes_part = |&kind: &Kind| sweep.kinds[packed::place(kind)].most > 0;
        for kind in packed::WRITTEN.into_iter().filter(takes_part) {
            for (color, promoted) in [
                (Color::Black, false),
                (Color::Black, true),
                (Color::White, false),
                (Color::White, true),
            ] {
                let plain = Piece::plain(color, kind);
                setup.board[index] = Some(Piece { promoted, ..plain });
                fill(sweep, setup, index + 1, count + 1, found);
                setup.board[index] = None;
            }
        }
    }
}

fn hold(sweep: &Sweep, setup: &mut Setup, at: usize, found: &mut BTreeMap<Vec<u8>, bool>) {
    let Some(&kind) = packed::WRITTEN.get(at) else {
        take(sweep, setup, found);
        return;
    };
    // What takes no part is not tried.
    let most = [
        sweep.hand.pieces.most,
        sweep.total.most,
        sweep.kinds[packed::place(kind)].most,
        kind.total(),
    ];
    for count in 0..=most.into_iter().min().unwrap() {
        setup.hands.black.set(kind, count.into()).unwrap();
        hold(sweep, setup, at + 1, found);
    }
    setup.hands.black.set(kind, 0).unwrap();
}

fn take(sweep: &Sweep, setup: &Setup, found: &mut BTreeMap<Vec<u8>, bool>) {
    let hand = setup.hands.black;
    let others: Vec<(Square, Piece)> = setup
        .pieces()
        .filter(|(_, piece)| piece.kind != Kind::King)
        .collect();
    let on_board = others.len() as u8;
    let is_major = |kind| matches!(kind, Kind::Rook | Kind::Bishop);
    let majors = others.iter().filter(|(_, piece)| is_major(piece.kind));
    let majors = majors.count() as u8 + hand.count(Kind::Rook) + hand.count(Kind::Bishop);
    let fits = sweep.majors.has(majors)
        && sweep.total.has(on_board + hand.len() as u8)
        && sweep.board.pieces.has(on_board)
        && sweep.hand.pieces.has(hand.len() as u8)
        && hand.iter().count() <= usize::from(sweep.hand.most_kinds)
        && packed::WRITTEN.iter().all(|&kind| {
            let place = packed::place(kind);
            let board = others.iter().filter(|(_, piece)| piece.kind == kind);
            let board = board.count() as u8;
            sweep.board.kinds[place].has(board)
                && sweep.hand.kinds[place].has(hand.count(kind))
                && sweep.kinds[place].has(board + hand.count(kind))
        })
        && others.iter().all(|(_, piece)| {
            (sweep.board.attacker || piece.color == Color::White)
                && (sweep.board.defender || piece.color == Color::Black)
                && sweep
                    .board
                    .promoted
                    .is_none_or(|wanted| piece.promoted == wanted || !piece.kind.promotes())
        });
    let is_block = sweep.board.block.is_none_or(|(width, height)| {
        let squares = || setup.pieces().map(|(square, _)| square);
        let span = |of: fn(Square) -> i8| {
            let (least, most) = (squares().map(of).min(), squares().map(of).max());
            (most.unwrap() - least.unwrap() + 1) as u8
        };
        let region = sweep.board.region;
        // The king stands in the block, and the block in the region.
        squares().all(|square| is_in(region, square))
            && (span(Square::file), span(Square::rank)) == (width, height)
            && squares().count() == usize::from(width * height)
    });
    if !fits || !is_block {
        return;
    }
    let mut whole = setup.clone();
    if whole.complete_defender_hand(false).is_err() {
        return;
    }
    if let Ok(position) = Position::try_from(&whole) {
        let has_check = !position.checks().is_empty();
        found.insert(key(&Task::new(position)), has_check);
    }
}

fn agree(text: &str, least: usize) {
    let sweep = sweep_of(text);
    let (met, tried) = (met(&sweep), tried(&sweep));
    assert!(met == tried, "{text}: {} and {}", met.len(), tried.len());
    assert!(met.len() >= least, "{text}: {}", met.len());
}

#[test]
fn a_small_set_has_every_position_once() {
    // Across the middle of the board, where images are both in the set.
    agree(
        "[king]\nfiles = [4, 6]\nranks = [\"a\", \"b\"]\n[pieces]\ntotal = [1, 2]\nP = [0, 2]\nG = [0, 1]\n\
         N = [0, 1]\n[board]\nregion = { files = [4, 6], ranks = [\"a\", \"c\"] }\n",
        1000,
    );
    // Beside it, where some images are not.
    agree(
        "[king]\nfiles = [5, 6]\nranks = [\"a\", \"a\"]\n[pieces]\ntotal = [1, 3]\nS = [0, 2]\nP = 1\n[board]\n\
         region = { files = [4, 5], ranks = [\"a\", \"c\"] }\npieces = [1, 2]\n",
        500,
    );
    agree(
        "[king]\nfiles = [8, 9]\nranks = [\"a\", \"b\"]\n[board]\nregion = { files = [6, 9], ranks = [\"a\", \"c\"] }\n\
         side = \"attacker\"\npromoted = true\npieces = 1\n[hand]\npieces = 1\nG = 0\n",
        500,
    );
    agree(
        "[king]\nfiles = [5, 5]\nranks = [\"b\", \"b\"]\n[pieces]\ntotal = 2\nL = [0, 2]\nR = [0, 1]\n[board]\n\
         region = { files = [3, 7], ranks = [\"a\", \"c\"] }\nside = \"defender\"\n",
        5,
    );
}

#[test]
fn a_bare_king_has_every_hand_once() {
    agree(
        "[king]\nfiles = [4, 5]\nranks = [\"h\", \"h\"]\n[board]\npieces = 0\n[hand]\npieces = [1, 3]\nkinds = 2\n",
        100,
    );
}

#[test]
fn a_block_is_at_every_place_once() {
    agree(
        "[king]\nranks = [\"a\", \"b\"]\n[pieces]\nG = 1\nS = [0, 1]\nP = [0, 1]\n[board]\nblock = [3, 1]\n\
         region = { files = [3, 7], ranks = [\"a\", \"b\"] }\n[hand]\npieces = 0\n",
        50,
    );
    // As wide as can stand in the middle itself.
    agree(
        "[pieces]\nN = 2\n[board]\nblock = [1, 3]\nregion = { files = [4, 6], ranks = [\"c\", \"f\"] }\n[hand]\npieces = 0\n",
        5,
    );
}

#[test]
fn a_set_that_is_empty_or_too_large_is_refused() {
    let message = |text: &str| {
        let error = Set::new(&sweep_of(text)).err().unwrap().to_string();
        error.split_once(": ").unwrap().1.to_owned()
    };
    for (text, says) in [
        (
            "[pieces]\nG = 1\n[board]\npieces = 0\n[hand]\npieces = 0\n",
            "no pieces have the numbers that [pieces], [board] and [hand] ask for together",
        ),
        (
            "[king]\nranks = [\"i\", \"i\"]\n[pieces]\nG = 1\n[board]\nblock = [2, 1]\n\
             region = { files = [1, 9], ranks = [\"a\", \"c\"] }\n[hand]\npieces = 0\n",
            "the king of [king] has no place in the block or region of [board]",
        ),
        (
            "[pieces]\nG = 2\n[board]\npieces = 2\nregion = { files = [5, 5], ranks = [\"a\", \"a\"] }\n",
            "the pieces on the board do not fit into the block or region of [board]",
        ),
    ] {
        assert_eq!(message(text), format!("the set is empty: {says}"));
    }
    let many = message("[pieces]\n");
    assert!(many.contains("[pieces] must say"), "{many}");
    let large = message("[pieces]\nP = 18\n[board]\npieces = 18\n[hand]\npieces = 0\n");
    assert!(large.starts_with("the"), "{large}");
}

#[test]
fn two_kings_have_every_position_once() {
    // Both in the middle file, beside it, and one of them.
    agree(
        "[king]\nfiles = [5, 5]\nranks = [\"a\", \"b\"]\n[attacker_king]\nfiles = [4, 6]\nranks = [\"b\", \"d\"]\n\
         [pieces]\ntotal = [1, 2]\nG = [0, 1]\nR = [0, 1]\n[board]\npieces = [0, 1]\n\
         region = { files = [4, 6], ranks = [\"a\", \"c\"] }\n",
        100,
    );
    agree(
        "[king]\nfiles = [4, 6]\nranks = [\"a\", \"a\"]\n[attacker_king]\nfiles = [5, 7]\nranks = [\"c\", \"c\"]\n\
         [pieces]\ntotal = 2\nG = [0, 2]\nS = [0, 1]\n[board]\npieces = [0, 1]\n\
         region = { files = [4, 6], ranks = [\"a\", \"b\"] }\n",
        20,
    );
    let bare = "[king]\nfiles = [1, 9]\nranks = [\"a\", \"c\"]\n[attacker_king]\nfiles = [1, 9]\n\
                ranks = [\"a\", \"c\"]\n[pieces]\ntotal = 1\n[board]\npieces = 0\n";
    agree(bare, 50);
    assert!(Set::new(&sweep_of(bare)).unwrap().bare_kings().is_some());
}

#[test]
fn rooks_and_bishops_are_counted_together() {
    agree(
        "[king]\nfiles = [1, 2]\nranks = [\"a\", \"a\"]\n[pieces]\ntotal = 3\nmajors = 1\nR = [0, 2]\nB = [0, 2]\n\
         G = [0, 2]\n[board]\npieces = [1, 2]\nregion = { files = [1, 3], ranks = [\"a\", \"b\"] }\n",
        300,
    );
}
