//! Responses that are read in pieces.

use std::cell::RefCell;
use std::future::Future;
use std::pin::Pin;
use std::rc::Rc;
use std::sync::{Arc, OnceLock};

use napi::Env;
use napi_derive::napi;
use open_platform::api::{RawResponse, SharedStream, StreamedResponse};
use open_platform::{Error, Result};

use crate::calls::{Call, Start};
use crate::client::Client;
use crate::errors::raise;

type Begin = Pin<Box<dyn Future<Output = Result<StreamedResponse>> + Send>>;

/// A raw request whose response is read in pieces. The response ends when this object is collected.
#[napi]
pub struct ResponseStream {
    client: Rc<Client>,
    prepared: RefCell<Option<(Start, Begin)>>,
    shared: Arc<OnceLock<SharedStream>>,
}

impl ResponseStream {
    pub(crate) fn new(
        client: &Rc<Client>,
        start: Start,
        begin: impl Future<Output = Result<StreamedResponse>> + Send + 'static,
    ) -> Self {
        let prepared: (Start, Begin) = (start, Box::pin(begin));
        Self { client: Rc::clone(client), prepared: RefCell::new(Some(prepared)), shared: Arc::default() }
    }
}

#[napi]
impl ResponseStream {
    /// Sends the request, once, and waits until the response begins: it has no body yet.
    #[napi(catch_unwind)]
    pub fn open(&self, env: Env, id: i64) -> napi::Result<Call<RawResponse>> {
        let (start, begin) = self.prepared.take().ok_or_else(not_open).map_err(raise(env))?;
        let shared = Arc::clone(&self.shared);
        let open = async move {
            let response: SharedStream = begin.await?.into();
            let head = RawResponse {
                status: response.status,
                headers: response.headers.clone(),
                body: Vec::new().into(),
                request_id: response.request_id.clone(),
                attempts: response.attempts,
            };
            let _ = shared.set(response);
            Ok(head)
        };
        self.client.spawn(id, start, open).map_err(raise(env))
    }

    /// The next bytes of the body, or nothing after the last.
    #[napi(ts_return_type = "Call<Uint8Array | undefined | null>", catch_unwind)]
    pub fn next(&self, env: Env, id: i64) -> napi::Result<Call<Option<Vec<u8>>>> {
        let shared = Arc::clone(&self.shared);
        let next = async move { Ok(shared.get().ok_or_else(not_open)?.next_chunk().await?.map(Vec::from)) };
        self.client.start(id, next).map_err(raise(env))
    }

    /// Ends the response and closes its connection, if it has not ended.
    #[napi(catch_unwind)]
    pub fn close(&self) {
        if let Some(shared) = self.shared.get() {
            shared.close();
        }
    }
}

fn not_open() -> Error {
    Error::invalid("response", "it is not open")
}
