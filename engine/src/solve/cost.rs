//! What an answer will cost, told before anything is computed: from the domains, the position, and the engine that is planned.
//!
//! Nothing here is a promise: counts are bounds, and seconds are those of the machine on which the rates below were measured, one thread.
//! What is out of reach of any machine is so by far.

use serde::Serialize;

use crate::bytes::{Amount, Bytes, OUT_OF_REACH};
use crate::dense::Goal;
use crate::engine::TableCost;
use crate::error::Result;
use crate::outcome::Play;
use crate::plan::whole::is_misere_nim;
use crate::plan::{RECOGNISERS, Recognised, recognise};
use crate::position::{Component, Place, Position};
use crate::proofs::bounds::{Most, most_positions};
use crate::report::PlanReport;
use crate::report::sentence::{CostSentence, CostVerdict, EngineName, Fit, Reach};
use crate::rules::Rules;
use crate::work::Work;

use super::check_play;
use super::tabled::Tabled;
use super::values::{LARGE, is_huge};

/// Seconds for a choice in a table as machine code, and as a program that is interpreted.
const COMPILED: f64 = 1.5e-9;
const INTERPRETED: f64 = 4e-8;
/// Seconds for a position that is searched for or followed,
const MET: f64 = 2e-7;
/// and for a step of a heap sequence.
const STEP: f64 = 1e-9;
/// Bytes of a heap in a sequence, of a position that is searched for, and of one that is followed with its moves.
const HEAP: u64 = 2;
const SEARCHED: u64 = 16;
const FOLLOWED: u64 = 96;

/// What an answer is expected to cost.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Cost {
    /// The position that is asked about.
    pub position: Vec<Place>,
    /// Who would answer, and why.
    pub plan: PlanReport,
    /// At most so many positions are tabulated or searched, if anything bounds them.
    pub positions: Option<Amount>,
    /// At most about so many bytes are used.
    pub bytes: Option<Amount>,
    /// About so many seconds at most, on one core of the machine that the rates were measured on.
    pub seconds: Option<f64>,
    /// Whether that is to be had.
    pub verdict: CostVerdict,
    /// All of that as data,
    pub sentences: Vec<CostSentence>,
    /// and in English.
    pub words: Vec<String>,
}

/// Numbers under way.
struct Count {
    /// Positions, bytes for each, and steps for all of them.
    positions: u64,
    each: u64,
    seconds: f64,
    /// Whether so many are gone through in any case.
    sure: bool,
}

impl Cost {
    /// An answer that needs nothing, or nobody knows what.
    pub(crate) fn told(position: Vec<Place>, plan: PlanReport, sentence: CostSentence) -> Cost {
        let known = sentence == CostSentence::Formula;
        let verdict = if known { CostVerdict::Within } else { CostVerdict::Unknown };
        let (count, seconds) = (known.then_some(Amount(0)), known.then_some(0.0));
        let mut cost = Cost {
            position,
            plan,
            positions: count,
            bytes: count,
            seconds,
            verdict,
            sentences: vec![sentence],
            words: Vec::new(),
        };
        if known {
            cost.sentences.push(CostSentence::Fits);
        }
        cost.worded()
    }

    fn worded(mut self) -> Cost {
        self.words = self.sentences.iter().map(CostSentence::to_string).collect();
        self
    }

    fn counted(
        position: Vec<Place>,
        plan: PlanReport,
        count: &Count,
        mut sentences: Vec<CostSentence>,
        work: &Work<'_>,
    ) -> Cost {
        let bytes = count.positions.saturating_mul(count.each);
        let limits = &work.limits;
        let (many, much) = (count.positions > limits.positions, bytes > limits.bytes);
        let beyond = count.positions.max(bytes) > OUT_OF_REACH;
        let verdict = match count.sure {
            true if beyond => CostVerdict::OutOfReach,
            true if many => CostVerdict::PastPositions,
            true if much => CostVerdict::PastMemory,
            false if many || much => CostVerdict::MayPass,
            _ => CostVerdict::Within,
        };
        sentences.push(match verdict {
            CostVerdict::OutOfReach => CostSentence::OutOfReach,
            CostVerdict::PastPositions => CostSentence::PastPositions { limit: Amount(limits.positions) },
            CostVerdict::PastMemory => CostSentence::PastMemory { limit: Bytes(limits.bytes) },
            CostVerdict::MayPass => {
                let most = limits.positions.min(limits.bytes / count.each.max(1));
                CostSentence::MayPass { limit: Amount(most) }
            }
            _ => CostSentence::Fits,
        });
        let (positions, bytes) = (Some(Amount(count.positions)), Some(Amount(bytes)));
        Cost {
            position,
            plan,
            positions,
            bytes,
            seconds: Some(count.seconds),
            verdict,
            sentences,
            words: Vec::new(),
        }
        .worded()
    }
}

