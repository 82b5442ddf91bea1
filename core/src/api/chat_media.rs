//! Sends pictures, videos, voice recordings and documents to the upload host of chats (docs/platform.md#chat-media).

use super::call;
use super::endpoints::CHATBOT_CREATE_UPLOAD_TOKEN;
use super::post_media::Limit;
use crate::call::{Bearer, Payload, address};
use crate::client::OpenPlatform;
use crate::endpoint::Endpoint;
use crate::error::Result;
use crate::media::ChatFile;
use crate::model::chat::{ChatUploadToken, UploadedChatMedia};
use crate::multipart::{self, FormPart};
use crate::secret::Secret;

impl OpenPlatform {
    /// Creates an upload token, and sends the file with it and without the API key.
    pub(super) async fn upload_chat_media(&self, row: &Endpoint, file: ChatFile) -> Result<UploadedChatMedia> {
        let limit = Limit::of(self);
        let part = FormPart::file("file", file.name, file.content).content_type(file.media_type);
        let (body, media_type) = multipart::encode(&[part])?;
        let progress = file.progress.map(|it| it.in_body(body.len()));
        let reply = self.run(call(CHATBOT_CREATE_UPLOAD_TOKEN).json(&serde_json::Map::new())?).await?;
        let token = reply.decode::<ChatUploadToken>()?.token;
        if !token.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err(reply.unreadable("token".to_owned(), "cannot be sent in a header".to_owned()));
        }
        let url = address(self.inner.config.base(row.host), row.path, &[], &[])?;
        let payload = Payload::Bytes(body, media_type, progress);
        let bearer = Bearer::Token(Secret::new(token));
        self.inner.send(row, url, payload, bearer, &limit.of_upload()).await?.decode()
    }
}
