//! Whole enumerations, against published lists and the judge.

mod judge_agrees;
mod lists;
mod options;
mod shards;
mod sliding;
mod sweep_set;
mod sweeps;
