//! The lines that show what is to be said of a problem.

use hashbrown::HashSet;

use super::clean::MainLine;
use super::record::LineKind;
use super::report::{Finding, Relation};
use super::source::{Played, Source, is_other_drop, same};
use super::tree::Judge;
use crate::length::{AttackerLength, DefenderLength};
use shogi::Move;

/// A position with either side to move, and the length of its mate.
pub enum Node<S: Source> {
    /// The attacker is to move.
    Attacker(S::Attacker, AttackerLength),
    /// The defender is to move.
    Defender(S::Defender, DefenderLength),
}

impl<S: Source> Node<S> {
    /// The length of the mate in plies.
    pub const fn plies(&self) -> u32 {
        match self {
            Self::Attacker(_, length) => length.plies(),
            Self::Defender(_, length) => length.plies(),
        }
    }
}

impl<S: Source> Clone for Node<S> {
    fn clone(&self) -> Self {
        match self {
            Self::Attacker(node, length) => Self::Attacker(node.clone(), *length),
            Self::Defender(node, length) => Self::Defender(node.clone(), *length),
        }
    }
}

/// How far lines are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// Those that leave the main line.
    MainLine,
    /// Those that leave any line of the tree.
    Tree,
}

/// A node that lines leave.
struct Place<S: Source> {
    node: Node<S>,
    /// The moves that lead to it.
    path: Vec<Move>,
    /// Whether it is on the main line.
    on_main: bool,
}

/// The lines, and what only they can tell.
pub struct Lines {
    /// The lines.
    pub findings: Vec<Finding>,
    /// 変同: replies of the tree that leave the main line.
    pub equal_variations: u16,
    /// 合駒非限定: the other kinds that could have been interposed as well on the main line.
    pub interposition_choices: u16,
}

/// The lines of a problem that leave its main line, or any line of its tree: the main line has to be
/// [preferred](Judge::prefer) then.
pub fn lines<S: Source>(
    judge: &mut Judge<S>,
    start: &Node<S>,
    main: &MainLine,
    extent: Extent,
) -> Lines {
    let mut collector = Collector {
        judge,
        main,
        plies: start.plies(),
        lines: Lines {
            findings: Vec::new(),
            equal_variations: 0,
            interposition_choices: 0,
        },
    };
    let mut seen = HashSet::new();
    let mut open = vec![Place {
        node: start.clone(),
        path: Vec::new(),
        on_main: true,
    }];
    while let Some(place) = open.pop() {
        let is_over = place.node.plies() == 0;
        if is_over || extent == Extent::Tree && !seen.insert(collector.key(&place.node)) {
            continue;
        }
        let mut next = collector.visit(&place);
        if extent == Extent::MainLine {
            next.retain(|place| place.on_main);
        }
        open.extend(next.into_iter().rev());
    }
    collector.lines
}

struct Collector<'a, S: Source> {
    judge: &'a mut Judge<S>,
    main: &'a MainLine,
    /// The length of the problem in plies.
    plies: u32,
    lines: Lines,
}

