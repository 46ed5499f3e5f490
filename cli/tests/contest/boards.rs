//! Twins of the problems on boards.

use std::collections::{HashMap, HashSet};

use crate::play::{Dice, Play, line, sums};
use crate::run::words;

#[test]
fn matrices_agree_with_plain_play_below_a_bound() {
    // Cells of a path are set to anything below a power of two, which keeps all repairs possible.
    fn walk(columns: usize, at: usize, cells: Vec<u64>, bound: u64, found: &mut HashSet<Vec<u64>>) {
        for next in [at + 1, at + columns] {
            let inside = next < cells.len() && (next != at + 1 || next % columns != 0);
            for value in (0..bound).filter(|_| inside) {
                let mut cells = cells.clone();
                cells[next] = value;
                walk(columns, next, cells, bound, found);
            }
        }
        found.insert(cells);
    }
    let mut dice = Dice::new(21);
    for (rows, columns, bound) in [(1, 3, 4), (2, 2, 4), (3, 2, 2), (2, 3, 2)] {
        let moves = move |cells: &Vec<u64>| {
            let mut found = HashSet::new();
            for at in 0..cells.len() {
                for smaller in 0..cells[at] {
                    let mut cells = cells.clone();
                    cells[at] = smaller;
                    walk(columns, at, cells, bound, &mut found);
                }
            }
            found.into_iter().collect::<Vec<_>>()
        };
        let mut plain = Play::new(moves);
        let tests: Vec<Vec<u64>> =
            (0..80).map(|_| dice.rolls((rows * columns) as u64, 0, bound - 1)).collect();
        let input: String = tests.iter().map(|t| format!("{rows} {columns}\n{}", line(t))).collect();
        for (test, said) in tests.iter().zip(words("nullify_the_matrix", &format!("80\n{input}"))) {
            assert_eq!(said == "Ashish", plain.wins(test), "{rows}x{columns} {test:?}");
        }
    }
}

#[test]
fn strings_agree_with_plain_play() {
    let centres = |text: &String| {
        let letters = text.as_bytes();
        (1..letters.len().max(1) - 1).filter(|&i| letters[i - 1] == letters[i + 1]).collect::<Vec<_>>()
    };
    let cut = |text: &String, i: usize| vec![text[..i].to_string(), text[i + 1..].to_string()];
    let mut plain =
        Play::new(sums(move |text: &String| centres(text).into_iter().map(|i| cut(text, i)).collect()));
    let mut dice = Dice::new(22);
    for _ in 0..250 {
        let (length, letters) = (dice.roll(1, 10), dice.roll(1, 3));
        let text: String = (0..length).map(|_| (b'a' + dice.roll(0, letters) as u8) as char).collect();
        let winning = centres(&text).into_iter().find(|&i| {
            let mut parts = cut(&text, i);
            parts.sort();
            !plain.wins(&parts)
        });
        let expected = match winning {
            Some(i) => vec!["First".to_string(), (i + 1).to_string()],
            None => vec!["Second".to_string()],
        };
        assert_eq!(words("playing_with_string", &format!("{text}\n")), expected, "{text}");
    }
}

#[test]
fn moving_stones_to_later_cells_agrees_with_plain_play() {
    fn after(stones: &[u64], i: usize, j: usize, k: usize) -> Vec<u64> {
        let mut to = stones.to_vec();
        to[i] -= 1;
        to[j] += 1;
        to[k] += 1;
        to
    }
    let triples = |stones: &Vec<u64>| {
        let n = stones.len();
        let from = (0..n).filter(|i| stones[*i] > 0).collect::<Vec<_>>();
        from.into_iter()
            .flat_map(move |i| (i + 1..n).flat_map(move |j| (j..n).map(move |k| (i, j, k))))
            .collect::<Vec<_>>()
    };
    let mut plain = Play::new(move |stones: &Vec<u64>| {
        triples(stones).into_iter().map(|(i, j, k)| after(stones, i, j, k)).collect()
    });
    let mut dice = Dice::new(23);
    for _ in 0..200 {
        let n = dice.roll(1, 4);
        let stones = dice.rolls(n, 0, if n < 4 { 3 } else { 2 });
        let first = triples(&stones).into_iter().find(|&(i, j, k)| !plain.wins(&after(&stones, i, j, k)));
        let expected = first.map_or("-1".to_string(), |(i, j, k)| format!("{i} {j} {k}"));
        let said = words("incstone", &format!("{n}\n{}", line(&stones))).join(" ");
        assert_eq!(said, expected, "{stones:?}");
    }
}

