//! How the authorization server of a world behaves where the documents leave room. Every member is one switch.

use open_platform::Result;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::range;
use crate::switches::Profile;

/// What a refresh token is still good for after it was used (docs/platform.md#refresh-rotation).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Grace {
    /// Nothing: it works once.
    Strict,
    /// Within the window every use makes another pair, and all of them work. Ory Hydra does so.
    #[default]
    Fork,
    /// Within the window every use gives the same new pair again.
    Idempotent,
    /// Within the window every use makes another pair, and the ones made before from the same token stop working.
    LatestWins,
    /// It works until the new pair is used. Until then every use makes another pair, and the one before stops working.
    UntilUsed,
}

/// What becomes of the old access token when a pair is replaced.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum OldAccessToken {
    /// It works on for the length of the window (docs/platform.md#grace).
    #[default]
    LivesOn,
    /// It dies at once (assumption: Ory Hydra does so, see docs/platform.md#refresh-rotation).
    DiesAtOnce,
}

/// From when the life of a refresh token counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum RefreshLife {
    /// From its own issue: refreshing in time keeps a grant alive for ever.
    #[default]
    Rolling,
    /// From the user's consent.
    Absolute,
}

/// Whether something is asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Demand {
    /// It must be there and right.
    Required,
    /// It may be missing; if it is there, it must be right.
    #[default]
    Accepted,
    /// It is not looked at.
    Ignored,
}

/// How the app learns that a login was refused.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Denial {
    /// The return address has `state` and no `code` (docs/platform.md#denied-login).
    #[default]
    MissingCode,
    /// It also has `error` and `error_description`, as in RFC 6749 (assumption).
    ErrorParameter,
}

/// The switches of the authorization server. Times are in seconds of the world's clock.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct OAuthRules {
    /// What a used refresh token is still good for (assumption: as with Ory Hydra; docs/platform.md#refresh-rotation).
    pub grace: Grace,
    /// Length of the window of `grace`: 120 by the specification (docs/platform.md#grace).
    #[schema(minimum = 0, maximum = 3_153_600_000_i64)]
    pub grace_seconds: i64,
    /// What becomes of the old access token: the specification lets it live for the window, Ory Hydra does not
    /// (docs/platform.md#refresh-rotation).
    pub old_access_token: OldAccessToken,
    /// Life of an access token, and the value of `expires_in` (assumption: one hour).
    #[schema(minimum = 0, maximum = 3_153_600_000_i64)]
    pub access_token_seconds: i64,
    /// Life of a refresh token: 30 days by the specification (docs/platform.md#token-lifetimes).
    #[schema(minimum = 0, maximum = 3_153_600_000_i64)]
    pub refresh_token_seconds: i64,
    /// From when that life counts (assumption; docs/platform.md#token-lifetimes).
    pub refresh_life: RefreshLife,
    /// Whether a refresh token that is used after its window ends the whole grant (assumption: Ory Hydra does so).
    pub reuse_revokes: bool,
    /// Life of an authorization code (assumption: 10 minutes).
    #[schema(minimum = 0, maximum = 3_153_600_000_i64)]
    pub code_seconds: i64,
    /// Whether a code that is used twice ends the grant it made (RFC 6749 section 4.1.2).
    pub code_reuse_revokes: bool,
    /// A second use of a refresh token within so many seconds of the first is answered once with `invalid_request` and
    /// the advice to try again, as two concurrent refreshes can be (docs/platform.md#refresh-rotation). 0 switches it
    /// off.
    #[schema(minimum = 0, maximum = 3_153_600_000_i64)]
    pub concurrent_refresh_seconds: i64,
    /// The member `code` of a refresh, which holds the current access token (docs/platform.md#token-refresh).
    pub code_in_refresh: Demand,
    /// The member `redirect_uri` of a refresh (docs/platform.md#token-refresh).
    pub redirect_uri_in_refresh: Demand,
    /// PKCE with S256 (assumption: no document mentions it).
    pub pkce: Demand,
    /// How a login shows that the user refused (docs/platform.md#denied-login, #oauth-errors).
    pub denial: Denial,
    /// How a login shows that the authorization server refused the request: an unknown scope, a short `state` (assumption:
    /// RFC 6749 section 4.1.2.1; on the live platform a misspelt scope was seen to come back without any hint,
    /// docs/platform.md#oauth-errors).
    pub refused_request: Denial,
    /// Whether a `state` of fewer than 8 characters is refused (assumption: Ory Hydra's minimum,
    /// docs/platform.md#state).
    pub refuse_short_state: bool,
    /// Whether the way back carries `iss`, the address of the authorization server (RFC 9207; assumption: no document
    /// mentions it). Every world is an issuer of its own.
    pub send_issuer: bool,
}

impl Default for OAuthRules {
    fn default() -> Self {
        Self::of(Profile::default())
    }
}

impl OAuthRules {
    /// The switches of a profile.
    pub fn of(profile: Profile) -> Self {
        let lenient = profile == Profile::Lenient;
        let observed = profile == Profile::Observed;
        let in_refresh = match profile {
            Profile::Strict => Demand::Required,
            Profile::Lenient => Demand::Ignored,
            Profile::Observed => Demand::Accepted,
        };
        Self {
            grace: Grace::Fork,
            grace_seconds: 120,
            old_access_token: if observed { OldAccessToken::DiesAtOnce } else { OldAccessToken::LivesOn },
            access_token_seconds: 3600,
            refresh_token_seconds: 30 * 24 * 3600,
            refresh_life: RefreshLife::Rolling,
            reuse_revokes: !lenient,
            code_seconds: 600,
            code_reuse_revokes: !lenient,
            concurrent_refresh_seconds: 0,
            code_in_refresh: in_refresh,
            redirect_uri_in_refresh: in_refresh,
            pkce: Demand::Accepted,
            denial: Denial::MissingCode,
            refused_request: if observed { Denial::MissingCode } else { Denial::ErrorParameter },
            refuse_short_state: !lenient,
            send_issuer: false,
        }
    }

    /// Checks that all times are possible.
    ///
    /// # Errors
    /// [`Error::InvalidInput`](open_platform::Error::InvalidInput) with the member.
    pub fn check(&self) -> Result<()> {
        for (member, seconds) in [
            ("grace_seconds", self.grace_seconds),
            ("access_token_seconds", self.access_token_seconds),
            ("refresh_token_seconds", self.refresh_token_seconds),
            ("code_seconds", self.code_seconds),
            ("concurrent_refresh_seconds", self.concurrent_refresh_seconds),
        ] {
            range::check(&format!("oauth.{member}"), seconds, 0..=range::CENTURY)?;
        }
        Ok(())
    }
}
