//! Certificates of outcome tables: a claim for every vertex, checked in one look at each edge.
//!
//! The claim gives outcome and remoteness. The check asks of each vertex only what its followers claim: a won one
//! has a lost follower, the quickest one move shorter; a lost one has only won followers, the longest one move
//! shorter; a drawn one has no lost follower, and a drawn one to go to. Remoteness falls along every justification,
//! so wins and losses rest on ends by induction, and nobody can be forced out of the draws: the table is right as
//! a whole if it is right at each vertex. The code shares nothing with [`retrograde`](super::retrograde).
//!
//! Literature: progress measures, Jurdziński 2000; the argument is Zermelo's, 1913. Complexity: O(V + E) time, no
//! memory beyond the certificate.
//!
//! ```
//! use grundy::solve::analysis::certificate::Certificate;
//! use grundy::graph::{Graph, Vertex, retrograde};
//! use grundy::{Play, Work};
//! let graph = Graph::from_edges(3, &[(1, 2), (2, 1), (2, 0)].map(|(u, v)| (Vertex(u), Vertex(v))))?;
//! let outcomes = retrograde::solve(&graph, retrograde::by_play(Play::Normal), &Work::unwatched())?;
//! let certificate = Certificate::new(&graph, Play::Normal, &outcomes);
//! certificate.check(&graph)?;
//! assert_eq!(certificate.outcomes, "PPN");
//! # Ok::<(), grundy::Error>(())
//! ```

use std::hash::Hasher;

use serde::{Deserialize, Serialize};

use crate::error::{Error, ErrorKind, Result};
use crate::formats::GraphFile;
use crate::graph::retrograde::Outcomes;
use crate::graph::{Graph, Vertex};
use crate::machine::checksum::XxHash64;
use crate::outcome::Play;

/// What a table claims of a graph.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// Always [`Certificate::FORMAT`].
    pub format: String,
    /// Always [`Certificate::VERSION`].
    pub version: u32,
    /// What happens to the player who cannot move.
    pub play: Play,
    /// A checksum of the graph, so that a claim about another graph is not mistaken for a wrong one.
    pub graph: String,
    /// One letter a vertex: `N`, `P` or `D`.
    pub outcomes: String,
    /// The remoteness of each vertex, none for a draw.
    pub remoteness: Vec<Option<u32>>,
}

impl Certificate {
    /// The name of the format.
    pub const FORMAT: &'static str = "grundy-graph";
    /// The version of the format.
    pub const VERSION: u32 = 1;

    /// The claim that these are the outcomes of a graph.
    pub fn new(graph: &Graph<'_>, play: Play, outcomes: &Outcomes) -> Certificate {
        Certificate {
            format: Self::FORMAT.into(),
            version: Self::VERSION,
            play,
            graph: fingerprint(graph),
            outcomes: graph.vertices().map(|v| outcomes.outcome(v).to_string()).collect(),
            remoteness: graph.vertices().map(|v| outcomes.remoteness(v)).collect(),
        }
    }

    /// Fails unless every claim is true of the graph; the message names the first vertex that is wrong.
    pub fn check(&self, graph: &Graph<'_>) -> Result<()> {
        self.check_named(graph, |v| v.to_string())
    }

    /// The same for a graph with names.
    pub fn check_file(&self, file: &GraphFile<'_>) -> Result<()> {
        self.check_named(&file.graph, |v| file.name(v).into_owned())
    }

    fn check_named(&self, graph: &Graph<'_>, name: impl Fn(Vertex) -> String) -> Result<()> {
        if (self.format.as_str(), self.version) != (Self::FORMAT, Self::VERSION) {
            return Err(wrong(format!(
                "{:?} version {} is no table of a graph's outcomes",
                self.format, self.version
            )));
        }
        let (letters, vertices) = (self.outcomes.as_bytes(), graph.vertex_count());
        if letters.len() != vertices || self.remoteness.len() != vertices {
            return Err(wrong(format!(
                "the graph has {vertices} vertices, the certificate {} outcomes and {} remotenesses",
                letters.len(),
                self.remoteness.len()
            )));
        }
        if self.graph != fingerprint(graph) {
            return Err(wrong("the certificate is about another graph".into())
                .hint("use the file from which the certificate was made, with its edges in the same order"));
        }
        let end = if self.play == Play::Normal { b'P' } else { b'N' };
        let table = Table { letters, remoteness: &self.remoteness, end };
        match graph.vertices().find(|&v| !table.holds(graph, v)) {
            None => Ok(()),
            Some(v) => Err(wrong(format!(
                "vertex {} is not {} with remoteness {}",
                name(v),
                char::from(letters[v.index()]),
                self.remoteness[v.index()].map_or("none".into(), |moves| moves.to_string())
            ))),
        }
    }
}

