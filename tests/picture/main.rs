//! Pictures: what is drawn stands where it should.

use notation::Japanese;
use notation::names::piece_char;
use picture::glyphs::outline;
use picture::{Background, Diagram, Look, Sheet, Size, png};
use shogi::{Color, Position, Setup, Square};

const KEIMA: &str = "6k2/7+n1/6+N2/6NN1/9/9/9/9/9 b 2r2b4g4s4l18p 1";
const LINE: &str = "3d4b+ 3a2a 4b3b 2b3b 3c3b 2a1a N*2c";

fn position(sfen: &str) -> Position {
    Position::from_tsume_sfen(sfen, true).unwrap()
}

fn sheet(sfen: &str, look: Look) -> Sheet {
    Sheet::single(Diagram::new(Setup::from(&position(sfen))), look)
}

/// How often a sign is drawn.
fn times(svg: &str, sign: char) -> usize {
    svg.matches(&format!("xlink:href=\"#u{:x}\"", sign as u32))
        .count()
}

/// The middle of each drawing of a sign, in units, and whether it is turned; counted from the board.
fn places(svg: &str, sign: char) -> Vec<(f32, f32, bool)> {
    let start = format!(
        "<use xlink:href=\"#u{:x}\" transform=\"translate(",
        sign as u32
    );
    svg.lines()
        .filter_map(|line| line.strip_prefix(&start))
        .map(|rest| {
            let (place, rest) = rest.split_once(") scale(").unwrap();
            let (x, y) = place.split_once(' ').unwrap();
            let scale: f32 = rest.split_once(')').unwrap().0.parse().unwrap();
            let half = scale * 500.0;
            (
                x.parse::<f32>().unwrap() + half,
                y.parse::<f32>().unwrap() + half,
                scale < 0.0,
            )
        })
        .collect()
}

/// Every piece of a crowded position is drawn on its square, the defender's upside down.
#[test]
fn pieces_stand_on_their_squares() {
    let sfen = "+r+b+s+n+l+p2k/+R+B+S+N+L+P3/2gsnlp2/2GSNLP2/9/9/9/9/K8 b G2P 1";
    let setup = Setup::from(&position(sfen));
    let svg = sheet(sfen, Look::default()).svg("x");
    for (square, piece) in setup.pieces() {
        let x = (9.5 - f32::from(square.file())) * 100.0;
        let y = (f32::from(square.rank()) - 0.5) * 105.0;
        let found = places(&svg, piece_char(piece.kind, piece.promoted));
        let here = |&&(left, top, turned): &&(f32, f32, bool)| {
            let near = (left - x).abs() < 0.1 && (top - y).abs() < 0.1;
            near && turned == (piece.color == Color::White)
        };
        assert_eq!(found.iter().filter(here).count(), 1, "{square}: {found:?}");
    }
}

#[test]
fn hands_are_written_with_their_counts() {
    let count = |sfen: &str, sign| times(&sheet(sfen, Look::default()).svg("x"), sign);
    let nothing = "8k/9/9/9/9/9/9/9/9 b - 1";
    assert_eq!((count(nothing, 'な'), count(nothing, '歩')), (1, 0));
    let all = "8k/9/9/9/9/9/9/9/9 b 2R2B4G4S4N4L18P 1";
    for sign in ['飛', '角', '金', '銀', '桂', '香', '歩', '十'] {
        assert_eq!(count(all, sign), 1, "{sign}");
    }
    // 二: rank 2 and two hands; 八: rank 8 and 十八.
    assert_eq!(
        (count(all, '二'), count(all, '四'), count(all, '八')),
        (3, 5, 2)
    );
    assert_eq!(count(all, '☖'), 0);
    // A hand that is not the rest of the set is drawn, and one that is on demand.
    let short = "8k/9/9/9/9/9/9/9/9 b G2r2b2g4s4n4l18p 1";
    assert_eq!(count(short, '☖'), 1);
    let look = Look {
        both_hands: true,
        ..Look::default()
    };
    assert_eq!(times(&sheet(nothing, look).svg("x"), '☖'), 1);
}

#[test]
fn sizes_are_what_they_say() {
    let svg = |size| {
        let look = Look {
            size,
            ..Look::default()
        };
        let sheet = sheet(KEIMA, look);
        (sheet.svg("x"), sheet.dots())
    };
    let (print, _) = svg(Size::Print);
    assert!(print.contains("mm\" height=\""));
    let (pixels, (wide, _)) = svg(Size::Pixels(300));
    assert!(pixels.contains("width=\"300\""));
    assert!((wide - 300.0).abs() < 0.01);
    // A square of the screen is 40 × 42 pixels, and its lines are whole pixels.
    let (screen, (wide, _)) = svg(Size::Screen);
    let view = screen.split_once("viewBox=\"0 0 ").unwrap().1;
    let units: f32 = view.split_once(' ').unwrap().0.parse().unwrap();
    assert!((wide / units - 0.4).abs() < 1e-5);
}

