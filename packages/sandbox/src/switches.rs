//! The switches of a world, in groups. A [`Profile`] sets all of them. Single switches are changed with the `set_…`
//! methods of [`World`], or by their names in JSON.

use open_platform::{Error, Result};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;

use crate::gaps::Gaps;
use crate::limits::LimitRules;
use crate::oauth::OAuthRules;
use crate::webhooks::WebhookRules;
use crate::world::World;

/// A set of values for all switches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Profile {
    /// Refuses what the documentation does not allow. For finding errors of an app.
    #[default]
    Strict,
    /// Accepts every request that can be interpreted. For experiments.
    Lenient,
    /// Behaves as the live platform was observed to, as far as that is known.
    Observed,
}

/// Every switch of a world.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Switches {
    /// The profile these switches began with.
    pub profile: Profile,
    /// Endpoints, and the contents of events.
    pub gaps: Gaps,
    /// The authorization server.
    pub oauth: OAuthRules,
    /// Requests to the app.
    pub webhooks: WebhookRules,
    /// Rate limits.
    pub limits: LimitRules,
}

impl Switches {
    /// The switches of a profile.
    pub fn of(profile: Profile) -> Self {
        Self {
            profile,
            gaps: Gaps::of(profile),
            oauth: OAuthRules::of(profile),
            webhooks: WebhookRules::of(profile),
            limits: LimitRules::of(profile),
        }
    }

    /// Checks the ranges of all numbers.
    ///
    /// # Errors
    /// [`Error::InvalidInput`] with the member.
    pub fn check(&self) -> Result<()> {
        self.oauth.check()?;
        self.webhooks.check()?;
        self.limits.check()
    }
}

impl Default for Switches {
    fn default() -> Self {
        Self::of(Profile::default())
    }
}

/// Switches to change, in JSON. The others keep their values.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct SwitchChange {
    /// Sets all switches to those of this profile first.
    profile: Option<Profile>,
    /// Endpoints, and the contents of events.
    #[schema(value_type = Gaps)]
    gaps: Map<String, Value>,
    /// The authorization server.
    #[schema(value_type = OAuthRules)]
    oauth: Map<String, Value>,
    /// Requests to the app.
    #[schema(value_type = WebhookRules)]
    webhooks: Map<String, Value>,
    /// Rate limits.
    #[schema(value_type = LimitRules)]
    limits: Map<String, Value>,
}

impl SwitchChange {
    /// The switches after the change.
    pub(crate) fn apply(self, present: &Switches) -> Result<Switches> {
        let base = self.profile.map_or_else(|| present.clone(), Switches::of);
        let changed = Switches {
            profile: base.profile,
            gaps: changed("gaps", &base.gaps, self.gaps)?,
            oauth: changed("oauth", &base.oauth, self.oauth)?,
            webhooks: changed("webhooks", &base.webhooks, self.webhooks)?,
            limits: changed("limits", &base.limits, self.limits)?,
        };
        changed.check()?;
        Ok(changed)
    }
}

/// A group of switches after a change.
fn changed<T: Serialize + DeserializeOwned>(group: &str, base: &T, change: Map<String, Value>) -> Result<T> {
    let refused = |reason: String| Error::invalid(group, reason);
    let mut all = serde_json::to_value(base).map_err(|error| refused(error.to_string()))?;
    if let Some(members) = all.as_object_mut() {
        members.extend(change);
    }
    serde_json::from_value(all).map_err(|error| refused(error.to_string()))
}

impl World {
    /// Every switch of this world.
    pub fn switches(&self) -> Switches {
        let state = self.inner.lock();
        Switches {
            profile: state.profile,
            gaps: state.gaps.clone(),
            oauth: state.oauth.rules.clone(),
            webhooks: state.webhooks.rules.clone(),
            limits: state.limits.rules.clone(),
        }
    }

    /// Sets every switch of this world, from now on.
    pub fn set_switches(&self, switches: Switches) {
        let mut state = self.inner.lock();
        let Switches { profile, gaps, oauth, webhooks, limits } = switches;
        (state.profile, state.gaps) = (profile, gaps);
        (state.oauth.rules, state.webhooks.rules, state.limits.rules) = (oauth, webhooks, limits);
    }

    /// Sets every switch of this world to those of a profile.
    pub fn set_profile(&self, profile: Profile) {
        self.set_switches(Switches::of(profile));
    }

    /// Changes switches of the endpoints and events.
    pub fn set_gaps(&self, change: impl FnOnce(&mut Gaps)) {
        change(&mut self.inner.lock().gaps);
    }

    /// Changes switches of the authorization server. Tokens that were already issued keep their times.
    pub fn set_oauth_rules(&self, change: impl FnOnce(&mut OAuthRules)) {
        change(&mut self.inner.lock().oauth.rules);
    }

    /// Changes switches of requests to the app, for the attempts from now on.
    pub fn set_webhook_rules(&self, change: impl FnOnce(&mut WebhookRules)) {
        change(&mut self.inner.lock().webhooks.rules);
    }

    /// Sets limits on the app's calls.
    pub fn set_limit_rules(&self, change: impl FnOnce(&mut LimitRules)) {
        change(&mut self.inner.lock().limits.rules);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn change(change: Value) -> Result<Switches> {
        let change: SwitchChange = serde_json::from_value(change).unwrap();
        change.apply(&Switches::of(Profile::Lenient))
    }

    #[test]
    fn a_change_starts_from_the_current_switches_or_from_a_profile() {
        let turned = change(json!({ "gaps": { "human_is_user": true } })).unwrap();
        let mut expected = Switches::of(Profile::Lenient);
        expected.gaps.human_is_user = true;
        assert_eq!(turned, expected);
        let turned = change(json!({ "profile": "observed", "oauth": { "grace_seconds": 7 } })).unwrap();
        let mut expected = Switches::of(Profile::Observed);
        expected.oauth.grace_seconds = 7;
        assert_eq!(turned, expected);
    }

    #[test]
    fn an_unknown_switch_and_an_impossible_number_are_refused() {
        for wrong in [
            json!({ "gaps": { "nonsense": true } }),
            json!({ "oauth": { "grace": "sometimes" } }),
            json!({ "oauth": { "grace_seconds": -1 } }),
            json!({ "webhooks": { "duplicates": 11 } }),
            json!({ "limits": { "per_minute": -1 } }),
        ] {
            assert!(matches!(change(wrong.clone()), Err(Error::InvalidInput { .. })), "{wrong}");
        }
    }
}
