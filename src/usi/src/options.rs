//! What can be set.

use std::ops::RangeInclusive;

/// The settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// `USI_Hash`: memory of the table in MiB.
    pub megabytes: u64,
    /// `Threads`: how many work on a problem.
    pub threads: u16,
    /// `DepthLimit`: no longer mates are looked for, in plies by the policy `literal`; 0 for no limit.
    pub plies: u32,
    /// `NodesLimit`: nodes after which a search gives up; 0 for no limit.
    pub nodes: u64,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            megabytes: 1024,
            threads: 1,
            plies: 0,
            nodes: 0,
        }
    }
}

const HASH: RangeInclusive<u64> = 1..=1 << 20;
const PLIES: RangeInclusive<u64> = 0..=10_000;
const NODES: RangeInclusive<u64> = 0..=1_000_000_000_000;
const THREADS: RangeInclusive<u64> = 1..=256;

/// What a solver is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Memory of the table in bytes.
    pub bytes: usize,
    /// Threads that work on a problem.
    pub threads: usize,
}

impl Options {
    /// The lines that declare the options, with their values as defaults.
    pub fn declare(&self) -> Vec<String> {
        let spin = |name: &str, value: u64, range: &RangeInclusive<u64>| {
            let (least, most) = (range.start(), range.end());
            format!("option name {name} type spin default {value} min {least} max {most}")
        };
        vec![
            spin("USI_Hash", self.megabytes, &HASH),
            // Programs set it whether it is there or not.
            "option name USI_Ponder type check default false".to_owned(),
            spin("Threads", self.threads.into(), &THREADS),
            spin("DepthLimit", self.plies.into(), &PLIES),
            spin("NodesLimit", self.nodes, &NODES),
        ]
    }

    /// Sets an option.
    ///
    /// # Errors
    /// What is wrong with name or value; the option keeps its value then.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let within = |range: RangeInclusive<u64>| {
            value
                .parse()
                .ok()
                .filter(|number| range.contains(number))
                .ok_or_else(|| {
                    let (least, most) = (range.start(), range.end());
                    format!(
                        "option {name}: expected a number from {least} to {most}, found {value:?}"
                    )
                })
        };
        match name.to_ascii_lowercase().as_str() {
            "usi_hash" => self.megabytes = within(HASH)?,
            // The engine does not play: there is nothing to ponder on.
            "usi_ponder" => {}
            "threads" => self.threads = within(THREADS)? as u16,
            "depthlimit" => self.plies = within(PLIES)? as u32,
            "nodeslimit" => self.nodes = within(NODES)?,
            _ => return Err(format!("unknown option {name:?}")),
        }
        Ok(())
    }

    /// The solver to search with.
    pub fn size(&self) -> Size {
        Size {
            bytes: usize::try_from(self.megabytes << 20).unwrap_or(usize::MAX),
            threads: self.threads.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_keep_within_their_ranges() {
        let mut options = Options::default();
        assert_eq!(options.set("USI_Hash", "256"), Ok(()));
        assert_eq!(options.set("usi_ponder", "true"), Ok(()));
        assert_eq!(options.set("DepthLimit", "99"), Ok(()));
        assert_eq!(options.set("threads", "2"), Ok(()));
        let size = Size {
            bytes: 256 << 20,
            threads: 2,
        };
        assert_eq!(options.size(), size);
        for (name, value) in [
            ("USI_Hash", "0"),
            ("USI_Hash", ""),
            ("USI_Hash", "99999999999999999999999"),
            ("Threads", "257"),
            ("DepthLimit", "-1"),
            ("Book", "x"),
        ] {
            let before = options;
            assert!(options.set(name, value).is_err());
            assert_eq!(options, before);
        }
        let declared = options.declare();
        assert!(
            declared
                .contains(&"option name USI_Hash type spin default 256 min 1 max 1048576".into())
        );
    }
}
