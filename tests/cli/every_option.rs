//! Everything that help shows is tried, with each kind of value it takes: the options are those that the program
//! declares, so that a new one is tried as well, and a new command has to be given something to do.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Output;
use std::sync::Mutex;
use std::thread;

use clap::{Arg, ArgAction};
use tempfile::TempDir;

use crate::typed::{data, run};

const GOLD: &str = "8k/9/8P/9/9/9/9/9/9 b G 1";
const SWEEP: &str = "[king]\nfiles = [1, 1]\nranks = [\"a\", \"a\"]\n[pieces]\ntotal = 2\nG = [0, 2]\n\
                     [board]\npieces = 2\nregion = { files = [1, 2], ranks = [\"a\", \"c\"] }\n";

/// Words that make a command do its work, in a folder of [`fixtures`]. Of commands that need one of several options
/// there is a line for each.
const LINES: &[&str] = &[
    "enumerate G1P1 --db new.db",
    "sweep set.toml --db new.db",
    "sweep set.toml --db swept.db --resume",
    "shard plan set.toml --out newplan",
    "shard plan G1P1 --out newplan --verify none --seed 2",
    "shard plan G1P1 --out newplan --by rank --longest 5",
    "shard run plan 1",
    "shard run families 1 --memory 1G",
    "shard status plan",
    "shard merge done --db new.db",
    "shard export plan --to slurm",
    "solve a.sfen",
    "check GOLD",
    "table L1G1 --out new.table",
    "probe b.sfen --table t.table",
    "prove k.kifu --output new.proof",
    "verify a.proof",
    "usi",
    "bench solve --data sets",
    "bench setting --data sets/settings.tsv --time 5s",
    "stats x.db",
    "show x.db 1",
    "play --db x.db",
    "picture a.sfen --output new.svg",
    "sheet a.sfen --output new.html",
    "convert k.kifu --to sfen",
    "export x.db --format csv",
    "export x.db --format puzzle --nodes 5",
    "import k.kifu --db new.db",
    "report x.db --out newsite",
    "search x.db",
    "motifs x.db",
    "explain x.db 1",
    "venues",
    "same x.db k.kifu",
    "same k.kifu --against x.db",
    "same k.kifu a.sfen --within",
    "features x.db",
    "columns",
    "query x.db SELECT",
    "create --seed 1 --candidates 3 --king 1a",
    "setting G*1b --count 1",
    "smoke --output new.smoke --only GL --pieces 3 --width 2 --tries 10",
    "vary k.kifu --hand 1",
    "vary k.kifu --place 1",
    "vary k.kifu --move",
    "extend a.sfen",
    "points fit x.db --output new.points",
    "polish k.kifu",
    "catalogs folder",
    "small solve 3x3 --army PKP",
    "small table 3x3 --army PKP --out new.gst",
    "small probe s.gst",
    "small study 3x3 --db newsmall.db --nodes 1k --part 1/60",
    "small mates s.gst --db newsmall.db",
    "small play s.gst",
    "small verify s.gst",
    "completions bash",
    "man --markdown",
];

