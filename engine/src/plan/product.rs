//! Products of two games: the nim-product of their values (the Tartan theorem; *Winning Ways* ch. 14, Conway 1976).
//!
//! **Theorem.** Let every position that can come up from x in A, and from y in B, have a value, a(x) and b(y). Then the value of (x,y) in the
//! product is the nim-product a(x)·b(y). **Proof.** By induction. A move of A at x leaves parts of values that sum up to some a, and one of B
//! at y parts that sum up to some b. What the product leaves of both is, nim-products being distributive, worth a(x)·b + a·b(y) + a·b. That is
//! a(x)·b(y) + (a(x) + a)·(b(y) + b), and since a ≠ a(x), b ≠ b(y) and nimbers form a field it is not a(x)·b(y). Among the a are all numbers
//! below a(x) and among the b all below b(y), and by Conway's definition the nim-product is the least number that is not of this form for
//! such a and b: so every smaller number is the value of an option. ∎
//!
//! A winning move is one with (a(x) + a)·(b(y) + b) = a(x)·b(y) + w, so to every move of A there is one b, by division; moves of B are looked
//! up by what they leave.

use hashbrown::{HashMap, HashSet};
use std::ops::ControlFlow;
use std::sync::Arc;

use crate::engine::{Engine, KnownOption, KnownOptions};
use crate::error::{ErrorKind, Result};
use crate::nim_field::{inverse, product};
use crate::nimber::Nimber;
use crate::position::Component;
use crate::report::sentence::{EngineName, Fit, Reach};
use crate::rules::{Evaluator, Factors, Rules};
use crate::work::Work;

use super::{RECOGNISERS, Recognised, proved_values, recognise as ask};

/// So many moves of either game are looked at where a winning one is sought,
const LOOKED: usize = 1 << 11;
/// until so many are found,
const LISTED: usize = 64;
/// or so many where there are no other moves.
const MOST_LISTED: usize = 1 << 12;
/// A move that leaves more parts is not written out.
const MOST_PARTS: u64 = 1 << 10;
/// A table of more positions is made only where no proof about all positions spares it.
const HUGE: u64 = 1 << 20;

/// The engine of rules that were asked for as a product.
pub(super) fn recognise(rules: &Rules) -> Option<Recognised> {
    let factors = rules.factors.clone().filter(|_| !cfg!(feature = "numbers-only"))?;
    // Named values are numbers, in the order in which a rule names them: those of a game must be the same in the product. Where they are
    // not, the product is played by its rule.
    let same_names = |game: &Rules| rules.form().names.starts_with(&game.form().names);
    if !factors.games.iter().all(same_names) {
        return None;
    }
    let [first, second] = [0, 1].map(|side| factors.games[side].title());
    let axes = factors.games[0].form().axes.len();
    let engine = Box::new(NimProduct { factors, axes, sides: [None, None] });
    Some(Recognised { why: Fit::Tartan { first, second }, reach: Reach::BothGames, engine })
}

struct NimProduct {
    factors: Arc<Factors>,
    /// How many coordinates are those of the first game.
    axes: usize,
    sides: [Option<Box<dyn Engine>>; 2],
}

/// A move of one of the games: its kind, the parts that it leaves, and their nim-sum.
struct Turn {
    kind: usize,
    parts: Vec<Vec<i64>>,
    sum: Nimber,
}

/// The engine for one of the games, prepared for these positions of it: that which answers first, as for any rules.
fn prepared(rules: &Rules, components: &[Component], work: &Work<'_>) -> Result<Box<dyn Engine>> {
    let mut refused = None;
    let mut asked = false;
    for recogniser in RECOGNISERS {
        let Ok(Recognised { mut engine, .. }) = ask(*recogniser, rules, work)? else { continue };
        if !asked && engine.table_size(components).is_some_and(|cells| cells > HUGE) {
            asked = true;
            if let Some((mut engine, _)) = proved_values(rules, false, work)? {
                engine.prepare(components, work)?;
                return Ok(engine);
            }
        }
        match engine.prepare(components, work) {
            Ok(()) => return Ok(engine),
            Err(e) if matches!(e.kind(), ErrorKind::Limit | ErrorKind::Evaluation) => {
                refused.get_or_insert(e);
            }
            Err(e) => return Err(e),
        }
    }
    let proved = if asked { None } else { proved_values(rules, false, work)? };
    match (proved, refused) {
        (Some((mut engine, _)), _) => engine.prepare(components, work).map(|()| engine),
        (None, Some(refused)) => Err(refused),
        (None, None) => unreachable!("the last recogniser takes everything"),
    }
}

impl NimProduct {
    fn side(&mut self, side: usize) -> &mut dyn Engine {
        let engine = self.sides[side].as_mut();
        &mut **engine.expect("values are asked for after the engines were prepared")
    }

