//! Requests from the platform to the app.

use chrono::{DateTime, Utc};
use napi::bindgen_prelude::Uint8Array;
use napi_derive::napi;
use open_platform::Secret;
use open_platform::model::event::Delivery;
use open_platform::model::start::{DynamicActionReply, DynamicActionRequest, StartReply, StartRequest};
use open_platform::webhook::{self, DEFAULT_BODY_LIMIT, Key, KeyRing, Reply};

use crate::errors::raise;

/// An identification key.
#[napi(object, object_to_js = false)]
pub struct IdentificationKey {
    /// A name for logs. It is no secret.
    pub id: String,
    /// The key itself.
    pub key: String,
    /// When it stops being accepted, if ever.
    pub not_after: Option<DateTime<Utc>>,
}

/// Receives requests of the platform. Headers are passed as they arrived, flat, as in `request.rawHeaders`: name, value,
/// name, value.
#[napi]
pub struct Webhooks(webhook::Webhooks);

#[napi]
impl Webhooks {
    #[napi(constructor)]
    pub fn new(keys: Vec<IdentificationKey>, body_limit: Option<u32>) -> napi::Result<Self> {
        let keys =
            keys.into_iter().map(|key| Key { id: key.id, secret: Secret::from(key.key), not_after: key.not_after });
        let limit = body_limit.map_or(DEFAULT_BODY_LIMIT, |limit| limit as usize);
        Ok(Self(webhook::Webhooks::new(KeyRing::new(keys).map_err(raise)?).body_limit(limit)))
    }

    /// Decides from the head alone whether the body is worth reading, and returns the id of the key.
    #[napi]
    pub fn authenticate(&self, method: String, headers: Vec<String>) -> napi::Result<String> {
        self.0.authenticate(method, &pairs(headers)).map(|accepted| accepted.key_id().to_owned()).map_err(raise)
    }

    #[napi]
    pub fn event(&self, method: String, headers: Vec<String>, body: Uint8Array) -> napi::Result<Delivery> {
        self.0.event(method, &pairs(headers), &body).map_err(raise)
    }

    #[napi]
    pub fn start(&self, method: String, headers: Vec<String>, body: Uint8Array) -> napi::Result<StartRequest> {
        self.0.start(method, &pairs(headers), &body).map_err(raise)
    }

    #[napi]
    pub fn dynamic_action(
        &self,
        method: String,
        headers: Vec<String>,
        body: Uint8Array,
    ) -> napi::Result<DynamicActionRequest> {
        self.0.dynamic_action(method, &pairs(headers), &body).map_err(raise)
    }
}

#[napi]
pub fn reply_to_start(answer: StartReply, request: StartRequest) -> napi::Result<Reply> {
    Reply::start(&answer, &request).map_err(raise)
}

#[napi]
pub fn reply_to_dynamic_action(answer: DynamicActionReply) -> napi::Result<Reply> {
    Reply::dynamic_action(&answer).map_err(raise)
}

fn pairs(flat: Vec<String>) -> Vec<(String, String)> {
    let mut texts = flat.into_iter();
    std::iter::from_fn(|| Some((texts.next()?, texts.next()?))).collect()
}
