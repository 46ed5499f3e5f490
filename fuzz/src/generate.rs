//! Rules and positions made from bytes.

use grundy::{Component, Play, Position, Rules};

/// Bytes that are read as choices; zeros once they run out.
pub struct Bytes<'d> {
    data: &'d [u8],
    at: usize,
}

impl<'d> Bytes<'d> {
    /// Starts at the first byte.
    pub fn new(data: &'d [u8]) -> Bytes<'d> {
        Bytes { data, at: 0 }
    }

    /// A number below `n`.
    pub fn pick(&mut self, n: usize) -> usize {
        let byte = self.data.get(self.at).copied().unwrap_or(0);
        self.at += 1;
        byte as usize % n.max(1)
    }

    fn one_of<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        choices[self.pick(choices.len())]
    }

    /// The rest as text.
    pub fn text(&mut self) -> String {
        String::from_utf8_lossy(&self.data[self.at.min(self.data.len())..]).into_owned()
    }

    /// A rule with a few characters changed.
    pub fn damaged_rule(&mut self) -> String {
        let mut text: Vec<char> = self.rule().chars().collect();
        for _ in 0..=self.pick(3) {
            let at = self.pick(text.len());
            match self.pick(4) {
                0 => drop(text.remove(at)),
                1 => text.insert(at, ['(', ')', '|', '&', '9', '-', '→', '#'][self.pick(8)]),
                2 => text.truncate(at + 1),
                _ => text[at] = ['n', ' ', '.', '{', '%', 'x', '\n', '0'][self.pick(8)],
            }
        }
        text.into_iter().collect()
    }

    /// A rule that can be read, though it may make no sense.
    pub fn rule(&mut self) -> String {
        let (head, axes) = match self.pick(6) {
            0 | 1 => ("n", 1),
            2 => ("(n, m)", 2),
            3 => ("(n in 1..)", 1),
            4 => ("(n in -1.., m in n-1..)", 2),
            _ => ("(n in 0..6, m in 0..1)", 2),
        };
        let scores = self.pick(8) == 0;
        let alternatives: Vec<String> = (0..=self.pick(3)).map(|_| self.alternative(axes, scores)).collect();
        let ending = match self.pick(10) {
            0 => " play misere",
            1 => " end win if n%2 == 0",
            2 => " end lose if n > 1",
            _ => "",
        };
        format!("{head} -> {}{ending}", alternatives.join(" | "))
    }

    /// A rule about one heap whose moves look like the shapes that recognisers know, with conditions that matter, that
    /// do not, and that only seem not to.
    pub fn heap_rule(&mut self) -> String {
        let moves: Vec<String> = (0..=self.pick(2)).map(|_| self.heap_move()).collect();
        format!("n -> {}", moves.join(" | "))
    }

    fn heap_move(&mut self) -> String {
        let (c, d, low) = (self.pick(4), self.pick(4), self.pick(3));
        let high = match self.pick(8) {
            0 => "n".to_string(),
            1 => format!("n-{c}"),
            2 => format!("min({},n)", c + 2),
            3 => format!("(n-{c})/2"),
            4 => format!("n-{d}-1"),
            _ => (c + 2).to_string(),
        };
        let guard = |this: &mut Self| match this.pick(10) {
            0 => " if n > 0".to_string(),
            1 => format!(" if n >= {c}"),
            2 => " if k < n".into(),
            3 => " if n > k".into(),
            4 => format!(" if k != {d}"),
            5 => format!(" if k > {d}"),
            6 => format!(" if k not in {{{c},{d}}}"),
            _ => String::new(),
        };
        let guards = format!("{}{}", guard(self), guard(self));
        match self.pick(9) {
            0 => format!("k for k in {low}..{high}{guards}"),
            1 => format!("n-k for k in {low}..{high}{guards}"),
            2 => format!("n-k+{d} for k in {low}..{high}{guards}"),
            3 => format!("n-k for k in {{{low},{c},{d}}}{guards}"),
            4 => format!("k & n-{d}-k for k in {low}..{high}{guards}"),
            5 => format!("a & n-k-a for k in {{{c},{d}}} for a in {low}..(n-k)/2"),
            6 => format!("a & n-k-a for k in {low}..{high} for a in 0..n-k{guards}"),
            7 => format!("max(k-{c},0) & max(n-k-{d},0) for k in {low}..n-{}", self.pick(3)),
            _ => format!("max(n-k,0) for k in {low}..{high}{guards}"),
        }
    }

    fn alternative(&mut self, axes: usize, scores: bool) -> String {
        let mut scope = vec!["n"];
        if axes == 2 {
            scope.push("m");
        }
        let mut qualifiers = String::new();
        for name in ["a", "b"].into_iter().take(self.pick(3)) {
            qualifiers += &format!(" for {name} in {}", self.set(&scope));
            scope.push(name);
            if self.pick(3) == 0 {
                qualifiers += &format!(" if {}", self.condition(&scope, 1));
            }
        }
        if self.pick(3) == 0 {
            qualifiers += &format!(" if {}", self.condition(&scope, 1));
        }
        let label = if self.pick(5) == 0 { "go: " } else { "" };
        let parts: Vec<String> = match self.pick(9) {
            0 => vec!["nothing".into()],
            1 | 2 => (0..2).map(|_| self.part(axes, &scope)).collect(),
            3 => vec![self.parts_of_each(axes, &scope)],
            _ => vec![self.part(axes, &scope)],
        };
        let gain = if scores { format!(" gain {}", self.number(&scope, 1)) } else { String::new() };
        let again = if self.pick(30) == 0 { " again" } else { "" };
        format!("{label}{}{gain}{again}{qualifiers}", parts.join(" & "))
    }

