//! What an engine for nimbers is.

use crate::error::Result;
use crate::heap::{Certificate, CertifiedGame, PeriodReport, Sequence};
use crate::nimber::Nimber;
use crate::position::Component;
use crate::report::sentence::{EngineName, OptionValues};
use crate::work::Work;

/// Computes the values of components of one rule under normal play.
///
/// An engine may fail with [`ErrorKind::Limit`](crate::ErrorKind::Limit) or
/// [`ErrorKind::Cycle`](crate::ErrorKind::Cycle); the planner then tries a more general one.
pub trait Engine: Send {
    /// What it is called in reports.
    fn name(&self) -> EngineName;

    /// Is told which components the values will be asked for, so that tables can be made once.
    fn prepare(&mut self, components: &[Component], work: &Work<'_>) -> Result<()>;

    /// How many positions a table would hold that has to be made for these components, if it makes one of a whole box.
    fn table_size(&mut self, _components: &[Component]) -> Option<u64> {
        None
    }

    /// What that table would cost.
    fn table_cost(&mut self, _components: &[Component], _work: &Work<'_>) -> Option<TableCost> {
        None
    }

    /// No more positions than this can come up from these components, each for itself, as far as the shape tells.
    fn at_most(&mut self, components: &[Component]) -> Option<u64> {
        self.table_size(components)
    }

    /// The value of a component.
    fn value(&mut self, place: &[i64], work: &Work<'_>) -> Result<Nimber>;

    /// How many moves the game of a component that was valued lasts, the winner hurrying and the loser delaying, if that is
    /// known.
    fn remoteness(&mut self, _place: &[i64]) -> Option<u32> {
        None
    }

    /// Every option of a component that has the wanted value, if the engine knows a way other than looking at all
    /// options. An option is the list of its components.
    fn options_of_value(&mut self, _place: &[i64], _wanted: Nimber) -> Option<Vec<Vec<Component>>> {
        None
    }

    /// The options of a component that have the wanted value, or the first of them where they are many, if the engine knows a way other
    /// than looking at all options.
    fn first_options_of_value(
        &mut self,
        place: &[i64],
        wanted: Nimber,
        _work: &Work<'_>,
    ) -> Result<Option<KnownOptions>> {
        Ok(self.options_of_value(place, wanted).map(|options| {
            let unnamed = |parts| KnownOption { parts, kind: None };
            KnownOptions { options: options.into_iter().map(unnamed).collect(), complete: true }
        }))
    }

    /// The values of the options of a component, if the engine knows them without looking at all options.
    fn option_values(&mut self, _place: &[i64]) -> Option<OptionValues> {
        None
    }

    /// What it knows about all heaps at once, if it has a theorem for periods.
    fn periodic(&mut self) -> Option<&mut dyn Periodic> {
        None
    }

    /// How many positions were computed.
    fn positions(&self) -> u64;
}

/// What a table costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableCost {
    /// How many positions it holds.
    pub cells: u64,
    /// How many options each of them has at most, if that is known without making the table.
    pub options: Option<u64>,
    /// Bytes of a position.
    pub each: u64,
}

/// Options that have a wanted value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownOptions {
    /// The options.
    pub options: Vec<KnownOption>,
    /// Whether these are all.
    pub complete: bool,
}

/// An option as an engine knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownOption {
    /// The components that are left.
    pub parts: Vec<Component>,
    /// The kind of move, if the engine knows kinds.
    pub kind: Option<usize>,
}

/// An engine that can prove the period of a heap game.
pub trait Periodic {
    /// Looks for the period in at most `limit` heaps.
    fn find_period(&mut self, limit: u64, work: &Work<'_>) -> Result<PeriodReport>;

    /// The proof of the period that was found, for the independent checker.
    fn certificate(&self) -> Option<Certificate> {
        None
    }

    /// The game whose period a certificate of this engine is about.
    fn certified_game(&self) -> Option<CertifiedGame> {
        None
    }

    /// The sequence behind the engine, if it is one that a long run can stop and take up again.
    fn sequence(&mut self) -> Option<&mut Sequence> {
        None
    }
}
