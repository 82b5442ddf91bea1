//! Refuses a body where an operation takes none, because its caller expects an effect of it.

use axum::body::Body;
use axum::extract::{MatchedPath, Request};
use axum::http::Method;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::extract::read;
use super::problem::Problem;
use super::shape;

pub(super) async fn check(request: Request, next: Next) -> Response {
    let path = request.extensions().get::<MatchedPath>().map(|path| path.as_str().to_owned()).unwrap_or_default();
    let takes_none = request.method() != Method::GET && shape::takes_no_body(&path, request.method());
    if !takes_none {
        return next.run(request).await;
    }
    let (parts, body) = request.into_parts();
    match read(body).await {
        // Some clients send an empty object instead of nothing.
        Ok(body) if [&b""[..], b"{}", b"null"].contains(&body.trim_ascii()) => {
            next.run(Request::from_parts(parts, Body::empty())).await
        }
        Ok(_) => {
            let text =
                format!("{} {path} takes no body: /_sandbox/openapi.json lists what can be changed", parts.method);
            Problem::invalid(text).into_response()
        }
        Err(problem) => problem.into_response(),
    }
}
