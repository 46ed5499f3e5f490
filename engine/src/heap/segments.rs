//! Certificates of periods that are longer than a table: windows of the run, so that its check can begin at each of them.
//!
//! A value depends on a window of bounded length before it (see `docs/theorem-w.md`, "In segments"). So a run that kept its values nowhere is
//! certified by windows cut out of it: whoever computes on from one and arrives at the next has checked what lies between, in
//! bounded memory and apart from all other segments.

use serde::{Deserialize, Serialize};

use crate::heap::certificate::{CertifiedGame, RuleText};
use crate::heap::period::Period;
use crate::heap::sparse::Class;
use crate::literal::Lets;

/// The digits of values, six bits each.
const DIGITS: &[u8; 64] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_";
/// The most digits of a value of 16 bits.
const WIDEST: usize = 3;

/// The values of the heaps before one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cut {
    /// The heap behind the window.
    pub at: u64,
    /// How many digits a value has.
    pub width: u8,
    /// The values of the heaps before that one, in order: digits `0-9A-Za-z-_` of six bits, the highest first.
    pub values: String,
}

impl Cut {
    /// The cut before heap `at`, with these values.
    pub(crate) fn new(at: u64, values: &[u16]) -> Cut {
        let largest = values.iter().copied().max().unwrap_or(0);
        let width = (1..WIDEST).find(|width| largest >> (6 * width) == 0).unwrap_or(WIDEST);
        let digits = |&value: &u16| {
            (0..width).rev().map(move |place| char::from(DIGITS[usize::from(value >> (6 * place)) % 64]))
        };
        Cut { at, width: width as u8, values: values.iter().flat_map(digits).collect() }
    }

    /// The values; `None` if the text is none of them.
    pub(crate) fn read(&self) -> Option<Vec<u16>> {
        let width = usize::from(self.width);
        let text = self.values.as_bytes();
        if !(1..=WIDEST).contains(&width) || !text.len().is_multiple_of(width) {
            return None;
        }
        let mut digit_of = [None; 256];
        (0u16..).zip(DIGITS).for_each(|(value, &digit)| digit_of[usize::from(digit)] = Some(value));
        text.chunks_exact(width)
            .map(|digits| {
                let value = digits.iter().try_fold(0u32, |value, &digit| {
                    digit_of[usize::from(digit)].map(|digit| value << 6 | u32::from(digit))
                })?;
                u16::try_from(value).ok()
            })
            .collect()
    }
}

/// A proof of a period by theorem W, in segments.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SegmentedCertificate {
    /// Always [`SegmentedCertificate::FORMAT`].
    pub format: String,
    /// Always [`SegmentedCertificate::VERSION`].
    pub version: u32,
    /// The rules as they were asked, if the game was read from a text.
    pub rules: Option<RuleText>,
    /// The game.
    pub game: CertifiedGame,
    /// The period that is claimed: least period, least preperiod.
    pub period: Period,
    /// Which values are rare.
    pub class: Class,
    /// `I`: no witness is larger, from heap `began` on.
    pub bound: u64,
    /// Heaps below this are computed by the definition.
    pub began: u64,
    /// `n1`: the first heap whose options are inherited.
    pub from: u64,
    /// The windows, in order; those before `from` and a period later are among them.
    pub cuts: Vec<Cut>,
}

impl SegmentedCertificate {
    /// The name of the format.
    pub const FORMAT: &'static str = "grundy-period-segments";
    /// The version of the format.
    pub const VERSION: u32 = 1;

    /// The same certificate with the rules that the game was read from.
    pub fn of_rules(self, text: &str, lets: &Lets) -> SegmentedCertificate {
        SegmentedCertificate { rules: Some(RuleText { text: text.into(), lets: lets.clone() }), ..self }
    }

    /// How many segments there are: one before each cut.
    pub fn segments(&self) -> usize {
        self.cuts.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_every_width_come_back_from_their_digits() {
        for values in [&[][..], &[0, 63, 7], &[64, 0, 4095], &[4096, 65535, 1]] {
            let cut = Cut::new(9, values);
            assert_eq!(cut.read().as_deref(), Some(values), "{cut:?}");
        }
        let strange = [(0, "0"), (1, "0!"), (2, "012"), (3, "___"), (4, "0000")];
        for (width, values) in strange {
            assert_eq!(Cut { at: 9, width, values: values.into() }.read(), None, "{values}");
        }
    }
}
