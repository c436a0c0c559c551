//! One diagram (図面): board, hands, last move, caption.

use super::canvas::{Canvas, Spot};
use super::look::{Look, Size};
use notation::Japanese;
use notation::names::{count_text, digit, numeral, piece_char};
use shogi::{Color, Hand, Move, Position, Setup, Square};

/// A square's width. With the margins below, lines and squares of a picture of size
/// [`Size::Screen`] meet the pixels of the screen.
const WIDE: f32 = 100.0;
/// A square's height.
const HIGH: f32 = 105.0;
/// Room above the board, for the numbers of the files.
const TOP: f32 = 66.25;
/// Room at the left of the board where no hand stands there.
const MARGIN: f32 = 21.25;
/// Room at the right of the board, for the numbers of the ranks.
const RANKS: f32 = 85.0;
/// Room for a hand.
const HAND: f32 = 87.5;
/// Room below the board.
const BOTTOM: f32 = 21.25;
/// Room for a caption.
const CAPTION: f32 = 92.5;
/// How large pieces on the board are.
const PIECE: f32 = 88.0;
/// How large the signs of a hand are where there is room.
const IN_HAND: f32 = 68.0;
/// How large the numbers of files and ranks are.
const LABEL: f32 = 46.0;
/// How large the signs of a caption are.
const WORDS: f32 = 60.0;

/// A position to draw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    /// The position.
    pub setup: Setup,
    /// The move that led to it.
    pub last: Option<Move>,
    /// What stands below it, in signs that [`super::glyphs`] has; others are left out.
    pub caption: Option<String>,
}

impl Diagram {
    /// A position alone.
    pub fn new(setup: Setup) -> Self {
        Self {
            setup,
            last: None,
            caption: None,
        }
    }

    /// The position after a line, with its last move and 詰上り図 below it if it is mate. A line with
    /// a move that is not legal ends before it.
    pub fn after(start: &Position, moves: &[Move]) -> Self {
        let mut now = start.clone();
        let mut last = None;
        for &mv in moves {
            let Some(next) = now.try_play(mv) else {
                break;
            };
            (now, last) = (next, Some(mv));
        }
        let mated = now.is_in_check() && now.legal_moves().is_empty();
        Self {
            setup: Setup::from(&now),
            last,
            caption: mated.then(|| "詰上り図".to_owned()),
        }
    }

    /// The positions of a line from its start to its end, each with the number and the words of the
    /// move that led to it: a solution in pictures (作意の図).
    pub fn strip(start: &Position, moves: &[Move]) -> Vec<Self> {
        let mut now = start.clone();
        let mut last = None;
        let mut strip = vec![Self {
            caption: Some("初形".to_owned()),
            ..Self::new(Setup::from(start))
        }];
        for (ply, &mv) in (1..).zip(moves) {
            let Some(words) = Japanese::OFFICIAL.write(&now, mv, last) else {
                break;
            };
            now = now.play(mv);
            last = Some(mv.to());
            strip.push(Self {
                setup: Setup::from(&now),
                last: Some(mv),
                caption: Some(format!("{}手目　{words}", full_width(ply))),
            });
        }
        strip
    }

    /// Whether the defender's hand is to be drawn: it is not the rest of the set, or asked for.
    fn shows_defender(&self, look: &Look) -> bool {
        look.both_hands || self.setup.rest_of_the_set() != Ok(self.setup.hands.white)
    }
}

/// How much room each diagram of a sheet takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Room {
    /// Room at the left, for the defender's hand.
    left: f32,
    caption: bool,
}

impl Room {
    /// The room that the largest of these takes.
    pub fn of(diagrams: &[Diagram], look: &Look) -> Self {
        let defender = diagrams.iter().any(|diagram| diagram.shows_defender(look));
        Self {
            left: MARGIN + if defender { HAND } else { 0.0 },
            caption: diagrams.iter().any(|diagram| diagram.caption.is_some()),
        }
    }

    /// The width.
    pub fn wide(self) -> f32 {
        self.left + 9.0 * WIDE + RANKS + HAND
    }

    /// The height.
    pub fn high(self) -> f32 {
        TOP + 9.0 * HIGH + if self.caption { CAPTION } else { BOTTOM }
    }
}

/// What pages call the lines of the board with the numbers beside it.
pub const EMPTY_BOARD: &str = "board";

