//! The commands as a person calls them.

mod around;
mod bench_solve;
mod book;
mod check_command;
mod columns;
mod commands;
mod compose;
mod compose_command;
mod conditions;
mod convert_command;
mod deep;
mod families;
mod import_command;
mod manual;
mod one_meaning;
mod points;
mod prove_command;
mod readme;
#[path = "../common/records.rs"]
mod records;
mod report;
mod resume;
mod search_command;
mod solve_command;
mod solved_again;
mod sql_limits;
mod two_programs;
mod typed;
mod usi;
mod wrong_input;