/// By the name of a value: some that are good, some that are not.
const VALUES: &[(&str, &[&str], &[&str])] = &[
    (
        "N",
        &["1", "3"],
        &["x", "-1", "1.5", "99999999999999999999999"],
    ),
    (
        "NODES",
        &["1", "20k", "1M"],
        &["x", "-1", "1.5", "20 k", "9999999999999999999999"],
    ),
    ("PLIES", &["4"], &["x", "-1", "99999999999"]),
    ("SIZE", &["64M", "1G"], &["x", "-1", "1Q", "99999999999G"]),
    ("TIME", &["5s", "500ms", "2m"], &["x", "-1", "1h30", "5 s"]),
    ("THREADS", &["1", "2"], &["x", "-1", "0", "1.5"]),
    ("JOBS", &["1", "2"], &["x", "-1", "0"]),
    (
        "SEED",
        &["0", "18446744073709551615"],
        &["x", "-1", "18446744073709551616"],
    ),
    (
        "RANGE",
        &["1", "1..3", "..3", "1.."],
        &["x", "3..1", "1..x", ""],
    ),
    ("BOOL", &["true", "false"], &["maybe", "2"]),
    (
        "SQL",
        &["plies > 0"],
        &["plies >", "nothing = 1", "plies > ?"],
    ),
    (
        "VENUE",
        &["スマホ詰パラ", "tsumepara", "bare-king"],
        &["nothing", "nothing.toml", ""],
    ),
    (
        "QUERY",
        &["drop G", "打:金 ; 玉*", "!(promote)"],
        &["", "drop Q", "(drop", "sacrifise"],
    ),
    (
        "RANGE|QUERY",
        &[
            "1..3",
            "any",
            "promote fails, unpromote mates",
            "分岐 詰まず のみ 玉",
        ],
        &["3..1", "", "drop G", "drop fails G", "sacrifice fails"],
    ),
    ("LANGUAGE", &["en", "ja"], &["fr", ""]),
    ("ENCODING", &["utf-8", "shift-jis"], &["latin-1", ""]),
    (
        "SQUARES",
        &["1a", "1a 2b", "11", "２二"],
        &["0a", "1j", "x"],
    ),
    ("RUNS", &["1", "2"], &["x", "0", "-1"]),
    ("SECONDS", &["1"], &["x", "-1"]),
    ("TEXT", &["題 \"x\" <b>", ""], &[]),
    ("TITLE", &["題 \"x\" <b>", ""], &[]),
    ("all|N|none", &["all", "none", "5"], &["x", "-1"]),
    (
        "FIRST..END",
        &["0..5", "3..4"],
        &["x", "5..3", "5", "0..99999999"],
    ),
    (
        "PORT|ADDRESS:PORT",
        &["127.0.0.1:0"],
        &["x", "99999", "1.2.3:x"],
    ),
    ("LETTERS", &["GSP"], &["GX", ""]),
    ("LETTER AND RANGE …", &["G1 S0..1"], &["X1", "Gx"]),
    ("PIECE AND RANGE …", &["G1 s0..1"], &["X1", "Gx"]),
    (
        "SQUARE:PIECE …",
        &["1a:k", "11:玉"],
        &["1a", "1a:x", "0a:k"],
    ),
    ("SQUARE", &["1a", "１一"], &["0a", "x", "1a 2b"]),
    ("SQUARE-SQUARE", &["1a-3c"], &["1a", "1a-0c"]),
    ("WxH", &["4x4", "9x9"], &["4", "0x4", "axb"]),
    ("COLUMN", &["plies", "beauty"], &["nothing"]),
    ("COLUMN,…", &["plies,beauty", "all"], &["nothing", "plies,"]),
    ("WORD", &[], &["nothing at all"]),
    ("PIECES", &["PKP", "P K P"], &["PPP", "PK", "KXP"]),
    ("RANKS", &["0", "1", "3"], &["x", "-1", "4"]),
    ("PART/OF", &["1/60", "60/60"], &["x", "0/3", "4/3", "1"]),
    ("NUMBER", &["0", "5"], &["x", "-1"]),
    ("MOVES", &["G*1b"], &["G*9z", "x"]),
    ("MOVE", &["1c1b"], &["x"]),
];

type Words = &'static [&'static str];
type Special = (&'static str, &'static str, Words, Words, Words);

