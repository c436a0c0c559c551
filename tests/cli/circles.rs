//! No files of a library import each other, straight or over others: each can be read before those that build on it.
//!
//! A folder's `mod.rs` declares its files and hands on what they offer, so an arrow between a module and one inside it is
//! none; what comes through it is looked for in the file that defines it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// The path of a module in its crate: `["judge", "tree"]`; empty for `lib.rs`.
type Module = Vec<String>;

/// A path that a file names, and what it calls it.
struct Named {
    path: Vec<String>,
    name: String,
}

/// What a file of a crate names.
struct Source {
    uses: Vec<Named>,
    inline: Vec<Vec<String>>,
}

#[test]
fn no_files_of_a_crate_import_each_other() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut circles = Vec::new();
    for folder in fs::read_dir(root).unwrap() {
        let folder = folder.unwrap().path();
        let mut files = BTreeMap::new();
        if folder.is_dir() {
            read(&folder.join("src"), &mut Vec::new(), &mut files);
        }
        let name = folder.file_name().unwrap().to_str().unwrap();
        let found = circles_of(&arrows(&files)).into_iter();
        circles.extend(found.map(|circle| format!("{name}: {}", circle.join(", "))));
    }
    assert!(circles.is_empty(), "{circles:#?}");
}

#[test]
fn a_circle_is_seen() {
    let circles = |files: &[(&str, &str)]| {
        let files = files.iter().map(|&(module, text)| {
            let module = module.split("::").filter(|part| !part.is_empty());
            (module.map(str::to_owned).collect(), source(text))
        });
        circles_of(&arrows(&files.collect()))
    };
    let two = "a, b";
    for (a, b) in [
        ("use crate::b::B;", "use super::a;"),
        ("use crate::{b::{self, B}};", "fn f() { crate::a::f() }"),
        ("use super::B;", "use super::{\n    a::A as Other,\n};"),
    ] {
        let root = "mod a;\nmod b;\npub use b::B;";
        let found = circles(&[("", root), ("a", a), ("b", b)]);
        assert_eq!(found.len(), 1, "{a} {b}");
        assert_eq!(found[0].join(", "), two);
    }
    // Over a third file, and through what a folder hands on.
    let found = circles(&[
        ("", "mod a; mod c;"),
        ("a", "use crate::c::C;"),
        ("c", "mod d;\npub use d::C;"),
        ("c::d", "use crate::a::A;"),
    ]);
    assert_eq!(found, [["a", "c::d"]]);
    // A folder and its files, tests, comments, other crates.
    let found = circles(&[
        ("", "mod a; mod b;\npub struct Root;"),
        ("a", "use crate::{Root, b::B};\nuse std::a;"),
        (
            "b",
            "// use crate::a::A;\nuse a::A;\n#[cfg(test)]\nmod tests {\n    use crate::a::A;\n}",
        ),
    ]);
    assert!(found.is_empty(), "{found:?}");
}

/// The files below a folder, by the modules that they are.
fn read(folder: &Path, at: &mut Module, files: &mut BTreeMap<Module, Source>) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for entry in entries {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let is_rust = path.extension().is_some_and(|ending| ending == "rs");
        if path.is_dir() {
            at.push(name);
            read(&path, at, files);
            at.pop();
        } else if is_rust && name != "main" {
            let mut module = at.clone();
            if name != "mod" && name != "lib" {
                module.push(name);
            }
            files.insert(module, source(&fs::read_to_string(&path).unwrap()));
        }
    }
}

/// What a text names, without comments and tests.
fn source(text: &str) -> Source {
    let lines = text.lines().map(|line| line.split("//").next().unwrap());
    let text = lines.collect::<Vec<_>>().join("\n");
    let text = text.split("#[cfg(test)]\nmod ").next().unwrap();
    let (mut uses, mut inline) = (Vec::new(), Vec::new());
    let mut statement = None::<String>;
    for line in text.lines() {
        let words = line.trim();
        let imports = words
            .split_once("use ")
            .filter(|(before, _)| before.is_empty() || before.starts_with("pub"));
        match (&mut statement, imports) {
            (Some(begun), _) => begun.push_str(words),
            (None, Some((_, tree))) => statement = Some(tree.to_owned()),
            (None, None) => inline.extend(paths(line)),
        }
        if let Some(tree) = statement.take_if(|tree| tree.ends_with(';')) {
            expand(tree.trim_end_matches(';'), &[], &mut uses);
        }
    }
    Source { uses, inline }
}

