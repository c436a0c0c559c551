//! The order among hands: with a larger hand a bare king is mated, too.
//!
//! What the attacker has in hand besides, the defender has not. Every move of the smaller hand's mate stays legal, and
//! no reply is added: a dropped pawn that mates (打ち歩詰め) stands beside the king, where nothing is interposed.
//! So the hands that mate are all that lie above a frontier, and only the frontier is searched, from both sides.

use std::collections::{HashMap, VecDeque};

use shogi::{Hand, Kind, packed};

/// What is known of a hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum State {
    /// Nothing yet.
    #[default]
    Unknown,
    /// It does not mate.
    NoMate,
    /// It mates.
    Mate,
    /// A limit left it open.
    Open,
}

/// Hands that differ in nothing but knights and pawns: they are asked one after the other, with one table.
pub type Group = Vec<usize>;

/// Hands, and in which order they are asked.
pub struct Order {
    hands: Vec<Hand>,
    numbers: HashMap<Hand, usize>,
    waves: Vec<Vec<Group>>,
}

impl Order {
    /// The order of some hands. Of two of them, one in the other, all between have to be among them.
    pub fn new(hands: Vec<Hand>) -> Self {
        let numbers = hands.iter().zip(0..).map(|(&hand, number)| (hand, number));
        let numbers = numbers.collect();
        let mut groups: HashMap<Hand, Group> = HashMap::new();
        for (number, &hand) in hands.iter().enumerate() {
            let others = hand
                .with_count_of(Kind::Pawn, Hand::EMPTY)
                .with_count_of(Kind::Knight, Hand::EMPTY);
            groups.entry(others).or_default().push(number);
        }
        let most = groups.keys().map(|others| others.len() as usize).max();
        let mut by_pieces: Vec<Vec<Group>> = vec![Vec::new(); most.map_or(0, |most| most + 1)];
        for (others, group) in groups {
            by_pieces[others.len() as usize].push(group);
        }
        by_pieces.iter_mut().for_each(|wave| wave.sort_unstable());
        let mut waves = Vec::new();
        for at in middle_first(by_pieces.len()) {
            let wave = std::mem::take(&mut by_pieces[at]);
            waves.extend((!wave.is_empty()).then_some(wave));
        }
        Self {
            hands,
            numbers,
            waves,
        }
    }

    /// Groups that have no influence on each other before all of a wave are asked, in the order of their asking.
    pub fn waves(&self) -> &[Vec<Group>] {
        &self.waves
    }

    /// Decides the hands of a group: `ask` is asked as long as one is unknown, and says `None` if it was stopped. What
    /// was asked, in order.
    pub fn decide(
        &self,
        group: &Group,
        states: &[State],
        mut ask: impl FnMut(usize) -> Option<State>,
    ) -> Option<Vec<(usize, State)>> {
        let mut unknown = self.unknown(group, states);
        let mut asked = Vec::new();
        while let Some(number) = self.middle(&unknown) {
            let state = ask(number)?;
            let hand = self.hands[number];
            unknown.retain(|&other| {
                let other = self.hands[other];
                other != hand
                    && match state {
                        State::Mate => !other.contains(hand),
                        State::NoMate => !hand.contains(other),
                        State::Open | State::Unknown => true,
                    }
            });
            asked.push((number, state));
        }
        Some(asked)
    }

    /// The hands of a group of which nothing is known.
    pub fn unknown(&self, group: &Group, states: &[State]) -> Vec<usize> {
        let numbers = group.iter().copied();
        numbers
            .filter(|&number| states[number] == State::Unknown)
            .collect()
    }

    /// The hand whose answer decides the most, whichever it is; of several the first.
    fn middle(&self, unknown: &[usize]) -> Option<usize> {
        let decides = |number: usize| {
            let hand = self.hands[number];
            let others = || unknown.iter().map(|&other| self.hands[other]);
            let above = others().filter(|other| other.contains(hand)).count();
            let below = others().filter(|other| hand.contains(*other)).count();
            above.min(below)
        };
        let all = unknown.iter().map(|&number| (decides(number), number));
        all.reduce(|best, one| if one.0 > best.0 { one } else { best })
            .map(|(_, number)| number)
    }

    /// Takes in what was found of some hands, and what follows from it for others.
    pub fn take_in(&self, states: &mut [State], found: impl IntoIterator<Item = (usize, State)>) {
        let mut news: VecDeque<(usize, State)> = found.into_iter().collect();
        while let Some((number, state)) = news.pop_front() {
            let known = states[number];
            let is_decided = matches!(known, State::Mate | State::NoMate);
            if is_decided || known == state {
                debug_assert!(
                    !is_decided || known == state || state == State::Open,
                    "{:?} cannot be both",
                    self.hands[number]
                );
                continue;
            }
            states[number] = state;
            match state {
                State::Mate => news.extend(self.larger(number).map(|other| (other, state))),
                State::NoMate => news.extend(self.smaller(number).map(|other| (other, state))),
                State::Open | State::Unknown => {}
            }
        }
    }

    /// Whether a hand mates, and none of those with one piece less is known to.
    pub fn is_minimal(&self, states: &[State], number: usize) -> bool {
        states[number] == State::Mate
            && self
                .smaller(number)
                .all(|smaller| states[smaller] != State::Mate)
    }

