//! Families solved once for all tests, and the way from one form of a position to another.

use std::sync::LazyLock;

use referee::retrograde::{self, Family, Place, PlainPosition};
use retro::critical::engine::{Engine, Progress};
use retro::critical::scope::Scope;
use retro::critical::spill::Spill;
use retro::critical::table::Table;
use retro::node::{Key, Material, Node};
use retro::unit::{STEP_KINDS, Unit};
use shogi::{Color, Kind, Piece, Position, Setup, Square};
use system::monitor::Monitor;

/// 桂図式
pub const N4: Material = [0, 0, 4, 0];

/// All twenty families of three pieces.
pub fn three_pieces() -> Vec<Material> {
    let mut families = Vec::new();
    for gold in 0..=3 {
        for silver in 0..=3 - gold {
            for knight in 0..=3 - gold - silver {
                families.push([gold, silver, knight, 3 - gold - silver - knight]);
            }
        }
    }
    families
}

/// Whether a family contains a material.
pub fn contains(family: Material, material: Material) -> bool {
    family.iter().zip(material).all(|(&has, uses)| uses <= has)
}

/// The plain table of a family.
pub fn plain_table([gold, silver, knight, pawn]: Material) -> retrograde::Table {
    retrograde::Table::solve(Family {
        gold,
        silver,
        knight,
        pawn,
    })
}

/// The plain tables of all families of three pieces.
pub static PLAIN: LazyLock<Vec<(Material, retrograde::Table)>> = LazyLock::new(|| {
    let families = three_pieces().into_iter();
    families
        .map(|family| (family, plain_table(family)))
        .collect()
});

/// The plain table of 桂図式.
pub static PLAIN_N4: LazyLock<retrograde::Table> = LazyLock::new(|| plain_table(N4));

/// All critical nodes of a scope, canonical and sorted, by value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Levels<K> {
    /// Attacker nodes, starting with value 1.
    pub attackers: Vec<Vec<K>>,
    /// Defender nodes, starting with value 0.
    pub defenders: Vec<Vec<K>>,
    /// Irredundant problems that are not critical, starting with value 1.
    pub irredundant: Vec<Vec<K>>,
}

/// What a run of the engine leaves.
pub struct Run<K: Key> {
    /// The critical nodes.
    pub levels: Levels<K>,
    /// The complete table, its index dropped.
    pub table: Table<K>,
}

/// Runs the engine to its fixpoint; `visit` sees how far it is after every half of a level.
pub fn enumerate_with<K: Key>(families: &[Material], visit: impl FnMut(&Progress<K>)) -> Run<K> {
    enumerate_in(families, None, visit)
}

/// The same, with an index that may go into files.
pub fn enumerate_in<K: Key>(
    families: &[Material],
    spill: Option<Spill>,
    mut visit: impl FnMut(&Progress<K>),
) -> Run<K> {
    let monitor = Monitor::default();
    let mut engine: Engine<'_, K> = Engine::start(Scope::new(families), spill, &monitor).unwrap();
    let mut defenders = vec![engine.progress().defenders.clone()];
    visit(engine.progress());
    while !engine.is_complete() {
        engine.advance().unwrap();
        let progress = engine.progress();
        if usize::from(progress.defender_level) == defenders.len() {
            defenders.push(progress.defenders.clone());
        }
        visit(progress);
    }
    while defenders.last().is_some_and(Vec::is_empty) {
        defenders.pop();
    }
    let found = engine.finish();
    Run {
        levels: Levels {
            attackers: found.critical,
            defenders,
            irredundant: found.irredundant,
        },
        table: found.table,
    }
}

/// Runs the engine to its fixpoint.
pub fn enumerate<K: Key>(families: &[Material]) -> Run<K> {
    enumerate_with(families, |_| {})
}

/// One run for all families of three pieces together.
pub static JOINT: LazyLock<Run<u64>> = LazyLock::new(|| enumerate(&three_pieces()));

/// 桂図式 alone.
pub static KNIGHTS: LazyLock<Run<u64>> = LazyLock::new(|| enumerate(&[N4]));

