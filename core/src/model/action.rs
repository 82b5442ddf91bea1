//! The action of a click: the five actions that widgets and chat buttons share. Deprecated actions are in `legacy`.

use serde::de::{self, Deserializer};
use serde::ser::{SerializeMap, Serializer};
use serde::{Deserialize, Serialize};
use url::Url;

use crate::error::{Error, Result};
use crate::id::PostToken;
use crate::json::{self, Extra, Json, plain_wire, record};

/// Longest link that is sent, in characters. Assumption: the platform states no limit, but servers and proxies refuse addresses of
/// about this length.
const MAX_LINK_CHARS: usize = 8_000;

/// The action of a click (docs/platform.md#actions). In JSON it is an object with exactly one key.
#[cfg_attr(feature = "ffi", crate::ffi::data(wire))]
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Action {
    /// Opens an address: in a new tab of a browser, or in a web view of the mobile apps.
    OpenDirectLink {
        /// An `https` address.
        url: String,
    },
    /// The platform sends a start request with `data` to the app, then opens the address in the app's response.
    OpenServerLink {
        /// An object that the app receives as `extra_data`. Hooks refuse a body above their limit, 256 KiB by default. The specification allows text values, the live platform
        /// any JSON.
        data: Json,
    },
    /// The platform sends `data` to the app's dynamic-action address and carries out the app's response.
    GetDynamicAction {
        /// An object that the app receives as `extra_data`. Hooks refuse a body above their limit, 256 KiB by default.
        data: Json,
    },
    /// Opens a post.
    OpenPostPage {
        /// The post.
        post_token: PostToken,
    },
    /// Opens the page where the owner manages a post.
    OpenPostManagePage {
        /// The post.
        post_token: PostToken,
    },
    /// An action that this version does not know. It is passed unchanged.
    ///
    /// Nothing in it is checked, so it can also be used to send an action that [`check`](Action::check) refuses, such
    /// as an `open_direct_link` that is not `https`.
    Unknown {
        /// The key.
        kind: String,
        /// The value under it.
        value: Json,
    },
}

impl Action {
    /// Opens an `https` address.
    pub fn direct_link(url: impl Into<String>) -> Self {
        Self::OpenDirectLink { url: url.into() }
    }

    /// Sends `data`, a JSON object, to the app, which responds with the address to open.
    pub fn server_link(data: impl Into<Json>) -> Self {
        Self::OpenServerLink { data: data.into() }
    }

    /// Sends `data`, a JSON object, to the app, which responds with what to do.
    pub fn dynamic(data: impl Into<Json>) -> Self {
        Self::GetDynamicAction { data: data.into() }
    }

    /// Opens a post.
    pub fn post_page(post_token: impl Into<PostToken>) -> Self {
        Self::OpenPostPage { post_token: post_token.into() }
    }

    /// Opens the page where the owner manages a post.
    pub fn post_manage_page(post_token: impl Into<PostToken>) -> Self {
        Self::OpenPostManagePage { post_token: post_token.into() }
    }

    /// The key of the action in JSON.
    pub fn kind(&self) -> &str {
        match self {
            Self::OpenDirectLink { .. } => "open_direct_link",
            Self::OpenServerLink { .. } => "open_server_link",
            Self::GetDynamicAction { .. } => "get_dynamic_action",
            Self::OpenPostPage { .. } => "open_post_page",
            Self::OpenPostManagePage { .. } => "open_post_manage_page",
            Self::Unknown { kind, .. } => kind,
        }
    }

    /// Checks the value of the action.
    ///
    /// # Errors
    /// [`Error::InvalidInput`] with a path such as `open_server_link.data`.
    pub fn check(&self) -> Result<()> {
        match self {
            Self::OpenDirectLink { url } => check_link(url),
            Self::OpenServerLink { data } | Self::GetDynamicAction { data } => {
                check_data(data).map_err(|e| e.under("data"))
            }
            Self::OpenPostPage { post_token } | Self::OpenPostManagePage { post_token } => post_token.check(),
            Self::Unknown { kind, .. } if kind.is_empty() => {
                return Err(Error::invalid("", "the name of an action must not be empty"));
            }
            Self::Unknown { .. } => Ok(()),
        }
        .map_err(|e| e.under(self.kind()))
    }
}

/// What an address must be that the platform opens.
pub(crate) const HTTPS_ADDRESS: &str = "must be a whole https address, such as https://app.example/report";

/// Refuses everything but an absolute `https` address, including `javascript:`, `data:` and plain `http`.
pub(crate) fn check_link(link: &str) -> Result<()> {
    let reason = if link.chars().count() > MAX_LINK_CHARS {
        format!("must have at most {MAX_LINK_CHARS} characters")
    } else if link.chars().any(|c| c.is_control() || c.is_whitespace()) {
        "must not have spaces or control characters".to_owned()
    } else {
        match Url::parse(link) {
            Ok(url) if url.scheme() == "https" => return Ok(()),
            _ => HTTPS_ADDRESS.to_owned(),
        }
    };
    Err(Error::invalid("", reason))
}

fn check_data(data: &Json) -> Result<()> {
    if data.as_str().starts_with('{') { Ok(()) } else { Err(Error::invalid("", "must be a JSON object")) }
}

/// The value of a known action that is read, without its key.
#[derive(Default)]
struct Body {
    data: Option<Json>,
    post_token: Option<PostToken>,
    extra: Extra,
}
record!(Body { data, post_token });

