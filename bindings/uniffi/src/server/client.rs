//! The client for a server and the client for one of its users, and their settings.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use open_platform::client::{Builder, User};
use open_platform::ffi::lock;
use open_platform::ffi_types::settings::{ClientSetup, SettingValue};
use open_platform::id::GrantKey;
use open_platform::{OpenPlatform, Secret};

use super::observe::Listeners;
use crate::calling::{CallOptions, Shutdown, runs};
use crate::errors::Result;
use crate::settings::{Refused, setters};
use crate::testing::Recorder;

/// The settings of a client. They are an object, so that generated descriptions do not show their contents. Several clients
/// can be created from the same settings.
#[derive(Default, uniffi::Object)]
pub struct Settings(Mutex<Parts>);

/// The values that are set.
#[derive(Clone, Default)]
struct Parts {
    setup: ClientSetup,
    refused: Refused,
    listeners: Listeners,
}

impl Settings {
    fn change<T>(&self, change: impl FnOnce(&mut Parts) -> T) -> T {
        change(&mut lock(&self.0))
    }

    pub(crate) fn set(&self, change: impl FnOnce(Builder) -> Builder) {
        self.change(|parts| parts.setup.change(change));
    }

    fn set_plain(&self, name: &'static str, value: SettingValue) {
        self.change(|parts| parts.refused.note(name, parts.setup.set(name, value)));
    }

    pub(super) fn listeners(&self, change: impl FnOnce(&mut Listeners)) {
        self.change(|parts| change(&mut parts.listeners));
    }

    fn build(&self) -> Result<OpenPlatform> {
        let Parts { mut setup, refused, listeners } = lock(&self.0).clone();
        refused.check()?;
        let [.., log] = listeners.logs.clone();
        setup.change(|builder| listeners.observe(builder));
        let write = |platform: &OpenPlatform| platform.note().zip(log).iter().for_each(|(note, log)| log.write(note));
        Ok(setup.build().inspect(write)?)
    }
}

#[uniffi::export]
impl Settings {
    /// Creates empty settings. Missing settings are read from the environment.
    #[uniffi::constructor]
    fn new() -> Self {
        Self::default()
    }

    /// The keys that encrypt the store. The single word `unencrypted` turns encryption off.
    fn store_keys(&self, keys: Vec<String>) -> Result<()> {
        Ok(self.change(|parts| parts.setup.set("store_keys", SettingValue::Texts(keys)))?)
    }

    /// Replaces HTTP by this transport, for tests.
    fn transport(&self, transport: &Recorder) {
        self.change(|parts| parts.setup.transport = Some(transport.core.clone()));
    }
}

setters! {
    server Settings {
        /// The address of the store of grants.
        store_url(address: String) = |builder| builder.store_url(address);
    }
}

/// A client of the platform for a server: it holds the app's credentials.
#[derive(uniffi::Object)]
pub struct Platform {
    pub(crate) core: OpenPlatform,
    pub(crate) shutdown: Arc<Shutdown>,
}

runs!(Platform: OpenPlatform);

#[uniffi::export]
impl Platform {
    /// Checks the settings and creates a client.
    #[uniffi::constructor]
    fn new(settings: &Settings) -> Result<Self> {
        Ok(Self { core: settings.build()?, shutdown: Arc::default() })
    }

    /// The size of the largest file that any upload takes.
    fn max_upload_bytes(&self) -> i64 {
        self.core.max_upload_bytes() as i64
    }

    /// A client for one user, whose calls use the access token of the stored grant. It is refreshed automatically.
    pub(crate) fn user(&self, grant: GrantKey) -> PlatformUser {
        PlatformUser { core: self.core.user(grant), shutdown: Arc::clone(&self.shutdown) }
    }

    /// A client for one user, with an access token that the caller refreshes.
    fn user_with_token(&self, access_token: String) -> PlatformUser {
        PlatformUser {
            core: self.core.user_with_token(Secret::from(access_token)),
            shutdown: Arc::clone(&self.shutdown),
        }
    }

    /// Ends the calls in progress, including those of its users, with a `Config` error. Later calls fail in the same way. A
    /// token refresh that has started continues. It is not named `close`, which frees the memory of an object in Kotlin.
    fn shut_down(&self) {
        self.shutdown.begin();
    }
}

/// Acts for one user.
#[derive(uniffi::Object)]
pub struct PlatformUser {
    core: User,
    pub(crate) shutdown: Arc<Shutdown>,
}

runs!(PlatformUser: User);

#[uniffi::export]
impl PlatformUser {
    /// The stored grant whose tokens are used; none for a client with an access token of the caller.
    fn grant(&self) -> Option<GrantKey> {
        self.core.grant().cloned()
    }
}
