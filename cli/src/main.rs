//! The command line of Grundy.

fn main() {}
