//! Games that are rules over places, as tests of boards ask about them.

use std::marker::PhantomData;
use std::ops::ControlFlow;
use std::sync::Arc;

use crate::catalogue;
use crate::error::Result;
use crate::game::{Game, Readable};
use crate::nimber::Nimber;
use crate::places::{PlaceGame, PlaceRules, PlaceState};
use crate::report::sentence::BoardTheorem;
use crate::sketch::Sketch;
use crate::work::Work;

/// The name of a game of the catalogue.
pub(super) trait Name: Send + Sync + PartialEq + 'static {
    const NAME: &'static str;
}

macro_rules! named {
    ($($kind:ident, $game:ident = $name:literal;)*) => {
        $(
            #[derive(Debug, PartialEq)]
            pub(super) struct $kind;

            impl Name for $kind {
                const NAME: &'static str = $name;
            }

            pub(super) type $game = Ruled<$kind>;
        )*
    };
}

named! {
    NodeKaylesName, NodeKayles = "node-kayles";
    ArcKaylesName, ArcKayles = "arc-kayles";
    ChompName, Chomp = "chomp";
    HackenbushName, Hackenbush = "hackenbush";
}

/// A game of the catalogue that is played by a rule over places.
#[derive(Debug, PartialEq)]
pub(super) struct Ruled<N: Name>(PlaceGame, PhantomData<N>);

impl<N: Name> Game for Ruled<N> {
    type State = PlaceState;

    fn show(&self, state: &PlaceState) -> String {
        self.0.show(state)
    }

    fn options(
        &self,
        state: &PlaceState,
        visit: &mut impl FnMut(PlaceState) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.0.options(state, visit)
    }

    fn parts(&self, state: PlaceState, visit: &mut impl FnMut(PlaceState)) {
        self.0.parts(state, visit);
    }

    fn canonical(&self, state: PlaceState) -> PlaceState {
        self.0.canonical(state)
    }

    fn packed(&self, state: &PlaceState) -> Option<u64> {
        self.0.packed(state)
    }

    fn bytes(&self, state: &PlaceState) -> u64 {
        self.0.bytes(state)
    }

    fn size(&self, state: &PlaceState) -> u32 {
        self.0.size(state)
    }

    fn known(&self, state: &PlaceState) -> Option<Nimber> {
        self.0.known(state)
    }

    fn theorem(&self, state: &PlaceState) -> Option<BoardTheorem> {
        self.0.theorem(state)
    }

    fn sketch(&self, state: &PlaceState) -> Option<Sketch> {
        self.0.sketch(state)
    }

    fn signs(&self, state: &PlaceState) -> (Vec<String>, bool) {
        self.0.signs(state)
    }

    fn picked(
        &self,
        state: &PlaceState,
        visit: &mut impl FnMut(PlaceState, Vec<usize>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.0.picked(state, visit)
    }

    fn labels(&self, from: &PlaceState, to: &PlaceState) -> Vec<String> {
        self.0.labels(from, to)
    }
}

impl<N: Name> Readable for Ruled<N> {
    fn open(text: &str) -> Result<(Ruled<N>, PlaceState)> {
        let entry = catalogue::find(N::NAME).unwrap();
        let rule = entry.board.as_ref().and_then(|board| board.rules.as_ref()).unwrap_or(&entry.rules);
        let rules = Arc::new(PlaceRules::read(rule, &crate::Lets::new(), &Work::unwatched())?);
        let (mut game, state) = PlaceGame::open(&rules, text)?;
        game.prepare(&state, &Work::unwatched())?;
        Ok((Ruled(game, PhantomData), state))
    }
}
