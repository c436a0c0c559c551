//! All that each command says, in both languages, as files in `tests/cli/snapshots`. A change of words shows there.
//!
//! `INSTA_UPDATE=always cargo test --test cli snapshots` writes the files anew; look at what changed before it is taken in.

use std::fs;
use std::path::Path;

use assert_cmd::Command;

/// Commands in their order, each with what is typed: one folder for all of them. What stands behind `<` is typed on the
/// standard input, lines divided by `|`.
const TYPED: &[(&str, &[&str])] = &[
    (
        "enumerate",
        &[
            "enumerate N2 --db n2.db",
            "enumerate N2 --db n2.db",
            "enumerate R1 --db r1.db --keep-table r1.table",
            "enumerate family.toml --db family.db --quiet",
            "enumerate X9 --db x.db",
            "enumerate nothing.toml --db x.db",
            "enumerate wrong.toml --db x.db",
        ],
    ),
    (
        "small",
        &[
            "small solve 3x3 --army PKP --zone 1 --quiet --proof x.proof",
            "small verify x.proof",
            "small solve dobutsu --nodes 10",
            "small table 3x3 --army PKP --out x.gst --threads 1 --quiet",
            "small probe x.gst",
            "small verify x.gst",
            "small mates x.gst --db mates.db",
            "small study 3x3 --db study.db --nodes 1 --quiet",
            "small play x.gst < help|quit",
            "small solve 7x7",
            "small solve 3x3 --army KK",
        ],
    ),
    (
        "sweep",
        &[
            "sweep set.toml --db set.db --nodes 10k",
            "sweep set.toml --db set.db --nodes 10k",
            "sweep set.toml --db range.db --range 0..9 --nodes 1k",
        ],
    ),
    (
        "shard",
        &[
            "shard plan N2 G1 --out plan",
            "shard status plan",
            "shard run plan 1",
            "shard run plan 2",
            "shard status plan",
            "shard merge plan --db merged.db",
            "shard run plan 99",
            "shard",
        ],
    ),
    (
        "solve",
        &[
            "solve \"8k/9/8P/9/9/9/9/9/9 b G 1\"",
            "solve works.kif",
            "solve \"7k1/9/9/9/9/9/9/9/9 b G 1\" --why",
            "solve \"6k2/8R/9/8R/9/9/9/9/9 b - 1\" --nodes 10",
            "solve - < 8k/9/8P/9/9/9/9/9/9 b G 1|7k1/9/9/9/9/9/9/9/9 b G 1|nothing",
            "solve \"8k/9/8P/9/9/9/9/9/9 b X 1\"",
            "solve nowhere.kif",
        ],
    ),
    (
        "check",
        &[
            "check works.kif",
            "check \"8k/6S2/9/7LB/9/9/9/9/9 b - 1\" --repair",
            "check \"7k1/9/9/9/9/9/9/9/9 b G 1\" --why",
            "check \"8k/9/8P/9/9/9/9/9/9 b G 1\" --line \"G*1b 1a1b\"",
            "check \"8k/9/8P/9/9/9/9/9/9 b G 1\" --line \"G*1c\"",
            "check \"8k/9/9/9/9/9/9/9/9 w - 1\"",
            "check cut.kif",
        ],
    ),
    (
        "table",
        &["table G1P1 --out gp.table", "table G1P1 --out works.kif"],
    ),
    (
        "probe",
        &[
            "probe \"8k/9/8P/9/9/9/9/9/9 b G 1\" --table gp.table",
            "probe - --table gp.table < 8k/9/8P/9/9/9/9/9/9 b G 1|8k/9/9/9/9/9/9/9/9 b R 1",
            "probe \"8k/9/8P/9/9/9/9/9/9 b G 1\" --table works.kif",
        ],
    ),
    (
        "prove",
        &[
            "prove \"8k/9/8P/9/9/9/9/9/9 b G 1\" -o mate.proof",
            "prove \"7k1/9/9/9/9/9/9/9/9 b G 1\" -o none.proof",
        ],
    ),
    (
        "verify",
        &["verify mate.proof", "verify n2.db", "verify works.kif"],
    ),
    ("bench", &["bench --help"]),
    (
        "stats",
        &[
            "stats n2.db",
            "stats set.db",
            "stats nothing.db",
            "stats works.kif",
        ],
    ),
    ("show", &["show n2.db 1", "show n2.db 999"]),
    ("play", &["play works.kif < hint|2d2a+|1c1b|give up|quit"]),
    (
        "picture",
        &[
            "picture works.kif -o works.svg",
            "picture works.kif -o works.xyz",
        ],
    ),
    ("sheet", &["sheet works.kif -o sheet.html"]),
    (
        "convert",
        &[
            "convert works.kif --to ki2",
            "convert works.kif --to sfen",
            "convert works.kif --to csa -o works.csa",
            "convert cut.kif --to kif",
            "convert works.kif --to nothing",
        ],
    ),
    (
        "import",
        &[
            "import works.kif list.sfen --db works.db",
            "import works.kif --db works.db",
            "import nowhere.kif --db works.db",
        ],
    ),
    (
        "export",
        &[
            "export works.db --format kif",
            "export works.db --format csv",
            "export works.db --format sfen --where nothing",
        ],
    ),
    (
        "report",
        &["report works.db --out site", "report works.db --out ."],
    ),
    (
        "search",
        &[
            "search works.db",
            "search works.db --plies 3 --limit 1",
            "search works.db --plies 99",
            "search works.db --where wrong",
            "search works.db --line \"drop G ; ..\" --limit 1",
            "search works.db --line \"drop R ; sacrifise\"",
        ],
    ),
    ("motifs", &["motifs works.db", "motifs nothing.db"]),
    ("explain", &["explain works.db 1", "explain works.db 99"]),
    ("venues", &["venues", "venues 裸玉", "venues nothing"]),
    (
        "same",
        &[
            "same works.db \"8k/9/8P/9/9/9/9/9/9 b G 1\"",
            "same --within list.sfen",
        ],
    ),
    (
        "features",
        &["features works.db", "features works.db --weights"],
    ),
    (
        "columns",
        &["columns 余詰", "columns plies", "columns unknown"],
    ),
    (
        "query",
        &[
            "query works.db \"select plies, count(*) from problems group by plies\"",
            "query works.db \"delete from problems\"",
            "query works.db \"select nothing\"",
        ],
    ),
    (
        "create",
        &[
            "create --candidates 300 --seed 1",
            "create --plies 4",
            "create --family unknown",
        ],
    ),
    (
        "setting",
        &[
            "setting \"☗１二金打\" --king 1a --count 1",
            "setting \"☗１二金打 ☖３四玉 ☗２三金\" --king 1a",
            "setting \"☗１二金打 ☖同玉\"",
            "setting \"☗１二金打\" --king 1a --with \"2a:k\"",
        ],
    ),
    (
        "smoke",
        &["smoke --output new.smoke --only GSLP --pieces 5 --width 6 --tries 300"],
    ),
    (
        "vary",
        &[
            "vary \"8k/9/8P/9/9/9/9/9/9 b G 1\" --hand 1",
            "vary nothing --move",
        ],
    ),
    ("extend", &["extend \"8k/9/8P/9/9/9/9/9/9 b G 1\""]),
    ("points", &["points"]),
    ("polish", &["polish \"8k/9/8P/9/8p/9/9/9/9 b G 1\""]),
    ("catalogs", &["catalogs .", "catalogs nothing"]),
    ("completions", &["completions nothing"]),
    ("man", &["man --help"]),
    (
        "usi",
        &["usi < usi|isready|position sfen 8k/9/8P/9/9/9/9/9/9 b G 1|go mate infinite|quit"],
    ),
    ("nothing", &["", "unknown", "solve --unknown", "solve"]),
];

