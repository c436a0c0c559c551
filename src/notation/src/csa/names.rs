//! What CSA files call pieces, endings and headers.

use shogi::{Color, Kind, Piece};

/// The kinds with the names of their two sides.
const PIECES: [(Kind, &str, &str); 8] = [
    (Kind::Rook, "HI", "RY"),
    (Kind::Bishop, "KA", "UM"),
    (Kind::Gold, "KI", "KI"),
    (Kind::Silver, "GI", "NG"),
    (Kind::Knight, "KE", "NK"),
    (Kind::Lance, "KY", "NY"),
    (Kind::Pawn, "FU", "TO"),
    (Kind::King, "OU", "OU"),
];

/// The name of a piece without its side.
pub fn piece_name(kind: Kind, promoted: bool) -> &'static str {
    let found = PIECES.iter().find(|(other, ..)| *other == kind);
    found.map_or(
        "",
        |&(_, plain, turned)| if promoted { turned } else { plain },
    )
}

/// The kind and side of a name.
pub fn piece_of(name: &str) -> Option<(Kind, bool)> {
    PIECES.iter().find_map(|&(kind, plain, turned)| {
        (name == plain)
            .then_some((kind, false))
            .or_else(|| (name == turned).then_some((kind, true)))
    })
}

/// A piece with its side: `+FU`.
pub fn piece_text(piece: Piece) -> String {
    format!(
        "{}{}",
        sign(piece.color),
        piece_name(piece.kind, piece.promoted)
    )
}

/// The sign of a side.
pub const fn sign(color: Color) -> char {
    match color {
        Color::Black => '+',
        Color::White => '-',
    }
}

/// The side of a sign.
pub const fn color_of(sign: char) -> Option<Color> {
    match sign {
        '+' => Some(Color::Black),
        '-' => Some(Color::White),
        _ => None,
    }
}

/// The remark that tells how a line ended where CSA files have no word for it; `%CHUDAN` stands behind it.
pub const ENDING: &str = "終局：";

/// How remarks begin that servers write as records of a game, not as something to read.
pub const OF_SERVERS: [&str; 10] = [
    "summary:",
    "rating",
    "black_rate",
    "white_rate",
    "Max_Moves",
    "Least_Time_Per_Move",
    "Increment",
    "buoy",
    "CSA",
    "$",
];

/// Headers that CSA files have themselves, with the keys of KIF files, in the order they come in.
pub const HEADERS: [(&str, &str); 7] = [
    ("N+", "先手"),
    ("N-", "後手"),
    ("$EVENT:", "棋戦"),
    ("$SITE:", "場所"),
    ("$START_TIME:", "開始日時"),
    ("$END_TIME:", "終了日時"),
    ("$OPENING:", "戦型"),
];
