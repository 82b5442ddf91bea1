//! The functions of the core that are not methods of objects: tables, checks, and conversion between types and the platform's JSON.

use std::collections::HashMap;

use open_platform::Requirements;
use open_platform::api::types::*;
use open_platform::endpoint::EndpointRow;
use open_platform::ffi::uniffi::chrono::{DateTime, Utc};
use open_platform::model::event::SubscriptionType;
use open_platform::model::image::Image;
use open_platform::model::semantic::Semantic;
use open_platform::model::widget::Widget;
use open_platform::scope::{Scope, ScopeRow};
use open_platform::{
    BusinessToken, ConversationId, Json, Phone, PostToken, RecordId, UserId, argument_functions, check_functions,
    each_argument, each_function, each_result, result_functions,
};

use crate::errors::Result;
use crate::methods::by_jni;

/// Exports functions of the core, each as `kind name(arguments) -> result = expression;`.
macro_rules! functions {
    ($($(#[$about:meta])* $kind:ident $name:ident($($argument:ident: $type:ty),*) -> $result:ty = $value:expr;)+) => {$(
        $crate::functions::functions! { @$kind [$(#[$about])*] $name($($argument: $type),*) -> $result, $value }
    )+};
    (@get [$(#[$about:meta])*] $name:ident($($argument:ident: $type:ty),*) -> $result:ty, $value:expr) => {
        $(#[$about])*
        #[uniffi::export]
        fn $name($($argument: $type),*) -> $result {
            $value
        }
    };
    (@check [$(#[$about:meta])*] $name:ident($($argument:ident: $type:ty),*) -> $result:ty, $value:expr) => {
        $(#[$about])*
        #[uniffi::export]
        fn $name($($argument: $type),*) -> Result<$result> {
            Ok($value?)
        }
    };
}
pub(crate) use functions;

each_function!(phone functions);
each_function!(phone_values functions);

each_argument!(phone argument_functions);
each_result!(phone result_functions);

check_functions! {
    check_business_token: BusinessToken,
    check_conversation_id: ConversationId,
    check_image: Image,
    check_post_token: PostToken,
    check_record_id: RecordId,
    check_user_id: UserId,
    check_widget: Widget,
}

/// A scope from its full text.
#[uniffi::export]
fn scope_raw(text: String) -> Scope {
    Scope::raw(text)
}

/// Parses a JSON text of any type: an object, an array, a number and so on.
#[uniffi::export]
fn read_json(text: String) -> Result<Json> {
    Ok(Json::parse(&text)?)
}

/// The common members of the data of a post.
#[derive(uniffi::Record)]
pub struct PostShortcuts {
    /// The title.
    title: Option<String>,
    /// The text of the post.
    description: Option<String>,
    /// The URLs of the images.
    images: Vec<String>,
    /// The price.
    price: Option<Price>,
}

/// Reads all of these members at once. Returns none if one of them cannot be read: the function of that member then returns
/// the error.
///
/// On a JVM it is called through JNI.
#[uniffi::export]
fn post_shortcuts(data: Json) -> Result<Option<PostShortcuts>> {
    let post = Post { data, ..Post::default() };
    let read = || {
        let (title, description) = (post.title().ok()?, post.description().ok()?);
        Some(PostShortcuts { title, description, images: post.images().ok()?, price: post.price().ok()? })
    };
    Ok(read())
}

by_jni! { post_shortcuts(data: Json) -> Option<PostShortcuts> = post_shortcuts(data) }
