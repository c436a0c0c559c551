//! Diagrams in rows, as one SVG picture.

use super::board::{Diagram, Room, draw};
use super::canvas::{Canvas, number};
use super::escape::escape;
use super::look::{Look, Size};

/// Millimetres of print to a unit of the drawing.
const MILLIMETRES: f32 = 0.05;
/// Pixels of a screen to a unit of the drawing.
const PIXELS: f32 = 0.4;
/// Dots of print to a millimetre.
const DOTS: f32 = 300.0 / 25.4;
/// Room between diagrams, in units.
const GAP: f32 = 40.0;

/// Diagrams in rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet {
    /// The diagrams, row by row.
    pub diagrams: Vec<Diagram>,
    /// How many stand in a row, at least one.
    pub columns: usize,
    /// How they look.
    pub look: Look,
}

impl Sheet {
    /// One diagram.
    pub fn single(diagram: Diagram, look: Look) -> Self {
        Self {
            diagrams: vec![diagram],
            columns: 1,
            look,
        }
    }

    /// Width and height in units of the drawing.
    fn extent(&self) -> (f32, f32) {
        let room = Room::of(&self.diagrams, &self.look);
        let columns = self.columns.clamp(1, self.diagrams.len().max(1));
        let rows = self.diagrams.len().div_ceil(columns).max(1);
        let along = |count: usize, each: f32| count as f32 * (each + GAP) - GAP;
        (along(columns, room.wide()), along(rows, room.high()))
    }

    /// Width and height in dots, for pictures that are made of dots.
    pub fn dots(&self) -> (f32, f32) {
        let (wide, high) = self.extent();
        let scale = match self.look.size {
            Size::Print => MILLIMETRES * DOTS,
            Size::Screen => PIXELS,
            Size::Pixels(pixels) => pixels as f32 / wide,
        };
        (wide * scale, high * scale)
    }

    /// The whole picture. `words` is what it is called for those who do not see it.
    pub fn svg(&self, words: &str) -> String {
        let canvas = self.draw(false);
        let size = match self.look.size {
            Size::Print => {
                let (wide, high) = self.extent();
                let length = |units| format!("{}mm", number(units * MILLIMETRES));
                (length(wide), length(high))
            }
            Size::Screen | Size::Pixels(_) => {
                let (wide, high) = self.dots();
                (number(wide), number(high))
            }
        };
        let space = "xmlns=\"http://www.w3.org/2000/svg\" \
                     xmlns:xlink=\"http://www.w3.org/1999/xlink\"";
        let first = format!("<title>{}</title>\n{}", escape(words), canvas.definitions());
        self.element(space, &size, "role=\"img\"", &first, &canvas)
    }

    /// The picture as part of a page that has the definitions of all signs and of the empty board
    /// once.
    pub(super) fn inline_svg(&self, words: &str) -> String {
        let title = format!("<title>{}</title>\n", escape(words));
        self.element_in_page("role=\"img\"", &title)
    }

    /// The same with attributes of the page, and what stands in it first.
    pub(super) fn element_in_page(&self, named: &str, first: &str) -> String {
        let (wide, high) = self.dots();
        let size = (number(wide), number(high));
        self.element("", &size, named, first, &self.draw(true))
    }

    fn element(
        &self,
        space: &str,
        (wide, high): &(String, String),
        named: &str,
        first: &str,
        canvas: &Canvas,
    ) -> String {
        let (x, y) = self.extent();
        let (x, y) = (number(x), number(y));
        let background = self.look.background;
        let (ground, ink) = background.colours();
        let class = match background.class() {
            "" => [String::new(), String::new()],
            name => [format!(" class=\"{name}\""), " class=\"ground\"".to_owned()],
        };
        let behind = ground.map_or_else(String::new, |ground| {
            let class = &class[1];
            format!("<rect{class} width=\"{x}\" height=\"{y}\" fill=\"{ground}\"/>\n")
        });
        let ink = ink.map_or_else(String::new, |ink| format!(" color=\"{ink}\""));
        format!(
            "<svg {space} width=\"{wide}\" height=\"{high}\" viewBox=\"0 0 {x} {y}\" \
             fill=\"currentColor\"{ink}{} {named}>\n{first}{}{behind}{}</svg>\n",
            class[0],
            background.style(),
            canvas.body()
        )
    }

    fn draw(&self, in_page: bool) -> Canvas {
        let mut canvas = Canvas::default();
        let room = Room::of(&self.diagrams, &self.look);
        let columns = self.columns.clamp(1, self.diagrams.len().max(1));
        for (index, diagram) in self.diagrams.iter().enumerate() {
            let (row, column) = (index / columns, index % columns);
            let x = column as f32 * (room.wide() + GAP);
            let y = row as f32 * (room.high() + GAP);
            canvas.begin(x, y);
            draw(&mut canvas, diagram, room, &self.look, in_page);
            canvas.end();
        }
        canvas
    }
}
