//! How sentences are declared, so that none is without a key, English words and a sample.

use serde::ser::SerializeMap as _;

/// Declares an enum of sentences without parts: each has its English text, and is written as its key.
macro_rules! phrases {
    ($(#[$attribute:meta])* pub enum $name:ident { $($variant:ident => $text:literal,)* }) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(rename_all = "snake_case")]
        #[non_exhaustive]
        pub enum $name {
            $(#[doc = $text] $variant,)*
        }

        impl $name {
            /// All of them.
            pub const ALL: &'static [$name] = &[$($name::$variant),*];

            /// The text in English.
            pub const fn english(self) -> &'static str {
                match self {
                    $($name::$variant => $text,)*
                }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.english())
            }
        }
    };
}

/// Declares an enum of sentences with parts, and counts them for the test that wants a sample of each.
macro_rules! keyed {
    ($(#[$attribute:meta])* pub enum $name:ident {
        $($(#[$doc:meta])* $variant:ident $({ $($fields:tt)* })? $(($inner:ty))?,)*
    }) => {
        $(#[$attribute])*
        #[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(tag = "key", rename_all = "snake_case")]
        #[non_exhaustive]
        pub enum $name {
            $($(#[$doc])* $variant $({ $($fields)* })? $(($inner))?,)*
        }

        impl $name {
            /// The names of all variants.
            #[cfg(test)]
            pub(crate) const VARIANTS: &'static [&'static str] = &[$(stringify!($variant)),*];
        }
    };
}

/// Declares an enum of sentences whose English has a place for each of their parts.
macro_rules! sayings {
    ($(#[$attribute:meta])* pub enum $name:ident {
        $($variant:ident $({ $($field:ident: $type:ty),+ })? => $text:literal,)*
    }) => {
        $(#[$attribute])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(tag = "key", rename_all = "snake_case"))]
        #[non_exhaustive]
        // The text says what the parts are, and what it has in brackets is no link.
        #[allow(missing_docs, rustdoc::broken_intra_doc_links)]
        pub enum $name {
            $(#[doc = $text] $variant $({ $($field: $type),+ })?,)*
        }

        #[cfg(test)]
        impl $name {
            /// One of every variant.
            pub(crate) fn samples() -> Vec<$name> {
                vec![$($name::$variant $({ $($field: crate::report::sentence::samples::Sample::sample()),+ })?),*]
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                match self {
                    $($name::$variant $({ $($field),+ })? => {
                        let parts: &[(&'static str, &dyn $crate::keyed::Part)] = &[$($((stringify!($field), $field)),+)?];
                        $crate::keyed::write_down(serializer, stringify!($variant), parts)
                    })*
                }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                match self {
                    $($name::$variant $({ $($field),+ })? => write!(f, $text),)*
                }
            }
        }
    };
}

/// A part of a sentence, as JSON.
pub(crate) trait Part {
    fn json(&self) -> serde_json::Value;
}

impl<T: serde::Serialize> Part for T {
    fn json(&self) -> serde_json::Value {
        serde_json::to_value(self).unwrap_or_default()
    }
}

/// Writes a sentence down by its key and its parts. It is one function for all of them: hundreds of sentences, each written down by
/// code of its own, are a large part of the engine that a browser loads.
pub(crate) fn write_down<S: serde::Serializer>(
    serializer: S,
    variant: &str,
    parts: &[(&'static str, &dyn Part)],
) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(Some(parts.len() + 1))?;
    map.serialize_entry("key", &key(variant))?;
    parts.iter().try_for_each(|(name, part)| map.serialize_entry(name, &part.json()))?;
    map.end()
}

/// The key of a variant: `TooManyMoves` is `too_many_moves`.
fn key(variant: &str) -> String {
    let mut key = String::with_capacity(variant.len() + 4);
    for letter in variant.chars() {
        if letter.is_ascii_uppercase() && !key.is_empty() {
            key.push('_');
        }
        key.push(letter.to_ascii_lowercase());
    }
    key
}

pub(crate) use {keyed, phrases, sayings};
