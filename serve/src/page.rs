//! The page, which is part of the program where it was built.

use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::refusal::{method_not_allowed, refuse};

/// A file of the page.
struct Asset {
    name: &'static str,
    bytes: &'static [u8],
    /// The same, compressed with Brotli, where that is smaller.
    small: Option<&'static [u8]>,
}

static PAGE: &[Asset] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// Tells the page that this server can answer questions too, and whether other sites may show it in a frame.
fn served(frames: bool) -> String {
    let content = if frames { "frames" } else { "alone" };
    format!("<meta name=\"grundy-server\" content=\"{content}\" />")
}

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
pub async fn file(request: Request, frames: bool) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return ([(header::ALLOW, "GET,HEAD")], method_not_allowed().await).into_response();
    }
    let name = match request.uri().path().trim_start_matches('/') {
        "" => "index.html",
        name => name,
    };
    if !built() && name == "index.html" {
        // In the place of the page, so that it is written for people.
        return (StatusCode::NOT_FOUND, MISSING).into_response();
    }
    let Some(asset) = PAGE.iter().find(|asset| asset.name == name) else {
        return refuse(StatusCode::NOT_FOUND, "missing", "there is no such page");
    };
    let kind = [(header::CONTENT_TYPE, content_type(name)), (header::CACHE_CONTROL, caching(name))];
    if name == "index.html" {
        let head = format!("<head>\n    {}", served(frames));
        let text = String::from_utf8_lossy(asset.bytes).replacen("<head>", &head, 1);
        return (kind, text).into_response();
    }
    let vary = [(header::VARY, "accept-encoding")];
    match asset.small.filter(|_| takes_brotli(request.headers())) {
        Some(small) => (kind, vary, [(header::CONTENT_ENCODING, "br")], Body::from(small)).into_response(),
        None => (kind, vary, Body::from(asset.bytes)).into_response(),
    }
}

/// Whether Brotli is asked for by name, with a weight that is not zero.
fn takes_brotli(headers: &HeaderMap) -> bool {
    let lines = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    lines.flat_map(|line| line.split(',')).any(|coding| {
        let (name, weight) = coding.split_once(';').unwrap_or((coding, "q=1"));
        let weight = weight.trim().trim_start_matches(['q', 'Q']).trim_start_matches('=');
        name.trim().eq_ignore_ascii_case("br") && weight.parse::<f32>().is_ok_and(|weight| weight > 0.0)
    })
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brotli_goes_to_those_who_take_it() {
        let takes = |lines: &[&'static str]| {
            let mut headers = HeaderMap::new();
            for line in lines {
                headers.append(header::ACCEPT_ENCODING, line.parse().unwrap());
            }
            takes_brotli(&headers)
        };
        let wanted: [&[&str]; 5] = [
            &["br"],
            &["gzip, deflate, br, zstd"],
            &["gzip;q=1.0, br;q=0.5"],
            &["gzip", "BR ; Q=0.001"],
            &["br;q=1"],
        ];
        assert!(wanted.iter().all(|lines| takes(lines)));
        let unwanted: [&[&str]; 6] =
            [&[], &["gzip"], &["br;q=0"], &["br; q=0.000, gzip"], &["brotli"], &["br;q=none"]];
        for lines in unwanted {
            assert!(!takes(lines), "{lines:?}");
        }
    }
}
