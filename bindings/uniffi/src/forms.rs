//! Conversion between types and the platform's JSON.

use open_platform::api::types::*;
use open_platform::{Json, Phone, each_argument, each_result};

use crate::errors::Result;

/// Exports functions for each type of an argument, which read it from JSON, write it as JSON and check its limits.
macro_rules! arguments {
    ($($read:ident, $write:ident, $check:ident: $type:ty),+ $(,)?) => {$(
        /// Reads the value from the platform's JSON.
        #[uniffi::export]
        fn $read(json: Json) -> Result<$type> {
            Ok(json.to_input()?)
        }

        $crate::checks::checks!($check($type));
        $crate::forms::results!($write: $type);
    )+};
}

/// Exports a function for each type that writes it as JSON.
macro_rules! results {
    ($($write:ident: $type:ty),+ $(,)?) => {$(
        /// Writes the value as the platform's JSON.
        #[uniffi::export]
        fn $write(value: $type) -> Result<Json> {
            Ok(Json::from_value(&value)?)
        }
    )+};
}

#[cfg(feature = "server")]
pub(crate) use arguments;
pub(crate) use results;

each_argument!(phone arguments);
each_result!(phone results);

/// Reads the parameters that the platform adds to a direct link. `link` is the whole address or its query.
#[uniffi::export]
fn read_direct_link(link: String) -> DirectLink {
    DirectLink::parse(&link)
}

/// Whether the response contained a member, by its JSON name.
#[uniffi::export]
fn post_has(post: Post, member: String) -> bool {
    post.has(&member)
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
#[uniffi::export]
pub(crate) fn post_shortcuts(data: Json) -> Option<PostShortcuts> {
    let post = Post { data, ..Post::default() };
    let (title, description) = (post.title().ok()?, post.description().ok()?);
    Some(PostShortcuts { title, description, images: post.images().ok()?, price: post.price().ok()? })
}

/// The title.
#[uniffi::export]
fn post_title(post: Post) -> Result<Option<String>> {
    Ok(post.title()?)
}

/// The text of the post.
#[uniffi::export]
fn post_description(post: Post) -> Result<Option<String>> {
    Ok(post.description()?)
}

/// The URLs of the images.
#[uniffi::export]
fn post_images(post: Post) -> Result<Vec<String>> {
    Ok(post.images()?)
}

/// The price.
#[uniffi::export]
fn post_price(post: Post) -> Result<Option<Price>> {
    Ok(post.price()?)
}

/// The phone number: the platform uses two names for this member, and either is read.
#[uniffi::export]
fn user_phone(user: User) -> Option<Phone> {
    user.phone().cloned()
}
