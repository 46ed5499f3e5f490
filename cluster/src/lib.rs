//! Graphs and games that are too large for one machine, solved by several processes.
//!
//! The rounds of the solvers are written once over a small trait, [`Team`]: hand blocks of words to other workers, then
//! step together. What carries the words is *timely dataflow*, between threads or between processes whose sockets
//! were authenticated by us before timely sees them.
//!
//! | file | what |
//! |---|---|
//! | [`team`] | what a round needs of those who take part |
//! | [`by_timely`] | a team on timely dataflow |
//! | `by_mpi`, `mpi_job` | a team on MPI, with the feature `mpi` |
//! | [`deal`] | which worker owns which vertex |
//! | [`input`], [`load`] | each worker reads its share of a file |
//! | [`rows`] | predecessors, in memory or in a file |
//! | [`sums`], [`explore`], [`game`] | the positions of a game by rules, dealt out |
//! | [`retrograde`], [`values`], [`counters`] | who wins, and in how many moves; values; when they were given |
//! | [`keep`], [`part`], [`journal`] | rounds and moves that are saved |
//! | [`parts`] | answers as parts |
//! | [`handshake`], [`mesh`] | sockets that only holders of the token get |
//! | [`control`], [`worker`], [`coordinator`] | one process asks, the others answer |

#[cfg(feature = "mpi")]
pub mod by_mpi;
pub mod by_timely;
pub mod control;
pub mod coordinator;
pub mod counters;
pub mod deal;
pub mod explore;
pub mod game;
pub mod gather;
pub mod handshake;
pub mod input;
pub mod job;
pub mod journal;
pub mod keep;
pub mod load;
pub mod local;
pub mod mesh;
#[cfg(feature = "mpi")]
pub mod mpi_job;
pub mod part;
pub mod parts;
pub mod retrograde;
pub mod rows;
pub mod share;
pub mod sums;
pub mod task;
pub mod team;
pub mod values;
pub mod worker;

mod trouble;

pub use team::Team;
pub use trouble::Trouble;
