//! The endpoint table: one row for each endpoint of the platform.
//!
//! The client builds requests from it, and the sandbox routes and authorizes requests with it. The scope calculator,
//! the retry policy, the tracing spans and the documentation use it, too.

use std::sync::LazyLock;

pub use super::addons::*;
pub use super::assets::*;
pub use super::chatbot::*;
pub use super::conversations::*;
pub use super::custom_buttons::*;
pub use super::finder::*;
pub use super::images::*;
pub use super::legacy::*;
pub use super::own_posts::*;
pub use super::payments::*;
pub use super::posts::*;
pub use super::semantics::*;
pub use super::users::*;
pub use crate::endpoint::{
    EVENTS_SUBSCRIBE, OAUTH_AUTHORIZE, OAUTH_EXCHANGE, OAUTH_REFRESH, WEBHOOK_DYNAMIC_ACTION, WEBHOOK_EVENT,
    WEBHOOK_START,
};

use super::ROWS;
use crate::endpoint::Endpoint;

const OAUTH: &[&Endpoint] = &[OAUTH_AUTHORIZE, OAUTH_EXCHANGE, OAUTH_REFRESH];
const EVENTS: &[&Endpoint] = &[EVENTS_SUBSCRIBE, WEBHOOK_EVENT, WEBHOOK_START, WEBHOOK_DYNAMIC_ACTION];

/// Every endpoint, in the order of the specification, followed by the deprecated ones.
pub static ALL: LazyLock<Vec<&'static Endpoint>> = LazyLock::new(|| {
    let rows = OAUTH.iter().chain(ROWS.iter().copied().flatten()).chain(EVENTS);
    let (legacy, current): (Vec<_>, Vec<_>) = rows.copied().partition(|row| row.replacement().is_some());
    current.into_iter().chain(legacy).collect()
});

/// The endpoint with this name.
pub fn find(name: &str) -> Option<&'static Endpoint> {
    ALL.iter().copied().find(|endpoint| endpoint.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::endpoint::{Credentials, Host};

    #[test]
    fn every_number_of_the_specification_has_an_endpoint() {
        let numbers: Vec<_> = ALL.iter().filter_map(|e| e.number).collect();
        for number in (1..=19).map(|n| n.to_string()).chain(["8a".to_owned()]) {
            assert!(numbers.contains(&number.as_str()), "{number}");
        }
    }

    #[test]
    fn names_are_unique_and_references_between_rows_exist() {
        for (index, endpoint) in ALL.iter().enumerate() {
            assert!(ALL[..index].iter().all(|e| e.name != endpoint.name), "{}", endpoint.name);
            assert_eq!(endpoint.name.starts_with("legacy."), endpoint.replacement().is_some(), "{}", endpoint.name);
            if let Some(replacement) = endpoint.replacement() {
                assert!(find(replacement).is_some_and(|e| e.replacement().is_none()), "{}", endpoint.name);
            }
            assert!(endpoint.newer_form.is_none_or(|name| find(name).is_some()), "{}", endpoint.name);
        }
    }

    #[test]
    fn the_upload_host_gets_no_credentials() {
        assert!(ALL.iter().filter(|e| e.host == Host::Upload).all(|e| e.credentials == Credentials::None));
    }

    #[test]
    fn the_chat_host_gets_upload_tokens_only() {
        assert!(ALL.iter().all(|e| (e.host == Host::Chat) == (e.credentials == Credentials::UploadToken)));
    }
}
