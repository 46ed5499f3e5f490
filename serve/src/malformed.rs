//! What is no HTTP at all is refused before any of our code sees it, with an empty answer. This gives that answer the same
//! object and headers as every other refusal has.

use axum::http::StatusCode;

use crate::guard::HEADERS;
use crate::refusal;

/// The whole answer in place of an empty refusal; nothing for any other bytes. Our own refusals are never empty.
pub fn retold(head: &[u8]) -> Option<Vec<u8>> {
    let head = std::str::from_utf8(head).ok()?.strip_suffix("\r\n\r\n")?;
    let (first, headers) = head.split_once("\r\n")?;
    let status = first.strip_prefix("HTTP/1.1 ")?.get(..3)?.parse::<u16>().ok()?;
    let status = StatusCode::from_u16(status).ok().filter(StatusCode::is_client_error)?;
    if !headers.split("\r\n").any(|line| line.eq_ignore_ascii_case("content-length: 0")) {
        return None;
    }
    let message = match status {
        StatusCode::URI_TOO_LONG => "the address of the request is too long",
        StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE => "the head of the request is too long",
        _ => "this is not a request of HTTP/1.1",
    };
    let body = refusal::text("http", message);
    let mut answer = format!(
        "HTTP/1.1 {status}\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n",
        body.len()
    );
    for (name, value) in &HEADERS {
        answer += &format!("{name}: {}\r\n", value.to_str().unwrap_or_default());
    }
    Some((answer + "\r\n" + &body).into_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_empty_refusals_are_retold() {
        let empty = b"HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n";
        let told = String::from_utf8(retold(empty).unwrap()).unwrap();
        assert!(told.starts_with("HTTP/1.1 400 Bad Request\r\n") && told.contains("nosniff"), "{told}");
        let other: [&[u8]; 5] = [
            b"",
            b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n",
            b"HTTP/1.1 400 Bad Request\r\ncontent-length: 2\r\n\r\n",
            b"HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\nbody",
            b"\xff\xfe",
        ];
        assert!(other.iter().all(|bytes| retold(bytes).is_none()));
    }
}
