//! Vertex Geography on a graph: a token walks from a vertex to a neighbour, and the vertex that it leaves is gone.
//!
//! Theorem (Fraenkel, Scheinerman and Ullman 1993, *Undirected edge geography*). The player to move from v wins exactly if
//! every maximum matching covers v; and a move to u wins exactly if, once v is gone, some maximum matching misses u.
//!
//! *Proof.* Let every maximum matching M cover v: move along its edge to u. If the other player can answer to w, then M covers
//! w as well, or M with u-w instead of v-u would be a maximum matching that misses v; go along the edge of w, and so on, until
//! the other player is stuck. If a maximum matching misses v, whatever u the player moves to is covered by it, or v-u could
//! be added; and it is a matching of what is left, where it is still maximum, and every maximum matching of that covers u,
//! or v-u could be added to one that does not. So the other player wins. The move to u wins exactly if u, without v, is lost
//! for the player who then moves. ∎
//!
//! So what is asked for are the vertices that some maximum matching of the graph without v misses: those that alternating
//! paths of even length reach from vertices that are not covered (Gallai 1964, Edmonds 1965). Blossoms are made one vertex
//! on the way. Complexity: O(V·E) steps for each of the V searches at most, in practice far fewer.

use crate::rules::{Becomes, Binder, Holds, PlaceCondition, PlaceMove, PlaceQualifier, PlaceRule};
use crate::rules::{SetTerm, Space, ValueTerm};

use crate::places::field::Field;

/// Whether a rule is Vertex Geography: the set is the first coordinate, and the token the second.
pub(super) fn recognise(rule: &PlaceRule) -> bool {
    let coordinates: Vec<&Holds> = rule.coordinates.iter().map(|coordinate| &coordinate.holds).collect();
    let space = rule.space.has_neighbours() && rule.space != Space::Edges;
    space
        && coordinates == [&Holds::Set, &Holds::Place(Some(0))]
        && matches!(&rule.kinds[..], [kind] if walks(kind))
}

fn walks(kind: &PlaceMove) -> bool {
    let token = || ValueTerm::Coordinate(1);
    let [PlaceQualifier::For(Binder::One(next), SetTerm::Near(from)), rest @ ..] = &kind.qualifiers[..]
    else {
        return false;
    };
    let leaves = SetTerm::Minus(Box::new(SetTerm::Coordinate(0)), Box::new(SetTerm::Members(vec![token()])));
    let there = PlaceCondition::In(ValueTerm::Variable(*next), SetTerm::Coordinate(0));
    // That the next vertex is there follows, since the token stands on a vertex that is.
    let plain = rest.iter().all(|qualifier| *qualifier == PlaceQualifier::If(there.clone()));
    **from == token()
        && plain
        && kind.option == [Becomes::Set(leaves), Becomes::Place(ValueTerm::Variable(*next))]
}

/// The places to which a move wins, in order. The cells are the set, and then the place of the token.
pub(super) fn winning(field: &Field, cells: &[i64]) -> Vec<usize> {
    let places = field.places.len();
    let token = usize::try_from(cells[places]).unwrap_or(0);
    let left = |place: usize| cells[place] != 0 && place != token;
    let near: Vec<Vec<usize>> = (0..places)
        .map(|place| match left(place) || place == token {
            true => {
                let all = field.near(field.places[place]).into_iter().filter_map(|other| field.index(other));
                all.filter(|other| left(*other)).collect()
            }
            false => Vec::new(),
        })
        .collect();
    let mut matching = Matching::new(&near, (0..places).map(left).collect());
    matching.grow();
    let missed = matching.missed();
    near[token].iter().copied().filter(|next| missed[*next]).collect()
}

const NONE: usize = usize::MAX;

/// A matching of a graph, as large as it gets.
struct Matching<'g> {
    near: &'g [Vec<usize>],
    there: Vec<bool>,
    mate: Vec<usize>,
    /// While searching: from which vertex each was reached, what blossom it is in, and which are reached by even paths.
    parent: Vec<usize>,
    base: Vec<usize>,
    even: Vec<bool>,
}

