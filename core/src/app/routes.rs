//! The backend of an app on phones behind a web server in Rust.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use bytes::{Buf, Bytes};
use http::request::Parts;
use http::{Request, Response};
use http_body_util::Full;
use hyper::body::Body;

use super::gateway::AppGateway;
use crate::error::Result;
use crate::hooks::{Running, guarded, write};
use crate::inbox::HandlerError;
use crate::webhook::Reply;

/// Finds the user who is logged in to the app.
type FindUser = Arc<dyn Fn(Parts) -> Running<Option<String>> + Send + Sync>;

/// An [`AppGateway`] as a [`Service`](tower_service::Service), for hyper and every framework that takes services of `tower`. It serves
/// `/login`, `/access` and `/api/…`. From [`AppGateway::service`]. It needs a Tokio runtime.
#[derive(Clone)]
pub struct AppService {
    gateway: AppGateway,
    find_user: FindUser,
}

impl AppGateway {
    /// The gateway as a service. `user` returns the app's own id of the user who is logged in to the app, by its own session or
    /// token; `None` if nobody is. It is called for `/login` and `/access` only. If it fails, the response is 500.
    ///
    /// Calls run in tasks of their own, so that a phone that closes the connection does not interrupt them.
    ///
    /// ```no_run
    /// # fn serve(platform: open_platform::OpenPlatform) -> open_platform::Result<()> {
    /// use open_platform::app::AppGateway;
    ///
    /// let gateway = AppGateway::from_env(&platform)?.allow(["conversations.send"])?;
    /// let service = gateway.service(async |request| {
    ///     let session = request.headers.get("x-session").and_then(|value| value.to_str().ok());
    ///     Ok(session.map(|session| format!("user-of-{session}")))
    /// });
    /// # Ok(()) }
    /// ```
    pub fn service<F>(&self, user: impl Fn(Parts) -> F + Send + Sync + 'static) -> AppService
    where
        F: Future<Output = Result<Option<String>, HandlerError>> + Send + 'static,
    {
        AppService { gateway: self.clone(), find_user: Arc::new(move |request| Box::pin(user(request))) }
    }

    /// The gateway as routes of axum: `Router::new().nest("/open-platform", gateway.router(user))`. `user` is as for
    /// [`service`](Self::service).
    #[cfg(feature = "axum")]
    pub fn router<S, F>(&self, user: impl Fn(Parts) -> F + Send + Sync + 'static) -> axum::Router<S>
    where
        S: Clone + Send + Sync + 'static,
        F: Future<Output = Result<Option<String>, HandlerError>> + Send + 'static,
    {
        let service = self.service(user);
        let paths = ["/login", "/access", "/api/{*call}"];
        paths.into_iter().fold(axum::Router::new(), |router, path| router.route_service(path, service.clone()))
    }
}

impl AppService {
    async fn answer<B>(self, request: Request<B>) -> Reply
    where
        B: Body<Data: Buf>,
    {
        let (head, body) = request.into_parts();
        let admitted = match self.gateway.admit(&head.method, head.uri.path(), &head.headers) {
            Ok(admitted) => admitted,
            Err(refusal) => return refusal,
        };
        let body = match admitted.read(body).await {
            Ok(body) => body,
            Err(refusal) => return refusal,
        };
        let answered = tokio::spawn(async move {
            let user = match admitted.needs_user() {
                true => guarded(|| (self.find_user)(head), self.gateway.handler_timeout).await,
                false => Ok(None),
            };
            match user {
                Ok(user) => admitted.answer(user.as_deref(), &body).await,
                Err(error) => {
                    let (reply, log) = admitted.failed(error.reason());
                    write(&log);
                    reply
                }
            }
        });
        // It fails only if the runtime is shutting down.
        answered.await.unwrap_or_else(|_| Reply::failed())
    }
}

impl<B> tower_service::Service<Request<B>> for AppService
where
    B: Body<Data: Buf> + Send + 'static,
    B::Data: Send,
{
    type Response = Response<Full<Bytes>>;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = std::result::Result<Self::Response, Infallible>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<std::result::Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        let service = self.clone();
        Box::pin(async move { Ok(service.answer(request).await.into()) })
    }
}

impl std::fmt::Debug for AppService {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("AppService").field("gateway", &self.gateway).finish_non_exhaustive()
    }
}
