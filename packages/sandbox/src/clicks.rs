//! The click simulator: does what the platform does when a user clicks a button under a message or a widget on a post,
//! or opens the app in a chat. It sends the request to the app, and returns what the user sees.

use axum::http::{HeaderMap, HeaderName, HeaderValue};
use bytes::Bytes;
use open_platform::webhook::start::{
    COMPLETION_URL, DynamicActionReply, DynamicActionRequest, StartReply, StartRequest, StartSource, Touchpoint,
    UserSide,
};
use open_platform::{Error, Json, Result};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

use crate::platform::checked;
use crate::state::State;
use crate::state::conversations::About;
use crate::webhooks::{DeliveryOutcome, StartForm};
use crate::world::World;

/// What a user clicks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "on", rename_all = "snake_case", deny_unknown_fields)]
pub enum Click {
    /// A button under a message. The user sees the buttons of their own side.
    MessageButton {
        /// Name of the user.
        user: String,
        /// Id of the message.
        message: String,
        /// Row, from 0.
        #[serde(default)]
        #[schema(minimum = 0)]
        row: i64,
        /// Position in the row, from 0.
        #[serde(default)]
        #[schema(minimum = 0)]
        column: i64,
    },
    /// An action in an add-on on a post.
    Widget {
        /// Name of the user.
        user: String,
        /// Token of the post.
        post: String,
        /// Index of the action among all widgets of the post, in document order, from 0.
        #[serde(default)]
        #[schema(minimum = 0)]
        action: i64,
    },
    /// The app in the list of services of a chat.
    ChatService {
        /// Name of the user.
        user: String,
        /// Id of the conversation.
        conversation: String,
    },
}

/// What the user sees after a click.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ClickOutcome {
    /// The address that opens.
    pub opens: Option<String>,
    /// A text that is shown briefly.
    pub text_message: Option<String>,
    /// An action that the platform handles, or that the app answered with.
    pub action: Option<Value>,
    /// The body of the request to the app, if there was one. If the app answered a dynamic action with a link to itself, that of
    /// the start request.
    pub request: Option<Value>,
    /// Status of the app's answer, if it answered.
    pub status: Option<i64>,
    /// Why nothing opens: the app did not answer, or its answer is not valid.
    pub error: Option<String>,
}

/// A click with its context: user, conversation, post, action.
struct ClickContext {
    user_id: String,
    source: StartSource,
    touchpoint: Touchpoint,
    post: Option<String>,
    conversation: Option<String>,
    side: Option<UserSide>,
    peer_id: Option<String>,
    action: Value,
}

impl World {
    /// Simulates a click of a user, and returns what the user sees.
    ///
    /// # Errors
    /// [`Error::InvalidInput`] if there is no such user, message, button, post or action.
    pub async fn click(&self, click: Click) -> Result<ClickOutcome> {
        let context = ClickContext::of(&click, &self.inner.lock())?;
        let Some((kind, value)) = context.action.as_object().and_then(|action| action.iter().next()) else {
            return Err(Error::invalid("action", "it has no action"));
        };
        match kind.as_str() {
            "open_direct_link" => Ok(ClickOutcome { opens: value.as_str().map(str::to_owned), ..Default::default() }),
            "open_server_link" => Ok(self.start(&context, value.get("data")).await),
            "get_dynamic_action" => {
                let asked = self.dynamic_action(&context, value.get("data")).await;
                let Some(link) = asked.action.as_ref().and_then(|action| action.get("open_server_link")) else {
                    return Ok(asked);
                };
                let opened = self.start(&context, link.get("data")).await;
                Ok(ClickOutcome { text_message: asked.text_message, action: asked.action, ..opened })
            }
            _ => Ok(ClickOutcome { action: Some(context.action.clone()), ..Default::default() }),
        }
    }

    /// An address of the app as the platform opens it in the user's browser (docs/platform.md#direct-links). It is not
    /// signed.
    ///
    /// # Errors
    /// [`Error::InvalidInput`] if `base` is not an absolute address.
    pub fn direct_link(&self, base: &str, post: Option<&str>) -> Result<String> {
        let mut url = url::Url::parse(base).map_err(|error| Error::invalid("base", error.to_string()))?;
        let slug = self.inner.lock().app.client_id.clone();
        let mut query = url.query_pairs_mut();
        if let Some(post) = post {
            query.append_pair("post_token", post);
        }
        query.append_pair("completion_url", COMPLETION_URL).append_pair("app_slug", &slug);
        drop(query);
        Ok(url.into())
    }

