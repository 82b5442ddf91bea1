//! The package's functions that decode values, which it registers when it is loaded.

use napi_derive::napi;
use open_platform::ffi::node::DecoderLookup;

/// The version of this add-on, which must be that of the package.
#[napi(catch_unwind)]
pub fn version() -> &'static str {
    env!("CARGO_PKG_VERSION")
}

/// Registers the function that finds the decoder of a type: `[GrantInfo]` for a list. It throws if there is none whose
/// layout has the fingerprint.
#[napi(
    ts_args_type = "find: (fingerprint: string, type: string) => (text: string, bytes?: Uint8Array[]) => unknown",
    catch_unwind
)]
pub fn use_decoders(find: DecoderLookup) -> napi::Result<()> {
    find.register()
}
