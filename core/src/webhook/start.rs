//! Requests of the platform when a user opens the app: start requests, dynamic actions and direct links
//! (docs/platform.md#start-requests). They are authenticated in [`webhook`](crate::webhook).

use std::collections::HashMap;

use serde::Serialize;
use url::{Url, form_urlencoded};

use crate::error::{DecodeError, Error, Result};
use crate::id::{ConversationId, PostToken, UserId};
use crate::json::{self, Extra, FieldIssue, Json, Unreadable, is_default, record, write_extra};
use crate::loopback::is_loopback;
use crate::model::action::{Action, HTTPS_ADDRESS};
use crate::model::message::MessageLimits;
use crate::model::open_enum;
use crate::model::widget::limit;

/// Where an app redirects the user's browser to when the user is done, so that the user is back on the platform
/// (docs/platform.md#completion). It takes no parameters.
pub const COMPLETION_URL: &str = "https://open-platform-redirect.divar.ir/completion";

open_enum! {
    /// The version of a start request, as in the header `API-Version`.
    pub enum StartVersion {
        /// Before April 2025. Sent without the header.
        V1 = "1",
        /// The current version.
        V2 = "2",
    }
}

open_enum! {
    /// Where the user came from.
    pub enum StartSource {
        /// An add-on on a post. One page of the documents misspells it.
        PostAddon = "POST_ADDON" | "POST_ADODN",
        /// The services in a chat.
        Chat = "CHAT",
        /// A button of a chat message.
        ChatMessageAction = "CHAT_MESSAGE_ACTION",
    }
}

open_enum! {
    /// The place in the platform where the user opened the app.
    pub enum Touchpoint {
        /// The owner's view of a post.
        MyPost = "MY_POST",
        /// The user's own page.
        MyDivar = "MY_DIVAR",
        /// The page of a business.
        DivarPro = "DIVAR_PRO",
        /// A chat.
        Chat = "CHAT",
        /// A post of another user.
        DemandPost = "DEMAND_POST",
    }
}

open_enum! {
    /// The side of the user in the conversation. Case is ignored.
    pub enum UserSide {
        /// The owner of the post.
        Supply = "SUPPLY",
        /// The user who contacts the owner.
        Demand = "DEMAND",
    }
}

impl UserSide {
    fn any_case(word: String) -> Self {
        match Self::from(word.to_ascii_uppercase()) {
            Self::Unknown { .. } => Self::Unknown { value: word },
            known => known,
        }
    }
}

/// A user opens the app: respond with the address to open, a [`StartReply`].
///
/// Both versions are read into this type; it is written as version 2. Members that the platform omitted are `None`.
#[cfg_attr(feature = "ffi", crate::ffi::data(received))]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct StartRequest {
    /// The version that was sent.
    #[serde(skip)]
    pub version: StartVersion,
    /// Where the user came from; unknown and empty in version 1.
    #[serde(skip_serializing_if = "is_default")]
    pub source: StartSource,
    /// The post.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub post_token: Option<PostToken>,
    /// The conversation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conversation_id: Option<ConversationId>,
    /// The user's side in the conversation. In version 1 it is found by comparing `user_id` with the two sides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub user_side: Option<UserSide>,
    /// The user who clicked, if logged in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub user_id: Option<UserId>,
    /// The other user of the conversation; version 1 only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub peer_id: Option<UserId>,
    /// The `data` of the action that was clicked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub extra_data: Option<Json>,
    /// The location that was shared in the chat; version 1 only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<Json>,
    /// Where old documents tell the app to send the user at the end. It is untrusted input: check it before a
    /// redirect, or preferably send the user to the platform's fixed address (docs/platform.md#completion).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub completion_url: Option<String>,
    /// What was unusual about the request.
    #[serde(skip)]
    pub notes: Vec<String>,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}

/// Both versions in one type.
#[derive(Default)]
struct StartBody {
    source: StartSource,
    post_token: Option<PostToken>,
    conversation_id: Option<ConversationId>,
    user_side: Option<String>,
    user_id: Option<UserId>,
    peer_id: Option<UserId>,
    supplier: Option<Party>,
    demand: Option<Party>,
    extra_data: Option<Json>,
    provider_data: Option<Json>,
    location: Option<Json>,
    completion_url: Option<String>,
    callback_url: Option<String>,
    issues: Vec<FieldIssue>,
    extra: Extra,
}
record!(StartBody {
    source, post_token, conversation_id, user_side, user_id, peer_id, supplier, demand, extra_data, provider_data,
    location, completion_url | "return_url", callback_url,
}, tolerant);

/// One side of a conversation in version 1.
#[derive(Default)]
struct Party {
    id: Option<UserId>,
    #[expect(dead_code, reason = "unknown members are not used")]
    extra: Extra,
}
record!(Party { id });

/// `extra_data` in version 1: the data of the action is one level deeper.
#[derive(Default)]
struct ExtraDataV1 {
    location: Option<Json>,
    provider_data: Option<Json>,
    #[expect(dead_code, reason = "unknown members are not used")]
    extra: Extra,
}
record!(ExtraDataV1 { location, provider_data });