/// What it costs to answer who wins a position.
pub fn cost(rules: &Rules, position: &Position, play: Option<Play>, work: &Work<'_>) -> Result<Cost> {
    let form = rules.form();
    let play = play.unwrap_or(form.ending.play);
    check_play(rules, std::slice::from_ref(position), play)?;
    rules.check(std::slice::from_ref(position))?;
    let places: Vec<Place> = position.0.iter().map(|one| rules.show(&one.0)).collect();
    let followed =
        |engine, why| followed(rules, position, (places.clone(), PlanReport::new(engine, why)), play, work);
    if form.scores() {
        return followed(EngineName::MiniMax, Fit::Scores);
    }
    if form.moves_on() {
        return followed(EngineName::Retrograde, Fit::MovesOn);
    }
    if form.ending.win_if.is_some() {
        return followed(EngineName::Retrograde, Fit::OwnEnding);
    }
    if play == Play::Misere {
        if is_misere_nim(rules, work) {
            let plan = PlanReport::new(EngineName::MisereNim, Fit::MisereNim);
            return Ok(Cost::told(places, plan, CostSentence::Formula));
        }
        return followed(EngineName::Retrograde, Fit::Misere);
    }
    by_values(rules, &position.0, places, work)
}

/// The cost of what the first recogniser plans that fits.
fn by_values(rules: &Rules, components: &[Component], places: Vec<Place>, work: &Work<'_>) -> Result<Cost> {
    for recogniser in RECOGNISERS {
        let Ok(Recognised { mut engine, why, reach }) = recognise(*recogniser, rules, work)? else {
            continue;
        };
        let plan = PlanReport::new(engine.name(), why);
        match reach {
            Reach::AnySize => return Ok(Cost::told(places, plan, CostSentence::Formula)),
            Reach::Positions { .. } => {
                let Some(table) = engine.table_cost(components, work) else { continue };
                return Ok(tabled(rules, places, plan, table, work));
            }
            Reach::Met { .. } | Reach::MetOrWindow { .. } => {
                let most = most_positions(rules.form(), components, work);
                return Ok(searched(places, plan, most, work));
            }
            _ => {
                let largest = components.iter().flat_map(|one| one.0.iter().copied()).max().unwrap_or(0);
                let heaps = engine.at_most(components).unwrap_or((largest.max(0) as u64).saturating_add(1));
                let squares = heaps as f64 * heaps as f64 / 2.0;
                let steps = if reach == Reach::IfPeriod { squares } else { heaps as f64 };
                let count = Count { positions: heaps, each: HEAP, seconds: STEP * steps, sure: false };
                let said = vec![CostSentence::Heaps { heaps: Amount(heaps) }];
                return Ok(Cost::counted(places, plan, &count, said, work));
            }
        }
    }
    unreachable!("the last recogniser takes everything")
}

/// The cost of a table, which may be spared.
fn tabled(rules: &Rules, places: Vec<Place>, plan: PlanReport, table: TableCost, work: &Work<'_>) -> Cost {
    let TableCost { cells, options, each } = table;
    let mut said = vec![CostSentence::Table { cells: Amount(cells), each: Bytes(each) }];
    said.extend(options.map(|most| CostSentence::Options { most: Amount(most) }));
    let values = plan.engine != EngineName::MiniMax && plan.engine != EngineName::Retrograde;
    if values && is_huge(rules.form(), cells) {
        said.push(CostSentence::ProofFirst);
    }
    if values && cells > LARGE {
        said.push(CostSentence::FewFirst);
    }
    let rate = if work.limits.compiler.is_some() { COMPILED } else { INTERPRETED };
    let seconds = rate * (options.unwrap_or(0).max(2) as f64) * cells as f64;
    Cost::counted(places, plan, &Count { positions: cells, each, seconds, sure: true }, said, work)
}

