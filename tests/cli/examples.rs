//! The figures that the comments of `examples/*.toml` give for a run: is it still so?

use std::fs;
use std::path::Path;

use crate::typed::output;

/// A run shown in a comment: its words, and the counts that it ends with.
struct Shown {
    words: Vec<String>,
    counts: Vec<(String, String)>,
}

/// The runs that a comment shows: `$ gyakusan …`, then a line for each count, up to an empty one. A time may stand there, too.
fn shown(text: &str) -> Vec<Shown> {
    let mut runs: Vec<Shown> = Vec::new();
    let mut open = false;
    for line in text.lines() {
        let line = line.strip_prefix('#').unwrap_or("").trim();
        if let Some(command) = line.strip_prefix("$ gyakusan ") {
            let words = command.split_whitespace().map(str::to_owned).collect();
            let counts = Vec::new();
            runs.push(Shown { words, counts });
            open = true;
        } else if line.is_empty() {
            open = false;
        } else if open && !line.ends_with(" s") {
            let (name, count) = line.rsplit_once(' ').unwrap();
            let run = runs.last_mut().unwrap();
            run.counts.push((name.trim().to_owned(), count.to_owned()));
        }
    }
    runs
}

/// The first count in a line of the closing table.
fn count<'a>(said: &'a str, name: &str) -> Option<&'a str> {
    said.lines()
        .find_map(|line| line.trim().strip_prefix(name)?.split_whitespace().next())
}

#[test]
#[ignore = "minutes"]
fn the_figures_of_the_examples_are_found_again() {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let folder = tempfile::tempdir().unwrap();
    let mut runs = 0;
    let mut paths: Vec<_> = fs::read_dir(&examples)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "toml")
        })
        .collect();
    paths.sort();
    for path in paths {
        for run in shown(&fs::read_to_string(&path).unwrap()) {
            let db = folder.path().join(format!("{runs}.db"));
            let words: Vec<&str> = run.words.iter().map(String::as_str).collect();
            let [create, file, options @ ..] = words.as_slice() else {
                panic!("{}: no run", path.display());
            };
            assert_eq!(Path::new(file).file_name(), path.file_name());
            let mut args = vec![
                *create,
                path.to_str().unwrap(),
                "--db",
                db.to_str().unwrap(),
            ];
            args.extend(options);
            let said = output(&args);
            for (name, wanted) in &run.counts {
                assert_eq!(
                    count(&said, name),
                    Some(wanted.as_str()),
                    "{name} of {}\n{said}",
                    run.words.join(" ")
                );
            }
            assert!(!run.counts.is_empty());
            runs += 1;
        }
    }
    assert!(runs >= 9, "{runs}");
}
