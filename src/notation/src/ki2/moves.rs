//! One move of a KI2 file: `同　成桂右上`.

use crate::japanese::origins;
use crate::kif::words::{from_there, piece, square, strip_same, target};
use crate::kif::{Expected, KifReason};
use crate::{Japanese, Marks};
use shogi::{Kind, Move, Piece, Position, Square};

/// How moves are written here.
pub const STYLE: Japanese = Japanese {
    marks: Marks::Triangles,
    ..Japanese::OFFICIAL
};

/// Whether a way is one that 上寄引 and 左右直 allow, as far as they are told. For rooks and bishops 左 and 右 tell them
/// from one another, not from the target: that only the whole words can say.
pub fn goes(
    motion: Option<char>,
    place: Option<char>,
    piece: Piece,
    from: Square,
    to: Square,
) -> bool {
    let rank = |square: Square| piece.color.relative_rank(square.rank());
    let file = |square: Square| piece.color.relative_rank(square.file());
    let moves = match rank(to).cmp(&rank(from)) {
        std::cmp::Ordering::Less => '上',
        std::cmp::Ordering::Equal => '寄',
        std::cmp::Ordering::Greater => '引',
    };
    // Black sees the higher files at the left, White the lower ones.
    let stands = match file(from).cmp(&file(to)) {
        std::cmp::Ordering::Less => '右',
        std::cmp::Ordering::Greater => '左',
        // Only forwards.
        std::cmp::Ordering::Equal if moves == '上' => '直',
        std::cmp::Ordering::Equal => '\0',
    };
    let pair = matches!(piece.kind, Kind::Rook | Kind::Bishop);
    motion.is_none_or(|told| told == moves) && (pair || place.is_none_or(|told| told == stands))
}

/// A move as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Written {
    /// The target, `None` for 同.
    to: Option<Square>,
    /// Whether 同 stands behind the target.
    is_same: bool,
    kind: Kind,
    promoted: bool,
    /// 左, 右 or 直.
    place: Option<char>,
    /// 上, 寄 or 引.
    motion: Option<char>,
    drop: bool,
    /// 成 or 不成.
    promote: Option<bool>,
    /// The origin in brackets, as KIF files have it.
    from: Option<Square>,
}

/// What a text tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resolved {
    /// A legal move.
    Legal(Move),
    /// A legal move; by the movement of the pieces others would fit the words as well.
    ByLawAlone(Move),
    /// The one move that the words fit, and it is against the rules.
    Foul(Move),
}

impl Resolved {
    /// The move.
    pub const fn mv(self) -> Move {
        match self {
            Self::Legal(mv) | Self::ByLawAlone(mv) | Self::Foul(mv) => mv,
        }
    }
}

impl Written {
    fn read(text: &str) -> Result<Self, KifReason> {
        let (to, rest) = match text.strip_prefix('同') {
            Some(rest) => (None, rest.trim_start()),
            None => {
                let expected = Expected::SquareOrSame;
                let (to, rest) =
                    square(text).ok_or_else(|| KifReason::unexpected(expected, text))?;
                (Some(to), rest.trim_start())
            }
        };
        let (is_same, rest) = strip_same(rest);
        let (kind, promoted, rest) = piece(text, rest)?;
        let mut written = Self {
            to,
            is_same,
            kind,
            promoted,
            place: None,
            motion: None,
            drop: false,
            promote: None,
            from: None,
        };
        let (rest, origin) = origin(rest.trim());
        written.from = origin;
        let mut rest = rest;
        while let Some(sign) = rest.chars().next() {
            let (taken, free) = match sign {
                '左' | '右' | '直' => (sign, written.place.replace(sign).is_none()),
                // Older books say 行, 入 and 下.
                '上' | '行' | '入' => (sign, written.motion.replace('上').is_none()),
                '引' | '下' => (sign, written.motion.replace('引').is_none()),
                '寄' => (sign, written.motion.replace('寄').is_none()),
                // 合 is how problems call a drop between.
                '打' | '合' => (sign, !std::mem::replace(&mut written.drop, true)),
                '成' => (sign, written.promote.replace(true).is_none()),
                // As it was written before 不成.
                '生' => (sign, written.promote.replace(false).is_none()),
                '不' if rest.starts_with("不成") => {
                    rest = &rest['不'.len_utf8()..];
                    ('成', written.promote.replace(false).is_none())
                }
                _ => ('\0', false),
            };
            if !free {
                let expected = Expected::MotionOrNextMove;
                return Err(KifReason::unexpected(expected, rest));
            }
            rest = &rest[taken.len_utf8()..];
        }
        Ok(written)
    }

