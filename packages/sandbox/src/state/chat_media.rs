//! Media of chats: the tokens for uploads, and what was uploaded with them (docs/platform.md#chat-media).

use std::collections::{BTreeMap, BTreeSet};

use bytes::Bytes;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::images::Images;
use crate::ids::Ids;

/// How upload tokens of the sandbox begin.
pub(crate) const UPLOAD_TOKEN_PREFIX: &str = "chat_";

/// The media of a world.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct ChatMedia {
    /// The upload tokens that no upload has used yet.
    tokens: BTreeSet<String>,
    /// By their media tokens.
    uploaded: BTreeMap<String, Medium>,
    files: Images,
}

/// What messages may contain beside text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum MediumKind {
    Image,
    Video,
    Voice,
    File,
}

/// An uploaded file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Medium {
    pub(crate) kind: MediumKind,
    /// The name that the app gave it.
    pub(crate) name: String,
    /// The name under which its bytes are kept.
    pub(crate) file: String,
    pub(crate) size: usize,
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

    /// Uses up an upload token. Whether it was valid.
    pub(crate) fn use_token(&mut self, token: &str) -> bool {
        self.tokens.remove(token)
    }

    /// Stores an upload, and returns its media token.
    pub(crate) fn store(
        &mut self,
        ids: &mut Ids,
        (kind, name): (MediumKind, String),
        (ending, content): (&str, Bytes),
        now: DateTime<Utc>,
    ) -> String {
        let (token, size) = (ids.uuid(), content.len());
        let file = self.files.upload(ids, ending, content, now);
        self.uploaded.insert(token.clone(), Medium { kind, name, file, size });
        token
    }

    /// What was uploaded under a media token.
    pub(crate) fn get(&self, token: &str) -> Option<&Medium> {
        self.uploaded.get(token)
    }

    /// The bytes of an upload, if they are still kept.
    pub(crate) fn content(&self, file: &str) -> Option<&Bytes> {
        self.files.content(file)
    }
}
