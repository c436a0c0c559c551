//! `gyakusan report`: what its pages say is what the database says, and they work in a browser.

mod browser;
mod data;
mod looks;
mod numbers;
mod page;
mod places;
mod tools;
