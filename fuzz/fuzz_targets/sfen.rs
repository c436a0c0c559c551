//! SFENs, one by one and as a list: no text panics, and what is read is written and read again.

#![no_main]

use gyakusan::notation::diagram::draw;
use gyakusan::notation::exchange::{Format, Records};
use gyakusan::shogi::{Color, HandReading, Position, Setup};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    if let Ok(text) = std::str::from_utf8(data)
        && let Ok(setup) = text.parse::<Setup>()
    {
        assert_eq!(setup.to_string().parse(), Ok(setup.clone()));
        draw(&setup, Color::Black);
        if let Ok(position) = Position::try_from(&setup) {
            assert_eq!(Setup::from(&position), setup);
            position.legal_moves();
            position.checks();
        }
    }
    let lines = data.split(|&byte| b"\n\r".contains(&byte)).count();
    for hands in [HandReading::Whole, HandReading::Listed, HandReading::Written, HandReading::Rest] {
        let input = Box::new(std::io::Cursor::new(data.to_vec()));
        let records = Records::read("list", input, Some(Format::Sfen), hands);
        for found in records.into_iter().flatten().flatten() {
            assert!((1..=lines).contains(&found.line));
            let start = found.record.start;
            let again = Position::from_tsume_sfen(&start.tsume_sfen(), true);
            assert_eq!(again, Ok(start));
        }
    }
});