    /// Whether the words can mean a drop without 打.
    fn can_be_a_drop(&self) -> bool {
        !self.promoted
            && self.kind != Kind::King
            && self.place.is_none()
            && self.motion.is_none()
            && self.promote.is_none()
            && self.from.is_none()
    }

    /// The piece that is named, one of the side to move.
    const fn piece(&self, position: &Position) -> Piece {
        Piece {
            color: position.side(),
            kind: self.kind,
            promoted: self.promoted,
        }
    }

    /// The moves of pieces on the board that the words fit by the pieces' movement, whether they are legal or not.
    fn by_movement(&self, position: &Position, to: Square) -> Vec<Move> {
        let piece = self.piece(position);
        let promote = self.promote.unwrap_or(false);
        origins(position, piece, to)
            .into_iter()
            .filter(|&from| goes(self.motion, self.place, piece, from, to))
            .map(|from| Move::Board { from, to, promote })
            .collect()
    }
}

/// The origin in brackets at the end of a text, and what stands before it.
fn origin(text: &str) -> (&str, Option<Square>) {
    let parts = text.split_once(['(', '（']);
    let read = parts.and_then(|(before, inner)| {
        let (from, behind) = square(inner)?;
        matches!(behind, ")" | "）").then_some((before.trim_end(), Some(from)))
    });
    read.unwrap_or((text, None))
}

/// The move that a text without its mark tells; `last` is the square that the move before it
/// went to.
///
/// # Errors
/// If it tells none, or several.
pub fn resolve(
    text: &str,
    position: &Position,
    last: Option<Square>,
) -> Result<Resolved, KifReason> {
    let written = Written::read(text)?;
    let to = target(written.to, written.is_same, last)?;
    let drop = Move::Drop {
        kind: written.kind,
        to,
    };
    let fitting = match (written.from, written.drop) {
        (Some(from), _) => {
            from_there(position, written.piece(position), from)?;
            let promote = written.promote.unwrap_or(false);
            vec![Move::Board { from, to, promote }]
        }
        (None, true) if written.can_be_a_drop() => vec![drop],
        (None, true) => Vec::new(),
        (None, false) => written.by_movement(position, to),
    };
    let chosen = match fitting[..] {
        [] => (!written.drop && written.can_be_a_drop()).then_some(drop),
        [only] => Some(only),
        _ => as_written(&written, position, &fitting),
    };
    if let Some(mv) = chosen.filter(|&mv| position.is_legal(mv)) {
        return Ok(Resolved::Legal(mv));
    }
    let drop = (written.from.is_none() && written.can_be_a_drop()).then_some(drop);
    let mut legal: Vec<Move> = fitting.iter().copied().chain(drop).collect();
    legal.sort_unstable();
    legal.dedup();
    legal.retain(|&mv| position.is_legal(mv));
    // Where a piece of the board may go there, only 打 means a drop.
    if legal.iter().any(|mv| !mv.is_drop()) {
        legal.retain(|mv| !mv.is_drop());
    }
    match (&legal[..], chosen) {
        (&[only], _) => Ok(Resolved::ByLawAlone(only)),
        ([], Some(chosen)) => Ok(Resolved::Foul(chosen)),
        ([], None) => Err(KifReason::Illegal {
            text: text.trim().to_owned(),
            why: None,
        }),
        _ => Err(KifReason::Ambiguous(text.trim().to_owned())),
    }
}

/// The one of several moves that would be written in these words.
fn as_written(written: &Written, position: &Position, fitting: &[Move]) -> Option<Move> {
    let style = Japanese {
        marks: Marks::None,
        ..STYLE
    };
    let mut exact = fitting.iter().copied().filter(|&mv| {
        let official = Written::read(&style.told(position, mv));
        official.is_ok_and(|official| {
            (official.place, official.motion) == (written.place, written.motion)
        })
    });
    let only = exact.next()?;
    exact.next().is_none().then_some(only)
}
