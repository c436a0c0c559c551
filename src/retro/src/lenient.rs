//! Soundness under rule F: further winning steps are allowed where they change nothing but an exchange
//! (非限定), the order of moves (手順前後) or a detour (迂回手順).

use std::rc::Rc;

use hashbrown::{HashMap, HashSet};

use super::board::{bit, squares};
use super::codeset::CodeSet;
use super::node::{Key, Node};
use super::play::{Check, Reply, Scan, any_check, any_reply};
use super::soundness::{Soundness, ends_empty, same_step};
use super::spoil::Least;
use super::touch::{Proofs, STATES};
use super::unit::Unit;

/// A winning check and the value of the node after it.
#[derive(Clone, Copy)]
pub struct Win {
    /// The check.
    pub check: Check,
    /// In how many more moves it mates.
    pub value: u8,
}

/// Why a second solution is a blemish only.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Blemish {
    /// 非限定: one move of the line is exchanged, and its very continuation mates.
    Exchange,
    /// 手順前後: as short, and comes to a position of the line or plays its moves in another order.
    MoveOrder,
    /// 迂回手順: longer, and comes to a position of the line.
    Detour,
}

/// A line: attacker nodes with the check played there, defender nodes with the reply.
#[derive(Clone, Default)]
struct Line {
    nodes: Vec<(Node, Check)>,
    replies: Vec<(Node, Reply)>,
}

/// What leniency needs beside [`Soundness`].
pub struct Lenient<'s, 'a, K: Key> {
    soundness: &'s mut Soundness<'a, K>,
    wins: HashMap<K, Rc<[Win]>>,
}

impl<K: Key> Soundness<'_, K> {
    /// Whether an attacker node of value `n` is sound under rule F.
    pub fn lenient(&mut self, p: &Node, n: u8) -> bool {
        Lenient::new(self).lenient(p, n)
    }
}

impl<'s, 'a, K: Key> Lenient<'s, 'a, K> {
    /// Leniency over a table that is complete to the fixpoint.
    pub fn new(soundness: &'s mut Soundness<'a, K>) -> Self {
        Self {
            soundness,
            wins: HashMap::new(),
        }
    }

    /// Whether an attacker node of value `n` is sound under rule F.
    pub fn lenient(&mut self, p: &Node, n: u8) -> bool {
        self.soundness.clean(p, n) || n > 1 && self.any_line(p, n, &mut Line::default())
    }

    /// Whether no unit of a lenient node of value `n` can go to the defender's hand and leave a lenient
    /// node of that value.
    pub fn is_irredundant(&mut self, p: &Node, n: u8) -> bool {
        let mut last = None;
        p.units().iter().all(|&unit| {
            if last.replace(unit) == Some(unit) {
                return true;
            }
            let rest = p.without(unit);
            !(self.soundness.solver.attacker_is(&rest, n) && self.lenient(&rest, n))
        })
    }

    /// The winning checks of an attacker node.
    fn wins(&mut self, p: &Node) -> Rc<[Win]> {
        let key = K::pack(p);
        if let Some(wins) = self.wins.get(&key) {
            return Rc::clone(wins);
        }
        let scan = Scan::of(p);
        let mut wins = Vec::new();
        any_check(p, &scan, |check| {
            if let Some(value) = self.soundness.solver.check_value(p, &check) {
                wins.push(Win { check, value });
            }
            false
        });
        let wins: Rc<[Win]> = wins.into();
        self.wins.insert(key, Rc::clone(&wins));
        wins
    }

    /// Whether some line of best play that goes on from `line` with `p`, of value `n`, has none but
    /// lenient second solutions.
    fn any_line(&mut self, p: &Node, n: u8, line: &mut Line) -> bool {
        if n == 1 {
            let scan = Scan::of(p);
            return any_check(p, &scan, |check| {
                if !ends_empty(p, &scan, &check) {
                    return false;
                }
                line.nodes.push((*p, check));
                let lenient = self.line_is_lenient(line);
                line.nodes.pop();
                lenient
            });
        }
        let wins = self.wins(p);
        wins.iter().filter(|win| win.value == n - 1).any(|win| {
            let q = win.check.apply(p);
            let scan = Scan::of(&q);
            line.nodes.push((*p, win.check));
            let lenient = any_reply(&q, &scan, win.check.after, |reply| {
                let r = reply.apply(&q);
                if self.soundness.solver.attacker_within(&r, n - 2) {
                    return false;
                }
                line.replies.push((q, reply));
                let lenient = self.any_line(&r, n - 1, line);
                line.replies.pop();
                lenient
            });
            line.nodes.pop();
            lenient
        })
    }

