//! What people type: squares, pieces and lines in either notation.

use notation::Japanese;
use notation::typed::{line, piece, square, ways};
use shogi::{Color, Kind, Piece, Position, Square, usi_line};

#[test]
fn every_square_is_read_in_every_script() {
    let digits: Vec<char> = "１２３４５６７８９".chars().collect();
    let kanji: Vec<char> = "一二三四五六七八九".chars().collect();
    for at in Square::all() {
        let (file, rank) = (at.file() as usize, at.rank() as usize);
        for text in [
            at.to_string(),
            format!("{file}{rank}"),
            format!("{}{}", digits[file - 1], kanji[rank - 1]),
            format!("{}{}", digits[file - 1], digits[rank - 1]),
            format!("{file}{}", kanji[rank - 1]),
        ] {
            assert_eq!(square(&text), Some(at), "{text}");
        }
    }
    for text in ["", "2", "2j", "0a", "20", "２十", "22二", "b2", "玉", "2B"] {
        assert_eq!(square(text), None, "{text}");
    }
}

#[test]
fn pieces_are_read_by_letter_and_by_name() {
    let is = |color, kind, promoted| {
        Some(Piece {
            color,
            kind,
            promoted,
        })
    };
    let (black, white) = (Color::Black, Color::White);
    for (text, expected) in [
        ("l", is(white, Kind::Lance, false)),
        ("+R", is(black, Kind::Rook, true)),
        ("香", is(black, Kind::Lance, false)),
        ("☗香", is(black, Kind::Lance, false)),
        ("☖香", is(white, Kind::Lance, false)),
        ("△香", is(white, Kind::Lance, false)),
        ("v香", is(white, Kind::Lance, false)),
        ("竜", is(black, Kind::Rook, true)),
        ("v成銀", is(white, Kind::Silver, true)),
        ("全", is(black, Kind::Silver, true)),
        ("と", is(black, Kind::Pawn, true)),
        ("玉", is(black, Kind::King, false)),
        ("王", is(black, Kind::King, false)),
        ("成金", None),
        ("香香", None),
        ("☗", None),
        ("x", None),
        ("", None),
    ] {
        assert_eq!(piece(text), expected, "{text}");
    }
}

const COOK: &str = "6k2/8S/5G3/9/9/9/9/9/9 b S2r2b3g2s4n4l18p 1";
const LINE: &str = "S*3b 3a2b 3b2c+ 2b3a 4c3b";

#[test]
fn a_line_is_the_same_in_every_notation() {
    let start: Position = COOK.parse().unwrap();
    for text in [
        LINE,
        "☗３二銀 ☖２二玉 ☗２三銀左成 ☖３一玉 ☗３二金",
        "▲３二銀△２二玉▲２三銀左成△３一玉▲３二金",
        "３二銀打、２二玉、２三銀左成、３一玉、３二金",
        "32銀 22玉 23銀左成 31玉 32金",
        "３二銀打 ２二玉(31) ２三銀成(32) ３一玉(22) ３二金(43)",
        "S*3b ☖２二玉 3b2c+ ３一玉 4c3b",
    ] {
        assert_eq!(usi_line(&line(text, &start).unwrap()), LINE, "{text}");
    }
    // 同 and what stands behind a full-width space.
    let start: Position = "8k/9/9/9/9/9/9/9/9 b G2r2b3g4s4n4l18p 1".parse().unwrap();
    let moves = line("☗１二金 ☖同　玉", &start).unwrap();
    assert_eq!(usi_line(&moves), "G*1b 1a1b");
}

#[test]
fn what_is_written_is_read() {
    let start: Position = COOK.parse().unwrap();
    let mut positions = vec![start];
    for _ in 0..2 {
        let next = positions.iter().flat_map(|position| {
            let moves = position.legal_moves().into_iter();
            moves.map(|mv| position.play(mv)).take(12)
        });
        positions = next.collect();
        for position in &positions {
            for mv in position.legal_moves() {
                let text = Japanese::OFFICIAL.line(position, &[mv]);
                assert_eq!(line(&text, position), Ok(vec![mv]), "{position}: {text}");
            }
        }
    }
}

#[test]
fn what_is_wrong_is_said_with_the_number_of_the_move() {
    let start: Position = COOK.parse().unwrap();
    for (text, ply, why) in [
        ("☖３二銀", 1, "☖３二銀: the other side is to move"),
        (
            "☗３二銀 ☖４二玉",
            2,
            "４二玉 is illegal: it leaves the king in check",
        ),
        (
            "☗３二銀 ☖２二玉 ☗２三銀",
            3,
            "２三銀 is ambiguous: several legal moves fit",
        ),
        ("同玉", 1, "同 at the first move"),
        ("S*3b 3a3b", 2, "3a3b is illegal: "),
        ("x", 1, "character 1 of the move \"x\": expected "),
    ] {
        let (at, reason) = line(text, &start).unwrap_err();
        assert_eq!(at, ply, "{text}");
        let reason = reason.to_string();
        assert!(reason.starts_with(why), "{text}: {reason}");
    }
}

#[test]
fn ways_need_no_position() {
    let at = |text: &str| square(text).unwrap();
    for (text, to, from) in [
        ("2d2a+", "2a", Some("2d")),
        ("G*1b", "1b", None),
        ("☗２一香成(24)", "2a", Some("2d")),
        ("１二金打", "1b", None),
    ] {
        assert_eq!(ways(text), Some((at(to), from.map(at))), "{text}");
    }
    for text in ["", "同玉", "２一", "x"] {
        assert_eq!(ways(text), None, "{text}");
    }
}

/// What books write behind the last move is no move.
#[test]
fn a_line_may_end_as_in_books() {
    let start: Position = "8k/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1".parse().unwrap();
    let mate = vec!["G*1b".parse().unwrap()];
    for text in ["☗１二金まで1手詰", "１二金 まで一手詰め", "G*1b まで"] {
        assert_eq!(line(text, &start), Ok(mate.clone()), "{text}");
    }
}
