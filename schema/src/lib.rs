//! The JSON of questions and answers, written down for programs (OpenAPI) and for the page (TypeScript).
//!
//! The types of the library are the only source: what they derive is tidied here and put into the two files that others
//! read. `make schema` renews the files; a test says when they are stale, and another holds real answers against them.

mod derived;
mod typescript;

use grundy::ask::Verb;
use serde_json::{Map, Value};

/// A file that is written from the types.
pub struct File {
    /// Where it lies in the repository.
    pub path: &'static str,
    /// What it should hold.
    pub text: String,
}

/// All of them.
pub fn files() -> [File; 2] {
    let schemas = derived::schemas();
    let types = typescript::written(&schemas);
    [
        File { path: "serve/src/openapi.json", text: openapi(schemas) },
        File { path: "page/src/engine/types.ts", text: types },
    ]
}

/// The schemas of everything that is asked and answered, by name.
pub fn schemas() -> Map<String, Value> {
    derived::schemas()
}

/// Every verb, as the schema of verbs lists them.
pub const VERBS: [Verb; 12] = [
    Verb::Read,
    Verb::Cost,
    Verb::Solve,
    Verb::Moves,
    Verb::Table,
    Verb::Period,
    Verb::Layout,
    Verb::Svg,
    Verb::Dot,
    Verb::Plot,
    Verb::Code,
    Verb::Games,
];

/// The schema of the answer to a verb, among those that an answer may have.
pub fn answer_to(verb: Verb, schemas: &Map<String, Value>) -> &Value {
    let variant = match verb {
        Verb::Read => 0,
        Verb::Solve => 1,
        Verb::Moves => 2,
        Verb::Table => 3,
        Verb::Period => 4,
        Verb::Layout => 5,
        Verb::Svg | Verb::Dot | Verb::Plot | Verb::Code => 6,
        Verb::Games => 7,
        Verb::Cost => 8,
    };
    &schemas["Answer"]["anyOf"][variant]
}

/// What the server offers, with the schemas of what it takes and gives.
fn openapi(schemas: Map<String, Value>) -> String {
    let mut paths: Value = serde_json::from_str(include_str!("paths.json")).expect("it is JSON");
    let by_hand = std::mem::replace(&mut paths["components"]["schemas"], schemas.into());
    add(&mut paths["components"]["schemas"], by_hand);
    format!("{paths:#}\n")
}

/// Puts what was written by hand over what was derived.
fn add(to: &mut Value, more: Value) {
    match (to, more) {
        (Value::Object(to), Value::Object(more)) => {
            for (name, value) in more {
                add(to.entry(name).or_insert(Value::Null), value);
            }
        }
        (to, more) => *to = more,
    }
}
