//! The part of a round that a worker has written, and how workers of another number find what is theirs in it.
//!
//! A part is written beside its place first, then moved there; it ends with a checksum. The vertices of a graph have
//! numbers, so that the deal tells which vertex each word is of ([`ByNumber`]). The positions of a game are numbered as they
//! are met, which is another order in every run: each word stands behind its position ([`ByPosition`]).

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::time::Instant;

use grundy::{Error, ErrorKind, Play, Result};

use crate::deal::Deal;
use crate::explore::{Positions, owner};
use crate::keep::{Keeper, Phase, Round, Saved, Store, part_path, write_whole};
use crate::share::Share;
use crate::trouble::storage;

const MAGIC: &[u8; 8] = b"GRUNDYP2";
/// Magic, checksum of the graph, then six words and the number of places.
const HEAD: usize = 8 + 8 + 6 * 4 + 8;
const HASH: usize = 32;
/// How many bytes are gathered before they are written.
const GATHERED: usize = 1 << 16;
/// A longer position is none of ours.
const LONGEST: u32 = 1 << 24;

/// Who hears of every part of a round that a worker has written.
pub type Saves<'k> = &'k dyn Fn(Phase, u32) -> Result<()>;

/// What a worker has written of a round.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    of: Round,
    me: usize,
    places: u64,
}

/// How places are written down, so that workers of any number find theirs again.
pub trait Naming {
    /// Writes a word of each place.
    fn write(&self, words: &mut dyn Iterator<Item = u32>, sink: &mut Sealed<'_>) -> io::Result<()>;

    /// Reads the words of a part, and puts those of our places there.
    fn read(&self, part: &Part, share: &Share, source: &mut Unsealed, words: &mut [u32]) -> io::Result<()>;
}

/// A file whose bytes are added up for its checksum.
pub struct Sealed<'f> {
    file: &'f mut BufWriter<File>,
    hash: blake3::Hasher,
    gathered: Vec<u8>,
}

impl Sealed<'_> {
    fn push(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.gathered.extend_from_slice(bytes);
        if self.gathered.len() >= GATHERED { self.put() } else { Ok(()) }
    }

    fn put(&mut self) -> io::Result<()> {
        self.hash.update(&self.gathered);
        self.file.write_all(&self.gathered)?;
        self.gathered.clear();
        Ok(())
    }

    fn close(mut self) -> io::Result<()> {
        self.put()?;
        self.file.write_all(self.hash.finalize().as_bytes())
    }
}

/// The same while it is read.
pub struct Unsealed {
    file: BufReader<File>,
    hash: blake3::Hasher,
}

impl Unsealed {
    fn take(&mut self, bytes: &mut [u8]) -> io::Result<()> {
        self.file.read_exact(bytes)?;
        self.hash.update(bytes);
        Ok(())
    }

    fn word(&mut self) -> io::Result<u32> {
        let mut word = [0; 4];
        self.take(&mut word)?;
        Ok(u32::from_le_bytes(word))
    }

    fn close(mut self) -> io::Result<()> {
        let mut told = [0; HASH];
        self.file.read_exact(&mut told)?;
        let whole = self.hash.finalize() == blake3::Hash::from_bytes(told);
        if whole { Ok(()) } else { Err(wrong("it was damaged")) }
    }
}

fn wrong(why: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, why.to_string())
}

/// Vertices that have numbers.
#[derive(Clone, Copy, Debug)]
pub struct ByNumber;

impl Naming for ByNumber {
    fn write(&self, words: &mut dyn Iterator<Item = u32>, sink: &mut Sealed<'_>) -> io::Result<()> {
        for word in words {
            sink.push(&word.to_le_bytes())?;
        }
        Ok(())
    }

    fn read(&self, part: &Part, share: &Share, source: &mut Unsealed, words: &mut [u32]) -> io::Result<()> {
        let (deal, places) = (Deal::new(part.me, part.of.workers, part.of.shift), part.places);
        let mut buffer = vec![0; GATHERED];
        let mut place = 0u64;
        while place < places {
            let some = (places - place).min(GATHERED as u64 / 4);
            let bytes = &mut buffer[..4 * some as usize];
            source.take(bytes)?;
            for word in bytes.chunks_exact(4) {
                let vertex = deal.vertex(place as u32) as u32;
                let (owner, ours) = share.deal.place(vertex);
                if let Some(slot) = words.get_mut(ours as usize).filter(|_| share.deal.is_me(owner)) {
                    *slot = u32::from_le_bytes([word[0], word[1], word[2], word[3]]);
                }
                place += 1;
            }
        }
        Ok(())
    }
}

/// Positions of a game that a worker has met, one of so many.
pub struct ByPosition<'p> {
    /// Those that this worker owns.
    pub positions: &'p Positions,
    /// How many workers there are.
    pub size: usize,
}

