//! What the kinds of pieces are called, one and several.

use shogi::Kind;

/// The kind in Japanese, and in English one of it and several.
pub(super) const fn words(kind: Kind) -> (&'static str, &'static str, &'static str) {
    match kind {
        Kind::Rook => ("飛", "rook", "rooks"),
        Kind::Bishop => ("角", "bishop", "bishops"),
        Kind::Gold => ("金", "gold", "golds"),
        Kind::Silver => ("銀", "silver", "silvers"),
        Kind::Knight => ("桂", "knight", "knights"),
        Kind::Lance => ("香", "lance", "lances"),
        Kind::Pawn => ("歩", "pawn", "pawns"),
        Kind::King => ("玉", "king", "kings"),
    }
}

/// Several of a kind: `golds`.
pub(super) const fn plural(kind: Kind) -> &'static str {
    words(kind).2
}
