//! Plots as SVG. What they show stands in a title, too, for those who do not see them.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::counts::Family;
use notation::names::{digit, numeral};
use notation::numbers::thousands;
use picture::glyphs::{EM, outline};

/// Words of a plot in the language of the page.
fn words(x: f32, y: f32, class: &str, ja: &str, en: &str) -> String {
    format!(
        "<text class=\"t {class}\" lang=\"ja\" x=\"{x}\" y=\"{y}\">{ja}</text>\
         <text class=\"t {class}\" lang=\"en\" x=\"{x}\" y=\"{y}\">{en}</text>\n"
    )
}

fn begin(wide: f32, high: f32, label: &str) -> String {
    // Wide ones are scrolled rather than made so small that nobody can read them.
    let least = wide * 0.72;
    format!(
        "<svg class=\"plot\" width=\"{wide}\" height=\"{high}\" viewBox=\"0 0 {wide} {high}\" \
         style=\"min-width: {least:.0}px\" role=\"img\" aria-label=\"{label}\">\n"
    )
}

/// How high a count stands, 0 to 1, on a logarithmic scale whose top is `decades` powers of ten.
fn height(count: u64, decades: u32) -> f32 {
    match count {
        0 => 0.0,
        // Half a decade below one, so that one is seen.
        count => ((count as f32).log10() + 0.5) / (decades as f32 + 0.5),
    }
}

/// Complete problems of a family by length, with what others have counted.
pub fn lengths(family: &Family) -> String {
    const TOP: f32 = 24.0;
    const HIGH: f32 = 180.0;
    const LEFT: f32 = 62.0;
    const WIDE: f32 = 400.0;
    let published = |plies: &u64| family.published.get(plies).copied();
    // What an earlier program enumerated is known by rule D only.
    let rule = if family.row.lists_irredundant { 4 } else { 3 };
    let counts = family
        .rules
        .iter()
        .map(|(&plies, rules)| (plies, rules[rule]));
    let counts: BTreeMap<u64, u64> = counts.collect();
    let most = counts.values().chain(family.published.values()).max();
    let decades = most.map_or(1, |&most| most.max(1).ilog10() + 1);
    let told: Vec<String> = counts
        .iter()
        .map(|(plies, count)| format!("{plies}手 plies: {}", thousands(*count)))
        .collect();
    let mut svg = begin(LEFT + WIDE + 8.0, TOP + HIGH + 44.0, &told.join(", "));
    for decade in 0..=decades {
        let count = 10_u64.pow(decade);
        let y = TOP + HIGH * (1.0 - height(count, decades));
        let _ = writeln!(
            svg,
            "<path class=\"grid\" d=\"M{LEFT} {y:.1}h{WIDE}\"/>\
             <text class=\"end\" x=\"{}\" y=\"{:.1}\">{}</text>",
            LEFT - 6.0,
            y + 4.0,
            thousands(count)
        );
    }
    let step = WIDE / counts.len().max(1) as f32;
    let bar = (step * 0.62).min(60.0);
    for (index, (plies, &count)) in counts.iter().enumerate() {
        let middle = LEFT + step * (index as f32 + 0.5);
        let high = HIGH * height(count, decades);
        let top = TOP + HIGH - high;
        let _ = writeln!(
            svg,
            "<rect class=\"column\" x=\"{:.1}\" y=\"{top:.1}\" width=\"{bar:.1}\" height=\"{high:.1}\"/>\
             <text class=\"mid\" x=\"{middle:.1}\" y=\"{:.1}\">{plies}</text>",
            middle - bar / 2.0,
            TOP + HIGH + 17.0
        );
        let mut label = top - 5.0;
        if let Some(other) = published(plies) {
            let y = TOP + HIGH * (1.0 - height(other, decades));
            let _ = writeln!(
                svg,
                "<path class=\"mark\" d=\"M{middle:.1} {:.1}l6 6l-6 6l-6 -6z\"/>",
                y - 6.0
            );
            label = label.min(y - 9.0);
        }
        let _ = writeln!(
            svg,
            "<text class=\"mid\" x=\"{middle:.1}\" y=\"{label:.1}\">{}</text>",
            thousands(count)
        );
    }
    svg.push_str(&words(
        LEFT + WIDE / 2.0,
        TOP + HIGH + 38.0,
        "mid",
        "手数",
        "plies",
    ));
    svg.push_str("</svg>\n");
    svg
}

