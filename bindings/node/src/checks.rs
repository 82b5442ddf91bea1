//! Checks of values before they are sent: every limit, each error with the path of the offending value.

use napi::Env;
use napi_derive::napi;
use open_platform::ffi;
use open_platform::model::image::Image;
use open_platform::model::widget::Widget;
use open_platform::{Phone, oauth};

use crate::errors::raise;

macro_rules! checks {
    ($($name:ident: $value:ty),+ $(,)?) => {$(
        #[napi(catch_unwind)]
        pub fn $name(env: Env, value: $value) -> napi::Result<()> {
            value.check().map_err(raise(env))
        }
    )+};
}
pub(crate) use checks;

checks!(check_image: Image, check_widget: Widget);

#[napi(catch_unwind)]
pub fn check_redirect_uri(env: Env, uri: String) -> napi::Result<()> {
    oauth::check_redirect_uri(&uri).map_err(raise(env))
}

#[napi(catch_unwind)]
pub fn normalize_phone(env: Env, phone: Phone) -> napi::Result<String> {
    phone.normalized().map_err(raise(env))
}

/// The reason of the error for an unknown option.
#[napi(catch_unwind)]
pub fn unknown_name(name: String, known: Vec<String>) -> String {
    ffi::unknown_name(&name, &known.iter().map(String::as_str).collect::<Vec<_>>())
}

/// Checks an identifier of the kind `post_token`, `conversation_id`, `user_id`, `business_token` or `id`.
#[napi(catch_unwind)]
pub fn check_id(env: Env, kind: String, value: String) -> napi::Result<()> {
    ffi::check_id(&kind, &value).map_err(raise(env))
}
