//! What other programs do not write of a record.

use notation::record::{Ending, Record};
use shogi::Color;

use super::form::{Form, Step};

/// What a text of another program does not say of a record.
pub struct Loss {
    /// The name of the text.
    pub of: &'static str,
    /// What it is.
    pub why: &'static str,
    /// Takes it out.
    pub lose: fn(&mut Form),
}

const NO_WORD_FOR: &str = "endings without a word of CSA, 待った and エラー are left out";
const ONE_WORD_FOR: &str = "引き分け and 最大手数 are 持将棋";

/// All of them, in their order.
pub const LOSSES: [Loss; 8] = [
    Loss {
        of: "tsshogi.kif",
        why: ONE_WORD_FOR,
        lose: one_word,
    },
    Loss {
        of: "tsshogi.ki2",
        why: ONE_WORD_FOR,
        lose: one_word,
    },
    Loss {
        of: "tsshogi.ki2",
        why: "KI2 has no times",
        lose: |form| form.nodes.iter_mut().for_each(|node| node.ms = 0),
    },
    Loss {
        of: "tsshogi.csa",
        why: "CSA has no variations",
        lose: |form| {
            let plies = form.nodes.iter().zip(0..);
            let main = plies.take_while(|(node, ply)| node.ply == *ply);
            form.nodes.truncate(main.count());
        },
    },
    Loss {
        of: "tsshogi.csa",
        why: NO_WORD_FOR,
        lose: |form| {
            let Some(end) = form.nodes.pop_if(|node| has_no_word(&node.step)) else {
                return;
            };
            // What is said of it is written all the same.
            if let Some(last) = form.nodes.last_mut() {
                let lines = [&last.comment, &end.comment].map(String::as_str);
                let said = lines.iter().filter(|lines| !lines.is_empty()).copied();
                last.comment = said.collect::<Vec<&str>>().join("\n");
            }
        },
    },
    Loss {
        of: "tsshogi.jkf",
        why: NO_WORD_FOR,
        lose: |form| {
            while let Some(at) = form.nodes.iter().position(|node| has_no_word(&node.step)) {
                let ply = form.nodes[at].ply;
                let is_first = form.nodes[at - 1].ply < ply;
                let behind = form.nodes[at + 1..].iter();
                // What stands in its place hangs on it.
                let lost = behind.take_while(|node| is_first && node.ply >= ply);
                let end = at + 1 + lost.count();
                form.nodes.drain(at..end);
            }
        },
    },
    Loss {
        of: "tsshogi.jkf",
        why: "comments lose the blanks at their end",
        lose: |form| {
            for node in &mut form.nodes {
                node.comment.truncate(node.comment.trim_end().len());
            }
        },
    },
    Loss {
        of: "jkf.jkf",
        why: "endings without a word of CSA are 中断",
        lose: |form| become_other(form, has_no_csa_word, &Ending::Interrupted),
    },
];

fn has_no_csa_word(ending: &Ending) -> bool {
    ending.csa_word(Color::Black).is_none()
}

/// Whether JKF and CSA have no word for an ending, or one that tsshogi does not know.
fn has_no_word(step: &Step) -> bool {
    let Step::End(ending) = step else {
        return false;
    };
    has_no_csa_word(ending) || [Ending::TakenBack, Ending::Error].contains(ending)
}

fn one_word(form: &mut Form) {
    let is_drawn = |ending: &Ending| [Ending::Draw, Ending::MoveLimit].contains(ending);
    become_other(form, is_drawn, &Ending::Impasse);
}

fn become_other(form: &mut Form, is_lost: impl Fn(&Ending) -> bool, other: &Ending) {
    for node in &mut form.nodes {
        if let Step::End(ending) = &mut node.step
            && is_lost(ending)
        {
            *ending = other.clone();
        }
    }
}

/// Why a text may tell something else, or nothing that can be read.
pub fn is_garbled(name: &str, record: &Record) -> Option<&'static str> {
    let variations = record.variations.iter().map(|is| &is.line);
    let mut fouls = variations
        .chain([&record.main])
        .filter_map(|line| line.foul);
    let is_garbled = name == "tsshogi.ki2" && fouls.any(|mv| !mv.is_drop());
    is_garbled.then_some("it is not told where the piece of a foul came from")
}

/// Whether a line of it ends with a foul.
pub fn has_foul(record: &Record) -> bool {
    let variations = record.variations.iter().map(|is| &is.line);
    variations
        .chain([&record.main])
        .any(|line| line.foul.is_some())
}