/// What an option wants that others of its kind of value do not: command and option, good values, bad ones, and
/// words that have to stand beside it.
const SPECIAL: &[Special] = &[
    ("*", "table", &["t.table"], &["a.sfen", "missing"], &[]),
    ("*", "db", &["other.db"], &["a.sfen", "missing/x.db"], &[]),
    (
        "*",
        "keep-table",
        &["new.table"],
        &["missing/new.table"],
        &[],
    ),
    ("*", "undecided", &["new.sfen"], &["missing/new.sfen"], &[]),
    ("*", "output", &[], &["missing/new"], &[]),
    ("*", "out", &[], &[], &[]),
    ("*", "preset", &["tanpen", "発表図"], &["nothing"], &[]),
    (
        "*",
        "motif",
        &["打換え", "double-check"],
        &["nothing", ""],
        &[],
    ),
    ("*", "kinds", &["GP"], &["X"], &[]),
    ("*", "attacker", &["black"], &["red"], &[]),
    ("*", "status", &["mate"], &["dead"], &[]),
    ("*", "serve", &["127.0.0.1:0"], &["x", "99999"], &[]),
    ("*", "weights", &["my.toml"], &["a.sfen", "missing"], &[]),
    ("enumerate", "keep-table", &[], &["missing/new.table"], &[]),
    ("motifs", "tags", &["new.csv"], &["missing/new.csv"], &[]),
    ("solve", "threads", &["1", "2"], &["x", "0"], &[]),
    ("check", "line", &["G*1b", "☗１二金"], &["x", "G*9z"], &[]),
    ("check", "most", &["1"], &["x"], &["--repair"]),
    ("play", "db", &["x.db"], &["a.sfen", "missing"], &[]),
    ("picture", "last", &["1d1c"], &["x"], &[]),
    ("picture", "line", &["G*1b"], &["x"], &["--strip"]),
    (
        "picture",
        "columns",
        &["2"],
        &["x", "0"],
        &["--strip", "--line=G*1b"],
    ),
    ("*", "size", &["print", "screen", "300"], &["x", "0"], &[]),
    ("sheet", "each", &["2"], &["x"], &["--booklet"]),
    ("create", "works", &["works.sfen"], &["missing"], &[]),
    (
        "create",
        "works-where",
        &["plies > 0"],
        &["plies >"],
        &["--works", "x.db"],
    ),
    (
        "create",
        "from",
        &["k.kifu", "x.db"],
        &["missing", "set.toml"],
        &["--generator", "mutate"],
    ),
    (
        "create",
        "points",
        &["a.points"],
        &["a.sfen", "missing"],
        &["--drawn-hands", "--band=1..100"],
    ),
    (
        "create",
        "band",
        &["1..100"],
        &["x"],
        &["--points=a.points", "--drawn-hands"],
    ),
    (
        "create",
        "family",
        &["kogoma", "kanso:5"],
        &["nothing"],
        &[],
    ),
    ("create", "generator", &["uniform"], &["nothing"], &[]),
    (
        "points fit",
        "drawn-from",
        &["works.sfen"],
        &["missing"],
        &[],
    ),
    ("vary", "hand", &["1", "2"], &["x"], &[]),
    ("vary", "place", &["1"], &["x"], &[]),
    (
        "convert",
        "to",
        FORMATS,
        &["nothing"],
        &["--output", "newfiles/"],
    ),
    (
        "export",
        "format",
        FORMATS,
        &["nothing"],
        &["--out", "newfiles/"],
    ),
    ("*", "from", &["kifu"], &["nothing", "png"], &[]),
    (
        "features",
        "where",
        &["plies > 0"],
        &["plies >"],
        &["--deep", "--nodes=10"],
    ),
    ("create", "plies", &["5", "5..7"], &["x", "3"], &[]),
    ("enumerate", "longest", &["3"], &["x", "4", "-1"], &[]),
    (
        "shard plan",
        "longest",
        &["5"],
        &["x", "4", "-1", "123"],
        &[],
    ),
    (
        "export",
        "columns",
        &["plies,beauty", "all"],
        &["nothing", "plies,"],
        &[],
    ),
    (
        "shard run",
        "table",
        &[],
        &["a.sfen", "missing", "t.table"],
        &[],
    ),
    (
        "sweep",
        "range",
        &["0..5", "3..4", "0..40"],
        &["x", "5..3", "5", "99999..", "0..41"],
        &[],
    ),
    (
        "sweep",
        "seed",
        &["0", "18446744073709551615"],
        &["x", "-1", "18446744073709551616"],
        &["--sample=3"],
    ),
    (
        "shard plan",
        "by",
        &["rank", "square"],
        &["family", "x"],
        &[],
    ),
    ("convert", "output", &["newfolder/", "new.sfen"], &[], &[]),
    (
        "features",
        "like",
        &["1", "1,2"],
        &["x", "99", ""],
        &["--dislike=3"],
    ),
    ("features", "dislike", &["3"], &["x", "99"], &["--like=1"]),
    (
        "features",
        "against",
        &["x.db"],
        &["a.sfen", "missing"],
        &[],
    ),
    (
        "features",
        "out",
        &["new.toml"],
        &[],
        &["--like=1", "--dislike=3"],
    ),
    (
        "same",
        "against",
        &["swept.db"],
        &["a.sfen", "missing"],
        &[],
    ),
    ("*", "against", &["x.db"], &["a.sfen", "missing"], &[]),
    (
        "*",
        "refuse",
        &["same-line"],
        &["nothing", ""],
        &["--against=x.db"],
    ),
    ("polish", "nodes", &["1M"], &["x", "-1"], &[]),
    ("prove", "nodes", &["1M"], &["x", "-1"], &[]),
    ("prove", "plies", &["9"], &["x", "-1"], &[]),
    ("picture", "strip", &[], &[], &["--line=G*1b"]),
    ("points fit", "band", &["90..110"], &["x", "90", "..3"], &[]),
    ("bench solve", "data", &["sets"], &["missing"], &[]),
    (
        "bench setting",
        "data",
        &["sets/settings.tsv"],
        &["missing", "a.sfen"],
        &[],
    ),
    ("setting", "count", &["1", "2"], &["x", "0", "-1"], &[]),
    ("smoke", "pieces", &["3"], &["x", "2", "40"], &[]),
    ("smoke", "width", &["1", "3"], &["x", "0", "-1"], &[]),
    (
        "smoke",
        "output",
        &["new.smoke"],
        &["missing/new.smoke", "a.sfen"],
        &[],
    ),
    ("bench setting", "every", &["1", "2"], &["x", "0"], &[]),
    ("columns", "column", &[], &[], &[]),
    (
        "small solve",
        "proof",
        &["new.proof"],
        &["missing/new.proof"],
        &[],
    ),
    ("small table", "memory", &["64M"], &["x", "1K"], &[]),
    (
        "small table",
        "out",
        &["new.gst"],
        &["missing/new.gst"],
        &[],
    ),
    (
        "small study",
        "db",
        &["newsmall.db"],
        &["x.db", "a.sfen", "missing/x.db"],
        &[],
    ),
    ("small study", "zone", &["1", "3"], &["0", "4"], &[]),
    ("small study", "proofs", &["newproofs"], &["a.sfen"], &[]),
    (
        "small study",
        "from",
        &["part.db"],
        &["x.db", "a.sfen", "missing"],
        &[],
    ),
    (
        "small mates",
        "db",
        &["newsmall.db"],
        &["x.db", "a.sfen", "missing/x.db"],
        &[],
    ),
    (
        "small mates",
        "page",
        &["new.html"],
        &["missing/new.html"],
        &[],
    ),
    (
        "small play",
        "page",
        &["new.html"],
        &["missing/new.html"],
        &[],
    ),
    (
        "small mates",
        "least",
        &["1", "9"],
        &["x", "-1", "300"],
        &[],
    ),
];

