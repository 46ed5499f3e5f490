//! The moves of a rule as relations between a position and the parts that it leads to.
//!
//! A coordinate that a move leaves as it is has one track for both positions. Other tracks that an equation determines, such as
//! the amount taken, are eliminated before automata are made, since every track multiplies the letters.

use crate::automata::{Automaton, Comparison, Numeration, linear, residue};
use crate::error::{Error, ErrorKind, Result};
use crate::outcome::Play;
use crate::proofs::linear::Linear;
use crate::report::sentence::Unproved;
use crate::rules::{Form, Kind};
use crate::work::Work;

use super::translation::{Case, Fact};

/// How many cases of all kinds of move are followed.
const MOST: usize = 1 << 10;

/// Facts about a position and the parts that it may become.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    facts: Vec<Fact>,
    /// The tracks of the coordinates of each part.
    parts: Vec<Vec<usize>>,
    /// Which kind of move it is.
    kind: usize,
}

/// A rule in linear facts.
#[derive(Clone, Debug)]
pub(super) struct Shapes {
    axes: usize,
    positions: Vec<Shape>,
    moves: Vec<Shape>,
    /// Who cannot move wins where one of these holds.
    won: Vec<Shape>,
}

impl Shapes {
    /// How many coordinates a position has.
    pub(super) fn axes(&self) -> usize {
        self.axes
    }

    /// What a rule says; `play` is whether who cannot move loses.
    pub(super) fn of(form: &Form, play: Play) -> Result<Shapes, Unproved> {
        if form.scores() {
            return Err(Unproved::Scores);
        }
        if form.moves_on() {
            return Err(Unproved::MovesOn);
        }
        // Where nothing is left there is no position of which the ending could speak.
        let vanishes =
            |kind: &Kind| kind.parts.is_empty() || kind.parts.iter().any(|part| part.count.is_some());
        if (play == Play::Misere || form.ending.win_if.is_some()) && form.kinds.iter().any(vanishes) {
            return Err(Unproved::NothingLeft);
        }
        let axes = form.axes.len();
        let positions = Case::positions(form)?;
        let shape = |case: Case| Shape::new(axes, case, Vec::new(), 0);
        let won = match (&form.ending.win_if, play) {
            (Some(condition), _) => {
                let cases = positions.iter().map(|case| case.clone().assume(condition, true));
                cases.collect::<Result<Vec<_>, _>>()?.concat()
            }
            (None, Play::Misere) => positions.clone(),
            (None, Play::Normal) => Vec::new(),
        };
        let mut moves = Vec::new();
        if positions.len() * form.kinds.len() > MOST {
            return Err(Unproved::TooManyCases);
        }
        for (index, kind) in form.kinds.iter().enumerate() {
            for case in &positions {
                let found = case.clone().moves(form, kind)?.into_iter();
                moves.extend(found.filter_map(|(case, parts)| Shape::new(axes, case, parts, index)));
                if moves.len() > MOST {
                    return Err(Unproved::TooManyCases);
                }
            }
        }
        Ok(Shapes {
            axes,
            positions: positions.into_iter().filter_map(shape).collect(),
            moves,
            won: won.into_iter().filter_map(shape).collect(),
        })
    }

    /// Whether some move leaves several parts, or none while that decides nothing.
    pub(super) fn splits(&self) -> bool {
        self.moves.iter().any(|shape| shape.parts.len() > 1)
    }
}

impl Shape {
    /// The facts with as few tracks as may be; none if they contradict each other.
    fn new(axes: usize, case: Case, parts: Vec<Vec<Linear>>, kind: usize) -> Option<Shape> {
        let (mut facts, mut free) = (case.facts, case.free);
        let mut track = |coordinate: &Linear| match coordinate.as_variable() {
            Some(track) => track,
            None => {
                free += 1;
                let gap = Linear::variable(free - 1).minus(coordinate);
                facts.push(Fact::Compares(gap, Comparison::Zero));
                free - 1
            }
        };
        let parts: Vec<Vec<usize>> =
            parts.iter().map(|place| place.iter().map(&mut track).collect()).collect();
        let wanted = |track: usize| track < axes || parts.iter().any(|place| place.contains(&track));
        while let Some((at, track)) = determined(&facts, wanted) {
            let Fact::Compares(equation, _) = facts.remove(at) else { break };
            let value = solved(&equation, track);
            let put = |sum: &Linear| {
                sum.substitute(|v| if v == track { value.clone() } else { Linear::variable(v) })
            };
            for fact in &mut facts {
                match fact {
                    Fact::Compares(sum, _) | Fact::Leaves(sum, ..) => *sum = put(sum),
                }
            }
            facts.push(Fact::Compares(value, Comparison::AtLeastZero));
        }
        Some(Shape { facts: kept(facts)?, parts, kind })
    }

    /// The tracks of a position and of the parts.
    fn tracks(&self, axes: usize) -> Vec<usize> {
        let mut tracks: Vec<usize> = (0..axes).chain(self.parts.concat()).collect();
        tracks.sort_unstable();
        tracks.dedup();
        tracks
    }

