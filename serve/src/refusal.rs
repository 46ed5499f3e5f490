//! Why there is no answer, as the same JSON object for every reason.

use axum::http::{HeaderName, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::json;

pub const JSON: [(HeaderName, &str); 1] = [(header::CONTENT_TYPE, "application/json")];

/// The text of an error that has nothing but a kind and a message.
pub fn text(kind: &str, message: &str) -> String {
    json!({"error": {"kind": kind, "message": message}}).to_string()
}

pub fn refuse(status: StatusCode, kind: &str, message: &str) -> Response {
    (status, JSON, text(kind, message)).into_response()
}

/// For a path that is there but not for this method.
pub async fn method_not_allowed() -> Response {
    refuse(StatusCode::METHOD_NOT_ALLOWED, "method", "this path does not take that method")
}