impl<S: Source> Collector<'_, S> {
    fn key(&self, node: &Node<S>) -> S::Key {
        match node {
            Node::Attacker(node, _) => self.judge.source.key(node),
            Node::Defender(node, _) => self.judge.source.defender_key(node),
        }
    }

    /// Collects the lines that leave a node; and the places after it, that of the main line first.
    fn visit(&mut self, place: &Place<S>) -> Vec<Place<S>> {
        match &place.node {
            Node::Attacker(node, length) => {
                let main = self.main_check(node, *length, place);
                if *length == AttackerLength::ONE {
                    self.last_move(node, place, main.as_ref().map(|main| main.mv));
                } else if let Some(main) = &main {
                    self.before_last(node, *length, place, main.mv);
                }
                let next = main.map(|main| Place {
                    node: Node::Defender(main.next, length.after_check()),
                    path: after(&place.path, main.mv),
                    on_main: place.on_main,
                });
                next.into_iter().collect()
            }
            Node::Defender(node, length) => {
                let Some(left) = length.after_reply() else {
                    return Vec::new();
                };
                let replies = self.main_first(node, *length, place);
                if place.on_main {
                    self.variations(place, &replies, left);
                }
                let unsure = &self.judge.source.replies(node, *length).unsure;
                let unsure = unsure.iter().map(|reply| undecided(place, reply.mv));
                self.lines.findings.extend(unsure);
                let next = replies.into_iter().enumerate().map(|(index, reply)| Place {
                    node: Node::Attacker(reply.next, left),
                    path: after(&place.path, reply.mv),
                    on_main: place.on_main && index == 0,
                });
                next.collect()
            }
        }
    }

    /// The check that the tree goes on with.
    fn main_check(
        &mut self,
        node: &S::Attacker,
        length: AttackerLength,
        place: &Place<S>,
    ) -> Option<Played<S::Defender>> {
        let mv = self
            .main
            .moves
            .get(place.path.len())
            .filter(|_| place.on_main);
        if let Some(&mv) = mv {
            let checks = self.judge.source.checks(node, length);
            let main = checks.shortest.iter().find(|check| check.mv == mv);
            if let Some(main) = main {
                return Some(main.clone());
            }
        }
        let checks = self.judge.tree_checks(node, length);
        checks.into_iter().next()
    }

    /// The replies of the tree, that of the main line first.
    fn main_first(
        &mut self,
        node: &S::Defender,
        length: DefenderLength,
        place: &Place<S>,
    ) -> Vec<Played<S::Attacker>> {
        let mut replies = self.judge.tree_replies(node, length);
        let mv = self
            .main
            .moves
            .get(place.path.len())
            .filter(|_| place.on_main);
        if let Some(&mv) = mv {
            match replies.iter().position(|reply| reply.mv == mv) {
                Some(at) => replies[..=at].rotate_right(1),
                None => {
                    if let Some(next) = self.judge.source.play_reply(node, mv) {
                        replies.insert(0, Played { mv, next });
                    }
                }
            }
        }
        replies
    }

    /// 変同 and 合駒非限定 at a node of the main line, of length `left` after these replies.
    fn variations(
        &mut self,
        place: &Place<S>,
        replies: &[Played<S::Attacker>],
        left: AttackerLength,
    ) {
        for (index, reply) in replies.iter().enumerate().skip(1) {
            let mut earlier = replies[..index].iter();
            let kind = if reply.mv.is_drop()
                && earlier.any(|is| is.mv.is_drop() && is.mv.to() == reply.mv.to())
            {
                self.lines.interposition_choices += 1;
                LineKind::InterpositionChoice
            } else {
                self.lines.equal_variations += 1;
                LineKind::EqualVariation
            };
            let mut rest = Vec::new();
            self.judge.follow(&reply.next, left, &mut rest);
            self.finding(place, kind, reply.mv, Some(Relation::Equal), Some(rest));
        }
    }

    /// The other checks in place of a last move; how long the longer ones take nobody asks.
    fn last_move(&mut self, node: &S::Attacker, place: &Place<S>, main: Option<Move>) {
        let checks = self.judge.source.checks(node, AttackerLength::ONE);
        let wins = self.judge.wins(node, AttackerLength::ONE);
        let kind = LineKind::FinalDual;
        for check in checks.shortest.iter().filter(|is| Some(is.mv) != main) {
            let relation = Some(Relation::Equal);
            let finding = self.finding(place, kind, check.mv, relation, Some(Vec::new()));
            if main.is_some_and(|main| same(main, check.mv)) {
                finding.also.push(LineKind::PromotionDual);
            }
            if main.is_some_and(|main| is_other_drop(main, check.mv)) {
                finding.also.push(LineKind::DropDual);
            }
        }
        for check in &wins.longer {
            self.finding(place, kind, check.mv, Some(Relation::Longer), None);
        }
        let open = wins.open().map(|&mv| undecided(place, mv));
        self.lines.findings.extend(open);
    }

    /// The other checks before the last move.
    fn before_last(
        &mut self,
        node: &S::Attacker,
        length: AttackerLength,
        place: &Place<S>,
        main: Move,
    ) {
        let checks = self.judge.source.checks(node, length);
        let shortest = checks.shortest.iter();
        for check in shortest.filter(|is| is.mv != main && same(is.mv, main)) {
            let line = self.best_play(&check.next, length.after_check());
            let relation = Some(Relation::Equal);
            self.finding(
                place,
                LineKind::PromotionDual,
                check.mv,
                relation,
                Some(line),
            );
        }
        let wins = self.judge.wins(node, length);
        // One that mates in more plies is no dual; of these it is open.
        for check in wins.unmeasured.iter().filter(|is| same(is.mv, main)) {
            self.finding(place, LineKind::PromotionDual, check.mv, None, None);
        }
        let main_line = self.main;
        let is_shown = |mv| {
            let mut cooks = main_line.cooks.shown.iter();
            cooks.find(|cook| cook.at == place.path.len() && cook.mv == mv)
        };
        let further = self.judge.cooks(node, length, main);
        for winning in further.steps.iter().flat_map(|cook| &cook.checks) {
            let mv = winning.check.mv;
            let shown = if place.on_main { is_shown(mv) } else { None };
            let line = match (shown.and_then(|cook| cook.line.clone()), winning.relation) {
                (Some(line), _) => Some(line),
                (None, Some(Relation::Equal)) => {
                    Some(self.best_play(&winning.check.next, length.after_check()))
                }
                _ if place.on_main => self.judge.source.line(&winning.check.next),
                _ => None,
            };
            let finding = self.finding(place, LineKind::SecondSolution, mv, winning.relation, line);
            if is_other_drop(main, mv) {
                finding.also.push(LineKind::DropDual);
            }
            let kind = shown.and_then(|cook| cook.kind);
            finding.also.extend(kind.and_then(|kind| kind.line_kind()));
        }
        let open = wins.open();
        self.lines
            .findings
            .extend(open.map(|&mv| undecided(place, mv)));
    }

    /// Best play from a defender node, of equals the first, whatever is left over.
    fn best_play(&mut self, node: &S::Defender, length: DefenderLength) -> Vec<Move> {
        let mut line = Vec::with_capacity(length.plies() as usize);
        let (mut node, mut length) = (node.clone(), length);
        while let Some(left) = length.after_reply() {
            let replies = self.judge.source.replies(&node, length);
            let Some(reply) = replies.longest.first() else {
                break;
            };
            let checks = self.judge.source.checks(&reply.next, left);
            let Some(check) = checks.shortest.first() else {
                break;
            };
            line.extend([reply.mv, check.mv]);
            (node, length) = (check.next.clone(), left.after_check());
        }
        line
    }

    /// Adds a line: the move that leaves, and what comes after it, if that goes to the mate.
    fn finding(
        &mut self,
        place: &Place<S>,
        kind: LineKind,
        mv: Move,
        relation: Option<Relation>,
        rest: Option<Vec<Move>>,
    ) -> &mut Finding {
        let mut moves = after(&place.path, mv);
        let ply = moves.len() as u32;
        // Where a limit cut it off it shows nothing.
        let whole = |rest: &Vec<Move>| {
            relation != Some(Relation::Equal) || ply + rest.len() as u32 == self.plies
        };
        let rest = rest.filter(whole);
        let plies = rest.as_ref().map(|rest| ply + rest.len() as u32);
        moves.extend(rest.into_iter().flatten());
        let findings = &mut self.lines.findings;
        findings.push(Finding {
            kind,
            also: Vec::new(),
            ply,
            relation,
            plies,
            moves,
        });
        findings.last_mut().expect("it was pushed")
    }
}

/// A path and a move more.
fn after(path: &[Move], mv: Move) -> Vec<Move> {
    let mut moves = Vec::with_capacity(path.len() + 1);
    moves.extend(path);
    moves.push(mv);
    moves
}

fn undecided<S: Source>(place: &Place<S>, mv: Move) -> Finding {
    let moves = after(&place.path, mv);
    Finding {
        kind: LineKind::Undecided,
        also: Vec::new(),
        ply: moves.len() as u32,
        relation: None,
        plies: None,
        moves,
    }
}
