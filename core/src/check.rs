//! A check of the settings for the start of an app, so that its first user does not find a mistake.

use std::time::Duration;

use crate::client::OpenPlatform;
use crate::endpoint::Host;
use crate::error::{Error, Result};
use crate::stores::RecordKind;

/// How long a host may take to respond.
const TIMEOUT: Duration = Duration::from_secs(5);

/// The hosts of the platform.
const HOSTS: [Host; 5] = [Host::Auth, Host::Base, Host::Api, Host::Upload, Host::Chat];

impl OpenPlatform {
    /// Checks whether the settings can work:
    ///
    /// - The API key is set.
    /// - If one of client id, client secret and redirect address is set, all of them are.
    /// - The store can be reached, and its key decrypts its records.
    /// - Each host of the platform responds, with whatever status.
    ///
    /// No credential is sent, and nothing changes on the platform. Call it once when the app starts. It takes at most
    /// about ten seconds.
    ///
    /// # Errors
    /// For one fault, its error: [`Error::Config`] or [`Error::Store`]. For several faults, [`Error::Config`] whose
    /// setting is `check` and whose reason lists all of them.
    pub async fn check(&self) -> Result<()> {
        let mut faults = self.check_credentials().await;
        let [auth, base, api, upload, chat] = HOSTS.map(|host| self.check_host(host));
        let (store, auth, base, api, upload, chat) = tokio::join!(self.check_store(), auth, base, api, upload, chat);
        faults.extend([store, auth, base, api, upload, chat].into_iter().filter_map(Result::err));
        match faults.len() {
            0 | 1 => faults.pop().map_or(Ok(()), Err),
            _ => {
                let all: Vec<_> = faults.iter().map(listed).collect();
                Err(Error::config("check", all.join("; ")))
            }
        }
    }

    async fn check_credentials(&self) -> Vec<Error> {
        let config = &self.inner.config;
        let key = config.api_key_header(TIMEOUT).await.map(drop);
        let login_settings =
            [config.client_id().map(drop), config.client_secret().await.map(drop), config.redirect_uri().map(drop)];
        // An app without logins needs none of these settings.
        let has_logins = login_settings.iter().any(Result::is_ok);
        let login_settings = login_settings.into_iter().filter(|_| has_logins);
        [key].into_iter().chain(login_settings).filter_map(Result::err).collect()
    }

    async fn check_store(&self) -> Result<()> {
        let store = self.inner.store();
        self.inner.sessions.now(&self.inner).await?;
        self.inner.sessions.key_secrets.check(&self.inner).await?;
        for (_, record) in store.scan(RecordKind::Grant, "", None, 1).await? {
            record.value()?;
        }
        Ok(())
    }

    /// Sends a request to the host, unless one before it in the list is on the same server, as all are in a sandbox.
    async fn check_host(&self, host: Host) -> Result<()> {
        let address = |host| self.inner.config.base(host);
        let server = |host| url::Url::parse(address(host)).map(|url| url.origin());
        if HOSTS.into_iter().find(|other| server(*other) == server(host)) != Some(host) {
            return Ok(());
        }
        let request = crate::transport::Request {
            method: http::Method::GET,
            url: format!("{}/", address(host)),
            headers: http::HeaderMap::new(),
            body: bytes::Bytes::new(),
            timeout: TIMEOUT,
            max_response: 1 << 20,
            progress: None,
        };
        let (url, started) = (request.url.clone(), std::time::Instant::now());
        match self.inner.transport().send(request).await {
            Ok(_) => Ok(()),
            // A response that is too large is a response.
            Err(failure) if failure.kind == crate::error::TransportErrorKind::TooLarge => Ok(()),
            Err(failure) => {
                let reason = failure.at(&url, started.elapsed()).reason;
                let setting = format!("hosts.{}", host.name());
                Err(Error::config(setting, format!("the host does not respond: {reason}")))
            }
        }
    }
}

