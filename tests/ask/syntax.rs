//! How queries are read, and what is said of texts that are none.

use ask::parse::parse;
use ask::{AskError, AskReason, Expected};

use super::query;

fn error(text: &str) -> AskError {
    match parse(text) {
        Ok(tree) => panic!("{text}: {tree:?}"),
        Err(error) => error,
    }
}

#[test]
fn both_languages_are_one() {
    for (english, japanese) in [
        (
            "drop R far=2.. ; K* ; .. ; move same sacrifice",
            "打:飛 遠2.. ; 玉* ; .. ; 移動 同 捨駒",
        ),
        (
            "!(promote) & count(drop G/g)=2",
            "否(成) かつ 回数(打 金)＝２",
        ),
        (
            "attack from=$x ; .. ; attack to=$x",
            "攻方 元=$x ; … ; 攻方 先=$x",
        ),
        (
            "discovered to=2b | shield",
            "空き王手 先=２二 または 移動合",
        ),
        ("drop !promote to=K(0,1)", "打 !成 へ玉(0,1)"),
        ("capture=s/+s", "取=☖銀/☖全"),
        (
            "[2b=k K(0,1)=empty G/g>1b] ; $",
            "［２二=☖玉 玉(0,1)=空き升 金＞１二］ ; $",
        ),
        ("^ ; [hand=P(2..) escapes=0]", "^ ; [持駒=歩(2..) 逃げ道=0]"),
    ] {
        let (english_tree, japanese_tree) = (parse(english).unwrap(), parse(japanese).unwrap());
        // Names of pieces in Japanese are either side's.
        let plain = |text: &str| text.replace("drop R", "drop R/r").replace("K*", "玉*");
        let either = parse(&plain(english)).unwrap();
        assert!(
            japanese_tree == english_tree || japanese_tree == either,
            "{english} {japanese}"
        );
    }
}

#[test]
fn moves_may_be_written_as_in_a_record() {
    for (record, words) in [
        (
            "☗３二飛成 ☖同玉 ☗２三金打",
            "攻方 先=３二 飛 成 ; 玉方 同 玉 !成 ; 攻方 先=２三 金 打 !成",
        ),
        ("▲3二飛成△同　玉▲２三金打", "☗３二飛成 ; ☖同玉 ; ☗２三金打"),
        ("☗２三銀不成 捨駒", "攻方 先=２三 銀 不成 捨駒 !成"),
        ("^ ; ☗同銀成 ; .. ; $", "^ ; 攻方 同 銀 成 ; .. ; $"),
        (
            "(☗２二金 ☖同玉){2} | ☗3b +R",
            "(☗２二金 ; ☖同玉){2} | 攻方 先=3b +R !成",
        ),
    ] {
        assert_eq!(parse(record), parse(words), "{record}");
    }
    let at = |text| (error(text).at, error(text).reason);
    let expected = |what| AskReason::Expected(what);
    assert_eq!(at("☗飛成 ; ☗"), (8, expected(Expected::Squares)));
    assert_eq!(at("☗３二成"), (4, expected(Expected::Pieces)));
    assert_eq!(at("飛 !☗３二金"), (4, expected(Expected::Element)));
}

#[test]
fn brackets_alone_say_nothing() {
    for (bracketed, plain) in [
        ("(drop G) & (promote)", "drop G & promote"),
        ("((drop | promote)) & K", "(drop | promote) & K"),
        ("(.. ; drop)", ".. ; drop"),
        ("drop G sacrifice", "drop=G sacrifice"),
        ("sacrifice=G", "G sacrifice"),
        ("first drop", "ply=1 drop"),
    ] {
        let sorted = |text| {
            // Terms may be in another order.
            let mut signs: Vec<char> = format!("{:?}", parse(text).unwrap()).chars().collect();
            signs.sort_unstable();
            signs
        };
        assert_eq!(sorted(bracketed), sorted(plain), "{bracketed}");
    }
}

