//! From a line to its settings: what is found is what was asked for, and with few pieces nothing is missed.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use compose::conditions::Span;
use compose::pipeline::plain_solver;
use compose::setting::{
    Contradictory, End, Follower, Found, Options, SearchLimits, Settings, Wanted, pieces, settings,
};
use compose::vary::all_pieces;
use features::Pattern;
use features::pattern::Contains;
use notation::Japanese;
use shogi::{Color, Kind, Move, Piece, Position, Setup, Square, usi_line};
use tsume::judge::{self, Effort, Report};
use tsume::solve::Solver;

use crate::{GOLDS, square, task};

fn options(nodes: u64) -> Options {
    Options {
        limits: SearchLimits {
            time: None,
            nodes: Some(nodes),
        },
        judge: Effort {
            nodes: Some(1_000_000),
            ..Effort::default()
        },
        count: usize::MAX,
    }
}

fn wanted(line: &str) -> Wanted {
    Wanted::new(line.parse().unwrap())
}

fn exactly(number: u32) -> Span {
    Span {
        low: 0,
        high: number,
    }
}

fn search(wanted: &Wanted, options: &Options) -> Settings {
    let stop = Arc::new(AtomicBool::new(false));
    settings(wanted, options, &plain_solver, &stop, &mut ()).unwrap()
}

/// The judge's report on a position, without limits, with its line if one is given.
fn report(position: &Position, line: Option<&[Move]>) -> Report {
    let options = judge::Options {
        given: line.map(<[Move]>::to_vec),
        ..judge::Options::default()
    };
    let mut solver = Solver::new(64 << 20);
    let stop = AtomicBool::new(false);
    judge::check(&task(position.clone()), &mut solver, &options, &stop)
}

fn is_sound(setup: &Setup, line: &[Move]) -> bool {
    let mut setup = setup.clone().without_hand(Color::White);
    if setup.complete_defender_hand(false).is_err() {
        return false;
    }
    let Ok(position) = Position::try_from(&setup) else {
        return false;
    };
    let report = report(&position, Some(line));
    report.soundness.complete == Some(true) && report.main_line == line
}

fn moves(text: &str) -> Vec<Move> {
    text.split(' ').map(|mv| mv.parse().unwrap()).collect()
}

fn sfens(found: &[Found]) -> BTreeSet<String> {
    let sfens = found.iter().map(|found| found.problem.report.sfen.clone());
    sfens.collect()
}

/// Every sound problem with this line that has one piece more on the board than a setup.
fn with_one_more(setup: &Setup, line: &[Move]) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for square in Square::all().filter(|square| setup.board[square.index()].is_none()) {
        for piece in all_pieces().filter(|piece| piece.may_stand(square)) {
            let mut more = setup.clone();
            more.board[square.index()] = Some(piece);
            if is_sound(&more, line) {
                more.complete_defender_hand(false).unwrap();
                found.insert(Position::try_from(&more).unwrap().tsume_sfen());
            }
        }
    }
    found
}

#[test]
fn of_settings_with_one_piece_more_none_is_missed() {
    let mut setup = Setup::empty(Color::Black);
    setup.board[square(1, 1).index()] = Some(Piece::plain(Color::White, Kind::King));
    setup.hands.black = setup.hands.black.plus(Kind::Gold);
    let mut gold = wanted("☗１二金打");
    gold.king = Some(square(1, 1));
    gold.board = exactly(2);
    let made = search(&gold, &options(u64::MAX));
    assert_eq!(made.end, End::Exhausted);
    let all = with_one_more(&setup, &moves("G*1b"));
    assert!(all.len() > 20, "{}", all.len());
    assert_eq!(sfens(&made.found), all);
    // The same of a longer line, where one piece is taken away that the line does not touch.
    let made = search(&lance(), &options(60_000));
    let best = &made.found[0].problem;
    let line = &best.report.main_line;
    let mut setup = Setup::from(&best.task.position).without_hand(Color::White);
    let is_touched =
        |square| (line.iter()).any(|mv| mv.from() == Some(square) || mv.to() == square);
    let idle = setup.pieces().find(|&(square, _)| !is_touched(square));
    setup.board[idle.unwrap().0.index()] = None;
    let mut asked = wanted(&usi_line(line));
    asked.with = (setup.pieces())
        .map(|(square, piece)| (square, Pattern::Piece(piece)))
        .collect();
    asked.board = exactly(setup.pieces().count() as u32 + 1);
    let made = search(&asked, &options(u64::MAX));
    assert_eq!(made.end, End::Exhausted);
    let all = with_one_more(&setup, line);
    assert!(all.contains(&best.report.sfen));
    assert_eq!(sfens(&made.found), all);
}

