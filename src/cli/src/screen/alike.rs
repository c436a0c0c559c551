//! Why a problem is alike, in words.

use crate::screen::pieces::{name, owned};
use crate::screen::text::counted;
use crate::screen::why::both;
use answers::InWords;
use features::alike::{Difference, Likeness, Near, Placed, Relation};
use shogi::{Color, Hand, Piece};
use words::{Language, language, say, word};

/// Why it is alike.
pub fn why(near: &Near, relation: Option<&Relation>) -> String {
    let likeness = near.likeness;
    let mut parts = Vec::new();
    match (likeness, relation) {
        (Likeness::Image, Some(relation)) => {
            let how = words::list(&ways(relation));
            parts.push(say!("its image: {how}", how));
        }
        (Likeness::OnePiece, Some(relation)) => {
            let what = relation.difference.map(difference).unwrap_or_default();
            parts.push(say!("one piece different 一枚違い: {what}", what));
        }
        _ => parts.push(likeness.in_words()),
    }
    if let Some(relation) = relation {
        if likeness >= Likeness::SameLine {
            let apart = near.apart.into();
            parts.push(counted(apart, "piece different", "pieces different"));
        } else {
            parts.extend(hands(relation));
        }
        if likeness > Likeness::Image && likeness < Likeness::SameLine {
            parts.extend(ways(relation).into_iter().map(str::to_owned));
            parts.extend(moved(relation.shift));
        }
    }
    if likeness < Likeness::SameLine && likeness > Likeness::Image {
        let line = match (near.other_line, near.other_idea) {
            (false, _) => Some(word!("the same line 同手順")),
            (true, false) => Some(word!("the same idea 同じ筋")),
            (true, true) => None,
        };
        parts.extend(line.map(str::to_owned));
    }
    parts.join(" · ")
}

fn ways(relation: &Relation) -> Vec<&'static str> {
    let mirrored = relation.mirrored.then(|| word!("mirrored 左右反転"));
    let turned = relation.turned.then(|| word!("sides exchanged 先後反転"));
    mirrored.into_iter().chain(turned).collect()
}

/// Where it stands from here.
fn moved((files, ranks): (i8, i8)) -> Option<String> {
    let (left, down) = (files.unsigned_abs().into(), ranks.unsigned_abs().into());
    let files = match files {
        0 => None,
        1.. => Some(counted(left, "file to the left", "files to the left")),
        _ => Some(counted(left, "file to the right", "files to the right")),
    };
    let ranks = match ranks {
        0 => None,
        1.. => Some(counted(down, "rank down", "ranks down")),
        _ => Some(counted(down, "rank up", "ranks up")),
    };
    let far: Vec<String> = files.into_iter().chain(ranks).collect();
    (!far.is_empty()).then(|| say!("moved by {far}", far = words::list(&far)))
}

/// What differs in the hands.
fn hands(relation: &Relation) -> Vec<String> {
    let more = (!relation.more.is_empty()).then(|| {
        say!(
            "in hand only there: {pieces}",
            pieces = in_hand(relation.more)
        )
    });
    let fewer = (!relation.fewer.is_empty()).then(|| {
        say!(
            "in hand only here: {pieces}",
            pieces = in_hand(relation.fewer)
        )
    });
    let set = relation
        .other_set
        .then(|| say!("a different set of pieces 駒不足"));
    [more, fewer, set].into_iter().flatten().collect()
}

fn in_hand(hand: Hand) -> String {
    let pieces = hand.iter().filter(|&(_, count)| count > 0);
    let pieces: Vec<String> = pieces
        .map(|(kind, count)| {
            let piece = name(Piece::plain(Color::Black, kind));
            match (count, language()) {
                (1, _) => piece,
                (_, Language::English) => format!("{count} × {piece}"),
                (_, Language::Japanese) => format!("{piece}{count}枚"),
            }
        })
        .collect();
    words::list(&pieces)
}

/// The piece that is different.
fn difference(is: Difference) -> String {
    let placed = |is: Option<Placed>| match is {
        None => say!("nothing"),
        Some(is) => {
            let color = match is.attacks {
                true => Color::Black,
                false => Color::White,
            };
            let (piece, square) = (owned(Piece { color, ..is.piece }), both(is.square));
            say!("{piece} on {square}", piece, square)
        }
    };
    let (here, there) = (placed(is.here), placed(is.there));
    say!("here {here}, there {there}", here, there)
}
