//! Green Hackenbush: an edge is cut, and what no longer hangs together with the ground is gone. Values are told by the colon
//! and the fusion principle (`hackenbush` has the theorem).

use crate::error::Result;
use crate::game::Readable;
use crate::rules::{Becomes, Binder, Holds, PlaceQualifier, PlaceRule, SetTerm, Space, ValueTerm};

use super::hackenbush::Hackenbush;
use crate::places::field::Field;

/// Whether a rule cuts an edge of what stands on the ground, which is vertex 0.
pub(super) fn recognise(rule: &PlaceRule) -> bool {
    let set = rule.coordinates.len() == 1 && rule.coordinates[0].holds == Holds::Set;
    let [kind] = &rule.kinds[..] else { return false };
    let [PlaceQualifier::For(Binder::One(edge), SetTerm::Coordinate(0))] = &kind.qualifiers[..] else {
        return false;
    };
    let cut = SetTerm::Members(vec![ValueTerm::Variable(*edge)]);
    let rest = SetTerm::Minus(Box::new(SetTerm::Coordinate(0)), Box::new(cut));
    let standing = SetTerm::Part(Box::new(rest), Box::new(ValueTerm::Constant([0, 0])));
    set && rule.space == Space::Edges && kind.option == [Becomes::Set(standing)]
}

/// Reads a picture: edges `0-1,1-2`, of which there may be several alike, and loops. None if it is written otherwise.
pub(in crate::places) fn read(text: &str) -> Result<Option<Vec<(u32, u32)>>> {
    let edges = !text.contains('{') && text.trim().starts_with(|c: char| c.is_ascii_digit());
    match edges || text.trim().is_empty() {
        true => Hackenbush::open(text).map(|(_, edges)| Some(edges)),
        false => Ok(None),
    }
}

/// The edges of a set that hang together with the ground, if all do.
pub(in crate::places) fn edges_of(field: &Field, cells: &[i64]) -> Option<Vec<(u32, u32)>> {
    let kept = field.edges.iter().zip(cells).filter(|(_, cell)| **cell != 0);
    let ends = kept.map(|(edge, _)| {
        let [one, other] = field.ends(*edge)?;
        let (u, v) = (u32::try_from(one[0]).ok()?, u32::try_from(other[0]).ok()?);
        Some((u.min(v), u.max(v)))
    });
    let mut edges: Vec<(u32, u32)> = ends.collect::<Option<_>>()?;
    edges.sort_unstable();
    let text: Vec<String> = edges.iter().map(|(u, v)| format!("{u}-{v}")).collect();
    Hackenbush::open(&text.join(",")).ok().map(|(_, edges)| edges)
}
