//! `gyakusan create`: candidates made, judged and kept under a composer's conditions.

mod ask;
mod file;
mod findings;
mod finishes;
mod live;
mod run_record;
mod table;
mod top;

use std::collections::HashMap;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use clap::{Args, ValueEnum};
use sha2::{Digest, Sha256};

use self::findings::Findings;
use self::live::Live;
use self::run_record::RunRecord;
use self::table::write_table;
use crate::Failure;
use crate::arguments::against::AgainstArgs;
use crate::arguments::amounts::{Count, Time};
use crate::arguments::lines::LineArgs;
use crate::arguments::settings::Settings;
use crate::arguments::solver::{TableArgs, Tables, new_solver};
use crate::arguments::sql::{SqlArgs, about_option};
use crate::arguments::venue::venues;
use crate::arguments::{presets, read};
use crate::composing::precedents::Precedents;
use crate::composing::read_positions;
use crate::running::serve::ServeArgs;
use crate::running::stop::stop_on_signal;
use crate::running::working::pool;
use crate::screen;
use crate::writing::files::{SETTINGS, is_same, read_text};
use answers::InWords;
use compose::ask::AskError;
use compose::generate::{Generate, Origin};
use compose::pipeline::Cost;
use compose::points::Points;
use compose::run::{Band, Hands, Run};
use features::alike::Likeness;
use features::column_filters::Range;
use features::venue::Venue;
use shogi::Position;
use store::WhereClause;
use tsume::judge::STACK;
use words::say;

const EXAMPLES: &str = "\
Examples:
  gyakusan create --preset publishable --time 1m --db new.db
  gyakusan create --contains \"1a:l 2a:n 2b:K\" --board ..7 --hand ..5 --sacrifices 2.. --time 1m --db new.db
  gyakusan create examples/yardstick.toml --count 20
  gyakusan create --works all.db --works-where \"plies >= 9\" --where \"captures = 0\" --time 10m --db new.db
  gyakusan create --line \"sacrifice ; K same ; .. ; drop G\" --plies 7.. --time 1m --db new.db
  gyakusan create --generator backwards --from short.sfen --plies 7.. --candidates 1k
  gyakusan create --preset tanpen --against works.db --against zukou.db --time 1m --db new.db
  gyakusan create --family \"kanso:5 kogoma\" --generator uniform --in-all \"S1.. P..2\" --in-hand G1 --count 5";

/// What stands at the end of the help.
fn ending() -> String {
    let (presets, families) = (presets::help(), ask::families_help());
    format!("{EXAMPLES}\n\n{presets}\n\n{families}")
}

