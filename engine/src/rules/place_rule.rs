//! Rules over places: `S on graph -> S - ball(v) for v in S`. A position is a set of places, letters or numbers on places, or
//! a place; a move makes another of them.
//!
//! The tree is typed as it is read, so that whoever walks it meets no mistakes. A value is a pair of integers whatever its
//! sort: a number and a letter are the first of the pair, a place of a board is its row and column, an edge its two ends.

use super::arithmetic::{Aggregate, Function, Op};
use super::lexeme::{Lexeme, lexemes};

/// What the places of a position are, and how they lie together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Space {
    /// Cells in a row, numbered from 0.
    Strip,
    /// Cells in a circle.
    Ring,
    /// Rows and columns.
    Grid(Steps),
    /// The same, where each row and each column is a circle.
    Torus(Steps),
    /// Rows of hexagons, each shifted by a half against the one above.
    Hex,
    /// The vertices of a graph.
    Graph,
    /// The edges of a graph.
    Edges,
    /// The elements of a partial order.
    Order,
    /// All numbers from 0 on.
    Numbers,
    /// Places without an order, so that only how often each number is there counts.
    Bag,
}

/// What a step to a neighbour is on a board of rows and columns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Steps {
    #[default]
    Four,
    King,
    Knight,
    Bishop,
    Rook,
    Queen,
}

impl Space {
    /// Every space by its name.
    pub const ALL: [(&'static str, Space); 10] = [
        ("strip", Space::Strip),
        ("ring", Space::Ring),
        ("grid", Space::Grid(Steps::Four)),
        ("torus", Space::Torus(Steps::Four)),
        ("hex", Space::Hex),
        ("graph", Space::Graph),
        ("edges", Space::Edges),
        ("order", Space::Order),
        ("numbers", Space::Numbers),
        ("bag", Space::Bag),
    ];

    /// The space of this name, with its usual steps.
    pub(crate) fn named(word: &str) -> Option<Space> {
        Self::ALL.iter().find(|(name, _)| *name == word).map(|(_, space)| *space)
    }

    /// What `near`, `edges` and variables for places speak about: the ends of edges where the space is one of edges.
    pub fn place_sort(self) -> Sort {
        match self {
            Space::Grid(_) | Space::Torus(_) | Space::Hex => Sort::Pair,
            _ => Sort::Number,
        }
    }

    /// What members of a set on it are.
    pub fn member_sort(self) -> Sort {
        if self == Space::Edges { Sort::Edge } else { self.place_sort() }
    }

    /// Whether places have neighbours.
    pub fn has_neighbours(self) -> bool {
        !matches!(self, Space::Order | Space::Numbers | Space::Bag)
    }

    /// Whether places are ordered, at least partially.
    pub fn has_order(self) -> bool {
        matches!(self, Space::Strip | Space::Grid(_) | Space::Order | Space::Numbers)
    }
}

impl Steps {
    /// Every kind of step that has a name.
    pub const ALL: [(&'static str, Steps); 5] = [
        ("king", Steps::King),
        ("knight", Steps::Knight),
        ("bishop", Steps::Bishop),
        ("rook", Steps::Rook),
        ("queen", Steps::Queen),
    ];
}

/// What a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// A number, which may name a place.
    Number,
    /// A row and a column, or a step between such places.
    Pair,
    /// An edge, by its two ends.
    Edge,
    /// A letter.
    Letter,
}

/// A rule over places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlaceRule {
    /// What places are.
    pub space: Space,
    /// What a position is.
    pub coordinates: Vec<PlaceCoordinate>,
    /// The kinds of move.
    pub kinds: Vec<PlaceMove>,
    /// What the end of the game means.
    pub ending: PlaceEnding,
    /// The parameters that are lists whose entries are asked for.
    pub lists: Vec<(String, Vec<i64>)>,
}

/// One coordinate of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlaceCoordinate {
    /// Its name.
    pub name: String,
    /// What it is.
    pub holds: Holds,
}

/// What a coordinate is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Holds {
    /// A set of places.
    Set,
    /// A letter on each place, one of these.
    Letters(Vec<char>),
    /// A number from 0 on, on each place.
    Numbers,
    /// A place: one of the set that an earlier coordinate is, or any.
    Place(Option<usize>),
}

/// One kind of move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlaceMove {
    /// What players call it.
    pub label: Option<String>,
    /// What becomes of each coordinate.
    pub option: Vec<Becomes>,
    /// Choices and conditions, in the order in which they are made.
    pub qualifiers: Vec<PlaceQualifier>,
    /// What the variables are called; a variable is its number in this list.
    pub names: VariableNames,
    /// What the mover earns in a scoring game.
    pub gain: Option<ValueTerm>,
    /// Whether the same player moves on.
    pub again: bool,
}

/// What variables are called and of what sort they are; what they are called makes no difference to a rule.
#[derive(Clone, Debug, Default)]
pub struct VariableNames(pub Vec<(String, Sort)>);

impl PartialEq for VariableNames {
    fn eq(&self, _: &VariableNames) -> bool {
        true
    }
}

impl Eq for VariableNames {}

/// What becomes of a coordinate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Becomes {
    /// This set.
    Set(SetTerm),
    /// What it was, but for what is written on these places.
    Written(Vec<(ValueTerm, ValueTerm)>),
    /// This place.
    Place(ValueTerm),
}