    async fn start(&self, context: &ClickContext, data: Option<&Value>) -> ClickOutcome {
        let (url, form) = {
            let state = self.inner.lock();
            (state.app.start_url.clone(), state.webhooks.rules.start_form)
        };
        let (body, header) = match form {
            StartForm::V1 => (context.start_v1(data), None),
            StartForm::V2 => (context.start_v2(data), Some("api-version")),
            StartForm::V2Underscore => (context.start_v2(data), Some("api_version")),
            StartForm::V2WithoutHeader => (context.start_v2(data), None),
        };
        let mut headers = HeaderMap::new();
        if let Some(name) = header {
            headers.insert(HeaderName::from_static(name), HeaderValue::from_static("2"));
        }
        let mut outcome = ClickOutcome { request: Some(body.clone()), ..ClickOutcome::default() };
        if let Some(response) = self.ask(("start_url", &url), headers, &body, &mut outcome).await {
            match read::<StartReply>(&response).and_then(|reply| reply.check().map(|()| reply)) {
                Ok(reply) => outcome.opens = Some(reply.url),
                Err(error) => outcome.error = Some(error.to_string()),
            }
        }
        outcome
    }

    async fn dynamic_action(&self, context: &ClickContext, data: Option<&Value>) -> ClickOutcome {
        let (url, gaps) = {
            let state = self.inner.lock();
            (state.app.dynamic_action_url.clone(), state.gaps.clone())
        };
        let body = context.dynamic_action(data);
        let mut outcome = ClickOutcome { request: Some(body.clone()), ..ClickOutcome::default() };
        if let Some(response) = self.ask(("dynamic_action_url", &url), HeaderMap::new(), &body, &mut outcome).await {
            let reply = read::<DynamicActionReply>(&response);
            match reply.and_then(|reply| checked(&gaps, &reply, DynamicActionReply::check).map(|()| reply)) {
                Ok(reply) => {
                    outcome.text_message = reply.text_message;
                    outcome.action = reply.action.and_then(|action| serde_json::to_value(action).ok());
                    let link = outcome.action.as_ref().and_then(|action| action.get("open_direct_link"));
                    outcome.opens = link.and_then(Value::as_str).map(str::to_owned);
                }
                Err(error) => outcome.error = Some(error.to_string()),
            }
        }
        outcome
    }

    /// Sends a request to the address in a setting of the app, and returns the body of the response if it is 200.
    async fn ask(
        &self,
        (setting, url): (&str, &str),
        headers: HeaderMap,
        body: &Value,
        outcome: &mut ClickOutcome,
    ) -> Option<Bytes> {
        if url.is_empty() {
            outcome.error = Some(format!("the app's settings have no address for this: set {setting}"));
            return None;
        }
        let (sender, turn) = self.inner.lock().sender(None);
        match sender.send(&self.inner, url, headers, body.to_string().into(), turn).await {
            DeliveryOutcome::Answered { status, body } => {
                outcome.status = Some(i64::from(status));
                if status != 200 {
                    outcome.error = Some(format!("the app answered {status}: it must answer 200"));
                    return None;
                }
                Some(body)
            }
            DeliveryOutcome::Failed { reason } => {
                outcome.error = Some(reason);
                None
            }
        }
    }
}

fn read<T: for<'de> Deserialize<'de>>(body: &[u8]) -> Result<T> {
    serde_json::from_slice(body)
        .map_err(|_| Error::invalid("body", "the app's answer is not the JSON object that is expected"))
}

fn nth<T>(list: &[T], index: i64) -> Option<&T> {
    list.get(usize::try_from(index).ok()?)
}

