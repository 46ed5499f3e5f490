//! The page, which is part of the program where it was built.

use axum::body::Body;
use axum::extract::Request;
use axum::http::{Method, StatusCode, header};
use axum::response::{IntoResponse, Response};

/// A file of the page.
struct Asset {
    name: &'static str,
    bytes: &'static [u8],
    /// The same, compressed with Brotli, where that is smaller.
    small: Option<&'static [u8]>,
}

static PAGE: &[Asset] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// Tells the page that this server can answer questions too.
const SERVED: &str = "<meta name=\"grundy-server\" content=\"1\" />";

const MISSING: &str = "\
This program was built without the page, which needs Node.js. In a copy of the source code run

    make page
    cargo build --release

The JSON interface works all the same: see /api/openapi.json.
";

/// Whether the page is part of this program.
pub fn built() -> bool {
    !PAGE.is_empty()
}

/// A file of the page; nothing outside this list can be asked for.
pub async fn file(request: Request) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return StatusCode::METHOD_NOT_ALLOWED.into_response();
    }
    let name = match request.uri().path().trim_start_matches('/') {
        "" => "index.html",
        name => name,
    };
    if !built() && name == "index.html" {
        return (StatusCode::NOT_FOUND, MISSING).into_response();
    }
    let Some(asset) = PAGE.iter().find(|asset| asset.name == name) else {
        return (StatusCode::NOT_FOUND, "there is no such page\n").into_response();
    };
    let kind = [(header::CONTENT_TYPE, content_type(name)), (header::CACHE_CONTROL, caching(name))];
    if name == "index.html" {
        let text =
            String::from_utf8_lossy(asset.bytes).replacen("<head>", &format!("<head>\n    {SERVED}"), 1);
        return (kind, text).into_response();
    }
    let accepted = request.headers().get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
    let brotli =
        accepted.is_some_and(|all| all.split(',').any(|one| one.trim().split(';').next() == Some("br")));
    let vary = [(header::VARY, "accept-encoding")];
    match asset.small.filter(|_| brotli) {
        Some(small) => (kind, vary, [(header::CONTENT_ENCODING, "br")], Body::from(small)).into_response(),
        None => (kind, vary, Body::from(asset.bytes)).into_response(),
    }
}

fn content_type(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("wasm") => "application/wasm",
        Some("webmanifest") => "application/manifest+json",
        _ => "application/octet-stream",
    }
}

/// Files under `assets/` carry a hash of their content in their name and never change.
fn caching(name: &str) -> &'static str {
    match name.starts_with("assets/") {
        true => "public, max-age=31536000, immutable",
        false => "no-cache",
    }
}
