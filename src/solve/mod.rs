//! Solving tsume-shogi (詰将棋) forwards from a position.

pub mod plain;
