//! The libraries depend on each other as CONTRIBUTING says, and those that know no language stay silent.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Libraries that report data: what is said of it to people stands in `answers`.
const SILENT: [&str; 12] = [
    "ask",
    "shogi",
    "tsume",
    "notation",
    "picture",
    "retro",
    "small",
    "catalog",
    "store",
    "enumerate",
    "compose",
    "features",
];

/// The libraries of `src`, each with those that it depends on outside tests.
fn arrows() -> BTreeMap<String, BTreeSet<String>> {
    let folders = fs::read_dir(root().join("src")).unwrap();
    let mut arrows = BTreeMap::new();
    for folder in folders {
        let folder = folder.unwrap();
        let Ok(manifest) = fs::read_to_string(folder.path().join("Cargo.toml")) else {
            continue;
        };
        let manifest: toml::Table = manifest.parse().unwrap();
        let needs = match manifest.get("dependencies") {
            Some(toml::Value::Table(needs)) => needs.keys().cloned().collect(),
            _ => BTreeSet::new(),
        };
        arrows.insert(folder.file_name().into_string().unwrap(), needs);
    }
    let known: BTreeSet<String> = arrows.keys().cloned().collect();
    for needs in arrows.values_mut() {
        needs.retain(|name| known.contains(name));
    }
    arrows
}

/// The folders of the table in CONTRIBUTING, from above to below.
fn table() -> Vec<String> {
    let text = fs::read_to_string(root().join("CONTRIBUTING.md")).unwrap();
    let rows = text
        .lines()
        .skip_while(|line| !line.starts_with("| folder of `src/`"));
    let rows = rows.skip(2).take_while(|line| line.starts_with('|'));
    let name = |row: &str| row.split('`').nth(1).unwrap().to_owned();
    rows.map(name).collect()
}

#[test]
fn imports_point_downwards_in_the_table_of_contributing() {
    let (arrows, table) = (arrows(), table());
    let listed: BTreeSet<&String> = table.iter().collect();
    assert_eq!(listed, arrows.keys().collect(), "CONTRIBUTING.md");
    let place = |name: &str| table.iter().position(|known| known == name).unwrap();
    for (name, needs) in &arrows {
        // What is for tests only stands at the end.
        if ["referee", "testkit"].contains(&name.as_str()) {
            continue;
        }
        for need in needs {
            assert!(
                place(name) < place(need),
                "{name} needs {need}, which stands above it in CONTRIBUTING.md"
            );
        }
    }
}

#[test]
fn the_diagram_of_contributing_has_these_arrows() {
    let text = fs::read_to_string(root().join("CONTRIBUTING.md")).unwrap();
    let diagram = text.split("```mermaid").nth(1).expect("a diagram");
    let diagram = diagram.split("```").next().unwrap();
    let drawn: BTreeSet<(String, String)> = diagram
        .lines()
        .filter_map(|line| line.trim().split_once(" --> "))
        .flat_map(|(from, to)| {
            let to = to.split(" & ").map(str::to_owned);
            to.map(|to| (from.to_owned(), to)).collect::<Vec<_>>()
        })
        .collect();
    // Whoever can be reached over another is not drawn.
    let arrows = arrows();
    let mut wanted = BTreeSet::new();
    for (name, needs) in &arrows {
        if ["referee", "testkit"].contains(&name.as_str()) {
            continue;
        }
        for need in needs {
            let over = needs.iter().filter(|other| *other != need);
            if !over.into_iter().any(|other| reaches(&arrows, other, need)) {
                wanted.insert((name.clone(), need.clone()));
            }
        }
    }
    let missing: Vec<_> = wanted.difference(&drawn).collect();
    let surplus: Vec<_> = drawn.difference(&wanted).collect();
    assert!(
        missing.is_empty() && surplus.is_empty(),
        "missing: {missing:?}, surplus: {surplus:?}"
    );
}

/// Whether a library depends on another, over others or not.
fn reaches(arrows: &BTreeMap<String, BTreeSet<String>>, from: &str, to: &str) -> bool {
    let needs = &arrows[from];
    needs.contains(to) || needs.iter().any(|need| reaches(arrows, need, to))
}

#[test]
fn silent_libraries_know_no_language() {
    let arrows = arrows();
    for name in SILENT {
        let needs = &arrows[name];
        assert!(!needs.contains("words"), "{name} depends on words");
        assert!(!needs.contains("answers"), "{name} depends on answers");
    }
}

#[test]
fn silent_libraries_name_no_option() {
    for name in SILENT {
        for path in sources(&root().join("src").join(name)) {
            let text = fs::read_to_string(&path).unwrap();
            for (number, line) in (1..).zip(text.lines()) {
                let code = line.split("//").next().unwrap_or_default();
                let strings = code.split('"').skip(1).step_by(2);
                for string in strings {
                    let named = string.match_indices("--").any(|(at, _)| {
                        let next = string[at + 2..].chars().next();
                        next.is_some_and(|sign| sign.is_ascii_lowercase())
                    });
                    assert!(!named, "{}:{number}: {string}", path.display());
                }
            }
        }
    }
}

/// The files of a library, tests inside them included.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
    found
}

/// The packages of a lock file, each with its versions.
fn locked(path: &str) -> BTreeMap<String, BTreeSet<String>> {
    let text = fs::read_to_string(root().join(path)).unwrap();
    let lock: toml::Table = text.parse().unwrap();
    let mut packages: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for package in lock["package"].as_array().unwrap() {
        let said = |field: &str| package[field].as_str().unwrap().to_owned();
        let versions = packages.entry(said("name")).or_default();
        versions.insert(said("version"));
    }
    packages
}

/// The program, the Python package and the page are built upon the same: what was checked of one holds for the others, and
/// nothing is compiled a second time.
#[test]
fn the_lock_files_agree() {
    let program = locked("Cargo.lock");
    for other in ["python/gyakusan/Cargo.lock", "web/Cargo.lock"] {
        for (name, versions) in locked(other) {
            if let Some(known) = program.get(&name) {
                assert!(
                    versions.is_subset(known),
                    "{other}: {name} {versions:?}, but Cargo.lock has {known:?}; cargo update -p {name} --precise"
                );
            }
        }
    }
}

/// The Python package is compiled for tests as the program is: then `.ci/run` checks the libraries once.
#[test]
fn the_python_package_is_compiled_for_tests_as_the_program() {
    let profile = |path: &str| {
        let text = fs::read_to_string(root().join(path)).unwrap();
        let manifest: toml::Table = text.parse().unwrap();
        manifest["profile"]["dev"].as_table().unwrap().clone()
    };
    let [program, package] = ["Cargo.toml", "python/gyakusan/Cargo.toml"].map(profile);
    for (name, value) in &package {
        let toml::Value::Table(packages) = value else {
            assert_eq!(Some(value), program.get(name), "{name}");
            continue;
        };
        for (package, value) in packages {
            assert_eq!(
                Some(value),
                program[name].get(package),
                "profile.dev.{name}.{package}"
            );
        }
    }
}