#[test]
fn errors_name_the_character_and_what_was_meant() {
    let unknown = |word: &str, like: Option<&str>| AskReason::Unknown {
        word: word.to_owned(),
        like: like.map(str::to_owned),
    };
    let cases = [
        ("", 1, AskReason::Expected(Expected::Element)),
        ("drop ;", 7, AskReason::Expected(Expected::Element)),
        (
            "drop R ; sacrifise",
            10,
            unknown("sacrifise", Some("sacrifice")),
        ),
        ("drop Q", 6, unknown("Q", None)),
        ("打:飛 ; 空王手", 7, unknown("空王手", Some("空き王手"))),
        ("drop %", 6, AskReason::Sign('%')),
        ("drop far=", 10, AskReason::Expected(Expected::Range)),
        ("drop far=5..2", 10, AskReason::EmptyRange),
        ("drop to=R", 9, AskReason::Expected(Expected::Squares)),
        ("drop to=K(1)", 12, AskReason::Expected(Expected::Offset)),
        ("capture=7", 9, AskReason::Expected(Expected::Pieces)),
        ("(drop ; K", 1, AskReason::Open),
        ("drop ) K", 6, AskReason::Close),
        ("drop ; K }", 10, AskReason::Expected(Expected::Separator)),
        ("direct=G", 7, AskReason::NoValue("direct".to_owned())),
        ("interpose R", 11, AskReason::OtherSide(false)),
        ("sacrifice r", 11, AskReason::OtherSide(true)),
        ("drop to=$x", 9, AskReason::UsedOnce("x".to_owned())),
        ("piece=$x ; to=$x", 15, AskReason::TwoSorts("x".to_owned())),
        ("to=$a;to=$b;to=$c;to=$d;to=$e", 28, AskReason::Names),
        ("count drop", 7, AskReason::Expected(Expected::Bracket)),
        ("count(drop)", 12, AskReason::Expected(Expected::Range)),
        ("{2}", 1, AskReason::Expected(Expected::Element)),
        ("drop 1234567", 6, AskReason::TooLarge),
        ("drop ply=12345", 10, AskReason::TooLarge),
        ("((drop+)* ; K){2..}", 15, AskReason::Repeats),
        ("(!((drop+)+) ; K)*", 18, AskReason::Repeats),
        ("[2b=k", 1, AskReason::Open),
        ("[]", 2, AskReason::Expected(Expected::Fact)),
        ("[ ; ]", 3, AskReason::Expected(Expected::Fact)),
        ("[2b]", 4, AskReason::Expected(Expected::Standing)),
        ("[2b=]", 5, AskReason::Expected(Expected::Standing)),
        ("[G]", 3, AskReason::Expected(Expected::Guarded)),
        ("[G>R]", 4, AskReason::Expected(Expected::Squares)),
        ("[hand=+R]", 7, AskReason::Expected(Expected::Held)),
        ("[hand=K]", 7, AskReason::Expected(Expected::Held)),
        ("[hand=]", 7, AskReason::Expected(Expected::Held)),
        ("[drop]", 2, AskReason::OfMove("drop".to_owned())),
        ("drop check", 6, AskReason::OfPosition("check".to_owned())),
        ("drop ]", 6, AskReason::Expected(Expected::Separator)),
        ("[$x=G]", 2, AskReason::UsedOnce("x".to_owned())),
        ("[2b=X]", 5, AskReason::Expected(Expected::Standing)),
        ("[esapes=0]", 2, unknown("esapes", Some("escapes"))),
    ];
    for (text, at, reason) in cases {
        assert_eq!(error(text), AskError { at, reason }, "{text}");
    }
    let deep = "(".repeat(500);
    assert_eq!(error(&deep).reason, AskReason::Deep);
    let said = error("drop R ; sacrifise").to_string();
    assert_eq!(
        said,
        "character 10: \"sacrifise\" is not a word of the language; did you mean \"sacrifice\"?"
    );
}

