//! `grundy contest`, through the built binary: every sample, every adapter against a twin written from the plain
//! definition, and the traps that the statements set.

mod boards;
#[path = "../shared/feed.rs"]
mod feed;
mod graphs;
mod heaps;
mod names;
mod own;
mod play;
mod run;
mod samples;
mod traps;
