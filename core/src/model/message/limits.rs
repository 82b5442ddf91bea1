//! The limits of a message.

/// Longest text that is sent, in characters, unless set otherwise. Assumption: the platform states no limit.
pub const MAX_TEXT_CHARS: usize = 4096;

/// Longest caption of a button, in characters, unless set otherwise. Assumption: the platform states no limit.
pub const MAX_CAPTION_CHARS: usize = 256;

/// Most rows of a grid, and most buttons of a row.
pub const MAX_ROWS: usize = 3;

/// Most buttons of a message, both sides together, unless set otherwise (docs/platform.md#limits). Newer documents
/// allow nine for each side (docs/platform.md#send-message).
pub const MAX_BUTTONS: usize = 9;

/// The limits of a message that the platform does not state, or not clearly. A client checks its messages against its
/// own: [`Builder::max_message_chars`](crate::client::Builder::max_message_chars),
/// [`max_caption_chars`](crate::client::Builder::max_caption_chars),
/// [`max_buttons`](crate::client::Builder::max_buttons).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MessageLimits {
    /// Most characters of a text.
    pub text_chars: usize,
    /// Most characters of a button's caption.
    pub caption_chars: usize,
    /// Most buttons of both sides together.
    pub buttons: usize,
}

impl Default for MessageLimits {
    fn default() -> Self {
        Self { text_chars: MAX_TEXT_CHARS, caption_chars: MAX_CAPTION_CHARS, buttons: MAX_BUTTONS }
    }
}
