//! Random records.

use notation::record::{Comment, Ending, Record, RecordLine, Time, Variation, is_foul, keys};
use shogi::{Kind, Move, Position, Square};

use testkit::{Crowd, Rng, random_position};

/// What random records are like.
pub struct Sort {
    /// So many moves the main line has at most.
    pub plies: fn(&mut Rng) -> usize,
    /// A variation leaves a line once in so many plies.
    pub fork_one_in: usize,
    /// Once in so many moves one is drawn that another piece of its kind could make, too.
    pub rival_one_in: usize,
    /// How often a move, the start or an ending has comments: once in so many.
    pub comment_one_in: usize,
    /// The text of a comment.
    pub comment: fn(&mut Rng) -> String,
    /// A record is a tree that other programs know, too: no variation begins with the move or the ending of another line,
    /// takes the place of nothing, or has a comment before its first move; and fouls are such as can be made at a board.
    pub is_plain_tree: bool,
}

/// Short records, with many variations.
const SHORT: Sort = Sort {
    plies: |_| 12,
    fork_one_in: 5,
    rival_one_in: usize::MAX,
    comment_one_in: 6,
    // No line break: one comment stays one.
    comment: |rng| words(rng).replace('\n', " "),
    is_plain_tree: false,
};

/// A random line of at most `plies` moves, the first of which is none of `taken`.
fn random_line(
    rng: &mut Rng,
    sort: &Sort,
    start: &Position,
    plies: usize,
    taken: &[Move],
) -> Vec<Move> {
    let mut position = start.clone();
    let mut moves = Vec::new();
    while moves.len() < plies {
        let mut legal = position.legal_moves();
        legal.sort_unstable();
        if moves.is_empty() {
            legal.retain(|mv| !taken.contains(mv));
        }
        if rng.one_in(sort.rival_one_in) {
            let told = |mv: Move| {
                let from = mv.from()?;
                Some((mv.to(), position.piece_at(from)))
            };
            let is_rival = |mv: Move| {
                let mut others = legal.iter().filter(|&&other| other.from() != mv.from());
                told(mv).is_some() && others.any(|&other| told(other) == told(mv))
            };
            let rivals: Vec<Move> = legal.iter().copied().filter(|&mv| is_rival(mv)).collect();
            if !rivals.is_empty() {
                legal = rivals;
            }
        }
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

/// Words that look like something else.
pub fn words(rng: &mut Rng) -> String {
    WORDS[rng.below(WORDS.len())].to_owned()
}

/// Comments and times, from the move with the number `first` on.
fn comments(rng: &mut Rng, sort: &Sort, line: &mut RecordLine, first: usize) {
    for ply in first..=line.end_ply() {
        if rng.one_in(sort.comment_one_in) {
            let text = (sort.comment)(rng);
            line.comments.push(Comment { ply, text });
        }
        if ply >= line.first_ply && rng.one_in(4) {
            let ms = 1000 * rng.below(9000) as u64;
            line.times.push(Time { ply, ms });
        }
    }
}

/// How a line ends, behind `before`: with an ending of any kind, perhaps with a foul.
fn end(rng: &mut Rng, sort: &Sort, line: &mut RecordLine, before: &Position) {
    let all: Vec<Ending> = Ending::all().collect();
    let ending = all[rng.below(all.len())].clone();
    if ending.is_foul() {
        let mut last = before.clone();
        for &mv in &line.moves {
            last = last.play(mv);
        }
        line.foul = random_foul(rng, sort, &last);
    }
    line.ending = Some(ending);
}

/// A move against the rules, if one is found soon.
fn random_foul(rng: &mut Rng, sort: &Sort, position: &Position) -> Option<Move> {
    let squares: Vec<Square> = Square::all().collect();
    let square = |rng: &mut Rng| squares[rng.below(squares.len())];
    for _ in 0..40 {
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
        if is_foul(position, mv) && (!sort.is_plain_tree || can_be_made(position, mv)) {
            return Some(mv);
        }
    }
    None
}

/// Whether somebody at a board could make a move: with a piece that is there, to where it can be put.
fn can_be_made(position: &Position, mv: Move) -> bool {
    let side = position.side();
    let there = position.piece_at(mv.to());
    match mv {
        Move::Drop { kind, .. } => there.is_none() && position.hand(side).count(kind) > 0,
        Move::Board { .. } => there.is_none_or(|it| it.color != side && it.kind != Kind::King),
    }
}

/// A random record from a random position, with nested variations in the order of files.
pub fn random_record(rng: &mut Rng, crowd: &Crowd) -> Record {
    let start = random_position(rng, crowd);
    let mut record = record_from(rng, &SHORT, start);
    record.set_header(keys::TITLE, "題");
    record.set_header("備考", "一：二");
    record
}

/// A random record, with nested variations in the order of files.
pub fn record_from(rng: &mut Rng, sort: &Sort, start: Position) -> Record {
    let plies = (sort.plies)(rng);
    let moves = random_line(rng, sort, &start, plies, &[]);
    let mut record = Record::new(start, moves);
    if rng.one_in(2) {
        let start = record.start.clone();
        end(rng, sort, &mut record.main, &start);
    }
    comments(rng, sort, &mut record.main, 0);
    fork(rng, sort, &mut record, None, 1);
    record
}

/// What lines have at `ply`, those that leave `parent` there and itself: moves, and whether one ends.
fn taken(record: &Record, parent: Option<usize>, ply: usize) -> (Vec<Move>, bool) {
    let left = match parent {
        None => &record.main,
        Some(index) => &record.variations[index].line,
    };
    let leaving = record.variations.iter();
    let leaving = leaving.filter(|is| is.parent == parent && is.line.first_ply == ply);
    let lines = leaving.map(|is| &is.line).chain([left]);
    let (mut moves, mut ends) = (Vec::new(), false);
    for line in lines {
        match line.moves.get(ply - line.first_ply) {
            Some(&mv) => moves.push(mv),
            None => ends |= line.ending.is_some(),
        }
    }
    (moves, ends)
}

fn fork(rng: &mut Rng, sort: &Sort, record: &mut Record, parent: Option<usize>, depth: usize) {
    let left = match parent {
        None => &record.main,
        Some(index) => &record.variations[index].line,
    };
    let first = left.first_ply + usize::from(parent.is_some());
    for ply in (first..=left.last_ply() + 1).rev() {
        if depth > 3 || !rng.one_in(sort.fork_one_in) {
            continue;
        }
        let (taken, ends) = taken(record, parent, ply);
        if sort.is_plain_tree && taken.is_empty() && !ends {
            continue;
        }
        let mut moves = match parent {
            None => record.main.moves.clone(),
            Some(index) => record.moves_with(index).unwrap(),
        };
        moves.truncate(ply - 1);
        let start = record.start.clone();
        let before = moves.iter().fold(start, |position, &mv| position.play(mv));
        let taken = match sort.is_plain_tree {
            true => taken,
            false => Vec::new(),
        };
        let mut line = RecordLine::main(random_line(rng, sort, &before, 5, &taken));
        line.first_ply = ply;
        if line.moves.is_empty() && ends && sort.is_plain_tree {
            continue;
        }
        if line.moves.is_empty() || rng.one_in(3) {
            end(rng, sort, &mut line, &before);
        }
        let first = if sort.is_plain_tree { ply } else { ply - 1 };
        comments(rng, sort, &mut line, first);
        record.variations.push(Variation { parent, line });
        let index = record.variations.len() - 1;
        fork(rng, sort, record, Some(index), depth + 1);
    }
}