/// The formats of files and pictures.
const FORMATS: &[&str] = &[
    "kif", "ki2", "kifu", "ki2u", "bod", "csa", "sfen", "csv", "jsonl", "svg", "png", "html",
];

fn fixtures() -> TempDir {
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("a.sfen"), format!("{GOLD}\n")).unwrap();
    let short = fs::read_to_string(data("short_5_7.tsv")).unwrap();
    let short = short.lines().filter(|line| !line.starts_with('#')).take(8);
    let works: Vec<&str> = short.map(|line| line.split('\t').next().unwrap()).collect();
    fs::write(at("works.sfen"), works.join("\n") + "\n").unwrap();
    fs::write(at("b.sfen"), "8k/9/7L1/9/9/9/9/9/9 b G 1\n").unwrap();
    fs::write(at("my.toml"), "[weights]\nsacrifices = 2.0\n").unwrap();
    fs::write(at("set.toml"), SWEEP).unwrap();
    fs::copy(data("kif/keima.kif"), at("k.kifu")).unwrap();
    fs::create_dir(at("sets")).unwrap();
    let row = format!("{GOLD}\t1\tgold\taside\tG*1b\n");
    fs::write(at("sets/settings.tsv"), row).unwrap();
    fs::create_dir(at("folder")).unwrap();
    fs::write(at("folder/g.toml"), "[pieces]\nG = 1\nP = 1\n").unwrap();
    fs::write(at("sets/short_5_7.tsv"), format!("{GOLD}\t1\tgold\n")).unwrap();
    for words in [
        "import works.sfen k.kifu --db x.db",
        "table L1G1 --out t.table --quiet",
        "prove a.sfen --output a.proof",
        "shard plan set.toml --out plan --tasks 1",
        "shard plan G1P1 --out families",
        "shard plan set.toml --out done --tasks 1",
        "shard run done 1",
        "sweep set.toml --db swept.db --nodes 1",
        "points fit works.sfen --output a.points",
        "small table 3x3 --army PKP --out s.gst --quiet",
        "small study 3x3 --db part.db --nodes 1 --part 1/60 --quiet",
    ] {
        let words: Vec<&str> = words.split(' ').collect();
        let output = run(folder.path(), &words);
        assert!(output.status.success(), "{words:?}: {}", error(&output));
    }
    folder
}

