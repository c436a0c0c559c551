//! `gyakusan prove` and `gyakusan verify` as a person types them.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use assert_cmd::Command;
use gyakusan::shogi::Position;
use referee::literal::shortest_first_moves;
use testkit::cases;

use crate::typed::gyakusan;

/// Five plies, with many interpositions.
const ROOKS: &str = "6k2/8R/9/8R/9/9/9/9/9 b - 1";

/// What the command prints when all is well.
fn output(args: &[&str]) -> String {
    let output = gyakusan(args);
    assert!(output.status.success(), "{output:?}");
    assert!(output.stderr.is_empty(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// The one line that a command ends with when something is wrong.
fn complaint(args: &[&str]) -> String {
    let output = gyakusan(args);
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(output.stdout.is_empty());
    assert!(text.starts_with("gyakusan: "), "{text}");
    assert_eq!(text.lines().count(), 1, "{text}");
    text
}

fn is_empty(folder: &Path) -> bool {
    fs::read_dir(folder).unwrap().next().is_none()
}

#[test]
fn a_mate_is_proved_and_the_proof_verified() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("rooks.proof");
    let file = file.to_str().unwrap();
    let text = output(&["prove", ROOKS, "-o", file]);
    let first = format!("{file}: mate within 5 plies, every interposition counted\n");
    assert!(text.starts_with(&first), "{text}");
    assert!(text.contains("\n128 nodes · 174 bytes · "), "{text}");
    let text = output(&["verify", file]);
    assert!(
        text.starts_with(
            "proved: Black mates within 5 plies, every interposition counted\n\
             6k2/8R/9/8R/9/9/9/9/9 b 2b4g4s4n4l18p 1\n128 nodes · 0."
        ),
        "{text}"
    );
    // Again over the old file, within exact limits.
    output(&["prove", ROOKS, "-o", file, "--plies", "5", "--time", "60s"]);
    output(&["verify", file]);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn where_there_is_no_mate_or_none_as_soon_that_is_proved() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.proof");
    let file = file.to_str().unwrap();
    // A pawn drop that would mate, two kings, the defender to move, an attacker without a check.
    for (sfen, more, words, verified) in [
        (
            "4k4/9/9/9/9/9/9/9/9 b GS 1",
            &[][..],
            "no mate\n",
            "Black cannot force mate\n",
        ),
        (
            "8k/9/8G/9/9/9/9/9/9 b P 1",
            &[],
            "no mate\n",
            "Black cannot force mate\n",
        ),
        (
            "k8/9/9/9/9/9/9/9/K8 w g 1",
            &[],
            "no mate\n",
            "White cannot force mate\n",
        ),
        (
            "4k4/9/4G4/9/9/9/9/9/9 w - 1",
            &[],
            "no mate\n",
            "Black cannot force mate\n",
        ),
        (
            ROOKS,
            &["--plies", "3"],
            "no mate within 3 plies, every interposition counted\n",
            "Black cannot force mate within 3 plies, every interposition counted\n",
        ),
        (
            ROOKS,
            &["--shortest"],
            "mate in 5 plies and no sooner, every interposition counted\n",
            "Black mates in 5 plies and no sooner, every interposition counted\n",
        ),
    ] {
        let text = output(&[&["prove", sfen, "-o", file], more].concat());
        assert!(text.starts_with(&format!("{file}: {words}")), "{text}");
        let text = output(&["verify", file]);
        assert!(text.starts_with(&format!("proved: {verified}")), "{text}");
    }
    let text = output(&["--lang", "ja", "verify", file]);
    assert!(
        text.starts_with("証明は正しい: 先手が攻めて5手で詰み、それより早くは詰まない"),
        "{text}"
    );
    let both = &["prove", ROOKS, "--shortest", "--plies", "5", "-o", file];
    assert!(complaint(both).contains("--shortest"));
}

/// Every problem of the list is proved in its length, by file and by the program's own search.
#[test]
fn lengths_are_proved() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.proof");
    let file = file.to_str().unwrap();
    let list = include_str!("../data/short_1_to_5.tsv");
    for line in list
        .lines()
        .filter(|line| !line.starts_with('#'))
        .step_by(7)
    {
        let mut fields = line.split('\t');
        let (sfen, plies) = (fields.next().unwrap(), fields.next().unwrap());
        output(&["prove", sfen, "--shortest", "--short-set", "-o", file]);
        let text = output(&["verify", file]);
        let unit = if plies == "1" { "ply" } else { "plies" };
        let words = format!("proved: Black mates in {plies} {unit} and no sooner");
        assert!(text.starts_with(&words), "{sfen} {text}");
    }
}

/// Proves every problem of a list, and has the proofs checked by the command that does so.
fn prove_all(list: &str, memory: &str) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("long.proof");
    let file = file.to_str().unwrap();
    for line in list.lines().take(cases(1, 2)) {
        let sfen = line.split('\t').next().unwrap();
        output(&["prove", sfen, "-o", file, "--memory", memory]);
        let text = output(&["verify", file]);
        assert_eq!(text.lines().nth(1), Some(sfen));
    }
}

