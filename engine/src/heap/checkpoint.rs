//! Checkpoints of long runs: an append-only file of frames, each with its version, length and checksum.
//!
//! A frame holds what was computed since the one before it and the state needed to go on. A process that dies while it
//! appends leaves a torn frame at the end; reading drops it, and nothing else is lost. A frame that is complete but does not match its
//! checksum, or does not fit what came before, is refused: a wrong value must never come out of a file.
//!
//! ```text
//! frame    = "GRNDYHP1" · length of payload (8) · payload · FNV-1a of all before it in the frame (8)
//! payload  = game (text) · kind (1) · heaps before this frame (8) · values · state
//! ```
//!
//! Numbers are little-endian. Reading and writing files is the caller's business: this is bytes in, bytes out.

use crate::error::{Error, ErrorKind, Result};

const MAGIC: &[u8; 8] = b"GRNDYHP1";
const HEAD: usize = 16;
const TAIL: usize = 8;

/// Wraps a payload in a frame.
pub(crate) fn frame(payload: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(HEAD + payload.len() + TAIL);
    bytes.extend_from_slice(MAGIC);
    bytes.extend_from_slice(&(payload.len() as u64).to_le_bytes());
    bytes.extend_from_slice(payload);
    let sum = checksum(&bytes);
    bytes.extend_from_slice(&sum.to_le_bytes());
    bytes
}

/// The payloads of all whole frames of a file, and how many bytes they take with their frames.
pub(crate) fn frames(file: &[u8]) -> Result<(Vec<&[u8]>, usize)> {
    let (mut payloads, mut at) = (Vec::new(), 0);
    while let Some(head) = file.get(at..at + HEAD) {
        if &head[..8] != MAGIC {
            return Err(damaged(at, "it does not begin as a checkpoint of this version"));
        }
        let length = head[8..].first_chunk::<8>().map_or(0, |l| u64::from_le_bytes(*l));
        let end = usize::try_from(length).ok().and_then(|length| (at + HEAD).checked_add(length));
        let Some((end, sum)) = end.and_then(|end| Some((end, file.get(end..end.checked_add(TAIL)?)?))) else {
            break;
        };
        if sum != checksum(&file[at..end]).to_le_bytes() {
            return Err(damaged(at, "its checksum is wrong"));
        }
        payloads.push(&file[at + HEAD..end]);
        at = end + TAIL;
    }
    // A torn head must at least be the beginning of one.
    let torn = &file[at..];
    if torn.len() < HEAD && !MAGIC.starts_with(&torn[..torn.len().min(8)]) {
        return Err(damaged(at, "it does not begin as a checkpoint of this version"));
    }
    Ok((payloads, at))
}

fn checksum(bytes: &[u8]) -> u64 {
    // FNV-1a, eight bytes at a time: as good at noticing damage, and eight times faster.
    let (words, rest) = bytes.as_chunks::<8>();
    let words = words.iter().map(|w| u64::from_le_bytes(*w));
    words.chain(rest.iter().map(|&b| u64::from(b))).fold(0xcbf2_9ce4_8422_2325, |hash, word| {
        let hash = (hash ^ word).wrapping_mul(0x0000_0100_0000_01b3);
        hash ^ hash >> 29
    })
}

pub(crate) fn damaged(at: usize, what: &str) -> Error {
    Error::new(
        ErrorKind::Format,
        format!("the checkpoint file is damaged: the frame at byte {at} is not good, {what}"),
    )
    .hint("start again without it")
}

/// Writes numbers and runs of bytes.
#[derive(Default)]
pub(crate) struct Writer(pub(crate) Vec<u8>);

impl Writer {
    pub(crate) fn number(&mut self, n: u64) {
        self.0.extend_from_slice(&n.to_le_bytes());
    }

    pub(crate) fn run(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u64);
        self.0.extend_from_slice(bytes);
    }

    pub(crate) fn numbers(&mut self, list: impl ExactSizeIterator<Item = [u64; 3]>) {
        self.number(list.len() as u64);
        list.flatten().for_each(|n| self.number(n));
    }
}

/// Reads what [`Writer`] wrote; nothing read from a file is believed without a check.
pub(crate) struct Reader<'a>(pub(crate) &'a [u8]);

impl<'a> Reader<'a> {
    pub(crate) fn number(&mut self) -> Result<u64> {
        let (first, rest) = self.0.split_first_chunk::<8>().ok_or_else(|| damaged(0, "it is too short"))?;
        self.0 = rest;
        Ok(u64::from_le_bytes(*first))
    }

