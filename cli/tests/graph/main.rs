//! `grundy graph` as scripts rely on it, through the built binary.

mod answers;
#[path = "../shared/feed.rs"]
mod feed;
mod files;
mod hostile;
mod problems;
mod run;
mod written;
