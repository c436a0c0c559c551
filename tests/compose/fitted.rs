//! Points fitted to works: they tell works from drawn boards, whose numbers they are.

use std::sync::atomic::AtomicBool;

use compose::fit::{Aim, fit, fit_until, setups};
use compose::generate::Sample;
use compose::points::{Frame, Points, features};
use compose::works::shipped;
use shogi::{Kind, Square};

use crate::{piece, setup};

const AIM: Aim = Aim {
    low: 80.0,
    high: 120.0,
    hand: true,
    empties: true,
    passes: Some(12),
    seed: 3,
};

#[test]
fn points_tell_works_from_drawn_boards() {
    let works = shipped();
    let generator = Sample::new(&works);
    let works = setups(&works[..25]);
    for frame in [Frame::King, Frame::Board] {
        let fitted = fit(&works, &generator, frame, AIM).unwrap();
        let within = works.iter().filter_map(|work| fitted.points.of(work));
        let within = within
            .filter(|points| (80.0..=120.0).contains(points))
            .count();
        assert_eq!(fitted.works, within as f64 / 25.0);
        assert!(fitted.works > 0.7, "{}", fitted.works);
        assert!(fitted.drawn < fitted.works && fitted.unseen <= fitted.works);
        assert!((0.0..=1.0).contains(&fitted.unseen) && (0.0..=1.0).contains(&fitted.drawn));
        assert_eq!(fitted.passes, 12);
        let written = fitted.points.to_toml();
        assert_eq!(Points::from_toml(&written).unwrap(), fitted.points);
        assert_eq!(fitted.points.frame, frame);
        assert!(fitted.points.has_hand());
        let again = fit(&works, &generator, frame, AIM).unwrap();
        assert_eq!(again.points, fitted.points);
        let fewer = Aim {
            hand: false,
            empties: false,
            passes: Some(2),
            ..AIM
        };
        let fitted = fit(&works, &generator, frame, fewer).unwrap();
        assert!(!fitted.points.has_hand());
        assert!(fitted.points.on_board.keys().all(|is| is.piece.is_some()));
    }
    assert!(
        fit(&works[..4], &generator, Frame::King, AIM).is_none(),
        "too few"
    );
    let stop = AtomicBool::new(true);
    assert!(fit_until(&works, &generator, Frame::King, AIM, &stop).is_none());
}

/// A knight on each side, a pawn and the squares around the king.
#[test]
fn a_board_has_the_points_of_what_stands_on_it() {
    let board = setup("7nl/7k1/9/7P1/9/9/9/9/9 b GP 1");
    let mirror = board.mirror();
    let points = Points::from_toml(
        "frame = \"king\"\n[hand]\nG = 10.0\nP = 2.0\n[board.n]\n\"0,-1\" = 1.0\n[board.P]\n\"0,2\" = 100.0\n\
         [board.l]\n\"1,-1\" = 1000.0\n\"-1,-1\" = 5000.0\n[board.-]\n\"1,0\" = 0.5\n\"0,3\" = 7.0\n",
    )
    .unwrap();
    // The lance stands to the right, where files get less.
    assert_eq!(
        points.of(&board),
        Some(10.0 + 2.0 + 1.0 + 100.0 + 5000.0 + 0.5)
    );
    assert_eq!(
        points.of(&mirror),
        points.of(&board),
        "boards are turned to one side"
    );
    assert_eq!(points.of(&setup("9/9/9/9/9/9/9/9/8P b - 1")), None);
    let near = |at: Square| (at.file() - 2).abs() <= 2 && (at.rank() - 2).abs() <= 2;
    let empty = Square::all().filter(|&at| near(at) && board.board[at.index()].is_none());
    let king = features(Frame::King, &board).unwrap();
    assert_eq!(
        king.iter().filter(|is| is.piece.is_none()).count(),
        empty.count()
    );
    let all = features(Frame::Board, &board).unwrap();
    assert_eq!(all.len(), 80, "the king's square is no feature");
    assert!(
        all.iter()
            .any(|is| (is.piece, is.files, is.ranks) == (Some(piece("P")), 2, 4))
    );
    let turned = features(Frame::Board, &mirror).unwrap();
    assert!(all.iter().all(|is| turned.contains(is)));
    assert_eq!(points.in_hand[Kind::Gold as usize], 10.0);
}

#[test]
fn a_file_of_points_says_which_line_is_wrong() {
    for (text, line) in [
        ("frame = \"queen\"\n", 1),
        ("frame = \"king\"\n[hand]\nG = 1.0\n+R = 2.0\n", 4),
        ("frame = \"king\"\n[hand]\nG = 1.0\nK = 2.0\n", 4),
        ("frame = \"king\"\n\n[board.K]\n\"1,1\" = 2.0\n", 3),
        (
            "frame = \"king\"\n[board.G]\n\"1,1\" = 2.0\n\"1;2\" = 1.0\n",
            4,
        ),
        ("frame = \"king\"\n[board.G]\n\"10,1\" = 2.0\n", 3),
        ("frame = \"king\"\n[board.G]\n\"1,1\" = inf\n", 3),
    ] {
        let wrong = Points::from_toml(text).unwrap_err();
        assert_eq!(wrong.line, line, "{text}: {wrong}");
    }
}
