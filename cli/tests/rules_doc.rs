//! The rules that docs/rules.md shows are rules: each of them is read, with the parameters that it needs.

use std::path::Path;

use grundy::{Lets, Literal, Source, Work, open};

/// The rules of the blocks of code: a line that is not indented begins one, and what stands three spaces behind it or after
/// `#` is about it. Blocks in another language have no rules of ours in their first column.
fn rules(text: &str) -> Vec<String> {
    let (mut found, mut block) = (Vec::<String>::new(), None);
    for line in text.lines() {
        if let Some(language) = line.strip_prefix("```") {
            block = if block.is_some() { None } else { Some(language) };
            continue;
        }
        let inside = block == Some("");
        let indented = line.starts_with(' ');
        let code = line.trim_start();
        let code = code.split("   ").next().unwrap_or_default();
        let code = if code.contains('"') { code } else { code.split('#').next().unwrap_or_default() };
        match (inside, indented, found.last_mut()) {
            (true, true, Some(rule)) => *rule += &format!(" {code}"),
            (true, _, _) => found.push(code.trim().into()),
            (false, ..) => {}
        }
    }
    found.into_iter().filter(|rule| rule.contains("->") && !rule.contains('…')).collect()
}

#[test]
fn every_rule_of_the_documentation_is_read() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/rules.md");
    let found = rules(&std::fs::read_to_string(path).unwrap());
    assert!(found.len() >= 30, "only {} rules were found", found.len());
    for rule in found {
        let names = |name: &str| rule.split(|c: char| !c.is_alphanumeric()).any(|word| word == name);
        let list = || ("a".to_string(), Literal::List(vec![3, 9, 1, 2]));
        let variable = rule.contains("for a in") || rule.starts_with("(a") || rule.contains("\"aa\"");
        let lets: Lets = (names("a") && !variable).then(list).into_iter().collect();
        if let Err(error) = open(Source::Text(&rule), &lets, &[], None, &Work::unwatched()) {
            panic!("{rule}: {error}");
        }
    }
}
