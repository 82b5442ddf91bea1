//! An app that records the requests of the platform and answers each as it is told.

use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, Uri};
use serde_json::Value;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;

/// A request that the app received.
#[derive(Clone, Debug)]
pub struct Seen {
    pub path: String,
    pub headers: HeaderMap,
    pub body: Value,
}

/// What the app answers to every request.
#[derive(Clone)]
struct Behaviour {
    status: u16,
    answer: &'static str,
    seen: Arc<Mutex<Vec<Seen>>>,
}

/// A running app. It ends when it is dropped.
pub struct App {
    pub url: String,
    seen: Arc<Mutex<Vec<Seen>>>,
    _runtime: Runtime,
}

impl App {
    /// Starts an app that answers every request with this status and body.
    pub fn start(status: u16, answer: &'static str) -> Self {
        async fn handle(
            State(app): State<Behaviour>,
            uri: Uri,
            headers: HeaderMap,
            body: Bytes,
        ) -> (StatusCode, &'static str) {
            let body = serde_json::from_slice(&body).unwrap_or_default();
            app.seen.lock().unwrap().push(Seen { path: uri.path().to_owned(), headers, body });
            (StatusCode::from_u16(app.status).unwrap(), app.answer)
        }
        let runtime = Runtime::new().unwrap();
        let seen = Arc::<Mutex<Vec<Seen>>>::default();
        let router = Router::new().fallback(handle).with_state(Behaviour { status, answer, seen: Arc::clone(&seen) });
        let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        runtime.spawn(async move { axum::serve(listener, router).await });
        Self { url, seen, _runtime: runtime }
    }

    /// The requests so far.
    pub fn seen(&self) -> Vec<Seen> {
        self.seen.lock().unwrap().clone()
    }
}
