//! Certificates: what is complete is proved, what is proved is complete, and whatever else a file says is refused.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use referee::traditional::{Counting, Lengths};
use sha2::{Digest, Sha256};
use shogi::{Color, Move, Position};
use testkit::{Rng, cases};
use tsume::judge::{self, Options};
use tsume::proof::certificate::{
    Certificate, Complete, NotComplete, Oracle, certify, check_certificate, is_certificate,
    to_bytes,
};
use tsume::proof::{Escape, ProvedCheck, Reason, Strategy, WriteError};
use tsume::solve::dfpn::Solver;
use tsume::solve::{Goal, Limits, Outcome, Reached, Solve, Task, Verdict};

use super::strategy::{black_attacks, turned};

static NEVER: AtomicBool = AtomicBool::new(false);

/// Bytes before the first problem.
const HEADER: usize = 26;

/// What the solver knows.
struct Known(Solver);

impl Known {
    fn new() -> Self {
        Self(Solver::new(1 << 26))
    }

    fn ask(&mut self, task: &Task, goal: Goal, limits: &Limits) -> Outcome {
        self.0.solve(task, goal, limits, &NEVER)
    }

    /// Whether the task mates, within `plies` if given.
    fn mates_within(
        &mut self,
        task: &Task,
        plies: Option<u32>,
        limits: &Limits,
    ) -> Result<bool, Reached> {
        let outcome = self.ask(task, Goal::Verdict, &Limits { plies, ..*limits });
        match (outcome.verdict, outcome.reached) {
            (Verdict::Mate, _) => Ok(true),
            (Verdict::NoMate, _) => Ok(false),
            (Verdict::Unknown, Some(Reached::Plies)) => {
                let outcome = self.ask(task, Goal::Lengths, limits);
                match (outcome.verdict, outcome.reached) {
                    (Verdict::Unknown, Some(reached)) => Err(reached),
                    (verdict, _) => Ok(verdict == Verdict::Mate && outcome.plies <= plies),
                }
            }
            (Verdict::Unknown, reached) => Err(reached.unwrap()),
        }
    }
}

impl Strategy for Known {
    fn winning_check(&mut self, position: &Position, within: Option<u32>) -> Option<ProvedCheck> {
        let task = Task {
            position: position.clone(),
            attacker: position.side(),
        };
        let limits = Limits::default();
        let found = self.0.winning_check(&task, within, &limits, &NEVER);
        if let Some(found) = found.answer.ok().flatten() {
            return Some(ProvedCheck {
                check: found.check,
                plies: Some(found.plies),
            });
        }
        let outcome = self.ask(&task, Goal::Lengths, &limits);
        Some(ProvedCheck {
            check: *outcome.best_line()?.first()?,
            plies: outcome.plies,
        })
    }
}

impl Escape for Known {
    fn saving_reply(&mut self, position: &Position, plies: Option<u32>) -> Option<Move> {
        let attacker = position.side().flip();
        let mut replies = position.legal_moves();
        // Where the attacker has few checks, little is left to prove.
        replies.sort_by_cached_key(|&reply| (position.play(reply).checks().len(), reply));
        let mut saves = |&reply: &Move, nodes| {
            let position = position.play(reply);
            let limits = Limits {
                nodes,
                ..Limits::default()
            };
            self.mates_within(&Task { position, attacker }, plies, &limits) == Ok(false)
        };
        // A reply that is mated may take long to refute where another saves at sight.
        let rounds = [Some(2), Some(300), Some(10_000), None];
        let mut found = rounds.into_iter().map(|nodes| {
            let mut replies = replies.iter();
            replies.find(|reply| saves(reply, nodes)).copied()
        });
        found.find_map(|reply| reply)
    }
}

impl Oracle for Known {
    fn mates(&mut self, task: &Task, within: Option<u32>) -> Result<bool, Reached> {
        self.mates_within(task, within, &Limits::default())
    }
}

/// Lengths in the game of certificates, found plainly: the defender is mated where the referee of futile interpositions
/// says so, and all else counts.
struct Plain {
    mated: Lengths,
    known: HashMap<Position, (u32, Option<u32>)>,
}

