//! Connections: taken until told to stop, and then given a short while to end.
//!
//! A stranger may send half a question and wait for ever, or take half an answer, so that reading and writing have a
//! limit, and so has the end.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::JoinSet;

use crate::line::line;

/// How long to wait after a connection could not be taken, often because there are too many.
const PAUSE: Duration = Duration::from_millis(50);

/// Connections and how long each part of them may take.
pub struct Connections {
    pub router: Router,
    /// How many may be open; those beyond it wait in the system's queue.
    pub most: usize,
    /// How long the head of a request may take to arrive, and a connection wait for the next one.
    pub reading: Duration,
    /// How long a client may take for its next part of an answer.
    pub writing: Duration,
    /// How long connections may go on when told to stop.
    pub grace: Duration,
}

/// What a connection holds while it is open; nothing if places are not given out any longer, which never happens.
type Place = Option<OwnedSemaphorePermit>;

/// The next connection, once there is a place for it.
async fn next(listener: &TcpListener, room: &Arc<Semaphore>) -> (Place, io::Result<(TcpStream, SocketAddr)>) {
    let place = room.clone().acquire_owned().await.ok();
    (place, listener.accept().await)
}

impl Connections {
    /// Serves until told to stop; `stopping` is called then, before the last connections are waited for.
    pub async fn serve(self, listener: TcpListener, stop: impl Future<Output = ()>, stopping: impl FnOnce()) {
        let graceful = GracefulShutdown::new();
        let mut open = JoinSet::new();
        let room = Arc::new(Semaphore::new(self.most.clamp(1, Semaphore::MAX_PERMITS)));
        tokio::pin!(stop);
        loop {
            tokio::select! {
                () = &mut stop => break,
                (place, accepted) = next(&listener, &room) => match accepted {
                    Ok((socket, _)) => self.take(socket, place, &graceful, &mut open),
                    Err(_) => tokio::time::sleep(PAUSE).await,
                },
                Some(_) = open.join_next() => {}
            }
        }
        drop(listener);
        stopping();
        // Those that have not ended by then are dropped, with the work that was done for them.
        let _ = tokio::time::timeout(self.grace, graceful.shutdown()).await;
    }

    fn take(&self, socket: TcpStream, place: Place, graceful: &GracefulShutdown, open: &mut JoinSet<()>) {
        let _: io::Result<()> = socket.set_nodelay(true);
        let mut http = http1::Builder::new();
        http.timer(TokioTimer::new()).header_read_timeout(self.reading);
        let service = TowerToHyperService::new(self.router.clone());
        let (line, lookout) = line(socket);
        let connection = graceful.watch(http.serve_connection(TokioIo::new(line), service));
        let writing = self.writing;
        // A connection that breaks is the client's affair; the work for one that is lost is dropped with it.
        open.spawn(async move {
            let _place = place;
            tokio::select! {
                _ = connection => {}
                () = lookout.lost(writing) => {}
            }
        });
    }
}
