//! How moves over places are called and clicked: by what they choose first.

use std::ops::ControlFlow;

use crate::game::Game;
use crate::rules::{Binder, PlaceMove, PlaceQualifier};

use super::field_text;
use super::graph_sketch::Clicks;
use super::set_game::{PlaceGame, PlaceState};
use super::terms::Terms;

/// Places of positions whose moves are named by what they choose.
const MOST_NAMED: usize = 512;

impl PlaceGame {
    /// What a move chose first: the numbers of the places, one or the two ends of an edge, and how they are written.
    fn first_choice(&self, kind: &PlaceMove, terms: &Terms<'_>) -> Option<((usize, usize), String)> {
        let binder = kind.qualifiers.iter().find_map(|qualifier| match qualifier {
            PlaceQualifier::For(binder, _) => Some(binder),
            PlaceQualifier::If(_) => None,
        });
        match binder? {
            Binder::One(slot) => {
                let value = terms.chosen(*slot)?;
                let at = self.field.index(value).unwrap_or(0);
                Some(((at, at), field_text::shown_member(&self.field, value)))
            }
            Binder::Parts(row, column) => {
                let value = [terms.chosen(*row)?[0], terms.chosen(*column)?[0]];
                let at = self.field.index(value).unwrap_or(0);
                Some(((at, at), field_text::shown_member(&self.field, value)))
            }
            Binder::Ends(one, other) => {
                let (one, other) = (terms.chosen(*one)?, terms.chosen(*other)?);
                let (first, second) = (one.min(other), one.max(other));
                let at = |value| self.field.index(value).unwrap_or(0);
                let text =
                    [first, second].map(|value| field_text::shown_member(&self.field, value)).join("-");
                Some(((at(first), at(second)), text))
            }
        }
    }

    /// Where a click on what a move chooses first leads, where there is one such move.
    pub(super) fn clicks(&self, cells: &[i64]) -> Clicks {
        let (mut clicks, mut unclear) = (Clicks::new(), Vec::new());
        let mut terms = self.terms(cells);
        for kind in &self.rules.rule.kinds {
            let _ = terms.choices(&kind.qualifiers, &mut |terms| {
                if let Some(after) = self.after(kind, terms, cells)
                    && let Some((chosen, _)) = self.first_choice(kind, terms)
                {
                    let leaves = self.show(&self.state(after));
                    if clicks.insert(chosen, leaves.clone()).is_some_and(|before| before != leaves) {
                        unclear.push(chosen);
                    }
                }
                ControlFlow::Continue(())
            });
        }
        unclear.iter().for_each(|chosen| drop(clicks.remove(chosen)));
        clicks
    }

    /// What players would call the moves from one position to another: the label of the kind, and what is chosen first.
    pub(super) fn names(&self, from: &PlaceState, to: &PlaceState) -> Vec<String> {
        let mut labels = Vec::new();
        let cells = self.cells(from);
        // Names of moves are for people, who read few of them.
        if cells.len() > MOST_NAMED {
            return labels;
        }
        let mut terms = self.terms(&cells);
        for kind in &self.rules.rule.kinds {
            let Some(label) = &kind.label else { continue };
            let _ = terms.choices(&kind.qualifiers, &mut |terms| {
                if self.after(kind, terms, &cells).is_some_and(|after| self.state(after) == *to) {
                    let chosen = self.first_choice(kind, terms).map_or(String::new(), |(_, text)| text);
                    let label = format!("{label} {chosen}").trim_end().to_string();
                    labels.extend((!labels.contains(&label)).then_some(label));
                }
                ControlFlow::Continue(())
            });
        }
        labels
    }
}
