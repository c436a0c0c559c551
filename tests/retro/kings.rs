//! Families in parts by the king's square: together they have what the engine finds at once.

use std::fs::{self, File};
use std::io::{BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

use retro::by_king::kings;
use retro::critical::kings::{Division, PartError, Parts};
use retro::critical::spill::Spill;
use retro::enumeration::Problems;
use retro::families::{Aim, enumeration};
use retro::judge::Verdict;
use retro::node::{Key, Node};
use retro::unit::Pieces;
use shogi::Square;
use system::monitor::{Monitor, Stopped};

use crate::family::{Run, enumerate};

const BOTH: [Division; 2] = [Division::Ranks, Division::Squares];

fn pieces(gold: u8, silver: u8, knight: u8, pawn: u8) -> Pieces {
    [gold, silver, knight, pawn, 0, 0, 0]
}

/// Parts with their files in a folder.
struct Cut<'a> {
    families: &'a [Pieces],
    division: Division,
    folder: &'a Path,
    /// How much of an index is in memory; all if `None`.
    room: Option<u64>,
}

impl Cut<'_> {
    fn file(&self, value: u8, group: usize) -> PathBuf {
        self.folder.join(format!("{value}-{group}"))
    }

    fn with<T>(&self, monitor: &Monitor, work: impl FnOnce(&Parts<'_>) -> T) -> T {
        let file = |value, group| self.file(value, group);
        let spill = self.room.map(|room| Spill {
            folder: self.folder.to_owned(),
            room,
        });
        work(&Parts::new(
            self.families,
            self.division,
            &file,
            spill,
            monitor,
        ))
    }

    fn level<K: Key>(&self, value: u8, group: usize) -> Result<u64, PartError> {
        let mut out = BufWriter::new(File::create(self.file(value, group)).unwrap());
        let count = self.with(&Monitor::default(), |parts| {
            parts.level_with::<K>(value, group, &mut out)
        })?;
        out.flush().unwrap();
        Ok(count)
    }

    /// All levels; how many critical positions each group has, by value. Groups of one level do not know each other:
    /// those of even levels are worked from the last to the first.
    fn levels<K: Key>(&self, levels: u8) -> Vec<Vec<u64>> {
        let of_level = |value: u8| {
            let mut counts = vec![0; self.division.groups()];
            let mut groups: Vec<usize> = (0..counts.len()).collect();
            if value.is_multiple_of(2) {
                groups.reverse();
            }
            for group in groups {
                counts[group] = self.level::<K>(value, group).unwrap();
            }
            counts
        };
        (1..=levels).map(of_level).collect()
    }

    fn problems<K: Key>(&self, levels: u8, group: usize) -> Result<Box<dyn Problems>, PartError> {
        self.with(&Monitor::default(), |parts| {
            parts.problems_with::<K>(levels, group)
        })
    }
}

/// The problems of each length, as the judge says.
fn judged(found: &dyn Problems) -> Vec<Vec<(Node, Verdict)>> {
    let monitor = Monitor::default();
    let of_length = |value| {
        let parts = (0..found.parts(value)).map(|part| found.judge(value, part, &monitor));
        parts.flat_map(|part| part.unwrap()).collect()
    };
    (1..=found.longest()).map(of_length).collect()
}

/// All problems of each length, and how many positions were judged for them.
fn by_engine(families: &[Pieces]) -> (Vec<Vec<(Node, Verdict)>>, Vec<u64>) {
    let monitor = Monitor::default();
    let mut whole = enumeration(families, Aim::Problems, None, None, &monitor).unwrap();
    while whole.advance().unwrap().is_some() {}
    let found = whole.finish();
    let counts = (1..=found.longest()).map(|value| found.count(value));
    (judged(&*found), counts.collect())
}

fn by_square<K: Key>(mut problems: Vec<(Node, Verdict)>) -> Vec<(Node, Verdict)> {
    problems.sort_by_key(|(node, _)| K::pack(node));
    problems
}

/// Cuts families both ways and holds what comes of it against the engine.
fn assert_same<K: Key>(families: &[Pieces], room: Option<u64>) {
    let step: Vec<_> = families
        .iter()
        .map(|family| *family.first_chunk().unwrap())
        .collect();
    let run: Run<K> = enumerate(&step);
    let critical = &run.levels.attackers;
    // One more, which has none.
    let levels = critical.len() as u8 + 1;
    let (expected, positions) = by_engine(families);
    assert!(expected.iter().flatten().count() > 0);
    for division in BOTH {
        let folder = tempfile::tempdir().unwrap();
        let cut = Cut {
            families,
            division,
            folder: folder.path(),
            room,
        };
        let counts = cut.levels::<K>(levels);
        for (value, counts) in counts.iter().enumerate() {
            let mut by_group = vec![0; division.groups()];
            for key in critical.get(value).into_iter().flatten() {
                by_group[division.group(key.king())] += 1;
            }
            assert_eq!(*counts, by_group, "{division:?}, value {}", value + 1);
        }
        let mut all: Vec<Vec<(Node, Verdict)>> = vec![Vec::new(); expected.len()];
        let mut judged_positions = vec![0; expected.len()];
        for group in 0..division.groups() {
            let found = cut.problems::<K>(levels, group).unwrap();
            assert_eq!(usize::from(found.longest()), expected.len());
            for (sum, value) in judged_positions.iter_mut().zip(1..) {
                *sum += found.count(value);
            }
            for (all, of_group) in all.iter_mut().zip(judged(&*found)) {
                assert!(
                    of_group
                        .iter()
                        .all(|(node, _)| division.group(node.king()) == group)
                );
                all.extend(of_group);
            }
        }
        assert_eq!(judged_positions, positions);
        for (found, expected) in all.into_iter().zip(&expected) {
            let expected = by_square::<K>(expected.clone());
            assert!(by_square::<K>(found) == expected, "{division:?}");
        }
    }
}

