//! The values of all positions, as an automaton that reads a position together with its value: learnt from the first
//! values, proved by `values`, and asked for the value of any position and for the options that have a value.
//!
//! Sums of nim-heaps, differences, minima, doubles, digit sums modulo a number and what is made of them are such relations in base
//! 2: the value of a rook is the nim-sum of its coordinates, one state; that of a bishop their minimum.

use hashbrown::HashMap;

use crate::automata::{Automaton, Completions, Numeration, completions, nim_sum};
use crate::error::{Error, ErrorKind, Result};
use crate::heap::Period;
use crate::meter::Meter;
use crate::nimber::{MexSet, Nimber};
use crate::outcome::Play;
use crate::proofs::potential::descent;
use crate::report::sentence::{Everywhere, Unproved};
use crate::rules::{Evaluator, Rules};
use crate::work::Work;

use super::certificate::{Certificate, Kind};
use super::learning::Teacher;
use super::moves::{Game, Moves, Shapes};
use super::outcomes::{Attempt, Subject, attempt, numbers_of};
use super::table::{CHOICES, ENTRY, STEPS};
use super::{Effort, LONGER, limit, values};

/// The states that a proof of values may take.
const VALUE_STATES: u64 = 1 << 20;

const SYSTEM: Numeration = Numeration::base(2);

/// Why values are not proved, and the smallest position that refutes them, where one does.
pub(crate) type Refuted = (Unproved, Option<Vec<u64>>);

/// The values of all positions, proved.
#[derive(Clone, Debug)]
pub(crate) struct ProvedValues {
    rules: Rules,
    game: Game,
    values: Automaton,
}

/// An option with a wanted value.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct ValuedOption {
    /// The parts that are left.
    pub parts: Vec<Vec<i64>>,
    /// The kind of move that leads there.
    pub kind: usize,
}

/// What a rule says, if values can be proved of it.
fn shapes(rules: &Rules, work: &Work<'_>) -> Result<Result<Shapes, Unproved>> {
    let form = rules.form();
    if !form.is_normal() {
        return Ok(Err(Unproved::NoValues));
    }
    let shapes = Shapes::of(form, Play::Normal);
    if shapes.is_ok() && descent(form, work).is_err() {
        work.step("proofs", 0, None)?;
        return Ok(Err(Unproved::NothingFalls));
    }
    Ok(shapes)
}

impl ProvedValues {
    /// Whether the values of all heaps go on as a period says, of which the first ones are given; otherwise why that is not proved,
    /// and the smallest heap that refutes it.
    pub(crate) fn periodic(
        rules: &Rules,
        period: Period,
        value: impl Fn(u64) -> u64,
        work: &Work<'_>,
    ) -> Result<Result<ProvedValues, Refuted>> {
        let shapes = match shapes(rules, work)? {
            Ok(shapes) if rules.form().is_heap() => shapes,
            Ok(_) => return Ok(Err((Unproved::NoValues, None))),
            Err(why) => return Ok(Err((why, None))),
        };
        let limited = &work.with_positions(VALUE_STATES);
        let proved = values::rising(period, value, limited).and_then(|values| {
            let game = Game::build(&shapes, SYSTEM, limited)?;
            Ok((values::refutation(&game, &values, limited)?, values, game))
        });
        match proved {
            Ok((None, values, game)) => Ok(Ok(ProvedValues { rules: rules.clone(), game, values })),
            Ok((witness, ..)) => Ok(Err((Unproved::NoValues, witness))),
            Err(e) if e.kind() == ErrorKind::Limit => Ok(Err((limit(&e), None))),
            Err(e) => Err(e),
        }
    }

    /// Learns and proves the values of all positions. Fails only where the work is told to stop.
    pub(crate) fn learn(
        rules: &Rules,
        efforts: &[Effort],
        work: &Work<'_>,
    ) -> Result<Result<ProvedValues, Refuted>> {
        let shapes = match shapes(rules, work)? {
            Ok(shapes) => shapes,
            Err(why) => return Ok(Err((why, None))),
        };
        let mut table = ValueTable::new(rules, work);
        let (mut why, mut witness) = (Unproved::NoPattern { states: 0 }, None);
        for effort in efforts {
            table.allow(effort.table);
            let limited = effort.limited(work);
            let tried = Game::build(&shapes, SYSTEM, &limited).and_then(|game| {
                let mut subject = Valued { table: &mut table, game: &game };
                let tracks = game.tracks.len() + 1;
                Ok((attempt(SYSTEM, tracks, &mut subject, effort.learnt, &limited)?, game))
            });
            match tried {
                Ok((Attempt::Proved(values), game)) => {
                    return Ok(Ok(ProvedValues { rules: rules.clone(), game, values }));
                }
                Ok((Attempt::Refuted { states, witness: by }, _)) => {
                    (why, witness) = (Unproved::NoPattern { states }, by);
                }
                Ok((Attempt::TooManyStates, _)) => why = Unproved::NoPattern { states: effort.learnt },
                Ok((Attempt::OutOfReach, _)) => why = Unproved::TableTooSmall { positions: effort.table },
                Err(e) if matches!(e.kind(), ErrorKind::Limit | ErrorKind::Evaluation) => why = limit(&e),
                Err(e) => return Err(e),
            }
        }
        Ok(Err((why, witness)))
    }

