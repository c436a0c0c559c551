//! 推敲: small changes that make a problem stricter and leave its line alone.

use hashbrown::HashSet;
use rayon::prelude::*;

use super::around::{Around, is_open};
use super::change::Change;
use super::conditions::Conditions;
use super::counts::Category;
use super::pipeline::{CompleteProblem, Examiner};
use super::vary::all_pieces;
use shogi::{Color, Hand, Kind, Move, Piece, Position, Setup, Square};
use tsume::judge::Report;
use tsume::judge::report::Counts;
use tsume::solve::Task;

/// A piece is moved by so many files and ranks at most, and added as near to a square of the king's path.
const NEAR: i8 = 2;

/// A number that is to be small.
type Count = fn(&Counts) -> Option<u32>;

/// What is compared before the number of pieces, the gravest first, with the names of the columns:
/// superfluous pieces (余剰駒), which no rule of minimal problems has; what the strictest rule forbids; then
/// other moves of the attacker, then those of the defender. Second solutions inside variations (変別) are
/// harmless and not among them.
pub const BLEMISHES: [(&str, Count); 8] = [
    ("superfluous", |is| is.flaws.superfluous.map(u32::from)),
    ("promotion_duals", |is| {
        is.flaws.promotion_duals.map(u32::from)
    }),
    ("longer_at_last", |is| {
        is.flaws.longer_at_last.map(u32::from)
    }),
    ("equal_at_last", |is| is.flaws.equal_at_last.map(u32::from)),
    ("final_drop_choice", |is| {
        is.flaws.final_drop_choice.map(u32::from)
    }),
    ("final_promotion_choice", |is| {
        is.flaws.final_promotion_choice.map(u32::from)
    }),
    ("equal_variations", |is| {
        is.flaws.equal_variations.map(u32::from)
    }),
    ("interposition_choices", |is| {
        is.interposition_choices.map(u32::from)
    }),
];

/// How far a problem is from the strictest one: its [`BLEMISHES`], then its pieces on the board and in the
/// attacker's hand, kings left aside. Compared number by number, the first that differs decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Strictness {
    /// The blemishes, in the order of [`BLEMISHES`].
    pub blemishes: [u32; BLEMISHES.len()],
    /// The pieces.
    pub pieces: u32,
}

impl Strictness {
    /// That of a judged problem. Where limits left something open, the numbers are the least possible;
    /// `None` where nothing is known.
    pub fn of(report: &Report, setup: &Setup) -> Option<Self> {
        let counts = report.flaws.as_ref()?;
        let kings = setup.count_on_board(Kind::King);
        let on_board = setup.pieces().count() as u32 - kings;
        Some(Self {
            blemishes: BLEMISHES.map(|(_, count)| count(counts).unwrap_or(0)),
            pieces: on_board + setup.hands.black.len(),
        })
    }

    fn of_judged(judged: &CompleteProblem) -> Option<Self> {
        Self::of(&judged.report, &Setup::from(&judged.task.position))
    }
}

/// What came of making a problem stricter.
#[derive(Clone, Debug)]
pub struct Stricter {
    /// The last problem.
    pub problem: CompleteProblem,
    /// The changes of one piece.
    pub changes: Vec<Change>,
    /// Changes to the last problem of which a limit left open whether they would make it stricter.
    pub open: u64,
}

/// Makes a 完全作 stricter by one small change after the other for as long as there is one: each result is
/// a 完全作 within the conditions with the same main line, played by the same pieces, whose [`Strictness`]
/// is less and has nothing left open.
///
/// Tried are, in this order, from square to square: a piece taken away; moved by at most two files and
/// ranks; exchanged for another one of either side, promoted or not; a piece added within two files and
/// ranks of a square of the king's path. The attacker's hand is what the line drops and does not capture:
/// where a change adds a piece to what it captures, one in hand is given up for it, and the other way
/// round. The first change that helps is made. A problem without blemishes can only lose pieces, and
/// nothing else is tried.
///
/// What comes out depends on the problem, the conditions and the cost, not on threads; after a stop it is
/// what was reached by then.
pub fn stricter(problem: CompleteProblem, wanted: &Conditions, around: &Around) -> Stricter {
    let mut made = Stricter {
        problem,
        changes: Vec::new(),
        open: 0,
    };
    let Some(mut strictness) = Strictness::of_judged(&made.problem) else {
        return made;
    };
    while !around.stopped() {
        let line = KeptLine::of(&made.problem);
        let changes = changes(&line, &strictness);
        let tried: Vec<Option<Outcome>> = first_better(&changes, &line, strictness, wanted, around);
        made.open = 0;
        let mut better = None;
        for (outcome, change) in tried.into_iter().zip(&changes) {
            match outcome {
                Some(Outcome::Better(problem)) => better = Some((problem, change.what)),
                Some(Outcome::Open) => made.open += 1,
                None => {}
            }
        }
        let Some((problem, what)) = better else {
            break;
        };
        strictness = Strictness::of_judged(&problem).unwrap_or(strictness);
        made.problem = *problem;
        made.changes.push(what);
    }
    made
}

