//! Conversations between users.

use super::call;
use crate::client::User;
use crate::endpoint;
use crate::error::Result;
use crate::id::ConversationId;
use crate::model::chat::ConversationRecord;
use crate::model::message::{Message, MessageSent};

/// Calls about conversations for a user. From [`User::conversations`].
#[derive(Clone, Debug)]
pub struct UserConversations(User);

impl User {
    /// The user's conversations.
    pub fn conversations(&self) -> UserConversations {
        UserConversations(self.clone())
    }
}

impl UserConversations {
    /// Sends a message into a conversation, as the user, with the app's name above it. A conversation that does not
    /// exist yet begins with it.
    ///
    /// It is never sent twice: the platform has no idempotency key. After an
    /// [`AmbiguousOutcome`](crate::Error::AmbiguousOutcome) the app's own message arrives as an event if it was sent.
    ///
    /// At most 3 rows of 3 buttons for each side, and 9 in all unless
    /// [`max_buttons`](crate::client::Builder::max_buttons) says otherwise. Scope `CONVERSATION_SEND_MESSAGE` with the conversation id, or
    /// `CHAT_POST_CONVERSATIONS_MESSAGE_SEND` with the post token, or `CHAT_SUPPLIER_ALL_CONVERSATIONS_MESSAGE_SEND`;
    /// key permission `CHAT_SEND_MESSAGE_OAUTH`. Source: spec 14, facts part 1.6.1.
    ///
    /// # Errors
    /// As described at [`crate::api`]; `PreconditionFailed` if the recipient does not take messages.
    pub async fn send(&self, conversation: impl Into<ConversationId>, message: Message) -> Result<MessageSent> {
        message.check_within(&self.0.platform.inner.config.message_limits)?;
        let call = call(endpoint::CONVERSATIONS_SEND).segment(conversation.into().segment()?).json(&message)?;
        self.0.run(call).await?.decode_or_default()
    }

    /// Reads the text messages of a conversation, oldest first.
    ///
    /// Scope `CHAT_CONVERSATION_READ` with the conversation id, key permission `CHAT_READ_CONVERSATION`. Newer than
    /// the specification. Source: facts part 1.6.3.
    ///
    /// # Errors
    /// As described at [`crate::api`].
    pub async fn get(&self, conversation: impl Into<ConversationId>) -> Result<ConversationRecord> {
        let call = call(endpoint::CONVERSATIONS_GET).segment(conversation.into().segment()?);
        self.0.run(call).await?.decode()
    }
}
