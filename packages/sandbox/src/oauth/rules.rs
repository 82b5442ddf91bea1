//! The switches of the authorization server of a world.

use open_platform::Result;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::range;
use crate::switches::Profile;

/// What happens when a refresh token is used again (docs/platform.md#refresh-rotation).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Grace {
    /// It is refused.
    Strict,
    /// Within the grace period every use returns another pair, and all pairs are valid, as with Ory Hydra.
    #[default]
    Fork,
    /// Within the grace period every use returns the same pair.
    Idempotent,
    /// Within the grace period every use returns another pair, and the earlier pairs of the same token become invalid.
    LatestWins,
    /// It is valid until the new pair is used. Until then every use returns another pair, and the earlier one becomes
    /// invalid.
    UntilUsed,
}

/// What happens to the old access token when a pair is replaced.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum OldAccessToken {
    /// It stays valid for the grace period (docs/platform.md#grace).
    #[default]
    StaysValid,
    /// It becomes invalid at once (assumption: as with Ory Hydra, see docs/platform.md#refresh-rotation).
    EndsAtOnce,
}

/// From when the lifetime of a refresh token counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum RefreshLife {
    /// From its issue: a grant that is refreshed in time does not end.
    #[default]
    Rolling,
    /// From the user's consent.
    Absolute,
}

/// Whether a parameter is required.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Demand {
    /// It must be present and correct.
    Required,
    /// It may be missing. If it is present, it must be correct.
    #[default]
    Accepted,
    /// It is ignored.
    Ignored,
}

/// How a redirect reports that a login was refused.
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
    /// What happens when a refresh token is used again (assumption: as with Ory Hydra;
    /// docs/platform.md#refresh-rotation).
    pub grace: Grace,
    /// Length of the grace period: 120 by the specification (docs/platform.md#grace).
    #[schema(minimum = 0, maximum = 3_153_600_000_i64)]
    pub grace_seconds: i64,
    /// What happens to the old access token: in the specification it stays valid for the grace period, with Ory Hydra
    /// it does not (docs/platform.md#refresh-rotation).
    pub old_access_token: OldAccessToken,
    /// Lifetime of an access token, and the value of `expires_in` (assumption: one hour).
    #[schema(minimum = 0, maximum = 3_153_600_000_i64)]
    pub access_token_seconds: i64,
    /// Lifetime of a refresh token: 30 days by the specification (docs/platform.md#token-lifetimes).
    #[schema(minimum = 0, maximum = 3_153_600_000_i64)]
    pub refresh_token_seconds: i64,
    /// From when that lifetime counts (assumption; docs/platform.md#token-lifetimes).
    pub refresh_life: RefreshLife,
    /// Whether using a refresh token after its grace period ends the whole grant (assumption: as with Ory Hydra).
    pub reuse_revokes: bool,
    /// Lifetime of an authorization code (assumption: 10 minutes).
    #[schema(minimum = 0, maximum = 3_153_600_000_i64)]
    pub code_seconds: i64,
    /// Whether using a code twice ends its grant (RFC 6749 section 4.1.2).
    pub code_reuse_revokes: bool,
    /// A second use of a refresh token within this many seconds of the first is answered once with `invalid_request`
    /// and a request to retry, as can happen with two concurrent refreshes (docs/platform.md#refresh-rotation). 0:
    /// never.
    #[schema(minimum = 0, maximum = 3_153_600_000_i64)]
    pub concurrent_refresh_seconds: i64,
    /// The member `code` of a refresh, which holds the current access token (docs/platform.md#token-refresh).
    pub code_in_refresh: Demand,
    /// The member `redirect_uri` of a refresh (docs/platform.md#token-refresh).
    pub redirect_uri_in_refresh: Demand,
    /// PKCE with S256 (assumption: it is not documented).
    pub pkce: Demand,
    /// How the redirect reports that the user denied the login (docs/platform.md#denied-login, #oauth-errors).
    pub denial: Denial,
    /// How the redirect reports that the authorization server refused the request: an unknown scope, a short `state`
    /// (assumption: RFC 6749 section 4.1.2.1; on the live platform a misspelt scope was observed to give a redirect
    /// without an error, docs/platform.md#oauth-errors).
    pub refused_request: Denial,
    /// Whether a `state` of fewer than 8 characters is refused (assumption: Ory Hydra's minimum,
    /// docs/platform.md#state).
    pub refuse_short_state: bool,
    /// Whether the redirect has `iss`, the issuer (RFC 9207; assumption: it is not documented). Every world is its own
    /// issuer.
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
            old_access_token: if observed { OldAccessToken::EndsAtOnce } else { OldAccessToken::StaysValid },
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

    /// Checks the ranges of all times.
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
