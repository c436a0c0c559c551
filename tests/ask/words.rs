//! Each word: of which of the examples it holds.

use features::examples::{ALL, EXCHANGE, GOLDS, SLIDERS};

use super::{holds, of_example, query};

/// A query, and the examples of which it holds.
const CASES: &[(&str, &str)] = &[
    (
        "attack drop",
        "knights golds exchange sliders unpromoted centre game musou-32 zukou-29",
    ),
    ("reply drop", "sliders musou-32"),
    ("drop R", "sliders centre"),
    ("drop r", "sliders"),
    ("打:飛", "sliders centre"),
    ("+R", "centre musou-32 zukou-29"),
    ("promote", "knights exchange rooks centre game musou-32"),
    ("after=+R", "rooks centre musou-32 zukou-29"),
    ("unpromote R", "rooks unpromoted"),
    (
        "move major",
        "rooks unpromoted centre game kings musou-32 zukou-29",
    ),
    (
        "K",
        "knights golds exchange rooks unpromoted centre game musou-32 zukou-29",
    ),
    ("attack capture=n", "game"),
    ("capture=G", "golds"),
    ("sacrifice", "knights golds exchange game musou-32 zukou-29"),
    ("捨駒 打", "golds musou-32 zukou-29"),
    ("gift", "golds exchange game musou-32 zukou-29"),
    ("attack taken 2..", "knights game musou-32"),
    ("same K", "golds exchange musou-32 zukou-29"),
    ("double", "exchange"),
    ("空き王手", "exchange kings zukou-29"),
    ("direct discovered", "exchange"),
    ("interpose drop r", "sliders"),
    ("移動合", "sliders"),
    ("block", "musou-32"),
    ("drop far=2..", "knights sliders game musou-32 zukou-29"),
    ("to=5e", "centre musou-32"),
    (
        "drop to=K(0,1)",
        "golds exchange unpromoted musou-32 zukou-29",
    ),
    ("K to=prev", "golds exchange musou-32 zukou-29"),
    ("last from=1a-3c", "rooks lance musou-32"),
    ("ply=7", "knights game musou-32 zukou-29"),
    (
        "forced K",
        "knights golds exchange rooks unpromoted centre game musou-32 zukou-29",
    ),
    ("attacked=k supported=0 drop", "golds zukou-29"),
    ("pawnmate", "musou-32 zukou-29"),
    ("length=2.. move R", "rooks"),
    ("+R back", "centre"),
    ("returns K", "golds zukou-29"),
    ("^ ; drop G ; K ; drop G", "golds"),
    ("drop N ; $", "knights sliders game zukou-29"),
    ("drop R ; drop r ; drop", "sliders"),
    ("(drop G ; K){2}", "golds"),
    ("drop ; 3 ; N", "golds sliders musou-32 zukou-29"),
    ("promote & drop", "knights exchange centre game musou-32"),
    (
        "promote | drop G",
        "knights golds exchange rooks centre game musou-32",
    ),
    (
        "!(promote)",
        "golds sliders unpromoted lance kings zukou-29",
    ),
    ("count(sacrifice)=2..", "exchange musou-32 zukou-29"),
    ("count(attack !drop)=0", "sliders"),
    (
        "move piece=$x sacrifice & original piece=$x",
        "knights exchange game musou-32 zukou-29",
    ),
    (
        "attack from=$x ; .. ; attack to=$x",
        "exchange unpromoted game musou-32",
    ),
    ("K from=$x ; .. ; K to=$x", "golds zukou-29"),
    ("drop piece=$x ; .. ; capture=$x", "golds musou-32 zukou-29"),
    ("^ ; [hand=0]", "knights exchange rooks lance kings"),
    (
        "[escapes=0 check] ; $",
        "knights golds exchange sliders rooks unpromoted lance centre game kings musou-32 zukou-29",
    ),
    ("^ ; [defenders=0]", "rooks unpromoted lance centre"),
    ("[5e=k] ; $", "centre"),
    ("[K(0,1)=N/G] ; $", "lance"),
    ("[K(0,1)=empty] ; drop G to=K(0,1)", "golds"),
    ("[pinned=minor]", "sliders game kings"),
    ("[symmetric] ; $", "lance"),
    ("[pawnmate] ; unpromote", ""),
    ("[G>$x $x=empty] ; K to=$x", ""),
];

#[test]
fn words_mean_what_they_say() {
    let mut wrong = Vec::new();
    for (text, wanted) in CASES {
        let found = ALL.iter().filter(|example| holds(text, example));
        let found: Vec<&str> = found.map(|example| example.name).collect();
        if found.join(" ") != *wanted {
            wrong.push(format!("    (\"{text}\", \"{}\"),", found.join(" ")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Where in a line a query holds.
#[test]
fn the_moves_that_a_query_is_about_are_told() {
    for (text, example, wanted) in [
        ("drop G ; K ; drop G", &GOLDS, Some(vec![0, 1, 2])),
        (
            "attack from=$x ; .. ; attack drop to=$x",
            &EXCHANGE,
            Some(vec![2, 4]),
        ),
        ("count(sacrifice)=2..", &EXCHANGE, Some(vec![0, 2])),
        ("(drop ; any){2}", &SLIDERS, Some(vec![0, 1, 2, 3])),
        ("interpose | double", &SLIDERS, Some(vec![1])),
        ("last & drop R", &SLIDERS, Some(vec![2, 4])),
        ("!(promote)", &GOLDS, Some(vec![])),
        ("double", &GOLDS, None),
    ] {
        assert_eq!(
            query(text).find(&of_example(example).line()),
            wanted,
            "{text}"
        );
    }
}

/// A name in what comes several times in a row joins these times.
#[test]
fn a_name_joins_what_is_repeated() {
    assert!(holds("(K from=$x ; any){1..2}", &GOLDS));
    assert!(
        holds("(attack to=$x ; any){2..}", &SLIDERS)
            == holds("attack to=$x ; any ; attack to=$x", &SLIDERS)
    );
    let error = "(K from=$x)?".parse::<ask::Query>().unwrap_err();
    assert_eq!(error.reason, ask::AskReason::UsedOnce("x".to_owned()));
}