/// Whatever is typed is a query or an error with its place.
#[test]
fn no_text_is_too_odd() {
    let signs: Vec<char> = "drop K玉打同捨☗1２..;|&!()[]{}=,/-*+?^$x 成:　詰まずむのみ"
        .chars()
        .collect();
    let mut rng = testkit::Rng(69);
    for _ in 0..testkit::cases(20_000, 1_000_000) {
        let length = rng.below(12);
        let text: String = (0..length).map(|_| signs[rng.below(signs.len())]).collect();
        for read in [parse, ask::parse::parse_tries] {
            if let Err(error) = read(&text) {
                let last = text.chars().count() + 1;
                assert!((1..=last).contains(&error.at), "{text:?}: {error}");
            }
        }
    }
}

#[test]
fn a_query_is_shown_as_it_was_typed() {
    assert_eq!(query("打:飛 ; 玉*").to_string(), "打:飛 ; 玉*");
}

/// What is wrong with a query about tries.
fn error_of_tries(text: &str) -> AskError {
    text.parse::<ask::TryQuery>().unwrap_err()
}

#[test]
fn tries_are_the_same_in_both_languages() {
    for (english, japanese) in [
        ("promote fails, unpromote mates", "成 詰まず、不成 詰む"),
        (
            "main drop mates, !(elsewhere mates)",
            "作意 打 詰む、否(別の升 詰む)",
        ),
        ("departs fails only K/k same", "分岐詰まずのみ玉同"),
        ("departs fails K/k same only", "分岐 詰まず 玉 同 のみ"),
        (
            "^ ; (drop fails & move mates)",
            "^ ; (打 詰まず かつ 移動 詰む)",
        ),
        ("count(any fails)=2..", "回数(手 詰まず)=2.."),
    ] {
        let read =
            |text: &str| ask::parse::parse_tries(text).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(read(english), read(japanese), "{english} {japanese}");
        let query: ask::TryQuery = english.parse().unwrap();
        assert_eq!(query.to_string(), english);
    }
}

#[test]
fn errors_of_tries_name_the_character_and_what_was_meant() {
    let ending = AskReason::Expected(Expected::Ending);
    let ahead = |word: &str| AskReason::LooksAhead(word.to_owned());
    let compares = |word: &str| AskReason::Compares(word.to_owned());
    let unknown = |word: &str, like: Option<&str>| AskReason::Unknown {
        word: word.to_owned(),
        like: like.map(str::to_owned),
    };
    for (text, at, reason) in [
        ("drop G", 7, AskReason::NoTries),
        ("promote failed", 9, unknown("failed", Some("fails"))),
        ("promote fails, unpromote", 25, ending.clone()),
        ("promote fails, unpromote & drop", 26, ending.clone()),
        ("mates", 1, AskReason::Expected(Expected::Element)),
        ("promote fails,", 15, AskReason::Expected(Expected::Element)),
        ("drop sacrifice fails", 6, ahead("sacrifice")),
        ("drop fails G !kept", 15, ahead("kept")),
        ("打 捨駒 詰まず", 3, ahead("捨駒")),
        ("drop elsewhere fails", 6, compares("elsewhere")),
        ("drop mates, !elsewhere fails", 14, compares("elsewhere")),
        ("drop mates, !(elsewhere mates", 14, AskReason::Open),
        (
            "drop mates, !(elsewhere mates ;",
            31,
            AskReason::Expected(Expected::Separator),
        ),
        (
            "drop mates mates",
            12,
            AskReason::Expected(Expected::Separator),
        ),
        ("n fails", 1, AskReason::OtherSide(true)),
        ("drop fails G", 12, AskReason::OtherSide(false)),
        ("drop to=$x fails", 9, AskReason::UsedOnce("x".to_owned())),
        (
            "count(count(count(drop fails)=1)=1)=1",
            38,
            AskReason::Repeats,
        ),
    ] {
        assert_eq!(error_of_tries(text), AskError { at, reason }, "{text}");
    }
    // A query about lines has none.
    for (text, at, word) in [("K ; drop fails", 10, "fails"), ("打 詰む", 3, "詰む")] {
        let reason = AskReason::OfTries(word.to_owned());
        assert_eq!(error(text), AskError { at, reason }, "{text}");
    }
}
