//! Automata against the plain meaning of what they say.

use super::*;
use crate::limits::Limits;
use crate::work::Work;

const SYSTEMS: [Numeration; 6] = [
    Numeration::base(2),
    Numeration::base(3),
    Numeration::base(10),
    Numeration::ZECKENDORF,
    Numeration::fraenkel(2),
    Numeration::fraenkel(3),
];

struct Dice(u64);

impl Dice {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % n
    }

    fn around(&mut self, n: i64) -> i64 {
        self.below(2 * n as u64 + 1) as i64 - n
    }
}

#[test]
fn every_number_has_one_valid_word_in_every_system() {
    for system in SYSTEMS {
        for n in (0..5000).chain([u64::MAX / 2, u64::MAX - 1, u64::MAX, 1_000_000_000_000_000_000]) {
            assert_eq!(system.read(&system.write(n)), Some(n), "{system} {n}");
        }
    }
    assert_eq!(Numeration::ZECKENDORF.write(11), [1, 0, 1, 0, 0]);
    assert_eq!(Numeration::ZECKENDORF.read(&[1, 1]), None);
    assert_eq!(Numeration::base(10).write(907), [9, 0, 7]);
}

#[test]
fn valid_words_are_as_many_as_numbers() {
    for system in SYSTEMS {
        let valid = Automaton::valid(system, &[0], &Work::unwatched()).unwrap();
        let weights: Vec<u64> =
            (0..6).map(|j| system.read(&[&[1u8][..], &vec![0; j]].concat()).unwrap()).collect();
        for (length, weight) in weights.iter().enumerate() {
            let mut count = 0;
            let mut words = vec![Vec::new()];
            for _ in 0..length {
                let longer = |word: Vec<usize>| (0..system.digits()).map(move |d| [&word[..], &[d]].concat());
                words = words.into_iter().flat_map(longer).collect();
            }
            for word in words.iter().filter(|word| {
                valid.accepts_at(word.iter().fold(valid.start(), |state, letter| valid.step(state, *letter)))
            }) {
                count += 1;
                assert!(valid.numbers(word).unwrap()[0] < *weight);
            }
            assert_eq!(count, *weight, "{system} {length}");
        }
    }
}

#[test]
fn linear_relations_hold_where_the_sums_compare_so() {
    let mut dice = Dice(7);
    let work = Work::unwatched();
    for round in 0..90 {
        let system = SYSTEMS[round % SYSTEMS.len()];
        let (a, b, constant) = (dice.around(4), dice.around(4), dice.around(9));
        let terms = [(0, a), (2, b)];
        for comparison in [Comparison::Zero, Comparison::NotZero, Comparison::AtLeastZero] {
            let found = linear(system, &terms, constant, comparison, &work).unwrap();
            for (x, y) in (0..30u64).flat_map(|x| (0..30).map(move |y| (x * x, y * 3))) {
                let sum = a * x as i64 + b * y as i64 + constant;
                let holds = match comparison {
                    Comparison::Zero => sum == 0,
                    Comparison::NotZero => sum != 0,
                    Comparison::AtLeastZero => sum >= 0,
                };
                assert_eq!(
                    found.accepts(&[x, y]),
                    holds,
                    "{system}: {a}·{x} + {b}·{y} + {constant} {comparison:?}"
                );
            }
        }
    }
}

#[test]
fn residues_are_right_in_every_system() {
    let work = Work::unwatched();
    for system in SYSTEMS {
        let found = residue(system, &[(0, 3), (1, -1)], 2, 7, &[0, 4], &work).unwrap();
        for (x, y) in (0..40u64).flat_map(|x| (0..40).map(move |y| (x, y))) {
            let rest = (3 * x as i64 - y as i64 + 2).rem_euclid(7);
            assert_eq!(found.accepts(&[x, y]), rest == 0 || rest == 4, "{system} {x} {y}");
        }
    }
}

