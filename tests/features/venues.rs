//! Venues: their files, what they say of problems, and what a check tells them beside what columns tell.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use features::venue::{self, Checked, Derived, Known, Row, Subject, Topic, Venue, Verdict};
use features::{Columns, Weights};
use shogi::Position;
use tsume::judge::record::LineKind;
use tsume::judge::{Options, Report};
use tsume::solve::Task;

use super::{checked, task_of};

fn judged(sfen: &str) -> (Task, Report) {
    let task = task_of(sfen);
    let report = checked(&task, &Options::default());
    (task, report)
}

fn derived(known: &impl Known) -> BTreeMap<&'static str, Option<i64>> {
    let all = Derived::ALL.into_iter();
    all.map(|is| (is.name(), known.amount(Subject::Derived(is))))
        .collect()
}

/// What a venue says, line by line: what about, how much, and what becomes of the problem.
fn said(venue: &Venue, sfen: &str) -> (Verdict, BTreeMap<&'static str, (Option<i64>, Verdict)>) {
    let (task, report) = judged(sfen);
    let known = Checked::new(&task, &report);
    let opinion = venue.opinion(&known);
    let lines = opinion.lines.iter().map(|line| {
        let about = match line.topic {
            Topic::Mate => "mate",
            Topic::Classes => "class",
            Topic::Subject(subject) => subject.name(),
        };
        (about, (line.amount, line.verdict))
    });
    (opinion.verdict(), lines.collect())
}

/// 頭金 with a pawn.
const HEAD_GOLD: &str = "8k/9/8P/9/9/9/9/9/9 b G 1";
/// Golds that mate on two squares.
const TWO_MATES: &str = "8k/9/7GP/9/9/9/9/9/9 b G 1";
/// Two last moves that are mirror images.
const SYMMETRIC: &str = "3nkn3/9/4G4/9/9/9/9/9/9 b N 1";
const SOUND: &str = "9/9/8k/7L1/9/9/9/7L1/7N1 b 2r2b4g4s3n2l18p 1";
const COOKED: &str = "4+R1+N2/7nk/7pl/9/9/9/9/9/9 b Gr2b3g4s2n3l17p 1";
const NO_MATE: &str = "8k/9/6NG1/9/9/9/9/9/9 b P 1";

fn named(name: &str) -> &'static Venue {
    venue::named(name).unwrap_or_else(|| panic!("{name}"))
}

#[test]
fn every_venue_names_its_sources() {
    let folder = testkit::root().join("src/features/venues");
    let files = fs::read_dir(folder).unwrap().count();
    assert_eq!(venue::all().len(), files, "a file is not listed");
    let mut names = BTreeSet::new();
    for venue in venue::all() {
        for name in [&venue.name, &venue.term] {
            assert!(names.insert(name), "{name}");
            assert_eq!(named(name).name, venue.name);
        }
        assert!(
            !venue.sources.is_empty() && !venue.rules.is_empty(),
            "{}",
            venue.name
        );
        for source in &venue.sources {
            assert!(source.at.starts_with("http"), "{}", source.at);
            let date = source.date.as_ref().or(source.read.as_ref()).unwrap();
            assert_eq!(date.split('-').count(), 3, "{date}");
            let rules = venue.rules.iter().map(|is| &is.source);
            let classes = venue.classes.iter().map(|is| &is.source);
            let remarks = venue.remarks.iter().map(|is| &is.source);
            let mut used = rules.chain(classes).chain(remarks).flatten();
            assert!(
                used.any(|key| *key == source.key),
                "{}: {}",
                venue.name,
                source.key
            );
        }
        // What its file says is what is read from it.
        assert_eq!(
            Venue::read(&venue.text).unwrap().rules.len(),
            venue.rules.len()
        );
    }
}