/// Draws a diagram into its room; in a page, which has defined it once, the empty board
/// is only referred to.
pub fn draw(canvas: &mut Canvas, diagram: &Diagram, room: Room, look: &Look, in_page: bool) {
    canvas.begin(room.left, TOP);
    if in_page {
        // Its colour, if any, is the page's.
        let squares = [0.0, 0.0, 9.0 * WIDE, 9.0 * HIGH];
        canvas.tint(squares, "class=\"ground\" fill=\"none\"");
    }
    if let Some(mv) = diagram.last {
        draw_last(canvas, mv, look);
    }
    match in_page {
        true => canvas.refer(EMPTY_BOARD),
        false => draw_lines(canvas, look),
    }
    for (square, piece) in diagram.setup.pieces() {
        let (x, y) = middle(square);
        let spot = Spot {
            x,
            y,
            size: PIECE,
            turned: piece.color == Color::White,
        };
        canvas.sign(piece_char(piece.kind, piece.promoted), spot);
    }
    let right = 9.0 * WIDE + RANKS + (HAND - MARGIN) / 2.0;
    draw_hand(canvas, diagram.setup.hands.black, '☗', right);
    if diagram.shows_defender(look) {
        let left = -(MARGIN + HAND) / 2.0 - MARGIN / 2.0;
        draw_hand(canvas, diagram.setup.hands.white, '☖', left);
    }
    if let Some(caption) = &diagram.caption {
        let y = 9.0 * HIGH + CAPTION / 2.0;
        canvas.row(caption, 4.5 * WIDE, y, WORDS);
    }
    canvas.end();
}

/// The middle of a square, counted from the board's upper left corner.
fn middle(square: Square) -> (f32, f32) {
    let x = (9.5 - f32::from(square.file())) * WIDE;
    let y = (f32::from(square.rank()) - 0.5) * HIGH;
    (x, y)
}

/// The tint of the square a move went to, and a ring where it came from.
fn draw_last(canvas: &mut Canvas, mv: Move, look: &Look) {
    let (x, y) = middle(mv.to());
    let tint = match look.size {
        // Grey is what a press can print.
        Size::Print => "fill=\"currentColor\" fill-opacity=\"0.17\"",
        Size::Screen | Size::Pixels(_) => "fill=\"#f2b632\" fill-opacity=\"0.55\"",
    };
    canvas.tint([x - WIDE / 2.0, y - HIGH / 2.0, WIDE, HIGH], tint);
    if let Some(from) = mv.from() {
        let (x, y) = middle(from);
        canvas.ring(x, y, 11.0, 4.0);
    }
}

/// The lines of the board and the numbers beside it.
pub fn draw_lines(canvas: &mut Canvas, look: &Look) {
    let (thin, thick) = match look.size {
        Size::Print => (2.0, 6.0),
        Size::Screen | Size::Pixels(_) => (2.5, 7.5),
    };
    let (wide, high) = (9.0 * WIDE, 9.0 * HIGH);
    let mut path = String::new();
    for line in 1..9 {
        let (x, y) = (line as f32 * WIDE, line as f32 * HIGH);
        path.push_str(&format!("M{x} 0V{high}M0 {y}H{wide}"));
    }
    canvas.stroke(&path, thin);
    canvas.frame([0.0, 0.0, wide, high], thick);
    for number in 1..=9_i8 {
        let spot = |x, y| Spot {
            x,
            y,
            size: LABEL,
            turned: false,
        };
        let from_left = (9.5 - f32::from(number)) * WIDE;
        if let (Some(file), Some(rank)) = (digit(number), numeral(number)) {
            canvas.sign(file, spot(from_left, -33.0));
            let from_top = (f32::from(number) - 0.5) * HIGH;
            canvas.sign(rank, spot(wide + 34.0, from_top));
        }
    }
}

/// A hand from top to bottom around `x`, beginning with the mark of its side.
fn draw_hand(canvas: &mut Canvas, hand: Hand, mark: char, x: f32) {
    // Each part with the room before it, in ems.
    let mut column: Vec<(f32, char)> = vec![(0.0, mark), (0.1, '持'), (0.0, '駒')];
    if hand.is_empty() {
        column.extend([(0.3, 'な'), (0.0, 'し')]);
    }
    let mut first = true;
    for (kind, count) in hand.iter() {
        column.push((if first { 0.3 } else { 0.12 }, piece_char(kind, false)));
        first = false;
        if count > 1 {
            column.extend(count_text(count).chars().map(|sign| (0.0, sign)));
        }
    }
    let ems: f32 = column.iter().map(|&(before, _)| before + 1.0).sum();
    let size = IN_HAND.min(9.0 * HIGH / ems);
    let mut y = 0.0;
    for (before, sign) in column {
        y += before * size;
        let spot = Spot {
            x,
            y: y + size / 2.0,
            size,
            turned: false,
        };
        canvas.sign(sign, spot);
        y += size;
    }
}

/// A number in full-width digits.
fn full_width(number: usize) -> String {
    number
        .to_string()
        .chars()
        .filter_map(|c| char::from_u32(c as u32 - '0' as u32 + '０' as u32))
        .collect()
}
