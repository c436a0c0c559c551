//! Random records.

use notation::record::{Comment, Ending, Line, Record, Time, Variation, is_foul, keys};
use shogi::{Kind, Move, Position, Square};

use testkit::{Crowd, Rng, random_position};

/// A random line of at most `plies` moves.
fn random_line(rng: &mut Rng, start: &Position, plies: usize) -> Vec<Move> {
    let mut position = start.clone();
    let mut moves = Vec::new();
    while moves.len() < plies {
        let mut legal = position.legal_moves();
        legal.sort_unstable();
        if legal.is_empty() {
            break;
        }
        moves.push(legal[rng.below(legal.len())]);
        position = position.play(moves[moves.len() - 1]);
    }
    moves
}

/// What random positions are like.
pub const CROWD: Crowd = Crowd {
    board: 14,
    black_hand: 4,
    two_kings_one_in: 3,
    full_set: true,
    black_to_move: false,
};

const WORDS: [&str; 6] = ["詰上り", " 二行\n目", "", "a：b", "*#&", "変化：3手"];

fn words(rng: &mut Rng) -> String {
    WORDS[rng.below(WORDS.len())].to_owned()
}

fn comments(rng: &mut Rng, line: &mut Line) {
    for ply in line.first_ply - 1..=line.end_ply() {
        if rng.one_in(6) {
            // No line break: one comment stays one.
            let text = words(rng).replace('\n', " ");
            line.comments.push(Comment { ply, text });
        }
        if ply >= line.first_ply && rng.one_in(4) {
            let ms = 1000 * rng.below(9000) as u64;
            line.times.push(Time { ply, ms });
        }
    }
}

/// How a line ends, behind `before`: with an ending of any kind, perhaps with a foul.
fn end(rng: &mut Rng, line: &mut Line, before: &Position) {
    let all: Vec<Ending> = Ending::all().collect();
    let ending = all[rng.below(all.len())].clone();
    if ending.is_foul() {
        let mut last = before.clone();
        for &mv in &line.moves {
            last = last.play(mv);
        }
        line.foul = random_foul(rng, &last);
    }
    line.ending = Some(ending);
}

/// A move against the rules, if one is found soon.
fn random_foul(rng: &mut Rng, position: &Position) -> Option<Move> {
    let squares: Vec<Square> = Square::all().collect();
    let square = |rng: &mut Rng| squares[rng.below(squares.len())];
    for _ in 0..20 {
        let to = square(rng);
        let mv = match rng.one_in(2) {
            true => Move::Drop {
                kind: Kind::HAND[rng.below(7)],
                to,
            },
            false => Move::Board {
                from: square(rng),
                to,
                promote: rng.one_in(2),
            },
        };
        if is_foul(position, mv) {
            return Some(mv);
        }
    }
    None
}

/// A random record with nested variations in the order of files.
pub fn random_record(rng: &mut Rng, crowd: &Crowd) -> Record {
    let start = random_position(rng, crowd);
    let moves = random_line(rng, &start, 12);
    let mut record = Record::new(start, moves);
    record.set_header(keys::TITLE, "題");
    record.set_header("備考", "一：二");
    if rng.one_in(2) {
        let start = record.start.clone();
        end(rng, &mut record.main, &start);
    }
    comments(rng, &mut record.main);
    fork(rng, &mut record, None, 1);
    record
}

fn fork(rng: &mut Rng, record: &mut Record, parent: Option<usize>, depth: usize) {
    let left = match parent {
        None => &record.main,
        Some(index) => &record.variations[index].line,
    };
    let first = left.first_ply + usize::from(parent.is_some());
    for ply in (first..=left.last_ply() + 1).rev() {
        if depth > 3 || !rng.one_in(5) {
            continue;
        }
        let mut moves = match parent {
            None => record.main.moves.clone(),
            Some(index) => record.moves_with(index).unwrap(),
        };
        moves.truncate(ply - 1);
        let start = record.start.clone();
        let before = moves.iter().fold(start, |position, &mv| position.play(mv));
        let mut line = Line::main(random_line(rng, &before, 5));
        line.first_ply = ply;
        if line.moves.is_empty() || rng.one_in(3) {
            end(rng, &mut line, &before);
        }
        comments(rng, &mut line);
        record.variations.push(Variation { parent, line });
        let index = record.variations.len() - 1;
        fork(rng, record, Some(index), depth + 1);
    }
}
