//! Graphs solved by real processes over loopback sockets, through the command line.

#![cfg(feature = "cluster")]

mod games;
mod hosts;
mod lost;
mod mpi;
mod namespaces;
mod parts;
mod resume;
mod run;
mod same;
