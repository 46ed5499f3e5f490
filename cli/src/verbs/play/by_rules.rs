//! A match by rules.

use grundy::draw::game_title;
use grundy::plan::is_nim;
use grundy::rules::Evaluator;
use grundy::{
    Component, Coordinate, Error, ErrorKind, MoveReport, Part, Place, Play, Position, Quiet, Report, Result,
    Rules, Solver, Work, list_moves,
};

use super::field::{Field, Final};
use super::show;

/// Steps that listing the moves of a component may take.
const LISTED: u64 = 20_000;
/// Steps that finding one move may take.
const SEARCHED: u64 = 5_000_000;
/// More components than this are no game any more.
const WIDEST: u64 = 1000;

pub struct ByRules<'a> {
    rules: &'a Rules,
    play: Play,
    solver: Solver<'a>,
}

impl<'a> ByRules<'a> {
    pub fn new(
        rules: &'a Rules,
        start: &Position,
        play: Option<Play>,
        work: &Work<'_>,
    ) -> Result<ByRules<'a>> {
        let solver = Solver::new(rules, std::slice::from_ref(start), play, work);
        let solver = solver.map_err(|e| e.within(&rules.source))?;
        Ok(ByRules { rules, play: play.unwrap_or(rules.form().ending.play), solver })
    }

    /// A position as it is shown.
    pub fn shown(&self, position: &Position) -> Vec<Place> {
        position.0.iter().map(|component| self.rules.show(&component.0)).collect()
    }

    fn component(&self, place: &Place) -> Result<Component> {
        self.rules.component(&place.argument())
    }

    fn components(&self, places: &[Place]) -> Result<Vec<Component>> {
        places.iter().map(|place| self.component(place)).collect()
    }

    fn parts(&self, parts: &[Part]) -> Result<Vec<Place>> {
        let mut all = Vec::new();
        for part in parts {
            let (count, place): (u64, &Place) = match part {
                Part::One(place) => (1, place),
                Part::Copies { count, of } => (*count, of),
            };
            if count.saturating_add(all.len() as u64) > WIDEST {
                return Err(Error::new(
                    ErrorKind::Limit,
                    format!("the move leaves more than {WIDEST} components, too many to go on playing"),
                ));
            }
            all.extend(std::iter::repeat_n(place.clone(), count as usize));
        }
        Ok(all)
    }

    fn has_move(&self, component: &Component) -> Result<bool> {
        let mut evaluator = Evaluator::new(self.rules.form().clone(), SEARCHED);
        let mut found = false;
        let stopped = evaluator.options(&component.0, &mut |_| {
            found = true;
            // Enough; the error only ends the enumeration.
            Err(Error::new(ErrorKind::Interrupted, "found"))
        });
        if found { Ok(true) } else { stopped.map(|()| false) }
    }

    fn heap(&self, place: &Place) -> Option<i64> {
        match place {
            Place::One(Coordinate::Int(stones)) if self.rules.form().is_heap() => Some(*stones),
            _ => None,
        }
    }
}

impl Field for ByRules<'_> {
    fn title(&self) -> String {
        game_title(self.rules)
    }

    fn goal(&self) -> &'static str {
        let form = self.rules.form();
        match (form.scores(), form.ending.win_if.is_some(), self.play) {
            (true, ..) => "Whoever has earned more at the end wins.",
            (_, true, _) => "The final position decides who wins.",
            (.., Play::Normal) => "Whoever cannot move loses.",
            (.., Play::Misere) => "Whoever cannot move wins.",
        }
    }

    fn scores(&self) -> bool {
        self.rules.form().scores()
    }

    fn read(&self, text: &str) -> Result<Place> {
        self.rules.component(text).map(|component| self.rules.show(&component.0))
    }

    fn moves(&mut self, position: &[Place]) -> Result<Option<Vec<MoveReport>>> {
        let mut work = Work { limits: Default::default(), progress: &Quiet };
        work.limits.positions = LISTED;
        match list_moves(self.rules, &Position(self.components(position)?), &work) {
            Ok(moves) => Ok(Some(moves)),
            Err(e) if e.kind() == ErrorKind::Limit => Ok(None),
            Err(e) => Err(e),
        }
    }

    fn moves_to(&mut self, position: &[Place], index: usize, parts: &[Place]) -> Result<Vec<MoveReport>> {
        let (component, parts) = (self.component(&position[index])?, self.components(parts)?);
        let shown = || parts.iter().map(|part| Part::One(self.rules.show(&part.0))).collect();
        if is_nim(self.rules.form()) {
            let legal = matches!(&parts[..], [part] if (0..component.0[0]).contains(&part.0[0]));
            let by = MoveReport { component: index, to: shown(), label: None, gain: None };
            return Ok(if legal { vec![by] } else { Vec::new() });
        }
        let mut wanted: Vec<&[i64]> = parts.iter().map(|part| &part.0[..]).collect();
        wanted.sort_unstable();
        let form = self.rules.form();
        let mut evaluator = Evaluator::new(form.clone(), SEARCHED);
        let mut found: Vec<MoveReport> = Vec::new();
        evaluator.options(&component.0, &mut |option| {
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

    fn after(&mut self, position: &[Place], by: &MoveReport) -> Result<Vec<Place>> {
        let mut next = position.to_vec();
        next.splice(by.component..=by.component, self.parts(&by.to)?);
        if self.rules.form().splits() {
            // What is finished would only be in the way.
            let mut open = Vec::new();
            for place in next {
                if self.has_move(&self.component(&place)?)? {
                    open.push(place);
                }
            }
            next = open;
        }
        Ok(next)
    }

    fn can_move(&mut self, position: &[Place]) -> Result<bool> {
        for component in self.components(position)? {
            if self.has_move(&component)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn decided(&mut self, position: &[Place]) -> Result<Final> {
        let form = self.rules.form();
        if form.scores() {
            return Ok(Final::Scores);
        }
        if form.ending.win_if.is_none() {
            return Ok(Final::Stuck(self.play));
        }
        let mut evaluator = Evaluator::new(form.clone(), SEARCHED);
        Ok(Final::Decided(match &self.components(position)?[..] {
            [only] => evaluator.wins_at_end(&only.0)?.unwrap_or(false),
            _ => false,
        }))
    }

    fn report(&mut self, position: &[Place], work: &Work<'_>) -> Result<Report> {
        let position = Position(self.components(position)?);
        self.solver.report(&position, work).map_err(|e| e.within(&self.rules.source))
    }

    /// One less in the largest heap.
    fn stall(&mut self, position: &[Place]) -> Result<Option<MoveReport>> {
        let heaps = position.iter().enumerate().filter_map(|(i, place)| Some((i, self.heap(place)?)));
        let Some((index, stones)) = heaps.max_by_key(|(_, stones)| *stones).filter(|(_, n)| *n > 0) else {
            return Ok(None);
        };
        let less = [Place::One(Coordinate::Int(stones - 1))];
        // A domain may forbid it.
        let moves = if self.component(&less[0]).is_ok() {
            self.moves_to(position, index, &less)?
        } else {
            Vec::new()
        };
        Ok(moves.into_iter().next())
    }

    fn less(&self, from: &Place, by: i64) -> Option<Place> {
        let left = self.heap(from)?.checked_sub(by).filter(|left| *left >= 0)?;
        Some(Place::One(Coordinate::Int(left)))
    }

    fn picture(&self, position: &[Place]) -> String {
        match self.components(position) {
            Ok(components) => show::components(self.rules, &components),
            Err(e) => format!("  {e}\n"),
        }
    }
}
