//! What is replaced in a recording, and how a replay compares it.

use crate::redact;

/// The kind of a replaced value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    ApiKey,
    ClientSecret,
    AccessToken,
    RefreshToken,
    UploadToken,
    Code,
    State,
    UserId,
    Phone,
    /// Any other secret, such as an identification key or the verifier of PKCE.
    Other,
}

/// How the placeholders begin, except those of phone numbers.
const PREFIX: &str = "redacted-";

/// How the placeholders of phone numbers begin. To our knowledge no operator has the prefix 0970.
const PHONE_PREFIX: &str = "0970000";

impl Kind {
    /// Its word in placeholders and messages.
    fn word(self) -> &'static str {
        match self {
            Self::ApiKey => "api-key",
            Self::ClientSecret => "client-secret",
            Self::AccessToken => "access-token",
            Self::RefreshToken => "refresh-token",
            Self::UploadToken => "upload-token",
            Self::Code => "code",
            Self::State => "state",
            Self::UserId => "user-id",
            Self::Phone => "phone",
            Self::Other => "secret",
        }
    }

    /// The placeholder with this number.
    pub(super) fn placeholder(self, number: usize) -> String {
        match self {
            Self::Phone => format!("{PHONE_PREFIX}{number:04}"),
            _ => format!("{PREFIX}{}-{number}", self.word()),
        }
    }

    /// Whether a replay tells its placeholders from one another. The values of other kinds are those of the client in every run.
    pub(super) fn is_compared(self) -> bool {
        match self {
            Self::ApiKey | Self::ClientSecret | Self::State | Self::Other => false,
            Self::AccessToken | Self::RefreshToken | Self::UploadToken | Self::Code | Self::UserId | Self::Phone => {
                true
            }
        }
    }

    /// The kind of a member of JSON. `code` and `state` are other things there.
    pub(super) fn in_json(name: &str) -> Option<Self> {
        match name.to_ascii_lowercase().as_str() {
            "code" => None,
            "phone" | "phone_number" | "phone_numbers" => Some(Self::Phone),
            "user_id" | "peer_id" => Some(Self::UserId),
            name => Self::of_secret(name),
        }
    }

    /// The kind of a parameter of a query or a form.
    pub(super) fn in_form(name: &str) -> Option<Self> {
        match name.to_ascii_lowercase().as_str() {
            "code" => Some(Self::Code),
            "state" => Some(Self::State),
            "code_challenge" | "nonce" | "signature" => Some(Self::Other),
            name => Self::in_json(name),
        }
    }

    /// The kind of a variable of a path.
    pub(super) fn in_path(name: &str) -> Option<Self> {
        match name {
            "phone" => Some(Self::Phone),
            "user_id" => Some(Self::UserId),
            _ => None,
        }
    }

    fn of_secret(name: &str) -> Option<Self> {
        Some(match name {
            "api_key" => Self::ApiKey,
            "client_secret" => Self::ClientSecret,
            "access_token" => Self::AccessToken,
            "refresh_token" => Self::RefreshToken,
            name => return redact::is_secret(name).then_some(Self::Other),
        })
    }
}

/// Whether a value is a placeholder.
pub(super) fn is_placeholder(value: &str) -> bool {
    value.starts_with(PREFIX) || value.starts_with(PHONE_PREFIX) && value.len() == 11
}
