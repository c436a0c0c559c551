//! The scripts that the pages load: together they hold all problems with all that is shown of them.

use std::collections::{BTreeMap, BTreeSet};

use gyakusan::features::Solution;
use gyakusan::features::idea::{finish, opening};
use gyakusan::shogi::{Color, Move};
use gyakusan::tsume::solve::Task;
use pages::{Selection, write};
use serde_json::{Map, Value};
use store::{QueryLimits, Store};
use testkit::cases;

use super::tools::{files, output, query, works};
use crate::families::{gold_problems, knights};

/// The scripts of a report: what each hands on, by its name.
fn scripts(site: &std::path::Path) -> BTreeMap<String, Value> {
    let is_data = |(name, bytes): (String, Vec<u8>)| {
        let name = name.strip_prefix("data/")?.strip_suffix(".js")?.to_owned();
        let text = String::from_utf8(bytes).unwrap();
        let json = text.strip_prefix(&format!("gyakusan.take(\"{name}\","));
        let json = json.unwrap().strip_suffix(");\n").unwrap();
        Some((name, serde_json::from_str(json).unwrap()))
    };
    files(site).into_iter().filter_map(is_data).collect()
}

/// The values that cells stand for.
fn values(cells: &Value, count: usize) -> Vec<Value> {
    if let Some(list) = cells.as_array() {
        return list.clone();
    }
    let Some(runs) = cells.get("runs") else {
        return vec![cells.clone(); count];
    };
    let runs = runs.as_array().unwrap().chunks(2);
    let times = |run: &[Value]| usize::try_from(run[1].as_u64().unwrap()).unwrap();
    runs.flat_map(|run| vec![run[0].clone(); times(run)])
        .collect()
}

/// What stands in the scripts of all blocks.
fn all_of(scripts: &BTreeMap<String, Value>, name: &str, blocks: usize) -> Vec<Value> {
    let scripts = (0..blocks).map(|block| &scripts[&format!("{name}-{block:04}")]);
    scripts
        .flat_map(|script| script.as_array().unwrap().clone())
        .collect()
}

fn same(one: &Value, other: &Value) -> bool {
    one == other || (one.is_number() && one.as_f64() == other.as_f64())
}

/// A line of moves as it stands in the data, in USI.
fn usi(moves: &Value) -> Vec<&str> {
    let moves = moves.as_array().unwrap().iter();
    moves.map(|mv| mv[0].as_str().unwrap()).collect()
}

/// The first problem of each idea is in a round, complete ones before others; within a round no two begin alike or end alike,
/// and in every round before it something begins or ends as it does. So is nothing else.
fn differing_ones_come_first(rows: &[Value], ideas: &[Value], rounds: &[Value]) {
    const ROUNDS: u64 = 32;
    let mut known = BTreeSet::new();
    let mut openings = BTreeSet::new();
    let mut finishes = BTreeSet::new();
    for ((row, idea), round) in rows.iter().zip(ideas).zip(rounds) {
        let round = round.as_u64().unwrap();
        let line = row["main_line"].as_str().unwrap();
        if idea.is_null() || !known.insert(idea.to_string()) || line.is_empty() {
            assert_eq!(round, 2 * ROUNDS, "{row}");
            continue;
        }
        let is_complete = row["rule_e"] == 1;
        assert_eq!(round < ROUNDS, is_complete, "{row}");
        let mut task = Task::new(row["sfen"].as_str().unwrap().parse().unwrap());
        if row["attacker"] == "white" {
            task.attacker = Color::White;
        }
        let line: Vec<Move> = line.split(' ').map(|usi| usi.parse().unwrap()).collect();
        let solution = Solution::new(&task, &line, None).unwrap();
        let (opening, finish) = (opening(&solution), finish(&solution));
        let before = round - round % ROUNDS;
        for earlier in before..round {
            let taken = openings.contains(&(earlier, opening));
            assert!(taken || finishes.contains(&(earlier, finish)), "{row}");
        }
        let is_new = openings.insert((round, opening)) & finishes.insert((round, finish));
        assert!(is_new || round % ROUNDS == ROUNDS - 1, "{row}");
    }
}