#[test]
fn what_is_wrong_with_a_file_is_told_with_its_place() {
    let head = "name = \"x\"\nterm = \"x\"\nen = \"x\"\nja = \"x\"\n";
    for (rest, said) in [
        ("speed = 1\n", "5: unknown field"),
        ("[[rule]]\nabout = \"leftover\"\n", "5: missing field"),
        (
            "[[rule]]\nabout = \"leftover\"\nverdict = \"perhaps\"\n",
            "7: unknown variant",
        ),
        (
            "[[rule]]\nabout = \"colour\"\nverdict = \"ask\"\n",
            "[[rule]] 1, \"colour\": no column",
        ),
        (
            "[[rule]]\nabout = \"king\"\nverdict = \"ask\"\n",
            "[[rule]] 1, \"king\": no column",
        ),
        (
            "[[rule]]\nabout = \"leftover\"\nwhen = \"3..1\"\nverdict = \"ask\"\n",
            "[[rule]] 1, \"leftover\": the range 3..1 is empty",
        ),
        (
            "[[rule]]\nabout = \"plain_cooks\"\nwhen = \"2..\"\nverdict = \"ask\"\n",
            "[[rule]] 1, \"plain_cooks\": leave out `when`",
        ),
        (
            "[[rule]]\nabout = \"leftover\"\nverdict = \"ask\"\nsource = \"page\"\n",
            "[[rule]] 1, \"leftover\": there is no source \"page\"",
        ),
        (
            "[[rule]]\nabout = \"leftover\"\nverdict = \"ask\"\nen = \"x\"\n",
            "[[rule]] 1, \"leftover\": write a note in both languages",
        ),
        (
            "[[source]]\nkey = \"a\"\nwhat = \"a\"\nat = \"a\"\n",
            "[[source]] \"a\": give the day",
        ),
        (
            "[[class]]\nname = \"a\"\nterm = \"a\"\nplies = \"many\"\n",
            "[[class]] \"a\": expected a range",
        ),
    ] {
        let error = Venue::read(&format!("{head}{rest}"))
            .unwrap_err()
            .to_string();
        assert!(error.starts_with(said), "{rest}: {error}");
    }
    assert!(Venue::read(head).is_ok());
}

#[test]
fn a_problem_without_a_mate_comes_back_and_an_open_one_is_open() {
    for venue in venue::all() {
        let (verdict, lines) = said(venue, NO_MATE);
        assert_eq!(verdict, Verdict::Returned, "{}", venue.name);
        assert_eq!(lines["mate"], (Some(0), Verdict::Returned));
        assert_eq!(lines.len(), 1);
        let nothing = Row(|_: &str| None);
        assert_eq!(venue.opinion(&nothing).verdict(), Verdict::Undecided);
    }
}

#[test]
fn the_app_accepts_other_last_moves_but_in_one_ply() {
    let app = named("スマホ詰パラ");
    let (verdict, lines) = said(app, TWO_MATES);
    assert_eq!(verdict, Verdict::Returned);
    assert_eq!(lines["final_duals"].1, Verdict::Returned);
    assert!(lines["final_duals"].0 > Some(0), "{lines:?}");
    // Mirror images are one solution.
    let (verdict, lines) = said(app, SYMMETRIC);
    assert_eq!(lines["mirror_solutions"], (Some(1), Verdict::Accepted));
    assert_eq!(lines["final_duals"], (Some(0), Verdict::Accepted));
    assert_eq!(verdict, Verdict::Accepted, "{lines:?}");
    let (verdict, lines) = said(app, COOKED);
    assert_eq!(verdict, Verdict::Returned);
    assert_eq!(lines["plain_cooks"], (Some(1), Verdict::Returned));
    let (verdict, lines) = said(app, SOUND);
    assert_eq!(verdict, Verdict::Accepted, "{lines:?}");
}

