//! Requests to endpoints that have no method.

use std::collections::HashMap;

use open_platform::Json;
use open_platform::api::{RawRequest, RawResponse};
use open_platform::endpoint::{Host, RetryClass};

use super::client::{Platform, PlatformUser};
use crate::calling::CallOptions;
use crate::errors::Result;

/// Which of the platform's hosts a raw request goes to.
#[derive(uniffi::Enum)]
pub enum RawHost {
    /// The main API.
    Base,
    /// The second API host, which one old call uses.
    Api,
    /// The image upload host. It gets no credentials.
    Upload,
    /// The authorization server. It gets neither key nor token.
    Auth,
}

/// When a raw request may be sent again.
#[derive(uniffi::Enum)]
pub enum RawRetry {
    /// Also after an unclear outcome: doing it twice is the same as once.
    Safe,
    /// Only when the platform provably did not act on it.
    Unsent,
}

/// A query parameter.
#[derive(uniffi::Record)]
pub struct QueryParameter {
    /// Its name, as plain text.
    pub name: String,
    /// Its value, as plain text.
    pub value: String,
}

/// A request to an endpoint that has no method here. An object, so that no generated text shows what is in it.
#[derive(uniffi::Object)]
pub struct RawCall(RawRequest);

#[uniffi::export]
impl RawCall {
    /// By default to the main API, without query and body, sent again as its method allows. `body` is JSON; `content` has
    /// bytes that are sent as they are, in its place, and `content_type` their media type.
    #[uniffi::constructor(default(host = None, query = [], body = None, content = None, content_type = None, retry = None))]
    // Each has a name in Kotlin and Swift.
    #[allow(clippy::too_many_arguments)]
    fn new(
        method: String,
        segments: Vec<String>,
        host: Option<RawHost>,
        query: Vec<QueryParameter>,
        body: Option<Json>,
        content: Option<Vec<u8>>,
        content_type: Option<String>,
        retry: Option<RawRetry>,
    ) -> Result<Self> {
        let mut request = RawRequest::new(method, segments);
        request.host = match host {
            None | Some(RawHost::Base) => Host::Base,
            Some(RawHost::Api) => Host::Api,
            Some(RawHost::Upload) => Host::Upload,
            Some(RawHost::Auth) => Host::Auth,
        };
        request.query = query.into_iter().map(|QueryParameter { name, value }| (name, value)).collect();
        request.retry = retry.map(|retry| match retry {
            RawRetry::Safe => RetryClass::Safe,
            RawRetry::Unsent => RetryClass::Unsent,
        });
        Ok(Self(request.body_of(body, content, content_type)?))
    }
}

/// The answer to a raw request: always a success. An object, so that no generated text shows what is in it.
#[derive(uniffi::Object)]
pub struct RawAnswer(RawResponse);

#[uniffi::export]
impl RawAnswer {
    /// HTTP status.
    fn status(&self) -> u16 {
        self.0.status
    }

    /// Headers, by name in lower case. Of several with one name the last.
    fn headers(&self) -> HashMap<String, String> {
        self.0.headers.clone()
    }

    /// The body as it arrived.
    fn body(&self) -> Vec<u8> {
        self.0.body.to_vec()
    }

    /// The body as JSON.
    fn json(&self) -> Result<Json> {
        Ok(self.0.json()?)
    }

    /// The request id that the platform gave, or else the one this client sent.
    fn request_id(&self) -> Option<String> {
        self.0.request_id.clone()
    }

    /// How many times the request was sent.
    fn attempts(&self) -> u32 {
        self.0.attempts
    }
}

#[uniffi::export(async_runtime = "tokio")]
impl Platform {
    #[uniffi::method(default(options = None))]
    async fn request(&self, request: &RawCall, options: Option<CallOptions>) -> Result<RawAnswer> {
        let request = request.0.clone();
        self.run(options, |it| Box::pin(async move { it.request(request).await })).await.map(RawAnswer)
    }
}

#[uniffi::export(async_runtime = "tokio")]
impl PlatformUser {
    #[uniffi::method(default(options = None))]
    async fn request(&self, request: &RawCall, options: Option<CallOptions>) -> Result<RawAnswer> {
        let request = request.0.clone();
        self.run(options, |it| Box::pin(async move { it.request(request).await })).await.map(RawAnswer)
    }
}