impl Matching<'_> {
    fn new(near: &[Vec<usize>], there: Vec<bool>) -> Matching<'_> {
        let n = near.len();
        Matching {
            near,
            there,
            mate: vec![NONE; n],
            parent: vec![NONE; n],
            base: (0..n).collect(),
            even: vec![false; n],
        }
    }

    /// Makes it a maximum matching: no path leads from one vertex that is not covered to another.
    fn grow(&mut self) {
        for v in 0..self.near.len() {
            // What can be matched at once needs no search.
            if self.there[v]
                && self.mate[v] == NONE
                && let Some(&u) = self.near[v].iter().find(|u| self.there[**u] && self.mate[**u] == NONE)
            {
                (self.mate[v], self.mate[u]) = (u, v);
            }
        }
        for root in 0..self.near.len() {
            if self.there[root]
                && self.mate[root] == NONE
                && let Some(end) = self.search(root)
            {
                self.swap(end);
            }
        }
    }

    /// The vertices that some maximum matching misses.
    fn missed(&mut self) -> Vec<bool> {
        let mut missed = vec![false; self.near.len()];
        for root in 0..self.near.len() {
            if self.there[root] && self.mate[root] == NONE && !missed[root] {
                self.search(root);
                missed.iter_mut().zip(&self.even).for_each(|(missed, even)| *missed |= even);
            }
        }
        missed
    }

    /// Matches what was not along the path to its end, and the other way round.
    fn swap(&mut self, end: usize) {
        let mut v = end;
        while v != NONE {
            let before = self.parent[v];
            let next = self.mate[before];
            (self.mate[v], self.mate[before]) = (before, v);
            v = next;
        }
    }

    /// Looks for an alternating path from a vertex that is not covered to another, and returns its end.
    fn search(&mut self, root: usize) -> Option<usize> {
        let n = self.near.len();
        self.parent = vec![NONE; n];
        self.base = (0..n).collect();
        self.even = vec![false; n];
        self.even[root] = true;
        let (mut line, mut next) = (vec![root], 0);
        while let Some(&v) = line.get(next) {
            next += 1;
            for &u in &self.near[v] {
                if self.base[v] == self.base[u] || self.mate[v] == u {
                    continue;
                }
                if u == root || (self.mate[u] != NONE && self.parent[self.mate[u]] != NONE) {
                    self.contract(v, u, &mut line);
                } else if self.parent[u] == NONE {
                    self.parent[u] = v;
                    if self.mate[u] == NONE {
                        return Some(u);
                    }
                    self.even[self.mate[u]] = true;
                    line.push(self.mate[u]);
                }
            }
        }
        None
    }

    /// Makes the cycle of odd length that v-u closes one vertex, all of which even paths reach.
    fn contract(&mut self, v: usize, u: usize, line: &mut Vec<usize>) {
        let stem = self.common(v, u);
        let mut inside = vec![false; self.near.len()];
        self.mark(v, u, stem, &mut inside);
        self.mark(u, v, stem, &mut inside);
        for w in 0..self.near.len() {
            if inside[self.base[w]] {
                self.base[w] = stem;
                if !self.even[w] {
                    self.even[w] = true;
                    line.push(w);
                }
            }
        }
    }

    /// Where the paths from two vertices back to the root meet.
    fn common(&self, mut v: usize, mut u: usize) -> usize {
        let mut seen = vec![false; self.near.len()];
        loop {
            v = self.base[v];
            seen[v] = true;
            if self.mate[v] == NONE {
                break;
            }
            v = self.parent[self.mate[v]];
        }
        loop {
            u = self.base[u];
            if seen[u] {
                return u;
            }
            u = self.parent[self.mate[u]];
        }
    }

    fn mark(&mut self, mut v: usize, mut child: usize, stem: usize, inside: &mut [bool]) {
        while self.base[v] != stem {
            inside[self.base[v]] = true;
            inside[self.base[self.mate[v]]] = true;
            self.parent[v] = child;
            child = self.mate[v];
            v = self.parent[child];
        }
    }
}
