//! Requests from the platform to the app.

use std::sync::Arc;
use std::time::SystemTime;

use open_platform::Secret;
use open_platform::model::event::Delivery;
use open_platform::model::start::{DynamicActionReply, DynamicActionRequest, StartReply, StartRequest};
use open_platform::webhook::{self, Key, KeyRing, Reply};

use crate::errors::Result;

/// A header as it arrived.
#[derive(uniffi::Record)]
pub struct Header {
    /// Its name, in any case.
    pub name: String,
    /// Its value.
    pub value: String,
}

/// An identification key. An object, so that no generated text shows what is in it.
#[derive(uniffi::Object)]
pub struct IdentificationKey(Key);

#[uniffi::export]
impl IdentificationKey {
    /// A key with a name for logs, and when it stops being accepted, if ever.
    #[uniffi::constructor(default(not_after = None))]
    fn new(id: String, key: String, not_after: Option<SystemTime>) -> Self {
        Self(Key { id, secret: Secret::from(key), not_after: not_after.map(Into::into) })
    }
}

/// Receives requests of the platform. The headers and the body are passed as they arrived.
#[derive(uniffi::Object)]
pub struct Webhooks(webhook::Webhooks);

#[uniffi::export]
impl Webhooks {
    #[uniffi::constructor]
    fn new(keys: Vec<Arc<IdentificationKey>>) -> Result<Self> {
        Ok(Self(webhook::Webhooks::new(KeyRing::new(keys.iter().map(|key| key.0.clone()))?)))
    }

    /// Decides from the head alone whether the body is worth reading, and returns the id of the key.
    fn authenticate(&self, method: String, headers: Vec<Header>) -> Result<String> {
        Ok(self.0.authenticate(method, &pairs(headers)).map(|accepted| accepted.key_id().to_owned()).map_err(open)?)
    }

    fn event(&self, method: String, headers: Vec<Header>, body: Vec<u8>) -> Result<Delivery> {
        Ok(self.0.event(method, &pairs(headers), &body).map_err(open)?)
    }

    fn start(&self, method: String, headers: Vec<Header>, body: Vec<u8>) -> Result<StartRequest> {
        Ok(self.0.start(method, &pairs(headers), &body).map_err(open)?)
    }

    fn dynamic_action(&self, method: String, headers: Vec<Header>, body: Vec<u8>) -> Result<DynamicActionRequest> {
        Ok(self.0.dynamic_action(method, &pairs(headers), &body).map_err(open)?)
    }
}

#[uniffi::export]
fn reply_to_start(answer: StartReply, request: StartRequest) -> Result<Reply> {
    Ok(Reply::start(&answer, &request)?)
}

#[uniffi::export]
fn reply_to_dynamic_action(answer: DynamicActionReply) -> Result<Reply> {
    Ok(Reply::dynamic_action(&answer)?)
}

fn open(rejection: webhook::Rejection) -> open_platform::Error {
    rejection.into()
}

fn pairs(headers: Vec<Header>) -> Vec<(String, String)> {
    headers.into_iter().map(|header| (header.name, header.value)).collect()
}
