//! How problems are called.

use std::process::Command;

fn text(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_grundy")).args(arguments).output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn problems_are_found_by_their_number_and_by_the_beginning_of_their_name() {
    for (asked, title) in [
        ("1312F", "Codeforces 1312F"),
        ("cf1312f", "Codeforces 1312F"),
        ("codeforces 1312/F", "Codeforces 1312F"),
        ("gym101908b", "Codeforces gym 101908 B"),
        ("ABC368F", "AtCoder ABC368 F"),
        ("nullify", "Codeforces 1451F"),
    ] {
        let shown = text(&["contest", asked, "--show"]);
        assert!(shown.starts_with(title), "{asked}: {shown}");
    }
    // Several problems begin like this.
    assert_eq!(text(&["contest", "tower", "--show"]), "");
    assert!(text(&["contest", "--list"]).contains("  cf1312f "));
}
