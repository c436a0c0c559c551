//! A record, written.

use std::collections::{BTreeMap, HashSet};

use serde_json::Value;
use shogi::{Color, Handicap, Kind, Move, Piece, Position, Setup, Square};

use super::shape::{self, Board, Data, Entry, File, Initial, Place, Times};
use super::{OTHER, PRESETS, number};
use crate::csa::names::piece_name;
use crate::members::Members;
use crate::record::{Record, RecordLine};
use crate::{Japanese, Marks, Style};

/// So deep variations may leave each other: readers of JSON have their limits.
const DEEPEST: usize = 24;

/// Whether a variation leaves others too often to be written.
pub fn is_too_deep(record: &Record, variation: usize) -> bool {
    let mut next = Some(variation);
    let mut depth = 0;
    while let Some(index) = next {
        depth += 1;
        if depth > DEEPEST {
            return true;
        }
        next = record.variations.get(index).and_then(|is| is.parent);
    }
    false
}

/// The text of a file.
pub fn write(record: &Record) -> String {
    // A reader keeps one value for each key.
    let mut told = HashSet::new();
    let first = record.headers.iter().filter(|is| told.insert(&is.key));
    let header = first.map(|is| (is.key.clone(), Value::String(is.value.clone())));
    let header: Vec<(String, Value)> = header.collect();
    let leaving = Leaving::of(record);
    let mut moves = vec![Entry {
        comments: comments(&record.main.comments_by_ply(), 0),
        ..Entry::default()
    }];
    let start = Node {
        position: record.start.clone(),
        last: None,
        sums: [0; 2],
    };
    moves.extend(entries(record, &leaving, None, &record.main, start));
    let file = File {
        header: Members(header),
        initial: Some(initial(&Setup::from(&record.start))),
        moves: Some(moves),
    };
    // Strings and numbers in structs: there is nothing that JSON does not have.
    let mut text = serde_json::to_string(&file).unwrap_or_default();
    text.push('\n');
    text
}

fn initial(start: &Setup) -> Initial {
    let handicap = Handicap::of(start).filter(|handicap| handicap.setup() == *start);
    let preset = handicap.and_then(|handicap| PRESETS.iter().find(|(_, is)| *is == handicap));
    if let Some((name, _)) = preset {
        return Initial {
            preset: (*name).to_owned(),
            data: None,
        };
    }
    let square = |file, rank| {
        let piece = Square::new(file, rank).and_then(|square| start.board[square.index()]);
        Some(
            piece.map_or_else(shape::Square::default, |piece| shape::Square {
                color: Some(number(piece.color)),
                kind: Some(piece_name(piece.kind, piece.promoted).to_owned()),
            }),
        )
    };
    let hand = |color: Color| -> BTreeMap<String, u32> {
        let count = |kind: Kind| u32::from(start.hands[color].count(kind));
        let kinds = Kind::HAND.into_iter();
        kinds
            .map(|kind| (piece_name(kind, false).to_owned(), count(kind)))
            .collect()
    };
    let file = |file| (1..=9).map(|rank| square(file, rank)).collect();
    Initial {
        preset: OTHER.to_owned(),
        data: Some(Data {
            color: number(start.side),
            board: Board::Files((1..=9).map(file).collect()),
            hands: Some([hand(Color::Black), hand(Color::White)]),
        }),
    }
}

/// The variations that leave the main line (first), and each variation, by the ply at which they do.
struct Leaving(Vec<BTreeMap<usize, Vec<usize>>>);

impl Leaving {
    fn of(record: &Record) -> Self {
        let mut leaving = vec![BTreeMap::<usize, Vec<usize>>::new(); record.variations.len() + 1];
        for (index, variation) in record.variations.iter().enumerate() {
            let place = variation.parent.map_or(0, |parent| parent + 1);
            if let Some(own) = leaving
                .get_mut(place)
                .filter(|_| !is_too_deep(record, index))
            {
                own.entry(variation.line.first_ply).or_default().push(index);
            }
        }
        Self(leaving)
    }
}

#[derive(Clone)]
struct Node {
    position: Position,
    last: Option<Square>,
    sums: [u64; 2],
}

