//! The checker of proofs about all positions: it reads the rule itself and follows the digits of all positions at once.
//!
//! It shares nothing with the prover but the reading of rules: no automata are combined, determinised or made minimal here. While the
//! digits of a position are read from the top, everything else is guessed in all ways at once (`walk`), and the pairs of
//! what was read and what may be guessed are finitely many. At each of them the conditions of the theorem are looked at:
//! lost positions are positions, none has a lost option, every other one has, and play ends, since a weighed sum of the coordinates falls.

mod claimed;
mod condensed;
mod ending;
mod formula;
mod reading;
mod values;
mod walk;

use std::collections::HashSet;

use crate::error::Result as Checked;
use crate::meter::Meter;
use crate::prove::{Certificate, Kind};
use crate::rules::Form;
use crate::work::Work;

use super::{Refused, Rejected, read_rules, reject, verdict};
use claimed::Claimed;
use formula::{Formula, Unknown, moves, positions, where_true};
use reading::System;
use walk::Walk;

const RULES: &str = "the rules can be read";

/// Checks a proof about all positions, in the same way as [`super::check`].
pub fn check_everywhere(certificate: &Certificate, work: &Work<'_>) -> Checked<Result<(), Rejected>> {
    verdict(all(certificate, work))
}

fn all(certificate: &Certificate, work: &Work<'_>) -> Result<(), Refused> {
    let meter = Meter::eager("states", work);
    if certificate.format != Certificate::FORMAT || certificate.version != Certificate::VERSION {
        return reject("the format is known", format!("{} {}", certificate.format, certificate.version));
    }
    let rules = read_rules(&certificate.rules, &certificate.lets, work)?;
    let form = rules.form();
    if form.scores() {
        return reject(RULES, "moves earn points");
    }
    if form.moves_on() {
        return reject(RULES, "a player may move on");
    }
    let Some(system) = System::named(&certificate.system) else {
        return reject("the numeration system is known", certificate.system.clone());
    };
    let values = certificate.kind == Kind::Values;
    let tracks = form.axes.len() + usize::from(values);
    let claimed = Claimed::read(&certificate.automaton, system, tracks, &meter)?;
    let said = read(form, certificate.misere)?;
    ending::ends(form, system, &said.moves, &meter)?;
    match certificate.kind {
        Kind::Outcomes => outcomes(form, system, &claimed, said, &meter),
        Kind::Values if certificate.misere => reject("values are those of normal play", "misère"),
        Kind::Values if form.ending.win_if.is_some() => {
            reject("values are those of normal play", "another ending")
        }
        Kind::Values => values::values(form.axes.len(), system, &claimed, said, &meter),
    }
}

/// What a rule says.
struct Said {
    positions: Vec<Formula>,
    moves: Vec<Formula>,
    /// Where who cannot move wins.
    won: Vec<Formula>,
}

fn read(form: &Form, misere: bool) -> Result<Said, Refused> {
    let known = |read: Result<Vec<Formula>, Unknown>| match read {
        Ok(read) => Ok(read),
        Err(Unknown(what)) => reject(RULES, format!("they are not linear: {what}")),
    };
    let mut all = Vec::new();
    for kind in &form.kinds {
        all.extend(known(moves(form, kind))?);
    }
    let vanishes = |formula: &Formula| formula.parts.iter().all(Vec::is_empty);
    if (misere || form.ending.win_if.is_some()) && all.iter().any(vanishes) {
        return reject(RULES, "a move may leave nothing, and who wins then is known under normal play alone");
    }
    let won = match &form.ending.win_if {
        Some(_) if misere => return reject(RULES, "they say themselves who wins at the end"),
        Some(condition) => known(where_true(form, condition))?,
        None if misere => known(positions(form))?,
        None => Vec::new(),
    };
    Ok(Said { positions: known(positions(form))?, moves: all, won })
}

fn outcomes(
    form: &Form,
    system: System,
    claimed: &Claimed,
    said: Said,
    meter: &Meter<'_>,
) -> Result<(), Refused> {
    let axes = form.axes.len();
    let alone = |formulas: &[Formula]| -> Vec<Formula> {
        formulas.iter().map(|formula| Formula { parts: Vec::new(), ..formula.clone() }).collect()
    };
    if said.moves.iter().any(|formula| formula.parts.iter().filter(|part| !part.is_empty()).count() > 1) {
        return reject("a move leaves one part", "a move leaves several");
    }
    // Where somebody can move matters only if that decides.
    let movable = if said.won.is_empty() { Vec::new() } else { alone(&said.moves) };
    let groups = [said.positions, said.moves, movable, said.won];
    let mut walks: Vec<Walk<'_>> =
        groups.into_iter().map(|formulas| Walk::new(system, axes, false, claimed, formulas)).collect();
    let starts = walks.iter_mut().map(|walk| walk.start(meter)).collect::<Result<Vec<_>, _>>()?;
    let start = (claimed.start(), starts);
    let mut met = HashSet::from([start.clone()]);
    let mut open = vec![start];
    while let Some((state, guesses)) = open.pop() {
        let is: Vec<bool> =
            walks.iter().zip(&guesses).map(|(walk, guesses)| walk.accepts(*guesses)).collect();
        let [position, reaches, movable, won] = is[..] else { unreachable!("there are four groups") };
        let (lost, won) = (claimed.accepts(state), won && !movable);
        match (position, lost, reaches || won) {
            (false, true, _) => {
                return reject("only positions are lost", "the automaton accepts something else");
            }
            (true, true, true) => {
                return reject("no lost position has a lost option", "one has, or is won at once");
            }
            (true, false, false) => return reject("every other position has a lost option", "one has none"),
            _ => {}
        }
        for letter in 0..claimed.letters {
            let mut after = Vec::with_capacity(walks.len());
            for (walk, guesses) in walks.iter_mut().zip(&guesses) {
                after.push(walk.after(*guesses, letter, meter)?);
            }
            let next = (claimed.step(state, letter), after);
            // No position begins so, and nothing is said of it.
            if next.0 == claimed::SINK && walks[0].is_empty(next.1[0]) {
                continue;
            }
            if !met.contains(&next) {
                meter.add(128)?;
                met.insert(next.clone());
                open.push(next);
            }
        }
    }
    Ok(())
}