    /// The value of a position.
    pub(crate) fn value(&self, place: &[i64], work: &Work<'_>) -> Result<Nimber> {
        let given: Vec<(usize, u64)> = place.iter().map(|n| *n as u64).enumerate().collect();
        let found = completions(&self.values, &given, LONGER, 1, work)?.found;
        let value = found.first().and_then(|numbers| numbers.last());
        value.map(|value| Nimber(*value)).ok_or_else(|| {
            Error::new(ErrorKind::Limit, "the value of a position has many more digits than its coordinates")
        })
    }

    /// The options with a value, at most so many, and whether these are all; nothing where copies cancel, since these do
    /// not show, or where the relation is too large.
    pub(crate) fn options(
        &self,
        place: &[i64],
        wanted: Nimber,
        most: usize,
        work: &Work<'_>,
    ) -> Result<Option<(Vec<ValuedOption>, bool)>> {
        let counted = |kind: &crate::rules::Kind| kind.parts.iter().any(|part| part.count.is_some());
        if self.rules.form().kinds.iter().any(counted) {
            return Ok(None);
        }
        let (mut all, mut complete) = (Vec::new(), true);
        for moves in &self.game.moves {
            let relation = match self.valued(moves, &work.with_positions(VALUE_STATES >> 4)) {
                Err(e) if e.kind() == ErrorKind::Limit => return Ok(None),
                relation => relation?,
            };
            let sum = relation.tracks().last().copied().unwrap_or(0);
            let given = place.iter().map(|n| *n as u64).enumerate().chain([(sum, wanted.0)]);
            let Completions { found, complete: here } =
                completions(&relation, &given.collect::<Vec<_>>(), LONGER, most, work)?;
            complete &= here;
            let on = |track: &usize| relation.tracks().binary_search(track).unwrap_or(0);
            let part = |numbers: &Vec<u64>, tracks: &Vec<usize>| {
                tracks.iter().map(|track| i64::try_from(numbers[on(track)]).ok()).collect::<Option<Vec<_>>>()
            };
            let option = |numbers: &Vec<u64>| {
                let parts =
                    moves.parts.iter().map(|tracks| part(numbers, tracks)).collect::<Option<Vec<_>>>()?;
                Some(ValuedOption { parts, kind: moves.kind })
            };
            all.extend(found.iter().filter_map(option));
        }
        all.sort_unstable();
        all.dedup();
        complete &= all.len() <= most;
        all.truncate(most);
        Ok(Some((all, complete)))
    }

    /// A kind of move together with the nim-sum of the values of its parts, which is on the last track.
    fn valued(&self, moves: &Moves, work: &Work<'_>) -> Result<Automaton> {
        let free = moves.relation.tracks().last().map_or(0, |last| last + 1);
        let mut relation = moves.relation.clone();
        for (index, part) in moves.parts.iter().enumerate() {
            let own: Vec<usize> = part.iter().copied().chain([free + index]).collect();
            relation = relation.and(&self.values.renamed(&own, work)?, work)?;
        }
        let sums: Vec<usize> = (free..=free + moves.parts.len()).collect();
        relation.and(&nim_sum(&sums, work)?, work)
    }

    /// What the values are, in words.
    pub(crate) fn words(&self, work: &Work<'_>) -> Result<Everywhere> {
        let axes = &self.rules.form().axes;
        let coordinates = axes.iter().map(|axis| axis.name.clone()).collect::<Vec<_>>().join(", ");
        let all: Vec<usize> = (0..=axes.len()).collect();
        let sum = nim_sum(&all, work)?.and(&self.game.positions, work)?;
        Ok(match axes.len() > 1 && sum == self.values {
            true => Everywhere::ValueNimSum { coordinates },
            false => Everywhere::ValuesAccepted { states: self.states(), coordinates },
        })
    }

    /// How many states the automaton of positions and values has.
    pub(crate) fn states(&self) -> usize {
        self.values.states()
    }

    /// The proof, for the independent checker.
    pub(crate) fn certificate(&self) -> Certificate {
        Certificate::new(&self.rules, Play::Normal, Kind::Values, &self.values)
    }
}

/// The values of positions that were asked for, by the definition, and of those that they depend on.
struct ValueTable<'w> {
    evaluator: Evaluator,
    values: HashMap<Vec<i64>, u64>,
    most: u64,
    most_choices: u64,
    choices: u64,
    meter: Meter<'w>,
    work: &'w Work<'w>,
}