fn error(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Copies a folder of files and folders.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

/// The commands that do something, by the words that call them.
fn leaves() -> BTreeMap<String, clap::Command> {
    fn add(found: &mut BTreeMap<String, clap::Command>, name: &str, command: &clap::Command) {
        let parts = command
            .get_subcommands()
            .filter(|part| part.get_name() != "help");
        let mut is_leaf = true;
        for part in parts {
            is_leaf = false;
            add(found, format!("{name} {}", part.get_name()).trim(), part);
        }
        if is_leaf {
            found.insert(name.to_owned(), command.clone());
        }
    }
    let mut program = gyakusan::cli::command();
    program.build();
    let mut found = BTreeMap::new();
    add(&mut found, "", &program);
    found
}

/// The line for a command and an option of it.
fn line(command: &str, option: &str) -> Vec<&'static str> {
    let fits = |line: &&&str| {
        let rest = line.strip_prefix(command);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
    };
    let has = |line: &&&str| line.split(' ').any(|word| word == option);
    let mut lines = LINES.iter().filter(fits);
    let line = lines.clone().find(has).or_else(|| lines.next());
    let line = line.unwrap_or_else(|| panic!("{command} has nothing to do in this test"));
    line.split(' ')
        .map(|word| match word {
            "GOLD" => GOLD,
            "SELECT" => "SELECT sfen FROM problems",
            word => word,
        })
        .collect()
}

/// Good and bad values of an option, and what has to stand beside it.
fn values(command: &str, arg: &Arg) -> (Vec<String>, Vec<String>, Vec<&'static str>) {
    let owned = |values: &[&str]| values.iter().map(|&value| value.to_owned()).collect();
    let option = arg.get_long().unwrap();
    let special = |of: &str| SPECIAL.iter().find(|row| row.0 == of && row.1 == option);
    if let Some(&(_, _, good, bad, beside)) = special(command).or_else(|| special("*")) {
        return (owned(good), owned(bad), beside.to_vec());
    }
    let possible = arg.get_possible_values();
    if !possible.is_empty() {
        let names = possible.iter().map(|value| value.get_name().to_owned());
        return (names.collect(), owned(&["nothing"]), Vec::new());
    }
    let name = arg.get_value_names().and_then(|names| names.first());
    let name = name.unwrap_or_else(|| panic!("{command} --{option}: a value without a name"));
    let row = VALUES.iter().find(|row| row.0 == name.as_str());
    let row = row.unwrap_or_else(|| panic!("{command} --{option}: no values for <{name}>"));
    (owned(row.1), owned(row.2), Vec::new())
}

/// A call of the program, and whether it is a good one.
struct Try {
    words: Vec<String>,
    option: String,
    value: String,
    is_good: bool,
}

