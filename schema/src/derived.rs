//! What the types of the library derive, tidied: texts for readers who see no Rust, and no more freedom than answers take.

use grundy::Error;
use grundy::ask::{Answer, Question};
use schemars::JsonSchema;
use schemars::generate::{SchemaGenerator, SchemaSettings};
use serde_json::{Map, Value};

/// The schemas by name. OpenAPI 3.1 uses JSON Schema as it is; only the place of the definitions differs.
pub fn schemas() -> Map<String, Value> {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.definitions_path = "/components/schemas".into();
        settings.meta_schema = None;
    });
    let mut read = settings.clone().for_deserialize().into_generator();
    let mut written = settings.for_serialize().into_generator();
    let mut all = definitions::<Error>(&mut written);
    all.extend(definitions::<Answer>(&mut written));
    all.values_mut().for_each(without_nothing);
    // What is asked and answered alike has one schema.
    all.extend(definitions::<Question>(&mut read));
    all.values_mut().for_each(tidy);
    all
}

fn definitions<T: JsonSchema>(generator: &mut SchemaGenerator) -> Map<String, Value> {
    generator.subschema_for::<T>();
    generator.take_definitions(true)
}

/// A field of an answer that may be left out is left out instead of being null; defaults are for readers of game files.
fn without_nothing(schema: &mut Value) {
    let required: Vec<Value> = schema["required"].as_array().cloned().unwrap_or_default();
    let fields = schema.get_mut("properties").and_then(Value::as_object_mut);
    for (name, field) in fields.into_iter().flatten() {
        let Some(field) = field.as_object_mut() else { continue };
        field.remove("default");
        if !required.contains(&name.as_str().into()) {
            never_null(field);
        }
    }
    for kinds in ["anyOf", "oneOf"] {
        schema.get_mut(kinds).and_then(Value::as_array_mut).into_iter().flatten().for_each(without_nothing);
    }
}

fn never_null(field: &mut Map<String, Value>) {
    if let Some(Value::Array(kinds)) = field.get_mut("type") {
        kinds.retain(|kind| kind != "null");
        if let [kind] = &kinds[..] {
            let kind = kind.clone();
            field.insert("type".into(), kind);
        }
    }
    if let Some(Value::Array(kinds)) = field.get_mut("anyOf") {
        kinds.retain(|kind| kind["type"] != "null");
        if let [Value::Object(only)] = &kinds[..] {
            let only = only.clone();
            field.remove("anyOf");
            field.extend(only);
        }
    }
}

/// Descriptions are one paragraph without links to Rust items, and a default of nothing says nothing.
fn tidy(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            if let Some(Value::String(text)) = fields.get_mut("description") {
                *text = paragraph(text);
            }
            if fields.get("default") == Some(&Value::Null) {
                fields.remove("default");
            }
            fields.values_mut().for_each(tidy);
        }
        Value::Array(items) => items.iter_mut().for_each(tidy),
        _ => {}
    }
}

fn paragraph(text: &str) -> String {
    let first = text.split("\n\n").next().unwrap_or_default();
    first.replace('\n', " ").replace("[`", "`").replace("`]", "`")
}