/// The cost of a search.
fn searched(places: Vec<Place>, plan: PlanReport, most: Most, work: &Work<'_>) -> Cost {
    match most {
        Most::Positions(most) => {
            let seconds = MET * most as f64;
            let count = Count { positions: most, each: SEARCHED, seconds, sure: false };
            Cost::counted(places, plan, &count, vec![CostSentence::Searched { most: Amount(most) }], work)
        }
        Most::Endless { name } => Cost::told(places, plan, CostSentence::Endless { name }),
    }
}

/// The cost where values do not decide: a table of one component, or the whole sum.
fn followed(
    rules: &Rules,
    position: &Position,
    (places, plan): (Vec<Place>, PlanReport),
    play: Play,
    work: &Work<'_>,
) -> Result<Cost> {
    if let Some((cells, goal)) = Tabled::cells(rules, position, play, work) {
        let each = if goal == Goal::Scores { 4 } else { 1 };
        return Ok(tabled(rules, places, plan, TableCost { cells, options: None, each }, work));
    }
    let mut product = Some(1u64);
    for component in &position.0 {
        let most = most_positions(rules.form(), std::slice::from_ref(component), work);
        product = match most {
            // Parts of a component stand beside each other, and nobody counts those sums.
            _ if rules.form().splits() => None,
            Most::Positions(most) => product.map(|product| product.saturating_mul(most)),
            Most::Endless { .. } => None,
        };
    }
    let Some(most) = product else { return Ok(Cost::told(places, plan, CostSentence::FollowedEndless)) };
    let count = Count { positions: most, each: FOLLOWED, seconds: MET * most as f64, sure: false };
    Ok(Cost::counted(places, plan, &count, vec![CostSentence::Followed { most: Amount(most) }], work))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Lets;

    fn of(text: &str, position: &[&str]) -> Cost {
        let work = Work::unwatched();
        let rules = Rules::read(text, &Lets::new(), &work).unwrap();
        let position = Position(position.iter().map(|one| rules.component(one).unwrap()).collect());
        cost(&rules, &position, None, &work).unwrap()
    }

    #[test]
    fn a_table_costs_its_box_and_what_no_machine_fills_is_said_to_be_that() {
        let text = "(x,y) -> (x-1,y) | (x,y-1) | (x-2,y-1) if x%2 == 0";
        let small = of(text, &["400,400"]);
        assert_eq!((small.positions, small.bytes), (Some(Amount(160_801)), Some(Amount(160_801))));
        assert_eq!(small.verdict, CostVerdict::Within);
        assert_eq!(of(text, &["40000,40000"]).verdict, CostVerdict::PastPositions);
        let large = of(text, &["1000000000000,1000000000000"]);
        assert_eq!((large.verdict, large.positions), (CostVerdict::OutOfReach, Some(Amount(u64::MAX))));
        assert!(large.words.last().is_some_and(|last| last.starts_with("no machine")), "{:?}", large.words);
    }

    #[test]
    fn theorems_cost_nothing_and_searches_as_much_as_their_domains_allow() {
        let nim = of("n -> m for m in 0..n-1", &["1000000000000"]);
        assert_eq!((nim.verdict, nim.positions), (CostVerdict::Within, Some(Amount(0))));
        let back = of("(x in 0..9, y in 0..9) -> (x+1,y) | (x-1,y) | (x,y-1)", &["5,5"]);
        assert_eq!((back.positions, back.verdict), (Some(Amount(60)), CostVerdict::Within));
        let endless = of("(x,y) -> (x+1,y-1) if x%7 < 5 | (x*2,y) if x < 100", &["5,5"]);
        assert_eq!((endless.positions, endless.verdict), (None, CostVerdict::Unknown), "{:?}", endless.words);
    }

    #[test]
    fn scores_and_endings_cost_a_table_or_the_whole_sum() {
        let scores = of("(l,r) -> (l+1,r) gain l if l < r | (l,r-1) gain r-1 if l < r", &["0,2000"]);
        assert_eq!(scores.bytes, Some(Amount(4 * 2001 * 2001)), "{:?}", scores.words);
        let sum = of("n -> n-k for k in 1..3 if n%5 != 2 play misere", &["10", "10"]);
        assert_eq!(sum.positions, Some(Amount(121)), "{:?}", sum.words);
    }
}
