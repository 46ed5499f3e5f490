//! Twins of the heap problems.

use crate::play::{Dice, Play, line, sums};
use crate::run::words;

/// Many tests in one input: a count and the numbers each.
fn batch(tests: &[Vec<u64>]) -> String {
    let each = tests.iter().map(|test| format!("{}\n{}", test.len(), line(test)));
    format!("{}\n{}", tests.len(), each.collect::<String>())
}

fn random_heaps(dice: &mut Dice, tests: u64, most: u64, size: u64) -> Vec<Vec<u64>> {
    (0..tests)
        .map(|_| {
            let count = dice.roll(1, most);
            let mut heaps = dice.rolls(count, 0, size);
            heaps.sort_unstable();
            heaps
        })
        .collect()
}

#[test]
fn dividing_game_and_tower_breakers_agree_with_plain_play() {
    let proper = |n: &u64| (1..*n).filter(|d| n.is_multiple_of(*d)).map(|d| vec![d]).collect();
    let mut reduce = Play::new(sums(proper));
    // Towers of height 1 cannot move, so leaving them out changes nothing.
    let split = |n: &u64| {
        let parts = (2..=*n).filter(|y| n.is_multiple_of(*y));
        parts.map(|y| vec![n / y; if n / y > 1 { y as usize } else { 0 }]).collect()
    };
    let mut broken = Play::new(sums(split));
    let mut dice = Dice::new(1);
    let tests: Vec<Vec<u64>> = random_heaps(&mut dice, 300, 3, 23)
        .into_iter()
        .map(|heaps| heaps.into_iter().map(|n| n + 1).collect())
        .collect();
    let revisited = words("tower_breakers_revisited", &batch(&tests));
    let small: Vec<Vec<u64>> =
        tests.iter().map(|t| t.iter().map(|n| n.div_ceil(2)).take(2).collect()).collect();
    let again = words("tower_breakers_again", &batch(&small));
    for (i, test) in tests.iter().enumerate() {
        assert_eq!(revisited[i] == "1", reduce.wins(test), "{test:?}");
        let tall: Vec<u64> = small[i].iter().copied().filter(|n| *n > 1).collect();
        assert_eq!(again[i] == "1", broken.wins(&tall), "{:?}", small[i]);
    }
    for test in &tests[..150] {
        let said = words("dividing_game", &format!("{}\n{}", test.len(), line(test)));
        assert_eq!(said[0] == "Anna", reduce.wins(test), "{test:?}");
    }
}

#[test]
fn sets_of_amounts_agree_with_plain_play() {
    let mut dice = Dice::new(2);
    for _ in 0..60 {
        let count = dice.roll(1, 4);
        let amounts = dice.rolls(count, 1, 7);
        let takes = |n: &u64| amounts.iter().filter(|s| *s <= n).map(|s| vec![n - s]).collect();
        let mut plain = Play::new(sums(takes));
        let tests = random_heaps(&mut dice, 8, 3, 11);
        let set = format!("{} {}", amounts.len(), line(&amounts));
        let positions: String = tests.iter().map(|t| format!("{} {}", t.len(), line(t))).collect();
        let letters = words("snim", &format!("{set}{}\n{positions}0\n", tests.len()));
        let expected: String = tests.iter().map(|t| if plain.wins(t) { 'W' } else { 'L' }).collect();
        assert_eq!(letters, [expected], "{amounts:?} {tests:?}");
        for test in &tests[..4] {
            let said = words("set_nim", &format!("{set}{}\n{}", test.len(), line(test)));
            assert_eq!(said[0] == "Yes", plain.wins(test), "{amounts:?} {test:?}");
        }
    }
}

