//! The handlers of every endpoint of the base, api, upload and chat hosts, one file per area, as in core's `api`.
//!
//! A handler is called with the world locked, after [`permission`] has checked the call. It parses the request with the
//! core's types, runs the core's checks ([`check`]), and changes [`State`](crate::state::State).

mod addons;
mod assets;
mod chat_media;
mod chatbot;
mod check;
mod conversations;
mod custom_buttons;
mod events;
mod finder;
mod images;
mod legacy;
mod own_posts;
mod payments;
pub(crate) mod permission;
mod post_media;
mod posts;
mod semantics;
mod unknown;
mod users;
mod widgets;

pub(crate) use self::chat_media::boundary;
pub(crate) use self::check::checked;
pub(crate) use self::legacy::old_path;
pub(crate) use self::unknown::in_widget;

use open_platform::json::Extra;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::body;
use crate::dispatch::{Call, Handler};
use crate::response::{PlatformResponse, Refusal};

/// The handler of the endpoint with this name: the function of that name in the module of that area, as
/// `posts::get` for `posts.get`.
pub(crate) fn handler(name: &str) -> Option<Handler> {
    macro_rules! calls {
        ($class:ident: $(
            $exported:ident $parameters:tt -> $result:tt =
                $endpoint:literal |$client:ident| $handle:ident $(.$area:ident())+ => $method:ident;
        )+) => {$(
            if name == $endpoint {
                return Some($($area::)+$method);
            }
        )+};
    }
    open_platform::each_call!(server calls);
    None
}

impl Call<'_> {
    /// Reads the body as JSON into one of core's request models.
    fn body<T: DeserializeOwned>(&self) -> Result<T, Refusal> {
        read(&self.exchange.body)
    }

    /// Refuses a body that lacks one of these members, which the documents mark as required. The models have a default for each.
    /// A member of an object in the body is given as a path, such as `general_data.title`.
    fn require(&self, members: &[&str]) -> Result<(), Refusal> {
        let body: Value = self.body()?;
        let is_missing = |path: &str| path.split('.').fold(&body, |value, name| &value[name]).is_null();
        match members.iter().find(|path| is_missing(path)) {
            Some(name) => Err(Refusal::field(*name, "is required")),
            None => Ok(()),
        }
    }

    /// Name of the user who granted the access. Empty for calls that need none.
    fn user(&self) -> &str {
        self.access.as_deref().map_or("", |access| &access.user)
    }

    /// A success without content.
    fn done(&self) -> PlatformResponse {
        if self.state.gaps.empty_success_body {
            PlatformResponse::with_type(200, "text/plain", "")
        } else {
            PlatformResponse::empty()
        }
    }

    /// Whether members, actions and colours that are not documented are refused.
    fn refuses_unknown(&self) -> bool {
        self.state.gaps.refuse_unknown_members || self.state.gaps.spec_only
    }

    /// Refuses members that are not documented, if the switch is on. `under` is the path before them.
    fn refuse_unknown(&self, under: &str, extra: &Extra, but: &[&str]) -> Result<(), Refusal> {
        if !self.refuses_unknown() {
            return Ok(());
        }
        let unknown = extra.keys().filter(|name| !but.contains(&name.as_str())).min();
        match unknown {
            Some(name) => Err(Refusal::field(format!("{under}{name}"), "unknown member")),
            None => Ok(()),
        }
    }
}

/// Reads JSON into `T`. A failure names the path of the member.
fn read<T: DeserializeOwned>(json: &[u8]) -> Result<T, Refusal> {
    if json.trim_ascii().is_empty() {
        return Err(Refusal::field(".", "is empty: send a JSON object"));
    }
    let refused = |path: String, error: &serde_json::Error| match body::reason(error) {
        reason if error.is_data() => Refusal::field(path, reason),
        reason => Refusal::field(".", format!("is not JSON: {reason}")),
    };
    let mut deserializer = serde_json::Deserializer::from_slice(json);
    let value = serde_path_to_error::deserialize(&mut deserializer)
        .map_err(|error| refused(error.path().to_string(), error.inner()))?;
    deserializer.end().map_err(|error| refused(".".to_owned(), &error))?;
    Ok(value)
}

/// The refusal for an error of the core's checks, with its path and reason.
fn refused(error: open_platform::Error) -> Refusal {
    match error {
        open_platform::Error::InvalidInput { field, reason } => Refusal::field(field, reason),
        other => Refusal::field(".", other.to_string()),
    }
}

/// A text member of a JSON object; `""` where there is none.
fn text<'a>(object: &'a Value, member: &str) -> &'a str {
    object.get(member).and_then(Value::as_str).unwrap_or_default()
}
