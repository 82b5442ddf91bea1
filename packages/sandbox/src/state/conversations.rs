//! Conversations and their messages: between the two sides of a post, or between a user and the app's chatbot.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use open_platform::model::chat::{
    ChatMessage, Conversation as ConversationModel, ConversationType, MessageContent, Sender, SenderSide, SenderType,
};
use open_platform::model::message::ButtonGrid;
use open_platform::{ConversationId, Error, Result};
use serde::{Deserialize, Serialize};

use super::State;
use super::posts::Posts;
use super::users::Users;
use crate::ids::Ids;

/// A conversation to add.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct NewConversation {
    /// Its id; generated from the seed if empty.
    pub id: String,
    /// Token of the post it is about. Empty for a conversation with the app's chatbot.
    pub post: String,
    /// Name of the user who answers the post, or who talks to the chatbot.
    pub user: String,
}

/// A conversation of a world.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct SandboxConversation {
    /// Its id.
    pub id: String,
    /// What it is about.
    pub about: About,
}

/// What a conversation is about, and its participants, by their names in the sandbox.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum About {
    /// A post.
    Post {
        /// Its token.
        post: String,
        /// Its owner.
        seller: String,
        /// Name of the user who writes to the owner.
        buyer: String,
    },
    /// The app's chatbot.
    Bot {
        /// Name of the user who writes to it.
        user: String,
    },
}

impl SandboxConversation {
    /// The other participant. `None` for a chatbot, and if `user` is no participant.
    pub fn peer_of(&self, user: &str) -> Option<&str> {
        match &self.about {
            About::Post { seller, buyer, .. } if seller == user => Some(buyer),
            About::Post { seller, buyer, .. } if buyer == user => Some(seller),
            _ => None,
        }
    }

    /// The post it is about.
    pub fn post(&self) -> Option<&str> {
        match &self.about {
            About::Post { post, .. } => Some(post),
            About::Bot { .. } => None,
        }
    }

    /// Whether `user` is a participant.
    pub fn has(&self, user: &str) -> bool {
        match &self.about {
            About::Post { seller, buyer, .. } => seller == user || buyer == user,
            About::Bot { user: only } => only == user,
        }
    }

    pub(crate) fn model(&self) -> ConversationModel {
        let kind = if self.post().is_some() { ConversationType::Post } else { ConversationType::Bot };
        ConversationModel {
            id: self.id.as_str().into(),
            kind,
            post_token: self.post().map(Into::into),
            ..ConversationModel::default()
        }
    }

    fn side_of(&self, user: &str) -> SenderSide {
        match &self.about {
            About::Post { seller, .. } if seller == user => SenderSide::Seller,
            About::Post { .. } => SenderSide::Buyer,
            // Chatbot messages have no side (docs/platform.md#chat-message).
            About::Bot { .. } => SenderSide::default(),
        }
    }
}

/// A message of a conversation, as the sandbox keeps it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct WrittenMessage {
    /// The message in the form that is read.
    #[schema(value_type = Object)]
    pub message: ChatMessage,
    /// Name of the user in whose name it was written; empty for the chatbot.
    pub author: String,
    /// Buttons that the author's side sees.
    #[schema(value_type = Option<Object>)]
    pub sender_buttons: Option<ButtonGrid>,
    /// Buttons that the other side sees.
    #[schema(value_type = Option<Object>)]
    pub receiver_buttons: Option<ButtonGrid>,
}

/// Who writes a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Author<'a> {
    /// A user.
    User(&'a str),
    /// The app, in the name of a user.
    AppAs(&'a str),
    /// The app's chatbot.
    Bot,
}

/// What is written.
#[derive(Clone, Debug, Default)]
pub(crate) struct Draft {
    pub(crate) content: MessageContent,
    pub(crate) sender_buttons: Option<ButtonGrid>,
    pub(crate) receiver_buttons: Option<ButtonGrid>,
}

/// The conversations of a world.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Conversations {
    by_id: BTreeMap<String, SandboxConversation>,
    /// The messages of each conversation, oldest first.
    messages: BTreeMap<String, Vec<WrittenMessage>>,
}

