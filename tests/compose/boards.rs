//! Boards changed piece by piece: what is placed and moved, taken away, grown backwards.

use std::collections::BTreeSet;
use std::io::Read;
use std::ops::ControlFlow;

use compose::backwards::{Sound, extend};
use compose::pipeline::Cost;
use compose::polish::polish;
use compose::vary::{Variation, vary};
use compose::{Category, Conditions, Examiner};
use shogi::{Color, Kind, Position, Setup, Square};
use tsume::solve::Task;

use crate::runs::around;

/// 桂図式: every 11-ply problem of the list goes on with a 9-ply one that `extend` comes from.
#[test]
#[ignore = "many seconds: .ci/long"]
fn all_longest_knight_problems_grow_from_the_list() {
    let file = std::fs::File::open(testkit::data("families_N4.csv.gz")).unwrap();
    let mut text = String::new();
    flate2::read::MultiGzDecoder::new(file)
        .read_to_string(&mut text)
        .unwrap();
    let of = |plies: &str| -> BTreeSet<String> {
        let rows = text.lines().skip(1);
        let mut fields = rows.map(|row| row.split(','));
        fields
            .by_ref()
            .filter_map(|mut row| Some((row.next()?, row.next()?)))
            .filter(|(_, length)| *length == plies)
            .map(|(sfen, _)| sfen.to_owned())
            .collect()
    };
    let (nine, eleven) = (of("9"), of("11"));
    assert_eq!((nine.len(), eleven.len()), (100, 32));
    let mut wanted = Conditions::none();
    wanted.only(&[Kind::Knight]);
    let mut found = BTreeSet::new();
    for sfen in &nine {
        let position: Position = sfen.parse().unwrap();
        let longer = extend(&position, 9, &wanted, Sound::RuleA, &around());
        found.extend(longer.into_iter().map(|is| is.report.sfen));
    }
    let missing: Vec<_> = eleven.difference(&found).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn pieces_are_placed_and_moved_everywhere() {
    let setup = Setup::from(&Position::from_tsume_sfen("8k/9/9/9/9/9/9/9/9 b G 1", true).unwrap());
    let count = |variation| {
        let mut count = 0;
        let _ = vary(&setup, variation, &mut |_| {
            count += 1;
            ControlFlow::Continue(())
        });
        count
    };
    assert_eq!(count(Variation::Move), 80);
    // The plain count: every piece on every empty square on which it may stand.
    let mut plain = 0;
    for piece in compose::vary::all_pieces() {
        let squares = Square::all().filter(|at| setup.board[at.index()].is_none());
        plain += squares.filter(|&at| piece.may_stand(at)).count();
    }
    assert_eq!(count(Variation::Place(1)), plain);
}

#[test]
fn superfluous_pieces_are_taken_away_and_the_line_stays() {
    let bare = "6k2/7+n1/6+N2/6NN1/9/9/9/9/9 b - 1";
    let task = |sfen: &str| Task {
        position: Position::from_tsume_sfen(sfen, false).unwrap(),
        attacker: Color::Black,
    };
    let mut examiner = Examiner::new(Cost::default());
    let line = examiner.report(&task(bare)).main_line;
    for (sfen, taken) in [
        (bare, &[][..]),
        ("p5k2/7+n1/6+N2/6NN1/9/9/9/9/9 b - 1", &["p9a"]),
        (
            "p5k2/7+n1/s5+N2/6NN1/9/9/9/9/8g b - 1",
            &["g1i", "p9a", "s9c"],
        ),
    ] {
        let judged = examiner.complete(task(sfen)).unwrap();
        let (polished, removed) = polish(judged, &Conditions::none(), &mut examiner);
        assert_eq!(polished.task, task(bare));
        assert_eq!(polished.report.main_line, line);
        assert_eq!(polished.report.soundness.complete, Some(true));
        let mut removed: Vec<String> = removed.iter().map(ToString::to_string).collect();
        removed.sort();
        assert_eq!(removed, taken);
    }
    // What is cooked is not polished.
    let cooked = "8k/6S2/9/7LB/9/9/9/9/9 b - 1";
    assert_eq!(
        examiner.complete(task(cooked)).err(),
        Some(Category::Cooked)
    );
    // What the conditions ask for stays.
    let mut wanted = Conditions::none();
    wanted.contains = vec![(Square::new(9, 1).unwrap(), "p".parse().unwrap())];
    let two = "p5k2/7+n1/s5+N2/6NN1/9/9/9/9/9 b - 1";
    let judged = examiner.complete(task(two)).unwrap();
    let [taken] = polish(judged, &wanted, &mut examiner).1[..] else {
        panic!("one piece is superfluous");
    };
    assert_eq!(taken.to_string(), "s9c");
}
