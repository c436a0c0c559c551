//! The elements of an SVG picture, collected one by one.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::escape::escape;
use super::glyphs::{EM, outline};

/// What has been drawn so far. Everything is drawn in `currentColor`, so that a page can give it
/// its own; alone it is black.
#[derive(Debug, Default)]
pub struct Canvas {
    body: String,
    signs: BTreeSet<char>,
}

/// Where a sign stands.
#[derive(Clone, Copy, Debug)]
pub struct Spot {
    /// The middle of the sign.
    pub x: f32,
    /// The middle of the sign.
    pub y: f32,
    /// The side of its em box.
    pub size: f32,
    /// Turned by half, as the defender's pieces are.
    pub turned: bool,
}

impl Canvas {
    /// The elements drawn.
    pub fn body(&self) -> &str {
        &self.body
    }

    /// The definitions of the signs drawn; what draws refers to them.
    pub fn definitions(&self) -> String {
        definitions(self.signs.iter().copied())
    }

    /// Draws what a page has defined under a name.
    pub fn refer(&mut self, name: &str) {
        self.add(format_args!("<use xlink:href=\"#{name}\"/>"));
    }

    /// Begins a part whose coordinates are counted from (`x`, `y`).
    pub fn begin(&mut self, x: f32, y: f32) {
        self.add(format_args!(
            "<g transform=\"translate({} {})\">",
            number(x),
            number(y)
        ));
    }

    /// Ends a part.
    pub fn end(&mut self) {
        self.add(format_args!("</g>"));
    }

    /// A filled rectangle without outline. `fill` is what the attributes for that say.
    pub fn tint(&mut self, [x, y, wide, high]: [f32; 4], fill: &str) {
        self.add(format_args!(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" {fill}/>",
            number(x),
            number(y),
            number(wide),
            number(high)
        ));
    }

    /// A rectangle's outline.
    pub fn frame(&mut self, [x, y, wide, high]: [f32; 4], thick: f32) {
        self.add(format_args!(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"none\" \
             stroke=\"currentColor\" stroke-width=\"{}\"/>",
            number(x),
            number(y),
            number(wide),
            number(high),
            number(thick)
        ));
    }

    /// A path's outline.
    pub fn stroke(&mut self, path: &str, thick: f32) {
        self.add(format_args!(
            "<path d=\"{path}\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"{}\"/>",
            number(thick)
        ));
    }

    /// A small ring.
    pub fn ring(&mut self, x: f32, y: f32, radius: f32, thick: f32) {
        self.add(format_args!(
            "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"none\" stroke=\"currentColor\" \
             stroke-width=\"{}\"/>",
            number(x),
            number(y),
            number(radius),
            number(thick)
        ));
    }

    /// A sign; one that pictures do not have is left out.
    pub fn sign(&mut self, sign: char, spot: Spot) {
        if outline(sign).is_none() {
            return;
        }
        self.signs.insert(sign);
        let scale = spot.size / EM;
        let half = spot.size / 2.0;
        let how = match spot.turned {
            false => format!(
                "translate({} {}) scale({})",
                number(spot.x - half),
                number(spot.y - half),
                fine(scale)
            ),
            true => format!(
                "translate({} {}) scale(-{})",
                number(spot.x + half),
                number(spot.y + half),
                fine(scale)
            ),
        };
        let paint = match sign {
            '☖' => " fill=\"none\" stroke=\"currentColor\" stroke-width=\"70\"",
            _ => "",
        };
        self.add(format_args!(
            "<use xlink:href=\"#{}\" transform=\"{how}\"{paint}/>",
            name(sign)
        ));
    }

    /// Signs in a row, the middle of the row at (`x`, `y`); digits and 　 are narrower than the
    /// others. A row with signs that pictures do not have is text, in a font of whoever looks at it.
    pub fn row(&mut self, text: &str, x: f32, y: f32, size: f32) {
        if !text
            .chars()
            .all(|sign| sign == '　' || outline(sign).is_some())
        {
            self.add(format_args!(
                "<text x=\"{}\" y=\"{}\" font-size=\"{}\" font-family=\"serif\" text-anchor=\"middle\" \
                 dominant-baseline=\"central\" fill=\"currentColor\">{}</text>",
                number(x),
                number(y),
                number(size),
                escape(text)
            ));
            return;
        }
        let wide = |sign: char| match sign {
            '　' => size / 2.0,
            '０'..='９' => size * 0.62,
            _ => size,
        };
        let whole: f32 = text.chars().map(wide).sum();
        let mut left = x - whole / 2.0;
        for sign in text.chars() {
            let spot = Spot {
                x: left + wide(sign) / 2.0,
                y,
                size,
                turned: false,
            };
            self.sign(sign, spot);
            left += wide(sign);
        }
    }

    fn add(&mut self, element: std::fmt::Arguments<'_>) {
        // A string takes all that is written to it.
        let _ = writeln!(self.body, "{element}");
    }
}

/// The definitions of signs, for pictures that refer to them.
pub fn definitions(signs: impl Iterator<Item = char>) -> String {
    let mut text = String::from("<defs>\n");
    for (sign, path) in signs.filter_map(|sign| Some((sign, outline(sign)?))) {
        let _ = writeln!(text, "<path id=\"{}\" d=\"{path}\"/>", name(sign));
    }
    text.push_str("</defs>\n");
    text
}

/// The name of a sign's definition.
fn name(sign: char) -> String {
    format!("u{:x}", u32::from(sign))
}

/// A coordinate, to hundredths.
pub fn number(value: f32) -> String {
    trimmed(format!("{value:.2}"))
}

/// A factor, which wants more digits.
fn fine(value: f32) -> String {
    trimmed(format!("{value:.5}"))
}

fn trimmed(text: String) -> String {
    let text = text.trim_end_matches('0').trim_end_matches('.');
    match text {
        "" | "-" | "-0" => "0".to_owned(),
        text => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_keeps_every_sign() {
        let body = |text: &str| {
            let mut canvas = Canvas::default();
            canvas.row(text, 0.0, 0.0, 50.0);
            canvas.body().to_owned()
        };
        let drawn = body("１手目　☗１二金");
        assert!(!drawn.contains("<text") && drawn.matches("<use").count() == 7);
        let text = body("Fig. 1 <a & b> 第一図");
        assert!(text.contains(">Fig. 1 &lt;a &amp; b&gt; 第一図</text>") && !text.contains("<use"));
    }
}
