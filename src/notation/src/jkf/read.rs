//! A file, read.

use serde_json::Value;
use shogi::{Color, HandReading, Handicap, Kind, Move, Piece, Position, Setup, Square};

use super::shape::{self, Board, Data, Entry, File};
use super::{JkfReason, OTHER, PRESETS, number};
use crate::csa::names::piece_of;
use crate::exchange::{JsonFault, Reason};
use crate::ki2::moves::{Resolved, resolve};
use crate::kif::KifReason;
use crate::names::{digit, move_name, numeral};
use crate::notice::{EndOfMoves, Notice, Oddity, missing, stops};
use crate::problem::{self, HandAgainst};
use crate::record::{Comment, Ending, Header, Record, RecordLine, Time, Variation, is_foul};

/// The text of a file.
pub fn read(text: &str, hands: HandReading) -> Result<(Record, Vec<Notice>), Reason> {
    let file: File = serde_json::from_str(text).map_err(|error| JsonFault::new(&error))?;
    if file.moves.is_none() && file.initial.is_none() {
        return Err(JkfReason::Nothing.into());
    }
    let headers: Vec<Header> = file.header.0.into_iter().filter_map(header).collect();
    let (start, notice) = start(file.initial, &headers, hands)?;
    let mut reader = Reader {
        variations: Vec::new(),
        notices: notice.into_iter().collect(),
    };
    let mut path = vec![(start.clone(), None)];
    let main = reader.line(file.moves.unwrap_or_default(), &mut path, 1, Place::Main)?;
    let record = Record {
        headers,
        start,
        main,
        variations: reader.variations,
    };
    let mut notices = reader.notices;
    notices.extend(stops(&record, 1, EndOfMoves::Unsaid));
    Ok((record, notices))
}

/// A header; `null` is none.
fn header((key, value): (String, Value)) -> Option<Header> {
    let value = match value {
        Value::Null => return None,
        Value::String(text) => text,
        other => other.to_string(),
    };
    Some(Header { key, value })
}

fn start(
    initial: Option<shape::Initial>,
    headers: &[Header],
    hands: HandReading,
) -> Result<(Position, Option<Notice>), Reason> {
    let Some(initial) = initial else {
        return Ok((position(&Handicap::Even.setup())?, None));
    };
    let preset = PRESETS.iter().find(|(name, _)| *name == initial.preset);
    if let Some((_, handicap)) = preset {
        return Ok((position(&handicap.setup())?, None));
    }
    let data = initial.data.filter(|_| initial.preset == OTHER);
    let data = data.ok_or(JkfReason::Preset(initial.preset))?;
    let (mut setup, is_written) = setup(data)?;
    let attacker = setup.attacker();
    let is_problem = problem::is_problem(headers, &setup);
    let hand = HandAgainst {
        in_problem: is_problem,
        is_written,
    };
    setup
        .read_hand_against(attacker, hand.reading(hands))
        .map_err(KifReason::from)?;
    let start = position(&setup)?;
    let notice = is_problem.then(|| missing(&start, 1, hands)).flatten();
    Ok((start, notice))
}

/// A position, and whether it tells what is in hand.
fn setup(data: Data) -> Result<(Setup, bool), Reason> {
    let mut setup = Setup::empty(color(data.color)?);
    if let Board::Files(files) = data.board {
        for (file, squares) in (1..).zip(files) {
            for (rank, square) in (1..).zip(squares) {
                let Some(square) = square else { continue };
                let Some(kind) = square.kind else { continue };
                let (kind, promoted) = piece(&kind)?;
                let place = Square::new(file, rank);
                let place = place.ok_or(JkfReason::Square { file, rank })?;
                let color = color(square.color.unwrap_or_default())?;
                setup.board[place.index()] = Some(Piece {
                    color,
                    kind,
                    promoted,
                });
            }
        }
    }
    let is_told = data.hands.is_some();
    let sides = [Color::Black, Color::White];
    for (side, hand) in sides.into_iter().zip(data.hands.into_iter().flatten()) {
        for (name, count) in hand.into_iter().filter(|(_, count)| *count > 0) {
            let (kind, promoted) = piece(&name)?;
            let put = setup.hands[side].set(kind, count);
            if promoted || put.is_err() {
                return Err(JkfReason::Hand { piece: name, count }.into());
            }
        }
    }
    Ok((setup, is_told))
}

