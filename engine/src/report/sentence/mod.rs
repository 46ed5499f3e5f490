//! Why an answer is right, as data: each sentence is a key with its parts, and reads as English.
//!
//! Programs and pages in other languages go by the key; people who read English read the [`Display`](fmt::Display).

mod cost;
mod everywhere;
mod misfit;
mod movement;
mod options;
mod pattern;
mod plan;
#[cfg(test)]
pub(crate) mod samples;
mod theorem;
mod unproved;

use std::fmt;

use crate::keyed::keyed;
use crate::loopy_value::LoopyValue;
use crate::nimber::Nimber;
use crate::report::{MoveReport, show_parts};

pub use cost::{CostSentence, CostVerdict};
pub use everywhere::Everywhere;
pub use misfit::Misfit;
pub use movement::Movement;
pub use options::OptionValues;
pub use pattern::Pattern;
pub use plan::{EngineName, Fit, Reach, ShapeName, Theorems};
pub use theorem::BoardTheorem;
pub use unproved::Unproved;

keyed! {
    /// One step of the argument why an answer is right.
    ///
    /// ```
    /// use grundy::Nimber;
    /// use grundy::sentence::Sentence;
    /// let sentence = Sentence::HeapWon { value: Nimber(3) };
    /// assert_eq!(serde_json::to_string(&sentence).unwrap(), r#"{"key":"heap_won","value":3}"#);
    /// assert!(sentence.to_string().starts_with("the component equals a Nim heap of 3"));
    /// ```
    pub enum Sentence {
        /// There is no component.
        EmptySum,
        /// There is no move.
        NoMove,
        /// The only component has the value 0.
        HeapLost {
            /// Its value.
            value: Nimber,
        },
        /// The only component has another value.
        HeapWon {
            /// Its value.
            value: Nimber,
        },
        /// The values of several components have the nim-sum 0.
        SumLost {
            /// The nim-sum.
            sum: Nimber,
        },
        /// The values of several components have another nim-sum.
        SumWon {
            /// The nim-sum.
            sum: Nimber,
        },
        /// Positions may come back, and the value is 0.
        LoopyLost {
            /// The value.
            value: LoopyValue,
        },
        /// Positions may come back, and the value is another nimber.
        LoopyWon {
            /// The value.
            value: LoopyValue,
        },
        /// One may go on for ever, or win.
        LoopyBoth {
            /// The value.
            value: LoopyValue,
        },
        /// Nobody can force the end.
        LoopyDrawn {
            /// The value.
            value: LoopyValue,
        },
        /// Misère Nim with a heap larger than 1.
        MisereNim {
            /// The nim-sum of the heaps.
            sum: u64,
        },
        /// Misère play by a quotient.
        QuotientProduct {
            /// The product of the components in the quotient.
            product: String,
            /// Whether the mover wins.
            won: bool,
        },
        /// Misère Nim with an odd number of heaps of 1.
        MisereOdd {
            /// How many.
            ones: u64,
        },
        /// Misère Nim with an even number of heaps of 1.
        MisereEven {
            /// How many.
            ones: u64,
        },
        /// Everything was followed to the end, and the mover wins.
        FollowedWon {
            /// How many moves it lasts, where known.
            moves: Option<u32>,
        },
        /// Everything was followed to the end, and the mover loses.
        FollowedLost {
            /// How many moves it lasts, where known.
            moves: Option<u32>,
        },
        /// Everything was followed, and nobody can force the end.
        FollowedDrawn,
        /// The whole sum was searched under misère play.
        MisereSum,
        /// The mover ends ahead.
        Ahead {
            /// By how many points.
            by: u64,
        },
        /// Both end with the same points.
        Level,
        /// The mover ends behind.
        Behind {
            /// By how many points.
            by: u64,
        },
        /// Outcomes repeat with a proved period.
        Periodic {
            /// Whether the mover wins here.
            won: bool,
        },
        /// The lost positions of Wythoff's game.
        GoldenRatio {
            /// Whether the mover wins here.
            won: bool,
        },
        /// An automaton tells the lost positions, proved for all of them.
        ProvedAutomaton {
            /// Whether the mover wins here.
            won: bool,
        },
        /// Lost heaps strike out those that reach them.
        Struck {
            /// Whether the mover wins here.
            won: bool,
        },
        /// All positions of a board, counted.
        Counted {
            /// All.
            all: u64,
            /// Those that the mover wins.
            won: u64,
            /// Those that the mover loses.
            lost: u64,
            /// Those that nobody wins.
            drawn: u64,
        },
        /// The best move of a board leaves a lost position.
        BoardWon,
        /// Every move of a board leaves a won position.
        BoardLost,
        /// Some moves of a board keep the draw.
        BoardDrawn,
        /// A theorem about a board.
        Theorem {
            /// Which.
            theorem: BoardTheorem,
        },
        /// A name that means a partisan game elsewhere.
        PartisanElsewhere {
            /// The name that was asked for.
            name: String,
            /// The name of the board here.
            board: String,
            /// What the board is called.
            title: String,
        },
        /// Several arguments of one edge each, which are a sum.
        EdgesApart {
            /// How many.
            count: usize,
            /// The same edges as one graph.
            together: String,
        },
        /// Not all moves were looked at.
        TooManyMoves,
        /// Several moves keep the draw.
        DrawMoves {
            /// How many.
            count: usize,
            /// The first of them by name.
            first: Vec<String>,
            /// How many there are beside these.
            more: usize,
        },
        /// A move that wins.
        Wins(Movement),
        /// A move that reaches the best score.
        Reaches(Movement),
        /// No move wins, and nothing is known of how long the others last.
        AsGood(Movement),
        /// No move wins, and this one holds out longest.
        HoldsOut(Movement),
        /// A move that keeps the draw.
        KeepsDraw(Movement),
    }
}

