//! The checksum of every file that this library writes: XXH64 (Collet 2016), against accidents. Some GB a second, not
//! secret. Only certificates of periods hold another one, FNV-1a, which a checker elsewhere writes in four lines.

pub(crate) use twox_hash::XxHash64;

/// The checksum of one piece.
pub(crate) fn checksum(seed: u64, bytes: &[u8]) -> u64 {
    XxHash64::oneshot(seed, bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Files that were written once stay readable only as long as this holds.
    #[test]
    fn the_published_values_hold() {
        assert_eq!(checksum(0, b""), 0xEF46_DB37_51D8_E999);
        assert_eq!(checksum(0, b"a"), 0xD24E_C4F1_A98C_6E5B);
        assert_eq!(checksum(0, b"abc"), 0x44BC_2CF5_AD77_0999);
        let long = b"Nobody inspects the spammish repetition";
        assert_eq!(checksum(0, long), 0xFBCE_A83C_8A37_8BF1);
    }
}
