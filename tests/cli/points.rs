//! 詰将棋ポイント: points by hand, a fit that is the same each time, files that are told where they are wrong.

use assert_cmd::Command;
use gyakusan::compose::conditions::Span;
use gyakusan::compose::fit::{Aim, fit, setups};
use gyakusan::compose::generate::{Generate, Sample};
use gyakusan::compose::pipeline::Cost;
use gyakusan::compose::points::{Frame, Points, features};
use gyakusan::compose::random::Random;
use gyakusan::compose::{Conditions, Examiner};
use gyakusan::shogi::{Position, Setup};

const MUSOU: &str = include_str!("../../examples/works/musou.tsv");

fn works() -> Vec<Position> {
    let sfens = MUSOU.lines().map(|line| line.split('\t').next().unwrap());
    let read = |sfen| Position::from_tsume_sfen(sfen, true).unwrap();
    sfens.map(read).collect()
}

const AIM: Aim = Aim {
    low: 90.0,
    high: 110.0,
    hand: true,
    empties: true,
    passes: None,
    seed: 1,
};

#[test]
fn points_are_the_sum_of_what_stands_there() {
    let text = "frame = \"king\"\n[hand]\nG = 10.0\n[board.\"+R\"]\n\"1,2\" = 5.5\n\"-1,2\" = 100.0\n[board.l]\n\"-1,-1\" = 3.0\n[board.\"-\"]\n\"0,1\" = 0.25\n\"1,1\" = 0.5\n";
    let points = Points::from_toml(text).unwrap();
    assert!(points.has_hand());
    let of = |sfen: &str| points.of(&sfen.parse::<Setup>().unwrap());
    // King on 2b: the dragon on 3d is one file and two ranks away, the lance on 1a one and one; 2c and 3c
    // are empty; two golds in hand.
    assert_eq!(
        of("8l/7k1/9/6+R2/9/9/9/9/9 b 2G 1"),
        Some(5.5 + 3.0 + 0.25 + 0.5 + 20.0)
    );
    // The same mirrored.
    assert_eq!(
        of("l8/1k7/9/2+R6/9/9/9/9/9 b 2G 1"),
        Some(5.5 + 3.0 + 0.25 + 0.5 + 20.0)
    );
    // What stands on 2c is not in the list.
    assert_eq!(of("9/7k1/7P1/9/9/9/9/9/9 b - 1"), Some(0.5));
    assert_eq!(of("9/9/9/9/9/9/9/9/9 b G 1"), None);
    let text = "frame = \"board\"\n[board.P]\n\"2,3\" = 7.0\n[board.\"-\"]\n\"9,9\" = 1.0\n";
    let points = Points::from_toml(text).unwrap();
    assert!(!points.has_hand());
    let of = |sfen: &str| points.of(&sfen.parse::<Setup>().unwrap());
    assert_eq!(of("9/7k1/7P1/9/9/9/9/9/9 b G 1"), Some(8.0));
    assert_eq!(of("9/1k7/1P7/9/9/9/9/9/9 b G 1"), Some(8.0));
    assert_eq!(of("9/7k1/9/7P1/9/9/9/9/P8 b G 1"), Some(0.0));
}

#[test]
fn features_are_all_squares_but_the_king() {
    let setup: Setup = "8l/7k1/9/6+R2/9/9/9/9/9 b 2G 1".parse().unwrap();
    assert_eq!(features(Frame::Board, &setup).unwrap().len(), 80);
    // Two files and ranks around 2b: files 1 to 4, ranks a to d; all but the king are squares or pieces.
    assert_eq!(features(Frame::King, &setup).unwrap().len(), 4 * 4 - 1);
}

#[test]
#[ignore = "many seconds: .ci/long"]
fn shipped_works_fall_into_the_band() {
    let works = works();
    let generator = Sample::new(&works);
    let works = setups(&works);
    for (frame, empties, least) in [
        (Frame::King, true, 0.95),
        (Frame::Board, true, 0.99),
        (Frame::King, false, 0.55),
        (Frame::Board, false, 0.6),
    ] {
        let aim = Aim { empties, ..AIM };
        let one = fit(&works, &generator, frame, aim).unwrap();
        if frame == Frame::King && empties {
            let two = fit(&works, &generator, frame, aim).unwrap();
            assert_eq!(one.points.to_toml(), two.points.to_toml());
        }
        assert_eq!(
            one.points,
            Points::from_toml(&one.points.to_toml()).unwrap()
        );
        let within = works
            .iter()
            .filter(|work| (90.0..=110.0).contains(&one.points.of(work).unwrap()));
        let share = within.count() as f64 / works.len() as f64;
        assert_eq!(share, one.works);
        assert!(share >= least, "{frame:?} {empties}: {share}");
        assert!((0.0..=1.0).contains(&one.unseen) && (0.0..=1.0).contains(&one.drawn));
        let has_empty = one.points.on_board.keys().any(|is| is.piece.is_none());
        assert_eq!(has_empty, empties);
    }
    assert!(fit(&works[..4], &generator, Frame::King, AIM).is_none());
}

