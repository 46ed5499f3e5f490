//! Connections: taken until told to stop, and then given a short while to end.
//!
//! A stranger may send half a question and wait for ever, or take half an answer, so that reading and writing have a
//! limit, and so has the end.

use std::io;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;

use crate::line::line;

/// How long to wait after a connection could not be taken, often because there are too many.
const PAUSE: Duration = Duration::from_millis(50);

/// Connections and how long each part of them may take.
pub struct Connections {
    pub router: Router,
    /// How long the head of a request may take to arrive, and a connection wait for the next one.
    pub reading: Duration,
    /// How long a client may take for its next part of an answer.
    pub writing: Duration,
    /// How long connections may go on when told to stop.
    pub grace: Duration,
}

impl Connections {
    /// Serves until told to stop; `stopping` is called then, before the last connections are waited for.
    pub async fn serve(self, listener: TcpListener, stop: impl Future<Output = ()>, stopping: impl FnOnce()) {
        let graceful = GracefulShutdown::new();
        let mut open = JoinSet::new();
        tokio::pin!(stop);
        loop {
            tokio::select! {
                () = &mut stop => break,
                accepted = listener.accept() => match accepted {
                    Ok((socket, _)) => self.take(socket, &graceful, &mut open),
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

    fn take(&self, socket: TcpStream, graceful: &GracefulShutdown, open: &mut JoinSet<()>) {
        let _: io::Result<()> = socket.set_nodelay(true);
        let mut http = http1::Builder::new();
        http.timer(TokioTimer::new()).header_read_timeout(self.reading);
        let service = TowerToHyperService::new(self.router.clone());
        let (line, lookout) = line(socket);
        let connection = graceful.watch(http.serve_connection(TokioIo::new(line), service));
        let writing = self.writing;
        // A connection that breaks is the client's affair; the work for one that is lost is dropped with it.
        open.spawn(async move {
            tokio::select! {
                _ = connection => {}
                () = lookout.lost(writing) => {}
            }
        });
    }
}