#[test]
#[ignore = "many seconds: .ci/long"]
fn long_mates_are_proved() {
    // A small table: much of what was found is thrown out before it is written.
    prove_all(include_str!("../data/zukou_99_100.tsv"), "20M");
}

/// The longest problem known: its proof leads through positions of which the table remembers mates with
/// fewer pieces in hand, which take longer.
#[test]
#[ignore = "a minute and 2 GB: .ci/long"]
fn the_longest_mate_is_proved() {
    let list = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/microcosmos.tsv");
    let list = fs::read_to_string(&list).expect("../shared/data/microcosmos.tsv");
    prove_all(&list, "2G");
}

#[test]
fn the_defender_to_move_and_two_kings_are_proved() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.proof");
    let file = file.to_str().unwrap();
    let rooks = Position::from_tsume_sfen(ROOKS, false).unwrap();
    let answered = rooks.play(shortest_first_moves(&rooks, 5)[0]).to_string();
    for (sfen, words) in [
        (&*answered, "proved: Black mates within 4 plies"),
        (
            "4k4/4G4/4P4/9/9/9/9/9/9 w - 1",
            "proved: Black mates within 0 plies",
        ),
        (
            "8k/9/8P/9/9/9/9/9/K8 b G 1",
            "proved: Black mates within 1 ply,",
        ),
        (
            "k8/9/9/9/9/9/8p/9/8K w g 1",
            "proved: White mates within 1 ply,",
        ),
    ] {
        output(&["prove", sfen, "-o", file]);
        let text = output(&["verify", file]);
        assert!(text.starts_with(words), "{text}");
    }
}

#[test]
fn a_wrong_proof_is_rejected_with_place_and_reason() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.proof");
    let name = file.to_str().unwrap();
    output(&["prove", ROOKS, "-o", name]);
    let bytes = fs::read(&file).unwrap();
    fs::write(&file, &bytes[..100]).unwrap();
    let text = complaint(&["verify", name]);
    assert!(
        text.ends_with("a.proof: rejected: byte 100: the file is cut short\n"),
        "{text}"
    );
    let mut damaged = bytes.clone();
    damaged[100] ^= 1;
    fs::write(&file, &damaged).unwrap();
    let text = complaint(&["verify", name]);
    assert!(
        text.contains(": rejected: byte 142: the file is damaged"),
        "{text}"
    );
    fs::write(&file, "8k/9/8P/9/9/9/9/9/9 b G 1\n").unwrap();
    let text = complaint(&["verify", name]);
    assert!(
        text.ends_with("rejected: byte 0: this is not a proof written by gyakusan\n"),
        "{text}"
    );
    let text = complaint(&["verify", folder.path().to_str().unwrap()]);
    assert!(text.contains("cannot be read"), "{text}");
    let text = complaint(&["verify", "no such file"]);
    assert!(
        text.starts_with("gyakusan: no such file: no such file"),
        "{text}"
    );
}

