//! Why rules do not have a shape, as data.

use crate::error::Error;
use crate::keyed::sayings;

sayings! {
    /// What keeps rules from having a shape.
    pub enum Misfit {
        NotAHeap => "a position is not a single heap",
        SeveralKinds => "there are several kinds of move",
        NotOneHeap => "a move leaves nothing, or several heaps",
        NoRange => "no amount is chosen from a range",
        NotWholeRange => "the amounts are not all from 1 to the whole heap",
        TwoChoices => "a move has two choices",
        MoreThanForbids => "a condition does more than forbid some amounts",
        NoNamedSet => "the amounts are not a set with a name",
        NotEveryMember => "not every member that the heap can pay may be taken",
        BaseNotConstant => "the base of the powers is not a constant of at least 2",
        DivisorsChange => "the divisors of the heap change with it",
        NotDivisors => "the moves are not to divisors, or into equal parts",
        NoFormula => "no formula is known for these moves",
        NotEverySmaller => "no move leaves every smaller heap",
        NoSplit => "no move splits a heap",
        NeitherNimNorSplit => "a move neither leaves every smaller heap nor splits in every way",
        NotOneOrAll => "the moves are not to take one, or all",
        CopiesOfAHeap => "a move leaves copies of a heap",
        HeapNotLinear => "the heap that is left is not a linear expression",
        Restricted => "a condition restricts the moves",
        HeapDependsOnMore => "the heap that is left depends on something else",
        NoSteps => "tokens do not move from each step to the one below",
        TooManyAmounts { most: i64 } => "there are more than {most} amounts",
        AmountNotChosen => "the amount taken is not the chosen number",
        AmountTooLarge => "an amount does not fit in 64 bits",
        AmountDepends => "the amount taken depends on the heap",
        AmountsDepend => "the amounts depend on the heap",
        AmountNotPositive => "an amount is not positive",
        NeverSplits => "no move splits a heap, or takes it whole",
        SomeSplitsRestricted => "only some of the splits are restricted",
        NotEveryTriple => "three parts that are not every triple of non-empty heaps",
        PartWithoutRange => "two parts without a range for one of them",
        TooManyParts => "a move leaves more than three parts",
        LeavesNothing => "a move leaves nothing other than by taking a whole heap of fixed size",
        ConditionNotLinear => "a condition that is not linear",
        HeapNotFixed => "a condition that does not fix the heap",
        ChoiceNoPart => "a choice that is no part",
        PartNotChosen => "neither part is the chosen number",
        RangeStartsLate => "the range of a part does not start at a constant",
        RangeEndsOtherwise => "the range of a part has an end of another kind",
        NoCodeSays => "the parts are restricted in a way that no code can say",
        RemovedNotFixed => "the amount removed is not fixed",
        RemovedNotChosen => "the amount removed is not the chosen one",
        TooManyOrNegative => "too many amounts, or a negative one",
        PartNotLinear => "a part is not a linear expression",
        SplitsRestricted => "a condition restricts the splits",
        NotUpTo => "the amounts are not 1, 2, …, k",
        NotOneUnbounded => "not exactly one coordinate is unbounded",
        NotOneComponent => "a move leaves nothing, or several components",
        TooManyCases => "the rule splits into too many cases to follow",
        DependsOnSize => "the moves of large heaps depend on their size",
        WindowTooLarge { heaps: i64, states: usize } =>
            "{heaps} heaps of {states} states each, on which moves depend, make too large a window",
        TooManyForWindow => "there are too many moves for a window",
        NoSmallRange => "a coordinate has no small fixed range",
        TwoUnbounded => "two coordinates are unbounded",
        TooManyStates => "the finite coordinates have too many combinations",
        NotProvedToFall => "it is not proved that every move lowers the heap",
        FallsTooFar { most: i64 } => "the heap may fall by more than {most} a move, which makes too large a window",
        FallsByAny => "the heap may fall by any amount",
        ValuesDecide => "values decide",
        NothingFalls => "no combination of the coordinates was proved to fall with every move",
        NamedMoves => "the components are not Nim heaps without names for their moves",
        Failed { message: String } => "{message}",
    }
}

/// An engine that fails for these rules does not fit them.
impl From<Error> for Misfit {
    fn from(error: Error) -> Misfit {
        Misfit::Failed { message: error.to_string() }
    }
}
