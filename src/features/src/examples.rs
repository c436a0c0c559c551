//! The problems that the registry shows its columns with.

use super::solution::Solution;
use shogi::Move;
use tsume::solve::{Task, TaskError};

/// A problem with its main line.
#[derive(Debug)]
pub struct Example {
    /// What the documentation calls it.
    pub name: &'static str,
    /// The same in Japanese.
    pub ja: &'static str,
    /// The position.
    pub sfen: &'static str,
    /// The main line in USI.
    pub line: &'static str,
}

impl Example {
    /// The problem as a task; the set may lack pieces.
    ///
    /// # Errors
    /// None, as a test shows.
    pub fn task(&self) -> Result<Task, TaskError> {
        Task::from_tsume_sfen(self.sfen, true)
    }

    /// Its moves, if they can be read.
    pub fn moves(&self) -> Option<Vec<Move>> {
        let moves = self.line.split_whitespace().map(str::parse);
        moves.collect::<Result<_, _>>().ok()
    }

    /// Its solution, if the line can be played.
    pub fn solution(&self) -> Option<Solution> {
        Solution::new(&self.task().ok()?, &self.moves()?, None)
    }
}

/// 桂図式, 7 plies.
pub static KNIGHTS: Example = Example {
    name: "knights",
    ja: "桂図式",
    sfen: "6k2/7+n1/6+N2/6NN1/9/9/9/9/9 b 2r2b4g4s4l18p 1",
    line: "3d4b+ 3a2a 4b3b 2b3b 3c3b 2a1a N*2c",
};

/// A gold thrown in, and a knight that mates from afar, 5 plies.
pub static GOLDS: Example = Example {
    name: "golds",
    ja: "金図式",
    sfen: "7pk/9/9/8P/8N/9/9/9/9 b 2G2r2b2g4s3n4l16p 1",
    line: "G*1b 1a1b G*1c 1b1a 1e2c",
};

/// A silver in the place of another, 5 plies.
pub static EXCHANGE: Example = Example {
    name: "exchange",
    ja: "打換え",
    sfen: "6s1k/6P2/6S1N/9/8L/9/9/9/9 b 2r2b4g2s3n3l16p 1",
    line: "1c2a+ 1a2a 3b3a+ 2a3a S*3b",
};

/// 無仕掛, with both kinds of interposition, 5 plies.
pub static SLIDERS: Example = Example {
    name: "sliders",
    ja: "飛角図式",
    sfen: "7sk/8p/9/9/9/9/9/9/9 b RBNrb4g3s3n4l17p 1",
    line: "B*3c 2a2b R*3a R*2a N*2c",
};

/// Two rooks, 5 plies.
pub static ROOKS: Example = Example {
    name: "rooks",
    ja: "飛図式",
    sfen: "6k2/8R/9/8R/9/9/9/9/9 b 2b4g4s4n4l18p 1",
    line: "1d3d 3a4a 3d3b+ 4a5a 1b1a",
};

/// A rook that does not promote, for a pawn dropped then would mate (打歩詰), 5 plies.
pub static UNPROMOTED: Example = Example {
    name: "unpromoted",
    ja: "不成",
    sfen: "7k1/5GR2/9/8G/9/9/9/9/9 b Pr2b2g4s4n4l17p 1",
    line: "3b3a 2a1b P*1c 1b2b 4b3b",
};

/// A gold before a lance, its own mirror image, 1 ply.
pub static LANCE: Example = Example {
    name: "lance",
    ja: "香と金",
    sfen: "8k/9/8G/8L/9/9/9/9/9 b 2r2b3g4s4n3l18p 1",
    line: "1c1b",
};

/// 都詰, 5 plies.
pub static CENTRE: Example = Example {
    name: "centre",
    ja: "都詰",
    sfen: "9/9/4kSR2/4B4/9/9/9/9/9 b Rb4g3s4n4l18p 1",
    line: "R*6c 5c4d 3c3d+ 4d5e 3d4e",
};

/// 実戦型, 7 plies.
pub static GAME: Example = Example {
    name: "game",
    ja: "実戦型",
    sfen: "lng6/1p7/k8/pnG6/9/3B5/9/9/9 b N2rb2g4sn3l16p 1",
    line: "6f8d 9c9b 8d9c+ 8a9c N*8d 9b8a N*7c",
};

/// 双玉, 1 ply.
pub static KINGS: Example = Example {
    name: "kings",
    ja: "双玉",
    sfen: "1p4g+b1/3l2gks/4sn2s/3pn1S1g/2pn1pl1l/2n1p1p2/R6g1/KR7/B6L1 b 12p 1",
    line: "8h8g",
};

/// 将棋無双 (1734), problem 32, 35 plies.
pub static MUSOU_32: Example = Example {
    name: "musou-32",
    ja: "将棋無双第32番",
    sfen: "6p1S/6l2/5l2k/4l3p/6P1s/5P2G/1+B2P2+p1/1g4+R2/1+B3+p1+r1 b 4N2g2sl11p 1",
    line: "1a2b 1c2d N*3f 2d3e N*4g 3e4f N*5h 4f5g N*6i 5g6h 8i6g 6h6g 8g7g 6g5f 7g6f 5f4e \
           6i5g 5d5g 6f5e 4e3d 5h4f 4c4f 5e4d 3d2c 3h2g B*2e 4g3e 3b3e 4d3c 2c1b 3f2d 1e2d \
           P*1c 2d1c 2b1a+",
};

/// 将棋図巧 (1755), problem 29: the rook does not promote, so that a pawn must not mate.
pub static ZUKOU_29: Example = Example {
    name: "zukou-29",
    ja: "将棋図巧第29番",
    sfen: "9/lgsl5/1p7/1k2G4/L1n6/+p8/1+B7/1+R7/3r5 b B3N2g3sl16p 1",
    line: "8g9f 8d7c N*6e 6i6e N*8e 7c7d 8e9c 7d7c 8h8d 7c8d B*7c 8d7c P*7d 7c8d N*7f",
};

/// All examples.
pub static ALL: [&Example; 12] = [
    &KNIGHTS,
    &GOLDS,
    &EXCHANGE,
    &SLIDERS,
    &ROOKS,
    &UNPROMOTED,
    &LANCE,
    &CENTRE,
    &GAME,
    &KINGS,
    &MUSOU_32,
    &ZUKOU_29,
];
