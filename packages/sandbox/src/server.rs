//! A server of connections that can be cut.

use std::fmt;
use std::time::Duration;

use axum::Router;
use axum::extract::connect_info::Connected;
use axum::serve::{IncomingStream, Listener};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::connection::ConnectionCutter;

/// The time limit for requests in progress when the server stops. Faults with a slow body can take much longer.
pub(crate) const STOP_TIMEOUT: Duration = Duration::from_secs(5);

/// A running server. Dropping it stops it.
#[derive(Debug)]
pub(crate) struct Server {
    stop: Option<oneshot::Sender<()>>,
    task: JoinHandle<()>,
}

impl Server {
    /// Serves the connections of a listener.
    pub(crate) fn start<L>(listener: L, router: Router) -> Self
    where
        L: Listener<Addr: fmt::Debug>,
        ConnectionCutter: for<'a> Connected<IncomingStream<'a, L>>,
    {
        let service = router.into_make_service_with_connect_info::<ConnectionCutter>();
        let (stop, stopped) = oneshot::channel::<()>();
        let task = tokio::spawn(async move {
            let served = axum::serve(listener, service).with_graceful_shutdown(async {
                let _ = stopped.await;
            });
            // The server fails only if no connection can be accepted any more. The error cannot be reported.
            let _ = served.await;
        });
        Self { stop: Some(stop), task }
    }

    /// Stops accepting, and waits for the requests in progress.
    pub(crate) async fn stop(mut self) {
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