    fn part(&mut self, axes: usize, scope: &[&str]) -> String {
        let count = if self.pick(6) == 0 { format!("{} of ", self.number(scope, 1)) } else { String::new() };
        let place: Vec<String> = (0..axes).map(|_| self.target(scope)).collect();
        match axes {
            1 => format!("{count}{}", place[0]),
            _ => format!("{count}({})", place.join(", ")),
        }
    }

    /// A part for every member of a set, perhaps beside another one.
    fn parts_of_each(&mut self, axes: usize, scope: &[&str]) -> String {
        let inner = [scope, &["p"]].concat();
        let part = self.part(axes, &inner);
        let guard =
            if self.pick(2) == 0 { format!(" if {}", self.condition(&inner, 0)) } else { String::new() };
        let each = format!("each({part} for p in {}{guard})", self.set(scope));
        if self.pick(2) == 0 { format!("{} & {each}", self.part(axes, scope)) } else { each }
    }

    /// Mostly something smaller than the coordinate, so that many games end.
    fn target(&mut self, scope: &[&str]) -> String {
        match self.pick(6) {
            0 => self.number(scope, 2),
            1 => format!("{}/2", scope[0]),
            2 => format!("{}-{}", scope[0], self.pick(4)),
            3 => format!("max({}-{},0)", self.one_of(scope), self.pick(4)),
            _ => format!("{}-{}", scope[0], self.one_of(scope)),
        }
    }

    fn simple_set(&mut self, scope: &[&str]) -> String {
        format!("{{{},{}..{}}}", self.one_of(scope), self.pick(3), self.pick(5))
    }

    fn set(&mut self, scope: &[&str]) -> String {
        match self.pick(8) {
            0 => format!("{{{},{}}}", self.pick(4) + 1, self.pick(6)),
            4 => {
                let inner = [scope, &["q"]].concat();
                format!("{{q in 0..{} if {}}}", self.pick(6), self.condition(&inner, 0))
            }
            1 => format!(
                "{}({})",
                self.one_of(&["squares", "divisors", "primes", "fibonacci", "powers"]),
                scope[0]
            ),
            2 => format!("{{{},{}..{}}}", self.number(scope, 1), self.pick(3), self.pick(5)),
            3 => format!("{}..{}", self.pick(3), self.pick(6)),
            _ => format!("{}..{}", self.pick(2), self.number(scope, 1)),
        }
    }

    fn number(&mut self, scope: &[&str], depth: usize) -> String {
        if depth == 0 || self.pick(3) == 0 {
            return if self.pick(3) == 0 { self.pick(5).to_string() } else { self.one_of(scope).into() };
        }
        let (a, b) = (self.number(scope, depth - 1), self.number(scope, depth - 1));
        match self.pick(16) {
            9 => format!("2^(({a})%4)"),
            10 => format!("({a} xor {b})"),
            11 => format!("({a} bitand {b} bitor {})", self.pick(4)),
            12 => format!("({a} shr {})", self.pick(3)),
            13 => format!("({} shl ({a})%3)", self.pick(3)),
            14 => format!("(if {} then {a} else {b})", self.condition(scope, 0)),
            15 => self.gathered(scope, depth),
            0 => format!("{a}+{b}"),
            1 => format!("{a}*{b}"),
            2 => format!("({a})/2"),
            3 => format!("({a})%3"),
            4 => format!("min({a},{b})"),
            5 => format!("-({a})+{b}"),
            6 => format!("gcd({a},{b})"),
            7 => format!("popcount({a})"),
            _ => format!("{a}-{b}"),
        }
    }

    /// What is gathered from a set, or from a number for every member of one.
    fn gathered(&mut self, scope: &[&str], depth: usize) -> String {
        let name = ["k", "j", "i"][depth.min(2)];
        let inner = [scope, &[name]].concat();
        let set = format!("{}..{}", self.pick(2), self.pick(5));
        match self.pick(4) {
            0 => format!("sum({set})"),
            1 => format!("count({} for {name} in {set})", self.condition(&inner, 0)),
            2 => format!("max({{0,{}}})", self.pick(4)),
            _ => {
                let how = self.one_of(&["sum", "xor"]);
                format!(
                    "{how}({} for {name} in {set} if {})",
                    self.number(&inner, depth - 1),
                    self.condition(&inner, 0)
                )
            }
        }
    }

    fn condition(&mut self, scope: &[&str], depth: usize) -> String {
        if depth > 0 {
            let (a, b) = (self.condition(scope, depth - 1), self.condition(scope, depth - 1));
            match self.pick(5) {
                0 => return format!("{a} and {b}"),
                1 => return format!("{a} or {b}"),
                2 => return format!("not ({a})"),
                _ => {}
            }
        }
        match self.pick(12) {
            0 | 1 => return format!("{} not in {}", self.one_of(scope), self.simple_set(scope)),
            2 => {
                let how = self.one_of(&["all", "any"]);
                return format!("{how}(h < {} for h in 0..{})", self.one_of(scope), self.pick(4));
            }
            _ => {}
        }
        let op = self.one_of(&["<", "<=", ">", ">=", "==", "!="]);
        format!("{} {op} {}", self.number(scope, 1), self.number(scope, 1))
    }

    /// Up to three small components.
    pub fn position(&mut self, rules: &Rules) -> Position {
        let components = (0..self.pick(4)).filter_map(|_| {
            let place = rules.form().axes.iter().map(|_| self.pick(8) as i64).collect();
            rules.legal(place).ok()
        });
        Position(components.collect::<Vec<Component>>())
    }

    /// As the rules say, or misère.
    pub fn play(&mut self) -> Option<Play> {
        [None, None, Some(Play::Misere)][self.pick(3)]
    }
}
