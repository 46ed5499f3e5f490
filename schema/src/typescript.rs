//! The schemas as types of TypeScript, for the page.

use std::fmt::Write;

use serde_json::{Map, Value};

use crate::{VERBS, answer_to};

const HEAD: &str = "\
// The questions and answers of the engine, as JSON has them.
// Written by `make schema` from the types of the library: change those, not this file.

/** Whole numbers that JavaScript's numbers cannot hold come as bigint. */
export type Int = number | bigint;
";

/// Types with whole numbers that people do make larger than JavaScript's numbers can hold; elsewhere they stay small.
const WIDE: [&str; 3] = ["Coordinate", "Nimber", "Part"];

/// Schemas that are no types of their own here: what is answered depends on the verb.
const LEFT_OUT: [&str; 1] = ["Answer"];

/// The file.
pub fn written(schemas: &Map<String, Value>) -> String {
    let mut text = String::from(HEAD);
    for (name, schema) in schemas.iter().filter(|(name, _)| !LEFT_OUT.contains(&name.as_str())) {
        text.push('\n');
        text += &comment(schema, "");
        let types = Types { whole: if WIDE.contains(&name.as_str()) { "Int" } else { "number" } };
        match schema["properties"].is_object() {
            true => writeln!(text, "export interface {name} {}", types.object(schema, "")),
            false => writeln!(text, "export type {name} = {};", types.of(schema, "")),
        }
        .expect("a text takes all");
    }
    text += "\n/** What is answered to each verb. */\nexport interface Answers {\n";
    for verb in VERBS {
        let verb_name = serde_json::to_value(verb).expect("a verb is a word");
        let types = Types { whole: "number" };
        let answer = types.of(answer_to(verb, schemas), "  ");
        text += &format!("  {}: {answer};\n", verb_name.as_str().expect("a verb is a word"));
    }
    text + "}\n"
}

/// How the types of one schema are written.
struct Types {
    /// The type of whole numbers.
    whole: &'static str,
}

impl Types {
    fn of(&self, schema: &Value, indent: &str) -> String {
        if let Some(path) = schema["$ref"].as_str() {
            let name = path.rsplit('/').next().unwrap_or_default();
            // A kind that has the fields of another type besides its own.
            return match schema["properties"].is_object() {
                true => format!("{name} & {}", self.object(schema, indent)),
                false => name.to_string(),
            };
        }
        if let Some(word) = schema.get("const") {
            return quoted(word);
        }
        if let Some(words) = schema["enum"].as_array() {
            return words.iter().map(quoted).collect::<Vec<_>>().join(" | ");
        }
        if let Some(kinds) = schema["anyOf"].as_array().or(schema["oneOf"].as_array()) {
            return kinds.iter().map(|kind| self.of(kind, indent)).collect::<Vec<_>>().join(" | ");
        }
        match &schema["type"] {
            Value::Array(kinds) => {
                let kinds = kinds.iter().map(|kind| self.plain(kind, schema, indent));
                kinds.collect::<Vec<_>>().join(" | ")
            }
            kind => self.plain(kind, schema, indent),
        }
    }

    /// A type that JSON has a word for.
    fn plain(&self, kind: &Value, schema: &Value, indent: &str) -> String {
        match kind.as_str() {
            Some("null") => "null".into(),
            Some("boolean") => "boolean".into(),
            Some("string") => "string".into(),
            Some("number") => "number".into(),
            Some("integer") => self.whole.into(),
            Some("array") => self.list(schema, indent),
            Some("object") if schema["properties"].is_object() => self.object(schema, indent),
            Some("object") if schema["additionalProperties"].is_object() => {
                format!("Record<string, {}>", self.of(&schema["additionalProperties"], indent))
            }
            _ => panic!("no type is known for the schema {schema}"),
        }
    }

    fn list(&self, schema: &Value, indent: &str) -> String {
        let item = self.of(&schema["items"], indent);
        match (schema["minItems"].as_u64(), schema["maxItems"].as_u64()) {
            (Some(least), Some(most)) if least == most => {
                format!("[{}]", vec![item; most as usize].join(", "))
            }
            _ if item.contains(" | ") => format!("({item})[]"),
            _ => format!("{item}[]"),
        }
    }

    /// The fields between braces: those that are always there in the order of the Rust type, then the others.
    fn object(&self, schema: &Value, indent: &str) -> String {
        let fields = schema["properties"].as_object().expect("an object has fields");
        let required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
        let required: Vec<&str> = required.collect();
        let others = fields.keys().map(String::as_str).filter(|name| !required.contains(name));
        let inner = format!("{indent}  ");
        let mut text = String::from("{\n");
        for name in required.iter().copied().chain(others) {
            let field = &fields[name];
            let mark = if required.contains(&name) { "" } else { "?" };
            text += &comment(field, &inner);
            text += &format!("{inner}{name}{mark}: {};\n", self.of(field, &inner));
        }
        text + indent + "}"
    }
}

fn quoted(word: &Value) -> String {
    format!("'{}'", word.as_str().expect("only words are listed"))
}

fn comment(schema: &Value, indent: &str) -> String {
    match schema["description"].as_str() {
        Some(text) => format!("{indent}/** {} */\n", text.replace("*/", "* /")),
        None => String::new(),
    }
}