#[test]
fn and_or_not_and_there_is_mean_what_they_say() {
    let work = Work::unwatched();
    for system in SYSTEMS {
        let less = linear(system, &[(0, -1), (1, 1)], -1, Comparison::AtLeastZero, &work).unwrap();
        let double = linear(system, &[(0, 2), (1, -1)], 0, Comparison::Zero, &work).unwrap();
        let (both, either) = (less.and(&double, &work).unwrap(), less.or(&double, &work).unwrap());
        let only = less.minus(&double, &work).unwrap();
        // There is a y with x < y = 2x: all x but 0. There is an x with y = 2x: even numbers.
        let positive = both.projected(&[0], &work).unwrap();
        let even = double.projected(&[1], &work).unwrap();
        assert_eq!(even, residue(system, &[(1, 1)], 0, 2, &[0], &work).unwrap());
        for (x, y) in (0..40u64).flat_map(|x| (0..40).map(move |y| (x, y))) {
            let (a, b) = (x < y, 2 * x == y);
            assert_eq!(both.accepts(&[x, y]), a && b);
            assert_eq!(either.accepts(&[x, y]), a || b);
            assert_eq!(only.accepts(&[x, y]), a && !b);
            assert_eq!(positive.accepts(&[x]), x > 0, "{system} {x}");
            assert_eq!(even.accepts(&[y]), y % 2 == 0);
        }
        // Whatever is smaller than something is everything, however long that is.
        assert_eq!(less.projected(&[0], &work).unwrap(), Automaton::valid(system, &[0], &work).unwrap());
        assert_eq!(less.renamed(&[3, 3], &work).unwrap().states(), 0, "nothing is less than itself");
        let greater = less.renamed(&[1, 0], &work).unwrap();
        assert!(greater.accepts(&[5, 3]) && !greater.accepts(&[3, 5]));
    }
}

#[test]
fn one_relation_has_one_automaton() {
    let work = Work::unwatched();
    let system = Numeration::ZECKENDORF;
    let say = |terms: &[(usize, i64)], constant| {
        linear(system, terms, constant, Comparison::AtLeastZero, &work).unwrap()
    };
    // x < y and y < x + 2 is y = x + 1.
    let between = say(&[(0, -1), (1, 1)], -1).and(&say(&[(0, 1), (1, -1)], 1), &work).unwrap();
    assert_eq!(between, linear(system, &[(0, 1), (1, -1)], 1, Comparison::Zero, &work).unwrap());
}

#[test]
fn the_smallest_and_what_goes_with_given_numbers() {
    let work = Work::unwatched();
    for system in SYSTEMS {
        let sum = linear(system, &[(0, 1), (1, 1), (2, -1)], 0, Comparison::Zero, &work).unwrap();
        let large = linear(system, &[(0, 1)], -7, Comparison::AtLeastZero, &work).unwrap();
        let both = sum.and(&large, &work).unwrap();
        let smallest = both.smallest().unwrap();
        assert!(smallest[0] >= 7 && smallest[0] + smallest[1] == smallest[2], "{smallest:?}");
        let all = completions(&sum, &[(2, 6)], 0, 100, &work).unwrap();
        let mut pairs: Vec<u64> = all.found.iter().map(|numbers| numbers[0]).collect();
        pairs.sort_unstable();
        assert_eq!((pairs, all.complete), ((0..=6).collect(), true), "{system}");
        let some = completions(&sum, &[(2, 1_000_000_000_000_000_000)], 0, 5, &work).unwrap();
        assert_eq!((some.found.len(), some.complete), (5, false));
        let one = completions(&sum, &[(0, 999_999_999_999), (2, 1_000_000_000_000)], 0, 5, &work).unwrap();
        assert_eq!(one.found, [vec![999_999_999_999, 1, 1_000_000_000_000]]);
    }
    assert!(nim_sum(&[0, 1, 2], &Work::unwatched()).unwrap().accepts(&[5, 3, 6]));
}

#[test]
fn states_are_memory() {
    let small = Work::within(Limits { bytes: 10_000, ..Limits::default() });
    let far = linear(Numeration::base(2), &[(0, 1)], -100_000, Comparison::AtLeastZero, &small);
    assert_eq!(far.unwrap_err().kind(), crate::ErrorKind::Limit);
    let few = Work::within(Limits { positions: 100, ..Limits::default() });
    let far = linear(Numeration::base(2), &[(0, 1)], -100_000, Comparison::AtLeastZero, &few);
    assert_eq!(far.unwrap_err().kind(), crate::ErrorKind::Limit);
    let wide = Automaton::valid(Numeration::base(10), &[0, 1, 2, 3, 4, 5], &Work::unwatched());
    assert_eq!(wide.unwrap_err().kind(), crate::ErrorKind::Limit);
}
