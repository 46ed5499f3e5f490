//! Checkpoints of long runs: one file with its version, its length and its checksum.
//!
//! A file holds all that is needed to go on: the game, the table as far as it is kept, and the state of the engine. It is written
//! whole and put in its place at once, so a process that dies leaves the file before it; whatever is not exactly a whole file
//! is damaged and refused. The checksum is against accidents. A file with a right checksum is still checked: every number against its range, the first heaps
//! against the definition, and a sample of later ones. A file made up with care can pass all that and lie; what it then proves,
//! the independent checker of certificates refuses.
//!
//! ```text
//! file     = "GRNDYHP7" · length of payload (8) · payload · XXH64 of all before it (8)
//! payload  = game (text) · kind (8) · table and state · proved period (48)
//! ```
//!
//! Numbers are little-endian. Reading and writing files is the caller's business: this is bytes in, bytes out.

use crate::error::{Error, ErrorKind, Result};
use crate::machine::checksum::checksum;

/// The last byte is the version.
const MAGIC: &[u8; 8] = b"GRNDYHP7";
const HEAD: usize = 16;
const TAIL: usize = 8;

/// The payload of a file.
pub(crate) fn payload(file: &[u8]) -> Result<&[u8]> {
    let Some((head, rest)) = file.split_at_checked(HEAD) else {
        return Err(damaged("it is too short to be one"));
    };
    if head[..7] != MAGIC[..7] {
        return Err(damaged("it does not begin as one"));
    }
    if head[7] != MAGIC[7] {
        let version = char::from(head[7]);
        return Err(damaged(&format!("its version is {version:?}, and {:?} is known", char::from(MAGIC[7]))));
    }
    let length = head[8..].first_chunk::<8>().map_or(0, |l| u64::from_le_bytes(*l));
    if rest.len().checked_sub(TAIL).map(|n| n as u64) != Some(length) {
        return Err(damaged("its length is not what it says"));
    }
    let (whole, sum) = file.split_at(file.len() - TAIL);
    if sum != checksum(0, whole).to_le_bytes() {
        return Err(damaged("its checksum is wrong"));
    }
    Ok(&whole[HEAD..])
}

pub(crate) fn damaged(what: &str) -> Error {
    Error::new(ErrorKind::Format, format!("the checkpoint is damaged: {what}"))
        .hint("remove it and start again")
}

/// Writes a file of numbers and runs of bytes.
pub(crate) struct Writer(Vec<u8>);

impl Writer {
    pub(crate) fn new() -> Writer {
        Writer([&MAGIC[..], &[0; 8]].concat())
    }

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

    /// The file, complete.
    pub(crate) fn file(mut self) -> Vec<u8> {
        let length = (self.0.len() - HEAD) as u64;
        self.0[8..HEAD].copy_from_slice(&length.to_le_bytes());
        let sum = checksum(0, &self.0);
        self.number(sum);
        self.0
    }
}

/// Reads what [`Writer`] wrote; nothing is read beyond the end, and no length is believed.
pub(crate) struct Reader<'a>(pub(crate) &'a [u8]);

impl<'a> Reader<'a> {
    pub(crate) fn number(&mut self) -> Result<u64> {
        let (first, rest) = self.0.split_first_chunk::<8>().ok_or_else(ended)?;
        self.0 = rest;
        Ok(u64::from_le_bytes(*first))
    }

    /// A number that is at most `most`.
    pub(crate) fn up_to(&mut self, most: usize) -> Result<usize> {
        let number = usize::try_from(self.number()?).ok().filter(|&n| n <= most);
        number.ok_or_else(|| damaged("one of its numbers is out of range"))
    }

    pub(crate) fn run(&mut self) -> Result<&'a [u8]> {
        let length = usize::try_from(self.number()?).map_err(|_| ended())?;
        let (run, rest) = self.0.split_at_checked(length).ok_or_else(ended)?;
        self.0 = rest;
        Ok(run)
    }

    pub(crate) fn numbers(&mut self) -> Result<Vec<[u64; 3]>> {
        let length = self.number()?;
        if length > self.0.len() as u64 / 24 {
            return Err(ended());
        }
        (0..length).map(|_| Ok([self.number()?, self.number()?, self.number()?])).collect()
    }

    /// Nothing may follow.
    pub(crate) fn end(&self) -> Result<()> {
        if self.0.is_empty() { Ok(()) } else { Err(damaged("something follows its state")) }
    }
}