impl Plain {
    fn new() -> Self {
        Self {
            mated: Lengths::new(Counting::Traditional),
            known: HashMap::new(),
        }
    }

    /// The length of a task, if it is at most `most`.
    fn length(&mut self, task: &Task, most: u32) -> Option<u32> {
        if let Some(&(asked, length)) = self.known.get(&task.position)
            && (length.is_some() || asked >= most)
        {
            return length.filter(|&length| length <= most);
        }
        let length = match task.attacker_to_move() {
            true => (1..=most).step_by(2).find(|plies| {
                let mut checks = task.position.checks().into_iter();
                checks.any(|check| self.length(&task.play(check), plies - 1).is_some())
            }),
            false if self.mated.length(task, 0) == Some(0) => Some(0),
            false => {
                let mut longest = Some(0);
                for reply in task.position.legal_moves() {
                    let rest = most.checked_sub(1);
                    let length = rest.and_then(|rest| self.length(&task.play(reply), rest));
                    longest = longest.zip(length).map(|(one, other)| one.max(other + 1));
                    if longest.is_none() {
                        break;
                    }
                }
                longest
            }
        };
        self.known.insert(task.position.clone(), (most, length));
        length
    }
}

fn certified(task: &Task, line: &[Move]) -> Result<Certificate, NotComplete> {
    certify(
        task,
        line,
        &mut Known::new(),
        &Limits::default(),
        None,
        &NEVER,
    )
}

/// The main line of a problem, and whether it is complete.
fn judged(task: &Task) -> (Vec<Move>, bool) {
    let options = Options {
        variations: false,
        ..Options::default()
    };
    let report = judge::check(task, &mut Solver::new(1 << 26), &options, &NEVER);
    assert!(report.soundness.complete.is_some(), "{}", report.sfen);
    let line = report.known_line().unwrap_or_default().to_vec();
    (line, report.soundness.complete == Some(true))
}

fn list(name: &str) -> Vec<Task> {
    let text = std::fs::read_to_string(testkit::data(name)).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let sfen = line.split('\t').next().unwrap();
            Task::new(Position::from_tsume_sfen(sfen, true).unwrap())
        })
        .collect()
}

/// Rule E as it is defined: by plain lengths, and by the solver's word that something never mates.
fn is_complete(problem: &Complete) -> bool {
    let Complete { root, line, .. } = problem;
    let step = |mv: Move| (mv.from(), mv.to(), mv.is_drop().then(|| mv.to_string()));
    let plies = line.len() as u32;
    let (mut known, mut plain) = (Known::new(), Plain::new());
    let mut here = root.clone();
    for (left, &mv) in (1..=plies).rev().zip(line) {
        if !here.position.is_legal(mv) || plain.length(&here, left) != Some(left) {
            return false;
        }
        if here.attacker_to_move() && left > 1 {
            let others = here.position.checks().into_iter();
            let mut others = others.filter(|&other| step(other) != step(mv));
            if others.any(|other| known.mates(&here.play(other), None) != Ok(false)) {
                return false;
            }
        }
        here = here.play(mv);
    }
    plain.length(&here, 0) == Some(0) && here.position.hand(root.attacker).is_empty()
}