impl StartRequest {
    /// Parses the body of a start request. `version` is the value of the header `API-Version` or `API_VERSION`.
    /// Without the header the members decide, because some proxies drop headers with an underscore. A member of the wrong
    /// type is left out, with a note.
    ///
    /// # Errors
    /// [`Error::Decode`] if the body is not one JSON object.
    pub fn parse(body: &[u8], version: Option<&str>) -> Result<Self> {
        let body: StartBody = json::read(body).map_err(|e| undecodable("start request", e))?;
        let by_shape = body.shape();
        let version = match version.map(str::trim) {
            Some(word) if !word.is_empty() => StartVersion::from(word),
            _ => by_shape,
        };
        Ok(body.normalized(version))
    }
}

impl StartBody {
    /// The version by the members: only version 1 has both sides, the peer or a callback address.
    fn shape(&self) -> StartVersion {
        let old = self.supplier.is_some() || self.demand.is_some() || self.peer_id.is_some();
        if old || self.callback_url.is_some() { StartVersion::V1 } else { StartVersion::V2 }
    }

    fn normalized(self, version: StartVersion) -> StartRequest {
        let mut notes: Vec<_> = self.issues.iter().map(|it| format!("{}: {}: left out", it.path, it.reason)).collect();
        let user_side = self.side();
        let (mut extra_data, mut location) = (self.extra_data, self.location);
        if version == StartVersion::V1 {
            let nested = extra_data.as_ref().and_then(|data| data.to::<ExtraDataV1>().ok());
            if let Some(nested) = nested.filter(|nested| nested.provider_data.is_some() || nested.location.is_some()) {
                (extra_data, location) = (nested.provider_data, nested.location.or(location));
            }
        }
        if extra_data.is_some() && self.provider_data.is_some() {
            notes.push("both extra_data and provider_data were sent: extra_data is used".to_owned());
        }
        StartRequest {
            version,
            source: self.source,
            post_token: self.post_token,
            conversation_id: self.conversation_id,
            user_side,
            user_id: self.user_id,
            peer_id: self.peer_id,
            extra_data: extra_data.or(self.provider_data),
            location,
            completion_url: self.completion_url.or(self.callback_url),
            notes,
            extra: self.extra,
        }
    }

    fn side(&self) -> Option<UserSide> {
        if let Some(word) = &self.user_side {
            return Some(UserSide::any_case(word.clone()));
        }
        let is_user = |party: &Option<Party>| party.as_ref().is_some_and(|p| p.id.is_some() && p.id == self.user_id);
        if is_user(&self.supplier) {
            Some(UserSide::Supply)
        } else if is_user(&self.demand) {
            Some(UserSide::Demand)
        } else {
            None
        }
    }
}

fn undecodable(document: &str, unreadable: Unreadable) -> Error {
    DecodeError::of_document(document, unreadable.path, unreadable.reason).into()
}

/// The response to a start request.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct StartReply {
    /// The address to open for the user.
    pub url: String,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(StartReply { url });

impl StartReply {
    /// A response that opens `url` for the user.
    pub fn new(url: impl Into<String>) -> Self {
        Self { url: url.into(), ..Self::default() }
    }

    /// Checks that the address is absolute and `https`. Plain `http` is allowed for a loopback address.
    ///
    /// # Errors
    /// [`Error::InvalidInput`] for `url`.
    pub fn check(&self) -> Result<()> {
        json::check_once(self)?;
        let invalid = |reason: &str| Err(Error::invalid("url", reason));
        let Ok(url) = Url::parse(&self.url) else { return invalid(HTTPS_ADDRESS) };
        match url.scheme() {
            "https" => Ok(()),
            "http" if is_loopback(&url) => Ok(()),
            _ => invalid(HTTPS_ADDRESS),
        }
    }

    /// The body of the response, in the version that the platform used. Version 1 also has a status and a message.
    ///
    /// # Errors
    /// Like [`check`](Self::check).
    pub fn body(&self, version: &StartVersion) -> Result<Json> {
        self.check()?;
        match version {
            StartVersion::V1 => {
                Json::from_value(&serde_json::json!({"status": "200", "message": "success", "url": self.url}))
            }
            _ => Json::from_value(self),
        }
    }
}

