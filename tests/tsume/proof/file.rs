//! Proof files put together by hand, after what is documented of the format.

use sha2::{Digest, Sha256};
use shogi::Color;
use tsume::proof::{Checked, Proof, Reason, Rejected, check};
use tsume::solve::Task;

/// Bytes before the SFEN.
pub const HEADER: usize = 39;

/// What a proof file says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    pub attacker: u8,
    pub plies: u32,
    pub nodes: u64,
    pub sfen: String,
    pub stream: Vec<u8>,
}

impl File {
    /// A file that claims something about `root`.
    pub fn new(root: &Task, stream: &[u8]) -> Self {
        Self {
            attacker: match root.attacker {
                Color::Black => b'b',
                Color::White => b'w',
            },
            plies: 0,
            nodes: 0,
            sfen: root.position.to_string(),
            stream: stream.to_vec(),
        }
    }

    /// Takes the file of a proof apart.
    pub fn of(proof: &Proof) -> Self {
        let bytes = proof.to_bytes();
        let sfen = proof.root.position.to_string();
        let stream = &bytes[HEADER + sfen.len()..bytes.len() - 32];
        Self {
            plies: proof.claim.mate_within().unwrap(),
            nodes: proof.nodes,
            ..Self::new(&proof.root, stream)
        }
    }

    /// The bytes, with the right digest.
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = b"gyakusan proof\n\x01".to_vec();
        bytes.push(self.attacker);
        bytes.extend(self.plies.to_be_bytes());
        bytes.extend(self.nodes.to_be_bytes());
        bytes.extend((self.stream.len() as u64).to_be_bytes());
        bytes.extend((self.sfen.len() as u16).to_be_bytes());
        bytes.extend(self.sfen.as_bytes());
        bytes.extend(&self.stream);
        bytes.extend(Sha256::digest(&bytes));
        bytes
    }

    /// Where number `index` of the stream stands, if every one takes one byte.
    pub fn place(&self, index: usize) -> usize {
        HEADER + self.sfen.len() + index
    }

    pub fn check(&self) -> Result<Checked, Rejected> {
        check(&self.bytes())
    }

    /// Checks a file whose claims of length and nodes are put right where they are all that is wrong.
    pub fn check_stream(&self) -> Result<Checked, Rejected> {
        let mut file = self.clone();
        loop {
            match file.check() {
                Err(Rejected {
                    reason: Reason::Plies { proved, .. },
                    at,
                }) => {
                    assert_eq!(at, 17);
                    file.plies = proved;
                }
                Err(Rejected {
                    reason: Reason::Nodes { walked, .. },
                    at,
                }) => {
                    assert_eq!(at, 21);
                    file.nodes = walked;
                }
                other => return other,
            }
        }
    }
}
