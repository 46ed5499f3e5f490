//! A checksum against accidents: XXH64, as its specification (Collet 2016) says. Some GB a second, not secret.

const P1: u64 = 0x9E37_79B1_85EB_CA87;
const P2: u64 = 0xC2B2_AE3D_27D4_EB4F;
const P3: u64 = 0x1656_67B1_9E37_79F9;
const P4: u64 = 0x85EB_CA77_C2B2_AE63;
const P5: u64 = 0x27D4_EB2F_1656_67C5;

/// A checksum of bytes that come piece by piece.
pub(crate) struct Xxh64 {
    seed: u64,
    lanes: [u64; 4],
    held: [u8; 32],
    len: u64,
}

/// The checksum of one piece.
pub(crate) fn checksum(seed: u64, bytes: &[u8]) -> u64 {
    let mut state = Xxh64::new(seed);
    state.update(bytes);
    state.finish()
}

impl Xxh64 {
    pub(crate) fn new(seed: u64) -> Xxh64 {
        let lanes =
            [seed.wrapping_add(P1).wrapping_add(P2), seed.wrapping_add(P2), seed, seed.wrapping_sub(P1)];
        Xxh64 { seed, lanes, held: [0; 32], len: 0 }
    }

    pub(crate) fn update(&mut self, mut bytes: &[u8]) {
        let held = (self.len % 32) as usize;
        self.len += bytes.len() as u64;
        if held > 0 {
            let taken = bytes.len().min(32 - held);
            self.held[held..held + taken].copy_from_slice(&bytes[..taken]);
            bytes = &bytes[taken..];
            if held + taken < 32 {
                return;
            }
            let stripe = self.held;
            self.stripe(&stripe);
        }
        let (stripes, rest) = bytes.as_chunks::<32>();
        stripes.iter().for_each(|stripe| self.stripe(stripe));
        self.held[..rest.len()].copy_from_slice(rest);
    }

    #[inline(always)]
    fn stripe(&mut self, stripe: &[u8; 32]) {
        for (lane, word) in self.lanes.iter_mut().zip(stripe.as_chunks::<8>().0) {
            *lane = round(*lane, u64::from_le_bytes(*word));
        }
    }

    pub(crate) fn finish(&self) -> u64 {
        let mut hash = if self.len < 32 {
            self.seed.wrapping_add(P5)
        } else {
            let [a, b, c, d] = self.lanes;
            let turned = [a.rotate_left(1), b.rotate_left(7), c.rotate_left(12), d.rotate_left(18)];
            let start = turned.into_iter().fold(0, u64::wrapping_add);
            let merge = |hash: u64, lane| (hash ^ round(0, lane)).wrapping_mul(P1).wrapping_add(P4);
            self.lanes.into_iter().fold(start, merge)
        };
        hash = hash.wrapping_add(self.len);
        let (words, rest) = self.held[..(self.len % 32) as usize].as_chunks::<8>();
        for word in words {
            hash ^= round(0, u64::from_le_bytes(*word));
            hash = hash.rotate_left(27).wrapping_mul(P1).wrapping_add(P4);
        }
        let (halves, rest) = rest.as_chunks::<4>();
        for half in halves {
            hash ^= u64::from(u32::from_le_bytes(*half)).wrapping_mul(P1);
            hash = hash.rotate_left(23).wrapping_mul(P2).wrapping_add(P3);
        }
        for &byte in rest {
            hash ^= u64::from(byte).wrapping_mul(P5);
            hash = hash.rotate_left(11).wrapping_mul(P1);
        }
        hash = (hash ^ (hash >> 33)).wrapping_mul(P2);
        hash = (hash ^ (hash >> 29)).wrapping_mul(P3);
        hash ^ (hash >> 32)
    }
}

#[inline(always)]
fn round(lane: u64, word: u64) -> u64 {
    lane.wrapping_add(word.wrapping_mul(P2)).rotate_left(31).wrapping_mul(P1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_values_hold() {
        assert_eq!(checksum(0, b""), 0xEF46_DB37_51D8_E999);
        assert_eq!(checksum(0, b"a"), 0xD24E_C4F1_A98C_6E5B);
        assert_eq!(checksum(0, b"abc"), 0x44BC_2CF5_AD77_0999);
        let long = b"Nobody inspects the spammish repetition";
        assert_eq!(checksum(0, long), 0xFBCE_A83C_8A37_8BF1);
    }

    #[test]
    fn pieces_give_the_checksum_of_the_whole() {
        let bytes: Vec<u8> = (0..200u8).collect();
        for cut in 0..bytes.len() {
            let mut state = Xxh64::new(7);
            state.update(&bytes[..cut]);
            state.update(&bytes[cut..]);
            assert_eq!(state.finish(), checksum(7, &bytes));
        }
    }
}