#[test]
fn what_is_complete_is_certified_and_nothing_else() {
    let mut tasks = list("short_5_7.tsv");
    tasks.truncate(cases(6, 30));
    tasks.extend(list("short_1_to_5.tsv").into_iter().step_by(cases(8, 1)));
    let (mut complete, mut refused, mut delayed, mut bytes_of_all) = (Vec::new(), 0, 0, 0);
    for task in &tasks {
        let (line, is_sound) = judged(task);
        match certified(task, &line) {
            Ok(certificate) => {
                assert!(is_sound, "{}", task.position);
                let bytes = to_bytes(std::slice::from_ref(&certificate));
                assert!(is_certificate(&bytes));
                let checked = check_certificate(&bytes).unwrap();
                let [one] = checked.as_slice() else {
                    panic!("{}", task.position);
                };
                assert_eq!((&one.root, &one.line), (task, &line));
                assert_eq!(one.nodes, certificate.nodes);
                assert!(is_complete(one), "{}", task.position);
                bytes_of_all += bytes.len();
                complete.push(certificate);
            }
            // Futile interpositions before the mate count here.
            Err(NotComplete::NotBest) if is_sound => delayed += 1,
            Err(why) => {
                assert!(!is_sound, "{}: {why}", task.position);
                refused += 1;
            }
        }
    }
    let count = complete.len();
    assert!(
        count > 6 && refused > 0 && delayed < count / 4,
        "{count} {refused} {delayed}"
    );
    // In one file they take less, and say the same.
    let bytes = to_bytes(&complete);
    assert!(bytes.len() < bytes_of_all);
    let checked = check_certificate(&bytes).unwrap();
    let lines = |all: Vec<&Vec<Move>>| all.into_iter().cloned().collect::<Vec<_>>();
    assert_eq!(
        lines(checked.iter().map(|one| &one.line).collect()),
        lines(complete.iter().map(|one| &one.line).collect())
    );
}

/// A bishop that mates from afar: whatever is interposed is futile.
const FROM_AFAR: &str = "3+R3nk/8p/7P1/9/9/9/9/9/8B b rb4g4s3n4l16p 1";

#[test]
fn futile_interpositions_do_not_delay_a_mate() {
    let task = black_attacks(FROM_AFAR);
    let (line, is_sound) = judged(&task);
    let end = task.play(line[0]);
    assert!(is_sound && line.len() == 1 && end.position.has_legal_move());
    assert_eq!(Plain::new().length(&end, 0), Some(0));
    let bytes = to_bytes(&[certified(&task, &line).unwrap()]);
    assert!(is_complete(&check_certificate(&bytes).unwrap()[0]));
    // With another rook beside the king the interpositions are real.
    let held = black_attacks("3+R2rnk/8p/7P1/9/9/9/9/9/8B b b4g4s3n4l16p 1");
    let why = certified(&held, &line).unwrap_err();
    assert_eq!(why, NotComplete::NoMate);
}

#[test]
fn white_can_attack() {
    for task in list("short_5_7.tsv").iter().take(cases(2, 30)) {
        let turned = turned(task);
        let (line, is_sound) = judged(&turned);
        assert_eq!(turned.attacker, Color::White);
        let certificate = certified(&turned, &line);
        let delayed = certificate == Err(NotComplete::NotBest);
        assert_eq!(
            certificate.is_ok(),
            is_sound && !delayed,
            "{}",
            turned.position
        );
        if let Ok(certificate) = certificate {
            let bytes = to_bytes(&[certificate]);
            assert!(is_complete(&check_certificate(&bytes).unwrap()[0]));
        }
    }
}

const HEAD_GOLD: &str = "8k/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";

fn line(usi: &str) -> Vec<Move> {
    usi.split_whitespace()
        .map(|mv| mv.parse().unwrap())
        .collect()
}

#[test]
fn what_is_not_complete_is_told() {
    let refused = |sfen: &str, usi: &str| certified(&black_attacks(sfen), &line(usi)).unwrap_err();
    for (usi, why) in [
        ("G*9i", NotComplete::Line { ply: 1 }),
        ("1c1b", NotComplete::NoMate),
        ("G*2b", NotComplete::NoMate),
        ("G*2b 1a1b", NotComplete::NoMate),
        ("", NotComplete::NoMate),
    ] {
        assert_eq!(refused(HEAD_GOLD, usi), why, "{usi}");
    }
    assert!(certified(&black_attacks(HEAD_GOLD), &line("G*1b")).is_ok());
    // A second solution, and a piece left over.
    let cooked = "4+R1+N2/7nk/7pl/9/9/9/9/9/9 b Gr2b3g4s2n3l17p 1";
    let (usi, is_sound) = judged(&black_attacks(cooked));
    let why = certified(&black_attacks(cooked), &usi).unwrap_err();
    assert!(
        !is_sound && matches!(why, NotComplete::Cook { ply: 3, .. }),
        "{why}"
    );
    let spare = "8k/9/8P/9/9/9/9/9/9 b GP2r2b3g4s4n4l16p 1";
    assert_eq!(refused(spare, "G*1b"), NotComplete::Leftover(1));
    // What limits leave open is no proof.
    let limits = Limits {
        nodes: Some(1),
        ..Limits::default()
    };
    let task = &list("short_5_7.tsv")[1];
    let (usi, _) = judged(task);
    let why = certify(task, &usi, &mut Known::new(), &limits, None, &NEVER).unwrap_err();
    assert_eq!(why, NotComplete::Proof(WriteError::Reached(Reached::Nodes)));
}