#[test]
fn the_last_move_is_marked_and_mate_is_named() {
    let start = position(KEIMA);
    let moves: Vec<_> = LINE.split(' ').map(|usi| usi.parse().unwrap()).collect();
    let diagram = Diagram::after(&start, &moves);
    assert_eq!(diagram.caption.as_deref(), Some("詰上り図"));
    let svg = |diagram: Diagram| Sheet::single(diagram, Look::default()).svg("x");
    // 2c, 750 and 262.5 its middle.
    let mark = "<rect x=\"700\" y=\"210\" width=\"100\" height=\"105\" fill=\"#f2b632\"";
    assert!(svg(diagram).contains(mark));
    let unfinished = Diagram::after(&start, &moves[..6]);
    assert_eq!(unfinished.caption, None);
    // A king's move leaves a ring where it came from, a drop none.
    assert_eq!(svg(unfinished).matches("<circle").count(), 1);
    let strip = Diagram::strip(&start, &moves);
    let captions: Vec<_> = strip.iter().map(|d| d.caption.clone().unwrap()).collect();
    assert_eq!(captions[0], "初形");
    assert_eq!(captions[4], "４手目　☖同　成桂");
    assert_eq!(strip.len(), 8);
    let sheet = Sheet {
        diagrams: strip,
        columns: 3,
        look: Look::default(),
    };
    assert_eq!(times(&sheet.svg("x"), '駒'), 8);
}

/// Everything that a caption can say has outlines.
#[test]
fn captions_have_all_their_signs() {
    for sfen in [
        "4k4/4g4/3g1g3/1s1S1S3/N1N1+R3L/4B4/P1+P3+P2/9/9 b RG 1",
        KEIMA,
    ] {
        let start = position(sfen);
        for mv in start.legal_moves() {
            let words = Japanese::OFFICIAL.write(&start, mv, None).unwrap();
            let lacking = |sign: &char| *sign != '　' && outline(*sign).is_none();
            assert_eq!(words.chars().find(lacking), None, "{words}");
        }
    }
    assert!(
        "左右上直寄引成不打同初形手目詰上り図"
            .chars()
            .all(|sign| outline(sign).is_some())
    );
}

/// A white board has ink where pieces are, a transparent one nothing elsewhere.
#[test]
fn dots_are_where_the_drawing_is() {
    let draw = |background| {
        let look = Look {
            background,
            ..Look::default()
        };
        let bytes = png(&sheet(KEIMA, look)).unwrap();
        resvg::tiny_skia::Pixmap::decode_png(&bytes).unwrap()
    };
    let dots = draw(Background::Transparent);
    let corner = dots.pixel(0, dots.height() - 1).unwrap();
    assert_eq!(corner.alpha(), 0);
    assert_eq!(draw(Background::White).pixel(0, 0).unwrap().red(), 255);
    let ink = |square: Square| {
        let left = 8.5 + 40.0 * f32::from(9 - square.file());
        let top = 26.5 + 42.0 * f32::from(square.rank() - 1);
        let mut ink = 0;
        for x in left as u32 + 4..left as u32 + 36 {
            for y in top as u32 + 4..top as u32 + 38 {
                ink += u32::from(dots.pixel(x, y).unwrap().alpha() > 128);
            }
        }
        ink
    };
    let setup = Setup::from(&position(KEIMA));
    for square in Square::all() {
        let piece = setup.board[square.index()];
        assert_eq!(
            ink(square) > 100,
            piece.is_some(),
            "{square}: {}",
            ink(square)
        );
    }
}

#[test]
fn too_large_a_picture_is_refused() {
    let look = Look {
        size: Size::Pixels(20_000),
        ..Look::default()
    };
    let error = png(&sheet(KEIMA, look)).unwrap_err();
    assert!(error.to_string().contains("too large"), "{error}");
}

/// A ground that brings its ink is there whatever the page is like, and a page that prefers dark ones gets that.
#[test]
fn grounds_bring_their_ink() {
    let draw = |background| {
        let look = Look {
            background,
            ..Look::default()
        };
        let sheet = sheet(KEIMA, look);
        let dots = resvg::tiny_skia::Pixmap::decode_png(&png(&sheet).unwrap()).unwrap();
        (sheet.svg("x"), dots)
    };
    // Brightness of a dot of the ground, and of the upper line of the board.
    let seen = |dots: &resvg::tiny_skia::Pixmap| {
        let at = |x, y| {
            let dot = dots.pixel(x, y).unwrap();
            assert_eq!(dot.alpha(), 255);
            u32::from(dot.red()) + u32::from(dot.green()) + u32::from(dot.blue())
        };
        (at(0, 0), at(188, 27))
    };
    let (light, dots) = draw(Background::Light);
    let (ground, ink) = seen(&dots);
    assert!(ground > 740 && ink < 120, "{ground} {ink}");
    let (dark, dots) = draw(Background::Dark);
    let (ground, ink) = seen(&dots);
    assert!(ground < 120 && ink > 680, "{ground} {ink}");
    // Who knows no such preference sees the light one.
    let (preferred, dots) = draw(Background::Preferred);
    let (ground, ink) = seen(&dots);
    assert!(ground > 740 && ink < 120, "{ground} {ink}");
    assert!(preferred.contains("@media (prefers-color-scheme: dark)"));
    for other in [&light, &dark, &draw(Background::Transparent).0] {
        assert!(!other.contains("<style") && !other.contains("class="));
    }
}
