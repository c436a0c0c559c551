//! The registry: every column is described, and the examples of measures are true.

use std::collections::HashMap;

use features::column::Kind;
use features::{Solution, Value, examples, registry};
use tsume::judge::record::Flaws;

#[test]
fn every_column_is_described() {
    for column in registry::columns() {
        for text in [column.term, column.en, column.ja] {
            assert!(
                !text.is_empty() && !text.contains(['|', '\n']),
                "{}",
                column.name
            );
        }
        assert_ne!(column.example.1, "?", "{}", column.name);
        if let Kind::Count = column.kind {
            let unit = ["id", "material_id", "searched"].contains(&column.name);
            assert!(unit || !column.unit.is_empty(), "{}", column.name);
        }
    }
}

/// Pages and lists head their columns with the terms.
#[test]
fn no_two_columns_have_the_same_term() {
    let mut named = HashMap::new();
    for column in registry::columns() {
        if let Some(other) = named.insert(column.term, column.name) {
            panic!("{other} and {} are both {}", column.name, column.term);
        }
    }
}

#[test]
fn the_examples_of_measures_are_true() {
    for (index, (_, column)) in registry::measured().enumerate() {
        let (example, value) = column.example;
        let task = example.task().unwrap();
        let moves = example.moves().unwrap();
        let solution = Solution::new(&task, &moves, Some(Flaws::NONE)).unwrap();
        let measured = registry::measure(&solution);
        assert_eq!(measured[index].to_string(), value, "{}", column.name);
        // Futile interpositions are left out of lines, so some could still be made.
        assert!(solution.last().is_in_check(), "{}", example.name);
    }
}

#[test]
fn a_mirrored_problem_measures_the_same() {
    for example in examples::ALL {
        let solution = example.solution().unwrap();
        let mut task = example.task().unwrap();
        task.position = task.position.mirror();
        let moves: Vec<_> = example
            .moves()
            .unwrap()
            .iter()
            .map(|mv| mv.mirror())
            .collect();
        let image = Solution::new(&task, &moves, None).unwrap();
        let pairs = registry::measure(&solution);
        let pairs = pairs.into_iter().zip(registry::measure(&image));
        for ((_, column), (one, other)) in registry::measured().zip(pairs) {
            if column.name == "final_king" {
                let square = |is: &Value| is.text().unwrap().as_bytes().to_vec();
                assert_eq!(square(&one)[0] + square(&other)[0], b'0' + b':');
            } else {
                assert_eq!(one, other, "{} of {}", column.name, example.name);
            }
        }
    }
}
