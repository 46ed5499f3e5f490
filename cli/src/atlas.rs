//! The atlas of four-digit octal codes, as `grundy census` wrote it (`atlas/README.md`).

use serde::Serialize;

const TABLE: &str = include_str!("../../atlas/octal-4.csv");

/// What the atlas says of a code.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Known {
    /// The simplest code with the same first values, under which it was looked at.
    pub family: &'static str,
    /// `proved` or `unknown`.
    pub verdict: &'static str,
    pub preperiod: Option<u64>,
    pub period: Option<u64>,
    /// How many heaps were looked at.
    pub heaps: Option<u64>,
}

/// What is known of a code. Codes whose values are those of another one at shifted heaps are left to that one.
pub fn of(code: &str) -> Option<Known> {
    TABLE.lines().skip(1).find_map(|line| {
        let fields: Vec<&'static str> = line.split(',').collect();
        let [family, verdict, preperiod, period, _, heaps, _, _, same] = fields[..] else { return None };
        let of_family = family == code || same.split(' ').any(|other| other == code);
        let number = |text: &str| text.parse().ok();
        let (preperiod, period, heaps) = (number(preperiod), number(period), number(heaps));
        of_family.then_some(Known { family, verdict, preperiod, period, heaps })
    })
}

impl Known {
    /// In a few words.
    pub fn show(&self) -> String {
        match (self.period, self.preperiod, self.heaps) {
            (Some(period), Some(from), _) => format!("{}: period {period} from {from}", self.verdict),
            (_, _, Some(heaps)) => format!("no period in {heaps} heaps"),
            _ => "not looked at".into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_atlas_knows_families_and_their_members() {
        let kayles = of("0.77").unwrap();
        assert_eq!((kayles.verdict, kayles.preperiod, kayles.period), ("proved", Some(71), Some(12)));
        assert_eq!(of("0.16").unwrap().show(), "proved: period 149459 from 105351");
        assert_eq!(of("0.9"), None);
    }

    #[test]
    fn every_line_is_read() {
        let proved = TABLE.lines().skip(1).filter(|line| line.contains(",proved,")).count();
        let codes: Vec<&str> = TABLE.lines().skip(1).filter_map(|line| line.split(',').next()).collect();
        let known: Vec<Known> = codes.iter().filter_map(|code| of(code)).collect();
        assert_eq!(known.len(), codes.len());
        assert_eq!(
            known.iter().filter(|known| known.verdict == "proved" && known.period.is_some()).count(),
            proved
        );
    }
}
