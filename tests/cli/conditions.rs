//! Conditions on pieces: every candidate of every generator against a slow check written from the
//! definitions, on the letters of its SFEN; contradictions; families.

use assert_cmd::Command;
use gyakusan::compose::conditions::Span;
use gyakusan::compose::conditions::pieces::Counted;
use gyakusan::compose::families::{self, Family};
use gyakusan::compose::generate::{Backwards, Generate, Mutate, Sample, Uniform};
use gyakusan::compose::pipeline::Cost;
use gyakusan::compose::random::Random;
use gyakusan::compose::{Conditions, Examiner};
use gyakusan::features::Pattern;
use gyakusan::features::registry;
use gyakusan::shogi::{Color, Kind, Piece, Position, Square};
use testkit::cases;

const SHORT: &str = include_str!("../data/short_1_to_11.tsv");
const MUSOU: &str = include_str!("../../examples/works/musou.tsv");

fn works() -> Vec<Position> {
    let sfens = MUSOU.lines().map(|line| line.split('\t').next().unwrap());
    let read = |sfen| Position::from_tsume_sfen(sfen, true).unwrap();
    sfens.map(read).collect()
}

/// What a condition says, in words that the slow check understands: letters of pieces on the board (`*` for
/// any, one case for a side), letters of kinds.
#[derive(Clone, Debug)]
enum Said {
    InAll(char, u32, u32),
    OnBoard(&'static str, u32, u32),
    InHand(char, u32, u32),
    Side(Color, u32, u32),
    Board(u32, u32),
    Hand(u32, u32),
    Only(&'static str),
    OneKind,
    At(i8, i8, &'static str),
    /// Files and ranks up to this.
    Corner(i8),
    /// The king on files and ranks up to this.
    King(i8),
    Attacker,
}

/// The pieces on the board with files and ranks, and the letters in the attacker's hand, read from an SFEN.
fn read(sfen: &str) -> (Vec<(i8, i8, String)>, Vec<char>) {
    let mut words = sfen.split(' ');
    let (mut board, mut promoted) = (Vec::new(), String::new());
    for (rank, row) in (1..).zip(words.next().unwrap().split('/')) {
        let mut file = 9;
        for letter in row.chars() {
            match letter {
                '+' => promoted.push('+'),
                '1'..='9' => file -= letter as i8 - '0' as i8,
                _ => {
                    board.push((file, rank, format!("{promoted}{letter}")));
                    promoted.clear();
                    file -= 1;
                }
            }
        }
    }
    let (mut hand, mut number) = (Vec::new(), 0);
    for letter in words.nth(1).unwrap().chars() {
        match letter {
            '0'..='9' => number = number * 10 + letter as usize - '0' as usize,
            'A'..='Z' => {
                hand.extend(std::iter::repeat_n(letter, number.max(1)));
                number = 0;
            }
            _ => number = 0,
        }
    }
    (board, hand)
}

fn slow_check(said: &[Said], sfen: &str) -> bool {
    let (board, hand) = read(sfen);
    let letter = |piece: &str| piece.chars().last().unwrap();
    let on_board = |is: &dyn Fn(&str) -> bool| {
        let pieces = board.iter().filter(|(_, _, piece)| is(piece));
        pieces.count() as u32
    };
    let in_hand = |kind: char| hand.iter().filter(|&&is| is == kind).count() as u32;
    let in_all =
        |kind: char| on_board(&|piece| letter(piece).to_ascii_uppercase() == kind) + in_hand(kind);
    let side = |color: Color| {
        on_board(&|piece| {
            let upper = letter(piece).is_ascii_uppercase();
            !letter(piece).eq_ignore_ascii_case(&'K') && upper == (color == Color::Black)
        })
    };
    let within = |number: u32, low: u32, high: u32| low <= number && number <= high;
    said.iter().all(|said| match *said {
        Said::InAll(kind, low, high) => within(in_all(kind), low, high),
        Said::OnBoard(piece, low, high) => within(on_board(&|is| is == piece), low, high),
        Said::InHand(kind, low, high) => within(in_hand(kind), low, high),
        Said::Side(color, low, high) => within(side(color), low, high),
        Said::Board(low, high) => within(board.len() as u32, low, high),
        Said::Hand(low, high) => within(hand.len() as u32, low, high),
        Said::Only(kinds) => "RBGSNLP"
            .chars()
            .all(|kind| kinds.contains(kind) || in_all(kind) == 0),
        Said::OneKind => "RBGSNLP".chars().filter(|&kind| in_all(kind) > 0).count() <= 1,
        Said::At(file, rank, piece) => board.contains(&(file, rank, piece.to_owned())),
        Said::Corner(size) => board
            .iter()
            .all(|&(file, rank, _)| file <= size && rank <= size),
        Said::King(size) => board
            .iter()
            .all(|(file, rank, piece)| piece != "k" || *file <= size && *rank <= size),
        Said::Attacker => side(Color::Black) > 0,
    })
}

const PIECES: [&str; 8] = ["+R", "p", "N", "g", "+b", "S", "P", "l"];

fn piece(text: &str) -> Piece {
    match text.parse().unwrap() {
        Pattern::Piece(piece) => piece,
        _ => panic!("{text}"),
    }
}

/// Random conditions, as words and as the generators take them.
fn any(random: &mut Random) -> (Vec<Said>, Conditions) {
    let mut wanted = Conditions::none();
    let range = |random: &mut Random, low: u32, high: u32| {
        let least = random.between(low, high);
        let most = random.between(least, high);
        (least, most)
    };
    let span = |(low, high)| Span { low, high };
    let board = range(random, 2, 9);
    let hand = range(random, 0, 4);
    (wanted.board, wanted.hand) = (span(board), span(hand));
    let mut said = vec![Said::Board(board.0, board.1), Said::Hand(hand.0, hand.1)];
    for _ in 0..random.between(0, 3) {
        let limits = range(random, 0, 2);
        let kind = *random.of(&Kind::HAND).unwrap();
        match random.below(4) {
            0 => {
                said.push(Said::InAll(kind.letter(), limits.0, limits.1));
                wanted.count(Counted::Kind(kind), span(limits));
            }
            1 => {
                let text = *random.of(&PIECES).unwrap();
                said.push(Said::OnBoard(text, limits.0, limits.1));
                wanted.count(Counted::OnBoard(piece(text)), span(limits));
            }
            2 => {
                said.push(Said::InHand(kind.letter(), limits.0, limits.1));
                wanted.count(Counted::InHand(kind), span(limits));
            }
            _ => {
                let color = if random.once_in(2) {
                    Color::Black
                } else {
                    Color::White
                };
                said.push(Said::Side(color, limits.0, limits.1));
                wanted.count(Counted::Side(color), span(limits));
            }
        }
    }
    match random.below(6) {
        0 => {
            wanted.only(&[Kind::Gold, Kind::Silver, Kind::Pawn]);
            said.push(Said::Only("GSP"));
        }
        1 => {
            wanted.one_kind = true;
            said.push(Said::OneKind);
        }
        2 => {
            wanted.only(&[Kind::Knight, Kind::Lance, Kind::Bishop]);
            wanted.contains = vec![(Square::new(2, 1).unwrap(), Pattern::Piece(piece("n")))];
            said.extend([Said::Only("NLB"), Said::At(2, 1, "n")]);
        }
        _ => {}
    }
    if random.once_in(3) {
        wanted.region = (Square::new(1, 1).unwrap(), Square::new(6, 6).unwrap());
        said.push(Said::Corner(6));
    }
    if random.once_in(3) {
        let squares = Square::all().filter(|at| at.file() <= 4 && at.rank() <= 4);
        wanted.king = squares.collect();
        said.push(Said::King(4));
    }
    if random.once_in(2) {
        wanted.bare_attacker = false;
        said.push(Said::Attacker);
    }
    (said, wanted)
}

#[test]
fn every_candidate_satisfies_the_definitions() {
    let works = works();
    let sample = Sample::new(&works);
    let mut examiner = Examiner::new(Cost::default());
    let (mut right, mut wrong) = (0, 0);
    let mut made = [0; 4];
    let rounds = cases(150, 600);
    for number in 0..rounds as u64 {
        let mut random = Random::new(11, number);
        let (said, wanted) = any(&mut random);
        let possible = wanted.contradiction().is_none();
        let finish = Position::from_tsume_sfen("7nk/9/6+R2/7S1/9/9/9/9/9 b G 1", true).unwrap();
        let parents: Vec<Position> = (0..20)
            .filter_map(|_| Uniform.candidate(&wanted, &mut random, &mut examiner))
            .filter_map(|draft| Position::from_tsume_sfen(&draft.setup.to_string(), true).ok())
            .collect();
        let mutate = Mutate::new(parents.iter().chain([&finish]));
        let backwards = Backwards::new(vec![finish.clone()], Sample::new(&works), 10);
        let generators: [(&dyn Generate, u32); 4] = [
            (&Uniform, 20),
            (&sample, 20),
            (&mutate, 20),
            (&backwards, 1),
        ];
        for (place, (generator, times)) in generators.into_iter().enumerate() {
            for _ in 0..times {
                let Some(draft) = generator.candidate(&wanted, &mut random, &mut examiner) else {
                    continue;
                };
                let sfen = draft.setup.to_string();
                assert!(possible, "{:?}: {sfen}", wanted.contradiction());
                assert!(slow_check(&said, &sfen), "{place} {said:?}: {sfen}");
                assert!(wanted.admit_setup(&draft.setup));
                made[place] += 1;
            }
        }
        // Any board and hand, whatever is asked: both checks agree.
        for _ in 0..20 {
            let (_, other) = any(&mut random);
            if let Some(draft) = Uniform.candidate(&other, &mut random, &mut examiner) {
                let admitted = wanted.admit_setup(&draft.setup);
                let sfen = draft.setup.to_string();
                assert_eq!(slow_check(&said, &sfen), admitted, "{said:?}: {sfen}");
                *(if admitted { &mut right } else { &mut wrong }) += 1;
            }
        }
    }
    assert!(right > rounds / 6 && wrong > rounds / 6, "{right} {wrong}");
    assert!(
        made[0] > 6 * rounds
            && made[1] > 5 * rounds
            && made[2] > 3 * rounds
            && made[3] >= rounds / 200,
        "{made:?}"
    );
}

/// What must be there is put there, not waited for.
#[test]
fn what_is_asked_for_is_aimed_at() {
    let sample = Sample::new(&works());
    let mut examiner = Examiner::new(Cost::default());
    let mut wanted = Conditions::none();
    wanted.board = Span { low: 3, high: 7 };
    wanted.hand = Span { low: 0, high: 3 };
    let exactly = |number| Span {
        low: number,
        high: number,
    };
    wanted.count(Counted::OnBoard(piece("+B")), exactly(1));
    wanted.count(Counted::OnBoard(piece("+l")), exactly(1));
    wanted.count(Counted::InHand(Kind::Bishop), exactly(1));
    wanted.count(Counted::Kind(Kind::Silver), Span { low: 2, high: 4 });
    for generator in [&Uniform as &dyn Generate, &sample] {
        let mut made = 0;
        for number in 0..200 {
            let mut random = Random::new(1, number);
            made += u32::from(
                generator
                    .candidate(&wanted, &mut random, &mut examiner)
                    .is_some(),
            );
        }
        assert!(made > 150, "{made}");
    }
}

#[test]
fn families_are_what_they_say() {
    let mut examiner = Examiner::new(Cost::default());
    let sample = Sample::new(&works());
    let bare = [
        Said::Side(Color::Black, 0, 0),
        Said::Side(Color::White, 0, 0),
    ];
    for (name, ja, said) in [
        (
            "jissen",
            "実戦型",
            vec![Said::At(1, 1, "l"), Said::At(2, 1, "n")],
        ),
        ("kanso", "簡素図式", vec![Said::Corner(4)]),
        ("kanso:5", "簡素図式:5", vec![Said::Corner(5)]),
        ("isshoku", "一色図式", vec![Said::OneKind]),
        ("isshoku:S", "一色図式:S", vec![Said::Only("S")]),
        ("kin", "金図式", vec![Said::Only("G")]),
        ("gin", "銀図式", vec![Said::Only("S")]),
        ("kei", "桂図式", vec![Said::Only("N")]),
        ("fu", "歩図式", vec![Said::Only("P")]),
        ("kin-gin", "金銀図式", vec![Said::Only("GS")]),
        ("hisha-kaku", "飛角図式", vec![Said::Only("RB")]),
        ("kogoma", "小駒図式", vec![Said::Only("GSNLP")]),
        ("mushikake", "無仕掛", bare[..1].to_vec()),
        ("mubobi", "無防備", bare[1..].to_vec()),
        ("hadaka", "裸玉", bare.to_vec()),
    ] {
        for name in [name, ja] {
            let mut wanted = Conditions::none();
            families::ask(name, &mut wanted).unwrap();
            let most = if name == "hadaka" || name == "裸玉" {
                1
            } else {
                4
            };
            wanted.board = Span { low: 1, high: most };
            wanted.hand = Span { low: 0, high: 3 };
            assert_eq!(wanted.contradiction(), None, "{name}");
            let mut made = 0;
            for number in 0..200 {
                let mut random = Random::new(2, number);
                for generator in [&Uniform as &dyn Generate, &sample] {
                    if let Some(draft) = generator.candidate(&wanted, &mut random, &mut examiner) {
                        let sfen = draft.setup.to_string();
                        assert!(slow_check(&said, &sfen), "{name}: {sfen}");
                        made += 1;
                    }
                }
            }
            assert!(made > 100, "{name}: {made}");
        }
    }
    for (name, column) in [("miyako", "mated_in_centre"), ("雪隠詰", "mated_in_corner")] {
        let mut wanted = Conditions::none();
        families::ask(name, &mut wanted).unwrap();
        assert_eq!(wanted.columns, [(column, Some(1.0), Some(1.0))]);
    }
    let names: Vec<&str> = Family::ALL
        .iter()
        .flat_map(|is| [is.name(), is.ja()])
        .collect();
    let mut once = names.clone();
    once.sort_unstable();
    once.dedup();
    assert_eq!(once.len(), names.len());
}

#[test]
fn contradictions_are_told() {
    for (args, words) in [
        (
            &["--family", "kin", "--only", "S"][..],
            "pieces on the board",
        ),
        (&["--family", "jissen hisha-kaku"], "L: 1 on"),
        (&["--family", "jissen", "--contains", "1a:p"], "1a"),
        (&["--family", "kanso:3", "--contains", "5e:K"], "region"),
        (&["--family", "kanso:3", "--region", "5e-6f"], "region"),
        (&["--family", "kanso:x"], "number"),
        (&["--family", "kin:4"], "parameter"),
        (&["--family", "kinn"], "kinn"),
        (&["--family", " "], "name"),
        (&["--family", "isshoku:K"], "letter"),
        (&["--family", "isshoku", "--in-all", "G1 S1"], "one kind"),
        (&["--family", "mushikake", "--on-board", "G1"], "at most"),
        (&["--in-all", "R3"], "R"),
        (&["--in-all", "G2..", "--only", "S"], "G"),
        (
            &["--on-board", "p9", "--board", "3..7"],
            "pieces on the board",
        ),
        (&["--in-hand", "P3..", "--hand", "..2"], "in hand"),
        (
            &["--in-all", "P9", "--board", "..5", "--hand", "..2"],
            "in hand",
        ),
        (&["--in-hand", "P1", "--in-all", "P0"], "P"),
        (&["--only", "R", "--board", "5.."], "pieces on the board"),
        (&["--in-all", "p1"], "p1"),
        (&["--in-all", "G"], "range"),
        (&["--in-all", "G1.5"], "range"),
        (&["--in-all", "G1 G2"], "twice"),
        (&["--in-hand", "+R1"], "+R1"),
        (&["--on-board", "+G1"], "+G1"),
        (&["--on-board", "K1"], "K1"),
        (&["--on-board", "王1"], "王1"),
        (&["--contains", "1a:l 1a:n"], "1a is given twice"),
        (&["--contains", "2b:K 5e:K"], "king"),
        (&["--contains", "1a:P 2b:K"], "1a could never move"),
        (&["--contains", "1c:p 1d:p 2b:K"], "nifu"),
        (&["--board", "3.2..3.8"], "no whole number"),
        (&["--plies", "6"], "no odd number"),
        (&["--leftover", "1.."], "(change --leftover)"),
        (&["--king", "5e", "--region", "1a-3c"], "king"),
        (&["--king", "5e", "--contains", "2b:K"], "2b"),
        (&["--king", "0a"], "squares such as"),
        (&["--final-king", "2b"], "--final-king: it holds text"),
        (
            &["--drop-sacrifices", "3..", "--sacrifices", "..2"],
            "drop_sacrifices at least 3, but sacrifices at most 2 (change --drop-sacrifices or --sacrifices)",
        ),
        (
            &["--sacrifices", "4..", "--plies", "..7"],
            "sacrifices at least 4, but plies at most 7 (change --sacrifices or --plies)",
        ),
        (
            &["--irredundant", "--superfluous", "1.."],
            "cannot be combined",
        ),
        (&["--rule-e=false"], "only sound problems are kept"),
        (
            &["--promoted", "0", "--on-board", "+R1"],
            "at least 1, but at most 0 (change --promoted)",
        ),
    ] {
        let mut command = Command::cargo_bin("gyakusan").unwrap();
        let output = command.args(["create", "--candidates", "1"]).args(args);
        let output = output.output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {error}");
        assert_eq!(error.lines().count(), 1, "{error}");
        assert!(error.contains(words), "{args:?}: {error}");
    }
}

/// Who asks for just what a problem has is not told that there is none.
#[test]
fn no_problem_contradicts_itself() {
    let mut examiner = Examiner::new(Cost::default());
    let rows = SHORT.lines().filter_map(|line| line.split('\t').next());
    let mut asked = 0;
    for sfen in rows.step_by(cases(25, 1)) {
        let position = Position::from_tsume_sfen(sfen, true).unwrap();
        let Ok(judged) = examiner.judge_position(position) else {
            continue;
        };
        let plies = judged.report.length.unwrap();
        let mut wanted = Conditions::none();
        wanted.plies = Span {
            low: plies,
            high: plies,
        };
        let names = registry::columns().map(|column| column.name);
        wanted.columns = names
            .filter_map(|name| Some((name, judged.columns.number(name)?)))
            .map(|(name, value)| (name, Some(value), Some(value)))
            .collect();
        assert_eq!(wanted.contradiction(), None, "{sfen}");
        asked += wanted.columns.len();
    }
    assert!(asked > 500, "{asked}");
}
