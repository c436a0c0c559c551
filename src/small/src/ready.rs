//! How a game is made ready: its file checked, and what each man reaches from each square.

use crate::error::GameError;
use crate::game::Game;
use crate::rules::{Leap, Man, Reach, Rules, read_leaps};
use crate::state::{KINDS, MEN, MINE, SQUARES, State, THEIRS};
use crate::text::read_arrangement;

impl Rules {
    /// Makes a game ready.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn new(game: Game) -> Result<Self, GameError> {
        let Game {
            width,
            height,
            zone,
            ..
        } = game;
        if !(3..=5).contains(&width) || !(3..=6).contains(&height) || zone > 3.min(height) {
            return Err(GameError::Size {
                width,
                height,
                zone,
            });
        }
        let kinds = game.kinds.len();
        let (men, leaps) = men_of(&game)?;
        if !(2..=KINDS).contains(&kinds) || men.len() > MEN {
            return Err(GameError::Kinds(kinds));
        }
        let (width, height) = (usize::from(width), usize::from(height));
        let mut reach: Vec<_> = leaps
            .iter()
            .map(|leaps| reach_of(leaps, width, height))
            .collect();
        let ways = reach.clone();
        let near: u32 = (1 << (width * usize::from(zone))) - 1;
        let zones = [near, near << (width * (height - usize::from(zone)))];
        let mut stuck = [[0; MEN]; 2];
        if !game.may_be_stuck {
            for (number, (reach, man)) in reach.iter_mut().zip(&men).enumerate() {
                let zones = zones.map(|zone| if man.promoted.is_some() { zone } else { 0 });
                let found = keep_from_sticking(reach, zones, width * height);
                (stuck[MINE][number], stuck[THEIRS][number]) = (found[MINE], found[THEIRS]);
            }
        }
        let mut rules = Self {
            reach,
            ways,
            zones,
            stuck,
            far: (1 << width) - 1,
            first_file: (0..height).fold(0, |file, y| file | 1 << (y * width)),
            sliders: (0..men.len()).filter(|man| men[*man].slides).collect(),
            game,
            width,
            height,
            men,
            kinds,
            start: State::default(),
        };
        let start = format!("{} b -", rules.game.start);
        let position = read_arrangement(&rules, &start).map_err(GameError::Start)?;
        rules.start = position.state;
        Ok(rules)
    }
}

/// The men of a game, and how they move.
fn men_of(game: &Game) -> Result<(Vec<Man>, Vec<Vec<Leap>>), GameError> {
    let mut men = Vec::new();
    let mut leaps = Vec::new();
    let mut letters = Vec::new();
    let read =
        |letter, text: &str| read_leaps(text).map_err(|word| GameError::Moves { letter, word });
    let is_one = |text: &str| text.chars().count() == 1;
    for (kind, spec) in game.kinds.iter().enumerate() {
        let letter = spec.letter;
        if !letter.is_ascii_uppercase() || letters.contains(&letter) {
            return Err(GameError::Letter(letter));
        }
        letters.push(letter);
        if !is_one(&spec.japanese) {
            return Err(GameError::Name(letter));
        }
        let moves = read(letter, &spec.moves)?;
        men.push(Man {
            kind,
            is_promoted: false,
            promoted: None,
            slides: moves.iter().any(|leap| leap.slides),
        });
        leaps.push(moves);
    }
    for (kind, spec) in game.kinds.iter().enumerate() {
        let Some(promoted) = &spec.promoted else {
            continue;
        };
        if kind == 0 {
            return Err(GameError::King);
        }
        if !is_one(&promoted.japanese) {
            return Err(GameError::Name(spec.letter));
        }
        let moves = read(spec.letter, &promoted.moves)?;
        men[kind].promoted = Some(men.len());
        men.push(Man {
            kind,
            is_promoted: true,
            promoted: None,
            slides: moves.iter().any(|leap| leap.slides),
        });
        leaps.push(moves);
    }
    Ok((men, leaps))
}

fn reach_of(leaps: &[Leap], width: usize, height: usize) -> [[Reach; SQUARES]; 2] {
    let mut reach = [[Reach::default(); SQUARES]; 2];
    for (side, forwards) in [(MINE, -1), (THEIRS, 1)] {
        for (square, reach) in reach[side].iter_mut().enumerate().take(width * height) {
            let (x, y) = ((square % width) as i8, (square / width) as i8);
            for leap in leaps {
                // The other side sees the board turned by 180 degrees.
                let (dx, dy) = (-forwards * leap.right, forwards * leap.forwards);
                let mut way = 0_u32;
                let (mut to_x, mut to_y) = (x + dx, y + dy);
                let on =
                    |x: i8, y: i8| (0..width as i8).contains(&x) && (0..height as i8).contains(&y);
                while on(to_x, to_y) {
                    way |= 1 << (to_y as usize * width + to_x as usize);
                    if !leap.slides {
                        break;
                    }
                    (to_x, to_y) = (to_x + dx, to_y + dy);
                }
                reach.any |= way != 0;
                if !leap.slides || way.count_ones() < 2 {
                    reach.steps |= way;
                } else {
                    let up = way > 1 << square;
                    // Four directions have squares of higher numbers, and a man has at most four slides.
                    let place = usize::from(reach.slides_len);
                    reach.slides[place] = (way, up);
                    reach.slides_len += 1;
                }
            }
        }
    }
    reach
}

/// Takes away what a man reaches where it could not move any more and does not promote: it may not go there, and so threatens
/// nothing there, either. Gives back where that is, for each side.
fn keep_from_sticking(
    reach: &mut [[Reach; SQUARES]; 2],
    zones: [u32; 2],
    squares: usize,
) -> [u32; 2] {
    let mut all = [0; 2];
    for side in [MINE, THEIRS] {
        let stuck = (0..squares)
            .filter(|to| !reach[side][*to].any && zones[side] & 1 << to == 0)
            .fold(0, |stuck, to| stuck | 1 << to);
        for (from, reach) in reach[side].iter_mut().enumerate().take(squares) {
            if zones[side] & 1 << from == 0 {
                reach.steps &= !stuck;
                for (way, _) in &mut reach.slides {
                    *way &= !stuck;
                }
            }
        }
        all[side] = stuck;
    }
    all
}
