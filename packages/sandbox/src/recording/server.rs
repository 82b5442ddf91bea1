//! A server on a port of this machine.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;

use axum::Router;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use open_platform::{Error, Result};
use serde_json::json;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::connection::{ConnectionCutter, Connections};

/// The time limit for requests in progress when the server stops.
const STOP_TIMEOUT: Duration = Duration::from_secs(5);

/// A running server. Dropping it stops it.
#[derive(Debug)]
pub(super) struct Server {
    url: String,
    stop: Option<oneshot::Sender<()>>,
    task: JoinHandle<()>,
}

impl Server {
    /// Serves at a port; at a free one for 0. `router` gets the address.
    pub(super) async fn start(port: u16, router: impl FnOnce(&str) -> Router) -> Result<Self> {
        let refused =
            |e: std::io::Error| Error::Config { setting: "port".to_owned(), reason: e.to_string(), cause: None };
        let address = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), port);
        let listener = TcpListener::bind(address).await.map_err(refused)?;
        let url = format!("http://{}", listener.local_addr().map_err(refused)?);
        let service = router(&url).into_make_service_with_connect_info::<ConnectionCutter>();
        let (stop, stopped) = oneshot::channel::<()>();
        let task = tokio::spawn(async move {
            let served = axum::serve(Connections(listener), service).with_graceful_shutdown(async {
                let _ = stopped.await;
            });
            // The server fails only if no connection can be accepted any more. The error cannot be reported.
            let _ = served.await;
        });
        Ok(Self { url, stop: Some(stop), task })
    }

    /// Its origin.
    pub(super) fn url(&self) -> &str {
        &self.url
    }

    /// Stops accepting, and waits for the requests in progress.
    pub(super) async fn stop(mut self) {
        if let Some(stop) = self.stop.take() {
            // Fails only if the server has ended already.
            let _ = stop.send(());
        }
        if tokio::time::timeout(STOP_TIMEOUT, &mut self.task).await.is_err() {
            self.task.abort();
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// A response of the server itself, in the error format of the platform.
pub(super) fn refusal(status: StatusCode, message: &str, details: &[serde_json::Value]) -> Response {
    (status, axum::Json(json!({ "code": 3, "message": message, "details": details }))).into_response()
}