/// What a change that plays the same line comes to, where that is of interest.
enum Outcome {
    /// A stricter problem.
    Better(Box<CompleteProblem>),
    /// A limit was reached.
    Open,
}

/// So many changes are tried before it is looked whether one of them helps.
const BLOCK: usize = 64;

/// The outcomes in the order of the changes, up to the first that helps.
fn first_better(
    changes: &[Changed],
    line: &KeptLine,
    strictness: Strictness,
    wanted: &Conditions,
    around: &Around,
) -> Vec<Option<Outcome>> {
    let mut outcomes = Vec::new();
    for block in changes.chunks(BLOCK) {
        let judged: Vec<Option<Outcome>> = block
            .par_iter()
            .map_init(
                || around.examiner(),
                |examiner, change| {
                    let judged = judge(change, line, strictness, wanted, around, examiner);
                    outcome(judged, around)
                },
            )
            .collect();
        for outcome in judged {
            let helps = matches!(outcome, Some(Outcome::Better(_)));
            outcomes.push(outcome);
            if helps {
                return outcomes;
            }
        }
        if around.stopped() {
            break;
        }
    }
    outcomes
}

fn outcome(judged: Result<CompleteProblem, Category>, around: &Around) -> Option<Outcome> {
    let open = judged.as_ref().is_err_and(|&is| is_open(is)) && !around.stopped();
    match around.tell(judged) {
        Some(problem) => Some(Outcome::Better(Box::new(problem))),
        None => open.then_some(Outcome::Open),
    }
}

/// The stricter problem that a change makes.
///
/// # Errors
/// The category of anything else; of what is not stricter or has another line [`Category::Unwanted`].
fn judge(
    change: &Changed,
    line: &KeptLine,
    strictness: Strictness,
    wanted: &Conditions,
    around: &Around,
    examiner: &mut Examiner,
) -> Result<CompleteProblem, Category> {
    if around.stopped() {
        return Err(Category::OutOfNodes);
    }
    let position = line.position_of(&change.setup).ok_or(Category::Unwanted)?;
    if !wanted.admit(&position) || !line.is_played_from(&position) {
        return Err(Category::Unwanted);
    }
    let task = Task {
        position,
        attacker: Color::Black,
    };
    examiner.sound_so_far(&task, Some(line.moves.len() as u32))?;
    let judged = examiner.complete(task)?;
    let open = &judged.report.undecided;
    let less = Strictness::of_judged(&judged).is_some_and(|is| is < strictness);
    if judged.report.main_line != line.moves || !less {
        return Err(Category::Unwanted);
    }
    // Flaws inside variations are not compared.
    let known = open.at_last == 0 && open.replies == 0 && open.superfluous.is_empty();
    known.then_some(judged).ok_or(Category::Undecided)
}

/// A board that differs a little; its hands are those of the line.
struct Changed {
    what: Change,
    setup: Setup,
}

/// The line that is to stay.
struct KeptLine {
    start: Position,
    moves: Vec<Move>,
}

impl KeptLine {
    fn of(judged: &CompleteProblem) -> Self {
        Self {
            start: judged.task.position.clone(),
            moves: judged.report.main_line.clone(),
        }
    }