#[test]
fn sliding_stones_agree_with_plain_play() {
    let slide = |strip: &Vec<u8>| {
        let mut all = Vec::new();
        for at in (0..strip.len()).filter(|&at| strip[at] == b'X') {
            for to in at.saturating_sub(2)..at {
                if strip[to..at].iter().all(|cell| *cell == b'.') {
                    let mut next = strip.clone();
                    next.swap(at, to);
                    all.push(next);
                }
            }
        }
        all
    };
    let mut plain = Play::new(slide);
    let mut dice = Dice::new(24);
    for _ in 0..250 {
        let length = dice.roll(1, 12);
        let strip: Vec<u8> = (0..length).map(|_| if dice.roll(0, 2) == 0 { b'X' } else { b'.' }).collect();
        let text = String::from_utf8_lossy(&strip).into_owned();
        let said = words("stones", &format!("{length}\n{text}\n"));
        assert_eq!(said, [plain.winning(&strip).to_string()], "{text}");
    }
}

#[test]
fn marbles_agree_with_plain_play() {
    fn wins(marbles: &mut [(u64, u64)], known: &mut HashMap<Vec<(u64, u64)>, bool>) -> bool {
        let mut key = marbles.to_vec();
        key.sort_unstable();
        if let Some(&known) = known.get(&key) {
            return known;
        }
        let mut won = false;
        for i in 0..key.len() {
            let (l, c) = key[i];
            let steps = (1..=l.max(c)).flat_map(|u| [(u, 0), (0, u), (u, u)]);
            for (dl, dc) in steps.filter(|(dl, dc)| *dl <= l && *dc <= c) {
                let mut to = key.clone();
                to[i] = (l - dl, c - dc);
                won |= to[i] == (0, 0) || !wins(&mut to, known);
            }
        }
        known.insert(key, won);
        won
    }
    let (mut dice, mut known) = (Dice::new(25), HashMap::new());
    for _ in 0..250 {
        let count = dice.roll(1, 3);
        let mut marbles: Vec<(u64, u64)> =
            (0..count).map(|_| (dice.roll(1, 8 - count), dice.roll(1, 8 - count))).collect();
        let input: String = marbles.iter().map(|(l, c)| format!("{l} {c}\n")).collect();
        let said = words("marbles", &format!("{count}\n{input}"));
        assert_eq!(said[0] == "Y", wins(&mut marbles, &mut known), "{marbles:?}");
    }
}

#[test]
fn coins_on_the_chessboard_agree_with_plain_play() {
    let jump = |&(x, y): &(u64, u64)| {
        let to = [(x - 2, y + 1), (x - 2, y - 1), (x + 1, y - 2), (x - 1, y - 2)];
        // Coordinates are kept 10 higher than on the board, so that nothing underflows.
        let inside = |v: u64| (11..=25).contains(&v);
        to.into_iter().filter(|(x, y)| inside(*x) && inside(*y)).map(|cell| vec![cell]).collect()
    };
    let mut plain = Play::new(sums(jump));
    let cells: Vec<(u64, u64)> = (0..225).map(|i| (i / 15 + 1, i % 15 + 1)).collect();
    let input: String = cells.iter().map(|(x, y)| format!("{x} {y}\n")).collect();
    for (&(x, y), said) in cells.iter().zip(words("a_chessboard_game", &format!("225\n{input}"))) {
        assert_eq!(said == "First", plain.wins(&vec![(x + 10, y + 10)]), "{x} {y}");
    }
    let mut dice = Dice::new(26);
    let pairs: Vec<[u64; 4]> = (0..300).map(|_| std::array::from_fn(|_| dice.roll(1, 15))).collect();
    let input: String = pairs.iter().map(|[a, b, c, d]| format!("2\n{a} {b}\n{c} {d}\n")).collect();
    for (pair, said) in pairs.iter().zip(words("chessboard_game_again", &format!("300\n{input}"))) {
        let mut coins = vec![(pair[0] + 10, pair[1] + 10), (pair[2] + 10, pair[3] + 10)];
        coins.sort_unstable();
        assert_eq!(said == "First", plain.wins(&coins), "{pair:?}");
    }
}

