//! Requests to endpoints that have no method in the packages.

use std::collections::HashMap;
use std::sync::Arc;

use open_platform::api::{self, SharedStream};
use open_platform::endpoint::{Host, RetryClass};
use open_platform::{Json, each_method};

use super::client::{Platform, PlatformUser};
use crate::calling::{CallOptions, CancelToken, Shutdown};
use crate::errors::Result;
use crate::methods::methods;

/// The host of a raw request. The host of chat media takes only uploads with a token of their own: those of `chatbot`.
#[derive(uniffi::Enum)]
pub enum RawHost {
    /// The main API.
    Base,
    /// The second API host, which one deprecated call uses.
    Api,
    /// The image upload host. The API key and the token are not sent to it.
    Upload,
    /// The authorization server. The API key and the token are not sent to it.
    Auth,
}

/// When a raw request may be retried.
#[derive(uniffi::Enum)]
pub enum RawRetry {
    /// Also if it is unknown whether the platform executed it, because the request is idempotent.
    Safe,
    /// As `Safe`, but at most once.
    SafeOnce,
    /// Only if it is certain that the platform did not execute it.
    NotProcessed,
}

/// A query parameter.
#[derive(uniffi::Record)]
pub struct QueryParameter {
    /// The name, as plain text.
    pub name: String,
    /// The value, as plain text.
    pub value: String,
}

/// A field or a file of a form (`multipart/form-data`). It is an object, so that generated descriptions do not show its contents.
#[derive(uniffi::Object)]
pub struct FormPart(api::FormPart);

#[uniffi::export]
impl FormPart {
    /// Creates a file if `file_name` is given, and else a field. `content` is the value of the field, or the whole file, and is
    /// sent unchanged. The media type is by default `application/octet-stream` for a file, and none for a field, which means
    /// text.
    #[uniffi::constructor(default(file_name = None, content_type = None))]
    fn new(name: String, content: Vec<u8>, file_name: Option<String>, content_type: Option<String>) -> Self {
        let mut part = api::FormPart::new(name, content);
        (part.file_name, part.content_type) = (file_name, content_type);
        Self(part)
    }
}

/// A request to an endpoint that has no method in the package. It is an object, so that generated descriptions do not show its
/// contents.
#[derive(uniffi::Object)]
pub struct RawRequest(api::RawRequest);

#[uniffi::export]
impl RawRequest {
    /// Creates a request. By default it goes to the main API, has no query and no body, and is retried as its method allows.
    /// `body` is JSON; `content` is a body of any bytes instead, and `content_type` is its media type; `form` is a form with
    /// fields and files (`multipart/form-data`) instead, whose names are escaped as browsers do. `max_response` is the largest
    /// body of the response in bytes: by default 2 MiB, and 64 KiB from the authorization server.
    #[uniffi::constructor(default(
        host = None, query = [], body = None, content = None, content_type = None, form = None, retry = None,
        max_response = None
    ))]
    #[expect(clippy::too_many_arguments, reason = "they are named arguments in Kotlin and Swift")]
    fn new(
        method: String,
        segments: Vec<String>,
        host: Option<RawHost>,
        query: Vec<QueryParameter>,
        body: Option<Json>,
        content: Option<Vec<u8>>,
        content_type: Option<String>,
        form: Option<Vec<Arc<FormPart>>>,
        retry: Option<RawRetry>,
        max_response: Option<i64>,
    ) -> Result<Self> {
        let mut request = api::RawRequest::new(method, segments);
        request.host = match host {
            None | Some(RawHost::Base) => Host::Base,
            Some(RawHost::Api) => Host::Api,
            Some(RawHost::Upload) => Host::Upload,
            Some(RawHost::Auth) => Host::Auth,
        };
        request.query = query.into_iter().map(|QueryParameter { name, value }| (name, value)).collect();
        request.retry = retry.map(|retry| match retry {
            RawRetry::Safe => RetryClass::Safe,
            RawRetry::SafeOnce => RetryClass::SafeOnce,
            RawRetry::NotProcessed => RetryClass::NotProcessed,
        });
        if let Some(bytes) = max_response {
            request = request.max_response_of(bytes)?;
        }
        let form = form.map(|parts| parts.iter().map(|part| part.0.clone()).collect());
        Ok(Self(request.body_of(body, content, content_type, form)?))
    }
}

/// The response to a raw request, always with a success status: others are errors. It is an object, so that generated
/// descriptions do not show its contents.
#[derive(uniffi::Object)]
pub struct RawResponse {
    core: api::RawResponse,
}

each_method!(response methods RawResponse);
each_method!(response methods StreamedResponse);

#[uniffi::export]
impl RawResponse {
    /// The body, unchanged.
    fn body(&self) -> Vec<u8> {
        self.core.body.to_vec()
    }

    /// The body as JSON.
    fn json(&self) -> Result<Json> {
        Ok(self.core.json()?)
    }
}

/// The response to a raw request while its body is arriving, always with a success status: others are errors. When it is
/// released, the response ends.
#[derive(uniffi::Object)]
pub struct StreamedResponse {
    core: Arc<SharedStream>,
    shutdown: Arc<Shutdown>,
}

#[uniffi::export]
impl StreamedResponse {
    /// Ends the response and closes its connection, if it has not ended. A wait for the next bytes ends with an error.
    fn end(&self) {
        self.core.close();
    }

    /// The next bytes of the body, as they arrive; nothing after the last.
    #[uniffi::method(default(cancel = None))]
    async fn next_chunk(&self, cancel: Option<Arc<CancelToken>>) -> Result<Option<Vec<u8>>> {
        let shared = Arc::clone(&self.core);
        let options = CallOptions { cancel, ..CallOptions::default() };
        let next = async move { Ok(shared.next_chunk().await?.map(Vec::from)) };
        self.shutdown.run_task(Some(options), |_| Box::pin(next)).await
    }
}

/// Exports the methods that send a request.
macro_rules! requests {
    ($($class:ident),+) => {$(
        #[uniffi::export]
        impl $class {
            #[uniffi::method(default(options = None))]
            async fn request(&self, request: &RawRequest, options: Option<CallOptions>) -> Result<RawResponse> {
                let request = request.0.clone();
                let core = self.run(options, |client| Box::pin(async move { client.request(request).await })).await?;
                Ok(RawResponse { core })
            }

            #[uniffi::method(default(options = None))]
            async fn stream(&self, request: &RawRequest, options: Option<CallOptions>) -> Result<StreamedResponse> {
                let request = request.0.clone();
                let response = self.run(options, |client| Box::pin(async move { client.stream(request).await })).await?;
                Ok(StreamedResponse { core: Arc::new(response.into()), shutdown: Arc::clone(&self.shutdown) })
            }
        }
    )+};
}

requests!(Platform, PlatformUser);
