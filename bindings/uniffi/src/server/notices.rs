//! Passes warnings that do not belong to a call to the logger of the language.

use std::sync::Arc;

/// Receives warnings that do not belong to a call.
#[uniffi::export(with_foreign)]
pub trait NoticeListener: Send + Sync {
    /// Receives a warning. It must not block.
    fn notice(&self, text: String);
}

/// Calls `listener` with each notice from now on. Only the first listener of a process is registered.
#[uniffi::export]
fn listen_to_notices(listener: Arc<dyn NoticeListener>) {
    open_platform::notice::listen(move |text| listener.notice(text.to_owned()));
}
