//! `gyakusan report`: what its pages say is what the database says, and they work in a browser.

mod blocks;
mod browser;
mod data;
mod looks;
mod numbers;
mod page;
mod places;
mod solving;
mod tools;
