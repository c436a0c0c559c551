//! One move of a KI2 file: `同　成桂右上`.

use crate::kif::KifReason;
use crate::kif::moves::square;
use crate::names::strip_move_name;
use crate::{Japanese, Marks};
use shogi::{Kind, Move, Piece, Position, Square};
use words::mark;

/// The marks of the sides, one of which begins every move.
pub const MARKS: [char; 6] = ['▲', '△', '☗', '☖', '▼', '▽'];

/// How moves are written here.
pub const STYLE: Japanese = Japanese {
    marks: Marks::Triangles,
    ..Japanese::OFFICIAL
};

/// A move as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Written {
    /// The target, `None` for 同.
    to: Option<Square>,
    kind: Kind,
    promoted: bool,
    /// 左, 右 or 直.
    place: Option<char>,
    /// 上, 寄 or 引.
    motion: Option<char>,
    drop: bool,
    /// 成 or 不成.
    promote: Option<bool>,
}

impl Written {
    fn read(text: &str) -> Result<Self, KifReason> {
        let (to, rest) = match text.strip_prefix('同') {
            Some(rest) => (None, rest.trim_start()),
            None => {
                let expected = mark!("a square or 同");
                let (to, rest) =
                    square(text).ok_or_else(|| KifReason::unexpected(expected, text))?;
                (Some(to), rest)
            }
        };
        let (kind, promoted, rest) = strip_move_name(rest)
            .ok_or_else(|| KifReason::unexpected(mark!("the name of a piece"), rest))?;
        let mut written = Self {
            to,
            kind,
            promoted,
            place: None,
            motion: None,
            drop: false,
            promote: None,
        };
        let mut rest = rest.trim();
        while let Some(sign) = rest.chars().next() {
            let (taken, free) = match sign {
                '左' | '右' | '直' => (sign, written.place.replace(sign).is_none()),
                // Older books say 行 and 下.
                '上' | '行' => (sign, written.motion.replace('上').is_none()),
                '引' | '下' => (sign, written.motion.replace('引').is_none()),
                '寄' => (sign, written.motion.replace('寄').is_none()),
                '打' => (sign, !std::mem::replace(&mut written.drop, true)),
                '成' => (sign, written.promote.replace(true).is_none()),
                '不' if rest.starts_with("不成") => {
                    rest = &rest['不'.len_utf8()..];
                    ('成', written.promote.replace(false).is_none())
                }
                _ => ('\0', false),
            };
            if !free {
                let expected = mark!("右 左 直 上 寄 引 成 不成 打, each once, or the next move");
                return Err(KifReason::unexpected(expected, rest));
            }
            rest = &rest[taken.len_utf8()..];
        }
        Ok(written)
    }

    /// Whether a legal move is what the words say, whichever piece of that name makes it.
    fn fits(&self, position: &Position, mv: Move, to: Square) -> bool {
        if mv.to() != to {
            return false;
        }
        let Move::Board { from, promote, .. } = mv else {
            let plain = !self.promoted && self.place.is_none() && self.motion.is_none();
            return matches!(mv, Move::Drop { kind, .. } if kind == self.kind)
                && plain
                && self.promote.is_none();
        };
        let piece = Piece {
            color: position.side(),
            kind: self.kind,
            promoted: self.promoted,
        };
        !self.drop
            && position.piece_at(from) == Some(piece)
            && promote == self.promote.unwrap_or(false)
            && self.goes(piece, from, to)
    }

    /// Whether a way is one that 左右直 and 上寄引 allow. For rooks and bishops 左 and 右 tell them
    /// from one another, not from the target: that only the whole words can say.
    fn goes(&self, piece: Piece, from: Square, to: Square) -> bool {
        let rank = |square: Square| piece.color.relative_rank(square.rank());
        let file = |square: Square| piece.color.relative_rank(square.file());
        let motion = match rank(to).cmp(&rank(from)) {
            std::cmp::Ordering::Less => '上',
            std::cmp::Ordering::Equal => '寄',
            std::cmp::Ordering::Greater => '引',
        };
        // Black sees the higher files at the left, White the lower ones.
        let place = match file(from).cmp(&file(to)) {
            std::cmp::Ordering::Less => '右',
            std::cmp::Ordering::Greater => '左',
            std::cmp::Ordering::Equal => '直',
        };
        let pair = matches!(piece.kind, Kind::Rook | Kind::Bishop);
        self.motion.is_none_or(|told| told == motion)
            && (pair || self.place.is_none_or(|told| told == place))
    }
}

/// The legal move that a text without its mark tells; `last` is the square that the move before it
/// went to.
pub fn resolve(text: &str, position: &Position, last: Option<Square>) -> Result<Move, KifReason> {
    let written = Written::read(text)?;
    let to = written.to.or(last).ok_or(KifReason::NothingBefore)?;
    let mut fitting: Vec<Move> = position
        .legal_moves()
        .into_iter()
        .filter(|&mv| written.fits(position, mv, to))
        .collect();
    // Where a piece of the board can go there, only 打 means a drop.
    if !written.drop && fitting.iter().any(|mv| !mv.is_drop()) {
        fitting.retain(|mv| !mv.is_drop());
    }
    if let &[only] = &fitting[..] {
        return Ok(only);
    }
    let style = Japanese {
        marks: Marks::None,
        ..STYLE
    };
    let mut exact = fitting.iter().filter(|&&mv| {
        let words = style.write(position, mv, None);
        let official = words.and_then(|words| Written::read(&words).ok());
        official.is_some_and(|official| {
            let to = written.to.or(official.to);
            let promote = written.promote.or(official.promote.filter(|&yes| !yes));
            official
                == Written {
                    to,
                    promote,
                    ..written
                }
        })
    });
    match (exact.next(), fitting.is_empty()) {
        (Some(&mv), _) if exact.next().is_none() => Ok(mv),
        (_, true) => Err(KifReason::Illegal(text.trim().to_owned())),
        _ => Err(KifReason::Ambiguous(text.trim().to_owned())),
    }
}
