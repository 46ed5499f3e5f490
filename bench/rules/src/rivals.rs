//! The twelve rules written by hand, as a good contest programmer would for that one game: flat tables, the order of loops
//! known beforehand, a stamp or a word of bits for the least value that is missing. They share nothing with the engine.

use std::collections::HashMap;

use crate::cases::Answer;

type Found = (Answer, u64);

/// The least value whose bit is missing.
fn mex(seen: u64) -> u8 {
    seen.trailing_ones() as u8
}

/// The least value without the stamp of this round.
fn least(seen: &[u32], round: u32) -> u32 {
    seen.iter().position(|stamp| *stamp != round).unwrap_or(seen.len()) as u32
}

pub fn roots() -> Found {
    const LAST: usize = 200_000;
    let (mut values, mut seen) = (vec![0u32; LAST + 1], vec![u32::MAX; 1024]);
    for n in 0..=LAST {
        for k in 1..=n.isqrt() {
            if (n - k) % 3 != 1 {
                seen[values[n - k] as usize] = n as u32;
            }
        }
        values[n] = least(&seen, n as u32);
    }
    (Answer::Value(values[LAST].into()), LAST as u64 + 1)
}

pub fn splits() -> Found {
    const LAST: usize = 6_000;
    let (mut values, mut seen) = (vec![0u32; LAST + 1], vec![u32::MAX; 1 << 14]);
    for n in 0..=LAST {
        for a in 1..=n / 2 {
            if (a + n) % 3 != 0 {
                seen[(values[a] ^ values[n - a]) as usize] = n as u32;
            }
        }
        values[n] = least(&seen, n as u32);
    }
    (Answer::Value(values[LAST].into()), LAST as u64 + 1)
}

pub fn divisors() -> Found {
    const LAST: usize = 100_000;
    let mut of = vec![Vec::new(); LAST + 1];
    for d in (1..=LAST).filter(|d| d % 4 != 3) {
        (2 * d..=LAST).step_by(d).for_each(|n| of[n].push(d as u32));
    }
    let mut values = vec![0u8; LAST + 1];
    for n in 0..=LAST {
        values[n] = mex(of[n].iter().fold(0, |seen, d| seen | 1 << values[n - *d as usize]));
    }
    (Answer::Value(values[LAST].into()), LAST as u64 + 1)
}

pub fn lines() -> Found {
    const SIDE: usize = 401;
    let (mut values, mut seen) = (vec![0u32; SIDE * SIDE], vec![u32::MAX; 4 * SIDE]);
    for x in 0..SIDE {
        for y in 0..SIDE {
            let round = (x * SIDE + y) as u32;
            for k in 1..=x {
                seen[values[(x - k) * SIDE + y] as usize] = round;
            }
            for k in 1..=y {
                seen[values[x * SIDE + y - k] as usize] = round;
            }
            for k in (1..=x.min(y)).step_by(2) {
                seen[values[(x - k) * SIDE + y - k] as usize] = round;
            }
            values[x * SIDE + y] = least(&seen, round);
        }
    }
    (Answer::Value(values[SIDE * SIDE - 1].into()), (SIDE * SIDE) as u64)
}

pub fn steps() -> Found {
    const SIDE: usize = 2001;
    let mut values = vec![0u8; SIDE * SIDE];
    for x in 0..SIDE {
        for y in 0..SIDE {
            let mut seen = 0u64;
            let mut see = |x: usize, y: usize| seen |= 1 << values[x * SIDE + y];
            if x >= 1 {
                see(x - 1, y);
            }
            if y >= 1 {
                see(x, y - 1);
            }
            if x % 2 == 0 && x >= 2 && y >= 1 {
                see(x - 2, y - 1);
            }
            if y % 3 == 0 && x >= 1 && y >= 2 {
                see(x - 1, y - 2);
            }
            values[x * SIDE + y] = mex(seen);
        }
    }
    (Answer::Value(values[SIDE * SIDE - 1].into()), (SIDE * SIDE) as u64)
}

pub fn chomp() -> Found {
    const SIDE: usize = 91;
    let at = |a: usize, b: usize, c: usize| (a * SIDE + b) * SIDE + c;
    let (mut values, mut seen, mut round) = (vec![0u32; SIDE * SIDE * SIDE], vec![0u32; 1024], 0);
    for a in 0..SIDE {
        for b in 0..=a {
            for c in 0..=b {
                round += 1;
                for i in 1..a {
                    seen[values[at(i, b.min(i), c.min(i))] as usize] = round;
                }
                for i in 0..b {
                    seen[values[at(a, i, c.min(i))] as usize] = round;
                }
                for i in 0..c {
                    seen[values[at(a, b, i)] as usize] = round;
                }
                values[at(a, b, c)] = least(&seen, round);
            }
        }
    }
    (Answer::Value(values[at(SIDE - 1, SIDE - 1, SIDE - 1)].into()), round.into())
}

