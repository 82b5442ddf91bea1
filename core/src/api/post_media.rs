//! Sends images and videos of posts to the addresses that the platform gives for them.

use std::time::Duration;

use http::Method;
use tokio::time::Instant;
use url::Url;

use super::call;
use super::endpoints::OWN_POSTS_UPLOAD_URLS;
use crate::call::{Bearer, CallResponse, Payload};
use crate::client::{CallOptions, OpenPlatform};
use crate::endpoint::{Endpoint, Host};
use crate::error::Result;
#[cfg(feature = "ffi")]
use crate::media::MAX_VIDEO_BYTES;
use crate::media::Media;
use crate::model::asset::{HttpMethod, UploadTarget};
use crate::model::own_post::PostUploadUrls;

/// A member of the response with the addresses: its name, and its value.
type Member = (&'static str, fn(PostUploadUrls) -> Option<UploadTarget>);

impl OpenPlatform {
    /// The size of the largest file that any upload takes, in bytes. A package that reads a stream stops one byte beyond it.
    #[cfg(feature = "ffi")]
    #[doc(hidden)]
    pub fn max_upload_bytes(&self) -> u64 {
        let settings = &self.inner.config.plain;
        MAX_VIDEO_BYTES.max(settings.max_image_bytes).max(settings.max_video_bytes)
    }

    /// Reads the current address, and sends the file there with the API key and without an access token.
    pub(super) async fn upload_media(&self, row: &Endpoint, (member, of): Member, file: Media) -> Result<CallResponse> {
        let config = &self.inner.config;
        let limit = Limit::of(self);
        let reply = self.run(call(OWN_POSTS_UPLOAD_URLS)).await?;
        let target = of(reply.decode()?).filter(|target| !target.url.is_empty());
        let target = target.ok_or_else(|| reply.unreadable(member.to_owned(), "is missing".to_owned()))?;
        if !is_at_origin(&target.url, config.base(Host::Base)) {
            let reason = "is not on the main API, the only host that gets the API key";
            return Err(reply.unreadable(format!("{member}.url"), reason.to_owned()));
        }
        let method = match target.http_method {
            HttpMethod::Post => Method::POST,
            HttpMethod::Put => Method::PUT,
            _ => row.method.clone(),
        };
        let endpoint = Endpoint { method, ..row.clone() };
        self.inner.send(&endpoint, target.url, payload(file), Bearer::None, &limit.of_upload()).await
    }
}

/// A file as the body of a request.
pub(super) fn payload(Media { content, media_type, progress }: Media) -> Payload {
    let progress = progress.map(|it| it.in_body(content.len()));
    Payload::Bytes(content, media_type, progress)
}

/// The time limit of an upload that another request precedes. A limit that the caller gave covers both requests together.
pub(super) struct Limit {
    options: CallOptions,
    started: Instant,
    default: Duration,
}

impl Limit {
    pub(super) fn of(platform: &OpenPlatform) -> Self {
        let default = platform.inner.config.plain.upload_timeout;
        Self { options: platform.options, started: Instant::now(), default }
    }

    /// The options of the upload.
    pub(super) fn of_upload(&self) -> CallOptions {
        // What is left is never zero: a call with no time at all would be an error of the settings.
        let left = |most: Duration| most.saturating_sub(self.started.elapsed()).max(Duration::from_millis(1));
        CallOptions { timeout: Some(self.options.timeout.map_or(self.default, left)), ..self.options }
    }
}

/// Whether an address has the scheme, host and port of a base address, and no credentials.
fn is_at_origin(address: &str, base: &str) -> bool {
    let (Ok(address), Ok(base)) = (Url::parse(address), Url::parse(base)) else { return false };
    address.origin() == base.origin() && address.username().is_empty() && address.password().is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_api_key_is_only_sent_to_the_main_api() {
        let at = |address| is_at_origin(address, "https://base.example/api");
        assert!(at("https://base.example/v1/upload-video/") && at("https://BASE.example:443/x"));
        for other in [
            "https://base.example.evil.example/x",
            "http://base.example/x",
            "https://base.example:8443/x",
            "https://user@base.example/x",
            "//base.example/x",
            "/x",
            "",
        ] {
            assert!(!at(other), "{other}");
        }
    }
}