/// The entries of a line, with the lines that leave it.
fn entries(
    record: &Record,
    leaving: &Leaving,
    own: Option<usize>,
    line: &RecordLine,
    mut node: Node,
) -> Vec<Entry> {
    let leaving_here = &leaving.0[own.map_or(0, |index| index + 1)];
    let told = line.comments_by_ply();
    let mut entries = Vec::new();
    let end = line.end_ply();
    for ply in line.first_ply..=end.max(leaving_here.keys().last().copied().unwrap_or(0)) {
        let mut entry = Entry {
            comments: comments(&told, ply),
            ..Entry::default()
        };
        if own.is_some() && ply == line.first_ply {
            // There is no place before the first move of a variation.
            let before = comments(&told, ply - 1).into_iter().flatten();
            let texts: Vec<String> = before.chain(entry.comments.into_iter().flatten()).collect();
            entry.comments = (!texts.is_empty()).then_some(texts);
        }
        if let Some(others) = leaving_here.get(&ply) {
            let forks = others.iter().map(|&index| {
                let other = &record.variations[index].line;
                self::entries(record, leaving, Some(index), other, node.clone())
            });
            entry.forks = Some(forks.collect());
        }
        if let Some(ms) = line.time(ply) {
            let sum = &mut node.sums[ply % 2];
            *sum = sum.saturating_add(ms);
            entry.time = Some(Times {
                now: Some(shape::Time::of_move(ms)),
                total: Some(shape::Time::sum(*sum)),
            });
        }
        if let Some(&mv) = line.moves.get(ply - line.first_ply) {
            entry.mv = mv_of(&node, mv);
            let Some(next) = node.position.try_play(mv) else {
                break;
            };
            node.position = next;
            node.last = Some(mv.to());
        } else if let Some(mv) = line.foul.filter(|_| ply == line.last_ply() + 1) {
            entry.mv = mv_of(&node, mv);
        } else if let Some(ending) = line.ending.as_ref().filter(|_| ply == end) {
            let side = line.side_at_end(node.position.side());
            entry.special = Some(ending.csa_word(side).unwrap_or_else(|| "CHUDAN".to_owned()));
        }
        entries.push(entry);
    }
    entries
}

fn comments(all: &BTreeMap<usize, Vec<&str>>, ply: usize) -> Option<Vec<String>> {
    let own = all.get(&ply)?;
    Some(own.iter().map(|&text| text.to_owned()).collect())
}

fn mv_of(node: &Node, mv: Move) -> Option<shape::Move> {
    let position = &node.position;
    let place = |square: Square| Place {
        x: square.file(),
        y: square.rank(),
    };
    let color = position.side();
    let to = mv.to();
    let stands = match mv {
        Move::Board { from, .. } => position.piece_at(from)?,
        Move::Drop { kind, .. } => Piece::plain(color, kind),
    };
    let promote = match mv {
        Move::Board { from, promote, .. } => {
            (promote || stands.could_promote(from, to)).then_some(promote)
        }
        Move::Drop { .. } => None,
    };
    let captured = position.piece_at(to).filter(|_| !mv.is_drop());
    Some(shape::Move {
        color: Some(number(color)),
        from: mv.from().map(place),
        to: Some(place(to)),
        piece: Some(piece_name(stands.kind, stands.promoted).to_owned()),
        same: (node.last == Some(to)).then_some(true),
        promote,
        capture: captured.map(|piece| piece_name(piece.kind, piece.promoted).to_owned()),
        relative: relative(position, mv),
    })
}

/// The letters for what tells the piece from its like.
fn relative(position: &Position, mv: Move) -> Option<String> {
    let style = Japanese {
        marks: Marks::None,
        style: Style::Official,
    };
    let words = style.told(position, mv);
    let letters = words.chars().filter_map(|sign| match sign {
        '左' => Some('L'),
        '直' => Some('C'),
        '右' => Some('R'),
        '上' => Some('U'),
        '寄' => Some('M'),
        '引' => Some('D'),
        '打' => Some('H'),
        _ => None,
    });
    let letters: String = letters.collect();
    (!letters.is_empty()).then_some(letters)
}
