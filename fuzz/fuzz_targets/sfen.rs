//! SFENs, one by one and as a list: no text panics, and what is read is written and read again.

#![no_main]

use gyakusan::notation::SfenList;
use gyakusan::notation::diagram::draw;
use gyakusan::shogi::{Color, Position, Setup};
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
    let lines = data.split(|&byte| byte == b'\n').count();
    for short_set in [false, true] {
        for entry in SfenList::new("list", data, short_set).flatten() {
            assert!((1..=lines).contains(&entry.line));
            let again = Position::from_tsume_sfen(&entry.position.to_string(), short_set);
            assert_eq!(again, Ok(entry.position));
        }
    }
});