impl<'w> ValueTable<'w> {
    fn new(rules: &Rules, work: &'w Work<'w>) -> ValueTable<'w> {
        let evaluator = Evaluator::new(rules.form().clone(), STEPS);
        let (values, meter) = (HashMap::new(), Meter::new("positions", work));
        ValueTable { evaluator, values, most: 0, most_choices: 0, choices: 0, meter, work }
    }

    /// So many more positions may be computed from now on.
    fn allow(&mut self, more: u64) {
        self.most = self.values.len() as u64 + more;
        self.most_choices = self.choices + more * CHOICES;
    }

    /// The value of a position; nothing if that takes too large a table.
    fn value(&mut self, place: &[i64]) -> Result<Option<u64>> {
        let mut open = vec![place.to_vec()];
        while let Some(top) = open.last() {
            if self.values.contains_key(top) {
                open.pop();
                continue;
            }
            if (self.values.len() + open.len()) as u64 > self.most || self.choices > self.most_choices {
                return Ok(None);
            }
            let (unknown, value) = self.look(&top.clone())?;
            self.choices += self.evaluator.choices();
            if unknown.is_empty() {
                let place = open.pop().expect("it is the last");
                self.meter.add(8 * place.len() as u64 + ENTRY)?;
                self.values.insert(place, value);
            } else {
                open.extend(unknown);
            }
        }
        Ok(self.values.get(place).copied())
    }

    /// The parts of options whose values are not known; if there are none, the value.
    fn look(&mut self, place: &[i64]) -> Result<(Vec<Vec<i64>>, u64)> {
        let (mut unknown, mut reached) = (Vec::new(), MexSet::default());
        let (values, axes) = (&self.values, place.len());
        self.evaluator.options(place, self.work, &mut |option| {
            let parts = option.places.chunks_exact(axes).zip(option.counts);
            let mut sum = Some(0);
            // An even number of copies cancels.
            for (part, _) in parts.filter(|(_, count)| *count % 2 == 1) {
                match values.get(part) {
                    Some(value) => sum = sum.map(|sum| sum ^ value),
                    None => {
                        unknown.push(part.to_vec());
                        sum = None;
                    }
                }
            }
            sum.into_iter().for_each(|sum| reached.insert(Nimber(sum)));
            Ok(())
        })?;
        Ok((unknown, reached.mex().0))
    }

    /// The parts that one move leads to.
    fn parts(&mut self, place: &[i64]) -> Result<Vec<Vec<i64>>> {
        let mut parts = Vec::new();
        self.evaluator.options(place, self.work, &mut |option| {
            parts.extend(option.places.chunks_exact(place.len()).map(<[i64]>::to_vec));
            Ok(())
        })?;
        parts.sort_unstable();
        parts.dedup();
        Ok(parts)
    }
}

/// Reads words as positions with a number behind them, which is their value or is not.
struct Valued<'a, 'w> {
    table: &'a mut ValueTable<'w>,
    game: &'a Game,
}

impl Teacher for Valued<'_, '_> {
    fn accepts(&mut self, word: &[usize]) -> Result<Option<bool>> {
        let Some(numbers) = numbers_of(SYSTEM, self.game.tracks.len() + 1, word) else {
            return Ok(Some(false));
        };
        let (place, value) = numbers.split_at(self.game.tracks.len());
        if !self.table.evaluator.is_legal(place)? {
            return Ok(Some(false));
        }
        Ok(self.table.value(place)?.map(|is| is == value[0] as u64))
    }
}

impl Subject for Valued<'_, '_> {
    fn refutation(&self, set: &Automaton, work: &Work<'_>) -> Result<Option<Vec<u64>>> {
        values::refutation(self.game, set, work)
    }

    fn wrong(&mut self, set: &Automaton, witness: &[u64], work: &Work<'_>) -> Result<Option<Vec<u64>>> {
        let here: Vec<i64> = witness.iter().map(|n| i64::try_from(*n).unwrap_or(i64::MAX)).collect();
        let mut places = vec![here.clone()];
        if self.table.evaluator.is_legal(&here)? {
            places.extend(self.table.parts(&here)?);
        }
        for place in places {
            let value = match self.table.evaluator.is_legal(&place)? {
                true => match self.table.value(&place)? {
                    None => return Ok(None),
                    value => value,
                },
                false => None,
            };
            let numbers: Vec<u64> = place.iter().map(|n| *n as u64).collect();
            if let Some(value) = value
                && let right = [&numbers[..], &[value]].concat()
                && !set.accepts(&right)
            {
                return Ok(Some(right));
            }
            // Some other number is told.
            let given: Vec<(usize, u64)> = numbers.into_iter().enumerate().collect();
            let told = completions(set, &given, LONGER, 2, work)?.found;
            let other = told.into_iter().find(|numbers| numbers.last().copied() != value);
            if other.is_some() {
                return Ok(other);
            }
        }
        Ok(None)
    }
}

/// The values of all positions with coordinates below a side, and of those that they lead to, by the definition.
#[cfg(test)]
pub(crate) fn plain_values(rules: &Rules, side: i64) -> HashMap<Vec<i64>, u64> {
    let work = Work::unwatched();
    let mut table = ValueTable::new(rules, &work);
    table.allow(1 << 24);
    let axes = rules.form().axes.len() as u32;
    for code in 0..side.pow(axes) {
        let place: Vec<i64> = (0..axes).map(|axis| code / side.pow(axis) % side).collect();
        if table.evaluator.is_legal(&place).unwrap() {
            table.value(&place).unwrap().expect("the table is large enough");
        }
    }
    table.values
}
