//! What the servers of proxy and replay share.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use open_platform::{Error, Result};
use serde_json::json;
use tokio::net::TcpListener;

use crate::connection::Connections;

/// Listens at a port, at a free one for 0. Returns the origin, too.
pub(super) async fn listen(port: u16) -> Result<(Connections, String)> {
    let refused = |e: std::io::Error| Error::Config { setting: "port".to_owned(), reason: e.to_string(), cause: None };
    let address = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), port);
    let listener = TcpListener::bind(address).await.map_err(refused)?;
    let url = format!("http://{}", listener.local_addr().map_err(refused)?);
    Ok((Connections(listener), url))
}

/// A response of the server itself, in the error format of the platform.
pub(super) fn refusal(status: StatusCode, message: &str, details: &[serde_json::Value]) -> Response {
    (status, axum::Json(json!({ "code": 3, "message": message, "details": details }))).into_response()
}
