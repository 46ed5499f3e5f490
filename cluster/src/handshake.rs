//! Only who holds the token gets a socket: both ends prove it to each other before anything else is read.
//!
//! Each end sends fresh random bytes, and answers those of the other with a keyed hash (BLAKE3) over the whole exchange,
//! under a key that is derived from the token. The token itself never crosses the wire, an answer fits no other
//! exchange, the two ends answer under different words so that none can be sent back to its sender, and answers are compared in
//! constant time. What is sent afterwards is neither encrypted nor signed: on a network that others can write to, run
//! it through a tunnel.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// How long the other end may take.
const PATIENCE: Duration = Duration::from_secs(10);
const MAGIC: &[u8; 8] = b"GRUNDYC1";
const NONCE: usize = 32;
const HELLO: usize = 8 + 4 + 4 + 4 + NONCE;
const PROOF: usize = 32;
/// A shorter token can be guessed.
const SHORTEST: usize = 16;

/// What all processes of a run know and nobody else does.
#[derive(Clone)]
pub struct Token([u8; 32]);

impl std::fmt::Debug for Token {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Token")
    }
}

impl Token {
    /// The token that stands in a text.
    pub fn new(text: &str) -> Result<Token, String> {
        let text = text.trim();
        match text.len() < SHORTEST {
            true => Err(format!(
                "a token has at least {SHORTEST} letters; `openssl rand -hex 32` writes a good one"
            )),
            false => Ok(Token(blake3::derive_key("grundy cluster handshake 1", text.as_bytes()))),
        }
    }

    /// A text that nobody can guess.
    pub fn random_text() -> io::Result<String> {
        Ok(random()?.iter().map(|byte| format!("{byte:02x}")).collect())
    }

    fn proof(&self, who: &str, hello: &[u8], nonce: &[u8]) -> blake3::Hash {
        let mut state = blake3::Hasher::new_keyed(&self.0);
        state.update(who.as_bytes()).update(hello).update(nonce);
        state.finalize()
    }
}

fn random() -> io::Result<[u8; NONCE]> {
    let mut bytes = [0; NONCE];
    getrandom::fill(&mut bytes).map_err(|e| io::Error::other(e.to_string()))?;
    Ok(bytes)
}

/// Who connects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Caller {
    /// The process that asks.
    Coordinator,
    /// A worker.
    Worker(u32),
}

/// The words for the two ends.
const ACCEPTS: &str = "accepts";
const CONNECTS: &str = "connects";

fn refused(why: &str) -> io::Error {
    io::Error::new(io::ErrorKind::PermissionDenied, why.to_string())
}

/// Reads just so many bytes, or fails when the time is over: bytes that trickle in do not make it longer.
fn read<const N: usize>(stream: &mut TcpStream, until: Instant) -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    let mut at = 0;
    while at < N {
        let left = until.checked_duration_since(Instant::now()).filter(|left| !left.is_zero());
        stream.set_read_timeout(Some(
            left.ok_or_else(|| refused("it took too long to prove that it has the token"))?,
        ))?;
        match stream.read(&mut bytes[at..]) {
            Ok(0) => return Err(refused("it hung up before it proved that it has the token")),
            Ok(read) => at += read,
            Err(e)
                if matches!(
                    e.kind(),
                    io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut | io::ErrorKind::Interrupted
                ) => {}
            Err(e) => return Err(e),
        }
    }
    Ok(bytes)
}

/// Proves to a worker who we are, and has it prove that it is one.
pub fn connect(stream: &mut TcpStream, token: &Token, caller: Caller, to: u32) -> io::Result<()> {
    let until = Instant::now() + PATIENCE;
    stream.set_nodelay(true)?;
    let (role, from) = match caller {
        Caller::Coordinator => (0u32, 0),
        Caller::Worker(from) => (1, from),
    };
    let mut hello = Vec::with_capacity(HELLO);
    hello.extend_from_slice(MAGIC);
    [role, from, to].iter().for_each(|word| hello.extend_from_slice(&word.to_le_bytes()));
    hello.extend_from_slice(&random()?);
    stream.write_all(&hello)?;
    let nonce = read::<NONCE>(stream, until)?;
    let proof = read::<PROOF>(stream, until)?;
    // Hashes of this type are compared in constant time.
    if token.proof(ACCEPTS, &hello, &nonce) != blake3::Hash::from_bytes(proof) {
        return Err(refused("it does not have our token"));
    }
    stream.write_all(token.proof(CONNECTS, &hello, &nonce).as_bytes())?;
    match read::<1>(stream, until)? {
        [1] => stream.set_read_timeout(None),
        _ => Err(refused("it does not want us")),
    }
}

