//! 詰将棋ポイント: points for what stands where, or for nothing standing there.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use toml::Spanned;

use shogi::{Color, Kind, Piece, Setup, Square};

/// As seen from where squares are numbered. Boards whose king stands left of the fifth file are mirrored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Frame {
    /// Files and ranks away from the defender's king; empty squares count up to two away from it.
    King,
    /// Files and ranks of the board; all empty squares count.
    Board,
}

/// Empty squares farther from the king than this have no points in [`Frame::King`].
const NEAR: i8 = 2;

/// A piece on a square, or an empty square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Feature {
    /// What is there.
    pub piece: Option<Piece>,
    /// Files, counted as the frame does.
    pub files: i8,
    /// Ranks likewise.
    pub ranks: i8,
}

/// What there is on a board, each king left out; `None` if the defender has none.
pub fn features(frame: Frame, setup: &Setup) -> Option<Vec<Feature>> {
    let king = Piece::plain(Color::White, Kind::King);
    let (king, _) = setup.pieces().find(|&(_, piece)| piece == king)?;
    let mirrored = king.file() > 5;
    let of = |square: Square| {
        let (files, ranks) = match frame {
            Frame::King => (square.file() - king.file(), square.rank() - king.rank()),
            Frame::Board => (square.file(), square.rank()),
        };
        let files = match (mirrored, frame) {
            (false, _) => files,
            (true, Frame::King) => -files,
            (true, Frame::Board) => 10 - files,
        };
        (files, ranks)
    };
    let all = Square::all().filter_map(|square| {
        let piece = setup.board[square.index()];
        let (files, ranks) = of(square);
        let counts = match piece {
            Some(piece) => piece.kind != Kind::King,
            None => frame == Frame::Board || files.abs().max(ranks.abs()) <= NEAR,
        };
        counts.then_some(Feature {
            piece,
            files,
            ranks,
        })
    });
    Some(all.collect())
}

/// The points.
#[derive(Clone, Debug, PartialEq)]
pub struct Points {
    /// How squares are counted.
    pub frame: Frame,
    /// Points of each piece and empty square; none for what is not there.
    pub on_board: BTreeMap<Feature, f64>,
    /// Points of each piece in the attacker's hand, by `Kind`.
    pub in_hand: [f64; 8],
}

/// What is wrong with a file of points.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{line}: {why}")]
pub struct BadPoints {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub why: PointsReason,
}

/// What is wrong in a file of points.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PointsReason {
    /// What the TOML reader complains of.
    #[error("{0}")]
    Syntax(String),
    /// Points that are infinite or not a number.
    #[error("{0:?}: write a finite number of points")]
    NotFinite(String),
    /// A key of the hand that is not the letter of a kind.
    #[error("{0:?}: write one of the letters R B G S N L P")]
    NotAKind(String),
    /// A key of a table that is not a piece.
    #[error("{0:?}: write a piece such as G, +r or, for empty squares, -")]
    NotAPiece(String),
    /// A key of a piece that is not a place.
    #[error("{0:?}: write files and ranks such as 1,-2")]
    NotAPlace(String),
}

#[derive(Serialize)]
struct Written {
    frame: Frame,
    hand: BTreeMap<String, f64>,
    board: BTreeMap<String, BTreeMap<String, f64>>,
}

type Table<T> = BTreeMap<Spanned<String>, T>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Read {
    frame: Frame,
    #[serde(default)]
    hand: Table<f64>,
    #[serde(default)]
    board: Table<Table<f64>>,
}

impl Points {
    /// The points of a board and the attacker's hand; `None` without a king of the defender.
    pub fn of(&self, setup: &Setup) -> Option<f64> {
        let board = features(self.frame, setup)?;
        let board = board.iter().filter_map(|is| self.on_board.get(is));
        let hand = setup.hands.black.iter();
        let hand = hand.map(|(kind, count)| f64::from(count) * self.in_hand[kind as usize]);
        Some(board.sum::<f64>() + hand.sum::<f64>())
    }

