//! Media of chats: the tokens for uploads, and what was uploaded with them (docs/platform.md#chat-media).

use std::collections::{BTreeMap, BTreeSet};

use bytes::Bytes;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::images::{Images, Purpose};
use crate::ids::Ids;

/// How upload tokens of the sandbox begin.
pub(crate) const UPLOAD_TOKEN_PREFIX: &str = "chat_";

/// The media of a world.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct ChatMedia {
    /// The upload tokens that no upload has used yet.
    tokens: BTreeSet<String>,
    /// By their media tokens.
    uploaded: BTreeMap<String, SandboxChatMedium>,
    files: Images,
}

/// What messages may contain beside text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ChatMediumKind {
    /// A picture.
    Image,
    /// A video.
    Video,
    /// A voice recording.
    Voice,
    /// A document.
    File,
}

/// A file that the app uploaded for messages of chats.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct SandboxChatMedium {
    /// The token that the upload returned, for the `media_token` of a message.
    pub media_token: String,
    /// What it is.
    pub kind: ChatMediumKind,
    /// The name of the file that the app sent.
    pub name: String,
    /// The name under which its bytes are kept, as one of the images.
    pub file: String,
    /// Its size.
    pub bytes: usize,
    /// When it was uploaded.
    pub uploaded_at: DateTime<Utc>,
}

impl ChatMedia {
    /// Makes a token for one upload.
    pub(crate) fn make_token(&mut self, ids: &mut Ids) -> String {
        let token = ids.credential(UPLOAD_TOKEN_PREFIX);
        self.tokens.insert(token.clone());
        token
    }

    /// Whether this is an upload token that was not used yet.
    pub(crate) fn knows(&self, token: &str) -> bool {
        self.tokens.contains(token)
    }

    /// Uses up an upload token.
    pub(crate) fn use_token(&mut self, token: &str) {
        self.tokens.remove(token);
    }

    /// Stores an upload, and returns its media token.
    pub(crate) fn store(
        &mut self,
        ids: &mut Ids,
        (kind, name): (ChatMediumKind, String),
        (ending, content): (&str, Bytes),
        now: DateTime<Utc>,
    ) -> String {
        let (media_token, bytes) = (ids.uuid(), content.len());
        let file = self.files.upload(ids, (Purpose::Chat, ending), content, now);
        let medium = SandboxChatMedium { media_token: media_token.clone(), kind, name, file, bytes, uploaded_at: now };
        self.uploaded.insert(media_token.clone(), medium);
        media_token
    }

    /// What was uploaded under a media token.
    pub(crate) fn get(&self, token: &str) -> Option<&SandboxChatMedium> {
        self.uploaded.get(token)
    }

    /// All uploads, the oldest first.
    pub(crate) fn all(&self) -> Vec<SandboxChatMedium> {
        let mut all: Vec<_> = self.uploaded.values().cloned().collect();
        all.sort_by_key(|medium| medium.uploaded_at);
        all
    }

    /// The bytes of an upload, if they are still kept.
    pub(crate) fn content(&self, file: &str) -> Option<Bytes> {
        self.files.content(file)
    }
}