pub fn four() -> Found {
    const SIDE: usize = 41;
    const STRIDES: [usize; 4] = [SIDE * SIDE * SIDE, SIDE * SIDE, SIDE, 1];
    let mut values = vec![0u8; SIDE * STRIDES[0]];
    let mut at = 0;
    for a in 0..SIDE {
        for b in 0..SIDE {
            for c in 0..SIDE {
                for d in 0..SIDE {
                    let mut seen = 0u64;
                    for (coordinate, stride) in [a, b, c, d].into_iter().zip(STRIDES) {
                        if coordinate > 0 {
                            seen |= 1 << values[at - stride];
                        }
                    }
                    if a > 0 && b > 0 && c > 0 && d > 0 {
                        seen |= 1 << values[at - STRIDES.iter().sum::<usize>()];
                    }
                    values[at] = mex(seen);
                    at += 1;
                }
            }
        }
    }
    (Answer::Value(values[at - 1].into()), at as u64)
}

pub fn intervals() -> Found {
    const LAST: usize = 2_000;
    let card = |i: usize| (i as i64 * 7919) % 1009;
    // Row by row from the last card on, only the row below is needed.
    let mut best = vec![0i64; LAST + 1];
    for l in (0..LAST).rev() {
        best[l] = 0;
        for r in l + 1..=LAST {
            best[r] = (card(l) - best[r]).max(card(r - 1) - best[r - 1]);
        }
    }
    (Answer::Score(best[LAST]), (LAST * (LAST + 1) / 2) as u64)
}

fn gcd(mut a: usize, mut b: usize) -> usize {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}

pub fn last_move() -> Found {
    const LAST: usize = 10_000;
    const MOST: usize = 40;
    let mut alike = [[false; MOST + 1]; MOST + 1];
    for (k, row) in alike.iter_mut().enumerate() {
        row.iter_mut().enumerate().for_each(|(last, one)| *one = gcd(k, last) == 1);
    }
    let mut values = vec![[0u8; MOST + 1]; LAST + 1];
    for n in 0..=LAST {
        for last in 0..=MOST {
            let mut seen = 0u64;
            for k in 1..=n.min(MOST) {
                if alike[k][last] {
                    seen |= 1 << values[n - k][k];
                }
            }
            values[n][last] = mex(seen);
        }
    }
    (Answer::Value(values[LAST][1].into()), ((LAST + 1) * (MOST + 1)) as u64)
}

pub fn ending() -> Found {
    const LAST: usize = 20_000;
    let mut wins = vec![[[false; 7]; 7]; LAST + 1];
    for n in 0..=LAST {
        for state in 0..49 {
            let (mine, theirs) = (state / 7, state % 7);
            wins[n][mine][theirs] = match n {
                0 => mine < theirs,
                _ => (1..=n.min(5)).any(|k| !wins[n - k][theirs][(mine + k) % 7]),
            };
        }
    }
    (Answer::Outcome(if wins[LAST][0][0] { 'N' } else { 'P' }), 49 * (LAST as u64 + 1))
}

pub fn circles() -> Found {
    const SIDE: i32 = 600;
    let cells = (SIDE * SIDE) as usize;
    let inside = |x: i32, y: i32| (0..SIDE).contains(&x) && (0..SIDE).contains(&y);
    let steps = |x: i32, y: i32| {
        let third = if (x + y) % 3 == 0 { (x + 1, y - 3) } else { (-1, -1) };
        [(x + 2, y - 1), (x - 1, y - 2), third, (x - 3, y + 1)]
    };
    // Backwards from the ends: a loss makes its predecessors wins, and who has only wins before them has lost.
    let (mut left, mut from) = (vec![0u8; cells], vec![Vec::new(); cells]);
    for x in 0..SIDE {
        for y in 0..SIDE {
            for (u, v) in steps(x, y).into_iter().filter(|(u, v)| inside(*u, *v)) {
                left[(x * SIDE + y) as usize] += 1;
                from[(u * SIDE + v) as usize].push(x * SIDE + y);
            }
        }
    }
    let mut who = vec!['D'; cells];
    let mut lost: Vec<usize> = (0..cells).filter(|cell| left[*cell] == 0).collect();
    lost.iter().for_each(|cell| who[*cell] = 'P');
    while let Some(cell) = lost.pop() {
        for before in std::mem::take(&mut from[cell]) {
            if who[before as usize] != 'D' {
                continue;
            }
            who[before as usize] = 'N';
            for earlier in &from[before as usize] {
                let earlier = *earlier as usize;
                left[earlier] -= 1;
                if left[earlier] == 0 && who[earlier] == 'D' {
                    who[earlier] = 'P';
                    lost.push(earlier);
                }
            }
        }
    }
    (Answer::Outcome(who[(300 * SIDE + 599) as usize]), cells as u64)
}

pub fn far_apart() -> Found {
    fn value(a: u64, b: u32, known: &mut HashMap<(u64, u32), u8>) -> u8 {
        if let Some(value) = known.get(&(a, b)) {
            return *value;
        }
        let mut seen = 0u64;
        if a > 0 {
            seen |= 1 << value(a / 2, b, known);
            seen |= 1 << value(a / 3, b + 1, known);
        }
        if b > 0 {
            seen |= 1 << value(a, b - 1, known);
        }
        if a % 5 == 1 {
            seen |= 1 << value(a - 1, b, known);
        }
        known.insert((a, b), mex(seen));
        mex(seen)
    }
    let mut known = HashMap::new();
    let found = value(1_000_000_000_000, 3, &mut known);
    (Answer::Value(found.into()), known.len() as u64)
}
