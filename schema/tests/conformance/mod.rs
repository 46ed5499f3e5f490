//! Whether a value is as a schema says: the part of JSON Schema that is written here, and one thing more, that an object
//! has no field which its schema does not name.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

/// Schemas by name, and which of their fields have been met.
pub struct Schemas {
    all: Map<String, Value>,
    met: BTreeSet<String>,
}

/// What a schema may say; anything else would be passed over in silence.
const KNOWN: [&str; 17] = [
    "$ref",
    "additionalProperties",
    "anyOf",
    "const",
    "default",
    "description",
    "enum",
    "format",
    "items",
    "maxItems",
    "minItems",
    "minimum",
    "oneOf",
    "properties",
    "required",
    "title",
    "type",
];

impl Schemas {
    pub fn new(all: Map<String, Value>) -> Schemas {
        Schemas { all, met: BTreeSet::new() }
    }

    /// The fields that no value has had so far, as `Schema.field`.
    pub fn never_met(&self) -> Vec<String> {
        let fields = |(name, schema): (&String, &Value)| {
            let fields = schema["properties"].as_object().cloned().unwrap_or_default();
            fields.keys().map(|field| format!("{name}.{field}")).collect::<Vec<_>>()
        };
        self.all.iter().flat_map(fields).filter(|field| !self.met.contains(field)).collect()
    }

    /// Fails with the place where the value is not as the schema says.
    pub fn check(&mut self, value: &Value, schema: &Value) -> Result<(), String> {
        self.at(value, schema, "", "")
    }

    /// The same for the schema of one name.
    pub fn check_named(&mut self, value: &Value, name: &str) -> Result<(), String> {
        let schema = self.all[name].clone();
        self.at(value, &schema, name, "")
    }

    fn at(&mut self, value: &Value, schema: &Value, name: &str, place: &str) -> Result<(), String> {
        let says = schema.as_object().expect("a schema is an object");
        if let Some(strange) = says.keys().find(|word| !KNOWN.contains(&word.as_str())) {
            panic!("the schema says `{strange}`, which this check does not know: {schema}");
        }
        let wrong = |what: &str| Err(format!("{place}: {value} is not {what} ({schema})"));
        if let Some(path) = schema["$ref"].as_str() {
            let name = path.strip_prefix("#/components/schemas/").expect("definitions lie there");
            let named = self.all.get(name).unwrap_or_else(|| panic!("there is no schema {name}"));
            let whole = with_own_fields(named.clone(), schema);
            return self.at(value, &whole, name, place);
        }
        for kinds in ["anyOf", "oneOf"] {
            let Some(kinds) = schema[kinds].as_array() else { continue };
            // All are tried, so that fields which two kinds share count as met for both.
            if !kinds.iter().map(|kind| self.at(value, kind, name, place)).any(|fits| fits.is_ok()) {
                return wrong("any of these");
            }
        }
        if says.get("const").is_some_and(|word| word != value)
            || schema["enum"].as_array().is_some_and(|words| !words.contains(value))
        {
            return wrong("that word");
        }
        if !has_type(value, &schema["type"]) {
            return wrong("of that type");
        }
        if schema["minimum"].as_i64().is_some_and(|least| value.as_i64().is_some_and(|n| n < least)) {
            return wrong("so large");
        }
        match value {
            Value::Array(items) => self.list(items, schema, name, place),
            Value::Object(fields) => self.object(fields, schema, name, place),
            _ => Ok(()),
        }
    }

    fn list(&mut self, items: &[Value], schema: &Value, name: &str, place: &str) -> Result<(), String> {
        let length = items.len() as u64;
        if schema["minItems"].as_u64().is_some_and(|least| length < least)
            || schema["maxItems"].as_u64().is_some_and(|most| length > most)
        {
            return Err(format!("{place}: there are {length} items ({schema})"));
        }
        if schema["items"].is_object() {
            for (i, item) in items.iter().enumerate() {
                self.at(item, &schema["items"], name, &format!("{place}/{i}"))?;
            }
        }
        Ok(())
    }

    fn object(
        &mut self,
        fields: &Map<String, Value>,
        schema: &Value,
        name: &str,
        place: &str,
    ) -> Result<(), String> {
        for field in schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
            if !fields.contains_key(field) {
                return Err(format!("{place}: there is no {field} ({schema})"));
            }
        }
        for (field, value) in fields {
            let place = format!("{place}/{field}");
            let known = &schema["properties"][field];
            if known.is_object() {
                self.at(value, known, "", &place)?;
                self.met.insert(format!("{name}.{field}"));
            } else if schema["additionalProperties"].is_object() {
                self.at(value, &schema["additionalProperties"], "", &place)?;
            } else if schema["anyOf"].is_null() && schema["oneOf"].is_null() {
                return Err(format!("{place}: the schema has no such field ({schema})"));
            }
        }
        Ok(())
    }
}

/// A schema with the fields that another one adds to it.
fn with_own_fields(mut named: Value, adds: &Value) -> Value {
    for (name, field) in adds["properties"].as_object().into_iter().flatten() {
        named["properties"][name] = field.clone();
    }
    let required = adds["required"].as_array().cloned().unwrap_or_default();
    if !required.is_empty() {
        let mut all = named["required"].as_array().cloned().unwrap_or_default();
        all.extend(required);
        named["required"] = all.into();
    }
    named
}

fn has_type(value: &Value, kinds: &Value) -> bool {
    let is = |kind: &Value| match kind.as_str() {
        Some("null") => value.is_null(),
        Some("boolean") => value.is_boolean(),
        Some("string") => value.is_string(),
        Some("number") => value.is_number(),
        Some("integer") => value.is_i64() || value.is_u64(),
        Some("array") => value.is_array(),
        Some("object") => value.is_object(),
        _ => panic!("no type is called {kind}"),
    };
    match kinds {
        Value::Null => true,
        Value::Array(kinds) => kinds.iter().any(is),
        kind => is(kind),
    }
}