#[test]
fn lengths_have_their_venues() {
    let magazine = named("tsumepara");
    let classes = |sfen: &str| {
        let (task, report) = judged(sfen);
        let known = Checked::new(&task, &report);
        let opinion = magazine.opinion(&known);
        let names = opinion.classes.iter().map(|class| class.term.clone());
        (opinion.verdict(), names.collect::<Vec<_>>())
    };
    assert_eq!(
        classes(SOUND),
        (
            Verdict::Accepted,
            vec!["幼稚園".to_owned(), "小学校".to_owned()]
        )
    );
    assert_eq!(classes(HEAD_GOLD), (Verdict::Returned, Vec::new()));
    let sekai = named("将棋世界");
    let of_length = |plies: i64| {
        let known = Row(move |name: &str| match name {
            "plies" => Some(plies),
            "rule_e" | "complete_lenient" => Some(1),
            _ => Some(0),
        });
        sekai.opinion(&known).verdict()
    };
    assert_eq!(of_length(17), Verdict::Accepted);
    assert_eq!(of_length(19), Verdict::Returned);
    let bare = said(named("裸玉"), SOUND);
    assert_eq!(bare.1["bare_king"], (Some(0), Verdict::Returned));
}

/// Problems of people, some with a piece taken away, so that there are flaws of all kinds.
fn problems() -> Vec<Task> {
    let text = fs::read_to_string(testkit::data("short_1_to_11.tsv")).unwrap();
    let mut tasks = Vec::new();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    for line in lines.step_by(testkit::cases(9, 1)) {
        let task = task_of(line.split('\t').next().unwrap());
        let squares = task.position.occupied();
        let kings = [
            task.position.king(task.attacker.flip()),
            task.position.king(task.attacker),
        ];
        for square in squares
            .into_iter()
            .filter(|&at| !kings.contains(&Some(at)))
            .take(2)
        {
            let mut setup = shogi::Setup::from(&task.position);
            let Some(piece) = setup.board[square.index()].take() else {
                continue;
            };
            let defender = task.attacker.flip();
            setup.hands[defender] = setup.hands[defender].plus(piece.kind);
            if let Ok(position) = Position::try_from(&setup) {
                tasks.push(Task {
                    position,
                    attacker: task.attacker,
                });
            }
        }
        tasks.push(task);
    }
    tasks
}

#[test]
fn a_check_tells_what_columns_tell_and_more() {
    let mut seen = BTreeSet::new();
    for task in problems() {
        let mut options = Options::default();
        options.effort.nodes = Some(300_000);
        options.variations = false;
        let report = checked(&task, &options);
        let known = Checked::new(&task, &report);
        let columns = Columns::of(&task, &report, &Weights::default());
        let by_check = derived(&known);
        seen.extend(
            by_check
                .iter()
                .filter(|(_, is)| is.unwrap_or(0) > 0)
                .map(|(&name, _)| name),
        );
        let sfen = &report.sfen;
        let row = Row(|name: &str| columns.number(name).map(|is| is as i64));
        let mirrored = by_check["mirror_solutions"] != Some(0);
        for (name, by_columns) in derived(&row) {
            // The columns count last moves of the whole tree, and know no mirror images.
            if let (Some(by_columns), false, true) = (by_columns, mirrored, name != "final_duals") {
                assert_eq!(by_check[name], Some(by_columns), "{name}: {sfen}");
            }
        }
        // All second solutions are one of these.
        let number = |name: &str| columns.number(name).map(|is| is as i64);
        let kinds = ["plain_cooks", "slider_drop_duals", "other_exchange_duals"];
        let told: Option<i64> = kinds.iter().map(|name| by_check[name]).sum();
        let named: Option<i64> = ["move_order_duals", "detours"]
            .into_iter()
            .map(number)
            .sum();
        if let (Some(told), Some(named), Some(cooks), false) =
            (told, named, number("cooks"), mirrored)
        {
            assert_eq!(told + named, cooks, "{sfen}");
        }
        let main = report.known_line().unwrap_or_default();
        let duals = report
            .lines
            .iter()
            .filter(|is| is.kind == LineKind::FinalDual);
        if duals.filter(|is| is.leaves(main)).count() == 0 && by_check["final_duals"].is_some() {
            assert_eq!(by_check["final_duals"], Some(0), "{sfen}");
        }
    }
    let wanted = [
        "plain_cooks",
        "slider_drop_duals",
        "other_exchange_duals",
        "final_duals",
    ];
    for name in wanted {
        assert!(seen.contains(name), "no problem has {name}: {seen:?}");
    }
}
