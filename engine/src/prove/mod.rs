//! Proofs about all positions of linear rules, by automata that are learnt from a table.
//!
//! A rule whose moves are linear says "y is an option of x" in the language of addition, which finite automata decide
//! (`automata`). A set of positions is learnt from the first positions, and proved to be that of all lost
//! ones by two tests of emptiness (`outcomes`); otherwise the smallest position that refutes it teaches more. What is
//! proved is written down as a [`Certificate`], which `verify` checks by other means.
//!
//! Literature: Büchi 1960; Bruyère et al. 1994; Angluin 1987; games by automata: Mignoty, Renard, Rigo, Whiteland 2025.

mod certificate;
mod learning;
mod moves;
mod outcomes;
mod pattern;
mod table;
#[cfg(test)]
mod tests;
mod translation;
mod valued;
mod values;
mod witnesses;

use crate::automata::{Automaton, Completions, Numeration, completions};
use crate::error::{Error, ErrorKind, Result};
use crate::outcome::{Outcome, Play};
use crate::proofs::potential::descent;
use crate::report::sentence::{Everywhere, Unproved};
use crate::rules::{Form, Op, QualifierForm, Rules, SetForm, Term, TermKind};
use crate::work::Work;

pub use certificate::{Certificate, Kind, WrittenAutomaton};
#[cfg(test)]
pub(crate) use valued::plain_values;
pub(crate) use valued::{ProvedValues, Refuted, ValuedOption};

use moves::{Game, Shapes};
use outcomes::{Attempt, Lookup, attempt};
use table::Table;

/// How much is tried: the positions of the table, the states that are learnt, the states of automata.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Effort {
    table: u64,
    learnt: usize,
    built: u64,
}

/// The memory that one state may take, its letters among it.
const STATE_BYTES: u64 = 1 << 10;

impl Effort {
    /// The same work, with automata that are not larger.
    fn limited<'w>(&self, work: &'w Work<'_>) -> Work<'w> {
        let mut limited = work.with_positions(self.built);
        limited.limits.bytes = limited.limits.bytes.min(self.built * STATE_BYTES);
        limited
    }
}

/// What `solve` may spend by itself.
pub(crate) const SOME: &[Effort] = &[
    Effort { table: 5_000, learnt: 24, built: 10_000 },
    Effort { table: 40_000, learnt: 64, built: 60_000 },
];
/// What is spent where a proof is asked for.
pub(crate) const MUCH: &[Effort] =
    &[SOME[0], SOME[1], Effort { table: 400_000, learnt: 400, built: 1_000_000 }];

/// The systems that are tried, beside the bases of divisors in the rules.
const SYSTEMS: [Numeration; 5] = [
    Numeration::base(2),
    Numeration::ZECKENDORF,
    Numeration::base(3),
    Numeration::fraenkel(2),
    Numeration::fraenkel(3),
];
/// The largest slack of pairs, and the side of the table that has to begin with them.
const MOST_SLACK: u64 = 5;
const SIDE: u64 = 24;
/// The largest base that a divisor in the rules makes worth a try.
const LARGEST_BASE: i64 = 10;

/// The lost positions of a game, proved.
#[derive(Clone, Debug)]
pub(crate) struct LostPositions {
    rules: Rules,
    play: Play,
    game: Game,
    lost: Automaton,
    /// For each kind of move, the relation between a position and the lost ones that it leads to.
    winning: Vec<Automaton>,
}

/// An option that is lost for the player who then moves.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct LostOption {
    /// The position, or nothing if nothing is left.
    pub to: Option<Vec<i64>>,
    /// The kind of move that leads there.
    pub kind: usize,
}

/// The numbers of a part may have so many more digits than those of the position.
const LONGER: usize = 8;

/// What was found of all positions.
pub(crate) enum Found {
    /// The lost positions.
    Proved(Box<LostPositions>),
    /// Nothing; the smallest position that refutes the last pattern, where there was one.
    Not { why: Unproved, witness: Option<Vec<u64>> },
}

