//! How positions of rules over places are written.
//!
//! | places | a set | letters | numbers |
//! |---|---|---|---|
//! | strip, ring | `7` for all of 7, or `oo.o` | `..ab`, or `7` for the first letter everywhere | `3,1,2` |
//! | grid, torus, hex | `3x4` for all, or rows `oo./.oo` | rows `.X/O.`, or `3x4` | rows `1,2/3,4` |
//! | graph | `path7`, `0-1,1-2`, or what is left of it: `path7{0,1,5}` | `path5=..a.b` | `path3=1,2,3` |
//! | edges | `0-1,1-2,1-3`, `cycle5`, or what is left of it: `cycle5{0-1,1-2}` | | |
//! | order | `divisors(720)`, or pairs `0-1,1-2` of a smaller and a larger, or what is left: `divisors(12){1,2,4}` | | |
//! | numbers | `{0,3,5}` or `0,3,5` | | |
//! | bag | | | `3,1,2` |
//!
//! Several coordinates have `:` between them, and a place is its number or its row and column: `path7{0,1,2}:1`, `3x3:0,2`.

use crate::boards::{
    bad_position, numbers_of, plain_number, plain_size, rows_of, sides as two_sides, words_of,
};
use crate::error::{BoardFault, Error, ErrorKind, Fault, NextStep, Result};
use crate::rules::{Holds, PlaceRule, Space, is_letter};

use super::field::{Field, Value};
use super::graph_text::NamedGraph;

/// Places of a position.
const MOST_PLACES: usize = 1 << 14;
/// Elements of an order, all pairs of which are compared.
const MOST_ELEMENTS: usize = 512;
/// The largest number whose divisors are listed.
const LARGEST: i64 = 1_000_000_000_000;

/// Reads a position: its places, and what every coordinate is.
pub(super) fn read(rule: &PlaceRule, text: &str) -> Result<(Field, Box<[i64]>)> {
    let texts: Vec<&str> = match rule.coordinates.len() {
        1 => vec![text],
        _ => text.split(':').collect(),
    };
    if texts.len() != rule.coordinates.len() {
        let count = rule.coordinates.len();
        return Err(bad_position(BoardFault::WithoutCoordinates { text: text.into(), count })
            .hint(NextStep::write("path7:3")));
    }
    let (field, mut cells) = first(rule.space, &rule.coordinates[0].holds, texts[0].trim())?;
    let mut starts = vec![0];
    for (coordinate, text) in rule.coordinates.iter().zip(texts).skip(1) {
        starts.push(cells.len());
        let more = match &coordinate.holds {
            Holds::Place(within) => {
                let place = place(&field, text.trim())?;
                let member = |at: &usize| cells[starts[*at] + place] != 0;
                if !within.as_ref().is_none_or(member) {
                    return Err(bad_position(BoardFault::NotInSet { text: text.trim().into() }));
                }
                vec![place as i64]
            }
            holds => content(&field, holds, text.trim())?,
        };
        cells.extend(more);
    }
    Ok((field, cells.into()))
}

/// The first coordinate, which tells the places as well.
fn first(space: Space, holds: &Holds, text: &str) -> Result<(Field, Vec<i64>)> {
    match space {
        Space::Graph | Space::Edges | Space::Order => {
            let end = text.find(['{', '=']).unwrap_or(text.len());
            let field = match space {
                Space::Order => order(text[..end].trim())?,
                _ => graph(space, text[..end].trim())?,
            };
            let rest = text[end..].strip_prefix('=').unwrap_or(&text[end..]);
            let cells =
                if end == text.len() { usual(&field, holds, text)? } else { content(&field, holds, rest)? };
            Ok((field, cells))
        }
        Space::Numbers => Ok((Field::empty(space, 1, 0), members_of(text)?)),
        _ => {
            let field = sized(space, text).filter(|_| *holds != Holds::Numbers);
            if let Some((rows, columns)) = field {
                let cells = rows.checked_mul(columns).filter(|cells| *cells <= MOST_PLACES);
                let field = laid(space, rows, cells.map_or(usize::MAX, |_| columns))?;
                let cells = usual(&field, holds, text)?;
                return Ok((field, cells));
            }
            let rows = rows(space, holds, text)?;
            let field = laid(space, rows.len(), rows.first().map_or(0, Vec::len))?;
            Ok((field, rows.concat()))
        }
    }
}

/// The rows and columns of a board that is given by its size.
fn sized(space: Space, text: &str) -> Option<(usize, usize)> {
    match is_plane(space) {
        true => two_sides(text),
        false => plain_size(text).map(|cells| (1, cells)),
    }
}

