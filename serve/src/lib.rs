//! The local server: the page, and the same questions and answers as the page has in the browser, on the native engine.
//!
//! It listens on loopback unless told otherwise and reads no files: the page is part of the program. Questions are
//! strangers' input, so their bytes, time, memory and number are limited, and so are connections and answers that nobody takes; a
//! question that nobody waits for any longer is stopped. Small questions do not wait behind large ones.
//!
//! | path | what |
//! |---|---|
//! | `GET /` and the files of the page | the page |
//! | `POST /api/ask` | a question in, an answer or `{"error": …}` out |
//! | `GET /api/health` | whether it runs, which version, and how busy it is |
//! | `GET /api/openapi.json` | the description of these for programs |

mod answer;
mod api;
mod connections;
mod desk;
mod effort;
mod guard;
mod kept;
mod lanes;
mod line;
mod malformed;
mod outbox;
mod page;
mod queue;
mod refusal;
mod run;
mod telling;

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware;
use axum::routing::{get, post};
use tokio::net::TcpListener;
use tokio::sync::oneshot;

use connections::Connections;

pub use page::built as page_is_built;

/// More long questions than this are never worked on at the same time: each has a thread of its own.
pub const MOST_WORKERS: usize = 256;

/// How the server is to run.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Where to listen; loopback unless told otherwise.
    pub host: IpAddr,
    /// The port; 0 lets the system choose.
    pub port: u16,
    /// Names besides `localhost` and the address itself under which requests may come.
    pub names: Vec<String>,
    /// Whether pages of other sites may show this one in a frame.
    pub frames: bool,
    /// How many long questions are worked on at the same time, up to [`MOST_WORKERS`]; there are more places for those
    /// that are not known to be long, at least five.
    pub workers: usize,
    /// How many connections may be open; more wait until one ends.
    pub connections: usize,
    /// How many questions may wait for that.
    pub waiting: usize,
    /// How long a question may be worked on, and how long it may wait in all until that begins.
    pub time: Duration,
    /// How many bytes of tables all questions and the games kept between them may take; every place has the same share.
    pub bytes: u64,
    /// How many positions a question may visit.
    pub positions: u64,
    /// How long a client may take to send the head of a request, and how long its body.
    pub reading: Duration,
    /// How long a client may take for its next part of an answer.
    pub writing: Duration,
    /// How long connections may go on when the server is told to stop.
    pub grace: Duration,
    /// How many bytes a question may have.
    pub body: usize,
    /// How many bytes an answer may have.
    pub answer: usize,
    /// How many bytes all answers together may have that clients have not taken yet.
    pub unread: usize,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            host: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: 8017,
            names: Vec::new(),
            frames: false,
            workers: std::thread::available_parallelism().map_or(1, |n| n.get()).min(MOST_WORKERS),
            connections: 512,
            waiting: 512,
            time: Duration::from_secs(60),
            bytes: 2 << 30,
            positions: 100_000_000,
            reading: Duration::from_secs(10),
            writing: Duration::from_secs(10),
            grace: Duration::from_secs(2),
            body: 64 << 10,
            answer: 64 << 20,
            unread: 256 << 20,
        }
    }
}

/// A server that has its port and can be started.
pub struct Bound {
    listener: TcpListener,
    address: SocketAddr,
    settings: Settings,
}

impl Bound {
    /// Takes the port.
    pub async fn new(settings: Settings) -> io::Result<Bound> {
        let listener = TcpListener::bind((settings.host, settings.port)).await?;
        let address = listener.local_addr()?;
        Ok(Bound { listener, address, settings })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Answers until told to stop. Questions that are worked on then are stopped, and what was begun may end within
    /// the grace of the settings.
    pub async fn run(self, stop: impl Future<Output = ()>) {
        let desk = Arc::new(desk::Desk::new(&self.settings));
        let connections = Connections {
            router: router(&self.settings, self.address, desk.clone()),
            most: self.settings.connections,
            reading: self.settings.reading,
            writing: self.settings.writing,
            grace: self.settings.grace,
        };
        connections.serve(self.listener, stop, || desk.close()).await;
    }
}

fn router(settings: &Settings, address: SocketAddr, desk: Arc<desk::Desk>) -> Router {
    let guard = Arc::new(guard::Guard::new(settings, address));
    let frames = settings.frames;
    Router::new()
        .route("/api/ask", post(api::ask).with_state(desk.clone()))
        .route("/api/health", get(api::health).with_state(desk))
        .route("/api/openapi.json", get(api::openapi))
        .fallback(move |request| page::file(request, frames))
        .method_not_allowed_fallback(refusal::method_not_allowed)
        .layer(DefaultBodyLimit::max(settings.body))
        .layer(middleware::from_fn_with_state(guard, guard::check))
}

/// Serves until interrupted; a second interruption ends it at once. `listening` is told where, once that is known.
pub fn serve(settings: Settings, listening: impl FnOnce(SocketAddr)) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let outcome = runtime.block_on(async {
        let bound = Bound::new(settings).await?;
        listening(bound.address());
        let (stop, stopped) = oneshot::channel();
        let twice = async {
            interrupted().await;
            let _ = stop.send(());
            interrupted().await;
        };
        tokio::select! {
            () = bound.run(async { drop(stopped.await) }) => {}
            () = twice => {}
        }
        Ok(())
    });
    // Work that nobody waits for any longer ends at its next step, or with the program.
    runtime.shutdown_background();
    outcome
}

async fn interrupted() {
    let interrupt = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let Ok(mut terminate) = signal(SignalKind::terminate()) else {
            let _ = interrupt.await;
            return;
        };
        tokio::select! {
            _ = interrupt => {}
            _ = terminate.recv() => {}
        }
    }
    #[cfg(not(unix))]
    let _ = interrupt.await;
}