/// A choice or a condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlaceQualifier {
    /// A choice from a set.
    For(Binder, SetTerm),
    /// A condition.
    If(PlaceCondition),
}

/// The variables that a choice gives values to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Binder {
    /// The member itself.
    One(usize),
    /// The row and the column of a place.
    Parts(usize, usize),
    /// The two ends of an edge, in both orders.
    Ends(usize, usize),
}

/// A value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ValueTerm {
    /// A number, a letter or a place that is written out.
    Constant([i64; 2]),
    /// What was chosen.
    Variable(usize),
    /// The place that a coordinate is.
    Coordinate(usize),
    /// What a coordinate holds on a place.
    At(usize, Box<ValueTerm>),
    /// How many members a set has.
    Size(Box<SetTerm>),
    /// The first member of a set.
    First(Box<SetTerm>),
    /// A place by its row and column.
    Pair(Box<ValueTerm>, Box<ValueTerm>),
    /// An edge by its ends.
    Edge(Box<ValueTerm>, Box<ValueTerm>),
    /// A sum, a product and the like.
    Arithmetic(Op, Box<ValueTerm>, Box<ValueTerm>),
    /// A function of numbers.
    Call(Function, Vec<ValueTerm>),
    /// The first if the condition holds, else the second.
    If(Box<(PlaceCondition, ValueTerm, ValueTerm)>),
    /// What is gathered from a number for every choice.
    Over(Aggregate, Vec<PlaceQualifier>, Box<ValueTerm>),
    /// For how many choices a condition holds.
    Count(Vec<PlaceQualifier>, Box<PlaceCondition>),
    /// An entry of one of the lists of the rule.
    Entry(usize, Box<ValueTerm>),
}

/// A set of values of one sort.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetTerm {
    /// The set that a coordinate is.
    Coordinate(usize),
    /// All places.
    Places,
    /// All edges.
    Edges,
    /// These.
    Members(Vec<ValueTerm>),
    /// All numbers from the one to the other.
    Range(Box<ValueTerm>, Box<ValueTerm>),
    /// The members on which a condition holds.
    Filter(usize, Box<SetTerm>, Box<PlaceCondition>),
    /// What a coordinate holds on these places.
    Held(usize, Box<SetTerm>),
    /// The neighbours of a place.
    Near(Box<ValueTerm>),
    /// A place and its neighbours.
    Ball(Box<ValueTerm>),
    /// All places that are at least this one.
    Up(Box<ValueTerm>),
    /// All places that are at most this one.
    Down(Box<ValueTerm>),
    /// The places that one meets by going on from a place by a step; as long as they are in a set, if one is given.
    Ray(Box<ValueTerm>, Box<ValueTerm>, Option<Box<SetTerm>>),
    /// What of a set hangs together with a place.
    Part(Box<SetTerm>, Box<ValueTerm>),
    /// What is in the first, and not in the second.
    Minus(Box<SetTerm>, Box<SetTerm>),
    /// What is in one of them.
    Plus(Box<SetTerm>, Box<SetTerm>),
    /// What is in exactly one of them.
    Xor(Box<SetTerm>, Box<SetTerm>),
}

/// A condition on a position and what was chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlaceCondition {
    /// A value is in a set.
    In(ValueTerm, SetTerm),
    /// Two values compare so.
    Compare(Op, ValueTerm, ValueTerm),
    /// Two sets are equal.
    Same(SetTerm, SetTerm),
    /// It does not hold.
    Not(Box<PlaceCondition>),
    /// Both hold.
    And(Box<PlaceCondition>, Box<PlaceCondition>),
    /// One of them holds.
    Or(Box<PlaceCondition>, Box<PlaceCondition>),
    /// It holds for all choices, or for any.
    Over(Aggregate, Vec<PlaceQualifier>, Box<PlaceCondition>),
}

/// How a game over places ends.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlaceEnding {
    /// A position on which this holds has no more moves.
    pub over: Option<PlaceCondition>,
    /// As soon as it holds in one component, none has.
    pub over_all: Option<PlaceCondition>,
    /// Whether the player without a move wins.
    pub misere: bool,
    /// The player to move at the end wins if this holds (or loses, with `false`).
    pub decides: Option<(bool, PlaceCondition)>,
    /// What the variables of the conditions are called.
    pub names: VariableNames,
}

impl PlaceRule {
    /// Whether who cannot move loses or wins, and nothing else counts: no points, no moving on, no ending of its own.
    pub fn is_plain(&self) -> bool {
        let plain = |kind: &PlaceMove| kind.gain.is_none() && !kind.again;
        self.ending.decides.is_none() && self.kinds.iter().all(plain)
    }
}

/// Whether a text is a rule over places rather than one of numbers: a coordinate says `NAME on SPACE` before the arrow. The space
/// may be misspelt: no rule of numbers says `on` there, and the nearest name is told.
pub fn is_over_places(source: &str) -> bool {
    let Some((head, _)) = ["->", "→", "↦"].iter().find_map(|arrow| source.split_once(arrow)) else {
        return false;
    };
    let Ok(lexemes) = lexemes(head) else { return false };
    lexemes.windows(3).any(|three| {
        matches!(three, [(Lexeme::Word(_), _), (Lexeme::Word(on), _), (Lexeme::Word(_), _)] if on == "on")
    })
}
