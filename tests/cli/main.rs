//! The commands as a person calls them.

mod around;
mod bench_solve;
mod book;
mod book_data;
mod catalogue;
mod check_command;
mod codes;
mod columns;
mod commands;
mod compose;
mod compose_command;
mod conditions;
mod convert_command;
mod create_shows;
mod deep;
mod everywhere;
mod families;
mod import_command;
#[cfg(target_os = "linux")]
mod interrupted;
mod manual;
mod no_problems;
mod one_meaning;
mod parquet;
mod points;
mod presets;
mod probe_command;
mod problem_files;
mod prove_command;
mod readme;
#[path = "../common/records.rs"]
mod records;
mod report;
mod resume;
mod search_command;
mod shard_command;
mod sheet_command;
mod small_promises;
mod solve_command;
mod solved_again;
mod sql_limits;
mod table_command;
mod two_programs;
mod typed;
mod usi;
mod wrong_input;