    /// Whether the hand makes a difference.
    pub fn has_hand(&self) -> bool {
        self.in_hand.iter().any(|&points| points != 0.0)
    }

    /// As TOML: `frame`, the table `hand` with points by letter, and a table for each piece, `-` for empty
    /// squares, with points by files and ranks. Points are rounded to hundredths; those that are 0 then are
    /// left out.
    pub fn to_toml(&self) -> String {
        let rounded = |points: f64| Some((points * 100.0).round() / 100.0).filter(|&is| is != 0.0);
        let hand = Kind::HAND.into_iter().filter_map(|kind| {
            let points = rounded(self.in_hand[kind as usize])?;
            Some((kind.letter().to_string(), points))
        });
        let mut board: BTreeMap<String, BTreeMap<String, f64>> = BTreeMap::new();
        for (feature, &points) in &self.on_board {
            if let Some(points) = rounded(points) {
                let square = format!("{},{}", feature.files, feature.ranks);
                let piece = board.entry(piece_text(feature.piece)).or_default();
                piece.insert(square, points);
            }
        }
        let written = Written {
            frame: self.frame,
            hand: hand.collect(),
            board,
        };
        toml::to_string(&written).expect("names and numbers are TOML")
    }

    /// Reads what [`Points::to_toml`] writes.
    ///
    /// # Errors
    /// The first line that is wrong.
    pub fn from_toml(text: &str) -> Result<Self, BadPoints> {
        let line = |at: usize| 1 + text[..at.min(text.len())].matches('\n').count();
        let read: Read = toml::from_str(text).map_err(|error| BadPoints {
            line: line(error.span().map_or(0, |span| span.start)),
            why: PointsReason::Syntax(error.message().to_owned()),
        })?;
        let wrong = |key: &Spanned<String>, why: fn(String) -> PointsReason| BadPoints {
            line: line(key.span().start),
            why: why(key.get_ref().clone()),
        };
        let finite = |key: &Spanned<String>, points: f64| match points.is_finite() {
            true => Ok(points),
            false => Err(wrong(key, PointsReason::NotFinite)),
        };
        let mut points = Self {
            frame: read.frame,
            on_board: BTreeMap::new(),
            in_hand: [0.0; 8],
        };
        for (key, number) in &read.hand {
            let piece = piece(key.get_ref()).flatten();
            let piece = piece.filter(|is| !is.promoted && is.color == Color::Black);
            let kind = piece.ok_or_else(|| wrong(key, PointsReason::NotAKind))?;
            points.in_hand[kind.kind as usize] = finite(key, *number)?;
        }
        for (key, squares) in &read.board {
            let piece = piece(key.get_ref());
            let piece = piece.ok_or_else(|| wrong(key, PointsReason::NotAPiece))?;
            for (key, number) in squares {
                let place = square(key.get_ref());
                let (files, ranks) = place.ok_or_else(|| wrong(key, PointsReason::NotAPlace))?;
                let feature = Feature {
                    piece,
                    files,
                    ranks,
                };
                points.on_board.insert(feature, finite(key, *number)?);
            }
        }
        Ok(points)
    }
}

/// As in SFEN; `-` for nothing.
fn piece_text(piece: Option<Piece>) -> String {
    piece.map_or_else(|| "-".to_owned(), |piece| piece.to_string())
}

fn piece(text: &str) -> Option<Option<Piece>> {
    match text {
        "-" => Some(None),
        _ => Some(Some(
            Piece::from_sfen(text).filter(|is| is.kind != Kind::King)?,
        )),
    }
}

/// Neither frame has files or ranks beyond nine.
fn square(text: &str) -> Option<(i8, i8)> {
    let (files, ranks) = text.split_once(',')?;
    let (files, ranks) = (files.parse::<i8>().ok()?, ranks.parse::<i8>().ok()?);
    let right = |number: i8| (-9..=9).contains(&number);
    (right(files) && right(ranks)).then_some((files, ranks))
}
