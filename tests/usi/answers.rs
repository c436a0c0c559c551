//! What each command is answered with.

use std::io;

use usi::converse;

use crate::{MATE_IN_ONE, NO_CHECK, make, transcript};

/// The lines that are no reports.
fn said(script: &str) -> Vec<String> {
    let text = transcript(script, &make);
    let lines = text.lines().filter(|line| !line.starts_with("info "));
    lines.map(str::to_owned).collect()
}

#[test]
fn an_engine_says_who_it_is_and_what_can_be_set() {
    let said = said("usi\n");
    assert!(said[0].starts_with("id name gyakusan "), "{said:?}");
    assert!(said[1].starts_with("id author "), "{said:?}");
    assert_eq!(said.last().unwrap(), "usiok");
    let options: Vec<&str> = said[2..said.len() - 1]
        .iter()
        .map(|line| {
            let words: Vec<&str> = line.split(' ').collect();
            assert_eq!((words[0], words[1], words[3]), ("option", "name", "type"));
            words[2]
        })
        .collect();
    let all = [
        "USI_Hash",
        "USI_Ponder",
        "Threads",
        "DepthLimit",
        "NodesLimit",
    ];
    assert_eq!(options, all);
}

/// What was set is what the engine declares from then on.
#[test]
fn what_is_set_stays_set() {
    let script = "setoption name Threads value 3\nsetoption name DepthLimit value 17\nusi\n";
    let said = said(script);
    let declares = |option: &str, value: &str| {
        let wanted = format!("option name {option} type spin default {value} ");
        said.iter().any(|line| line.starts_with(&wanted))
    };
    assert!(
        declares("Threads", "3") && declares("DepthLimit", "17") && declares("NodesLimit", "0")
    );
}

#[test]
fn each_question_has_one_answer() {
    let one = format!("{MATE_IN_ONE}\n");
    let none = format!("{NO_CHECK}\n");
    for (script, answers) in [
        ("isready\n".to_owned(), vec!["readyok"]),
        ("\n\nusinewgame\ngameover lose\nstop\n".to_owned(), vec![]),
        (
            format!("{one}go mate infinite\n?checkmate\n"),
            vec!["checkmate G*1b"],
        ),
        (format!("{one}go mate 60000\n"), vec!["checkmate G*1b"]),
        (format!("{one}go byoyomi 60000\n"), vec!["bestmove G*1b"]),
        (
            format!("{none}go mate infinite\n?checkmate\n"),
            vec!["checkmate nomate"],
        ),
        (format!("{none}go byoyomi 60000\n"), vec!["bestmove resign"]),
        (
            "go mate infinite\n".to_owned(),
            vec!["checkmate notimplemented"],
        ),
        ("go\n".to_owned(), vec!["bestmove resign"]),
        (
            format!("{one}go mate soon\n"),
            vec!["checkmate notimplemented"],
        ),
        (
            format!("{one}position nowhere\ngo mate 9\n"),
            vec!["checkmate notimplemented"],
        ),
        // A position stays until the next one; a wrong word does not take it away.
        (
            format!(
                "{one}go mate 60000\n?checkmate\nbonjour\nsetoption name Book value x\nisready\ngo mate 60000\n"
            ),
            vec!["checkmate G*1b", "readyok", "checkmate G*1b"],
        ),
        (
            format!("{one}go mate 60000\nquit\nisready\n"),
            vec!["checkmate G*1b"],
        ),
    ] {
        let heard = said(&script);
        // At `quit` a search may be cut short.
        match script.contains("quit") {
            true => assert!(
                heard.len() == 1 && heard[0].starts_with("checkmate "),
                "{heard:?}"
            ),
            false => assert_eq!(heard, answers, "{script}"),
        }
    }
}

/// The answer to `go infinite` waits for `stop`; another question meanwhile does not.
#[test]
fn an_answer_waits_for_the_stop() {
    let script =
        format!("{MATE_IN_ONE}\ngo infinite\n?mate in 1\nisready\n?readyok\nstop\n?bestmove\n");
    assert_eq!(said(&script), ["readyok", "bestmove G*1b"]);
}

#[test]
fn a_report_has_length_score_and_line() {
    let text = transcript(&format!("{MATE_IN_ONE}\ngo mate 60000\n"), &make);
    let lines: Vec<&str> = text.lines().collect();
    let words: Vec<&str> = lines[0].split(' ').collect();
    assert_eq!(words[..3], ["info", "depth", "1"]);
    for name in ["time", "nodes", "nps"] {
        let at = words.iter().position(|&word| word == name).unwrap();
        assert!(words[at + 1].parse::<u64>().is_ok(), "{text}");
    }
    assert!(lines[0].ends_with(" score mate 1 pv G*1b"), "{text}");
    assert_eq!(lines[1], "info string mate in 1");
    let text = transcript(&format!("{NO_CHECK}\ngo mate 60000\n"), &make);
    assert!(text.contains("info string no mate\n"), "{text}");
}

/// Nobody hears it: the session ends, and does not wait for more.
#[test]
fn a_session_that_nobody_hears_ends() {
    struct Closed;
    impl io::Write for Closed {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    /// Asks for ever.
    struct Endless;
    impl io::Read for Endless {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            buffer[..4].copy_from_slice(b"usi\n");
            Ok(4)
        }
    }
    converse(io::BufReader::new(Endless), Closed, &make).unwrap();
}
