//! The checker of certificates: plain code that shares nothing with the engines.
//!
//! It computes every value by the definition, or by the textbook rare/common loop, which is exact for any class; then it
//! checks the conditions of the theorem one by one. The first that fails is named.
//!
//! Only that a certificate's rule text describes its game is left to the reader of rules and the recognisers: a
//! certificate without a text is about its game, whatever rules that came from.

mod blocks;
mod conditions;
mod everywhere;
mod misere;
mod rare_common;
mod rows;
mod segments;
mod sums;
#[cfg(test)]
mod tests;
mod three_parts;
mod values;

use std::fmt;

use crate::error::{Error, ErrorKind, Result as Checked};
use crate::heap::{Certificate, RowCertificate, SegmentedCertificate};
use crate::literal::Lets;
use crate::meter::Meter;
use crate::rules::Rules;
use crate::work::Work;

pub use everywhere::check_everywhere;
pub use misere::check_quotient;

/// Why a certificate is not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rejected {
    /// The condition that fails, in a few fixed words that say what should be.
    pub condition: &'static str,
    /// What was found instead.
    pub detail: String,
}

impl fmt::Display for Rejected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "it is not so that {}: {}", self.condition, self.detail)
    }
}

impl std::error::Error for Rejected {}

/// How a check ends before its end.
enum Refused {
    /// The certificate does not prove what it claims.
    Rejected(Rejected),
    /// A limit was met, so that there is no verdict.
    Stopped(Error),
}

impl From<Error> for Refused {
    fn from(why: Error) -> Refused {
        Refused::Stopped(why)
    }
}

fn reject<T>(condition: &'static str, detail: impl Into<String>) -> Result<T, Refused> {
    Err(Refused::Rejected(Rejected { condition, detail: detail.into() }))
}

/// What was asked for, or why it failed; ends the check if that was the end of a limit.
fn within_limits<T>(asked: Checked<T>) -> Result<Checked<T>, Refused> {
    match asked {
        Err(e) if matches!(e.kind(), ErrorKind::Limit | ErrorKind::Timeout | ErrorKind::Interrupted) => {
            Err(e.into())
        }
        asked => Ok(asked),
    }
}

/// The rules of a certificate.
fn read_rules(text: &str, lets: &Lets, work: &Work<'_>) -> Result<Rules, Refused> {
    within_limits(Rules::read(text, lets, work))?.or_else(|e| reject("the rules can be read", e.to_string()))
}

/// Checks a certificate. `Ok(Err(_))` is a certificate that does not prove what it claims; the outer error means that the check was
/// stopped or needs more memory than is allowed, so that there is no verdict.
///
/// ```
/// use grundy::{Work, heap::Sequence, verify};
/// let mut kayles = Sequence::new("0.77".parse()?);
/// kayles.find_period(1000, &Work::unwatched())?;
/// let mut certificate = kayles.certificate().unwrap();
/// assert_eq!(verify::check(&certificate, &Work::unwatched()), Ok(Ok(())));
/// certificate.period.preperiod = 70;
/// let rejected = verify::check(&certificate, &Work::unwatched())?.unwrap_err();
/// assert_eq!(rejected.condition, "the period holds");
/// assert!(rejected.to_string().starts_with("it is not so that the period holds: "));
/// # Ok::<(), grundy::Error>(())
/// ```
pub fn check(certificate: &Certificate, work: &Work<'_>) -> Checked<Result<(), Rejected>> {
    verdict(conditions::all(certificate, &Meter::eager("heaps", work)))
}

/// Checks a certificate in segments, all of them or those with the given numbers, from 0 on. What holds for the whole of it (that it is about
/// the game, that the windows show the period and no shorter one) is always checked; only with all segments is the period proved.
/// Several threads check several segments at a time.
pub fn check_segments(
    certificate: &SegmentedCertificate,
    only: Option<&[usize]>,
    work: &Work<'_>,
) -> Checked<Result<(), Rejected>> {
    verdict(segments::all(certificate, only, work))
}

/// Checks the certificate of the period of a row.
pub fn check_rows(certificate: &RowCertificate, work: &Work<'_>) -> Checked<Result<(), Rejected>> {
    verdict(rows::all(certificate, &Meter::eager("columns", work)))
}

fn verdict(checked: Result<(), Refused>) -> Checked<Result<(), Rejected>> {
    match checked {
        Ok(()) => Ok(Ok(())),
        Err(Refused::Rejected(why)) => Ok(Err(why)),
        Err(Refused::Stopped(why)) => Err(why),
    }
}