/// Compose new problems under your conditions
///
/// Every column of the database that holds a number, or yes or no, has an option: `--sacrifices 2..`, `--beauty 10..`.
/// A run file is a TOML file with the options as keys: `board = "..7"`. Options on the command line override it;
/// `--evolve=false` overrides `evolve = true`. In a run file, the paths `works`, `from`, `points` and `table` are
/// relative to its folder, and `db` is relative to the current folder. The attacker has at most five pieces in hand
/// unless `--hand` says otherwise. If a run that stores its problems in a database is stopped, the same command
/// continues it.
#[derive(Clone, Debug, Args)]
#[command(after_help = ending())]
pub struct CreateArgs {
    /// The folder of the run file.
    #[arg(skip)]
    folder: PathBuf,
    #[command(flatten)]
    settings: Settings,
    /// A run file
    run_file: Option<PathBuf>,
    /// Conditions and other options by name, such as publishable 発表図; `list` shows the options of each. Options given
    /// on the command line override them; `any` drops a condition on a column: --king any
    #[arg(long, value_name = "NAME …")]
    preset: Option<String>,
    /// Where candidates come from
    #[arg(long, value_enum, default_value = "sample")]
    generator: GeneratorName,
    /// Works to copy pieces from: a file or folder of problems, or a database (.db); by default the 100 problems of
    /// 将棋無双
    #[arg(long, value_name = "FILE")]
    works: Option<PathBuf>,
    /// Only works of the database that satisfy this condition in SQL
    #[arg(long, value_name = "SQL")]
    works_where: Option<String>,
    /// Problems to change (mutate), or finishes and short problems to grow from (backwards): a file or folder, a
    /// database, or an SFEN
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Judge only the hand that was drawn at random; by default, every minimal hand of at most that size with which the
    /// board mates
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "true", default_value = "false", hide_default_value = true, hide_possible_values = true, value_name = "BOOL", action = clap::ArgAction::Set)]
    drawn_hands: bool,
    /// Node limit for deciding whether a position mates: 50, 1k
    #[arg(long, value_name = "N", default_value = "50")]
    nodes: Count,
    /// The same limit for boards made from known problems by --evolve and by mutate
    #[arg(long, value_name = "N", default_value = "300")]
    offspring_nodes: Count,
    #[command(flatten)]
    tables: TableArgs,
    /// Make most candidates by small changes to what the run has found, including near misses
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "true", default_value = "false", hide_default_value = true, hide_possible_values = true, value_name = "BOOL", action = clap::ArgAction::Set)]
    evolve: bool,
    /// Positions to try at each step backwards
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..))]
    attempts: u32,
    /// Keep every problem with a new line; by default only the most beautiful problem of each idea (筋) so far
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "true", default_value = "false", hide_default_value = true, hide_possible_values = true, value_name = "BOOL", action = clap::ArgAction::Set)]
    every_line: bool,
    /// Remove superfluous pieces from the problems that are kept, within the conditions on board and hand
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "true", default_value = "false", hide_default_value = true, hide_possible_values = true, value_name = "BOOL", action = clap::ArgAction::Set)]
    polish: bool,
    /// Judge only boards whose points, by this file from `gyakusan points fit`, are within the band
    #[arg(long, value_name = "FILE")]
    points: Option<PathBuf>,
    /// The points that a board must have: 90..110
    #[arg(long, value_name = "RANGE", value_parser = read::<Range>)]
    band: Option<Range>,
    /// Seed of the candidates: the same seed makes the same candidates
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Stop after this time: 30s, 10m
    #[arg(long)]
    time: Option<Time>,
    /// Stop after this many problems have been kept
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    count: Option<u64>,
    /// Stop after this many candidates
    #[arg(long, value_name = "N")]
    candidates: Option<Count>,
    /// Store the problems in this database; lines that are already in it count as known
    #[arg(long)]
    db: Option<PathBuf>,
    #[command(flatten)]
    against: AgainstArgs,
    /// Threads to work with; by default one for each core
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Print one line per problem (SFEN, plies); the table goes to the standard error
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "true", default_value = "false", hide_default_value = true, hide_possible_values = true, value_name = "BOOL", action = clap::ArgAction::Set)]
    brief: bool,
    #[command(flatten)]
    serve: ServeArgs,
    #[command(flatten)]
    ask: ask::Ask,
    #[command(flatten)]
    lines: LineArgs,
    /// Keep only problems that a magazine, a contest or a site accepts without a decision of its editor: a name that
    /// `gyakusan venues` lists, or the file of a venue. May be given several times
    #[arg(long = "for", value_name = "VENUE")]
    venues: Vec<String>,
    /// A condition in SQL over the columns of the database
    #[arg(long = "where", value_name = "SQL")]
    condition: Option<String>,
    #[command(flatten)]
    limits: SqlArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum GeneratorName {
    /// Pieces copied from works, on the same squares relative to the king
    Sample,
    /// Any piece on any square of the region
    Uniform,
    /// The problems of --from, changed a little
    Mutate,
    /// Grown backwards (逆算) from the problems of --from, or from short mates drawn at random
    Backwards,
}

impl From<GeneratorName> for Origin {
    fn from(name: GeneratorName) -> Self {
        match name {
            GeneratorName::Sample => Self::Sample,
            GeneratorName::Uniform => Self::Uniform,
            GeneratorName::Mutate => Self::Mutate,
            GeneratorName::Backwards => Self::Backwards,
        }
    }
}