/// The paths of a line that begin where the crate or a module stands.
fn paths(line: &str) -> Vec<Vec<String>> {
    let is_in_path = |sign: char| sign.is_alphanumeric() || sign == '_' || sign == ':';
    let paths = line.split(|sign| !is_in_path(sign));
    let paths = paths.filter(|path| ["crate::", "super::"].iter().any(|at| path.starts_with(at)));
    paths.map(|path| segments(path).collect()).collect()
}

fn segments(path: &str) -> impl Iterator<Item = String> {
    let parts = path.split("::").map(str::trim);
    parts.filter(|part| !part.is_empty()).map(str::to_owned)
}

/// The paths of a tree such as `a::{b, c::{self, D as E}}`.
fn expand(tree: &str, before: &[String], found: &mut Vec<Named>) {
    let (head, branches) = match tree.split_once('{') {
        Some((head, branches)) => (head, branches.trim_end().strip_suffix('}')),
        None => (tree, None),
    };
    let (head, alias) = match head.split_once(" as ") {
        Some((path, alias)) => (path, Some(alias.trim().to_owned())),
        None => (head, None),
    };
    let mut path = before.to_vec();
    path.extend(segments(head));
    let Some(branches) = branches else {
        path.pop_if(|last| last == "self");
        if let Some(name) = alias.or_else(|| path.last().cloned()) {
            found.push(Named { path, name });
        }
        return;
    };
    let (mut depth, mut begun) = (0, 0);
    for (at, sign) in branches.char_indices() {
        match sign {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                expand(&branches[begun..at], &path, found);
                begun = at + 1;
            }
            _ => {}
        }
    }
    if !branches[begun..].trim().is_empty() {
        expand(&branches[begun..], &path, found);
    }
}

/// Which file names what another one defines, but for a module and those inside it.
fn arrows(files: &BTreeMap<Module, Source>) -> BTreeMap<Module, BTreeSet<Module>> {
    let of = |(module, source): (&Module, &Source)| {
        let uses = source.uses.iter().map(|named| &named.path);
        let paths = uses.chain(&source.inline);
        let targets = paths.filter_map(|path| definer(files, module, path, 0));
        let apart = targets.filter(|to| !to.starts_with(module) && !module.starts_with(to));
        (module.clone(), apart.collect())
    };
    files.iter().map(of).collect()
}

/// The file in which stands what a path means in a module; `None` in another crate.
fn definer(
    files: &BTreeMap<Module, Source>,
    module: &[String],
    path: &[String],
    depth: usize,
) -> Option<Module> {
    let mut at = module.to_vec();
    let mut path = path;
    match path.first()?.as_str() {
        "crate" => {
            at.clear();
            path = &path[1..];
        }
        "self" => path = &path[1..],
        "super" => {
            while path.first().is_some_and(|part| part == "super") {
                at.pop()?;
                path = &path[1..];
            }
        }
        first => {
            let mut inner = at.clone();
            inner.push(first.to_owned());
            let is_named = files[&at].uses.iter().any(|named| named.name == first);
            if !files.contains_key(&inner) && (!is_named || depth == 0) {
                return None;
            }
        }
    }
    while let Some((part, rest)) = path.split_first() {
        at.push(part.clone());
        if files.contains_key(&at) {
            path = rest;
            continue;
        }
        at.pop();
        // Handed on from elsewhere, unless it stands here.
        let source = files.get(&at)?;
        let handed_on = source.uses.iter().find(|named| named.name == *part);
        let further = handed_on.filter(|_| depth < 8).and_then(|named| {
            let whole = named.path.iter().chain(rest).cloned().collect::<Vec<_>>();
            definer(files, &at, &whole, depth + 1)
        });
        return Some(further.unwrap_or(at));
    }
    Some(at)
}

/// The circles: files that reach each other, by their paths.
fn circles_of(arrows: &BTreeMap<Module, BTreeSet<Module>>) -> Vec<Vec<String>> {
    let reached = |from: &Module| {
        let mut seen = BTreeSet::new();
        let mut open: Vec<&Module> = arrows[from].iter().collect();
        while let Some(module) = open.pop() {
            if seen.insert(module.clone()) {
                open.extend(&arrows[module]);
            }
        }
        seen
    };
    let reached: BTreeMap<_, _> = arrows.keys().map(|from| (from, reached(from))).collect();
    let circle = |from: &Module| -> Vec<&Module> {
        let onwards = reached[from].iter();
        onwards.filter(|to| reached[to].contains(from)).collect()
    };
    // Each circle once, at the first of its files.
    let circles = arrows.keys().map(|from| (from, circle(from)));
    let first = circles.filter(|(from, circle)| circle.first() == Some(from));
    let paths = first.map(|(_, circle)| circle.iter().map(|module| module.join("::")).collect());
    paths.collect()
}