    fn relation(&self, axes: usize, system: Numeration, work: &Work<'_>) -> Result<Automaton> {
        let tracks = self.tracks(axes);
        let mut facts =
            self.facts.iter().map(|fact| fact.relation(system, work)).collect::<Result<Vec<_>>>()?;
        facts.sort_by_key(|fact| (fact.tracks().len(), fact.states()));
        let all = Automaton::valid(system, &tracks, work)?;
        let both = facts.iter().try_fold(all, |all, fact| all.and(fact, work))?;
        both.projected(&tracks, work)
    }
}

/// An equation with a track that nobody wants and that it determines.
fn determined(facts: &[Fact], wanted: impl Fn(usize) -> bool) -> Option<(usize, usize)> {
    facts.iter().enumerate().find_map(|(at, fact)| match fact {
        Fact::Compares(sum, Comparison::Zero) => {
            let track = sum.variables().find(|v| !wanted(*v) && sum.coefficient(*v).abs() == 1);
            track.map(|track| (at, track))
        }
        _ => None,
    })
}

/// What an equation `sum = 0` says that a variable with the coefficient 1 or -1 is.
fn solved(sum: &Linear, variable: usize) -> Linear {
    let sign = sum.coefficient(variable);
    Linear::variable(variable).minus(&sum.times(sign))
}

/// The facts that say something, each once; none if one is never true.
fn kept(facts: Vec<Fact>) -> Option<Vec<Fact>> {
    let mut kept: Vec<Fact> = Vec::new();
    for fact in facts {
        let plain = match &fact {
            Fact::Compares(sum, Comparison::AtLeastZero) if sum.never_negative() => Some(true),
            Fact::Compares(sum, comparison) => sum.as_constant().map(|value| match comparison {
                Comparison::Zero => value == 0,
                Comparison::NotZero => value != 0,
                Comparison::AtLeastZero => value >= 0,
            }),
            Fact::Leaves(sum, modulus, rests) => {
                sum.as_constant().map(|value| rests.contains(&value.rem_euclid(*modulus)))
            }
        };
        match plain {
            Some(false) => return None,
            None if !kept.contains(&fact) => kept.push(fact),
            _ => {}
        }
    }
    Some(kept)
}

impl Fact {
    fn relation(&self, system: Numeration, work: &Work<'_>) -> Result<Automaton> {
        let (Fact::Compares(sum, _) | Fact::Leaves(sum, ..)) = self;
        let too_large =
            || Error::new(ErrorKind::Limit, "a number in the rules is too large for an automaton");
        let small =
            |value: i128| i64::try_from(value).ok().filter(|v| v.abs() < 1 << 40).ok_or_else(too_large);
        let terms =
            sum.variables().map(|v| Ok((v, small(sum.coefficient(v))?))).collect::<Result<Vec<_>>>()?;
        let constant = small(sum.constant_part())?;
        match self {
            Fact::Compares(_, comparison) => linear(system, &terms, constant, *comparison, work),
            Fact::Leaves(_, modulus, rests) => residue(system, &terms, constant, *modulus, rests, work),
        }
    }
}

/// One kind of move as an automaton.
#[derive(Clone, Debug)]
pub(super) struct Moves {
    /// Between the tracks of a position and those of the parts.
    pub relation: Automaton,
    /// The tracks of the coordinates of each part.
    pub parts: Vec<Vec<usize>>,
    /// Which kind of move it is.
    pub kind: usize,
}

/// A rule as automata of one numeration system.
#[derive(Clone, Debug)]
pub(super) struct Game {
    pub system: Numeration,
    /// The tracks of a position: one for each coordinate.
    pub tracks: Vec<usize>,
    pub positions: Automaton,
    pub moves: Vec<Moves>,
    /// Where nobody can move and who should move wins.
    pub won: Automaton,
}

impl Game {
    pub(super) fn build(shapes: &Shapes, system: Numeration, work: &Work<'_>) -> Result<Game> {
        let tracks: Vec<usize> = (0..shapes.axes).collect();
        let nothing = Automaton::valid(system, &tracks, work)?;
        let nothing = nothing.minus(&nothing, work)?;
        let union = |shapes: &[Shape]| {
            shapes.iter().try_fold(nothing.clone(), |all, shape| {
                all.or(&shape.relation(tracks.len(), system, work)?.projected(&tracks, work)?, work)
            })
        };
        let mut moves = Vec::new();
        for shape in &shapes.moves {
            let relation = shape.relation(tracks.len(), system, work)?;
            if !relation.is_empty() {
                moves.push(Moves { relation, parts: shape.parts.clone(), kind: shape.kind });
            }
        }
        let movable = moves
            .iter()
            .try_fold(nothing.clone(), |all, kind| all.or(&kind.relation.projected(&tracks, work)?, work))?;
        let won = union(&shapes.won)?.minus(&movable, work)?;
        Ok(Game { system, positions: union(&shapes.positions)?, tracks, moves, won })
    }
}