struct Table<'c> {
    letters: &'c [u8],
    remoteness: &'c [Option<u32>],
    /// The letter of a vertex without moves.
    end: u8,
}

impl Table<'_> {
    /// Whether the claim of a vertex follows from those of its followers.
    fn holds(&self, graph: &Graph<'_>, v: Vertex) -> bool {
        let (letter, moves) = (self.letters[v.index()], self.remoteness[v.index()]);
        if graph.is_terminal(v) {
            return (letter, moves) == (self.end, Some(0));
        }
        let claims = || graph.successors(v).map(|w| (self.letters[w.index()], self.remoteness[w.index()]));
        let lost = || claims().filter(|&(letter, _)| letter == b'P').map(|(_, moves)| moves);
        let one_less = moves.and_then(|moves| moves.checked_sub(1));
        match letter {
            // A lost follower without a number of moves, `None`, is the least and fits no number of ours.
            b'N' => one_less.is_some() && lost().min() == Some(one_less),
            b'P' => {
                let all_won = claims().all(|(letter, moves)| letter == b'N' && moves.is_some());
                one_less.is_some() && all_won && claims().map(|(_, moves)| moves).max() == Some(one_less)
            }
            b'D' => moves.is_none() && lost().next().is_none() && claims().any(|(letter, _)| letter == b'D'),
            _ => false,
        }
    }
}

/// The checksum of a graph: XXH64 of the number of vertices, then of each row its length and its followers, all as 32-bit
/// words.
pub fn fingerprint(graph: &Graph<'_>) -> String {
    let mut state = XxHash64::with_seed(0);
    state.write(&(graph.vertex_count() as u32).to_le_bytes());
    let mut words = Vec::new();
    for v in graph.vertices() {
        words.extend_from_slice(&(graph.degree(v) as u32).to_le_bytes());
        graph.successors(v).for_each(|w| words.extend_from_slice(&w.0.to_le_bytes()));
        if words.len() >= 1 << 16 {
            state.write(&words);
            words.clear();
        }
    }
    state.write(&words);
    format!("{:016x}", state.finish())
}

fn wrong(message: String) -> Error {
    Error::new(ErrorKind::Format, message)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::retrograde;
    use crate::graph::tests::Random;

    use crate::work::Work;

    #[test]
    fn a_true_certificate_holds_and_no_other_does() {
        let mut random = Random(71);
        for round in 0..400 {
            let graph = random.digraph(10);
            let play = if round % 2 == 0 { Play::Normal } else { Play::Misere };
            let outcomes = retrograde::solve(&graph, retrograde::by_play(play), &Work::unwatched()).unwrap();
            let certificate = Certificate::new(&graph, play, &outcomes);
            certificate.check(&graph).unwrap();
            let text = serde_json::to_string(&certificate).unwrap();
            assert_eq!(serde_json::from_str::<Certificate>(&text).unwrap(), certificate);
            for v in graph.vertices() {
                for letter in ["N", "P", "D", "x"] {
                    for moves in [None, Some(0), Some(1), Some(2), Some(u32::MAX), outcomes.remoteness(v)] {
                        let mut other = certificate.clone();
                        other.outcomes.replace_range(v.index()..=v.index(), letter);
                        other.remoteness[v.index()] = moves;
                        assert_eq!(other.check(&graph).is_ok(), other == certificate);
                    }
                }
            }
        }
    }

    #[test]
    fn a_table_wrong_in_many_places_is_refused() {
        // Two vertices that move to each other, each claimed lost because the other is won, and the other way round.
        let graph = Graph::from_successors(2, |v| [Vertex(1 - v.0)]).unwrap();
        let outcomes =
            retrograde::solve(&graph, retrograde::by_play(Play::Normal), &Work::unwatched()).unwrap();
        let mut certificate = Certificate::new(&graph, Play::Normal, &outcomes);
        certificate.outcomes = "PN".into();
        for (a, b) in [(0, 1), (1, 0), (2, 1), (1, 2), (0, 0), (u32::MAX, 0)] {
            certificate.remoteness = vec![Some(a), Some(b)];
            assert!(certificate.check(&graph).is_err());
        }
    }

    #[test]
    fn a_certificate_of_another_graph_says_so() {
        let (one, other) =
            (Graph::from_edges(2, &[]).unwrap(), Graph::from_edges(2, &[(Vertex(1), Vertex(0))]).unwrap());
        let outcomes =
            retrograde::solve(&one, retrograde::by_play(Play::Normal), &Work::unwatched()).unwrap();
        let certificate = Certificate::new(&one, Play::Normal, &outcomes);
        assert_eq!(
            certificate.check(&other).unwrap_err().message(),
            "the certificate is about another graph"
        );
        assert!(certificate.check(&Graph::from_edges(3, &[]).unwrap()).is_err());
    }
}
