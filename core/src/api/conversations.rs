//! Conversations between users.

use open_platform_macros::calls;

use super::call;
use crate::error::Result;
use crate::id::ConversationId;
use crate::model::chat::ConversationRecord;
use crate::model::message::{Message, MessageSent};

/// Calls about conversations for a user.
#[calls(User, conversations)]
impl UserConversations {
    /// Sends a message into a conversation, as the user, with the app's name above it. If the conversation does not
    /// exist yet, the message starts it.
    ///
    /// The request is never sent twice, because the platform has no idempotency key. After an
    /// [`AmbiguousOutcome`](crate::Error::AmbiguousOutcome), the app receives its own message as an event if it was
    /// sent.
    ///
    /// At most 3 rows of 3 buttons for each side, and 9 buttons in all unless
    /// [`max_buttons`](crate::client::Builder::max_buttons) is set.
    ///
    /// # Errors
    /// `PreconditionFailed` if the recipient does not accept messages.
    #[endpoint(
        POST "/v2/open-platform/conversations/{conversation_id}/messages", number = "14",
        scopes(
            CONVERSATION_SEND_MESSAGE, CHAT_POST_CONVERSATIONS_MESSAGE_SEND, CHAT_SUPPLIER_ALL_CONVERSATIONS_MESSAGE_SEND
        ),
        permission = "CHAT_SEND_MESSAGE_OAUTH", frequent, source = "send-message"
    )]
    pub async fn send(&self, conversation: impl Into<ConversationId>, message: Message) -> Result<MessageSent> {
        let message = message.checked(&self.0.platform.inner.config.message_limits)?;
        let call = call(CONVERSATIONS_SEND).segment(conversation.into().segment("conversation")?).json(&message)?;
        self.0.run(call).await?.decode_or_default()
    }

    /// Reads the text messages of a conversation, oldest first.
    #[endpoint(
        GET "/v1/open-platform/chat/conversations/{conversation_id}", scopes(CHAT_CONVERSATION_READ),
        permission = "CHAT_READ_CONVERSATION", newer, source = "read-conversation"
    )]
    pub async fn get(&self, conversation: impl Into<ConversationId>) -> Result<ConversationRecord> {
        let call = call(CONVERSATIONS_GET).segment(conversation.into().segment("conversation")?);
        self.0.run(call).await?.decode()
    }
}
