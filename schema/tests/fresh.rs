//! The files that are written from the types say what the types say.

use std::path::Path;

#[test]
fn the_written_files_are_fresh() {
    for file in grundy_schema::files() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(file.path);
        let text = std::fs::read_to_string(path).unwrap_or_default();
        assert!(text == file.text, "{} is stale: `make schema` renews it", file.path);
    }
}

#[test]
fn every_verb_has_its_answer() {
    let schemas = grundy_schema::schemas();
    let words = schemas["Verb"]["oneOf"].as_array().unwrap().iter().map(|word| word["const"].clone());
    let verbs = grundy_schema::VERBS.map(|verb| serde_json::to_value(verb).unwrap());
    assert_eq!(words.collect::<Vec<_>>(), verbs);
    for verb in grundy_schema::VERBS {
        let answer = grundy_schema::answer_to(verb, &schemas);
        let word = serde_json::to_value(verb).unwrap();
        let told = format!("`{}`", word.as_str().unwrap());
        assert!(answer["description"].as_str().unwrap().contains(&told), "{told}: {answer}");
    }
}

/// Names of the library's items mean nothing to those who read the files.
#[test]
fn descriptions_are_one_paragraph_without_code() {
    let all = serde_json::Value::from(grundy_schema::schemas()).to_string();
    assert!(!all.contains("```") && !all.contains("[`") && !all.contains("\\n"));
}