/// Guards that a part knows all it needs of shorter lengths, and that nothing is lost or found twice between parts.
#[test]
#[ignore = "many seconds: .ci/long"]
fn parts_have_what_the_engine_finds() {
    assert_same::<u64>(&[pieces(0, 0, 4, 0)], None);
    assert_same::<u64>(&[pieces(1, 0, 1, 1), pieces(0, 2, 0, 1)], None);
    assert_same::<u128>(&[pieces(0, 0, 0, 3)], None);
}

/// The same where no index is in memory: it stays in the files of the levels.
#[test]
fn parts_with_an_index_in_files_have_it_too() {
    assert_same::<u64>(&[pieces(0, 0, 3, 0), pieces(0, 1, 1, 0)], Some(0));
}

/// The same where three units can be to come, and with long keys.
#[test]
#[ignore = "a minute"]
fn parts_of_larger_families_have_it_too() {
    assert_same::<u64>(&[pieces(0, 0, 0, 5)], None);
    assert_same::<u128>(&[pieces(0, 1, 0, 3)], Some(1 << 20));
}

/// Guards the errors of a part: what is not as it was written is refused, and what is stopped says so.
#[test]
fn wrong_files_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let families = [pieces(0, 0, 2, 0)];
    let cut = Cut {
        families: &families,
        division: Division::Ranks,
        folder: folder.path(),
        room: None,
    };
    let kind = |found: Result<u64, PartError>| match found {
        Err(PartError::Read { path, source }) => (path, source.kind()),
        other => panic!("{other:?}"),
    };
    // The mates are in the first ranks: what comes next needs the files of its neighbours.
    assert_eq!(
        kind(cut.level::<u64>(2, 0)),
        (cut.file(1, 0), ErrorKind::NotFound)
    );
    let counts = cut.levels::<u64>(3);
    assert!(counts[0][0] > 0 && counts[1][0] > 0, "{counts:?}");
    let whole = fs::read(cut.file(1, 1)).unwrap();
    for (bytes, expected) in [
        (&whole[..whole.len() - 1], ErrorKind::UnexpectedEof),
        (&[&whole[..], b"x"].concat(), ErrorKind::InvalidData),
        (&[b"x", &whole[1..]].concat(), ErrorKind::InvalidData),
        (&fs::read(cut.file(2, 1)).unwrap(), ErrorKind::InvalidData),
        (&fs::read(cut.file(1, 2)).unwrap(), ErrorKind::InvalidData),
    ] {
        fs::write(cut.file(1, 1), bytes).unwrap();
        assert_eq!(kind(cut.level::<u64>(2, 0)), (cut.file(1, 1), expected));
        // It is too far away for this one.
        assert_eq!(cut.level::<u64>(2, 4).unwrap(), counts[1][4]);
    }
    // Those of other families, though the nodes of one ply are none that these do not have.
    let less = [pieces(0, 0, 2, 0), pieces(0, 0, 2, 0)];
    let more = [pieces(0, 0, 2, 0), pieces(0, 0, 0, 1)];
    for (families, is_same) in [(&less, true), (&more, false)] {
        let other = Cut { families, ..cut };
        other.level::<u64>(1, 1).unwrap();
        assert_eq!(fs::read(cut.file(1, 1)).unwrap() == whole, is_same);
        assert_eq!(cut.level::<u64>(2, 0).is_ok(), is_same);
    }
    fs::write(cut.file(1, 1), &whole).unwrap();
    assert_eq!(cut.level::<u64>(2, 0).unwrap(), counts[1][0]);
    match cut.problems::<u64>(2, 0).map(|_| ()) {
        Err(PartError::Longer(2)) => {}
        other => panic!("{other:?}"),
    }
    let stopped = Monitor::default();
    stopped.stop(Stopped::Interrupted);
    let found = cut.with(&stopped, |parts| parts.level(1, 0, &mut Vec::new()));
    assert!(matches!(
        found,
        Err(PartError::Stopped(Stopped::Interrupted))
    ));
}

/// Guards the division itself: every square is in one group, and what is within a move is what a king can come from.
#[test]
fn groups_divide_the_board() {
    for division in BOTH {
        let mut of_groups: Vec<_> = (0..division.groups())
            .flat_map(|group| division.kings(group))
            .collect();
        of_groups.sort_unstable();
        assert!(of_groups.into_iter().eq(kings()));
    }
    let within = |division: Division, group, moves| -> Vec<usize> {
        division.within(group, moves).collect()
    };
    assert_eq!(within(Division::Ranks, 0, 1), [0, 1]);
    assert_eq!(within(Division::Ranks, 4, 2), [2, 3, 4, 5, 6]);
    assert_eq!(within(Division::Ranks, 8, 8), (0..9).collect::<Vec<_>>());
    // 5a is next to 6a, the image of 4a.
    let square = |(file, rank)| Square::new(file, rank).unwrap().index();
    let names =
        |squares: &[(i8, i8)]| -> Vec<usize> { squares.iter().copied().map(square).collect() };
    assert_eq!(
        within(Division::Squares, square((5, 1)), 1),
        names(&[(4, 1), (4, 2), (5, 1), (5, 2)])
    );
    assert_eq!(
        within(Division::Squares, square((1, 1)), 1),
        names(&[(1, 1), (1, 2), (2, 1), (2, 2)])
    );
}