#[test]
fn castles_agree_with_plain_play() {
    let mut dice = Dice::new(3);
    let (mut input, mut expected) = (String::new(), Vec::new());
    for _ in 0..300 {
        let kills = dice.rolls(3, 1, 5);
        let count = dice.roll(1, 3);
        let mut castles: Vec<(u64, usize)> =
            dice.rolls(count, 1, 12 / count).into_iter().map(|n| (n, 0)).collect();
        castles.sort_unstable();
        let strength = kills.clone();
        let attacks = move |&(n, last): &(u64, usize)| {
            let allowed = (0..3).filter(|arm| n > 0 && (*arm == 0 || *arm != last));
            allowed.map(|arm| vec![(n.saturating_sub(strength[arm]), arm)]).collect()
        };
        let soldiers: Vec<u64> = castles.iter().map(|c| c.0).collect();
        input += &format!("{count} {}{}", line(&kills), line(&soldiers));
        expected.push(Play::new(sums(attacks)).winning(&castles).to_string());
    }
    assert_eq!(words("attack_on_red_kingdom", &format!("300\n{input}")), expected);
}

#[test]
fn even_matches_agree_with_plain_play() {
    // The mover holds `mine`, the other player `theirs`, and both numbers are real.
    fn wins(left: u64, mine: u64, theirs: u64) -> bool {
        match left {
            0 => mine.is_multiple_of(2),
            _ => (1..=left.min(4)).any(|k| !wins(left - k, theirs, mine + k)),
        }
    }
    let mut input = String::new();
    let mut expected = Vec::new();
    for left in 0..13 {
        for mine in 0..2 {
            let theirs = (1 + left + mine) % 2;
            input += &format!("{left} {mine}\n");
            expected.push(if wins(left, mine, theirs) { "First" } else { "Second" });
        }
    }
    assert_eq!(words("even_matches", &format!("{}\n{input}", expected.len())), expected);
}

#[test]
fn values_of_sums_agree_with_plain_play() {
    // The value of a sum is the size of the Nim heap with which it is lost.
    type Options = fn(u64) -> Vec<Vec<u64>>;
    let games: [(&str, Options); 6] = [
        ("squares", |n| (1..=n).take_while(|k| k * k <= n).map(|k| vec![n - k * k]).collect()),
        ("grundy", |n| (1..n).filter(|a| *a < n - a).map(|a| vec![a, n - a]).collect()),
        ("oneorall", |n| if n == 0 { vec![] } else { vec![vec![n - 1], vec![0]] }),
        ("crosses", |n| (1..=n).map(|i| vec![i.saturating_sub(2), (n - i).saturating_sub(1)]).collect()),
        ("bounded:1", |n| (1..=n.min(1)).map(|k| vec![n - k]).collect()),
        ("bounded:4", |n| (1..=n.min(4)).map(|k| vec![n - k]).collect()),
    ];
    let mut dice = Dice::new(4);
    for (name, options) in games {
        // A Nim heap is told from a heap of the game by its tag.
        let moves = move |&(tag, n): &(u8, u64)| -> Vec<Vec<(u8, u64)>> {
            match tag {
                0 => {
                    options(n).into_iter().map(|parts| parts.into_iter().map(|m| (0, m)).collect()).collect()
                }
                _ => (0..n).map(|m| vec![(1, m)]).collect(),
            }
        };
        let mut plain = Play::new(sums(moves));
        let tests = random_heaps(&mut dice, 40, 3, 8);
        let input: String = tests.iter().map(|t| format!("{name} {}", line(t))).collect();
        let said = words("grundy_tables", &format!("{}\n{input}", tests.len()));
        for (test, said) in tests.iter().zip(said) {
            let with = |k: u64| {
                let mut sum: Vec<(u8, u64)> = test.iter().map(|n| (0, *n)).collect();
                sum.push((1, k));
                sum
            };
            let value = (0..).find(|k| !plain.wins(&with(*k))).unwrap();
            assert_eq!(said, value.to_string(), "{name} {test:?}");
        }
    }
}

