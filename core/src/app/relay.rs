//! Finds the call of a relayed request and checks its body, with the same checks as for a call of the backend's own.

use percent_encoding::percent_decode_str;
use serde::{Deserialize, Serialize};

use crate::api::endpoints;
use crate::call::Payload;
use crate::config::Config;
use crate::endpoint::{AppUse, Body, Endpoint};
use crate::error::{Error, Result};
use crate::id::{BusinessToken, ConversationId, Phone, PostToken, UserId};
use crate::json::Json;
use crate::model::addon::{BusinessAddon, PostAddon, UserAddon};
use crate::model::message::Message;
use crate::model::semantic::{SemanticRecord, UserIdSemanticRecord};

/// The row with this method and path that apps may call, and the checked segments of the path. If two rows have both, it
/// is the one with the name `named`, or else the first.
pub(super) fn find(method: &str, path: &str, named: Option<&str>) -> Option<(&'static Endpoint, Vec<String>)> {
    endpoints::ALL
        .iter()
        .filter(|row| row.app_use() != AppUse::Never && row.method.as_str() == method)
        .filter(|row| named.is_none_or(|name| row.name == name))
        .find_map(|row| Some((*row, segments(row.path, path)?)))
}

/// The values of the placeholders of a template, checked and encoded again.
fn segments(template: &str, path: &str) -> Option<Vec<String>> {
    // A user id may contain a slash, which many web frameworks decode before the app sees the path. It is the last
    // segment.
    let most = if template.ends_with("/{user_id}") { template.split('/').count() } else { usize::MAX };
    let (mut parts, mut found) = (path.splitn(most, '/'), Vec::new());
    for expected in template.split('/') {
        let part = parts.next()?;
        match expected.strip_prefix('{').and_then(|name| name.strip_suffix('}')) {
            Some(name) => found.push(segment(name, &percent_decode_str(part).decode_utf8().ok()?)?),
            None if part == expected => {}
            None => return None,
        }
    }
    parts.next().is_none().then_some(found)
}

fn segment(name: &str, value: &str) -> Option<String> {
    match name {
        "post_token" => PostToken::from(value).segment(name),
        "conversation_id" => ConversationId::from(value).segment(name),
        "user_id" => UserId::from(value).segment(name),
        "business_token" => BusinessToken::from(value).segment(name),
        "phone" => Phone::from(value).segment(),
        _ => return None,
    }
    .ok()
}

/// The body to send: read into the type of the call, checked within the limits of the client, and written again.
pub(super) fn payload(row: &Endpoint, body: &[u8], config: &Config) -> Result<Payload> {
    let (messages, widgets) = (&config.message_limits, &config.widget_limits);
    match row.name {
        _ if row.body == Body::None => Ok(Payload::None),
        // The phone has already refused an unintended empty add-on, so this one is intended.
        "addons.create_on_post" => json(body, |addon: &PostAddon| addon.clone().allow_empty().check_within(widgets)),
        "addons.create_for_user" | "addons.create_for_user_id" => {
            json(body, |addon: &UserAddon| addon.clone().allow_empty().check_within(widgets))
        }
        "addons.create_for_business" => {
            json(body, |addon: &BusinessAddon| addon.clone().allow_empty().check_within(widgets))
        }
        "semantics.create_for_user" | "semantics.create_for_post" => json(body, SemanticRecord::check),
        "semantics.create_for_user_id" => json(body, UserIdSemanticRecord::check),
        "conversations.send" => json(body, |message: &Message| message.check_within(messages)),
        "users.phone_numbers" => Ok(Payload::Json(b"{}".as_slice().into())),
        other => Err(Error::invalid(
            "body",
            format!("is that of {other}, which is not known to this version of the backend: update its SDK"),
        )),
    }
}

fn json<T: Serialize + for<'de> Deserialize<'de>>(
    body: &[u8],
    check: impl FnOnce(&T) -> Result<()>,
) -> Result<Payload> {
    let text = std::str::from_utf8(body).map_err(|_| Error::invalid("body", "is not UTF-8"))?;
    let json = Json::parse(text).map_err(|_| Error::invalid("body", "is not JSON"))?;
    let value: T = json.to_input()?;
    check(&value)?;
    let bytes = serde_json::to_vec(&value).map_err(|_| Error::invalid("body", "cannot be written as JSON"))?;
    Ok(Payload::Json(bytes.into()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Settings;

    #[test]
    fn every_call_of_apps_has_parsers_for_its_segments_and_body() {
        let config = Config::new(Settings::default()).unwrap();
        for row in endpoints::ALL.iter().filter(|row| row.app_use() != AppUse::Never) {
            let path = row.path.replace("{phone}", "09123456789");
            let path = path.split('/').map(|part| if part.starts_with('{') { "x1" } else { part });
            let path = path.collect::<Vec<_>>().join("/");
            let (found, _) = find(row.method.as_str(), &path, Some(row.name)).unwrap_or_else(|| panic!("{}", row.name));
            assert_eq!(found.name, row.name);
            if let Err(error) = payload(row, b"{}", &config) {
                assert!(!error.to_string().contains("not known to this version"), "{}: {error}", row.name);
            }
        }
    }

    #[test]
    fn an_unsafe_segment_is_refused() {
        for wrong in ["", "..", "%2e%2e", "a%2Fb", "a/b", "%00", "%ff", "a?x=1", "a%3Fx", "a#b"] {
            let path = format!("/v1/open-platform/finder/post/{wrong}");
            assert!(find("GET", &path, None).is_none(), "{wrong}");
        }
        assert!(find("GET", "/v1/open-platform/finder/post/gZd7omnS/", None).is_none());
        assert!(find("GET", "//v1/open-platform/finder/post/gZd7omnS", None).is_none());
        for user in ["a%2Bb%2Fc%3D", "a+b/c="] {
            let (_, segments) = find("POST", &format!("/v2/open-platform/addons/users/{user}"), None).unwrap();
            assert_eq!(segments, ["a%2Bb%2Fc%3D"]);
        }
    }

    #[test]
    fn the_name_of_the_call_selects_between_two_rows_with_the_same_path() {
        let path = "/v1/open-platform/finder/post/gZd7omnS";
        assert_eq!(find("GET", path, None).unwrap().0.name, "posts.get");
        let name = "posts.get_with_ongoing_images";
        assert_eq!(find("GET", path, Some(name)).unwrap().0.name, name);
        assert!(find("GET", path, Some("users.me")).is_none());
    }
}
