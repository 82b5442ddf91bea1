//! The app's chatbot.

use super::call;
use crate::client::{OpenPlatform, User};
use crate::endpoint;
use crate::error::Result;
use crate::id::{ConversationId, UserId};
use crate::model::chat::BotMessageSent;
use crate::model::message::BotMessage;

/// Calls of the chatbot that need only the API key. From [`OpenPlatform::chatbot`].
#[derive(Clone, Debug)]
pub struct Chatbot(OpenPlatform);

/// Calls of the chatbot for a user. From [`User::chatbot`].
#[derive(Clone, Debug)]
pub struct UserChatbot(User);

impl OpenPlatform {
    /// The app's chatbot.
    pub fn chatbot(&self) -> Chatbot {
        Chatbot(self.clone())
    }
}

impl User {
    /// The app's chatbot, with the user's leave to write first.
    pub fn chatbot(&self) -> UserChatbot {
        UserChatbot(self.clone())
    }
}

impl Chatbot {
    /// Answers in a conversation that a user began with the bot.
    ///
    /// Key permission `CHAT_BOT_SEND_MESSAGE`. Newer than the specification. Source: facts part 1.6.2.
    ///
    /// # Errors
    /// As described at [`crate::api`].
    pub async fn reply(&self, conversation: impl Into<ConversationId>, message: BotMessage) -> Result<BotMessageSent> {
        message.check_within(&self.0.inner.config.message_limits)?;
        let call = call(endpoint::CHATBOT_REPLY).segment(conversation.into().segment()?).json(&message)?;
        self.0.run(call).await?.decode_or_default()
    }
}

impl UserChatbot {
    /// Lets the bot write to the user first. A conversation that does not exist yet begins with it.
    ///
    /// Scope `CHAT_BOT_USER_MESSAGE_SEND`, key permission `CHAT_BOT_SEND_MESSAGE`. Newer than the specification.
    /// Source: facts part 1.6.2.
    ///
    /// # Errors
    /// As described at [`crate::api`].
    pub async fn send(&self, user: impl Into<UserId>, message: BotMessage) -> Result<BotMessageSent> {
        message.check_within(&self.0.platform.inner.config.message_limits)?;
        let call = call(endpoint::CHATBOT_SEND).segment(user.into().segment()?).json(&message)?;
        self.0.run(call).await?.decode_or_default()
    }

    /// As [`Chatbot::reply`], with the user's token beside the key: one description of the platform asks for both.
    ///
    /// Key permission `CHAT_BOT_SEND_MESSAGE`. Newer than the specification. Source: facts part 1.6.2.
    ///
    /// # Errors
    /// As described at [`crate::api`].
    pub async fn reply(&self, conversation: impl Into<ConversationId>, message: BotMessage) -> Result<BotMessageSent> {
        message.check_within(&self.0.platform.inner.config.message_limits)?;
        let call = call(endpoint::CHATBOT_REPLY).segment(conversation.into().segment()?).json(&message)?;
        self.0.run(call).await?.decode_or_default()
    }
}