#[test]
fn cuboids_agree_with_plain_play() {
    let slice = |&[x, y, z]: &[u64; 3]| {
        let mut all = Vec::new();
        for i in 0..x {
            for j in 0..y {
                for k in 0..z {
                    let mut parts = Vec::new();
                    for a in [i, x - 1 - i] {
                        for b in [j, y - 1 - j] {
                            parts.extend([[a, b, k], [a, b, z - 1 - k]]);
                        }
                    }
                    parts.retain(|part| part.iter().all(|side| *side > 0));
                    all.push(parts);
                }
            }
        }
        all
    };
    let mut plain = Play::new(sums(slice));
    let mut dice = Dice::new(27);
    for _ in 0..200 {
        let count = dice.roll(0, 3);
        let mut cuboids: Vec<[u64; 3]> = (0..count)
            .map(|_| std::array::from_fn(|_| dice.roll(1, if count < 2 { 4 } else { 3 })))
            .collect();
        cuboids.sort_unstable();
        let input: String = cuboids.iter().map(|size| line(size)).collect();
        let players = if dice.roll(0, 1) == 0 { ["RUBEN", "ALBERT"] } else { ["ALBERT", "RUBEN"] };
        let winner = players[usize::from(!plain.wins(&cuboids))];
        let said = words("cuboidslicinggame", &format!("{}\n{count}\n{input}", players[0]));
        assert_eq!(said, [winner], "{cuboids:?}");
    }
}

#[test]
fn parity_tables_agree_with_plain_play() {
    let delete = |rows: &Vec<Vec<u64>>| {
        let mut all = Vec::new();
        let Some(last) = rows.last() else { return all };
        if last.iter().sum::<u64>().is_multiple_of(2) {
            all.push(rows[..rows.len() - 1].to_vec());
        }
        if rows.iter().map(|row| row[row.len() - 1]).sum::<u64>().is_multiple_of(2) {
            let narrow: Vec<Vec<u64>> = rows.iter().map(|row| row[..row.len() - 1].to_vec()).collect();
            all.push(if narrow[0].is_empty() { Vec::new() } else { narrow });
        }
        all
    };
    let mut plain = Play::new(delete);
    let mut dice = Dice::new(28);
    let tests: Vec<Vec<Vec<u64>>> =
        (0..300).map(|i| i % 5 + 1).map(|n| (0..n).map(|_| dice.rolls(n, 1, 9)).collect()).collect();
    let input: String = tests
        .iter()
        .map(|t| format!("{}\n{}", t.len(), t.iter().map(|row| line(row)).collect::<String>()))
        .collect();
    for (test, said) in tests.iter().zip(words("parigame", &format!("300\n{input}"))) {
        assert_eq!(said == "YES", plain.wins(test), "{test:?}");
    }
}

/// The L-game once more, with cells as lists: the mover's L, the other L, the neutral pieces.
mod l_game {
    use super::*;

    pub type Board = (Vec<u8>, Vec<u8>, Vec<u8>);

    /// The eight orientations wherever they fit.
    pub fn placements() -> Vec<Vec<u8>> {
        let mut all = HashSet::new();
        for turn in 0..8 {
            for (row, column) in (0..16i32).map(|i| (i / 4, i % 4)) {
                let cells = [(0, 0), (1, 0), (2, 0), (2, 1)].map(|(r, c)| {
                    let (r, c) = if turn & 1 == 1 { (c, r) } else { (r, c) };
                    let (r, c) = if turn & 2 == 2 { (-r, c) } else { (r, c) };
                    let (r, c) = if turn & 4 == 4 { (r, -c) } else { (r, c) };
                    (r + row, c + column)
                });
                if cells.iter().all(|(r, c)| (0..4).contains(r) && (0..4).contains(c)) {
                    let mut cells: Vec<u8> = cells.iter().map(|(r, c)| (4 * r + c) as u8).collect();
                    cells.sort_unstable();
                    all.insert(cells);
                }
            }
        }
        let mut all: Vec<Vec<u8>> = all.into_iter().collect();
        all.sort();
        all
    }

