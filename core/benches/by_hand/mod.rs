//! Reading a post with bare reqwest and serde, as an expert would write it by hand.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use serde::Deserialize;
use serde_json::value::RawValue;

/// The members of a post.
#[derive(Deserialize)]
#[allow(dead_code)]
pub struct Post {
    token: String,
    category: String,
    city: String,
    #[serde(default)]
    district: String,
    #[serde(default)]
    state: String,
    #[serde(default)]
    chat_enabled: bool,
    #[serde(default)]
    supplier_chat_assistant_enabled: bool,
    first_published_at: Option<DateTime<Utc>>,
    last_modified_at: Option<DateTime<Utc>>,
    // As in this crate: the text, which is parsed when it is used.
    data: Box<RawValue>,
    business_data: Option<HashMap<String, String>>,
}

/// The HTTP client of the calls that are written by hand.
pub fn http_client() -> reqwest::Client {
    rustls::crypto::ring::default_provider().install_default().expect("the first provider");
    reqwest::Client::builder().no_proxy().build().expect("client")
}

pub struct Client {
    http: reqwest::Client,
    url: String,
}

impl Client {
    pub fn new(origin: &str) -> Self {
        Self { http: http_client(), url: format!("{origin}/v1/open-platform/finder/post/gZd7omnS") }
    }

    pub async fn get(&self) {
        let answer = self.http.get(&self.url).header("x-api-key", "bench-key-0123456789").send().await.expect("answer");
        let body = answer.bytes().await.expect("body");
        let post: Post = serde_json::from_slice(&body).expect("a post");
        assert_eq!(post.token, "gZd7omnS");
    }
}