/// The same bytes with a digest that is theirs.
fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    bytes.truncate(bytes.len() - 32);
    bytes.extend(Sha256::digest(&bytes));
    bytes
}

/// Certificates of one ply to seven, and the file of the first four together.
fn files(count: usize) -> Vec<Vec<u8>> {
    let mut tasks = list("short_5_7.tsv");
    tasks.truncate(8);
    tasks.insert(1, black_attacks(FROM_AFAR));
    tasks.extend(list("short_1_to_5.tsv").into_iter().step_by(3));
    let all = tasks.iter().filter_map(|task| {
        let (line, is_sound) = judged(task);
        is_sound.then(|| certified(task, &line).ok()).flatten()
    });
    let all: Vec<Certificate> = all.take(count).collect();
    let mut files: Vec<Vec<u8>> = all
        .iter()
        .map(|one| to_bytes(std::slice::from_ref(one)))
        .collect();
    files.push(to_bytes(&all[..all.len().min(4)]));
    files
}

#[test]
fn no_changed_certificate_that_is_not_true_is_accepted() {
    let files = files(cases(6, 40));
    // Of these the other tests say that they are true.
    let true_ones: Vec<Complete> = files
        .iter()
        .flat_map(|file| check_certificate(file).unwrap())
        .collect();
    let is_known = |one: &Complete| {
        let mut known = true_ones.iter();
        known.any(|known| (&known.root, &known.line) == (&one.root, &one.line))
    };
    let mut rng = Rng(69);
    let (mut accepted, mut refused) = (0, 0);
    for round in 0..cases(20_000, 500_000) {
        let mut bytes = files[round % files.len()].clone();
        // What stands behind the header, and sometimes several bytes, one out, one in.
        for _ in 0..=rng.below(3) {
            let at = HEADER + rng.below(bytes.len() - 32 - HEADER);
            let other = HEADER + rng.below(bytes.len() - 32 - HEADER);
            match rng.below(6) {
                0 => {
                    bytes.remove(at);
                }
                1 => bytes.insert(at, rng.below(256) as u8),
                2 => bytes[at] = rng.below(12) as u8,
                // Another man in the position, another reply that is there.
                3 => bytes[at] = bytes[other],
                4 => bytes.swap(at, other),
                _ => bytes[at] = rng.below(256) as u8,
            }
        }
        match check_certificate(&sealed(bytes)) {
            Ok(all) => {
                accepted += 1;
                for one in all.iter().filter(|one| !is_known(one)) {
                    assert!(is_complete(one), "{} {:?}", one.root.position, one.line);
                }
            }
            Err(_) => refused += 1,
        }
    }
    // Some changes lead to another proof of the same, or to another problem that is complete.
    assert!(refused > 9 * accepted, "{accepted} {refused}");
}

