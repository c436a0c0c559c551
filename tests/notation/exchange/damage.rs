//! Damaged files.

use notation::Format;
use notation::Record;
use notation::exchange::{FileError, head, separator, to_bytes};

use super::random::{CROWD, random_record};
use super::read;
use testkit::{Rng, cases};

/// Files of every format with a line left out or doubled, a byte changed, an end cut off: each is
/// read or refused with a line of it; what is read has legal lines and can be written.
#[test]
fn damaged_files_are_read_or_refused_with_a_line() {
    let mut rng = Rng(77);
    let (rounds, mut outcomes) = (cases(2, 8), [0, 0]);
    for format in Format::ALL {
        for _ in 0..rounds {
            let record = random_record(&mut rng, &CROWD);
            let others = [random_record(&mut rng, &CROWD), record];
            let shown = if format.holds_many() { 0 } else { 1 };
            let parts: Vec<Vec<u8>> = others[shown..]
                .iter()
                .map(|record| to_bytes(format, record).unwrap())
                .collect();
            let whole = [head(format), parts.join(separator(format))].concat();
            for _ in 0..60 {
                damage(&mut rng, format, &whole, &mut outcomes);
            }
        }
    }
    println!("{} read, {} refused", outcomes[0], outcomes[1]);
    assert!(outcomes.iter().all(|&count| count > 60 * rounds));
}

fn damage(rng: &mut Rng, format: Format, whole: &[u8], outcomes: &mut [usize; 2]) {
    let mut lines: Vec<&[u8]> = whole.split_inclusive(|&byte| byte == b'\n').collect();
    let at = rng.below(lines.len());
    let bytes = match rng.below(4) {
        0 => {
            lines.remove(at);
            lines.concat()
        }
        1 => {
            lines.insert(at, lines[rng.below(lines.len())]);
            lines.concat()
        }
        2 => whole[..rng.below(whole.len())].to_vec(),
        _ => {
            let mut bytes = whole.to_vec();
            let at = rng.below(bytes.len());
            bytes[at] ^= 1 << rng.below(8);
            bytes
        }
    };
    let last = bytes.iter().filter(|&&byte| byte == b'\n').count() + 1;
    for item in read(format, &bytes) {
        match item {
            Ok(record) => {
                outcomes[0] += 1;
                record.check().unwrap();
                Format::ALL.into_iter().for_each(|f| settles(f, &record));
            }
            Err(FileError::Wrong { line, reason, .. }) => {
                outcomes[1] += 1;
                assert!((1..=last).contains(&line), "{format:?}: {line}: {reason}");
                let reason = reason.to_string();
                assert!(
                    !reason.is_empty() && reason.lines().count() == 1,
                    "{reason:?}"
                );
            }
            Err(FileError::Nothing { .. }) => assert!(format.holds_many()),
            Err(error) => panic!("{format:?}: {error}"),
        }
    }
}

/// Written and read, the record has the same moves; what the format cannot have as it is may have
/// changed once, but does not twice.
fn settles(format: Format, record: &Record) {
    // Shift_JIS does not have every character.
    let Ok(written) = to_bytes(format, record) else {
        return;
    };
    let read_again = |bytes: &[u8]| {
        let mut found = read(format, &[&head(format), bytes].concat());
        let text = || String::from_utf8_lossy(bytes).into_owned();
        assert_eq!(found.len(), 1, "{format:?}\n{}", text());
        let found = found.remove(0);
        found.unwrap_or_else(|error| panic!("{format:?}: {error}\n{}", text()))
    };
    let again = read_again(&written);
    assert_eq!(again.start, record.start);
    if format != Format::Bod {
        assert_eq!(again.main.moves, record.main.moves, "{format:?}");
    }
    let second = to_bytes(format, &again).unwrap();
    let third = to_bytes(format, &read_again(&second)).unwrap();
    assert!(second == third, "{format:?}\n{record:?}");
}