#[test]
fn where_there_is_no_proof_there_is_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.proof");
    let file = file.to_str().unwrap();
    for (sfen, more, words) in [
        (
            ROOKS,
            &["--nodes", "10"][..],
            "no proof: the node limit was reached (--nodes raises it)",
        ),
        (
            "9/9/9/9/9/9/9/9/9 b - 1",
            &[],
            "is neither a file nor the SFEN of a problem: there is no king",
        ),
        ("nonsense", &[], "nonsense: no such file"),
        (
            "nn",
            &[],
            "\"nn\" is neither a file nor the SFEN of a problem: ",
        ),
    ] {
        let args = [&["prove", sfen, "-o", file], more].concat();
        let text = complaint(&args);
        assert!(text.contains(words), "{text}");
        assert!(is_empty(folder.path()));
    }
    let text = complaint(&["prove", ROOKS, "-o", folder.path().to_str().unwrap()]);
    assert!(text.contains("is a folder"), "{text}");
    let inside = folder.path().join("none").join("a.proof");
    let text = complaint(&["prove", ROOKS, "-o", inside.to_str().unwrap()]);
    assert!(text.contains("cannot be written"), "{text}");
    assert!(is_empty(folder.path()));
    assert!(complaint(&["prove", ROOKS]).contains("--output"));
}

/// What is at the place keeps its nature: only files are replaced.
#[cfg(unix)]
#[test]
fn links_and_pipes_stay_what_they_are() {
    use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};

    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let mode = |name: &str| fs::metadata(place(name)).unwrap().permissions().mode() & 0o777;
    let [file, link, ahead] = ["a.proof", "link", "ahead"].map(place);
    // A file behind a link, and its permissions.
    fs::write(&file, "old").unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
    symlink("a.proof", &link).unwrap();
    output(&["prove", ROOKS, "-o", &link]);
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(mode("a.proof"), 0o640);
    let proof = fs::read(&file).unwrap();
    output(&["verify", &file]);
    // A link to what is not there yet.
    symlink("b.proof", &ahead).unwrap();
    output(&["prove", ROOKS, "-o", &ahead]);
    assert!(fs::symlink_metadata(&ahead).unwrap().is_symlink());
    assert_eq!(fs::read(place("b.proof")).unwrap(), proof);
    // A file that is read-only.
    fs::set_permissions(&file, fs::Permissions::from_mode(0o444)).unwrap();
    fs::write(place("b.proof"), "old").unwrap();
    let text = complaint(&["prove", ROOKS, "-o", &link]);
    let expected = format!("gyakusan: {link}: cannot be written: the file there is read-only\n");
    assert_eq!(text, expected);
    assert_eq!(fs::read(&file).unwrap(), proof);
    // A FIFO gets the proof, as somebody reads it.
    let pipe = place("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.unwrap().success());
    let reader = std::thread::spawn({
        let pipe = pipe.clone();
        move || fs::read(pipe).unwrap()
    });
    output(&["prove", ROOKS, "-o", &pipe]);
    assert_eq!(reader.join().unwrap(), proof);
    assert!(fs::metadata(&pipe).unwrap().file_type().is_fifo());
    let names = fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(names, 5, "nothing is left beside them");
}

#[test]
fn a_proof_goes_to_the_standard_output() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.proof");
    output(&["prove", ROOKS, "-o", file.to_str().unwrap()]);
    let answer = gyakusan(&["prove", ROOKS, "-o", "-"]);
    assert!(answer.status.success());
    assert_eq!(answer.stdout, fs::read(&file).unwrap());
    let words = String::from_utf8(answer.stderr).unwrap();
    assert!(
        words.starts_with("standard output: mate within 5 plies"),
        "{words}"
    );
    // Text as well; no folder of that name is made.
    let run = |words: &[&str]| {
        let mut command = Command::cargo_bin("gyakusan").unwrap();
        let answer = command.args(words).current_dir(folder.path()).output();
        answer.unwrap().stdout
    };
    let drawn = run(&["picture", ROOKS, "-o", "-"]);
    assert!(drawn.starts_with(b"<svg"));
    fs::write(folder.path().join("a.sfen"), ROOKS).unwrap();
    assert!(run(&["convert", "a.sfen", "--to", "kifu", "-o", "-"]).starts_with(b"#KIF version"));
    assert!(!folder.path().join("-").exists());
}