    pub(crate) fn run(&mut self) -> Result<&'a [u8]> {
        let length = self.number()? as usize;
        let (run, rest) = self.0.split_at_checked(length).ok_or_else(|| damaged(0, "it is too short"))?;
        self.0 = rest;
        Ok(run)
    }

    pub(crate) fn numbers(&mut self) -> Result<Vec<[u64; 3]>> {
        let length = self.number()?;
        if length > self.0.len() as u64 / 24 {
            return Err(damaged(0, "it is too short"));
        }
        (0..length).map(|_| Ok([self.number()?, self.number()?, self.number()?])).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::{Sequence, TakeBreak};
    use crate::progress::Quiet;

    #[test]
    fn frames_survive_a_torn_end_and_nothing_else() {
        let file = [frame(b"one"), frame(b""), frame(b"the third")].concat();
        let (payloads, used) = frames(&file).unwrap();
        assert_eq!((payloads, used), (vec![&b"one"[..], b"", b"the third"], file.len()));
        let two = frame(b"one").len() + frame(b"").len();
        for cut in two..file.len() {
            let (payloads, used) = frames(&file[..cut]).unwrap();
            assert_eq!((payloads.len(), used), (2, two), "cut at {cut}");
        }
        for at in 0..file.len() {
            let mut changed = file.clone();
            changed[at] ^= 1;
            // A changed length may make the rest look torn; it must not make it look whole.
            assert!(frames(&changed).map_or(true, |(payloads, _)| payloads.len() < 3), "changed at {at}");
        }
    }

    fn same_values(game: &TakeBreak, cuts: &[u64], forget: bool) {
        let end = *cuts.last().unwrap();
        let mut whole = Sequence::new(game.clone());
        whole.extend(end, &Quiet).unwrap();
        let (mut file, mut known) = (Vec::new(), 0);
        for &cut in cuts {
            // Each round begins with what the file has, as after a kill; the torn end is cut off.
            let torn = [&file[..], b"GRNDY"].concat();
            let (mut run, used) = Sequence::resume(game.clone(), &torn).unwrap();
            assert_eq!((used, run.len()), (file.len() as u64, known), "{game}");
            run.extend(cut, &Quiet).unwrap();
            if forget {
                run.forget(3000);
            }
            file.extend(run.checkpoint(known));
            known = run.len();
        }
        let (mut run, _) = Sequence::resume(game.clone(), &file).unwrap();
        for n in (end - 500..end).chain(0..500) {
            assert_eq!(run.value(n, &Quiet).unwrap(), whole.value(n, &Quiet).unwrap(), "{game} heap {n}");
        }
    }

    #[test]
    fn a_resumed_run_has_the_same_values() {
        let code = |code: &str| code.parse::<TakeBreak>().unwrap();
        same_values(&code("0.106"), &[500, 40_000, 70_000, 90_000], false);
        same_values(&code("0.106"), &[80_000, 120_000, 160_000], true);
        same_values(&code("0.16"), &[33_000, 50_000], false);
        same_values(&code("0.07"), &[300, 2000, 3000], false);
        same_values(&code("0.3F"), &[50, 600], false);
    }

    #[test]
    fn a_checkpoint_of_another_game_or_with_a_gap_is_refused() {
        let mut run = Sequence::new("0.106".parse().unwrap());
        run.extend(2000, &Quiet).unwrap();
        let file = run.checkpoint(0);
        assert!(Sequence::resume("0.104".parse().unwrap(), &file).is_err());
        let late = run.checkpoint(1000);
        assert!(Sequence::resume("0.106".parse().unwrap(), &late).is_err());
        assert!(Sequence::resume("0.106".parse().unwrap(), &[&file[..], &late].concat()).is_err());
        assert!(Sequence::resume("0.106".parse().unwrap(), b"not a checkpoint").is_err());
    }

    #[test]
    fn a_period_is_still_found_after_a_resume() {
        let mut run = Sequence::new("0.16".parse().unwrap());
        run.extend(200_000, &Quiet).unwrap();
        let file = run.checkpoint(0);
        let (mut run, _) = Sequence::resume("0.16".parse().unwrap(), &file).unwrap();
        let period = run.find_period(1 << 20, &Quiet).unwrap().period.unwrap();
        assert_eq!((period.preperiod, period.period), (105_351, 149_459));
    }
}
