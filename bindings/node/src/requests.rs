//! Arguments and results of calls that are not data types of the core.

use std::sync::Arc;

use napi::Env;
use napi_derive::napi;
use open_platform::api::{self, RawResponse, Upload, UploadProgress};
use open_platform::ffi::data;
use open_platform::ffi::node::{Given, InvalidValue, Value};
use open_platform::{Error, Json, Result};

use crate::calls::{MessageKind, Queue, QueuedMessage};
use crate::errors::raise;

/// A request to an endpoint that the client has no method for.
#[data(options)]
pub struct RawRequest {
    /// HTTP method, such as `GET`.
    pub method: String,
    /// The segments of the path, as plain text: they are checked and percent-encoded.
    pub segments: Vec<String>,
    /// The host: `base` by default, `api`, `upload` or `auth`. Requests to the last two carry neither key nor token. The host of
    /// chat media takes only uploads with a token of their own: `chatbot.uploadImage` and its like.
    #[napi(ts_type = "'base' | 'api' | 'upload' | 'auth'")]
    pub host: Option<String>,
    /// Query parameters, as pairs of plain text.
    #[napi(ts_type = "Array<readonly [string, string]>")]
    pub query: Option<Vec<Vec<String>>>,
    /// The body, as JSON.
    pub body: Option<Json>,
    /// The body, as bytes that are sent as they are, in place of `body`: an image.
    pub content: Option<Vec<u8>>,
    /// The media type of `content`.
    pub content_type: Option<String>,
    /// The body, as a form with fields and files (`multipart/form-data`), in place of `body`. Names are escaped as browsers do.
    pub form: Option<Vec<FormPart>>,
    /// When it may be sent again: by default `safe` for GET and HEAD, and `not_processed` for all others.
    #[napi(ts_type = "'safe' | 'safe_once' | 'not_processed'")]
    pub retry: Option<String>,
    /// The largest body of the response, in bytes: 2 MiB by default, and 64 KiB from the authorization server.
    pub max_response: Option<i64>,
}

impl RawRequest {
    pub(crate) fn into_core(self) -> Result<api::RawRequest> {
        let mut request = api::RawRequest::new(self.method, self.segments);
        if let Some(host) = self.host {
            request = request.host_named(&host)?;
        }
        if let Some(retry) = self.retry {
            request = request.retry_named(&retry)?;
        }
        if let Some(bytes) = self.max_response {
            request = request.max_response_of(bytes)?;
        }
        for (index, pair) in self.query.into_iter().flatten().enumerate() {
            let [name, value] = <[String; 2]>::try_from(pair)
                .map_err(|_| Error::invalid(format!("query[{index}]"), "must be a name and a value"))?;
            request.query.push((name, value));
        }
        let form = self.form.map(|parts| parts.into_iter().map(FormPart::into_core).collect());
        request.body_of(self.body, self.content, self.content_type, form)
    }
}

/// A field or a file of a form (`multipart/form-data`).
#[data(options)]
pub struct FormPart {
    /// The name of the field.
    pub name: String,
    /// The value of the field, or the whole file. Bytes are sent unchanged, and text is sent in UTF-8.
    #[napi(ts_type = "string | Uint8Array")]
    pub content: FormContent,
    /// The name of the file. A part without one is a field.
    pub file_name: Option<String>,
    /// The media type of the part: by default `application/octet-stream` for a file, and none for a field, which means text.
    pub content_type: Option<String>,
}

impl FormPart {
    fn into_core(self) -> api::FormPart {
        let mut part = api::FormPart::new(self.name, self.content.0);
        (part.file_name, part.content_type) = (self.file_name, self.content_type);
        part
    }
}

/// The content of a part of a form: text or bytes.
pub struct FormContent(Vec<u8>);

open_platform::node_argument!(FormContent, |given| {
    let content = Vec::read(given).or_else(|_| given.text().map(String::into_bytes));
    content.map(Self).map_err(|_| InvalidValue::new("must be text or bytes"))
});

/// The body of a response as JSON.
#[napi(catch_unwind)]
pub fn response_json(env: Env, response: RawResponse) -> napi::Result<Json> {
    response.json().map_err(raise(env))
}

/// A file: its bytes, or its path; or an object with the file, if JavaScript takes the progress of its upload. Bytes are copied
/// before the call starts: JavaScript may change them afterwards.
pub struct UploadSource {
    file: Upload,
    is_observed: bool,
}

impl UploadSource {
    pub(crate) fn into_core(self, call: i64, queue: Arc<Queue>) -> Upload {
        if !self.is_observed {
            return self.file;
        }
        self.file.on_progress(move |UploadProgress { sent, total, .. }| {
            queue.push(QueuedMessage::new(call, MessageKind::Progress, &vec![sent as f64, total as f64]));
        })
    }
}

impl Value for UploadSource {
    fn read(given: Given) -> Result<Self, InvalidValue> {
        let observed = given.object().and_then(|it| it.member::<Self>(c"observed"));
        if let Ok(Some(Self { file, .. })) = observed {
            return Ok(Self { file, is_observed: true });
        }
        let file = Vec::read(given).map(Upload::bytes).or_else(|_| given.text().map(Upload::path));
        let file = file.map_err(|_| InvalidValue::new("must be bytes or the path of a file").under("image"))?;
        Ok(Self { file, is_observed: false })
    }
    open_platform::node_only_reads!();
}

open_platform::node_crosses!(UploadSource);