    /// The pieces that a board and the line leave for the attacker's hand: what is dropped and not
    /// captured. `None` if more of a kind is captured than dropped.
    fn hand_with(&self, board: &Setup) -> Option<Hand> {
        let mut board = board.board;
        let mut balance = [0i32; 8];
        for (ply, &mv) in self.moves.iter().enumerate() {
            let attacks = ply % 2 == 0;
            let color = if attacks { Color::Black } else { Color::White };
            let (piece, to) = match mv {
                Move::Drop { kind, to } => {
                    balance[kind as usize] += i32::from(attacks);
                    (Piece::plain(color, kind), to)
                }
                Move::Board { from, to, promote } => {
                    let mut piece = board[from.index()].take()?;
                    piece.promoted |= promote;
                    (piece, to)
                }
            };
            let captured = board[to.index()].replace(piece);
            if let Some(captured) = captured.filter(|_| attacks) {
                balance[captured.kind as usize] -= 1;
            }
        }
        let mut hand = Hand::EMPTY;
        for kind in Kind::HAND {
            let count = u32::try_from(balance[kind as usize]).ok()?;
            hand.set(kind, count).ok()?;
        }
        Some(hand)
    }

    /// The legal position of a board.
    fn position_of(&self, board: &Setup) -> Option<Position> {
        let mut setup = board.clone();
        setup.hands.black = self.hand_with(board)?;
        setup.hands.white = Hand::EMPTY;
        setup.complete_defender_hand(false).ok()?;
        Position::try_from(&setup).ok()
    }

    /// Whether its moves can be played from another position, by the same pieces, the attacker's giving
    /// check.
    fn is_played_from(&self, position: &Position) -> bool {
        let (mut now, mut then) = (position.clone(), self.start.clone());
        self.moves.iter().enumerate().all(|(ply, &mv)| {
            if let Move::Board { from, .. } = mv
                && now.piece_at(from) != then.piece_at(from)
            {
                return false;
            }
            let Some(next) = now.try_play(mv) else {
                return false;
            };
            now = next;
            then = then.play(mv);
            ply % 2 == 1 || now.is_in_check()
        })
    }

    /// The squares of the defender's king, the first one first.
    fn king_path(&self) -> Vec<Square> {
        let mut position = self.start.clone();
        let mut path: Vec<Square> = position.king(Color::White).into_iter().collect();
        for &mv in &self.moves {
            position = position.play(mv);
            let king = position.king(Color::White);
            path.extend(king.filter(|king| !path.contains(king)));
        }
        path
    }
}

/// The changes that are tried, in their order.
fn changes(line: &KeptLine, strictness: &Strictness) -> Vec<Changed> {
    let setup = Setup::from(&line.start);
    let pieces: Vec<(Square, Piece)> = setup
        .pieces()
        .filter(|(_, piece)| piece.kind != Kind::King)
        .collect();
    let mut changes = Vec::new();
    let mut add = |what: Change, edits: &[(Square, Option<Piece>)]| {
        let mut setup = setup.clone();
        for &(square, piece) in edits {
            setup.board[square.index()] = piece;
        }
        changes.push(Changed { what, setup });
    };
    for &(at, piece) in &pieces {
        add(
            Change::Removed {
                piece,
                from: Some(at),
            },
            &[(at, None)],
        );
    }
    if strictness.blemishes.iter().all(|&count| count == 0) {
        return changes;
    }
    for &(at, piece) in &pieces {
        for to in near(at) {
            if setup.board[to.index()].is_none() && piece.may_stand(to) {
                let what = Change::Moved {
                    piece,
                    from: at,
                    to,
                };
                add(what, &[(at, None), (to, Some(piece))]);
            }
        }
    }
    for &(at, old) in &pieces {
        for piece in all_pieces().filter(|&piece| piece != old && piece.may_stand(at)) {
            let what = Change::Exchanged {
                piece: old,
                by: piece,
                at: Some(at),
            };
            add(what, &[(at, Some(piece))]);
        }
    }
    let mut seen = HashSet::new();
    for at in line.king_path().into_iter().flat_map(near) {
        if setup.board[at.index()].is_some() || !seen.insert(at) {
            continue;
        }
        for piece in all_pieces().filter(|piece| piece.may_stand(at)) {
            add(
                Change::Added {
                    piece,
                    to: Some(at),
                },
                &[(at, Some(piece))],
            );
        }
    }
    changes
}

/// The squares near one, itself among them.
fn near(square: Square) -> impl Iterator<Item = Square> {
    let steps = -NEAR..=NEAR;
    let all = steps.clone().flat_map(move |files| {
        let ranks = steps.clone();
        ranks.map(move |ranks| (files, ranks))
    });
    all.filter_map(move |(files, ranks)| square.offset(files, ranks))
}
