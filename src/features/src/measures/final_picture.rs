//! 詰上り: the position at the end of the line as a picture.

use std::ops::ControlFlow;

use crate::column::{Column, Kind::*};
use crate::examples;
use crate::measures::choices::moves;
use crate::measures::form::{men, symmetric};
use crate::solution::{Solution, king};
use crate::value::Value;
use shogi::attacks::steps;
use shogi::{Bitboard, Color, Kind, Piece, Position, Setup};

/// The squares next to the king.
fn field(position: &Position) -> Bitboard {
    steps(Piece::plain(Color::White, Kind::King), king(position))
}

/// 都詰: whether the king is mated on 5e.
pub fn mated_in_centre(solution: &Solution) -> bool {
    let king = king(solution.last());
    king.file() == 5 && king.rank() == 5
}

/// 雪隠詰: whether the king is mated in a corner of the board.
pub fn mated_in_corner(solution: &Solution) -> bool {
    let king = king(solution.last());
    [1, 9].contains(&king.file()) && [1, 9].contains(&king.rank())
}

/// 透かし詰: whether no piece of the attacker's stands next to the mated king.
pub fn contactless_mate(solution: &Solution) -> bool {
    let last = solution.last();
    (field(last) & last.of(Color::Black)).is_empty()
}

/// 清潔な詰上り (model mate): whether a single piece gives mate and no square next to the king is
/// denied to it twice. A square is denied by a piece of the defender's that stands on it, and by each
/// piece of the attacker's that attacks it, lines through the king's own square included.
pub fn model_mate(solution: &Solution) -> bool {
    let last = solution.last();
    let open = last.occupied().without(king(last));
    last.checkers(Color::White).count() == 1
        && field(last).into_iter().all(|square| {
            let own = u32::from(last.of(Color::White).has(square));
            own + last.attackers(square, Color::Black, open).count() <= 1
        })
}

/// 両王手の詰上り: pieces that give check at the end.
pub fn final_checkers(solution: &Solution) -> u32 {
    solution.last().checkers(Color::White).count()
}

/// 玉の開放度: squares next to the mated king that are on the board and have none of its own men; 3 at most in a corner, 8 in
/// the open. That such a number went with people's liking more than any other is told by 小山謙二 and 河野泰人,
/// 情報処理学会論文誌 35 (1994), 2338–2346.
pub fn king_openness(solution: &Solution) -> u32 {
    let last = solution.last();
    field(last).count() - (field(last) & last.of(Color::White)).count()
}

/// 詰上りの遊び駒: men of the attacker's on the board, a king left aside, that the mate does not need: taken away one at a
/// time, each leaves the king in check and with no reply that it had not.
pub fn idle_attackers(solution: &Solution) -> usize {
    let last = solution.last();
    let checkers = last.checkers(Color::White);
    // Without the only piece that gives check there is none.
    let needed = match checkers.count() {
        1 => checkers,
        _ => Bitboard::EMPTY,
    };
    let replies = moves(last);
    let setup = Setup::from(last);
    let men = (last.of(Color::Black) & !needed).into_iter();
    men.filter(|&square| {
        let mut without = setup.clone();
        let taken = without.board[square.index()].take();
        taken.is_some_and(|piece| piece.kind != Kind::King)
            && Position::try_from(&without)
                .is_ok_and(|without| without.is_in_check() && !has_more_than(replies, &without))
    })
    .count()
}

/// Whether there are more legal moves than so many.
fn has_more_than(number: usize, position: &Position) -> bool {
    let mut count = 0;
    position
        .visit_legal_moves(&mut |_| {
            count += 1;
            match count > number {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        })
        .is_break()
}

/// The columns of this theme.
pub const COLUMNS: &[Column] = &[
    Column::line("final_king", Text, |s| Value::Text(king(s.last()).to_string()))
        .term("詰上りの玉の位置")
        .means(
            "square on which the king is mated, as the attacker sees it",
            "詰上りの玉の位置(攻方から見た符号)",
        )
        .example(&examples::KNIGHTS, "1a"),
    Column::line(
        "final_pieces",
        Count,
        |s| (men(s.last(), Color::Black) + men(s.last(), Color::White)).into(),
    )
        .unit("pieces")
        .term("詰上りの駒数")
        .means(
            "pieces on the board at the end of the main line, the kings left aside",
            "詰上りの盤上の駒数(玉を除く)",
        )
        .example(&examples::KNIGHTS, "3"),
    Column::line("final_attackers", Count, |s| men(s.last(), Color::Black).into())
        .unit("pieces")
        .term("詰上りの攻駒")
        .means(
            "attacker's pieces on the board at the end of the main line, a king left aside",
            "詰上りの盤上の攻方の駒数(玉を除く)",
        )
        .example(&examples::KNIGHTS, "3"),
    Column::line("final_checkers", Count, |s| final_checkers(s).into())
        .unit("pieces")
        .term("詰上りの王手駒")
        .means(
            "pieces that give check at the end of the main line; 2: mate by double check",
            "詰上りで王手している駒の数",
        )
        .example(&examples::KNIGHTS, "1"),
    Column::line("mated_in_centre", Flag, |s| mated_in_centre(s).into())
        .term("都詰")
        .means("the king is mated on 5e", "玉が5五で詰む")
        .example(&examples::CENTRE, "1"),
    Column::line("mated_in_corner", Flag, |s| mated_in_corner(s).into())
        .term("雪隠詰")
        .means("the king is mated in one of the four corners", "玉が盤の隅で詰む")
        .example(&examples::KNIGHTS, "1"),
    Column::line("contactless_mate", Flag, |s| contactless_mate(s).into())
        .term("透かし詰")
        .means(
            "no attacker's piece stands next to the mated king",
            "詰上りで玉に隣接する攻方の駒がない",
        )
        .example(&examples::KNIGHTS, "1"),
    Column::line("model_mate", Flag, |s| model_mate(s).into())
        .term("清潔な詰上り")
        .means(
            "one piece gives mate, and each square next to the king is denied to it once only: by an own piece that stands there or by one attacker's piece",
            "王手駒が一枚で、玉の周囲のどの升も、塞ぐ駒・利きが一つだけである",
        )
        .example(&examples::KNIGHTS, "1"),
    Column::line("king_openness", Count, |s| king_openness(s).into())
        .unit("squares")
        .term("玉の開放度")
        .means(
            "squares next to the mated king that are on the board and have none of its own pieces: 3 at most in a corner, 8 in the open",
            "詰上りの玉の周囲の升のうち、盤内にあって玉方の駒がない升の数(隅では最大3、盤の中ほどでは最大8)",
        )
        .example(&examples::CENTRE, "8")
        .since(10),
    Column::line("idle_attackers", Count, |s| idle_attackers(s).into())
        .unit("pieces")
        .term("詰上りの遊び駒")
        .means(
            "attacker's pieces on the board at the end, a king left aside, without which (one at a time) the king is mated all the same",
            "詰上りの盤上の攻方の駒(玉を除く)のうち、その一枚を除いても詰んでいる駒の数",
        )
        .example(&examples::KNIGHTS, "0")
        .since(10),
    Column::line("symmetric_last", Flag, |s| symmetric(s.last()).into())
        .term("詰上り対称")
        .means(
            "at the end of the main line the pieces on the board are their own image in a mirror on the king's file",
            "詰上りの盤面が玉の筋に関して左右対称である",
        )
        .example(&examples::LANCE, "1"),
];
