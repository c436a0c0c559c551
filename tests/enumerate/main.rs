//! Whole enumerations, against published lists and the judge.

#[path = "../common/work.rs"]
mod counted;
mod family_shards;
mod judge_agrees;
mod lists;
mod options;
mod shards;
mod sliding;
mod sweep_set;
mod sweeps;
mod work;
