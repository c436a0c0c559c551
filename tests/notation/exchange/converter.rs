//! KIF, KI2 and CSA against an independent converter.

use notation::Encoding;
use notation::{Format, csa, ki2};
use shogi_kifu_converter::converter::{ToCsa, ToKi2, ToKif};
use shogi_kifu_converter::parser::{parse_csa_str, parse_ki2_str, parse_kif_str};

use super::random::{CROWD, random_record};
use super::read;
use testkit::{Crowd, Rng, cases};

/// The converter writes 右成 as we do, but reads only 成右.
fn as_they_read(mut ki2: String) -> String {
    for place in ["左", "右", "直", ""] {
        for motion in ["上", "寄", "引", ""] {
            for turn in ["不成", "成"] {
                let told = format!("{place}{motion}");
                if !told.is_empty() {
                    ki2 = ki2.replace(&format!("{told}{turn}"), &format!("{turn}{told}"));
                }
            }
        }
    }
    ki2
}

/// Random records as the converter reads and writes them again.
#[test]
fn the_converter_agrees() {
    let mut rng = Rng(29);
    let crowd = Crowd {
        // The converter gives the first move of KIF files to Black.
        black_to_move: true,
        ..CROWD
    };
    let (records, mut moves, mut refused) = (cases(60, 300), 0, 0);
    for _ in 0..records {
        let mut record = random_record(&mut rng, &crowd);
        record.main.ending = None;
        record.main.foul = None;
        record.main.times.clear();
        record
            .main
            .comments
            .retain(|is| is.ply <= record.main.moves.len());
        record.variations.clear();
        for comment in &mut record.main.comments {
            comment.text = "言".to_owned();
        }
        moves += record.main.moves.len();
        let from = |format, text: &str| {
            let found = read(format, text.as_bytes()).remove(0);
            found.unwrap_or_else(|error| panic!("{error}\n{text}"))
        };
        let kif = record.to_kif(Encoding::Utf8);
        let theirs = parse_kif_str(&kif).unwrap_or_else(|e| panic!("{e}\n{kif}"));
        let read_kif = from(Format::Kifu, &theirs.to_kif_owned());
        assert_eq!(read_kif.start, record.start);
        assert_eq!(read_kif.main, record.main, "{kif}");

        // Their KI2 of our KIF, read by us; our KI2, read by them, as KIF read by us.
        // Two rooks on one file it does not tell apart: such words we refuse.
        let text = theirs.to_ki2_owned();
        match read(Format::Ki2u, text.as_bytes()).remove(0) {
            Ok(read_ki2) => assert_eq!(read_ki2.main, record.main, "{text}"),
            Err(error) => {
                assert!(error.to_string().contains("is ambiguous"), "{error}");
                refused += 1;
            }
        }
        let ki2 = as_they_read(ki2::to_text(&record));
        let theirs = parse_ki2_str(&ki2).unwrap_or_else(|e| panic!("{e}\n{ki2}"));
        let read_kif = from(Format::Kifu, &theirs.to_kif_owned());
        assert_eq!(read_kif.main, record.main, "{ki2}");

        let csa = csa::to_text(&record);
        let theirs = parse_csa_str(&csa).unwrap_or_else(|e| panic!("{e}\n{csa}"));
        let text = theirs.to_csa_owned();
        let read_csa = from(Format::Csa, &text);
        assert_eq!(read_csa.start, record.start, "{text}");
        assert_eq!(read_csa.main.moves, record.main.moves, "{text}");
    }
    println!("{moves} moves, {refused} of their KI2 files refused");
    assert!(moves > 7 * records && refused < 10);
}