/// Finds out who has connected; nothing is believed before the proof.
pub fn accept(stream: &mut TcpStream, token: &Token, me: u32) -> io::Result<Caller> {
    let until = Instant::now() + PATIENCE;
    stream.set_nonblocking(false)?;
    stream.set_nodelay(true)?;
    let hello = read::<HELLO>(stream, until)?;
    if !hello.starts_with(MAGIC) {
        return Err(refused("it does not speak our language"));
    }
    let nonce = random()?;
    stream.write_all(&nonce)?;
    stream.write_all(token.proof(ACCEPTS, &hello, &nonce).as_bytes())?;
    let proof = read::<PROOF>(stream, until)?;
    if token.proof(CONNECTS, &hello, &nonce) != blake3::Hash::from_bytes(proof) {
        return Err(refused("it does not have our token"));
    }
    let word = |at: usize| u32::from_le_bytes([hello[at], hello[at + 1], hello[at + 2], hello[at + 3]]);
    let (role, from, to) = (word(8), word(12), word(16));
    if to != me || role > 1 || role == 1 && from <= me {
        stream.write_all(&[0])?;
        return Err(refused(&format!("it looks for worker {to}, and this is worker {me}")));
    }
    stream.write_all(&[1])?;
    stream.set_read_timeout(None)?;
    Ok(if role == 0 { Caller::Coordinator } else { Caller::Worker(from) })
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;

    use super::*;

    fn both(ours: &Token, theirs: &Token, to: u32) -> (io::Result<()>, io::Result<Caller>) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        std::thread::scope(|scope| {
            let connects = scope
                .spawn(|| connect(&mut TcpStream::connect(address).unwrap(), ours, Caller::Worker(5), to));
            let accepts = accept(&mut listener.accept().unwrap().0, theirs, 2);
            (connects.join().unwrap(), accepts)
        })
    }

    #[test]
    fn only_the_same_token_opens() {
        let token = |text: &str| Token::new(text).unwrap();
        let (one, other) = (token("sixteen letters!"), token("sixteen letters?"));
        let (connected, accepted) = both(&one, &one, 2);
        assert!(connected.is_ok());
        assert_eq!(accepted.unwrap(), Caller::Worker(5));
        let (connected, accepted) = both(&one, &other, 2);
        assert!(connected.is_err() && accepted.is_err());
        let (connected, accepted) = both(&one, &one, 3);
        assert!(connected.is_err() && accepted.is_err(), "it was for another worker");
        assert!(Token::new("short").is_err());
    }

    #[test]
    fn garbage_and_replayed_proofs_are_refused() {
        let token = Token::new(&Token::random_text().unwrap()).unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let mut hello = MAGIC.to_vec();
        [1u32, 5, 2].iter().for_each(|word| hello.extend_from_slice(&word.to_le_bytes()));
        hello.extend_from_slice(&[9; NONCE]);
        // What somebody overheard of another exchange with the same beginning.
        let overheard = token.proof(CONNECTS, &hello, &[7; NONCE]);
        let garbage: [&[u8]; 4] =
            [b"", b"GET / HTTP/1.1\r\nHost: worker\r\n\r\n and a long tail of nothing", &[0xff; 200], &hello];
        for (i, bytes) in garbage.iter().enumerate() {
            let mut stranger = TcpStream::connect(address).unwrap();
            stranger.write_all(bytes).unwrap();
            if i == 3 {
                stranger.write_all(overheard.as_bytes()).unwrap();
            }
            stranger.shutdown(std::net::Shutdown::Write).unwrap();
            let error = accept(&mut listener.accept().unwrap().0, &token, 2).unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::PermissionDenied, "{i}: {error}");
        }
    }
}