/// A lance and a bishop against a king in the corner.
fn lance() -> Wanted {
    let mut wanted = wanted("☗２一香成 ☖１二玉 ☗２三角成");
    wanted.king = Some(square(1, 1));
    wanted
}

#[test]
fn what_is_found_is_sound_and_needs_its_pieces() {
    let made = search(&lance(), &options(60_000));
    assert!(made.found.len() > 3, "{:?}", made.progress);
    let mut last = 0;
    for found in &made.found {
        let report = &found.problem.report;
        let position: Position = report.sfen.parse().unwrap();
        let line = &report.main_line;
        let setup = Setup::from(&position).without_hand(Color::White);
        assert!(is_sound(&setup, line), "{}", report.sfen);
        assert_eq!(found.pieces, pieces(&setup));
        assert!(found.pieces >= last);
        last = found.pieces;
        // As it was written, or with a word more where two pieces could go there.
        let text = Japanese::OFFICIAL.line(&position, line);
        assert!(text.starts_with("☗２一香"), "{text}");
        assert_eq!(line[1], "1a1b".parse().unwrap());
        for (square, piece) in setup.pieces().filter(|(_, is)| is.kind != Kind::King) {
            let mut smaller = setup.clone();
            smaller.board[square.index()] = None;
            assert!(!is_sound(&smaller, line), "{} {piece}{square}", report.sfen);
        }
    }
}

#[test]
fn the_same_nodes_find_the_same() {
    let wanted = wanted("☗?一香成 ☖１二玉 ☗２三?");
    let one = search(&wanted, &options(20_000));
    let other = search(&wanted, &options(20_000));
    assert_eq!(one.progress, other.progress);
    assert_eq!(sfens(&one.found), sfens(&other.found));
    assert_eq!(one.end, End::Limit);
    assert!(one.progress.nodes >= 20_000);
}

#[test]
fn conditions_are_obeyed() {
    let mut asked = lance();
    asked.with = "2f:L 9i:-".parse::<Contains>().unwrap().0;
    asked.board = Span { low: 4, high: 5 };
    asked.hand = exactly(0);
    let made = search(&asked, &options(60_000));
    assert!(!made.found.is_empty());
    for found in &made.found {
        let setup = Setup::from(&found.problem.task.position);
        assert!((3..=4).contains(&found.pieces));
        assert_eq!(
            setup.board[square(2, 6).index()],
            Some(Piece::plain(Color::Black, Kind::Lance))
        );
        assert_eq!(setup.board[square(9, 9).index()], None);
        assert_eq!(
            found.problem.task.position.king(Color::White),
            Some(square(1, 1))
        );
    }
    let contradictory = |asked: &Wanted| asked.king_square().unwrap_err();
    asked.with = "1a:l".parse::<Contains>().unwrap().0;
    assert_eq!(contradictory(&asked), Contradictory::Twice(square(1, 1)));
    asked.with = "2a:k".parse::<Contains>().unwrap().0;
    let kings = Contradictory::TwoKings(square(1, 1), square(2, 1));
    assert_eq!(contradictory(&asked), kings);
    asked.with = "2a:P".parse::<Contains>().unwrap().0;
    assert!(matches!(
        contradictory(&asked),
        Contradictory::NoPlace { .. }
    ));
    asked.with = "2c:P 2c:G".parse::<Contains>().unwrap().0;
    assert_eq!(contradictory(&asked), Contradictory::Twice(square(2, 3)));
}

/// Ends a search at the first setting.
struct First(u32);

impl Follower for First {
    fn found(&mut self, _: &Found) -> ControlFlow<()> {
        self.0 += 1;
        ControlFlow::Break(())
    }
}

