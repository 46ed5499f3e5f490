//! The twelve rules, frozen: one of every shape that a person types, each at a size that hand-written code takes a moment for.

use crate::rivals;

/// What a question is answered with: the value, the score, or who wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The value under normal play.
    Value(u64),
    /// The mover's best difference.
    Score(i64),
    /// `N`, `P` or `D`.
    Outcome(char),
}

/// A rule, a position of it, and the same by hand.
pub struct Case {
    /// What it shows.
    pub shape: &'static str,
    /// The rule as a person types it.
    pub rule: &'static str,
    /// Its parameters.
    pub lets: &'static [(&'static str, i64)],
    /// The position that is asked about.
    pub position: &'static str,
    /// The answer, and how many positions were looked at, as a good contest programmer finds them.
    pub rival: fn() -> (Answer, u64),
}

/// Every rule of the bench.
pub const CASES: [Case; 12] = [
    Case {
        shape: "heap, a range with a condition",
        rule: "n -> n-k for k in 1..isqrt(n) if (n-k)%3 != 1",
        lets: &[],
        position: "200000",
        rival: rivals::roots,
    },
    Case {
        shape: "heap, parts with a condition",
        rule: "n -> a & n-a for a in 1..n/2 if (a+n)%3 != 0",
        lets: &[],
        position: "6000",
        rival: rivals::splits,
    },
    Case {
        shape: "heap, divisors",
        rule: "n -> n-d for d in divisors(n) if d < n and d%4 != 3",
        lets: &[],
        position: "100000",
        rival: rivals::divisors,
    },
    Case {
        shape: "two coordinates, lines with a condition",
        rule: "(x,y) -> (x-k,y) for k in 1..x | (x,y-k) for k in 1..y | (x-k,y-k) for k in 1..min(x,y) if k%2 == 1",
        lets: &[],
        position: "400,400",
        rival: rivals::lines,
    },
    Case {
        shape: "two coordinates, a few steps",
        rule: "(x,y) -> (x-1,y) | (x,y-1) | (x-2,y-1) if x%2 == 0 | (x-1,y-2) if y%3 == 0",
        lets: &[],
        position: "2000,2000",
        rival: rivals::steps,
    },
    Case {
        shape: "three coordinates in order",
        rule: "(a, b in 0..a, c in 0..b) -> (i, min(b,i), min(c,i)) for i in 1..a-1 | (a, i, min(c,i)) for i in 0..b-1 \
               | (a, b, i) for i in 0..c-1",
        lets: &[],
        position: "90,90,90",
        rival: rivals::chomp,
    },
    Case {
        shape: "four coordinates",
        rule: "(a,b,c,d) -> (a-1,b,c,d) | (a,b-1,c,d) | (a,b,c-1,d) | (a,b,c,d-1) | (a-1,b-1,c-1,d-1)",
        lets: &[],
        position: "40,40,40,40",
        rival: rivals::four,
    },
    Case {
        shape: "scores of intervals",
        rule: "(l,r) -> left: (l+1,r) gain (l*7919)%1009 if l < r | right: (l,r-1) gain ((r-1)*7919)%1009 if l < r",
        lets: &[],
        position: "0,2000",
        rival: rivals::intervals,
    },
    Case {
        shape: "memory of the last move",
        rule: "(n, last in 0..M) -> (n-k, k) for k in 1..min(n,M) if gcd(k,last) == 1",
        lets: &[("M", 40)],
        position: "10000,1",
        rival: rivals::last_move,
    },
    Case {
        shape: "an ending of its own",
        rule: "(n, mine in 0..6, theirs in 0..6) -> (n-k, theirs, (mine+k)%7) for k in 1..min(n,5) end win if mine < theirs",
        lets: &[],
        position: "20000,0,0",
        rival: rivals::ending,
    },
    Case {
        shape: "positions that come back",
        rule: "(x in 0..N-1, y in 0..N-1) -> (x+2,y-1) | (x-1,y-2) | (x+1,y-3) if (x+y)%3 == 0 | (x-3,y+1)",
        lets: &[("N", 600)],
        position: "300,599",
        rival: rivals::circles,
    },
    Case {
        shape: "few positions far apart",
        rule: "(a,b) -> (a/2,b) if a > 0 | (a/3,b+1) if a > 0 | (a,b-1) if b > 0 | (a-1,b) if a%5 == 1",
        lets: &[],
        position: "1000000000000,3",
        rival: rivals::far_apart,
    },
];
