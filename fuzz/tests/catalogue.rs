//! The laws about programs on every game of the catalogue that is one of numbers.

use grundy::catalogue;
use grundy::{Lets, Work, read_rules};
use grundy_laws::{SIMULATED, back_ends_agree};

/// The first places of as many coordinates.
fn places(axes: usize) -> Vec<Vec<i64>> {
    let side: i64 = match axes {
        1 => 30,
        2 => 6,
        3 => 3,
        _ => 2,
    };
    let count = side.pow(axes as u32).min(64);
    let place = |number: i64| (0..axes as u32).map(|axis| number / side.pow(axis) % side).collect();
    (0..count).map(place).collect()
}

#[test]
fn every_game_of_numbers_is_the_same_compiled() {
    let mut seen = 0;
    for entry in catalogue::all() {
        let Ok(rules) = read_rules(&entry.name, &Lets::new(), &Work::unwatched()) else { continue };
        let places = places(rules.form().axes.len());
        back_ends_agree(&rules, &entry.name, &places, &[None, Some(grundy_jit::EAGER), Some(SIMULATED)]);
        seen += 1;
    }
    assert!(seen > 40, "only {seen} games were compared");
}
