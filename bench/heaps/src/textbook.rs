//! The baselines, written as a user would write them from a book.

/// A subtraction game: mex over the set, one bit a value.
pub fn subtraction(set: &[usize], values: &mut [u8]) {
    for n in 0..values.len() {
        let mut seen = [0u64; 4];
        for &s in set {
            if s > n {
                break;
            }
            let v = values[n - s];
            seen[usize::from(v / 64)] |= 1 << (v % 64);
        }
        let word = seen.iter().position(|&w| w != !0).unwrap();
        values[n] = (64 * word + seen[word].trailing_ones() as usize) as u8;
    }
}

/// An octal game for the loops below.
#[derive(Clone, Default)]
pub struct Octal {
    pub ends: Vec<usize>,
    pub takes: Vec<usize>,
    pub breaks: Vec<usize>,
    pub unequal: bool,
}

impl Octal {
    pub fn new(code: &str) -> Octal {
        if code == "grundy" {
            return Octal { breaks: vec![0], unequal: true, ..Octal::default() };
        }
        let mut game = Octal::default();
        for (t, c) in code.chars().filter(|&c| c != '.').enumerate() {
            let d = c.to_digit(8).unwrap();
            [&mut game.ends, &mut game.takes, &mut game.breaks]
                .into_iter()
                .enumerate()
                .filter(|(bit, _)| d >> bit & 1 == 1)
                .for_each(|(_, list)| list.push(t));
        }
        game
    }

    fn half(&self, rest: usize) -> usize {
        if self.unequal { (rest - 1) / 2 } else { rest / 2 }
    }
}

/// All pairs of every heap, with a stamp for each value.
pub fn all_pairs(game: &Octal, len: usize) -> Vec<u16> {
    let mut values: Vec<u16> = Vec::with_capacity(len);
    let mut seen = vec![u32::MAX; 1 << 16];
    for n in 0..len {
        let stamp = n as u32;
        if game.ends.contains(&n) {
            seen[0] = stamp;
        }
        for &t in game.takes.iter().filter(|&&t| t < n) {
            seen[usize::from(values[n - t])] = stamp;
        }
        for rest in game.breaks.iter().filter(|&&t| t + 1 < n).map(|t| n - t) {
            for i in 1..=game.half(rest) {
                seen[usize::from(values[i] ^ values[rest - i])] = stamp;
            }
        }
        values.push(seen.iter().position(|&s| s != stamp).unwrap() as u16);
    }
    values
}

/// The rare/common loop of the literature, every rare value verified, on top of known values; also which values are rare at `n`.
pub struct RareCommon<F> {
    game: Octal,
    is_rare: F,
    pub values: Vec<u16>,
    rares: Vec<(usize, u16)>,
    seen: Vec<u32>,
}

impl<F: Fn(u16, usize) -> bool> RareCommon<F> {
    pub fn new(game: Octal, is_rare: F, values: Vec<u16>) -> Self {
        let rares = (1..values.len()).filter(|&n| is_rare(values[n], n)).map(|n| (n, values[n])).collect();
        RareCommon { game, is_rare, values, rares, seen: vec![u32::MAX; 1 << 16] }
    }

    pub fn extend(&mut self, len: usize) {
        let RareCommon { game, is_rare, values, rares, seen } = self;
        for n in values.len()..len {
            let stamp = n as u32;
            if game.ends.contains(&n) {
                seen[0] = stamp;
            }
            for &t in game.takes.iter().filter(|&&t| t < n) {
                seen[usize::from(values[n - t])] = stamp;
            }
            for rest in game.breaks.iter().filter(|&&t| t + 1 < n).map(|t| n - t) {
                for &(p, v) in rares.iter() {
                    if p >= rest {
                        break;
                    }
                    if !(game.unequal && 2 * p == rest) {
                        seen[usize::from(v ^ values[rest - p])] = stamp;
                    }
                }
            }
            let (mut bound, mut missing) = (0u16, 0);
            loop {
                if seen[usize::from(bound)] != stamp {
                    if !is_rare(bound, n) {
                        break;
                    }
                    missing += 1;
                }
                bound += 1;
            }
            'search: for rest in game.breaks.iter().filter(|&&t| t + 1 < n).map(|t| n - t) {
                if missing == 0 {
                    break;
                }
                for i in 1..=game.half(rest) {
                    let v = values[i] ^ values[rest - i];
                    if v < bound && seen[usize::from(v)] != stamp {
                        seen[usize::from(v)] = stamp;
                        missing -= 1;
                        if missing == 0 {
                            break 'search;
                        }
                    }
                }
            }
            let value = seen.iter().position(|&s| s != stamp).unwrap() as u16;
            if n > 0 && is_rare(value, n) {
                rares.push((n, value));
            }
            values.push(value);
        }
    }
}
