//! One number for all answers about a graph, the same in whatever order and by however many they are found.
//!
//! ```
//! use grundy::formats::edge_list;
//! use grundy::solve::analysis::{Analysis, Digest, Question};
//! use grundy::Work;
//! let digest = |list: &[u8]| -> grundy::Result<String> {
//!     let file = edge_list::read(list, &Work::unwatched())?;
//!     Ok(Digest::of(&Analysis::new(&file, &Question::default(), &Work::unwatched())?).to_string())
//! };
//! assert_eq!(digest(b"1 0\n2 0\n")?, digest(b"2 0\n1 0\n")?);
//! assert_ne!(digest(b"1 0\n2 0\n")?, digest(b"1 0\n2 1\n")?);
//! # Ok::<(), grundy::Error>(())
//! ```

use std::fmt;
use std::hash::Hasher;

use super::{Analysis, Label, VertexReport};
use crate::loopy_value::LoopyValue;
use crate::machine::checksum::XxHash64;

/// The sum, modulo 2^64, of a checksum of each vertex with its outcome, remoteness, score and value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Digest(pub u64);

impl Digest {
    /// Of all that an analysis says.
    pub fn of(analysis: &Analysis<'_>) -> Digest {
        let mut digest = Digest::default();
        analysis.file().graph.vertices().for_each(|v| digest.add(&analysis.vertex(v)));
        digest
    }

    /// One more vertex.
    pub fn add(&mut self, report: &VertexReport) {
        let mut state = XxHash64::with_seed(0);
        match &report.vertex {
            Label::Number(number) => state.write(&number.to_le_bytes()),
            Label::Name(name) => state.write(name.as_bytes()),
        }
        state.write(&[0, report.outcome as u8]);
        state.write(&report.remoteness.map_or(u64::MAX, u64::from).to_le_bytes());
        state.write(&report.score.unwrap_or(i64::MIN).to_le_bytes());
        match &report.value {
            None => {}
            Some(LoopyValue::Finite(value)) => state.write(&value.0.to_le_bytes()),
            Some(infinite) => state.write(infinite.to_string().as_bytes()),
        }
        self.0 = self.0.wrapping_add(state.finish());
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}