/// A user clicked a button with a dynamic action: respond with what to do, a [`DynamicActionReply`].
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct DynamicActionRequest {
    /// Where the button is.
    pub touchpoint: Touchpoint,
    /// The post.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub post_token: Option<PostToken>,
    /// The conversation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conversation_id: Option<ConversationId>,
    /// The user's side in the conversation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub user_side: Option<UserSide>,
    /// The user who clicked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub user_id: Option<UserId>,
    /// The `data` of the action.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub extra_data: Option<Json>,
    /// Members that could not be read and count as absent.
    #[serde(skip)]
    pub issues: Vec<FieldIssue>,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(DynamicActionRequest {
    touchpoint, post_token, conversation_id, user_side, user_id, extra_data | "provider_data",
}, tolerant);

impl DynamicActionRequest {
    /// Parses the body of a dynamic action.
    ///
    /// # Errors
    /// [`Error::Decode`] if the body is not one JSON object.
    pub fn parse(body: &[u8]) -> Result<Self> {
        let mut request: Self = json::read(body).map_err(|e| undecodable("dynamic action", e))?;
        if let Some(UserSide::Unknown { value }) = request.user_side {
            request.user_side = Some(UserSide::any_case(value));
        }
        Ok(request)
    }
}

/// The response to a dynamic action: an action, a short text, or both.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct DynamicActionReply {
    /// The action to carry out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub action: Option<Action>,
    /// A text that is shown for a moment.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text_message: Option<String>,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(DynamicActionReply { action, text_message });

impl DynamicActionReply {
    /// A response with an action.
    pub fn action(action: Action) -> Self {
        Self { action: Some(action), ..Self::default() }
    }

    /// A response with a text that is shown for a moment.
    pub fn text(text: impl Into<String>) -> Self {
        Self { text_message: Some(text.into()), ..Self::default() }
    }

    /// Adds a text to the action.
    #[must_use]
    pub fn with_text(mut self, text: impl Into<String>) -> Self {
        self.text_message = Some(text.into());
        self
    }

    /// Checks the action, the text, and that there is one of them, against the default limits of a client.
    ///
    /// # Errors
    /// [`Error::InvalidInput`] with a path such as `action.open_direct_link`.
    pub fn check(&self) -> Result<()> {
        self.check_within(&MessageLimits::default())
    }

    /// Checks the same against these limits. [`OpenPlatform::hooks`](crate::OpenPlatform::hooks) use those of their client.
    ///
    /// # Errors
    /// Like [`check`](Self::check).
    pub fn check_within(&self, limits: &MessageLimits) -> Result<()> {
        json::check_once(self)?;
        if self.action.is_none() && self.text_message.is_none() {
            return Err(Error::invalid("action", "is missing: respond with an `action`, a `text_message`, or both"));
        }
        if let Some(text) = &self.text_message {
            limit::text("text_message", text, limits.text_chars)?;
        }
        self.action.as_ref().map_or(Ok(()), |action| action.check().map_err(|e| e.under("action")))
    }
}

/// A user opened the app's chatbot from another place of the platform. The platform only sends it as the text of an
/// ordinary chatbot message, such as `/start MY_POST gZd7omnS` (docs/platform.md#chatbot-start).
#[cfg_attr(feature = "ffi", crate::ffi::data(received))]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct BotStart {
    /// The place.
    pub touchpoint: Touchpoint,
    /// The post, if the place is a post.
    pub post_token: Option<PostToken>,
    /// The conversation, if the place is a conversation.
    pub conversation_id: Option<ConversationId>,
}

impl BotStart {
    /// Parses the text of a chatbot message; `None` if it is not a start. Any user can type such a text: do not trust
    /// it.
    pub fn parse(text: &str) -> Option<Self> {
        let mut words = text.split_whitespace();
        if words.next() != Some("/start") {
            return None;
        }
        let touchpoint = Touchpoint::from(words.next()?.to_owned());
        let id = words.next();
        let (post, conversation) = match touchpoint {
            Touchpoint::MyPost | Touchpoint::DemandPost => (id, None),
            Touchpoint::Chat => (None, id),
            _ => (None, None),
        };
        Some(Self { touchpoint, post_token: post.map(Into::into), conversation_id: conversation.map(Into::into) })
    }
}

/// The query of a direct link: the user's browser opens the app's own address (docs/platform.md#direct-links).
///
/// It is not authenticated: anyone can open the address with any post token.
#[cfg_attr(feature = "ffi", crate::ffi::data(received))]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct DirectLink {
    /// The post, if the user came from one.
    pub post_token: Option<PostToken>,
    /// Where old documents tell the app to send the user at the end. Check it before a redirect.
    pub completion_url: Option<String>,
    /// A payment ticket.
    pub ticket_uuid: Option<String>,
    /// The app.
    pub app_slug: Option<String>,
    /// Further parameters, which depend on the category.
    pub parameters: HashMap<String, String>,
}

impl DirectLink {
    /// Parses an address or its query. If a parameter occurs twice, the first is used.
    pub fn parse(url_or_query: &str) -> Self {
        let without_fragment = url_or_query.split('#').next().unwrap_or_default();
        let query = match without_fragment.split_once('?') {
            Some((_, query)) => query,
            None if without_fragment.contains("://") || without_fragment.starts_with('/') => "",
            None => without_fragment,
        };
        let mut parameters = HashMap::new();
        for (name, value) in form_urlencoded::parse(query.as_bytes()) {
            parameters.entry(name.into_owned()).or_insert_with(|| value.into_owned());
        }
        let mut take = |name: &str| parameters.remove(name).filter(|value| !value.is_empty());
        let completion_url = take("completion_url");
        let return_url = take("return_url");
        Self {
            post_token: take("post_token").map(PostToken::from),
            completion_url: completion_url.or(return_url),
            ticket_uuid: take("ticket_uuid"),
            app_slug: take("app_slug"),
            parameters,
        }
    }
}

#[cfg(test)]
mod tests;