#[test]
fn a_search_ends_when_it_is_told_to() {
    let mut asked = wanted("☗１二金打");
    asked.king = Some(square(1, 1));
    let stop = Arc::new(AtomicBool::new(true));
    let made = settings(&asked, &options(u64::MAX), &plain_solver, &stop, &mut ()).unwrap();
    assert_eq!((made.end, made.found.len()), (End::Stopped, 0));
    stop.store(false, std::sync::atomic::Ordering::SeqCst);
    let mut first = First(0);
    let made = settings(&asked, &options(u64::MAX), &plain_solver, &stop, &mut first).unwrap();
    assert_eq!((made.end, made.found.len(), first.0), (End::Enough, 1, 1));
    let two = Options {
        count: 2,
        ..options(u64::MAX)
    };
    let made = settings(&asked, &two, &plain_solver, &stop, &mut ()).unwrap();
    assert_eq!((made.end, made.found.len()), (End::Enough, 2));
}

/// With too few pieces there is none, and it is told what is in the way: a move that mates as well, or one that saves the
/// king from the line.
#[test]
fn what_is_in_the_way_is_told() {
    let (mut attackers, mut defenders) = (0, 0);
    for line in [
        "G*1b",
        "☗１二金打",
        "G*1b 1a1b G*1c 1b1a 1e2c",
        "☗２三桂 ☖同金 ☗１二銀成",
    ] {
        for most in 0..4 {
            let mut asked = wanted(line);
            asked.king = Some(square(1, 1));
            asked.board = exactly(most);
            let made = search(&asked, &options(50_000));
            let Some(nearest) = made.nearest else {
                continue;
            };
            assert!(made.found.is_empty(), "{line} {most}");
            let position = &nearest.positions[nearest.at];
            assert!(position.is_legal(nearest.obstacle), "{position}");
            assert_eq!(nearest.positions.len(), asked.line.0.len() + 1);
            assert_eq!(position.side() == Color::Black, nearest.at % 2 == 0);
            match position.side() {
                Color::Black => attackers += 1,
                Color::White => defenders += 1,
            }
        }
    }
    assert!(attackers > 0 && defenders > 0, "{attackers} {defenders}");
}

#[test]
fn a_line_that_cannot_be_played_has_no_setting() {
    // The king steps two squares; nothing gives check.
    for line in ["☗１二金打 ☖３四玉 ☗２三金", "G*9i 1a1b G*1c"] {
        let mut asked = wanted(line);
        asked.king = Some(square(1, 1));
        let made = search(&asked, &options(1_000_000));
        assert_eq!(made.end, End::Exhausted, "{line}");
        assert!(made.playable < asked.line.0.len() && made.found.is_empty());
    }
}

#[test]
fn problems_are_found_again() {
    for sfen in [GOLDS, "6k2/7+n1/6+N2/6NN1/9/9/9/9/9 b - 1"] {
        let position = Position::from_tsume_sfen(sfen, false).unwrap();
        let report = report(&position, None);
        assert_eq!(report.soundness.complete, Some(true), "{sfen}");
        let count = pieces(&Setup::from(&position).without_hand(Color::White));
        let text = Japanese::OFFICIAL.line(&position, &report.main_line);
        let made = search(&wanted(&text), &options(300_000));
        let fewest = made.found.first().map_or(u32::MAX, |found| found.pieces);
        assert!(
            fewest < count || sfens(&made.found).contains(&report.sfen),
            "{text}: {:?}",
            made.progress
        );
    }
}

#[test]
fn no_king_stands_where_something_else_is_wanted() {
    // The king that is quickly found for this line stands on 1a.
    for (text, what) in [("1a:S", Some("S")), ("1a:+p", Some("+p")), ("1a:-", None)] {
        let mut asked = wanted("☗２一香成 ☖１二玉 ☗２三角成");
        asked.with = text.parse::<Contains>().unwrap().0;
        let made = search(&asked, &options(30_000));
        for found in &made.found {
            let there = found.problem.task.position.piece_at(square(1, 1));
            assert_eq!(there, what.map(crate::piece), "{text}");
        }
    }
}
