//! The theorems about boards that reports name.

use crate::keyed::phrases;

phrases! {
    /// A theorem about a board: one that tells its value, who wins, or which move does. Its name, a colon, and what it says.
    pub enum BoardTheorem {
        StrategyStealing =>
            "strategy stealing (Gale 1974): if a bite at the far corner could be answered, that answer could be \
             bitten at once, so the first player wins every bar but the single square; which bite wins is \
             searched",
        TwoRows => "law of two rows: a position is lost exactly if the first is one longer than the second",
        TwoColumns => "law of two columns: a position is lost exactly if the first is one longer than the second",
        NimOnAnL => "Nim on an L: without the second square of the diagonal the two arms are Nim heaps",
        Pairing =>
            "pairing: a symmetry of the board answers every move by its image, which the move leaves as it is",
        PairingMove =>
            "pairing: a move that a symmetry of the board maps onto itself wins, for then the symmetry answers every \
             move by its image, which the move leaves as it is",
        ColonAndFusion =>
            "colon and fusion principles: the vertices of a cycle may be made one, and branches at a vertex are \
             worth a stalk of their nim-sum",
        GreatestMember =>
            "strategy stealing (Gale 1974): if taking the greatest member alone could be answered, that answer could \
             be given at once, so the player to move wins",
        TurningCoins =>
            "theorem of turning coins: heads are independent, and each is worth the least number that no nim-sum of \
             the other coins of a move is",
        Tartan =>
            "Tartan theorem: moves are products of a row game and a column game, so a head is worth the nim-product \
             of the two",
        MaximumMatchings =>
            "theorem of maximum matchings (Fraenkel, Scheinerman and Ullman 1993): the player to move wins exactly \
             if every maximum matching covers the place of the token",
        PathsAndCycles =>
            "paths and cycles: a path is a heap of an octal game, and a move opens a cycle to a path",
        SlidingStones =>
            "theorem of sliding stones: the gaps before the last stone, the third last and so on count mod 3, as \
             Nim heaps",
        GapsAreSteps =>
            "staircase of gaps: the gaps before the last stone, the third last and so on count, as heaps from which \
             a stone's distances are taken",
        RunsAreHeaps => "runs as heaps: cells of a run are taken, and what is left of it falls into runs, as in an octal game",
        PlacesAreHeaps => "Nim: the number on each place is a heap of its own",
        RunsOfCentres =>
            "runs of centres: letters between equal letters play like cells on which no two crosses touch, the \
             octal game 0.137, Dawson's Chess",
        Staircase => "Staircase Nim: only the stones on steps 1, 3, 5 and so on count, as Nim heaps",
        Neighbours =>
            "Staircase Nim: the differences between neighbours are a staircase, and the last, the third last and \
             so on count, as Nim heaps",
        Corners =>
            "table of corners: whatever is deleted leaves a corner of the table, and one pass values all corners",
        AntiDiagonals =>
            "theorem of the anti-diagonals (Codeforces 1451F): a position is lost exactly if the numbers on every \
             anti-diagonal have the nim-sum 0",
        HotPlaces =>
            "theorem of hot places: who has a marble one move from home wins; else nim-sums decide, of moves that \
             bring none so close",
        Treblecross =>
            "theorem of Treblecross (Winning Ways ch. 4): who can make three wins; else runs of n cells away from \
             all crosses are heaps of n + 2 in 0.007, and a nim-sum of 0 is lost",
    }
}

impl BoardTheorem {
    /// What it is called.
    pub fn name(self) -> &'static str {
        self.english().split(':').next().unwrap_or_default()
    }
}
