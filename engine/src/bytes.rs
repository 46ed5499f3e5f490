//! Sizes of memory, and numbers that may be too large to be written out.

/// A number of bytes as people write it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Bytes(pub u64);

impl std::fmt::Display for Bytes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        const UNITS: [&str; 7] = ["bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
        let power = (self.0.max(1).ilog2() / 10) as usize;
        match power {
            _ if self.0 == 1 => f.write_str("1 byte"),
            0 => write!(f, "{} bytes", self.0),
            _ => write!(f, "{:.1} {}", self.0 as f64 / (1u64 << (10 * power)) as f64, UNITS[power]),
        }
    }
}

/// More positions than any machine goes through, and more bytes than any has.
pub const OUT_OF_REACH: u64 = 1 << 53;

/// A number of positions, as far as 64 bits go: the largest stands for all that are larger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Amount(pub u64);

impl Amount {
    /// Whether no machine goes through so many.
    pub fn is_out_of_reach(self) -> bool {
        self.0 > OUT_OF_REACH
    }
}

impl std::fmt::Display for Amount {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0 {
            u64::MAX => f.write_str("more than 10^19"),
            number if self.is_out_of_reach() => write!(f, "about 10^{}", number.ilog10()),
            number => write!(f, "{number}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_machine_reaches_is_not_written_out() {
        let written = [7, OUT_OF_REACH, 3 << 60, u64::MAX].map(|number| Amount(number).to_string());
        assert_eq!(written, ["7", "9007199254740992", "about 10^18", "more than 10^19"]);
    }

    #[test]
    fn bytes_are_written_as_people_write_them() {
        let written = [0, 1, 2, 1536, 5 << 30].map(|bytes| Bytes(bytes).to_string());
        assert_eq!(written, ["0 bytes", "1 byte", "2 bytes", "1.5 KiB", "5.0 GiB"]);
    }
}
