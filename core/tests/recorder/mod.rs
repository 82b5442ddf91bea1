//! A transport that records every request and returns scripted responses. Unlike the public `Recorder` it keeps the original
//! requests, which show which headers are marked as sensitive.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use open_platform::client::{Builder, Hosts};
use open_platform::transport::{Failure, Request, Response, Transport};
use open_platform::{OpenPlatform, Secret};

/// A post with nothing but its token. Other calls ignore that member.
pub const POST: &str = r#"{"token":"gZd7omnS"}"#;

/// Responds with the scripted statuses and bodies, then with 200 and [`POST`].
#[derive(Default)]
pub struct Recorder {
    requests: Mutex<Vec<Request>>,
    script: Mutex<VecDeque<(u16, String)>>,
}

impl Recorder {
    pub fn new<'a>(script: impl IntoIterator<Item = (u16, &'a str)>) -> Arc<Self> {
        let script = script.into_iter().map(|(status, body)| (status, body.to_owned())).collect();
        Arc::new(Self { requests: Mutex::default(), script: Mutex::new(script) })
    }

    /// The requests so far.
    pub fn requests(&self) -> Vec<Request> {
        self.requests.lock().unwrap().clone()
    }
}

#[async_trait::async_trait]
impl Transport for Recorder {
    async fn send(&self, request: Request) -> Result<Response, Failure> {
        self.requests.lock().unwrap().push(request);
        let (status, body) = self.script.lock().unwrap().pop_front().unwrap_or_else(|| (200, POST.into()));
        let headers = [(http::header::CONTENT_TYPE, http::HeaderValue::from_static("application/json"))];
        Ok(Response { status, headers: headers.into_iter().collect(), body: body.into() })
    }
}

/// A client with a different origin for each host, and every credential.
pub fn builder(recorder: Arc<Recorder>) -> Builder {
    let hosts = Hosts {
        auth: "https://auth.test".into(),
        base: "https://base.test".into(),
        api: "https://api.test/v".into(),
        upload: "https://upload.test/".into(),
        chat: "https://chat.test".into(),
    };
    OpenPlatform::builder()
        .hosts(hosts)
        .api_key(Secret::new("the-key"))
        .client_id("the-app")
        .client_secret(Secret::new("the-secret"))
        .redirect_uri("https://app.test/back")
        .transport(recorder)
}
