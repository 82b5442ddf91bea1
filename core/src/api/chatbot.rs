//! The app's chatbot.

use open_platform_macros::calls;

use super::call;
use crate::error::Result;
use crate::id::{ConversationId, UserId};
use crate::model::chat::{BotMessageSent, ChatUploadToken};
use crate::model::message::BotMessage;

/// Calls of the chatbot that need only the API key.
#[calls(OpenPlatform, chatbot)]
impl Chatbot {
    /// Sends a message into a conversation that a user started with the bot.
    #[endpoint(
        POST "/v1/open-platform/chat/bot/conversations/{conversation_id}/messages",
        credentials = KeyAndOptionalBearer, permission = "CHAT_BOT_SEND_MESSAGE", newer, source = "chatbot"
    )]
    pub async fn reply(&self, conversation: impl Into<ConversationId>, message: BotMessage) -> Result<BotMessageSent> {
        message.check_within(&self.0.inner.config.message_limits)?;
        let call = call(CHATBOT_REPLY).segment(conversation.into().segment()?).json(&message)?;
        self.0.run(call).await?.decode_or_default()
    }

    /// Creates a token for one upload of a picture, video, voice or file. The upload returns the `media_token` of a message.
    #[endpoint(
        POST "/experimental/open-platform/chat/upload", retry = SafeOnce, permission = "CHAT_UPLOAD_MEDIA", newer,
        only_backend, source = "chat-media"
    )]
    pub async fn create_upload_token(&self) -> Result<ChatUploadToken> {
        let call = call(CHATBOT_CREATE_UPLOAD_TOKEN).json(&serde_json::Map::new())?;
        self.0.run(call).await?.decode()
    }
}

/// Calls of the chatbot for a user.
#[calls(User, chatbot)]
impl UserChatbot {
    /// Sends a message of the bot to a user. If there is no conversation yet, the message starts it.
    #[endpoint(
        POST "/v1/open-platform/chat/bot/users/{user_id}/messages", scopes(CHAT_BOT_USER_MESSAGE_SEND),
        permission = "CHAT_BOT_SEND_MESSAGE", newer, only_backend, frequent, source = "chatbot"
    )]
    pub async fn send(&self, user: impl Into<UserId>, message: BotMessage) -> Result<BotMessageSent> {
        message.check_within(&self.0.platform.inner.config.message_limits)?;
        let call = call(CHATBOT_SEND).segment(user.into().segment()?).json(&message)?;
        self.0.run(call).await?.decode_or_default()
    }

    /// Like [`Chatbot::reply`], with the user's token beside the API key: one document of the platform requires both.
    #[endpoint(CHATBOT_REPLY)]
    pub async fn reply(&self, conversation: impl Into<ConversationId>, message: BotMessage) -> Result<BotMessageSent> {
        message.check_within(&self.0.platform.inner.config.message_limits)?;
        let call = call(CHATBOT_REPLY).segment(conversation.into().segment()?).json(&message)?;
        self.0.run(call).await?.decode_or_default()
    }
}
