//! The scopes and API key permissions that an app must request for its calls and events.

use crate::api::endpoints::{self, EVENTS_SUBSCRIBE};
use crate::endpoint::ScopeRule;
use crate::error::{Error, Result};
use crate::model::event::SubscriptionType;
use crate::scope::ScopeKind;

/// The scopes and permissions that calls and events need.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Requirements {
    /// The smallest scope of each call and event, without duplicates: what to request from the user. A scope of one
    /// object is given as a template, such as `POST_ADDON_CREATE.<post_token>`. Of `users.me` both scopes are here, because each
    /// gives a member of its own: request only that of the member that the app reads.
    pub scopes: Vec<String>,
    /// Broader scopes that can be used instead.
    pub alternatives: Vec<Alternative>,
    /// Permissions that the API key needs. They are requested in the console, by ticket.
    pub permissions: Vec<String>,
}

/// A broader scope that can be used instead of a small one.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Alternative {
    /// The smallest scope.
    pub smallest: String,
    /// The broader scope.
    pub broader: String,
}

/// The scopes and key permissions that an app needs for these endpoints and events.
///
/// `calls` are names of the endpoint table, such as `addons.create_on_post`.
///
/// # Errors
/// [`Error::InvalidInput`] for a name that is not in the table.
pub fn required_scopes(calls: &[&str], events: &[SubscriptionType]) -> Result<Requirements> {
    let mut needs = Requirements::default();
    for (index, name) in calls.iter().enumerate() {
        let endpoint = endpoints::find(name).ok_or_else(|| {
            Error::invalid(format!("calls[{index}]"), "no such endpoint: see `open-platform endpoints`")
        })?;
        let group_size = if endpoint.scope_rule == ScopeRule::Each { 1 } else { endpoint.scopes.len().max(1) };
        needs.add(&[], endpoint.permission);
        endpoint.scopes.chunks(group_size).for_each(|any_of| needs.add(any_of, None));
    }
    for event in events {
        for any_of in event.scopes() {
            needs.add(any_of, None);
        }
        if event.needs_subscription() {
            needs.add(&[], EVENTS_SUBSCRIBE.permission);
        }
    }
    Ok(needs)
}

impl Requirements {
    fn add(&mut self, any_of: &[&ScopeKind], permission: Option<&str>) {
        fn push(list: &mut Vec<String>, value: String) {
            if !list.contains(&value) {
                list.push(value);
            }
        }
        if let Some((smallest, broader)) = any_of.split_first() {
            push(&mut self.scopes, smallest.template());
            for kind in broader {
                let alternative = Alternative { smallest: smallest.template(), broader: kind.template() };
                if !self.alternatives.contains(&alternative) {
                    self.alternatives.push(alternative);
                }
            }
        }
        if let Some(permission) = permission {
            push(&mut self.permissions, permission.to_owned());
        }
    }
}
