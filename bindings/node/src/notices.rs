//! The core's notices, which belong to no call, for `process.emitWarning`.

use napi::bindgen_prelude::Function;
use napi::threadsafe_function::ThreadsafeFunctionCallMode;
use napi_derive::napi;

/// Calls `listener` with each further notice. Only the first listener of a process is used. It must not throw.
#[napi(ts_args_type = "listener: (text: string) => void", catch_unwind)]
pub fn listen_to_notices(listener: Function<'_, String, ()>) -> napi::Result<()> {
    // Weak: it does not keep the process alive.
    let listener = listener.build_threadsafe_function().weak::<true>().build_callback(|context| Ok(context.value))?;
    open_platform::notice::listen(move |text| {
        // The thread of the listener may have ended.
        let _ = listener.call(text.to_owned(), ThreadsafeFunctionCallMode::NonBlocking);
    });
    Ok(())
}
