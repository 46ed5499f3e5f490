//! The line to a client, and whether anybody is still at its other end.
//!
//! Reading and writing alone do not tell. Who sends several requests at once and goes is not noticed while the first is
//! worked on, as nobody reads past the second; the system knows of the end before it is read. And who does not take
//! the answer keeps its memory for ever.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};

use tokio::io::{AsyncRead, AsyncWrite, Interest, ReadBuf};
use tokio::net::TcpStream;
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};

use crate::malformed::retold;

/// How often to look after the other end.
const LOOK: Duration = Duration::from_millis(100);
/// How many bytes of a longer answer a client must take in the time that it has for writing: one that takes a byte now
/// and then is no better than one that takes none.
const LEAST: u64 = 1 << 18;

/// A socket to read from and write to.
pub struct Line {
    read: Arc<OwnedReadHalf>,
    write: OwnedWriteHalf,
    pace: Arc<Pace>,
    /// What is still to be written in place of something else.
    retold: Vec<u8>,
}

/// Looks after the other end of a line.
pub struct Lookout {
    read: Arc<OwnedReadHalf>,
    pace: Arc<Pace>,
}

/// How writing goes.
#[derive(Default)]
struct Pace {
    taken: AtomicU64,
    /// Whether there is more to write than the client takes.
    full: AtomicBool,
}

pub fn line(socket: TcpStream) -> (Line, Lookout) {
    let (read, write) = socket.into_split();
    let (read, pace) = (Arc::new(read), Arc::<Pace>::default());
    (Line { read: read.clone(), write, pace: pace.clone(), retold: Vec::new() }, Lookout { read, pace })
}

impl Lookout {
    /// Ends when the client has gone, or has not taken its part of an answer within `writing`.
    pub async fn lost(self, writing: Duration) {
        let mut since = Instant::now();
        let mut before = 0;
        loop {
            tokio::time::sleep(LOOK).await;
            let taken = self.pace.taken.load(Ordering::Relaxed);
            let full = self.pace.full.load(Ordering::Relaxed);
            if !full || taken - before >= LEAST {
                (since, before) = (Instant::now(), taken);
            }
            if since.elapsed() > writing || self.hung_up().await {
                return;
            }
        }
    }

    async fn hung_up(&self) -> bool {
        tokio::select! {
            biased;
            ready = self.read.ready(Interest::READABLE) => ready.is_ok_and(|ready| ready.is_read_closed()),
            () = std::future::ready(()) => false,
        }
    }
}

impl Pace {
    fn note(&self, written: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        self.full.store(written.is_pending(), Ordering::Relaxed);
        if let Poll::Ready(Ok(bytes)) = written {
            self.taken.fetch_add(bytes as u64, Ordering::Relaxed);
        }
        written
    }
}

impl Line {
    /// Writes what stands in place of something else.
    fn poll_retold(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        while !self.retold.is_empty() {
            let written = Pin::new(&mut self.write).poll_write(context, &self.retold);
            let bytes = ready!(self.pace.note(written))?;
            if bytes == 0 {
                return Poll::Ready(Err(io::ErrorKind::WriteZero.into()));
            }
            self.retold.drain(..bytes);
        }
        Poll::Ready(Ok(()))
    }
}

impl AsyncRead for Line {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        loop {
            ready!(self.read.as_ref().as_ref().poll_read_ready(context))?;
            match self.read.try_read(buffer.initialize_unfilled()) {
                Err(e) if e.kind() == io::ErrorKind::WouldBlock => {}
                read => return Poll::Ready(read.map(|bytes| buffer.advance(bytes))),
            }
        }
    }
}

impl AsyncWrite for Line {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        ready!(self.poll_retold(context))?;
        if let Some(answer) = retold(bytes) {
            self.retold = answer;
            return Poll::Ready(Ok(bytes.len()));
        }
        let written = Pin::new(&mut self.write).poll_write(context, bytes);
        self.pace.note(written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        if let [only] = parts {
            return self.poll_write(context, only);
        }
        ready!(self.poll_retold(context))?;
        let written = Pin::new(&mut self.write).poll_write_vectored(context, parts);
        self.pace.note(written)
    }

    fn is_write_vectored(&self) -> bool {
        self.write.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(self.poll_retold(context))?;
        Pin::new(&mut self.write).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(self.poll_retold(context))?;
        Pin::new(&mut self.write).poll_shutdown(context)
    }
}
