//! 煙詰 by 逆算: every problem of a stage is what it is said to be, and comes to one of the stage before.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use compose::around::Around;
use compose::pipeline::{Cost, plain_solver};
use compose::smoke::{BadRecord, Growth, Options, Record, emptied, finishes, next, problem};
use shogi::{Color, Kind, Position};
use testkit::cases;

/// Without knights and big pieces there is less to look into.
const SMALL: [Kind; 4] = [Kind::Gold, Kind::Silver, Kind::Lance, Kind::Pawn];

fn options(width: usize, tries: u32) -> Options {
    Options {
        kinds: match cases(0, 1) {
            0 => SMALL.to_vec(),
            _ => Kind::HAND.to_vec(),
        },
        hand: 1,
        width,
        tries,
        nodes: 100_000,
        seed: 7,
    }
}

fn within<T: Send>(threads: usize, options: &Options, work: impl FnOnce(&Around) -> T + Send) -> T {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
    pool.build().unwrap().install(|| {
        work(&Around {
            cost: Cost::of_nodes(options.nodes),
            new_solver: &plain_solver,
            stop: Arc::new(AtomicBool::new(false)),
            follow: &(),
        })
    })
}

fn grown(stages: usize, threads: usize, options: &Options) -> Record {
    within(threads, options, |around| {
        let mut all = vec![finishes(options, around).unwrap()];
        while all.len() < stages {
            let last = all.last().unwrap();
            all.push(next(last, options, around).unwrap());
        }
        Record {
            options: options.clone(),
            stages: all,
        }
    })
}

#[test]
fn a_stage_has_complete_problems_that_come_to_the_stage_before() {
    let options = options(cases(12, 40), 500);
    let record = grown(cases(5, 8), 2, &options);
    let mut given_back = 0;
    for (stage, pieces) in record.stages.iter().zip(3..) {
        assert!(!stage.is_empty() && stage.len() <= options.width);
        for growth in stage {
            assert_eq!(growth.pieces(), pieces, "{}", growth.position);
            let judged = within(1, &options, |around| problem(growth, around)).unwrap();
            assert_eq!(judged.report.soundness.complete, Some(true));
            assert_eq!(judged.report.known_line(), Some(&growth.line[..]));
            let mut here = growth.position.clone();
            for &mv in &growth.line {
                here = here.try_play(mv).unwrap();
            }
            // A king and two pieces, nothing in hand.
            assert_eq!(here.occupied().count(), 3, "{}", growth.position);
            assert!(here.hand(Color::Black).is_empty());
            // What the defender takes is gone, and nothing else is.
            let (mut here, mut gone) = (growth.position.clone(), 0);
            for (ply, &mv) in growth.line.iter().enumerate() {
                gone += u32::from(ply % 2 == 1 && here.retraction_of(mv).captured.is_some());
                here = here.play(mv);
            }
            assert_eq!(gone, pieces - 3);
            // Of a problem with an empty hand that takes nothing at once, the stage before has the rest.
            if let [check, reply, ..] = growth.line[..] {
                let key = |position: &Position| position.key().min(position.mirror().key());
                let after = key(&growth.position.play(check).play(reply));
                let before = &record.stages[pieces as usize - 4];
                given_back += u32::from(before.iter().any(|rest| key(&rest.position) == after));
            }
        }
        // Those with an empty hand, the longest first.
        let emptied = emptied(stage);
        assert!(emptied.is_sorted_by(|one, other| one.line.len() >= other.line.len()));
        let in_hand = |growth: &&Growth| !growth.position.hand(Color::Black).is_empty();
        assert_eq!(
            emptied.len() + stage.iter().filter(in_hand).count(),
            stage.len()
        );
    }
    assert!(given_back > 0);
    let kings = |growth: &Growth| growth.position.king(Color::White);
    let mut squares: Vec<_> = record.stages[0].iter().map(kings).collect();
    squares.sort();
    squares.dedup();
    assert_eq!(squares.len(), record.stages[0].len());
}

#[test]
fn it_depends_on_nothing_but_the_options() {
    let options = options(6, 300);
    let record = grown(3, 1, &options);
    assert_eq!(record, grown(3, 3, &options));
    let other = Options {
        seed: 8,
        ..options.clone()
    };
    assert_ne!(record.stages, grown(3, 2, &other).stages);
}

#[test]
fn few_kinds_stay_among_themselves() {
    let options = Options {
        kinds: vec![Kind::Gold, Kind::Lance],
        ..options(6, 300)
    };
    assert_eq!(options.full(), 9);
    for growth in grown(3, 2, &options).stages.iter().flatten() {
        for kind in Kind::HAND {
            let there = [Color::Black, Color::White].into_iter().any(|color| {
                let pieces = growth.position.of(color).into_iter();
                let mut pieces = pieces.filter_map(|square| growth.position.piece_at(square));
                pieces.any(|piece| piece.kind == kind)
            });
            assert!(
                !there || options.kinds.contains(&kind),
                "{}",
                growth.position
            );
        }
    }
}

#[test]
fn what_was_grown_is_read_again() {
    let record = grown(3, 2, &options(5, 300));
    let mut bytes = Vec::new();
    record.write(&mut bytes).unwrap();
    let text = String::from_utf8(bytes).unwrap();
    assert_eq!(Record::parse(&text), Ok(record.clone()));
    let lines: Vec<&str> = text.lines().collect();
    let but = |number: usize, line: &str| {
        let mut lines = lines.clone();
        lines[number - 1] = line;
        Record::parse(&lines.join("\n")).unwrap_err()
    };
    assert_eq!(but(1, "# something"), BadRecord::Title);
    assert_eq!(but(2, "# kinds XY"), BadRecord::Options);
    let third = lines[2];
    for wrong in [
        "",
        "x",
        third.rsplit_once('\t').unwrap().0,
        &third.replace("\t3\t", "\t4\t"),
        &format!("{third} 5a5b"),
    ] {
        assert_eq!(but(3, wrong), BadRecord::Line(3), "{wrong}");
    }
    assert_eq!(Record::parse(""), Err(BadRecord::Title));
    // A stage that is missing.
    let pieces = |line: &&str| !line.contains("\t4\t");
    let gap: Vec<&str> = lines.iter().copied().filter(pieces).collect();
    assert!(matches!(
        Record::parse(&gap.join("\n")),
        Err(BadRecord::Line(_))
    ));
    // A problem that is missing, and the end of a file.
    let (last, rest) = lines.split_last().unwrap();
    let but_one = [&rest[..rest.len() - 1], &[*last]].concat();
    for lines in [&*but_one, rest] {
        assert_eq!(Record::parse(&lines.join("\n")), Err(BadRecord::Changed));
    }
    // Windows ends lines in another way.
    assert_eq!(Record::parse(&text.replace('\n', "\r\n")), Ok(record));
}
