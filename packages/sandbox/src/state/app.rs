//! The settings of a world's app in the platform's console, and its API keys with their permissions.

use std::collections::BTreeSet;
use std::fmt;

use open_platform::api::endpoints;
use open_platform::live::OPERATIONS;
use open_platform::{Error, Result};
use serde::{Deserialize, Serialize};
use url::Url;

use crate::ids::Ids;
use crate::{known_names, webhooks};

/// The settings of the app in the platform's console. All credentials are generated.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct AppSettings {
    /// The slug, which is the client id.
    pub client_id: String,
    /// The secret for the token endpoint.
    pub client_secret: String,
    /// The API key.
    pub api_key: String,
    /// What the API key may do, such as `GET_POST`. A new world has every permission of the endpoint table.
    pub permissions: BTreeSet<String>,
    /// Further API keys, with fewer permissions: one for each service of the app.
    pub other_keys: Vec<ApiKey>,
    /// What the platform sends in `Authorization` when it calls the app.
    pub identification_key: String,
    /// Where users may return to after login. Compared character by character.
    pub redirect_uris: Vec<String>,
    /// Where events are sent; none while empty.
    pub events_url: String,
    /// Where start requests are sent; none while empty.
    pub start_url: String,
    /// Where dynamic actions are sent; none while empty.
    pub dynamic_action_url: String,
    /// Whether the app has a logo, which widgets name `logo`.
    pub has_logo: bool,
}

/// An API key and what it may do.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ApiKey {
    /// The key.
    pub key: String,
    /// Its permissions.
    pub permissions: BTreeSet<String>,
}

// The generated credentials may be replaced by real ones, which must not be logged.
impl fmt::Debug for AppSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AppSettings")
            .field("client_id", &self.client_id)
            .field("permissions", &self.permissions)
            .field("redirect_uris", &self.redirect_uris)
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for ApiKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ApiKey").field("permissions", &self.permissions).finish_non_exhaustive()
    }
}

impl AppSettings {
    /// The redirect address of the app's server: the first one with `http` or `https`. A phone may have a scheme of its own.
    pub fn redirect_uri(&self) -> Option<&str> {
        let is_web = |uri: &&String| Url::parse(uri).is_ok_and(|uri| matches!(uri.scheme(), "http" | "https"));
        self.redirect_uris.iter().find(is_web).map(String::as_str)
    }

    pub(crate) fn new(world: &str, ids: &mut Ids) -> Self {
        Self {
            client_id: format!("{world}-app"),
            client_secret: ids.credential("secret_"),
            api_key: ids.credential("key_"),
            permissions: endpoints::ALL.iter().filter_map(|row| row.permission).map(str::to_owned).collect(),
            other_keys: Vec::new(),
            identification_key: ids.credential("identification_"),
            redirect_uris: vec!["http://127.0.0.1:8000/oauth/callback".to_owned()],
            events_url: String::new(),
            start_url: String::new(),
            dynamic_action_url: String::new(),
            has_logo: true,
        }
    }

    /// These settings with the credentials and addresses of others. The permissions of further keys belong to the keys.
    pub(crate) fn with_identity_of(self, others: Self) -> Self {
        Self { permissions: self.permissions, has_logo: self.has_logo, ..others }
    }

    /// Checks that the settings can work: addresses that can be called, credentials that can be sent, permissions that the
    /// platform has.
    ///
    /// # Errors
    /// [`Error::InvalidInput`] with the member.
    pub(crate) fn check(&self) -> Result<()> {
        for (field, credential) in [
            ("client_id", &self.client_id),
            ("client_secret", &self.client_secret),
            ("api_key", &self.api_key),
            ("identification_key", &self.identification_key),
        ] {
            check_credential(field, credential)?;
        }
        let addresses = [&self.events_url, &self.start_url, &self.dynamic_action_url];
        for (field, address) in ["events_url", "start_url", "dynamic_action_url"].into_iter().zip(addresses) {
            if !address.is_empty() {
                webhooks::check_address(address).map_err(|reason| Error::invalid(field, reason))?;
            }
        }
        for (index, uri) in self.redirect_uris.iter().enumerate() {
            if let Err(error) = Url::parse(uri) {
                return Err(Error::invalid(
                    format!("redirect_uris[{index}]"),
                    format!("is not an absolute address: {error}"),
                ));
            }
        }
        for permission in &self.permissions {
            check_permission("permissions", permission)?;
        }
        for (index, ApiKey { key, permissions }) in self.other_keys.iter().enumerate() {
            check_credential(&format!("other_keys[{index}].key"), key)?;
            for permission in permissions {
                check_permission(&format!("other_keys[{index}].permissions"), permission)?;
            }
        }
        Ok(())
    }

    /// The credentials that identify a request of the app.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        let others = self.other_keys.iter().map(|key| key.key.as_str());
        [self.client_id.as_str(), self.api_key.as_str()].into_iter().chain(others)
    }

    /// What a key may do, if it is one of the app's.
    pub(crate) fn permissions_of(&self, sent: &str) -> Option<&BTreeSet<String>> {
        if sent == self.api_key {
            return Some(&self.permissions);
        }
        self.other_keys.iter().find(|key| key.key == sent).map(|key| &key.permissions)
    }
}

/// Checks that a credential is visible ASCII, as headers and forms need.
fn check_credential(field: &str, credential: &str) -> Result<()> {
    let sendable = !credential.is_empty() && credential.bytes().all(|byte| byte.is_ascii_graphic());
    if sendable { Ok(()) } else { Err(Error::invalid(field, "must have visible ASCII characters only, at least one")) }
}

fn check_permission(field: &str, permission: &str) -> Result<()> {
    let of_table = endpoints::ALL.iter().filter_map(|row| row.permission);
    known_names::check(
        field,
        "permission",
        permission,
        of_table.chain(OPERATIONS.iter().filter_map(|one| one.permission)),
    )
}
