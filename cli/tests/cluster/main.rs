//! Graphs solved by real processes over loopback sockets, through the command line.

#![cfg(feature = "cluster")]

mod hosts;
mod lost;
mod resume;
mod run;
mod same;
