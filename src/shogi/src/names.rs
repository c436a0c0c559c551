//! What squares and pieces are called in Japanese.

use super::{Kind, Square};

/// The kanji numerals 1 to 9, in order.
const NUMERALS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];
/// The full-width digits 1 to 9, in order.
const DIGITS: [char; 9] = ['１', '２', '３', '４', '５', '６', '７', '８', '９'];

/// A number from 1 to 9 as moves name a rank and diagrams label one; `None` for any other.
pub fn numeral(number: i8) -> Option<char> {
    at(&NUMERALS, number)
}

/// A number from 1 to 9 as moves name a file; `None` for any other.
pub fn digit(number: i8) -> Option<char> {
    at(&DIGITS, number)
}

/// A square as moves name it: `２二`.
pub fn square_name(square: Square) -> String {
    let name = digit(square.file()).into_iter();
    name.chain(numeral(square.rank())).collect()
}

fn at(signs: &[char; 9], number: i8) -> Option<char> {
    let index = usize::try_from(number).ok()?.checked_sub(1)?;
    signs.get(index).copied()
}

/// The piece in one character, as diagrams have it: 成銀, 成桂 and 成香 are 全, 圭 and 杏.
pub const fn piece_char(kind: Kind, promoted: bool) -> char {
    match (kind, promoted) {
        (Kind::Rook, false) => '飛',
        (Kind::Rook, true) => '龍',
        (Kind::Bishop, false) => '角',
        (Kind::Bishop, true) => '馬',
        (Kind::Gold, _) => '金',
        (Kind::Silver, false) => '銀',
        (Kind::Silver, true) => '全',
        (Kind::Knight, false) => '桂',
        (Kind::Knight, true) => '圭',
        (Kind::Lance, false) => '香',
        (Kind::Lance, true) => '杏',
        (Kind::Pawn, false) => '歩',
        (Kind::Pawn, true) => 'と',
        (Kind::King, _) => '玉',
    }
}

/// The piece as moves name it: `成銀`.
pub fn move_name(kind: Kind, promoted: bool) -> String {
    match (kind, promoted) {
        (Kind::Silver | Kind::Knight | Kind::Lance, true) => {
            format!("成{}", piece_char(kind, false))
        }
        _ => piece_char(kind, promoted).to_string(),
    }
}