const FAMILY: &str = "name_ja = \"桂二枚\"\nname_en = \"two knights\"\n[pieces]\nN = 2\n";
const WRONG: &str = "[pieces]\nN = 9\n";
const SET: &str = "name_ja = \"玉と金\"\nname_en = \"one gold\"\n[king]\nfiles = [1, 1]\nranks = [\"a\", \"a\"]\n\
                   [pieces]\ntotal = 2\nG = [0, 2]\n";
const LIST: &str =
    "8k/9/8P/9/9/9/9/9/9 b G 1\nk8/9/P8/9/9/9/9/9/9 b G 1\n8k/9/9/7N1/9/9/9/9/9 b N 1\n";
const CUT: &str = "手合割：詰将棋\n後手の持駒：なし\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n\
                   | ・ ・ ・ ・ ・ ・ ・ ・v玉|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n";

/// Words as a shell divides them.
fn divided(typed: &str) -> (Vec<String>, String) {
    let (words, input) = typed.split_once(" < ").unwrap_or((typed, ""));
    let mut args = Vec::new();
    for (place, part) in words.split('"').enumerate() {
        match place % 2 {
            0 => args.extend(part.split_whitespace().map(str::to_owned)),
            _ => args.push(part.to_owned()),
        }
    }
    let lines = input.split('|').map(|line| format!("{line}\n"));
    (args, lines.collect())
}

