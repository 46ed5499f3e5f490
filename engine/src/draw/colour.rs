//! Colours that people with any colour vision can tell apart.
//!
//! Literature: Okabe and Ito 2002 (blue and vermillion); Smith and van der Walt 2015 (viridis, equal steps look
//! equal and also grow lighter).

use std::fmt;

use crate::outcome::Outcome;

/// Red, green, blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Colour(pub u8, pub u8, pub u8);

pub(super) const BLUE: Colour = Colour(0x00, 0x72, 0xB2);
pub(super) const VERMILLION: Colour = Colour(0xD5, 0x5E, 0x00);
pub(super) const GREY: Colour = Colour(0x6B, 0x6B, 0x6B);
pub(super) const INK: Colour = Colour(0x1A, 0x1A, 0x1A);
pub(super) const WHITE: Colour = Colour(0xFF, 0xFF, 0xFF);

/// Viridis at equal steps.
const VIRIDIS: [Colour; 11] = [
    Colour(0x44, 0x01, 0x54),
    Colour(0x48, 0x24, 0x75),
    Colour(0x41, 0x44, 0x87),
    Colour(0x35, 0x5F, 0x8D),
    Colour(0x2A, 0x78, 0x8E),
    Colour(0x21, 0x91, 0x8C),
    Colour(0x22, 0xA8, 0x84),
    Colour(0x44, 0xBF, 0x70),
    Colour(0x7A, 0xD1, 0x51),
    Colour(0xBD, 0xDF, 0x26),
    Colour(0xFD, 0xE7, 0x25),
];

/// The colour of an outcome.
pub(super) fn of_outcome(outcome: Outcome) -> Colour {
    match outcome {
        Outcome::P => BLUE,
        Outcome::N => VERMILLION,
        Outcome::D => GREY,
    }
}

/// The colour for a share of the largest value, from 0 to 1.
pub(super) fn viridis(share: f64) -> Colour {
    let at = share.clamp(0.0, 1.0) * (VIRIDIS.len() - 1) as f64;
    let index = (at as usize).min(VIRIDIS.len() - 2);
    VIRIDIS[index].towards(VIRIDIS[index + 1], at - index as f64)
}

/// Blue below zero, vermillion above, white at zero; from -1 to 1.
pub(super) fn both_ways(share: f64) -> Colour {
    let end = if share < 0.0 { BLUE } else { VERMILLION };
    WHITE.towards(end, share.abs().clamp(0.0, 1.0))
}

impl Colour {
    /// A mixture.
    pub(super) fn towards(self, other: Colour, share: f64) -> Colour {
        let mix = |a: u8, b: u8| (f64::from(a) + (f64::from(b) - f64::from(a)) * share).round() as u8;
        Colour(mix(self.0, other.0), mix(self.1, other.1), mix(self.2, other.2))
    }

    /// Pale enough to write on.
    pub(super) fn pale(self) -> Colour {
        self.towards(WHITE, 0.87)
    }

    /// Black or white, whichever is easier to read on this colour.
    pub(super) fn ink(self) -> Colour {
        let linear = |c: u8| (f64::from(c) / 255.0).powf(2.2);
        let light = 0.2126 * linear(self.0) + 0.7152 * linear(self.1) + 0.0722 * linear(self.2);
        if light > 0.22 { INK } else { WHITE }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02X}{:02X}{:02X}", self.0, self.1, self.2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scale_grows_lighter() {
        let light = |c: Colour| 2 * u32::from(c.0) + 7 * u32::from(c.1) + u32::from(c.2);
        let steps: Vec<u32> = (0..=20).map(|i| light(viridis(f64::from(i) / 20.0))).collect();
        assert!(steps.is_sorted());
        assert_eq!((viridis(0.0), viridis(1.0), viridis(7.0)), (VIRIDIS[0], VIRIDIS[10], VIRIDIS[10]));
    }

    #[test]
    fn text_is_dark_on_light_and_light_on_dark() {
        assert_eq!((viridis(0.0).ink(), viridis(1.0).ink(), BLUE.pale().ink()), (WHITE, INK, INK));
    }
}