/// Compares the scripts with the database; how many problems and how many lines they hold.
fn compare(db: &str, site: &std::path::Path) -> (usize, usize) {
    let scripts = scripts(site);
    let about = &scripts["about"];
    let rows = query(db, "select * from problems order by beauty desc, id");
    let count = rows.len();
    assert_eq!(about["count"], count);
    let ids: Vec<Value> = rows.iter().map(|row| row["id"].clone()).collect();
    let blocks = count.div_ceil(about["block"].as_u64().unwrap() as usize);
    assert_eq!(all_of(&scripts, "ids", blocks), ids);

    // The groups are those of the signatures.
    let mut groups: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let group_of = all_of(&scripts, "groups", blocks);
    for (row, group) in rows.iter().zip(&group_of) {
        assert_eq!(row["signature"].is_null(), group.is_null());
        let signature = row["signature"].to_string();
        groups
            .entry(signature)
            .or_default()
            .insert(group.to_string());
    }
    // Where each number is, and which problems each group has.
    let mut placed = 0;
    for (number, first) in about["places"].as_array().unwrap().iter().enumerate() {
        let index = &scripts[&format!("places-{number:04}")];
        assert_eq!(&index[0][0], first);
        for (id, place) in index[0]
            .as_array()
            .unwrap()
            .iter()
            .zip(index[1].as_array().unwrap())
        {
            assert_eq!(&ids[place.as_u64().unwrap() as usize], id);
            placed += 1;
        }
    }
    assert_eq!(placed, count);
    let each = about["members"].as_u64().unwrap();
    let mut members: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
    for (place, group) in group_of.iter().enumerate() {
        if let Some(group) = group.as_u64() {
            members.entry(group).or_default().push(place);
        }
    }
    for (group, places) in members {
        let told = &scripts[&format!("members-{:04}", group / each)][(group % each) as usize];
        assert_eq!(told[0], places.len());
        let listed: Vec<usize> = serde_json::from_value(told[1].clone()).unwrap();
        assert_eq!(listed, places[..places.len().min(60)]);
    }
    // Two problems have one idea in the scripts where they have one in the database.
    let idea_of = all_of(&scripts, "ideas", blocks);
    let mut ideas: BTreeSet<(String, String)> = BTreeSet::new();
    for (row, idea) in rows.iter().zip(&idea_of) {
        ideas.insert((row["idea"].to_string(), idea.to_string()));
    }
    let count_of = |name: usize| {
        let each = ideas.iter().map(|is| [&is.0, &is.1][name]);
        each.collect::<BTreeSet<_>>().len()
    };
    assert_eq!((count_of(0), count_of(1)), (ideas.len(), ideas.len()));
    let mut alike: BTreeMap<u64, u64> = BTreeMap::new();
    for idea in idea_of.iter().filter_map(Value::as_u64) {
        *alike.entry(idea).or_default() += 1;
    }
    for (idea, count) in alike {
        let told = &scripts[&format!("alike-{:04}", idea / each)][(idea % each) as usize];
        assert_eq!(told, count);
    }
    differing_ones_come_first(&rows, &idea_of, &all_of(&scripts, "varied", blocks));
    let numbers: BTreeSet<&BTreeSet<String>> = groups.values().collect();
    assert!(numbers.iter().all(|group| group.len() == 1));
    assert_eq!(numbers.len(), groups.len());

    // The parts, put together.
    let mut problems: Vec<Map<String, Value>> = Vec::new();
    let mut parts: Vec<Vec<Value>> = Vec::new();
    for (name, part) in scripts.range("part-".to_owned().."part.".to_owned()) {
        let number: usize = name["part-".len()..].parse().unwrap();
        assert_eq!(
            problems.len(),
            number * about["part"].as_u64().unwrap() as usize
        );
        let here = part["problems"].as_array().unwrap();
        for (place, problem) in here.iter().enumerate() {
            problems.push(problem.as_object().unwrap().clone());
            let cells = part["columns"].as_array().unwrap().iter();
            parts.push(
                cells
                    .map(|cells| values(cells, here.len())[place].clone())
                    .collect(),
            );
        }
    }
    assert_eq!(problems.len(), count);

    // The columns, whole and in parts.
    let columns = about["columns"].as_array().unwrap();
    let names: Vec<&str> = columns
        .iter()
        .map(|column| column["name"].as_str().unwrap())
        .collect();
    for name in ["plies", "sacrifices", "beauty", "king", "rule_e", "status"] {
        assert!(names.contains(&name), "{name}");
    }
    for (index, (column, name)) in columns.iter().zip(&names).enumerate() {
        let length = |block: usize| {
            let before = block * about["block"].as_u64().unwrap() as usize;
            (count - before).min(about["block"].as_u64().unwrap() as usize)
        };
        let whole: Vec<Value> = match column.get("all") {
            Some(all) => values(all, count),
            None => (0..blocks)
                .flat_map(|block| {
                    let told = &column["blocks"][block];
                    if let Some(all) = told.get("all") {
                        return values(all, length(block));
                    }
                    let cells = &scripts[&format!("column-{name}-{block:04}")];
                    let values = values(cells, length(block));
                    let numbers: Vec<f64> = values.iter().filter_map(Value::as_f64).collect();
                    let least = numbers.iter().copied().reduce(f64::min);
                    let greatest = numbers.iter().copied().reduce(f64::max);
                    assert_eq!(told.get(0).and_then(Value::as_f64), least, "{name}");
                    assert_eq!(told.get(1).and_then(Value::as_f64), greatest, "{name}");
                    values
                })
                .collect(),
        };
        assert_eq!(whole.len(), count, "{name}");
        for (place, row) in rows.iter().enumerate() {
            assert!(
                same(&whole[place], &row[*name]),
                "{name} {place}: {}",
                row[*name]
            );
            assert!(
                same(&parts[place][index], &row[*name]),
                "{name}, part {place}"
            );
        }
    }

    // Lines and sources.
    let mut lines: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut undecided: BTreeMap<String, u64> = BTreeMap::new();
    for row in query(db, "select problem_id, kind, moves from lines") {
        let id = row["problem_id"].to_string();
        match row["kind"].as_str().unwrap() {
            "undecided" => *undecided.entry(id).or_default() += 1,
            _ => drop(
                lines
                    .entry(id)
                    .or_default()
                    .insert(row["moves"].as_str().unwrap().to_owned()),
            ),
        }
    }
    let sources = query(db, "select * from sources order by id");
    let mut shown = 0;
    for (place, (problem, row)) in problems.iter().zip(&rows).enumerate() {
        let id = row["id"].to_string();
        assert_eq!(problem["id"], row["id"]);
        assert_eq!(problem["idea"], idea_of[place]);
        assert_eq!(problem["sfen"], row["sfen"]);
        let main = usi(&problem["main"]);
        assert_eq!(main.join(" "), row["main_line"].as_str().unwrap());
        let others = problem["others"].as_array().unwrap().iter();
        let others: BTreeSet<String> = others
            .map(|other| {
                let shared = other[2].as_u64().unwrap() as usize;
                [&main[..shared], &usi(&other[3])].concat().join(" ")
            })
            .collect();
        shown += others.len();
        assert_eq!(
            others,
            lines.remove(&id).unwrap_or_default(),
            "problem {id}"
        );
        let open = problem.get("undecided").and_then(Value::as_u64);
        assert_eq!(open, undecided.get(&id).copied(), "problem {id}");
        let source = sources.iter().find(|is| is["problem_id"] == row["id"]);
        for key in ["title", "author", "publication", "published"] {
            let known = source.map(|is| &is[key]).filter(|is| !is.is_null());
            assert_eq!(problem.get(key), known, "problem {id}, {key}");
        }
    }
    (count, shown)
}

