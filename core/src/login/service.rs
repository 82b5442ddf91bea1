//! Login routes behind a web server.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use bytes::Bytes;
use http::{Request, Response};
use http_body_util::Full;

use super::routes::LoginRoutes;
use crate::webhook::Reply;

/// Login routes as a [`Service`](tower_service::Service), for hyper and every framework that takes services of `tower`. It responds
/// to paths that end neither in `/login` nor in `/callback` with 404. It needs a Tokio runtime.
#[derive(Clone, Debug)]
pub struct LoginService {
    routes: Arc<LoginRoutes>,
}

impl LoginRoutes {
    /// The routes as a service. The functions of the app run in tasks of their own, so that a user who leaves the page does not
    /// interrupt them.
    pub fn service(&self) -> LoginService {
        LoginService { routes: Arc::new(self.clone()) }
    }

    /// The routes for axum: `Router::new().nest("/oauth", login.router())` serves `/oauth/login` and `/oauth/callback`, which is
    /// the redirect address of the app.
    #[cfg(feature = "axum")]
    pub fn router<S: Clone + Send + Sync + 'static>(&self) -> axum::Router<S> {
        let service = self.service();
        axum::Router::new().route_service("/login", service.clone()).route_service("/callback", service)
    }
}

impl<B> tower_service::Service<Request<B>> for LoginService {
    type Response = Response<Full<Bytes>>;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, Infallible>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        let (routes, (head, _)) = (Arc::clone(&self.routes), request.into_parts());
        Box::pin(async move {
            let answered = tokio::spawn(async move { routes.answer(head).await.reply }).await;
            // The runtime is shutting down.
            Ok(answered.unwrap_or_else(|_| Reply::failed()).into())
        })
    }
}
