//! KIF files: no bytes panic, an error names a line of the file, and all moves that are read are
//! legal and can be written.

#![no_main]

use gyakusan::notation::{Japanese, KifError, Record};
use gyakusan::shogi::{HandReading, Move};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let lines = data.split(|&byte| b"\n\r".contains(&byte)).count();
    for hands in [HandReading::Whole, HandReading::Written, HandReading::Rest] {
        match Record::from_bytes("file", data, hands) {
            Ok(record) => check(&record),
            Err(KifError::Wrong { line, .. }) => assert!((1..=lines).contains(&line)),
        }
    }
});

fn check(record: &Record) {
    check_line(record, &record.main.moves);
    for (index, variation) in record.variations.iter().enumerate() {
        assert!(variation.parent.is_none_or(|parent| parent < index));
        let moves = record.moves_with(index).expect("the variation is there");
        assert_eq!(
            moves.len() + 1,
            variation.line.first_ply + variation.line.moves.len()
        );
        check_line(record, &moves);
    }
}

fn check_line(record: &Record, moves: &[Move]) {
    let (mut position, mut last) = (record.start.clone(), None);
    for &mv in moves {
        for style in [Japanese::OFFICIAL, Japanese::KIF] {
            assert!(style.write(&position, mv, last).is_some());
        }
        position = position.try_play(mv).expect("a legal move");
        last = Some(mv.to());
    }
}