impl CreateArgs {
    /// What one option asks of another, wherever they stand.
    fn together(&self) -> Result<(), Failure> {
        let missing =
            |this: &str, other: &str| Failure::Usage(say!("{this} needs {other}", this, other));
        match (&self.works, &self.works_where, &self.points, &self.band) {
            (None, Some(_), ..) => Err(missing("--works-where", "--works")),
            (_, _, Some(_), None) => Err(missing("--points", "--band")),
            (_, _, None, Some(_)) => Err(missing("--band", "--points")),
            _ => Ok(()),
        }?;
        let read = [("--works", &self.works), ("--from", &self.from)];
        for (option, path) in read {
            let (Some(path), Some(db)) = (path, &self.db) else {
                continue;
            };
            if is_same(path, db) {
                return Err(Failure::Usage(say!(
                    "{option} {path}: this is the database that the run writes; use --evolve to build on what the run finds",
                    option,
                    path = path.display()
                )));
            }
        }
        let mut against = self.against.databases().iter();
        let own = against.find(|path| self.db.as_ref().is_some_and(|db| is_same(path, db)));
        match own {
            Some(path) => Err(Failure::Usage(say!(
                "--against {path}: this is the database that the run writes; its lines count as known anyway",
                path = path.display()
            ))),
            None => Ok(()),
        }
    }

    /// The works and problems that candidates are made from.
    fn learnt(&self) -> Result<Learnt, Failure> {
        let from = self.from.as_deref();
        let limits = self.limits.limits()?;
        let from = from.map(|path| read_positions(path, None, &limits));
        let from = from.transpose()?;
        let works = match &self.works {
            _ if !Origin::from(self.generator).reads_works(from.is_some()) => Vec::new(),
            Some(path) => {
                let condition = self.works_where.as_deref();
                read_positions(path, condition.map(|sql| ("--works-where", sql)), &limits)?
            }
            _ => compose::works::shipped(),
        };
        Ok(Learnt { works, from })
    }

    fn generator(&self, learnt: &Learnt) -> Box<dyn Generate> {
        let Learnt { works, from } = learnt;
        let origin = Origin::from(self.generator);
        origin.generator(works, from.as_deref(), self.attempts)
    }

    fn band(&self, hands: Hands) -> Result<Option<Band>, Failure> {
        let (Some(path), Some(band)) = (&self.points, self.band) else {
            return Ok(None);
        };
        let name = path.display();
        let text = read_text(path, SETTINGS)
            .map_err(|error| Failure::Usage(format!("{name}: {}", words::io(&error))))?;
        let points = Points::from_toml(&text)
            .map_err(|error| Failure::Usage(format!("{name}:{}", error.in_words())))?;
        if points.has_hand() && hands == Hands::Minimal {
            return Err(Failure::Usage(say!(
                "{name}: has points for pieces in hand, but every hand of a board is judged; use --drawn-hands, or points fit --without-hand",
                name
            )));
        }
        Ok(Some(Band {
            points,
            low: band.low.unwrap_or(f64::MIN),
            high: band.high.unwrap_or(f64::MAX),
        }))
    }

    /// All that decides which problems are found: the options as they were written, and a digest of what was read;
    /// equal for a run and what goes on with it.
    fn identity(
        &self,
        learnt: &Learnt,
        points: Option<&Points>,
        venues: &[Arc<Venue>],
        tables: &Tables,
    ) -> String {
        let mut identity = format!("{}\n", env!("CARGO_PKG_VERSION"));
        identity += &self.settings.without(&ELSEWHERE);
        let one = [
            ("works", &self.works),
            ("from", &self.from),
            ("points", &self.points),
        ];
        let one = one
            .into_iter()
            .filter_map(|(name, path)| Some((name, path.as_ref()?)));
        let against = self
            .against
            .databases()
            .iter()
            .map(|path| ("against", path));
        for (name, path) in one.chain(against) {
            // As the run file has them, wherever it was called from.
            let path = path.strip_prefix(&self.folder).unwrap_or(path);
            identity += &format!("{name} = {path:?}\n");
        }
        let mut sha = Sha256::new();
        for position in learnt.from.iter().flatten().chain(&learnt.works) {
            sha.update(format!("{position}\n"));
        }
        sha.update(points.map_or(String::new(), Points::to_toml));
        for venue in venues {
            sha.update(&venue.text);
        }
        identity += &format!("read = {:x}\n{}", sha.finalize(), tables.words());
        identity
    }
}

/// Options that do not decide which problems are found, and those of which the identity says more than what was
/// written.
const ELSEWHERE: [&str; 16] = [
    "run_file",
    "preset",
    "works",
    "from",
    "points",
    "against",
    "files",
    "time",
    "count",
    "candidates",
    "db",
    "threads",
    "brief",
    "serve",
    "time_limit",
    "encoding",
];

