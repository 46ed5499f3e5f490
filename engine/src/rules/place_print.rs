//! A rule over places printed so that it reads as the same rule.
//!
//! The tree does not say of what sort a constant is, since whoever works with it need not ask; here it follows from what stands
//! beside it. Where nothing tells, both sides are constants, and numbers say the same.

use std::fmt::{self, Display, Formatter};

use super::arithmetic::Op;
use super::place_rule::*;
use super::place_term::{ADD, AND, COMPARE, MULTIPLY, NOT, OR};

/// What a rule is printed with.
struct Printer<'r> {
    rule: &'r PlaceRule,
    /// The variables with their sorts.
    variables: &'r [(String, Sort)],
}

impl Display for PlaceRule {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (name, list) in &self.lists {
            let list: Vec<String> = list.iter().map(i64::to_string).collect();
            write!(f, "let {name} = [{}] ", list.join(","))?;
        }
        let heads: Vec<String> = self.coordinates.iter().map(|coordinate| self.head(coordinate)).collect();
        match &heads[..] {
            [one] => write!(f, "{one} ->")?,
            many => write!(f, "({}) ->", many.join(", "))?,
        }
        for (i, kind) in self.kinds.iter().enumerate() {
            let text = Printer::new(self, &kind.names).kind(kind);
            write!(f, "{} {text}", if i == 0 { "" } else { " |" })?;
        }
        let printer = Printer::new(self, &self.ending.names);
        let PlaceEnding { over, over_all, misere, .. } = &self.ending;
        for (word, condition) in [("over if", over), ("over all if", over_all)] {
            condition.iter().try_for_each(|one| write!(f, " {word} {}", printer.condition(one, OR)))?;
        }
        if let Some((win, condition)) = self.decides() {
            write!(f, " end {} if {condition}", if win { "win" } else { "lose" })?;
        }
        if *misere { f.write_str(" play misere") } else { Ok(()) }
    }
}

impl PlaceRule {
    /// The condition under which the player to move at the end wins, or loses, as it is written.
    pub(crate) fn decides(&self) -> Option<(bool, String)> {
        let (win, condition) = self.ending.decides.as_ref()?;
        Some((*win, Printer::new(self, &self.ending.names).condition(condition, OR)))
    }

    fn head(&self, PlaceCoordinate { name, holds }: &PlaceCoordinate) -> String {
        let space = self.space.to_string();
        match holds {
            Holds::Set => format!("{name} on {space}"),
            Holds::Letters(letters) => {
                format!("{name} on {space} of \"{}\"", letters.iter().collect::<String>())
            }
            Holds::Numbers => format!("{name} on {space} of 0.."),
            Holds::Place(Some(set)) => format!("{name} in {}", self.coordinates[*set].name),
            Holds::Place(None) => format!("{name} in places"),
        }
    }
}

impl Display for Space {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let plain = match self {
            Space::Grid(_) => Space::Grid(Steps::Four),
            Space::Torus(_) => Space::Torus(Steps::Four),
            other => *other,
        };
        let name = Space::ALL.iter().find(|(_, space)| *space == plain).map_or("", |(name, _)| name);
        f.write_str(name)?;
        let (Space::Grid(steps) | Space::Torus(steps)) = self else { return Ok(()) };
        let step = Steps::ALL.iter().find(|(_, known)| known == steps);
        step.map_or(Ok(()), |(step, _)| write!(f, " {step}"))
    }
}