/// Problems by plies (across) and sacrifices (upwards): the darker, the more, on a logarithmic scale.
pub fn sacrifices(cells: &BTreeMap<(u64, u64), u64>) -> String {
    const WIDE: f32 = 64.0;
    const HIGH: f32 = 30.0;
    const LEFT: f32 = 36.0;
    const TOP: f32 = 24.0;
    let mut plies: Vec<u64> = cells.keys().map(|&(plies, _)| plies).collect();
    plies.dedup();
    let most = cells
        .keys()
        .map(|&(_, sacrifices)| sacrifices)
        .max()
        .unwrap_or(0);
    let decades = cells
        .values()
        .max()
        .map_or(1, |&most| most.max(1).ilog10() + 1);
    let told: Vec<String> = cells
        .iter()
        .map(|((plies, sacrifices), count)| {
            format!(
                "{plies}手 plies, 捨駒 sacrifices {sacrifices}: {}",
                thousands(*count)
            )
        })
        .collect();
    let bottom = TOP + HIGH * (most + 1) as f32;
    let wide = (LEFT + WIDE * plies.len() as f32 + 8.0).max(200.0);
    let mut svg = begin(wide, bottom + 44.0, &told.join("; "));
    svg.push_str(&words(4.0, 14.0, "", "捨駒", "sacrifices"));
    for sacrifices in 0..=most {
        let y = bottom - HIGH * (sacrifices as f32 + 0.5) + 4.0;
        let _ = writeln!(
            svg,
            "<text class=\"end\" x=\"{}\" y=\"{y}\">{sacrifices}</text>",
            LEFT - 8.0
        );
    }
    for (index, &length) in plies.iter().enumerate() {
        let x = LEFT + WIDE * index as f32;
        let _ = writeln!(
            svg,
            "<text class=\"mid\" x=\"{}\" y=\"{}\">{length}</text>",
            x + WIDE / 2.0,
            bottom + 17.0
        );
        for sacrifices in 0..=most {
            let Some(&count) = cells.get(&(length, sacrifices)) else {
                continue;
            };
            let y = bottom - HIGH * (sacrifices + 1) as f32;
            svg.push_str(&cell([x, y, WIDE, HIGH], height(count, decades), count));
        }
    }
    svg.push_str(&words(
        (LEFT + wide) / 2.0,
        bottom + 38.0,
        "mid",
        "手数",
        "plies",
    ));
    svg.push_str("</svg>\n");
    svg
}

/// A tinted cell with its count, `share` of the full tint.
fn cell([x, y, wide, high]: [f32; 4], share: f32, count: u64) -> String {
    // Never so dark that the number on it could not be read.
    let share = share * 0.6;
    format!(
        "<rect class=\"heat\" x=\"{x}\" y=\"{y}\" width=\"{wide}\" height=\"{high}\" fill-opacity=\"{share:.3}\"/>\
         <text class=\"mid\" x=\"{}\" y=\"{}\">{}</text>\n",
        x + wide / 2.0,
        y + high / 2.0 + 4.0,
        thousands(count)
    )
}

