//! Takes the outlines of the few signs that pictures need out of a font, as Rust source.
//!
//! `src/picture/src/glyphs/outlines.rs` was made so, from Noto Serif CJK JP SemiBold (SIL Open Font
//! License 1.1, see `src/picture/src/glyphs/OFL.txt`), as Debian's package fonts-noto-cjk-extra
//! 1:20220127+repack1-1 has it:
//!
//! ```text
//! cargo run --example glyphs NotoSerifCJK-SemiBold.ttc > src/picture/src/glyphs/outlines.rs
//! ```
//!
//! An outline is an SVG path in a square of 1000 units, y downwards, the square being the sign's em
//! box; digits, which are narrower, are put into the middle of it. Points are rounded to whole units.

use std::fmt::Write;
use std::process::ExitCode;

use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::{FontRef, MetadataProvider};

/// All signs that pictures have: pieces, numerals, the words beside a board, moves.
const SIGNS: &str = "玉王飛龍角馬金銀全桂圭香杏歩と一二三四五六七八九十０１２３４５６７８９\
                     持駒残なし攻玉方受詰上り図初形手目まで第問題解答成不同打右左直寄引千日中断投了";

fn main() -> ExitCode {
    let Some(path) = std::env::args().nth(1) else {
        eprintln!("usage: glyphs FONT");
        return ExitCode::from(2);
    };
    match outlines(&path) {
        Ok(text) => {
            print!("{text}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{path}: {error}");
            ExitCode::from(2)
        }
    }
}

fn outlines(path: &str) -> Result<String, String> {
    let data = std::fs::read(path).map_err(|error| error.to_string())?;
    // The first face of a collection is the Japanese one.
    let face = FontRef::from_index(&data, 0).map_err(|error| error.to_string())?;
    let mut signs: Vec<char> = SIGNS.chars().filter(|sign| !sign.is_whitespace()).collect();
    signs.sort_unstable();
    signs.dedup();
    let mut text = String::from(
        "//! Outlines from Noto Serif CJK JP SemiBold, © 2017-2022 Adobe, under the SIL Open Font License\n\
         //! 1.1 (`OFL.txt` beside this file). Made by `examples/glyphs.rs`: do not edit.\n\n\
         /// The signs in order, each with its outline: an SVG path in a square of 1000 units.\n\
         #[rustfmt::skip]\n\
         pub static OUTLINES: &[(char, &str)] = &[\n",
    );
    for sign in signs {
        let path = outline(&face, sign).ok_or(format!("no outline of {sign}"))?;
        let _ = writeln!(text, "    ('{sign}', \"{path}\"),");
    }
    text.push_str("];\n");
    Ok(text)
}

fn outline(face: &FontRef<'_>, sign: char) -> Option<String> {
    // The full-width digits are drawn as the ordinary ones, which fill the height.
    let drawn = match sign {
        '０'..='９' => char::from_u32(sign as u32 - '０' as u32 + '0' as u32)?,
        sign => sign,
    };
    let glyph = face.charmap().map(drawn)?;
    // In the units of the font, and not in those of its variations.
    let (size, instance) = (Size::unscaled(), LocationRef::default());
    let scale = 1000.0 / f32::from(face.metrics(size, instance).units_per_em);
    let wide = face.glyph_metrics(size, instance).advance_width(glyph)? * scale;
    let mut path = Path {
        text: String::new(),
        scale,
        left: (1000.0 - wide) / 2.0,
        // The em box of a Japanese font reaches from 880 above the base line to 120 below it.
        base: 880.0,
        at: (0, 0),
    };
    let drawing = DrawSettings::unhinted(size, instance);
    let glyph = face.outline_glyphs().get(glyph)?;
    glyph.draw(drawing, &mut path).ok()?;
    Some(path.text)
}

/// Writes an SVG path with relative points, which take less room.
struct Path {
    text: String,
    scale: f32,
    left: f32,
    base: f32,
    at: (i32, i32),
}

impl Path {
    fn point(&self, x: f32, y: f32) -> (i32, i32) {
        let x = x * self.scale + self.left;
        let y = self.base - y * self.scale;
        (x.round() as i32, y.round() as i32)
    }

    fn add(&mut self, command: char, points: &[(f32, f32)]) {
        self.text.push(command);
        let from = self.at;
        for (index, &(x, y)) in points.iter().enumerate() {
            let (x, y) = self.point(x, y);
            if index > 0 {
                self.text.push(' ');
            }
            let _ = write!(self.text, "{} {}", x - from.0, y - from.1);
            self.at = (x, y);
        }
    }
}

impl OutlinePen for Path {
    fn move_to(&mut self, x: f32, y: f32) {
        let to = self.point(x, y);
        let _ = write!(self.text, "M{} {}", to.0, to.1);
        self.at = to;
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.add('l', &[(x, y)]);
    }

    fn quad_to(&mut self, cx0: f32, cy0: f32, x: f32, y: f32) {
        self.add('q', &[(cx0, cy0), (x, y)]);
    }

    fn curve_to(&mut self, cx0: f32, cy0: f32, cx1: f32, cy1: f32, x: f32, y: f32) {
        self.add('c', &[(cx0, cy0), (cx1, cy1), (x, y)]);
    }

    fn close(&mut self) {
        self.text.push('z');
    }
}