/// One fault in a list of several. The name of a setting is in backticks, so that it can be translated to the caller's
/// spelling.
fn listed(fault: &Error) -> String {
    match fault {
        Error::Config { setting, reason, .. } => format!("`{setting}`: {reason}"),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::client::Hosts;
    use crate::stores::{Encrypted, Encryption, MemoryStore, RecordStore};
    use crate::testing::{NoResponse, Recorder, ScriptedResponse};

    const KEY: &str = "VGhpcnR5LXR3byBieXRlcyBmb3IgdGhlIHRlc3RzLi4=";
    const OTHER: &str = "b2xkIGtleSBvZiB0aGUgc3RvcmUsIDMyIGJ5dGVzLi4=";

    #[tokio::test]
    async fn settings_that_cannot_work_are_reported() {
        let sandbox = || OpenPlatform::builder().hosts(Hosts::sandbox("http://127.0.0.1:9")).api_key("api-key");
        let reachable = || sandbox().transport(Recorder::always(ScriptedResponse::new(404)));
        assert!(reachable().build().unwrap().check().await.is_ok(), "any status is a response");

        let error = reachable().client_id("app").build().unwrap().check().await.unwrap_err().to_string();
        assert!(
            error.contains("client_secret") && error.contains("redirect_uri") && !error.contains("`client_id`"),
            "{error}"
        );

        let unreachable =
            || OpenPlatform::builder().api_key("api-key").transport(Recorder::always(NoResponse::connect()));
        let text = unreachable().build().unwrap().check().await.unwrap_err().to_string();
        for setting in ["hosts.auth", "hosts.base", "hosts.api", "hosts.upload", "hosts.chat"] {
            assert!(text.contains(setting), "{text}");
        }
        let hosts = Hosts::sandbox("http://127.0.0.1:9");
        let text = unreachable().hosts(hosts).build().unwrap().check().await.unwrap_err().to_string();
        assert_eq!(text.matches("does not respond").count(), 1, "{text}");

        let memory = Arc::new(MemoryStore::new());
        let encrypted = Encrypted::new(memory.clone(), Encryption::keys([KEY]).unwrap());
        assert!(encrypted.put(RecordKind::Grant, "a", None, b"{}").await.unwrap());
        for (key, right) in [(KEY, true), (OTHER, false)] {
            let store = Arc::new(Encrypted::new(memory.clone(), Encryption::keys([key]).unwrap()));
            let checked = reachable().store(store).build().unwrap().check().await;
            match checked {
                Ok(()) => assert!(right),
                Err(Error::Store(error)) => assert!(!right && error.reason.contains("store keys"), "{error}"),
                Err(other) => panic!("{other}"),
            }
        }

        let recorder = Recorder::always(ScriptedResponse::new(200));
        OpenPlatform::builder().api_key("api-key").transport(recorder.clone()).build().unwrap().check().await.unwrap();
        for request in recorder.requests() {
            assert!(!format!("{:?}", request.headers).contains("api-key"), "no credential is sent");
        }
        assert_eq!(recorder.requests().len(), HOSTS.len());
    }

    #[tokio::test]
    async fn a_server_of_several_hosts_is_asked_once() {
        let [one, two, three] =
            ["https://one.example", "https://two.example", "https://one.example/v1"].map(str::to_owned);
        let (auth, base, api, upload, chat) = (one.clone(), two.clone(), three, two, one);
        let recorder = Recorder::always(ScriptedResponse::new(200));
        let hosts = Hosts { auth, base, api, upload, chat };
        let platform = OpenPlatform::builder().hosts(hosts).api_key("api-key").transport(recorder.clone());
        platform.build().unwrap().check().await.unwrap();
        let mut asked: Vec<_> = recorder.requests().into_iter().map(|request| request.url).collect();
        asked.sort();
        assert_eq!(asked, ["https://one.example/", "https://two.example/"]);
    }
}
