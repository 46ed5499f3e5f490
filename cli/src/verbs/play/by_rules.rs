//! A match by rules.

use grundy::draw::game_title;
use grundy::plan::is_nim;
use grundy::rules::Evaluator;
use grundy::{
    Component, Error, ErrorKind, MoveReport, Part, Place, Play, Position, Quiet, Report, Result, Rules,
    Solver, Work, list_moves,
};

use super::look;
use super::playable::{DecidedBy, Playable};

/// Steps that finding one move may take.
const SEARCHED: u64 = 5_000_000;

/// Rules, and the solver for what can come up.
pub struct ByRules<'a> {
    rules: &'a Rules,
    play: Play,
    solver: Solver<'a>,
}

impl<'a> ByRules<'a> {
    /// Prepares for a match from a position.
    pub fn new(
        rules: &'a Rules,
        play: Option<Play>,
        start: &Position,
        work: &Work<'_>,
    ) -> Result<ByRules<'a>> {
        let solver = Solver::new(rules, std::slice::from_ref(start), play, work)
            .map_err(|e| e.within(&rules.source))?;
        Ok(ByRules { rules, play: play.unwrap_or(rules.form().ending.play), solver })
    }

    fn evaluator(&self) -> Evaluator {
        Evaluator::new(self.rules.form().clone(), SEARCHED)
    }
}

impl Playable for ByRules<'_> {
    fn title(&self) -> String {
        game_title(self.rules)
    }

    fn decided(&self) -> DecidedBy {
        let form = self.rules.form();
        match (form.scores(), form.ending.win_if.is_some()) {
            (true, _) => DecidedBy::Score,
            (_, true) => DecidedBy::FinalPosition,
            _ => DecidedBy::LastMove(self.play),
        }
    }

    fn is_heap(&self) -> bool {
        self.rules.form().is_heap()
    }

    fn splits(&self) -> bool {
        self.rules.form().splits()
    }

    fn place(&self, component: &Component) -> Place {
        self.rules.show(&component.0)
    }

    fn component(&self, text: &str) -> Result<Component> {
        self.rules.component(text)
    }

    fn parts(&self, text: &str) -> Result<Vec<Component>> {
        match text.eq_ignore_ascii_case("nothing") {
            true => Ok(Vec::new()),
            false => text.split(['+', '&']).map(|part| self.rules.component(part.trim())).collect(),
        }
    }

    fn look(&self, components: &[Component]) -> String {
        look::components(self.rules, components)
    }

    fn moves(&self, position: &Position, steps: u64) -> Result<Vec<MoveReport>> {
        let mut work = Work { limits: Default::default(), progress: &Quiet };
        work.limits.positions = steps;
        list_moves(self.rules, position, &work)
    }

    fn moves_to(&self, index: usize, from: &Component, parts: &[Component]) -> Result<Vec<MoveReport>> {
        let form = self.rules.form();
        let shown = || parts.iter().map(|part| Part::One(self.place(part))).collect();
        if is_nim(form, &Work::unwatched()) {
            let legal = matches!(parts, [part] if (0..from.0[0]).contains(&part.0[0]));
            let by = MoveReport { component: index, to: shown(), label: None, gain: None };
            return Ok(if legal { vec![by] } else { Vec::new() });
        }
        let mut wanted: Vec<&[i64]> = parts.iter().map(|part| &part.0[..]).collect();
        wanted.sort_unstable();
        let mut found: Vec<MoveReport> = Vec::new();
        self.evaluator().options(&from.0, &Work::unwatched(), &mut |option| {
            let total = option.counts.iter().fold(0u64, |sum, count| sum.saturating_add(*count));
            if total != wanted.len() as u64 {
                return Ok(());
            }
            let places = option.places.chunks_exact(form.axes.len()).zip(option.counts);
            let mut to: Vec<&[i64]> =
                places.flat_map(|(place, &count)| std::iter::repeat_n(place, count as usize)).collect();
            to.sort_unstable();
            if to == wanted {
                let label = form.kinds[option.kind].label.clone();
                let gain = form.scores().then_some(option.gain);
                let by = MoveReport { component: index, to: shown(), label, gain };
                if !found.contains(&by) {
                    found.push(by);
                }
            }
            Ok(())
        })?;
        Ok(found)
    }

    fn can_move(&self, component: &Component) -> Result<bool> {
        let mut found = false;
        let stopped = self.evaluator().options(&component.0, &Work::unwatched(), &mut |_| {
            found = true;
            // Enough; the error only ends the enumeration.
            Err(Error::new(ErrorKind::Interrupted, "found"))
        });
        if found { Ok(true) } else { stopped.map(|()| false) }
    }

    fn wins_at_end(&self, position: &Position) -> Result<bool> {
        match &position.0[..] {
            [only] => Ok(self.evaluator().wins_at_end(&only.0)?.unwrap_or(false)),
            _ => Ok(false),
        }
    }

    /// One less in the largest heap.
    fn stall(&self, position: &Position) -> Result<Option<MoveReport>> {
        if !self.is_heap() {
            return Ok(None);
        }
        let heaps = position.0.iter().enumerate();
        let Some((index, heap)) = heaps.max_by_key(|(_, c)| c.0[0]).filter(|(_, c)| c.0[0] > 0) else {
            return Ok(None);
        };
        Ok(self.moves_to(index, heap, &[Component(vec![heap.0[0] - 1])])?.into_iter().next())
    }

    fn report(&mut self, position: &Position, work: &Work<'_>) -> Result<Report> {
        self.solver.report(position, work).map_err(|e| e.within(&self.rules.source))
    }
}
