//! The app's chatbot.

use open_platform_macros::calls;

use super::call;
use crate::error::Result;
use crate::id::{ConversationId, UserId};
use crate::media::{ChatFile, Upload};
use crate::model::chat::{BotMessageSent, ChatUploadToken, UploadedChatMedia};
use crate::model::message::BotMessage;
use crate::scope::name_scopes;

/// Calls of the chatbot that need only the API key.
#[calls(OpenPlatform, chatbot)]
impl Chatbot {
    /// Sends a message into a conversation that a user started with the bot.
    #[endpoint(
        POST "/v1/open-platform/chat/bot/conversations/{conversation_id}/messages",
        credentials = KeyAndOptionalBearer, permission = "CHAT_BOT_SEND_MESSAGE", newer, source = "chatbot"
    )]
    pub async fn reply(&self, conversation: impl Into<ConversationId>, message: BotMessage) -> Result<BotMessageSent> {
        let message = message.checked(&self.0.inner.config.message_limits)?;
        let call = call(CHATBOT_REPLY).segment(conversation.into().segment("conversation")?).json(&message)?;
        self.0.run(call).await?.decode_or_default()
    }

    /// Creates a token for one upload of a picture, video, voice or file. `upload_image`, `upload_video`, `upload_voice` and
    /// `upload_file` create it themselves.
    #[endpoint(
        POST "/experimental/open-platform/chat/upload", retry = SafeOnce, permission = "CHAT_UPLOAD_MEDIA", newer,
        only_backend, source = "chat-media"
    )]
    pub async fn create_upload_token(&self) -> Result<ChatUploadToken> {
        let call = call(CHATBOT_CREATE_UPLOAD_TOKEN).json(&serde_json::Map::new())?;
        self.0.run(call).await?.decode()
    }

    /// Uploads a picture for a chat: JPEG or PNG, at most 5,000,000 bytes. A message, of the chatbot or of a user, names it by the
    /// `media_token` of the result.
    ///
    /// The call creates an upload token first, and sends the picture with it to the upload host of chats, which gets no other
    /// credential. The upload has the time limit [`upload_timeout`](crate::client::Builder::upload_timeout); a limit that is given
    /// for the call is that of both requests.
    ///
    /// The picture is never sent twice. After an [`AmbiguousOutcome`](crate::Error::AmbiguousOutcome) it can be uploaded again:
    /// no message names the first one.
    ///
    /// # Errors
    /// `InvalidInput` for a file that cannot be read, is empty, too large, of another format or truncated, or that changes while
    /// it is read. `Unauthorized` if the upload token is no longer valid: call again, each call creates a new one.
    #[endpoint(
        POST "/upload/image", host = Chat, credentials = UploadToken, body = Multipart, retry = NothingSent,
        permission = "CHAT_UPLOAD_MEDIA", newer, source = "chat-media"
    )]
    pub async fn upload_image(&self, image: Upload) -> Result<UploadedChatMedia> {
        let file = ChatFile::image(image).await?;
        self.0.upload_chat_media(CHATBOT_UPLOAD_IMAGE, file).await
    }

    /// Uploads a video for a chat: MP4, at most 50,000,000 bytes. A message, of the chatbot or of a user, names it by the
    /// `media_token` of the result.
    ///
    /// The call creates an upload token first, and sends the video with it to the upload host of chats, which gets no other
    /// credential. The upload has the time limit [`upload_timeout`](crate::client::Builder::upload_timeout); a limit that is given
    /// for the call is that of both requests.
    ///
    /// The video is never sent twice. After an [`AmbiguousOutcome`](crate::Error::AmbiguousOutcome) it can be uploaded again:
    /// no message names the first one.
    ///
    /// # Errors
    /// `InvalidInput` for a file that cannot be read, is empty, too large or of another format, or that changes while it is
    /// read. `Unauthorized` if the upload token is no longer valid: call again, each call creates a new one.
    #[endpoint(
        POST "/upload/video", host = Chat, credentials = UploadToken, body = Multipart, retry = NothingSent,
        permission = "CHAT_UPLOAD_MEDIA", newer, source = "chat-media"
    )]
    pub async fn upload_video(&self, video: Upload) -> Result<UploadedChatMedia> {
        let file = ChatFile::video(video).await?;
        self.0.upload_chat_media(CHATBOT_UPLOAD_VIDEO, file).await
    }

    /// Uploads a voice recording for a chat: M4A or 3GP, at most 1,500,000 bytes. A message, of the chatbot or of a user, names it
    /// by the `media_token` of the result.
    ///
    /// The call creates an upload token first, and sends the recording with it to the upload host of chats, which gets no other
    /// credential. The upload has the time limit [`upload_timeout`](crate::client::Builder::upload_timeout); a limit that is given
    /// for the call is that of both requests.
    ///
    /// The recording is never sent twice. After an [`AmbiguousOutcome`](crate::Error::AmbiguousOutcome) it can be uploaded
    /// again: no message names the first one.
    ///
    /// # Errors
    /// `InvalidInput` for a file that cannot be read, is empty, too large or of another format, or that changes while it is
    /// read. `Unauthorized` if the upload token is no longer valid: call again, each call creates a new one.
    #[endpoint(
        POST "/upload/voice", host = Chat, credentials = UploadToken, body = Multipart, retry = NothingSent,
        permission = "CHAT_UPLOAD_MEDIA", newer, source = "chat-media"
    )]
    pub async fn upload_voice(&self, voice: Upload) -> Result<UploadedChatMedia> {
        let file = ChatFile::voice(voice).await?;
        self.0.upload_chat_media(CHATBOT_UPLOAD_VOICE, file).await
    }

    /// Uploads a document for a chat: PDF, DOC, DOCX, XLS, XLSX, PPT or PPTX, at most 5,000,000 bytes. A message, of the chatbot or
    /// of a user, names it by the `media_token` of the result.
    ///
    /// The name is what the recipient sees. Its ending says the format, as in `contract.pdf`; it has at most 255 characters, no
    /// slash and no control character. The name of a file on disk is not sent.
    ///
    /// The call creates an upload token first, and sends the document with it to the upload host of chats, which gets no other
    /// credential. The upload has the time limit [`upload_timeout`](crate::client::Builder::upload_timeout); a limit that is given
    /// for the call is that of both requests.
    ///
    /// The document is never sent twice. After an [`AmbiguousOutcome`](crate::Error::AmbiguousOutcome) it can be uploaded again:
    /// no message names the first one.
    ///
    /// # Errors
    /// `InvalidInput` for a file that cannot be read, is empty, too large or of another format than its name says, or that
    /// changes while it is read. `Unauthorized` if the upload token is no longer valid: call again, each call creates a new one.
    #[endpoint(
        POST "/upload/file", host = Chat, credentials = UploadToken, body = Multipart, retry = NothingSent,
        permission = "CHAT_UPLOAD_MEDIA", newer, source = "chat-media"
    )]
    pub async fn upload_file(&self, file: Upload, name: impl Into<String>) -> Result<UploadedChatMedia> {
        let file = ChatFile::document(file, name.into()).await?;
        self.0.upload_chat_media(CHATBOT_UPLOAD_FILE, file).await
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
        let message = message.checked(&self.0.platform.inner.config.message_limits)?;
        let call = call(CHATBOT_SEND).segment(user.into().segment("user")?).json(&message)?;
        self.0.run(call).await?.decode_or_default()
    }

    /// Like [`Chatbot::reply`], with the user's token beside the API key: one document of the platform requires both, and the scope
    /// `CHAT_BOT_USER_MESSAGE_SEND`.
    #[endpoint(CHATBOT_REPLY)]
    pub async fn reply(&self, conversation: impl Into<ConversationId>, message: BotMessage) -> Result<BotMessageSent> {
        let message = message.checked(&self.0.platform.inner.config.message_limits)?;
        let call = call(CHATBOT_REPLY).segment(conversation.into().segment("conversation")?).json(&message)?;
        let reply = self.0.run(call).await;
        let scopes = &[CHATBOT_SEND.scopes];
        reply.map_err(|error| name_scopes(error, scopes, None, &self.0.bearer.scopes()))?.decode_or_default()
    }
}