fn ended() -> Error {
    damaged("its payload ends too early")
}

#[cfg(test)]
mod tests {
    use crate::heap::{Sequence, TakeBreak};

    use crate::work::Work;

    fn code(code: &str) -> TakeBreak {
        code.parse().unwrap()
    }

    #[test]
    fn every_changed_byte_and_every_cut_is_refused() {
        let mut run = Sequence::new(code("0.106"));
        run.extend(3000, &Work::unwatched()).unwrap();
        let file = run.checkpoint();
        assert_eq!(Sequence::resume(code("0.106"), &file).unwrap().len(), run.len());
        for at in 0..file.len() {
            let mut changed = file.clone();
            changed[at] ^= 1 << (at % 8);
            assert!(Sequence::resume(code("0.106"), &changed).is_err(), "changed at {at}");
            assert!(Sequence::resume(code("0.106"), &file[..at]).is_err(), "cut at {at}");
        }
        assert!(Sequence::resume(code("0.106"), &[&file[..], b"x"].concat()).is_err());
    }

    #[test]
    fn damage_is_named() {
        let mut run = Sequence::new(code("0.77"));
        run.extend(100, &Work::unwatched()).unwrap();
        let file = run.checkpoint();
        let refused = |game: &str, change: &dyn Fn(&mut Vec<u8>)| {
            let mut file = file.clone();
            change(&mut file);
            Sequence::resume(code(game), &file).unwrap_err().to_string()
        };
        assert!(refused("0.77", &|f| f[0] = b'X').contains("does not begin as one"));
        assert!(refused("0.77", &|f| f[7] = b'1').contains("its version is '1', and '7' is known"));
        assert!(refused("0.77", &|f| f[8] ^= 1).contains("its length is not what it says"));
        assert!(refused("0.77", &|f| f[40] ^= 1).contains("its checksum is wrong"));
        assert!(refused("0.77", &|f| f.truncate(9)).contains("too short"));
        assert!(refused("0.07", &|_| ()).contains("of the game 0.77, not of 0.07"));
    }

    /// The file with eight bytes changed and a right checksum.
    fn resealed(file: &[u8], at: usize, number: u64) -> Vec<u8> {
        let mut file = file[..file.len() - super::TAIL].to_vec();
        file[at..at + 8].copy_from_slice(&number.to_le_bytes());
        let sum = super::checksum(0, &file);
        file.extend(sum.to_le_bytes());
        file
    }

    /// Puts all sorts of numbers at these places; whatever is not refused must at least go on without a panic.
    fn put_everywhere(game: &TakeBreak, file: &[u8], places: impl Iterator<Item = usize>) -> usize {
        let mut refused = 0;
        for at in places {
            let own = u64::from_le_bytes(*file[at..].first_chunk().unwrap());
            for number in [own ^ 1, own.wrapping_add(1 << 17), 1 << 32, u64::MAX] {
                match Sequence::resume(game.clone(), &resealed(file, at, number)) {
                    Ok(mut run) => {
                        let _ = run.find_period(run.len() + 5000, &Work::unwatched());
                    }
                    Err(e) => {
                        assert!(e.to_string().contains("damaged"), "{e}");
                        refused += 1;
                    }
                }
            }
        }
        refused
    }

    #[test]
    fn a_right_checksum_alone_is_not_believed() {
        let game = code("0.106");
        let name = super::HEAD + 8 + 5;
        let mut run = Sequence::new(game.clone());
        run.extend(40_000, &Work::unwatched()).unwrap();
        let (rares, file) = (run.rare_heaps(), run.checkpoint());
        // Kind, mask, parity, the list of rare heaps, start, the lengths of both runs, and the first heaps.
        let head = name..name + 8 * (4 + 3 * rares + 3);
        let refused = put_everywhere(&game, &file, head.clone().step_by(8));
        assert_eq!(refused, 4 * head.len() / 8, "every number counts");
        assert_eq!(put_everywhere(&game, &file, (head.end..head.end + 900).step_by(150)), 24);
        // What the engine noted behind the table.
        let notes = head.end + run.len() as usize;
        assert!(put_everywhere(&game, &file, (notes..notes + 80).step_by(8)) > 15);
        run.extend(400_000, &Work::unwatched()).unwrap();
        run.forget(0);
        assert!(!run.is_whole());
        let file = run.checkpoint();
        assert!(put_everywhere(&game, &file, (head.start..head.end).step_by(40)) > 20);
        // The old table of values.
        let game = code("0.07");
        let mut run = Sequence::new(game.clone());
        run.extend(3000, &Work::unwatched()).unwrap();
        let file = run.checkpoint();
        let name = super::HEAD + 8 + 4;
        assert_eq!(put_everywhere(&game, &file, (name..name + 4000).step_by(400)), 40);
    }