/// KIF files are in Shift_JIS.
fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|error| {
        let (text, ..) = encoding_rs::SHIFT_JIS.decode(error.as_bytes());
        text.into_owned()
    })
}

/// What a call says, and how it ends.
fn said(folder: &Path, language: &str, typed: &str) -> String {
    let (args, input) = divided(typed);
    let mut command = Command::cargo_bin("gyakusan").unwrap();
    command.current_dir(folder).args(["--lang", language]);
    command.env("COLUMNS", "100").env_remove("GYAKUSAN_LANG");
    let output = command.args(&args).write_stdin(input).output().unwrap();
    let code = output.status.code().unwrap_or(-1);
    let (out, err) = (text(output.stdout), text(output.stderr));
    let here = folder.canonicalize().unwrap();
    let here = here.display().to_string();
    // Nor does the program say this of a path of Windows.
    let here = here.trim_start_matches(r"\\?\").to_owned();
    let (out, err) = (out.replace(&here, "<here>"), err.replace(&here, "<here>"));
    let err: String = err.lines().map(|line| format!("! {line}\n")).collect();
    let code = if code == 0 {
        String::new()
    } else {
        format!("exit code {code}\n")
    };
    format!("$ gyakusan {typed}\n{out}{err}{code}\n")
}

// Two tests, so that one language does not wait for the other.
#[test]
fn all_that_commands_say_in_english() {
    all_that_commands_say("en");
}

#[test]
fn all_that_commands_say_in_japanese() {
    all_that_commands_say("ja");
}

fn all_that_commands_say(language: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("snapshots");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    // What a machine or an hour has to do with.
    for (pattern, instead) in [
        (r"\d+\.\d+ ?(s\b|ms\b|秒)", "<time>"),
        (r"[\d,]+ (nodes/s|局面/秒)", "<rate>"),
        (r"毎秒[\d,]+局面", "<rate>"),
        (r"[\d.,]+ ?(kB|MB|GB|MiB|GiB)", "<bytes>"),
        (r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?Z?", "<date>"),
        (
            r"毎[秒分] ?[\d,]+題?|[\d,]+ (a|per) (second|minute)|[\d,]+/s\b",
            "<rate>",
        ),
        (r" time \d+", " time <time>"),
        (r" +\d+\.\d\d\n", " <rate>\n"),
        // A report has some files for each column.
        (r"\d+( files: open |ファイル。site/)", "<files>$1"),
        // The last column of the table of `create`.
        (
            r"(?m)^(( {0,4}(candidates|positions judged|misplaced|out of nodes|no mate|three plies|five plies|cooked|complete|kept|候補|調べた局面|配置不能|局面数不足|不詰|三手以下|五手以上|余詰|完全作|採用)[^\d\n]*) +[\d,]+( +[\d,<]+| {12})) +[\d.,]+$",
            "$1 <rate>",
        ),
    ] {
        settings.add_filter(pattern, instead);
    }
    settings.bind(|| {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let works = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/yozume.kifu");
        fs::copy(works, folder.join("works.kif")).unwrap();
        for (name, text) in [
            ("family.toml", FAMILY),
            ("wrong.toml", WRONG),
            ("set.toml", SET),
            ("list.sfen", LIST),
            ("cut.kif", CUT),
        ] {
            fs::write(folder.join(name), text).unwrap();
        }
        for (name, calls) in TYPED {
            let all: String = calls
                .iter()
                .map(|typed| said(folder, language, typed))
                .collect();
            insta::assert_snapshot!(format!("{name}.{language}"), all);
        }
    });
}

#[test]
fn every_command_is_among_them() {
    for command in cli::command().get_subcommands() {
        let name = command.get_name();
        assert!(TYPED.iter().any(|(known, _)| *known == name), "{name}");
    }
}