impl Naming for ByPosition<'_> {
    fn write(&self, words: &mut dyn Iterator<Item = u32>, sink: &mut Sealed<'_>) -> io::Result<()> {
        for (word, place) in words.zip(0..) {
            let position = self.positions.get(place);
            sink.push(&word.to_le_bytes())?;
            sink.push(&(position.len() as u32).to_le_bytes())?;
            sink.push(position)?;
        }
        Ok(())
    }

    fn read(&self, part: &Part, share: &Share, source: &mut Unsealed, words: &mut [u32]) -> io::Result<()> {
        let mut position = Vec::new();
        for _ in 0..part.places {
            let (word, length) = (source.word()?, source.word()?);
            if length > LONGEST {
                return Err(wrong("it was damaged"));
            }
            position.resize(length as usize, 0);
            source.take(&mut position)?;
            if share.deal.is_me(owner(&position, self.size)) {
                let place = self.positions.place(&position);
                let slot = place.and_then(|place| words.get_mut(place as usize));
                *slot.ok_or_else(|| wrong("it is about another game or another question"))? = word;
            }
        }
        Ok(())
    }
}

/// Keeps rounds in a folder.
pub struct InFolder<'k, N> {
    store: Store,
    me: usize,
    size: usize,
    shift: u32,
    play: Play,
    naming: N,
    last: Instant,
    /// What was kept last.
    kept: Option<(Phase, u32)>,
    told: Saves<'k>,
}

impl<'k, N: Naming> InFolder<'k, N> {
    /// For a worker; `told` hears of every part that is written.
    pub fn new(
        store: Store,
        (me, size): (usize, usize),
        (shift, play): (u32, Play),
        naming: N,
        told: Saves<'k>,
    ) -> InFolder<'k, N> {
        InFolder { store, me, size, shift, play, naming, last: Instant::now(), kept: None, told }
    }

    fn head(&self, phase: Phase, of: &Round, me: usize, share: &Share, places: u64) -> [u8; HEAD] {
        let mut head = [0; HEAD];
        head[..8].copy_from_slice(MAGIC);
        head[8..16].copy_from_slice(&share.mark.to_le_bytes());
        let words = [phase as u32, self.play as u32, of.round, me as u32, of.workers as u32, of.shift];
        for (i, word) in words.iter().enumerate() {
            head[16 + 4 * i..20 + 4 * i].copy_from_slice(&word.to_le_bytes());
        }
        head[40..].copy_from_slice(&places.to_le_bytes());
        head
    }

    /// Picks what is ours out of a part.
    fn pick(&self, phase: Phase, of: &Round, me: usize, share: &Share, words: &mut [u32]) -> io::Result<()> {
        let file = File::open(part_path(&self.store.folder, phase, of, me))?;
        let file = BufReader::with_capacity(1 << 18, file);
        let mut source = Unsealed { file, hash: blake3::Hasher::new() };
        let mut head = [0; HEAD];
        source.take(&mut head)?;
        let places = u64::from_le_bytes(head[40..].try_into().unwrap_or_default());
        if head != self.head(phase, of, me, share, places) {
            return Err(wrong("it is about another graph or another question"));
        }
        self.naming.read(&Part { of: *of, me, places }, share, &mut source, words)?;
        source.close()
    }
}

impl<N: Naming> Keeper for InFolder<'_, N> {
    fn due(&mut self) -> bool {
        // One clock decides for all.
        self.me == 0 && self.last.elapsed() >= self.store.every
    }

    fn keep(
        &mut self,
        phase: Phase,
        round: u32,
        share: &Share,
        words: &mut dyn Iterator<Item = u32>,
    ) -> Result<()> {
        if self.kept.replace((phase, round)) == Some((phase, round)) {
            return Ok(());
        }
        let of = Round { round, workers: self.size, shift: self.shift };
        let path = part_path(&self.store.folder, phase, &of, self.me);
        let head = self.head(phase, &of, self.me, share, share.degrees.len() as u64);
        let written = write_whole(&path, |file| {
            let mut sink = Sealed { file, hash: blake3::Hasher::new(), gathered: head.to_vec() };
            self.naming.write(words, &mut sink)?;
            sink.close()
        });
        written.map_err(|e| storage(&path, &e))?;
        self.last = Instant::now();
        (self.told)(phase, round)
    }

    fn saved(&mut self, phase: Phase, share: &Share) -> Result<Option<Saved>> {
        let Some(of) = *self.store.earlier.of(phase) else { return Ok(None) };
        let mut words = vec![phase.unknown(); share.degrees.len()];
        for me in 0..of.workers {
            self.pick(phase, &of, me, share, &mut words).map_err(|e| {
                let path = part_path(&self.store.folder, phase, &of, me);
                Error::new(ErrorKind::Format, format!("{}: {e}", path.display()))
                    .hint("begin anew in an empty folder, without resuming")
            })?;
        }
        Ok(Some(Saved { round: of.round, words }))
    }
}