/// Positions by the king's file and rank, on a board.
pub fn kings(cells: &BTreeMap<(u64, u64), u64>) -> String {
    const WIDE: f32 = 48.0;
    const HIGH: f32 = 50.0;
    const LEFT: f32 = 4.0;
    const TOP: f32 = 24.0;
    let most = cells.values().copied().max().unwrap_or(1).max(1);
    let told: Vec<String> = cells
        .iter()
        .map(|((file, rank), count)| {
            let rank = char::from(b'a' + (*rank as u8).clamp(1, 9) - 1);
            format!("{file}{rank}: {}", thousands(*count))
        })
        .collect();
    let (across, down) = (WIDE * 9.0, HIGH * 9.0);
    let mut svg = begin(LEFT + across + 28.0, TOP + down + 4.0, &told.join(", "));
    for (&(file, rank), &count) in cells {
        let x = LEFT + WIDE * (9 - file.min(9)) as f32;
        let y = TOP + HIGH * (rank.max(1) - 1) as f32;
        let share = (count as f32 / most as f32).sqrt();
        svg.push_str(&cell([x, y, WIDE, HIGH], share, count));
    }
    let mut lines = String::new();
    for line in 1..9 {
        let (x, y) = (LEFT + WIDE * line as f32, TOP + HIGH * line as f32);
        let _ = write!(lines, "M{x} {TOP}v{down}M{LEFT} {y}h{across}");
    }
    let _ = writeln!(
        svg,
        "<path class=\"lines\" d=\"{lines}\"/>\
         <rect class=\"frame\" x=\"{LEFT}\" y=\"{TOP}\" width=\"{across}\" height=\"{down}\"/>"
    );
    for number in 1..=9_i8 {
        let x = LEFT + WIDE * (9.5 - f32::from(number));
        let y = TOP + HIGH * (f32::from(number) - 0.5);
        if let (Some(file), Some(rank)) = (digit(number), numeral(number)) {
            svg.push_str(&sign(file, x, 12.0));
            svg.push_str(&sign(rank, LEFT + across + 14.0, y));
        }
    }
    svg.push_str("</svg>\n");
    svg
}

/// A sign of a board's edge around a place, as an outline.
fn sign(sign: char, x: f32, y: f32) -> String {
    const SIZE: f32 = 18.0;
    let Some(path) = outline(sign) else {
        return String::new();
    };
    let (left, top) = (x - SIZE / 2.0, y - SIZE / 2.0);
    let scale = SIZE / EM;
    format!(
        "<path class=\"sign\" transform=\"translate({left} {top}) scale({scale})\" d=\"{path}\"/>\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heights_are_logarithmic() {
        assert_eq!(height(0, 3), 0.0);
        assert_eq!(height(1000, 3), 1.0);
        let [one, ten, hundred] = [1, 10, 100].map(|count| height(count, 3));
        assert!(one > 0.1, "{one}");
        assert!((hundred - ten - (ten - one)).abs() < 1e-6);
    }

    /// Where a piece of a picture stands, by the value of its attributes.
    fn values(svg: &str, class: &str, name: &str) -> Vec<f32> {
        let start = format!("class=\"{class}\"");
        let parts = svg.lines().filter(|line| line.contains(&start));
        let value = |line: &str| {
            let (_, rest) = line.split_once(&format!(" {name}=\"")).unwrap();
            rest.split_once('"').unwrap().0.parse().unwrap()
        };
        parts.map(value).collect()
    }

    #[test]
    fn the_square_of_a_king_is_where_a_board_has_it() {
        let cells = BTreeMap::from([((9, 1), 1), ((1, 9), 4)]);
        let svg = kings(&cells);
        // Files run from right to left; the first of the list is 1i.
        let [x, y] = ["x", "y"].map(|name| values(&svg, "heat", name));
        assert!(x[0] > x[1] && y[0] > y[1], "{x:?} {y:?}");
        let shares = values(&svg, "heat", "fill-opacity");
        assert!((shares[0] - 2.0 * shares[1]).abs() < 1e-3, "{shares:?}");
    }

    #[test]
    fn more_sacrifices_stand_higher_and_longer_problems_to_the_right() {
        let cells = BTreeMap::from([((1, 0), 5), ((3, 2), 5), ((7, 0), 50)]);
        let svg = sacrifices(&cells);
        let [x, y] = ["x", "y"].map(|name| values(&svg, "heat", name));
        assert!(x[0] < x[1] && x[1] < x[2], "{x:?}");
        assert!(y[1] < y[0] && y[0] == y[2], "{y:?}");
        let shares = values(&svg, "heat", "fill-opacity");
        assert!(
            shares[0] == shares[1] && shares[1] < shares[2],
            "{shares:?}"
        );
    }
}
