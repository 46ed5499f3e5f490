//! Whole games against the engine, by lines and by what its hints say.

use crate::feed::feed;

/// The transcript of a game that ends well.
pub fn play(arguments: &[&str], lines: &str) -> String {
    let output = feed(".", &[&["play"], arguments].concat(), lines.as_bytes());
    let talk = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{talk}");
    assert!(talk.is_empty(), "{talk}");
    String::from_utf8(output.stdout).unwrap()
}

/// Plays on with what the last hint says until the game is over.
pub fn follow_hints(arguments: &[&str]) -> String {
    let mut lines = String::from("hint\n");
    for _ in 0..100 {
        let transcript = play(arguments, &lines);
        if !transcript.contains("good bye") {
            return transcript;
        }
        let (_, typed) = transcript.rsplit_once("type `").unwrap();
        let (typed, _) = typed.split_once('`').unwrap();
        lines += &format!("{typed}\nhint\n");
    }
    panic!("the game does not end: {lines}");
}
