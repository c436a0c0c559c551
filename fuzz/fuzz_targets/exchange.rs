//! Files of every format, the first byte telling which: no bytes panic, an error names a line of the
//! file, and what is read has legal lines and stays as it is when it is written and read again.

#![no_main]

use std::io::Cursor;

use gyakusan::notation::Format;
use gyakusan::notation::exchange::{FileError, Records, head, to_bytes};
use gyakusan::notation::record::Record;
use gyakusan::shogi::HandReading;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some((&first, bytes)) = data.split_first() else {
        return;
    };
    // One more than there are formats: that one is told by the contents.
    let which = usize::from(first) % (Format::ALL.len() + 1);
    // Old systems end lines with \r, and UTF-16 has two bytes where others have one.
    let lines = bytes.iter().filter(|&&byte| b"\n\r".contains(&byte)).count() + 1;
    for item in read(Format::ALL.get(which).copied(), bytes) {
        match item {
            Ok(record) => check(&record),
            Err(FileError::Wrong { line, .. }) => assert!((1..=lines).contains(&line)),
            // No text, or none with a problem.
            Err(FileError::Unreadable { .. } | FileError::Nothing { .. }) => {}
        }
    }
});

fn read(format: Option<Format>, bytes: &[u8]) -> Vec<Result<Record, FileError>> {
    match Records::read("file", Box::new(Cursor::new(bytes.to_vec())), format, HandReading::Listed) {
        Ok(records) => records.map(|item| item.map(|found| found.record)).collect(),
        Err(error) => vec![Err(error)],
    }
}

fn check(record: &Record) {
    assert_eq!(record.check(), Ok(()));
    for format in Format::ALL {
        // Shift_JIS does not have every character.
        let Ok(written) = to_bytes(format, record) else {
            continue;
        };
        let file = |bytes: &[u8]| [&head(format), bytes].concat();
        let mut again = read(Some(format), &file(&written));
        assert_eq!(again.len(), 1);
        let again = again.remove(0).expect("what was written is read");
        assert_eq!(again.start, record.start);
        if format != Format::Bod {
            assert_eq!(again.main.moves, record.main.moves);
        }
        // What the format cannot have as it is may have changed once, but not twice.
        let second = to_bytes(format, &again).expect("it was written once");
        let third = read(Some(format), &file(&second)).remove(0);
        let third = third.expect("what was written is read");
        assert_eq!(to_bytes(format, &third).ok(), Some(second));
    }
}