fn position(setup: &Setup) -> Result<Position, Reason> {
    Ok(Position::try_from(setup).map_err(KifReason::from)?)
}

fn color(number: u8) -> Result<Color, Reason> {
    match number {
        0 => Ok(Color::Black),
        1 => Ok(Color::White),
        _ => Err(JkfReason::Color(number).into()),
    }
}

fn piece(name: &str) -> Result<(Kind, bool), Reason> {
    piece_of(name).ok_or_else(|| JkfReason::Piece(name.to_owned()).into())
}

/// A position on the way to a move, and the square that the move before it went to.
type Node = (Position, Option<Square>);

/// Where a line belongs.
#[derive(Clone, Copy)]
enum Place {
    Main,
    /// A variation, and the line it leaves.
    Variation(Option<usize>),
}

struct Reader {
    variations: Vec<Variation>,
    notices: Vec<Notice>,
}

impl Reader {
    /// Reads a line from the positions before it, then those that leave it: the last to leave first, as in KIF files. Each
    /// goes on from a part of the one path, which is shorter behind it.
    fn line(
        &mut self,
        entries: Vec<Entry>,
        path: &mut Vec<Node>,
        first_ply: usize,
        place: Place,
    ) -> Result<RecordLine, Reason> {
        let mut line = RecordLine {
            first_ply,
            ..RecordLine::main(Vec::new())
        };
        let mut forks = Vec::new();
        for mut entry in entries {
            let ply = line.end_ply() + 1;
            if let Some(others) = entry.forks.take() {
                forks.push((ply, others));
            }
            self.entry(entry, &mut line, path)
                .map_err(|reason| at(ply, reason))?;
        }
        if let Some(mv) = line
            .foul
            .filter(|_| !line.ending.as_ref().is_some_and(Ending::is_foul))
        {
            let why = path.last().map(|(position, _)| illegal(position, mv));
            let why = why.unwrap_or(KifReason::AfterTheEnd);
            return Err(at(line.last_ply() + 1, why.into()));
        }
        let says_nothing = line.end_ply() < first_ply;
        let own = match place {
            Place::Main => None,
            Place::Variation(_) if says_nothing => {
                let what = Oddity::LeftAside("forks".to_owned());
                self.notices.push(Notice { line: 1, what });
                None
            }
            Place::Variation(parent) => {
                self.variations.push(Variation {
                    parent,
                    line: line.clone(),
                });
                Some(self.variations.len() - 1)
            }
        };
        for (ply, others) in forks.into_iter().rev() {
            // What stands in place of a variation's first move leaves the line that this one leaves.
            let parent = match place {
                Place::Variation(parent) if ply == first_ply => parent,
                _ => own,
            };
            for other in others {
                path.truncate(ply);
                if path.len() < ply {
                    return Err(at(ply, KifReason::AfterTheEnd.into()));
                }
                self.line(other, path, ply, Place::Variation(parent))?;
            }
        }
        Ok(line)
    }