/// Boards that were drawn as those they are to be told from have nothing to learn: of those that were not
/// fitted to no larger share is in the band. Of works a larger one is.
#[test]
#[ignore = "many seconds: .ci/long"]
fn what_is_unseen_is_unseen() {
    let works = works();
    let generator = Sample::new(&works);
    let mut examiner = Examiner::new(Cost::default());
    let mut wanted = Conditions::none();
    wanted.board = Span { low: 9, high: 12 };
    wanted.hand = Span { low: 2, high: 2 };
    let drawn = (0..200).filter_map(|number| {
        let mut random = Random::new(77, number);
        generator.candidate(&wanted, &mut random, &mut examiner)
    });
    let drawn: Vec<Setup> = drawn.map(|draft| draft.setup).collect();
    for frame in [Frame::King, Frame::Board] {
        let passes = Some(100);
        let of_drawn = fit(&drawn, &generator, frame, Aim { passes, ..AIM }).unwrap();
        assert_eq!(of_drawn.passes, 100);
        assert!(of_drawn.works > 0.5, "{frame:?}: {}", of_drawn.works);
        let more = of_drawn.unseen - of_drawn.drawn;
        assert!(more.abs() < 0.1, "{frame:?}: {more}");
        let of_works = fit(&setups(&works), &generator, frame, AIM).unwrap();
        let more = of_works.unseen - of_works.drawn;
        assert!(more > 0.08, "{frame:?}: {more}");
        assert!(of_works.gain() > 1.5, "{frame:?}: {}", of_works.gain());
    }
}

fn gyakusan(args: &[&str]) -> std::process::Output {
    let mut command = Command::cargo_bin("gyakusan").unwrap();
    command.args(args).output().unwrap()
}

/// The one line that is said of something wrong.
fn complaint(args: &[&str]) -> String {
    let output = gyakusan(args);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(error.lines().count(), 1, "{error}");
    error
}

#[test]
fn a_band_passes_over_boards() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("points.toml");
    let file = file.to_str().unwrap();
    let fitted = gyakusan(&["points", "fit", "--without-hand", "-o", file]);
    assert!(fitted.status.success(), "{fitted:?}");
    let text = String::from_utf8(fitted.stdout).unwrap();
    assert!(text.starts_with("100 works; within 90..110"), "{text}");
    let create = |points: &[&str]| {
        let args = [
            "create",
            "--candidates",
            "120",
            "--board",
            "10..14",
            "--brief",
        ];
        let output = gyakusan(&[&args, points].concat());
        assert!(output.status.success(), "{output:?}");
        let text = String::from_utf8(output.stderr).unwrap();
        let row = text
            .lines()
            .find(|line| line.starts_with("points out of the band"));
        let count = row.unwrap().split_whitespace().nth(5).unwrap();
        count.parse::<u32>().unwrap()
    };
    assert_eq!(create(&[]), 0);
    let out = create(&["--points", file, "--band", "90..110"]);
    assert!(out > 30 && out < 120, "{out}");
}

#[test]
fn wrong_files_of_points_are_told_with_line_and_field() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("points.toml");
    let file = path.to_str().unwrap();
    let create = [
        "create",
        "--candidates",
        "1",
        "--points",
        file,
        "--band",
        "90..110",
    ];
    for (text, words) in [
        ("frame = \"queen\"\n", &["points.toml:1: ", "queen"][..]),
        ("[hand]\n", &["points.toml:1: ", "frame"]),
        (
            "frame = \"king\"\n[hand]\nX = 1.0\n",
            &["points.toml:3: \"X\"", "letter"],
        ),
        (
            "frame = \"king\"\n[hand]\nG = nan\n",
            &["points.toml:3: \"G\"", "finite"],
        ),
        (
            "frame = \"king\"\n[board.K]\n",
            &["points.toml:2: \"K\"", "piece"],
        ),
        (
            "frame = \"king\"\n[board.\"+G\"]\n",
            &["points.toml:2: \"+G\"", "piece"],
        ),
        (
            "frame = \"king\"\n[board.G]\n\"1\" = 2.0\n",
            &["points.toml:3: \"1\"", "files"],
        ),
        (
            "frame = \"king\"\n[board.G]\n\"1,2\" = \"x\"\n",
            &["points.toml:3: ", "string"],
        ),
        ("frame = \"king\"\nfoo = 1\n", &["points.toml:2: ", "foo"]),
        (
            "frame = \"king\"\n[hand]\nG = 1.0\n",
            &["points.toml: ", "--drawn-hands"],
        ),
    ] {
        std::fs::write(&path, text).unwrap();
        let error = complaint(&create);
        for word in words {
            assert!(error.contains(word), "{text}: {error}");
        }
    }
    std::fs::remove_file(&path).unwrap();
    assert!(complaint(&create).contains("points.toml: "));
    assert!(complaint(&create[..5]).contains("--band"));
    let list = folder.path().join("few.sfen");
    std::fs::write(&list, "8k/9/8P/9/9/9/9/9/9 b G 1\n").unwrap();
    let list = list.to_str().unwrap();
    assert!(complaint(&["points", "fit", list, "-o", file]).contains("five works"));
    assert!(complaint(&["points", "fit", "-o", file, "--band", "90.."]).contains("--band"));
    assert!(complaint(&["points", "fit", "none.db", "-o", file]).contains("none.db"));
    assert!(!path.exists());
}
