//! Checks of values before they are sent: every limit, each error with the path of the offending value.

use napi::{Env, Status};
use napi_derive::napi;
use open_platform::ffi;
use open_platform::model::image::Image;
use open_platform::model::widget::Widget;
use open_platform::{BusinessToken, ConversationId, Phone, PostToken, RecordId, UserId, oauth};

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
    match kind.as_str() {
        "post_token" => PostToken::from(value).check(),
        "conversation_id" => ConversationId::from(value).check(),
        "user_id" => UserId::from(value).check(),
        "business_token" => BusinessToken::from(value).check(),
        "id" => RecordId::from(value).check(),
        _ => return Err(napi::Error::new(Status::InvalidArg, "kind: no such kind of identifier")),
    }
    .map_err(raise(env))
}
