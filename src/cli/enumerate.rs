//! `gyakusan enumerate`: from catalogs to a database.

use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;

/// Enumerate every problem of the catalogs' families
#[derive(Clone, Debug, Args)]
pub struct EnumerateArgs {
    /// Catalog files, or folders of them
    #[arg(required = true, value_name = "CATALOG")]
    pub paths: Vec<PathBuf>,
    /// The database to write; made if there is none
    #[arg(long)]
    pub db: PathBuf,
    /// How many problems to solve again by an independent search
    #[arg(long, value_name = "all|N|none", default_value = "1000")]
    pub verify: Verify,
    /// Threads to work with; as many as the machine has cores if left out
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..))]
    pub threads: Option<u16>,
    /// Stop with a clear word above so much memory, e.g. 800M or 2G
    #[arg(long, value_name = "SIZE")]
    pub memory: Option<Bytes>,
    /// Look for no longer mates than this, in plies
    #[arg(long, value_name = "PLIES", value_parser = odd_plies)]
    pub longest: Option<u16>,
    /// Which problems are drawn to be solved again
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Print nothing but errors
    #[arg(long)]
    pub quiet: bool,
}

/// How many problems are solved again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verify {
    /// Every one.
    All,
    /// A sample of this size.
    Sample(u64),
    /// None.
    None,
}

impl FromStr for Verify {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "all" => Ok(Self::All),
            "none" => Ok(Self::None),
            number => number
                .parse()
                .map(Self::Sample)
                .map_err(|_| "\"all\", \"none\" or a number of problems is wanted".to_owned()),
        }
    }
}

/// A number of bytes, written with K, M, G or T for powers of 1024.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Bytes(pub u64);

impl FromStr for Bytes {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let bad = || "a size such as 800M or 2G is wanted".to_owned();
        let digits = text.trim_end_matches(|c: char| !c.is_ascii_digit());
        let unit: u64 = match text[digits.len()..].to_ascii_uppercase().as_str() {
            "" => 1,
            "K" => 1 << 10,
            "M" => 1 << 20,
            "G" => 1 << 30,
            "T" => 1 << 40,
            _ => return Err(bad()),
        };
        let number: u64 = digits.parse().map_err(|_| bad())?;
        match number.checked_mul(unit) {
            Some(0) | None => Err(bad()),
            Some(bytes) => Ok(Self(bytes)),
        }
    }
}

fn odd_plies(text: &str) -> Result<u16, String> {
    match text.parse() {
        Ok(plies) if plies % 2 == 1 => Ok(plies),
        _ => Err("a mate takes an odd number of plies".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Debug, Parser)]
    struct Only {
        #[command(flatten)]
        args: EnumerateArgs,
    }

    fn read(line: &str) -> Result<EnumerateArgs, String> {
        let words = std::iter::once("enumerate").chain(line.split_whitespace());
        Only::try_parse_from(words)
            .map(|only| only.args)
            .map_err(|error| error.to_string())
    }

    #[test]
    fn arguments_are_read() {
        let args = read("a.toml b --db x.db --verify all --memory 2G --longest 7").unwrap();
        assert_eq!(args.paths.len(), 2);
        assert_eq!(args.verify, Verify::All);
        assert_eq!(args.memory, Some(Bytes(2 << 30)));
        assert_eq!(args.longest, Some(7));
        assert_eq!(args.threads, None);
        let args = read("a.toml --db x.db --verify 20 --memory 512k --threads 2").unwrap();
        assert_eq!(args.verify, Verify::Sample(20));
        assert_eq!(args.memory, Some(Bytes(512 << 10)));
    }

    #[test]
    fn arguments_without_sense_are_refused() {
        for line in [
            "--db x.db",
            "a.toml",
            "a.toml --db x.db --verify some",
            "a.toml --db x.db --memory much",
            "a.toml --db x.db --memory 0",
            "a.toml --db x.db --memory 99999999999T",
            "a.toml --db x.db --memory 2桁",
            "a.toml --db x.db --longest 8",
            "a.toml --db x.db --threads 0",
        ] {
            assert!(read(line).is_err(), "{line}");
        }
    }
}