/// A position of the plain table as a node.
pub fn node(position: &PlainPosition) -> Node {
    let mut node = Node::new(position.king());
    for &(kind, place) in position.units() {
        node.add(match place {
            Place::AttackerHand => Unit::in_hand(kind),
            Place::Board {
                square,
                color,
                promoted,
            } => Unit::on_board(kind, color, promoted, square),
        });
    }
    node
}

/// A node as a position of the plain table.
pub fn plain_position(node: &Node) -> PlainPosition {
    let units = node.units().iter().map(|unit| {
        let place = match unit.piece() {
            None => Place::AttackerHand,
            Some(piece) => Place::Board {
                square: unit.square(),
                color: piece.color,
                promoted: piece.promoted,
            },
        };
        (unit.kind(), place)
    });
    PlainPosition::new(node.king(), units.collect())
}

/// An attacker node for messages.
pub fn sfen(node: &Node) -> String {
    plain_position(node).to_sfen(Color::Black)
}
/// An attacker node as a position for the plain search, `None` if it is illegal.
pub fn position(node: &Node) -> Option<Position> {
    let mut setup = Setup::empty(Color::Black);
    setup.board[node.king().index()] = Some(Piece::plain(Color::White, Kind::King));
    for unit in node.units() {
        match unit.piece() {
            None => {
                let hand = &mut setup.hands.black;
                let kind = unit.kind();
                let held = u32::from(hand.count(kind));
                hand.set(kind, held + 1).ok()?;
            }
            Some(piece) => {
                let square = &mut setup.board[unit.square().index()];
                if square.is_some() {
                    return None;
                }
                *square = Some(piece);
            }
        }
    }
    setup.complete_defender_hand(false).ok()?;
    Position::try_from(&setup).ok()
}

/// A small deterministic generator of random numbers.
pub struct Random(pub u64);

impl Random {
    /// The next number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % n as u64) as usize
    }
}
/// Gold, silver, knight and pawn, the smallest family that shows all difficulties.
pub static FOUR_KINDS: LazyLock<Run<u64>> = LazyLock::new(|| enumerate(&[[1, 1, 1, 1]]));

/// Its plain table: minutes and 2 GB.
pub static PLAIN_FOUR_KINDS: LazyLock<retrograde::Table> =
    LazyLock::new(|| plain_table([1, 1, 1, 1]));

/// The table of the first `levels` levels, as the engine has it when it grows the next one.
pub fn table_of<K: Key>(attackers: &[Vec<K>], units: usize, levels: usize) -> Table<K> {
    let mut table = Table::new(units, None);
    for level in &attackers[..levels] {
        table.add_level(level);
        table.index(attackers, &Monitor::default()).unwrap();
    }
    table
}

impl Random {
    /// An element of a slice.
    pub fn choice<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }

    /// A critical attacker node with its value, every value equally likely, of either image.
    pub fn critical<K: Key>(&mut self, levels: &Levels<K>) -> (Node, u8) {
        let value = 1 + self.below(levels.attackers.len());
        let node = self.choice(&levels.attackers[value - 1]).unpack();
        let node = if self.below(2) == 0 {
            node
        } else {
            node.mirror()
        };
        (node, value as u8)
    }
}

/// Everything a unit could be, illegal states included, that of no more than a promoted gold.
pub static UNITS: LazyLock<Vec<Unit>> = LazyLock::new(|| {
    let mut units = Vec::new();
    for kind in STEP_KINDS {
        units.push(Unit::in_hand(kind));
        for square in Square::all() {
            for side in [Color::Black, Color::White] {
                for promoted in [false, true] {
                    if kind.promotes() || !promoted {
                        units.push(Unit::on_board(kind, side, promoted, square));
                    }
                }
            }
        }
    }
    units
});

/// The node with further units, `None` if they cannot all be there.
pub fn with_units(node: &Node, units: &[Unit]) -> Option<Node> {
    let mut all = *node;
    for &unit in units {
        all.add(unit);
    }
    position(&all).map(|_| all)
}
