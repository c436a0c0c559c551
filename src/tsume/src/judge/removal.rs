//! Positions with one piece fewer: what superfluous pieces (余剰駒) are looked for with.

use serde::Serialize;

use shogi::{Color, Hand, Kind, Position, Setup, Square};

/// A piece of a position besides the kings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Spot {
    /// Whose it is.
    #[serde(serialize_with = "side")]
    #[cfg_attr(feature = "schema", schemars(with = "String", extend("enum" = ["black", "white"])))]
    pub color: Color,
    /// Its kind.
    #[serde(serialize_with = "letter")]
    #[cfg_attr(feature = "schema", schemars(with = "char"))]
    pub kind: Kind,
    /// Whether its promoted side is up.
    pub promoted: bool,
    /// Where it stands; `None` in the attacker's hand.
    #[serde(serialize_with = "place")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub square: Option<Square>,
}

/// The name of a side.
pub(super) fn side<S: serde::Serializer>(color: &Color, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(match color {
        Color::Black => "black",
        Color::White => "white",
    })
}

fn letter<S: serde::Serializer>(kind: &Kind, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_char(kind.letter())
}

fn place<S: serde::Serializer>(square: &Option<Square>, serializer: S) -> Result<S::Ok, S::Error> {
    match square {
        Some(square) => serializer.collect_str(square),
        None => serializer.serialize_none(),
    }
}

/// The legal positions that arise when one piece, of either side, goes from the board or the
/// attacker's hand to the defender's hand; of equal pieces in hand one. A defender's piece that
/// alone shields its king cannot go when the attacker is to move.
pub fn removals(
    position: &Position,
    attacker: Color,
) -> impl Iterator<Item = (Spot, Position)> + use<> {
    let setup = Setup::from(position);
    let on_board: Vec<Spot> = setup
        .pieces()
        .filter(|(_, piece)| piece.kind != Kind::King)
        .map(|(square, piece)| Spot {
            color: piece.color,
            kind: piece.kind,
            promoted: piece.promoted,
            square: Some(square),
        })
        .collect();
    let in_hand: Vec<Spot> = setup.hands[attacker]
        .iter()
        .map(|(kind, _)| Spot {
            color: attacker,
            kind,
            promoted: false,
            square: None,
        })
        .collect();
    on_board.into_iter().chain(in_hand).filter_map(move |spot| {
        let mut without = setup.clone();
        match spot.square {
            Some(square) => without.board[square.index()] = None,
            None => add(&mut without.hands[attacker], spot.kind, -1)?,
        }
        add(&mut without.hands[attacker.flip()], spot.kind, 1)?;
        Some((spot, Position::try_from(&without).ok()?))
    })
}

/// Changes the count of a kind in hand.
fn add(hand: &mut Hand, kind: Kind, more: i32) -> Option<()> {
    let count = u32::from(hand.count(kind)).checked_add_signed(more)?;
    hand.set(kind, count).ok()
}