    fn halves<'p>(&self, place: &'p [i64]) -> [&'p [i64]; 2] {
        let (first, second) = place.split_at(self.axes);
        [first, second]
    }

    fn values(&mut self, place: &[i64], work: &Work<'_>) -> Result<[Nimber; 2]> {
        let [first, second] = self.halves(place);
        Ok([self.side(0).value(first, work)?, self.side(1).value(second, work)?])
    }

    /// The first moves of one game, and whether these are all.
    fn turns(&mut self, side: usize, place: &[i64], work: &Work<'_>) -> Result<(Vec<Turn>, bool)> {
        let form = self.factors.games[side].form().clone();
        let axes = form.axes.len();
        let mut turns = Vec::new();
        let mut whole = true;
        let engine = self.side(side);
        let looked = Evaluator::new(form, work.limits.positions).options_until(place, work, &mut |option| {
            if turns.len() == LOOKED {
                whole = false;
                return Ok(ControlFlow::Break(()));
            }
            if option.counts.iter().fold(0u64, |sum, count| sum.saturating_add(*count)) > MOST_PARTS {
                whole = false;
                return Ok(ControlFlow::Continue(()));
            }
            let (mut parts, mut sum) = (Vec::new(), Nimber::ZERO);
            for (part, count) in option.places.chunks_exact(axes).zip(option.counts) {
                let value = engine.value(part, work)?;
                for _ in 0..*count {
                    sum += value;
                    parts.push(part.to_vec());
                }
            }
            turns.push(Turn { kind: option.kind, parts, sum });
            Ok(ControlFlow::Continue(()))
        });
        match looked {
            Ok(_) => Ok((turns, whole)),
            Err(e) if e.kind() == ErrorKind::Limit => Ok((turns, false)),
            Err(e) => Err(e),
        }
    }

    /// Moves of the second game that leave this sum, from what its engine knows of moves to a value, where these are not all listed.
    fn known_turns(&mut self, place: &[i64], sum: Nimber, work: &Work<'_>) -> Result<Vec<Turn>> {
        let kinds = self.factors.games[1].form().kinds.len();
        let known = self.side(1).first_options_of_value(place, sum, work)?;
        let turn = |option: KnownOption| {
            let kind = option.kind.or((kinds == 1).then_some(0))?;
            Some(Turn { kind, parts: option.parts.into_iter().map(|part| part.0).collect(), sum })
        };
        Ok(known.map_or_else(Vec::new, |known| known.options.into_iter().filter_map(turn).collect()))
    }

    /// What two moves leave together.
    fn left(&self, place: &[i64], first: &Turn, second: &Turn) -> Option<KnownOption> {
        let [here, there] = self.halves(place);
        let pairs = (first.parts.len() as u64 + 1) * (second.parts.len() as u64 + 1);
        if pairs > MOST_PARTS {
            return None;
        }
        let joined = |one: &[i64], other: &[i64]| Component([one, other].concat());
        let mut parts: Vec<Component> = second.parts.iter().map(|part| joined(here, part)).collect();
        parts.extend(first.parts.iter().map(|part| joined(part, there)));
        for one in &first.parts {
            parts.extend(second.parts.iter().map(|other| joined(one, other)));
        }
        let kinds = self.factors.games[1].form().kinds.len();
        Some(KnownOption { parts, kind: Some(first.kind * kinds + second.kind) })
    }
}

impl Engine for NimProduct {
    fn name(&self) -> EngineName {
        EngineName::ClosedForm
    }

    fn prepare(&mut self, components: &[Component], work: &Work<'_>) -> Result<()> {
        for side in [0, 1] {
            let of_side: HashSet<&[i64]> = components.iter().map(|c| self.halves(&c.0)[side]).collect();
            let of_side: Vec<Component> = of_side.into_iter().map(|half| Component(half.to_vec())).collect();
            match &mut self.sides[side] {
                Some(engine) => engine.prepare(&of_side, work)?,
                none => *none = Some(prepared(&self.factors.games[side], &of_side, work)?),
            }
        }
        Ok(())
    }

    fn value(&mut self, place: &[i64], work: &Work<'_>) -> Result<Nimber> {
        let [first, second] = self.values(place, work)?;
        Ok(product(first, second))
    }

    fn first_options_of_value(
        &mut self,
        place: &[i64],
        wanted: Nimber,
        work: &Work<'_>,
    ) -> Result<Option<KnownOptions>> {
        let [first, second] = self.values(place, work)?;
        let sought = product(first, second) + wanted;
        let [here, there] = self.halves(place);
        let (ones, all_ones) = self.turns(0, here, work)?;
        let (others, all_others) = self.turns(1, there, work)?;
        let mut by_sum: HashMap<Nimber, Vec<&Turn>> = HashMap::new();
        others.iter().for_each(|turn| by_sum.entry(turn.sum).or_default().push(turn));
        let (mut options, mut seen) = (Vec::new(), HashSet::new());
        let mut complete = all_ones && all_others;
        for (done, one) in ones.iter().enumerate() {
            work.tick("options", done as u64, None)?;
            // No option of x is worth as much as x.
            let Some(inverse) = inverse(first + one.sum) else { continue };
            let sum = second + product(sought, inverse);
            let beyond = if all_others { Vec::new() } else { self.known_turns(there, sum, work)? };
            for other in by_sum.get(&sum).into_iter().flatten().copied().chain(&beyond) {
                let Some(option) = self.left(place, one, other) else {
                    complete = false;
                    continue;
                };
                let mut key: Vec<Vec<i64>> = option.parts.iter().map(|part| part.0.clone()).collect();
                key.sort_unstable();
                if seen.insert((option.kind, key)) {
                    options.push(option);
                }
                let most = if all_ones && all_others { MOST_LISTED } else { LISTED };
                if options.len() == most {
                    return Ok(Some(KnownOptions { options, complete: false }));
                }
            }
        }
        Ok(Some(KnownOptions { options, complete }))
    }

    fn positions(&self) -> u64 {
        self.sides.iter().flatten().map(|engine| engine.positions()).sum()
    }
}
