//! Who may ask: requests must name this server, so that no other site can reach it by pointing its own name here
//! (DNS rebinding), and must not come from another site's page. Every answer carries headers that keep the page to
//! itself.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;

use crate::Settings;
use crate::refusal::refuse;

/// The names under which this server may be asked.
pub struct Guard {
    hosts: Vec<String>,
    frames: bool,
}

/// What the page may load. The editor writes its own style sheet, hence the inline styles; scripts come from this program
/// alone.
macro_rules! policy {
    () => {
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; \
         style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; connect-src 'self'; manifest-src 'self'; \
         base-uri 'none'; form-action 'none'"
    };
}

/// The policy of a page that others may show in a frame.
const FRAMED: HeaderValue = HeaderValue::from_static(policy!());

pub const HEADERS: [(HeaderName, HeaderValue); 5] = [
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    (HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("same-origin")),
    (HeaderName::from_static("cross-origin-resource-policy"), HeaderValue::from_static("same-origin")),
    (
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static(concat!(policy!(), "; frame-ancestors 'none'")),
    ),
];

impl Guard {
    pub fn new(settings: &Settings, address: SocketAddr) -> Guard {
        let mut names = vec!["localhost".to_string(), "127.0.0.1".into(), "[::1]".into()];
        if !address.ip().is_unspecified() {
            names.push(match address {
                SocketAddr::V4(v4) => v4.ip().to_string(),
                SocketAddr::V6(v6) => format!("[{}]", v6.ip()),
            });
        }
        names.extend(settings.names.iter().map(|name| name.to_ascii_lowercase()));
        let port = address.port();
        let with_port = names.iter().map(|name| format!("{name}:{port}"));
        let mut hosts: Vec<String> = with_port.collect();
        // A name without a port is what a browser sends for port 80, and what a proxy may send.
        if port == 80 {
            hosts.extend(names);
        } else {
            hosts.extend(settings.names.iter().map(|name| name.to_ascii_lowercase()));
        }
        Guard { hosts, frames: settings.frames }
    }

    fn knows(&self, host: &str) -> bool {
        self.hosts.iter().any(|known| known.eq_ignore_ascii_case(host))
    }

    fn refusal(&self, method: &Method, headers: &HeaderMap) -> Option<Response> {
        let text = |name| headers.get(name).map(|value: &HeaderValue| value.to_str().unwrap_or_default());
        if !text(header::HOST).is_some_and(|host| self.knows(host)) {
            let message = "this server does not answer for that host name; --allow-host allows another";
            return Some(refuse(StatusCode::MISDIRECTED_REQUEST, "host", message));
        }
        let foreign = |origin: &str| {
            let host = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
            !host.is_some_and(|host| self.knows(host))
        };
        if *method == Method::POST && text(header::ORIGIN).is_some_and(foreign) {
            let message = "questions from other sites are not answered";
            return Some(refuse(StatusCode::FORBIDDEN, "origin", message));
        }
        None
    }
}

/// Refuses what must not be answered, and adds the headers to what is.
pub async fn check(State(guard): State<Arc<Guard>>, request: Request, next: Next) -> Response {
    let mut response = match guard.refusal(request.method(), request.headers()) {
        Some(refusal) => refusal,
        None => next.run(request).await,
    };
    response.headers_mut().extend(HEADERS);
    if guard.frames {
        response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, FRAMED);
    }
    response
}