    fn same_values(game: &TakeBreak, cuts: &[u64], forget: bool) {
        let end = *cuts.last().unwrap();
        let mut whole = Sequence::new(game.clone());
        whole.extend(end, &Work::unwatched()).unwrap();
        let mut run = Sequence::new(game.clone());
        for &cut in cuts {
            run.extend(cut, &Work::unwatched()).unwrap();
            if forget {
                run.forget(3000);
            }
            run = Sequence::resume(game.clone(), &run.checkpoint()).unwrap();
        }
        assert_eq!((run.len(), run.digest(end)), (whole.len(), whole.digest(end)), "{game}");
        for n in (end - 500..end).chain(0..500) {
            assert_eq!(
                run.value(n, &Work::unwatched()).unwrap(),
                whole.value(n, &Work::unwatched()).unwrap(),
                "{game} heap {n}"
            );
        }
    }

    #[test]
    fn a_resumed_run_has_the_same_values() {
        same_values(&code("0.106"), &[500, 40_000, 70_000, 90_000], false);
        same_values(&code("0.106"), &[80_000, 220_000, 260_001], true);
        same_values(&code("0.16"), &[33_000, 50_000], false);
        same_values(&code("0.07"), &[300, 2000, 3000], false);
        same_values(&code("0.3F"), &[50, 600], false);
    }

    #[test]
    fn a_period_is_still_found_after_a_resume() {
        let mut run = Sequence::new(code("0.16"));
        run.extend(200_000, &Work::unwatched()).unwrap();
        let mut run = Sequence::resume(code("0.16"), &run.checkpoint()).unwrap();
        let report = run.find_period(1 << 20, &Work::unwatched()).unwrap();
        assert_eq!(report.period.map(|p| (p.preperiod, p.period)), Some((105_351, 149_459)));
        // And at once, if the run ended with it.
        let certificate = run.certificate();
        let mut run = Sequence::resume(code("0.16"), &run.checkpoint()).unwrap();
        assert_eq!(
            (run.find_period(0, &Work::unwatched()).unwrap(), run.certificate()),
            (report, certificate)
        );
    }

    #[test]
    fn a_proof_outlives_the_heaps_that_were_let_go() {
        let mut run = Sequence::new(code("0.16"));
        let report = run.find_period(1 << 20, &Work::unwatched()).unwrap();
        run.forget(0);
        let mut run = Sequence::resume(code("0.16"), &run.checkpoint()).unwrap();
        let known = run.find_period(1 << 20, &Work::unwatched()).unwrap();
        assert_eq!((known.verdict, known.period), (report.verdict, report.period));
        assert!(!known.exceptions_known && run.certificate().is_none());
    }

    #[test]
    fn proofs_of_all_theorems_are_kept_and_none_is_believed_against_the_table() {
        for (game, limit) in
            [("0.333", 100), ("0.77", 1000), ("0.45", 100_000), ("0.16", 1 << 20), ("0.F1", 300)]
        {
            let game = code(game);
            let mut run = Sequence::new(game.clone());
            let report = run.find_period(limit, &Work::unwatched()).unwrap();
            let file = run.checkpoint();
            let mut again = Sequence::resume(game.clone(), &file).unwrap();
            assert!(again.is_proved(), "{game}");
            assert_eq!(again.find_period(0, &Work::unwatched()).unwrap(), report, "{game}");
            let proof = file.len() - super::TAIL - 48;
            // A longer preperiod or period, another theorem.
            for (at, number) in [
                (0, 9),
                (8, 1),
                (8, u64::MAX),
                (16, 0),
                (16, 5),
                (16, u64::MAX),
                (24, 7),
                (24, u64::MAX),
                (32, u64::MAX),
            ] {
                let refused =
                    Sequence::resume(game.clone(), &resealed(&file, proof + at, number)).unwrap_err();
                assert!(
                    refused.to_string().contains("its period is not that of its table"),
                    "{game} {at}: {refused}"
                );
            }
        }
    }
}