#[test]
fn a_damaged_file_is_refused_with_the_reason() {
    let file = files(1).remove(0);
    let reason = |bytes: &[u8]| check_certificate(bytes).unwrap_err().reason;
    assert_eq!(reason(b"gyakusan proof\n"), Reason::NoCertificate);
    assert_eq!(reason(b""), Reason::NoCertificate);
    for length in HEADER..file.len() {
        assert_eq!(reason(&file[..length]), Reason::CutShort, "{length}");
    }
    let mut longer = file.clone();
    longer.push(0);
    assert_eq!(reason(&longer), Reason::Trailing);
    let mut damaged = file.clone();
    *damaged.last_mut().unwrap() ^= 1;
    assert_eq!(reason(&damaged), Reason::Damaged);
    let mut later = file.clone();
    later[21] = 2;
    assert_eq!(reason(&sealed(later)), Reason::Version(2));
    let mut other = file;
    other[HEADER] = b'x';
    assert_eq!(reason(&sealed(other)), Reason::Attacker(b'x'));
}

#[test]
fn what_is_left_unproved_is_missed() {
    // The line alone, without any proof.
    let task = &list("short_5_7.tsv")[1];
    let (line, _) = judged(task);
    let mut certificate = certified(task, &line).unwrap();
    let whole = to_bytes(&[certificate.clone()]);
    let reason = |bytes: &[u8]| check_certificate(bytes).unwrap_err().reason;
    // Of a shorter stream the walk notices where it ends.
    let sfen = task.position.to_string().len();
    let lengths = HEADER + 5;
    let mates = u32::from_be_bytes(whole[lengths..lengths + 4].try_into().unwrap()) as usize;
    let none_at = lengths + 4;
    let none = u32::from_be_bytes(whole[none_at..none_at + 4].try_into().unwrap()) as usize;
    assert!(mates > 0 && none > 0 && whole.len() > HEADER + sfen + mates + none);
    let mut cut = whole;
    cut[none_at..none_at + 4].copy_from_slice(&(none as u32 - 1).to_be_bytes());
    let end = cut.len() - 33;
    cut.remove(end);
    assert!(matches!(reason(&sealed(cut)), Reason::Unfinished(_)));
    // A line is not another problem's.
    certificate.root = black_attacks(HEAD_GOLD);
    assert!(check_certificate(&to_bytes(&[certificate])).is_err());
}

/// The file of one certificate whose line is `stream`.
fn with_line(file: &[u8], stream: &[u8]) -> Vec<u8> {
    let number = |at: usize| usize::from(u16::from_be_bytes([file[at], file[at + 1]]));
    let (sfen, line) = (number(HEADER + 1), number(HEADER + 3));
    let at = HEADER + 13 + sfen;
    let mut bytes = file.to_vec();
    bytes.splice(at..at + line, stream.iter().copied());
    bytes[HEADER + 3..HEADER + 5].copy_from_slice(&(stream.len() as u16).to_be_bytes());
    sealed(bytes)
}

#[test]
fn a_line_shorter_than_the_mate_is_refused() {
    // The defender walks into a mate at once where another reply, whose mate is proved too, lasts longer.
    let mut too_long = 0;
    for task in list("short_5_7.tsv").iter().take(cases(20, 50)) {
        let (line, _) = judged(task);
        let Ok(certificate) = certified(task, &line) else {
            continue;
        };
        let file = to_bytes(&[certificate]);
        let mut checks = task.position.checks();
        checks.sort_unstable();
        let first = checks.binary_search(&line[0]).unwrap() as u8 + 1;
        for (reply, second) in (1..8).flat_map(|reply| (1..99).map(move |second| (reply, second))) {
            let refused = check_certificate(&with_line(&file, &[first, reply, second]));
            if let Reason::TooLong { most, proved } = refused.unwrap_err().reason {
                assert!(most == 3 && proved as usize == line.len());
                too_long += 1;
            }
        }
    }
    assert!(too_long > 0);
}

#[test]
fn a_problem_with_a_piece_left_over_is_refused() {
    let root = black_attacks(HEAD_GOLD);
    let mut certificate = certified(&root, &line("G*1b")).unwrap();
    certificate.root = black_attacks("8k/9/8P/9/9/9/9/9/9 b GL2r2b3g4s4n3l17p 1");
    let refused = check_certificate(&to_bytes(&[certificate])).unwrap_err();
    assert_eq!(refused.reason, Reason::Leftover(1));
}
