//! How moves over places are called: by what they choose first.

use std::ops::ControlFlow;

use crate::rules::{Binder, PlaceMove, PlaceQualifier};

use super::field_text;
use super::set_game::{PlaceGame, PlaceState};
use super::terms::Terms;

/// Places of positions whose moves are named by what they choose.
const MOST_NAMED: usize = 512;

impl PlaceGame {
    /// What a move chose first, as it is written: one place, or the two ends of an edge.
    fn first_choice(&self, kind: &PlaceMove, terms: &Terms<'_>) -> Option<String> {
        let binder = kind.qualifiers.iter().find_map(|qualifier| match qualifier {
            PlaceQualifier::For(binder, _) => Some(binder),
            PlaceQualifier::If(_) => None,
        });
        match binder? {
            Binder::One(slot) => Some(field_text::shown_member(&self.field, terms.chosen(*slot)?)),
            Binder::Parts(row, column) => {
                let value = [terms.chosen(*row)?[0], terms.chosen(*column)?[0]];
                Some(field_text::shown_member(&self.field, value))
            }
            Binder::Ends(one, other) => {
                let (one, other) = (terms.chosen(*one)?, terms.chosen(*other)?);
                let (first, second) = (one.min(other), one.max(other));
                Some([first, second].map(|value| field_text::shown_member(&self.field, value)).join("-"))
            }
        }
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
                    let chosen = self.first_choice(kind, terms).unwrap_or_default();
                    let label = format!("{label} {chosen}").trim_end().to_string();
                    labels.extend((!labels.contains(&label)).then_some(label));
                }
                ControlFlow::Continue(())
            });
        }
        labels
    }
}
