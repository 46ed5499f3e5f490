//! Twins of the problems on graphs.

use crate::play::{Dice, Play, line, sums};
use crate::run::words;

/// Won, lost or drawn by going round until nothing changes.
fn outcomes(vertices: usize, arcs: &[(usize, usize)]) -> Vec<u8> {
    let mut outcome = vec![0u8; vertices];
    loop {
        let mut changed = false;
        for v in 0..vertices {
            let to: Vec<u8> = arcs.iter().filter(|arc| arc.0 == v).map(|arc| outcome[arc.1]).collect();
            let now = if to.contains(&2) {
                1
            } else if to.iter().all(|o| *o == 1) {
                2
            } else {
                0
            };
            changed |= now != outcome[v];
            outcome[v] = now;
        }
        if !changed {
            return outcome;
        }
    }
}

#[test]
fn a_pawn_on_any_graph_agrees_with_going_round() {
    let mut dice = Dice::new(11);
    for _ in 0..250 {
        let vertices = dice.roll(1, 7);
        let count = dice.roll(0, vertices * 2);
        let arcs: Vec<(u64, u64)> =
            (0..count).map(|_| (dice.roll(1, vertices), dice.roll(1, vertices))).collect();
        let start = dice.roll(1, vertices);
        let lines: String = arcs.iter().map(|(u, v)| format!("{u} {v}\n")).collect();
        let plain: Vec<(usize, usize)> =
            arcs.iter().map(|(u, v)| (*u as usize - 1, *v as usize - 1)).collect();
        let expected = outcomes(vertices as usize, &plain)[start as usize - 1].to_string();
        let said = words("game", &format!("{vertices} {count}\n{start}\n{lines}"));
        assert_eq!(said, [expected], "{arcs:?} from {start}");
    }
}

#[test]
fn pawns_on_graphs_without_cycles_agree_with_plain_play() {
    let mut dice = Dice::new(12);
    for _ in 0..60 {
        let vertices = dice.roll(2, 6);
        let count = dice.roll(0, 9);
        // Arcs go up in a shuffled order, so there is no cycle, and numbers say nothing.
        let shift = dice.roll(0, vertices - 1);
        let name = |v: u64| (v + shift) % vertices + 1;
        let arcs: Vec<(u64, u64)> = (0..count)
            .map(|_| {
                let low = dice.roll(0, vertices - 2);
                (name(low), name(dice.roll(low + 1, vertices - 1)))
            })
            .collect();
        let along = arcs.clone();
        let push = move |v: &u64| along.iter().filter(|arc| arc.0 == *v).map(|arc| vec![arc.1]).collect();
        let mut plain = Play::new(sums(push));
        let queries: Vec<Vec<u64>> =
            (0..6).map(|_| dice.rolls(vertices, 0, 1 + (vertices < 5) as u64)).collect();
        let lines: String = arcs.iter().map(|(u, v)| format!("{u} {v}\n")).collect();
        let asked: String = queries.iter().map(|q| line(q)).collect();
        let said = words("pawns", &format!("{vertices} {count}\n{lines}{}\n{asked}", queries.len()));
        for (query, said) in queries.iter().zip(said) {
            let counts = query.iter().enumerate();
            let pawns: Vec<u64> =
                counts.flat_map(|(v, n)| std::iter::repeat_n(v as u64 + 1, *n as usize)).collect();
            assert_eq!(said == "1", plain.wins(&pawns), "{arcs:?} {query:?}");
        }
    }
}
