//! Requests from the platform to the app.

use chrono::{DateTime, Utc};
use napi::Env;
use napi::bindgen_prelude::Uint8Array;
use napi_derive::napi;
use open_platform::Secret;
use open_platform::model::event::Delivery;
use open_platform::model::start::{DynamicActionReply, DynamicActionRequest, StartReply, StartRequest};
use open_platform::webhook::{self, DEFAULT_BODY_LIMIT, Key, KeyRing, Rejection, Reply};

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

impl From<webhook::Webhooks> for Webhooks {
    fn from(webhooks: webhook::Webhooks) -> Self {
        Self(webhooks)
    }
}

#[napi]
impl Webhooks {
    #[napi(constructor)]
    pub fn new(env: Env, keys: Vec<IdentificationKey>, body_limit: Option<u32>) -> napi::Result<Self> {
        let keys =
            keys.into_iter().map(|key| Key { id: key.id, secret: Secret::from(key.key), not_after: key.not_after });
        let limit = body_limit.map_or(DEFAULT_BODY_LIMIT, |limit| limit as usize);
        Ok(Self(webhook::Webhooks::new(KeyRing::new(keys).map_err(raise(env))?).body_limit(limit)))
    }

    /// With the keys in one text, separated by commas: `key-1`, `key-2` and so on.
    #[napi(factory)]
    pub fn from_list(env: Env, keys: String, body_limit: Option<u32>) -> napi::Result<Self> {
        let limit = body_limit.map_or(DEFAULT_BODY_LIMIT, |limit| limit as usize);
        Ok(Self(webhook::Webhooks::new(KeyRing::from_list(&keys).map_err(raise(env))?).body_limit(limit)))
    }

    /// Decides from the head alone whether the body is worth reading, and returns the id of the key.
    #[napi]
    pub fn authenticate(&self, env: Env, method: String, headers: Vec<String>) -> napi::Result<String> {
        self.0.authenticate(method, &pairs(headers)).map(|accepted| accepted.key_id().to_owned()).map_err(raise(env))
    }

    #[napi]
    pub fn event(&self, env: Env, method: String, headers: Vec<String>, body: Uint8Array) -> napi::Result<Delivery> {
        self.0.event(method, &pairs(headers), &body).map_err(raise(env))
    }

    #[napi]
    pub fn start(
        &self,
        env: Env,
        method: String,
        headers: Vec<String>,
        body: Uint8Array,
    ) -> napi::Result<StartRequest> {
        self.0.start(method, &pairs(headers), &body).map_err(raise(env))
    }

    #[napi]
    pub fn dynamic_action(
        &self,
        env: Env,
        method: String,
        headers: Vec<String>,
        body: Uint8Array,
    ) -> napi::Result<DynamicActionRequest> {
        self.0.dynamic_action(method, &pairs(headers), &body).map_err(raise(env))
    }
}

#[napi]
pub fn reply_to_start(env: Env, answer: StartReply, request: StartRequest) -> napi::Result<Reply> {
    Reply::start(&answer, &request).map_err(raise(env))
}

#[napi]
pub fn reply_to_dynamic_action(env: Env, answer: DynamicActionReply) -> napi::Result<Reply> {
    Reply::dynamic_action(&answer).map_err(raise(env))
}

/// The answer to a request that was refused.
#[napi]
pub fn reply_to_rejection(status: u16, reason: String) -> Reply {
    Rejection { status, reason }.reply()
}

fn pairs(flat: Vec<String>) -> Vec<(String, String)> {
    let mut texts = flat.into_iter();
    std::iter::from_fn(|| Some((texts.next()?, texts.next()?))).collect()
}