impl Sentence {
    /// Whether it only recommends a move.
    pub fn is_advice(&self) -> bool {
        use Sentence::*;
        matches!(self, Wins(_) | Reaches(_) | AsGood(_) | HoldsOut(_) | KeepsDraw(_))
    }

    /// The moves that keep a draw, the first ones by name; a single one is the advice that follows.
    pub(crate) fn draw_moves(moves: &[MoveReport]) -> Option<Sentence> {
        let name = |by: &MoveReport| by.label.clone().unwrap_or_else(|| show_parts(&by.to));
        let first: Vec<String> = moves.iter().take(NAMED_DRAWS).map(name).collect();
        let (count, more) = (moves.len(), moves.len() - first.len());
        (count > 1).then_some(Sentence::DrawMoves { count, first, more })
    }
}

/// The moves that keep a draw which a report names.
const NAMED_DRAWS: usize = 3;

const LOST: &str = "whatever is moved makes it other than 0, and the reply makes it 0 again";
const WON: &str = "a move that makes it 0 leaves the other player a position of value 0, which is lost";
const FOLLOWED: &str = "all positions that can come up were followed";
const BEST_PLAY: &str = "with best play on both sides the mover ends";

fn last(moves: Option<u32>) -> String {
    moves.map_or(String::new(), |n| format!(" in {n} move{}", if n == 1 { "" } else { "s" }))
}

fn here(won: bool) -> &'static str {
    if won { "and here the mover wins" } else { "and here the mover loses" }
}

