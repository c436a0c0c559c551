//! What a catalog leaves out of a family's problems.

use std::fmt;

use tsume::judge::record::Problem;

/// A rectangle of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Region {
    /// First and last file, `1..=9`.
    pub files: (u8, u8),
    /// First and last rank, `1..=9` (1 is `a`).
    pub ranks: (u8, u8),
}

impl Region {
    /// The whole board.
    pub const BOARD: Self = Self {
        files: (1, 9),
        ranks: (1, 9),
    };

    /// Whether a position that fills the box `(min_file, max_file, min_rank, max_rank)`, or its
    /// mirror image, stands inside. A problem and its mirror image are one problem, so one of the
    /// two is enough. A box that no board has, out of a damaged file, is not held.
    pub fn holds(self, (min_file, max_file, min_rank, max_rank): (u8, u8, u8, u8)) -> bool {
        let files_hold = |min, max| self.files.0 <= min && max <= self.files.1;
        let mirrored = |file: u8| 10_u8.saturating_sub(file);
        self.ranks.0 <= min_rank
            && max_rank <= self.ranks.1
            && (files_hold(min_file, max_file)
                || files_hold(mirrored(max_file), mirrored(min_file)))
    }
}

impl fmt::Display for Region {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rank = |rank: u8| char::from(b'a' + rank - 1);
        write!(
            f,
            "files {}-{}, ranks {}-{}",
            self.files.0,
            self.files.1,
            rank(self.ranks.0),
            rank(self.ranks.1)
        )
    }
}

/// Which of a family's problems a catalog asks for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Options {
    /// The longest mate to look for, in plies; `None`: to the end.
    pub longest: Option<u16>,
    /// Where the king and every piece on the board stand at the start.
    pub region: Region,
    /// Whether the defender may have pieces beside the king on the board at the start.
    pub defender_pieces: bool,
    /// Whether problems with superfluous pieces 余剰駒 count too: in databases of earlier versions, whose catalogs
    /// could ask for them.
    pub superfluous: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            longest: None,
            region: Region::BOARD,
            defender_pieces: true,
            superfluous: false,
        }
    }
}

impl Options {
    /// Whether these options keep `problem`, its material left aside.
    pub fn admit(&self, problem: &Problem) -> bool {
        self.longest.is_none_or(|longest| problem.plies <= longest)
            && self.region.holds(problem.region)
            && (self.defender_pieces || problem.defender_on_board == 0)
            && (self.superfluous || problem.is_listed())
    }
}

/// Only what differs from the default, in a fixed order: the empty text for the default options.
impl fmt::Display for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = [
            self.longest
                .map(|longest| format!("at most {longest} plies")),
            (self.region != Region::BOARD).then(|| self.region.to_string()),
            (!self.defender_pieces).then(|| "no defender pieces".to_owned()),
            self.superfluous
                .then(|| "with superfluous pieces".to_owned()),
        ];
        f.write_str(&words.into_iter().flatten().collect::<Vec<_>>().join("; "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_region_holds_a_position_or_its_mirror_image() {
        let corner = Region {
            files: (1, 5),
            ranks: (1, 5),
        };
        assert!(corner.holds((1, 5, 1, 5)));
        assert!(corner.holds((5, 9, 2, 3)), "mirrored it is files 1-5");
        assert!(!corner.holds((4, 6, 1, 2)));
        assert!(!corner.holds((1, 2, 5, 6)));
        for beyond in [(1, 36, 1, 1), (10, 255, 1, 1), (255, 255, 1, 1)] {
            assert!(!Region::BOARD.holds(beyond), "{beyond:?}");
        }
    }

    #[test]
    fn default_options_have_nothing_to_say() {
        assert_eq!(Options::default().to_string(), "");
        let narrow = Options {
            longest: Some(7),
            region: Region {
                files: (1, 5),
                ranks: (1, 5),
            },
            defender_pieces: false,
            superfluous: true,
        };
        assert_eq!(
            narrow.to_string(),
            "at most 7 plies; files 1-5, ranks a-e; no defender pieces; with superfluous pieces"
        );
    }
}
