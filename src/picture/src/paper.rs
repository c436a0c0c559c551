//! Pages to print: a submission sheet (投稿用紙) for each problem, or a booklet of many with the solutions at the end.

mod booklet;
mod form;
mod words;

pub use words::count;

use super::board::Diagram;
use super::browser::STYLE as SHARED;
use super::escape::escape;
use super::html::signs;
use super::look::{Background, Look, Size};
use super::sheet::Sheet;
use shogi::{Move, Position, Setup};

pub use booklet::booklet;
pub use form::sheets;

/// The size of a page. B5 is that of JIS, which magazines ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paper {
    /// 210 × 297 mm.
    A4,
    /// 182 × 257 mm.
    B5,
}

impl Paper {
    /// Width and height in millimetres.
    const fn millimetres(self) -> (f32, f32) {
        match self {
            Self::A4 => (210.0, 297.0),
            Self::B5 => (182.0, 257.0),
        }
    }

    /// Width and height within the margins.
    const fn room(self) -> (f32, f32) {
        let (wide, high) = self.millimetres();
        (wide - 2.0 * MARGIN, high - 2.0 * MARGIN)
    }
}

/// The margin of a page on each side, in millimetres.
const MARGIN: f32 = 15.0;

/// What a sheet tells of a problem. Of what it does not say, a line is left to write on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Printed {
    /// The position.
    pub start: Position,
    /// 作品名.
    pub title: Option<String>,
    /// 作者.
    pub author: Option<String>,
    /// 住所.
    pub address: Option<String>,
    /// 狙い.
    pub aim: Option<String>,
    /// What the check says: 完全作.
    pub verdict: String,
    /// 作意.
    pub line: Vec<Move>,
    /// 余詰: other mates, which make it unsound.
    pub cooks: Vec<Aside>,
    /// 変化: replies that are mated sooner, or that the line should have played.
    pub variations: Vec<Aside>,
    /// 紛れ: checks that do not mate.
    pub tries: Vec<Aside>,
}

impl Printed {
    /// The other lines under their names. A sound problem has no 余詰, not even an empty one.
    fn asides(&self) -> Vec<(&'static str, &[Aside])> {
        let mut asides: Vec<(_, &[Aside])> = Vec::new();
        if !self.cooks.is_empty() {
            asides.push(("余詰", &self.cooks));
        }
        asides.extend([("変化", &*self.variations), ("紛れ", &self.tries)]);
        asides
    }
}

/// A line that leaves the main line, which is as far as that the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Aside {
    /// The ply of its first move, counted from 1.
    pub ply: usize,
    /// Its moves.
    pub moves: Vec<Move>,
    /// How it ends.
    pub end: AsideEnd,
}

/// How a line ends that leaves the main line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AsideEnd {
    /// With the mate, after so many plies from the start of the problem.
    Mate {
        /// The plies.
        plies: usize,
        /// Whether pieces are left over (駒余り).
        leftover: bool,
    },
    /// Only the drop of a pawn would mate (打歩詰).
    PawnDropMate,
    /// The position comes again (千日手).
    Repetition,
    /// The attacker has no check any more.
    NoCheck,
    /// More checks follow, none of which mates.
    Further,
    /// The mate follows; in how many plies is not known.
    SomeMate,
}

/// The look of printed diagrams.
const LOOK: Look = Look {
    size: Size::Print,
    background: Background::Transparent,
    both_hands: false,
};

const STYLE: &str = "\
* { box-sizing: border-box; }
body { font-family: serif; font-size: 10.5pt; line-height: 1.6; margin: 0; color: #000; background: #fff; }
h1 { font-size: 15pt; line-height: 8mm; text-align: center; letter-spacing: .3em; margin: 0; font-weight: normal; \
overflow-wrap: anywhere; }
table { width: 100%; border-collapse: collapse; }
th, td { border: .2mm solid; padding: 1mm 2mm; text-align: left; overflow-wrap: anywhere; }
th { width: 5em; font-weight: normal; white-space: nowrap; }
p, ul { margin: 0; padding: 0; overflow-wrap: anywhere; }
li { list-style: none; break-inside: avoid; padding-left: 4em; text-indent: -4em; }
li .at { display: inline-block; width: 4em; text-indent: 0; }
sup { font-size: 60%; line-height: 0; }
svg { display: block; height: auto; margin: 0 auto; }
.sheet, .page, .solutions { break-before: page; }
.sheet:first-of-type, .page:first-of-type { break-before: auto; }
.sheet h1 { margin-bottom: 3mm; }
.sheet h2 { font-size: inherit; margin: 2mm 0 1mm; border-bottom: .2mm solid; break-after: avoid; }
.sheet figure { margin: 3mm 0; break-inside: avoid; }
.mv { white-space: nowrap; }
.blank { height: 7mm; border-bottom: .2mm dotted; }
.page { display: grid; align-content: start; }
.page h1 { grid-column: 1 / -1; }
.page h1, .page h2, .page p { white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
.page article { overflow: hidden; text-align: center; }
.page h2, .page p { font-size: 10.5pt; line-height: 6mm; font-weight: normal; margin: 0; padding: 0 2mm; }
.solutions { font-size: 9.5pt; }
.solutions article { margin: 4mm 0 0; }
.solutions h2 { font-size: 10.5pt; margin: 0; break-after: avoid; overflow-wrap: anywhere; }
.solutions h3 { font-size: inherit; font-weight: normal; margin: 0; break-after: avoid; }
.solutions ul { padding-left: 1em; }
.ground { fill: none; }
@media screen {
  html { background: var(--paper); }
  body { margin: 1rem auto; background: none; }
  .sheet, .page, .solutions { background: #fff; padding: min(15mm, 4vw); margin: 0 .5rem 1.5rem; box-shadow: 0 1px 6px #0004; }
  svg { max-width: 100%; }
}
@media screen and (max-width: 210mm) { .page { display: block; } .page article { margin-bottom: 1.5rem; } }
";

/// What a page begins with.
fn start(title: &str, paper: Paper) -> String {
    let (wide, high) = paper.millimetres();
    format!(
        "<!DOCTYPE html>\n<html lang=\"ja\">\n<head>\n<meta charset=\"utf-8\"/>\n<title>{}</title>\n<style>\n\
         @page {{ size: {wide}mm {high}mm; margin: {MARGIN}mm; }}\n{SHARED}{STYLE}\
         @media screen {{ body {{ max-width: calc({wide}mm + 1rem); }} }}\n</style>\n</head>\n<body>\n{}<main>\n",
        escape(title),
        signs(&LOOK)
    )
}

const END: &str = "</main>\n</body>\n</html>\n";

/// The diagram, at most so many millimetres wide and high.
fn diagram(problem: &Printed, wide: f32, high: f32) -> String {
    let setup = Setup::from(&problem.start);
    let words = setup.to_string();
    let sheet = Sheet::single(Diagram::new(setup), LOOK);
    let (across, down) = sheet.dots();
    let wide = wide.min(high * across / down);
    let svg = sheet.inline_svg(&words);
    svg.replacen("<svg ", &format!("<svg style=\"width: {wide:.2}mm\" "), 1)
}