impl ClickContext {
    fn of(click: &Click, state: &State) -> Result<Self> {
        match click {
            Click::MessageButton { user, message, row, column } => {
                let written = state
                    .conversations
                    .message(message)
                    .ok_or_else(|| Error::invalid("message", format!("there is no message {message:?}")))?;
                let conversation = written.message.conversation.id.as_str().to_owned();
                let mut context = Self::in_chat(user, &conversation, state)?;
                let grid = if written.author == *user { &written.sender_buttons } else { &written.receiver_buttons };
                let row = grid.as_ref().and_then(|grid| nth(&grid.rows, *row));
                let button = row.and_then(|row| nth(&row.buttons, *column));
                let button = button.ok_or_else(|| Error::invalid("row", "this user sees no button at this place"))?;
                context.action = serde_json::to_value(&button.action).unwrap_or_default();
                context.source = StartSource::ChatMessageAction;
                Ok(context)
            }
            Click::ChatService { user, conversation } => {
                let mut context = Self::in_chat(user, conversation, state)?;
                context.action = json!({ "open_server_link": {} });
                Ok(context)
            }
            Click::Widget { user, post, action } => {
                let found = state
                    .posts
                    .get(post)
                    .ok_or_else(|| Error::invalid("post", format!("there is no post {post:?}")))?;
                let owns = found.owner == *user;
                let shown = state.addons.shown_on(post).flat_map(|addon| &addon.widgets);
                let widgets: Vec<Value> = shown.filter_map(|widget| serde_json::to_value(widget).ok()).collect();
                let mut actions = Vec::new();
                widgets.iter().for_each(|widget| collect_actions(widget, &mut actions));
                let action = nth(&actions, *action).ok_or_else(|| {
                    Error::invalid("action", "the widgets on this post have no action with this number")
                })?;
                Ok(Self {
                    user_id: user_id(user, state)?,
                    source: StartSource::PostAddon,
                    touchpoint: if owns { Touchpoint::MyPost } else { Touchpoint::DemandPost },
                    post: Some(post.clone()),
                    conversation: None,
                    side: Some(if owns { UserSide::Supply } else { UserSide::Demand }),
                    peer_id: None,
                    action: (*action).clone(),
                })
            }
        }
    }

    fn in_chat(user: &str, id: &str, state: &State) -> Result<Self> {
        let conversation = state.conversations.get(id);
        let conversation =
            conversation.ok_or_else(|| Error::invalid("conversation", format!("there is no conversation {id:?}")))?;
        if !conversation.has(user) {
            return Err(Error::invalid("user", format!("{user:?} is no participant of the conversation")));
        }
        let side = match &conversation.about {
            About::Post { seller, .. } => Some(if seller == user { UserSide::Supply } else { UserSide::Demand }),
            About::Bot { .. } => None,
        };
        let peer_id = conversation.peer_of(user).and_then(|peer| state.users.get(peer)).map(|peer| peer.id.clone());
        Ok(Self {
            user_id: user_id(user, state)?,
            source: StartSource::Chat,
            touchpoint: Touchpoint::Chat,
            post: conversation.post().map(str::to_owned),
            conversation: Some(id.to_owned()),
            side,
            peer_id,
            action: Value::Null,
        })
    }

    fn start_v2(&self, data: Option<&Value>) -> Value {
        let request = StartRequest {
            source: self.source.clone(),
            post_token: self.post.as_deref().map(Into::into),
            conversation_id: self.conversation.as_deref().map(Into::into),
            user_side: self.side.clone(),
            user_id: Some(self.user_id.as_str().into()),
            extra_data: data.cloned().map(Json::from),
            ..StartRequest::default()
        };
        serde_json::to_value(request).unwrap_or_default()
    }

    /// The old structure (docs/platform.md#start-requests-v1).
    fn start_v1(&self, data: Option<&Value>) -> Value {
        let (supplier, demand) = match self.side {
            Some(UserSide::Supply) => (Some(&self.user_id), self.peer_id.as_ref()),
            _ => (self.peer_id.as_ref(), Some(&self.user_id)),
        };
        json!({
            "callback_url": COMPLETION_URL,
            "post_token": self.post,
            "conversation_id": self.conversation,
            "user_id": self.user_id,
            "peer_id": self.peer_id,
            "supplier": { "id": supplier },
            "demand": { "id": demand },
            "extra_data": { "provider_data": data },
        })
    }

    fn dynamic_action(&self, data: Option<&Value>) -> Value {
        let request = DynamicActionRequest {
            touchpoint: self.touchpoint.clone(),
            post_token: self.post.as_deref().map(Into::into),
            conversation_id: self.conversation.as_deref().map(Into::into),
            user_side: self.side.clone(),
            user_id: Some(self.user_id.as_str().into()),
            extra_data: data.cloned().map(Json::from),
            ..DynamicActionRequest::default()
        };
        serde_json::to_value(request).unwrap_or_default()
    }
}

fn user_id(name: &str, state: &State) -> Result<String> {
    Ok(state.users.require("user", name)?.id.clone())
}

/// Every action of a widget, in document order.
fn collect_actions<'a>(value: &'a Value, found: &mut Vec<&'a Value>) {
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                match name.as_str() {
                    "action" if member.is_object() => found.push(member),
                    _ => collect_actions(member, found),
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| collect_actions(item, found)),
        _ => {}
    }
}