    /// States that spoil all cooks that are none of the blemishes, on some line.
    pub fn spoil(&mut self, p: &Node, n: u8, slots: usize) -> CodeSet {
        let mut set = CodeSet::EMPTY;
        let mut sets = HashMap::new();
        self.spoil_lines(p, n, slots, &mut Line::default(), &mut sets, &mut set);
        set
    }

    fn spoil_lines(
        &mut self,
        p: &Node,
        n: u8,
        slots: usize,
        line: &mut Line,
        sets: &mut HashMap<(K, usize, usize), CodeSet>,
        set: &mut CodeSet,
    ) {
        let wins = self.wins(p);
        for win in wins.iter().filter(|win| win.value == n - 1) {
            let q = win.check.apply(p);
            line.nodes.push((*p, win.check));
            if n == 1 {
                let mut least = Least::new(slots);
                for at in 0..line.nodes.len() - 1 {
                    let (r, main) = line.nodes[at];
                    let mut steps: Vec<Check> = vec![main];
                    for win in self.wins(&r).iter() {
                        if steps.iter().any(|step| same_step(step, &win.check)) {
                            continue;
                        }
                        steps.push(win.check);
                        if self.blemish(line, at, &win.check).is_none() {
                            let one = sets
                                .entry((
                                    K::pack(&r),
                                    win.check.before.code(),
                                    win.check.after.code(),
                                ))
                                .or_insert_with(|| {
                                    self.soundness.solver.touch_check(
                                        &r,
                                        &win.check,
                                        win.value,
                                        Proofs::for_slots(slots),
                                    )
                                });
                            let mut one = one.clone();
                            for win in self
                                .wins(&r)
                                .iter()
                                .filter(|w| same_step(&w.check, &win.check))
                            {
                                if let Some((q, checker)) = exchanged(line, at, &win.check) {
                                    let scan = Scan::of(&q);
                                    if scan.defended & bit(checker.square()) == 0 {
                                        let mut covers = Least::new(slots);
                                        for escape in squares(scan.escapes(q.king())) {
                                            covers.also(STATES.covering[escape].clone());
                                        }
                                        if let Some(c) = covers.set() {
                                            one |= &c;
                                        }
                                    }
                                }
                            }
                            least.also(one);
                        }
                    }
                }
                *set |= &least.set().unwrap_or_else(|| STATES.all.clone());
            } else {
                let scan = Scan::of(&q);
                any_reply(&q, &scan, win.check.after, |reply| {
                    let r = reply.apply(&q);
                    if self.soundness.solver.attacker_within(&r, n - 2) {
                        return false;
                    }
                    line.replies.push((q, reply));
                    self.spoil_lines(&r, n - 1, slots, line, sets, set);
                    line.replies.pop();
                    false
                });
            }
            line.nodes.pop();
        }
    }

    fn line_is_lenient(&mut self, line: &Line) -> bool {
        (0..line.nodes.len() - 1).all(|at| {
            let (p, main) = line.nodes[at];
            let wins = self.wins(&p);
            let mut steps: Vec<Check> = vec![main];
            wins.iter().all(|win| {
                if steps.iter().any(|step| same_step(step, &win.check)) {
                    return true;
                }
                steps.push(win.check);
                self.blemish(line, at, &win.check).is_some()
            })
        })
    }

    /// What kind of blemish the winning step of `step` is at a node of a line.
    fn blemish(&mut self, line: &Line, at: usize, step: &Check) -> Option<Blemish> {
        let p = line.nodes[at].0;
        let left = (line.nodes.len() - at) as u8;
        let wins = self.wins(&p);
        let choices = || wins.iter().filter(|win| same_step(&win.check, step));
        if choices().any(|win| exchanges(line, at, &win.check)) {
            return Some(Blemish::Exchange);
        }
        if choices().any(|win| {
            win.value == left - 1
                && (self.comes_back(line, &win.check.apply(&p), win)
                    || self.permutes(line, at, &win.check))
        }) {
            return Some(Blemish::MoveOrder);
        }
        choices()
            .any(|win| win.value > left - 1 && self.comes_back(line, &win.check.apply(&p), win))
            .then_some(Blemish::Detour)
    }

    /// Whether some best play after a winning check, from the defender node `q`, comes to a position
    /// of the line.
    fn comes_back(&mut self, line: &Line, q: &Node, win: &Win) -> bool {
        let mut seen = HashSet::new();
        self.meets(line, q, &win.check, win.value, &mut seen)
    }