impl<'r> Printer<'r> {
    fn new(rule: &'r PlaceRule, names: &'r VariableNames) -> Printer<'r> {
        Printer { rule, variables: &names.0 }
    }

    fn kind(&self, kind: &PlaceMove) -> String {
        let qualifiers: Vec<String> = kind.qualifiers.iter().map(|one| self.qualifier(one)).collect();
        let becomes: Vec<String> =
            kind.option.iter().enumerate().map(|(at, one)| self.becomes(at, one)).collect();
        let label = kind.label.as_ref().map_or(String::new(), |label| format!("{label}: "));
        let option =
            if becomes.len() == 1 { becomes[0].clone() } else { format!("({})", becomes.join(", ")) };
        let gain = kind
            .gain
            .as_ref()
            .map_or(String::new(), |gain| format!(" gain {}", self.value(gain, Some(Sort::Number), ADD)));
        let again = if kind.again { " again" } else { "" };
        label + &option + &gain + again + &qualifiers.concat()
    }

    fn becomes(&self, at: usize, becomes: &Becomes) -> String {
        let place = self.rule.space.place_sort();
        let name = &self.rule.coordinates[at].name;
        match becomes {
            Becomes::Set(set) => self.set(set, ADD, Some(self.rule.space.member_sort())),
            Becomes::Place(value) => self.value(value, Some(place), ADD),
            Becomes::Written(writes) if writes.is_empty() => name.clone(),
            Becomes::Written(writes) => {
                let held = self.held(at);
                let write = |(at, value): &(ValueTerm, ValueTerm)| {
                    format!("{}:={}", self.value(at, Some(place), ADD), self.value(value, held, ADD))
                };
                let writes: Vec<String> = writes.iter().map(write).collect();
                format!("{name}[{}]", writes.join(", "))
            }
        }
    }

    fn qualifier(&self, qualifier: &PlaceQualifier) -> String {
        match qualifier {
            PlaceQualifier::If(condition) => format!(" if {}", self.condition(condition, OR)),
            PlaceQualifier::For(binder, set) => {
                let name = |slot: usize| self.variables[slot].0.clone();
                let (bound, sort) = match *binder {
                    Binder::One(one) => (name(one), Some(self.variables[one].1)),
                    Binder::Parts(row, column) => {
                        (format!("({}, {})", name(row), name(column)), Some(Sort::Pair))
                    }
                    Binder::Ends(one, other) => (format!("{} {}", name(one), name(other)), Some(Sort::Edge)),
                };
                format!(" for {bound} in {}", self.choice_set(set, sort))
            }
        }
    }

    /// A set where a range needs no braces.
    fn choice_set(&self, set: &SetTerm, wanted: Option<Sort>) -> String {
        match set {
            SetTerm::Range(low, high) => {
                let number = Some(Sort::Number);
                format!("{}..{}", self.value(low, number, ADD), self.value(high, number, ADD))
            }
            set => self.set(set, ADD, wanted),
        }
    }

    fn set(&self, set: &SetTerm, strength: u8, wanted: Option<Sort>) -> String {
        let place = Some(self.rule.space.place_sort());
        match set {
            SetTerm::Coordinate(at) => self.rule.coordinates[*at].name.clone(),
            SetTerm::Places => "places".into(),
            SetTerm::Edges => "edges".into(),
            SetTerm::Members(members) => self.members(members, self.set_sort(set).or(wanted)),
            SetTerm::Range(..) => format!("{{{}}}", self.choice_set(set, wanted)),
            SetTerm::Filter(slot, within, condition) => {
                let (name, sort) = &self.variables[*slot];
                let within = self.choice_set(within, Some(*sort));
                format!("{{{name} in {within} if {}}}", self.condition(condition, OR))
            }
            SetTerm::Held(at, places) => {
                format!("{}[{}]", self.rule.coordinates[*at].name, self.set(places, ADD, place))
            }
            SetTerm::Near(value) => format!("near({})", self.value(value, place, ADD)),
            SetTerm::Ball(value) => format!("ball({})", self.value(value, place, ADD)),
            SetTerm::Up(value) => format!("up({})", self.value(value, place, ADD)),
            SetTerm::Down(value) => format!("down({})", self.value(value, place, ADD)),
            SetTerm::Ray(from, step, within) => {
                let within =
                    within.as_ref().map_or(String::new(), |set| format!(", {}", self.set(set, ADD, place)));
                format!("ray({}, {}{within})", self.value(from, place, ADD), self.value(step, place, ADD))
            }
            SetTerm::Part(of, value) => {
                format!("part({}, {})", self.choice_set(of, wanted), self.value(value, place, ADD))
            }
            SetTerm::Minus(left, right) => self.two_sets([left, right], "-", strength, wanted),
            SetTerm::Plus(left, right) => self.two_sets([left, right], "+", strength, wanted),
            SetTerm::Xor(left, right) => self.two_sets([left, right], "xor", strength, wanted),
        }
    }

    fn two_sets(
        &self,
        [left, right]: [&SetTerm; 2],
        sign: &str,
        strength: u8,
        wanted: Option<Sort>,
    ) -> String {
        let is_one = |set: &SetTerm| matches!(set, SetTerm::Members(members) if members.len() == 1);
        let sort = self.set_sort(left).or(self.set_sort(right)).or(wanted);
        let first = self.set(left, ADD, sort);
        // A single member stands for the set of it, unless the other is one too: the two would be added as values.
        let second = match right {
            SetTerm::Members(members) if is_one(right) && !is_one(left) => {
                self.value(&members[0], sort, MULTIPLY)
            }
            _ => self.set(right, MULTIPLY, sort),
        };
        in_brackets(format!("{first} {sign} {second}"), strength > ADD)
    }

    fn members(&self, members: &[ValueTerm], sort: Option<Sort>) -> String {
        let letter = |member: &ValueTerm| match member {
            ValueTerm::Constant([letter, _]) => char::from_u32(u32::try_from(*letter).ok()?),
            _ => None,
        };
        if sort == Some(Sort::Letter) && members.len() > 1 {
            let letters: Option<String> = members.iter().map(letter).collect();
            if let Some(letters) = letters {
                return format!("\"{letters}\"");
            }
        }
        let members: Vec<String> = members.iter().map(|member| self.value(member, sort, ADD)).collect();
        format!("{{{}}}", members.join(", "))
    }

    fn value(&self, value: &ValueTerm, wanted: Option<Sort>, strength: u8) -> String {
        let place = Some(self.rule.space.place_sort());
        let sort = self.sort(value).or(wanted);
        match value {
            ValueTerm::Constant([row, column]) => match sort {
                Some(Sort::Pair) => format!("({row}, {column})"),
                Some(Sort::Letter) => {
                    let letter = u32::try_from(*row).ok().and_then(char::from_u32);
                    letter.map_or_else(|| row.to_string(), |letter| format!("\"{letter}\""))
                }
                _ => row.to_string(),
            },
            ValueTerm::Variable(slot) => self.variables[*slot].0.clone(),
            ValueTerm::Coordinate(at) => self.rule.coordinates[*at].name.clone(),
            ValueTerm::At(at, value) => {
                format!("{}[{}]", self.rule.coordinates[*at].name, self.value(value, place, ADD))
            }
            ValueTerm::Size(set) => format!("size({})", self.choice_set(set, None)),
            ValueTerm::First(set) => format!("first({})", self.choice_set(set, wanted)),
            ValueTerm::Pair(row, column) => {
                let number = Some(Sort::Number);
                format!("({}, {})", self.value(row, number, ADD), self.value(column, number, ADD))
            }
            ValueTerm::Edge(u, v) => {
                format!("edge({}, {})", self.value(u, place, ADD), self.value(v, place, ADD))
            }
            ValueTerm::Arithmetic(how, left, right) => self.arithmetic(*how, left, right, sort, strength),
            ValueTerm::Call(function, arguments) => {
                let number = |argument| self.value(argument, Some(Sort::Number), ADD);
                let arguments: Vec<String> = arguments.iter().map(number).collect();
                format!("{}({})", function.name(), arguments.join(", "))
            }
            ValueTerm::If(three) => {
                let (condition, one, other) = &**three;
                let (one, other) = (self.value(one, sort, ADD), self.value(other, sort, ADD));
                let text = format!("if {} then {one} else {other}", self.condition(condition, OR));
                in_brackets(text, strength > ADD)
            }
            ValueTerm::Over(aggregate, choices, body) => match (&choices[..], &**body) {
                // A variable without a name: what is gathered is a set.
                ([PlaceQualifier::For(_, set)], ValueTerm::Variable(slot))
                    if self.variables[*slot].0.is_empty() =>
                {
                    format!("{}({})", aggregate.name(), self.choice_set(set, Some(Sort::Number)))
                }
                (choices, body) => {
                    let body = self.value(body, Some(Sort::Number), ADD);
                    self.gathered(aggregate.name(), &body, choices)
                }
            },
            ValueTerm::Count(choices, condition) => {
                self.gathered("count", &self.condition(condition, OR), choices)
            }
            ValueTerm::Entry(list, index) => {
                format!("{}[{}]", self.rule.lists[*list].0, self.value(index, Some(Sort::Number), ADD))
            }
        }
    }

    fn gathered(&self, name: &str, body: &str, choices: &[PlaceQualifier]) -> String {
        let choices: Vec<String> = choices.iter().map(|one| self.qualifier(one)).collect();
        format!("{name}({body}{})", choices.concat())
    }

    fn arithmetic(
        &self,
        how: Op,
        left: &ValueTerm,
        right: &ValueTerm,
        sort: Option<Sort>,
        strength: u8,
    ) -> String {
        let left_sort = if how == Op::Mul { Some(Sort::Number) } else { sort };
        let own = how.strength();
        let sign = match how {
            Op::Mul if *left == ValueTerm::Constant([-1, 0]) => {
                return in_brackets(format!("-{}", self.value(right, sort, MULTIPLY + 1)), strength > ADD);
            }
            Op::Mul | Op::Div | Op::Rem | Op::Pow => how.symbol().to_string(),
            _ => format!(" {} ", how.symbol()),
        };
        let (on_left, on_right) = if how == Op::Pow { (own + 1, own) } else { (own, own + 1) };
        // A value under a condition goes as far to the right as it can.
        let operand = |value: &ValueTerm, sort: Option<Sort>, strength: u8| {
            let far = matches!(value, ValueTerm::If(_));
            self.value(value, sort, if far { MULTIPLY } else { strength })
        };
        let text = operand(left, left_sort, on_left) + &sign + &operand(right, sort, on_right);
        in_brackets(text, strength > own)
    }

    fn condition(&self, condition: &PlaceCondition, strength: u8) -> String {
        use PlaceCondition::*;
        match condition {
            In(value, set) => self.membership(value, "in", set, strength),
            Not(inner) => match &**inner {
                In(value, set) => self.membership(value, "not in", set, strength),
                Same(left, right) => self.same(left, "!=", right, strength),
                inner => format!("not ({})", self.condition(inner, OR)),
            },
            Same(left, right) => self.same(left, "==", right, strength),
            Compare(how, left, right) => {
                let sign = how.symbol();
                let sort = self.sort(left).or(self.sort(right));
                let text = format!("{} {sign} {}", self.value(left, sort, ADD), self.value(right, sort, ADD));
                in_brackets(text, strength > COMPARE)
            }
            Over(aggregate, choices, inner) => {
                self.gathered(aggregate.name(), &self.condition(inner, OR), choices)
            }
            And(left, right) => {
                let text = format!("{} and {}", self.condition(left, AND), self.condition(right, NOT));
                in_brackets(text, strength > AND)
            }
            Or(left, right) => {
                let text = format!("{} or {}", self.condition(left, OR), self.condition(right, AND));
                in_brackets(text, strength > OR)
            }
        }
    }

    fn membership(&self, value: &ValueTerm, word: &str, set: &SetTerm, strength: u8) -> String {
        let sort = self.sort(value).or(self.set_sort(set));
        let text = format!("{} {word} {}", self.value(value, sort, ADD), self.choice_set(set, sort));
        in_brackets(text, strength > COMPARE)
    }

    fn same(&self, left: &SetTerm, sign: &str, right: &SetTerm, strength: u8) -> String {
        let sort = self.set_sort(left).or(self.set_sort(right));
        let text = format!("{} {sign} {}", self.set(left, ADD, sort), self.set(right, ADD, sort));
        in_brackets(text, strength > COMPARE)
    }

    /// What a coordinate holds on its places.
    fn held(&self, at: usize) -> Option<Sort> {
        match self.rule.coordinates[at].holds {
            Holds::Letters(_) => Some(Sort::Letter),
            _ => Some(Sort::Number),
        }
    }

    fn sort(&self, value: &ValueTerm) -> Option<Sort> {
        match value {
            ValueTerm::Constant([_, 0]) => None,
            ValueTerm::Constant(_) | ValueTerm::Pair(..) => Some(Sort::Pair),
            ValueTerm::Variable(slot) => Some(self.variables[*slot].1),
            ValueTerm::Coordinate(_) => Some(self.rule.space.place_sort()),
            ValueTerm::At(at, _) => self.held(*at),
            ValueTerm::Size(_) => Some(Sort::Number),
            ValueTerm::First(set) => self.set_sort(set),
            ValueTerm::Edge(..) => Some(Sort::Edge),
            ValueTerm::Call(..) | ValueTerm::Over(..) | ValueTerm::Count(..) | ValueTerm::Entry(..) => {
                Some(Sort::Number)
            }
            ValueTerm::If(three) => self.sort(&three.1).or(self.sort(&three.2)),
            ValueTerm::Arithmetic(Op::Mul, _, right) => self.sort(right),
            ValueTerm::Arithmetic(_, left, right) => self.sort(left).or(self.sort(right)),
        }
    }

    fn set_sort(&self, set: &SetTerm) -> Option<Sort> {
        let place = Some(self.rule.space.place_sort());
        match set {
            SetTerm::Coordinate(_) => Some(self.rule.space.member_sort()),
            SetTerm::Places | SetTerm::Near(_) | SetTerm::Ball(_) | SetTerm::Up(_) | SetTerm::Down(_) => {
                place
            }
            SetTerm::Edges => Some(Sort::Edge),
            SetTerm::Members(members) => members.iter().find_map(|member| self.sort(member)),
            SetTerm::Range(..) => Some(Sort::Number),
            SetTerm::Filter(_, within, _) => self.set_sort(within),
            SetTerm::Held(at, _) => self.held(*at),
            SetTerm::Ray(..) => place,
            SetTerm::Part(of, _) => self.set_sort(of),
            SetTerm::Minus(left, right) | SetTerm::Plus(left, right) | SetTerm::Xor(left, right) => {
                self.set_sort(left).or(self.set_sort(right))
            }
        }
    }
}

fn in_brackets(text: String, needed: bool) -> String {
    if needed { format!("({text})") } else { text }
}
