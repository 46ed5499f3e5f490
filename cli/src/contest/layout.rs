//! A judge's input held against its layout ([`Item`]), as a `.game` file says it.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use grundy::catalogue::judge::Number;
use grundy::catalogue::layout::Item;
use grundy::{Error, ErrorKind, Lets, Literal, Result};

use super::Input;

/// What the names of a layout are in the rules.
pub struct Names<'n> {
    /// The coordinates in order.
    pub coordinates: Vec<String>,
    /// Named values, and the numbers that stand for them.
    pub values: BTreeMap<String, i64>,
    /// The parameters.
    pub parameters: Lets,
    /// What numbers are called, and what they may be.
    pub numbers: &'n BTreeMap<String, Number>,
}

/// A position that is asked about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The parameters that were read.
    pub lets: Lets,
    /// The coordinates of the components.
    pub places: Vec<Vec<i64>>,
}

/// What an input asks, in order.
#[derive(Debug, Default)]
pub struct Asked {
    pub questions: Vec<Question>,
    /// Behind how many answers a line ends.
    pub lines: Vec<usize>,
}

/// What was read so far where a piece of the layout stands.
#[derive(Clone, Default)]
struct Scope {
    counts: BTreeMap<String, i64>,
    lets: Lets,
}

/// Reads an input by its layout.
pub struct Reader<'n, 'i, 't> {
    pub names: Names<'n>,
    pub input: &'i mut Input<'t>,
    asked: Asked,
    /// The components of the position at hand, and the coordinates of one that is not complete.
    position: Option<(Vec<Vec<i64>>, Vec<i64>)>,
    on_one_line: bool,
}

impl<'n, 'i, 't> Reader<'n, 'i, 't> {
    pub fn new(names: Names<'n>, input: &'i mut Input<'t>) -> Self {
        Reader { names, input, asked: Asked::default(), position: None, on_one_line: false }
    }

    /// Everything that the input asks.
    pub fn read(mut self, layout: &Item) -> Result<Asked> {
        self.item(layout, &mut Scope::default())?;
        Ok(self.asked)
    }

    fn item(&mut self, item: &Item, scope: &mut Scope) -> Result<()> {
        match item {
            Item::Name(name) => self.name(name, scope),
            Item::Times(count, item) => self.times(count, item, scope),
            Item::Until(end, item) => self.until(end, item, scope),
            Item::All(items) => items.iter().try_for_each(|item| self.item(item, scope)),
            Item::Position(items) => self.position(items, scope),
            Item::Line(items) => {
                let outer = std::mem::replace(&mut self.on_one_line, true);
                items.iter().try_for_each(|item| self.item(item, scope))?;
                self.on_one_line = outer;
                self.end_line();
                Ok(())
            }
        }
    }

    fn name(&mut self, name: &str, scope: &mut Scope) -> Result<()> {
        if let Some(axis) = self.names.coordinates.iter().position(|axis| axis == name)
            && self.position.is_some()
        {
            let number = self.number(name)?;
            return self.coordinate(axis, name, number);
        }
        if let Some(&value) = self.names.values.get(name) {
            let axis = self.position.as_ref().map_or(0, |(_, begun)| begun.len());
            return self.coordinate(axis, name, value);
        }
        let number = self.number(name)?;
        match self.names.parameters.contains_key(name) {
            true => drop(scope.lets.insert(name.into(), Literal::Int(number))),
            false => drop(scope.counts.insert(name.into(), number)),
        }
        Ok(())
    }

    fn coordinate(&mut self, axis: usize, name: &str, number: i64) -> Result<()> {
        let all = self.names.coordinates.len();
        let fits = self.position.as_mut().filter(|(_, begun)| begun.len() == axis);
        let Some((places, begun)) = fits else {
            let names = self.names.coordinates.join(" ");
            let message = format!("`{name}` stands where it makes no component; they are written {names}");
            return Err(Error::new(ErrorKind::Format, message));
        };
        begun.push(number);
        if begun.len() == all {
            places.push(std::mem::take(begun));
        }
        Ok(())
    }

    fn number(&mut self, name: &str) -> Result<i64> {
        let (what, range) = meaning(&self.names, name);
        self.input.number(what, range)
    }

    fn times(&mut self, count: &str, item: &Item, scope: &mut Scope) -> Result<()> {
        let times = match (scope.counts.get(count), count.parse()) {
            (Some(known), _) => *known,
            (None, Ok(fixed)) => fixed,
            (None, Err(_)) => {
                let read = self.number(count)?;
                scope.counts.insert(count.into(), read);
                read
            }
        };
        if let Item::Name(name) = item
            && self.names.parameters.contains_key(name)
        {
            let (what, range) = meaning(&self.names, name);
            let list = self.input.numbers(times, what, range)?;
            scope.lets.insert(name.clone(), Literal::List(list));
            return Ok(());
        }
        match self.binds(item) {
            // What is read in one round is not known in the next.
            true => (0..times).try_for_each(|_| self.item(item, &mut scope.clone())),
            false => (0..times).try_for_each(|_| self.item(item, scope)),
        }
    }