    fn larger(&self, number: usize) -> impl Iterator<Item = usize> {
        self.with(number, Hand::plus)
    }

    fn smaller(&self, number: usize) -> impl Iterator<Item = usize> {
        self.with(number, Hand::minus)
    }

    fn with(&self, number: usize, change: fn(Hand, Kind) -> Hand) -> impl Iterator<Item = usize> {
        let hand = self.hands[number];
        let others = packed::WRITTEN
            .into_iter()
            .map(move |kind| change(hand, kind));
        let others = others.filter(move |&other| other != hand);
        others.filter_map(|other| self.numbers.get(&other).copied())
    }
}

/// The numbers below `count`: the middle one, the middles of the halves, and so on.
fn middle_first(count: usize) -> Vec<usize> {
    let mut ranges = VecDeque::from_iter(std::iter::once(0..count));
    let mut order = Vec::with_capacity(count);
    while let Some(range) = ranges.pop_front() {
        if !range.is_empty() {
            let middle = range.start.midpoint(range.end);
            order.push(middle);
            ranges.extend([range.start..middle, middle + 1..range.end]);
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_comes_first() {
        assert_eq!(middle_first(7), [3, 1, 5, 0, 2, 4, 6]);
        assert_eq!(middle_first(2), [1, 0]);
        assert!(middle_first(0).is_empty());
    }

    /// All hands of at most so many golds, knights and pawns.
    fn hands(golds: u32, knights: u32, pawns: u32) -> Vec<Hand> {
        let mut hands = Vec::new();
        for gold in 0..=golds {
            for knight in 0..=knights {
                for pawn in 0..=pawns {
                    let mut hand = Hand::EMPTY;
                    hand.set(Kind::Gold, gold).unwrap();
                    hand.set(Kind::Knight, knight).unwrap();
                    hand.set(Kind::Pawn, pawn).unwrap();
                    hands.push(hand);
                }
            }
        }
        hands
    }

    /// What a rule says of hands, some of which are left open, found wave by wave; and how many were asked.
    fn found(order: &Order, mates: impl Fn(Hand) -> Option<bool>) -> (Vec<State>, usize) {
        let mut states = vec![State::Unknown; order.hands.len()];
        let mut count = 0;
        for wave in order.waves() {
            let mut found = Vec::new();
            for group in wave {
                let ask = |number: usize| {
                    Some(match mates(order.hands[number]) {
                        Some(true) => State::Mate,
                        Some(false) => State::NoMate,
                        None => State::Open,
                    })
                };
                found.extend(order.decide(group, &states, ask).unwrap());
            }
            count += found.len();
            order.take_in(&mut states, found);
        }
        (states, count)
    }

    #[test]
    fn the_frontier_decides_all_others() {
        let order = Order::new(hands(4, 4, 18));
        let count = |hand: Hand, kind| u32::from(hand.count(kind));
        let worth = |hand| {
            6 * count(hand, Kind::Gold) + 4 * count(hand, Kind::Knight) + count(hand, Kind::Pawn)
        };
        let (states, asked) = found(&order, |hand| Some(worth(hand) >= 20));
        for (number, &hand) in order.hands.iter().enumerate() {
            let mates = worth(hand) >= 20;
            assert_eq!(states[number] == State::Mate, mates, "{hand:?}");
            assert_eq!(states[number] == State::NoMate, !mates, "{hand:?}");
            let is_minimal = mates
                && packed::WRITTEN.iter().all(|&kind| {
                    let smaller = hand.minus(kind);
                    smaller == hand || worth(smaller) < 20
                });
            assert_eq!(order.is_minimal(&states, number), is_minimal, "{hand:?}");
        }
        assert!(asked < 100, "{asked} of 475");
    }

    #[test]
    fn what_is_open_is_open_unless_another_hand_decides_it() {
        let order = Order::new(hands(2, 2, 5));
        let pawns = |hand: Hand| hand.count(Kind::Pawn);
        let (states, _) = found(&order, |hand| match (hand.count(Kind::Gold), pawns(hand)) {
            (0, _) => Some(false),
            (1, 3) => None,
            (_, pawns) => Some(pawns > 3),
        });
        for (number, &hand) in order.hands.iter().enumerate() {
            let expected = match (hand.count(Kind::Gold), pawns(hand)) {
                (0, _) => State::NoMate,
                // Two golds and three pawns do not mate, so one gold and as many do not.
                (_, pawns) if pawns <= 3 => State::NoMate,
                _ => State::Mate,
            };
            assert_eq!(states[number], expected, "{hand:?}");
        }
        let (states, _) = found(&order, |hand| (pawns(hand) != 2).then_some(pawns(hand) > 2));
        for (number, &hand) in order.hands.iter().enumerate() {
            assert_eq!(states[number] == State::Open, pawns(hand) == 2, "{hand:?}");
        }
    }

    #[test]
    fn a_stop_leaves_nothing_behind() {
        let order = Order::new(hands(0, 0, 18));
        let states = vec![State::Unknown; order.hands.len()];
        let mut left = 2;
        let ask = |_| {
            left -= 1;
            (left >= 0).then_some(State::Mate)
        };
        assert_eq!(order.decide(&order.waves()[0][0], &states, ask), None);
    }
}
