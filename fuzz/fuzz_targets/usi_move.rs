//! Moves in USI: no text panics, what is read is written the same way, and legal moves lead to
//! positions that are legal and can be written. The words of a text are played from the start of
//! the game or, after an SFEN and the word `moves`, from there.

#![no_main]

use gyakusan::notation::Japanese;
use gyakusan::shogi::{Move, Position, Setup};
use libfuzzer_sys::fuzz_target;

const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

fuzz_target!(|text: &str| {
    let (sfen, moves) = text.split_once("moves").unwrap_or((START, text));
    let Ok(mut position) = sfen.parse::<Position>() else {
        return;
    };
    let mut last = None;
    for word in moves.split_whitespace() {
        let Ok(mv) = word.parse::<Move>() else {
            continue;
        };
        assert_eq!(mv.to_string(), word);
        assert_eq!(mv.mirror().mirror(), mv);
        let written = Japanese::OFFICIAL.write(&position, mv, last);
        let Some(next) = position.try_play(mv) else {
            assert_eq!(written, None);
            continue;
        };
        assert!(written.is_some());
        let setup = Setup::from(&next);
        assert_eq!(Position::try_from(&setup).as_ref(), Ok(&next));
        assert_eq!(
            Position::try_from(&setup).map(|position| position.key()),
            Ok(next.key())
        );
        position = next;
        last = Some(mv.to());
    }
});