/// Learns and proves who wins everywhere. Fails only where the work is told to stop.
pub(crate) fn lost_positions(
    rules: &Rules,
    play: Play,
    efforts: &[Effort],
    work: &Work<'_>,
) -> Result<Found> {
    let not = |why| Ok(Found::Not { why, witness: None });
    let form = rules.form();
    let shapes = match Shapes::of(form, play) {
        Ok(shapes) if shapes.splits() => return not(Unproved::SeveralParts),
        Ok(shapes) => shapes,
        Err(why) => return not(why),
    };
    if descent(form, work).is_err() {
        work.step("proofs", 0, None)?;
        return not(Unproved::NothingFalls);
    }
    let mut systems = systems(form);
    let (mut why, mut witness) = (Unproved::NoPattern { states: 0 }, None);
    let mut table = Table::new(rules, play, work);
    if let Some((game, lost)) = beatty(&shapes, &mut table, efforts, work)? {
        return Ok(Found::Proved(Box::new(LostPositions::new(rules, play, game, lost, work)?)));
    }
    for effort in efforts {
        let mut promising = Vec::new();
        for &system in &systems {
            table.allow(effort.table);
            let limited = effort.limited(work);
            let tried = Game::build(&shapes, system, &limited).and_then(|game| {
                let mut subject = Lookup { table: &mut table, game: &game };
                let tracks = game.tracks.len();
                Ok((attempt(system, tracks, &mut subject, effort.learnt, &limited)?, game))
            });
            match tried {
                Ok((Attempt::Proved(lost), game)) => {
                    let found = LostPositions::new(rules, play, game, lost, work)?;
                    return Ok(Found::Proved(Box::new(found)));
                }
                Ok((Attempt::Refuted { states, witness: by }, _)) => {
                    (why, witness) = (Unproved::NoPattern { states }, by);
                    promising.push(system);
                }
                Ok((Attempt::TooManyStates, _)) => why = Unproved::NoPattern { states: effort.learnt },
                Ok((Attempt::OutOfReach, _)) => why = Unproved::TableTooSmall { positions: effort.table },
                Err(e) if matches!(e.kind(), ErrorKind::Limit | ErrorKind::Evaluation) => {
                    why = limit(&e);
                }
                Err(e) => return Err(e),
            }
        }
        // What was refuted late may be right with a little more; what has too many states seldom is.
        systems.sort_by_key(|system| !promising.contains(system));
    }
    Ok(Found::Not { why, witness })
}

/// Lost positions that are Beatty pairs, if a small table begins with some and they are proved. In the systems of Fraenkel a table that
/// is large enough to learn them from grows fast with the slack.
fn beatty(
    shapes: &Shapes,
    table: &mut Table<'_>,
    efforts: &[Effort],
    work: &Work<'_>,
) -> Result<Option<(Game, Automaton)>> {
    let Some(effort) = efforts.last().filter(|_| shapes.axes() == 2) else { return Ok(None) };
    for slack in 1..=MOST_SLACK {
        table.allow(effort.table.min(SIDE * SIDE));
        match begins_with_pairs(table, slack) {
            Ok(true) => {}
            Ok(false) => continue,
            Err(e) if e.is_stop() => return Err(e),
            Err(_) => return Ok(None),
        }
        let (system, limited) = (Numeration::fraenkel(slack as u32), effort.limited(work));
        let tried = Game::build(shapes, system, &limited).and_then(|game| {
            let pairs = pattern::beatty_pairs(system, &limited)?.beside(&game.tracks, &limited)?;
            let pairs = pairs.and(&game.positions, &limited)?;
            Ok(outcomes::refutation(&game, &pairs, &limited)?.is_none().then_some((game, pairs)))
        });
        match tried {
            Ok(None) => {}
            Ok(proved) => return Ok(proved),
            Err(e) if matches!(e.kind(), ErrorKind::Limit | ErrorKind::Evaluation) => {}
            Err(e) => return Err(e),
        }
    }
    Ok(None)
}