fn is_plane(space: Space) -> bool {
    matches!(space, Space::Grid(_) | Space::Torus(_) | Space::Hex)
}

fn too_large() -> Error {
    Error::new(ErrorKind::Limit, BoardFault::TooManyPlaces { most: MOST_PLACES })
}

fn laid(space: Space, rows: usize, columns: usize) -> Result<Field> {
    match rows.checked_mul(columns) {
        Some(0) => Err(bad_position(BoardFault::NoPlace)),
        Some(cells) if cells <= MOST_PLACES && is_plane(space) => Ok(Field::plane(space, rows, columns)),
        Some(cells) if cells <= MOST_PLACES => Ok(Field::line(space, columns)),
        _ => Err(too_large()),
    }
}

/// What a coordinate is where only the places are told.
fn usual(field: &Field, holds: &Holds, text: &str) -> Result<Vec<i64>> {
    let cell = match holds {
        Holds::Letters(letters) => i64::from(u32::from(letters[0])),
        Holds::Numbers => {
            return Err(bad_position(BoardFault::NumbersUntold { text: text.into() })
                .hint(NextStep::write("path3=1,2,3")));
        }
        _ => 1,
    };
    Ok(vec![cell; field.members().len()])
}

/// What a coordinate is on places that are known.
fn content(field: &Field, holds: &Holds, text: &str) -> Result<Vec<i64>> {
    if matches!(field.space, Space::Graph | Space::Edges | Space::Order) {
        return match holds {
            Holds::Set => listed(field, text),
            _ => long_enough(row(holds, text)?, field, text),
        };
    }
    let rows = rows(field.space, holds, text)?;
    match rows.len() == field.rows {
        true => long_enough(rows.concat(), field, text),
        false => Err(bad_position(BoardFault::OtherSize { text: text.into() })),
    }
}

fn long_enough(cells: Vec<i64>, field: &Field, text: &str) -> Result<Vec<i64>> {
    match cells.len() == field.places.len() {
        true => Ok(cells),
        false => Err(bad_position(BoardFault::OtherCount {
            text: text.into(),
            given: cells.len(),
            wanted: field.places.len(),
        })),
    }
}

/// Rows of cells.
fn rows(space: Space, holds: &Holds, text: &str) -> Result<Vec<Vec<i64>>> {
    let texts = if is_plane(space) { rows_of(text)? } else { vec![text] };
    let rows: Vec<Vec<i64>> = texts.into_iter().map(|text| row(holds, text)).collect::<Result<_>>()?;
    let wide = rows.first().map_or(0, Vec::len);
    match rows.iter().position(|row| row.len() != wide) {
        Some(at) => Err(bad_position(BoardFault::RowOfOtherLength { row: at + 1, text: text.into() })),
        None => Ok(rows),
    }
}

/// The cells of one row.
fn row(holds: &Holds, text: &str) -> Result<Vec<i64>> {
    match holds {
        Holds::Numbers => numbers_of(text, "3,1,2")?
            .into_iter()
            .map(|n| {
                i64::try_from(n).map_err(|_| bad_position(Fault::NumberTooLarge { text: n.to_string() }))
            })
            .collect(),
        Holds::Letters(letters) => text
            .chars()
            .map(|c| match letters.contains(&c) && is_letter(c) {
                true => Ok(i64::from(u32::from(c))),
                false => Err(bad_position(BoardFault::NotOfRule { text: c.to_string() })),
            })
            .collect(),
        _ => {
            text.chars()
                .map(|c| match c {
                    'o' | 'O' => Ok(1),
                    '.' => Ok(0),
                    c => Err(bad_position(BoardFault::NeitherInNorOut { text: c.to_string() })
                        .hint(NextStep::InOrOut)),
                })
                .collect()
        }
    }
}

/// The members of a set of numbers, in order.
fn members_of(text: &str) -> Result<Vec<i64>> {
    let bare = text.strip_prefix('{').and_then(|text| text.strip_suffix('}')).unwrap_or(text);
    let mut members = row(&Holds::Numbers, bare)?;
    members.sort_unstable();
    members.dedup();
    if members.len() > MOST_PLACES { Err(too_large()) } else { Ok(members) }
}

/// A set as a list of its members in braces.
fn listed(field: &Field, text: &str) -> Result<Vec<i64>> {
    let Some(inside) = text.strip_prefix('{').and_then(|text| text.strip_suffix('}')) else {
        return Err(bad_position(BoardFault::NotASet { text: text.into() }).hint(NextStep::write("{0,1,4}")));
    };
    let mut cells = vec![0; field.members().len()];
    for word in words_of(inside)? {
        let number = |text: &str| plain_number::<i64>(text).map(|n| [n, 0]);
        let member = match field.space {
            Space::Edges => {
                word.split_once('-').and_then(|(u, v)| field.member(field.edge(number(u)?, number(v)?)?))
            }
            _ => number(word).and_then(|value| field.member(value)),
        };
        cells[member.ok_or_else(|| {
            bad_position(BoardFault::NotThere { text: word.into(), name: field.name.clone() })
        })?] = 1;
    }
    Ok(cells)
}

