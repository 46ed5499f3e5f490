//! Questions and answers in JSON.

use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::{FromRequest, Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use grundy::ask::Question;
use serde_json::json;

use crate::desk::Desk;
use crate::refusal::{JSON, refuse};
use crate::telling;

pub async fn ask(State(desk): State<Arc<Desk>>, request: Request) -> Response {
    let kind = request.headers().get(header::CONTENT_TYPE);
    let kind = kind.and_then(|value| value.to_str().ok()).unwrap_or_default();
    // Another site's page can only send this type after asking, which this server never allows.
    if kind.split(';').next().map(str::trim) != Some("application/json") {
        return refuse(StatusCode::UNSUPPORTED_MEDIA_TYPE, "format", "send the question as application/json");
    }
    let told = telling::wanted(request.headers());
    let body = match tokio::time::timeout(desk.settings().reading, Bytes::from_request(request, &())).await {
        Ok(Ok(body)) => body,
        Ok(Err(rejection)) if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE => {
            let message = format!("the question is too long, the limit is {} bytes", desk.settings().body);
            return refuse(rejection.status(), "limit", &message);
        }
        Ok(Err(rejection)) => {
            let message = "the question did not arrive whole, or its parts are not as HTTP has them";
            return refuse(rejection.status(), "format", message);
        }
        Err(_) => {
            return refuse(StatusCode::REQUEST_TIMEOUT, "timeout", "the question did not arrive in time");
        }
    };
    let question = match serde_json::from_slice::<Question>(&body) {
        Ok(question) => desk.limited(question),
        Err(e) => {
            return refuse(StatusCode::BAD_REQUEST, "format", &format!("the question cannot be read: {e}"));
        }
    };
    if told {
        return telling::answer(desk, question);
    }
    let (status, answer) = desk.work(question, Arc::default()).await;
    (status, JSON, Body::from(answer)).into_response()
}

pub async fn health(State(desk): State<Arc<Desk>>) -> impl IntoResponse {
    let (working, waiting) = desk.busy();
    let version = env!("CARGO_PKG_VERSION");
    (JSON, json!({"ok": true, "version": version, "working": working, "waiting": waiting}).to_string())
}

pub async fn openapi() -> impl IntoResponse {
    (JSON, include_str!("openapi.json"))
}
