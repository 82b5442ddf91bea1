//! A request of a phone, from the moment its head is accepted: [`AppRequest`].

use std::fmt;
use std::time::Duration;

use serde_json::json;

use super::{AppCode, AppGateway, AppGranted, error_responses};
use crate::client::OpenPlatform;
use crate::endpoint::Endpoint;
use crate::error::Result;
use crate::hooks::{HookLog, write};
use crate::id::GrantKey;
use crate::webhook::{DEFAULT_BODY_TIMEOUT, Rejection, Reply};

/// A request of a phone whose head was accepted. Its body can be read now.
#[derive(Clone)]
#[must_use]
pub struct AppRequest {
    gateway: AppGateway,
    operation: AppOperation,
    body_limit: usize,
}

/// What a request asks for.
#[derive(Clone)]
pub(super) enum AppOperation {
    Login,
    Access,
    Call { row: &'static Endpoint, segments: Vec<String>, grant: GrantKey },
}

impl fmt::Debug for AppRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AppRequest").field("call", &self.call()).finish_non_exhaustive()
    }
}

impl AppRequest {
    pub(super) fn new(gateway: AppGateway, operation: AppOperation, body_limit: usize) -> Self {
        Self { gateway, operation, body_limit }
    }

    /// The same request with the gateway of another client: [`AppGateway::on`].
    pub fn on(self, platform: &OpenPlatform) -> Self {
        Self { gateway: self.gateway.on(platform), ..self }
    }

    /// Whether the backend must identify the user: true for `/login` and `/access`, false for relayed calls.
    pub fn needs_user(&self) -> bool {
        !matches!(self.operation, AppOperation::Call { .. })
    }

    /// The largest accepted body, in bytes. Read one byte more to detect a larger body.
    pub fn body_limit(&self) -> usize {
        self.body_limit
    }

    /// How long to wait for the body. If it has not arrived by then, respond with [`too_slow`](Self::too_slow).
    pub fn body_timeout(&self) -> Duration {
        DEFAULT_BODY_TIMEOUT
    }

    /// The response to a body that did not arrive in time: 408. The connection is to be closed.
    pub fn too_slow(&self) -> Reply {
        error_responses::unusable(
            408,
            &format!("the body did not arrive within {} s", self.body_timeout().as_secs_f64()),
        )
    }

    /// The response to a body whose length is unknown, behind a server that does not tell where it ends: 411. The connection is to
    /// be closed.
    pub fn no_length(&self) -> Reply {
        let rejection = Rejection::no_length();
        error_responses::unusable(rejection.status, &rejection.reason)
    }

    /// Reads the body of a request of axum or hyper, up to its limits.
    ///
    /// # Errors
    /// The response to send instead: 413 for a larger body, 408 for one that does not arrive in time, 400 for an incomplete one.
    #[cfg(feature = "http")]
    pub async fn read<B>(&self, body: B) -> Result<Vec<u8>, Reply>
    where
        B: hyper::body::Body<Data: bytes::Buf>,
    {
        let read = crate::webhook::read_body(body, self.body_limit, self.body_timeout()).await;
        read.map(Vec::from).map_err(|rejection| error_responses::unusable(rejection.status, &rejection.reason))
    }

    /// The response if the backend could not tell who the user is: 500; and what to log. `error` must not contain data of users.
    pub fn failed(&self, error: &str) -> (Reply, HookLog) {
        let reply = Reply::failed();
        let log = error_responses::failure(reply.status, error);
        (reply, log)
    }

    /// The name of the relayed call, if it is one.
    pub fn call(&self) -> Option<&'static str> {
        match &self.operation {
            AppOperation::Call { row, .. } => Some(row.name),
            _ => None,
        }
    }

    /// Handles the request and returns the response to send. `user` is the app's own id of the user, found by the
    /// backend's own means; `None` if nobody is logged in, which gives 401 if a user is needed.
    pub async fn answer(self, user: Option<&str>, body: &[u8]) -> Reply {
        let (reply, log) = self.answer_with_log(user, body).await;
        log.iter().for_each(write);
        reply
    }

    /// Like [`answer`](Self::answer), with what to log in place of logging it.
    pub(super) async fn answer_with_log(self, user: Option<&str>, body: &[u8]) -> (Reply, Option<HookLog>) {
        if body.len() > self.body_limit {
            let message = format!("the body is larger than the limit of {} bytes", self.body_limit);
            return (error_responses::unusable(413, &message), None);
        }
        match self.outcome(user, body).await {
            Ok(reply) => (reply, None),
            Err(error) => error_responses::of_error(&error),
        }
    }

    async fn outcome(self, user: Option<&str>, body: &[u8]) -> Result<Reply> {
        let user = match (self.operation, user) {
            (AppOperation::Call { row, segments, grant }, _) => {
                return self.gateway.relay(row, segments, grant, body).await;
            }
            (_, None) => return Ok(error_responses::no_user()),
            (AppOperation::Access, Some(user)) => {
                let access = self.gateway.access_of(user).await?;
                return Ok(private(&json!({ "token": access.token.expose(), "expires_in": access.expires_in })));
            }
            (AppOperation::Login, Some(user)) => user,
        };
        let AppGranted { scopes, missing_scopes, access, .. } = self.gateway.login(AppCode::parse(body)?, user).await?;
        Ok(private(&json!({
            "token": access.token.expose(),
            "expires_in": access.expires_in,
            "scopes": scopes,
            "missing_scopes": missing_scopes,
        })))
    }
}

/// A response with a token, which must not be cached.
fn private(body: &serde_json::Value) -> Reply {
    let mut reply = error_responses::answer(200, body);
    reply.headers.insert("Cache-Control".to_owned(), "no-store".to_owned());
    reply
}