    pub fn moves((own, other, neutral): &Board, ls: &[Vec<u8>]) -> Vec<Board> {
        let mut all = Vec::new();
        for l in
            ls.iter().filter(|l| *l != own && !l.iter().any(|c| other.contains(c) || neutral.contains(c)))
        {
            all.push((other.clone(), l.clone(), neutral.clone()));
            for stays in 0..2 {
                for cell in 0..16u8 {
                    if !l.contains(&cell) && !other.contains(&cell) && !neutral.contains(&cell) {
                        let mut pair = vec![neutral[stays], cell];
                        pair.sort_unstable();
                        all.push((other.clone(), l.clone(), pair));
                    }
                }
            }
        }
        all
    }

    /// All boards with 0 for a draw, 1 for a win, 2 for a loss, by going round until nothing changes.
    pub fn outcomes(ls: &[Vec<u8>]) -> (Vec<Board>, HashMap<Board, u8>) {
        let mut boards = Vec::new();
        for own in ls {
            for other in ls.iter().filter(|other| !other.iter().any(|c| own.contains(c))) {
                let free: Vec<u8> = (0..16).filter(|c| !own.contains(c) && !other.contains(c)).collect();
                for (i, a) in free.iter().enumerate() {
                    boards.extend(free[i + 1..].iter().map(|b| (own.clone(), other.clone(), vec![*a, *b])));
                }
            }
        }
        let index: HashMap<&Board, usize> = boards.iter().enumerate().map(|(i, b)| (b, i)).collect();
        let follow: Vec<Vec<usize>> =
            boards.iter().map(|b| moves(b, ls).iter().map(|to| index[to]).collect()).collect();
        let mut outcome = vec![0u8; boards.len()];
        loop {
            let mut changed = false;
            for (v, to) in follow.iter().enumerate() {
                if outcome[v] == 0 {
                    let now = if to.iter().any(|w| outcome[*w] == 2) {
                        1
                    } else {
                        2 * u8::from(to.iter().all(|w| outcome[*w] == 1))
                    };
                    changed |= now != 0;
                    outcome[v] = now;
                }
            }
            if !changed {
                break;
            }
        }
        let known = boards.iter().cloned().zip(outcome).collect();
        (boards, known)
    }

    pub fn draw((own, other, neutral): &Board) -> String {
        let cell = |c: u8| match c {
            c if own.contains(&c) => '#',
            c if other.contains(&c) => '*',
            c if neutral.contains(&c) => 'x',
            _ => '.',
        };
        (0..4).map(|r| (0..4).map(|c| cell(4 * r + c)).collect::<String>() + "\n").collect()
    }
}

#[test]
fn the_l_game_agrees_with_going_round() {
    let ls = l_game::placements();
    assert_eq!(ls.len(), 48);
    let (boards, known) = l_game::outcomes(&ls);
    assert_eq!(boards.len(), 18_368);
    let mut dice = Dice::new(29);
    let mut asked: Vec<&l_game::Board> =
        (0..24).map(|_| &boards[dice.roll(0, boards.len() as u64 - 1) as usize]).collect();
    asked.extend(boards.iter().filter(|b| known[*b] == 2).step_by(23));
    for board in asked {
        let said = words("lgame", &l_game::draw(board));
        match known[board] {
            0 => assert_eq!(said, ["No", "winning", "move", "Draw"], "{board:?}"),
            2 => assert_eq!(said, ["No", "winning", "move", "Losing"], "{board:?}"),
            _ => {
                let wins: HashSet<String> = l_game::moves(board, &ls)
                    .into_iter()
                    .filter(|to| known[to] == 2)
                    .map(|(own, other, neutral)| l_game::draw(&(other, own, neutral)))
                    .collect();
                assert!(wins.contains(&(said.join("\n") + "\n")), "{board:?}: {said:?}");
            }
        }
    }
}
