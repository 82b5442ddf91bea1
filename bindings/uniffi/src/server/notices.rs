//! What the user should know although no call fails, for the logger of the language.

use std::sync::Arc;

/// Hears what the user should know although no call fails.
#[uniffi::export(with_foreign)]
pub trait NoticeListener: Send + Sync {
    /// It must not block.
    fn notice(&self, text: String);
}

/// Calls `listener` with each notice from now on. The first listener of a process stays.
#[uniffi::export]
fn listen_to_notices(listener: Arc<dyn NoticeListener>) {
    open_platform::notice::listen(move |text| listener.notice(text.to_owned()));
}