/// What candidates are made from.
struct Learnt {
    works: Vec<Position>,
    from: Option<Vec<Position>>,
}

/// Runs until enough is found.
pub fn run(args: &CreateArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let args = &file::whole(args)?;
    if args.preset.as_deref() == Some(presets::LIST) {
        return Ok(write!(out, "{}", presets::list())?);
    }
    let mut wanted = args.ask.conditions()?;
    let lines = args.lines.queries();
    // What a query implies leads an evolution to it.
    for (column, least) in lines.iter().flat_map(|query| query.least()) {
        wanted.columns.push((column, Some(least.into()), None));
    }
    if let Some(why) = wanted.contradiction() {
        return Err(Failure::Usage(AskError::from(why).with_hint()));
    }
    args.together()?;
    let venues = venues(&args.venues)?;
    let learnt = args.learnt()?;
    let generator = args.generator(&learnt);
    let hands = match args.drawn_hands || args.generator == GeneratorName::Backwards {
        true => Hands::Drawn,
        false => Hands::Minimal,
    };
    let band = args.band(hands)?;
    let tables = args.tables.open()?;
    let new_solver = |bytes| tables.before(new_solver(bytes));
    let cost = Cost {
        verdict: args.nodes.0,
        offspring: args.offspring_nodes.0,
        ..Cost::default()
    };
    if args.time.is_none() && args.count.is_none() && args.candidates.is_none() {
        return Err(Failure::Usage(say!(
            "--time, --count or --candidates must say when to stop"
        )));
    }
    let pool = pool(args.threads, Some(STACK))?;
    let limits = args.limits.limits()?;
    let condition = args.condition.as_deref();
    let condition = condition.map(|text| WhereClause::new(text, &limits));
    let condition = condition.transpose().map_err(about_option("--where"))?;
    let stop = stop_on_signal()?;
    let precedents = Precedents::open(&args.against, Some(Likeness::Shifted), &stop)?;
    if let (GeneratorName::Backwards, Some(given)) = (args.generator, &learnt.from) {
        // On a thread that has room for the solver.
        pool.install(|| finishes::examine(given, args.from.as_deref(), cost, &new_solver))?;
    }
    let points = band.as_ref().map(|band| &band.points);
    let identity = args.identity(&learnt, points, &venues, &tables);
    // The database is touched when all else is known to be right.
    let record = RunRecord::open(args.db.as_deref(), identity, args.seed)?;
    let run = Run {
        generator: &*generator,
        wanted: &wanted,
        cost,
        new_solver: &new_solver,
        weights: Arc::new(record.weights()?),
        every_line: args.every_line,
        seed: args.seed,
        hands,
        polish: args.polish,
        band,
        evolve: args.evolve,
        count: args.count,
        candidates: args.candidates.map(|Count(count)| count),
    };
    let preset = args.preset.iter().map(|name| format!(" · {name}"));
    let title = format!("gyakusan create{}", preset.collect::<String>());
    let page = args.serve.start(&title)?;
    let mut progress = record.progress()?;
    let mut archive = record.archive(progress.next)?;
    let mut findings = Findings {
        record,
        condition,
        lines,
        venues,
        precedents,
        nearest: HashMap::new(),
        brief: args.brief,
        time: args.time,
        spent: Duration::from_millis(progress.spent_ms),
        live: Live::new(&progress, page),
        stop: Arc::clone(&stop),
        out,
    };
    if progress.next > 0 {
        let next = progress.next;
        findings.live.aside(|| {
            let words = say!("continuing with candidate {next}", next);
            writeln!(screen::stderr(), "{words}")
        })?;
    }
    // The screen is written to by one thread, so only the judging goes to the pool.
    let result = run.go(&pool, &mut progress, &mut archive, &stop, &mut findings);
    let spent = findings.spent();
    if stop.load(Ordering::SeqCst) {
        findings.live.stopped();
    }
    let top = findings.live.finish();
    findings.record.finish()?;
    result?;
    // A list is all that belongs to the output of a brief run.
    let mut aside = screen::stderr();
    let out = match args.brief {
        true => &mut aside,
        false => findings.out,
    };
    write_table(out, &progress, &run.cost, spent)?;
    top.write(out, args.brief)?;
    match stop.load(Ordering::SeqCst) {
        true => Err(Failure::Interrupted),
        false => Ok(()),
    }
}