/// Whether the lost positions of a small table are (a,b) and (b,a) with b = a + slack·j, a being the least number in no pair before.
fn begins_with_pairs(table: &mut Table<'_>, slack: u64) -> Result<bool> {
    let side = SIDE as i64;
    let mut partner = vec![None; SIDE as usize];
    let mut j = 0;
    while let Some(a) = partner.iter().position(Option::is_none) {
        let b = a + (slack * j) as usize;
        partner[a] = Some(b as i64);
        if let Some(of) = partner.get_mut(b) {
            *of = Some(a as i64);
        }
        j += 1;
    }
    for x in 0..side {
        for y in 0..side {
            let place = [x, y];
            let lost = table.is_position(&place)? && table.is_lost(&place)? == Some(true);
            if lost != (partner[x as usize] == Some(y)) {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// The systems that are worth a try for a rule.
fn systems(form: &Form) -> Vec<Numeration> {
    let mut systems = SYSTEMS.to_vec();
    let mut divisors = Vec::new();
    for kind in &form.kinds {
        for part in &kind.parts {
            part.place.iter().for_each(|term| gather_divisors(term, &mut divisors));
        }
        for step in &kind.steps {
            match step {
                QualifierForm::Guard(term) => gather_divisors(term, &mut divisors),
                QualifierForm::Each(_, SetForm::Range(low, high)) => {
                    [low, high].into_iter().for_each(|term| gather_divisors(term, &mut divisors));
                }
                QualifierForm::Each(..) => {}
            }
        }
    }
    for divisor in divisors.into_iter().filter(|divisor| (2..=LARGEST_BASE).contains(divisor)) {
        let base = Numeration::base(divisor as u32);
        if !systems.contains(&base) {
            systems.push(base);
        }
    }
    systems
}

fn gather_divisors(term: &Term, found: &mut Vec<i64>) {
    match &term.kind {
        TermKind::Binary(op, left, right) => {
            if *op == Op::Div {
                found.extend(right.as_const());
            }
            gather_divisors(left, found);
            gather_divisors(right, found);
        }
        TermKind::Neg(inner) | TermKind::Not(inner) => gather_divisors(inner, found),
        TermKind::Call(_, terms) => terms.iter().for_each(|term| gather_divisors(term, found)),
        _ => {}
    }
}

impl LostPositions {
    fn new(rules: &Rules, play: Play, game: Game, lost: Automaton, work: &Work<'_>) -> Result<LostPositions> {
        let into = |kind: &moves::Moves| match &kind.parts[..] {
            [part] => kind.relation.and(&lost.renamed(part, work)?, work),
            _ => Ok(kind.relation.clone()),
        };
        let winning = game.moves.iter().map(into).collect::<Result<_>>()?;
        Ok(LostPositions { rules: rules.clone(), play, game, lost, winning })
    }

    /// Who wins a position.
    pub(crate) fn outcome(&self, place: &[i64]) -> Outcome {
        let numbers: Vec<u64> = place.iter().map(|n| *n as u64).collect();
        if self.lost.accepts(&numbers) { Outcome::P } else { Outcome::N }
    }

    /// Up to so many lost options of a position, each once with the kind of its move, and whether these are all.
    pub(crate) fn lost_options(
        &self,
        place: &[i64],
        most: usize,
        work: &Work<'_>,
    ) -> Result<(Vec<LostOption>, bool)> {
        let given: Vec<(usize, u64)> = place.iter().map(|n| *n as u64).enumerate().collect();
        let (mut found, mut complete) = (Vec::new(), true);
        for (moves, winning) in self.game.moves.iter().zip(&self.winning) {
            let Completions { found: here, complete: all } =
                completions(winning, &given, LONGER, most, work)?;
            complete &= all;
            let on = |track: &usize| winning.tracks().binary_search(track).unwrap_or(0);
            let part = |numbers: &Vec<u64>| {
                let part = moves.parts.first()?;
                part.iter().map(|track| i64::try_from(numbers[on(track)]).ok()).collect::<Option<Vec<i64>>>()
            };
            found.extend(here.iter().map(|numbers| LostOption { to: part(numbers), kind: moves.kind }));
        }
        found.sort_unstable();
        found.dedup();
        complete &= found.len() <= most;
        found.truncate(most);
        Ok((found, complete))
    }

    /// How numbers are written.
    pub(crate) fn system(&self) -> String {
        self.game.system.to_string()
    }

    /// How many states the automaton has.
    pub(crate) fn states(&self) -> usize {
        self.lost.states()
    }

    /// Who wins where, in words.
    pub(crate) fn words(&self, work: &Work<'_>) -> Result<Everywhere> {
        pattern::words(self.rules.form(), &self.game, &self.lost, work)
    }

    /// The proof, for the independent checker.
    pub(crate) fn certificate(&self) -> Certificate {
        Certificate::new(&self.rules, self.play, Kind::Outcomes, &self.lost)
    }
}

fn limit(error: &Error) -> Unproved {
    Unproved::Limit { message: error.message().into() }
}