/// The number of a place.
fn place(field: &Field, text: &str) -> Result<usize> {
    let value = match (&numbers_of(text, "3")?[..], is_plane(field.space)) {
        ([n], false) => i64::try_from(*n).ok().map(|n| [n, 0]),
        ([r, c], true) => i64::try_from(*r).ok().zip(i64::try_from(*c).ok()).map(|(r, c)| [r, c]),
        _ => None,
    };
    let at = value.and_then(|value| field.index(value));
    at.ok_or_else(|| bad_position(BoardFault::NotAPlace { text: text.into() }))
}

fn graph(space: Space, name: &str) -> Result<Field> {
    let graph = NamedGraph::read(name)?;
    if space == Space::Edges {
        let mut edges: Vec<(usize, usize)> = Vec::new();
        for word in words_of(name)? {
            let ends = word.split_once('-').and_then(|(u, v)| Some((plain_size(u)?, plain_size(v)?)));
            let Some((u, v)) = ends else { continue };
            if edges.contains(&(u.min(v), u.max(v))) {
                return Err(bad_position(BoardFault::EdgeTwice { text: word.into() }));
            }
            edges.push((u.min(v), u.max(v)));
        }
    }
    let places = graph.vertices.iter().map(|v| [*v as i64, 0]).collect();
    let near = graph.near();
    Ok(Field::joined(space, graph.name, places, near))
}

/// A partial order: the divisors of a number, or pairs of a smaller and a larger element with all that follows.
fn order(name: &str) -> Result<Field> {
    let of = name.strip_prefix("divisors(").and_then(|rest| rest.strip_suffix(')'));
    if let Some(of) = of.and_then(|of| plain_number::<i64>(of.trim())) {
        if !(1..=LARGEST).contains(&of) {
            return Err(bad_position(BoardFault::DivisorsNotListed { number: of })
                .hint(NextStep::Between { low: 1, high: LARGEST }));
        }
        let small: Vec<i64> = (1..).take_while(|d| d * d <= of).filter(|d| of % d == 0).collect();
        let mut all: Vec<i64> = small.iter().map(|d| of / d).chain(small.iter().copied()).collect();
        all.sort_unstable();
        all.dedup();
        if all.len() > MOST_ELEMENTS {
            return Err(too_many_elements());
        }
        let multiples = |d: &i64| (0..all.len()).filter(|at| all[*at] % d == 0).collect();
        let joined = all.iter().map(multiples).collect();
        let places = all.iter().map(|d| [*d, 0]).collect();
        return Ok(Field::joined(Space::Order, format!("divisors({of})"), places, joined));
    }
    let mut pairs: Vec<(i64, i64)> = Vec::new();
    for word in words_of(name)? {
        let pair = word.split_once('-').and_then(|(u, v)| Some((plain_number(u)?, plain_number(v)?)));
        pairs.push(
            pair.ok_or_else(|| bad_position(BoardFault::NotAPair { text: word.into() }).hint(order_texts()))?,
        );
    }
    of_pairs(words_of(name)?.join(","), &pairs)
}

/// How an order may be written.
fn order_texts() -> NextStep {
    NextStep::either("divisors(720)", "0-1,1-2")
}

fn too_many_elements() -> Error {
    Error::new(ErrorKind::Limit, BoardFault::TooManyElements { most: MOST_ELEMENTS })
}

fn of_pairs(name: String, pairs: &[(i64, i64)]) -> Result<Field> {
    let mut places: Vec<Value> = pairs.iter().flat_map(|(u, v)| [[*u, 0], [*v, 0]]).collect();
    places.sort_unstable();
    places.dedup();
    if places.is_empty() {
        return Err(bad_position(BoardFault::NoElement).hint(order_texts()));
    }
    if places.len() > MOST_ELEMENTS {
        return Err(too_many_elements());
    }
    let at = |value: i64| places.partition_point(|place| place[0] < value);
    let mut larger = vec![Vec::new(); places.len()];
    pairs.iter().for_each(|(u, v)| larger[at(*u)].push(at(*v)));
    let above = |from: usize| {
        let (mut reached, mut fresh) = (vec![false; places.len()], larger[from].clone());
        while let Some(next) = fresh.pop() {
            if !std::mem::replace(&mut reached[next], true) {
                fresh.extend(&larger[next]);
            }
        }
        reached
    };
    let mut joined = Vec::new();
    for from in 0..places.len() {
        let mut reached = above(from);
        if std::mem::replace(&mut reached[from], true) {
            return Err(bad_position(BoardFault::AboveItself { number: places[from][0] }));
        }
        joined.push((0..places.len()).filter(|at| reached[*at]).collect());
    }
    Ok(Field::joined(Space::Order, name, places, joined))
}