/// The value of a known action that is written.
#[derive(Serialize)]
#[serde(untagged)]
enum Value<'a> {
    Data { data: &'a Json },
    Post { post_token: &'a PostToken },
}

impl Serialize for Action {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(1))?;
        match self {
            Self::OpenDirectLink { url } => map.serialize_entry(self.kind(), url)?,
            Self::OpenServerLink { data } | Self::GetDynamicAction { data } => {
                map.serialize_entry(self.kind(), &Value::Data { data })?;
            }
            Self::OpenPostPage { post_token } | Self::OpenPostManagePage { post_token } => {
                map.serialize_entry(self.kind(), &Value::Post { post_token })?;
            }
            Self::Unknown { kind, value } => map.serialize_entry(kind, value)?,
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for Action {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (kind, value) = deserializer.deserialize_map(OneKey)?;
        Self::from_parts(kind, value).map_err(de::Error::custom)
    }
}

plain_wire!(Action);

impl Action {
    fn from_parts(kind: String, value: Json) -> Result<Self, String> {
        let unreadable = |what: &str| format!("{kind} must be {what}");
        if kind == "open_direct_link" {
            let url = value.to().map_err(|_| unreadable("the text of an address"))?;
            return Ok(Self::OpenDirectLink { url });
        }
        if !matches!(
            kind.as_str(),
            "open_server_link" | "get_dynamic_action" | "open_post_page" | "open_post_manage_page"
        ) {
            return Ok(Self::Unknown { kind, value });
        }
        let body: Body = value.to().map_err(|_| unreadable("an object"))?;
        // The typed form would lose a member that this version does not know.
        if !body.extra.is_empty() {
            return Ok(Self::Unknown { kind, value });
        }
        let data = body.data.unwrap_or_else(|| Json::from(serde_json::json!({})));
        let post_token = body.post_token.unwrap_or_default();
        Ok(match kind.as_str() {
            "open_server_link" => Self::OpenServerLink { data },
            "get_dynamic_action" => Self::GetDynamicAction { data },
            "open_post_page" => Self::OpenPostPage { post_token },
            _ => Self::OpenPostManagePage { post_token },
        })
    }
}

/// Reads an object that has exactly one member. A member that is `null` counts as absent.
struct OneKey;

impl<'de> de::Visitor<'de> for OneKey {
    type Value = (String, Json);

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("an object with exactly one action")
    }

    fn visit_map<A: de::MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut found = None;
        while let Some(key) = json::next_key(&mut map)? {
            let Some(value) = json::next_value(&mut map, key.as_str())? else { continue };
            if found.replace((key.into_string(), value)).is_some() {
                return Err(de::Error::custom("an action has exactly one key, not several"));
            }
        }
        found.ok_or_else(|| de::Error::custom("an action has exactly one key, not none"))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_action_is_read_and_written_as_one_key() {
        for (action, text) in [
            (Action::direct_link("https://a.example/?b=1"), r#"{"open_direct_link":"https://a.example/?b=1"}"#),
            (Action::server_link(json!({"id": "7"})), r#"{"open_server_link":{"data":{"id":"7"}}}"#),
            (Action::dynamic(json!({"a": {"b": 1}})), r#"{"get_dynamic_action":{"data":{"a":{"b":1}}}}"#),
            (Action::post_page("gZd7omnS"), r#"{"open_post_page":{"post_token":"gZd7omnS"}}"#),
            (Action::post_manage_page("gZd7omnS"), r#"{"open_post_manage_page":{"post_token":"gZd7omnS"}}"#),
            (Action::Unknown { kind: "call".into(), value: json!([1]).into() }, r#"{"call":[1]}"#),
        ] {
            action.check().unwrap();
            assert_eq!(serde_json::to_string(&action).unwrap(), text);
            assert_eq!(serde_json::from_str::<Action>(text).unwrap(), action);
        }
    }

    #[test]
    fn an_action_with_several_keys_or_none_is_refused() {
        for text in [
            "{}",
            r#"{"open_direct_link":null}"#,
            r#"{"open_direct_link":"https://a.example","open_server_link":{"data":{}}}"#,
            r#"{"open_direct_link":"https://a.example","open_direct_link":"https://b.example"}"#,
            r#"{"open_server_link":"x"}"#,
            r#"{"open_direct_link":{}}"#,
            r#"{"open_post_page":{"post_token":7}}"#,
        ] {
            assert!(serde_json::from_str::<Action>(text).is_err(), "{text}");
        }
        let absent = r#"{"open_direct_link":null,"open_server_link":{"data":{}}}"#;
        assert_eq!(serde_json::from_str::<Action>(absent).unwrap(), Action::server_link(json!({})));
    }

    #[test]
    fn a_link_that_is_not_https_is_refused_with_its_path() {
        for link in [
            "http://a.example",
            "javascript:alert(1)",
            "data:text/html,x",
            "//a.example",
            "/x",
            "",
            "https://",
            "https://a.example/\n",
            " https://a.example",
        ] {
            let error = Action::direct_link(link).check().unwrap_err().to_string();
            assert!(error.starts_with("open_direct_link: "), "{link:?}: {error}");
        }
        Action::Unknown { kind: "open_direct_link".into(), value: json!("tel:110").into() }.check().unwrap();
    }

    #[test]
    fn data_must_be_an_object() {
        let error = Action::server_link(json!("x")).check().unwrap_err().to_string();
        assert!(error.starts_with("open_server_link.data: "), "{error}");
        assert!(Action::post_page("../x").check().is_err());
    }

    #[test]
    fn an_unknown_member_is_kept() {
        let text = r#"{"open_server_link":{"data":{},"new":1}}"#;
        let action: Action = serde_json::from_str(text).unwrap();
        assert_eq!(serde_json::to_string(&action).unwrap(), text);
    }
}
