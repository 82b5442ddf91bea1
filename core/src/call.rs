//! The one way every call goes: address, credentials, deadline, retries, errors.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use http::HeaderMap;

use crate::client::{Builder, CallOptions, Config};
use crate::clock::Clock;
use crate::endpoint::Endpoint;
use crate::error::{Error, Result};
use crate::secret::Secret;
use crate::session::{GrantKey, Sessions, TokenStore};
use crate::transport::{Failure, Transport};

/// What all clones of a client share.
pub(crate) struct Inner {
    pub(crate) config: Config,
    pub(crate) sessions: Sessions,
    transport: Arc<dyn Transport>,
    store: Arc<dyn TokenStore>,
    clock: Arc<dyn Clock>,
}

/// One call, before it is sent.
#[derive(Debug)]
pub(crate) struct Call {
    pub(crate) endpoint: &'static Endpoint,
    /// Checked and percent-encoded, in the order of the path.
    pub(crate) segments: Vec<String>,
    pub(crate) query: Vec<(&'static str, String)>,
    pub(crate) payload: Payload,
    pub(crate) bearer: Bearer,
}

/// The body of a request.
#[derive(Debug)]
pub(crate) enum Payload {
    None,
    Json(Bytes),
    Form(Vec<(&'static str, Secret)>),
    Bytes(Bytes),
}

/// For whom a request is sent.
#[derive(Clone, Debug)]
pub(crate) enum Bearer {
    None,
    Token(Secret),
    Grant(GrantKey),
}

/// A complete answer.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Bytes,
    /// The id that the platform gave, or else the one that was sent.
    pub(crate) request_id: Option<String>,
    pub(crate) attempts: u32,
}

impl Inner {
    pub(crate) fn new(
        builder: Builder,
        transport: Arc<dyn Transport>,
        store: Arc<dyn TokenStore>,
        clock: Arc<dyn Clock>,
    ) -> Result<Self> {
        Ok(Self { config: Config::new(builder), sessions: Sessions::new(), transport, store, clock })
    }

    pub(crate) fn transport(&self) -> &Arc<dyn Transport> {
        &self.transport
    }

    pub(crate) fn store(&self) -> &Arc<dyn TokenStore> {
        &self.store
    }

    pub(crate) fn clock(&self) -> &Arc<dyn Clock> {
        &self.clock
    }

    /// Sends a call, with a fresh token and within its deadline, again where that is harmless. 2xx or an error.
    pub(crate) async fn call(self: &Arc<Self>, call: Call, _options: &CallOptions) -> Result<Reply> {
        Err(Error::config("transport", format!("{} is not wired yet", call.endpoint.name)))
    }

    /// Sends a form once, whatever happens, and returns an answer of any status: for the token endpoint, where every
    /// repetition must be a decision of the caller.
    pub(crate) async fn send_once(
        self: &Arc<Self>,
        endpoint: &'static Endpoint,
        _form: Vec<(&'static str, Secret)>,
        _timeout: Duration,
    ) -> Result<Reply, Failure> {
        Err(Failure {
            kind: crate::error::TransportErrorKind::Connect,
            may_have_arrived: false,
            reason: format!("{} is not wired yet", endpoint.name),
        })
    }
}