impl Conversations {
    /// Adds a conversation.
    pub(crate) fn add(
        &mut self,
        users: &Users,
        posts: &Posts,
        ids: &mut Ids,
        new: NewConversation,
    ) -> Result<SandboxConversation> {
        let NewConversation { id, post, user } = new;
        users.require("user", &user)?;
        let about = if post.is_empty() {
            About::Bot { user }
        } else {
            let seller = posts.get(&post).map(|post| post.owner.clone());
            let seller = seller.ok_or_else(|| Error::invalid("post", format!("there is no post {post:?}")))?;
            if seller == user {
                return Err(Error::invalid("user", "the owner of a post does not answer it"));
            }
            About::Post { post, seller, buyer: user }
        };
        let id = if id.is_empty() { ids.uuid() } else { id };
        ConversationId::from(id.as_str()).check()?;
        if self.by_id.contains_key(&id) {
            return Err(Error::invalid("id", format!("there is already a conversation {id:?}")));
        }
        let conversation = SandboxConversation { id: id.clone(), about };
        self.by_id.insert(id, conversation.clone());
        Ok(conversation)
    }

    pub(crate) fn get(&self, id: &str) -> Option<&SandboxConversation> {
        self.by_id.get(id)
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = &SandboxConversation> {
        self.by_id.values()
    }

    /// The conversation about a post with a buyer.
    pub(crate) fn about_post(&self, token: &str, with: &str) -> Option<&SandboxConversation> {
        self.by_id.values().find(
            |conversation| matches!(&conversation.about, About::Post { post, buyer, .. } if post == token && buyer == with),
        )
    }

    /// The conversation of a user with the chatbot.
    pub(crate) fn with_bot(&self, with: &str) -> Option<&SandboxConversation> {
        self.by_id.values().find(|conversation| matches!(&conversation.about, About::Bot { user } if user == with))
    }

    /// The messages of a conversation, oldest first.
    pub(crate) fn messages(&self, id: &str) -> &[WrittenMessage] {
        self.messages.get(id).map_or(&[], Vec::as_slice)
    }

    /// A message of any conversation.
    pub(crate) fn message(&self, id: &str) -> Option<&WrittenMessage> {
        self.messages.values().flatten().find(|written| written.message.id == id)
    }

    /// Writes a message. `None` if there is no such conversation.
    fn write(
        &mut self,
        ids: &mut Ids,
        id: &str,
        author: Author<'_>,
        draft: Draft,
        now: DateTime<Utc>,
    ) -> Option<WrittenMessage> {
        let conversation = self.by_id.get(id)?;
        let (name, kind) = match author {
            Author::User(name) => (name, SenderType::Human),
            Author::AppAs(name) => (name, SenderType::Bot),
            Author::Bot => ("", SenderType::Bot),
        };
        let written = WrittenMessage {
            message: ChatMessage {
                id: ids.timed_uuid(now),
                conversation: conversation.model(),
                sender: Sender { side: conversation.side_of(name), kind, ..Sender::default() },
                sent_at: Some(now),
                content: draft.content,
                ..ChatMessage::default()
            },
            author: name.to_owned(),
            sender_buttons: draft.sender_buttons,
            receiver_buttons: draft.receiver_buttons,
        };
        self.messages.entry(id.to_owned()).or_default().push(written.clone());
        Some(written)
    }
}

impl State {
    /// Writes a message into a conversation, and sends an event to the app if it subscribed. `None` if there is no such
    /// conversation.
    pub(crate) fn write_message(
        &mut self,
        conversation: &str,
        author: Author<'_>,
        draft: Draft,
        now: DateTime<Utc>,
    ) -> Option<WrittenMessage> {
        let written = self.conversations.write(&mut self.ids, conversation, author, draft, now)?;
        self.notify_message(conversation, &written, now);
        Some(written)
    }
}