    fn meets(
        &mut self,
        line: &Line,
        q: &Node,
        check: &Check,
        value: u8,
        seen: &mut HashSet<K>,
    ) -> bool {
        let met = |(p, main): &(Node, Check)| main.apply(p) == *q;
        if line.nodes.iter().any(met) {
            return true;
        }
        if value == 0 {
            return false;
        }
        let scan = Scan::of(q);
        any_reply(q, &scan, check.after, |reply| {
            let r = reply.apply(q);
            if self.soundness.solver.attacker_within(&r, value - 1) || !seen.insert(K::pack(&r)) {
                return false;
            }
            if line.nodes.iter().any(|(p, _)| *p == r) {
                return true;
            }
            let wins = self.wins(&r);
            wins.iter()
                .filter(|win| win.value == value - 1)
                .any(|win| self.meets(line, &win.check.apply(&r), &win.check, value - 1, seen))
        })
    }

    /// Whether some best play after a check as short as the line's plays the line's checks in another
    /// order.
    fn permutes(&mut self, line: &Line, at: usize, check: &Check) -> bool {
        let mut left: Vec<Made> = line.nodes[at..].iter().map(|(_, c)| Made::of(c)).collect();
        self.plays(&line.nodes[at].0, check, &mut left)
    }

    /// Whether `check` is one of `left` and some best play after it plays the others.
    fn plays(&mut self, p: &Node, check: &Check, left: &mut Vec<Made>) -> bool {
        let Some(place) = left.iter().position(|made| *made == Made::of(check)) else {
            return false;
        };
        if left.len() == 1 {
            return true;
        }
        let made = left.swap_remove(place);
        let value = left.len() as u8;
        let q = check.apply(p);
        let scan = Scan::of(&q);
        let plays = any_reply(&q, &scan, check.after, |reply| {
            let r = reply.apply(&q);
            if self.soundness.solver.attacker_within(&r, value - 1) {
                return false;
            }
            let wins = self.wins(&r);
            wins.iter()
                .filter(|win| win.value == value - 1)
                .any(|win| self.plays(&r, &win.check, left))
        });
        left.push(made);
        plays
    }
}

/// An attacker's move as a record writes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Made {
    /// The square it leaves; 81 and the kind for a drop.
    from: (usize, usize),
    to: usize,
    promotes: bool,
}

impl Made {
    const fn of(check: &Check) -> Self {
        let dropped = if check.before.is_hand() {
            check.before.kind()
        } else {
            0
        };
        Self {
            from: (check.before.square(), dropped),
            to: check.after.square(),
            promotes: check.promotes(),
        }
    }
}

/// A reply as a record writes it.
fn same_reply(a: &Reply, b: &Reply) -> bool {
    match (a, b) {
        (Reply::King { to, .. }, Reply::King { to: other, .. }) => to == other,
        (
            Reply::Capture { before, after, .. },
            Reply::Capture {
                before: other,
                after: arrived,
                ..
            },
        ) => {
            before.square() == other.square()
                && after.square() == arrived.square()
                && (after.is_promoted() == before.is_promoted())
                    == (arrived.is_promoted() == other.is_promoted())
        }
        _ => false,
    }
}

/// Whether `check` exchanges the line's move at a node for one by the same piece, or of the same kind
/// to the same square, after which the very continuation of the line is legal and mates.
fn exchanges(line: &Line, at: usize, check: &Check) -> bool {
    exchanged(line, at, check)
        .is_some_and(|(q, checker)| !any_reply(&q, &Scan::of(&q), checker, |_| true))
}

/// The last position and its checker when `check` takes the place of the line's move at a node.
fn exchanged(line: &Line, at: usize, check: &Check) -> Option<(Node, Unit)> {
    let (p, main) = line.nodes[at];
    let same_piece = check.before == main.before;
    let same_kind = !check.before.is_hand()
        && !main.before.is_hand()
        && check.before.kind() == main.before.kind()
        && check.before.is_promoted() == main.before.is_promoted()
        && check.after.square() == main.after.square();
    if !same_piece && !same_kind {
        return None;
    }
    let mut q = check.apply(&p);
    let mut checker = check.after;
    let rest = line.replies[at..].iter().zip(&line.nodes[at + 1..]);
    for ((_, reply), (_, next)) in rest {
        let mut r = None;
        any_reply(&q, &Scan::of(&q), checker, |other| {
            if same_reply(reply, &other) {
                r = Some(other.apply(&q));
            }
            r.is_some()
        });
        let r = r?;
        let mut made = None;
        any_check(&r, &Scan::of(&r), |other| {
            if Made::of(&other) == Made::of(next) {
                made = Some(other);
            }
            made.is_some()
        });
        let made = made?;
        q = made.apply(&r);
        checker = made.after;
        if made.is_pawn_drop() && !any_reply(&q, &Scan::of(&q), checker, |_| true) {
            return None;
        }
    }
    Some((q, checker))
}