/// A small position.
pub(super) fn example(rule: &PlaceRule) -> String {
    let numbers = rule.coordinates[0].holds == Holds::Numbers;
    let first_text = match rule.space {
        Space::Strip | Space::Ring | Space::Bag if numbers => "3,1,2",
        Space::Strip | Space::Ring | Space::Bag => "7",
        Space::Grid(_) | Space::Torus(_) | Space::Hex if numbers => "0,1/2,1",
        Space::Grid(_) | Space::Torus(_) | Space::Hex => "3x4",
        Space::Graph if numbers => "path3=1,2,3",
        Space::Graph => "path7",
        Space::Edges => "0-1,1-2,1-3",
        Space::Order => "divisors(12)",
        Space::Numbers => "{0,3,5}",
    };
    let mut text = first_text.to_string();
    let Ok((field, _)) = first(rule.space, &rule.coordinates[0].holds, first_text) else { return text };
    for coordinate in rule.coordinates.iter().skip(1) {
        let holds = &coordinate.holds;
        let more = match holds {
            Holds::Place(_) => shown_place(&field, 0),
            Holds::Letters(letters) => {
                shown(&field, holds, &vec![i64::from(u32::from(letters[0])); field.places.len()], false)
            }
            _ => shown(&field, holds, &vec![1; field.members().len()], false),
        };
        text = format!("{text}:{more}");
    }
    text
}

/// A position as it is read.
pub(super) fn show(rule: &PlaceRule, field: &Field, starts: &[usize], cells: &[i64]) -> String {
    let mut texts = Vec::new();
    for (at, coordinate) in rule.coordinates.iter().enumerate() {
        let end = starts.get(at + 1).copied().unwrap_or(cells.len());
        let cells = &cells[starts[at]..end];
        texts.push(match coordinate.holds {
            Holds::Place(_) => shown_place(field, cells[0]),
            _ => shown(field, &coordinate.holds, cells, at == 0),
        });
    }
    texts.join(":")
}

/// A member of a set, or a place, as it is read.
pub(super) fn shown_member(field: &Field, value: Value) -> String {
    match field.ends(value).filter(|_| field.space == Space::Edges) {
        Some([u, v]) => format!("{}-{}", u[0], v[0]),
        None if is_plane(field.space) => format!("({},{})", value[0], value[1]),
        None => value[0].to_string(),
    }
}

fn shown_place(field: &Field, at: i64) -> String {
    let place = usize::try_from(at).ok().and_then(|at| field.places.get(at));
    match (place, is_plane(field.space)) {
        (Some([r, c]), true) => format!("{r},{c}"),
        (Some([n, _]), false) => n.to_string(),
        (None, _) => String::new(),
    }
}

fn shown(field: &Field, holds: &Holds, cells: &[i64], first: bool) -> String {
    let list = |numbers: &[i64]| numbers.iter().map(i64::to_string).collect::<Vec<_>>().join(",");
    let row = |cells: &[i64]| match holds {
        Holds::Numbers => list(cells),
        Holds::Letters(_) => cells.iter().filter_map(|c| char::from_u32(*c as u32)).collect(),
        _ => cells.iter().map(|cell| if *cell != 0 { 'o' } else { '.' }).collect(),
    };
    let name = if first { field.name.as_str() } else { "" };
    match (field.space, holds) {
        (Space::Numbers, _) => format!("{{{}}}", list(cells)),
        (Space::Graph | Space::Edges | Space::Order, Holds::Set) => {
            if first && cells.iter().all(|cell| *cell != 0) {
                return name.to_string();
            }
            let members = field.members().iter().zip(cells).filter(|(_, cell)| **cell != 0);
            let text = |(value, _): (&Value, &i64)| match field.ends(*value) {
                Some([u, v]) if field.space == Space::Edges => format!("{}-{}", u[0], v[0]),
                _ => value[0].to_string(),
            };
            format!("{name}{{{}}}", members.map(text).collect::<Vec<_>>().join(","))
        }
        (Space::Graph, _) if first => format!("{name}={}", row(cells)),
        (Space::Graph, _) => row(cells),
        _ => cells.chunks(field.columns.max(1)).map(row).collect::<Vec<_>>().join("/"),
    }
}
