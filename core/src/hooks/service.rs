//! Hooks behind a web server.

use std::convert::Infallible;
use std::future::poll_fn;
use std::net::{IpAddr, SocketAddr};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use bytes::{Buf, Bytes};
use http::{Extensions, Request, Response};
use http_body_util::Full;
use hyper::body::Body;

use super::app::{Hooks, write};
use super::exchange::{HookResponse, Step};
use super::receiver::{Begin, Receiver};
use crate::webhook::Reply;

/// Hooks as a [`Service`](tower_service::Service), for hyper and every framework that takes services of `tower`. It serves
/// `/events`, `/start` and `/actions`, and responds to other paths with 404. It needs a Tokio runtime.
#[derive(Clone, Debug)]
pub struct HooksService {
    hooks: Arc<Hooks>,
    receiver: Arc<Receiver>,
}

impl Hooks {
    /// The hooks as a service. A handler that waits for something goes on in a task of its own, so that a peer who closes the
    /// connection does not interrupt it.
    pub fn service(&self) -> HooksService {
        let receiver = self.receiver().clone().with_records_for_listeners();
        HooksService { hooks: Arc::new(self.clone()), receiver: Arc::new(receiver) }
    }

    /// The hooks as routes of axum: `Router::new().nest("/hooks", hooks.router())`. In the platform's console set the
    /// addresses `/hooks/events`, `/hooks/start` and `/hooks/actions`.
    #[cfg(feature = "axum")]
    pub fn router<S: Clone + Send + Sync + 'static>(&self) -> axum::Router<S> {
        let service = self.service();
        let paths = self.receiver().served_paths();
        paths.fold(axum::Router::new(), |router, path| router.route_service(path, service.clone()))
    }
}

impl HooksService {
    async fn answer<B>(self, request: Request<B>) -> HookResponse
    where
        B: Body<Data: Buf>,
    {
        let (head, body) = request.into_parts();
        let peer = peer(&head.extensions);
        let step = match self.receiver.begin(head.method.as_str(), head.uri.path(), &head.headers, peer) {
            Begin::Answer(answer) => Step::Answer(answer),
            Begin::Body(needed) => match needed.accepted().read_bytes(body).await {
                Ok(body) => needed.read(&*body),
                Err(rejection) => Step::Answer(needed.refuse(rejection)),
            },
        };
        if let Step::Answer(answer) = step {
            answer.logs.iter().for_each(write);
            return answer;
        }
        let hooks = self.hooks;
        let mut driven = Box::pin(async move { hooks.drive(step).await });
        // A task is made only for what is not done at once.
        let mut poll = |context: &mut Context<'_>| catch_unwind(AssertUnwindSafe(|| driven.as_mut().poll(context)));
        let driven = match poll_fn(|context| Poll::Ready(poll(context))).await {
            Ok(Poll::Ready(answer)) => Ok(answer),
            Ok(Poll::Pending) => tokio::spawn(driven).await.map_err(drop),
            Err(_) => Err(()),
        };
        // A store of the app panicked, or the runtime is shutting down.
        driven.unwrap_or_else(|()| HookResponse { reply: Reply::failed(), record: None, logs: Vec::new() })
    }
}

impl<B> tower_service::Service<Request<B>> for HooksService
where
    B: Body<Data: Buf> + Send + 'static,
    B::Data: Send,
{
    type Response = Response<Full<Bytes>>;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, Infallible>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        let service = self.clone();
        Box::pin(async move { Ok(service.answer(request).await.reply.into()) })
    }
}

/// The address of the peer, if the server has noted it.
fn peer(extensions: &Extensions) -> Option<IpAddr> {
    #[cfg(feature = "axum")]
    if let Some(axum::extract::ConnectInfo(address)) = extensions.get::<axum::extract::ConnectInfo<SocketAddr>>() {
        return Some(address.ip());
    }
    extensions.get::<SocketAddr>().map(SocketAddr::ip)
}