    /// Whether something is read that is known behind it.
    fn binds(&self, item: &Item) -> bool {
        match item {
            Item::Name(name) => {
                let is_coordinate = self.position.is_some() && self.names.coordinates.contains(name);
                !is_coordinate && !self.names.values.contains_key(name)
            }
            Item::Times(count, item) => count.parse::<i64>().is_err() || self.binds(item),
            Item::Until(_, item) => self.binds(item),
            Item::All(items) | Item::Line(items) => items.iter().any(|item| self.binds(item)),
            Item::Position(_) => true,
        }
    }

    /// Some copies of data end without the last word; nothing at all is asked about, and refused.
    fn until(&mut self, end: &str, item: &Item, scope: &mut Scope) -> Result<()> {
        let mut rounds = 0;
        loop {
            let word = self.input.clone().next();
            if word == Some(end) {
                self.input.next();
                return Ok(());
            }
            if word.is_none() && rounds > 0 {
                return Ok(());
            }
            self.item(item, &mut scope.clone())?;
            rounds += 1;
        }
    }

    fn position(&mut self, items: &[Item], scope: &mut Scope) -> Result<()> {
        self.position = Some(Default::default());
        items.iter().try_for_each(|item| self.item(item, scope))?;
        let (places, begun) = self.position.take().unwrap_or_default();
        if !begun.is_empty() {
            return Err(Error::new(ErrorKind::Format, "the layout ends within a component"));
        }
        self.asked.questions.push(Question { lets: scope.lets.clone(), places });
        if !self.on_one_line {
            self.end_line();
        }
        Ok(())
    }

    fn end_line(&mut self) {
        self.asked.lines.push(self.asked.questions.len());
    }
}

/// What a number is called, and what it may be.
fn meaning<'a>(names: &Names<'a>, name: &'a str) -> (&'a str, RangeInclusive<i64>) {
    match names.numbers.get(name) {
        Some(Number::What(what)) => (what, super::ANY),
        Some(Number::Within { what, from, to }) => (what, *from..=*to),
        _ => (name, super::ANY),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(layout: &str, coordinates: &[&str], input: &str) -> Result<Asked> {
        let names = Names {
            coordinates: coordinates.iter().map(|name| name.to_string()).collect(),
            values: BTreeMap::from([("none".to_string(), 7)]),
            parameters: Lets::from([("S".to_string(), Literal::Int(0)), ("w".to_string(), Literal::Int(0))]),
            numbers: &BTreeMap::new(),
        };
        let mut input = Input::new(input);
        let asked = Reader::new(names, &mut input).read(&Item::parse(layout)?)?;
        input.end()?;
        Ok(asked)
    }

    fn places(layout: &str, coordinates: &[&str], input: &str) -> Vec<Vec<Vec<i64>>> {
        read(layout, coordinates, input).unwrap().questions.into_iter().map(|one| one.places).collect()
    }

    #[test]
    fn layouts_say_what_is_read() {
        assert_eq!(places("[n]", &["n"], "5"), [[[5]]]);
        assert_eq!(places("T: [N: n]", &["n"], "2 3 1 2 3 0"), [vec![vec![1], vec![2], vec![3]], vec![]]);
        assert_eq!(places("T: [k: (x y)]", &["x", "y"], "1 2 1 2 3 4"), [[[1, 2], [3, 4]]]);
        assert_eq!(places("t: (c w [c: (n none)])", &["n", "last"], "1 2 9 5 6"), [[[5, 7], [6, 7]]]);
        assert_eq!(places("[2: n]", &["n"], "4 5"), [[[4], [5]]]);
    }

    #[test]
    fn parameters_are_numbers_or_lists_and_answers_may_share_a_line() {
        let asked = read("until 0 (k: S <m: [l: n]>)", &["n"], "2 3 4  2 1 9 1 8   1 5  1 0  0").unwrap();
        let lets = |i: usize| asked.questions[i].lets["S"].clone();
        assert_eq!([lets(0), lets(1), lets(2)], [vec![3, 4], vec![3, 4], vec![5]].map(Literal::List));
        assert_eq!(asked.lines, [2, 3]);
        let asked = read("w m: [n]", &["n"], "3 2 5 6").unwrap();
        assert_eq!((asked.questions[1].lets["w"].clone(), asked.lines), (Literal::Int(3), vec![1, 2]));
        assert!(read("until 0 (k: S <m: [l: n]>)", &["n"], "").is_err());
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        assert!(read("[x]", &["x", "y"], "1").is_err(), "half a component");
        assert!(read("[y x]", &["x", "y"], "1 2").is_err());
        assert!(read("T: [n]", &["n"], "9223372036854775807 1").is_err());
    }
}
