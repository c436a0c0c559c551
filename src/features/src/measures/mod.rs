//! The measures, a file for each theme: pure functions over a [`Solution`](crate::Solution).

pub mod checks;
pub mod choices;
pub mod cycle;
pub mod deep;
pub mod drops;
pub mod final_picture;
pub mod form;
pub mod idea;
pub mod interpositions;
pub mod king_path;
pub mod promotion;
pub mod sacrifices;
pub mod signature;
pub mod squares;