impl fmt::Display for Sentence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use Sentence::*;
        match self {
            EmptySum => f.write_str("the sum is empty, so the player to move has no move"),
            NoMove => f.write_str("there is no move, so the player to move loses"),
            HeapLost { value } => write!(f, "the component equals a Nim heap of {value}: {LOST}"),
            HeapWon { value } => write!(f, "the component equals a Nim heap of {value}: {WON}"),
            SumLost { sum } => write!(f, "the values of the components have the nim-sum {sum}: {LOST}"),
            SumWon { sum } => write!(f, "the values of the components have the nim-sum {sum}: {WON}"),
            LoopyLost { value } => write!(
                f,
                "the value is {value}: whatever is moved, the reply makes it 0 again, and the play ends"
            ),
            LoopyWon { value } => write!(f, "the value is {value}, and some move makes it 0"),
            LoopyBoth { value } => {
                write!(f, "the value is {value}: one may go on for ever, but also move to 0 and win")
            }
            LoopyDrawn { value } => {
                write!(f, "the value is {value}: nobody can force the end, so the play goes on for ever")
            }
            FollowedWon { moves } => write!(f, "{FOLLOWED} to the end: the mover wins{}", last(*moves)),
            FollowedLost { moves } => write!(f, "{FOLLOWED} to the end: the mover loses{}", last(*moves)),
            FollowedDrawn => write!(f, "{FOLLOWED}: nobody can force the end"),
            MisereSum => f.write_str("who cannot move wins, and the whole sum was searched"),
            Ahead { by } => write!(f, "{BEST_PLAY} {by} ahead of the other player"),
            Level => write!(f, "{BEST_PLAY} level with the other player"),
            Behind { by } => write!(f, "{BEST_PLAY} {by} behind the other player"),
            Wins(by) => write!(f, "{by} wins"),
            Reaches(by) => write!(f, "{by} reaches that"),
            AsGood(by) => write!(f, "no move wins; {by} is as good as any"),
            HoldsOut(by) => write!(f, "no move wins; {by} holds out as long as any"),
            KeepsDraw(by) => write!(f, "{by} keeps the draw"),
            Theorem { theorem } => theorem.fmt(f),
            special => special.special(f),
        }
    }
}

impl Sentence {
    /// The English of what only some games need.
    fn special(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use Sentence::*;
        match self {
            MisereNim { sum } => write!(
                f,
                "some heap is larger than 1, so the nim-sum decides as in Nim, and it is {sum}; \
                 at the end one leaves an odd number of heaps of 1"
            ),
            QuotientProduct { product, won: true } => write!(
                f,
                "in the misère quotient the components have the product {product}, which is won: some move makes it a lost one"
            ),
            QuotientProduct { product, won: false } => write!(
                f,
                "in the misère quotient the components have the product {product}, which is lost: every move makes it a won one"
            ),
            MisereOdd { ones: 1 } => {
                f.write_str("there is 1 heap of 1, an odd number: the mover takes the last one")
            }
            MisereOdd { ones } => {
                write!(f, "there are {ones} heaps of 1, an odd number: the mover takes the last one")
            }
            MisereEven { ones } => {
                write!(f, "there are {ones} heaps of 1, an even number: the other player takes the last one")
            }
            Periodic { won } => write!(f, "the outcomes repeat with a proved period, {}", here(*won)),
            GoldenRatio { won } => {
                write!(f, "the lost positions are ⌊jφ⌋ and ⌊jφ⌋ + j, with the golden ratio φ, {}", here(*won))
            }
            ProvedAutomaton { won } => write!(
                f,
                "every lost position has only won options and every other one has a lost option, as is proved for all positions, {}",
                here(*won)
            ),
            Struck { won } => {
                write!(f, "every heap that no smaller lost heap strikes out is lost, {}", here(*won))
            }
            Counted { all, won, lost, drawn } => {
                write!(f, "of all {all} positions {won} are won, {lost} lost and {drawn} drawn")
            }
            BoardWon => f.write_str("the best move leaves a lost position"),
            BoardLost => f.write_str("every move leaves a won position, or there is none"),
            BoardDrawn => f.write_str("no move wins, but some keep the draw, for ever if need be"),
            PartisanElsewhere { name, title, .. } => write!(
                f,
                "{name} is partisan elsewhere, each player with moves of their own; here it is played as an impartial \
                 game: {title}"
            ),
            EdgesApart { count, together } => write!(
                f,
                "{count} arguments are a sum of {count} graphs of one edge each; one graph is one argument, {together}"
            ),
            TooManyMoves => f.write_str("there are too many moves to look at them all"),
            DrawMoves { count, first, more } => {
                write!(f, "{count} moves keep the draw: {}", first.join("; "))?;
                if *more > 0 { write!(f, "; and {more} more") } else { Ok(()) }
            }
            // All others are usual.
            _ => Ok(()),
        }
    }
}