/// The line of a command with an option in it.
fn with(line: &[&str], option: &str, value: Option<&str>, beside: &[&str]) -> Vec<String> {
    let mut words: Vec<String> = line.iter().map(|&word| word.to_owned()).collect();
    let new = match value {
        Some(value) => format!("{option}={value}"),
        None => option.to_owned(),
    };
    match words.iter().position(|word| word == option) {
        Some(at) if value.is_some() => {
            words.splice(at..at + 2, [new]);
        }
        Some(at) => {
            // The value that stands behind it may be left out.
            let is_value = words.get(at + 1).is_some_and(|word| !word.starts_with('-'));
            words.drain(at + 1..at + 1 + usize::from(is_value));
        }
        None => words.push(new),
    }
    words.extend(beside.iter().map(|&word| word.to_owned()));
    words
}

fn tries() -> Vec<Try> {
    let mut tries = Vec::new();
    for (name, command) in leaves() {
        let plain = line(&name, "");
        tries.push(Try {
            words: plain.iter().map(|&word| word.to_owned()).collect(),
            option: String::new(),
            value: String::new(),
            is_good: true,
        });
        for arg in command
            .get_arguments()
            .filter(|arg| arg.get_long().is_some() && !arg.is_hide_set())
        {
            let option = format!("--{}", arg.get_long().unwrap());
            let line = line(&name, &option);
            let mut add = |value: Option<&str>, beside: &[&str], is_good| {
                tries.push(Try {
                    words: with(&line, &option, value, beside),
                    option: option.clone(),
                    value: value.unwrap_or_default().to_owned(),
                    is_good,
                });
            };
            match arg.get_action() {
                ArgAction::Set | ArgAction::Append => {}
                _ => {
                    let beside = SPECIAL
                        .iter()
                        .find(|row| row.0 == name && option[2..] == *row.1);
                    add(None, beside.map_or(&[], |row| row.4), true);
                    continue;
                }
            }
            let (good, bad, beside) = values(&name, arg);
            for value in &good {
                add(Some(value), &beside, true);
            }
            for value in &bad {
                add(Some(value), &beside, false);
            }
            if arg
                .get_num_args()
                .is_some_and(|count| count.min_values() == 0)
            {
                add(None, &beside, true);
            }
        }
    }
    tries
}

/// What is wrong with what came of a try.
fn fault(output: &Output, case: &Try) -> Option<String> {
    let error = error(output);
    let code = output.status.code();
    let what = match (code, case.is_good) {
        _ if error.contains("panicked") => "a panic",
        (Some(0), true) => return None,
        // Nobody holds its standard input open.
        (Some(130), true) if case.option == "--tied" => return None,
        // What is not as it should be is this code.
        (Some(1), true) if case.option == "--strict-exit" => return None,
        // Some numbers cannot come, and it says so.
        (Some(2), true)
            if error.contains("nothing satisfies the conditions")
                && error.contains(&case.option) =>
        {
            return None;
        }
        (_, true) => "not done",
        // It names the option, or the file that was to be read.
        (Some(2), false)
            if error.contains(&case.option)
                || (!case.value.is_empty() && error.contains(&case.value)) =>
        {
            return None;
        }
        (Some(2), false) => "the option is not named",
        (_, false) => "not refused",
    };
    Some(format!("{what} ({code:?}): {:?}\n    {error}", case.words))
}

#[test]
fn every_option_is_tried_with_every_kind_of_value() {
    let fixtures = fixtures();
    let all = tries();
    // In every run some of them, others than last time only if options come or go.
    let step = all.len() / testkit::cases(150, all.len()).max(1);
    let chosen: Vec<&Try> = all.iter().step_by(step.max(1)).collect();
    let work = Mutex::new(chosen.iter());
    let faults = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let next = work.lock().unwrap().next();
                    let Some(case) = next else { break };
                    let folder = TempDir::new().unwrap();
                    copy(fixtures.path(), folder.path());
                    let words: Vec<&str> = case.words.iter().map(String::as_str).collect();
                    let output = run(folder.path(), &words);
                    faults.lock().unwrap().extend(fault(&output, case));
                }
            });
        }
    });
    let mut faults = faults.into_inner().unwrap();
    faults.sort();
    assert!(
        faults.is_empty(),
        "{} of {}:\n{}",
        faults.len(),
        chosen.len(),
        faults.join("\n")
    );
    assert!(all.len() > 800, "{}", all.len());
}