    fn entry(
        &mut self,
        entry: Entry,
        line: &mut RecordLine,
        path: &mut Vec<Node>,
    ) -> Result<(), Reason> {
        if (entry.mv.is_some() || entry.special.is_some()) && line.ending.is_some() {
            return Err(KifReason::AfterTheEnd.into());
        }
        let Some((position, last)) = path.last() else {
            return Ok(());
        };
        let mut side = position.side();
        if let Some(told) = entry.mv {
            if let Some(foul) = line.foul {
                return Err(illegal(position, foul).into());
            }
            let mv = self.mv(&told, position, *last)?;
            if told.color.is_some_and(|color| color != number(side)) {
                let what = Oddity::OtherSide(mv.to_string());
                self.notices.push(Notice { line: 1, what });
            }
            match position.try_play(mv) {
                Some(next) => {
                    side = next.side();
                    path.push((next, Some(mv.to())));
                    line.moves.push(mv);
                }
                None if is_foul(position, mv) => {
                    line.foul = Some(mv);
                }
                None => return Err(illegal(position, mv).into()),
            }
        }
        if let Some(word) = entry.special {
            let side = line.side_at_end(side);
            let ending = match word.as_str() {
                // Before a file is made uniform it does not say whose foul it was.
                "ILLEGAL_ACTION" => Ending::WonByFoul,
                word => Ending::of_csa(word, side),
            };
            if let Ending::Other(word) = &ending {
                let what = Oddity::UnknownEnding(word.clone());
                self.notices.push(Notice { line: 1, what });
            }
            line.ending = Some(ending);
        }
        let ply = line.end_ply();
        if let Some(now) = entry
            .time
            .and_then(|time| time.now)
            .filter(|_| ply >= line.first_ply && line.time(ply).is_none())
        {
            let ms = now.ms();
            line.times.push(Time { ply, ms });
        }
        let comments = entry.comments.into_iter().flatten();
        line.comments
            .extend(comments.map(|text| Comment { ply, text }));
        Ok(())
    }

    /// A move: with its origin, or as books tell it.
    fn mv(
        &mut self,
        told: &shape::Move,
        position: &Position,
        last: Option<Square>,
    ) -> Result<Move, Reason> {
        let square = |place: shape::Place| {
            Square::new(place.x, place.y).ok_or(JkfReason::Square {
                file: place.x,
                rank: place.y,
            })
        };
        let to = match told.to {
            Some(to) => square(to)?,
            None => last.ok_or(KifReason::NothingBefore)?,
        };
        let named = told.piece.as_deref().map(piece).transpose()?;
        let Some(from) = told.from else {
            let Some((kind, promoted)) = named else {
                return Err(JkfReason::NoPiece.into());
            };
            let mut text = String::new();
            text.extend(digit(to.file()));
            text.extend(numeral(to.rank()));
            text.push_str(&move_name(kind, promoted));
            for letter in told.relative.iter().flat_map(|relative| relative.chars()) {
                text.push(match letter {
                    'L' => '左',
                    'C' => '直',
                    'R' => '右',
                    'U' => '上',
                    'M' => '寄',
                    'D' => '引',
                    'H' => '打',
                    _ => {
                        return Err(JkfReason::Relative(letter).into());
                    }
                });
            }
            match told.promote {
                Some(true) => text.push('成'),
                Some(false) => text.push_str("不成"),
                None => {}
            }
            return Ok(match resolve(&text, position, last)? {
                Resolved::Legal(mv) | Resolved::Foul(mv) => mv,
                Resolved::ByLawAlone(mv) => {
                    let what = Oddity::Ambiguous(text);
                    self.notices.push(Notice { line: 1, what });
                    mv
                }
            });
        };
        let from = square(from)?;
        let stands = position
            .piece_at(from)
            .filter(|stands| stands.color == position.side());
        // Before a file is made uniform its pieces may be as they are behind the move.
        let promote = match (stands, named) {
            (Some(_), None) => told.promote.unwrap_or_default(),
            (Some(stands), Some(named)) if (stands.kind, stands.promoted) == named => {
                told.promote.unwrap_or_default()
            }
            (Some(stands), Some((kind, true))) if stands.kind == kind => true,
            (_, named) => {
                let piece = named.map_or_else(
                    || "?".to_owned(),
                    |(kind, promoted)| move_name(kind, promoted),
                );
                return Err(KifReason::NoSuchPiece { piece, from }.into());
            }
        };
        Ok(Move::Board { from, to, promote })
    }
}

fn at(ply: usize, reason: Reason) -> Reason {
    match reason {
        reason @ Reason::AtMove { .. } => reason,
        reason => Reason::AtMove {
            ply,
            reason: Box::new(reason),
        },
    }
}

/// That a move is against the rules, and why.
fn illegal(position: &Position, mv: Move) -> KifReason {
    KifReason::Illegal {
        text: mv.to_string(),
        why: position.foul(mv),
    }
}
