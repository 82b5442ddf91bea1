//! The backend of an app on a phone, for tests of the phone's side: the core's [`AppGateway`] at `{world}/backend`. The
//! header `X-Session` names the user; it is not authenticated.

use std::sync::{Arc, Weak};
use std::time::Duration;

use async_trait::async_trait;
use axum::body::Body;
use axum::extract::{Request, State as Shares};
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use open_platform::app::AppGateway;
use open_platform::error::TransportErrorKind;
use open_platform::transport::{self, Failure, Transport};
use open_platform::{Result, Secret};
use sha2::{Digest, Sha256};

use crate::body;
use crate::dispatch::{MAX_BODY, refused_body};
use crate::response::{PlatformResponse, Refusal};
use crate::sandbox::Shared;
use crate::transport::InProcess;
use crate::world::World;

/// The header that names the backend's user, in place of a session cookie.
pub(crate) const SESSION: &str = "x-session";

impl World {
    /// Starts the backend of this world's app, and returns its address for the phone: `{world}/backend`. A running
    /// backend is replaced, and its users are forgotten.
    ///
    /// The header `X-Session` names the user; without it no user is logged in. `allow` and `lifetime` are those of the
    /// gateway.
    ///
    /// # Errors
    /// As [`AppGateway::allow`] and [`AppGateway::lifetime`].
    pub fn start_backend(&self, allow: &[String], lifetime: Duration) -> Result<String> {
        let transport = Arc::new(Inside(self.inner.shared()));
        let platform = self.client().transport(transport).build()?;
        // A generated key.
        let key = Secret::new(STANDARD.encode(Sha256::digest(self.app().client_secret)));
        let gateway = AppGateway::new(&platform, [key])?.allow(allow)?.lifetime(lifetime)?;
        *self.inner.backend() = Some(gateway);
        Ok(format!("{}/backend", self.url()))
    }

    /// Stops the backend, and returns whether one was running.
    pub fn stop_backend(&self) -> bool {
        self.inner.backend().take().is_some()
    }
}

/// Answers requests below `/worlds/{name}/backend`.
pub(crate) async fn answer(Shares(shared): Shares<Arc<Shared>>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let below = parts.uri.path().strip_prefix("/worlds/").and_then(|path| path.split_once('/'));
    let (name, path) = below.unwrap_or_default();
    let gateway = shared.existing_world(name).and_then(|world| world.backend().clone());
    let Some(gateway) = gateway else {
        let text = format!("the world {name:?} has no backend: start it with PUT /_sandbox/worlds/{name}/backend");
        return PlatformResponse::from(Refusal::not_found(text)).into_response();
    };
    let path = path.strip_prefix("backend").unwrap_or_default();
    let reply = match gateway.admit(parts.method.as_str(), path, &parts.headers) {
        Ok(accepted) => {
            let user = parts.headers.get(SESSION).and_then(|user| user.to_str().ok()).filter(|user| !user.is_empty());
            match body::read(body, MAX_BODY).await {
                Ok(body) => accepted.answer(user, &body).await,
                Err(unreadable) => return refused_body(unreadable, MAX_BODY),
            }
        }
        Err(refusal) => refusal,
    };
    let response: axum::http::Response<Vec<u8>> = reply.into();
    response.map(Body::from)
}

/// A transport to the sandbox itself. It holds a weak reference.
struct Inside(Weak<Shared>);

#[async_trait]
impl Transport for Inside {
    async fn send(&self, request: transport::Request) -> Result<transport::Response, Failure> {
        match self.0.upgrade() {
            Some(shared) => InProcess::new(shared).send(request).await,
            None => {
                let reason = "the sandbox has ended".to_owned();
                Err(Failure { kind: TransportErrorKind::Connect, may_have_arrived: false, reason })
            }
        }
    }
}
