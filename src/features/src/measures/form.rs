//! 初形: the first position as a picture, and the 図式 it belongs to.

use crate::column::{Column, Kind::*};
use crate::examples;
use crate::solution::{Solution, king};
use crate::value::Value;
use shogi::{Color, Kind, Piece, Position, Square};

/// 成駒: promoted pieces on the board, either side's.
pub fn promoted(position: &Position) -> usize {
    let pieces = position.occupied().into_iter();
    pieces
        .filter(|&square| {
            position
                .piece_at(square)
                .is_some_and(|piece| piece.promoted)
        })
        .count()
}

/// 図式の駒種: the kinds that take part besides the kings, on the board or in the attacker's hand, as
/// letters in the order `RBGSNLP`.
pub fn kinds(position: &Position) -> String {
    let takes_part =
        |&kind: &Kind| position.hand(Color::Black).has(kind) || count_on_board(position, kind) > 0;
    let kinds = Kind::HAND.into_iter().filter(takes_part);
    kinds.map(Kind::letter).collect()
}

/// How many pieces of a kind are on the board, either side's, promoted or not.
fn count_on_board(position: &Position, kind: Kind) -> u32 {
    [Color::Black, Color::White]
        .into_iter()
        .flat_map(|color| [false, true].map(|promoted| (color, promoted)))
        .map(|(color, promoted)| {
            let piece = Piece {
                color,
                kind,
                promoted,
            };
            position.squares_of(piece).count()
        })
        .sum()
}

/// Pieces of `color` on the board, its king left aside.
pub fn men(position: &Position, color: Color) -> u32 {
    let kings = u32::from(position.king(color).is_some());
    position.of(color).count() - kings
}

/// 裸玉: whether there is nothing on the board but the defender's king.
pub fn bare_king(position: &Position) -> bool {
    position.occupied().count() == 1
}

/// 小駒図式: whether neither rook nor bishop takes part, in a problem where something does.
pub fn small_pieces(position: &Position) -> bool {
    let kinds = kinds(position);
    !kinds.is_empty() && !kinds.contains(['R', 'B'])
}

/// 実戦型: whether the defender has its lance on 1a and its knight on 2a, unmoved as in a game, or on
/// 9a and 8a.
pub fn real_game(position: &Position) -> bool {
    let has = |kind, file| {
        let squares = position.squares_of(Piece::plain(Color::White, kind));
        Square::new(file, 1).is_some_and(|square| squares.has(square))
    };
    has(Kind::Lance, 1) && has(Kind::Knight, 2) || has(Kind::Lance, 9) && has(Kind::Knight, 8)
}

/// 対称: whether the pieces on the board are their own image in the mirror that stands on the king's
/// file.
pub fn symmetric(position: &Position) -> bool {
    let axis = king(position).file();
    position.occupied().into_iter().all(|square| {
        let image = Square::new(2 * axis - square.file(), square.rank());
        image.is_some_and(|image| position.piece_at(image) == position.piece_at(square))
    })
}

/// 煙詰: whether every piece of the set but the kings is on the board at the start, and at most three
/// pieces besides the kings at the end.
pub fn smoke(solution: &Solution) -> bool {
    let all = |position: &Position| men(position, Color::Black) + men(position, Color::White);
    let mated = solution.last();
    all(solution.first()) == 38 && !solution.moves.is_empty() && all(mated) <= 3
}

/// The columns of this theme.
pub const COLUMNS: &[Column] = &[
    Column::start("promoted", Count, |s| promoted(s.first()).into())
        .unit("pieces")
        .term("成駒")
        .means(
            "promoted pieces on the board at the start, either side's",
            "初形の盤上の成駒の数(両方)",
        )
        .example(&examples::KNIGHTS, "2"),
    Column::start("kinds", Text, |s| Value::Text(kinds(s.first())))
        .term("図式")
        .means(
            "kinds that take part besides the kings, on the board or in the attacker's hand, as letters in the order RBGSNLP: N 桂図式, GS 金銀図式, RB 飛角図式",
            "玉以外に使われる駒種(盤上と攻方持駒)をRBGSNLPの順に並べた文字列。Nは桂図式、GSは金銀図式、RBは飛角図式",
        )
        .example(&examples::KNIGHTS, "N"),
    Column::start("single_kind", Flag, |s| (kinds(s.first()).len() == 1).into())
        .term("一色図式")
        .means("exactly one kind takes part", "使われる駒が一種類だけである")
        .example(&examples::KNIGHTS, "1"),
    Column::start("small_pieces", Flag, |s| small_pieces(s.first()).into())
        .term("小駒図式")
        .means("pieces take part, but neither rook nor bishop", "飛・角・龍・馬を使わない")
        .example(&examples::KNIGHTS, "1"),
    Column::start("bare_king", Flag, |s| bare_king(s.first()).into())
        .term("裸玉")
        .means("nothing is on the board but the defender's king", "盤上に玉方の玉しかない")
        .example(&examples::KNIGHTS, "0"),
    Column::start("no_attackers", Flag, |s| (men(s.first(), Color::Black) == 0).into())
        .term("無仕掛")
        .means(
            "the attacker has no piece on the board, a king left aside",
            "盤上に攻方の駒(玉を除く)がない",
        )
        .example(&examples::SLIDERS, "1"),
    Column::start("no_defenders", Flag, |s| (men(s.first(), Color::White) == 0).into())
        .term("無防備")
        .means(
            "the defender has no piece on the board but its king",
            "玉方の盤上の駒が玉だけである",
        )
        .example(&examples::ROOKS, "1"),
    Column::start("two_kings", Flag, |s| s.first().king(Color::Black).is_some().into())
        .term("双玉")
        .means("the attacker has a king, too", "攻方にも玉がある")
        .example(&examples::KINGS, "1"),
    Column::start("real_game", Flag, |s| real_game(s.first()).into())
        .term("実戦型")
        .means(
            "the defender has a lance on 1a and a knight on 2a, or on 9a and 8a, both unpromoted",
            "玉方の香が1一、桂が2一(または9一と8一)にある",
        )
        .example(&examples::GAME, "1"),
    Column::start("symmetric_first", Flag, |s| symmetric(s.first()).into())
        .term("初形対称")
        .means(
            "at the start the pieces on the board are their own image in a mirror on the king's file",
            "初形の盤面が玉の筋に関して左右対称である",
        )
        .example(&examples::LANCE, "1"),
    Column::start("smoke", Flag, |s| smoke(s).into())
        .term("煙詰")
        .means(
            "all 38 pieces besides the kings are on the board at the start, and at most three at the end of the main line",
            "初形で玉以外の38枚が盤上にあり、詰上りでは玉以外が3枚以下になる",
        )
        .example(&examples::KNIGHTS, "0"),
];