#[test]
fn the_time_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.proof");
    let file = file.to_str().unwrap();
    // 寿: far beyond a quick search.
    let sfen = "g3p3+r/3lPG3/1s4ppp/1l1B4P/L2b1kPl1/3+p3+R+p/3+p2+s1S/+NP+p1gS3/1g+p2P3 b 4P3n 1";
    let start = Instant::now();
    let text = complaint(&["prove", sfen, "-o", file, "--time", "200ms"]);
    assert!(
        text.contains("no proof: the time limit was reached (--time raises it)"),
        "{text}"
    );
    assert!(start.elapsed() < Duration::from_secs(20));
    assert!(is_empty(folder.path()));
}

/// Ctrl-C leaves no file, nor a part of one.
#[cfg(unix)]
#[test]
fn ctrl_c_leaves_nothing_behind() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.proof");
    let sfen = "g3p3+r/3lPG3/1s4ppp/1l1B4P/L2b1kPl1/3+p3+R+p/3+p2+s1S/+NP+p1gS3/1g+p2P3 b 4P3n 1";
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_gyakusan"))
        // That it is the shortest takes many seconds.
        .args(["prove", sfen, "--shortest", "-o", file.to_str().unwrap()])
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_millis(500));
    let status = std::process::Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status()
        .unwrap();
    assert!(status.success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(is_empty(folder.path()));
}

#[test]
fn what_is_complete_is_certified_and_the_certificate_verified() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let sound = "9/9/8k/7L1/9/9/9/7L1/7N1 b 2r2b4g4s3n2l18p 1";
    let gold = "8k/9/8P/9/9/9/9/9/9 b G 1";
    let cooked = "4+R1+N2/7nk/7pl/9/9/9/9/9/9 b Gr2b3g4s2n3l17p 1";
    let (one, all, list, db) = (
        path("one"),
        path("all"),
        path("list.sfen"),
        path("works.db"),
    );
    let text = output(&["prove", sound, "--complete", "-o", &one]);
    let words = "complete 完全作, mate in 7 plies\n";
    assert!(text.starts_with(&format!("{one}: {words}")), "{text}");
    let verified = output(&["verify", &one]);
    assert!(
        verified.starts_with(&format!("proved: {words}{sound}\n")),
        "{verified}"
    );
    // The same length and number of nodes in both.
    let nodes = |text: &str| {
        text.lines()
            .find(|line| line.contains(" nodes"))
            .map(|line| line.split(" nodes").next().unwrap().to_owned())
    };
    assert_eq!(nodes(&text), nodes(&verified));
    // Of several problems the others are told.
    fs::write(&list, format!("{sound}\n{cooked}\n{gold}\nnothing\n")).unwrap();
    let several = gyakusan(&["prove", &list, "--complete", "-o", &all]);
    assert_eq!(several.status.code(), Some(2), "{several:?}");
    let said = String::from_utf8(several.stderr).unwrap();
    assert!(
        said.contains("second solution 余詰") && said.lines().count() == 2,
        "{said}"
    );
    let verified = output(&["verify", &all]);
    let words = "proved: 2 problems complete 完全作\n  1 ply: 1 problem\n  7 plies: 1 problem\n";
    assert!(verified.starts_with(words), "{verified}");
    // Of a database those that are complete, without a word about the others.
    fs::write(&list, format!("{sound}\n{cooked}\n{gold}\n")).unwrap();
    output(&["import", &list, "--db", &db]);
    let from_db = path("of.db");
    output(&["prove", &db, "--complete", "-o", &from_db]);
    assert_eq!(
        output(&["verify", &from_db]).lines().next(),
        verified.lines().next()
    );
    // What is no certificate is refused.
    let mut bytes = fs::read(&one).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&one, bytes).unwrap();
    assert!(complaint(&["verify", &one]).contains("rejected: "));
    let nowhere = path("nowhere");
    let said = complaint_lines(&["prove", cooked, "--complete", "-o", &nowhere]);
    assert!(
        said.contains("nothing is proved") && !Path::new(&nowhere).exists(),
        "{said}"
    );
    complaint(&["prove", gold, "--complete", "--shortest", "-o", &nowhere]);
}

/// All that a command says when something is wrong.
fn complaint_lines(args: &[&str]) -> String {
    let output = gyakusan(args);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    String::from_utf8(output.stderr).unwrap()
}