#[test]
fn nim_misere_nim_and_their_moves_agree_with_plain_play() {
    let tests = random_heaps(&mut Dice::new(5), 300, 4, 6);
    let smaller = |n: &u64| (0..*n).map(|m| vec![m]).collect();
    let mut nim = Play::new(sums(smaller));
    // Misère play is normal play with one more stone that nobody wants: a position of zeros only is won.
    fn misere(heaps: &[u64], known: &mut std::collections::HashMap<Vec<u64>, bool>) -> bool {
        if let Some(&wins) = known.get(heaps) {
            return wins;
        }
        let moves = sums(|n: &u64| (0..*n).map(|m| vec![m]).collect())(&heaps.to_vec());
        let wins = moves.is_empty() || moves.iter().any(|to| !misere(to, known));
        known.insert(heaps.to_vec(), wins);
        wins
    }
    let mut known = std::collections::HashMap::new();
    let said = words("misere_nim", &batch(&tests));
    let moves = crate::run::answer("nim_all_winning_moves", &batch(&tests));
    for ((test, said), moves) in tests.iter().zip(said).zip(moves.lines()) {
        assert_eq!(said == "First", misere(test, &mut known), "{test:?}");
        let mut winning = Vec::new();
        for (i, heap) in test.iter().enumerate() {
            for smaller in 0..*heap {
                let mut to = test.clone();
                to[i] = smaller;
                to.sort_unstable();
                if !nim.wins(&to) {
                    winning.push(format!("{}:{smaller}", i + 1));
                }
            }
        }
        let expected = if winning.is_empty() { "-1".into() } else { winning.join(" ") };
        assert_eq!(moves, expected, "{test:?}");
    }
}

#[test]
fn staircases_and_ordered_heaps_agree_with_plain_play() {
    let mut dice = Dice::new(6);
    let push = |steps: &Vec<u64>| {
        let mut all = Vec::new();
        for i in 0..steps.len() {
            for k in 1..=steps[i] {
                let mut to = steps.clone();
                to[i] -= k;
                if i > 0 {
                    to[i - 1] += k;
                }
                all.push(to);
            }
        }
        all
    };
    let take = |heaps: &Vec<u64>| {
        let one = |i: usize, k: u64| {
            let mut to = heaps.clone();
            to[i] -= k;
            to
        };
        let all = (0..heaps.len()).flat_map(|i| (1..=heaps[i]).map(move |k| (i, k)));
        all.map(|(i, k)| one(i, k)).filter(|to| to.is_sorted()).collect()
    };
    let steps: Vec<Vec<u64>> = (0..300).map(|i| dice.rolls(i % 5 + 1, 0, 3)).collect();
    let mut plain = Play::new(push);
    for (test, said) in steps.iter().zip(words("staircase_nim", &batch(&steps))) {
        assert_eq!(said == "First", plain.wins(test), "{test:?}");
    }
    let heaps = random_heaps(&mut dice, 300, 5, 6);
    let mut plain = Play::new(take);
    for (test, said) in heaps.iter().zip(words("nondecreasing_nim", &batch(&heaps))) {
        assert_eq!(said == "First", plain.wins(test), "{test:?}");
    }
}

#[test]
fn strips_and_single_heaps_agree_with_plain_play() {
    let mut dice = Dice::new(7);
    for _ in 0..40 {
        let strips = dice.rolls(3, 1, 6);
        // Cells as bits; a strip goes on any free cells in a row.
        let lengths = strips.clone();
        let place = move |&(size, cells): &(u64, u64)| {
            let fits = |d: u64, at: u64| at + d <= size && cells >> at & ((1 << d) - 1) == 0;
            let all = lengths.iter().flat_map(|d| (0..size).map(move |at| (*d, at)));
            all.filter(|(d, at)| fits(*d, *at)).map(|(d, at)| (size, cells | ((1 << d) - 1) << at)).collect()
        };
        let mut plain = Play::new(place);
        let boards: Vec<u64> = (1..=9).collect();
        let input = format!("{}{}\n{}", line(&strips), boards.len(), line(&boards).replace(' ', "\n"));
        for (board, said) in boards.iter().zip(words("pas", &input)) {
            assert_eq!(said == "1", plain.wins(&(*board, 0)), "{strips:?} {board}");
        }
    }
    let mut plain = Play::new(|n: &u64| (1..=3.min(*n)).map(|k| n - k).collect());
    for n in 0..120 {
        let expected = if plain.wins(&n) { ["A", "win"] } else { ["B", "win"] };
        assert_eq!(words("boc_soi_123", &format!("{n}\n")), expected);
    }
}
