//! Whether the settings can work: found out when the app starts, and not by its first user.

use std::time::Duration;

use super::OpenPlatform;
use crate::endpoint::Host;
use crate::error::{Error, Result};
use crate::stores::Kind;

/// How long an address may take to answer.
const PATIENCE: Duration = Duration::from_secs(5);

impl OpenPlatform {
    /// Finds out whether the settings can work: the API key is set; where one of client id, client secret and redirect
    /// address is set all of them are; the store can be reached and its key opens what is in it; the addresses of the
    /// platform answer, whatever they answer. No credential is sent, and nothing changes on the platform.
    ///
    /// Call it once when the app starts. It takes at most about ten seconds.
    ///
    /// # Errors
    /// If there is one fault, that: [`Error::Config`], [`Error::Store`]. If there are several, [`Error::Config`] whose setting
    /// is `check` and whose reason names all of them.
    pub async fn check(&self) -> Result<()> {
        let mut faults = self.credentials().await;
        let hosts = [("hosts.auth", Host::Auth), ("hosts.base", Host::Base), ("hosts.upload", Host::Upload)];
        let [auth, base, upload] = hosts.map(|(setting, host)| self.answers(setting, host));
        let (store, auth, base, upload) = tokio::join!(self.store_opens(), auth, base, upload);
        faults.extend([store, auth, base, upload].into_iter().filter_map(Result::err));
        match faults.len() {
            0 | 1 => faults.pop().map_or(Ok(()), Err),
            _ => {
                let all: Vec<_> = faults.iter().map(listed).collect();
                Err(Error::config("check", all.join("; ")))
            }
        }
    }

    async fn credentials(&self) -> Vec<Error> {
        let config = &self.inner.config;
        let key = config.api_key_header(PATIENCE).await.map(drop);
        let of_logins =
            [config.client_id().map(drop), config.client_secret().await.map(drop), config.redirect_uri().map(drop)];
        // An app without logins needs none of them.
        let has_logins = of_logins.iter().any(Result::is_ok);
        let of_logins = of_logins.into_iter().filter(|_| has_logins);
        [key].into_iter().chain(of_logins).filter_map(Result::err).collect()
    }

    async fn store_opens(&self) -> Result<()> {
        let store = self.inner.store();
        store.now().await?;
        for kind in [Kind::NameKey, Kind::Grant] {
            for (_, record) in store.read_partial(kind, "", None, 1).await? {
                record?;
            }
        }
        Ok(())
    }

    async fn answers(&self, setting: &str, host: Host) -> Result<()> {
        let request = crate::transport::Request {
            method: http::Method::GET,
            url: format!("{}/", self.inner.config.base(host)),
            headers: http::HeaderMap::new(),
            body: bytes::Bytes::new(),
            timeout: PATIENCE,
            max_response: 1 << 20,
        };
        let (url, started) = (request.url.clone(), std::time::Instant::now());
        match self.inner.transport().send(request).await {
            Ok(_) => Ok(()),
            // A page that is too large is an answer.
            Err(failure) if failure.kind == crate::error::TransportErrorKind::TooLarge => Ok(()),
            Err(failure) => {
                let reason = failure.at(&url, started.elapsed()).reason;
                Err(Error::config(setting, format!("the address does not answer: {reason}")))
            }
        }
    }
}

/// A fault among others. A setting stands in backticks, to be spelled as the caller spells it.
fn listed(fault: &Error) -> String {
    match fault {
        Error::Config { setting, reason } => format!("`{setting}`: {reason}"),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::client::Hosts;
    use crate::stores::{Encrypted, Encryption, MemoryStore, RecordStore};
    use crate::testing::{Answer, NoAnswer, Recorder};

    const KEY: &str = "VGhpcnR5LXR3byBieXRlcyBmb3IgdGhlIHRlc3RzLi4=";
    const OTHER: &str = "b2xkIGtleSBvZiB0aGUgc3RvcmUsIDMyIGJ5dGVzLi4=";

    #[tokio::test]
    async fn what_cannot_work_is_told_at_once() {
        let here = || OpenPlatform::builder().hosts(Hosts::sandbox("http://127.0.0.1:9")).api_key("api-key");
        let answers = || here().transport(Recorder::always(Answer::new(404)));
        assert!(answers().build().unwrap().check().await.is_ok(), "an answer is an answer");

        let error = answers().client_id("app").build().unwrap().check().await.unwrap_err().to_string();
        assert!(
            error.contains("client_secret") && error.contains("redirect_uri") && !error.contains("`client_id`"),
            "{error}"
        );

        let error = here().transport(Recorder::always(NoAnswer::connect())).build().unwrap().check().await.unwrap_err();
        let text = error.to_string();
        for setting in ["hosts.auth", "hosts.base", "hosts.upload"] {
            assert!(text.contains(setting), "{text}");
        }

        let memory = Arc::new(MemoryStore::new());
        let sealed = Encrypted::new(memory.clone(), Encryption::keys([KEY]).unwrap());
        assert!(sealed.put(Kind::Grant, "a", None, b"{}").await.unwrap());
        for (key, right) in [(KEY, true), (OTHER, false)] {
            let store = Arc::new(Encrypted::new(memory.clone(), Encryption::keys([key]).unwrap()));
            let checked = answers().store(store).build().unwrap().check().await;
            match checked {
                Ok(()) => assert!(right),
                Err(Error::Store(error)) => assert!(!right && error.reason.contains("store keys"), "{error}"),
                Err(other) => panic!("{other}"),
            }
        }

        let recorder = Recorder::always(Answer::new(200));
        here().transport(recorder.clone()).build().unwrap().check().await.unwrap();
        for request in recorder.requests() {
            assert!(!format!("{:?}", request.headers).contains("api-key"), "no credential is sent");
        }
    }
}
