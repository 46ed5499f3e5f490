//! A move as a sentence names it.

use std::fmt;

use serde::Serialize;

use crate::position::Place;
use crate::report::{MoveReport, Part, Report, show_parts};

/// A move, with what it is needed to find it in its position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Movement {
    /// What the rules call it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// The component that is moved, where there are several: counted from 0 here, and from 1 where people read it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub component: Option<usize>,
    /// What it is before the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<Place>,
    /// What it becomes.
    pub to: Vec<Part>,
}

impl Movement {
    /// A move of the position that a report is about.
    pub(crate) fn new(report: &Report, by: &MoveReport) -> Movement {
        Movement {
            label: by.label.clone(),
            component: (report.components.len() > 1).then_some(by.component),
            from: report.components.get(by.component).map(|c| c.position.clone()),
            to: by.to.clone(),
        }
    }
}

/// `component 1 from 7 to 3`.
impl fmt::Display for Movement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(label) = &self.label {
            write!(f, "{label}: ")?;
        }
        if let Some(component) = self.component {
            write!(f, "component {} ", component + 1)?;
        }
        if let Some(from) = &self.from {
            write!(f, "from {from} ")?;
        }
        write!(f, "to {}", show_parts(&self.to))
    }
}
