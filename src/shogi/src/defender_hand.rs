//! The hand of a problem's defender (玉方持駒): what is left of the set, unless it is written.

use std::fmt;
use std::mem::swap;

use super::{Color, Hand, Handicap, Kind, Setup};

/// How the defender's hand (玉方持駒) is read where pieces of the set are neither on the board nor in a hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum HandReading {
    /// The hand is what is listed, which must be all that is left of the set; where nothing is listed, it is what is
    /// left.
    #[default]
    Whole,
    /// The hand is what is listed, even if pieces are missing then (駒不足); where nothing is listed, it is what is left
    /// of the set.
    Listed,
    /// The hand is what is listed; where nothing is listed, it is empty.
    Written,
    /// The hand is all that is left of the set, whatever is listed of it.
    Rest,
}

/// Why the defender's hand (玉方持駒) does not fit the rest of a tsume problem.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DefenderHandError {
    /// Board and attacker's hand alone hold more of a kind than a set has.
    #[error("{count} {letter} on the board and in the attacker's hand, but a set has only {total}", letter = .kind.letter(), total = .kind.total())]
    TooMany {
        /// The kind in question.
        kind: Kind,
        /// How many there are.
        count: u32,
    },
    /// The hand is not what board and attacker's hand leave over.
    #[error("the defender's hand is not the rest of the set: {difference}")]
    NotTheRest {
        /// What is missing or too much.
        difference: HandDifference,
    },
}

/// The difference between the defender's hand as listed and as a full set would have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HandDifference {
    /// Pieces nowhere to be found (駒不足).
    pub missing: Hand,
    /// Pieces that are listed although the set has no more of them.
    pub surplus: Hand,
}

impl fmt::Display for HandDifference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        parts.extend(
            self.missing
                .iter()
                .map(|(kind, count)| format!("{count} {} missing", kind.letter())),
        );
        parts.extend(
            self.surplus
                .iter()
                .map(|(kind, count)| format!("{count} {} too many", kind.letter())),
        );
        f.write_str(&parts.join(", "))
    }
}

impl Setup {
    /// What a full set leaves for the defender's (White's) hand: every piece that is neither on the
    /// board nor in Black's hand.
    ///
    /// # Errors
    /// [`DefenderHandError::TooMany`] if those are already more than a set has.
    pub fn rest_of_the_set(&self) -> Result<Hand, DefenderHandError> {
        let mut rest = Hand::EMPTY;
        let on_board = self.counts_on_board();
        for kind in Kind::HAND {
            let used = on_board[kind as usize] + u32::from(self.hands.black.count(kind));
            let count = u32::from(kind.total()).wrapping_sub(used);
            rest.set(kind, count)
                .map_err(|_| DefenderHandError::TooMany { kind, count: used })?;
        }
        Ok(rest)
    }

    /// Completes the defender's (White's) hand as a tsume problem has it: an empty hand becomes
    /// [`Setup::rest_of_the_set`]; a hand that lists pieces must be that already, unless
    /// `short_set` (駒不足) allows pieces to be missing.
    ///
    /// # Errors
    /// If there are too many pieces of a kind, or, without `short_set`, too few. The setup is then
    /// left as it was.
    pub fn complete_defender_hand(&mut self, short_set: bool) -> Result<(), DefenderHandError> {
        let rest = self.rest_of_the_set()?;
        let listed = self.hands.white;
        if listed.is_empty() {
            self.hands.white = rest;
            return Ok(());
        }
        if listed == rest || short_set && rest.contains(listed) {
            return Ok(());
        }
        let mut difference = HandDifference {
            missing: Hand::EMPTY,
            surplus: Hand::EMPTY,
        };
        for kind in Kind::HAND {
            for _ in listed.count(kind)..rest.count(kind) {
                difference.missing.give(kind);
            }
            for _ in rest.count(kind)..listed.count(kind) {
                difference.surplus.give(kind);
            }
        }
        Err(DefenderHandError::NotTheRest { difference })
    }

    /// Completes the defender's hand as `reading` says, whichever side defends. Without a king there is no defender, and the
    /// starting position of a game ([`Handicap`](super::Handicap)) is no problem: there nothing listed is nothing, unless
    /// `reading` is [`HandReading::Rest`]. With two kings pieces may be missing, as in a game with a handicap.
    ///
    /// # Errors
    /// As [`complete_defender_hand`](Self::complete_defender_hand).
    pub fn read_hand_against(
        &mut self,
        attacker: Color,
        reading: HandReading,
    ) -> Result<(), DefenderHandError> {
        match reading {
            HandReading::Written => Ok(()),
            HandReading::Rest => {
                let defender = attacker.flip();
                let listed = std::mem::take(&mut self.hands[defender]);
                let completed = self.complete_hand_against(attacker, true);
                if completed.is_ok() && self.hands[defender].contains(listed) {
                    return Ok(());
                }
                // What is listed is more than there is: say of what.
                self.hands[defender] = listed;
                completed.and_then(|()| self.complete_hand_against(attacker, true))
            }
            HandReading::Whole | HandReading::Listed => {
                let kings = [Color::Black, Color::White].map(|color| self.has_king(color));
                if kings == [false; 2] || Handicap::of(self).is_some() {
                    return Ok(());
                }
                let short_set = reading == HandReading::Listed || kings == [true; 2];
                self.complete_hand_against(attacker, short_set)
            }
        }
    }

    /// The pieces of a set that are nowhere (駒不足); none of a kind of which there are too many.
    pub fn missing(&self) -> Hand {
        let mut missing = Hand::EMPTY;
        let on_board = self.counts_on_board();
        for kind in Kind::HAND {
            let hands = self.hands.black.count(kind) + self.hands.white.count(kind);
            let there = on_board[kind as usize] + u32::from(hands);
            for _ in there..u32::from(kind.total()) {
                missing.give(kind);
            }
        }
        missing
    }

    /// The same as [`complete_defender_hand`](Self::complete_defender_hand), whichever side defends.
    ///
    /// # Errors
    /// As there.
    pub fn complete_hand_against(
        &mut self,
        attacker: Color,
        short_set: bool,
    ) -> Result<(), DefenderHandError> {
        if attacker == Color::Black {
            return self.complete_defender_hand(short_set);
        }
        // A set of pieces knows no sides.
        swap(&mut self.hands.black, &mut self.hands.white);
        let completed = self.complete_defender_hand(short_set);
        swap(&mut self.hands.black, &mut self.hands.white);
        completed
    }
}