#[test]
fn every_enumerated_problem_is_there_whole() {
    let folder = tempfile::tempdir().unwrap();
    let families = [gold_problems, knights];
    for family in families.into_iter().take(cases(1, 2)) {
        let path = family(folder.path());
        let db = path.to_str().unwrap();
        let site = folder.path().join("site");
        output(&["report", db, "--out", site.to_str().unwrap()]);
        let (problems, lines) = compare(db, &site);
        assert!(problems > 1_500, "{problems}");
        assert!(3 * lines > problems, "{lines}");
    }
}

/// However many problems there are, no script but `about` gets longer: here with blocks of 100, of which each problem
/// stands in one.
#[test]
fn scripts_of_a_large_database_are_of_bounded_size() {
    let folder = tempfile::tempdir().unwrap();
    let path = gold_problems(folder.path());
    let store = Store::open_read_only(&path).unwrap();
    let site = folder.path().join("site");
    let longest = |limit| {
        let selection = Selection {
            title: "x".to_owned(),
            condition: None,
            limit,
            block: 100,
        };
        write(&store, &selection, &site, &QueryLimits::default()).unwrap();
        let mut longest: BTreeMap<String, usize> = BTreeMap::new();
        for (name, bytes) in files(&site) {
            let name = name.trim_end_matches(|sign: char| !sign.is_ascii_digit());
            if let Some((kind, _)) = name
                .strip_prefix("data/")
                .and_then(|is| is.rsplit_once('-'))
            {
                let kind = kind.split('-').next().unwrap();
                let length = longest.entry(kind.to_owned()).or_default();
                *length = bytes.len().max(*length);
            }
        }
        longest
    };
    let (few, all) = (longest(400), longest(u32::MAX));
    let kinds: Vec<&str> = few.keys().map(String::as_str).collect();
    assert_eq!(
        kinds,
        [
            "alike", "column", "groups", "ideas", "ids", "members", "part", "places", "varied"
        ]
    );
    for (kind, length) in &all {
        // What differs are the digits of numbers; groups and ideas fill their scripts only with more problems.
        let most = match kind.as_str() {
            "members" => 60_000,
            "alike" => 6_000,
            _ => 2 * few[kind],
        };
        assert!(*length <= most, "{kind}: {length}, {few:?}");
    }
    let (problems, _) = compare(path.to_str().unwrap(), &site);
    assert!(problems > 1_500, "{problems}");
}

#[test]
fn imported_works_are_there_with_their_sources() {
    let folder = tempfile::tempdir().unwrap();
    let path = works(folder.path());
    let db = path.to_str().unwrap();
    let site = folder.path().join("site");
    output(&["report", db, "--out", site.to_str().unwrap()]);
    let (problems, lines) = compare(db, &site);
    assert_eq!(problems, 5);
    assert!(lines > 12);
}
