//! Names of a rule as names of a program.

use std::collections::{BTreeMap, BTreeSet};

/// Words that mean something in one of the languages, or in every program that is written here.
const TAKEN: &str = "abstract all and any array as assert async auto await bool boolean break byte case catch char class \
    const continue copy count cout cin def default del delete do double each elif else end endl enum except export \
    extends extern false final finally find float fn for friend from games get global goto if impl import in input \
    insert int interface is iter join lambda let line list ll long loop main map match max memo mex min mod move mut \
    namespace native new next none not null number numbers object or outcome package pass pow print private protected \
    pub public put raise range re read ref register return run self set short show signed sizeof sort stack static \
    str string struct sum super switch sys table template this throw throws tokens total trait true try tuple type \
    typedef typename typeof union unsafe unsigned use using value values vector virtual void volatile wanted where \
    while with word words xor yield position option options p q place moves after score solve winning lost divisors \
    squares primes powers fibonacci triangular factorials gcd isqrt popcount bit power contains distinct abs len";

/// Gives every name of a rule one of its own: small letters for what changes, capitals for what does not.
#[derive(Debug, Default)]
pub(super) struct Names {
    given: BTreeMap<(String, bool), String>,
    used: BTreeSet<String>,
}

impl Names {
    /// The name of a variable.
    pub(super) fn variable(&mut self, name: &str) -> String {
        self.named(name, false)
    }

    /// The name of a constant.
    pub(super) fn constant(&mut self, name: &str) -> String {
        self.named(name, true)
    }

    fn named(&mut self, name: &str, constant: bool) -> String {
        if let Some(known) = self.given.get(&(name.to_string(), constant)) {
            return known.clone();
        }
        let plain: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
        let plain = match plain.trim_matches('_') {
            "" => "v",
            word => word,
        };
        let base = if constant { plain.to_uppercase() } else { plain.to_lowercase() };
        let free =
            |name: &String| !self.used.contains(name) && !TAKEN.split_whitespace().any(|word| word == name);
        let numbered = (2..).map(|number| format!("{base}{number}"));
        let chosen = std::iter::once(base.clone()).chain(numbered).find(free).unwrap_or(base);
        self.used.insert(chosen.clone());
        self.given.insert((name.into(), constant), chosen.clone());
        chosen
    }
}
