//! The lines of a problem as its page shows them.

use answers::InWords;
use serde_json::{Value as Json, json};

use notation::Japanese;
use shogi::moves::MoveError;
use shogi::{Move, Position, ReadError};
use tsume::judge::record::{LineKind, OtherLine};
use words::say;

/// The main line as pairs of USI and Japanese, and the other lines.
#[derive(Debug)]
pub struct Lines {
    /// The main line.
    pub main: Vec<Json>,
    /// Of each other line: its kind in English and Japanese, how many moves it shares with the main
    /// line, the moves after those.
    pub others: Vec<Json>,
}

impl Lines {
    /// Writes out the lines of a problem, `main` in USI.
    ///
    /// # Errors
    /// In words, if the rules do not know the position or a move.
    pub fn write(sfen: &str, main: &str, others: &[OtherLine]) -> Result<Self, String> {
        let start = sfen.parse();
        let start: Position =
            start.map_err(|error: ReadError| format!("{sfen:?}: {}", error.in_words()))?;
        let main: Vec<&str> = main.split_whitespace().collect();
        let mut lines = Vec::new();
        for OtherLine { kind, moves } in others {
            let line: Vec<&str> = moves.split_whitespace().collect();
            let shared = line.iter().zip(&main).take_while(|(a, b)| a == b).count();
            if shared == line.len() {
                continue;
            }
            let moves = written(&start, &line)?.split_off(shared);
            let (en, ja) = kind_names(*kind);
            let in_variation = *kind == LineKind::VariationDual;
            lines.push((in_variation, shared, json!([en, ja, shared, moves])));
        }
        // Duals in variations are harmless and come last; of the others those that leave first come first, in the order
        // of the database among them.
        lines.sort_by_key(|&(in_variation, shared, _)| (in_variation, shared));
        Ok(Self {
            main: written(&start, &main)?,
            others: lines.into_iter().map(|(_, _, line)| line).collect(),
        })
    }
}

/// The name of a kind of line in English and in Japanese, where it has one.
fn kind_names(kind: LineKind) -> (String, String) {
    // The Japanese term stands last among its words.
    let words = kind.to_string();
    match words.rsplit_once(' ') {
        Some((english, japanese)) => (english.to_owned(), japanese.to_owned()),
        None => (words.clone(), words),
    }
}

fn written(start: &Position, line: &[&str]) -> Result<Vec<Json>, String> {
    let mut position = start.clone();
    let mut last = None;
    let mut moves = Vec::with_capacity(line.len());
    for usi in line {
        let mv: Move = usi
            .parse()
            .map_err(|error: MoveError| format!("{usi:?}: {}", error.in_words()))?;
        let words = Japanese::OFFICIAL.write(&position, mv, last);
        let words = words.ok_or_else(|| say!("{usi} is not a legal move", usi))?;
        moves.push(json!([usi, words]));
        position = position.play(mv);
        last = Some(mv.to());
    }
    Ok(moves)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_but_the_open_one_has_a_name_in_both_languages() {
        for kind in LineKind::ALL {
            let (en, ja) = kind_names(kind);
            assert!(en.is_ascii(), "{en}");
            assert_eq!(ja.is_ascii(), kind == LineKind::Undecided, "{ja}");
        }
    }

    #[test]
    fn lines_leave_the_main_line_where_they_differ() {
        let sfen = "8k/6S2/9/7LB/9/9/9/9/9 b 2rb4g3s4n3l18p 1";
        let others = [
            (LineKind::VariationDual, "3b2a+ 1a1b 1d2c"),
            (LineKind::FinalDual, "2d2a+ 1a1b 1d2c"),
            (LineKind::SecondSolution, "3b2a+ 1a1b"),
            (LineKind::Undecided, "2d2a+ 1a1b"),
        ];
        let others = others.map(|(kind, moves)| OtherLine {
            kind,
            moves: moves.to_owned(),
        });
        let lines = Lines::write(sfen, "2d2a+ 1a1b 1d2c+", &others).unwrap();
        assert_eq!(lines.main[0], json!(["2d2a+", "☗２一香成"]));
        let shared: Vec<&Json> = lines.others.iter().map(|line| &line[2]).collect();
        assert_eq!(shared, [0, 2, 0], "{:?}", lines.others);
        assert_eq!(lines.others[0][1], "余詰");
        assert_eq!(lines.others[1][3][0][0], "1d2c");
        let wrong = Lines::write(sfen, "9a9b", &[]).unwrap_err();
        assert_eq!(wrong, "9a9b is not a legal move");
    }
}
