//! Expressions in nimbers: `+` is exclusive or, `*` the nim product, `/`, `^`, `inv(x)`, `sqrt(x)` and `mex{…}`.

use std::ops::Range;

use crate::error::{Error, ErrorKind, NextStep, Result};
use crate::nearest::nearest;
use crate::nim_field;
use crate::nimber::{Nimber, mex};

/// The value of an expression.
///
/// ```
/// use grundy::{Nimber, nim_arithmetic::evaluate};
/// assert_eq!(evaluate("5 + 7 + 3")?, Nimber(1));
/// assert_eq!(evaluate("mex{0,1,2,5,7}")?, Nimber(3));
/// assert_eq!(evaluate("2*2 + inv(4)^3")?, Nimber(14));
/// # Ok::<(), grundy::Error>(())
/// ```
pub fn evaluate(text: &str) -> Result<Nimber> {
    let mut reader = Reader { text, at: 0, depth: 0 };
    let value = reader.sum()?;
    match reader.peek() {
        None => Ok(value),
        Some(_) => Err(reader.expected("`+`, `*`, `/`, `^` or the end")),
    }
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    depth: usize,
}

impl Reader<'_> {
    fn peek(&mut self) -> Option<char> {
        let rest = self.text[self.at..].trim_start();
        self.at = self.text.len() - rest.len();
        rest.chars().next()
    }

    fn eat(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        self.at += if found { wanted.len_utf8() } else { 0 };
        found
    }

    fn here(&mut self) -> Range<usize> {
        let length = self.peek().map_or(0, char::len_utf8);
        self.at..self.at + length
    }

    fn expected(&mut self, what: &str) -> Error {
        let found = self.peek().map_or("the end".to_string(), |c| format!("`{c}`"));
        Error::new(ErrorKind::Syntax, format!("expected {what}, found {found}")).at(self.here())
    }

    /// Nimbers are their own negatives, so `-` is `+`.
    fn sum(&mut self) -> Result<Nimber> {
        let mut value = self.product()?;
        while self.eat('+') || self.eat('-') || self.eat('⊕') {
            value += self.product()?;
        }
        Ok(value)
    }

    fn product(&mut self) -> Result<Nimber> {
        let mut value = self.power()?;
        loop {
            if self.eat('*') || self.eat('⊗') {
                value = nim_field::product(value, self.power()?);
            } else if self.eat('/') {
                let start = self.at;
                let divisor = self.power()?;
                value = nim_field::product(value, self.inverse(divisor, start)?);
            } else {
                return Ok(value);
            }
        }
    }

    fn power(&mut self) -> Result<Nimber> {
        let base = self.atom()?;
        if !self.eat('^') {
            return Ok(base);
        }
        let negative = self.eat('-');
        let start = self.at;
        let exponent = self.number()?;
        let base = if negative { self.inverse(base, start)? } else { base };
        Ok(nim_field::power(base, exponent))
    }

    fn inverse(&self, value: Nimber, start: usize) -> Result<Nimber> {
        nim_field::inverse(value)
            .ok_or_else(|| Error::new(ErrorKind::Evaluation, "division by zero").at(start..self.at))
    }

    fn atom(&mut self) -> Result<Nimber> {
        self.depth += 1;
        if self.depth > 200 {
            return Err(Error::new(ErrorKind::Syntax, "the expression is nested too deeply").at(self.here()));
        }
        let value = self.atom_nested();
        self.depth -= 1;
        value
    }

    fn atom_nested(&mut self) -> Result<Nimber> {
        if self.eat('(') {
            let value = self.sum()?;
            return self.close(')').map(|()| value);
        }
        // A nimber may be written with its star.
        if self.eat('*') {
            return self.number().map(Nimber);
        }
        match self.peek() {
            Some(c) if c.is_ascii_digit() => self.number().map(Nimber),
            Some(c) if c.is_alphabetic() => self.call(),
            _ => Err(self.expected("a number, `(`, `inv`, `sqrt` or `mex{…}`")),
        }
    }

    fn call(&mut self) -> Result<Nimber> {
        let start = self.at;
        let rest = &self.text[start..];
        let word = &rest[..rest.find(|c: char| !c.is_alphabetic()).unwrap_or(rest.len())];
        self.at += word.len();
        match word {
            "mex" => {
                let close = if self.eat('{') { '}' } else { self.open().map(|()| ')')? };
                let mut members = Vec::new();
                while !self.eat(close) {
                    members.push(self.sum()?);
                    if !self.eat(',') {
                        self.close(close)?;
                        break;
                    }
                }
                Ok(mex(members))
            }
            "inv" | "sqrt" => {
                self.open()?;
                let value = self.sum()?;
                self.close(')')?;
                if word == "sqrt" { Ok(nim_field::root(value)) } else { self.inverse(value, start) }
            }
            _ => {
                let error = Error::new(ErrorKind::Syntax, format!("there is no function `{word}`"));
                let error = error.at(start..start + word.len());
                Err(match nearest(word, ["mex", "inv", "sqrt"]) {
                    Some(known) => error.hint(NextStep::did_you_mean(known)),
                    None => error.hint("the functions are mex, inv and sqrt"),
                })
            }
        }
    }

    fn open(&mut self) -> Result<()> {
        if self.eat('(') { Ok(()) } else { Err(self.expected("`(`")) }
    }

    fn close(&mut self, bracket: char) -> Result<()> {
        if self.eat(bracket) { Ok(()) } else { Err(self.expected(&format!("`{bracket}`"))) }
    }

    fn number(&mut self) -> Result<u64> {
        self.peek();
        let rest = &self.text[self.at..];
        let digits = &rest[..rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len())];
        if digits.is_empty() {
            return Err(self.expected("a number"));
        }
        let span = self.at..self.at + digits.len();
        self.at = span.end;
        digits.parse().map_err(|_| {
            Error::new(ErrorKind::Syntax, format!("{digits} is too large"))
                .at(span)
                .hint("nimbers go up to 2^64 - 1")
        })
    }
}
